"""The numbers and claims of Knuth & Moore 1975, tested on trees and against exact results."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any, SupportsFloat

import pandas as pd
from scipy.optimize import minimize_scalar
from scipy.special import gamma

from companion.alphabeta_analysis import all_orders
from companion.alphabeta_analysis.study import (
    BOUNDS,
    ORDERS,
    PREDICTED,
    PROCEDURES,
    Study,
    deep_cutoffs,
    exponent_of,
    fitted_powers,
    local_exponents,
    recurrence_54,
    searched,
    share_of_type_3,
    slope,
)
from companion.alphabeta_analysis.tables import best_cases, constant, over_optimum, without_ceiling
from companion.published.cases import rows_of
from companion.published.cells import published
from companion.published.claims import Case, Measures, about, all_claims, judged_claims, judged_rows, limit
from companion.published.verdict import OF_A_MEAN, judged_numbers, number
from gametree.examples import pi_tree
from gametree.search import STRATEGIES, search
from gametree.theory import (
    branch_sums,
    expected,
    no_deep_cutoffs,
    optimality,
    small_trees,
    totally_dependent,
    true_growth,
)

SOURCE = "knuth1975"
NOTEBOOK = "07_alphabeta_analysis"


def as_predicted(means: Sequence[float], errors: Sequence[float], theory: Sequence[float]) -> list[Case]:
    """Return the cases for sampled means that a formula gives: two each, or one if nothing scatters.

    The mean must be within chance of the formula, and the sample large enough to detect a difference of OF_A_MEAN.
    """
    far = limit(2 * len(means))
    cases = []
    for mean, error, exact in zip(means, errors, theory, strict=True):
        distance = abs(mean - exact)
        if error < 1e-9:
            cases.append(Case(1.0 if distance < 1e-9 else -1.0))
        else:
            cases += [
                Case(1.0 if distance <= far * error else -1.0),
                Case(OF_A_MEAN * exact - distance, error),
            ]
    return cases


measures = Measures()

TALLIED = {
    "km-shallow": ("same_shallow", "the same positions on levels 1 to 3 of {} trees"),
    "km-iterative": ("iterative", "value, counts and line on {} trees"),
    "km-corollary-1": ("corollary_1", "every level of {} trees"),
    "km-infinite-root": (
        "infinite_roots",
        "d^floor(l/2) positions on level l of a won tree, d^ceil(l/2) of a lost one, instead of their sum less 1: {} trees",
    ),
    "km-type-3-order": ("order_at_type_3", "nothing changes in {} trees"),
    "km-corollary-3": (
        "corollary_3",
        f"all {len(STRATEGIES)} strategies on random trees, and Alphabeta in perfect order: {{}} searches",
    ),
    "km-no-cutoffs": ("without_cutoffs", "{} random shapes"),
}
"""Claims about every tree -> what the study finds of each tree, and what is said of those that are as claimed."""


def _tallied(part: str, note: str, study: Study) -> Any:
    right = getattr(study, part)
    return right, note.format(f"{sum(right)} of {len(right)}")


for _claim, _how in TALLIED.items():
    measures(_claim)(partial(_tallied, *_how))


# -- section 6 ---------------------------------------------------------------------------------------------------------


@measures("km-theorem-1")
def _theorem_1(study: Study) -> Any:
    found = study.theorem_1
    right, trees = int(found["critical"].sum()), int(found["trees"].sum())
    return so_many(right, trees), f"{right} of {trees} trees"


def so_many(right: int, of: int) -> list[bool]:
    """Return cases of which so many are right."""
    return [True] * right + [False] * (of - right)


@measures("km-corollary-2")
def _corollary_2(study: Study) -> Any:
    levels = study.corollary_2
    z = [(levels[k] - levels["formula"]) / levels[f"{k} error"] for k in ("drawn", "sorted")]
    text = [", ".join(f"{x:+.1f}" for x in column) for column in z]
    return (
        as_predicted(levels["drawn"].tolist(), levels["drawn error"].tolist(), levels["formula"].tolist()),
        f"values drawn in order, whatever the shape: {text[0]} standard errors on levels 1 to 5; trees put into order by "
        f"sorting ({text[1]}) are outside the hypothesis, because there the first child is chosen by what depends on "
        "its number of successors",
    )


@measures("km-perfect-not-best")
def _not_always_best(study: Study) -> Any:
    tree = small_trees.smallest_better_unordered()
    perfect = search(tree, "alphabeta").leaves
    best = min(search(other.tree, "alphabeta").leaves for other in optimality.all_orders(tree))
    return (
        [best < perfect],
        f"{tree.to_nested()} is in perfect order and costs {perfect} leaves, in another order {best}; the smallest such "
        "tree, found by trying all",
    )


@measures("km-theorem-2")
def _theorem_2(study: Study) -> Any:
    taught = study.theorem_2
    right, searches = int(taught[["within", "critical"]].min(axis=1).sum()), int(taught["trees"].sum())
    return so_many(right, searches), f"SSS*, Scout and PVS, {right} of {searches} searches"


@measures("km-half-of-type-3")
def _half_of_type_3(study: Study) -> Any:
    most = max(share_of_type_3(d, h) for d in range(2, 41) for h in range(2, 41))
    return (
        (),
        "the scan has garbled of which positions this is said; of all critical positions with successors, in uniform trees "
        f"of degree and height up to 40, at most {most:.2f} (3/7) are of type 3",
        most,
    )


# -- section 7 ---------------------------------------------------------------------------------------------------------


@measures("km-figure-5")
def _two_cutoffs(study: Study) -> Any:
    found = study.figure_5
    return (
        [k >= 2 for k in found.f2],
        f"{min(found.f2)} to {max(found.f2)} cut-offs at least, all 2^15 orders of {len(found.f2)} sets "
        "of values; the scan "
        f"has lost which leaf is which: {len(found.forcing)} of {found.placements} placements forces any cut-off at all",
        min(found.f2),
    )


@measures("km-figure-5-f1")
def _none_without_deep(study: Study) -> Any:
    found = study.figure_5
    return (
        [k == 0 for k in found.f1],
        f"an order without any cut-off for {found.f1.count(0)} of {len(found.f1)} sets of values",
    )


@measures("km-chiefly")
def _chiefly(study: Study) -> Any:
    leaves = study.ties_broken
    found = search(pi_tree(), "branch-and-bound").leaves
    gap, sd = PREDICTED - found, float(leaves.std(ddof=1))
    saved = float(leaves.mean()) - found
    return (
        [Case(saved / gap, sd / math.sqrt(len(leaves)) / gap)],
        f"with the ties of that very tree broken at random, F1 examines {leaves.mean():.1f} leaves (sd "
        f"{sd:.1f}) instead of {found}: {saved:.1f} of the {gap} that are missing to {PREDICTED}",
    )


@measures("km-theorem-3")
def _theorem_3(study: Study) -> Any:
    counted = [
        sum(all_orders.examined_in_all_orders(d, 2)) == sum(map(sum, no_deep_cutoffs.p_exact(d)))
        for d in (2, 3)
    ]
    least, _ = least_gamma()
    degrees = (2, 3, 10, 100, 1000, 10_000)
    parts = [no_deep_cutoffs.level_2(d) / no_deep_cutoffs.level_2_estimate(d) for d in degrees]
    return (
        [*counted, *(least <= part <= 1 for part in parts)],
        "all 4! and 9! orders for d = 2 and 3 give the sum exactly; T(d,2)/S(d) is "
        f"{min(parts):.4f} to {max(parts):.4f} for d = 2 to 10,000. That S(d) is of order d^2/log d is "
        "the paper's own arithmetic",
    )


def least_gamma() -> tuple[float, float]:
    """Return the least Gamma(1+x) for x from 0 to 1, and that x (Lemma 1)."""
    lowest = minimize_scalar(
        lambda x: gamma(1 + x), bounds=(0, 1), method="bounded", options={"xatol": 1e-10}
    )
    return float(lowest.fun), float(lowest.x)


def _exponent(name: str, column: str, study: Study) -> Any:
    """Return the nearest of all ways to fit one of the two powers of d of section 7."""
    claim = all_claims()[name]
    fits = fitted_powers(study.growth, column, 10, 30)
    nearest = min(fits.values(), key=lambda x: abs(x - claim.value))
    text = ", ".join(f"{x:.3f} ({how})" for how, x in fits.items())
    return [about(claim, nearest)], f"by least squares over d = 10 to 30: {text}", nearest


for _claim, _column in (("km-exponent-fit", "r0(d)"), ("km-exponent-deep", "xi")):
    measures(_claim)(partial(_exponent, _claim, _column))


@measures("km-exponent-eye")
def _by_eye(study: Study) -> Any:
    x = slope(study.growth, "r0(d)", 2, 30)
    return (), f"C d^x over d = 2 to 30 by least squares of the logarithms: {x:.3f}", x


@measures("km-first-analysis-low")
def _first_too_low(study: Study) -> Any:
    costs = study.exact_costs
    costs = costs[costs["h"] >= 3]
    short = ((1 - r.first / r.true, r.d) for r in rows_of(study.costs_at_last))
    text = ", ".join(f"{part:.1%} for d = {d}" for part, d in short)
    return (
        [Case(gap) for gap in costs["true"] - costs["first"]],
        f"exact T(d,h) for d = 2, 3, 5 and h = 3 to 12; short at h = 12 by {text}",
    )


@measures("km-bound-34")
def _bound_34(study: Study) -> Any:
    itself = true_growth.chain(2, 3)
    return [itself <= 4 / 9], f"the probability itself is {itself:.6f}, exactly", itself


@measures("km-submultiplicative")
def _submultiplicative(study: Study) -> Any:
    gaps = []
    for d in (2, 3, 10, 31):
        leaves = [true_growth.leaves(d, h) for h in range(13)]
        gaps += [leaves[h] * leaves[k] - leaves[h + k] for h in range(1, 7) for k in range(1, 7)]
    return [gap >= 0 for gap in gaps], "d = 2, 3, 10, 31; heights 1 to 6, exactly"


@measures("km-bounds")
def _between_bounds(study: Study) -> Any:
    table = study.growth
    room = (table["r(d)"] - table["r0(d)"]).combine(
        table[["r1(d)", "r*(d)"]].min(axis=1) - table["r(d)"], min
    )
    return (
        [Case(x) for x in room],
        f"d = 2 to 31 and on to {table['d'].max():,}; r(2) = {true_growth.r(2):.6f}, r(31) = {true_growth.r(31):.4f}",
    )


@measures("km-orders")
def _orders(study: Study) -> Any:
    table = study.growth
    local = {name: local_exponents(table, name) for name in ORDERS}
    cases = [
        Case(abs(x - 0.75) - abs(x - exponent_of(ORDERS[name], d)))
        for pair in range(len(local["r0(d)"]))
        for name, (d, x) in ((name, local[name][pair]) for name in ORDERS)
    ]
    text = ", ".join(
        f"{name} {found[-1][1]:.3f} (theory {exponent_of(ORDERS[name], found[-1][0]):.3f})"
        for name, found in local.items()
    )
    return cases, f"local exponents near d = {local['r0(d)'][-1][0]:,.0f}: {text}"


# -- section 8 ---------------------------------------------------------------------------------------------------------


@measures("km-best-case-f1")
def _best_case(study: Study) -> Any:
    found = best_cases(study)
    right = [f1 == a == b for f1, a, b in zip(found["F1"], found["(50)"], found["(51)"], strict=True)]
    return right, "searched, by (50) and by (51), six sizes"


@measures("km-equal-values")
def _equal_values(study: Study) -> Any:
    found = study.few_values
    found = found[found["values"] <= 10]
    text = ", ".join(
        f"{PROCEDURES[r.strategy]} {1 - r.mean / r.distinct:.0%} with {r.values} values"
        for r in rows_of(found)
    )
    return (
        [Case(r.distinct - r.mean, r.error) for r in rows_of(found)],
        f"leaves saved on U(3,4): {text}",
    )


@measures("km-second-order")
def _second_order(study: Study) -> Any:
    ratios = {
        (d, h): true_growth.leaves(d, h) / expected.alphabeta(d, h) for d, h in ((3, 4), (10, 4), (10, 12))
    }
    text = ", ".join(f"{ratio:.2f} on U({d},{h})" for (d, h), ratio in ratios.items())
    per_level = {d: true_growth.r(d) / expected.pearl_branching_factor(d) for d in (2, 31)}
    return (
        (),
        f"the paper names no size; leaves of F1 over those of F2 in random order, exactly: {text}; the quotient grows by "
        f"{per_level[2]:.3f} (d = 2) to {per_level[31]:.3f} (d = 31) per level",
    )


# -- section 9 ---------------------------------------------------------------------------------------------------------


@measures("km-dependent-root")
def _same_root(study: Study) -> Any:
    roots = study.dependent_roots
    return [r == roots[0] for r in roots], f"{len(roots)} trees U(3,4)"


@measures("km-theorem-6")
def _theorem_6(study: Study) -> Any:
    costs = study.models
    costs = costs[(costs["model"] == "totally dependent") & (costs["strategy"] == "alphabeta")]
    closed = [
        totally_dependent.alphabeta_leaves_closed(d, h) == totally_dependent.alphabeta_leaves(d, h)
        for d in range(2, 8)
        for h in range(1, 10)
    ]
    cases = as_predicted(costs["mean"].tolist(), costs["error"].tolist(), costs["theory"].tolist())
    return (
        [*closed, *cases],
        f"(52) solves (53) exactly for d = 2 to 7 and h up to 9; {study.sampled:,} trees of each of "
        f"{len(costs)} sizes, the farthest mean {costs['z'].abs().max():.1f} standard errors off",
    )


@measures("km-corollary-4")
def _corollary_4(study: Study) -> Any:
    degrees, wrong = range(3, 100), without_ceiling()
    least = next(d for d in degrees if not any(k >= d for k in wrong))
    cost = over_optimum(3, 400)
    return (
        [d not in wrong for d in degrees],
        f"the paper's own constant is negative for d = {wrong[0]} to {wrong[-1]} "
        f"({', '.join(f'{constant(d):.2f}' for d in wrong)}), "
        f"{constant(least):.2f} at d = {least}: where H_d^2 > d the term H_d^h of (52) outgrows d^(h/2), "
        f"and the quotient has no bound ({cost:.3g} at d = 3, h = 400)",
        least,
    )


@measures("km-growth-f1")
def _growth_of_f1(study: Study) -> Any:
    leaves = totally_dependent.branch_and_bound_leaves
    right = []
    for d in (2, 3, 7, 24):
        harmonic = float(totally_dependent.harmonic(d))
        claimed = math.sqrt(d - harmonic + harmonic**2 / 4) + harmonic / 2
        right.append(abs(float(leaves(d, 301) / leaves(d, 300)) - claimed) < 1e-9)
    return right, "A_301 / A_300 of (54) for d = 2, 3, 7, 24; the same whatever A_1 is"


@measures("km-balkema")
def _balkema(study: Study) -> Any:
    right = [bool((branch_sums.p(d) <= no_deep_cutoffs.p(d) + 1e-12).all()) for d in range(2, 31)]
    return (
        right,
        "all i and j, d = 2 to 30, for Y's uniform on [0, 1] only: one of the many distributions that it is said of",
    )


@measures("km-dependencies")
def _dependencies(study: Study) -> Any:
    saved = dependency_savings(study)
    fewer = sum(effect > 3 * error for effect, error in saved)
    return (
        (),
        f"fewer leaves by more than 3 standard errors in {fewer} of {len(saved)} comparisons (sums and total dependency "
        "against independent values, F1 and F2)",
    )


def dependency_savings(study: Study) -> list[Case]:
    """Return, per model, procedure and size, how many leaves fewer dependent values cost than independent ones."""
    costs = study.models
    plain = costs[costs["model"] == "independent"].set_index(["strategy", "d", "h"])["theory"].to_dict()
    return [
        Case(plain[r.strategy, r.d, r.h] - r.mean, r.error)
        for r in rows_of(costs[costs["model"] != "independent"])
        if (r.strategy, r.d, r.h) in plain
    ]


def claims(study: Study) -> pd.DataFrame:
    """Return all claims of the paper, judged."""
    return judged_claims(NOTEBOOK, measures.findings(study))


# -- printed numbers ---------------------------------------------------------------------------------------------------

Row = dict[str, Any]


def of_the_text() -> list[Row]:
    """Return the numbers that the text prints, but for `first_of_54`, judged."""
    pi, first = pi_tree(), no_deep_cutoffs.first_analysis(2, 3)
    f1, cuts = search(pi, "branch-and-bound").leaves, deep_cutoffs(pi)
    saved = sorted(searched(pi, -10, 10).nodes - searched(pi, 0, 4).nodes)
    p, orders_of_8 = no_deep_cutoffs.p_exact(3), all_orders.examined_in_all_orders(2, 3)
    all_leaves = sum(orders_of_8, Fraction(0))
    least, at = least_gamma()
    better = [d for d in range(2, 60) if no_deep_cutoffs.r1(d) < no_deep_cutoffs.r_star(d)]
    ratio = totally_dependent.alphabeta_leaves(2, 601) / totally_dependent.alphabeta_leaves(2, 600)

    def row(table: str, name: str, column: str, ours: SupportsFloat, note: str = "", digits: int = 6) -> Row:
        return number(SOURCE, table, name, column, float(ours), note, digits=digits)

    return [
        row("S3", "Fig. 1", "leaves", pi.n_leaves, digits=0),
        row("S3", "Fig. 1", "value", pi.backed_up[0], digits=0),
        row("S3", "Fig. 1", "digits", pi.n_leaves, digits=0),
        row("S3", "Fig. 2", "leaves", f1, digits=0),
        row("S3", "Fig. 3", "deep cutoffs", sum(len(cut.left_out) for cut in cuts),
            f"leaves left out, at {len(cuts)} positions", 0),
        row("S4", "F2(p,0,4) instead of F2(p,-10,10) in Fig. 3", "positions saved", len(saved),
            ", ".join(map(pi.name, saved)), 0),
        *(row("S7", "d=3", f"p{i}{j}", p[i - 1][j - 1]) for i in (2, 3) for j in (2, 3)),
        row("S7", "d=3", "r0(d)", no_deep_cutoffs.r0(3)),
        row("S7", "d=3", "c0(d)", no_deep_cutoffs.c0(3)),
        row("S7", "d=3,h=4", "leaves by the first analysis", no_deep_cutoffs.c0(3) * no_deep_cutoffs.r0(3) ** 4,
            f"c0 r0^4; the recurrence itself gives {float(no_deep_cutoffs.first_analysis(3, 4)):.2f}", 0),
        row("S7", "Fig. 2", "leaves", f1, "print or scan: undecided", 0),
        row("S7", "Lemma 1", "least Gamma(1+x)", least),
        row("S7", "Lemma 1", "x of the least Gamma(1+x)", at),
        row("S7", "Lemma 1", "per cent", 100 * (1 - least), digits=0),
        row("S7", "d=2,h=3", "leaves by the first analysis", first, f"exactly {first}"),
        row("S7", "d=2,h=3", "leaves", all_leaves, f"exactly {all_leaves}, by all 8! orders"),
        row("S7", "d=2,h=3", "probability of f8 by the first analysis", orders_of_8[3] ** 2),
        row("S7", "d=2,h=3", "probability of f8", orders_of_8[7], f"exactly {orders_of_8[7]}"),
        row("S7", "r1(d) is a better bound than r*(d)", "greatest d", max(better),
            "and at every smaller d" if better == list(range(2, max(better) + 1)) else "not at every smaller d", 0),
        row("S9", "d=2", "growth", ratio, "A_601 / A_600"),
    ]  # fmt: skip


def first_of_54(study: Study) -> Row:
    """Return A_1 of recurrence (54), judged: the leaves of F1 in a tree of height 1."""
    seen = study.dependent
    seen = seen[(seen["strategy"] == "branch-and-bound") & (seen["width"] == 3) & (seen["depth"] == 5)]
    right, wrong = (recurrence_54(3, 5, first) for first in (3, 1))
    note = (
        f"F1 on U(3,5): {right:.2f} with A_1 = d, {wrong:.2f} with A_1 = 1, {seen['mean'].iloc[0]:.2f} sampled "
        f"({seen['n'].iloc[0]:,} trees); print or scan: undecided"
    )
    ours = float(totally_dependent.branch_and_bound_leaves(3, 1))
    return number(SOURCE, "S9", "(54), d=3", "A_1", ours, note, digits=0)


def table_1() -> list[Row]:
    """Return Table 1, judged."""
    return [of_table_1(cell.row, cell.column) for cell in rows_of(published(SOURCE, "1"))]


def of_table_1(row: str, column: str) -> Row:
    """Return one cell of Table 1, judged."""
    return number(SOURCE, "1", row, column, BOUNDS[column](int(row.removeprefix("d="))), digits=3)


def cells_for(study: Study, table: str, row: str, column: str) -> pd.DataFrame:
    """Return judged numbers, the wanted one among them."""
    if table == "1":
        return judged_numbers([of_table_1(row, column)])
    return judged_numbers([first_of_54(study)] if row == "(54), d=3" else of_the_text())


def judged(study: Study) -> pd.DataFrame:
    """Return every number and every claim of the paper, judged, as the scorecard takes them."""
    numbers = judged_numbers([*table_1(), *of_the_text(), first_of_54(study)])
    return judged_rows(study.seed, claims(study), numbers)
