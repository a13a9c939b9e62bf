"""What Appendix 1 of Muszycka 1985 prints and claims, put to what was measured."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from companion.published.cases import CASES
from companion.published.readings import chosen_reading
from companion.published.verdict import SCORECARD_COLUMNS
from companion.scout_variants.study import (
    CASE_16,
    MEANT,
    MINIMAL_WINDOW,
    NAMED,
    READINGS,
    UNIT_WINDOW,
    Counts,
    Visits,
    appendix_cells,
    beside_print,
    cost_of_testm,
    differing_cases,
    fitting_sizes,
    only_first,
    printed_visits,
    testm_nodes,
    visits_by_size,
)
from gametree.examples import figure_57_in_full
from gametree.experiment import CRITERIA
from gametree.reference import scout, scout_testm

if TYPE_CHECKING:
    import pandas as pd

CAPTION_57 = frozenset({"p222", "p2221", "p2222"})
"""The nodes that the caption of Figure 57 says are examined for nothing."""


def examined_for_nothing() -> list[str]:
    """Return the nodes of Figure 57 that Scout examines with testm and not with Test, from left to right.

    Examples
    --------
    >>> examined_for_nothing()
    ['p222', 'p2221', 'p2222']
    """
    tree, _ = figure_57_in_full()
    return [tree.name(n) for n in sorted(only_first(scout_testm, scout, tree))]


def judged_visits(found: Visits) -> pd.DataFrame:
    """Judge the six printed numbers of visits under the size that they must belong to.

    A number that agrees with N(10,3) and differs from N(3,5), the size that is named, stands in a row with a
    wrong name: a misprint.

    Returns
    -------
    DataFrame
        What the scorecard takes, with ``reading`` and ``note``.
    """
    import pandas as pd

    cells = appendix_cells()
    kind = chosen_reading(CASE_16).kind
    rows = []
    meant, named = (beside_print(found[size], cells) for size in (MEANT, NAMED))
    for cell, now, then in zip(cells, meant, named, strict=True):
        verdicts = (then.judgement.verdict, now.judgement.verdict)
        verdict = "misprint" if verdicts == ("differs", "agrees") else now.judgement.verdict
        off = then.judgement.statistic
        note = f"the row must be N(10,3): on N(3,5) this is {off:.0f} standard errors off"
        reading = f"N(10,3), {kind}"
        if "Campbell" in now.column:
            note += "; a window of width 1 makes the difference from the other versions greater"
            reading += ", window of width 1"
        key = [cell[name] for name in ("source", "table", "row", "column", "value", "corrected")]
        ours = (now.mean, now.sd, now.n, now.judgement.statistic)
        rows.append((*key, *ours, verdict, reading, note))
    return pd.DataFrame(rows, columns=[*SCORECARD_COLUMNS, "reading", "note"])


def claims(counts: Counts, found: Visits) -> pd.DataFrame:
    """Put the claims of Appendix 1 to what was counted.

    Parameters
    ----------
    counts : dict
        From `count_versions`.
    found : dict
        From `count_visits`.

    Returns
    -------
    DataFrame
        ``claim, holds, note``.
    """
    import pandas as pd

    same = not any(differing_cases(counts, r, MINIMAL_WINDOW, CRITERIA) for r in READINGS)
    unit_nodes = any(differing_cases(counts, r, [UNIT_WINDOW], ["nodes"]) for r in READINGS)
    unit_visits = differing_cases(counts, "best", [UNIT_WINDOW], ["visits"])
    fewer = cost_of_testm(counts)["trees with fewer (%)"].max()
    excess = sum(int(testm_nodes(counts, case)[1].sum()) for case in CASES)
    fitting, printed = fitting_sizes(visits_by_size(found)).index, printed_visits()
    possible = printed.more_leaf_visits <= printed.more_visits
    rows = [
        ("1: same leaves and nodes in all cases, minimal windows", same, ""),
        ("1: the same with the window as printed", not unit_nodes, "not in case 16"),
        ("2: other visits in case 16, minimal windows", not same, "none anywhere"),
        ("2: other visits in case 16, window as printed", 16 in unit_visits, ""),
        ("2: in no other case, window as printed", unit_visits == [16], "in case 8 too"),
        ("3: the numbers belong to N(3,5)", "N(3,5)" in fitting, "they fit N(10,3)"),
        ("3: their differences are possible", possible, "more leaves than nodes added"),
        ("4: Figure 57", set(examined_for_nothing()) == CAPTION_57, ""),
        ("4: testm creates more nodes on average", excess > 0, ""),
        ("4: testm never creates fewer", fewer == 0, f"fewer in up to {fewer:.1f} % of the trees"),
    ]
    return pd.DataFrame(rows, columns=["claim", "holds", "note"])


def listed(numbers: Iterable[object]) -> str:
    """Return numbers as part of a sentence.

    Examples
    --------
    >>> listed([8, 16]), listed([])
    ('8 and 16', 'none')
    """
    return " and ".join(map(str, numbers)) or "none"
