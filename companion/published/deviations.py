"""Tables III-XVIII beside a sample: how far off they are, and how far tables simulated with our own trees are.

A simulated table takes, at every size, one of our batches of 50 trees at random; all its columns at that size come
from that batch, as the columns of the thesis come from the same 50 trees.  A number that was printed once for several
strategies counts once, and a number that had to be corrected does not count.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.published.cases import COLUMNS, LABELS, SIZES, rows_of
from companion.published.cells import printed_cells
from companion.published.tables import SIMULATED, Whole, whole_table
from companion.published.verdict import OF_A_MEAN
from gametree.experiment import BATCH, CRITERIA, Cell

Floats = NDArray[np.float64]

TABLES = (
    "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV", "XVI", "XVII", "XVIII",
)  # fmt: skip
"""The tables of leaves, in the order of print."""

BASE = "AB"
"""The column from which differences are taken."""

_LEAVES = CRITERIA.index("leaves")

FARTHEST = 10.0
"""Standard errors that a single difference counts for at most: one misprint must not decide."""


class Deviations(NamedTuple):
    """The printed numbers of a table, or of several, less ours, and the same for simulated tables.

    Attributes
    ----------
    z, simulated, matters : float arrays (cells), (cells, tables), (cells)
        Distances in standard errors, those of simulated tables, and the difference that matters.
    pairs, simulated_pairs : float arrays (pairs), (pairs, tables)
        The same for differences from Alphabeta, each `FARTHEST` at most.
    impossible : int
        Printed differences where our strategies do not differ on a single tree; each counts as `FARTHEST`.
    base : float
        -2 log-likelihood of Alphabeta's column.
    """

    z: Floats
    simulated: Floats
    matters: Floats
    pairs: Floats
    simulated_pairs: Floats
    impossible: int
    base: float

    def whole(self) -> Whole:
        """Return how well all of it agrees."""
        return whole_table(self.z, self.simulated, self.matters, self.pairs, self.simulated_pairs)


def together(parts: Iterable[Deviations]) -> Deviations:
    """Return the deviations of several rows or tables as those of one: trees and draws are independent."""
    every = list(parts)
    return Deviations(
        np.concatenate([part.z for part in every]),
        np.concatenate([part.simulated for part in every]),
        np.concatenate([part.matters for part in every]),
        np.concatenate([part.pairs for part in every]),
        np.concatenate([part.simulated_pairs for part in every]),
        sum(part.impossible for part in every),
        sum(part.base for part in every),
    )


def deviations(
    table: str,
    found: Iterable[Cell],
    using: Mapping[str, str],
    seed: int,
    columns: Iterable[str] = LABELS,
    sizes: Iterable[tuple[int, int]] = SIZES,
) -> Deviations:
    """Compare a printed table with what was found, and with tables simulated from it.

    Parameters
    ----------
    table : str
        One of `TABLES`.
    found : iterable of Cell
        What was sampled, with batches, in the order of `SIZES`.
    using : mapping
        Printed column -> the strategy that stands for it, where it is not the obvious one.
    seed : int
        Of the simulation; the same batches are drawn whatever is compared.
    columns : iterable of str
        Whose differences from Alphabeta are compared; those noted as suspect are left out.
    sizes : iterable of (int, int)
        The sizes that count.
    """
    rng = np.random.default_rng([seed, TABLES.index(table)])
    printed = {(row.row, row.column): row for row in rows_of(printed_cells(table))}
    strategies, wanted, others = COLUMNS | dict(using), set(sizes), tuple(columns)
    parts = []
    for cell in found:
        batches = cell.sums.batch_means()[..., _LEAVES]
        drawn = batches[rng.integers(len(batches), size=SIMULATED)]
        if (cell.width, cell.depth) in wanted:
            size = f"{'U' if cell.kind == 'uniform' else 'N'}({cell.width},{cell.depth})"
            row = {column: printed[size, column] for column in COLUMNS}
            parts.append(_of_size(cell, drawn, row, strategies, others))
    return together(parts)


def _of_size(
    cell: Cell, drawn: Floats, row: Mapping[str, Any], strategies: Mapping[str, str], others: tuple[str, ...]
) -> Deviations:
    """Compare a row of a table; `drawn` has the means of the batches that stand for it in the simulated tables."""
    mean, covariance = cell.sums.mean()[:, _LEAVES], cell.sums.covariance()[_LEAVES]
    by_chance, a = drawn - mean, cell.strategies.index(strategies[BASE])
    off_base, base_variance = row[BASE].best - mean[a], covariance[a, a] / BATCH
    means: list[tuple[float, Floats, float]] = []
    pairs: list[tuple[float, Floats]] = []
    impossible = 0
    for column, number in row.items():
        if number.same_as or not math.isnan(number.corrected):
            continue
        k = cell.strategies.index(strategies[column])
        off, variance = number.best - mean[k], covariance[k, k]
        if variance > 0:
            error = math.sqrt(variance * (1 / BATCH + 1 / cell.sums.n))
            own = by_chance[:, k] / math.sqrt(variance / BATCH)
            means.append((off / error, own, OF_A_MEAN * mean[k] / error))
        if column == BASE or column not in others or "suspect" in number.note:
            continue
        error = math.sqrt(max(covariance[a, a] + variance - 2 * covariance[a, k], 0.0) / BATCH)
        if error > 1e-9:
            pairs.append(((off - off_base) / error, (by_chance[:, k] - by_chance[:, a]) / error))
        elif abs(off - off_base) > 0.006:
            impossible += 1
            pairs.append((FARTHEST, np.zeros(SIMULATED)))
    return Deviations(
        np.array([z for z, _, _ in means]),
        np.array([own for _, own, _ in means]).reshape(-1, SIMULATED),
        np.array([matters for _, _, matters in means]),
        np.clip([z for z, _ in pairs], -FARTHEST, FARTHEST),
        np.clip(np.array([own for _, own in pairs]).reshape(-1, SIMULATED), -FARTHEST, FARTHEST),
        impossible,
        off_base**2 / base_variance + math.log(base_variance) if base_variance > 0 else 0.0,
    )
