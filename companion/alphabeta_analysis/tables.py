"""Tables for display in notebook 07, from the study and from exact results."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pandas as pd

from companion.alphabeta_analysis import all_orders
from companion.alphabeta_analysis import study as measured
from companion.alphabeta_analysis.study import BOUNDS, PROCEDURES, Study, exponents
from companion.published.cases import rows_of, size_name
from companion.published.cells import published
from companion.published.claims import COLUMN
from gametree.generate import generate
from gametree.search import search
from gametree.theory import (
    expected,
    minimum_leaves,
    no_deep_cutoffs,
    totally_dependent,
    true_growth,
)

BEST_CASES = ((2, 4), (2, 8), (3, 4), (3, 6), (5, 4), (10, 3))
"""Sizes of perfectly ordered trees on which F1 is counted."""

HEIGHTS = (3, 4, 6, 8, 12, 20)
"""At which F1 and F2 are compared in random order."""


def aligned(values: Iterable[float], form: str) -> list[str]:
    """Return numbers as texts of one width, so that their points stand below one another.

    Examples
    --------
    >>> [text.strip() for text in aligned([9.2, 10.35], ".3f")], {len(text) for text in aligned([9.2, 10.35], ".3f")}
    (['9.200', '10.350'], {6})
    """
    texts = [format(value, form).replace("-", "−") for value in values]
    widest = max(texts, key=len)
    # A space as wide as a digit, and one as wide as the comma between thousands.
    spaces = ["\u2008" if sign == "," else "\u2007" for sign in widest]
    return ["".join(spaces[: len(widest) - len(text)]) + text for text in texts]


# -- section 6 ---------------------------------------------------------------------------------------------------------


def share_of_type_3() -> pd.DataFrame:
    """Return what part of the critical positions above the leaves is of type 3, by degree and height."""
    degrees, heights = (2, 3, 5, 10, 30), range(3, 10)
    columns = {f"h = {h}": [measured.share_of_type_3(d, h) for d in degrees] for h in heights}
    return pd.DataFrame({"d": degrees} | columns)


def levels(study: Study) -> pd.DataFrame:
    """Return positions examined on every level of perfectly ordered random shapes, beside (14) (Corollary 2)."""
    found = study.corollary_2
    shown = found[["level", "formula"]].rename(columns={"formula": "formula (14)"})
    for name, title in (("drawn", "drawn in order"), ("sorted", "sorted")):
        shown[title] = found[name]
        shown[f"{title}: standard errors off"] = aligned(distances(study)[name], "+.1f")
    return shown


def distances(study: Study) -> pd.DataFrame:
    """Return how many standard errors the means of Corollary 2 are off, level by level: drawn, sorted."""
    found = study.corollary_2
    return pd.DataFrame(
        {name: (found[name] - found["formula"]) / found[f"{name} error"] for name in ("drawn", "sorted")}
    )


def taught(study: Study) -> pd.DataFrame:
    """Return what a search read, and what Alphabeta read before and after it was taught its order."""
    found = study.theorem_2
    size = [size_name(r.width, r.depth, r.kind) for r in rows_of(found)]
    names = {
        "strategy": "taught by",
        "within": "no other leaf",
        "critical": "precisely the critical positions",
        "its leaves": "leaves of the teacher",
    }
    return (
        found.drop(columns=["kind", "width", "depth"])
        .rename(columns=names)
        .assign(tree=size)[["tree", *names.values(), "trees", "Alphabeta before", "Alphabeta after"]]
    )


# -- section 7 ---------------------------------------------------------------------------------------------------------


def probabilities() -> pd.DataFrame:
    """Return p_ij for d = 3: how likely the j-th child of the i-th successor is examined."""
    rows = [[str(q) for q in row] for row in no_deep_cutoffs.p_exact(3)]
    return pd.DataFrame(rows, columns=["1st child", "2nd child", "3rd child"]).assign(of=["A", "B", "C"])[
        ["of", "1st child", "2nd child", "3rd child"]
    ]


def witness() -> pd.DataFrame:
    """Return how often each leaf of U(2,3) is examined: by the first analysis, and in all 8! orders (Figure 7)."""
    every = all_orders.examined_in_all_orders(2, 3)
    first = ["1", "1", "1", "2/3", "1", "1", "2/3", "4/9"]
    return pd.DataFrame(
        {
            "leaf": [f"f{k}" for k in range(1, 9)] + ["together"],
            "first analysis": [*first, str(no_deep_cutoffs.first_analysis(2, 3))],
            "all 8! orders": [*map(str, every), str(sum(every))],
        }
    )


def few_values(study: Study) -> pd.DataFrame:
    """Return the leaves of U(3,4) if each is one of a few values, beside distinct values."""
    found = study.few_values
    return pd.DataFrame(
        {
            "values": found["values"],
            "procedure": found["strategy"].map(PROCEDURES),
            "leaves, sampled": found["mean"],
            "standard error": found["error"],
            "leaves, distinct values (exact)": found["distinct"],
        }
    )


def level_2() -> pd.DataFrame:
    """Return T(d,2) beside its estimate S(d) (Theorem 3)."""
    degrees = [2, 3, 10, 100, 1000, 10_000]
    exact = [no_deep_cutoffs.level_2(d) for d in degrees]
    estimate = [no_deep_cutoffs.level_2_estimate(d) for d in degrees]
    return pd.DataFrame(
        {
            "d": degrees,
            "T(d,2)": aligned(exact, ",.2f"),
            "S(d)": aligned(estimate, ",.2f"),
            "T(d,2) / S(d)": [one / other for one, other in zip(exact, estimate, strict=True)],
        }
    )


# -- Table 1 -----------------------------------------------------------------------------------------------------------


def printed_1() -> pd.DataFrame:
    """Return Table 1 as printed (restored where the scan is damaged): d and the columns of `BOUNDS`."""
    cells = published("knuth1975", "1")
    degrees = cells["row"].str.removeprefix("d=").astype(int)
    return cells.assign(d=degrees).pivot(index="d", columns="column", values="best").reset_index()


def table_1(study: Study) -> pd.DataFrame:
    """Return Table 1, ours beside the printed, and the true r(d)."""
    both = study.growth.merge(printed_1(), on="d", suffixes=("", " printed"))
    names = [*(f"{name}{kind}" for name in BOUNDS for kind in ("", " printed")), "r(d)"]
    return both[["d"]].assign(**{name: aligned(both[name], ".3f") for name in names})


def fits(study: Study) -> pd.DataFrame:
    """Return exponents of d, fitted by least squares of the logarithms."""
    labels = {"r0(d)": "r₀(d)", "r(d)": "r(d)", "r1(d)": "r₁(d)", "r*(d)": "r*(d)", "xi": "Alphabeta"}
    rows = [
        (labels[name], fit.with_factor, fit.alone, fit.wide, fit.far)
        for name, fit in exponents(study.growth).items()
    ]
    far = exponents(study.growth)["r(d)"].far_degree
    columns = ["", "C dˣ, 10 to 30", "dˣ, 10 to 30", "C dˣ, 2 to 30", f"local, near d = {far:,.0f}"]
    return pd.DataFrame(rows, columns=columns)


# -- sections 8 and 9 --------------------------------------------------------------------------------------------------


def best_cases(study: Study) -> pd.DataFrame:
    """Return leaves of F2 and F1 in perfect order, those of F1 by search, by (50) and by (51)."""
    rows: list[tuple[Any, ...]] = []
    for d, h in BEST_CASES:
        tree = generate("uniform", width=d, depth=h, scheme="ordered", p=1.0, seed=study.seed)
        f1, f2 = search(tree, "branch-and-bound").leaves, search(tree, "alphabeta").leaves
        by_formula = no_deep_cutoffs.best_case(d, h), round(no_deep_cutoffs.best_case_closed(d, h), 6)
        rows.append((f"U({d},{h})", f2, f1, *by_formula, f1 / f2))
    return pd.DataFrame(rows, columns=["tree", "F2", "F1", "(50)", "(51)", "F1 / F2"])


def without_deep() -> pd.DataFrame:
    """Return leaves of F1 over leaves of F2 in random order, exactly, by height and degree."""
    quotients = {
        f"d = {d}": [true_growth.leaves(d, h) / expected.alphabeta(d, h) for h in HEIGHTS]
        for d in (2, 3, 5, 10, 31)
    }
    return pd.DataFrame({"h": HEIGHTS} | quotients)


def constant(d: int) -> float:
    """Return the constant of Corollary 4 as its proof gives it."""
    harmonic = totally_dependent.harmonic(d)
    return float((d - harmonic) * (1 + harmonic) / (2 * (d - harmonic**2)))


def over_optimum(d: int, h: int) -> float:
    """Return the expected leaves of Alphabeta on totally dependent trees over the fewest that any search reads."""
    return float(totally_dependent.alphabeta_leaves(d, h) / minimum_leaves(d, h))


def without_ceiling(most: int = 99) -> list[int]:
    """Return the degrees from 3 on for which Corollary 4 is false: those whose H_d exceeds the root of d."""
    return [d for d in range(3, most + 1) if totally_dependent.harmonic(d) ** 2 > d]


def corollary_4() -> pd.DataFrame:
    """Return, per degree, what Corollary 4 rests on: H_d, the root of d, its constant, and cost over optimum."""
    degrees = range(2, 11)
    return pd.DataFrame(
        {
            "d": degrees,
            "harmonic number H": [float(totally_dependent.harmonic(d)) for d in degrees],
            "√d": [d**0.5 for d in degrees],
            "constant of the proof": aligned(map(constant, degrees), ",.2f"),
        }
        | {f"cost / optimum at h = {h}": [over_optimum(d, h) for d in degrees] for h in (10, 40, 100)}
    )


# -- verdicts ----------------------------------------------------------------------------------------------------------


def numbers(judged: pd.DataFrame) -> pd.DataFrame:
    """Return the numbers that the text prints, without Table 1 and the claims, for people."""
    own = judged[(judged["table"] != "1") & (judged["column"] != COLUMN)]
    return pd.DataFrame(
        {
            "section": own["table"].str.removeprefix("S"),
            "number": own["row"] + ": " + own["column"],
            "printed": aligned(own["published"], "g"),
            "ours": aligned(own["ours"], ".6g"),
            "verdict": own["verdict"],
            "note": own["note"],
        }
    )
