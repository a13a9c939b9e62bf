"""The error model of Muszycka 1985, section 5.1, tested: its recurrence, its limits, its map."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from scipy.optimize import brentq
from scipy.special import ndtr

from gametree.theory import error_model, xi
from gametree.theory.error_model import (
    Errors,
    error_growth,
    fixed_p,
    p_cycle,
    slope,
    trajectory,
    wrong_decision,
)

P_D = np.arange(0.2, 0.95, 0.1)
"""The probabilities that a leaf is WIN of the thesis' figures."""

STARTS = ((0.1, 0.1), (0.1, 0.2), (0.2, 0.1), (0.2, 0.2))
"""err1 and err2 at the leaves, in the order of Figures 44-47 and 50-53."""

Q = 0.05
"""The density of terminal nodes in Figures 50-53."""

NOT_EXCEPTIONAL = abs(P_D - 0.6) > 0.05
"""Where in `P_D` the thesis says that ERR falls: everywhere but at 0.6."""


def farthest_from_cases(rng: np.random.Generator) -> float:
    """Return the largest distance of equations (1) and (3) from the sum over all cases, at 1,200 random states."""
    farthest = 0.0
    for w in (2, 3, 4):
        for start in rng.random((200, 4)):
            state, q = Errors(*start[:3]), start[3]
            for density in (0.0, q):
                found = error_model.one_level_up(state, w, density)
                wanted = error_model.by_cases(state, w, density)
                farthest = max(farthest, *(abs(float(a) - b) for a, b in zip(found, wanted, strict=True)))
    return farthest


def simulated(trees: int, rng: np.random.Generator) -> pd.DataFrame:
    """Hold the recurrence against random trees.

    Columns: ``w, q, levels, parameter, recurrence, simulated, standard errors``.
    """
    rows = []
    for w, q, start in (
        (2, 0.0, (0.1, 0.2, 0.6)),
        (2, 0.05, (0.1, 0.1, 0.7)),
        (3, 0.0, (0.2, 0.1, 0.7)),
        (3, 0.1, (0.1, 0.2, 0.5)),
    ):
        depth = 6 if w == 2 else 4
        expected = trajectory(*start, depth, w, q)
        measured = error_model.simulate(Errors(*start), depth, trees, rng, w, q)
        p = float(expected.p[-1])
        sizes = (trees * (1 - p), trees * p, trees)
        for name, found, wanted, n in zip(Errors._fields, measured, expected, sizes, strict=True):
            x = float(wanted[-1])
            rows.append((w, q, depth, name, x, found, (found - x) / np.sqrt(x * (1 - x) / n)))
    columns = ["w", "q", "levels", "parameter", "recurrence", "simulated", "standard errors"]
    return pd.DataFrame(rows, columns=columns)


def errors_by_level(p: Any, levels: int, q: float = 0.0) -> np.ndarray:
    """Return ERR by start (`STARTS`), level above the leaves (0 to `levels`) and p.

    Examples
    --------
    >>> errors_by_level(P_D, 10).shape
    (4, 11, 8)
    >>> errors_by_level(0.6, 1)[0].round(3).tolist()
    [0.1, 0.13]
    """
    return np.stack([wrong_decision(trajectory(a, b, p, levels, q=q)) for a, b in STARTS])


def ends_of_errors(p: Any) -> np.ndarray:
    """Return the greater ERR of the last two of 2000 levels with terminal nodes, by start and p."""
    return errors_by_level(p, 2000, Q)[:, -2:].max(axis=1)


class Grid(NamedTuple):
    """ERR from starts on a grid.

    Attributes
    ----------
    err : array
        ERR by level (0 to 12) and start.
    total : array
        err1 + err2 at the leaves.
    none : array of bool
        Whether both are 0 there.
    """

    err: np.ndarray
    total: np.ndarray
    none: np.ndarray


def grid_of_starts() -> Grid:
    """Follow ERR for twelve levels from err1 and err2 from 0 to 1 and p from 0.05 to 0.95."""
    grid = np.linspace(0, 1, 21)
    a, b, p = np.meshgrid(grid, grid, np.linspace(0.05, 0.95, 19))
    err = np.asarray(wrong_decision(trajectory(a, b, p, 12)))
    return Grid(err, np.round(a + b, 9), (a == 0) & (b == 0))


def _areas(apart: float, p: float, points: int) -> np.ndarray:
    """Return the area of equation (2) by level, 0 to 60, for normal evaluations whose means are so far apart."""
    x = np.linspace(-4, 6, points)
    path = trajectory(1 - ndtr(x), ndtr(x - apart), p, 60)
    return np.asarray(error_model.area(path.err1, path.err2))


POINTS = {"ERR, continuous": 401, "ERR, six values": 6}
"""Thresholds by which a continuous and a discrete evaluation are followed."""


def ends_of_many_values() -> dict[str, np.ndarray]:
    """Return the area of equation (2) after sixty levels, by distance of the means and p (`P_D`)."""
    return {
        name: np.array([[_areas(apart, p, points)[-1] for p in P_D] for apart in (1.0, 2.0, 3.0)])
        for name, points in POINTS.items()
    }


def ends_by_positive_errors() -> tuple[np.ndarray, np.ndarray]:
    """Return ERR after 400 levels, from starts with two positive errors, and from starts with one."""
    start, p = np.array([0.02, 0.05, 0.1, 0.2, 0.3]), np.linspace(0.05, 0.95, 19)
    both, one, other = (
        np.asarray(wrong_decision(trajectory(*np.meshgrid(first, second, p), 400)))[-2:].max(axis=0)
        for first, second in ((start, start), (start, 0.0), (0.0, start))
    )
    return both.ravel(), np.concatenate([one.ravel(), other.ravel()])


class TerminalNodes(NamedTuple):
    """What terminal nodes of density 0.05 to 0.25 do to ERR.

    Attributes
    ----------
    near, cured : arrays
        Values of p around the fixed point, and by start and p whether ERR ends at 0.
    tested, fall : arrays
        p and q of all starts that the thesis tested, and by how much ERR falls within ten levels.
    quicker, sooner : arrays of bool
        For pairs of starts of Figures 50-53, whether the smaller errors leave the smaller share of ERR after ten
        levels, and whether ERR is sooner below 0.05.
    """

    near: np.ndarray
    cured: np.ndarray
    tested: tuple[np.ndarray, np.ndarray]
    fall: np.ndarray
    quicker: np.ndarray
    sooner: np.ndarray


def terminal_nodes() -> TerminalNodes:
    """Follow ERR from all starts that the thesis tested, and around the fixed point."""
    near = np.linspace(0.2, 0.9, 141)
    near = near[abs(near - fixed_p(Q)) > 0.002]
    errors = [0.1, 0.2, 0.3, 0.4, 0.5]
    e1, e2, p, q = np.meshgrid(errors, errors, P_D[NOT_EXCEPTIONAL], [0.05, 0.1, 0.15, 0.2, 0.25])
    all_tested = np.asarray(wrong_decision(trajectory(e1, e2, p, 10, q=q)))
    ten = errors_by_level(P_D, 10, Q)
    left = (ten[:, -1] / ten[:, 0])[:, NOT_EXCEPTIONAL]
    until = (errors_by_level(P_D, 300, Q)[:, :, NOT_EXCEPTIONAL] > 0.05).sum(axis=1)
    smaller = [
        (i, j)
        for i, a in enumerate(STARTS)
        for j, b in enumerate(STARTS)
        if a != b and a[0] <= b[0] and a[1] <= b[1]
    ]
    return TerminalNodes(
        near,
        ends_of_errors(near) < 1e-6,
        (p, q),
        all_tested[0] - all_tested[-1],
        np.ravel([left[i] < left[j] for i, j in smaller]),
        np.ravel([until[i] <= until[j] for i, j in smaller]),
    )


def cycle_of_errors() -> tuple[float, float]:
    """Return where errors end at the p that stays what it is, q = 0.05: err2 while err1 is 0, and err1 while err2 is."""
    path = trajectory(0.1, 0.1, fixed_p(Q), 500, q=Q)
    return float(path.err2[-2:].max()), float(path.err1[-2:].max())


def p_that_ends_at(err2: float) -> float:
    """Return the p, if it were held where it is not at rest, from which err2 ends at a given number."""

    def end_at(p: float) -> float:
        state = Errors(0.1, 0.1, p)
        for _ in range(500):
            state = error_model.one_level_up(state, q=Q)._replace(p=p)
        return max(state.err2, float(error_model.one_level_up(state, q=Q).err2))

    return float(brentq(lambda p: end_at(p) - err2, 0.59, 0.62, xtol=1e-7))


def change_of_errors(p: np.ndarray, q: np.ndarray, levels: int) -> np.ndarray:
    """Return by how much ERR grows from err1 = err2 = 0.1 over some levels, by q and p.

    Whose move is last matters: it is the mean of two neighbouring levels.
    """
    shape = (len(q), len(p))
    state = Errors(np.full(shape, 0.1), np.full(shape, 0.1), np.broadcast_to(p, shape))
    begin = wrong_decision(state)
    for _ in range(levels):
        before, state = state, error_model.one_level_up(state, q=q[:, None])
    return np.asarray((wrong_decision(state) + wrong_decision(before)) / 2 - begin)


class Map(NamedTuple):
    """The change of ERR by density of terminal nodes and p.

    Attributes
    ----------
    p, q : arrays
        The axes.
    change : array (q, p)
        From `change_of_errors`.
    """

    p: np.ndarray
    q: np.ndarray
    change: np.ndarray

    @property
    def grows(self) -> float:
        """In how many per cent of the map ERR grows."""
        return 100 * float((self.change > 0).mean())


def map_of_errors(levels: int) -> Map:
    """Return the map of the change of ERR over some levels; without terminal nodes ERR grows at every p, so q > 0."""
    p, q = np.linspace(0.3, 0.9, 241), np.linspace(0.0025, 0.25, 100)
    return Map(p, q, change_of_errors(p, q, levels))


def fixed_points() -> pd.DataFrame:
    """Return fixed points and cycles of p by density of terminal nodes, and what they multiply small errors by."""
    rows = []
    for q in (0.0, 0.01, 0.025, 0.05, 0.075, 0.1, 0.125, 0.15, 0.2):
        cycle = p_cycle(q)
        on_cycle = (cycle.low, cycle.high, max(cycle.growth_1, cycle.growth_2)) if cycle else (np.nan,) * 3
        rows.append((q, fixed_p(q), slope(q), error_growth(q), *on_cycle))
    columns = [
        "q",
        "p*",
        "slope at p*",
        "errors at p*, per two levels",
        "cycle, low",
        "cycle, high",
        "errors on the cycle",
    ]
    return pd.DataFrame(rows, columns=columns)


def grouping() -> pd.DataFrame:
    """Return from where errors die out if siblings have equal values, against the printed thresholds, by width."""
    rows = []
    axis = np.linspace(0.005, 0.995, 100)
    g1, g2 = np.meshgrid(axis, axis, indexing="ij")
    for w in (2, 3, 5):
        golden = xi(w)
        e1: Any = g1
        e2: Any = g2
        for _ in range(400):
            e1, e2 = error_model.grouped(e1, e2, w)
        dies = np.maximum(e1, e2) < 1e-6
        printed = (g1 < 1 - golden) & (g2 < golden)
        exchanged = (g1 < golden) & (g2 < 1 - golden)
        same = bool((dies == exchanged).all()), bool((dies == printed).all())
        rows.append((w, golden, dies.mean(), *same, int(printed.sum()), float(dies[printed].mean())))
    columns = [
        "w",
        "ξ",
        "share of starts that die out",
        "exactly err1 < ξ, err2 < 1 - ξ",
        "exactly as printed",
        "starts in the printed region",
        "of the printed region, die out",
    ]
    return pd.DataFrame(rows, columns=columns)
