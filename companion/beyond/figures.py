"""Pictures of what is asked beyond the documents: leaves, scores and decisions, programs, and one axis of values."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, NullLocator, PercentFormatter, ScalarFormatter

from companion.beyond import programs
from companion.beyond.axis import (
    COUNTED_RATES,
    CRITICAL,
    GAMES,
    INDEPENDENT,
    ORDERED,
    RATES,
    SEARCHES,
    VALUES,
    WIDTH,
    AxisStudy,
    Class,
)
from companion.plot.style import PALETTE, WIDE, key, legend_below, look, panels, styled
from gametree.theory import critical_games

GREY = "#888888"
DOTTED: dict[str, Any] = {"color": GREY, "linestyle": ":", "marker": ""}
"""The look of lines of reference."""

LABELS = {
    "test": "two Tests that prove the value",
    "alphabeta": "Alphabeta",
    "scout": "Scout",
    "pvs": "PVS",
    "sss*": "SSS*",
    "mtd(f)": "MTD(f)",
}
LOOKS = {name: look(name) for name in SEARCHES[1:-1]} | {
    "test": {"color": PALETTE["black"], "marker": "P", "linestyle": "-"},
    "mtd(f)": {"color": PALETTE["blue"], "marker": "D", "linestyle": (0, (5, 1, 1, 1, 1, 1))},
}
_SHOWN = {"connect-four": "connect four", "chess": "chess pawn endings"}
"""What a row of the figure calls a game, if not by its name."""

APART = 0.16
"""Rows of that figure between two searches in one row."""

TICKS = (0, 10, 20, 50, 100, 200, 500)
"""Per cent, where small and great excesses stand on one axis."""

_SEARCHES = {
    "directional, value": ("product, value", "black", "D", ":"),
    "directional, move": ("product, move, directional", "vermillion", "s", "--"),
    "best-first, move": ("product, move, best-first", "orange", "^", "-."),
    "alphabeta": ("minimax, Alphabeta", "blue", "o", "-"),
}
_RULES = {
    "product": ("vermillion", "s", "--"),
    "average": ("green", "^", "-."),
    "error-minimising": ("purple", "D", ":"),
}
_DECIDERS = {
    "minimax": ("minimax, by depth", "blue", "o", "-"),
    "B*, prove-best": ("B*, prove-best, by spread", "vermillion", "s", "--"),
    "B*, palay": ("B*, Palay's rule, by spread", "green", "^", "-."),
}


@styled()
def draw_leaves(frame: pd.DataFrame, size: tuple[int, int]) -> Figure:
    """Draw shares of leaves evaluated, with 95 % intervals: over the depth of binary trees, and at one size by setting.

    `frame` is that of `ProductStudy`.
    """
    figure, (left, right) = panels(2, 4.4, sharey=True, width_ratios=(3, 4))
    binary = frame[(frame["width"] == 2) & (frame["setting"] == "unordered")]
    for search, (label, color, marker, dash) in _SEARCHES.items():
        own = binary[binary["search"] == search].sort_values("depth")
        left.errorbar(
            own["depth"], own["mean"], yerr=_limits(own), label=label, color=PALETTE[color], marker=marker,
            linestyle=dash, capsize=3,
        )  # fmt: skip
    left.set(title="Width 2, unordered", xlabel="depth", ylabel="share of leaves evaluated", ylim=(0, 1.05))
    left.yaxis.set_major_formatter(PercentFormatter(1, decimals=0, symbol=" %"))
    left.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 10]))
    settings = ("unordered", "quality 0.5", "quality 0.9", "sorted")
    of_size = frame[(frame["width"] == size[0]) & (frame["depth"] == size[1])]
    for search, (_, color, marker, _) in _SEARCHES.items():
        for place, setting in enumerate(settings):
            name = "sorted for minimax" if (search, setting) == ("alphabeta", "sorted") else setting
            own = of_size[(of_size["search"] == search) & (of_size["setting"] == name)]
            right.errorbar(
                [place] * len(own), own["mean"], yerr=_limits(own), color=PALETTE[color], marker=marker,
                linestyle="", capsize=3,
            )  # fmt: skip
    right.set(title=f"U({size[0]},{size[1]})", xlim=(-0.5, len(settings) - 0.5))
    right.set_xticks(range(len(settings)), settings)
    figure.legend(loc="outside lower center", ncols=4)
    return figure


def _limits(frame: pd.DataFrame) -> pd.Series[float]:
    """Return half the width of the 95 % intervals of means."""
    return 1.96 * frame["sd"] / frame["n"] ** 0.5


@styled()
def draw_scores(frame: pd.DataFrame, at: str, rules: Sequence[str]) -> Figure:
    """Draw the scores of rules against minimax over their depth, a panel per kind of game, with 95 % intervals.

    `frame` is that of `CureStudy`; `at` is ``equal depth`` or ``equal work``: then the depth of minimax against the product
    rule stands at the bottom.
    """
    part = frame[(frame["at"] == at) & (frame["depth"] < frame["depth"].max())]
    games = list(dict.fromkeys(part["game"]))
    figure, grid = panels(len(games), 3.9, sharex=True, sharey=True)
    for axes, game in zip(grid, games, strict=True):
        axes.axhline(0.5, linewidth=0.9, **DOTTED)
        for shift, rule in enumerate(rules):
            color, marker, dash = _RULES[rule]
            own = part[(part["game"] == game) & (part["rule"] == rule)].sort_values("depth")
            look: dict[str, Any] = {"color": PALETTE[color], "marker": marker, "linestyle": dash}
            moved, label = (
                own["depth"] + 0.12 * (shift - (len(rules) - 1) / 2),
                rule if axes is grid[0] else None,
            )
            axes.errorbar(
                moved, own["score"], yerr=own["error"], capsize=2, markersize=5, label=label, **look
            )
            if at == "equal work" and rule == "product":
                for depth, other in zip(own["depth"], own["depth of minimax"], strict=True):
                    axes.text(
                        depth, 0.03, f"{other}", transform=axes.get_xaxis_transform(), color=PALETTE[color], ha="center"
                    )  # fmt: skip
        axes.set(title=game, xlabel="depth of the rule")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    low, high = grid[0].get_ylim()
    grid[0].set_ylim(low - 0.1 * (high - low), high)  # room for what stands at the bottom
    grid[0].set_ylabel("score against minimax")
    figure.legend(loc="outside lower center", ncols=3)
    return figure


@styled()
def draw_b_star(frame: pd.DataFrame) -> Figure:
    """Draw the quality of decisions over the nodes looked at, with 95 % intervals; `frame` is that of `BStarStudy`."""
    figure, (axes,) = panels(1, 4.4, width=0.8 * WIDE)
    for search, (label, color, marker, dash) in _DECIDERS.items():
        own = frame[frame["search"] == search].sort_values("setting")
        axes.errorbar(
            own["nodes"], own["quality"], yerr=own["error"], label=label, color=PALETTE[color], marker=marker,
            linestyle=dash, capsize=3,
        )  # fmt: skip
        if search == "B*, palay":
            continue  # its spreads are those beside it
        is_minimax = search == "minimax"
        for row in own.to_dict("records"):
            axes.annotate(
                f"{row['setting']:g}",
                (row["nodes"], row["quality"] + (0 if is_minimax else row["error"])),
                xytext=(5, -12) if is_minimax else (-8, 4),
                textcoords="offset points",
                color=PALETTE[color],
            )
    axes.axhline(0.5, linewidth=0.9, **DOTTED)
    axes.set(
        xscale="log",
        xlabel="nodes looked at (mean)",
        ylabel="probability of a correct decision",
        ylim=(0.45, 1.05),
    )
    axes.xaxis.set_major_formatter(ScalarFormatter())
    axes.legend(loc="upper left")
    return figure


@styled()
def draw_programs(study: programs.ProgramsStudy) -> Figure:
    """Draw, for random trees and games, how many more leaves each search needs than the best: without memory, with it.

    The bar is the 95 % interval of the greatest excess.  The panels have axes of their own, that of the first is
    logarithmic beyond a fifth.
    """
    found = study.leaves[(study.leaves["sample"] == "larger") | (study.leaves["evaluation"] == "random")]
    random = [name for name in found["trees"].unique() if name not in programs.POSITIONS]
    rows = [(trees, "random") for trees in random] + [
        (game, e) for game in programs.POSITIONS for e in programs.EVALUATIONS
    ]
    names = [trees if e == "random" else f"{_SHOWN.get(trees, trees)},\n{e} evaluation" for trees, e in rows]
    spreads = study.spreads[(study.spreads["sample"] == "larger") | (study.spreads["evaluation"] == "random")]
    errors = spreads.set_index(["trees", "evaluation", "memory"])["error"]
    figure, grid = panels(2, 8.0, sharey=True)
    for axes, memory in zip(grid, ("without", "with"), strict=True):
        part = found[found["memory"] == memory].set_index(["trees", "evaluation", "search"])
        for place, row in enumerate(rows):
            if (*row, programs.SEARCHES[0]) not in part.index:
                continue
            over = [100 * (part["in times of the fewest"][(*row, name)] - 1) for name in programs.SEARCHES]
            axes.hlines(place, 0, max(over), color="#CCCCCC", linewidth=1.2, zorder=1)
            worst = place + APART * (over.index(max(over)) - 2)
            limits = 196 * float(errors[(*row, memory)])
            bar: dict[str, Any] = {
                "color": "#555555",
                "marker": "",
                "capsize": 3,
                "linewidth": 1,
                "zorder": 1,
            }
            axes.errorbar(max(over), worst, xerr=limits, **bar)
            for number, (name, more) in enumerate(zip(programs.SEARCHES, over, strict=True)):
                style = LOOKS[name] | {"linestyle": ""}
                axes.plot([more], [place + APART * (number - 2)], markersize=7, **style)
        axes.axvline(100 * programs.FIFTH, linewidth=1, **DOTTED)
        axes.set_xlabel("leaves in excess of the fewest, %")
        axes.grid(axis="y", color="#EEEEEE", linewidth=0.7)
    grid[0].set_yticks(range(len(rows)), names)
    grid[0].invert_yaxis()
    fifth_in_percent = 100 * programs.FIFTH
    grid[0].set_xscale("symlog", linthresh=fifth_in_percent, linscale=1)
    grid[0].set_xlim(left=-0.2 * fifth_in_percent)
    ticks = [tick for tick in TICKS if tick <= grid[0].get_xlim()[1]]
    grid[0].set_xticks(ticks, [str(tick) for tick in ticks])
    grid[0].xaxis.set_minor_locator(NullLocator())
    grid[0].set_title("Without memory")
    grid[1].set_title("With deepening and a table")
    handles = [key(LABELS[name], **(LOOKS[name] | {"linestyle": ""})) for name in programs.SEARCHES]
    legend_below(figure, [*handles, key("a fifth (20 %)", linewidth=1, **DOTTED)], 6)
    return figure


# -- one axis from independent to perfectly ordered values -------------------------------------------------------------


@styled()
def draw_axis(study: AxisStudy) -> Figure:
    """Draw growth against failures and costs against height, exact; then growth and constants along the axis, measured."""
    figure = Figure(figsize=(WIDE, 11.4), layout="constrained")
    grid = figure.subplots(3, 2)
    _draw_growth(grid[0, 0], study)
    _draw_constants(grid[0, 1], study)
    for column, (family, title, label) in enumerate(
        (
            (CRITICAL, "Critical games", "rate of worse children"),
            (ORDERED, "The thesis' P-ordered trees", "probability P of the best child first"),
        )
    ):
        _draw_searches(grid[1, column], study, family, "growth")
        _draw_searches(grid[2, column], study, family, "in tests")
        grid[1, column].set_title(f"{title}: growth")
        grid[2, column].set_title(f"{title}: leaves")
        grid[2, column].set_xlabel(label)
    for row, what in ((1, "growth per level"), (2, "leaves / leaves of the two Tests")):
        low, high = (f([axes.get_ylim()[k] for axes in grid[row]]) for k, f in enumerate((min, max)))
        for axes in grid[row]:
            axes.set_ylim(low, high)
        grid[row, 0].set_ylabel(what)
    legend_below(figure, [key(LABELS[name], **LOOKS[name]) for name in SEARCHES], 3)
    return figure


def _draw_growth(axes: Axes, study: AxisStudy) -> None:
    for b, color, marker in ((2, PALETTE["blue"], "o"), (3, PALETTE["vermillion"], "s")):
        k = np.linspace(0, b - 1, 100)
        axes.plot(k, [critical_games.growth(b, x) for x in k], color=color, marker="", linestyle="-")
        found = study.win_loss[study.win_loss["b"] == b]
        # A ring is wide enough to stand around a dot: the two may lie close together.
        for family, face, size in ((CRITICAL, color, 6), (INDEPENDENT, "none", 11)):
            part = found[found["family"] == family]
            axes.errorbar(
                part["failures"], part["growth"], yerr=2 * part["error"], color=color, marker=marker,
                linestyle="", markerfacecolor=face, markersize=size, capsize=3,
            )  # fmt: skip
        named = {
            "ordered": (0.0, (3, -12)),
            "rate 1": ((b - 1) / 2, (6, -11)),
            "best last": (b - 1.0, (-18, 8) if b == 3 else (6, -9)),
        }
        for name, (place, offset) in named.items():
            r = critical_games.growth(b, place)
            axes.plot([place], [r], color="black", marker="|", markersize=11, linestyle="")
            axes.annotate(name, (place, r), offset, textcoords="offset points", fontsize=9.5)
        middle = 0.85 * (b - 1)
        axes.annotate(
            f"b = {b}", (middle, critical_games.growth(b, middle)), (-34, 6), textcoords="offset points", color=color
        )  # fmt: skip
    axes.set(
        title="Win-loss games: one curve for each width",
        xlabel="children that fail before one succeeds, k",
        ylabel="growth of Test per level",
        xlim=(-0.06, 2.15),
        ylim=(1.2, 3.2),
    )
    handles = [
        key("theory", GREY, linestyle="-"),
        key("critical games, sampled", GREY, "o", markersize=6),
        key("independent values", GREY, "o", markersize=11, markerfacecolor="none"),
    ]
    axes.legend(handles=handles, loc="lower right")


def _draw_constants(axes: Axes, study: AxisStudy) -> None:
    rate = 1.0
    heights = np.arange(2, study.height + 1, 2)
    for name in ("alphabeta", "scout"):
        for values, width in zip(VALUES, (0.9, 1.5, 2.2, 3.0), strict=True):
            costs = study.exact[2, values, rate]
            ratio = getattr(costs, name)[heights] / costs.test[heights]
            axes.plot(
                heights, ratio, color=LOOKS[name]["color"], linestyle=LOOKS[name]["linestyle"], marker="", linewidth=width
            )  # fmt: skip
            moved = {("alphabeta", 2): (4, -11), ("scout", 2): (4, -10), ("scout", 4): (12, -3)}
            axes.annotate(
                f"{values}", (heights[-1], ratio[-1]), moved.get((name, values), (4, -3)),
                textcoords="offset points", color=LOOKS[name]["color"], fontsize=9.5,
            )  # fmt: skip
    axes.set(
        title="Every evaluation counted: U(2,h), rate 1, exact",
        xlabel="height h",
        ylabel="leaves / leaves of Test",
        xscale="log",
    )
    axes.set_xlim(4, study.height * 1.25)
    ticks = [h for h in (5, 10, 20, 50, 100, 200, 400) if h <= study.height]
    axes.set_xticks(ticks, [str(h) for h in ticks])
    axes.xaxis.set_minor_locator(NullLocator())
    handles = [key(LABELS[name], **(LOOKS[name] | {"marker": ""})) for name in ("alphabeta", "scout")]
    axes.legend(handles=handles, loc="upper left", title="at the right: number of values", alignment="left")


def _draw_searches(axes: Axes, study: AxisStudy, family: str, what: str) -> None:
    """Draw one line per search, from independent values, set apart at the left, to perfectly ordered ones."""
    places = (
        [*reversed(RATES), 0.0]
        if family == CRITICAL
        else sorted(set(study.leaves["parameter"][study.leaves["family"] == ORDERED]))
    )
    x = [places[0] + (0.2 if family == CRITICAL else -0.17), *places]
    classes = [Class(INDEPENDENT, math.nan), *(Class(family, place) for place in places)]
    for number, name in enumerate(SEARCHES):
        measured = [
            _growth(study, made, name) if what == "growth" else _in_tests(study, made, name)
            for made in classes
        ]
        y, limits = [value for value, _ in measured], [1.96 * error for _, error in measured]
        shift = 0.006 * (number - 2.5)
        moved = [place + shift for place in x]
        drawn: dict[str, Any] = {"markersize": 5, "linewidth": 1.3, "elinewidth": 0.8, "capsize": 2}
        axes.errorbar(moved[1:], y[1:], yerr=limits[1:], **drawn, **LOOKS[name])
        axes.errorbar(moved[:1], y[:1], yerr=limits[:1], **drawn, **(LOOKS[name] | {"linestyle": ""}))
    if what == "growth":
        axes.axhline(math.sqrt(WIDTH), linewidth=0.9, **DOTTED)
    ticks = [f"{place:.2g}" for place in places]
    axes.set_xticks(x, ["independent", *ticks])
    if family == CRITICAL:
        axes.invert_xaxis()


def _growth(study: AxisStudy, made: Class, name: str) -> tuple[float, float]:
    """Return the growth of a search per level, and its standard error."""
    found = study.growths[study.growths["search"] == name]
    same = found["parameter"].isna() if made.family == INDEPENDENT else found["parameter"] == made.parameter
    row = found[(found["family"] == made.family) & same].iloc[0]
    return float(row["growth"]), float(row["error"])


def _in_tests(study: AxisStudy, made: Class, name: str) -> tuple[float, float]:
    """Return the leaves of a search over Test's at the greatest depth, and the standard error of this ratio of means."""
    counts = study.counts[made, study.depths[-1]]
    ratio = study.in_tests(made, name)
    residual = counts[:, SEARCHES.index(name)] - ratio * counts[:, 0]
    return ratio, float(residual.std(ddof=1) / len(counts) ** 0.5 / counts[:, 0].mean())


@styled()
def draw_decisions(study: AxisStudy, error: float = 0.1, depth: int = 16) -> Figure:
    """Draw decisions by depth, with a fixed error and with an evaluation that counts squares, and what depth changes."""
    looks = dict(zip(COUNTED_RATES, zip(PALETTE.values(), "os^DvP", strict=False), strict=True))
    figure, (left, middle, right) = panels(3, 4.6)
    for rate, (color, marker) in looks.items():
        drawn: dict[str, Any] = {"color": color, "marker": marker, "linestyle": "-"}
        drawn |= {"markersize": 4, "linewidth": 1.2}
        quality = critical_games.quality_with_errors(2, depth, rate, error)
        left.plot(range(1, depth + 1), quality, **drawn)
        found = study.quality[(study.quality["w"] == 2) & (study.quality["rate"] == rate)]
        middle.plot(found["depth"], found["right"], label=f"{rate:g}", **drawn)
    p_game = study.quality[(study.quality["w"] == 2) & study.quality["rate"].isna()]
    middle.plot(
        p_game["depth"], p_game["right"], color=GREY, marker="X", markersize=5, linestyle="--", label="P-game"
    )  # fmt: skip
    left.set(title=f"Fixed error {error:g}", ylabel="share of right decisions", xlabel="depth of the search")
    middle.set(title=f"Counting squares, {GAMES[2]} moves", xlabel="depth of the search")
    rates = np.linspace(0, 1, 101)
    for w, color, dash in ((2, PALETTE["blue"], "-"), (3, PALETTE["vermillion"], "--")):
        small = [_change(critical_games.quality_with_errors(w, 9, g, error), 8) for g in rates]
        squares = [_change(critical_games.decision_quality(w, GAMES[w], g), 3) for g in rates]
        right.plot(rates, small, color=color, linestyle=dash, marker="", label=f"fixed error, b = {w}")
        right.plot(
            rates, squares, color=color, linestyle=dash, marker="", linewidth=0.9, alpha=0.7, label=f"squares, b = {w}"
        )  # fmt: skip
        right.plot(
            [critical_games.error_threshold(w)], [0], color=color, marker="v", markersize=8, linestyle=""
        )
    right.axhline(0, linewidth=0.9, **DOTTED)
    right.set(
        title="What depth changes",
        xlabel="rate of worse children",
        ylabel="right decisions, deep − shallow",
    )
    right.legend(loc="lower left", fontsize=9.5)
    for axes in (left, middle):
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_ylim(0.48, 1.02)
        axes.axhline(0.5, linewidth=0.8, **DOTTED)
    told = key("rate of worse children:", GREY)
    legend_below(figure, [told, *middle.get_legend_handles_labels()[0]], 8, columnspacing=1.4)
    return figure


def _change(quality: np.ndarray, later: int) -> float:
    """Return what searching so much deeper than depth 1 changes."""
    return float(quality[later] - quality[0])
