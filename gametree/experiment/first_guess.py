"""What a first guess is worth: SSS-0 from many guesses on the same trees (de Bruin, Pijls & Plaat 1994, Figure 5)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.experiment.by_number import NUMBERS
from gametree.experiment.forest import UniformForest, search_forest, workspace_for
from gametree.generate.known_value import KnownValue, known_value_leaves
from gametree.generate.recipe import seed_number
from gametree.search import STRATEGIES, check_options, strategy_named
from gametree.search.search_tree import CALLS
from gametree.tree import check_count, levels_of

if TYPE_CHECKING:
    import pandas as pd

PAPER_ORDERINGS = (None, 0.25, 0.5, 0.9, 1.0)
"""The five qualities of ordering of Figure 5; None stands for 1/width, no order."""

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
    import pandas as pd

    start = seed_number(seed)
    check_count("trees", trees, 1, 10**9)
    for made in classes:
        made.check()
    for run in runs:
        _options(run)
    work = [(made, start, number, tuple(runs)) for made in classes for number in range(trees)]
    if executor is None:
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            found = list(pool.map(_search_one, work))
    else:
        found = list(executor.map(_search_one, work))
    return pd.DataFrame([row for rows in found for row in rows])


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
        search_forest(NUMBERS[name], forest, workspace, stamp, counts, _options(run))
        calls = int(workspace.kept.state[CALLS]) if STRATEGIES[name].keeps_tree else 0
        about = {"width": made.width, "depth": made.depth, "ordering": made.ordering, "tree": number}
        found = dict(zip(("leaves", "nodes", "visits"), map(int, counts[0]), strict=True))
        rows.append(about | {"strategy": name, "option": option} | found | {"calls": calls})
    return rows
