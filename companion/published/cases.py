"""The experiment of Muszycka 1985, chapter 3: its sizes, strategies and sixteen cases, their readings, samples, tables.

The literal reading of a case is what the text says, word by word.  The chosen one was picked with the printed tables in
sight, because it comes closer to them; `notebooks/03_pruning_comparison` shows both side by side,
`notebooks/11_detective_work` what else was tried, and how the chosen ones do on numbers that had no part in the choice.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.published.cells import CELLS, published, records
from gametree.experiment import Cell, cells

if TYPE_CHECKING:
    import pandas as pd

SIZES = (
    *((width, 2) for width in (2, 3, 4, 5, 6, 8, 10, 24)),
    *((width, 3) for width in (2, 3, 4, 5, 6, 8, 10)),
    *((width, 4) for width in (2, 3, 4, 5)),
    *((width, 5) for width in (2, 3, 4)),
    *((width, 6) for width in (2, 3)),
)
"""The 24 sizes (width, depth) of section 3.2, in the order of the tables."""

COLUMNS = {
    "AB": "alphabeta",
    "BB": "branch-and-bound",
    "PAB": "palphabeta",
    "Scout": "scout",
    "PVS": "pvs",
    "SSS*": "sss*",
}
"""The columns of Tables III-XVIII, and the strategies that they are about."""


class TreeCase(NamedTuple):
    """One of the sixteen cases of Table I: a kind of tree, a scheme, and the table with its leaf counts."""

    number: int
    kind: str
    scheme: str
    p: float | None
    table: str


_SCHEMES = (
    ("unordered", None, "III", "XIII"),
    ("ordered", 0.2, "VI", "XIV"),
    ("ordered", 0.4, "VII", "XV"),
    ("ordered", 0.6, "VIII", "XVI"),
    ("ordered", 0.8, "IX", "XVII"),
    ("ordered", 1.0, "X", "XVIII"),
    ("integer-dependent", None, "IV", "XI"),
    ("real-dependent", None, "V", "XII"),
)

CASES = (
    *(TreeCase(1 + k, "uniform", scheme, p, table) for k, (scheme, p, table, _) in enumerate(_SCHEMES)),
    *(TreeCase(9 + k, "nonuniform", scheme, p, table) for k, (scheme, p, _, table) in enumerate(_SCHEMES)),
)
"""The sixteen cases, in the order of Table I."""


def case_of(table: str) -> TreeCase:
    """Return the case that a table of leaves is about.

    >>> case_of("VI").p
    0.2
    """
    return next(case for case in CASES if case.table == table)


def size_name(width: int, depth: int, kind: str = "uniform") -> str:
    """Return the name of a size in the tables.

    >>> size_name(3, 6), size_name(3, 6, "nonuniform")
    ('U(3,6)', 'N(3,6)')
    """
    return f"{'U' if kind == 'uniform' else 'N'}({width},{depth})"


SCHEMES_IN_PRINT = {"unordered-independent": "unordered"}
"""What the text calls a scheme, where it is not our name of it."""

_PLACE = re.compile(r"(?P<letter>[UN])\((?P<width>\d+),(?P<depth>\d+)\) (?:P=(?P<p>[\d.]+)|(?P<scheme>\S+))")


def where_is(row: str) -> tuple[int, int]:
    """Return the places of case and size, in `CASES` and `SIZES`, for the row of a number quoted in the text.

    >>> where_is("U(3,6) P=0.2")
    (1, 23)
    """
    place = _PLACE.fullmatch(row)
    if place is None:
        raise ValueError(f"row is {row!r}: it must name a size and a scheme or P, as in U(3,6) P=0.2")
    kind = "uniform" if place["letter"] == "U" else "nonuniform"
    p = float(place["p"]) if place["p"] else None
    scheme = "ordered" if place["p"] else SCHEMES_IN_PRINT.get(place["scheme"], place["scheme"])
    case = next(c for c in CASES if (c.kind, c.scheme, c.p) == (kind, scheme, p))
    return case.number - 1, SIZES.index((int(place["width"]), int(place["depth"])))


class Reading(NamedTuple):
    """How a case is generated and searched.

    Attributes
    ----------
    name : str
        ``literal`` or ``chosen``.
    kind, scheme : str
        Arguments of `gametree.generate`.
    using : mapping
        Printed column -> the strategy that stands for it, where it is not the obvious one
        (`companion.compare`).
    why : str
        What differs from the literal reading, in a few words; empty if nothing does.
    """

    name: str
    kind: str
    scheme: str
    using: Mapping[str, str]
    why: str

    @property
    def strategies(self) -> tuple[str, ...]:
        """The strategies behind the six printed columns."""
        return tuple((COLUMNS | dict(self.using)).values())


def literal_reading(case: TreeCase) -> Reading:
    """Return what the thesis says."""
    return Reading("literal", case.kind, case.scheme, {}, "")


def chosen_reading(case: TreeCase) -> Reading:
    """Return the reading that was chosen with the printed tables in sight, or the literal one if none was."""
    kind, scheme, using = case.kind, case.scheme, {}
    why = []
    if kind == "nonuniform" and scheme == "ordered":
        kind, scheme = "nonuniform-levels", "ordered-leaves"
        why.append("one fan-out per level, below the root up to w-1; only leaves are ordered")
    elif kind == "nonuniform" and scheme == "unordered":
        kind, scheme = "nonuniform-levels", "unordered-best-last"
        why.append("one fan-out per level, below the root up to w-1; the best of sibling leaves comes last")
    elif kind == "nonuniform":
        kind = "nonuniform-narrow"
        why.append("fan-outs below the root up to w-1")
    elif scheme == "ordered" and case.p != 1:
        scheme = "ordered-reset"
        why.append("a value that is not handed to the leftmost child is forgotten")
    if scheme == "integer-dependent":
        using = {"SSS*": "sss*-newest-first"}
        why.append("SSS* puts a newly solved triple above those of equal merit")
    if scheme == "real-dependent":
        using = {"PAB": "palphabeta-unit-window", "PVS": "pvs-unit-window"}
        why.append("windows of width 1")
    return Reading("chosen", kind, scheme, using, "; ".join(why)) if why else literal_reading(case)


LABELS = tuple(COLUMNS)
"""The six strategies by their printed names, in the order of the columns."""


def _strategies(scheme: str) -> tuple[str, ...]:
    """Return the six strategies, and the variants that some reading of the scheme puts in their place."""
    variants = {
        "integer-dependent": ("sss*-newest-first",),
        "real-dependent": ("palphabeta-unit-window", "pvs-unit-window"),
    }
    return (*COLUMNS.values(), *variants.get(scheme, ()))


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


SCORECARD = CELLS.parents[2] / "reports" / "scorecard.csv"

Means = dict[str, dict[str, Any]]
"""Per strategy: the printed mean as `value`, its `table`, and the `verdict` on it with the text read word by word."""


@cache
def printed_leaves() -> dict[str, dict[str, Means]]:
    """Return Tables III to XVIII: by class of trees, by size, by strategy.

    A class is a kind, a scheme and, where the scheme takes one, a p.  The verdict is that of the committed scorecard,
    and is left out where there is none.

    >>> printed_leaves()["uniform unordered"]["3,6"]["sss*"]["value"]
    173.34
    >>> sorted(printed_leaves()["nonuniform ordered 0.2"]["2,3"])
    ['alphabeta', 'branch-and-bound', 'palphabeta', 'pvs', 'scout', 'sss*']
    """
    verdicts = _verdicts()
    found: dict[str, dict[str, Means]] = {}
    for case in CASES:
        name = " ".join([case.kind, case.scheme, *([] if case.p is None else [f"{case.p:g}"])])
        sizes = found.setdefault(name, {})
        cells = published("muszycka1985", table=case.table)
        for row, column, value in zip(cells["row"], cells["column"], cells["best"], strict=True):
            mean: dict[str, Any] = {"value": float(value), "table": case.table}
            if verdict := verdicts.get((case.table, row, column)):
                mean["verdict"] = verdict
            sizes.setdefault(row[2:-1], {})[COLUMNS[column]] = mean
    return found


def _verdicts() -> dict[tuple[str, str, str], str]:
    if not SCORECARD.exists():
        return {}
    return {
        (row["table"], row["row"], row["column"]): row["literal_verdict"]
        for row in records(SCORECARD)
        if row["source"] == "muszycka1985" and row["literal_verdict"]
    }
