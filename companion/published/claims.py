"""The claims that the documents make in words; each is judged by its quantifier alone.

``data/published/claims.csv`` holds one row per claim: what it says, how far it goes (its quantifier), what is
compared to test it, and by what margin it must hold.  A chapter measures cases; `judge_claim` turns them into a
verdict.  The same quantifier gets the same test everywhere, and what a document merely assumes or suggests is not
judged.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from scipy.special import ndtr, ndtri, stdtrit

from companion.published.cells import CELLS, SOURCES, read_rows
from companion.published.tables import notebook_of
from companion.published.verdict import LIMIT, OF_A_MEAN, SCORECARD_COLUMNS
from gametree._checks import check_name

CLAIMS = CELLS.with_name("claims.csv")
COLUMNS = (
    "id", "source", "table", "page", "claim", "value", "quantifier", "criterion", "margin", "trivial", "unsaid", "words",
)  # fmt: skip
COLUMN = "claim"
"""What stands in the place of a column for a claim in the scorecard."""

QUANTIFIERS = {
    "always": "no case fails, and every one is decided",
    "usually": "more than half of the cases hold",
    "on average": "the mean over the cases holds",
    "may": "at least one case holds; that none was found refutes nothing",
    "asymptotically": "the later half of the cases, in the order of growing size, all hold",
    "about": "ours is within the margin of the printed number",
    "assumption": "assumed in the source, not claimed: not judged",
    "suggestion": "suggested in the source, not claimed: not judged",
}
"""How far a claim goes -> when it agrees.

A case holds if its effect is positive by more than chance allows, and fails if it is not positive by more than
chance allows; between the two it is undecided.  What neither agrees nor is refuted is inconclusive.
"""

NOT_JUDGED = ("assumption", "suggestion")


class Claim(NamedTuple):
    """A row of ``claims.csv``.

    Attributes
    ----------
    id, source, table, page : str, str, str, int
        Its name, the document, the section (called table, as for numbers) and the page.
    claim : str
        What it says, in our words.
    value : float
        The number that it names, or NaN.
    quantifier, criterion, margin : str, str, float
        How far it goes (`QUANTIFIERS`), what is compared, and by how much it must hold (for ``about``: the distance
        from the printed number that is allowed).
    trivial : bool
        Whether it is true by definition or by construction: shown, but no evidence.
    unsaid : str
        What the source does not say and a test would need: a claim with it neither agrees nor differs.
    """

    id: str
    source: str
    table: str
    page: int
    claim: str
    value: float
    quantifier: str
    criterion: str
    margin: float
    trivial: bool
    unsaid: str = ""


class Case(NamedTuple):
    """One measurement that can speak for a claim: by how much it does (negative: against it), and its standard error."""

    effect: float
    error: float = 0.0


class Finding(NamedTuple):
    """What was measured for a claim.

    Attributes
    ----------
    claim : str
        Its id.
    cases : tuple of Case
        The measurements; none if it can't be tested as stated, and then the note says why.
    note : str
        A sentence with what was measured, and by how much it held or not.
    ours : float
        Our number, for a claim that names one.
    """

    claim: str
    cases: tuple[Case, ...]
    note: str
    ours: float = math.nan


def finding(claim: str, cases: Iterable[Case | bool], note: str, ours: float = math.nan) -> Finding:
    """Return a finding; a case that is known for certain may be given as true or false.

    Examples
    --------
    >>> finding("c", [True, False], "").cases
    (Case(effect=1.0, error=0.0), Case(effect=-1.0, error=0.0))
    """
    return Finding(
        claim, tuple(c if isinstance(c, Case) else Case(1.0 if c else -1.0) for c in cases), note, ours
    )


class Measures(dict[str, Callable[[Any], list[Finding]]]):
    """Claim -> what measures it, given the study of a chapter: its finding, and those of claims measured with it.

    Decorating a function of the study with ``measures(claim, ...)`` enters it.  For one claim it returns what `finding`
    takes besides the claim: cases, a note, and ours if the claim names a number; for several that for each of them.

    Examples
    --------
    >>> measures = Measures()
    >>> @measures("larger", "smaller")
    ... def _compared(study):
    ...     return ([study > 1], "beside 1"), ([study < 3], "beside 3")
    >>> measures.finding("smaller", 3)
    Finding(claim='smaller', cases=(Case(effect=-1.0, error=0.0),), note='beside 3', ours=nan)
    >>> [each.note for each in measures.findings(3)]
    ['beside 1', 'beside 3']
    """

    def __call__(self, *claims: str) -> Callable[[Callable[[Any], Any]], Callable[[Any], Any]]:
        """Enter the function that is decorated as what measures these claims."""

        def enter(measure: Callable[[Any], Any]) -> Callable[[Any], Any]:
            def measured(study: Any) -> list[Finding]:
                found = measure(study)
                several = [found] if len(claims) == 1 else found
                return [finding(claim, *each) for claim, each in zip(claims, several, strict=True)]

            self.update(dict.fromkeys(claims, measured))
            return measure

        return enter

    def finding(self, claim: str, study: Any) -> Finding:
        """Return what is measured for one claim; only what it needs is computed."""
        return next(each for each in self[claim](study) if each.claim == claim)

    def findings(self, study: Any) -> list[Finding]:
        """Return what is measured for all claims."""
        return [each for measured in dict.fromkeys(self.values()) for each in measured(study)]


def about(claim: Claim, ours: float, error: float = 0.0) -> Case:
    """Return the case for a number: by how much ours is within the margin of the printed one."""
    return Case(claim.margin - abs(ours - claim.value), error)


def limit(cases: int) -> float:
    """Return the standard errors that decide a case if there are so many: by chance 27 claims in 10,000 are misjudged."""
    return float(-ndtri(ndtr(-LIMIT) / cases))


def decided(cases: Sequence[Case], margin: float = 0.0) -> list[bool | None]:
    """Return for every case whether it holds by more than a margin; None where chance leaves it open.

    Examples
    --------
    >>> decided([Case(1.0), Case(0.5, 0.1), Case(0.0), Case(0.1, 0.1)])
    [True, True, False, None]
    """
    wide = limit(max(len(cases), 1))
    found: list[bool | None] = []
    for effect, error in cases:
        room = effect - margin
        found.append(None if error > 0 and abs(room) <= wide * error else room > 0)
    return found


def judge_claim(quantifier: str, cases: Sequence[Case], margin: float = 0.0) -> str:
    """Return the verdict on a claim.

    Parameters
    ----------
    quantifier : str
        One of `QUANTIFIERS`.
    cases : sequence of Case
        What was measured; in the order of growing size for ``asymptotically``.
    margin : float
        By how much a case must hold; the cases of ``about`` have it in them already (`about`).

    Examples
    --------
    >>> judge_claim("always", [Case(1.0), Case(-1.0)])
    'differs'
    >>> judge_claim("usually", [Case(1.0), Case(1.0), Case(-1.0)])
    'agrees'
    >>> judge_claim("may", [Case(-1.0)])
    'inconclusive'
    >>> judge_claim("on average", [Case(0.3, 0.2), Case(0.1, 0.2)])
    'inconclusive'
    """
    check_name("quantifier", quantifier, QUANTIFIERS)
    if quantifier in NOT_JUDGED or not cases:
        return "underspecified"
    if quantifier == "on average":
        n = len(cases)
        mean = Case(
            math.fsum(c.effect for c in cases) / n, math.sqrt(math.fsum(c.error**2 for c in cases)) / n
        )
        outcomes = decided([mean], margin)
    else:
        outcomes = decided(cases, 0.0 if quantifier == "about" else margin)
    if quantifier == "asymptotically":
        outcomes = outcomes[len(outcomes) // 2 :]
    right, wrong, all_of_them = outcomes.count(True), outcomes.count(False), len(outcomes)
    if quantifier == "usually":
        return (
            "agrees" if 2 * right > all_of_them else "differs" if 2 * wrong >= all_of_them else "inconclusive"
        )
    if quantifier == "may":
        return "agrees" if right else "inconclusive"
    if quantifier == "asymptotically":
        return "agrees" if right == all_of_them else "differs" if wrong == all_of_them else "inconclusive"
    return "differs" if wrong else "agrees" if right == all_of_them else "inconclusive"


@lru_cache
def all_claims(path: Path = CLAIMS) -> dict[str, Claim]:
    """Return the claims of all documents by id, in the order of the file.

    Raises
    ------
    ValueError
        If a row is damaged; the message names file, line and problem.
    """
    found: dict[str, Claim] = {}
    for line, row in read_rows(path, COLUMNS):
        where = f"{path}, line {line}"
        if row["source"] not in SOURCES:
            raise ValueError(f"{where}: source is {row['source']!r}; allowed are {', '.join(SOURCES)}")
        if row["quantifier"] not in QUANTIFIERS:
            raise ValueError(
                f"{where}: quantifier is {row['quantifier']!r}; allowed are {', '.join(QUANTIFIERS)}"
            )
        if not (row["id"] and row["claim"] and row["criterion"]) or row["id"] in found:
            raise ValueError(f"{where}: id {row['id']!r} must be new, and claim and criterion not empty")
        if row["quantifier"] == "about" and not (row["value"] and row["margin"]):
            raise ValueError(f"{where}: a claim about a number needs value and margin")
        try:
            page, value, margin = int(row["page"]), float(row["value"] or "nan"), float(row["margin"] or 0)
        except ValueError:
            raise ValueError(f"{where}: page, value and margin must be numbers") from None
        found[row["id"]] = Claim(
            row["id"], row["source"], row["table"], page, row["claim"], value, row["quantifier"], row["criterion"],
            margin, row["trivial"] == "yes", row["unsaid"],
        )  # fmt: skip
    return found


def verdict_on(claim: str, cases: Sequence[Case]) -> str:
    """Return the verdict on a claim by its own quantifier and margin, whatever its source leaves unsaid."""
    own = all_claims()[claim]
    return judge_claim(own.quantifier, cases, own.margin)


def claims_of(notebook: str) -> dict[str, Claim]:
    """Return the claims that a notebook judges, by id."""
    return {
        name: claim
        for name, claim in all_claims().items()
        if notebook_of(claim.source, claim.table) == notebook
    }


def judged_claims(notebook: str, findings: Iterable[Finding]) -> pd.DataFrame:
    """Return the claims of a notebook as the frame that the scorecard takes, in the order of the file.

    `ours` is our number where the claim names one, else the part of the cases that hold; `n` the number of cases;
    `statistic` how far the case that speaks least for the claim is from its margin, in standard errors if it has one.

    Raises
    ------
    ValueError
        If a finding names no claim of this notebook or names one twice, or if a claim has no finding.
    """
    claims = claims_of(notebook)
    found: dict[str, Finding] = {}
    for each in findings:
        if each.claim not in claims:
            raise ValueError(
                f"claim is {each.claim!r}: it must be one of {', '.join(claims) or 'none'} of {notebook}"
            )
        if each.claim in found:
            raise ValueError(f"claim {each.claim!r} is judged twice")
        if not each.cases and not each.note:
            raise ValueError(f"claim {each.claim!r} has neither cases nor a note that says why")
        found[each.claim] = each
    missing = [name for name in claims if name not in found]
    if missing:
        raise ValueError(f"findings lack {', '.join(missing)}: every claim of {notebook} needs one")
    return _frame(found[name] for name in claims)


def judged_rows(
    seed: int, claims: pd.DataFrame, *numbers: pd.DataFrame, chosen: Collection[str] = ()
) -> pd.DataFrame:
    """Return the printed numbers of a chapter and its claims, both judged, as the scorecard takes them.

    Parameters
    ----------
    seed : int
        Of the chapter's study.
    claims : DataFrame
        From `judged_claims`.
    *numbers : DataFrame
        Judged numbers; their reading is literal if they have none.
    chosen : collection of str
        The claims that rest on a reading that was chosen.
    """
    readings = np.where(claims["row"].isin(list(chosen)), "chosen", "literal")
    rows = pd.concat([*numbers, claims.assign(reading=readings)], ignore_index=True)
    return rows.fillna({"reading": "literal"}).assign(seed=seed)


def judged_claim(own: Finding) -> pd.DataFrame:
    """Return one claim as its row of the frame that the scorecard takes (`judged_claims`)."""
    return _frame([own])


def row_of(judged: pd.DataFrame, table: str, row: str, column: str) -> dict[str, Any]:
    """Return one judged row of a source: the cell in this column, or the claim."""
    own = (judged["table"] == table) & (judged["row"] == row) & (judged["column"] == column)
    (found,) = judged[own].to_dict("records")
    return {str(name): value for name, value in found.items()}


def _frame(findings: Iterable[Finding]) -> pd.DataFrame:
    every = all_claims()
    return pd.DataFrame(
        [_row(every[own.claim], own) for own in findings], columns=[*SCORECARD_COLUMNS, "note"]
    )


def _row(claim: Claim, own: Finding) -> tuple[object, ...]:
    verdict, note = verdict_on(claim.id, own.cases), own.note
    if claim.unsaid and verdict in ("agrees", "differs"):
        held = "it holds in ours" if verdict == "agrees" else "it does not hold in ours"
        verdict, note = "underspecified", f"{note}; {held}; not said: {claim.unsaid}"
    margin = 0.0 if claim.quantifier == "about" else claim.margin
    outcomes = decided(own.cases, margin)
    share = outcomes.count(True) / len(outcomes) if outcomes else math.nan
    ours = share if math.isnan(own.ours) else own.ours
    rooms = [(c.effect - margin) / (c.error or 1.0) for c in own.cases]
    return (
        claim.source, claim.table, claim.id, COLUMN, claim.value, math.nan, ours, math.nan,
        len(own.cases) or math.nan, min(rooms, default=math.nan), verdict, note,
    )  # fmt: skip


def widened(error: float, n: int) -> float:
    """Return a standard error as it must count in a sample of so many: LIMIT of them are as rare as in a large one.

    Examples
    --------
    >>> round(widened(1.0, 10), 2), round(widened(1.0, 1000), 2), widened(1.0, 1)
    (1.36, 1.0, inf)
    """
    return error * float(-stdtrit(n - 1, ndtr(-LIMIT))) / LIMIT if n > 1 else math.inf


def case_of_mean(sample: Any) -> Case:
    """Return the mean of a sample, an array, as a case with its standard error; nothing is said of one value's.

    Examples
    --------
    >>> case_of_mean(np.array([1.0, 1.0, 0.0, 0.0])).effect
    0.5
    """
    n = len(sample)
    return Case(float(sample.mean()), float(sample.std(ddof=1)) / math.sqrt(n) if n > 1 else 0.0)


def mean_case(values: Sequence[float] | Any) -> Case:
    """Return the mean of a sample with its standard error, widened if it is small; a sample of one decides nothing.

    Examples
    --------
    >>> effect, error = mean_case([1.0, 3.0] * 50)
    >>> effect, round(error, 2)
    (2.0, 0.1)
    """
    mean, error = case_of_mean(np.asarray(values, dtype=float))
    return Case(mean, widened(error, len(values)))


def near_case(values: Sequence[float] | Any, allowed: float = OF_A_MEAN) -> Case:
    """Return by how much a mean is closer to zero than allowed: by default, than the difference that matters.

    Examples
    --------
    >>> near_case([-1.0, -3.0], allowed=5.0).effect
    3.0
    """
    mean, error = mean_case(values)
    return Case(allowed - abs(mean), error)
