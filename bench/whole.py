"""The whole unordered sweep of the thesis: 24 sizes, six strategies, generated, searched and added up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from bench.compare import Comparison, compare
from bench.trees import SEED, empty_forest
from bench.yardstick import CSweep
from companion.published.cases import COLUMNS, SIZES
from gametree.experiment.sums import Sums, SweepJob, run_job, trees_at_once
from gametree.generate import recipe

NAMES = tuple(COLUMNS.values())


class Sweep:
    """What `gametree.sweep` does for one size, in one thread."""

    def __init__(self, width: int, depth: int, n_trees: int):
        self._job = SweepJob(recipe("uniform", "unordered", width, depth), NAMES, SEED, 0, n_trees, False)
        self.sums: Sums

    def __call__(self) -> None:
        self.sums = run_job(self._job)


def sizes(n_trees: int, repetitions: int) -> Iterator[tuple[str, Comparison, int]]:
    """Yield size by size: its name, the two times, and how many trees they are for."""
    for width, depth in SIZES:
        at_once = trees_at_once(recipe("uniform", "unordered", width, depth))
        # The yardstick takes full rounds only; both get the same trees.
        at_once = min(at_once, n_trees)
        here = n_trees // at_once * at_once
        ours = Sweep(width, depth, here)
        theirs = CSweep(empty_forest("unordered", width, depth, at_once), NAMES, here, SEED)
        ours(), theirs()
        if not (
            np.array_equal(ours.sums.total, theirs.total)
            and np.array_equal(ours.sums.products, theirs.products)
        ):
            raise SystemExit(f"U({width},{depth}): the sums differ, so there is nothing to compare")
        yield f"U({width},{depth})", compare(ours, theirs, repetitions), here


def rows(n_trees: int, repetitions: int) -> Iterator[dict[str, Any]]:
    """Yield a row per size, and one for all: there the times per tree of all sizes are added up."""
    per_tree = []
    for name, found, here in sizes(n_trees, repetitions):
        per_tree.append(np.array([found.theirs, found.ours]) / here)
        yield _row(name, per_tree[-1], 1)
    yield _row("all 24 sizes", np.sum(per_tree, axis=0), len(per_tree)) | {"aim": 1.25}


def _row(name: str, seconds: Any, trees: int) -> dict[str, Any]:
    theirs, ours = seconds
    return {
        "tree": name,
        **Comparison(ours, theirs).time_over_theirs(),
        "C, trees per s": trees / float(np.median(theirs)),
        "sweep, trees per s": trees / float(np.median(ours)),
    }
