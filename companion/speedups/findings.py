"""The claims of chapter 4 of the thesis on speeding up the search (Muszycka 1985, pp. 103-116), judged.

The chapter surveys: its numbers are those of others, and most of its claims have none.  They are the rows of
``claims.csv`` with table ``ch4``.  The sample is that of the trees or starting positions: errors are those of means over
them, and machines, methods and sizes that are compared are compared on the same ones.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from companion.published.claims import (
    Case,
    Finding,
    Measures,
    about,
    all_claims,
    decided,
    judged_claims,
    judged_rows,
    mean_case,
    near_case,
    verdict_on,
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


measures = Measures()


@measures("sd-correlation")
def _static_values_tell(study: Study) -> Any:
    by_game = study.correlations.groupby("game", sort=False)["correlation"].mean()
    note = f"an assumption; mean rank correlation: {_listed(dict(by_game.items()))}"
    return (), note


@measures("sd-fixed")
def _orders_of_magnitude(study: Study) -> Any:
    """Measure the gain of fixed ordering over exhaustive search in games, by depth, from starts that reach depth six."""
    frame = study.ordering
    own = frame[(frame["search"] == FIXED) & ~frame["game"].str.contains("width")].set_index(KEYS)
    orders = (own["all"] / own["leaves"]).map(math.log10).unstack("depth").loc[:, :SIX_LEVELS].dropna().mean()
    note = (
        "the source names neither game nor depth, and the gain grows with the depth: in games from the same starts"
        f" {_listed({f'depth {depth}': value for depth, value in orders.items()}, digits=1)}"
    )
    return (), note, float(orders.get(SIX_LEVELS, math.nan))


@measures("sd-faster", "sd-not-always")
def _faster_or_not(study: Study) -> Any:
    ratio = _of(study.ordering, FIXED, "evaluations") / _of(study.ordering, PLAIN, "evaluations")
    note = f"fewer static evaluations in {(ratio < 1).mean():.0%} of {len(ratio)} trees, as many or more in the others"
    return (ratio < 1, note), (ratio >= 1, note)


def dynamic_costs(frame: pd.DataFrame) -> pd.Series[float]:
    """Return, by depth and over all trees, the static evaluations of dynamic ordering over those of fixed ordering."""
    return _gain(frame).groupby("depth").mean().map(lambda gain: math.exp(-gain))


def _gain(frame: pd.DataFrame) -> pd.Series[float]:
    return (_of(frame, FIXED, "evaluations") / _of(frame, DYNAMIC, "evaluations")).map(math.log)


@measures("sd-dynamic-depth", "sd-dynamic-shallow")
def _dynamic_ordering(study: Study) -> Any:
    """Compare dynamic ordering with fixed ordering, beyond depth six and up to it."""
    gain = _gain(study.ordering)
    groups = _by(gain, "game", "depth")
    deep = [mean_case(own) for (_, depth), own in groups.items() if depth > SIX_LEVELS]
    shallow = [near_case(own, NEAR) for (_, depth), own in groups.items() if depth <= SIX_LEVELS]
    by_depth = gain.groupby("depth").mean()
    pays = [int(d) for d in by_depth.index[:-1] if (by_depth.loc[d + 1 :] > 0).all()]
    listed = _listed({f"depth {depth}": cost for depth, cost in dynamic_costs(study.ordering).items()})
    note = f"evaluations of dynamic ordering over those of fixed ordering, all trees: {listed}"
    return (deep, note, min(pays, default=int(by_depth.index.max()))), (shallow, note)


@measures("sd-dynamic-minimum")
def _close_to_the_minimum(study: Study) -> Any:
    above = _by_start((_of(study.ordering, DYNAMIC) / _of(study.ordering, DYNAMIC, "fewest")).map(math.log))
    note = f"leaves / minimum: {_listed({game: math.exp(own.mean()) for game, own in above.items()})}"
    return [near_case(own, NEAR) for own in above.values()], note


@measures("sd-figure-43")
def _figure_43_cuts_off(study: Study) -> Any:
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
    return ["p12" in entered["fixed"] - entered["dynamic"]], note


# -- transposition table and killers -----------------------------------------------------------------------------------


def _savings(frame: pd.DataFrame, search: str) -> pd.Series[float]:
    return _of(saved(frame, NONE), search, "saved")


def _at_six(values: pd.Series[float]) -> dict[str, pd.Series[float]]:
    return _by(values[values.index.get_level_values("depth") == SIX_LEVELS], "game")


@measures("tt-common")
def _positions_repeat(study: Study) -> Any:
    found = _at_six(_of(study.memories, TABLE, "hits") / _of(study.memories, TABLE, "lookups"))
    note = f"positions found in the table: {_listed({game: 100 * own.mean() for game, own in found.items()}, ' %', 0)}"
    return [mean_case(own) for own in found.values()], note


@measures("tt-endgames", "tt-depth-six")
def _table_at_depth_six(study: Study) -> Any:
    """Measure what a table saves at depth six; our chess is that of pawn endings, whole chess is too wide to unfold."""
    found = _at_six(_savings(study.memories, TABLE))
    means = {game: float(own.mean()) for game, own in found.items()}
    chess = found.get("chess")
    cases = () if chess is None else [mean_case(chess)]
    spread = "" if chess is None else f" ({chess.min():.0f} to {chess.max():.0f} % in {len(chess)} endings)"
    note = f"leaves saved at depth six: {_listed(means, ' %', 0)}{spread}"
    why = f"chess here is pawn endings, not the positions of the source, which it does not name; {note}"
    return (cases, note), ((), why, means.get("chess", math.nan))


@measures("kh-refutes")
def _killers_refute(study: Study) -> Any:
    frame = study.memories
    killer, other = (
        _of(frame, search, f"{kind}_cuts") / _of(frame, search, f"{kind}_tries")
        for search, kind in ((KILLERS, "killer"), (NONE, "other"))
    )
    listed = ", ".join(
        f"{game} {killer[game].mean():.0%} and {other[game].mean():.0%}" for game in frame["game"].unique()
    )
    note = f"an assumption; part of the tries that cut off, killers and moves of a search without killers: {listed}"
    return (), note


def killers_and_table(frame: pd.DataFrame) -> dict[str, pd.Series[float]]:
    """Return by game and start how many points more a table saves, of the leaves that are left, if there are killers."""
    alone, together = (
        100 * (1 - _of(frame, table) / _of(frame, without))
        for table, without in ((TABLE, NONE), (BOTH, KILLERS))
    )
    return _by_start(together - alone)


@measures("kh-table")
def _killers_help_the_table(study: Study) -> Any:
    frame = study.memories
    found = killers_and_table(frame)
    rates = [
        _of(frame, search, "hits").sum() / _of(frame, search, "lookups").sum() for search in (TABLE, BOTH)
    ]
    note = (
        "points by which a table saves more of the leaves that are left if there are killers: "
        f"{_listed({game: own.mean() for game, own in found.items()}, digits=1)}; "
        f"positions found in the table: {rates[0]:.0%} without killers, {rates[1]:.0%} with them"
    )
    return [mean_case(own) for own in found.values()], note


# -- killers in pawn endings -------------------------------------------------------------------------------------------


@measures("kh-least", "kh-greatest")
def _ends_of_savings(study: Study) -> Any:
    savings = _savings(study.killers, KILLERS)
    note = (
        "the source names neither its endings nor its widths; ours: "
        f"{savings.min():.0f} % to {savings.max():.0f} % in {len(savings)} cases, {savings.between(15, 80).mean():.0%} of"
        f" them between 15 and 80 %, {(savings < 0).mean():.0%} with a loss"
    )
    return ((), note, float(savings.min())), ((), note, float(savings.max()))


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


@measures("kh-oscillates")
def _oscillates(study: Study) -> Any:
    cases, shallow, deep = [], [], []
    for own in _by(_savings(study.killers, KILLERS), "width").values():
        lines = [line.to_numpy() for line in _by(own, "start").values() if len(line) >= 3]
        cases.append(mean_case([oscillation(line) for line in lines]))
        shallow += [line[:2].mean() for line in lines]
        deep += [line[-2:].mean() for line in lines]
    note = f"saved at the two least depths {np.mean(shallow):.0f} % on average, at the two greatest {np.mean(deep):.0f} %"
    return cases, note


def _between_two(values: pd.Series[float], of: str) -> pd.Series[float]:
    """Return how much values differ on average from one `of` to another, all else being the same."""
    return (
        values.groupby(level=[name for name in KEYS if name != of], sort=False)
        .apply(lambda own: np.mean([abs(a - b) for a, b in combinations(own, 2)]) if len(own) > 1 else np.nan)
        .dropna()
    )


@measures("kh-start")
def _depends_on_start(study: Study) -> Any:
    """Compare endings; the error is found by leaving out one of them after another."""
    savings = _savings(study.killers, KILLERS)

    def difference(values: pd.Series[float]) -> float:
        return float(_between_two(values, "start").mean())

    whole = difference(savings)
    note = f"two endings differ by {whole:.0f} points on average, at the same width and depth"
    return [Case(whole, _jackknife(difference, savings))], note


def _jackknife(statistic: Callable[[pd.Series[float]], float], savings: pd.Series[float]) -> float:
    start = savings.index.get_level_values("start")
    left = np.array([statistic(savings[start != name]) for name in start.unique()])
    return widened(math.sqrt((len(left) - 1) / len(left) * ((left - left.mean()) ** 2).sum()), len(left))


@measures("kh-width")
def _depends_on_width(study: Study) -> Any:
    by_start = _between_two(_savings(study.killers, KILLERS), "width").groupby("start").mean()
    note = (
        f"two widths differ by {by_start.mean():.0f} points on average, in the same ending at the same depth"
    )
    return [mean_case(by_start)], note


# -- tree-splitting ----------------------------------------------------------------------------------------------------


@measures("abd-left-cutoffs", "abd-extra-cutoffs", "abd-missed-cutoffs", "abd-no-deep-cutoffs")
def _cut_offs(study: Study) -> Any:
    """Measure the claims around Figure 42."""
    counts = study.cut_offs
    due, kept = int(counts["left_due"].sum()), int(counts["left_kept"].sum())
    extra, missed = (counts[column] > 0 for column in ("only_parallel", "only_sequential"))
    deep, deep_alphabeta = int(counts["deep"].sum()), int(counts["deep_alphabeta"].sum())
    # Where nothing is to be cut off, nothing can be learned.
    left = counts[counts["left_due"] > 0]
    telling = counts[counts["deep_alphabeta"] > 0]
    return (
        (left["left_due"] == left["left_kept"],
         f"{kept} of {due} cut-offs that the left sibling's value allows were made"),
        (extra, f"on {extra.sum()} of {len(counts)} trees five processors leave out nodes that one enters"),
        (missed, f"on {missed.sum()} of {len(counts)} trees five processors enter nodes that one cuts off"),
        (telling["deep"] == 0,
         f"{deep} deep cut-offs, against {deep_alphabeta} of sequential Alphabeta on the same trees"),
    )  # fmt: skip


@measures("abd-time", "abd-nodes", "abd-small-growth", "abd-saturation")
def _on_uniform_trees(study: Study) -> Any:
    time, nodes = (curves(study.tree_splitting, ["size", "tree"], column) for column in ("time", "nodes"))
    return _falls(time), _grows(nodes), _small_growth(time, nodes), _saturation(nodes, FEW)


def _falls(time: Curves) -> Any:
    cases = {name: mean_case(1 - curve[FEW] / curve[1]) for name, curve in time.items()}
    return cases.values(), f"of the run time, {FEW} processors save {_range(cases)}"


def _grows(nodes: Curves) -> Any:
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
    return cases.values(), note


def _up_to_few(curve: pd.DataFrame) -> list[int]:
    return [k for k in sorted(map(int, curve.columns)) if k <= FEW]


def _small_growth(time: Curves, nodes: Curves) -> Any:
    """Compare growth with the fall in run time; `nodes` may have several curves (nodes, visits) for one of `time`."""
    saved = {name: 1 - curve[FEW] / curve[1] for name, curve in time.items()}
    growth = {name: curve[FEW] / curve[1] - 1 for name, curve in nodes.items()}
    cases = [mean_case(saved[name.removesuffix(VISITS)] - own) for name, own in growth.items()]
    means = {name: mean_case(own) for name, own in growth.items()}
    return (
        cases,
        f"{FEW} processors: growth of {_range(means)}, beside the fall in run time of the same searches",
    )


def _saturation(found: Curves, at: int) -> Any:
    """Measure what happens beyond a machine; ours is the one from which on no curve changes any more."""
    cases, details, points = [], [], []
    for name, curve in found.items():
        most = max(curve.columns)
        change = curve[most] / curve[at] - 1
        cases.append(near_case(change))
        points.append(levels_off_at(curve))
        details.append(f"{name} {change.mean():+.0%} ({points[-1]})")
    note = f"change from {at} processors to {most} (the machine from which on it is less than 10 %): {', '.join(details)}"
    return cases, note, float(max(points))


@measures("abd-distribution")
def _same_for_distributions(study: Study) -> Any:
    frame = study.distributions
    no_ties = frame[frame["distribution"] != "few values"]
    spread = no_ties.groupby(["tree", "processors"])[["time", "nodes"]].nunique().max(axis=1)
    most = int(frame["processors"].max())
    speed = frame.groupby(["distribution", "processors"])["speed_up"].mean().unstack()[most]
    note = (
        "without ties only the order of the values matters, so all distributions give the same search; with ties (eight"
        f" values) the speed-up on {most} processors is {speed['few values']:.2f} instead of {speed['uniform']:.2f}"
    )
    return spread == 1, note


def _range(cases: Mapping[str, Case]) -> str:
    low, high = (pick(cases, key=lambda name: cases[name].effect) for pick in (min, max))
    return f"{cases[low].effect:.0%} ({low}) to {cases[high].effect:.0%} ({high})"


# -- checkers ----------------------------------------------------------------------------------------------------------

VISITS = ", visits"


@measures(
    *("ad-time", "ad-time-saturation", "ad-nodes", "ad-small-growth", "ad-nodes-saturation"),
    *("ad-opening", "ad-midgame", "ad-endgame"),
)
def _on_checkers(study: Study) -> Any:
    """Measure tree-splitting against parallel Scout."""
    frame = study.checkers
    index = ["phase", "method", "position"]
    time, nodes = (curves(frame, index, column) for column in ("time", "nodes"))
    # Tree-splitting visits no node twice.
    again = curves(frame[frame["method"] == "parallel-scout"], index, "visits")
    counts = nodes | {name + VISITS: curve for name, curve in again.items()}
    few = frame[frame["processors"] == FEW].pivot(index=index[::2], columns="method", values="time")
    lead = (few["parallel-scout"] / few["tree-splitting"]).map(math.log)
    return (
        _falls(time),
        _saturation(time, SIX_PROCESSORS),
        _grows(counts),
        _small_growth(time, counts),
        _saturation(counts, SIX_PROCESSORS),
        _compared(lead["opening"], -1),
        _compared(lead["middle game"], 1),
        _compared(lead["ending"], 1),
    )


def _compared(lead: pd.Series[float], sign: int) -> Any:
    """Measure who is ahead: `lead` of Alphabeta by position, in logarithms; the sign says whose lead is claimed."""
    mean, error = mean_case(lead)
    spread = 2 * float(np.std(lead, ddof=1)) / math.sqrt(len(lead))
    low, middle, high = (math.exp(mean + step * spread) for step in (-1, 0, 1))
    note = (
        f"on {FEW} processors parallel Scout takes {middle:.2f} times as long ({low:.2f} to {high:.2f}, twice the standard"
        f" error; geometric mean of {len(lead)} positions; it is quicker on {int((lead < 0).sum())})"
    )
    return [Case(sign * mean, error)], note


# -- processor trees ---------------------------------------------------------------------------------------------------


@measures("ff-extra-work", "ff-speed-up")
def _on_positions(study: Study) -> Any:
    several = study.processor_trees[study.processor_trees["processors"] > 1]
    more, speed = several["more_nodes"], several["speed_up"]
    return (
        (
            more > 0,
            f"more nodes than one processor in {(more > 0).mean():.0%} of the cases, {more.mean():.0%} more on average",
        ),
        (map(Case, speed), f"speed-ups from {speed.min():.2f} to {speed.max():.2f}"),
    )


@measures("ff-grows")
def _grows_with_levels(study: Study) -> Any:
    cases, positions = [], study.processor_trees
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
    return cases, note


def exponent_of_k(frame: pd.DataFrame) -> Case:
    """Return x of the speed-up k**x that fits best, with its standard error: a slope through the origin, in logarithms."""
    several = frame[frame["processors"] > 1]
    x, y = (np.log(several[column].to_numpy(dtype=float)) for column in ("processors", "speed_up"))
    slope = (x @ y) / (x @ x)
    residuals = y - slope * x
    error = math.sqrt((residuals @ residuals) / (len(x) - 1) / (x @ x))
    return Case(float(slope), widened(error, len(x)))


def _power_of_k(claim: str, case: str, study: Study) -> Any:
    own = study.sorted_trees[study.sorted_trees["case"] == case]
    ours, error = exponent_of_k(own[own["width"] % own["slaves"] == 0])
    all_of_them = exponent_of_k(own)
    note = (
        f"exponent {ours:.3f}, standard error {error:.3f}, where masters can share out children evenly;"
        f" {all_of_them.effect:.3f} with uneven sharing included"
    )
    return [about(all_claims()[claim], ours, error)], note, ours


measures("ff-worst")(partial(_power_of_k, "ff-worst", "rightmost child best"))
measures("ff-best")(partial(_power_of_k, "ff-best", "leftmost child best"))


# -- SSS* --------------------------------------------------------------------------------------------------------------


@measures("kk-bounds")
def _starting_bounds(study: Study) -> Any:
    """Measure what the best bound saves that could be known beforehand, and the best bound of all."""
    bounds = study.bounds
    guessed = bounds[bounds["quantile"].notna()]
    means = guessed.groupby("quantile")["saved"].mean()
    known = bounds[bounds["quantile"].isna()].groupby("size", sort=False)["saved"].mean()
    note = (
        "the source names neither its bounds nor its sizes, and 25 % may be of the time or of the speed; ours is the "
        f"time saved by the best bound that could be guessed beforehand (quantile {means.idxmax():g}); a bound just "
        f"above the value, the best there is, saves {known.min():.0%} to {known.max():.0%}, which is "
        f"{1 / (1 - known.mean()) - 1:.0%} more speed"
    )
    return (), note, 100 * float(means.max())


@measures("kk-parts-least", "kk-parts-greatest")
def _disjoint_parts(study: Study) -> Any:
    """Measure the least and the greatest mean speed-up: with parts searched depth-first, as the source has it."""
    parts = study.parts
    depth_first, best_first = (
        parts[parts["part_search"] == name].groupby("size", sort=False)["speed_up"].mean()
        for name in ("depth-first", "best-first")
    )
    listed = ", ".join(f"{size} {mean:.2f}" for size, mean in depth_first.items())
    note = (
        "the source does not name its sizes, on which this depends most; ours, one process per child of the root: "
        f"{listed}; if the processes search best-first, {best_first.min():.2f} to {best_first.max():.2f}"
    )
    return ((), note, float(depth_first.min())), ((), note, float(depth_first.max()))


@measures("kk-harder")
def _harder(study: Study) -> Any:
    """Compare the most expensive quarter of the trees of each size with all of them."""
    parts = study.parts
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
    return cases, note


# -- what was found, in words -------------------------------------------------------------------------------------------


def judged(study: Study) -> pd.DataFrame:
    """Return all claims of the chapter as the frame that the scorecard takes."""
    return judged_rows(study.seed, judged_claims(NOTEBOOK, study.found), chosen=CHOSEN)


def speaks_against(own: Finding) -> bool:
    """Return whether what was found is against a claim, also where the source does not say what would test it."""
    return verdict_on(own.claim, own.cases) == "differs"


def is_mixed(own: Finding) -> bool:
    """Return whether a claim certainly holds in one case and certainly fails in another.

    Examples
    --------
    >>> is_mixed(Finding("ff-grows", (Case(1), Case(-1)), "")), is_mixed(Finding("ff-grows", (Case(1, 2), Case(-1)), ""))
    (True, False)
    """
    return {True, False} <= {*decided(own.cases, all_claims()[own.claim].margin)}
