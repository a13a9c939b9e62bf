"""What sections 3.4, 3.6.1-3.6.4 and 3.7 of the thesis claim in words, measured on a study.

The claims stand in ``data/published/claims.csv`` with how far they go and what is compared; here is only what was
measured: one case per comparison of two strategies on the same trees, or of two classes of trees.  Effects are
differences of means in parts of Alphabeta's mean at that size, unless the criterion says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from companion.pruning_comparison.bounds import bound_findings
from companion.pruning_comparison.quoted import judge_newborn, judge_number
from companion.pruning_comparison.rankings import judge_case, rank
from companion.pruning_comparison.smallest import BEATEN
from companion.pruning_comparison.study import Study, judge_table, sample_case
from companion.pruning_comparison.times import OF_TIMES
from companion.published.cases import (
    CASES,
    LABELS,
    SIZES,
    Sampler,
    TreeCase,
    chosen_reading,
    rows_of,
    where_is,
)
from companion.published.cells import printed_cells
from companion.published.claims import Case, Finding, all_claims, decided, finding, limit
from companion.published.newborn import newborn
from companion.published.verdict import judged_numbers
from gametree.experiment.sums import CRITERIA
from gametree.generate import generate
from gametree.theory import minimum_leaves
from gametree.trace import trace
from gametree.tree import Tree

if TYPE_CHECKING:
    import pandas as pd

    from companion.pruning_comparison.experiment import Experiment

Mask = NDArray[np.bool_]
Floats = NDArray[np.float64]
Cases = dict[str, Case | bool]
"""What was measured, by the name of the comparison."""

WIDTH, DEPTH = np.array(SIZES).T
LEAST = np.array([minimum_leaves(w, d) for w, d in SIZES])
UNIFORM = np.array([case.kind == "uniform" for case in CASES])
SCHEME = np.array([case.scheme for case in CASES])
REAL = SCHEME == "real-dependent"
NUMBER = np.arange(1, 17)
ANY_CASE, ANY_SIZE = NUMBER > 0, DEPTH > 0
DEEP = DEPTH >= 4
OTHERS = tuple(label for label in LABELS if label != "SSS*")
MIDDLE = ("PVS", "PAB", "Scout")


def _place(case: int, size: int) -> str:
    own = CASES[case]
    how = own.scheme if own.p is None else f"P = {own.p}"
    return f"{'U' if own.kind == 'uniform' else 'N'}({WIDTH[size]},{DEPTH[size]}) {how}"


def _cells(cases: Mask, sizes: Mask) -> Iterator[tuple[int, int]]:
    """Yield the places of cases and sizes in the arrays of a study."""
    for case in np.flatnonzero(cases):
        for size in np.flatnonzero(sizes):
            yield int(case), int(size)


def _difference(study: Study, criterion: str, less: str, more: str) -> tuple[Floats, Floats]:
    """Return by how much one strategy has less than another, in parts of Alphabeta's mean, with its standard error."""
    difference, sd = study.difference(more, less, criterion)
    base = study.means(criterion)[..., LABELS.index("AB")]
    return difference / base, sd / np.sqrt(study.n) / base


# -- shapes of claims ------------------------------------------------------------------------------------------------


def _less(
    study: Study,
    criterion: str,
    pairs: Iterable[tuple[str, str]],
    cases: Mask = ANY_CASE,
    sizes: Mask = ANY_SIZE,
) -> Cases:
    """Compare pairs of strategies of which the first should have less."""
    found: Cases = {}
    for less, more in pairs:
        effect, error = _difference(study, criterion, less, more)
        for cell in _cells(cases, sizes):
            found[f"{_place(*cell)}, {less} and {more}"] = Case(float(effect[cell]), float(error[cell]))
    return found


def _equal(
    study: Study, criterion: str, labels: tuple[str, ...], cases: Mask = ANY_CASE, sizes: Mask = ANY_SIZE
) -> Cases:
    """Compare all pairs of strategies that should have the same means; effects are absolute, so that digits count."""
    found: Cases = {}
    for one, other in combinations(labels, 2):
        difference, sd = study.difference(one, other, criterion)
        error = sd / np.sqrt(study.n)
        for cell in _cells(cases, sizes):
            found[f"{_place(*cell)}, {one} and {other}"] = Case(
                -abs(float(difference[cell])), float(error[cell])
            )
    return found


def _ranked(
    study: Study, groups: tuple[tuple[str, ...], ...], cases: Mask, sizes: Mask, *, equal: bool
) -> Cases:
    """Test a printed list by nodes: the pairs in brackets, size by size, or those from different places, case by case."""
    if equal:
        parts = [_equal(study, "nodes", group, cases, sizes) for group in groups]
        return {name: case for part in parts for name, case in part.items()}
    found: Cases = {}
    for less, more in ((a, b) for one, other in combinations(groups, 2) for a in one for b in other):
        effect, error = (part[:, sizes] for part in _difference(study, "nodes", less, more))
        pooled = effect.mean(axis=1), np.sqrt((error**2).sum(axis=1)) / sizes.sum()
        for case in map(int, np.flatnonzero(cases)):
            found[f"case {case + 1}, {less} and {more}"] = Case(*(float(part[case]) for part in pooled))
    return found


def _extreme(
    study: Study,
    criterion: str,
    label: str,
    cases: Mask = ANY_CASE,
    sizes: Mask = ANY_SIZE,
    *,
    among: tuple[str, ...] = LABELS,
    most: bool = False,
    ties: bool = True,
) -> Cases:
    """Test that a strategy has the least (or the most) of all: at each size the comparison that speaks least for it.

    Strategies that are equal on every tree speak for the claim if it allows ties, and against it otherwise.
    """
    others = [other for other in among if other != label]
    pairs = [(other, label) if most else (label, other) for other in others]
    effects, errors = np.array([_difference(study, criterion, *pair) for pair in pairs]).swapaxes(0, 1)
    certain = np.where(effects == 0, 1.0 if ties else 0.0, effects)
    effects = np.where(errors == 0, certain, effects)
    with np.errstate(divide="ignore", invalid="ignore"):
        order = np.where(errors == 0, np.where(effects > 0, np.inf, -np.inf), effects / errors)
    found: Cases = {}
    for cell in _cells(cases, sizes):
        k = int(order[(slice(None), *cell)].argmin())
        name = f"{_place(*cell)}, {label} and {others[k]}"
        found[name] = Case(float(effects[(k, *cell)]), float(errors[(k, *cell)]))
    return found


STEPS: Mapping[str, tuple[list[tuple[int, int]], Mask]] = {
    "cmp-schemes-uniform": ([(7, 1), (8, 7)], ANY_SIZE),
    "cmp-p-uniform": ([(c + 1, c) for c in range(2, 6)], ANY_SIZE),
    "cmp-schemes-nonuniform": ([(15, 9), (16, 15)], ANY_SIZE),
    "cmp-p-nonuniform": ([(c + 1, c) for c in range(10, 14)], WIDTH > 2),
    "cmp-perfect-best": ([(14, c) for c in range(10, 14)], WIDTH > 2),
}
"""Claim -> the pairs of cases, numbered as in Table I, of which the first should have fewer leaves, and the sizes."""


def _steps(study: Study, claim: str) -> Cases:
    """Compare the leaves of pairs of cases, strategy by strategy; the samples are independent."""
    mean, variance = study.means("leaves"), study.sd("leaves") ** 2 / study.n[..., None]
    pairs, sizes = STEPS[claim]
    found: Cases = {}
    for fewer, more in pairs:
        effect = mean[more - 1] - mean[fewer - 1]
        error = np.sqrt(variance[more - 1] + variance[fewer - 1])
        for size in map(int, np.flatnonzero(sizes)):
            for k, label in enumerate(LABELS):
                name = f"{_place(more - 1, size)} and case {fewer}, {label}"
                found[name] = Case(float(effect[size, k]), float(error[size, k]))
    return found


def _in_print(claim: str) -> str:
    """Return how many of the printed means of 50 trees have the claimed order."""
    pairs, sizes = STEPS[claim]
    right = []
    for pair in pairs:
        means = [
            printed_cells(CASES[number - 1].table).set_index(["row", "column"])["best"] for number in pair
        ]
        letter = "U" if pair[0] <= 8 else "N"
        for size in np.flatnonzero(sizes):
            row = f"{letter}({WIDTH[size]},{DEPTH[size]})"
            right += [bool(means[0][row, label] < means[1][row, label]) for label in LABELS]
    return f"of the printed means of 50 trees, {sum(right)} of {len(right)} pairs have strictly this order"


def _ratio(study: Study, criterion: str, case: int, size: int, over: int, under: int) -> Case:
    """Return the ratio of two strategies' means on the same trees, with its standard error."""
    j = CRITERIA.index(criterion)
    a, b = study.mean[case, size, over, j], study.mean[case, size, under, j]
    of, r = study.covariance[case, size, j], a / b
    variance = of[over, over] + r * r * of[under, under] - 2 * r * of[over, under]
    return Case(float(r), float(np.sqrt(max(variance, 0.0) / study.n[case, size]) / b))


# -- section 3.4 -----------------------------------------------------------------------------------------------------


def _ab_bounds(study: Study) -> Cases:
    leaves = study.single[..., LABELS.index("AB"), 0]
    inside = (leaves >= LEAST[:, None]) & (leaves <= (WIDTH**DEPTH)[:, None])
    return {_place(*cell): bool(inside[cell].all()) for cell in _cells(UNIFORM, ANY_SIZE)}


def _perfect_least(study: Study) -> Cases:
    least = study.single[5, ..., 0] == LEAST[:, None, None]
    found: Cases = {
        f"{_place(5, size)}, {label}": bool(least[size, :, k].all())
        for size in range(len(SIZES))
        for k, label in enumerate(LABELS)
        if label != "BB"
    }
    return found | {"BB above the least somewhere": not least[..., LABELS.index("BB")].all()}


WITHIN_20 = (WIDTH <= 20) & (DEPTH <= 20)

# -- section 3.6.1 ---------------------------------------------------------------------------------------------------

LIST_2 = (("SSS*",), OTHERS)
LIST_3 = (("SSS*",), ("PVS", "PAB", "Scout"), ("AB", "BB"))
LIST_3_NONUNIFORM = (("SSS*",), ("Scout",), ("PVS", "PAB", "AB", "BB"))


def _depth_3_real(study: Study, *, equal: bool) -> Cases:
    return _ranked(study, LIST_2, REAL & UNIFORM, DEPTH == 3, equal=equal) | _ranked(
        study, LIST_3_NONUNIFORM, REAL & ~UNIFORM, DEPTH == 3, equal=equal
    )


def _leaves_ranking(study: Study) -> Cases:
    found: Cases = {}
    for number in map(int, NUMBER):
        nodes, leaves = rank(study, number, "nodes"), rank(study, number, "leaves")
        for a, b in combinations(range(len(LABELS)), 2):
            name = f"case {number}, {LABELS[a]} and {LABELS[b]}"
            unsure, sure = sorted(
                ((by.z[a, b], by.share[a, b]) for by in (nodes, leaves)), key=lambda both: abs(both[0])
            )
            if unsure[0] == 0:
                found[name] = bool(sure[0] == 0)
            else:
                share = np.sign(sure[1]) * unsure[1] / 100
                found[name] = Case(float(share), float(abs(share / unsure[0])))
    return found


def _ab_is_bb(study: Study) -> Cases:
    difference, sd = study.difference("AB", "BB")
    same = (difference == 0) & (sd == 0)
    return {_place(*cell): bool(same[cell]) for cell in _cells(ANY_CASE, DEPTH <= 3)}


def _never_fewer(study: Study, others: tuple[str, ...]) -> Cases:
    """Test on single trees that none of the others creates fewer nodes than SSS*."""
    nodes = study.single[..., CRITERIA.index("nodes")]
    sss = nodes[..., LABELS.index("SSS*")]
    return {
        f"{_place(*cell)}, {other}": bool((nodes[cell][:, LABELS.index(other)] >= sss[cell]).all())
        for other in others
        for cell in _cells(ANY_CASE, ANY_SIZE)
    }


def share_beaten(study: Study) -> pd.DataFrame:
    """Return the share of trees on which some strategy creates fewer nodes than SSS*, by case and size."""
    import pandas as pd

    nodes = study.single[..., CRITERIA.index("nodes")]
    beaten = nodes.min(axis=-1) < nodes[..., LABELS.index("SSS*")]
    rows = [
        f"{case.number}: {case.kind}, {case.scheme}" + ("" if case.p is None else f" {case.p}")
        for case in CASES
    ]
    columns = [f"({w},{d})" for w, d in SIZES]
    return pd.DataFrame(beaten.mean(axis=2), index=pd.Index(rows, name="case"), columns=columns)


# -- section 3.6.2 ---------------------------------------------------------------------------------------------------


def _newborn(study: Study) -> Cases:
    found: Cases = {}
    leaves, sd = (of[..., LABELS.index("AB")] for of in (study.means("leaves"), study.sd("leaves")))
    sizes = set(printed_cells("II")["row"])
    for case, scheme in ((0, "unordered"), (6, "integer-dependent")):
        for size, (width, depth) in enumerate(SIZES):
            if f"U({width},{depth})" in sizes:
                theory = newborn(width, depth, scheme)
                error = sd[case, size] / np.sqrt(study.n[case, size]) / theory
                off = abs(leaves[case, size] / theory - 1)
                found[_place(case, size)] = Case(-float(off), float(error))
    return found


def _ratios(study: Study, over: str, under: str) -> dict[tuple[int, int], Case]:
    a, b = LABELS.index(over), LABELS.index(under)
    cells = _cells(UNIFORM & (SCHEME != "unordered"), ANY_SIZE)
    return {cell: _ratio(study, "leaves", *cell, a, b) for cell in cells}


def _ab_sss_ratio(study: Study) -> Cases:
    return {
        _place(*cell): Case(min(r - 1.05, 3.05 - r), error)
        for cell, (r, error) in _ratios(study, "AB", "SSS*").items()
    }


def _scout_ab_ratio(study: Study) -> Cases:
    return {_place(*cell): Case(-r, error) for cell, (r, error) in _ratios(study, "Scout", "AB").items()}


def _schemes_less_sharp(study: Study) -> Cases:
    mean = study.means("leaves")
    relative = study.sd("leaves") / np.sqrt(study.n[..., None]) / mean
    ratio = mean[[0, 8]] / mean[[7, 15]]
    error = ratio * np.hypot(relative[[0, 8]], relative[[7, 15]])
    return {
        f"({WIDTH[size]},{DEPTH[size]}) {label}": Case(
            float(ratio[0, size, k] - ratio[1, size, k]), float(np.hypot(*error[:, size, k]))
        )
        for size in range(len(SIZES))
        for k, label in enumerate(LABELS)
    }


# -- section 3.6.3 ---------------------------------------------------------------------------------------------------


def _visit_again(study: Study) -> Cases:
    nodes, visits = (study.single[..., CRITERIA.index(name)].astype(float) for name in ("nodes", "visits"))
    ratio = visits.sum(axis=2) / nodes.sum(axis=2)
    scatter = (visits - ratio[:, :, None] * nodes).std(axis=2) / nodes.mean(axis=2) / np.sqrt(nodes.shape[2])
    found: Cases = {}
    for k, label in enumerate(LABELS):
        again, error = ratio[..., k].mean() - 1, np.sqrt((scatter[..., k] ** 2).sum()) / scatter[..., k].size
        only_once = label in ("AB", "BB")
        found[label] = bool(again == 0) if only_once else Case(float(again), float(error))
    return found


def _visits_change(study: Study) -> Cases:
    wide = limit(len(CASES) * len(SIZES) * 15)
    found = dict.fromkeys(("kind of tree", "scheme", "depth", "width"), False)
    for one, other in combinations(LABELS, 2):
        z = study.z(one, other, "visits")
        signs = np.where(abs(z) > wide, np.sign(z), 0.0).reshape(2, 8, len(SIZES))
        found["kind of tree"] |= bool((signs[0] * signs[1] < 0).any())
        found["scheme"] |= bool((signs.max(axis=1) * signs.min(axis=1) < 0).any())
        for name, other_measure in (("depth", WIDTH), ("width", DEPTH)):
            for same in np.unique(other_measure):
                part = signs[..., other_measure == same]
                found[name] |= bool((part.max(axis=-1) * part.min(axis=-1) < 0).any())
    return dict(found)


def _sss_visits(study: Study) -> Cases:
    found: Cases = {}
    pairs = [_difference(study, "visits", other, "SSS*") for other in OTHERS]
    visits = study.means("visits")
    own = visits[..., LABELS.index("SSS*")]
    second = False
    for cell in _cells(ANY_CASE, ANY_SIZE):
        best = max(pairs, key=lambda pair, at=cell: pair[0][at])  # type: ignore[misc]
        found[f"{_place(*cell)}, someone visits fewer"] = Case(float(best[0][cell]), float(best[1][cell]))
        second |= len(set(visits[cell][visits[cell] < own[cell]])) == 1
    last = bool((own >= visits.max(axis=-1)).any())
    return found | {"last somewhere": last, "second somewhere": second}


def _sss_visits_second(study: Study) -> Cases:
    cell = (1, SIZES.index((5, 2)))
    visits = study.means("visits")[cell]
    found: Cases = {}
    for k, other in enumerate(OTHERS):
        first = visits[k] == visits.min()
        effect, error = _difference(study, "visits", *((other, "SSS*") if first else ("SSS*", other)))
        found[f"{_place(*cell)}, SSS* and {other}"] = Case(float(effect[cell]), float(error[cell]))
    return found


def _visits_less_sharp(study: Study) -> Cases:
    visits = study.means("visits")
    spread = {
        cell: _ratio(study, "visits", *cell, int(visits[cell].argmax()), int(visits[cell].argmin()))
        for cell in _cells(ANY_CASE, ANY_SIZE)
    }
    return {
        _place(case, size): Case(
            spread[case, size].effect - spread[case + 8, size].effect,
            float(np.hypot(spread[case, size].error, spread[case + 8, size].error)),
        )
        for case, size in _cells(UNIFORM, ANY_SIZE)
    }


# -- section 3.7 -----------------------------------------------------------------------------------------------------


def _longest_open(_: Study) -> Cases:
    return _longest_open_of_any()


@lru_cache
def _longest_open_of_any() -> Cases:
    """Return how many entries OPEN has at most beyond the first, on a random tree of every size."""
    found: Cases = {}
    for width, depth in SIZES:
        tree = generate("uniform", width=width, depth=depth, scheme="unordered", seed=0)
        longest = max(len(step.open or ()) for step in trace(tree, "sss*").steps)
        found[f"U({width},{depth})"] = Case(longest - 1)
    return found


# -- all of them -----------------------------------------------------------------------------------------------------

_ONE = (NUMBER == 5, (WIDTH == 2) & (DEPTH == 3))

MEASURED: Mapping[str, Callable[[Study], Cases]] = {
    "cmp-ab-bounds": _ab_bounds,
    "cmp-perfect-least": _perfect_least,
    "cmp-scout-above-ab": lambda s: _less(s, "leaves", [("AB", "Scout")], NUMBER == 1, WITHIN_20),
    "cmp-ab-above-sss": lambda s: _less(s, "leaves", [("SSS*", "AB")], NUMBER == 1, WITHIN_20),
    "cmp-sss-least-deep": lambda s: _extreme(s, "nodes", "SSS*", sizes=DEEP),
    "cmp-bb-most": lambda s: _extreme(s, "nodes", "BB", sizes=DEEP, most=True),
    "cmp-pvs-second": lambda s: _extreme(s, "nodes", "PVS", NUMBER != 16, DEEP, among=("PAB", "Scout", "AB")),
    "cmp-case-16": lambda s: _less(s, "nodes", [("Scout", "PVS")], NUMBER == 16, DEEP),
    "cmp-middle-better": lambda s: _less(
        s, "nodes", [(x, "AB") for x in MIDDLE], ~np.isin(NUMBER, (6, 7, 8)), DEEP
    ),
    "cmp-perfect-equal": lambda s: _equal(
        s, "nodes", ("AB", "PAB", "Scout", "PVS", "SSS*"), NUMBER == 6, DEEP
    ),
    "cmp-leaves-ranking": _leaves_ranking,
    "cmp-real-equal": lambda s: _equal(s, "nodes", ("AB", "PAB", "Scout", "PVS"), NUMBER == 8, DEEP),
    "cmp-real-sss": lambda s: _extreme(s, "nodes", "SSS*", NUMBER == 8, DEEP, ties=False),
    "cmp-integer-scout": lambda s: _less(s, "nodes", [("AB", "Scout")], NUMBER == 7, DEEP),
    "cmp-depth-3-order": lambda s: _ranked(s, LIST_3, ~REAL, DEPTH == 3, equal=False),
    "cmp-depth-3-equal": lambda s: _ranked(s, LIST_3, ~REAL, DEPTH == 3, equal=True),
    "cmp-depth-3-real-order": lambda s: _depth_3_real(s, equal=False),
    "cmp-depth-3-real-equal": lambda s: _depth_3_real(s, equal=True),
    "cmp-depth-2-order": lambda s: _ranked(s, LIST_2, ANY_CASE, DEPTH == 2, equal=False),
    "cmp-depth-2-equal": lambda s: _ranked(s, LIST_2, ANY_CASE, DEPTH == 2, equal=True),
    "cmp-ab-is-bb": _ab_is_bb,
    "cmp-sss-least": lambda s: _extreme(s, "nodes", "SSS*"),
    "cmp-sss-within-ab": lambda s: _never_fewer(s, ("AB",)),
    "cmp-newborn": _newborn,
    "cmp-schemes-uniform": lambda s: _steps(s, "cmp-schemes-uniform"),
    "cmp-p-uniform": lambda s: _steps(s, "cmp-p-uniform"),
    "cmp-ab-sss-ratio-all": _ab_sss_ratio,
    "cmp-scout-ab-ratio-all": _scout_ab_ratio,
    "cmp-schemes-nonuniform": lambda s: _steps(s, "cmp-schemes-nonuniform"),
    "cmp-schemes-less-sharp": _schemes_less_sharp,
    "cmp-p-nonuniform": lambda s: _steps(s, "cmp-p-nonuniform"),
    "cmp-perfect-best": lambda s: _steps(s, "cmp-perfect-best"),
    "cmp-sss-ever": lambda s: _never_fewer(s, OTHERS),
    "cmp-visit-again": _visit_again,
    "cmp-visits-change": _visits_change,
    "cmp-ab-visits": lambda s: _extreme(s, "visits", "AB"),
    "cmp-visits-2-pab": lambda s: _equal(s, "visits", ("PVS", "PAB"), sizes=DEPTH == 2),
    "cmp-visits-2-scout": lambda s: _less(s, "visits", [("PVS", "Scout")], sizes=DEPTH == 2),
    "cmp-visits-3-pab": lambda s: _less(s, "visits", [("PAB", "PVS")], sizes=DEPTH == 3),
    "cmp-visits-3-scout": lambda s: _less(s, "visits", [("PVS", "Scout")], sizes=DEPTH == 3),
    "cmp-pvs-visits": lambda s: _extreme(s, "visits", "PVS", sizes=DEEP, most=True),
    "cmp-pab-bb-visits": lambda s: _less(s, "visits", [("PAB", "BB")], sizes=DEEP & (WIDTH > 3)),
    "cmp-sss-visits": _sss_visits,
    "cmp-sss-visits-last": lambda s: _extreme(s, "visits", "SSS*", *_ONE, most=True, ties=False),
    "cmp-sss-visits-second": _sss_visits_second,
    "cmp-visits-less-sharp": _visits_less_sharp,
    "cmp-storage": _longest_open,
}
"""Claim -> what is measured for it, in the order of the text."""

UNTESTED: Mapping[str, str] = {
    "cmp-scout-ab-unity": "asymptotic, and the source does not say how the theorem counts a leaf that is examined twice: "
    "depths up to 6 can neither confirm nor refute it",
}
"""Claims that can't be tested as stated, and why."""

OF_TIME = (
    "times depend on the machine, and these were measured on another one: not judged; ours are in timings.csv"
)

LITERAL = ("cmp-sss-within-ab", "cmp-sss-ever")
"""Claims that are judged under the literal reading, because they rest on the source's rule for ties."""

_VISITS = "the visits that section 3.6.3 prints are not ours, so it may have counted otherwise"
_PERFECT = "in perfect order all strategies tie, as in the source's own Table X"

REMARKS: Mapping[str, str] = {
    "cmp-scout-above-ab": "the source's own Table III has Scout below Alphabeta; and if every examination of a leaf "
    "counts, theory has Scout below Alphabeta on U(20,5)",
    "cmp-depth-3-order": _PERFECT,
    "cmp-depth-2-order": _PERFECT,
    "cmp-sss-least": "the source's own Table VIII has fewer leaves for PVS than for SSS* on U(10,3)",
    "cmp-ab-sss-ratio-all": _PERFECT,
    "cmp-sss-ever": f"{Tree.from_nested(BEATEN).n_nodes} nodes suffice, and no fewer: {BEATEN}",
    "cmp-perfect-best": "about means over trees; that another order of a single tree can be better is not in question",
    "cmp-visits-2-pab": _VISITS,
    "cmp-visits-3-scout": _VISITS,
    "cmp-pab-bb-visits": _VISITS,
    "cmp-sss-visits": _VISITS,
    "cmp-sss-visits-second": _VISITS,
}
"""What else there is to say about a claim."""


def claims_of_study(study: Study, literal: Study) -> list[Finding]:
    """Return what was measured for every claim in words of chapter 3.

    Parameters
    ----------
    study : Study
        The sixteen cases under the reading that is judged.
    literal : Study
        The same under the literal reading, for the claims that rest on the source's rule for ties (`LITERAL`).
    """
    found = []
    for name, measure in MEASURED.items():
        cases = measure(literal if name in LITERAL else study)
        measured = finding(name, cases.values(), "")
        summary = _summary(name, list(cases), measured.cases)
        in_print = _in_print(name) if name in STEPS else ""
        note = "; ".join(filter(None, (summary, in_print, REMARKS.get(name, ""))))
        found.append(measured._replace(note=note))
    untested = {**UNTESTED, **dict.fromkeys(OF_TIMES, OF_TIME)}
    return [*found, *(finding(name, (), why) for name, why in untested.items()), *bound_findings(study)]


def _summary(claim: str, names: list[str], cases: tuple[Case, ...]) -> str:
    """Return in words how many comparisons hold, and which do not."""
    own = all_claims()[claim]
    if own.quantifier == "on average":
        effects, errors = np.array(cases).T
        error = np.sqrt((errors**2).sum()) / len(cases)
        return f"{effects.mean():.4f} ± {error:.4f} on average over {len(cases)} comparisons"
    outcomes = decided(cases, own.margin)
    right, wrong = outcomes.count(True), [n for n, o in zip(names, outcomes, strict=True) if o is False]
    text = f"{right} of {len(cases)} comparisons hold, open: {outcomes.count(None)}, against it: {len(wrong)}"
    return text + (f" ({'; '.join(wrong[:3])}{'; ...' if len(wrong) > 3 else ''})" if wrong else "")


def with_reading(claims: pd.DataFrame, literal: pd.DataFrame) -> pd.DataFrame:
    """Return judged claims with `reading`: literal where the literal reading gives the very same numbers."""
    columns = ["ours", "n", "statistic"]
    same = (claims[columns].fillna(0) == literal[columns].fillna(0)).all(axis=1)
    return claims.assign(reading=np.where(same, "literal", "chosen"))


# -- one row alone -----------------------------------------------------------------------------------------------------


def finding_for(experiment: Experiment, claim: str) -> Finding:
    """Return what was measured for one claim, which takes all sixteen cases."""
    return next(found for found in experiment.findings if found.claim == claim)


def cells_for(experiment: Experiment, table: str, row: str, column: str) -> pd.DataFrame:
    """Return judged numbers, the wanted one among them.

    A cell of Tables III-XVIII takes the trees of its size, a rank or a number in the text those of its case.
    """
    if table == "I":
        number = int(row.removeprefix("case "))
        return judge_case(_with_one_case(experiment, CASES[number - 1]), number)
    if table == "II":
        return judge_newborn()
    case = next((case for case in CASES if case.table == table), None)
    if case is not None:
        size = next(size for size in SIZES if f"({size[0]},{size[1]})" == row[1:])
        return judge_table(sample_case(case, _sampler(experiment, (size,)), chosen_reading))
    cells = printed_cells(table)
    cell = next(rows_of(cells[(cells["row"] == row) & (cells["column"] == column)]))
    return judged_numbers([judge_number(_with_one_case(experiment, CASES[where_is(row)[0]]), cell)])


def _sampler(experiment: Experiment, sizes: tuple[tuple[int, int], ...]) -> Sampler:
    return Sampler(experiment.trees, experiment.seed, experiment.precision, sizes=sizes)


def _with_one_case(experiment: Experiment, case: TreeCase) -> Study:
    """Return a study that has one case in the place of all."""
    sampled = sample_case(case, _sampler(experiment, SIZES), chosen_reading)
    return Study.of([sampled] * len(CASES), np.zeros((16, 24, 0, len(LABELS), len(CRITERIA)), dtype=np.int64))
