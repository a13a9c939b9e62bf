"""Knuth and Moore 1975: critical positions, the flawed proof and its repair, growth, values that depend on one another.

Everything that is measured hangs on a `Study`; `findings` judges it, `tables` and `prose` put it into rows and words.
"""

from companion.alphabeta_analysis import figures, findings, prose, tables
from companion.alphabeta_analysis.study import Study
from companion.alphabeta_analysis.widget import Positions, critical_positions

__all__ = ["Positions", "Study", "critical_positions", "figures", "findings", "prose", "tables"]
