"""Findings on the claims of chapter 4 about ordering, transposition tables and killers (sections 4.2 to 4.4).

The frames are those of `enhancement_study.measure`.  The sample is that of the trees or starting positions: errors
are those of means over them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from companion.published.claims import Case, Finding, finding, mean_case, near_case, widened
from companion.published.verdict import OF_A_MEAN
from companion.speedups.enhancement_study import figure_43, saved
from gametree.enhance.reference import STARTS, EnhancedRecorder, Table

if TYPE_CHECKING:
    import pandas as pd

PLAIN, FIXED, DYNAMIC = "alphabeta", "alphabeta, fixed", "alphabeta, dynamic"
NONE, TABLE, KILLERS, BOTH = "none", "table", "killers", "table and killers"

SIX = 6
"""The depth that the thesis names, for tables and for dynamic ordering."""

NEAR = math.log1p(OF_A_MEAN)
"""The logarithm of the difference that matters, within which two costs are called the same, or very close."""

KEYS = ["game", "start", "width", "depth"]


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
    """Tell the gain of fixed ordering over exhaustive search in games, by depth, from starts that reach depth six."""
    own = frame[(frame["search"] == FIXED) & ~frame["game"].str.contains("width")].set_index(KEYS)
    orders = (own["all"] / own["leaves"]).map(math.log10).unstack("depth").loc[:, :SIX].dropna().mean()
    note = (
        "the source names neither game nor depth, and the gain grows with the depth: in games from the same starts"
        f" {_listed({f'depth {depth}': value for depth, value in orders.items()}, digits=1)}"
    )
    return finding("sd-fixed", (), note, ours=float(orders.get(SIX, math.nan)))


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
    deep = [mean_case(own) for (_, depth), own in groups.items() if depth > SIX]
    shallow = [near_case(own, NEAR) for (_, depth), own in groups.items() if depth <= SIX]
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
    return _by(values[values.index.get_level_values("depth") == SIX], "game")


def _positions_repeat(frame: pd.DataFrame) -> Finding:
    found = _at_six(_of(frame, TABLE, "hits") / _of(frame, TABLE, "lookups"))
    note = f"positions found in the table: {_listed({game: 100 * own.mean() for game, own in found.items()}, ' %', 0)}"
    return finding("tt-common", [mean_case(own) for own in found.values()], note)


def _table_at_depth_six(frame: pd.DataFrame) -> list[Finding]:
    """Tell what a table saves at depth six; our chess is that of pawn endings, whole chess is too wide to unfold."""
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
