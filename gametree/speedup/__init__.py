"""Methods of speeding up the search (Muszycka 1985, chapter 4).

tree = gt.speedup.growing_tree(width=4, depth=6, scheme="incremental", seed=1)
gt.speedup.search(tree, "alphabeta", ordering="fixed", table=2**16, killers=2)
"""

from gametree.speedup import parallel
from gametree.speedup.graphs import Graph, g_game_tree, random_graph_tree, unfold_graph
from gametree.speedup.growing import growing_tree
from gametree.speedup.options import ORDERINGS, RULES, STRATEGIES
from gametree.speedup.run import Result, search, search_in_python

__all__ = [
    "ORDERINGS",
    "RULES",
    "STRATEGIES",
    "Graph",
    "Result",
    "g_game_tree",
    "growing_tree",
    "parallel",
    "random_graph_tree",
    "search",
    "search_in_python",
    "unfold_graph",
]
