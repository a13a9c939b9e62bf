"""Games to search: G-, P- and N-games on boards, and real games unfolded into trees.

gt.games.GAMES                                  name -> game
gt.games.unfold("connect-four", 8)              a tree whose nodes carry position, move and estimate
gt.games.search_position("checkers", 10)        the same value without a stored tree
"""

from gametree.games.game import GAMES, Game, Move, game_named
from gametree.games.game_tree import growing_tree, narrowed
from gametree.games.graphs import Graph, g_game_tree, graph_of, random_graph_tree, unfold_graph
from gametree.games.positions import POSITIONS, Named, named_positions
from gametree.games.state import WIN
from gametree.games.unfolding import expected_nodes, nodes_per_level, search_position, unfold

__all__ = [
    "GAMES",
    "POSITIONS",
    "WIN",
    "Game",
    "Graph",
    "Move",
    "Named",
    "expected_nodes",
    "g_game_tree",
    "game_named",
    "graph_of",
    "growing_tree",
    "named_positions",
    "narrowed",
    "nodes_per_level",
    "random_graph_tree",
    "search_position",
    "unfold",
    "unfold_graph",
]
