"""Pictures about parallel search: who searches what when, and what more processors bring."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.ticker import NullLocator, ScalarFormatter

from companion.plot.style import PALETTE, styled

if TYPE_CHECKING:
    import pandas as pd

MOST_ROWS = 64
"""Processors that a timeline can show."""

_COLOURS = ("sky", "orange", "green", "purple", "yellow", "blue", "vermillion")
_HATCHES = ("", "///", "...", "xx", "\\\\\\", "++", "oo")
_LINES: tuple[Any, ...] = ("-", "--", "-.", ":", (0, (5, 1, 1, 1)), (0, (8, 2)), (0, (1, 1)))
_MARKERS = ("o", "s", "^", "D", "v", "P", "X")


def _style(number: int) -> dict[str, Any]:
    colours = [PALETTE[name] for name in ("blue", "vermillion", "green", "purple", "orange", "black", "sky")]
    return {
        "color": colours[number % 7],
        "marker": _MARKERS[number % 7],
        "linestyle": _LINES[number % 7],
        "markersize": 5,
    }


def bars_of(timeline: pd.DataFrame) -> list[tuple[int, int, int, int]]:
    """Return a timeline as bars (processor, child of the root, start, length): units without a gap are one bar."""
    bars: list[tuple[int, int, int, int]] = []
    ordered = timeline.sort_values(["processor", "start"])
    columns = (ordered[name].to_numpy() for name in ("processor", "part", "start"))
    for processor, part, start in zip(*columns, strict=True):
        if bars:
            last = bars[-1]
            if last[:2] == (processor, part) and last[2] + last[3] == start:
                bars[-1] = (*last[:3], last[3] + 1)
                continue
        bars.append((int(processor), int(part), int(start), 1))
    return bars


def _key_of(timeline: pd.DataFrame) -> dict[int, str]:
    """Return what each style stands for: with more children than styles, all children that share one."""
    children: dict[int, list[str]] = {}
    for part in sorted(set(timeline["part"])):
        children.setdefault(part % len(_COLOURS), []).append(f"p{part + 1}")
    return {
        style: f"below {', '.join(names) if len(names) < 4 else f'{names[0]}, {names[1]}, …'}"
        for style, names in children.items()
    }


def draw_timeline(
    timeline: pd.DataFrame, processors: int, *, title: str = "", until: int | None = None
) -> Axes:
    """Draw who searches what when: a row per processor, a bar per stretch of work below one child of the root.

    Parameters
    ----------
    timeline : DataFrame
        The `timeline` of a simulation.
    processors : int
        How many rows; a processor without work stays empty.
    title : str
        The title.
    until : int, optional
        Where the axis ends, so that pictures can be compared.
    """
    if not 1 <= processors <= MOST_ROWS:
        raise ValueError(f"processors is {processors}: a timeline can show 1 to {MOST_ROWS}")
    height = 0.42 if processors <= 8 else 3.6 / processors
    with styled():
        figure = Figure(figsize=(9.5, 1.45 + max(0.7, height * processors)), layout="constrained")
        axes = figure.add_subplot()
        for processor, part, start, length in bars_of(timeline):
            axes.barh(
                processor + 1,
                length,
                left=start,
                height=0.8,
                color=PALETTE[_COLOURS[part % 7]],
                hatch=_HATCHES[part % 7],
                edgecolor=PALETTE["black"],
                linewidth=0.4,
            )
        end = int(timeline["end"].max()) if len(timeline) else 1
        axes.axvline(end, color=PALETTE["black"], linewidth=1, linestyle=":")
        axes.set_xlim(0, until or end)
        axes.set_ylim(processors + 0.6, 0.4)
        step = -(-processors // 16)
        axes.set_yticks(range(step, processors + 1, step))
        axes.set_xlabel("time, one unit per node")
        axes.set_ylabel("processor")
        key = [
            Patch(facecolor=PALETTE[_COLOURS[style]], hatch=_HATCHES[style], edgecolor=PALETTE["black"],
                  linewidth=0.4, label=label)
            for style, label in _key_of(timeline).items()
        ]  # fmt: skip
        # A low picture holds a few lines only: the key then goes on beside them.
        columns = 1 if processors >= 4 else 2
        axes.legend(handles=key, loc="upper left", bbox_to_anchor=(1.0, 1.0), ncols=columns)
        axes.set_title(title)
    return axes


def draw_curves(
    frame: pd.DataFrame,
    panels: Sequence[tuple[str, str]],
    by: str,
    *,
    printed: float | None = None,
    logarithmic: Collection[str] = (),
) -> Figure:
    """Draw means against the number of processors, one panel per column (name, label), one line per group.

    Bars show twice the standard error of the mean; `printed` marks a number of processors; columns named in
    `logarithmic` have a logarithmic axis.
    """
    with styled():
        figure = Figure(figsize=(3.4 * len(panels), 4.3), layout="constrained")
        all_axes = figure.subplots(1, len(panels), squeeze=False)[0]
        for axes, (column, label) in zip(all_axes, panels, strict=True):
            for number, (name, group) in enumerate(frame.groupby(by, sort=False)):
                found = group.groupby("processors")[column].agg(["mean", "sem"])
                axes.errorbar(
                    found.index, found["mean"], yerr=2 * found["sem"].fillna(0), label=name,
                    capsize=2, elinewidth=0.8, **_style(number),
                )  # fmt: skip
            if printed is not None:
                axes.axvline(printed, color="#777777", linewidth=1, linestyle=(0, (2, 2)))
            _processor_axis(axes, sorted(set(frame["processors"])))
            axes.set_ylabel(label)
            if column in logarithmic:
                axes.set_yscale("log")
        handles, names = all_axes[0].get_legend_handles_labels()
        figure.legend(handles, names, loc="outside lower center", ncols=3)
    return figure


def _processor_axis(axes: Axes, numbers: Sequence[int]) -> None:
    axes.set_xscale("log", base=2)
    axes.set_xticks([k for k in numbers if k == 5 or k & (k - 1) == 0])
    axes.xaxis.set_major_formatter(ScalarFormatter())
    axes.xaxis.set_minor_locator(NullLocator())
    axes.set_xlabel("processors")


def draw_phases(frame: pd.DataFrame) -> Axes:
    """Draw the time of parallel Scout over that of tree-splitting, by phase of the game and number of processors."""
    times = frame.pivot(index=["phase", "position", "processors"], columns="method", values="time")
    ratio = np.log2(times["parallel-scout"] / times["tree-splitting"])
    with styled():
        figure = Figure(figsize=(7.2, 3.8), layout="constrained")
        axes = figure.add_subplot()
        for number, phase in enumerate(frame["phase"].unique()):
            found = ratio[phase].groupby("processors").agg(["mean", "sem"])
            low, high = (2 ** (found["mean"] + sign * 2 * found["sem"]) for sign in (-1, 1))
            middle = 2 ** found["mean"]
            axes.errorbar(
                found.index * (1 + 0.02 * (number - 1)), middle, yerr=[middle - low, high - middle],
                label=phase, capsize=2, elinewidth=0.8, **_style(number),
            )  # fmt: skip
        axes.axhline(1, color=PALETTE["black"], linewidth=0.8, linestyle="-")
        axes.set_yscale("log", base=2)
        axes.yaxis.set_major_formatter(ScalarFormatter())
        axes.yaxis.set_minor_locator(NullLocator())
        _processor_axis(axes, sorted(set(frame["processors"])))
        axes.set_ylabel("time of Scout / time of Alphabeta")
        axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return axes


def draw_processor_trees(sorted_trees: pd.DataFrame, positions: pd.DataFrame) -> Figure:
    """Draw the speed-up of processor trees against their size: sorted trees, then positions of a game."""
    with styled():
        figure = Figure(figsize=(10.5, 3.9), layout="constrained")
        left, right = figure.subplots(1, 2, sharey=True)
        for number, (case, group) in enumerate(sorted_trees.groupby("case", sort=False)):
            even = group["width"] % group["slaves"] == 0
            for shared, name, face in ((even, "shared evenly", None), (~even, "unevenly", "none")):
                own = group[shared & (group["processors"] > 1)]
                style = {**_style(number), "linestyle": "", "markersize": 6}
                if face:
                    style["markerfacecolor"] = face
                left.plot(own["processors"], own["speed_up"], label=f"{case}, {name}", **style)
        several = positions[positions["processors"] > 1]
        for number, (width, group) in enumerate(several.groupby("slaves")):
            style = {**_style(number + 2), "linestyle": "", "markersize": 4, "alpha": 0.5}
            right.plot(group["processors"], group["speed_up"], **style)
            means = group.groupby("processors")["speed_up"].mean()
            right.plot(means.index, means, label=f"{width} slaves each, mean", **_style(number + 2))
        k = np.array([1, 27])
        for axes in (left, right):
            axes.plot(k, k, color="#777777", linewidth=1, linestyle="-", marker="")
            axes.plot(k, np.sqrt(k), color="#777777", linewidth=1, linestyle="--", marker="")
            axes.annotate("k", (20, 22), color="#555555")
            axes.annotate("√k", (21, 3.7), color="#555555")
            axes.set_yscale("log", base=2)
            _processor_axis(axes, [1, 2, 4, 8, 9, 27])
            axes.set_xticks([1, 2, 3, 4, 8, 9, 27], labels=["1", "2", "3", "4", "8", "  9", "27"])
            axes.yaxis.set_major_formatter(ScalarFormatter())
            axes.yaxis.set_minor_locator(NullLocator())
            axes.legend(loc="upper left", fontsize=8)
        left.set_ylabel("speed-up")
        left.set_title("sorted uniform trees")
        right.set_title("positions of checkers")
    return figure


def draw_bounds(frame: pd.DataFrame) -> Axes:
    """Draw what a second SSS* saves against where it starts; rings show the best start there is."""
    with styled():
        figure = Figure(figsize=(7.2, 3.8), layout="constrained")
        axes = figure.add_subplot()
        for number, (size, group) in enumerate(frame.groupby("size", sort=False)):
            found = 100 * group.dropna().groupby("quantile")["saved"].agg(["mean", "sem"])
            style = _style(number)
            axes.errorbar(found.index + 0.006 * (number - 1.5), found["mean"], yerr=2 * found["sem"].fillna(0),
                          label=size, capsize=2, elinewidth=0.8, **style)  # fmt: skip
            best = 100 * group[group["quantile"].isna()]["saved"].mean()
            axes.plot([1.06], [best], **{**style, "markerfacecolor": "none", "markersize": 8})
        # The printed speed-up of 25 %, in both readings.
        for saved, reading in ((20, "25 % more speed"), (25, "25 % less time")):
            axes.axhline(saved, color="#777777", linewidth=1, linestyle=(0, (2, 2)))
            axes.annotate(reading, (0.02, saved + 0.4), color="#555555", size=8)
        axes.set_xticks(
            [0, 0.25, 0.5, 0.75, 1, 1.06], labels=["0", "0.25", "0.5", "0.75", "", "value\nknown"]
        )
        axes.set_xlabel("chance that the value lies below the bound, by what is known beforehand")
        axes.set_ylabel("time saved, %")
        axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return axes


def draw_parts(frame: pd.DataFrame, printed: tuple[float, float]) -> Axes:
    """Draw the speed-up of SSS* on disjoint parts by size of tree: all trees, their mean, and the printed range."""
    sizes = list(frame["size"].unique())
    with styled():
        figure = Figure(figsize=(8.0, 3.8), layout="constrained")
        axes = figure.add_subplot()
        axes.axhspan(*printed, color="#DDDDDD", zorder=0, label="printed range of means")
        for number, (name, group) in enumerate(frame.groupby("part_search", sort=False)):
            style = {**_style(number), "linestyle": ""}
            shift = -0.15 + 0.3 * number
            places = group["size"].map(sizes.index) + shift
            axes.plot(places, group["speed_up"], **{**style, "markersize": 2.5, "alpha": 0.4})
            means = group.groupby("size", sort=False)["speed_up"].agg(["mean", "sem"])
            axes.errorbar(
                [sizes.index(size) + shift for size in means.index], means["mean"], yerr=2 * means["sem"],
                capsize=3, label=f"parts searched {name}", **{**style, "markersize": 8},
            )  # fmt: skip
        axes.set_xticks(range(len(sizes)), labels=sizes)
        axes.set_ylabel("speed-up, in leaves")
        axes.set_xlabel("tree, one process per child of the root")
        axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return axes
