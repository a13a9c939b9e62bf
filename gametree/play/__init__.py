"""Real games to search: rules, trees, positions.

play.GAMES                                  name -> game
play.unfold("connect-four", 8)              a tree whose nodes carry position, move and estimate
play.search_position("checkers", 10)        the same value without a stored tree
"""

from gametree.play.bits import WIN
from gametree.play.game import Game
from gametree.play.games import GAMES, game_named
from gametree.play.search import search_position
from gametree.play.unfolding import expected_nodes, nodes_per_level, unfold

__all__ = [
    "GAMES",
    "WIN",
    "Game",
    "expected_nodes",
    "game_named",
    "nodes_per_level",
    "search_position",
    "unfold",
]
