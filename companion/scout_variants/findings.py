"""The numbers and claims of Appendix 1 of Muszycka 1985, judged by what was measured."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import pandas as pd

from companion.published.cases import CASES, SIZES, size_name
from companion.published.cells import printed_values
from companion.published.claims import (
    Case,
    Measures,
    about,
    case_of_mean,
    claims_of,
    judged_claims,
    judged_rows,
)
from companion.published.verdict import SCORECARD_COLUMNS
from companion.scout_variants.study import (
    CASE_16,
    MEANT,
    MINIMAL_WINDOW,
    NAMED,
    UNIT_WINDOW,
    Counts,
    Study,
    Visits,
    appendix_cells,
    beside_print,
    cost_of_testm,
    differing_cases,
    differing_trees,
    nodes_of,
    printed_visits,
    visits_added_by_size,
)
from companion.widgets.prose import listed
from gametree.examples import figure_57_in_full
from gametree.experiment import CRITERIA
from gametree.experiment.sums import BATCH

NOTEBOOK = "06_scout_variants"
CAPTION_57 = frozenset({"p222", "p2221", "p2222"})
"""The nodes that the caption of Figure 57 says are examined for nothing."""

ON_MEANT = ("scout-cm-difference", "scout-cm-leaves")
"""Claims about the example of Appendix 1, which are judged on the size that it must be about."""


def examined_for_nothing() -> list[str]:
    """Return the nodes of Figure 57 that Scout examines with testm and not with Test, from left to right.

    Examples
    --------
    >>> examined_for_nothing()
    ['p222', 'p2221', 'p2222']
    """
    tree, _ = figure_57_in_full()
    return [tree.name(n) for n in sorted(nodes_of("scout-testm", tree) - nodes_of("scout", tree))]


# -- the printed numbers -----------------------------------------------------------------------------------------------


def most_leaf_visits() -> float:
    """Return how many visits to leaves Scout can have at most on N(3,5), by the source's own Table XII.

    A leaf at level 5 is entered at most six times: once to evaluate it, and once in a test of each node on its path.

    Examples
    --------
    >>> round(most_leaf_visits(), 2)
    24.36
    """
    leaves = printed_values(CASE_16.table)[size_name(*NAMED, "nonuniform"), "Scout"]
    return (NAMED[1] + 1) * float(leaves)


def judged_visits(found: Visits) -> pd.DataFrame:
    """Judge the six printed numbers of visits on N(10,3), the size that they must belong to.

    The row that is named, N(3,5), can't be right if Table XII is (`most_leaf_visits`).  A number whose row is
    misprinted differs from ours there and is compatible with ours on N(10,3), by itself and beside the number of
    the minimax version, which comes from the same trees.  What is not compatible in both ways is not explained by
    a wrong row, and is judged as it stands on N(10,3).

    Returns
    -------
    DataFrame
        What the scorecard takes, with ``note``.
    """
    cells = appendix_cells()
    impossible = printed_visits().leaf_visits > most_leaf_visits()
    rows = []
    meant, named = (beside_print(found[size], cells) for size in (MEANT, NAMED))
    for cell, now, then in zip(cells, meant, named, strict=True):
        wrong_row = impossible and then.judgement.verdict == "differs"
        explained = "differs" not in (now.judgement.verdict, now.paired.verdict)
        verdict = "misprint" if wrong_row and explained else now.judgement.verdict
        off = then.judgement.statistic
        note = f"ours is for N(10,3): on N(3,5) the printed number is {off:.0f} standard errors off; {cell['note']}"
        if not explained:
            note += (
                "; another row does not explain it, because the difference from the other versions on the same trees is "
                f"{abs(now.paired.statistic):.1f} standard errors off (scout-cm-difference)"
            )
        key = [cell[name] for name in ("source", "table", "row", "column", "value", "corrected")]
        rows.append((*key, now.mean, now.sd, now.n, now.judgement.statistic, verdict, note))
    return pd.DataFrame(rows, columns=[*SCORECARD_COLUMNS, "note"])


def judged_literally(found: Visits) -> pd.DataFrame:
    """Judge the six printed numbers for the size that is named, and trees made as the text says."""
    cells = appendix_cells()
    rows = []
    for cell, own in zip(cells, beside_print(found[NAMED], cells), strict=True):
        key = [cell[name] for name in ("source", "table", "row", "column", "value", "corrected")]
        rows.append((*key, own.mean, own.sd, own.n, *own.judgement))
    return pd.DataFrame(rows, columns=list(SCORECARD_COLUMNS))


# -- claims ------------------------------------------------------------------------------------------------------------


measures = Measures()


@measures("scout-versions", "scout-cm-nodes", "scout-cm-visits", "scout-cm-more-visits")
def _versions(study: Study) -> Any:
    """Measure nodes and visits of the three versions."""
    counts = study.counts
    minimax = _same(counts, "scout-minimax", CRITERIA)
    nodes = _same(counts, UNIT_WINDOW, ("leaves", "nodes"))
    visits = _same(counts, UNIT_WINDOW, ("visits",))
    others = [same for case, same in zip(CASES, visits, strict=True) if case != CASE_16]
    added = visits_added_by_size(counts, "literal")
    more = list(map(case_of_mean, added))
    minimal = differing_cases(counts, "literal", MINIMAL_WINDOW, CRITERIA)
    none = f"with a minimal window {'in none' if not minimal else 'in ' + listed(minimal)}"
    return (
        (minimax, f"other counts in {minimax.count(False)} of {len(CASES)} cases"),
        (nodes, f"other nodes in {_cases(nodes)}: {_expected(counts, nodes, 'nodes')}; {none}"),
        (others, f"other visits in {_cases(visits)}: {_expected(counts, visits, 'visits')}; {none}"),
        (
            more,
            f"{added.mean():.2f} visits more on average, more in {int((added.mean(axis=1) > 0).sum())} of {len(SIZES)} "
            f"sizes; {none}",
        ),
    )


def _same(counts: Counts, version: str, criteria: Sequence[str]) -> list[bool]:
    return [differing_trees(counts["literal", c.number], [version], criteria) == 0 for c in CASES]


def _cases(same: Sequence[bool]) -> str:
    numbers = [case.number for case, holds in zip(CASES, same, strict=True) if not holds]
    return f"{'case' if len(numbers) == 1 else 'cases'} {listed(numbers)}" if numbers else "no case"


def _expected(counts: Counts, same: Sequence[bool], criterion: str) -> str:
    """Return in words in how many trees of a case the version with the window as printed differs, in ours and in print."""
    printed = len(SIZES) * BATCH
    details = []
    for case in (case for case, holds in zip(CASES, same, strict=True) if not holds):
        own = counts["literal", case.number]
        share = differing_trees(own, [UNIT_WINDOW], [criterion]) / len(own)
        details.append(
            f"in {share:.1%} of the trees of case {case.number}, about {share * printed:.0f} of the {printed:,} in print"
        )
    return "; ".join(details) or "in no tree"


@measures("scout-cm-difference", "scout-cm-leaves")
def _example(study: Study) -> Any:
    """Measure the example on N(10,3)."""
    printed, sample = printed_visits(), study.visits[MEANT]
    added = sample[:, 2] - sample[:, 1]
    visits, leaves = added[:, 0], added[:, 1]
    error = visits.std(ddof=1) * math.sqrt(1 / BATCH + 1 / len(visits))
    claim = claims_of(NOTEBOOK)["scout-cm-difference"]
    return (
        (
            [about(claim, float(visits.mean()), float(error))],
            f"{visits.mean():.2f} visits more with the window as printed, in {BATCH} trees with an error of {error:.2f}",
            float(visits.mean()),
        ),
        (
            [printed.more_visits >= printed.more_leaf_visits],
            f"printed are {printed.more_visits:.2f} more visits and {printed.more_leaf_visits:.2f} more visits to leaves, "
            f"two in {BATCH} trees too many: one of the four numbers is wrong; in ours more leaves than nodes in "
            f"{(leaves > visits).sum()} of {len(visits)} trees",
        ),
    )


@measures("testm-prunes-less")
def _testm_prunes_less(study: Study) -> Any:
    cost = cost_of_testm(study.counts, "literal")
    percent, error = cost["more nodes (%)"].to_numpy(), cost["standard error"].to_numpy()
    cases = [Case(float(x), float(e)) for x, e in zip(percent, error, strict=True)]
    return cases, (
        f"{percent.min():.2f} to {percent.max():.2f} % more nodes by case; fewer nodes in up to "
        f"{cost['trees with fewer (%)'].max():.1f} % of the trees of a case"
    )


@measures("testm-figure-57")
def _figure_57(study: Study) -> Any:
    only_testm = examined_for_nothing()
    return (
        [set(only_testm) == CAPTION_57],
        f"only testm examines {', '.join(only_testm)} in {figure_57_in_full()[0].to_nested()}",
    )


@measures("scout-time-alike", "scout-time-slowest")
def _times(study: Study) -> Any:
    note = "times depend on the machine and the build of the kernels: shown in the notebook, not judged"
    return ((), note), ((), note)


def judged(study: Study) -> pd.DataFrame:
    """Return all that the scorecard takes from this chapter."""
    claims = judged_claims(NOTEBOOK, measures.findings(study))
    return judged_rows(
        study.seed, claims, judged_visits(study.visits).assign(reading="chosen"), chosen=ON_MEANT
    )


def cells_for(study: Study, table: str, row: str, column: str) -> pd.DataFrame:
    """Return the printed numbers, judged."""
    return judged_visits(study.visits)
