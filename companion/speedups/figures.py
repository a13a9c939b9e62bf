"""Figures of chapter 4: what ordering, table and killers save, who searches what when, what more processors bring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import FuncFormatter, MaxNLocator, NullLocator

from companion.plot.style import PALETTE, key, legend_below, panels, styled
from companion.speedups.enhancement_study import saved
from companion.speedups.parallel_study import FEW, SIX_PROCESSORS
from gametree.parallel import Simulation

GREY, LIGHT = "#777777", "#E8E8E8"
DOTTED: dict[str, Any] = {"color": GREY, "linewidth": 1.2, "linestyle": (0, (2, 2))}
"""What was printed."""

GAMES = {
    "connect-four": "connect four",
    "checkers": "checkers",
    "chess": "pawn endings",
    "g-game": "G-games",
    "integer-dependent, width 3": "random: integer-dependent",
    "incremental, width 3": "random: incremental",
    "incremental-real, width 3": "random: incremental-real",
}
"""What pictures and sentences call the kinds of trees; our chess is that of kings and pawns."""

ENHANCEMENTS = {
    "alphabeta, fixed": "fixed ordering",
    "alphabeta, dynamic": "dynamic ordering",
    "table": "table",
    "killers": "killers",
    "table and killers": "table and killers",
}
"""What is added to plain Alphabeta in the first picture."""

METHOD_NAMES = {
    "tree-splitting": "tree-splitting",
    "parallel-scout": "parallel Scout",
    "processor-tree": "processor tree",
    "sss*-parts": "SSS* on parts",
    "pv-splitting": "PV-splitting",
    "young-brothers-wait": "young brothers wait",
}
"""What pictures and sentences call the parallel methods."""

MOST_ROWS = 64
"""Processors that a timeline can show."""

_COLOURS = ("blue", "vermillion", "green", "purple", "orange", "black", "sky")
_LINES: tuple[Any, ...] = ("-", "--", "-.", ":", (0, (5, 1, 1, 1)), (0, (8, 2)), (0, (1, 1)))
_MARKERS = ("o", "s", "^", "D", "v", "P", "X")
_FILLS = ("sky", "orange", "green", "purple", "yellow", "blue", "vermillion")
_HATCHES = ("", "///", "...", "xx", "\\\\\\", "++", "oo")
_THIN: dict[str, Any] = {"color": PALETTE["sky"], "linewidth": 1, "linestyle": "-", "marker": ""}
"""How one of several starting positions looks beside their mean."""


def _style(number: int) -> dict[str, Any]:
    """Return a look that differs in grey too."""
    return {
        "color": PALETTE[_COLOURS[number % 7]],
        "marker": _MARKERS[number % 7],
        "linestyle": _LINES[number % 7],
        "markersize": 5,
    }


_MEAN = {**_style(0), "color": PALETTE["black"]}
"""How their mean looks."""


def look_of_game(game: str) -> dict[str, Any]:
    """Return the look of a kind of trees, the same in every picture."""
    return _style(list(GAMES).index(game))


def _of_games(names: Sequence[str], lines: bool = True) -> list[Line2D]:
    looks = {name: look_of_game(name) | ({} if lines else {"linestyle": ""}) for name in names}
    return [key(GAMES[name], **look) for name, look in looks.items()]


def _means(values: pd.Series[float], by: str) -> pd.DataFrame:
    """Return mean and two standard errors by a part of the index."""
    groups = values.groupby(level=by)
    return groups.agg("mean").to_frame("mean").assign(error=2 * groups.sem().fillna(0))


def _mean_and_one(mean: str, one: str) -> list[Line2D]:
    """Return the entries of a legend for the mean of some thin lines, and for one of them."""
    return [key(mean, **_MEAN), key(one, **_THIN)]


def _line(axes: Axes, values: pd.Series[float], look: Mapping[str, Any], by: str, dodge: float = 0.0) -> None:
    """Draw the mean with two standard errors; depths that most starts do not reach are left out."""
    counts = values.groupby(level=by).size()
    found = _means(values, by).loc[counts.index[counts > counts.max() / 2]]
    axes.errorbar(found.index + dodge, found["mean"], yerr=found["error"], capsize=2, elinewidth=1, **look)


def _doubling(axes: Axes, which: str, ticks: Sequence[int]) -> None:
    """Let the x-axis or the y-axis be logarithmic, with these ticks alone."""
    axis, scale = (axes.xaxis, axes.set_xscale) if which == "x" else (axes.yaxis, axes.set_yscale)
    scale("log", base=2)
    axis.set_minor_locator(NullLocator())
    axis.set_ticks(ticks, labels=[str(k) for k in ticks])


def _by_machine(axes: Axes, machines: pd.Series[int]) -> None:
    axes.set_xlabel("processors")
    _doubling(axes, "x", [k for k in (1, 2, 4, 8, 16, 32, 64) if k <= max(machines)])


def _at(axes: Axes, first: float, last: float, label: str) -> None:
    """Mark what was printed of the number of processors."""
    if first == last:
        axes.axvline(first, **DOTTED, label=label)
    else:
        axes.axvspan(first, last, color="#CCCCCC", zorder=0, label=label)


# -- the first picture ---------------------------------------------------------------------------------------------------


def leaves_left(ordering: pd.DataFrame, memories: pd.DataFrame, depth: int) -> pd.DataFrame:
    """Return the leaves of enhanced searches at a depth, in per cent of plain Alphabeta's on the same tree.

    Columns: game, start, enhancement, left.
    """
    parts = [saved(frame, plain) for frame, plain in ((ordering, "alphabeta"), (memories, "none"))]
    both = pd.concat(parts)
    own = both[
        (both["depth"] == depth) & both["search"].isin(ENHANCEMENTS) & both["game"].isin(list(GAMES)[:3])
    ]
    return own.assign(enhancement=own["search"].map(ENHANCEMENTS), left=100 - own["saved"])[
        ["game", "start", "enhancement", "left"]
    ]


@styled()
def draw_overview(left: pd.DataFrame, depth: int, checkers: pd.DataFrame) -> Figure:
    """Draw what is left of the work: leaves by enhancement (`leaves_left`), time in checkers by processors."""
    names, phases = list(ENHANCEMENTS.values()), list(checkers["phase"].unique())
    figure, (leaves, times) = panels(2, 4.6)
    for number, game in enumerate(list(GAMES)[:3]):
        own = left[left["game"] == game].set_index("enhancement")["left"]
        found = _means(own, "enhancement").reindex(names)
        y = np.arange(len(names)) + 0.22 * (number - 1)
        look = {**look_of_game(game), "linestyle": "", "markersize": 7}
        leaves.errorbar(found["mean"], y, xerr=found["error"], capsize=3, label=GAMES[game], **look)
    leaves.axvline(100, color=GREY, linewidth=1)
    leaves.set_yticks(range(len(names)), labels=names)
    leaves.invert_yaxis()
    leaves.set_xlim(left=0)
    leaves.set_xlabel("leaves, % of plain Alphabeta's")
    leaves.set_title(f"With an enhancement, at depth {depth}")
    leaves.legend(loc="lower right")
    _at(times, FEW, SIX_PROCESSORS, "constant from here on,\nsays the thesis")
    for number, (phase, method) in enumerate(
        (p, m) for m in ("tree-splitting", "parallel-scout") for p in phases
    ):
        own = checkers[(checkers["phase"] == phase) & (checkers["method"] == method)]
        values = own.assign(part=100 / own["speed_up"]).set_index("processors")["part"]
        look = {**_style(phases.index(phase)), "linestyle": "-" if method == "tree-splitting" else "--"}
        if number >= len(phases):
            look["markerfacecolor"] = "none"
        name = {"tree-splitting": "Alphabeta", "parallel-scout": "Scout"}[method]
        _line(times, values, {**look, "label": f"{name}, {phase}"}, "processors")
    _by_machine(times, checkers["processors"])
    times.set_ylim(0, 105)
    times.set_ylabel("run time, % of one processor's")
    times.set_title("With more processors, checkers")
    times.legend(loc="upper right", fontsize=9.5)
    return figure


# -- ordering, transposition table, killers ------------------------------------------------------------------------------


@styled()
def draw_ordering(frame: pd.DataFrame) -> Figure:
    """Draw three comparisons by depth: dynamic ordering with the minimum, fixed with none, dynamic with fixed."""
    by_search = frame.set_index(["search", "game", "start", "depth"]).sort_index()
    plain, fixed, dynamic = (by_search.loc[f"alphabeta{name}"] for name in ("", ", fixed", ", dynamic"))
    minimum = dynamic["leaves"] / dynamic["fewest"]
    faster, dearer = (
        fixed["evaluations"] / plain["evaluations"],
        dynamic["evaluations"] / fixed["evaluations"],
    )
    compared = {
        "Dynamic ordering: leaves": (minimum, "in multiples of the minimum"),
        "Fixed ordering: evaluations": (faster, "in multiples of no ordering's"),
        "Dynamic ordering: evaluations": (dearer, "in multiples of fixed ordering's"),
    }
    names = list(dict.fromkeys(frame["game"]))
    figure, axes = panels(3, 4.6, sharey=True)
    for ax, (title, (ratio, label)) in zip(axes, compared.items(), strict=True):
        for number, game in enumerate(names):
            own = ratio[ratio.index.get_level_values("game") == game].map(np.log2)
            _line(ax, own, look_of_game(game), "depth", 0.06 * (number - len(names) / 2))
        ax.axhline(0, color=GREY, linewidth=1)
        ax.set_title(title, fontsize=10.5)
        ax.set_xlabel("depth of search")
        ax.set_ylabel(label)
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
        ax.yaxis.set_major_locator(MaxNLocator(integer=True))
        ax.yaxis.set_major_formatter(FuncFormatter(_power_of_two))
        ax.tick_params(labelleft=True)
    axes[2].axvline(6, **DOTTED)
    legend_below(figure, _of_games(names), 3)
    return figure


def _power_of_two(x: float, _: Any = None) -> str:
    return f"1/{2**-x:g}" if x < 0 else f"{2**x:g}"


@styled()
def draw_tables(memories: pd.DataFrame, sizes: pd.DataFrame) -> Figure:
    """Draw the leaves that a table saves: against the depth, and at one depth against the entries of the table."""
    deep, size = saved(memories, "none"), saved(sizes, "none")
    deep = deep[deep["search"] == "table"]
    size = size[size["table"] > 0]
    names = [name for name in GAMES if name in set(deep["game"])]
    figure, (left, right) = panels(2, 4.4, sharey=True)
    for game in names:
        _line(left, deep[deep["game"] == game].set_index("depth")["saved"], look_of_game(game), "depth")
        own = size[size["game"] == game].set_index("table")["saved"]
        _line(right, own, look_of_game(game), "table")
    left.axhline(30, **DOTTED)
    left.annotate(
        "30 % in whole chess at depth six\n(Marsland 1983)", (12.3, 28), ha="right", va="top", color="#444444"
    )
    left.set(xlabel="depth of search", ylabel="leaves saved, %", title="A table that forgets nothing")
    left.xaxis.set_major_locator(MaxNLocator(integer=True))
    left.set_ylim(-4, 102)
    right.set_xscale("log", base=2)
    ticks = sorted(set(size["table"]))
    right.set_xticks(ticks, labels=[f"{tick:,}" for tick in ticks], fontsize=10)
    right.set(xlabel="entries of the table", title=f"A table of limited size, depth {sizes['depth'].max()}")
    right.tick_params(labelleft=True)
    legend_below(figure, _of_games(names), 4)
    return figure


@styled()
def draw_killers(frame: pd.DataFrame) -> Figure:
    """Draw the leaves that killers save in pawn endings against depth: a panel per width, a thin line per ending."""
    own = saved(frame, "none")
    own = own[own["search"] == "killers"]
    widths = sorted(set(own["width"]))
    figure, axes = panels(len(widths), 4.0, sharey=True, sharex=True)
    for ax, width in zip(axes, widths, strict=True):
        part = own[own["width"] == width]
        ax.axhspan(15, 80, color=LIGHT, zorder=0)
        ax.axhline(0, color=GREY, linewidth=1)
        for _, ending in part.groupby("start", sort=False):
            ax.plot(ending["depth"], ending["saved"], **_THIN)
        _line(ax, part.set_index("depth")["saved"], _MEAN, "depth")
        ax.set_title(f"at most {width} moves")
        ax.set_xlabel("depth of search")
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes[0].set_ylabel("leaves saved, %")
    handles = [
        *_mean_and_one("mean of the endings", "one ending"),
        Patch(facecolor=LIGHT, label="15 to 80 %, Akl & Newborn 1977"),
    ]
    legend_below(figure, handles, 3)
    return figure


@styled()
def draw_effects(summary: pd.DataFrame) -> Figure:
    """Draw the effects of a factorial experiment and their interactions: a panel per strategy, a mark per game."""
    strategies, names = (list(dict.fromkeys(summary[name])) for name in ("strategy", "game"))
    effects = list(dict.fromkeys(summary["effect"]))
    place = {name: len(effects) - number for number, name in enumerate(effects)}
    step = 0.7 / len(names)
    titles = {"alphabeta": "Alphabeta", "pvs": "PVS", "scout": "Scout"}
    figure, axes = panels(len(strategies), 0.62 * len(effects) + 1.4, sharey=True, sharex=True)
    for ax, strategy in zip(axes, strategies, strict=True):
        for number, game in enumerate(names):
            rows = summary[(summary["strategy"] == strategy) & (summary["game"] == game)]
            y = [place[effect] + step * ((len(names) - 1) / 2 - number) for effect in rows["effect"]]
            look = {**look_of_game(game), "linestyle": ""}
            ax.errorbar(rows["mean"], y, xerr=2 * rows["error"], elinewidth=1.2, **look)
        ax.axvline(0, color=GREY, linewidth=1)
        for below in range(1, len(effects)):
            ax.axhline(below + 0.5, color="#E5E5E5", linewidth=0.6)
        ax.set_title(titles[strategy])
        ax.set_xlabel("leaves are multiplied by")
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
        ax.xaxis.set_major_formatter(FuncFormatter(_power_of_two))
        ax.yaxis.set_minor_locator(NullLocator())
        ax.set_yticks([place[name] for name in effects], effects)
    legend_below(figure, _of_games(names, lines=False), len(names))
    return figure


@styled()
def leaves_by_depth(frame: pd.DataFrame, enhanced: str, title: str) -> Figure:
    """Draw leaves against depth (columns depth, plain and enhanced) of plain Alphabeta and of the enhanced search."""
    figure, (ax,) = panels(1, 3.8, width=8.5)
    for column, label, colour, look in (
        ("plain", "plain Alphabeta", "blue", "o-"),
        ("enhanced", enhanced, "green", "s:"),
    ):
        ax.plot(frame["depth"], frame[column], look, color=PALETTE[colour], label=label)
    ax.set(yscale="log", xlabel="depth of search", ylabel="leaves", title=title)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.legend(loc="upper left")
    return figure


# -- who searches what when ----------------------------------------------------------------------------------------------


def bars_of(timeline: pd.DataFrame) -> list[tuple[int, int, int, int]]:
    """Return a timeline as bars (processor, child of the root, start, length): units without a gap are one bar."""
    bars: list[tuple[int, int, int, int]] = []
    for processor, part, start in timeline.sort_values(["processor", "start"])[
        ["processor", "part", "start"]
    ].itertuples(index=False):
        last = bars[-1] if bars else (-1, -1, 0, 0)
        if last[:2] == (processor, part) and last[2] + last[3] == start:
            bars[-1] = (*last[:3], last[3] + 1)
        else:
            bars.append((int(processor), int(part), int(start), 1))
    return bars


def _fill(part: int) -> dict[str, Any]:
    """Return how work below a child of the root looks."""
    which = part % len(_FILLS)
    return {
        "facecolor": PALETTE[_FILLS[which]],
        "hatch": _HATCHES[which],
        "edgecolor": PALETTE["black"],
        "linewidth": 0.4,
    }


def _key_of(timeline: pd.DataFrame) -> list[Patch]:
    """Return what each fill stands for: with more children than fills, all children that share one."""
    children: dict[int, list[str]] = {}
    for part in sorted(set(timeline["part"])):
        children.setdefault(part % len(_FILLS), []).append(f"p{part + 1}")
    shown = {fill: names if len(names) < 4 else [*names[:2], "…"] for fill, names in children.items()}
    return [Patch(label=f"below {', '.join(names)}", **_fill(fill)) for fill, names in shown.items()]


def _rows_of_bars(axes: Axes, timeline: pd.DataFrame, processors: int, title: str) -> int:
    """Draw a timeline, a row per processor, and return when it ends."""
    for processor, part, start, length in bars_of(timeline):
        axes.barh(processor + 1, length, left=start, height=0.8, **_fill(part))
    end = int(timeline["end"].max()) if len(timeline) else 1
    axes.axvline(end, color=PALETTE["black"], linewidth=1, linestyle=":")
    axes.set_ylim(processors + 0.6, 0.4)
    step = -(-processors // 16)
    axes.set_yticks(range(step, processors + 1, step))
    axes.set_xlabel("time, one unit per node")
    axes.set_ylabel("processor")
    axes.set_title(title)
    return end


@styled()
def draw_timeline(timeline: pd.DataFrame, processors: int, *, title: str = "") -> Axes:
    """Draw who searches what when: a row per processor, a bar per stretch of work below one child of the root.

    Parameters
    ----------
    timeline : DataFrame
        The `timeline` of a simulation.
    processors : int
        How many rows; a processor without work stays empty.
    title : str
        The title.
    """
    if not 1 <= processors <= MOST_ROWS:
        raise ValueError(f"processors is {processors}: a timeline can show 1 to {MOST_ROWS}")
    height = 0.42 if processors <= 8 else 3.6 / processors
    _, (axes,) = panels(1, 1.45 + max(0.7, height * processors), width=9.5)
    axes.set_xlim(0, _rows_of_bars(axes, timeline, processors, title))
    # A low picture holds a few lines only: the key then goes on beside them.
    columns = 1 if processors >= 4 else 2
    axes.legend(handles=_key_of(timeline), loc="upper left", bbox_to_anchor=(1.0, 1.0), ncols=columns)
    return axes


@styled()
def draw_timelines(runs: Mapping[str, Simulation]) -> Figure:
    """Draw several simulations of one tree below each other, on one axis of time: title -> simulation."""
    figure, axes = panels(1, 2.3 * len(runs) + 0.4, rows=len(runs), width=9.5, sharex=True)
    for ax, (title, run) in zip(axes, runs.items(), strict=True):
        _rows_of_bars(ax, run.timeline, run.processors, title)
        ax.tick_params(labelbottom=True)
    axes[0].set_xlim(0, 1 + max(run.time for run in runs.values()))
    legend_below(figure, _key_of(next(iter(runs.values())).timeline), 4)
    return figure


# -- more processors -----------------------------------------------------------------------------------------------------


@styled()
def draw_processors(frame: pd.DataFrame) -> Figure:
    """Draw run time and growth of nodes of tree-splitting against the number of processors: a line per size of tree."""
    relative = frame.assign(time=100 / frame["speed_up"], nodes=100 * frame["more_nodes"])
    figure, axes = panels(2, 4.5)
    for ax, column in zip(axes, ("time", "nodes"), strict=True):
        _at(ax, FEW, FEW, "saturation, says the thesis")
        for number, (size, own) in enumerate(relative.groupby("size", sort=False)):
            look = {**_style(number), "label": size}
            _line(ax, own.set_index("processors")[column], look, "processors")
        _by_machine(ax, frame["processors"])
        ax.set_ylim(bottom=0)
    axes[0].set(ylabel="run time, % of one processor's", title="The run time falls")
    axes[1].set(ylabel="more nodes than one processor, %", title="Nodes grow")
    legend_below(figure, axes[0], 7)
    return figure


def time_ratio(frame: pd.DataFrame) -> pd.Series[float]:
    """Return the run time of parallel Scout over that of tree-splitting: by phase, position and processors."""
    times = frame.pivot(index=["phase", "position", "processors"], columns="method", values="time")
    return times["parallel-scout"] / times["tree-splitting"]


@styled()
def draw_phases(frame: pd.DataFrame) -> Figure:
    """Draw the time of parallel Scout over that of tree-splitting: a panel per phase, a thin line per position."""
    logs = time_ratio(frame).map(np.log2)
    phases = list(frame["phase"].unique())
    figure, axes = panels(len(phases), 4.1, sharey=True)
    for ax, phase in zip(axes, phases, strict=True):
        own = logs.loc[phase]
        _at(ax, FEW, SIX_PROCESSORS, "constant from here on, says the thesis")
        for _, position in own.groupby(level="position", sort=False):
            ax.plot(position.index.get_level_values("processors"), position, **_THIN)
        _line(ax, own, _MEAN, "processors")
        ax.axhline(0, color=GREY, linewidth=1)
        ax.set_title(f"{phase}s")
        _by_machine(ax, frame["processors"])
        ax.yaxis.set_major_locator(MaxNLocator(integer=True))
        ax.yaxis.set_major_formatter(FuncFormatter(_power_of_two))
    axes[0].set_ylabel("time of Scout / time of Alphabeta")
    handles = [
        *_mean_and_one("geometric mean of the positions", "one position"),
        Patch(facecolor="#CCCCCC", label="five and six processors"),
    ]
    legend_below(figure, handles, 3)
    return figure


@styled()
def draw_processor_trees(sorted_trees: pd.DataFrame, positions: pd.DataFrame) -> Figure:
    """Draw the speed-up of processor trees against their size: sorted trees, then positions of a game."""
    figure, (left, right) = panels(2, 4.8, sharey=True)
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
        style, speed = _style(number + 2), group.set_index("processors")["speed_up"]
        right.plot(speed, **{**style, "linestyle": "", "markersize": 4, "alpha": 0.4})
        _line(right, speed, {**style, "label": f"{width} slaves each"}, "processors")
    k = np.array([1, 27])
    for axes in (left, right):
        for law, dash, label in ((k, "-", "$k$"), (np.sqrt(k), "--", r"$\sqrt{k}$")):
            axes.plot(k, law, color=GREY, linewidth=1.2, linestyle=dash, marker="", label=label)
        _doubling(axes, "x", (1, 2, 3, 4, 8, 9, 27))
        _doubling(axes, "y", (1, 2, 4, 8, 16, 32))
        axes.set_xlabel("leaf processors $k$")
        axes.legend(loc="upper left", fontsize=9.5)
    left.set(ylabel="speed-up", title="Sorted uniform trees", ylim=(0.9, 64))
    right.set_title("Middle games of checkers")
    right.tick_params(labelleft=True)
    return figure


@styled()
def draw_sss_star(bounds: pd.DataFrame, parts: pd.DataFrame, printed: tuple[float, float]) -> Figure:
    """Draw two parallel SSS*: what a second starting bound saves, and the speed-up on disjoint parts of the tree.

    Rings show the best start there is; `printed` is the range of mean speed-ups on parts.
    """
    sizes = list(parts["size"].unique())
    figure, (left, right) = panels(2, 4.8)
    for number, (size, group) in enumerate(bounds.groupby("size", sort=False)):
        style = _style(number)
        values = 100 * group.dropna().set_index("quantile")["saved"]
        _line(left, values, {**style, "label": size}, "quantile", 0.006 * (number - 1.5))
        best = 100 * group[group["quantile"].isna()]["saved"]
        look = {**style, "markerfacecolor": "none", "markersize": 8, "linestyle": ""}
        left.errorbar(
            [1.06 + 0.02 * number],
            [best.mean()],
            yerr=[2 * float(best.std()) / len(best) ** 0.5],
            capsize=2,
            elinewidth=1,
            **look,
        )
    # The printed speed-up of 25 %, in both readings.
    for saving, reading in ((20, "25 % more speed"), (25, "25 % less time")):
        left.axhline(saving, **DOTTED)
        left.annotate(reading, (0.02, saving + 0.4), color="#444444")
    left.set_xticks([0, 0.25, 0.5, 0.75, 1.09], labels=["0", "0.25", "0.5", "0.75", "value\nknown"])
    left.set(xlabel="chance that the value lies below the second bound", ylabel="time saved, %")
    left.set(title="Two starting bounds", ylim=(-2, 36))
    left.legend(loc="upper left", ncols=4, columnspacing=1, handletextpad=0.4)
    right.axhspan(*printed, color=LIGHT, zorder=0, label="printed range of means")
    for number, (name, group) in enumerate(parts.groupby("part_search", sort=False)):
        style = {**_style(number), "linestyle": ""}
        shift = -0.17 + 0.34 * number
        spread = 0.1 * np.sin(np.arange(len(group)))  # so that equal speed-ups do not hide each other
        places = group["size"].map(sizes.index) + shift + spread
        right.plot(places, group["speed_up"], **{**style, "markersize": 2, "alpha": 0.35})
        found = _means(group.set_index("size")["speed_up"], "size").reindex(sizes)
        look = {**style, "markersize": 8, "markeredgecolor": "white", "label": f"parts searched {name}"}
        right.errorbar(np.arange(len(sizes)) + shift, found["mean"], yerr=found["error"], capsize=3, **look)
    right.set_xticks(range(len(sizes)), labels=sizes)
    right.set(ylabel="speed-up, in leaves", xlabel="tree, one process per child of the root")
    right.set_title("Disjoint parts")
    right.legend(loc="upper left")
    return figure


@styled()
def draw_methods(frame: pd.DataFrame) -> Figure:
    """Draw the speed-up of all methods against the number of processors: a panel per size of tree."""
    sizes = list(frame["size"].unique())
    figure, axes = panels(len(sizes), 4.6, sharey=True)
    for ax, size in zip(axes, sizes, strict=True):
        for number, (method, own) in enumerate(frame[frame["size"] == size].groupby("method", sort=False)):
            values = own.set_index("processors")["speed_up"]
            _line(ax, values, {**_style(number), "label": METHOD_NAMES[method]}, "processors")
        _by_machine(ax, frame["processors"])
        _doubling(ax, "y", (1, 2, 4, 8, 16, 32))
        ax.set_title(size)
        ax.tick_params(labelleft=True)
    axes[0].set_ylabel("speed-up over one processor")
    legend_below(figure, axes[0], 3)
    return figure
