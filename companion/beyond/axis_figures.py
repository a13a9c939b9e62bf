"""Pictures of one axis from independent to perfectly ordered values: growth, constants, decisions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator, NullLocator

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
from companion.plot.style import PALETTE, WIDE, look, styled
from gametree.theory import critical_games

GREY = "#888888"
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


def draw_axis(study: AxisStudy) -> Figure:
    """Draw growth against failures and costs against height, exact; then growth and constants along the axis, measured."""
    with styled():
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
        handles = [Line2D([], [], label=LABELS[name], **LOOKS[name]) for name in SEARCHES]
        figure.legend(handles=handles, loc="outside lower center", ncols=3)
    return figure


def _draw_growth(axes: Axes, study: AxisStudy) -> None:
    for b, color, marker in ((2, PALETTE["blue"], "o"), (3, PALETTE["vermillion"], "s")):
        k = np.linspace(0, b - 1, 100)
        axes.plot(k, [critical_games.growth(b, x) for x in k], color=color, marker="", linestyle="-")
        found = study.win_loss[study.win_loss["b"] == b]
        for family, face in ((CRITICAL, color), (INDEPENDENT, "white")):
            part = found[found["family"] == family]
            axes.errorbar(
                part["failures"], part["growth"], yerr=2 * part["error"], color=color, marker=marker,
                linestyle="", markerfacecolor=face, markersize=7, capsize=3,
            )  # fmt: skip
        named = {
            "ordered": (0.0, (3, -12)),
            "rate 1": ((b - 1) / 2, (6, -11)),
            "best last": (b - 1.0, (-18, 8)),
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
        ylim=(1.3, 3.2),
    )
    key: list[Any] = [
        Line2D([], [], color=GREY, marker="", linestyle="-", label="theory"),
        Line2D([], [], color=GREY, marker="o", linestyle="", label="critical games, sampled"),
        Line2D(
            [], [], color=GREY, marker="o", linestyle="", markerfacecolor="white", label="independent values"
        ),
    ]
    axes.legend(handles=key, loc="lower right")


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
            above = {("alphabeta", 2): -11, ("scout", 2): -10, ("alphabeta", 4): 2, ("scout", 4): 1}
            axes.annotate(
                f"{values}", (heights[-1], ratio[-1]), (4, above.get((name, values), -3)),
                textcoords="offset points", color=LOOKS[name]["color"], fontsize=9.5,
            )  # fmt: skip
    axes.set(
        title="Every look counted: U(2,h), rate 1, exact",
        xlabel="height h",
        ylabel="leaves / leaves of Test",
        xscale="log",
    )
    axes.set_xlim(4, study.height * 1.25)
    ticks = [h for h in (5, 10, 20, 50, 100, 200, 400) if h <= study.height]
    axes.set_xticks(ticks, [str(h) for h in ticks])
    axes.xaxis.set_minor_locator(NullLocator())
    key = [
        Line2D([], [], color=LOOKS[name]["color"], linestyle=LOOKS[name]["linestyle"], marker="", label=LABELS[name])
        for name in ("alphabeta", "scout")
    ]  # fmt: skip
    axes.legend(handles=key, loc="upper left", title="at the right: number of values", alignment="left")


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
        axes.axhline(math.sqrt(WIDTH), color=GREY, linewidth=0.9, linestyle=":", marker="")
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


def draw_decisions(study: AxisStudy, error: float = 0.1, depth: int = 16) -> Figure:
    """Draw decisions by depth, with a fixed error and with an evaluation that counts squares, and what depth changes."""
    looks = dict(zip(COUNTED_RATES, zip(PALETTE.values(), "os^DvP", strict=False), strict=True))
    with styled():
        figure = Figure(figsize=(WIDE, 4.6), layout="constrained")
        left, middle, right = figure.subplots(1, 3)
        for rate, (color, marker) in looks.items():
            drawn: dict[str, Any] = {
                "color": color,
                "marker": marker,
                "markersize": 4,
                "linewidth": 1.2,
                "linestyle": "-",
            }
            quality = critical_games.quality_with_errors(2, depth, rate, error)
            left.plot(range(1, depth + 1), quality, **drawn)
            found = study.quality[(study.quality["w"] == 2) & (study.quality["rate"] == rate)]
            middle.plot(found["depth"], found["right"], label=f"{rate:g}", **drawn)
        p_game = study.quality[(study.quality["w"] == 2) & study.quality["rate"].isna()]
        middle.plot(
            p_game["depth"], p_game["right"], color=GREY, marker="X", markersize=5, linestyle="--", label="P-game"
        )  # fmt: skip
        left.set(
            title=f"Fixed error {error:g}", ylabel="share of right decisions", xlabel="depth of the search"
        )
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
        right.axhline(0, color=GREY, linewidth=0.9, linestyle=":", marker="")
        right.set(
            title="What depth changes",
            xlabel="rate of worse children",
            ylabel="right decisions, deep − shallow",
        )
        right.legend(loc="lower left", fontsize=9.5)
        for axes in (left, middle):
            axes.xaxis.set_major_locator(MaxNLocator(integer=True))
            axes.set_ylim(0.48, 1.02)
            axes.axhline(0.5, color=GREY, linewidth=0.8, linestyle=":", marker="")
        handles, labels = middle.get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=7, title="rate of worse children")
    return figure


def _change(quality: np.ndarray, later: int) -> float:
    """Return what searching so much deeper than depth 1 changes."""
    return float(quality[later] - quality[0])
