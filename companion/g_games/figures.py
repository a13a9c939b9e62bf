"""Figures of G-games: boards as triangles of positions, families of evaluation functions, Nau's hypothesis."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch, Patch
from matplotlib.ticker import MaxNLocator

from companion.plot.style import PALETTE, WIDE, key, legend_below, panels, styled
from gametree.games.g_game import GGame, Node

_MAX_FILL, _MIN_FILL = "#CFE4F2", "#FFFFFF"

COLUMN = 9.3
"""Inches of a page's column: what is drawn so wide is shown as large as it was drawn."""

TALLEST = 9
"""The greatest height of a G-game that is still readable as a picture."""


@styled()
def draw_g_game(
    game: GGame,
    *,
    values: Mapping[Node, Fraction] | None = None,
    bold: Collection[Node] = (),
    title: str = "",
) -> Axes:
    """Draw a G-game as a graph: every position once, with what is left of the board in it.

    Parameters
    ----------
    game : GGame
        A game of at most `TALLEST` moves.
    values : mapping, optional
        Node -> the value that a search gives it, written below the node.
    bold : collection of nodes
        Nodes to mark, with the moves between them: a winning strategy.
    title : str
        The title.
    """
    if game.height > TALLEST:
        raise ValueError(f"game has height {game.height}: a height of at most {TALLEST} can be drawn")
    height, width = 1.3 + 0.95 * game.height, min(max(7.4, 1.45 * (game.height + 1)), COLUMN)
    figure = Figure(figsize=(width, height))
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_axis_off()
    axes.set_xlim(-width / 2, width / 2)
    axes.set_ylim(-height + 0.5, 0.5)
    for node in game.nodes():
        for child in game.children(node):
            _draw_move(axes, game, node, child, node in bold and child in bold)
    for node in game.nodes():
        _draw_position(axes, game, node, node in bold, values or {})
    if title:
        axes.text(-width / 2 + 0.1, 0.3, title, weight="bold", size=11, va="center")
    _draw_key(axes, bool(bold))
    return axes


def _place(game: GGame, node: Node) -> tuple[float, float]:
    """Where a position goes: its level downwards, and the more was taken at the right, the further right."""
    i, j = node
    return _apart(game) * (j - i), -0.35 - 0.95 * (i + j)


def _apart(game: GGame) -> float:
    """Return half the distance of neighbours; high games are drawn closer, so that the last level fits the column."""
    return min(0.72, (COLUMN - 0.5) / 2 / game.height)


def _draw_move(axes: Axes, game: GGame, node: Node, child: Node, bold: bool) -> None:
    x, y = zip(_place(game, node), _place(game, child), strict=True)
    look: dict[str, Any] = {"color": "#9A9A9A", "linewidth": 0.9, "zorder": 1}
    if bold:
        look = {"color": PALETTE["vermillion"], "linewidth": 3.2, "zorder": 2}
    axes.plot(x, y, linestyle="-", marker="", solid_capstyle="round", **look)


def _draw_position(axes: Axes, game: GGame, node: Node, bold: bool, values: Mapping[Node, Fraction]) -> None:
    x, y = _place(game, node)
    elements = game.elements(node)
    won_by_max = (game.utility[node] == 1) == game.max_moved(node)
    side = min(0.13, (2 * _apart(game) - 0.27) / game.height)
    wide = side * len(elements)
    # Max is to move where Min moved last.
    square = not game.max_moved(node)
    axes.add_patch(
        FancyBboxPatch(
            (x - wide / 2, y - side / 2),
            wide,
            side,
            boxstyle=f"{'square' if square else 'round'},pad=0.075",
            facecolor=_MAX_FILL if won_by_max else _MIN_FILL,
            edgecolor=PALETTE["vermillion"] if bold else PALETTE["black"],
            linewidth=2.4 if bold else 1.0,
            linestyle="-" if won_by_max else (0, (3, 2)),
            zorder=3,
        )
    )
    for place, element in enumerate(elements):
        axes.plot(
            [x - wide / 2 + side * (place + 0.5)],
            [y],
            marker="s",
            markersize=50 * side,
            markeredgewidth=0.9,
            color=PALETTE["black"],
            markerfacecolor=PALETTE["black"] if element == 1 else "white",
            linestyle="",
            zorder=4,
        )
    if node in values:
        axes.text(
            x,
            y - 0.29,
            _short(values[node]),
            ha="center",
            va="center",
            size=8.5,
            zorder=5,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.8, "alpha": 0.85},
        )


def _short(value: Fraction) -> str:
    """Return a fraction if it is short, else a number with four digits."""
    text = str(value) if value.denominator < 100 else f"{float(value):.4f}"
    return text.replace("-", "−")


def _draw_key(axes: Axes, bold: bool) -> None:
    black = PALETTE["black"]
    handles: list[Any] = [
        key("element 1", black, "s", markersize=6.5),
        key("element −1", black, "s", markersize=6.5, markerfacecolor="white"),
        Patch(facecolor=_MAX_FILL, edgecolor=black, label="Max wins"),
        Patch(facecolor=_MIN_FILL, edgecolor=black, linestyle=(0, (3, 2)), label="Min wins"),
        key("square corners: Max to move,\nround: Min", black),
    ]
    if bold:
        handles.append(key("winning strategy", PALETTE["vermillion"], None, None, linewidth=3.2))
    axes.legend(handles=handles, loc="upper right", fontsize=8.5, borderaxespad=0.4, handlelength=1.6)


def describe_g_game(game: GGame, values: Mapping[Node, Fraction] | None = None) -> str:
    """Return the alternative text of `draw_g_game`."""
    row = " ".join(f"{x:+d}" for x in game.board)
    winner = "Max" if game.max_wins else "Min"
    text = f"G-game on the board {row}: {winner} wins by force."
    if values and (1, 0) in values:
        text += (
            f" Backed-up values: {_short(values[1, 0])} for taking the left element,"
            f" {_short(values[0, 1])} for the right one."
        )
    return text


@styled()
def draw_shift(counted: pd.DataFrame, p_games: pd.DataFrame) -> Figure:
    """Draw D over the moves that a search leaves unseen, a line per depth: P-games beside G-games with e1 and with e2.

    Parameters
    ----------
    counted : DataFrame
        evaluation, k, d, probability, for G-games.
    p_games : DataFrame
        k, d, probability, for P-games.
    """
    shown = {"P-games (theory)": p_games}
    shown |= {f"G-games, {name}": counted[counted["evaluation"] == name] for name in ("e1", "e2")}
    deepest = max(int(frame["d"].max()) for frame in shown.values())
    shallow = {1: ("blue", "o"), 2: ("vermillion", "s"), 3: ("green", "^")}

    def look(d: int) -> dict[str, Any]:
        """Return rings for depths that stand for all, and for deeper ones dots, the darker the deeper."""
        if d in shallow:
            color, marker = shallow[d]
            return {
                "color": PALETTE[color],
                "marker": marker,
                "markersize": 8,
                "markerfacecolor": "none",
                "zorder": 2,
            }
        shade = 0.75 * (deepest - d) / max(deepest - 4, 1)
        return {"color": str(shade), "marker": "o", "markersize": 2.6, "zorder": 3}

    figure, grid = panels(3, 4.2, sharex=True, sharey=True)
    for axes, (title, frame) in zip(grid, shown.items(), strict=True):
        for d in range(1, deepest + 1):
            rows = frame[frame["d"] == d].sort_values("k")
            axes.plot(rows["k"] - rows["d"], rows["probability"], **look(d), linestyle="-", linewidth=1.0)
        axes.axhline(0.5, color="#888888", linewidth=0.8, linestyle=":", marker="")
        axes.set(title=title, xlabel="moves beyond the search, $k - d$", ylim=(0.45, 1.03))
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    grid[0].set_ylabel("$D(k, d)$, share of correct decisions")
    labels = {
        1: "depth 1",
        2: "depth 2",
        3: "depth 3",
        4: "depth 4, faint, to …",
        deepest: f"… depth {deepest}, strong",
    }
    handles = [key(label, linestyle="-", linewidth=1.0, **look(d)) for d, label in labels.items()]
    grid[1].legend(handles=handles, loc="upper right")
    return figure


@styled()
def draw_tables(tables: Mapping[str, pd.DataFrame], cells: pd.DataFrame, titles: Mapping[str, str]) -> Figure:
    """Draw our Tables I to IV as lines over the depth, and what is printed of them as rings."""
    heights = (5, 7, 9, 11, 13)
    figure = Figure(figsize=(WIDE, 7.2), layout="constrained")
    grid = figure.subplots(2, 2, sharex=True, sharey=True)
    dashes: tuple[Any, ...] = ("-", "--", "-.", ":", (0, (5, 1, 1, 1)))
    looks = [*zip(PALETTE.values(), "os^Dv", dashes, strict=False)]
    for axes, (name, title) in zip(grid.flat, titles.items(), strict=True):
        printed = cells[cells["table"] == name]
        for (color, marker, dash), k in zip(looks, heights, strict=True):
            ours = tables[name][tables[name]["k"] == k].sort_values("d")
            look: dict[str, Any] = {"color": color, "marker": marker}
            axes.plot(ours["d"], ours["probability"], **look, linestyle=dash, markersize=4, linewidth=1.3)
            column = printed[printed["column"] == f"k={k}"]
            depths = column["row"].str[2:].astype(int)
            for verdict, edge in (
                ("exact", "#444444"),
                ("scan", "#B59A00"),
                ("differs", PALETTE["vermillion"]),
            ):
                part = column["verdict"] == verdict
                value = column["corrected"].fillna(column["published"])
                size = 9.5 if verdict == "exact" else 11
                shape = "s" if verdict == "differs" else "o"
                axes.plot(
                    depths[part], value[part], linestyle="", marker=shape, markersize=size, markerfacecolor="none",
                    markeredgecolor=edge, markeredgewidth=0.9 if verdict == "exact" else 2.0,
                )  # fmt: skip
        axes.axhline(0.5, color="#888888", linewidth=0.8, linestyle=":", marker="")
        axes.set(title=title, ylim=(0.45, 1.03))
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    for axes in grid[:, 0]:
        axes.set_ylabel("probability of a correct decision, D")
    for axes in grid[1]:
        axes.set_xlabel("depth of the search, d")
    handles = [key(f"ours, k = {k}", *look, markersize=4) for look, k in zip(looks, heights, strict=True)]
    bold = {"markersize": 11, "markeredgewidth": 2, "markerfacecolor": "none"}
    handles += [
        key("printed: exact", "#444444", "o", markersize=9.5, markerfacecolor="none"),
        key("printed: restored", "#B59A00", "o", **bold),
        key("printed: differs", PALETTE["vermillion"], "s", **bold),
    ]
    legend_below(figure, handles, 4)
    return figure


_EVALUATION_LOOKS = {"e1": ("blue", "o", "-"), "e2": ("vermillion", "s", "--"), "P": ("black", "D", "-.")}


@styled()
def draw_beyond(shown: Mapping[str, Mapping[str, Sequence[float]]]) -> Figure:
    """Draw D over the depth beyond the tables: title of a panel -> line (e1, e2 or P) -> D at depths 1, 2, ..."""
    figure, grid = panels(len(shown), 3.7, sharex=True, sharey=True)
    for axes, (title, lines) in zip(grid, shown.items(), strict=True):
        for name, quality in lines.items():
            color, marker, dash = _EVALUATION_LOOKS[name]
            depths = range(1, len(quality) + 1)
            label = "P-game" if name == "P" else name
            look: dict[str, Any] = {"color": PALETTE[color], "marker": marker, "linestyle": dash}
            axes.plot(depths, quality, **look, markersize=4, label=label)
        axes.axhline(0.5, color="#888888", linewidth=0.8, linestyle=":", marker="")
        axes.set(title=title, xlabel="depth of the search, d", ylim=(0.45, 1.03))
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.legend(loc="upper left")
    grid[0].set_ylabel("probability of a correct decision, D")
    return figure


@styled()
def draw_family(family: pd.DataFrame, powers: pd.DataFrame, names: Mapping[str, str]) -> Figure:
    """Draw the quality of evaluations between e1 and e2 (left) and beyond e2 (right), at depths 1, 2 and 3."""
    looks = (("blue", "o", "-"), ("vermillion", "s", "--"), ("green", "^", "-."))
    figure, (left, right) = panels(2, 4.0, sharey=True, width_ratios=(3, 2))
    places = range(len(powers))
    for d, (color, marker, dash) in enumerate(looks, start=1):
        look: dict[str, Any] = {
            "color": PALETTE[color],
            "marker": marker,
            "markersize": 5,
            "label": f"depth {d}",
        }
        left.plot(family["share"], family[f"depth {d}"], **look, linestyle=dash)
        right.plot([x + 0.09 * (d - 2) for x in places], powers[f"depth {d}"], **look, linestyle="")
    left.set(
        xlabel="share of the weight that is binomial",
        title="From equal to binomial weights",
        ylim=(0.45, 1.03),
    )
    left.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0\n(e1)", "0.25", "0.5", "0.75", "1\n(e2)"])
    left.set_ylabel("probability of a correct decision, D")
    right.set(title="Towards the centre", xlim=(-0.5, len(powers) - 0.5))
    right.set_xticks(places, [names[name] for name in powers["evaluation"]])
    right.grid(axis="x", color="#E5E5E5", linewidth=0.7)
    left.legend(loc="lower right")
    return figure


@styled()
def draw_hypothesis(frame: pd.DataFrame) -> Figure:
    """Draw, per game, the change of decision quality with depth against the correlation of siblings.

    `frame` has the columns ``game, correlation, change, error``; ``error`` is half a 95 % interval of the
    change, 0 where nothing was sampled.  Points that would hide one another are drawn side by side.
    """
    figure, (axes,) = panels(1, 4.4, width=COLUMN)
    axes.axhline(0, color="#888888", linewidth=0.9, linestyle=":", marker="")
    axes.axvline(0, color="#888888", linewidth=0.9, linestyle=":", marker="")
    columns = (frame[name].tolist() for name in ("game", "correlation", "change", "error"))
    looks = zip(PALETTE.values(), "os^DvPX*", strict=True)
    for (color, marker), game, correlation, change, error in zip(looks, *columns, strict=False):
        aside = {"G-game, e1": -0.008, "G-game, e2": 0.008}.get(game, 0.0)
        axes.errorbar(
            [correlation + aside], [change], yerr=[error], label=game, color=color, marker=marker, linestyle="",
            markersize=8, capsize=4,
        )  # fmt: skip
    axes.set(xlabel="correlation of the true values of siblings", ylabel="change of D, deep − shallow")
    figure.legend(loc="outside lower center", ncols=2)
    return figure
