"""The questions of ``data/beyond/claims.csv``, judged as claims of the documents are: by their quantifier alone.

Question, criterion, margin and sample were committed before the first run at full size.
"""

from __future__ import annotations

import csv
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable
from functools import cache, cached_property
from typing import ClassVar

import numpy as np
import pandas as pd

from companion.published.cells import CELLS
from companion.published.claims import Finding, case_of_mean, decided, judge_claim
from companion.widgets import listed

CLAIMS = CELLS.parents[1] / "beyond" / "claims.csv"
SHOWN = ["question", "claim", "quantifier", "cases", "that hold", "what we found", "verdict"]
"""The columns of judged claims that a page shows."""


SUBJECTS = {
    "product": "on pruning for the product rule",
    "cure": "on games played out between the rules",
    "real": "on connect four",
    "b-star": "on B*",
    "axis": "on the one axis",
    "programs": "on programs",
}
"""Section -> what its claims are on."""


@cache
def asked(section: str) -> dict[str, dict[str, str]]:
    """Return the rows of a section by id, in the order of the file.

    Examples
    --------
    >>> asked("product")["product-value"]["quantifier"]
    'always'
    """
    with CLAIMS.open(encoding="utf-8", newline="") as file:
        return {row["id"]: row for row in csv.DictReader(file) if row["section"] == section}


def judged(section: str, findings: Iterable[Finding]) -> pd.DataFrame:
    """Return the claims of a section with what was found and the verdict; every claim must have one finding.

    Examples
    --------
    >>> from companion.published.claims import finding
    >>> judged("product", [finding("product-value", [True], "")])
    Traceback (most recent call last):
        ...
    ValueError: findings of product are product-value: they must be product-value, product-move, product-depth, product-evaluation, product-order, product-range
    """  # noqa: E501 (a message is one line)
    claims = asked(section)
    found = {each.claim: each for each in findings}
    if set(found) != set(claims):
        raise ValueError(f"findings of {section} are {', '.join(found)}: they must be {', '.join(claims)}")
    rows = []
    for name, claim in claims.items():
        own, margin = found[name], float(claim["margin"])
        verdict = judge_claim(claim["quantifier"], own.cases, margin)
        holding = decided(own.cases, margin).count(True)
        note = re.sub(r"(?<=\d)%", " %", own.note)  # as in the prose of all pages
        asks, says, quantifier = (claim[column] for column in ("question", "claim", "quantifier"))
        rows.append((name, asks, says, quantifier, len(own.cases), holding, note, verdict))
    columns = ["id", *SHOWN]
    return pd.DataFrame(rows, columns=columns)


def by_subject(names: Iterable[str]) -> str:
    """Return in words how many claims of each section are among some ids.

    Examples
    --------
    >>> by_subject(["axis-costs", "real-leaves", "real-depth"])
    '2 on connect four and 1 on the one axis'
    """
    wanted = set(names)
    counts = {words: len(wanted & set(asked(section))) for section, words in SUBJECTS.items()}
    return listed(f"{count} {words}" for words, count in counts.items() if count) or "none"


class Asked(ABC):
    """A study of questions of our own: what it finds for those of its section of the file, judged."""

    section: ClassVar[str]

    @property
    @abstractmethod
    def findings(self) -> list[Finding]:
        """What was measured for every claim of the section."""

    @cached_property
    def claims(self) -> pd.DataFrame:
        """The claims, judged."""
        return judged(self.section, self.findings)


def interval(sample: np.ndarray) -> tuple[float, float, int]:
    """Return the mean of a sample, half its 95 % interval, and its size.

    Examples
    --------
    >>> import numpy as np
    >>> interval(np.array([1.0, 0.0]))
    (0.5, 0.98, 2)
    """
    case = case_of_mean(sample)
    return case.effect, 1.96 * case.error, len(sample)
