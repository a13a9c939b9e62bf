"""The experiment of Zenzel 1989, section 4: random trees searched and counted in compiled code."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from gametree._checks import check_count
from gametree._compile import compiled
from gametree.chance.draws import HIGH, LOW, ORDERS, PROBABILITIES, fill_known, make
from gametree.chance.kernels import (
    ESTIMATES,
    LEAVES,
    MEMORY,
    NODES,
    VISITS,
    ChanceView,
    new_log,
    new_workspace,
    start_alpha_cutoff,
    start_alpha_cutoff_all,
    start_aoc_star,
    start_aoc_star_deepest,
    start_star1,
    start_star2,
)
from gametree.chance.random_trees import cell_of, check_kind, new_draws, shape_of
from gametree.chance.tree import ChanceArrays
from gametree.experiment.runner import run

CRITERIA = ("leaves", "nodes", "visits", "memory", "estimates")
WITHOUT_HEURISTIC = ("alpha-cutoff", "alpha-cutoff-all", "star1", "star2")
WITH_HEURISTIC = ("aoc*", "aoc*-deepest")
THESIS_ERRORS = (0.1, 0.25, 0.5)
"""AOC-I, AOC-II and AOC-III."""


class Size(NamedTuple):
    """Levels below the root, and children of every node."""

    depth: int
    branch: int


THESIS_ORDERS = ORDERS[:3]
THESIS_SIZES = tuple(Size(depth, branch) for depth in (2, 4) for branch in (2, 4, 8))


@compiled
def _note(counts: Any, out: Any) -> None:
    out[0], out[1], out[2] = counts[LEAVES], counts[NODES], counts[VISITS]
    out[3], out[4] = counts[MEMORY], counts[ESTIMATES]
    counts[:] = 0


@compiled
def _run(
    shape: Any, seed: Any, cell: Any, scatter: bool, order: int, sign: float, errors: Any,
    drawn: Any, draws: Any, log: Any, workspace: Any, known: Any, source: Any, out: Any,
) -> float:  # fmt: skip
    """Search every tree with every method; out[tree, method, criterion]. Return the greatest error of a value."""
    state = np.zeros(1, dtype=np.uint64)
    low, high = min(sign * LOW, sign * HIGH), max(sign * LOW, sign * HIGH)
    tree = ChanceArrays(
        shape.end, shape.parent, shape.level, shape.kind, draws.values, draws.probability, draws.after
    )
    view = ChanceView(tree, log, workspace, known[:0], sign, low, high)
    informed = ChanceView(tree, log, workspace, known, sign, low, high)
    worst = 0.0
    for i in range(len(out)):
        make(shape, seed, cell, i, scatter, order, sign, drawn, draws, source, state)
        truth = sign * draws.true[0]
        value = start_alpha_cutoff(view)
        _note(log.counts, out[i, 0])
        worst = max(worst, abs(value - truth))
        value = start_alpha_cutoff_all(view)
        _note(log.counts, out[i, 1])
        worst = max(worst, abs(value - truth))
        value = start_star1(view)
        _note(log.counts, out[i, 2])
        worst = max(worst, abs(value - truth))
        value = start_star2(view)
        _note(log.counts, out[i, 3])
        worst = max(worst, abs(value - truth))
        for k in range(len(errors)):
            fill_known(draws, errors[k], sign, known)
            value = start_aoc_star(informed)
            _note(log.counts, out[i, 4 + 2 * k])
            worst = max(worst, abs(value - truth))
            value = start_aoc_star_deepest(informed)
            _note(log.counts, out[i, 5 + 2 * k])
            worst = max(worst, abs(value - truth))
    return worst


class ChanceCell(NamedTuple):
    """One kind of tree, and all else that what is counted on such trees depends on."""

    depth: int
    branch: int
    probabilities: str
    order: str
    goal: str
    errors: tuple[float, ...]
    replicates: int
    seed: int


def run_cell(cell: ChanceCell) -> tuple[NDArray[np.int64]]:
    """Return the counts of every replicate and method: the methods without a heuristic, then both AOC* per error.

    Raises
    ------
    ArithmeticError
        If a search has found another value than the tree has.
    """
    shape = shape_of(cell.branch, cell.depth)
    n_nodes = len(shape.end)
    out = np.zeros((cell.replicates, len(columns(cell.errors)), len(CRITERIA)), dtype=np.int64)
    worst = _run(
        shape,
        cell.seed,
        cell_of(cell.branch, cell.depth, cell.probabilities),
        cell.probabilities == "scatter",
        ORDERS.index(cell.order),
        1.0 if cell.goal == "max" else -1.0,
        np.array(cell.errors, dtype=np.float64),
        new_draws(n_nodes),
        new_draws(n_nodes),
        new_log(n_nodes),
        new_workspace(n_nodes),
        np.empty((n_nodes, 2)),
        np.empty(n_nodes, dtype=np.int64),
        out,
    )
    if worst > 1e-9 * (HIGH - LOW):
        raise ArithmeticError(f"a search of {cell} is off by {worst}: it must find the value of the tree")
    return (out,)


def columns(errors: Sequence[float]) -> list[tuple[str, float]]:
    """Return (method, error) of each column of `run_cell`; NaN where there is no heuristic."""
    with_heuristic = [(name, error) for error in errors for name in WITH_HEURISTIC]
    return [(name, math.nan) for name in WITHOUT_HEURISTIC] + with_heuristic


def runs(
    sizes: Iterable[tuple[int, int]] = THESIS_SIZES,
    errors: Sequence[float] = THESIS_ERRORS,
    replicates: int = 10,
    seed: int = 0,
    goal: str = "min",
    orders: Sequence[str] = THESIS_ORDERS,
    probabilities: Sequence[str] = PROBABILITIES,
) -> pd.DataFrame:
    """Search random trees of every kind with every method.

    Parameters
    ----------
    sizes : iterable of (depth, branch)
        The sizes of the trees.
    errors : sequence of float
        Errors of the heuristic; infinity stands for no heuristic at all.
    replicates : int
        Trees of each kind.
    seed : int
        Tree number i of a kind depends on the seed, the kind and i only.
    goal : {"max", "min"}
        Whether leaves are costs, as in the thesis, or gains.
    orders, probabilities : sequence of str
        The kinds of trees.

    Returns
    -------
    DataFrame
        A row per run: depth, branch, probabilities, order, replicate, method, error, and the `CRITERIA`.
    """
    replicates = check_count("replicates", replicates, 1, 10**6)
    seed = check_count("seed", seed, 0, 2**63 - 1)
    if not all(0 <= error <= math.inf for error in errors):
        raise ValueError(f"errors is {list(errors)!r}: each must be a number from 0 to infinity")
    given = (goal, tuple(map(float, errors)), replicates, seed)
    cells = [ChanceCell(d, b, p, o, *given) for d, b in sizes for p in probabilities for o in orders]
    for cell in cells:
        check_kind(cell.probabilities, cell.order, cell.goal)
        shape_of(cell.branch, cell.depth)
    names = columns(errors)
    frames = []
    for cell, (counts,) in run(run_cell, cells):
        n = len(names)
        frame = pd.DataFrame(counts.reshape(replicates * n, len(CRITERIA)), columns=list(CRITERIA))
        frame.insert(0, "error", [error for _, error in names] * replicates)
        frame.insert(0, "method", [name for name, _ in names] * replicates)
        frame.insert(0, "replicate", np.repeat(np.arange(replicates), n))
        for name in ("order", "probabilities", "branch", "depth"):
            frame.insert(0, name, getattr(cell, name))
        frames.append(frame)
    return pd.concat(frames, ignore_index=True)
