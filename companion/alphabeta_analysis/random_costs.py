"""What F1 and F2 cost in random order: independent values, values that depend on one another, equal values."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from companion.alphabeta_analysis.theorems import digit_trees, rows_of, sums_model
from gametree.examples import pi_tree
from gametree.experiment import sweep
from gametree.search import search
from gametree.theory import (
    branch_sums,
    expected,
    minimum_leaves,
    no_deep_cutoffs,
    totally_dependent,
    true_growth,
)
from gametree.tree import Tree, check_count

PROCEDURES = ("branch-and-bound", "alphabeta")
"""F1 and F2."""

DEGREE = 3
"""The degree at which all models of dependency are compared."""


def sampled_costs(scheme: str, sizes: Sequence[tuple[int, int]], trees: int, seed: int) -> pd.DataFrame:
    """Return the mean leaves of F1 and F2 on uniform trees, with the standard errors (`error`)."""
    frame = sweep(
        "uniform", scheme, sizes=list(sizes), strategies=list(PROCEDURES), trees=trees, seed=seed, progress=False
    )  # fmt: skip
    leaves = frame[frame["criterion"] == "leaves"]
    return leaves.assign(error=leaves["sd"] / np.sqrt(leaves["n"]))


def independent(heights: int, trees: int, seed: int) -> pd.DataFrame:
    """Return `sampled_costs` of independent values."""
    highest = {2: 10, 3: heights, 5: max(heights - 2, 3)}
    sizes = [(d, h) for d, most in highest.items() for h in range(2, most + 1)]
    return sampled_costs("unordered", sizes, trees, seed)


def dependent(heights: int, trees: int, seed: int) -> pd.DataFrame:
    """Return `sampled_costs` of totally dependent values (section 9)."""
    sizes = [*((DEGREE, h) for h in range(2, heights + 1)), (2, 6), (5, 4), (8, 3)]
    return sampled_costs("real-dependent", sizes, trees, seed)


def sums(heights: int, trees: int, seed: int) -> pd.DataFrame:
    """Return mean leaves of F1 and F2 in the model of sums along branches, up to a height: strategy, h, mean, sd, n."""
    return pd.concat([sums_model(DEGREE, h, trees, seed).assign(h=h) for h in range(2, heights + 1)])


def models(independent: pd.DataFrame, dependent: pd.DataFrame, sums: pd.DataFrame) -> pd.DataFrame:
    """Return mean leaves of F1 and F2 in three models: independent, totally dependent, sums along branches.

    Columns: model, strategy, d, h, theory (NaN where we know no formula), mean, error, minimum, z.
    """
    theory: dict[tuple[str, str], Callable[[int, int], Any]] = {
        ("independent", "branch-and-bound"): true_growth.leaves,
        ("independent", "alphabeta"): expected.alphabeta,
        ("totally dependent", "branch-and-bound"): totally_dependent.branch_and_bound_leaves,
        ("totally dependent", "alphabeta"): totally_dependent.alphabeta_leaves,
    }
    rows = [
        (model, r.strategy, r.width, r.depth, float(theory[model, r.strategy](r.width, r.depth)), r.mean, r.error)
        for model, part in (("independent", independent), ("totally dependent", dependent))
        for r in rows_of(part)
    ]  # fmt: skip
    level_2 = float(branch_sums.p(DEGREE).sum())
    rows += [
        ("sums", r.strategy, DEGREE, r.h, level_2 if r.h == 2 else math.nan, r.mean, r.sd / math.sqrt(r.n))
        for r in rows_of(sums)
    ]
    frame = pd.DataFrame(rows, columns=["model", "strategy", "d", "h", "theory", "mean", "error"])
    frame["minimum"] = [minimum_leaves(r.d, r.h) for r in rows_of(frame)]
    frame["z"] = (frame["mean"] - frame["theory"]) / frame["error"].where(frame["error"] > 1e-9)
    return frame


def few_values(trees: int, seed: int) -> pd.DataFrame:
    """Return the leaves of F1 and F2 on U(3,4) if each leaf is one of a few values, beside distinct values.

    Columns: values, strategy, mean, sd, n, distinct (the exact mean for distinct values), error, z.
    """
    frames = [digit_trees(3, 4, values, trees, seed).assign(values=values) for values in (2, 10, 100, 10_000)]
    found = pd.concat(frames, ignore_index=True)
    distinct = {"branch-and-bound": true_growth.leaves(3, 4), "alphabeta": expected.alphabeta(3, 4)}
    found["distinct"] = found["strategy"].map(distinct)
    found["error"] = found["sd"] / np.sqrt(found["n"])
    return found.assign(z=(found["mean"] - found["distinct"]) / found["error"])


def ties_broken(draws: int, seed: int) -> NDArray[np.int64]:
    """Return the leaves that F1 examines in the tree of Fig. 1 when its equal leaves are put into random order.

    Leaves of different value keep their order; number i depends on the seed and i only.
    """
    tree = pi_tree()
    found = np.empty(check_count("draws", draws, 2, 10**7), dtype=np.int64)
    for number in range(draws):
        shift = np.random.default_rng([seed, number]).random(tree.n_leaves)
        found[number] = search(Tree.uniform(3, 4, tree.leaves + shift), "branch-and-bound").leaves
    return found


def exact_costs() -> pd.DataFrame:
    """Return the leaves of F1 up to h = 12: by the `first` analysis, by the `upper` bound (37), and exactly (`true`)."""
    rows = []
    for d in (2, 3, 5):
        upper = [1.0, float(d)]
        for _ in range(2, 13):
            upper.append(upper[-1] + (no_deep_cutoffs.level_2(d) - d) * upper[-2])
        rows += [
            (d, h, float(no_deep_cutoffs.first_analysis(d, h)), upper[h], true_growth.leaves(d, h))
            for h in range(1, 13)
        ]
    return pd.DataFrame(rows, columns=["d", "h", "first", "upper", "true"])


def recurrence_54(d: int, h: int, first: float) -> float:
    """Return A_h of recurrence (54), leaves of F1 in totally dependent trees, if A_1 is `first`.

    Examples
    --------
    >>> round(recurrence_54(3, 5, 3), 2), round(recurrence_54(3, 5, 1), 2)
    (85.45, 36.6)
    """
    harmonic = float(totally_dependent.harmonic(d))
    before, now = 1.0, first
    for _ in range(h - 1):
        before, now = now, harmonic * now + (d - harmonic) * before
    return now
