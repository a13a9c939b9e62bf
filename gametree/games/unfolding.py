"""Real games unfolded into trees, with the position, the move that led to it and an estimate at every node.

And Minimax and Alphabeta from a position without a stored tree.  Moves are generated when a node is entered; only the
children of one node per level are kept.  Value, counts and line are those of `gametree.search` on the tree of `unfold`.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametree._checks import check_count, check_name
from gametree._compile import Reals, Wholes, Wholes32, compiled, pointer
from gametree._memory import available_memory, check_memory
from gametree.games.game import Game, game_named
from gametree.games.game_tree import BYTES_PER_GAME_NODE, GameTree
from gametree.games.walk import MAX_CHILDREN, WalkArrays, children_of, identity_of, is_over, worth
from gametree.search import SearchResult
from gametree.search.limits import MOST_LEAVES
from gametree.search.log import ABSENT, LEAVES, VISITS, Lines, Log, clear_pv, record_pv
from gametree.search.view import ROOT, ROOT_LEVEL
from gametree.tree import NestedArrays


class GameArrays(NamedTuple):
    """The nodes of a `GameTree`, in preorder."""

    end: Wholes
    parent: Wholes
    values: Reals
    position: NDArray[np.uint64]
    move: Wholes32
    estimate: Reals


@compiled
def add_level(walk: WalkArrays, level: int, state: int, counts: Wholes, most: int) -> None:
    """Add to `counts[k]` the nodes k levels down, below one at `level`, until they are more than `most`."""
    counts[level] += 1
    counts[walk.depth + 1] += 1
    if level == walk.depth or counts[walk.depth + 1] > most or is_over(walk, state):
        return
    for i in range(children_of(walk, state, level)):
        add_level(walk, level + 1, (level + 1) * MAX_CHILDREN + i, counts, most)


@compiled
def count_levels(walk_arrays: WalkArrays, counts: Wholes, most: int) -> None:
    """Count the nodes of each level, and in the last entry of `counts` all of them, up to a little more than `most`."""
    add_level(pointer(walk_arrays), ROOT_LEVEL, ROOT, pointer(counts), most)


@compiled
def fill_below(walk: WalkArrays, tree: GameArrays, level: int, state: int, node: int, parent: int) -> int:
    """Write a node and all below it from number `node` on, in preorder; return the number after the last."""
    ended = is_over(walk, state)
    worth_to_max = worth(walk, state, ended)
    if level & 1:
        worth_to_max = -worth_to_max
    tree.parent[node] = parent
    tree.position[node] = identity_of(walk, state)
    tree.move[node] = walk.moves[state]
    tree.estimate[node] = worth_to_max
    following = node + 1
    if ended or level == walk.depth:
        tree.values[node] = worth_to_max
    else:
        tree.values[node] = np.nan
        for i in range(children_of(walk, state, level)):
            following = fill_below(walk, tree, level + 1, (level + 1) * MAX_CHILDREN + i, following, node)
    tree.end[node] = following
    return following


@compiled
def fill(walk_arrays: WalkArrays, arrays: GameArrays) -> None:
    """Write the whole tree."""
    fill_below(pointer(walk_arrays), pointer(arrays), ROOT_LEVEL, ROOT, np.int64(0), np.int64(-1))


def nodes_per_level(
    game: str | Game, depth: int, position: str | None = None, most: int = 10**12
) -> list[int]:
    """Return how many nodes a game has at each level from 0 to `depth`: perft; MemoryError if together more than `most`.

    >>> nodes_per_level("connect-four", 4)
    [1, 7, 49, 343, 2401]
    """
    chosen = game_named(game)
    depth = check_count("depth", depth, 0, chosen.deepest)
    most = check_count("most", most, 1, 2**62)
    counts = _counted(chosen, depth, position, most)
    if counts[-1] > most:
        raise MemoryError(f"{chosen.title} to depth {depth} has more than {most} nodes")
    return [int(count) for count in counts[:-1]]


def _counted(game: Game, depth: int, position: str | None, most: int) -> Wholes:
    counts = np.zeros(depth + 2, dtype=np.int64)
    count_levels(game.walk(depth, position), counts, most)
    return counts


def expected_nodes(game: str | Game, depth: int, position: str | None = None) -> float:
    """Return the estimated number of nodes of a tree: counted within the game's budget, then extrapolated.

    Levels beyond the budget are taken to grow by the larger of the last two factors; the number is exact if all
    levels were counted.

    >>> expected_nodes("connect-four", 4)
    2801.0
    """
    chosen = game_named(game)
    depth = check_count("depth", depth, 0, chosen.deepest)
    levels = [1.0]
    while len(levels) <= depth and levels[-1] * _growth(levels, chosen.widest) <= chosen.budget:
        down = len(levels)
        counts = _counted(chosen, down, position, chosen.budget)
        if counts[-1] > chosen.budget:
            break
        if counts[down] == 0:
            return sum(levels)
        levels.append(float(counts[down]))
    factor = _growth(levels, chosen.widest)
    while len(levels) <= depth:
        levels.append(levels[-1] * factor)
    return sum(levels)


def _growth(levels: list[float], guess: int) -> float:
    return max([after / before for before, after in pairwise(levels)][-2:], default=float(guess))


def unfold(game: str | Game, depth: int, position: str | None = None) -> GameTree:
    """Unfold a game into a tree: every sequence of at most `depth` moves from a position, by default the game's start.

    The player to move at the root is MAX.  A node at that depth, or where the game is over, is a leaf.  A won game is
    worth `WIN`, a lost one the opposite, a drawn one 0; at all other nodes the estimate is the game's static
    evaluation, and so is a leaf's value.  If the tree would not fit, a MemoryError says how large it would be, before
    it is unfolded.

    >>> import gametree as gt
    >>> tree = gt.games.unfold("tic-tac-toe", 9, "XOXOXO...")
    >>> gt.search(tree, "alphabeta").value == gt.games.WIN
    True
    """
    chosen = game_named(game)
    depth = check_count("depth", depth, 0, chosen.deepest)
    what, most = f"{chosen.title} to depth {depth}", available_memory() // BYTES_PER_GAME_NODE
    n_nodes = int(_counted(chosen, depth, position, min(chosen.budget, most))[-1])
    if n_nodes > min(chosen.budget, most):
        # Estimated first: to count a tree that is far too large would take long.
        expected = expected_nodes(chosen, depth, position)
        check_memory(f"{what} with about {expected:.2g} nodes", math.ceil(expected * BYTES_PER_GAME_NODE))
        n_nodes = int(_counted(chosen, depth, position, most)[-1])
    if n_nodes > most:
        check_memory(f"{what} with more than {most} nodes", n_nodes * BYTES_PER_GAME_NODE)
    tree = NestedArrays(np.empty(n_nodes, np.int64), np.empty(n_nodes, np.int64), np.empty(n_nodes))
    carried = (np.empty(n_nodes, np.uint64), np.empty(n_nodes, np.int32), np.empty(n_nodes))
    fill(chosen.walk(depth, position), GameArrays(*tree, *carried))
    return GameTree(tree, *carried)


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


def _refuse_endless(game: Game, depth: int, position: str | None, method: str) -> None:
    """Raise a ValueError if a search would take far too long; cutting off can't save more than a perfect order does."""

    def least(nodes: float) -> float:
        return nodes if method == "minimax" else 2 * math.sqrt(nodes)

    down = min(depth, game.longest(position))
    if least(float(game.widest) ** down) <= MOST_LEAVES:
        return
    leaves = least(expected_nodes(game, down, position))
    if leaves > MOST_LEAVES:
        raise ValueError(
            f"depth is {depth}: {method} would examine about {leaves:.2g} leaves of {game.title} or more, and at most "
            f"{MOST_LEAVES} are allowed"
        )


def search_position(
    game: str | Game, depth: int, position: str | None = None, method: str = "alphabeta"
) -> SearchResult:
    """Search a game from a position, without storing its tree, with "alphabeta" or "minimax".

    The player to move at the position (by default the game's start) is MAX; positions at the given depth, in moves,
    have their static estimates as values.  The result is that of `gametree.search` for the tree of the same game.

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
    _refuse_endless(chosen, depth, position, method)
    counts = np.zeros(3, dtype=np.int64)
    stride = depth + 2
    lines = np.zeros(stride * stride, dtype=np.int64)
    walk = chosen.walk(depth, position)
    value = start(walk, Log(counts, ABSENT, Lines(lines, stride)), method == "alphabeta")
    line = tuple(int(move) for move in lines[1 : 1 + lines[0]])
    visits = int(counts[VISITS])
    plain = int(value) if value == int(value) else value
    return SearchResult(plain, int(counts[LEAVES]), visits, visits, line[0] if line else None, line)
