"""Positions of real games for tests, reached by random moves."""

import numpy as np

from gametree.games import GAMES

PLIES = {"tic-tac-toe": (0, 5), "connect-four": (4, 24), "checkers": (4, 60), "chess": (4, 80)}
"""The least and the greatest number of moves."""


def random_positions(name, count, seed, plies=None):
    """Return positions after legal moves from the start, all equally likely; no game is over in any of them."""
    return [
        _position(GAMES[name], np.random.default_rng((seed, n)), plies or PLIES[name]) for n in range(count)
    ]


def _position(game, random, plies):
    while True:
        position = game.text()
        moves = game.moves(position)
        for _ in range(int(random.integers(plies[0], plies[1] + 1))):
            if not moves:
                break
            position = moves[int(random.integers(len(moves)))].position
            moves = game.moves(position)
        if moves:
            return position
