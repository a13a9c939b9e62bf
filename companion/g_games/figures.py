"""Pictures of G-games: boards as triangles of positions, families of evaluation functions, Nau's hypothesis."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import FancyBboxPatch, Patch

from companion.plot.style import PALETTE, styled
from gametree.games.g_game import GGame, Node

if TYPE_CHECKING:
    import pandas as pd


_MAX_FILL, _MIN_FILL = "#CFE4F2", "#FFFFFF"

TALLEST = 9
"""The greatest height of a G-game that is still readable as a picture."""


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
    height, width = 0.75 + 0.95 * (game.height + 1), max(6.0, 1.45 * (game.height + 1))
    with styled():
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


def _place(node: Node) -> tuple[float, float]:
    """Where a position goes: its level downwards, and the more was taken at the right, the further right."""
    i, j = node
    return 0.72 * (j - i), -0.35 - 0.95 * (i + j)


def _draw_move(axes: Axes, game: GGame, node: Node, child: Node, bold: bool) -> None:
    (x0, y0), (x1, y1) = _place(node), _place(child)
    axes.plot(
        [x0, x1],
        [y0, y1],
        color=PALETTE["vermillion"] if bold else "#9A9A9A",
        linewidth=3.2 if bold else 0.9,
        linestyle="-",
        marker="",
        zorder=2 if bold else 1,
        solid_capstyle="round",
    )


def _draw_position(axes: Axes, game: GGame, node: Node, bold: bool, values: Mapping[Node, Fraction]) -> None:
    x, y = _place(node)
    elements = game.elements(node)
    won_by_max = (game.utility[node] == 1) == game.max_moved(node)
    side, wide = 0.13, 0.13 * len(elements)
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
            markersize=6.5,
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
    return str(value) if value.denominator < 100 else f"{float(value):.4f}"


def _draw_key(axes: Axes, bold: bool) -> None:
    black = PALETTE["black"]
    key: list[Any] = [
        Line2D([], [], marker="s", linestyle="", color=black, markersize=6.5, label="element 1"),
        Line2D(
            [], [], marker="s", linestyle="", color=black, markerfacecolor="white", markersize=6.5, label="-1"
        ),
        Patch(facecolor=_MAX_FILL, edgecolor=black, label="Max wins"),
        Patch(facecolor=_MIN_FILL, edgecolor=black, linestyle=(0, (3, 2)), label="Min wins"),
        Line2D([], [], linestyle="", marker="", label="square corners: Max to move"),
    ]
    if bold:
        key.append(Line2D([], [], color=PALETTE["vermillion"], linewidth=3.2, label="winning strategy"))
    axes.legend(handles=key, loc="upper right", fontsize=8.5, borderaxespad=0.4, handlelength=1.6)


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


def draw_family(frame: pd.DataFrame, x: str, lines: Sequence[str], xlabel: str, title: str = "") -> Figure:
    """Draw columns of a frame as lines over one of them: the quality of a family of evaluation functions."""
    with styled():
        figure = Figure(figsize=(6.6, 3.9), layout="constrained")
        axes = figure.subplots()
        for name in lines:
            axes.plot(frame[x].astype(float), frame[name].astype(float), markersize=4.5, label=name)
        axes.set(xlabel=xlabel, ylabel="probability of a correct decision", title=title)
        axes.legend(fontsize=8.5)
    return figure


def draw_hypothesis(frame: pd.DataFrame) -> Figure:
    """Draw, per game, the change of decision quality with depth against the correlation of siblings.

    `frame` has the columns ``game, correlation, change, error``; ``error`` is half a 95 % interval of the
    change, 0 where nothing was sampled.
    """
    with styled():
        figure = Figure(figsize=(8.0, 4.4), layout="constrained")
        axes = figure.subplots()
        axes.axhline(0, color="#888888", linewidth=0.9, linestyle=":", marker="")
        axes.axvline(0, color="#888888", linewidth=0.9, linestyle=":", marker="")
        columns = (frame[name].tolist() for name in ("game", "correlation", "change", "error"))
        looks = zip(PALETTE.values(), "os^DvPX*", strict=True)
        for (color, marker), game, correlation, change, error in zip(looks, *columns, strict=False):
            look = {"color": color, "marker": marker, "linestyle": "", "markersize": 9, "capsize": 4}
            axes.errorbar([correlation], [change], yerr=[error], label=game, **look)
        axes.set(
            xlabel="correlation of the true values of siblings",
            ylabel="change of D from shallow to deep search",
            title="Deeper search, and how much siblings resemble one another",
        )
        axes.legend(fontsize=8.5, loc="center left", bbox_to_anchor=(1.0, 0.5))
    return figure
