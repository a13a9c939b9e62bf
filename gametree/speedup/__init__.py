"""Methods of speeding up the search (Muszycka 1985, chapter 4).

tree = gt.speedup.growing_tree(width=4, depth=6, scheme="incremental", seed=1)
gt.speedup.search(tree, "alphabeta", ordering="fixed", table=2**16, killers=2)
"""

from gametree.speedup import parallel
from gametree.speedup.careless import careless_tables
from gametree.speedup.effects import factorial, summary
from gametree.speedup.graphs import Graph, g_game_tree, random_graph_tree, unfold_graph
from gametree.speedup.growing import growing_tree
from gametree.speedup.measuring import (
    DEEPENED,
    MEMORIES,
    ORDERED,
    correlations,
    measure,
    saved,
    table_sizes,
)
from gametree.speedup.minimum import fewest_leaves
from gametree.speedup.narrow import narrowed
from gametree.speedup.options import ORDERINGS, RULES, STRATEGIES
from gametree.speedup.run import Result, search, search_in_python
from gametree.speedup.starts import Start, g_games, named_starts, random_trees

__all__ = [
    "DEEPENED",
    "MEMORIES",
    "ORDERED",
    "ORDERINGS",
    "RULES",
    "STRATEGIES",
    "Graph",
    "Result",
    "Start",
    "careless_tables",
    "correlations",
    "factorial",
    "fewest_leaves",
    "g_game_tree",
    "g_games",
    "growing_tree",
    "measure",
    "named_starts",
    "narrowed",
    "parallel",
    "random_graph_tree",
    "random_trees",
    "saved",
    "search",
    "search_in_python",
    "summary",
    "table_sizes",
    "unfold_graph",
]
