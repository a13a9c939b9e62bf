"""Claims of de Bruin, Pijls & Plaat 1994 about every tree, tested on many small ones with the plain-Python searches.

To surpass is meant as in the paper (section 4): the set of nodes that are expanded at least once is part of the
other's.  The smallest trees on which a guess farther from the value is cheaper are found here too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise, permutations, product
from math import inf
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
import pandas as pd

from companion.solution_trees.calls import CALLING, call_trace, proof, root_bounds
from gametree._checks import check_count, check_name
from gametree.reference import Recorder, SearchTree, falphabeta, s_alphabeta, sss_star_ready_first
from gametree.reference.alphabeta import before, minimal
from gametree.search import best_move_in_python, search_in_python, strategy_named
from gametree.theory.solution_trees import critical_types, optimal_solution_tree
from gametree.tree import Tree

Random = np.random.Generator
Check = Callable[[Tree, Random], bool]

TIED = 4
"""How many values the leaves of trees with ties have."""


@lru_cache
def small_trees(n: int, seed: int, values: int = 0) -> tuple[Tree, ...]:
    """Return n random trees of any shape, at most five levels deep and four wide.

    Leaves are whole numbers from 0 to `values` - 1, so that many are equal; if that is 0, no two are.
    """
    found = []
    for number in range(check_count("n", n, 1, 10**7)):
        rng = np.random.default_rng((seed, number, values))
        nested = [_subtree(rng, int(rng.integers(1, 5))) for _ in range(int(rng.integers(1, 5)))]
        shape = Tree.from_nested(nested)
        leaves = rng.integers(0, values, shape.n_leaves) if values else rng.permutation(shape.n_leaves)
        found.append(Tree.from_nested(_filled(nested, iter(leaves.tolist()))))
    return tuple(found)


def _subtree(rng: Random, depth: int) -> Any:
    if depth == 0 or rng.random() < 0.15:
        return 0
    return [_subtree(rng, depth - 1) for _ in range(int(rng.integers(1, 4)))]


def _filled(shape: Any, values: Iterator[int]) -> Any:
    return [_filled(child, values) for child in shape] if isinstance(shape, list) else next(values)


def expanded(tree: Tree, strategy: str, **options: float) -> set[int]:
    """Return the nodes that a strategy expands."""
    x = Recorder(tree)
    strategy_named(strategy).reference(x, 0, **options)
    return x.nodes


def guess(tree: Tree, rng: Random) -> float:
    """Draw a number from just below the least to just above the greatest leaf."""
    return float(rng.integers(int(tree.leaves.min()) - 1, int(tree.leaves.max()) + 2))


# -- the checks --------------------------------------------------------------------------------------------------------


def surpasses(strategy: str) -> Check:
    """Return the claim that a strategy, with options drawn at random, surpasses Alphabeta."""

    def case(tree: Tree, rng: Random) -> bool:
        given = {
            "guess": guess(tree, rng),
            "step": float(rng.integers(0, 6)),
            "close": float(rng.integers(0, 6)),
        }
        options = {o.name: given[o.name] for o in strategy_named(strategy).options}
        return expanded(tree, strategy, **options) <= expanded(tree, "alphabeta")

    return case


def described_pvs(x: Recorder, p: int, alpha: float = -inf, beta: float = inf) -> float:
    """Search as section 3 describes PVS, and return the value of p for the player to move.

    A sibling is searched again only if it was proved better than what is known.  The listing of the thesis
    (`gametree.reference.pvs`) does so as well where the null-window search has failed low, with more than the first
    child's bound: then with a lower alpha than its own, and so with a wider window than Alphabeta's.
    """
    children = x.generate(p, "pvs", alpha, beta)
    if not children:
        return x.staticvalue(p)
    best = -described_pvs(x, children[0], -beta, -alpha)
    for child in children[1:]:
        if best >= beta:
            break
        gamma = max(best, alpha)
        v = -described_pvs(x, child, -minimal(gamma), -gamma)
        if gamma < v < beta:
            v = -described_pvs(x, child, -beta, -v)
        best = max(best, v)
    return best


def pvs_surpasses(tree: Tree, rng: Random) -> bool:
    """Whether PVS, as section 3 describes it, surpasses Alphabeta and finds the value (section 4, after Reinefeld)."""
    x = Recorder(tree)
    right = described_pvs(x, 0) == tree.backed_up[0]
    return bool(right) and x.nodes <= expanded(tree, "alphabeta")


def any_null_windows(tree: Tree, rng: Random) -> bool:
    """Whether any sequence of null-window calls on one search tree surpasses Alphabeta (section 4)."""
    x, s = Recorder(tree), SearchTree(tree)
    for _ in range(int(rng.integers(1, 8))):
        gamma = guess(tree, rng)
        s_alphabeta(x, s, 0, before(gamma), gamma)
    return x.nodes <= expanded(tree, "alphabeta")


def narrower_window(tree: Tree, rng: Random) -> bool:
    """Whether a call on an open root expands no node that a call with a wider window does not (section 4)."""
    a, b, c, d = sorted(guess(tree, rng) for _ in range(4))
    wide, narrow = (a, d), (b, c if b < c else minimal(b))
    if narrow[1] > wide[1]:
        wide = (a, narrow[1])
    return _new_nodes(tree, [], narrow) <= _new_nodes(tree, [], wide)


def larger_search_tree(tree: Tree, rng: Random) -> bool:
    """Whether a call on a search tree expands no node that it would not have expanded on a part of it (section 4)."""
    calls = [_window(tree, rng) for _ in range(int(rng.integers(1, 6)))]
    last = _window(tree, rng)
    earlier = calls[: int(rng.integers(0, len(calls)))]
    return _new_nodes(tree, calls, last) <= _new_nodes(tree, earlier, last)


def _window(tree: Tree, rng: Random) -> tuple[float, float]:
    low, high = sorted((guess(tree, rng), guess(tree, rng)))
    return low, (high if low < high else minimal(low))


def _new_nodes(tree: Tree, calls: list[tuple[float, float]], last: tuple[float, float]) -> set[int]:
    """Return the nodes that the last of some calls on one search tree expands for the first time."""
    x, s = Recorder(tree), SearchTree(tree)
    for window in calls:
        s_alphabeta(x, s, 0, *window)
    before_last = set(x.nodes)
    s_alphabeta(x, s, 0, *last)
    return x.nodes - before_last


def alphabeta_on_open_nodes(tree: Tree, rng: Random) -> bool:
    """Whether on an open root S-alpha-beta traverses the nodes of Alphabeta with the same window (section 4)."""
    alpha, beta = _window(tree, rng)
    x, y = Recorder(tree), Recorder(tree)
    falphabeta(x, 0, alpha, beta)
    s_alphabeta(y, SearchTree(tree), 0, alpha, beta)
    return (x.nodes, x.leaves, x.visits) == (y.nodes, y.leaves, y.visits)


def conditions(tree: Tree, rng: Random) -> bool:
    """Whether pre- and postcondition hold at every call, inner ones too, whatever the strategy (section 3)."""
    held = True

    def watch(s: SearchTree, n: int, alpha: float, beta: float, v: float) -> None:
        nonlocal held
        f, low, high = tree.backed_up[n], s.lower[n], s.upper[n]
        if v <= alpha:
            after = v == high and f <= v
        elif v < beta:
            after = v == low == high == f
        else:
            after = v == low and v <= f
        held = held and alpha < beta and bool(after)

    for name in CALLING:
        search_in_python(tree, name, Recorder(tree, watch=watch))
    return held


def proofs(tree: Tree, rng: Random) -> bool:
    """Whether after every call the search tree holds a solution tree for each bound of the root (section 2)."""
    for name in CALLING:
        for call in call_trace(tree, name).calls:
            lower, upper = root_bounds(tree, call)
            for kind, bound, pick in (("max", upper, max), ("min", lower, min)):
                leaves = [tree.values[n] for n in proof(tree, call, kind) if tree.is_leaf(n)]
                if (pick(leaves) if leaves else (inf if kind == "max" else -inf)) != bound:
                    return False
    return True


def optimal_trees(tree: Tree, rng: Random) -> bool:
    """Whether an optimal solution tree of each kind exists (section 2, after Stockman)."""
    upper, lower = optimal_solution_tree(tree, "max"), optimal_solution_tree(tree, "min")
    high = max(tree.values[n] for n in upper.nodes if tree.is_leaf(n))
    low = min(tree.values[n] for n in lower.nodes if tree.is_leaf(n))
    return bool(low == high == tree.backed_up[0])


def critical_path(tree: Tree, rng: Random) -> bool:
    """Whether two optimal solution trees have in common a path of nodes of the same value and no more (section 2)."""
    types = critical_types(tree, optimal_solution_tree(tree, "max"), optimal_solution_tree(tree, "min"))
    common = [n for n, kind in types.items() if kind == 1]
    is_path = [int(tree.parent[n]) for n in common] == [-1, *common[:-1]] and tree.is_leaf(common[-1])
    return is_path and all(tree.backed_up[n] == tree.backed_up[0] for n in common)


def leaves_of_ready_first(tree: Tree, rng: Random) -> bool:
    """Whether SSS-2 expands the nodes of SSS* that takes a triple first that is ready to solve."""
    x = Recorder(tree)
    sss_star_ready_first(x)
    return expanded(tree, "sss-2") == x.nodes


def ends_of_figure_5(tree: Tree, rng: Random) -> bool:
    """Whether SSS-0 from infinity expands the nodes of SSS-2, and from minus infinity those of its dual (section 5)."""
    upper = expanded(tree, "sss-0", guess=inf) == expanded(tree, "sss-2")
    return upper and expanded(tree, "sss-0", guess=-inf) == expanded(tree, "dual-sss-2")


def best_successor(tree: Tree, rng: Random) -> bool:
    """Whether second best search finds a best child of the root (section 6)."""
    child = tree.children(0)[best_move_in_python(tree).move]
    return bool(tree.backed_up[child] == tree.backed_up[0])


CHECKS: dict[str, Check] = {
    "every search tree with a bound holds a solution tree of its value": proofs,
    "optimal solution trees of both kinds exist": optimal_trees,
    "optimal solution trees meet in a critical path": critical_path,
    "pre- and postcondition hold at every call": conditions,
    "S-alpha-beta on an open node traverses what alpha-beta does": alphabeta_on_open_nodes,
    "SSS-2 expands the nodes of SSS*": lambda tree, _: expanded(tree, "sss-2") == expanded(tree, "sss*"),
    "SSS-2 expands no node that SSS* does not": lambda tree, _: (
        expanded(tree, "sss-2") <= expanded(tree, "sss*")
    ),
    "SSS-2 expands the nodes of SSS*, ready triples first": leaves_of_ready_first,
    "a narrower window expands no other node": narrower_window,
    "on a larger search tree a call expands no other node": larger_search_tree,
    "any sequence of null windows surpasses Alphabeta": any_null_windows,
    "SSS-2 surpasses Alphabeta": surpasses("sss-2"),
    "dual SSS-2 surpasses Alphabeta": surpasses("dual-sss-2"),
    "PVS surpasses Alphabeta": pvs_surpasses,
    "Scout surpasses Alphabeta": surpasses("scout"),
    "SSS-0 surpasses Alphabeta": surpasses("sss-0"),
    "SSS-4 surpasses Alphabeta": surpasses("sss-4"),
    "SSS-4 with a wide window surpasses Alphabeta": surpasses("sss-4-wide-window"),
    "MTD(f) surpasses Alphabeta": surpasses("mtd(f)"),
    "SSS-2 ends with the value": lambda tree, _: search_in_python(tree, "sss-2").value == tree.backed_up[0],
    "SSS-0 from an infinite guess is SSS-2 or its dual": ends_of_figure_5,
    "second best search finds a best move": best_successor,
}
"""What is said, by the paper or by us (of Scout, ready triples and MTD(f)), in words -> the check on one tree."""


@lru_cache
def held_on(name: str, trees: int, seed: int, values: int = 0) -> tuple[bool, ...]:
    """Return, per small tree, whether a check holds; what it draws depends on seed, tree and its own name only."""
    check, own = CHECKS[name], crc32(name.encode())
    return tuple(
        check(tree, np.random.default_rng((seed, number, values, own)))
        for number, tree in enumerate(small_trees(trees, seed, values))
    )


def all_checks(trees: int, seed: int) -> pd.DataFrame:
    """Put every check to trees without ties and with: check, ties, trees, held, smallest failure (a tree)."""
    rows = []
    for values in (0, TIED):
        for name in CHECKS:
            held = held_on(name, trees, seed, values)
            failed = [t for t, right in zip(small_trees(trees, seed, values), held, strict=True) if not right]
            least = str(min(failed, key=lambda tree: tree.n_nodes).to_nested()) if failed else ""
            rows.append((name, values > 0, trees, sum(held), least))
    return pd.DataFrame(rows, columns=["check", "ties", "trees", "held", "smallest failure"])


def deep_pvs(trees: int, seed: int, values: int = 0) -> pd.DataFrame:
    """Return, per tree U(2,6), whether PVS as described surpasses Alphabeta, and whether the thesis' listing does.

    Six levels are the fewest at which the two differ.
    """
    rows = []
    for number in range(check_count("trees", trees, 1, 10**7)):
        rng = np.random.default_rng((seed, number, values, 6))
        leaves = rng.integers(0, values, 64) if values else rng.permutation(64)
        tree = Tree.uniform(2, 6, leaves.astype(float))
        rows.append((pvs_surpasses(tree, rng), expanded(tree, "pvs") <= expanded(tree, "alphabeta")))
    return pd.DataFrame(rows, columns=["described", "listing"])


# -- where a farther guess is cheaper (section 5) ------------------------------------------------------------------------


class Farther(NamedTuple):
    """A tree, two guesses on the same side of its value, and what each costs in nodes: the farther costs less."""

    tree: Tree
    near: float
    far: float
    near_nodes: int
    far_nodes: int


def call_cost(tree: Tree, gamma: float) -> int:
    """Return how many nodes one call of S-alpha-beta with the window around gamma expands on an open root."""
    x = Recorder(tree)
    s_alphabeta(x, SearchTree(tree), 0, before(gamma), minimal(gamma))
    return len(x.nodes)


def search_cost(tree: Tree, guess: float) -> int:
    """Return how many nodes SSS-0 expands from a first guess."""
    return search_in_python(tree, "sss-0", guess=guess).nodes


COSTS = {"call": call_cost, "search": search_cost}


def smallest_farther(what: str, ties: bool, most_leaves: int = 5) -> Farther | None:
    """Return the tree with the fewest leaves on which a farther guess is cheaper, for a "call" or a whole "search".

    Every tree without single children, with every order of its leaves (with `ties`, those too in which some are
    equal) is tried in turn: by leaves, then by nodes.  None if there is no such tree of at most `most_leaves`
    leaves.
    """
    check_name("what", what, COSTS)
    cost = COSTS[what]
    for n_leaves in range(1, check_count("most_leaves", most_leaves, 1, 8) + 1):
        for shape in sorted(_shapes(n_leaves), key=_n_nodes):
            for values in _orders(n_leaves, ties):
                tree = Tree.from_nested(_filled(shape, iter(values)))
                if found := _farther(tree, cost):
                    return found
    return None


def _farther(tree: Tree, cost: Callable[[Tree, float], int]) -> Farther | None:
    value = float(tree.backed_up[0])
    highest = float(tree.leaves.max())
    # Below and above every leaf, and at every leaf: no other guess can differ from these.
    guesses = [-1.0 + 0.5 * k for k in range(int(2 * highest) + 5)]
    for side in (-1, 1):
        on_side = sorted((abs(g - value), g) for g in guesses if (g - value) * side >= 0)
        costs = [(cost(tree, g), g) for _, g in on_side]
        for near, far in pairwise(costs):
            if far[0] < near[0]:
                return Farther(tree, near[1], far[1], near[0], far[0])
    return None


def _orders(n_leaves: int, ties: bool) -> Iterator[tuple[int, ...]]:
    """Yield every order of so many leaves once, as whole numbers from 0 on without gaps."""
    if not ties:
        yield from permutations(range(n_leaves))
        return
    for values in product(range(n_leaves), repeat=n_leaves):
        if set(values) == set(range(max(values) + 1)):
            yield values


def _shapes(n_leaves: int) -> Iterator[object]:
    """Yield all ordered trees with this many leaves in which every inner node has at least two children."""
    if n_leaves == 1:
        yield 0
        return
    for parts in _compositions(n_leaves):
        if len(parts) > 1:
            yield from map(list, product(*(list(_shapes(part)) for part in parts)))


def _compositions(n: int) -> Iterator[tuple[int, ...]]:
    if n == 0:
        yield ()
    for first in range(1, n + 1):
        for rest in _compositions(n - first):
            yield (first, *rest)


def _n_nodes(shape: object) -> int:
    return 1 + sum(map(_n_nodes, shape)) if isinstance(shape, list) else 1
