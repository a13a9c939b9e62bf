"""Verdicts on what chapter 4 reports of parallel search (Muszycka 1985, section 4.1).

A curve over the number of processors "levels off" at the smallest machine by which nine tenths of its whole
change, from one processor to the most, have come about (`levels_off_at`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gametree.finding import Finding, held
from gametree.speedup.parallel.study import levels_off_at

if TYPE_CHECKING:
    import pandas as pd

SLIGHT = 0.5
"""The most that nodes may grow, from one processor to the most, to be called a small growth."""

SHARP = 0.5
"""What five processors leave of the run time, at most, to be called a sharp decrease."""

NEAR = 1
"""Processors by which a point of levelling off may differ from the printed one."""

FEW = 5
"""The machine on which methods are compared: where the thesis sees both level off."""


def _number(
    claim: str, column: str, printed: float, ours: float, allowed: float, note: str, n: int
) -> Finding:
    verdict = "agrees" if abs(ours - printed) <= allowed else "differs"
    return Finding(claim, column, ours, verdict, note, n=n)


def _listed(points: pd.Series) -> str:
    return ", ".join(f"{name} at {point}" for name, point in points.items())


def cut_off_findings(counts: pd.DataFrame) -> list[Finding]:
    """Judge the claims around Figure 42 by a frame of `count_cut_offs`."""
    due, kept = int(counts["left_due"].sum()), int(counts["left_kept"].sum())
    extra, missed = (counts[column] > 0 for column in ("only_parallel", "only_sequential"))
    deep, deep_alphabeta = int(counts["deep"].sum()), int(counts["deep_alphabeta"].sum())
    return [
        held("abd-left-cutoffs", counts["left_due"] == counts["left_kept"],
             f"{kept} of {due} cut-offs that the left sibling's value allows were made"),
        held("abd-extra-cutoffs", [bool(extra.any())],
             f"on {extra.sum()} of {len(counts)} trees the parallel search leaves out nodes that one processor enters"),
        held("abd-missed-cutoffs", [bool(missed.any())],
             f"on {missed.sum()} of {len(counts)} trees the parallel search enters nodes that one processor cuts off"),
        held("abd-no-deep-cutoffs", counts["deep"] == 0,
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
    points = levels_off_at(frame, "nodes", "size")
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
             f"at most {growth.max():.0%} more nodes, while the run time falls to a {time[1].div(time[most]).max():.0f}th"),  # noqa: E501
        _number("abd-saturation", "processors", 5, float(points.median()), NEAR,
                f"it depends on the size: {_listed(points)}; the run time levels off earlier: "
                f"{_listed(levels_off_at(frame, 'time', 'size'))}", len(points)),
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
    times, counts = (levels_off_at(cells, column, "curve") for column in ("time", "nodes"))
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
        own = ratio[phase]
        middle = float(np.exp(np.log(own).mean()))
        one = alone.loc[phase, "parallel-scout"] / alone.loc[phase, "tree-splitting"]
        note = (
            f"on {FEW} processors parallel Scout takes {middle:.2f} times as long (geometric mean of {len(own)} "
            f"positions; it is quicker on {int((own < 1).sum())}); on one processor {one:.2f} times"
        )
        found.append(held(claim, (own < 1) == scout_leads, note, needed=0.5))
    return found


def _range(claim: str, points: pd.Series) -> list[Finding]:
    """Judge a printed range of processors by the lowest and the highest point of levelling off."""
    note = _listed(points)
    return [
        _number(claim, "processors, low", 5, float(points.min()), NEAR, note, len(points)),
        _number(claim, "processors, high", 6, float(points.max()), NEAR, note, len(points)),
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
    by_width = [
        positions[positions["slaves"].isin([1, width])]
        .groupby("processors")["speed_up"]
        .mean()
        .diff()
        .dropna()
        > 0
        for width in sorted(set(more["slaves"]))
    ]
    found = [
        held("ff-extra-work", [bool((more["more_nodes"] > 0).any())],
             f"more nodes than one processor in {(more['more_nodes'] > 0).mean():.0%} of the cases, "
             f"{more['more_nodes'].mean():.0%} more on average"),
        held("ff-grows", [case for steps in by_width for case in steps],
             "it grows with the levels of processors, for each number of slaves; mean speed-up (processors) " + ", ".join(f"{speed:.2f} ({k})" for k, speed in means.items())),  # noqa: E501
    ]  # fmt: skip
    for claim, case, printed in (
        ("ff-worst-case", "rightmost son best", 1.0),
        ("ff-best-case", "leftmost son best", 0.5),
    ):
        own = sorted_trees[sorted_trees["case"] == case]
        even = own[own["width"] % own["slaves"] == 0]
        each = own.groupby("size", sort=False)[["processors", "speed_up"]].apply(exponent_of_k)
        note = (
            f"where masters can share out sons evenly; {each.min():.2f} to {each.max():.2f} by size of tree, "
            "uneven sharing included"
        )
        found.append(
            _number(
                claim,
                "exponent of k",
                printed,
                exponent_of_k(even),
                0.06,
                note,
                int((even["processors"] > 1).sum()),
            )
        )
    return found


def sss_star_findings(bounds: pd.DataFrame, parts: pd.DataFrame) -> list[Finding]:
    """Judge both parallel SSS*, by frames of `by_starting_bound` and `on_parts`."""
    least = bounds[bounds["quantile"].isna()]
    guessed = bounds[bounds["quantile"].notna()].groupby("quantile")["saved"].mean()
    known = least.groupby("size", sort=False)["saved"].mean()
    gain = 100 * (1 / (1 - least["saved"]) - 1)
    best_first, depth_first = (parts[parts["part_search"] == name] for name in ("best-first", "depth-first"))
    means, others = (
        frame.groupby("size", sort=False)["speed_up"].mean() for frame in (best_first, depth_first)
    )
    note = (
        f"one process per son of the root: {_means(means)}; with depth-first processes {others.min():.2f} to "
        f"{others.max():.2f}. The source does not name its sizes"
    )
    return [
        Finding(
            "kk-bounds", "% saved by two processors", float(gain.mean()),
            "agrees" if abs(gain.mean() - 25) <= 5 else "differs",
            "read as a speed-up of 1.25, for a second process that starts just above the value, the best start there "
            f"is: it saves {known.min():.0%} to {known.max():.0%} of the time by size; a bound guessed beforehand saves "  # noqa: E501
            f"at most {guessed.max():.0%} (quantile {guessed.idxmax():g}). The source does not name its bounds",
            sd=float(gain.std()), n=len(least),
        ),
        _number("kk-parts", "speed-up, least", 1.71, float(means.min()), 0.2, note, len(best_first)),
        _number("kk-parts", "speed-up, greatest", 4.95, float(means.max()), 0.5, note, len(best_first)),
        _harder(best_first),
    ]  # fmt: skip


def _means(means: pd.Series) -> str:
    return ", ".join(f"{size} {mean:.2f}" for size, mean in means.items())


def _harder(parts: pd.DataFrame) -> Finding:
    """Compare the dearest quarter of the trees of each size with all of them."""
    gains = {}
    for size, own in parts.groupby("size", sort=False):
        dear = own[own["sequential"] >= own["sequential"].quantile(0.75)]
        gains[str(size)] = float(dear["speed_up"].mean() / own["speed_up"].mean() - 1)
    told = ", ".join(f"{size} {gain:+.0%}" for size, gain in gains.items())
    return held(
        "kk-harder",
        [gain > 0 for gain in gains.values()],
        f"speed-up of the dearest quarter of the trees against the mean: {told}",
    )
