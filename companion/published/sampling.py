"""The trees of chapter 3 of Muszycka 1985: classes, sampled once each.

What the comparison of strategies and the search for the thesis' own generators have in common.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.published.cases import COLUMNS, SIZES
from gametree.experiment import Cell, cells

if TYPE_CHECKING:
    import pandas as pd

LABELS = tuple(COLUMNS)
"""The six strategies by their printed names, in the order of the columns."""


def _strategies(scheme: str) -> tuple[str, ...]:
    """Return the six strategies, and the variants that some reading of the scheme puts in their place."""
    variants: tuple[str, ...] = ("sss*-newest-first",)
    if scheme == "real-dependent":
        variants += ("palphabeta-unit-window", "pvs-unit-window")
    return (*COLUMNS.values(), *variants)


@dataclass
class Sampler:
    """Samples classes of trees at the 24 sizes, or at some of them, each once: readings that share trees share the work.

    Attributes
    ----------
    trees, seed, precision, timed
        As for `gametree.sweep`; a precision of 0 samples no more than `trees`.
    sizes : tuple of (int, int)
        The sizes.
    kept : dict
        Results computed from these samples, kept for reuse (`fits`).
    """

    trees: int
    seed: int
    precision: float = 0.0
    timed: bool = False
    sizes: tuple[tuple[int, int], ...] = SIZES

    def __post_init__(self) -> None:
        self._found: dict[tuple[str, str, float | None], list[Cell]] = {}
        self.kept: dict[Hashable, Any] = {}

    def cells(self, kind: str, scheme: str, p: float | None = None) -> list[Cell]:
        """Return the cells of a class of trees, in the order of `sizes`."""
        key = (kind, scheme, p)
        if key not in self._found:
            self._found[key] = cells(
                kind, scheme, p=p, sizes=self.sizes, strategies=_strategies(scheme), trees=self.trees,
                seed=self.seed, precision=self.precision or None, timed=self.timed, progress=False,
            )  # fmt: skip
        return self._found[key]

    @property
    def searched(self) -> int:
        """How many trees were generated so far."""
        return sum(cell.sums.n for found in self._found.values() for cell in found)


def rows_of(frame: pd.DataFrame) -> Iterator[Any]:
    """Return the rows of a frame as tuples with names."""
    return frame.itertuples(index=False)
