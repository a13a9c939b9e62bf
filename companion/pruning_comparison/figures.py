"""Figures of chapter 3, and its tables with ours in every cell."""

from __future__ import annotations

import html
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from IPython.display import HTML
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from companion.plot.style import (
    LINE,
    PALETTE,
    REFERENCE,
    VERDICTS,
    WIDE,
    key,
    legend_below,
    look_of,
    panels,
    plain_numbers,
    styled,
)
from companion.pruning_comparison.tables import ORDER
from companion.published.cases import LABELS, case_of, chosen_reading, rows_of
from companion.published.deviations import TABLES

if TYPE_CHECKING:
    from companion.pruning_comparison.theory import TheoryStudy

INK = "#1A1A1A"


@styled()
def by_table(wholes: pd.DataFrame, chance: pd.DataFrame) -> Figure:
    """Draw the mean squares of every table under both readings: of means, and of differences between strategies.

    Parameters
    ----------
    wholes : DataFrame
        Judged tables, `companion.published.tables.judged_tables`.
    chance : DataFrame
        Where the mean squares of simulated tables fall, `tables.chance`.
    """
    at = {table: -place for place, table in enumerate(TABLES)}
    figure, axes = panels(2, 6.6, sharey=True, sharex=True)
    parts = (("mean_square", "", "means"), ("paired", "paired_", "differences between strategies"))
    for ax, (column, prefix, title) in zip(axes, parts, strict=True):
        for table in dict.fromkeys(chance["table"]):
            own = chance[chance["table"] == table]
            low, high = own.iloc[-1][f"{prefix}low"], own.iloc[-1][f"{prefix}high"]
            bar = {"color": "#BBBBBB", "linewidth": 9, "solid_capstyle": "butt"}
            ax.plot([low, high], [at[table]] * 2, **bar, **LINE)
        for table in dict.fromkeys(wholes["table"]):
            own = wholes[wholes["table"] == table]
            ax.plot(own[column], [at[table]] * len(own), color="#999999", linewidth=1.2, **LINE)
        for row in rows_of(wholes):
            marker = "s" if row.reading == "literal" else "o"
            look = VERDICTS[row.verdict]["facecolor"]
            ax.plot(
                getattr(row, column), at[row.table], marker=marker, color=look, markersize=9,
                markeredgecolor=INK, markeredgewidth=0.8, linestyle="",
            )  # fmt: skip
        ax.text(1, at["X"], "exact: nothing is left to chance", fontsize=9.5, va="center", ha="left")
        ax.set(xscale="log", title=title, xlabel="mean z² of the table (1: chance)")
        ax.grid(axis="x", alpha=0.5)
        plain_numbers(ax.xaxis)
    axes[0].set_yticks(list(at.values()), [f"{_class(table)}  {table}" for table in at], fontsize=9.5)
    verdicts = {"agrees": "agrees", "inconclusive": "undecided", "differs": "differs"}
    handles = [
        key("literal reading", "white", "s", markeredgecolor=INK),
        key("chosen reading", "white", "o", markeredgecolor=INK),
        *(
            Patch(facecolor=VERDICTS[name]["facecolor"], edgecolor=INK, label=label)
            for name, label in verdicts.items()
        ),
        Patch(color="#BBBBBB", label="95 % of simulated tables"),
    ]
    legend_below(figure, handles, fontsize=9.5)
    return figure


def _class(table: str) -> str:
    case = case_of(table)
    return f"{case.kind}, " + (case.scheme if case.p is None else f"P = {case.p}")


@styled()
def ratios(rows: pd.DataFrame) -> Figure:
    """Draw leaves over Alphabeta's against the width, a panel per figure of the thesis; bands and points are of 50 trees.

    `rows` is from `tables.ratio_frame`.
    """
    names, labels = (list(dict.fromkeys(rows[column])) for column in ("panel", "label"))
    below = -(-len(names) // 4)
    figure, axes = panels(4, 2.9 * below + 0.5, rows=below, sharex=True, sharey=True)
    for ax, panel in zip(axes, names, strict=False):
        part = rows[rows["panel"] == panel]
        ax.axhline(1, **REFERENCE)
        for k, label in enumerate(labels):
            _draw_ratio(ax, part[part["label"] == label], look_of(label), 0.13 * (k - (len(labels) - 1) / 2))
        ax.set_title(panel, fontsize=10.5)
        ax.set_xticks(sorted(set(rows["width"])))
    for ax in axes[-4:]:
        ax.set_xlabel("width of the tree")
    for ax in axes[::4]:
        ax.set_ylabel("leaves / Alphabeta's")
    looks = {label: look_of(label) for label in labels}
    handles = [key(label, look["color"], look["marker"], None) for label, look in looks.items()]
    handles += [
        key("ours, with 95 % of samples of 50", INK, "o"),
        key("printed", INK, "o", mfc="none", mew=1.5),
    ]
    legend_below(figure, handles, fontsize=9.5)
    return figure


def _draw_ratio(ax: Axes, rows: pd.DataFrame, look: dict[str, Any], shift: float) -> None:
    """Draw a strategy beside the others: its ratios with bars, and the printed ones as open markers of the same kind."""
    x = rows["width"] + shift
    error = (rows["high"] - rows["ratio"]).to_numpy()
    style: dict[str, Any] = {"color": look["color"], "marker": look["marker"], "linestyle": ""}
    ax.errorbar(x, rows["ratio"], yerr=error, markersize=3.5, elinewidth=3.5, alpha=0.55, **style)
    ax.plot(x, rows["printed"], markersize=6.5, mfc="none", mew=1.5, **style)


_NAMES = {"AB": "Alphabeta", "BB": "Branch-and-bound"}


@styled()
def against_theory(rows: pd.DataFrame, columns: int, height: float) -> Figure:
    """Draw how far our means of leaves and the printed ones are from theory, in per cent: a panel per scheme or strategy.

    `rows` is from `theory.beside_theory`.
    """
    names = list(dict.fromkeys(rows["panel"]))
    figure, axes = panels(columns, height, rows=len(names) // columns, sharex=True, sharey=True)
    for ax, panel in zip(axes, names, strict=True):
        part = rows[rows["panel"] == panel].sort_values(["depth", "width"])
        at, band = np.arange(len(part)), 100 * part["printed_band"]
        ax.bar(at, 2 * band, 0.8, -band, color="#DDDDDD", label="95 % of means of 50 trees")
        ax.axhline(0, **REFERENCE)
        ours: dict[str, Any] = {
            "color": PALETTE["blue"],
            "marker": "o",
            "linestyle": "",
            "markersize": 4,
            "capsize": 3,
        }
        ax.errorbar(at, 100 * part["ours"], yerr=100 * part["band"], label="ours, 95 % interval", **ours)
        printed: dict[str, Any] = {"color": INK, "marker": "x", "linestyle": "", "markersize": 7}
        ax.plot(at, 100 * part["printed"], label="thesis, 50 trees", **printed)
        ax.set_xticks(at, part["size"], rotation=45, ha="right", rotation_mode="anchor")
        ax.set_title(_NAMES.get(panel, panel))
    axes[0].margins(y=0.1)
    for ax in axes[-columns:]:
        ax.set_xlabel("size (width, depth)")
    figure.supylabel("leaves, difference from theory (%)", fontsize=10)
    legend_below(figure, axes[0])
    return figure


@styled()
def times(rows: pd.DataFrame) -> Figure:
    """Draw CPU time over Alphabeta's against the width, by kind of tree; bands: the middle of the eight schemes."""
    figure, axes = panels(2, 3.8, sharey=True)
    for ax, (kind, part) in zip(axes, rows.groupby("kind", sort=False), strict=True):
        for label, line in part.groupby("label", sort=False):
            style = look_of(str(label))
            ax.fill_between(
                line["width"], line["low"], line["high"], color=style["color"], alpha=0.12, linewidth=0
            )
            ax.plot(line["width"], line["ratio"], **style, label=str(label))
        ax.set(title=f"{kind} trees", xlabel="width of the tree (depth 4)", xticks=sorted(set(part["width"])))
    axes[0].set_ylabel("CPU time / Alphabeta's (this machine)")
    legend_below(figure, axes[0])
    return figure


@styled()
def z_map(judged: pd.DataFrame) -> Figure:
    """Draw Tables III-XVIII as maps of distances: a row per size, a column per strategy, circles beyond 3 errors."""
    n_rows = -(-len(TABLES) // 8)
    figure = Figure(figsize=(WIDE, 4.5 * n_rows + 0.3))
    axes = np.atleast_2d(figure.subplots(n_rows, 8, sharey="row"))
    # Margins and gaps in inches: automatic layout takes as long as all the drawing.
    wide, tall = figure.get_size_inches()
    left, right, bottom, top, across, down = 0.85, 1.0, 0.6, 0.3, 0.08, 0.85
    width = (wide - left - right - across * 7) / 8
    height = (tall - bottom - top - down * (n_rows - 1)) / n_rows
    figure.subplots_adjust(
        left=left / wide, right=1 - right / wide, bottom=bottom / tall, top=1 - top / tall,
        wspace=across / width, hspace=down / height,
    )  # fmt: skip
    for ax, table in zip(axes.flat, TABLES, strict=False):
        cells = judged[judged["table"] == table]
        rows, labels = list(dict.fromkeys(cells["row"])), list(LABELS)
        z = cells.pivot(index="row", columns="column", values="statistic").loc[rows, labels].to_numpy()
        image = ax.imshow(np.clip(z, -5, 5), cmap="PuOr_r", vmin=-5, vmax=5, aspect="auto")
        if (cells["verdict"] == "exact").all():
            ax.text(2.5, 11.5, "exact", rotation=90, ha="center", va="center", fontsize=12)
        far = np.argwhere(abs(z) > 3)
        ax.scatter(far[:, 1], far[:, 0], s=16, facecolors="white", edgecolors=INK, linewidths=0.9, marker="o")
        ax.set_title(table, fontsize=11)
        ax.set_xticks(range(len(labels)), labels, rotation=90, fontsize=9.5)
        ax.set_yticks(range(len(rows)), [row[1:] for row in rows], fontsize=9.5)
        ax.tick_params(length=0)
    for ax in axes[:, 0]:
        ax.set_ylabel("size (width, depth)")
    bar = figure.colorbar(image, cax=figure.add_axes((1 - 0.85 / WIDE, 0.3, 0.02, 0.4)), extend="both")
    bar.set_label("printed less ours (standard errors)")
    return figure


@styled()
def shares(table: pd.DataFrame, label: str) -> Figure:
    """Draw shares (0 to 1) as a map with the percentages written in; rows and columns are those of the frame."""
    import seaborn as sns  # here, because importing it takes as long as drawing

    percent = 100 * table.astype(float)
    down, across = percent.shape
    figure, (ax,) = panels(1, 1.6 + 0.3 * down, width=min(WIDE, 2.2 + 0.42 * across))
    texts = percent.map(lambda share: f"{share:.{int(share < 9.5)}f}" if share > 0 else "")
    bar = {"label": label, "shrink": 0.8, "pad": 0.01, "format": "%.0f %%"}
    sns.heatmap(
        percent, vmin=0, cmap="Oranges", annot=texts, fmt="", annot_kws={"fontsize": 9.5},
        cbar_kws=bar, xticklabels=True, yticklabels=True, ax=ax,
    )  # fmt: skip
    for text, share in zip(ax.texts, percent.to_numpy().ravel(), strict=True):
        text.set_color("white" if share > 0.65 * np.nanmax(percent) else INK)
    ax.tick_params(length=0, labelsize=9.5)
    ax.set(xlabel="size (width, depth)", ylabel=table.index.name or "")
    return figure


@styled()
def distributions(
    counts: Mapping[str, NDArray[np.int64]], printed: Mapping[str, float], title: str
) -> Figure:
    """Draw how the leaves of single trees are distributed, a column per strategy.

    The box holds the middle half of the trees, the whiskers 90 %; the diamond is the mean with a 95 %
    interval, the cross a printed mean, and the grey bar behind it where 95 % of means of 50 trees fall.
    """
    wide = max(6.4, 1.6 + 1.1 * len(counts))
    figure = Figure(figsize=(wide, 3.6))
    ax = figure.add_axes((0.8 / wide, 0.23, 1 - 1.0 / wide, 0.67))
    for at, (name, values) in enumerate(counts.items()):
        _draw_distribution(ax, at, values, look_of(name)["color"], printed.get(name))
    ax.set_xticks(range(len(counts)), [name.replace("-", "-\n", 1) for name in counts], fontsize=9)
    ax.set(ylabel="leaves per tree", title=title, xlim=(-0.6, len(counts) - 0.4))
    handles = [
        Patch(facecolor="#DDDDDD", edgecolor="#555555", label="middle half of the trees"),
        key("mean, 95 % interval", INK, "D"),
    ]
    if printed:
        handles += [
            Patch(facecolor="#999999", alpha=0.5, label="95 % of means of 50"),
            key("printed", INK, "x"),
        ]
    figure.legend(handles=handles, loc="lower center", ncols=len(handles), fontsize=8.5)
    return figure


def _draw_distribution(
    ax: Axes, at: int, values: NDArray[np.int64], color: str, printed: float | None
) -> None:
    low, first, middle, third, high = np.percentile(values, [5, 25, 50, 75, 95])
    mean = values.mean()
    sd = values.std(ddof=1) if len(values) > 1 else 0.0
    ax.plot([at, at], [low, high], color=color, linewidth=1, **LINE)
    ax.bar(
        at, third - first, 0.56, bottom=first, color=color, alpha=0.35, edgecolor=color, linewidth=1, zorder=2
    )
    ax.plot([at - 0.28, at + 0.28], [middle, middle], color=color, linewidth=1.6, **LINE)
    if printed is not None:
        spread = 1.96 * sd / np.sqrt(50)
        ax.bar(at + 0.38, 2 * spread, 0.1, bottom=mean - spread, color="#999999", alpha=0.5, zorder=2)
        ax.plot(at + 0.38, printed, color=INK, marker="x", linestyle="", markersize=7, zorder=5)
    error = 1.96 * sd / np.sqrt(len(values))
    ax.errorbar(at, mean, yerr=error, color=INK, marker="D", markersize=4, linestyle="", capsize=3, zorder=4)


# -- Tables III to XVIII with ours in every cell, marked by verdict -------------------------------------------------------

SYMBOLS = {
    "exact": "=",
    "agrees": "✓",
    "inconclusive": "~",
    "differs": "✗",
    "misprint": "!",
    "scan": "¿",
    "underspecified": "?",
    "not yet": "…",
}
"""What stands for a verdict where colour alone would not do."""


def tint(verdict: str) -> str:
    """Return a pale shade of the colour that a verdict has on every page, for text to stand on.

    >>> tint("exact")
    '#c7e0ee'
    """
    red, green, blue = (0.22 * part + 0.78 for part in to_rgb(VERDICTS[verdict]["facecolor"]))
    return to_hex((red, green, blue))


def legend() -> str:
    """Return what the colours and symbols of `table_html` mean."""
    items = " ".join(
        f'<span style="background:{tint(v)};color:#1a1a1a;padding:2px 8px;margin-right:6px;border-radius:3px;'
        f'white-space:nowrap">{SYMBOLS[v]} {v}</span>'
        for v in ("exact", "agrees", "inconclusive", "differs", "misprint", "scan", "underspecified")
    )
    text = (
        "In a cell: printed value, <i>ours</i>, and their distance in standard errors of a mean of 50 trees."
    )
    return f'<p style="line-height:2.1">{items}<br>{text}</p>'


def all_tables(judged: pd.DataFrame, wholes: pd.DataFrame) -> HTML:
    """Return the sixteen printed tables with ours, each folded under a line that says how it is read and how it does."""
    by_reading = {(row.table, row.reading): row for row in rows_of(wholes)}
    return HTML(legend() + "".join(_folded(judged, by_reading, table) for table in TABLES))


def _folded(judged: pd.DataFrame, by_reading: Mapping[tuple[str, str], Any], table: str) -> str:
    case = case_of(table)
    reading, cells = chosen_reading(case), judged[judged["table"] == table]
    about = f"{case.kind}, {case.scheme}" + ("" if case.p is None else f", P = {case.p}")
    whole = "exact"
    if (table, reading.name) in by_reading:
        row = by_reading[table, reading.name]
        whole = f"{row.verdict} as a whole, mean z² {row.mean_square:.2f}"
    beyond = int((cells["verdict"] == "differs").sum())
    line = f"Table {table}: {about}; {whole}; {beyond} of {len(cells)} numbers differ"
    return f"<details><summary>{html.escape(line)}</summary>{table_html(judged, table)}</details>"


def table_html(judged: pd.DataFrame, table: str) -> str:
    """Return a printed table with ours in every cell, coloured by verdict and marked with its symbol.

    A column that was printed once for several strategies stays one column; ours is then a range if they differ.
    """
    cells = judged[judged["table"] == table]
    groups = _merged_columns(cells)
    head = "".join(
        f'<th scope="col" style="text-align:center">{html.escape(", ".join(group))}</th>' for group in groups
    )
    by_place = {(cell.row, cell.column): cell for cell in cells.itertuples(index=False)}
    body = "".join(
        f'<tr><th scope="row" style="white-space:nowrap">{html.escape(row)}</th>'
        + "".join(_cell([by_place[row, column] for column in group]) for group in groups)
        + "</tr>"
        for row in dict.fromkeys(cells["row"])
    )
    return (
        '<div style="overflow-x:auto"><table style="margin:0;line-height:1.25">'
        f'<thead><tr><th scope="col">size</th>{head}</tr></thead><tbody>{body}</tbody></table></div>'
    )


def _merged_columns(cells: pd.DataFrame) -> list[tuple[str, ...]]:
    """Return the columns as printed: those that a note says were printed once belong together."""
    groups: dict[str, list[str]] = {}
    for column, part in cells.groupby("column", sort=False):
        note = next((n for n in part["note"] if "printed once" in n), "")
        key = note.partition("printed once")[2] or str(column)
        groups.setdefault(key, []).append(str(column))
    return [tuple(group) for group in groups.values()]


def _cell(part: Sequence[Any]) -> str:
    worst = max((cell.verdict for cell in part), key=ORDER.index)
    ours = sorted({_number(cell.ours) for cell in part}, key=float)
    value = part[0].published
    shown = ours[0] if len(ours) == 1 else f"{ours[0]}–{ours[-1]}"
    z = max((cell.statistic for cell in part), key=abs)
    distance = "" if worst == "exact" else f"{z:+.1f} ".replace("-", "−")
    return (
        f'<td style="text-align:center;background:{tint(worst)};color:#1a1a1a">{_number(value)}<br><i>{shown}</i>'
        f"<br><small>{distance}{SYMBOLS[worst]}</small></td>"
    )


def _number(value: float) -> str:
    return "-" if math.isnan(value) else f"{value:.2f}"


# -- theory, and trees far beyond depth 6 ---------------


@styled()
def growth(study: TheoryStudy, column: str = "root") -> Figure:
    """Draw branching factors over their limit against depth, a panel per width, on one scale.

    Points have 95 % intervals (hollow: too few trees for one); lines are exact.  `column` is `root`, the d-th root of
    the leaves, or `growth`, their growth per level; of the latter only points with an interval are drawn.
    """
    sampled, theory = study.factors, study.exact_factors
    if column == "growth":
        sampled = sampled.dropna(subset="growth_low")
    figure, axes = panels(len(study.limits), 4.6, sharey=True)
    for ax, (width, limit) in zip(axes, study.limits.items(), strict=True):
        for strategy, line in theory[theory["width"] == width].groupby("strategy", sort=False):
            ax.plot(line["depth"], line[column] / limit, color=look_of(str(strategy))["color"], lw=1, **LINE)
        strategies = sampled[sampled["width"] == width].groupby("strategy", sort=False)
        for k, (strategy, points) in enumerate(strategies):
            style, names = look_of(str(strategy)), [column, f"{column}_low", f"{column}_high"]
            relative = points.assign(**{name: points[name] / limit for name in names})
            # Beside one another: at one depth the strategies cost much the same.
            relative["depth"] = points["depth"] + 0.2 * (k - len(strategies) / 2)
            _points(ax, relative, column, style["color"], style["marker"])
        ax.axhline(1, color="#555555", linewidth=1.2, linestyle="--", marker="")
        ax.axhline(width**0.5 / limit, color="#555555", linewidth=1.2, linestyle=":", marker="")
        ax.set(title=f"width {width}", xlabel="depth")
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    what = "$d$-th root of the leaves" if column == "root" else "growth of the leaves per level"
    axes[0].set_ylabel(f"{what}, over $\\xi/(1-\\xi)$")
    looks = {name: look_of(name) for name in dict.fromkeys(sampled["strategy"])}
    handles: list[Artist] = [key(name, look["color"], look["marker"]) for name, look in looks.items()]
    handles += _keys(hollow=column == "root")
    handles.append(key("limit of Alphabeta, $\\xi/(1-\\xi)$", "#555555", linestyle="--"))
    handles.append(key("perfect order, $\\sqrt{w}$", "#555555", linestyle=":"))
    legend_below(figure, handles, 5)
    return figure


@styled()
def quotients(
    sampled: pd.DataFrame, theory: pd.DataFrame, claimed: Mapping[str, tuple[float, float]]
) -> Figure:
    """Draw quotients of costs against depth, a panel each on one scale, over the interval that was claimed.

    `sampled` and `theory` are `TheoryStudy.quotients` and `exact_quotients`; a quotient may be missing in one of them.
    """
    widths = list(dict.fromkeys([*theory["width"], *sampled["width"]]))
    looks = dict(zip(widths, zip(PALETTE.values(), "os^DvPX*", strict=True), strict=False))
    figure, axes = panels(len(claimed), 4.2, sharey=True)
    for ax, (name, between) in zip(axes, claimed.items(), strict=True):
        ax.axhspan(*between, color="#E4E4E4", linewidth=0)
        for width, (color, marker) in looks.items():
            line = theory[(theory["ratio"] == name) & (theory["width"] == width)]
            ax.plot(line["depth"], line["value"], color=color, linewidth=1, **LINE)
            points = sampled[(sampled["ratio"] == name) & (sampled["width"] == width)]
            points = points.rename(columns={"low": "value_low", "high": "value_high"})
            _points(ax, points, "value", color, marker)
        title = name.replace(" / ", " /\n").replace("sss*", "SSS*").replace("alphabeta", "Alphabeta")
        ax.set_title(title.replace("scout", "Scout"), fontsize=10)
        ax.set_xlabel("depth")
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes[0].set_ylabel("quotient of means")
    handles: list[Artist] = [key(f"width {width}", color, marker) for width, (color, marker) in looks.items()]
    legend_below(figure, [*handles, *_keys(hollow=True), Patch(color="#E4E4E4", label="as quoted")])
    return figure


def _points(ax: Axes, points: pd.DataFrame, column: str, color: str, marker: str) -> None:
    """Draw points with intervals; hollow where there are too few trees for one."""
    look: dict[str, Any] = {"color": color, "marker": marker, "linestyle": "", "markersize": 4.5}
    low, high = points[f"{column}_low"], points[f"{column}_high"]
    several = low.notna()
    sides = [(points[column] - low)[several], (high - points[column])[several]]
    ax.errorbar(
        points["depth"][several], points[column][several], yerr=sides, **look, elinewidth=0.8, capsize=1.5
    )
    ax.plot(points["depth"][~several], points[column][~several], **look, markerfacecolor="white")


def _keys(hollow: bool) -> list[Artist]:
    few = key("fewer than 10 trees", "#777777", "o", markerfacecolor="white")
    exact = key("exact", "#777777", linestyle="-", linewidth=1)
    return [few, exact] if hollow else [exact]
