"""Real games to search: rules, trees, positions.

play.GAMES                                  name -> game
play.unfold("connect-four", 8)              a tree whose nodes carry position, move and estimate
play.search_position("checkers", 10)        the same value without a stored tree
"""

from gametree.play.bits import WIN
from gametree.play.game import Game, Move
from gametree.play.games import GAMES, game_named
from gametree.play.named import POSITIONS, Named, named_positions
from gametree.play.rolling import random_positions
from gametree.play.search import search_position
from gametree.play.unfolding import expected_nodes, nodes_per_level, unfold

__all__ = [
    "GAMES",
    "POSITIONS",
    "WIN",
    "Game",
    "Move",
    "Named",
    "expected_nodes",
    "game_named",
    "named_positions",
    "nodes_per_level",
    "random_positions",
    "search_position",
    "unfold",
]
