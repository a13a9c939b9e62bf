"""What sections 3.4, 3.6.1-3.6.4 and 3.7 of the thesis claim, sentence by sentence, as tests on a study.

A test compares means on the same trees.  ``held``: no comparison contradicts the claim by more than `LIMIT`
standard errors (a claim with *usually*: more comparisons speak for it than against it); ``in part``: some
do; ``refuted``: the claim as stated is false, or most comparisons contradict it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.pruning_comparison.bounds import bound_findings
from companion.pruning_comparison.newborn import newborn
from companion.pruning_comparison.rankings import rank
from companion.pruning_comparison.study import LABELS, Study
from companion.published.cases import CASES, SIZES
from companion.published.claims import Finding
from companion.published.verdict import LIMIT
from gametree.experiment.sums import CRITERIA
from gametree.generate import generate
from gametree.theory import expected, minimum_leaves
from gametree.trace import trace

if TYPE_CHECKING:
    import pandas as pd

Mask = NDArray[np.bool_]

WIDTH, DEPTH = np.array(SIZES).T
UNIFORM = np.array([case.kind == "uniform" for case in CASES])
SCHEME = np.array([case.scheme for case in CASES])
ORDERED = SCHEME == "ordered"
REAL = SCHEME == "real-dependent"
OTHERS = tuple(label for label in LABELS if label != "SSS*")
MIDDLE = ("PVS", "PAB", "Scout")


class Claim(NamedTuple):
    """A claim and what came of it."""

    claim: str
    place: str
    test: str
    ours: str
    held: str
    by_how_much: str


class Tally(NamedTuple):
    """How many comparisons speak for a claim, how many differ by no more than chance, how many speak against it."""

    right: int
    open: int
    wrong: int

    @property
    def total(self) -> int:
        """All comparisons."""
        return self.right + self.open + self.wrong

    def __str__(self) -> str:
        return f"{self.right} of {self.total} comparisons for it, {self.open} even, {self.wrong} against it"

    @property
    def always(self) -> str:
        """The verdict on a claim without exceptions."""
        if not self.wrong:
            return "held"
        return "in part" if self.right > self.wrong else "refuted"

    @property
    def usually(self) -> str:
        """The verdict on a claim with *usually*."""
        return "held" if self.right > self.wrong else "refuted"


def _tally(z: NDArray[np.float64]) -> Tally:
    """Count comparisons; negative means that the claim is right."""
    return Tally(int((z < -LIMIT).sum()), int((abs(z) <= LIMIT).sum()), int((z > LIMIT).sum()))


def _equal(z: NDArray[np.float64]) -> Tally:
    """Count comparisons for a claim that two things are equal."""
    even = int((abs(z) <= LIMIT).sum())
    return Tally(even, 0, z.size - even)


def _add(*tallies: Tally) -> Tally:
    return Tally(*(sum(parts) for parts in zip(*tallies, strict=True)))


def _percent(share: float, digits: int = 1) -> str:
    return f"{100 * share:.{digits}f} %"


def _where(case: int, size: int) -> str:
    letter = "U" if CASES[case].kind == "uniform" else "N"
    return f"{letter}({WIDTH[size]},{DEPTH[size]}), case {case + 1}"


def _select(cases: Mask, sizes: Mask) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    return np.ix_(np.flatnonzero(cases), np.flatnonzero(sizes))  # type: ignore[return-value]


ALL_CASES: Mask = np.ones(16, dtype=bool)
ALL_SIZES: Mask = np.ones(len(SIZES), dtype=bool)


def _less(
    study: Study, first: str, second: str, criterion: str, cases: Mask = ALL_CASES, sizes: Mask = ALL_SIZES
) -> Tally:
    """Count where the first strategy has the smaller mean."""
    return _tally(study.z(first, second, criterion)[_select(cases, sizes)])


def _between_cases(study: Study, first: int, second: int, criterion: str, sizes: Mask) -> Tally:
    """Count where the first case has the smaller mean, over strategies and sizes; the samples are independent."""
    mean, sd = study.means(criterion), study.sd(criterion)
    a, b = first - 1, second - 1
    error = np.sqrt(sd[a] ** 2 / study.n[a, :, None] + sd[b] ** 2 / study.n[b, :, None])
    difference = mean[a] - mean[b]
    z = np.divide(difference, error, out=np.sign(difference) * 1e9, where=error > 0)
    return _tally(z[sizes])


def _mean_ratio(study: Study, first: str, second: str, criterion: str, cases: Mask, sizes: Mask) -> float:
    means = study.means(criterion)[_select(cases, sizes)]
    return float((means[..., LABELS.index(first)] / means[..., LABELS.index(second)]).mean())


# -- section 3.4 ---------------------------------------------------------------------------------------------


def _slagle_dixon(study: Study) -> Claim:
    leaves = study.single[UNIFORM][..., LABELS.index("AB"), 0]
    least = np.array([minimum_leaves(int(w), int(d)) for w, d in SIZES])[None, :, None]
    most = (WIDTH**DEPTH)[None, :, None]
    outside = (leaves < least) | (leaves > most)
    return Claim(
        "Alphabeta's leaves lie between w^⌊d/2⌋ + w^⌈d/2⌉ - 1 and w^d", "3.4, p. 36", "every uniform tree",
        f"{int(outside.sum())} of {outside.size} trees outside", "refuted" if outside.any() else "held",
        f"on average {float((leaves / least).mean()):.2f} times the least",
    )  # fmt: skip


def _perfect_reaches_bound(study: Study) -> Claim:
    leaves = study.single[5, ..., 0]
    least = np.array([minimum_leaves(int(w), int(d)) for w, d in SIZES])[:, None]
    above = {label: int((leaves[..., k] != least).sum()) for k, label in enumerate(LABELS)}
    held = all((n == 0) == (label != "BB") for label, n in above.items())
    deep = leaves[DEPTH >= 4][..., LABELS.index("BB")]
    return Claim(
        "perfectly ordered uniform trees: every strategy but Branch-and-bound creates the fewest leaves possible",
        "3.4, p. 36; 3.6.2, p. 63", "every tree of case 6",
        ", ".join(f"{label} {n}" for label, n in above.items()) + f" of {leaves[..., 0].size} trees above the least",
        "held" if held else "refuted",
        f"Branch-and-bound: {float((deep / least[DEPTH >= 4]).mean()):.2f} times the least from depth 4 on",
    )  # fmt: skip


@lru_cache
def _alphabeta_factors() -> NDArray[np.float64]:
    """Return AB(w,d) for ten widths and all depths from 2 to 20, exactly."""
    sizes = [(w, d) for w in (2, 3, 4, 5, 6, 8, 10, 12, 16, 20) for d in range(2, 21)]
    return np.array([expected.alphabeta(w, d) / expected.pearl_branching_factor(w) ** d for w, d in sizes])


def _growth_factors(study: Study) -> Claim:
    growth = np.array([expected.pearl_branching_factor(int(w)) ** int(d) for w, d in SIZES])
    leaves = study.means("leaves")[0]
    ss, sc = (leaves[:, LABELS.index(x)] / growth for x in ("SSS*", "Scout"))
    grid = _alphabeta_factors()
    bounds = (ss > 1.2).all() and (sc < 4.2).all() and (grid > 1.2).all() and (grid < 4.2).all()
    reverse = int((study.z("AB", "Scout", "leaves")[0] > LIMIT).sum())
    held = "held" if bounds and not reverse else "in part" if bounds else "refuted"
    return Claim(
        "4.2 > Sc(w,d) > AB(w,d) > SS(w,d) > 1.2 for w, d from 2 to 20", "3.4, p. 38",
        "sampled at the 24 sizes; AB(w,d) also exactly at 190 sizes up to U(20,20)",
        f"SS from {ss.min():.2f}, AB from {grid.min():.2f} to {grid.max():.2f}, Sc to {sc.max():.2f}", held,
        f"the bounds {'hold' if bounds else 'do not hold'}; Scout creates fewer leaves than Alphabeta, not more, at "
        f"{reverse} of 24 sizes (the theory counts a leaf each time that it is examined)",
    )  # fmt: skip


# -- section 3.6.1 -------------------------------------------------------------------------------------------


def _sss_least_on_average(study: Study) -> Claim:
    tally = _add(*(_less(study, "SSS*", other, "nodes") for other in OTHERS))
    z = np.max([study.z("SSS*", other, "nodes") for other in OTHERS], axis=0)
    against = ", ".join(_where(int(c), int(s)) for c, s in np.argwhere(z > LIMIT))
    return Claim(
        "SSS* creates the fewest nodes on average", "3.6.1, p. 41 and 44; Table I",
        "SSS* against each of the others, every case and size", str(tally), tally.always,
        f"{_percent(1 - _mean_ratio(study, 'SSS*', 'AB', 'nodes', ALL_CASES, ALL_SIZES))} fewer than Alphabeta"
        + (f"; not the fewest at {against}" if against else ""),
    )  # fmt: skip


def _sss_never_beaten(study: Study) -> Claim:
    nodes = study.single[..., CRITERIA.index("nodes")]
    sss = nodes[..., LABELS.index("SSS*")]
    beaten = {x: (nodes[..., LABELS.index(x)] < sss) for x in OTHERS}
    anyone = np.logical_or.reduce(list(beaten.values()))
    by_cell = anyone.mean(axis=2)
    case, size = np.unravel_index(by_cell.argmax(), by_cell.shape)
    rest = np.delete(nodes, LABELS.index("SSS*"), axis=-1).min(axis=-1)
    most = float(((sss - rest) / sss).max())
    return Claim(
        "no strategy ever creates fewer nodes than SSS*", "3.6.3, p. 82; 3.7, p. 103", "every single tree",
        ", ".join(f"{x} on {_percent(b.mean(), 2)}" for x, b in beaten.items()) + " of all trees",
        "refuted" if anyone.any() else "held",
        f"beaten on {_percent(anyone.mean())} of {anyone.size} trees, most often at {_where(int(case), int(size))}: "
        f"{_percent(by_cell.max())}; by at most {_percent(most)} of its nodes",
    )  # fmt: skip


def _sss_within_ab(study: Study) -> Claim:
    nodes = study.single[..., CRITERIA.index("nodes")]
    sss, ab = nodes[..., LABELS.index("SSS*")], nodes[..., LABELS.index("AB")]
    worse = sss > ab
    rule = {s.reading.using.get("SSS*", "sss*") for s in study.sampled}
    cases = [str(c + 1) for c in np.flatnonzero(worse.any(axis=(1, 2)))]
    return Claim(
        "SSS* never creates more nodes than Alphabeta (the theory it is said to confirm)", "3.6.1, p. 44; 3.7, p. 103",
        "every single tree", f"more on {int(worse.sum())} of {worse.size} trees"
        + (f", in cases {', '.join(cases)}" if cases else ""), "refuted" if worse.any() else "held",
        f"rules for ties in this reading: {', '.join(sorted(rule))}; the theorem is about the prescribed one, sss*",
    )  # fmt: skip


def _bb_most(study: Study) -> Claim:
    deep = DEPTH >= 4
    tally = _add(*(_less(study, x, "BB", "nodes", sizes=deep) for x in LABELS if x != "BB"))
    return Claim(
        "Branch-and-bound creates the most nodes (depth 4 and more)", "3.6.1, p. 41; Table I",
        "Branch-and-bound against each of the others", str(tally), tally.always,
        f"on average {_mean_ratio(study, 'BB', 'AB', 'nodes', ALL_CASES, deep):.2f} times Alphabeta's",
    )  # fmt: skip


def _pvs_second(study: Study) -> Claim:
    deep, cases = DEPTH >= 4, ~(REAL & ~UNIFORM)
    tally = _add(*(_less(study, "PVS", x, "nodes", cases, deep) for x in ("PAB", "Scout", "AB")))
    return Claim(
        "PVS is usually the best after SSS* (but for case 16)", "3.6.1, p. 41",
        "PVS against Palphabeta, Scout, Alphabeta; depth 4 and more", str(tally), tally.usually,
        f"nodes {_percent(1 - _mean_ratio(study, 'PVS', 'PAB', 'nodes', cases, deep), 2)} below Palphabeta's",
    )  # fmt: skip


def _case_16(study: Study) -> Claim:
    deep, cases = DEPTH >= 4, REAL & ~UNIFORM
    tally = _less(study, "Scout", "PVS", "nodes", cases, deep)
    return Claim(
        "case 16: PVS is slightly worse than Scout", "3.6.1, p. 41", "Scout against PVS, depth 4 and more",
        str(tally), tally.usually,
        f"PVS {_mean_ratio(study, 'PVS', 'Scout', 'nodes', cases, deep):.4f} times Scout's nodes",
    )  # fmt: skip


def _middle_better_than_ab(study: Study) -> Claim:
    deep, cases = DEPTH >= 4, ~np.isin(np.arange(1, 17), (6, 7, 8))
    tally = _add(*(_less(study, x, "AB", "nodes", cases, deep) for x in MIDDLE))
    return Claim(
        "PVS, Palphabeta and Scout are usually better than Alphabeta (but for cases 6, 7, 8)",
        "3.6.1, p. 41", "each against Alphabeta, depth 4 and more", str(tally), tally.usually,
        ", ".join(
            f"{x} {_percent(1 - _mean_ratio(study, x, 'AB', 'nodes', cases, deep))} fewer" for x in MIDDLE
        ),
    )  # fmt: skip


def _all_equal(
    study: Study, text: str, place: str, labels: tuple[str, ...], cases: Mask, sizes: Mask
) -> Claim:
    """Test that some strategies create the same nodes, to the tree."""
    nodes = study.single[_select(cases, sizes)][..., CRITERIA.index("nodes")]
    chosen = nodes[..., [LABELS.index(x) for x in labels]]
    differ = (chosen != chosen[..., :1]).any(axis=-1)
    means = _add(*(_equal(study.z(labels[0], x, "nodes")[_select(cases, sizes)]) for x in labels[1:]))
    held = "held" if not differ.any() else "in part" if means.right > means.wrong else "refuted"
    return Claim(
        text, place, "every single tree; means in pairs", f"different on {int(differ.sum())} of {differ.size} trees",
        held, f"{means.right} of {means.total} pairs of means are even",
    )  # fmt: skip


def _real_uniform(study: Study) -> Claim:
    return _all_equal(
        study, "real-dependent uniform trees: PVS, Palphabeta, Scout and Alphabeta are equally good",
        "3.6.1, p. 43; Table V", ("AB", "PAB", "Scout", "PVS"), REAL & UNIFORM, ALL_SIZES,
    )  # fmt: skip


def _integer_scout(study: Study) -> Claim:
    deep, cases = DEPTH >= 4, (SCHEME == "integer-dependent") & UNIFORM
    by_width = {
        int(w): study.z("AB", "Scout", "nodes")[_select(cases, deep & (w == WIDTH))] for w in (2, 3, 4, 5)
    }
    tally = _less(study, "AB", "Scout", "nodes", cases, deep)
    return Claim(
        "integer-dependent uniform trees: Scout is slightly worse than Alphabeta", "3.6.1, p. 43; Table I",
        "Alphabeta against Scout, depth 4 and more", str(tally), tally.always,
        "; ".join(f"width {w}: {_tally(z).right} for, {_tally(z).wrong} against" for w, z in by_width.items()),
    )  # fmt: skip


def _depth_3(study: Study) -> Claim:
    level, cases = DEPTH == 3, ~REAL
    tally = _add(
        *(_less(study, "SSS*", x, "nodes", cases, level) for x in MIDDLE),
        *(_less(study, x, "AB", "nodes", cases, level) for x in MIDDLE),
        *(_equal(study.z("PVS", x, "nodes")[_select(cases, level)]) for x in ("PAB", "Scout")),
        _equal(study.z("AB", "BB", "nodes")[_select(cases, level)]),
    )
    same = _equal(study.z("PVS", "Scout", "nodes")[_select(cases, level)])
    return Claim(
        "depth 3, all cases but the real-dependent: (SSS*, [PVS, PAB, Scout], [AB, BB])", "3.6.1, p. 43",
        "the order and the ties of the list, by pairs", str(tally), tally.always,
        f"PVS and Scout are even in {same.right} of {same.total}",
    )  # fmt: skip


def _depth_3_real_uniform(study: Study) -> Claim:
    return _all_equal(
        study, "depth 3, real-dependent uniform trees: all but SSS* are equally good", "3.6.1, p. 43",
        OTHERS, REAL & UNIFORM, DEPTH == 3,
    )  # fmt: skip


def _depth_3_real_nonuniform(study: Study) -> Claim:
    cases, level = REAL & ~UNIFORM, (DEPTH == 3) & (WIDTH > 2)
    tally = _add(
        *(_less(study, "Scout", x, "nodes", cases, level) for x in ("PVS", "PAB", "AB", "BB")),
        *(_equal(study.z("AB", x, "nodes")[_select(cases, level)]) for x in ("PVS", "PAB", "BB")),
    )
    return Claim(
        "depth 3, real-dependent nonuniform trees: (SSS*, Scout, [PVS, PAB, AB, BB])", "3.6.1, p. 43",
        "the order and the ties of the list, by pairs; widths above 2", str(tally), tally.always,
        f"Scout {_percent(1 - _mean_ratio(study, 'Scout', 'AB', 'nodes', cases, level), 2)} below Alphabeta",
    )  # fmt: skip


def _depth_2(study: Study) -> Claim:
    return _all_equal(
        study, "depth 2: all but SSS* are equally good, in all cases", "3.6.1, p. 44", OTHERS, ALL_CASES,
        DEPTH == 2,
    )  # fmt: skip


def _ab_is_bb(study: Study) -> Claim:
    return _all_equal(
        study, "Alphabeta = Branch-and-bound up to depth 3", "3.6.1, p. 44", ("AB", "BB"), ALL_CASES, DEPTH <= 3
    )  # fmt: skip


def _same_ranking_by_leaves(study: Study) -> Claim:
    pairs = [(rank(study, n), rank(study, n, "leaves")) for n in range(1, 17)]
    differ = [n for n, (nodes, leaves) in enumerate(pairs, 1) if nodes.groups != leaves.groups]
    return Claim(
        "the rankings by leaves are those by all nodes", "Table I, note, p. 42", "our rankings of Table I by both",
        f"different in cases {', '.join(map(str, differ))}" if differ else "the same in all 16 cases",
        "held" if not differ else "in part" if len(differ) <= 8 else "refuted",
        "; ".join(f"case {n}: {pairs[n - 1][1]} by leaves" for n in differ[:2]),
    )  # fmt: skip


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


# -- section 3.6.2 -------------------------------------------------------------------------------------------


def _close_to_newborn(study: Study) -> Claim:
    worst, z_all = 0.0, []
    leaves, sd = study.means("leaves"), study.sd("leaves")
    for case, scheme in ((0, "unordered"), (6, "integer-dependent")):
        for s, (w, d) in enumerate(SIZES):
            if d <= 3:
                theory = newborn(w, d, scheme)
                error = sd[case, s, 0] / np.sqrt(study.n[case, s])
                z_all.append((leaves[case, s, 0] - theory) / error)
                worst = max(worst, abs(leaves[case, s, 0] / theory - 1))
    z = np.array(z_all)
    return Claim(
        "Alphabeta's leaves are close to Newborn's theory", "3.6.2, p. 62; Table II",
        "our means against the exact expectation, depths 2 and 3, both schemes",
        f"{int((abs(z) <= LIMIT).sum())} of {z.size} within {LIMIT:.0f} standard errors, mean z² {(z**2).mean():.2f}",
        "held" if (abs(z) <= LIMIT).all() else "in part", f"at most {_percent(worst, 2)} off",
    )  # fmt: skip


def _schemes(study: Study, first: int, text: str, place: str, always: bool) -> Claim:
    sizes = WIDTH > 2 if first > 8 else ALL_SIZES
    tally = _add(
        _between_cases(study, first + 6, first, "leaves", sizes),
        _between_cases(study, first + 7, first + 6, "leaves", sizes),
    )
    ratio = study.means("leaves")[[first - 1, first + 5, first + 6]][:, sizes].mean(axis=(1, 2))
    return Claim(
        text, place, "each strategy and size", str(tally), tally.always if always else tally.usually,
        f"mean leaves {ratio[0]:.1f}, {ratio[1]:.1f}, {ratio[2]:.1f}",
    )  # fmt: skip


def _schemes_uniform(study: Study) -> Claim:
    text = "uniform trees: most leaves unordered, fewer integer-dependent, fewest real-dependent"
    return _schemes(study, 1, text, "3.6.2, p. 62", always=True)


def _schemes_nonuniform(study: Study) -> Claim:
    text = "nonuniform trees: usually most leaves unordered, fewer integer-dependent, fewest real-dependent"
    return _schemes(study, 9, text, "3.6.2, p. 64 and 81", always=False)


def _less_sharp(study: Study) -> Claim:
    leaves = study.means("leaves")
    uniform = leaves[0] / leaves[7]
    other = leaves[8] / leaves[15]
    smaller = other < uniform
    return Claim(
        "the schemes differ less on nonuniform trees than on uniform ones", "3.6.2, p. 81",
        "leaves unordered over leaves real-dependent, each strategy and size",
        f"a smaller ratio in {int(smaller.sum())} of {smaller.size}", "held" if smaller.mean() > 0.5 else "refuted",
        f"mean ratio {uniform.mean():.2f} on uniform, {other.mean():.2f} on nonuniform trees",
    )  # fmt: skip


def _fewer_as_p_grows(study: Study, first: int, text: str, place: str) -> Claim:
    sizes = WIDTH > 2 if first > 8 else ALL_SIZES
    tally = _add(*(_between_cases(study, c + 1, c, "leaves", sizes) for c in range(first, first + 4)))
    leaves = study.means("leaves")
    ratio = (leaves[first + 3] / leaves[first - 1])[sizes].mean()
    return Claim(
        text, place, "each P against the next, each strategy and size", str(tally), tally.always,
        f"leaves at P = 1.0 are {_percent(ratio, 0)} of those at 0.2",
    )  # fmt: skip


def _fewer_as_p_grows_uniform(study: Study) -> Claim:
    return _fewer_as_p_grows(study, 2, "uniform trees: fewer leaves as P grows", "3.6.2, p. 63")


def _fewer_as_p_grows_nonuniform(study: Study) -> Claim:
    return _fewer_as_p_grows(study, 10, "nonuniform trees: fewer leaves as P grows", "3.6.2, p. 81")


def _ratio_ab_sss(study: Study, cases: Mask, text: str, place: str) -> Claim:
    leaves = study.means("leaves")[cases]
    ratio = leaves[..., LABELS.index("AB")] / leaves[..., LABELS.index("SSS*")]
    inside = (ratio >= 1.1) & (ratio <= 3.0)
    low = np.unravel_index(ratio.argmin(), ratio.shape)
    case = int(np.flatnonzero(cases)[low[0]])
    return Claim(
        text, place, "ratio of the means at every size",
        f"inside at {int(inside.sum())} of {inside.size}; from {ratio.min():.3f} to {ratio.max():.3f}",
        "held" if inside.all() else "in part" if inside.mean() > 0.5 else "refuted",
        f"least at {_where(case, int(low[1]))}",
    )  # fmt: skip


def _ratio_ab_sss_unordered(study: Study) -> Claim:
    text = "the ratio of Alphabeta's to SSS*'s leaves lies in [1.1, 3.0], unordered"
    return _ratio_ab_sss(study, np.arange(16) == 0, text, "3.6.2, p. 63 (Roizen and Pearl)")


def _ratio_ab_sss_all(study: Study) -> Claim:
    text = "the same for all schemes (Tables IV to X)"
    return _ratio_ab_sss(study, UNIFORM & (np.arange(16) > 0), text, "3.6.2, p. 64")


def _ratio_scout_ab(study: Study, cases: Mask, text: str, place: str) -> Claim:
    leaves = study.means("leaves")[cases]
    ratio = leaves[..., LABELS.index("Scout")] / leaves[..., LABELS.index("AB")]
    case, size = np.unravel_index(ratio.argmax(), ratio.shape)
    return Claim(
        text, place, "ratio of the means at every size", f"from {ratio.min():.3f} to {ratio.max():.3f}",
        "held" if (ratio < 1.275).all() else "refuted",
        f"greatest at {_where(int(np.flatnonzero(cases)[case]), int(size))}; {1.275 - ratio.max():.3f} below 1.275",
    )  # fmt: skip


def _ratio_scout_ab_unordered(study: Study) -> Claim:
    text = "the ratio of Scout's to Alphabeta's leaves is below 1.275, unordered"
    return _ratio_scout_ab(study, np.arange(16) == 0, text, "3.6.2, p. 64 (Pearl)")


def _ratio_scout_ab_all(study: Study) -> Claim:
    text = "the same for all schemes (Tables IV to X)"
    return _ratio_scout_ab(study, UNIFORM & (np.arange(16) > 0), text, "3.6.2, p. 64")


def _ratio_to_unity(study: Study) -> Claim:
    leaves = study.means("leaves")[0]
    ratio = leaves[:, LABELS.index("Scout")] / leaves[:, LABELS.index("AB")]
    at = {int(d): float(ratio[(d == DEPTH) & (WIDTH == 3)][0]) for d in range(2, 7)}
    away = [abs(1 - r) for r in at.values()]
    return Claim(
        "that ratio tends to 1 with growing depth", "3.6.2, p. 64 (Pearl)", "width 3, depths 2 to 6",
        ", ".join(f"{r:.3f}" for r in at.values()),
        "held" if all(a >= b for a, b in pairwise(away[1:])) else "refuted",
        "up to depth 6 it falls below 1: distinct leaves, not examinations, are counted",
    )  # fmt: skip


# -- section 3.6.3 -------------------------------------------------------------------------------------------


def _visit_once(study: Study) -> Claim:
    nodes, visits = study.single[..., 1], study.single[..., 2]
    again = (visits > nodes).mean(axis=(0, 1, 2))
    once = all((again[k] == 0) == (label in ("AB", "BB")) for k, label in enumerate(LABELS))
    ratio = (study.means("visits") / study.means("nodes")).mean(axis=(0, 1))
    return Claim(
        "apart from Alphabeta and Branch-and-bound, all visit many nodes more than once", "3.6.3, p. 82",
        "share of trees with more visits than nodes",
        ", ".join(f"{label} {_percent(again[k], 0)}" for k, label in enumerate(LABELS)), "held" if once else "refuted",
        ", ".join(f"{label} {ratio[k]:.2f}" for k, label in enumerate(LABELS)) + " visits per node",
    )  # fmt: skip


def _no_order_of_visits(study: Study) -> Claim:
    shares = {}
    for criterion in ("visits", "nodes"):
        means = study.means(criterion)[:, DEPTH >= 4].reshape(-1, len(LABELS))
        _, times = np.unique(np.argsort(means.round(9), axis=-1, kind="stable"), axis=0, return_counts=True)
        shares[criterion] = len(times), times.max() / times.sum()
    orders, most = shares["visits"]
    return Claim(
        "by visits the order of the strategies keeps changing: no general statement", "3.6.3, p. 82",
        "orders of the mean visits, depth 4 and more, every case and size",
        f"{orders} different orders, the most frequent at {_percent(most, 0)}", "held" if most < 0.5 else "refuted",
        f"by nodes created: {shares['nodes'][0]}, the most frequent at {_percent(shares['nodes'][1], 0)}",
    )  # fmt: skip


def _ab_visits_least(study: Study) -> Claim:
    visits = study.means("visits")
    least = visits[..., LABELS.index("AB")] <= visits.min(axis=-1) * (1 + 1e-12)
    return Claim(
        "usually Alphabeta visits the fewest nodes", "3.6.3, p. 82", "mean visits, every case and size",
        f"least (or as few) at {int(least.sum())} of {least.size}", "held" if least.mean() > 0.5 else "refuted",
        _percent(least.mean()),
    )  # fmt: skip


def _visits_depth_2(study: Study) -> Claim:
    level = DEPTH == 2
    tally = _add(
        _equal(study.z("PVS", "PAB", "visits")[:, level]), _less(study, "PVS", "Scout", "visits", sizes=level)
    )
    return Claim(
        "depth 2: PVS visits as many nodes as Palphabeta, fewer than Scout", "3.6.3, p. 82", "by pairs, all cases",
        str(tally), tally.always,
        f"PVS {_mean_ratio(study, 'PVS', 'PAB', 'visits', ALL_CASES, level):.3f} times Palphabeta's, "
        f"{_mean_ratio(study, 'PVS', 'Scout', 'visits', ALL_CASES, level):.3f} times Scout's",
    )  # fmt: skip


def _visits_depth_3(study: Study) -> Claim:
    level = DEPTH == 3
    more, fewer = (
        _less(study, "PAB", "PVS", "visits", sizes=level),
        _less(study, "PVS", "Scout", "visits", sizes=level),
    )
    tally = _add(more, fewer)
    return Claim(
        "depth 3: PVS visits more nodes than Palphabeta, but fewer than Scout", "3.6.3, p. 82", "by pairs, all cases",
        str(tally), tally.always,
        f"more than Palphabeta in {more.right} of {more.total}, fewer than Scout in {fewer.right} of {fewer.total}",
    )  # fmt: skip


def _pvs_visits_most(study: Study) -> Claim:
    visits = study.means("visits")[:, DEPTH >= 4]
    most = visits[..., LABELS.index("PVS")] >= visits.max(axis=-1) * (1 - 1e-12)
    return Claim(
        "depth above 3: PVS usually visits the most nodes", "3.6.3, p. 82", "mean visits, every case and size",
        f"most (or as many) at {int(most.sum())} of {most.size}", "held" if most.mean() > 0.5 else "refuted",
        f"{_mean_ratio(study, 'PVS', 'Scout', 'visits', ALL_CASES, DEPTH >= 4):.2f} times Scout's visits on average",
    )  # fmt: skip


def _pab_visits_bb(study: Study) -> Claim:
    wide = (DEPTH >= 4) & (WIDTH > 3)
    tally = _less(study, "PAB", "BB", "visits", sizes=wide)
    narrow = _less(study, "PAB", "BB", "visits", sizes=(DEPTH >= 4) & (WIDTH <= 3))
    return Claim(
        "depth 4 and more, width above 3: Palphabeta usually visits fewer nodes than Branch-and-bound",
        "3.6.3, p. 83", "by pairs, all cases", str(tally), tally.usually,
        f"widths 2 and 3: {narrow.right} of {narrow.total}",
    )  # fmt: skip


def _sss_visits_vary(study: Study) -> Claim:
    place = 1 + (study.means("visits") < study.means("visits")[..., [LABELS.index("SSS*")]]).sum(axis=-1)
    at_5_2, at_2_3 = place[1, SIZES.index((5, 2))], place[4, SIZES.index((2, 3))]
    shares = ", ".join(f"{k}: {_percent((place == k).mean(), 0)}" for k in range(1, 7))
    return Claim(
        "SSS*'s place by visits varies from last to second best", "3.6.3, p. 83", "its place at every case and size",
        shares, "held" if place.min() == 2 and place.max() == 6 else "in part" if place.max() == 6 else "refuted",
        f"U(5,2), P = 0.2: place {at_5_2} (said to be 2); U(2,3), P = 0.8: place {at_2_3} (said to be 6)",
    )  # fmt: skip


def _visits_less_sharp(study: Study) -> Claim:
    visits = study.means("visits")
    spread = visits.max(axis=-1) / visits.min(axis=-1)
    smaller = spread[~UNIFORM] < spread[UNIFORM]
    return Claim(
        "visits differ less between strategies on nonuniform trees", "3.6.3, p. 83",
        "most over fewest visits, case by case",
        f"a smaller ratio in {int(smaller.sum())} of {smaller.size}", "held" if smaller.mean() > 0.5 else "refuted",
        f"mean ratio {spread[UNIFORM].mean():.2f} on uniform, {spread[~UNIFORM].mean():.2f} on nonuniform trees",
    )  # fmt: skip


# -- section 3.6.4: this machine's CPU time; only orders are compared ------------------------------------------


def _median(study: Study) -> NDArray[np.float64]:
    return study.micro[..., 1]


def _time_follows_visits(study: Study) -> Claim:
    keep = [k for k, label in enumerate(LABELS) if label != "SSS*"]
    time, visits = _median(study)[..., keep], study.means("visits")[..., keep]
    a, b = (np.argsort(np.argsort(x, axis=-1), axis=-1) - 2.0 for x in (time, visits))
    correlation = (a * b).sum(axis=-1) / 10
    return Claim(
        "apart from SSS*, CPU time goes with visits", "3.6.4, p. 84", "rank correlation of the five, per cell",
        f"mean {correlation.mean():.2f}", "held" if correlation.mean() > 0.5 else "refuted",
        f"above 0.5 in {_percent((correlation > 0.5).mean(), 0)} of the cells",
    )  # fmt: skip


def _two_fastest(study: Study) -> Claim:
    places = np.argsort(np.argsort(_median(study), axis=-1), axis=-1)
    both = places[..., LABELS.index("AB")] + places[..., LABELS.index("BB")] == 1
    first = places[..., LABELS.index("AB")] == 0
    return Claim(
        "Alphabeta and Branch-and-bound usually take the least CPU time", "3.6.4, p. 84; 3.7, p. 103",
        "medians, every case and size", f"the two fastest at {int(both.sum())} of {both.size}",
        "held" if both.mean() > 0.5 else "refuted", f"Alphabeta alone fastest at {_percent(first.mean(), 0)}",
    )  # fmt: skip


def _ab_fastest(study: Study) -> Claim:
    time = _median(study)
    ab = time[..., LABELS.index("AB")]
    fastest = ab <= time.min(axis=-1)
    faster = np.array([ab < time[..., LABELS.index(x)] for x in LABELS if x != "AB"]).mean()
    return Claim(
        "Alphabeta usually takes the least CPU time", "3.7, p. 103", "medians, every case and size",
        f"the fastest at {int(fastest.sum())} of {fastest.size}",
        "held" if fastest.mean() > 0.5 else "in part" if faster > 0.5 else "refuted",
        f"faster in {_percent(float(faster), 0)} of all comparisons with another strategy",
    )  # fmt: skip


def _small_trees_bb(study: Study) -> Claim:
    time = _median(study)
    ratio = time[..., LABELS.index("AB")] / time[..., LABELS.index("BB")]
    small, large = ratio[:, WIDTH**DEPTH <= 100], ratio[:, WIDTH**DEPTH > 250]
    good = (small > 1).mean() > 0.5 and (large < 1).mean() > 0.5
    half = (small > 1).mean() > 0.5 or (large < 1).mean() > 0.5
    return Claim(
        "small trees: Branch-and-bound slightly faster than Alphabeta; large ones: Alphabeta", "3.6.4, p. 84",
        "medians; up to 100 and above 250 leaves in the uniform tree",
        f"small: BB faster in {_percent((small > 1).mean(), 0)}; large: AB faster in {_percent((large < 1).mean(), 0)}",
        "held" if good else "in part" if half else "refuted",
        f"AB/BB {np.median(small):.2f} on small, {np.median(large):.2f} on large trees",
    )  # fmt: skip


def _order_of_the_rest(study: Study) -> Claim:
    time = _median(study).mean(axis=(0, 1))
    order = [LABELS[k] for k in np.argsort(time) if LABELS[k] not in ("AB", "BB")]
    said = ["PAB", "Scout", "PVS", "SSS*"]
    pairs = [(a, b) for i, a in enumerate(said) for b in said[i + 1 :]]
    t = _median(study)
    for_it = np.mean([(t[..., LABELS.index(a)] < t[..., LABELS.index(b)]).mean() for a, b in pairs])
    return Claim(
        "the others by CPU time: Palphabeta, Scout, PVS, SSS*", "3.6.4, p. 84", "medians, mean over all cells",
        f"({', '.join(order)})", "held" if order == said else "in part" if for_it > 0.5 else "refuted",
        f"{_percent(float(for_it), 0)} of all pairs in all cells have the stated order",
    )  # fmt: skip


def _sss_slowest(study: Study) -> Claim:
    time = _median(study)
    slowest = time[..., LABELS.index("SSS*")] >= time.max(axis=-1)
    ratio = time[..., LABELS.index("SSS*")] / time[..., LABELS.index("AB")]
    return Claim(
        "SSS* is the slowest", "3.6.3, p. 82; 3.7, p. 103", "medians, every case and size",
        f"slowest at {int(slowest.sum())} of {slowest.size}",
        "held" if slowest.all() else "in part" if slowest.mean() > 0.5 else "refuted",
        f"{np.median(ratio):.1f} times Alphabeta's time (median)",
    )  # fmt: skip


def _sss_storage(study: Study) -> Claim:
    longest = []
    for width, depth in SIZES:
        tree = generate("uniform", width=width, depth=depth, scheme="unordered", seed=0)
        longest.append(max(len(step.open or ()) for step in trace(tree, "sss*").steps))
    entries, formula = np.array(longest), WIDTH ** ((DEPTH + 1) // 2)
    return Claim(
        "SSS* needs extra storage for a large sorted list", "3.7, p. 103",
        "the longest OPEN on a random tree of every size, against Alphabeta's path of d nodes",
        f"{entries.min()} to {entries.max()} entries, longer than the path at {int((entries > DEPTH).sum())} of 24",
        "held" if (entries >= DEPTH).all() and (entries > DEPTH).mean() > 0.5 else "in part",
        f"w^⌈d/2⌉ at {int((entries == formula).sum())} of 24 sizes: the leaves of a solution tree",
    )  # fmt: skip


def _middle_slower(study: Study) -> Claim:
    time = _median(study)
    fast = np.maximum(time[..., LABELS.index("AB")], time[..., LABELS.index("BB")])
    slower = np.array([time[..., LABELS.index(x)] > fast for x in MIDDLE])
    return Claim(
        "Palphabeta, PVS and Scout are slower than Alphabeta and Branch-and-bound", "3.7, p. 103",
        "each against the slower of the two, every case and size",
        ", ".join(f"{x} {_percent(part.mean(), 0)}" for x, part in zip(MIDDLE, slower, strict=True)),
        "held" if slower.all() else "in part" if slower.mean() > 0.5 else "refuted",
        f"in {_percent(slower.mean(), 0)} of all comparisons",
    )  # fmt: skip


def _slower(
    study: Study, pairs: list[tuple[int, int]], text: str, place: str, sizes: Mask = ALL_SIZES
) -> Claim:
    """Test that the second case of each pair takes more CPU time than the first."""
    time = _median(study)[:, sizes]
    ratios = np.array([time[b - 1] / time[a - 1] for a, b in pairs])
    share = (ratios > 1).mean()
    return Claim(
        text, place, "medians, each strategy and size", f"{_percent(share, 0)} of {ratios.size} comparisons",
        "held" if share > 0.95 else "in part" if share > 0.5 else "refuted", f"median ratio {np.median(ratios):.2f}",
    )  # fmt: skip


def _slower_as_p_falls(study: Study) -> Claim:
    pairs = [(c + 1, c) for c in (*range(2, 6), *range(10, 14))]
    return _slower(study, pairs, "CPU time grows as P falls", "3.6.4, p. 84", WIDTH > 2)


def _real_slower_than_perfect(study: Study) -> Claim:
    text = "real-dependent values take a little more CPU time than P = 1.0"
    return _slower(study, [(6, 8), (14, 16)], text, "3.6.4, p. 102", WIDTH > 2)


def _integer_faster(study: Study) -> Claim:
    text = "integer-dependent values take less CPU time than P = 0.4"
    return _slower(study, [(7, 3), (15, 11)], text, "3.6.4, p. 102", WIDTH > 2)


def _unordered_faster(study: Study) -> Claim:
    text = "unordered values take less CPU time than P = 0.2"
    return _slower(study, [(1, 2), (9, 10)], text, "3.6.4, p. 102", WIDTH > 2)


def _by_scheme(study: Study) -> NDArray[np.float64]:
    """Return the median times by kind (uniform first), scheme, size and strategy; widths above 2."""
    time = _median(study)[:, WIDTH > 2]
    return np.array([time[UNIFORM], time[~UNIFORM]])


def _extreme_scheme(study: Study, case: int, sign: int, text: str) -> Claim:
    """Test that of the eight schemes that of a uniform case takes the least (sign 1) or the most (-1) CPU time."""
    time = sign * _by_scheme(study)
    first = time[:, case - 1] <= time.min(axis=1)
    share = (time[:, case - 1][:, None] < np.delete(time, case - 1, axis=1)).mean()
    return Claim(
        text, "3.6.4, p. 84", "medians, each kind, strategy and size (widths above 2)",
        f"at {int(first.sum())} of {first.size}",
        "held" if first.mean() > 0.95 else "in part" if share > 0.5 else "refuted",
        f"in {_percent(float(share), 0)} of all comparisons with another scheme",
    )  # fmt: skip


def _perfect_takes_least(study: Study) -> Claim:
    return _extreme_scheme(study, 6, 1, "of all schemes P = 1.0 takes the least CPU time")


def _disorder_takes_most(study: Study) -> Claim:
    return _extreme_scheme(study, 2, -1, "of all schemes P = 0.2 takes the most CPU time")


def _times_less_sharp(study: Study) -> Claim:
    time = _by_scheme(study)
    spread = time.max(axis=1) / time.min(axis=1)
    smaller = spread[1] < spread[0]
    return Claim(
        "CPU times differ less between schemes on nonuniform trees", "3.6.4, p. 102",
        "most over least time, each strategy and size (widths above 2)",
        f"a smaller ratio in {int(smaller.sum())} of {smaller.size}", "held" if smaller.mean() > 0.5 else "refuted",
        f"mean ratio {spread[0].mean():.2f} on uniform, {spread[1].mean():.2f} on nonuniform trees",
    )  # fmt: skip


CLAIMS: tuple[Callable[[Study], Claim], ...] = (
    _slagle_dixon, _perfect_reaches_bound, _growth_factors,
    _sss_least_on_average, _sss_never_beaten, _sss_within_ab, _bb_most, _pvs_second, _case_16, _middle_better_than_ab,
    _real_uniform, _integer_scout, _depth_3, _depth_3_real_uniform, _depth_3_real_nonuniform, _depth_2, _ab_is_bb,
    _same_ranking_by_leaves,
    _close_to_newborn, _schemes_uniform, _fewer_as_p_grows_uniform, _ratio_ab_sss_unordered, _ratio_ab_sss_all,
    _ratio_scout_ab_unordered, _ratio_scout_ab_all, _ratio_to_unity, _schemes_nonuniform, _less_sharp,
    _fewer_as_p_grows_nonuniform,
    _visit_once, _no_order_of_visits, _ab_visits_least, _visits_depth_2, _visits_depth_3, _pvs_visits_most,
    _pab_visits_bb, _sss_visits_vary, _visits_less_sharp,
    _sss_storage,
)  # fmt: skip
"""The tests of what is counted, in the order of the text."""

TIME_CLAIMS: tuple[Callable[[Study], Claim], ...] = (
    _time_follows_visits, _two_fastest, _ab_fastest, _small_trees_bb, _order_of_the_rest, _sss_slowest,
    _middle_slower,
    _slower_as_p_falls, _perfect_takes_least, _disorder_takes_most, _real_slower_than_perfect, _integer_faster,
    _unordered_faster, _times_less_sharp,
)  # fmt: skip
"""The tests of processor time, in the order of the text: what they find depends on the machine."""


def check_claims(study: Study) -> pd.DataFrame:
    """Test every claim about counts on a study: claim, place, test, ours, held, by_how_much."""
    import pandas as pd

    return pd.DataFrame([check(study) for check in CLAIMS])


def check_time_claims(study: Study) -> pd.DataFrame:
    """Test every claim about processor time on a timed study: the same columns as `check_claims`."""
    import pandas as pd

    return pd.DataFrame([check(study) for check in TIME_CLAIMS])


def claims_of_study(study: Study, literal: Study) -> list[Finding]:
    """Return the findings on all claims of chapter 3."""
    return bound_findings(study)
