"""The values that the text of notebook 06 names, by section."""

from __future__ import annotations

from typing import Any

import pandas as pd

from companion.published.cases import CASES, SIZES, size_name
from companion.scout_variants.findings import most_leaf_visits
from companion.scout_variants.study import (
    APPENDIX,
    LISTINGS,
    MEANT,
    MINIMAL_WINDOW,
    NAMED,
    READINGS,
    UNIT_WINDOW,
    Study,
    cases_without_ties,
    differing_cases,
    fitting_sizes,
    leaf_visits_given_leaves,
    listings_as_printed,
    possible_widths,
    printed_visits,
    ratios,
    unit_window_excess,
)
from companion.widgets import listed
from gametree.experiment import CRITERIA

Values = dict[str, Any]


def values(study: Study) -> Values:
    """Return all of them, by section."""
    sections = (versions, wrong, asked, visits, window, testm, time)
    return {section.__name__: section(study) for section in sections}


def versions(study: Study) -> Values:
    """Return where the versions differ, in the sixteen cases."""
    counts = study.counts
    share = unit_window_excess(counts, "literal")
    unit = {
        f"{reading}_{what}": listed(differing_cases(counts, reading, [UNIT_WINDOW], [what])) or "none"
        for reading in READINGS
        for what in ("visits", "nodes")
    }
    per_case = study.trees * len(SIZES)
    minimal = [differing_cases(counts, reading, MINIMAL_WINDOW, CRITERIA) for reading in READINGS]
    return unit | {
        "per_case": per_case,
        "trees": per_case * len(CASES),
        "minimal": sum(map(len, minimal)),
        "minimal_cases": f"cases {listed(minimal[0])}" if minimal[0] else "no case",
        "visits": share["visits"],
        "nodes": share["nodes"],
    }


def listings(study: Study) -> pd.DataFrame:
    """Return the listings that can't be meant as printed, and what they return."""
    return listings_as_printed()


def wrong(study: Study) -> Values:
    """Return what the listings that can't be meant do, in numbers."""
    own = listings(study)
    spent = own[own["its nodes"] > own["nodes of scout"]].iloc[0]
    return {
        "all": len(LISTINGS),
        "wrong": int((own["its value"] != own["true value"]).sum()),
        "nodes": int(spent["its nodes"]),
        "meant": int(spent["nodes of scout"]),
    }


def asked(study: Study) -> Values:
    """Return how the tables fit each way of asking: mean squares of the distances, by way and table."""
    rows = study.fits.reset_index().to_dict("records")
    return {f"{row['how Scout asks']} {row['table']}": row["mean square of z"] for row in rows}


def visits(study: Study) -> Values:
    """Return which size the printed visits belong to."""
    sizes, printed = study.by_size, printed_visits()
    fitting = fitting_sizes(sizes)
    flat = fitting.index[fitting["difference"] == 0]
    leaves, given = leaf_visits_given_leaves(study.visits)
    _, negamax, marsland = (study.visits[MEANT][:, number, 0] for number in range(len(APPENDIX)))
    more = float((marsland - negamax).mean())
    return {
        "most": most_leaf_visits(),
        "off": abs(float(sizes.set_index("size")["farthest z"][size_name(*NAMED, "nonuniform")])),
        "sizes": len(sizes),
        "fitting": listed(fitting.index),
        "flat": listed(flat),
        "leaves": leaves,
        "given": abs(given),
        "more": more,
        "times": 2 * more / (printed.more_visits + printed.more_leaf_visits),
    }


def near(study: Study) -> pd.DataFrame:
    """Return the sizes that fit, and the one that is named, rounded for reading."""
    own = study.by_size
    named = own["size"] == size_name(*NAMED, "nonuniform")
    heads = {
        "difference": "more visits",
        "of leaves": "more leaf visits",
        "farthest z": "standard errors off",
    }
    return own[(own["farthest z"].abs() < 3) | named].round(2).rename(columns=heads)


def window(study: Study) -> Values:
    """Return which widths of the window are possible."""
    own = study.by_width
    possible, silent = possible_widths(own)
    both = len(set(possible) & set(silent))
    return {
        "possible": listed(f"{width:g}" for width in possible) or "none",
        "silent": float(silent.max()) if len(silent) else 0.0,
        "fits": f"only {both} of the widths tried fit both" if both else "no width that we tried fits both",
        "uniform": float(own["U(3,6)"].iloc[-1]),
    }


def testm(study: Study) -> Values:
    """Return what testm costs."""
    own = study.testm
    most = own.iloc[int(own["more nodes (%)"].argmax())]
    return {
        "most": float(most["more nodes (%)"]),
        "case": str(most["case"]).replace(":", ",", 1),
        "fewer": float(own["trees with fewer (%)"].max()),
        "nothing": listed(cases_without_ties(own)),
    }


def time(study: Study) -> Values:
    """Return what is said of time, in units of the negamax version's."""
    in_units = ratios(study.times)
    found: dict[str, Any] = {"rounds": study.rounds}
    for key, name in zip(("minimax", "marsland"), MINIMAL_WINDOW, strict=True):
        low, middle, high = in_units[name].quantile([0.25, 0.5, 0.75])
        found |= {key: middle, f"{key}_low": low, f"{key}_high": high}
    return found
