"""The effect of a first guess: SSS-0 from many guesses on the same trees (de Bruin, Pijls & Plaat 1994, Figure 5).

Trees on which a first guess farther from the value is cheaper (de Bruin, Pijls & Plaat 1994, section 5).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from itertools import pairwise, permutations, product
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from gametree.experiment.forest import UniformForest, search_forest, workspace_for
from gametree.experiment.runner import results
from gametree.generate.known_value import KnownValue, known_value_leaves
from gametree.generate.recipe import seed_number
from gametree.reference import Recorder, SearchTree, s_alphabeta
from gametree.reference.window import before, minimal
from gametree.search import STRATEGIES, check_options, search_in_python, strategy_named
from gametree.search.search_tree import CALLS
from gametree.tree import Tree, check_count, levels_of

VALUE, LOW, HIGH = (int(KnownValue._field_defaults[name]) for name in ("value", "low", "high"))
"""The value of all trees of Figure 5, and the ends of the scale."""

Run = tuple[str, float]
"""A strategy with its option (NaN if it has none)."""


def guesses_between(low: int, high: int, value: int, n: int) -> list[int]:
    """Return n guesses: evenly spaced from low to high, and the value itself among them."""
    n = check_count("n", n, 3, high - low + 1)
    spaced = {round(float(g)) for g in np.linspace(low, high, n)}
    if value not in spaced:
        spaced = {round(float(g)) for g in np.linspace(low, high, n - 1)} | {value}
    return sorted(spaced)


def first_guess_runs(
    classes: Sequence[KnownValue],
    runs: Sequence[Run],
    trees: int,
    seed: int | np.random.Generator,
    executor: Executor | None = None,
) -> pd.DataFrame:
    """Search trees of known value with several strategies, all on the same trees.

    Parameters
    ----------
    classes : sequence of KnownValue
        Sizes and qualities of ordering.
    runs : sequence of (strategy, option)
        ``("sss-0", 504)`` is SSS-0 from the guess 504; the option is NaN for a strategy that takes none.
    trees : int
        Trees per class.
    seed : int or numpy Generator
        Tree number i depends on the seed, the class and i only.
    executor : concurrent.futures.Executor, optional
        Where the work is done; by default as many threads as there are cores.

    Returns
    -------
    pandas.DataFrame
        A row per class, tree and run: width, depth, ordering, tree, strategy, option, leaves, nodes, visits, calls.
        (nodes without the root; calls of S-alpha-beta, 0 for strategies that make none.)
    """
    start = seed_number(seed)
    check_count("trees", trees, 1, 10**9)
    for made in classes:
        made.check()
    for run in runs:
        _options(run)
    work = [(made, start, number, tuple(runs)) for made in classes for number in range(trees)]
    return pd.DataFrame([row for rows in results(_search_one, work, executor) for row in rows])


def _options(run: Run) -> tuple[float, ...]:
    name, option = run
    strategy = strategy_named(name)
    if len(strategy.options) > 1:
        raise ValueError(f"runs has {name!r}: it must be a strategy with at most one option")
    given = {} if np.isnan(option) else {(strategy.options[0].name if strategy.options else "option"): option}
    return tuple(check_options(strategy, given).values())


def _search_one(work: tuple[KnownValue, int, int, tuple[Run, ...]]) -> list[dict[str, Any]]:
    """Make one tree and search it by all runs."""
    made, seed, number, runs = work
    leaves = np.empty((1, made.width**made.depth))
    known_value_leaves(made, seed, number, leaves[0])
    forest = UniformForest(made.width, made.depth, leaves, *levels_of(made.width, made.depth))
    workspace = workspace_for(forest)
    counts = np.empty((1, 3), dtype=np.int64)
    rows = []
    for stamp, run in enumerate(runs, start=1):
        name, option = run
        search_forest(STRATEGIES[name], forest, workspace, stamp, counts, _options(run))
        calls = int(workspace.kept.state[CALLS]) if STRATEGIES[name].keeps_tree else 0
        about = {"width": made.width, "depth": made.depth, "ordering": made.ordering, "tree": number}
        found = dict(zip(("leaves", "nodes", "visits"), map(int, counts[0]), strict=True))
        rows.append(about | {"strategy": name, "option": option} | found | {"calls": calls})
    return rows


# -- what the runs say -------------------------------------------------------------------------------------------------

SIZE = ["width", "depth", "ordering"]


def by_guess(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the mean nodes of SSS-0 per class and guess, with half the width of a 95 % interval."""
    found = (
        frame[frame["strategy"] == "sss-0"].groupby([*SIZE, "option"])["nodes"].agg(["mean", "std", "count"])
    )
    found["half"] = 1.96 * found["std"].fillna(0) / np.sqrt(found["count"])
    return found.reset_index().rename(columns={"option": "guess"})


def steps_away(frame: pd.DataFrame, value: float) -> pd.DataFrame:
    """Return what the farther of two neighbouring guesses on one side of the value costs more, on the same trees.

    Columns: width, depth, ordering, near, far, more (mean nodes), z (in standard errors; 0 where all trees agree).
    """
    rows = []
    sss_0 = frame[frame["strategy"] == "sss-0"]
    for size, part in sss_0.groupby(SIZE):
        nodes = part.pivot(index="tree", columns="option", values="nodes")
        for side in (-1, 1):
            guesses = _outward(nodes.columns, value, side)
            for near, far in pairwise(guesses):
                more = (nodes[far] - nodes[near]).to_numpy(dtype=float)
                error = more.std(ddof=1) / np.sqrt(len(more)) if len(more) > 1 else 0.0
                z = more.mean() / error if error > 0 else 0.0
                rows.append((*size, near, far, more.mean(), z))
    return pd.DataFrame(rows, columns=[*SIZE, "near", "far", "more", "z"])


def _outward(guesses: Iterable[Any], value: float, side: int) -> list[float]:
    """Return the guesses on one side of the value, and the value, the nearest first."""
    return sorted((float(g) for g in guesses if (g - value) * side >= 0), key=lambda g: abs(g - value))


def gains(frame: pd.DataFrame, value: float) -> pd.DataFrame:
    """Return, per class, the part of nodes that guessing the value saves against SSS-2 and against its dual."""
    at_value = (
        frame[(frame["strategy"] == "sss-0") & (frame["option"] == value)].groupby(SIZE)["nodes"].mean()
    )
    found = at_value.rename("guessing the value").to_frame()
    for name in ("sss-2", "dual-sss-2", "alphabeta"):
        others = frame[frame["strategy"] == name].groupby(SIZE)["nodes"].mean()
        found[name] = others
        found[f"gain on {name}"] = 1 - at_value / others
    return found.reset_index()


def farther_is_cheaper(frame: pd.DataFrame, value: float) -> pd.DataFrame:
    """Return, per class, on what part of the trees some farther guess costs fewer nodes than a nearer one."""
    rows = []
    for size, part in frame[frame["strategy"] == "sss-0"].groupby(SIZE):
        nodes = part.pivot(index="tree", columns="option", values="nodes")
        found = np.zeros(len(nodes), dtype=bool)
        for side in (-1, 1):
            guesses = _outward(nodes.columns, value, side)
            ordered = nodes[guesses].to_numpy()
            found |= (np.diff(ordered, axis=1) < 0).any(axis=1)
        rows.append((*size, len(found), float(found.mean())))
    return pd.DataFrame(rows, columns=[*SIZE, "trees", "part of them"])


def value_at_most(width: int, depth: int, part: float) -> float:
    """Return the probability that U(width, depth) is worth at most what a `part` of independent leaves are."""
    for level in range(depth - 1, -1, -1):
        # 1 - (1 - part)^width, exact for tiny parts too
        part = -math.expm1(width * math.log1p(-part)) if level & 1 else part**width
    return part


def leaf_quantiles(made: KnownValue, seed: int, parts: Sequence[float]) -> list[float]:
    """Return quantiles of the leaf values of the first tree of a class."""
    made.check()
    leaves = np.empty(made.width**made.depth)
    known_value_leaves(made, seed_number(seed), 0, leaves)
    return [float(q) for q in np.quantile(leaves, parts)]


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
    if what not in COSTS:
        raise ValueError(f"what is {what!r}: it must be one of {', '.join(COSTS)}")
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


def _filled(shape: object, values: Iterator[int]) -> object:
    return [_filled(child, values) for child in shape] if isinstance(shape, list) else next(values)
