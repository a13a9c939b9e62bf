"""The enhanced searches in plain Python: the oracle of the kernels, and what one reads beside the thesis."""

from gametree.enhance.reference.alphabeta import alphabeta
from gametree.enhance.reference.pvs import pvs
from gametree.enhance.reference.recorder import COUNTS, Recorder
from gametree.enhance.reference.scout import scout
from gametree.enhance.reference.table import CARELESS, Table

STARTS = {"alphabeta": alphabeta, "pvs": pvs, "scout": scout}
"""How a search of the root begins."""

__all__ = ["CARELESS", "COUNTS", "STARTS", "Recorder", "Table"]
