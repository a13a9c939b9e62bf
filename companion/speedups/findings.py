"""The claims of chapter 4 of the thesis on speeding up the search (Muszycka 1985, pp. 103-116), judged.

The chapter surveys: its numbers are those of others, and most of its claims have none.  They are the rows of
``claims.csv`` with table ``ch4``.  The sample is that of the trees or starting positions: errors are those of means over
them, and machines, methods and sizes that are compared are compared on the same ones.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from itertools import combinations, pairwise
from re import match
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from companion.published.claims import (
    Case,
    Finding,
    about,
    all_claims,
    decided,
    finding,
    judge_claim,
    judged_claims,
    mean_case,
    near_case,
    widened,
)
from companion.published.verdict import OF_A_MEAN
from companion.speedups.enhancement_study import KEYS, figure_43, saved
from companion.speedups.parallel_study import FEW, SIX_PROCESSORS, curves, levels_off_at
from gametree.enhance.reference import STARTS, EnhancedRecorder, Table

if TYPE_CHECKING:
    from companion.speedups.study import Study

    Curves = Mapping[str, pd.DataFrame]

NOTEBOOK = "04_speedups"

CHOSEN = ("ff-worst", "ff-best")
"""Claims that are not read word by word: k slaves can't all be busy if their number does not divide the width."""

SURE = [
    *("abd-left-cutoffs", "abd-missed-cutoffs", "abd-no-deep-cutoffs", "abd-time", "abd-small-growth"),
    *("abd-distribution", "ff-extra-work", "ff-speed-up", "sd-faster", "sd-not-always", "sd-figure-43"),
]
DOUBTFUL = ["ad-time-saturation", "ad-nodes-saturation", "sd-dynamic-minimum"]
"""Claims that agree in the smallest sample, and claims that agree in none."""

PLAIN, FIXED, DYNAMIC = "alphabeta", "alphabeta, fixed", "alphabeta, dynamic"
NONE, TABLE, KILLERS, BOTH = "none", "table", "killers", "table and killers"

SIX_LEVELS = 6
"""The depth that the thesis names, for tables and for dynamic ordering."""

NEAR = math.log1p(OF_A_MEAN)
"""The logarithm of the difference that matters, within which two costs are called the same, or very close."""


def _of(frame: pd.DataFrame, search: str, column: str = "leaves") -> pd.Series[float]:
    return frame[frame["search"] == search].set_index(KEYS)[column].astype(float)


def _by(values: pd.Series[float], *names: str) -> dict[Any, pd.Series[float]]:
    """Return the values by a part of their keys, in the order in which they come."""
    return dict(iter(values.groupby(level=names[0] if len(names) == 1 else list(names), sort=False)))


def _by_start(values: pd.Series[float]) -> dict[Any, pd.Series[float]]:
    """Return by game what every start has on average over the depths: those of one start are no sample."""
    return _by(values.groupby(level=["game", "start"], sort=False).mean(), "game")


def _listed(found: Mapping[Any, float], unit: str = "", digits: int = 2) -> str:
    return ", ".join(f"{name} {value:.{digits}f}{unit}" for name, value in found.items())


# -- ordering ----------------------------------------------------------------------------------------------------------


def ordering_findings(ordering: pd.DataFrame, correlations: pd.DataFrame) -> list[Finding]:
    """Measure section 4.2, by frames of `measure` with `ORDERED` and of `correlations`."""
    return [
        _static_values_tell(correlations),
        _orders_of_magnitude(ordering),
        *_faster_or_not(ordering),
        *_dynamic_ordering(ordering),
        _close_to_the_minimum(ordering),
        _figure_43_cuts_off(),
    ]


def _static_values_tell(correlations: pd.DataFrame) -> Finding:
    by_game = correlations.groupby("game", sort=False)["correlation"].mean()
    note = f"an assumption; mean rank correlation: {_listed(dict(by_game.items()))}"
    return finding("sd-correlation", (), note)


def _orders_of_magnitude(frame: pd.DataFrame) -> Finding:
    """Measure the gain of fixed ordering over exhaustive search in games, by depth, from starts that reach depth six."""
    own = frame[(frame["search"] == FIXED) & ~frame["game"].str.contains("width")].set_index(KEYS)
    orders = (own["all"] / own["leaves"]).map(math.log10).unstack("depth").loc[:, :SIX_LEVELS].dropna().mean()
    note = (
        "the source names neither game nor depth, and the gain grows with the depth: in games from the same starts"
        f" {_listed({f'depth {depth}': value for depth, value in orders.items()}, digits=1)}"
    )
    return finding("sd-fixed", (), note, ours=float(orders.get(SIX_LEVELS, math.nan)))


def _faster_or_not(frame: pd.DataFrame) -> list[Finding]:
    ratio = _of(frame, FIXED, "evaluations") / _of(frame, PLAIN, "evaluations")
    note = f"fewer static evaluations in {(ratio < 1).mean():.0%} of {len(ratio)} trees, as many or more in the others"
    return [finding("sd-faster", ratio < 1, note), finding("sd-not-always", ratio >= 1, note)]


def dynamic_costs(frame: pd.DataFrame) -> pd.Series[float]:
    """Return, by depth and over all trees, the static evaluations of dynamic ordering over those of fixed ordering."""
    return _gain(frame).groupby("depth").mean().map(lambda gain: math.exp(-gain))


def _gain(frame: pd.DataFrame) -> pd.Series[float]:
    return (_of(frame, FIXED, "evaluations") / _of(frame, DYNAMIC, "evaluations")).map(math.log)


def _dynamic_ordering(frame: pd.DataFrame) -> list[Finding]:
    """Compare dynamic ordering with fixed ordering, beyond depth six and up to it."""
    gain = _gain(frame)
    groups = _by(gain, "game", "depth")
    deep = [mean_case(own) for (_, depth), own in groups.items() if depth > SIX_LEVELS]
    shallow = [near_case(own, NEAR) for (_, depth), own in groups.items() if depth <= SIX_LEVELS]
    by_depth = gain.groupby("depth").mean()
    pays = [int(d) for d in by_depth.index[:-1] if (by_depth.loc[d + 1 :] > 0).all()]
    listed = _listed({f"depth {depth}": cost for depth, cost in dynamic_costs(frame).items()})
    note = f"evaluations of dynamic ordering over those of fixed ordering, all trees: {listed}"
    return [
        finding("sd-dynamic-depth", deep, note, ours=min(pays, default=int(by_depth.index.max()))),
        finding("sd-dynamic-shallow", shallow, note),
    ]


def _close_to_the_minimum(frame: pd.DataFrame) -> Finding:
    above = _by_start((_of(frame, DYNAMIC) / _of(frame, DYNAMIC, "fewest")).map(math.log))
    note = f"leaves / minimum: {_listed({game: math.exp(own.mean()) for game, own in above.items()})}"
    return finding("sd-dynamic-minimum", [near_case(own, NEAR) for own in above.values()], note)


def _figure_43_cuts_off() -> Finding:
    tree = figure_43()
    entered = {}
    for ordering in ("fixed", "dynamic"):
        x = EnhancedRecorder(tree, ordering, 0.0, Table(0, "equal"), 0)
        x.begin(tree.depth)
        STARTS["alphabeta"](x)
        entered[ordering] = {tree.name(node) for node in x.entered}
    note = (
        f"{len(entered['fixed'])} nodes entered with fixed ordering, {len(entered['dynamic'])} with dynamic; the scan has"
        " lost most values of the figure, these are ours"
    )
    return finding("sd-figure-43", ["p12" in entered["fixed"] - entered["dynamic"]], note)


# -- transposition table and killers -----------------------------------------------------------------------------------


def memory_findings(memories: pd.DataFrame) -> list[Finding]:
    """Measure table and killers in several games (sections 4.3 and 4.4), by a frame of `measure` with `MEMORIES`."""
    return [
        _positions_repeat(memories),
        *_table_at_depth_six(memories),
        _killers_refute(memories),
        _killers_help_the_table(memories),
    ]


def _savings(frame: pd.DataFrame, search: str) -> pd.Series[float]:
    return _of(saved(frame, NONE), search, "saved")


def _at_six(values: pd.Series[float]) -> dict[str, pd.Series[float]]:
    return _by(values[values.index.get_level_values("depth") == SIX_LEVELS], "game")


def _positions_repeat(frame: pd.DataFrame) -> Finding:
    found = _at_six(_of(frame, TABLE, "hits") / _of(frame, TABLE, "lookups"))
    note = f"positions found in the table: {_listed({game: 100 * own.mean() for game, own in found.items()}, ' %', 0)}"
    return finding("tt-common", [mean_case(own) for own in found.values()], note)


def _table_at_depth_six(frame: pd.DataFrame) -> list[Finding]:
    """Measure what a table saves at depth six; our chess is that of pawn endings, whole chess is too wide to unfold."""
    found = _at_six(_savings(frame, TABLE))
    means = {game: float(own.mean()) for game, own in found.items()}
    chess = found.get("chess")
    cases = () if chess is None else [mean_case(chess)]
    spread = "" if chess is None else f" ({chess.min():.0f} to {chess.max():.0f} % in {len(chess)} endings)"
    note = f"leaves saved at depth six: {_listed(means, ' %', 0)}{spread}"
    why = f"chess here is pawn endings, not the positions of the source, which it does not name; {note}"
    return [
        finding("tt-endgames", cases, note),
        finding("tt-depth-six", (), why, ours=means.get("chess", math.nan)),
    ]


def _killers_refute(frame: pd.DataFrame) -> Finding:
    killer, other = (
        _of(frame, search, f"{kind}_cuts") / _of(frame, search, f"{kind}_tries")
        for search, kind in ((KILLERS, "killer"), (NONE, "other"))
    )
    listed = ", ".join(
        f"{game} {killer[game].mean():.0%} and {other[game].mean():.0%}" for game in frame["game"].unique()
    )
    note = f"an assumption; part of the tries that cut off, killers and moves of a search without killers: {listed}"
    return finding("kh-refutes", (), note)


def killers_and_table(frame: pd.DataFrame) -> dict[str, pd.Series[float]]:
    """Return by game and start how many points more a table saves, of the leaves that are left, if there are killers."""
    alone, together = (
        100 * (1 - _of(frame, table) / _of(frame, without))
        for table, without in ((TABLE, NONE), (BOTH, KILLERS))
    )
    return _by_start(together - alone)


def _killers_help_the_table(frame: pd.DataFrame) -> Finding:
    found = killers_and_table(frame)
    rates = [
        _of(frame, search, "hits").sum() / _of(frame, search, "lookups").sum() for search in (TABLE, BOTH)
    ]
    note = (
        "points by which a table saves more of the leaves that are left if there are killers: "
        f"{_listed({game: own.mean() for game, own in found.items()}, digits=1)}; "
        f"positions found in the table: {rates[0]:.0%} without killers, {rates[1]:.0%} with them"
    )
    return finding("kh-table", [mean_case(own) for own in found.values()], note)


# -- killers in pawn endings -------------------------------------------------------------------------------------------


def killer_findings(killers: pd.DataFrame) -> list[Finding]:
    """Measure killers in pawn endings of chess for several widths, by a frame of `measure` with `MEMORIES`."""
    savings = _savings(killers, KILLERS)
    note = (
        "the source names neither its endings nor its widths; ours: "
        f"{savings.min():.0f} % to {savings.max():.0f} % in {len(savings)} cases, {savings.between(15, 80).mean():.0%} of"
        f" them between 15 and 80 %, {(savings < 0).mean():.0%} with a loss"
    )
    return [
        _oscillates(savings),
        finding("kh-least", (), note, ours=float(savings.min())),
        finding("kh-greatest", (), note, ours=float(savings.max())),
        _depends_on_start(savings),
        _depends_on_width(savings),
    ]


def oscillation(line: Any) -> float:
    """Return by how much a sequence goes up and down more than it drifts.

    That is the mean length of its steps, less the distance between the means of its second and its first half.

    Examples
    --------
    >>> oscillation([30, 50, 30, 50]), oscillation([10, 20, 30, 40])
    (20.0, -10.0)
    """
    values = np.asarray(line, dtype=float)
    if len(values) < 3:
        raise ValueError(f"line has {len(values)} entries: at least 3 are needed to turn back")
    half = len(values) // 2
    drift = abs(values[-half:].mean() - values[:half].mean())
    return float(np.abs(np.diff(values)).mean() - drift)


def _oscillates(savings: pd.Series[float]) -> Finding:
    cases, shallow, deep = [], [], []
    for own in _by(savings, "width").values():
        lines = [line.to_numpy() for line in _by(own, "start").values() if len(line) >= 3]
        cases.append(mean_case([oscillation(line) for line in lines]))
        shallow += [line[:2].mean() for line in lines]
        deep += [line[-2:].mean() for line in lines]
    note = f"saved at the two least depths {np.mean(shallow):.0f} % on average, at the two greatest {np.mean(deep):.0f} %"
    return finding("kh-oscillates", cases, note)


def _between_two(values: pd.Series[float], of: str) -> pd.Series[float]:
    """Return how much values differ on average from one `of` to another, all else being the same."""
    return (
        values.groupby(level=[name for name in KEYS if name != of], sort=False)
        .apply(lambda own: np.mean([abs(a - b) for a, b in combinations(own, 2)]) if len(own) > 1 else np.nan)
        .dropna()
    )


def _depends_on_start(savings: pd.Series[float]) -> Finding:
    """Compare endings; the error is found by leaving out one of them after another."""

    def difference(values: pd.Series[float]) -> float:
        return float(_between_two(values, "start").mean())

    whole = difference(savings)
    return finding("kh-start", [Case(whole, _jackknife(difference, savings))],
                   f"two endings differ by {whole:.0f} points on average, at the same width and depth")  # fmt: skip


def _jackknife(statistic: Callable[[pd.Series[float]], float], savings: pd.Series[float]) -> float:
    start = savings.index.get_level_values("start")
    left = np.array([statistic(savings[start != name]) for name in start.unique()])
    return widened(math.sqrt((len(left) - 1) / len(left) * ((left - left.mean()) ** 2).sum()), len(left))


def _depends_on_width(savings: pd.Series[float]) -> Finding:
    by_start = _between_two(savings, "width").groupby("start").mean()
    note = (
        f"two widths differ by {by_start.mean():.0f} points on average, in the same ending at the same depth"
    )
    return finding("kh-width", [mean_case(by_start)], note)


# -- tree-splitting ----------------------------------------------------------------------------------------------------


def cut_off_findings(counts: pd.DataFrame) -> list[Finding]:
    """Measure the claims around Figure 42 by a frame of `count_cut_offs`."""
    due, kept = int(counts["left_due"].sum()), int(counts["left_kept"].sum())
    extra, missed = (counts[column] > 0 for column in ("only_parallel", "only_sequential"))
    deep, deep_alphabeta = int(counts["deep"].sum()), int(counts["deep_alphabeta"].sum())
    # Where nothing is to be cut off, nothing can be learned.
    left = counts[counts["left_due"] > 0]
    telling = counts[counts["deep_alphabeta"] > 0]
    return [
        finding("abd-left-cutoffs", left["left_due"] == left["left_kept"],
                f"{kept} of {due} cut-offs that the left sibling's value allows were made"),
        finding("abd-extra-cutoffs", extra,
                f"on {extra.sum()} of {len(counts)} trees five processors leave out nodes that one enters"),
        finding("abd-missed-cutoffs", missed,
                f"on {missed.sum()} of {len(counts)} trees five processors enter nodes that one cuts off"),
        finding("abd-no-deep-cutoffs", telling["deep"] == 0,
                f"{deep} deep cut-offs, against {deep_alphabeta} of sequential Alphabeta on the same trees"),
    ]  # fmt: skip


def tree_splitting_findings(frame: pd.DataFrame, distributions: pd.DataFrame) -> list[Finding]:
    """Measure tree-splitting on uniform trees, by frames of `on_uniform_trees` and `by_distribution`."""
    time, nodes = (curves(frame, ["size", "tree"], column) for column in ("time", "nodes"))
    return [
        _falls("abd-time", time),
        _grows("abd-nodes", nodes),
        _small_growth("abd-small-growth", time, nodes),
        _saturation("abd-saturation", nodes, FEW),
        _same_for_distributions(distributions),
    ]


def _falls(claim: str, time: Curves) -> Finding:
    cases = {name: mean_case(1 - curve[FEW] / curve[1]) for name, curve in time.items()}
    return finding(claim, cases.values(), f"of the run time, {FEW} processors save {_range(cases)}")


def _grows(claim: str, nodes: Curves) -> Finding:
    cases = {
        f"{name}, {a} to {b}": mean_case(curve[b] / curve[a] - 1)
        for name, curve in nodes.items()
        for a, b in pairwise(_up_to_few(curve))
    }
    whole = {name: mean_case(curve[FEW] / curve[1] - 1) for name, curve in nodes.items()}
    falling = sum(case.effect <= 0 for case in cases.values())
    note = (
        f"from one processor to {FEW} they grow by {_range(whole)}; of {len(cases)} steps {falling} go down on average,"
        f" and the steps are {_range(cases)}"
    )
    return finding(claim, cases.values(), note)


def _up_to_few(curve: pd.DataFrame) -> list[int]:
    return [k for k in sorted(map(int, curve.columns)) if k <= FEW]


def _small_growth(claim: str, time: Curves, nodes: Curves) -> Finding:
    """Compare growth with the fall in run time; `nodes` may have several curves (nodes, visits) for one of `time`."""
    saved = {name: 1 - curve[FEW] / curve[1] for name, curve in time.items()}
    growth = {name: curve[FEW] / curve[1] - 1 for name, curve in nodes.items()}
    cases = [mean_case(saved[name.removesuffix(VISITS)] - own) for name, own in growth.items()]
    means = {name: mean_case(own) for name, own in growth.items()}
    return finding(
        claim,
        cases,
        f"{FEW} processors: growth of {_range(means)}, beside the fall in run time of the same searches",
    )


def _saturation(claim: str, found: Curves, at: int) -> Finding:
    """Measure what happens beyond a machine; ours is the one from which on no curve changes any more."""
    cases, details, points = [], [], []
    for name, curve in found.items():
        most = max(curve.columns)
        change = curve[most] / curve[at] - 1
        cases.append(near_case(change))
        points.append(levels_off_at(curve))
        details.append(f"{name} {change.mean():+.0%} ({points[-1]})")
    note = f"change from {at} processors to {most} (the machine from which on it is less than 10 %): {', '.join(details)}"
    return finding(claim, cases, note, ours=float(max(points)))


def _same_for_distributions(frame: pd.DataFrame) -> Finding:
    no_ties = frame[frame["distribution"] != "few values"]
    spread = no_ties.groupby(["tree", "processors"])[["time", "nodes"]].nunique().max(axis=1)
    most = int(frame["processors"].max())
    speed = frame.groupby(["distribution", "processors"])["speed_up"].mean().unstack()[most]
    note = (
        "without ties only the order of the values matters, so all distributions give the same search; with ties (eight"
        f" values) the speed-up on {most} processors is {speed['few values']:.2f} instead of {speed['uniform']:.2f}"
    )
    return finding("abd-distribution", spread == 1, note)


def _range(cases: Mapping[str, Case]) -> str:
    low, high = (pick(cases, key=lambda name: cases[name].effect) for pick in (min, max))
    return f"{cases[low].effect:.0%} ({low}) to {cases[high].effect:.0%} ({high})"


# -- checkers ----------------------------------------------------------------------------------------------------------

VISITS = ", visits"


def checkers_findings(frame: pd.DataFrame) -> list[Finding]:
    """Measure tree-splitting against parallel Scout on checkers, by a frame of `on_positions`."""
    index = ["phase", "method", "position"]
    time, nodes = (curves(frame, index, column) for column in ("time", "nodes"))
    # Tree-splitting visits no node twice.
    again = curves(frame[frame["method"] == "parallel-scout"], index, "visits")
    counts = nodes | {name + VISITS: curve for name, curve in again.items()}
    few = frame[frame["processors"] == FEW].pivot(index=index[::2], columns="method", values="time")
    lead = (few["parallel-scout"] / few["tree-splitting"]).map(math.log)
    return [
        _falls("ad-time", time),
        _saturation("ad-time-saturation", time, SIX_PROCESSORS),
        _grows("ad-nodes", counts),
        _small_growth("ad-small-growth", time, counts),
        _saturation("ad-nodes-saturation", counts, SIX_PROCESSORS),
        _compared("ad-opening", lead["opening"], -1),
        _compared("ad-midgame", lead["middle game"], 1),
        _compared("ad-endgame", lead["ending"], 1),
    ]


def _compared(claim: str, lead: pd.Series[float], sign: int) -> Finding:
    """Measure who is ahead: `lead` of Alphabeta by position, in logarithms; the sign says whose lead is claimed."""
    mean, error = mean_case(lead)
    spread = 2 * float(np.std(lead, ddof=1)) / math.sqrt(len(lead))
    low, middle, high = (math.exp(mean + step * spread) for step in (-1, 0, 1))
    note = (
        f"on {FEW} processors parallel Scout takes {middle:.2f} times as long ({low:.2f} to {high:.2f}, twice the standard"
        f" error; geometric mean of {len(lead)} positions; it is quicker on {int((lead < 0).sum())})"
    )
    return finding(claim, [Case(sign * mean, error)], note)


# -- processor trees ---------------------------------------------------------------------------------------------------


def processor_tree_findings(positions: pd.DataFrame, sorted_trees: pd.DataFrame) -> list[Finding]:
    """Measure processor trees, by frames of `processor_trees_on_positions` and `on_sorted_trees`."""
    more = positions[positions["processors"] > 1]
    return [
        finding("ff-extra-work", more["more_nodes"] > 0,
                f"more nodes than one processor in {(more['more_nodes'] > 0).mean():.0%} of the cases, "
                f"{more['more_nodes'].mean():.0%} more on average"),
        finding("ff-speed-up", map(Case, more["speed_up"]),
                f"speed-ups from {more['speed_up'].min():.2f} to {more['speed_up'].max():.2f}"),
        _grows_with_levels(positions),
        _power_of_k("ff-worst", sorted_trees, "rightmost child best"),
        _power_of_k("ff-best", sorted_trees, "leftmost child best"),
    ]  # fmt: skip


def _grows_with_levels(positions: pd.DataFrame) -> Finding:
    cases = []
    for width in sorted(set(positions["slaves"]) - {1}):
        own = positions[positions["slaves"].isin([1, width])]
        speed = own.pivot(index="position", columns="levels", values="speed_up").map(math.log)
        cases += [mean_case(speed[b] - speed[a]) for a, b in pairwise(sorted(speed.columns))]
    means = positions.groupby("processors")["speed_up"].mean()
    listed = ", ".join(f"{speed:.2f} ({k})" for k, speed in means.items())
    note = (
        f"mean speed-up (processors) {listed}; trees of processors of different widths are not compared; page 110 defines"
        " the speed-up upside down, as the time of the parallel version over that of the sequential one"
    )
    return finding("ff-grows", cases, note)


def exponent_of_k(frame: pd.DataFrame) -> Case:
    """Return x of the speed-up k**x that fits best, with its standard error: a slope through the origin, in logarithms."""
    several = frame[frame["processors"] > 1]
    x, y = (np.log(several[column].to_numpy(dtype=float)) for column in ("processors", "speed_up"))
    slope = (x @ y) / (x @ x)
    residuals = y - slope * x
    error = math.sqrt((residuals @ residuals) / (len(x) - 1) / (x @ x))
    return Case(float(slope), widened(error, len(x)))


def _power_of_k(claim: str, sorted_trees: pd.DataFrame, case: str) -> Finding:
    own = sorted_trees[sorted_trees["case"] == case]
    ours, error = exponent_of_k(own[own["width"] % own["slaves"] == 0])
    all_of_them = exponent_of_k(own)
    note = (
        f"exponent {ours:.3f}, standard error {error:.3f}, where masters can share out children evenly;"
        f" {all_of_them.effect:.3f} with uneven sharing included"
    )
    return finding(claim, [about(all_claims()[claim], ours, error)], note, ours=ours)


# -- SSS* --------------------------------------------------------------------------------------------------------------


def sss_star_findings(bounds: pd.DataFrame, parts: pd.DataFrame) -> list[Finding]:
    """Measure both parallel SSS*, by frames of `by_starting_bound` and `on_parts`."""
    return [_starting_bounds(bounds), *_disjoint_parts(parts), _harder(parts)]


def _starting_bounds(bounds: pd.DataFrame) -> Finding:
    """Measure what the best bound saves that could be known beforehand, and the best bound of all."""
    guessed = bounds[bounds["quantile"].notna()]
    means = guessed.groupby("quantile")["saved"].mean()
    known = bounds[bounds["quantile"].isna()].groupby("size", sort=False)["saved"].mean()
    note = (
        "the source names neither its bounds nor its sizes, and 25 % may be of the time or of the speed; ours is the "
        f"time saved by the best bound that could be guessed beforehand (quantile {means.idxmax():g}); a bound just "
        f"above the value, the best there is, saves {known.min():.0%} to {known.max():.0%}, which is "
        f"{1 / (1 - known.mean()) - 1:.0%} more speed"
    )
    return finding("kk-bounds", (), note, ours=100 * float(means.max()))


def _disjoint_parts(parts: pd.DataFrame) -> list[Finding]:
    """Measure the least and the greatest mean speed-up: with parts searched depth-first, as the source has it."""
    depth_first, best_first = (
        parts[parts["part_search"] == name].groupby("size", sort=False)["speed_up"].mean()
        for name in ("depth-first", "best-first")
    )
    listed = ", ".join(f"{size} {mean:.2f}" for size, mean in depth_first.items())
    note = (
        "the source does not name its sizes, on which this depends most; ours, one process per child of the root: "
        f"{listed}; if the processes search best-first, {best_first.min():.2f} to {best_first.max():.2f}"
    )
    return [
        finding("kk-parts-least", (), note, ours=float(depth_first.min())),
        finding("kk-parts-greatest", (), note, ours=float(depth_first.max())),
    ]


def _harder(parts: pd.DataFrame) -> Finding:
    """Compare the most expensive quarter of the trees of each size with all of them."""
    cases, gains = [], []
    for size, own in parts[parts["part_search"] == "depth-first"].groupby("size", sort=False):
        is_dear = own["sequential"] >= own["sequential"].quantile(0.75)
        dear, rest = mean_case(own.loc[is_dear, "speed_up"]), mean_case(own.loc[~is_dear, "speed_up"])
        mean = float(own["speed_up"].mean())
        # The mean of all contains the dear trees: only their distance from the others scatters.
        part = float((~is_dear).mean())
        cases.append(Case(dear.effect - mean, part * math.hypot(dear.error, rest.error)))
        gains.append(f"{size} {dear.effect / mean - 1:+.0%}")
    note = f"speed-up of the most expensive quarter of the trees against the mean: {', '.join(gains)}"
    return finding("kk-harder", cases, note)


# -- all of them -------------------------------------------------------------------------------------------------------

GROUPS: dict[str, Callable[[Study], list[Finding]]] = {
    "abd-.*-cutoffs": lambda study: cut_off_findings(study.cut_offs),
    "abd-": lambda study: tree_splitting_findings(study.tree_splitting, study.distributions),
    "ad-": lambda study: checkers_findings(study.checkers),
    "ff-": lambda study: processor_tree_findings(study.processor_trees, study.sorted_trees),
    "kk-": lambda study: sss_star_findings(study.bounds, study.parts),
    "sd-": lambda study: ordering_findings(study.ordering, study.correlations),
    "tt-|kh-refutes|kh-table": lambda study: memory_findings(study.memories),
    "kh-": lambda study: killer_findings(study.killers),
}
"""What the ids of some claims look like -> how they are measured together; the first that fits a claim is its own."""


def found(study: Study) -> list[Finding]:
    """Return what was found for all claims of the chapter."""
    return [each for measure in GROUPS.values() for each in measure(study)]


def judged(study: Study) -> pd.DataFrame:
    """Return all claims of the chapter as the frame that the scorecard takes."""
    frame = judged_claims(NOTEBOOK, study.found)
    reading = frame["row"].isin(CHOSEN).map({True: "chosen", False: "literal"})
    return frame.assign(reading=reading, seed=study.seed)


def speaks_against(own: Finding) -> bool:
    """Return whether what was found is against a claim, also where the source does not say what would test it."""
    claim = all_claims()[own.claim]
    return judge_claim(claim.quantifier, own.cases, claim.margin) == "differs"


def is_mixed(own: Finding) -> bool:
    """Return whether a claim certainly holds in one case and certainly fails in another.

    Examples
    --------
    >>> is_mixed(finding("ff-grows", [True, False], "")), is_mixed(finding("ff-grows", [Case(1, 2), False], ""))
    (True, False)
    """
    return {True, False} <= {*decided(own.cases, all_claims()[own.claim].margin)}


def finding_for(study: Study, claim: str) -> Finding:
    """Return what was found for one claim; only the experiments that it needs are run."""
    measure = next(measure for names, measure in GROUPS.items() if match(names, claim))
    return next(each for each in measure(study) if each.claim == claim)
