"""Figures about pathology: printed numbers beside ours, decisions by depth, errors from level to level, proofs of B*."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap, TwoSlopeNorm
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from companion import plot
from companion.pathology import model
from companion.pathology.findings import FIGURE_54
from companion.pathology.model import STARTS, Map
from companion.pathology.tables import BY_NAU, DEPENDENT, GAMES, OWN
from companion.plot.style import LINE, PALETTE, VERDICTS, WIDE, key, legend_below, panels, styled
from companion.published.verdict import LIMIT
from gametree.games.board_games import count_of_ones, incremental_game, pearl_game
from gametree.theory.error_model import critical_q, fixed_p
from gametree.tree import Tree

if TYPE_CHECKING:
    from companion.pathology.b_star import Worked

# -- printed numbers beside ours ---------------------------------------------------------------------------------------

_MARKERS = {
    "exact": "P",
    "agrees": "o",
    "inconclusive": "^",
    "differs": "X",
    "underspecified": "D",
    "scan": "s",
}
"""The marker of each verdict that printed numbers of this chapter have; the colours are those of every page."""

_GROUPS = (
    ("Nau's tables", BY_NAU),
    ("the thesis' own tables, same games", OWN),
    ("the thesis' own,\nother games", DEPENDENT),
)


@styled()
def draw_differences(informative: pd.DataFrame) -> Figure:
    """Draw printed less ours for every informative number, table by table, by verdict, and what chance allows.

    Parameters
    ----------
    informative : DataFrame
        From `companion.pathology.study.Study`: ``table, w, t, d, probability, ours, error, verdict``.
    """
    judged = informative[informative["verdict"] != "not yet"]
    figure, (left, middle, right) = panels(3, 4.7, width_ratios=[4.6, 4.6, 2.3])
    middle.sharey(left)
    for axes, (title, tables) in zip((left, middle, right), _GROUPS, strict=True):
        _draw_group(axes, judged, tables)
        axes.set_title(title)
    left.set_ylabel("printed less ours, probability")
    middle.tick_params(labelleft=False)
    right.set_ylim(-0.5, 0.1)
    handles = [
        key(_LEGEND.get(verdict, verdict), "#333333", markersize=7, **_mark(verdict))
        for verdict in _MARKERS
        if (judged["verdict"] == verdict).any()
    ]
    chance = mpl.patches.Patch(color="#CCCCCC", label="three standard errors")
    legend_below(figure, [*handles, chance], 5, fontsize=10)
    return figure


_LEGEND = {"underspecified": "sample size was fitted here", "scan": "restored from the scan"}
"""What a reader of the picture has to know of a verdict beyond its name."""


def _mark(verdict: str) -> dict[str, Any]:
    return {
        "marker": _MARKERS[verdict],
        "markerfacecolor": VERDICTS[verdict]["facecolor"],
        "markeredgecolor": "#333333",
        "markeredgewidth": 0.5,
    }


def _draw_group(axes: Axes, judged: pd.DataFrame, tables: tuple[str, ...]) -> None:
    places, begin = [], 0
    for table in tables:
        part = judged[judged["table"] == table].sort_values(["w", "t", "d"])
        at = begin + np.arange(len(part))
        band = (LIMIT * part["error"]).to_numpy()
        axes.bar(at, 2 * band, bottom=-band, width=1.0, color="#CCCCCC", linewidth=0)
        off = (part["probability"] - part["ours"]).to_numpy()
        for verdict in _MARKERS:
            of_verdict = (part["verdict"] == verdict).to_numpy()
            axes.plot(at[of_verdict], off[of_verdict], linestyle="", markersize=5, **_mark(verdict))
        differ = int((part["verdict"] == "differs").sum())
        places.append((begin + (len(part) - 1) / 2, f"{table}\n{differ} of {len(part)}\ndiffer"))
        begin += len(part) + 8
        if table != tables[-1]:
            axes.axvline(begin - 4.5, color="#BBBBBB", linewidth=0.8, **LINE)
    axes.axhline(0, color="#333333", linewidth=0.8, **LINE)
    axes.set_xticks([x for x, _ in places], [label for _, label in places], fontsize=9.5)
    axes.tick_params(axis="x", length=0)
    axes.margins(x=0.02)


_RING = {"marker": "o", "markersize": 10, "markerfacecolor": "none", "markeredgecolor": "#333333"}
_SOURCES: Mapping[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "Nau": (BY_NAU, _RING),
    "the thesis": (OWN, {"marker": "x", "markersize": 7, "markeredgecolor": "#1A1A1A"}),
}
"""How printed numbers look, by whose they are: Nau's as rings around ours, the thesis' own as crosses."""


_LINES: tuple[tuple[str, Any], ...] = (
    ("blue", "-"),
    ("vermillion", "--"),
    ("green", "-."),
    ("purple", ":"),
    ("orange", (0, (5, 1, 1, 1))),
)
"""Colour and dash of the lines of a panel."""


@styled()
def draw_decisions(quality: pd.DataFrame, printed: pd.DataFrame, lines: str) -> Figure:
    """Draw D against depth by game and rule, a line per value of `lines`; what Nau and the thesis print as marks.

    Depths that see the end decide right by definition: they are left out.  The panels of one game share their axes.

    Parameters
    ----------
    quality, printed : DataFrame
        From `with_theory` and `with_places`, already cut down to what is to be seen.
    lines : str
        The column that distinguishes lines: t, w or rule.
    """
    quality, printed = (f[f["d"] < f["t"] - 1] for f in (quality, printed))
    by_rule = lines != "rule" and quality["rule"].nunique() > 1
    games = list(dict.fromkeys(quality["game"]))
    rules = list(dict.fromkeys(quality["rule"])) if by_rule else [None]
    rows, columns = (len(games), len(rules)) if by_rule else (1, len(games))
    share = "row" if by_rule else False
    figure, grid = panels(columns, 3.3 * rows + 0.7, rows=rows, sharey=share, sharex=True)
    for axes, (game, rule) in zip(grid, ((g, r) for g in games for r in rules), strict=True):
        own, marks = (f[(f["game"] == game) & (f["rule"] == (rule or f["rule"]))] for f in (quality, printed))
        _draw_lines(axes, own, marks, lines)
        axes.set_title(f"{GAMES[game]}, {rule}" if rule else GAMES[game])
    for axes in grid[-columns:]:
        axes.set_xlabel("depth of the search, $d$")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    for axes in grid[::columns]:
        axes.set_ylabel("probability of a correct decision")
    legend_below(figure, grid[0], fontsize=10)
    return figure


def _draw_lines(axes: Axes, quality: pd.DataFrame, printed: pd.DataFrame, lines: str) -> None:
    for value, (colour, dash) in zip(sorted(set(quality[lines])), _LINES, strict=False):
        line = quality[quality[lines] == value].sort_values("d")
        band = 1.96 * line["sd"] / np.sqrt(line["n"])
        label = value if lines == "rule" else f"${lines} = {value}$"
        look = {"color": PALETTE[colour], "linestyle": dash, "marker": ""}
        axes.plot(line["d"], line["probability"], label=label, **look)
        low, high = line["probability"] - band, line["probability"] + band
        axes.fill_between(line["d"], low, high, color=PALETTE[colour], alpha=0.25, linewidth=0)
        for tables, style in _SOURCES.values():
            points = printed[(printed[lines] == value) & printed["table"].isin(tables)]
            drawn = {**style, "markeredgecolor": PALETTE[colour], "markeredgewidth": 1.4}
            axes.plot(points["d"], points["probability"], linestyle="", **drawn)
    for source, (_, style) in _SOURCES.items():
        axes.plot([], [], linestyle="", label=f"printed, {source}", **style)


# -- boards and small trees --------------------------------------------------------------------------------------------

FIGURE_49 = ((0, 0, 0, 0), (0, 1, 1, 0), (0, 0, 1, 1), (0, 0, 0, 1))
"""The board of Figure 49, which survived the scan."""

FIGURE_56 = {"p*": Tree.from_nested([[1, 1], [0, 0]]), "p": Tree.from_nested([[1, 0], [1, 0]])}
"""Two nodes with as many winning squares: one a forced win, the other a forced loss."""


def board_of(leaves: Any) -> np.ndarray:
    """Return the board of a game of width 2 with an even number of moves: the inverse of `board_tree`.

    Examples
    --------
    >>> board_of([0, 1, 2, 3]).tolist()
    [[0, 2], [1, 3]]
    """
    moves = int(np.log2(len(leaves)))
    divided = np.reshape(leaves, (2,) * moves)
    # The first player divides columns, the second rows.
    order = (*range(1, moves, 2), *range(0, moves, 2))
    return divided.transpose(order).reshape(2 ** (moves // 2), -1)


@styled()
def draw_boards(moves: int, seed: int) -> Figure:
    """Draw the board of Figure 49, and a Pearl-game and an incremental game of so many moves."""
    boards = {
        "Figure 49 of the thesis, 4 moves": np.array(FIGURE_49),
        f"a Pearl-game, {moves} moves": board_of(pearl_game(2, moves, seed).leaves),
        f"an incremental game, {moves} moves": board_of(incremental_game(2, moves, seed).tree.leaves),
    }
    figure, grid = panels(len(boards), 4.0)
    for axes, (title, board) in zip(grid, boards.items(), strict=True):
        axes.imshow(board, cmap=ListedColormap(["#FFFFFF", PALETTE["blue"]]), vmin=0, vmax=1)
        axes.set_title(title)
        axes.set(xticks=[], yticks=[])
        axes.spines[:].set_visible(True)
        if len(board) == len(FIGURE_49):
            for (row, column), value in np.ndenumerate(board):
                colour = "#FFFFFF" if value else "#1A1A1A"
                axes.text(column, row, str(value), ha="center", va="center", color=colour)
    return figure


def draw_examples() -> Figure:
    """Draw Figure 54, in which two rules prefer different moves, and the two nodes of Figure 56."""
    values = {n: f"{v:.2f}"[1:] for n, v in enumerate(FIGURE_54.backed_up) if not FIGURE_54.is_leaf(n)}
    panels: dict[str, dict[str, Any]] = {"Figure 54": {"tree": FIGURE_54, "values": values}}
    for name, tree in FIGURE_56.items():
        panels[f"Figure 56: {name}, {count_of_ones(tree, 0)} ones"] = {"tree": tree, "names": False}
    return plot.draw_trees(panels, columns=3, compact=True)


def describe_examples() -> str:
    """Return Figures 54 and 56 in words."""
    trees = {"Figure 54": FIGURE_54, **{f"Figure 56, {name}": tree for name, tree in FIGURE_56.items()}}
    return " ".join(f"{name}: {plot.describe(tree)}" for name, tree in trees.items())


# -- the error model ---------------------------------------------------------------------------------------------------


@styled()
def draw_errors(levels: int = 10) -> Figure:
    """Draw ERR against the probability that a leaf is WIN, a line per level: Figures 44-47 above, 50-53 below."""
    fine = np.linspace(0.2, 0.9, 141)
    colours = mpl.colormaps["viridis_r"]
    norm = mpl.colors.BoundaryNorm(np.arange(0.5, levels + 1), colours.N)
    figure = Figure(figsize=(WIDE, 5.9), layout="constrained")
    grid = figure.subplots(2, len(STARTS), sharex=True, sharey=True)
    for axes_of_row, first, q in zip(grid, (44, 50), (0.0, model.Q), strict=True):
        by_start = zip(axes_of_row, STARTS, model.errors_by_level(fine, levels, q), strict=True)
        for number, (axes, (err1, err2), err) in enumerate(by_start, first):
            for level in range(1, levels + 1):
                axes.plot(fine, err[level], color=colours(norm(level)), linewidth=1.5, **LINE)
            axes.plot(fine, err[0], color=PALETTE["vermillion"], linestyle="--", marker="", linewidth=2)
            axes.axhline(0.5, color="#888888", linewidth=0.8, linestyle=":", marker="")
            axes.set_title(f"Figure {number}: {err1}, {err2}", fontsize=10.5)
        axes_of_row[0].set_ylabel(f"ERR, $q = {q:g}$")
    for axes in grid[-1]:
        axes.set_xlabel("$p$ at the leaves")
        axes.set_xticks([0.2, 0.4, 0.6, 0.8])
    shades = mpl.cm.ScalarMappable(norm=norm, cmap=colours)
    figure.colorbar(shades, ax=grid, label="levels above the leaves", ticks=range(1, levels + 1), aspect=40)
    legend_below(figure, [key("at the leaves", PALETTE["vermillion"], None, "--")], fontsize=10)
    return figure


@styled()
def draw_maps(maps: Mapping[str, Map]) -> Figure:
    """Draw where in (p, q) ERR has grown or fallen, one map per number of levels; the colours are the same for all."""
    greatest = max(abs(each.change).max() for each in maps.values())
    densities = np.linspace(0, 0.25, 60)
    figure, grid = panels(len(maps), 4.4, sharex=True, sharey=True)
    for axes, (title, (p, q, change)) in zip(grid, maps.items(), strict=True):
        shades = axes.pcolormesh(
            p, q, change, cmap="PuOr_r", norm=TwoSlopeNorm(0, -greatest, greatest), rasterized=True
        )
        fixed, dashed = [fixed_p(density) for density in densities], {"linestyle": "--", "marker": ""}
        axes.plot(fixed, densities, color=PALETTE["black"], label="fixed point $p^*$", **dashed)
        axes.axhline(critical_q(), color=PALETTE["blue"], linestyle="-.", marker="", label="critical density")
        axes.set(
            title=title, xlabel="probability that a leaf is WIN, $p$", xlim=(p[0], p[-1]), ylim=(q[0], q[-1])
        )
    grid[0].set_ylabel("density of terminal nodes, $q$")
    figure.colorbar(shades, ax=grid, label="change of ERR: falls (violet), grows (orange)")
    legend_below(figure, grid[0], fontsize=10)
    return figure


@styled()
def draw_path(path: Any, q: float, w: int) -> Figure:
    """Draw how err1, err2, p and ERR go from level to level, and the path of (err1, err2) in its plane."""
    levels = range(len(path.p))
    err = (path.err1 + path.err2) / 2
    figure, (left, right) = panels(2, 4.3, width_ratios=[1.6, 1])
    for name, line in (("err1", path.err1), ("err2", path.err2), ("p", path.p)):
        left.plot(levels, line, markersize=4.5, label=name)
    left.plot(levels, err, marker="", linewidth=2.6, label="ERR", color=PALETTE["black"], linestyle="-")
    left.set(xlabel="levels above the leaves", ylabel="probability", ylim=(-0.03, 1.03))
    left.set_title(f"width {w}, terminal nodes $q = {q:g}$")
    steps: dict[str, Any] = {"linestyle": "-", "marker": "o", "markersize": 4}
    right.plot(path.err1, path.err2, color=PALETTE["blue"], label="level by level", **steps)
    start: dict[str, Any] = {"linestyle": "", "marker": "s", "markersize": 9}
    right.plot(path.err1[:1], path.err2[:1], color=PALETTE["vermillion"], label="leaves", **start)
    right.plot([0, 1], [1, 0], color="#888888", linestyle=":", marker="", linewidth=1.2, label="ERR = 0.5")
    right.set(xlabel="err1", ylabel="err2", xlim=(-0.03, 1.03), ylim=(-0.03, 1.03), aspect="equal")
    right.set_title("the path of (err1, err2)")
    for axes in (left, right):
        axes.legend(fontsize=10, ncols=4, loc="upper center", bbox_to_anchor=(0.5, -0.16))
    return figure


# -- B* ----------------------------------------------------------------------------------------------------------------


@styled()
def draw_b_star(worked: Worked) -> Figure:
    """Draw what B* knows of every move at each step: a bar from the pessimistic to the optimistic value."""
    figure, grid = panels(len(worked.steps), 2.9, sharex=True, sharey=True)
    above: dict[str, Any] = {"xytext": (0, 11), "textcoords": "offset points", "ha": "center", "size": 9.5}
    above["bbox"] = {"facecolor": "white", "edgecolor": "none", "pad": 0.5}
    for axes, (title, ranges) in zip(grid, worked.steps.items(), strict=True):
        for number, (move, (low, high)) in enumerate(ranges.items()):
            colour = PALETTE["blue"] if move == worked.move else "#888888"
            bar: dict[str, Any] = {"linewidth": 8, "marker": "o", "markersize": 8, "linestyle": "-"}
            axes.plot([low, high], [number] * 2, color=colour, **bar)
            label = f"{low:.2f} to {high:.2f}" if high > low else f"{low:.2f}"
            axes.annotate(label, (min((low + high) / 2, 0.88), number), **above)
        axes.axvline(ranges[worked.move][0], color=PALETTE["blue"], linewidth=1.2, linestyle=":", marker="")
        axes.set_yticks(range(len(ranges)), list(ranges))
        axes.set(title=title, xlabel="value", xlim=(0, 1.08), ylim=(len(ranges) - 0.5, -0.8))
        axes.title.set_fontsize(10.5)
    return figure
