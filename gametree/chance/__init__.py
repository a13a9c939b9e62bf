"""Trees with chance nodes and their searches (Zenzel 1989, after Ballard 1983).

>>> import gametree as gt
>>> tree = gt.chance.Tree.from_nested([((0.5, 4), (0.5, 16)), ((0.9, 8), (0.1, [3, 9]))])
>>> gt.chance.search(tree, "alpha-cutoff", low=0, high=20).value
10.0
>>> len(gt.chance.trace(tree, "aoc*"))
9
"""

from gametree.chance import examples
from gametree.chance.random_trees import generate
from gametree.chance.recorder import ChanceRecorder, ChanceStep, OpenState
from gametree.chance.run import METHODS, ChanceMethod, ChanceResult, search, search_in_python
from gametree.chance.trace import ChanceSnapshot, ChanceTrace, trace
from gametree.chance.tree import GOALS, Tree

__all__ = [
    "GOALS",
    "METHODS",
    "ChanceMethod",
    "ChanceRecorder",
    "ChanceResult",
    "ChanceSnapshot",
    "ChanceStep",
    "ChanceTrace",
    "OpenState",
    "Tree",
    "examples",
    "generate",
    "search",
    "search_in_python",
    "trace",
]
