"""Minimax and Alphabeta from a position of a game, without a stored tree.

Moves are generated when a node is entered; only the children of one node per level are kept.  Value, counts and line are
those of `gametree.search` on the tree that `unfold` makes.
"""

from __future__ import annotations

import numpy as np

from gametree._checks import check_name
from gametree._compile import compiled, pointer
from gametree.games.game import Game
from gametree.games.registry import game_named
from gametree.games.walk import MAX_CHILDREN, WalkArrays, children_of, is_over, worth
from gametree.search import SearchResult
from gametree.search.log import ABSENT, LEAVES, VISITS, Lines, Log, clear_pv, record_pv
from gametree.search.view import ROOT, ROOT_LEVEL
from gametree.tree import check_count


@compiled
def search_below(
    walk: WalkArrays, log: Log, level: int, state: int, alpha: float, beta: float, prune: bool
) -> float:
    """Search a state with alpha < beta, with the contract of `gametree.search.alphabeta`; or by minimax if not `prune`."""
    m = alpha
    for i in range(children_of(walk, state, level)):
        child = (level + 1) * MAX_CHILDREN + i
        ended = is_over(walk, child)
        clear_pv(log, level + 1)
        log.counts[VISITS] += 1
        if ended or level + 1 == walk.depth:
            log.counts[LEAVES] += 1
            value = -worth(walk, child, ended)
        elif prune:
            value = -search_below(walk, log, level + 1, child, -beta, -m, prune)
        else:
            value = -search_below(walk, log, level + 1, child, -np.inf, np.inf, prune)
        if value > m:
            m = value
            record_pv(log, level, i)
        if prune and m >= beta:
            return m
    return m


@compiled
def start(walk_arrays: WalkArrays, log_arrays: Log, prune: bool) -> float:
    """Search from the first state of a walk."""
    walk, log = pointer(walk_arrays), pointer(log_arrays)
    clear_pv(log, 0)
    ended = is_over(walk, 0)
    if ended or walk.depth == 0:
        log.counts[LEAVES] += 1
        return worth(walk, 0, ended)
    return search_below(walk, log, ROOT_LEVEL, ROOT, -np.inf, np.inf, prune)


METHODS = ("minimax", "alphabeta")


def search_position(
    game: str | Game, depth: int, position: str | None = None, method: str = "alphabeta"
) -> SearchResult:
    """Search a game from a position, without storing its tree.

    Parameters
    ----------
    game : str or Game
        One of `GAMES`.
    depth : int
        The depth of the search, in moves; positions there have their static estimates as values.
    position : str, optional
        Where to begin, as the game's `read` takes it; the game's start by default.  The player to move there is MAX.
    method : str
        ``"alphabeta"`` or ``"minimax"``.

    Returns
    -------
    SearchResult
        As `gametree.search` gives it for the tree of the same game, depth and position.

    Examples
    --------
    >>> import gametree as gt
    >>> found = gt.games.search_position("tic-tac-toe", 9)
    >>> found.value, found.leaves
    (0, 7330)
    >>> found == gt.search(gt.games.unfold("tic-tac-toe", 9), "alphabeta")
    True
    """
    check_name("method", method, METHODS)
    chosen = game_named(game)
    depth = check_count("depth", depth, 0, chosen.deepest)
    counts = np.zeros(3, dtype=np.int64)
    stride = depth + 2
    lines = np.zeros((depth + 2) * stride, dtype=np.int64)
    walk = chosen.walk(depth, position)
    value = start(walk, Log(counts, ABSENT, Lines(lines, stride)), method == "alphabeta")
    line = tuple(int(move) for move in lines[1 : 1 + lines[0]])
    visits = int(counts[VISITS])
    plain = int(value) if value == int(value) else value
    return SearchResult(plain, int(counts[LEAVES]), visits, visits, line[0] if line else None, line)
