"""Verdicts on what chapter 4 reports of parallel search (Muszycka 1985, section 4.1).

A curve over the number of processors "levels off" at the smallest machine by which nine tenths of its whole
change, from one processor to the most, have come about (`levels_off_at`).  The source does not say what it
calls a saturation point; so a verdict on one is given only if it is the same for the other `SHARES` as well.

Where the source does not tell what was measured (sizes of trees, starting bounds), the verdict is
"underspecified", whether our number is near the printed one or not.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from companion.published.claims import HOLDS, Finding, held
from companion.speedups.parallel_study import levels_off_at

if TYPE_CHECKING:
    import pandas as pd

SLIGHT = 0.5
"""The most that nodes may grow, from one processor to the most, to be called a small growth."""

SHARP = 0.5
"""What five processors leave of the run time, at most, to be called a sharp decrease."""

NEAR = 1
"""Processors by which a point of levelling off may differ from the printed one: the next machine either way."""

SHARES = (0.8, 0.9, 0.95)
"""Shares of the whole change that may be asked for; the middle one gives our number."""

HALF_A_DIGIT = 0.05
"""What an exponent may differ by: the printed ones are 1 and 1/2, so they are compared to one digit."""

FEW = 5
"""The machine on which methods are compared: where the thesis sees both level off."""


def _occurs(claim: str, cases: pd.Series, note: str) -> Finding:
    """Judge that something may happen: one case shows it, but no number of cases without it refutes it."""
    found = bool(cases.any())
    return Finding(claim, HOLDS, float(found), "agrees" if found else "not yet", note, n=len(cases))


def _never(claim: str, cases: pd.Series, note: str) -> Finding:
    """Judge that something is always so, by those cases alone in which it could have been otherwise."""
    if cases.empty:
        return Finding(claim, HOLDS, math.nan, "not yet", f"{note}: nothing that could have shown it")
    return held(claim, cases, note)


def _saturation(claim: str, column: str, printed: float, points: pd.DataFrame, statistic: str) -> Finding:
    """Judge a printed point of levelling off by those found for all `SHARES`: a column each, a row per curve."""
    ours = points.agg(statistic)
    near = (ours - printed).abs() <= NEAR
    verdict = "underspecified" if near.nunique() > 1 else "agrees" if near.all() else "differs"
    others = ", ".join(f"{ours[share]:g} with {share:.0%}" for share in SHARES)
    note = f"by nine tenths of the change: {_listed(points[SHARES[1]])}; {statistic} by what is asked for: {others}"
    return Finding(claim, column, float(ours[SHARES[1]]), verdict, note, n=len(points))


def _points(frame: pd.DataFrame, column: str, by: str) -> pd.DataFrame:
    """Return where each curve levels off, a column per share of the whole change."""
    import pandas as pd

    return pd.DataFrame({share: levels_off_at(frame, column, by, share) for share in SHARES})


def _listed(points: pd.Series) -> str:
    return ", ".join(f"{name} at {point}" for name, point in points.items())


def cut_off_findings(counts: pd.DataFrame) -> list[Finding]:
    """Judge the claims around Figure 42 by a frame of `count_cut_offs`."""
    due, kept = int(counts["left_due"].sum()), int(counts["left_kept"].sum())
    extra, missed = (counts[column] > 0 for column in ("only_parallel", "only_sequential"))
    deep, deep_alphabeta = int(counts["deep"].sum()), int(counts["deep_alphabeta"].sum())
    left = counts[counts["left_due"] > 0]
    telling = counts[counts["deep_alphabeta"] > 0]
    return [
        _never("abd-left-cutoffs", left["left_due"] == left["left_kept"],
               f"{kept} of {due} cut-offs that the left sibling's value allows were made"),
        _occurs("abd-extra-cutoffs", extra,
                f"on {extra.sum()} of {len(counts)} trees several processors leave out nodes that one enters"),
        _occurs("abd-missed-cutoffs", missed,
                f"on {missed.sum()} of {len(counts)} trees several processors enter nodes that one cuts off"),
        _never("abd-no-deep-cutoffs", telling["deep"] == 0,
               f"{deep} deep cut-offs, against {deep_alphabeta} of sequential Alphabeta on the same trees"),
    ]  # fmt: skip


def tree_splitting_findings(frame: pd.DataFrame, distributions: pd.DataFrame) -> list[Finding]:
    """Judge tree-splitting on uniform trees, by frames of `on_uniform_trees` and `by_distribution`."""
    frame = frame[frame["method"] == "tree-splitting"]
    means = frame.groupby(["size", "processors"], sort=False)[["time", "nodes"]].mean().unstack()
    time, nodes = means["time"], means["nodes"]
    most = max(time.columns)
    left = time[FEW] / time[1]
    growth = nodes[most] / nodes[1] - 1
    no_ties = distributions[distributions["distribution"] != "few values"]
    spread = no_ties.groupby(["tree", "processors"])[["time", "nodes"]].nunique().max(axis=1)
    speed = (
        distributions.groupby(["distribution", "processors"])["speed_up"]
        .mean()
        .unstack()[most_of(distributions)]
    )
    return [
        held("abd-time", left <= SHARP,
             f"{FEW} processors leave {left.min():.0%} to {left.max():.0%} of the run time"),
        held("abd-nodes", growth > 0,
             f"{most} processors create {growth.min():.1%} to {growth.max():.1%} more nodes than one; no node is "
             "visited twice, so visits are the same"),
        held("abd-small-growth", growth <= SLIGHT,
             f"at most {growth.max():.0%} more nodes, while they divide the run time by up to {time[1].div(time[most]).max():.1f}"),  # noqa: E501
        _saturation("abd-saturation", "processors", 5, _points(frame, "nodes", "size"), "median"),
        held("abd-distribution", spread == 1,
             "without ties only the order of the values matters, so all distributions give the same search; with "
             f"ties (eight values) the speed-up on {most_of(distributions)} processors is {speed['few values']:.2f} "
             f"instead of {speed['uniform']:.2f}"),
    ]  # fmt: skip


def most_of(frame: pd.DataFrame) -> int:
    """Return the largest machine of a frame."""
    return int(frame["processors"].max())


def checkers_findings(frame: pd.DataFrame) -> list[Finding]:
    """Judge tree-splitting against parallel Scout on checkers, by a frame of `on_positions`."""
    means = frame.groupby(["phase", "method", "processors"], sort=False)[["time", "nodes"]].mean().unstack()
    time, nodes = means["time"], means["nodes"]
    most = most_of(frame)
    left = time[FEW] / time[1]
    growth = nodes[most] / nodes[1] - 1
    cells = frame.assign(curve=frame["phase"] + ", " + frame["method"])
    times, counts = (_points(cells, column, "curve") for column in ("time", "nodes"))
    found = [
        held("ad-time", left <= SHARP,
             f"{FEW} processors leave {left.min():.0%} to {left.max():.0%} of the run time, by phase and method"),
        *_range("ad-time-saturation", times),
        held("ad-nodes", (growth > 0) & (growth <= SLIGHT),
             f"from {growth.min():.0%} ({', '.join(growth.idxmin())}) to {growth.max():.0%} more nodes "
             f"({', '.join(growth.idxmax())}) on {most} processors"),
        *_range("ad-nodes-saturation", counts),
    ]  # fmt: skip
    few = frame[frame["processors"] == FEW].pivot(
        index=["phase", "position"], columns="method", values="time"
    )
    ratio = few["parallel-scout"] / few["tree-splitting"]
    alone = time[1].unstack("method")
    for claim, phase, scout_leads in (
        ("ad-opening", "opening", True),
        ("ad-midgame", "middle game", False),
        ("ad-endgame", "ending", False),
    ):
        own = np.log(ratio[phase])
        low, middle, high = np.exp(own.mean() + 2 * own.sem() * np.array([-1, 0, 1]))
        one = alone.loc[phase, "parallel-scout"] / alone.loc[phase, "tree-splitting"]
        note = (
            f"on {FEW} processors parallel Scout takes {middle:.2f} times as long ({low:.2f} to {high:.2f}, twice the "
            f"standard error; geometric mean of {len(own)} positions; it is quicker on {int((own < 0).sum())}); on one "
            f"processor {one:.2f} times"
        )
        # Slightly ahead is ahead on average; distinctly behind must be more than chance.
        holds = middle < 1 if scout_leads else low > 1
        share = float(((own < 0) == scout_leads).mean())
        found.append(Finding(claim, HOLDS, share, "agrees" if holds else "differs", note, n=len(own)))
    return found


def _range(claim: str, points: pd.DataFrame) -> list[Finding]:
    """Judge a printed range of processors by the lowest and the highest point of levelling off."""
    return [
        _saturation(claim, "processors, low", 5, points, "min"),
        _saturation(claim, "processors, high", 6, points, "max"),
    ]


def exponent_of_k(frame: pd.DataFrame) -> float:
    """Return x of the speed-up k**x that fits best: the slope through the origin, in logarithms."""
    several = frame[frame["processors"] > 1]
    x, y = np.log(several["processors"]), np.log(several["speed_up"])
    return float((x * y).sum() / (x * x).sum())


def processor_tree_findings(positions: pd.DataFrame, sorted_trees: pd.DataFrame) -> list[Finding]:
    """Judge processor trees, by frames of `processor_trees_on_positions` and `on_sorted_trees`."""
    more = positions[positions["processors"] > 1]
    means = positions.groupby("processors")["speed_up"].mean()
    steps = means.diff().dropna() > 0
    found = [
        _occurs("ff-extra-work", more["more_nodes"] > 0,
                f"more nodes than one processor in {(more['more_nodes'] > 0).mean():.0%} of the cases, "
                f"{more['more_nodes'].mean():.0%} more on average"),
        held("ff-grows", steps,
             f"mean speed-up (processors) {_by_processors(means)}; {_deeper(positions)}"),
    ]  # fmt: skip
    for claim, case, printed in (
        ("ff-worst-case", "rightmost child best", 1.0),
        ("ff-best-case", "leftmost child best", 0.5),
    ):
        own = sorted_trees[sorted_trees["case"] == case]
        even = own[own["width"] % own["slaves"] == 0]
        each = own.groupby("size", sort=False)[["processors", "speed_up"]].apply(exponent_of_k)
        note = (
            f"where masters can share out children evenly; {each.min():.2f} to {each.max():.2f} by size of tree, "
            "uneven sharing included"
        )
        ours, n = exponent_of_k(even), int((even["processors"] > 1).sum())
        verdict = "agrees" if abs(ours - printed) <= HALF_A_DIGIT else "differs"
        found.append(Finding(claim, "exponent of k", ours, verdict, note, n=n))
    return found


def _by_processors(means: pd.Series) -> str:
    return ", ".join(f"{speed:.2f} ({k})" for k, speed in means.items())


def _deeper(positions: pd.DataFrame) -> str:
    """Say whether the speed-up grows with the levels of processors, the number of slaves being the same."""
    told = []
    for width in sorted(set(positions["slaves"]) - {1}):
        own = positions[positions["slaves"].isin([1, width])]
        grows = (own.groupby("levels")["speed_up"].mean().diff().dropna() > 0).all()
        told.append(
            f"with {width} slaves each it {'grows' if grows else 'does not grow'} from level to level"
        )
    return ", ".join(told)


def sss_star_findings(bounds: pd.DataFrame, parts: pd.DataFrame) -> list[Finding]:
    """Judge both parallel SSS*, by frames of `by_starting_bound` and `on_parts`."""
    return [_starting_bounds(bounds), *_disjoint_parts(parts), _harder(parts)]


def _starting_bounds(bounds: pd.DataFrame) -> Finding:
    """Tell what the best bound saves that could be known beforehand, and the best bound of all."""
    guessed = bounds[bounds["quantile"].notna()]
    means = guessed.groupby("quantile")["saved"].mean()
    own = 100 * guessed.loc[guessed["quantile"] == means.idxmax(), "saved"]
    known = bounds[bounds["quantile"].isna()].groupby("size", sort=False)["saved"].mean()
    note = (
        "the source names neither its bounds nor its sizes, and 25 % may be of the time or of the speed; ours is the "
        f"time saved by the best bound that could be guessed beforehand (quantile {means.idxmax():g}); a bound just "
        f"above the value, the best there is, saves {_percents(known)}, which is {100 * (1 / (1 - known.mean()) - 1):.0f} % more "  # noqa: E501
        "speed"
    )
    return Finding("kk-bounds", "% saved by two processors", float(own.mean()), "underspecified", note,
                   sd=float(own.std()), n=len(own))  # fmt: skip


def _disjoint_parts(parts: pd.DataFrame) -> list[Finding]:
    """Tell the least and the greatest mean speed-up: with parts searched depth-first, as the source has it."""
    depth_first, best_first = (
        parts[parts["part_search"] == name].groupby("size", sort=False)["speed_up"].mean()
        for name in ("depth-first", "best-first")
    )
    note = (
        "the source does not name its sizes, on which this depends most; ours, one process per child of the root: "
        f"{_means(depth_first)}; if the processes search best-first, {best_first.min():.2f} to {best_first.max():.2f}"
    )
    n = int((parts["part_search"] == "depth-first").sum())
    return [
        Finding("kk-parts", "speed-up, least", float(depth_first.min()), "underspecified", note, n=n),
        Finding("kk-parts", "speed-up, greatest", float(depth_first.max()), "underspecified", note, n=n),
    ]


def _percents(shares: pd.Series) -> str:
    return f"{shares.min():.0%} to {shares.max():.0%}"


def _means(means: pd.Series) -> str:
    return ", ".join(f"{size} {mean:.2f}" for size, mean in means.items())


def _harder(parts: pd.DataFrame) -> Finding:
    """Compare the dearest quarter of the trees of each size with all of them, for both ways to search a part."""
    told, cases = [], []
    for name in ("depth-first", "best-first"):
        gains = {}
        for size, own in parts[parts["part_search"] == name].groupby("size", sort=False):
            dear = own[own["sequential"] >= own["sequential"].quantile(0.75)]
            gains[str(size)] = float(dear["speed_up"].mean() / own["speed_up"].mean() - 1)
        cases += [gain > 0 for gain in gains.values()]
        told.append(f"{name} " + ", ".join(f"{size} {gain:+.0%}" for size, gain in gains.items()))
    return held(
        "kk-harder",
        cases,
        f"speed-up of the dearest quarter of the trees against the mean: {'; '.join(told)}",
    )
