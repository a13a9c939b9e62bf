"""What chapter 4 of the thesis (Muszycka 1985, pp. 103-116) reports of speeding up the search, and how it fares.

The chapter surveys: its numbers are those of others, and most of its claims have none.  They are the rows of
``claims.csv`` with table ``ch4``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from inspect import signature
from re import match
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.published.claims import Finding, claims_of, judge_claim, judged_claims
from companion.speedups import enhancement_findings as enhancements
from companion.speedups import experiments
from companion.speedups import parallel_findings as machines

if TYPE_CHECKING:
    import pandas as pd

NOTEBOOK = "04_speedups"

CHOSEN = ("ff-worst", "ff-best")
"""Claims that are not read word by word: k slaves can't all be busy if their number does not divide the width."""


class Group(NamedTuple):
    """Claims that are measured together.

    Attributes
    ----------
    names : str
        What their ids look like.
    runs : tuple
        The experiments that they need.
    measure : callable
        The frames of these experiments -> findings.
    """

    names: str
    runs: tuple[Callable[..., pd.DataFrame], ...]
    measure: Callable[..., list[Finding]]


GROUPS = (
    Group("abd-.*-cutoffs", (experiments.cut_offs,), machines.cut_off_findings),
    Group("abd-", (experiments.tree_splitting, experiments.distributions), machines.tree_splitting_findings),
    Group("ad-", (experiments.checkers,), machines.checkers_findings),
    Group("ff-", (experiments.processor_trees, experiments.sorted_trees), machines.processor_tree_findings),
    Group("kk-", (experiments.bounds, experiments.parts), machines.sss_star_findings),
    Group("sd-", (experiments.ordering, experiments.correlations), enhancements.ordering_findings),
    Group("tt-|kh-refutes|kh-table", (experiments.memories,), enhancements.memory_findings),
    Group("kh-", (experiments.killers,), enhancements.killer_findings),
)
"""A claim belongs to the first group that its name fits."""


def claims() -> pd.DataFrame:
    """Return the claims of the chapter: page, id, claim, quantifier, criterion."""
    import pandas as pd

    columns = ["page", "id", "claim", "quantifier", "criterion"]
    return pd.DataFrame(claims_of(NOTEBOOK).values())[columns]


def measured(claim: str, parameters: Mapping[str, Any]) -> Finding:
    """Return the finding for one claim, measured with the parameters of the notebook."""
    group = next(group for group in GROUPS if match(group.names, claim))
    frames = [run(**{name: parameters[name] for name in signature(run).parameters}) for run in group.runs]
    return next(found for found in group.measure(*frames) if found.claim == claim)


def told(findings: Iterable[Finding]) -> pd.DataFrame:
    """Return what was found for some claims, for reading: claim, quantifier, cases, verdict, note."""
    import pandas as pd

    known = claims_of(NOTEBOOK)
    rows = []
    for each in findings:
        claim = known[each.claim]
        verdict = judge_claim(claim.quantifier, each.cases, claim.margin)
        rows.append((each.claim, claim.quantifier, len(each.cases), verdict, each.note))
    return pd.DataFrame(rows, columns=["claim", "quantifier", "cases", "verdict", "note"])


def judged(findings: Iterable[Finding], seed: int) -> pd.DataFrame:
    """Return findings as the frame that the scorecard takes: one for every claim of the chapter, or an error."""
    frame = judged_claims(NOTEBOOK, findings)
    reading = frame["row"].isin(CHOSEN).map({True: "chosen", False: "literal"})
    return frame.assign(reading=reading, seed=seed)
