"""The experiment of Muszycka 1985, chapter 3: its sizes, its strategies, its sixteen cases and their tables."""

from __future__ import annotations

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


class Case(NamedTuple):
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
    *(Case(1 + k, "uniform", scheme, p, table) for k, (scheme, p, table, _) in enumerate(_SCHEMES)),
    *(Case(9 + k, "nonuniform", scheme, p, table) for k, (scheme, p, _, table) in enumerate(_SCHEMES)),
)
"""The sixteen cases, in the order of Table I."""
