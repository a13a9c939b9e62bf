"""What is measured of the versions of Scout: nodes, visits, the width of the window, time.

At the end, all of it as one object (`Study`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from companion.progress import part
from companion.published.cases import CASES, SIZES, TreeCase, chosen_reading, literal_reading, size_name
from companion.published.cells import printed_cells, printed_values
from companion.published.verdict import Judgement, judge
from gametree import reference
from gametree.experiment import CRITERIA, counts_of, sweep
from gametree.generate import generate, recipe
from gametree.reference import Recorder
from gametree.search import search
from gametree.tree import Tree

Search = Callable[[Recorder, int], float]
Size = tuple[int, int]
Counts = dict[tuple[str, int], np.ndarray]
"""Reading and number of a case -> leaves, nodes and visits by tree and version."""
Visits = dict[Size, np.ndarray]
"""Size -> visits, leaf visits and leaves by tree and version."""

UNIT_WINDOW = "scout-campbell-marsland-unit-window"
MINIMAL_WINDOW = ("scout-minimax", "scout-campbell-marsland")
VERSIONS = ("scout", *MINIMAL_WINDOW, UNIT_WINDOW, "scout-testm")
"""The versions that are counted; all others are held against the first."""

TIMED = ("scout-minimax", "scout", "scout-campbell-marsland")
"""The versions of Figure 58."""

READINGS = {"literal": literal_reading, "chosen": chosen_reading}
CASE_16 = CASES[15]
"""Nonuniform trees with real-dependent values: where Appendix 1 saw other visits."""
CHOSEN_KIND = chosen_reading(CASE_16).kind
"""The nonuniform trees that Table XII fits best; all sizes are compared on them."""
NAMED, MEANT = (3, 5), (10, 3)
"""The size that Appendix 1 names for its numbers of visits, and the one that they must belong to."""

APPENDIX: dict[str, Search] = {
    "Scout (minimax)": reference.scout_minimax,
    "Scout (negamax)": reference.scout,
    "Scout (Campbell-Marsland)": reference.scout_campbell_marsland_unit_window,
}
"""The versions whose visits Appendix 1 prints."""

LISTINGS: dict[str, tuple[Search, list]] = {
    "2.5, lines 7 and 9": (reference.scout_as_printed, [0, [6, [[6], [7, 8]]]]),
    "A1, Scout, line 8": (reference.scout_minimax_as_printed, [0, 1]),
    "A1, Test, lines 12, 14": (reference.scout_minimax_with_test_as_printed, [1, [0]]),
}
"""The listings that can't be meant as printed, each with a tree that shows it: Figure 57's, or the smallest."""

WIDTHS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
"""Widths of the window that are tried."""


def examine(function: Search, tree: Tree) -> Recorder:
    """Search a tree in plain Python, and return what the search saw.

    Examples
    --------
    >>> len(examine(reference.scout, Tree.from_nested([[3, 5], [2, 9]])).leaves)
    3
    """
    x = Recorder(tree)
    function(x, 0)
    return x


def nodes_of(version: str, tree: Tree) -> set[int]:
    """Return the nodes of a tree that a version of Scout examines, by the name of the version.

    Examples
    --------
    >>> tree = Tree.from_nested([6, [[6], 7]])
    >>> [tree.name(n) for n in sorted(nodes_of("scout", tree))]
    ['p1', 'p2', 'p21', 'p211']
    """
    return examine(getattr(reference, version.replace("-", "_")), tree).nodes


def with_parents(tree: Tree, nodes: set[int]) -> set[int]:
    """Return nodes together with their parents: the branches that lead to them.

    Examples
    --------
    >>> sorted(with_parents(Tree.from_nested([6, [[6], 7]]), {5}))
    [2, 5]
    """
    return nodes | {int(tree.parent[n]) for n in nodes}


def listings_as_printed() -> pd.DataFrame:
    """Search the tree of each printed listing with it, and with Scout as it must be meant.

    Columns: ``listing, tree, its value, true value, its nodes, nodes of scout``.
    """
    rows = []
    for name, (function, nested) in LISTINGS.items():
        tree = Tree.from_nested(nested)
        x, meant = Recorder(tree), search(tree, "scout")
        rows.append((name, str(nested), function(x, 0), meant.value, len(x.nodes), meant.nodes))
    heads = ["listing", "tree", "its value", "true value", "its nodes", "nodes of scout"]
    return pd.DataFrame(rows, columns=heads)


# -- which Test filled the tables --------------------------------------------------------------------------------------


def leaf_samples(
    case: TreeCase, size: Size, seed: int, trees: int, listing_trees: int
) -> Iterator[tuple[str, np.ndarray]]:
    """Yield how Scout asks, and the leaves that it then evaluates, tree by tree, for the three candidates."""
    kind, (width, depth) = chosen_reading(case).kind, size
    made = recipe(kind, case.scheme, width, depth)
    counted = counts_of(made, ("scout", "scout-testm"), seed, 0, trees)[:, :, 0]
    sample = (
        generate(kind, width=width, depth=depth, scheme=case.scheme, seed=seed, number=i)
        for i in range(listing_trees)
    )
    listed = [len(examine(reference.scout_as_printed, t).leaves) for t in sample]
    yield "Test", counted[:, 0]
    yield "testm", counted[:, 1]
    yield "as printed", np.array(listed)


def distances_from_tables(seed: int, trees: int, listing_trees: int) -> pd.DataFrame:
    """Hold the Scout columns of Tables IV and XI (integer-dependent values) against each way of asking.

    Parameters
    ----------
    seed, trees : int
        Of the random trees, and their number per size.
    listing_trees : int
        Their number for the listing as printed, which exists in plain Python only.

    Returns
    -------
    DataFrame
        ``table, how Scout asks, z``: a row per size whose counts vary, z in standard errors.
    """
    rows = []
    for case in (c for c in CASES if c.scheme == "integer-dependent"):
        printed = printed_values(case.table)
        for size in SIZES:
            for name, x in leaf_samples(case, size, seed, trees, listing_trees):
                mean, sd = x.mean(), x.std(ddof=1)
                of_50 = printed[size_name(*size, case.kind), "Scout"]
                z = judge(of_50, np.nan, mean, sd, len(x)).statistic
                if sd > 0:
                    rows.append((case.table, name, z))
    return pd.DataFrame(rows, columns=["table", "how Scout asks", "z"])


def fits(distances: pd.DataFrame) -> pd.DataFrame:
    """Return mean square and farthest of the distances, by table and way of asking.

    Examples
    --------
    >>> import pandas as pd
    >>> z = pd.DataFrame({"table": "IV", "how Scout asks": "Test", "z": [1.0, -3.0]})
    >>> fits(z).loc[("IV", "Test")].tolist()
    [5.0, -3.0]
    """
    by = distances.groupby(["table", "how Scout asks"], sort=False)["z"]
    square, farthest = by.agg(lambda z: (z**2).mean()), by.agg(lambda z: max(z, key=abs))
    return pd.DataFrame({"mean square of z": square, "farthest off": farthest})


# -- claims 1, 2 and 4: the sixteen cases ------------------------------------------------------------------------------


def count_versions(seed: int, trees: int) -> Counts:
    """Count leaves, nodes and visits of all versions on the trees of all sixteen cases, under both readings.

    Returns
    -------
    dict
        Reading and number of the case -> array by tree (`trees` per size), version and criterion.
    """
    counts = {}
    for name, reading in READINGS.items():
        for case in CASES:
            r = reading(case)
            per_size = [
                counts_of(recipe(r.kind, r.scheme, w, d, case.p), VERSIONS, seed, 0, trees) for w, d in SIZES
            ]
            counts[name, case.number] = np.concatenate(per_size)
    return counts


def differing_trees(counted: np.ndarray, versions: Sequence[str], criteria: Sequence[str]) -> int:
    """Return in how many trees some of the versions differ from Scout with Test in some criterion.

    Examples
    --------
    >>> counted = np.ones((3, len(VERSIONS), 3), int)
    >>> counted[1, VERSIONS.index("scout-testm"), CRITERIA.index("visits")] = 2
    >>> differing_trees(counted, ["scout-testm"], ["visits"]), differing_trees(counted, VERSIONS, ["nodes"])
    (1, 0)
    """
    which = [VERSIONS.index(v) for v in versions]
    x = counted[:, :, [CRITERIA.index(c) for c in criteria]]
    return int((x[:, which] != x[:, :1]).any(axis=(1, 2)).sum())


def differing_cases(
    counts: Counts, reading: str, versions: Sequence[str], criteria: Sequence[str]
) -> list[int]:
    """Return the numbers of the cases in which there is a tree on which the versions differ."""
    return [c.number for c in CASES if differing_trees(counts[reading, c.number], versions, criteria)]


def differences_by_case(counts: Counts, reading: str) -> pd.DataFrame:
    """Return in how many trees of each case the versions differ, under a reading.

    Columns: ``case, trees, values, P``; ``minimal``: differences in anything, with a minimal window; and for each
    criterion ``width 1: ...``: differences in it, with the window as printed.
    """
    rows = []
    for case in CASES:
        counted = counts[reading, case.number]
        unit = {f"width 1: {c}": differing_trees(counted, [UNIT_WINDOW], [c]) for c in CRITERIA}
        rows.append(
            {
                "case": case.number,
                "trees": case.kind,
                "values": case.scheme,
                "P": "" if case.p is None else str(case.p),
                "minimal": differing_trees(counted, MINIMAL_WINDOW, CRITERIA),
                **unit,
            }
        )
    return pd.DataFrame(rows)


def unit_window_excess(counts: Counts, reading: str) -> dict[str, float]:
    """Return by how many per cent the window as printed raises each criterion in case 16, under a reading."""
    total = counts[reading, CASE_16.number].sum(axis=0)
    share = 100 * (total[VERSIONS.index(UNIT_WINDOW)] / total[0] - 1)
    return dict(zip(CRITERIA, share.tolist(), strict=True))


def visits_added_by_size(counts: Counts, reading: str) -> np.ndarray:
    """Return the visits that the window as printed adds in case 16: an array by size and tree."""
    visits = counts[reading, CASE_16.number][:, :, CRITERIA.index("visits")]
    return (visits[:, VERSIONS.index(UNIT_WINDOW)] - visits[:, 0]).reshape(len(SIZES), -1)


def cost_of_testm(counts: Counts, reading: str) -> pd.DataFrame:
    """Return what testm costs in nodes, by case, under a reading.

    Columns: ``case, more nodes (%), standard error, trees with more (%), trees with fewer (%)``.
    """
    rows = []
    for case in CASES:
        by_version = counts[reading, case.number][:, :, CRITERIA.index("nodes")]
        more = by_version[:, VERSIONS.index("scout-testm")] - by_version[:, 0]
        unit = by_version[:, 0].sum() / 100
        rows.append(
            {
                "case": f"{case.number}: {case.kind}, {case.scheme} {case.p or ''}".strip(),
                "more nodes (%)": more.sum() / unit,
                "standard error": more.std(ddof=1) * np.sqrt(len(more)) / unit,
                "trees with more (%)": 100 * (more > 0).mean(),
                "trees with fewer (%)": 100 * (more < 0).mean(),
            }
        )
    return pd.DataFrame(rows)


def cases_without_ties(testm: pd.DataFrame) -> list[str]:
    """Return the numbers of the cases in which testm changes nothing."""
    nothing = testm[testm["trees with more (%)"] + testm["trees with fewer (%)"] == 0]
    return nothing["case"].str.split(":").str[0].tolist()


# -- claim 3: the printed visits ---------------------------------------------------------------------------------------


class PrintedVisits(NamedTuple):
    """Visits and leaf visits of Scout in Appendix 1, and how many more Campbell and Marsland's version has."""

    visits: float
    leaf_visits: float
    more_visits: float
    more_leaf_visits: float


def printed_visits() -> PrintedVisits:
    """Return what Appendix 1 prints.

    Examples
    --------
    >>> printed_visits()
    PrintedVisits(visits=78.54, leaf_visits=61.26, more_visits=0.76, more_leaf_visits=0.8)
    """
    value = printed_cells("A1").set_index("column")["value"].to_dict()
    kinds = ("visits", "leaf visits")
    first = [value[f"Scout (negamax) {kind}"] for kind in kinds]
    third = [value[f"Scout (Campbell-Marsland) {kind}"] for kind in kinds]
    return PrintedVisits(*first, *(round(c - a, 2) for a, c in zip(first, third, strict=True)))


def count_visits(kind: str, seed: int, trees: Mapping[Size, int]) -> Visits:
    """Count visits, leaf visits and leaves of the versions of Appendix 1 on trees with real-dependent values.

    Parameters
    ----------
    kind : str
        How nonuniform trees are made, as for `gametree.generate`.
    seed : int
        Of the random trees.
    trees : mapping
        Size -> how many trees.

    Returns
    -------
    dict
        Size -> array by tree, version (in the order of `APPENDIX`) and criterion.
    """
    found = {}
    for (width, depth), n in trees.items():
        shape = {"width": width, "depth": depth, "scheme": CASE_16.scheme, "seed": seed}
        grown = (generate(kind, **shape, number=i) for i in range(n))  # type: ignore[arg-type]
        seen = [[examine(f, t) for f in APPENDIX.values()] for t in grown]
        found[width, depth] = np.array(
            [[(x.visits, x.leaf_visits, len(x.leaves)) for x in row] for row in seen]
        )
    return found


class Beside(NamedTuple):
    """A printed number of Appendix 1 and our sample for a size.

    `paired` judges by how much the number exceeds that of the minimax version, which comes from the same trees.
    """

    column: str
    mean: float
    sd: float
    n: int
    judgement: Judgement
    paired: Judgement


def appendix_cells() -> list[dict[str, Any]]:
    """Return the six printed numbers of Appendix 1, in the order of print, as rows of the published data."""
    return [{str(k): v for k, v in row.items()} for row in printed_cells("A1").to_dict("records")]


def beside_print(sample: np.ndarray, cells: Sequence[Mapping[str, Any]]) -> list[Beside]:
    """Return printed numbers of Appendix 1 beside ours: `sample` is what `count_visits` has for a size."""
    printed = {cell["column"]: float(cell["value"]) for cell in cells}
    rows = []
    for column, value in printed.items():
        version, what = column.split(") ")
        of_criterion = sample[:, :, int(what == "leaf visits")].astype(float)
        x = of_criterion[:, list(APPENDIX).index(version + ")")]
        more = x - of_criterion[:, 0]
        printed_more = round(value - printed[f"{next(iter(APPENDIX))} {what}"], 2)
        judgement, paired = (
            judge(number, np.nan, own.mean(), own.std(ddof=1), len(own))
            for number, own in ((value, x), (printed_more, more))
        )
        rows.append(Beside(column, x.mean(), x.std(ddof=1), len(x), judgement, paired))
    return rows


def visits_by_size(found: Visits) -> pd.DataFrame:
    """Return mean visits by size, what the window as printed adds, and the farthest distance from print.

    Columns: ``size``; ``visits, leaf visits`` of Scout, ``visits (C-M), leaf visits (C-M)`` of Campbell and Marsland's
    version; ``difference, of leaves``: what it has more; ``farthest z`` of the six numbers.
    """
    cells = appendix_cells()
    rows = []
    for size in SIZES:
        z = [own.judgement.statistic for own in beside_print(found[size], cells)]
        mean = found[size].mean(axis=0)
        gap = (mean[2] - mean[1])[:2]
        rows.append((size_name(*size, "nonuniform"), *mean[1, :2], *mean[2, :2], *gap, max(z, key=abs)))
    heads = ["size", "visits", "leaf visits", "visits (C-M)", "leaf visits (C-M)"]
    return pd.DataFrame(rows, columns=[*heads, "difference", "of leaves", "farthest z"])


def fitting_sizes(by_size: pd.DataFrame) -> pd.DataFrame:
    """Return the rows, by size, whose farthest number is less than three standard errors off."""
    return by_size[by_size["farthest z"].abs() < 3].set_index("size")


def leaf_visits_given_leaves(found: Visits) -> tuple[float, float]:
    """Return Scout's leaves on N(10,3) in Table XII, and how far the printed leaf visits are from what they imply.

    Leaf visits are predicted from leaves by a straight line through our trees; the distance is in standard
    errors of a mean of 50 trees.
    """
    leaves = float(printed_values("XII")["N(10,3)", "Scout"])
    own = found[MEANT][:, 1]
    slope, offset = np.polyfit(own[:, 2], own[:, 1], 1)
    error = (own[:, 1] - slope * own[:, 2] - offset).std() / np.sqrt(50)
    return leaves, float((printed_visits().leaf_visits - slope * leaves - offset) / error)


# -- the width of the window -------------------------------------------------------------------------------------------


def visits_in_addition(kind: str, size: Size, seed: int, trees: int, window: float) -> np.ndarray:
    """Return the visits that a window of some width adds to those of Scout with Test, tree by tree.

    Examples
    --------
    >>> visits_in_addition("uniform", (2, 2), 1, 3, 1.0).tolist()
    [0, 0, 0]
    """
    added = []
    for i in range(trees):
        tree = generate(kind, width=size[0], depth=size[1], scheme="real-dependent", seed=seed, number=i)
        x = Recorder(tree)
        reference.scout_campbell_marsland(x, 0, lambda m: m + window)
        added.append(x.visits - examine(reference.scout, tree).visits)
    return np.array(added)


def cost_by_width(seed: int, trees: int) -> pd.DataFrame:
    """Return the visits that wider windows add, on N(10,3) and, on fewer trees, on U(3,6).

    Columns: ``width`` of the window; ``N(10,3)``: the mean there; ``low, high``: 95 % of the means of 50 trees, as the
    thesis took them; ``U(3,6)``: the mean there.
    """
    rng = np.random.default_rng(seed)
    rows = []
    for width in WIDTHS:
        x = visits_in_addition(CHOSEN_KIND, MEANT, seed, trees, width)
        fifty = rng.choice(x, (4000, 50)).mean(axis=1)
        u = visits_in_addition("uniform", (3, 6), seed, max(trees // 40, 8), width).mean()
        rows.append((width, x.mean(), *np.quantile(fifty, [0.025, 0.975]), u))
    return pd.DataFrame(rows, columns=["width", "N(10,3)", "low", "high", "U(3,6)"])


def possible_widths(by_width: pd.DataFrame) -> tuple[pd.Series, pd.Series]:
    """Return the widths that explain what was printed for N(10,3), and those that nobody sees on U(3,6)."""
    printed = printed_visits()
    possible = (by_width["low"] <= printed.more_leaf_visits) & (by_width["high"] >= printed.more_visits)
    silent = by_width["U(3,6)"] == 0
    return by_width["width"][possible], by_width["width"][silent]


# -- claim 5: time -----------------------------------------------------------------------------------------------------


def time_versions(seed: int, rounds: int) -> pd.DataFrame:
    """Time the versions of Figure 58 on uniform trees of depth 4, 0.4-ordered, their order changing by round.

    Returns
    -------
    DataFrame
        What `gametree.sweep` returns, with ``microseconds`` per tree and the ``round``.
    """
    warm_up = 3
    rows = []
    with ThreadPoolExecutor(1) as one_thread:
        for number in range(rounds + warm_up):
            timed = sweep(
                "uniform", "ordered", p=0.4, sizes=[(w, 4) for w in (2, 3, 4, 5)], trees=1000, seed=seed + number,
                strategies=[TIMED[(i + number) % 3] for i in range(3)], timed=True, executor=one_thread, progress=False,
            )  # fmt: skip
            if number >= warm_up:
                rows.append(timed[timed["criterion"] == "microseconds"].assign(round=number))
    return pd.concat(rows, ignore_index=True).rename(columns={"mean": "microseconds"})


def quartiles(times: pd.DataFrame) -> pd.DataFrame:
    """Return the quartiles of time over rounds: ``strategy, width, low, median, high``."""
    by = times.groupby(["strategy", "width"])["microseconds"]
    names = {0.25: "low", 0.5: "median", 0.75: "high"}
    return by.quantile(np.array([0.25, 0.5, 0.75])).unstack().rename(columns=names).reset_index()


def ratios(times: pd.DataFrame) -> pd.DataFrame:
    """Return each version's time in units of Scout's of the same width and round, one column per version."""
    in_round = times.pivot_table(index=["width", "round"], columns="strategy", values="microseconds")
    return in_round.div(in_round["scout"], axis=0)


# -- all of it -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Study:
    """The experiments of Appendix 1, each run once, on first use.

    Parameters
    ----------
    seed : int
        Of the random trees.
    trees : int
        Per case and size, for nodes, visits and testm.
    visited_trees, other_trees : int
        Of N(10,3), and of each other size, for the printed visits.
    window_trees : int
        Of N(10,3) per width of the window.
    listing_trees : int
        Per size, for the listing as printed.
    rounds : int
        Of timing.
    """

    seed: int
    trees: int
    visited_trees: int
    other_trees: int
    window_trees: int
    listing_trees: int
    rounds: int

    @part
    def counts(self) -> Counts:
        """Leaves, nodes and visits of all versions in the sixteen cases."""
        return count_versions(self.seed, self.trees)

    @cached_property
    def cases(self) -> pd.DataFrame:
        """In how many trees of each case the versions differ, on trees made as the text says."""
        return differences_by_case(self.counts, "literal")

    @cached_property
    def testm(self) -> pd.DataFrame:
        """What testm costs, by case."""
        return cost_of_testm(self.counts, "literal")

    @part
    def visits(self) -> Visits:
        """Visits and leaf visits by size, on the nonuniform trees that Table XII fits best."""
        trees = dict.fromkeys(SIZES, self.other_trees) | {MEANT: self.visited_trees}
        return count_visits(CHOSEN_KIND, self.seed, trees)

    @cached_property
    def literal_visits(self) -> Visits:
        """The same for the size that is named, on trees made as the text says."""
        return count_visits(CASE_16.kind, self.seed, {NAMED: self.other_trees})

    @cached_property
    def by_size(self) -> pd.DataFrame:
        """Mean visits by size, and how far they are from print."""
        return visits_by_size(self.visits)

    @part
    def by_width(self) -> pd.DataFrame:
        """The visits that wider windows add."""
        return cost_by_width(self.seed, self.window_trees)

    @part
    def fits(self) -> pd.DataFrame:
        """How the Scout columns of Tables IV and XI fit each way of asking."""
        return fits(distances_from_tables(self.seed, self.trees, self.listing_trees))

    @part
    def times(self) -> pd.DataFrame:
        """The time of three versions, round by round."""
        return time_versions(self.seed, self.rounds)

    @cached_property
    def quartiles(self) -> pd.DataFrame:
        """Quartiles of time over the rounds."""
        return quartiles(self.times)
