"""Figures of the investigation: candidates, evidence, held-out tests, and numbers that are printed twice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from companion.plot.style import PALETTE, WIDE, styled
from companion.published.cases import rows_of

if TYPE_CHECKING:
    import pandas as pd

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

PLAIN: dict[str, Any] = {"marker": "", "linestyle": "-"}


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


def _log(axis: mpl.axis.Axis) -> None:
    """Let a logarithmic axis have plain numbers at 1, 2, 5, 10 and so on, and nothing between them."""
    axis.set_major_locator(mpl.ticker.LogLocator(subs=(1, 2, 5)))
    axis.set_major_formatter(mpl.ticker.FuncFormatter(lambda value, _: f"{value:g}"))
    axis.set_minor_locator(mpl.ticker.NullLocator())


@styled()
def suspects(study: Study) -> Figure:
    """Draw every candidate of every question by its two mean squares: near (1, 1) only chance is at work."""
    points = study.suspects
    figure = Figure(figsize=(WIDE, 6.9), layout="constrained")
    axes = figure.subplots(2, 3, sharex=True, sharey=True)
    for ax, (name, title) in zip(axes.flat, TITLES.items(), strict=True):
        ax.set(xscale="log", yscale="log", xlim=(0.45, 110), ylim=(0.45, 45))
        ax.axvline(1, color="#777777", linewidth=1, linestyle="--", marker="")
        ax.axhline(1, color="#777777", linewidth=1, linestyle="--", marker="")
        _suspects(ax, points[points["question"] == name])
        ax.set_title(title, fontsize=10.5)
        ax.grid(alpha=0.5)
        _log(ax.xaxis)
        _log(ax.yaxis)
    for ax in axes[-1]:
        ax.set_xlabel("mean z² of means")
    for ax in axes[:, 0]:
        ax.set_ylabel("mean z² of differences")
    handles = [
        Line2D([], [], color=TEXT, marker="s", linestyle="", markersize=8, label="what the text says"),
        Line2D([], [], color=BEST, marker="o", linestyle="", markersize=9, label="the reading with the least score"),
        Line2D([], [], color=OTHER, marker="D", linestyle="", label="other readings"),
        Line2D([], [], color="#777777", linestyle="--", label="chance alone"),
    ]  # fmt: skip
    figure.legend(handles=handles, loc="outside lower center", ncols=4)
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
    figure = Figure(figsize=(WIDE, 5.6), layout="constrained")
    axes = figure.subplots(2, len(sizes) // 2, sharex=True)
    for ax, size in zip(axes.flat, sizes, strict=True):
        part = rows[rows["size"] == size]
        for scheme, line in part.groupby("scheme", sort=False):
            _, color, marker, dash = SCHEMES[str(scheme)]
            ax.fill_between(
                line["p"],
                line["mean"] - line["band"],
                line["mean"] + line["band"],
                color=color,
                alpha=0.15,
                lw=0,
            )
            ax.plot(line["p"], line["mean"], color=color, marker=marker, linestyle=dash, markersize=5)
        printed = part.drop_duplicates("p")
        ax.plot(
            printed["p"], printed["printed"], color="#1A1A1A", marker="x", markersize=9, mew=2, linestyle=""
        )
        ax.set_title(size, fontsize=10.5)
        ax.set_ylim(bottom=0)
        ax.set_xticks([0.2, 0.4, 0.6, 0.8])
    for ax in axes[-1]:
        ax.set_xlabel("P")
    for ax in axes[:, 0]:
        ax.set_ylabel("leaves, Alphabeta")
    handles = [
        Line2D([], [], color=color, marker=marker, linestyle=dash, label=name)
        for name, color, marker, dash in SCHEMES.values()
    ]
    handles.append(Line2D([], [], color="#1A1A1A", marker="x", mew=2, linestyle="", label="printed"))
    figure.legend(handles=handles, loc="outside lower center", ncols=4)
    return figure


@styled()
def roots(rows: pd.DataFrame) -> Figure:
    """Draw printed over ours against the width at depth 2 in Table XIII, with the band that 50 trees leave."""
    figure = Figure(figsize=(0.62 * WIDE, 3.3), layout="constrained")
    ax = figure.subplots()
    at = np.arange(len(rows))
    ax.fill_between(at, 1 - rows["band"], 1 + rows["band"], color="#BBBBBB", alpha=0.45, lw=0)
    ax.axhline(1, color="#777777", linewidth=1, linestyle="--", marker="")
    ax.plot(at, rows["ratio"], color="#1A1A1A", marker="x", markersize=8, mew=2, linestyle="")
    ax.set_xticks(at, [str(width) for width in rows["width"]])
    ax.margins(y=0.12)
    ax.set(xlabel="width w of N(w,2)", ylabel="leaves, printed / ours")
    handles = [
        Line2D([], [], color="#1A1A1A", marker="x", mew=2, linestyle="", label="Table XIII"),
        mpl.patches.Patch(color="#BBBBBB", alpha=0.45, label="95 % of means of 50 of our trees"),
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=2)
    return figure


@styled()
def held_out(held: pd.DataFrame) -> Figure:
    """Draw how chosen and literal readings do on numbers that had no part in the choice: a row per split."""
    names = [f"{NAMES[str(row.question)]}: {_split(str(row.tested_on))}" for row in rows_of(held)]
    figure = Figure(figsize=(WIDE, 0.33 * len(held) + 1.3), layout="constrained")
    axes = figure.subplots(1, 2, sharey=True, sharex=True)
    at = np.arange(len(held))[::-1]
    columns = (
        ("mean_square", "mean_square_p", "means"),
        ("paired", "paired_p", "differences from Alphabeta"),
    )
    for ax, (column, p, title) in zip(axes, columns, strict=True):
        chosen, text = held[column].to_numpy(), held[f"literal_{column}"].to_numpy()
        ax.hlines(at, np.minimum(chosen, text), np.maximum(chosen, text), color="#CCCCCC", linewidth=2)
        ax.plot(text, at, color=TEXT, marker="s", linestyle="", markersize=7)
        ok = held[p].to_numpy() >= 0.01
        ax.plot(chosen[ok], at[ok], color=BEST, marker="o", linestyle="", markersize=8)
        ax.plot(
            chosen[~ok], at[~ok], color=BEST, marker="o", mfc="white", mew=1.8, linestyle="", markersize=8
        )
        ax.axvline(1, color="#777777", linewidth=1, linestyle="--", marker="")
        ax.set(xscale="log", title=title, xlabel="mean z² on what was held out")
        ax.grid(axis="x", alpha=0.5)
        _log(ax.xaxis)
    axes[0].set_yticks(at, names, fontsize=9.5)
    handles = [
        Line2D([], [], color=TEXT, marker="s", linestyle="", label="what the text says"),
        Line2D([], [], color=BEST, marker="o", linestyle="", label="chosen elsewhere, passes ($p$ at least 0.01)"),
        Line2D([], [], color=BEST, marker="o", mfc="white", mew=1.8, linestyle="", label="chosen elsewhere, fails"),
    ]  # fmt: skip
    figure.legend(handles=handles, loc="outside lower center", ncols=3)
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
    figure = Figure(figsize=(WIDE, 3.9), layout="constrained")
    for ax, game in zip(figure.subplots(1, len(games)), games, strict=True):
        part = pairs[pairs["game"] == game]
        nau, own = part[part["by"] == "Nau"], part[part["by"] == "thesis"]
        at = np.arange(len(own))
        # One number stands for 20,000 trees; the error of a difference of two has two of them in it.
        error = 1.96 * own["error"] / np.sqrt(2)
        if nau["theory"].notna().all():
            for x, value in zip(at, nau["theory"], strict=True):
                ax.plot([x - 0.36, x + 0.36], [value, value], color="#777777", linewidth=2, **PLAIN)
        ax.plot(at - 0.22, nau["by_minimax"], color=OTHER, marker="D", linestyle="", markersize=8)
        for shift, column, color, marker in (
            (0.0, "by_minimax", TEXT, "s"), (0.22, "by_product", BEST, "o"),
        ):  # fmt: skip
            ax.errorbar(
                at + shift,
                own[column],
                yerr=error,
                color=color,
                marker=marker,
                linestyle="",
                markersize=7,
                capsize=4,
            )
        for x, row in zip(at, rows_of(own), strict=True):
            if abs(row.z) > 3:
                top = max(row.by_minimax, row.by_product)
                ax.annotate(f"{abs(row.z):.0f} errors apart", (x + 0.11, top), xytext=(0, 12),
                            textcoords="offset points", ha="center", fontsize=9.5)  # fmt: skip
        tables = own.iloc[0]
        ax.set_title(f"{game}: Tables {tables['minimax']} and {tables['product']}", fontsize=10.5)
        ax.set_xticks(at, [f"t = {t}" for t in own["t"]])
        ax.margins(y=0.22)
        ax.set(xlim=(-0.6, len(own) - 0.4), ylabel="correct decisions at d = 1")
    handles = [
        Line2D([], [], color=TEXT, marker="s", linestyle="", label="thesis, minimax"),
        Line2D([], [], color=BEST, marker="o", linestyle="", label="thesis, product"),
        Line2D(
            [], [], color=OTHER, marker="D", linestyle="", label="Nau, both rules (XIX = XXV, XXI = XXVI)"
        ),
        Line2D([], [], color="#777777", linewidth=2, label="exact"),
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=4)
    return figure


@styled()
def around_theory(rows: pd.DataFrame) -> Figure:
    """Draw Tables XIX and XX less the exact probabilities, in standard errors of 20,000 trees."""
    tables = (("XIX", "Table XIX (Nau)"), ("XX", "Table XX (thesis)"))
    figure = Figure(figsize=(WIDE, 3.7), layout="constrained")
    axes = figure.subplots(1, 2, sharex=True, sharey=True)
    for ax, (table, title) in zip(axes, tables, strict=True):
        part = rows[rows["table"] == table]
        ax.axhspan(-3, 3, color="#BBBBBB", alpha=0.4, lw=0)
        ax.axhline(0, color="#777777", linewidth=1, linestyle="--", marker="")
        widths: Iterable[Any] = sorted(set(part["w"]))
        for width, color, marker in zip(widths, PALETTE.values(), ("o", "s", "^", "D", "v"), strict=False):
            own = part[part["w"] == width]
            x = own["theory"]
            ax.plot(
                x, own["z"], color=color, marker=marker, linestyle="", markersize=6.5, label=f"w = {width}"
            )
        ax.set_title(title, fontsize=10.5)
        ax.set_xlabel("exact probability of a correct decision")
    axes[0].set_ylabel("printed less exact\n(standard errors of 20,000)")
    handles, labels = axes[1].get_legend_handles_labels()
    handles.append(mpl.patches.Patch(color="#BBBBBB", alpha=0.4))
    figure.legend(handles, [*labels, "within 3 standard errors"], loc="outside lower center", ncols=6)
    return figure
