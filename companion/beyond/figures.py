"""Pictures of what is asked beyond the documents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter, ScalarFormatter

from companion.plot.style import PALETTE, WIDE, styled

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


def draw_leaves(frame: pd.DataFrame, size: tuple[int, int]) -> Figure:
    """Draw shares of leaves evaluated, with 95 % intervals: over the depth of binary trees, and at one size by setting.

    `frame` is that of `ProductStudy`.
    """
    with styled():
        figure = Figure(figsize=(WIDE, 4.4), layout="constrained")
        left, right = figure.subplots(1, 2, sharey=True, width_ratios=(3, 4))
        binary = frame[(frame["width"] == 2) & (frame["setting"] == "unordered")]
        for search, (label, color, marker, dash) in _SEARCHES.items():
            own = binary[binary["search"] == search].sort_values("depth")
            left.errorbar(
                own["depth"], own["mean"], yerr=_limits(own), label=label, color=PALETTE[color], marker=marker,
                linestyle=dash, capsize=3,
            )  # fmt: skip
        left.set(
            title="Width 2, unordered", xlabel="depth", ylabel="share of leaves evaluated", ylim=(0, 1.05)
        )
        left.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
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


def draw_scores(frame: pd.DataFrame, at: str, rules: Sequence[str]) -> Figure:
    """Draw the scores of rules against minimax over their depth, a panel per kind of game, with 95 % intervals.

    `frame` is that of `CureStudy`; `at` is ``equal depth`` or ``equal work``: then the depth of minimax against the product
    rule stands at the bottom.
    """
    with styled():
        figure = Figure(figsize=(WIDE, 3.9), layout="constrained")
        part = frame[(frame["at"] == at) & (frame["depth"] < frame["depth"].max())]
        games = list(dict.fromkeys(part["game"]))
        grid = figure.subplots(1, len(games), sharex=True, sharey=True, squeeze=False)[0]
        for axes, game in zip(grid, games, strict=True):
            axes.axhline(0.5, color="#888888", linewidth=0.9, linestyle=":", marker="")
            for shift, rule in enumerate(rules):
                color, marker, dash = _RULES[rule]
                own = part[(part["game"] == game) & (part["rule"] == rule)].sort_values("depth")
                look: dict[str, Any] = {"color": PALETTE[color], "marker": marker, "linestyle": dash}
                axes.errorbar(
                    own["depth"] + 0.12 * (shift - (len(rules) - 1) / 2),
                    own["score"],
                    yerr=own["error"],
                    capsize=2,
                    markersize=5,
                    label=rule if axes is grid[0] else None,
                    **look,
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


def draw_b_star(frame: pd.DataFrame) -> Figure:
    """Draw the quality of decisions over the nodes looked at, with 95 % intervals; `frame` is that of `BStarStudy`."""
    with styled():
        figure = Figure(figsize=(0.8 * WIDE, 4.4), layout="constrained")
        axes = figure.subplots()
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
        axes.axhline(0.5, color="#888888", linewidth=0.9, linestyle=":", marker="")
        axes.set(
            xscale="log",
            xlabel="nodes looked at (mean)",
            ylabel="probability of a correct decision",
            ylim=(0.45, 1.05),
        )
        axes.xaxis.set_major_formatter(ScalarFormatter())
        axes.legend(loc="upper left")
    return figure
