"""Figures of the investigation: candidates, evidence, held-out tests, and numbers that are printed twice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from companion.plot.style import (
    LINE,
    PALETTE,
    REFERENCE,
    WIDE,
    key,
    legend_below,
    panels,
    plain_numbers,
    styled,
)
from companion.published.cases import rows_of

if TYPE_CHECKING:
    from companion.detective_work.study import Study

TEXT, BEST, OTHER = PALETTE["vermillion"], PALETTE["blue"], "#9A9A9A"
"""Colours of what the text says, of the reading that fits best, and of all others."""

TITLES = {
    "ties": "ties in SSS* (IV, XI)",
    "windows": "minimal windows (V, XII)",
    "fan-outs": "fan-outs (XI, XII)",
    "fan-outs, unordered": "fan-outs and leaves (XIII)",
    "ordered": "P-ordered, uniform (VI to IX)",
    "ordered nonuniform": "P-ordered, nonuniform (XIV to XVIII)",
}
"""Question -> the title of its panel."""

NAMES = {
    "ties": "ties in SSS*",
    "windows": "minimal windows",
    "fan-outs": "fan-outs, XI and XII",
    "fan-outs, unordered": "fan-outs, XIII",
    "fan-outs, jointly": "one law for XI to XIII",
    "ordered": "P-ordered, uniform",
    "ordered nonuniform": "P-ordered, nonuniform",
    "ordered, jointly": "one order for both",
}
"""Question -> its name in a list."""

SCHEMES: dict[str, tuple[str, str, str, Any]] = {
    "ordered": ("as the text says", TEXT, "s", "--"),
    "ordered-reset": ("a value may be forgotten (reset)", BEST, "o", "-"),
    "ordered-leaves": ("only sibling leaves ordered (leaves)", PALETTE["green"], "^", "-."),
}
"""Scheme -> its name in a legend, colour, marker and dash."""

INK = "#1A1A1A"


def short(reading: str) -> str:
    """Return the name of a reading without what all readings of its question share.

    >>> short("nonuniform-levels, ordered-leaves"), short("ordered-reset"), short("newest first")
    ('levels, leaves', 'reset', 'newest first')
    """
    parts = (part.strip() for part in reading.split(","))
    return ", ".join(
        part.partition("-")[2] if part.startswith(("nonuniform-", "ordered-", "unordered-")) else part
        for part in parts
    )


@styled()
def suspects(study: Study) -> Figure:
    """Draw every candidate of every question by its two mean squares: near (1, 1) only chance is at work."""
    points = study.suspects
    figure, axes = panels(3, 6.9, rows=2, sharex=True, sharey=True)
    for ax, (name, title) in zip(axes, TITLES.items(), strict=True):
        ax.set(xscale="log", yscale="log", xlim=(0.45, 110), ylim=(0.45, 45))
        ax.axvline(1, **REFERENCE)
        ax.axhline(1, **REFERENCE)
        _suspects(ax, points[points["question"] == name])
        ax.set_title(title, fontsize=10.5)
        ax.grid(alpha=0.5)
        plain_numbers(ax.xaxis)
        plain_numbers(ax.yaxis)
    for ax in axes[-3:]:
        ax.set_xlabel("mean z² of means")
    for ax in axes[::3]:
        ax.set_ylabel("mean z² of differences")
    handles = [
        key("what the text says", TEXT, "s", markersize=8),
        key("the reading with the least score", BEST, "o", markersize=9),
        key("other readings", OTHER, "D"),
        key("chance alone", "#777777", None, "--"),
    ]
    legend_below(figure, handles)
    return figure


def _suspects(ax: Axes, points: pd.DataFrame) -> None:
    looks = {"other": (OTHER, "D", 6), "text": (TEXT, "s", 9), "best": (BEST, "o", 10)}
    for role, (color, marker, size) in looks.items():
        part = points[points["role"] == role]
        ax.plot(
            part["means"], part["pairs"], color=color, marker=marker, markersize=size, linestyle="", zorder=3
        )
    best = points[points["role"] == "best"].iloc[0]
    # In the corner where no point can be: far off in its means and right in its differences.
    ax.text(
        0.98, 0.04, f"best: {short(best['reading'])}", transform=ax.transAxes, ha="right", va="bottom",
        fontsize=10, color=BEST, weight="bold", bbox={"facecolor": "white", "edgecolor": "none", "pad": 1},
    )  # fmt: skip


@styled()
def leaves_by_p(rows: pd.DataFrame) -> Figure:
    """Draw Alphabeta's leaves against P, a panel per size: printed means of 50 trees, and what some readings give."""
    sizes = list(dict.fromkeys(rows["size"]))
    across = len(sizes) // 2
    figure, axes = panels(across, 5.6, rows=2, sharex=True)
    for ax, size in zip(axes, sizes, strict=True):
        part = rows[rows["size"] == size]
        for scheme, line in part.groupby("scheme", sort=False):
            _, color, marker, dash = SCHEMES[str(scheme)]
            low, high = line["mean"] - line["band"], line["mean"] + line["band"]
            ax.fill_between(line["p"], low, high, color=color, alpha=0.15, lw=0)
            ax.plot(line["p"], line["mean"], color=color, marker=marker, linestyle=dash, markersize=5)
        printed = part.drop_duplicates("p")
        ax.plot(printed["p"], printed["printed"], color=INK, marker="x", markersize=9, mew=2, linestyle="")
        ax.set_title(size, fontsize=10.5)
        ax.set_ylim(bottom=0)
        ax.set_xticks([0.2, 0.4, 0.6, 0.8])
    for ax in axes[-across:]:
        ax.set_xlabel("P")
    for ax in axes[::across]:
        ax.set_ylabel("leaves, Alphabeta")
    handles = [key(*scheme) for scheme in SCHEMES.values()]
    legend_below(figure, [*handles, key("printed", INK, "x", mew=2)], 4)
    return figure


@styled()
def roots(rows: pd.DataFrame) -> Figure:
    """Draw printed over ours against the width at depth 2 in Table XIII, with the band that 50 trees leave."""
    figure, (ax,) = panels(1, 3.3, width=0.62 * WIDE)
    at = np.arange(len(rows))
    ax.fill_between(at, 1 - rows["band"], 1 + rows["band"], color="#BBBBBB", alpha=0.45, lw=0)
    ax.axhline(1, **REFERENCE)
    ax.plot(at, rows["ratio"], color=INK, marker="x", markersize=8, mew=2, linestyle="")
    ax.set_xticks(at, [str(width) for width in rows["width"]])
    ax.margins(y=0.12)
    ax.set(xlabel="width w of N(w,2)", ylabel="leaves, printed / ours")
    band = Patch(color="#BBBBBB", alpha=0.45, label="95 % of means of 50 of our trees")
    legend_below(figure, [key("Table XIII", INK, "x", mew=2), band])
    return figure


@styled()
def held_out(held: pd.DataFrame) -> Figure:
    """Draw how chosen and literal readings do on numbers that had no part in the choice: a row per split."""
    names = [f"{NAMES[str(row.question)]}: {_split(str(row.tested_on))}" for row in rows_of(held)]
    figure, axes = panels(2, 0.33 * len(held) + 1.3, sharey=True, sharex=True)
    at = np.arange(len(held))[::-1]
    columns = (
        ("mean_square", "mean_square_p", "means"),
        ("paired", "paired_p", "differences from Alphabeta"),
    )
    for ax, (column, p, title) in zip(axes, columns, strict=True):
        chosen, text = held[column].to_numpy(), held[f"literal_{column}"].to_numpy()
        ax.hlines(at, np.minimum(chosen, text), np.maximum(chosen, text), color="#CCCCCC", linewidth=2)
        ax.plot(text, at, color=TEXT, marker="s", linestyle="", markersize=7)
        ok, mark = (
            held[p].to_numpy() >= 0.01,
            {"color": BEST, "marker": "o", "linestyle": "", "markersize": 8},
        )
        ax.plot(chosen[ok], at[ok], **mark)
        ax.plot(chosen[~ok], at[~ok], mfc="white", mew=1.8, **mark)
        ax.axvline(1, **REFERENCE)
        ax.set(xscale="log", title=title, xlabel="mean z² on what was held out")
        ax.grid(axis="x", alpha=0.5)
        plain_numbers(ax.xaxis)
    axes[0].set_yticks(at, names, fontsize=9.5)
    handles = [
        key("what the text says", TEXT, "s"),
        key("chosen elsewhere, passes ($p$ at least 0.01)", BEST, "o"),
        key("chosen elsewhere, fails", BEST, "o", mfc="white", mew=1.8),
    ]
    legend_below(figure, handles)
    return figure


def _split(tested_on: str) -> str:
    for half in ("1st", "2nd"):
        if f", {half}" in tested_on:
            return f"sizes {half}, {'3rd' if half == '1st' else '4th'} ..."
    return f"Tables {tested_on}"


@styled()
def printed_twice(pairs: pd.DataFrame) -> Figure:
    """Draw what is printed for minimax and for the product at depth 1, where the two are the same rule."""
    games = list(dict.fromkeys(pairs["game"]))
    figure, axes = panels(len(games), 3.9)
    for ax, game in zip(axes, games, strict=True):
        part = pairs[pairs["game"] == game]
        nau, own = part[part["by"] == "Nau"], part[part["by"] == "thesis"]
        at = np.arange(len(own))
        # One number stands for 20,000 trees; the error of a difference of two has two of them in it.
        error = 1.96 * own["error"] / np.sqrt(2)
        if nau["theory"].notna().all():
            for x, value in zip(at, nau["theory"], strict=True):
                ax.plot([x - 0.36, x + 0.36], [value, value], color="#777777", linewidth=2, **LINE)
        ax.plot(at - 0.22, nau["by_minimax"], color=OTHER, marker="D", linestyle="", markersize=8)
        for shift, column, color, marker in ((0.0, "by_minimax", TEXT, "s"), (0.22, "by_product", BEST, "o")):
            mark: dict[str, Any] = {"color": color, "marker": marker, "linestyle": "", "markersize": 7}
            ax.errorbar(at + shift, own[column], yerr=error, capsize=4, **mark)
        for x, row in zip(at, rows_of(own), strict=True):
            if abs(row.z) > 3:
                top = max(row.by_minimax, row.by_product)
                ax.annotate(f"{abs(row.z):.0f} standard errors apart", (x + 0.11, top), xytext=(0, 12),
                            textcoords="offset points", ha="center", fontsize=9.5)  # fmt: skip
        tables = own.iloc[0]
        ax.set_title(f"{game}: Tables {tables['minimax']} and {tables['product']}", fontsize=10.5)
        ax.set_xticks(at, [f"t = {t}" for t in own["t"]])
        ax.margins(y=0.22)
        ax.set(xlim=(-0.6, len(own) - 0.4), ylabel="correct decisions at d = 1")
    handles = [
        key("thesis, minimax", TEXT, "s"),
        key("thesis, product", BEST, "o"),
        key("Nau, both rules (XIX = XXV, XXI = XXVI)", OTHER, "D"),
        key("exact", "#777777", None, None, linewidth=2),
    ]
    legend_below(figure, handles)
    return figure


@styled()
def around_theory(rows: pd.DataFrame) -> Figure:
    """Draw Tables XIX and XX less the exact probabilities, in standard errors of 20,000 trees."""
    tables = (("XIX", "Table XIX (Nau)"), ("XX", "Table XX (thesis)"))
    figure, axes = panels(2, 3.7, sharex=True, sharey=True)
    for ax, (table, title) in zip(axes, tables, strict=True):
        part = rows[rows["table"] == table]
        ax.axhspan(-3, 3, color="#BBBBBB", alpha=0.4, lw=0)
        ax.axhline(0, **REFERENCE)
        widths: Iterable[Any] = sorted(set(part["w"]))
        for width, color, marker in zip(widths, PALETTE.values(), ("o", "s", "^", "D", "v"), strict=False):
            own, mark = (
                part[part["w"] == width],
                {"color": color, "marker": marker, "linestyle": "", "markersize": 6.5},
            )
            ax.plot(own["theory"], own["z"], label=f"w = {width}", **mark)
        ax.set_title(title, fontsize=10.5)
        ax.set_xlabel("exact probability of a correct decision")
    axes[0].set_ylabel("printed less exact\n(standard errors of 20,000)")
    within = Patch(color="#BBBBBB", alpha=0.4, label="within 3 standard errors")
    legend_below(figure, [*axes[1].get_legend_handles_labels()[0], within], 6)
    return figure
