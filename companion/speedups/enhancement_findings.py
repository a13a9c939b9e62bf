"""What chapter 4 reports of ordering, transposition tables and killers (sections 4.2 to 4.4), put to measurements.

The frames are those of `enhancement_study.measure`; each function judges one claim of table ``ch4``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from companion.published.claims import Finding, held
from companion.speedups.enhancement_study import figure_43, saved
from gametree.enhance.reference import STARTS, EnhancedRecorder, Table

if TYPE_CHECKING:
    import pandas as pd

PLAIN, FIXED, DYNAMIC = "alphabeta", "alphabeta, fixed", "alphabeta, dynamic"
NONE, TABLE, KILLERS, BOTH = "none", "table", "killers", "table and killers"

SIX = 6
"""The depth that the thesis names, for tables and for dynamic ordering."""

MOSTLY = 0.9
"""What part of the cases must hold where a claim says what is likely, or common."""

NEAR = 0.1
"""What counts as very close to the minimum: at most a tenth above it."""

MORE_OFTEN = 0.5
"""What part of the cases must hold where a claim says that something depends on something, or is likelier."""

POINTS = 10.0
"""Percentage points that make a difference, or none."""

KEYS = ["game", "start", "width", "depth"]


def _random(game: str) -> bool:
    """Whether a kind of tree is random, not a game."""
    return "width" in game


def _of(frame: pd.DataFrame, search: str, column: str = "leaves") -> pd.Series[float]:
    return frame[frame["search"] == search].set_index(KEYS)[column].astype(float)


def _chess(values: pd.Series[float]) -> pd.Series[float]:
    return values[values.index.get_level_values("game") == "chess"]


def static_values_tell(correlations: pd.DataFrame) -> Finding:
    """Judge that static and backed-up values are positively correlated."""
    means = correlations.groupby(["game", "start"])["correlation"].mean().dropna()
    by_game = correlations.groupby("game", sort=False)["correlation"].mean()
    note = "mean rank correlation: " + ", ".join(f"{game} {value:.2f}" for game, value in by_game.items())
    return held("sd-correlation", means > 0, note, MOSTLY)


def two_orders_of_magnitude(frame: pd.DataFrame) -> Finding:
    """Judge the gain of fixed ordering over exhaustive search, in games at depth six."""
    part = frame[(frame["search"] == FIXED) & (frame["depth"] == SIX) & ~frame["game"].map(_random)]
    orders = (part["all"] / part["leaves"]).map(math.log10)
    same = frame.set_index(["game", "start"]).index.isin(part.set_index(["game", "start"]).index)
    growth = frame[(frame["search"] == FIXED) & (frame["depth"] <= SIX) & same]
    by_depth = (growth["all"] / growth["leaves"]).map(math.log10).groupby(growth["depth"]).mean()
    steps = ", ".join(f"{value:.1f} at depth {depth}" for depth, value in by_depth.items())
    ours = float(orders.mean())
    verdict = "agrees" if round(ours) == 2 else "differs"
    note = f"games at depth {SIX}, since the source names no depth; from the same starts it grows: {steps}"
    return Finding("sd-fixed", "orders of magnitude", ours, verdict, note, float(orders.std()), len(orders))


def not_always_faster(frame: pd.DataFrame) -> Finding:
    """Judge that fixed ordering does not always make the search faster, static evaluations counted."""
    ratio = _of(frame, FIXED, "evaluations") / _of(frame, PLAIN, "evaluations")
    slower = (ratio >= 1).groupby("game").any()
    note = (
        f"in {100 * float((ratio >= 1).mean()):.0f} % of all trees it takes as many static evaluations as"
        " Alphabeta without ordering, or more"
    )
    return held("sd-not-always", slower, note, needed=1 / len(slower))


def figure_43_cuts_off() -> Finding:
    """Judge that p12 is searched with static ordering and cut off with dynamic ordering."""
    tree = figure_43()
    entered = {}
    for ordering in ("fixed", "dynamic"):
        x = EnhancedRecorder(tree, ordering, 0.0, Table(0, "equal"), 0)
        x.begin(tree.depth)
        STARTS["alphabeta"](x)
        entered[ordering] = {tree.name(node) for node in x.entered}
    note = (
        f"{len(entered['fixed'])} nodes entered with fixed ordering, {len(entered['dynamic'])} with dynamic"
    )
    return held("sd-figure-43", ["p12" in entered["fixed"], "p12" not in entered["dynamic"]], note)


def dynamic_gain(frame: pd.DataFrame) -> pd.DataFrame:
    """Return, by game and depth, how many static evaluations dynamic ordering takes, relative to fixed ordering."""
    ratio = (_of(frame, DYNAMIC, "evaluations") / _of(frame, FIXED, "evaluations")).map(math.log)
    return np.exp(ratio.groupby(["game", "depth"], sort=False).mean()).unstack("depth")


def dynamic_worthwhile(frame: pd.DataFrame) -> Finding:
    """Judge the depth beyond which dynamic ordering takes fewer static evaluations than fixed ordering."""
    ratio = (_of(frame, DYNAMIC, "evaluations") / _of(frame, FIXED, "evaluations")).map(math.log)
    by_depth = np.exp(ratio.groupby("depth").mean())
    depths = by_depth.index.to_numpy()
    pays = by_depth.to_numpy() < 1
    beyond = [int(d) for d in depths if (depths > d).any() and pays[depths > d].all()]
    ours = min(beyond) if beyond else int(depths.max())
    last = f"{by_depth.iloc[-1]:.2f} times the evaluations of fixed ordering at depth {depths[-1]}"
    if not beyond:
        return Finding(
            "sd-dynamic-depth", "depth", ours, "differs", f"not worthwhile to depth {ours}: {last}"
        )
    verdict = "agrees" if abs(ours - SIX) <= 1 else "differs"
    return Finding("sd-dynamic-depth", "depth", ours, verdict, last)


def close_to_the_minimum(frame: pd.DataFrame) -> Finding:
    """Judge that dynamic ordering comes very close to the fewest leaves that prove the value."""
    part = frame[(frame["search"] == DYNAMIC) & (frame["depth"] >= 4)]
    ratio = part["leaves"] / part["fewest"]
    typical = np.exp(ratio.map(math.log).groupby(part["game"], sort=False).mean())
    note = "leaves / minimum: " + ", ".join(f"{game} {value:.2f}" for game, value in typical.items())
    return held("sd-dynamic-minimum", ratio <= 1 + NEAR, note, MOSTLY)


def _savings(frame: pd.DataFrame, search: str) -> pd.Series[float]:
    return _of(saved(frame, NONE), search, "saved")


def table_at_depth_six(frame: pd.DataFrame) -> Finding:
    """Judge what a table saves in chess at depth six."""
    at_six = _savings(frame, TABLE).xs(SIX, level="depth")
    chess = _chess(at_six)
    ours, sd = float(chess.mean()), float(chess.std())
    others = at_six.groupby("game", sort=False).mean().drop("chess")
    note = "pawn endings, since whole chess is too wide to unfold; elsewhere: " + ", ".join(
        f"{game} {value:.0f} %" for game, value in others.items()
    )
    verdict = "agrees" if abs(ours - 30) <= POINTS else "differs"
    return Finding("tt-depth-six", "% fewer leaves", ours, verdict, note, sd, len(chess))


def effective_in_endgames(frame: pd.DataFrame) -> Finding:
    """Judge that a table is very effective in chess endgames: that it saves more than the 30 % of chess at large."""
    savings = _savings(frame, TABLE)
    chess = _chess(savings)
    deep = chess[chess.index.get_level_values("depth") >= 5]
    note = f"{deep.min():.0f} to {deep.max():.0f} % of the leaves saved at depth 5 and beyond"
    return held("tt-endgames", deep > 30, note, MOSTLY)


def killer_range(frame: pd.DataFrame) -> list[Finding]:
    """Judge the least and the greatest saving of killers, over all endings, widths and depths from 3 on."""
    savings = _savings(frame, KILLERS)
    found = []
    for column, printed, ours in (
        ("% fewer leaves, least", 15, float(savings.min())),
        ("% fewer leaves, greatest", 80, float(savings.max())),
    ):
        verdict = "agrees" if abs(ours - printed) <= POINTS else "differs"
        note = (
            f"{len(savings)} cases; {100 * float(savings.between(15, 80).mean()):.0f} % of them between 15 and"
            f" 80 %, {100 * float((savings < 0).mean()):.0f} % with a loss"
        )
        found.append(Finding("kh-range", column, ours, verdict, note, n=len(savings)))
    return found


def oscillates(values: Sequence[float]) -> bool:
    """Whether a sequence goes up and down about a fixed value.

    At least half of its steps must turn back, and its second half must not lie further from its first than a
    typical step is long.
    """
    steps = np.diff(values)
    if len(steps) < 2:
        raise ValueError(f"values has {len(values)} entries: at least 3 are needed to turn back")
    turns = np.mean(np.sign(steps[1:]) == -np.sign(steps[:-1]))
    half = len(values) // 2
    drift = abs(float(np.mean(values[-half:])) - float(np.mean(values[:half])))
    return bool(turns >= 0.5 and drift <= np.mean(np.abs(steps)))


def killers_oscillate(frame: pd.DataFrame) -> Finding:
    """Judge that the saving oscillates about a fixed value as the depth grows."""
    savings = _savings(frame, KILLERS)
    lines = {key: line.to_list() for key, line in savings.groupby(["start", "width"]) if len(line) >= 3}
    shallow, deep = (
        float(np.mean([np.mean(line[part]) for line in lines.values()]))
        for part in (slice(0, 2), slice(-2, None))
    )
    note = (
        f"it grows with the depth: {shallow:.0f} % at the two least depths, {deep:.0f} % at the two greatest"
    )
    return held("kh-oscillates", [oscillates(line) for line in lines.values()], note, MOSTLY)


def _depends(claim: str, savings: pd.Series[float], on: str) -> Finding:
    others = [name for name in ("start", "width", "depth") if name != on]
    groups = savings.groupby(others)
    ranges = (groups.max() - groups.min())[groups.size() > 1]
    note = f"from one {on} to another it differs by {ranges.mean():.0f} points on average, {ranges.max():.0f} at most"
    return held(claim, ranges > POINTS, note, MORE_OFTEN)


def killers_depend(frame: pd.DataFrame) -> list[Finding]:
    """Judge that the saving depends on the starting position, and on the width."""
    savings = _savings(frame, KILLERS)
    return [_depends("kh-start", savings, "start"), _depends("kh-width", savings, "width")]


def _by_game(values: pd.Series[bool]) -> str:
    """Return in what part of the cases something holds, per game."""
    shares = values.groupby("game", sort=False).mean()
    return ", ".join(f"{game} {100 * share:.0f} %" for game, share in shares.items())


def killers_refute(frame: pd.DataFrame) -> Finding:
    """Judge that a killer is likelier to cut off than a move that is searched without killers: in chess."""
    rates = {}
    for search, kind in ((KILLERS, "killer"), (NONE, "other")):
        tries, cuts = (_of(frame, search, f"{kind}_{what}") for what in ("tries", "cuts"))
        rates[kind] = (cuts / tries)[tries > 0]
    both = rates["killer"].index.intersection(rates["other"].index)
    killer, other = rates["killer"][both], rates["other"][both]
    percent = [f"{100 * _chess(rate).mean():.0f} %" for rate in (killer, other)]
    note = (
        f"killers cut off in {percent[0]} of all tries, the moves of a search without killers in {percent[1]};"
        f" likelier in {_by_game(killer > other)} of the cases"
    )
    return held("kh-refutes", _chess(killer) > _chess(other), note, MORE_OFTEN)


def killers_help_the_table(frame: pd.DataFrame) -> Finding:
    """Judge that a table saves more, in per cent, where there are killers: in chess, from depth 5 on."""
    alone = 100 * (1 - _of(frame, TABLE) / _of(frame, NONE))
    together = 100 * (1 - _of(frame, BOTH) / _of(frame, KILLERS))
    deep = alone.index.get_level_values("depth") >= 5
    alone, together = alone[deep], together[deep]
    note = (
        f"a table saves {_chess(alone).mean():.0f} % without killers and {_chess(together).mean():.0f} % of what"
        f" is left with them; more in {_by_game(together > alone)} of the cases"
    )
    return held("kh-table", _chess(together) > _chess(alone), note, MORE_OFTEN)


def findings(
    ordering: pd.DataFrame, correlations: pd.DataFrame, memories: pd.DataFrame, killers: pd.DataFrame
) -> list[Finding]:
    """Judge all claims of sections 4.2 to 4.4.

    Parameters
    ----------
    ordering : DataFrame
        `measure` with `enhancement_study.ORDERED`, on random trees and games.
    correlations : DataFrame
        `enhancement_study.correlations` of games and random trees.
    memories : DataFrame
        `measure` with `enhancement_study.MEMORIES`, on games.
    killers : DataFrame
        The same on pawn endings of chess, for several widths.
    """
    return [
        static_values_tell(correlations),
        two_orders_of_magnitude(ordering),
        not_always_faster(ordering),
        figure_43_cuts_off(),
        dynamic_worthwhile(ordering),
        close_to_the_minimum(ordering),
        table_at_depth_six(memories),
        effective_in_endgames(memories),
        *killer_range(killers),
        killers_oscillate(killers),
        *killers_depend(killers),
        killers_refute(memories),
        killers_help_the_table(memories),
    ]
