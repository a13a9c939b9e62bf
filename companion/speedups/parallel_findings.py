"""Findings on the claims of chapter 4 about parallel search (Muszycka 1985, section 4.1).

The sample is that of the trees or positions: errors are those of means over them, and machines, methods and sizes
that are compared are compared on the same ones.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from companion.published.claims import (
    Case,
    Finding,
    about,
    all_claims,
    finding,
    mean_case,
    near_case,
    widened,
)
from companion.speedups.parallel_study import curves, levels_off_at
from companion.speedups.study import FEW

if TYPE_CHECKING:
    import pandas as pd

Curves = Mapping[str, "pd.DataFrame"]

SIX = 6
"""Of "about 5 or 6 processors", the number that is kinder to the claim."""


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
        _saturation("ad-time-saturation", time, SIX),
        _grows("ad-nodes", counts),
        _small_growth("ad-small-growth", time, counts),
        _saturation("ad-nodes-saturation", counts, SIX),
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
    """Tell what the best bound saves that could be known beforehand, and the best bound of all."""
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
    """Tell the least and the greatest mean speed-up: with parts searched depth-first, as the source has it."""
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
