"""Trees with chance nodes and their searches (Zenzel 1989, after Ballard 1983).

tree = gt.chance.Tree.from_nested([((0.5, 4), (0.5, 16)), ((0.9, 8), (0.1, [3, 9]))])
gt.chance.search(tree, "alpha-cutoff", low=0, high=20)
gt.chance.trace(tree, "aoc*")
"""

from gametree.chance import examples
from gametree.chance.generate import generate
from gametree.chance.methods import METHODS, Method
from gametree.chance.reference import Recorder, State, Step
from gametree.chance.run import Result, search, search_in_python
from gametree.chance.trace import Snapshot, Trace, trace
from gametree.chance.tree import GOALS, Tree

__all__ = [
    "GOALS",
    "METHODS",
    "Method",
    "Recorder",
    "Result",
    "Snapshot",
    "State",
    "Step",
    "Trace",
    "Tree",
    "examples",
    "generate",
    "search",
    "search_in_python",
    "trace",
]
