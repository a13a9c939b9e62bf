"""The aided searches in plain Python: the oracle of the kernels, and what one reads beside the thesis."""

from gametree.speedup.reference.alphabeta import alphabeta
from gametree.speedup.reference.examination import COUNTS, Examination
from gametree.speedup.reference.pvs import pvs
from gametree.speedup.reference.scout import scout
from gametree.speedup.reference.table import CARELESS, Table

STARTS = {"alphabeta": alphabeta, "pvs": pvs, "scout": scout}
"""How a search of the root begins."""

__all__ = ["CARELESS", "COUNTS", "STARTS", "Examination", "Table"]
