"""The experiment of Muszycka 1985, chapter 3: its sizes, its strategies, its sixteen cases and their tables."""

from __future__ import annotations

import re
from typing import NamedTuple

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
