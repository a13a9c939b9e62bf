"""The claims of chapter 4 of the thesis on speeding up the search (Muszycka 1985, pp. 103-116), judged.

The chapter surveys: its numbers are those of others, and most of its claims have none.  They are the rows of
``claims.csv`` with table ``ch4``.
"""

from __future__ import annotations

from collections.abc import Callable
from re import match
from typing import TYPE_CHECKING

from companion.published.claims import Finding, judged_claims
from companion.speedups import enhancement_findings as enhancements
from companion.speedups import parallel_findings as machines
from companion.speedups.study import Study

if TYPE_CHECKING:
    import pandas as pd

NOTEBOOK = "04_speedups"

CHOSEN = ("ff-worst", "ff-best")
"""Claims that are not read word by word: k slaves can't all be busy if their number does not divide the width."""

SURE = [
    *("abd-left-cutoffs", "abd-missed-cutoffs", "abd-no-deep-cutoffs", "abd-time", "abd-small-growth"),
    *("abd-distribution", "ff-extra-work", "ff-speed-up", "sd-faster", "sd-not-always", "sd-figure-43"),
]
DOUBTFUL = ["ad-time-saturation", "ad-nodes-saturation", "sd-dynamic-minimum"]
"""Claims that agree in the smallest sample, and claims that agree in none."""

GROUPS: dict[str, Callable[[Study], list[Finding]]] = {
    "abd-.*-cutoffs": lambda study: machines.cut_off_findings(study.cut_offs),
    "abd-": lambda study: machines.tree_splitting_findings(study.tree_splitting, study.distributions),
    "ad-": lambda study: machines.checkers_findings(study.checkers),
    "ff-": lambda study: machines.processor_tree_findings(study.processor_trees, study.sorted_trees),
    "kk-": lambda study: machines.sss_star_findings(study.bounds, study.parts),
    "sd-": lambda study: enhancements.ordering_findings(study.ordering, study.correlations),
    "tt-|kh-refutes|kh-table": lambda study: enhancements.memory_findings(study.memories),
    "kh-": lambda study: enhancements.killer_findings(study.killers),
}
"""What the ids of some claims look like -> how they are measured together; the first that fits a claim is its own."""


def judged(study: Study) -> pd.DataFrame:
    """Return all claims of the chapter as the frame that the scorecard takes."""
    found = [each for measure in GROUPS.values() for each in measure(study)]
    frame = judged_claims(NOTEBOOK, found)
    reading = frame["row"].isin(CHOSEN).map({True: "chosen", False: "literal"})
    return frame.assign(reading=reading, seed=study.seed)


def finding_for(study: Study, claim: str) -> Finding:
    """Return what was found for one claim; only the experiments that it needs are run."""
    measure = next(measure for names, measure in GROUPS.items() if match(names, claim))
    return next(found for found in measure(study) if found.claim == claim)
