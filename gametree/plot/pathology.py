"""Pictures about pathology: G-games as graphs, and how often decisions are right, by depth."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import FancyBboxPatch, Patch
from matplotlib.ticker import MaxNLocator

from gametree.pathology.g_game import GGame, Node
from gametree.plot.style import PALETTE, styled

if TYPE_CHECKING:
    import pandas as pd

TALLEST = 9
"""The greatest height of a G-game that is still readable as a picture."""

_PRINTED: dict[str, Any] = {
    "color": "#555555",
    "linestyle": "",
    "marker": "o",
    "markersize": 9,
    "markerfacecolor": "none",
    "markeredgewidth": 0.8,
}
"""How printed values look: rings around our own."""

_MAX_FILL, _MIN_FILL = "#CFE4F2", "#FFFFFF"


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
            for son in game.children(node):
                _draw_move(axes, game, node, son, node in bold and son in bold)
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


def _draw_move(axes: Axes, game: GGame, node: Node, son: Node, bold: bool) -> None:
    (x0, y0), (x1, y1) = _place(node), _place(son)
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


def draw_quality(
    frame: pd.DataFrame,
    *,
    panels: str,
    lines: str,
    printed: pd.DataFrame | None = None,
    columns: int = 2,
    ylabel: str = "probability of a correct decision",
    titles: Mapping[Any, str] | None = None,
    label: str = "{}",
    low: float = 0.45,
) -> Figure:
    """Draw the probability of a correct decision against the depth of the search.

    Parameters
    ----------
    frame : DataFrame
        Columns ``d`` and ``probability``, optionally ``error`` (half a 95 % interval), and those named next.
    panels, lines : str
        The columns whose values make panels, and lines within a panel.
    printed : DataFrame, optional
        The same columns: printed values, drawn as open markers over the lines.
    columns : int
        Panels side by side.
    ylabel, titles, label, low
        Label of the vertical axis, titles of panels, label of a line by its value, and where the axis begins.
    """
    names = list(dict.fromkeys(frame[panels]))
    rows = -(-len(names) // columns)
    with styled():
        figure = Figure(figsize=(min(5.2 * columns, 11.0), 3.5 * rows + 0.2), layout="constrained")
        grid = figure.subplots(rows, columns, squeeze=False, sharey=True)
        for axes, name in zip(grid.flat, names, strict=False):
            part = frame[frame[panels] == name]
            known = None if printed is None else printed[printed[panels] == name]
            _draw_lines(axes, part, known, lines, label)
            axes.set_title((titles or {}).get(name, str(name)))
            axes.set_xlabel("depth of the search, d")
            axes.set_ylim(low, 1.02)
            axes.axhline(0.5, color="#888888", linewidth=0.8, linestyle=":", marker="")
        for axes in grid[:, 0]:
            axes.set_ylabel(ylabel)
        for axes in list(grid.flat)[len(names) :]:
            axes.set_axis_off()
    return figure


def _draw_lines(axes: Axes, part: pd.DataFrame, known: pd.DataFrame | None, lines: str, label: str) -> None:
    for value in dict.fromkeys(part[lines]):
        line = part[part[lines] == value].sort_values("d")
        (drawn,) = axes.plot(line.d, line.probability, markersize=4.5, label=label.format(value))
        if "error" in line:
            axes.fill_between(
                line.d,
                line.probability - line.error,
                line.probability + line.error,
                color=drawn.get_color(),
                alpha=0.2,
                linewidth=0,
            )
        if known is not None:
            points = known[known[lines] == value]
            axes.plot(
                points.d,
                points.probability,
                **_PRINTED,
            )
    if known is not None:
        axes.plot([], [], label="printed", **_PRINTED)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.legend(fontsize=8.5)


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


def draw_errors(panels: Mapping[str, tuple[Any, Any]], probabilities: Any, columns: int = 2) -> Figure:
    """Draw ERR against the probability that a leaf is WIN, one line per level above the leaves (Figures 44-47, 50-53).

    Parameters
    ----------
    panels : mapping
        Title -> (levels, ERR): the numbers of levels above the leaves, and ERR as (levels, probabilities).
    probabilities : array
        The probabilities along the horizontal axis.
    columns : int
        Panels side by side.
    """
    rows = -(-len(panels) // columns)
    with styled():
        figure = Figure(figsize=(min(5.2 * columns, 11.0), 3.4 * rows + 0.3), layout="constrained")
        grid = figure.subplots(rows, columns, squeeze=False, sharey=True, sharex=True)
        for axes, (title, (levels, err)) in zip(grid.flat, panels.items(), strict=False):
            for level, line in zip(levels, err, strict=True):
                grey = 0.75 * (1 - level / max(levels)) if level else 0.0
                axes.plot(
                    probabilities,
                    line,
                    color=str(grey) if level else PALETTE["vermillion"],
                    linestyle="-" if level else "--",
                    marker="",
                    linewidth=0.8 + 0.14 * level,
                )
                axes.annotate(
                    str(level),
                    (probabilities[-1], line[-1]),
                    xytext=(3, 0),
                    textcoords="offset points",
                    size=7,
                    va="center",
                    color=str(grey) if level else PALETTE["vermillion"],
                )
            axes.axhline(0.5, color="#888888", linewidth=0.8, linestyle=":", marker="")
            axes.set_title(title)
        for axes in grid[-1]:
            axes.set_xlabel("probability that a leaf is WIN, $p_d$")
        for axes in grid[:, 0]:
            axes.set_ylabel("probability of a wrong decision, ERR")
    return figure


def draw_map(p: Any, q: Any, change: Any, fixed: tuple[Any, Any], critical: float, title: str) -> Figure:
    """Draw where in (p, q) errors grow: dark where ERR has risen, and the curve on which p stays what it is.

    Parameters
    ----------
    p, q : arrays
        The axes of the map.
    change : array (q, p)
        ERR at the root less ERR at the leaves.
    fixed : pair of arrays
        The curve (p, q) of fixed points.
    critical : float
        The density of terminal nodes from which on errors die out on that curve too.
    title : str
        The title.
    """
    with styled():
        figure = Figure(figsize=(7.2, 4.4), layout="constrained")
        axes = figure.subplots()
        shades = axes.contourf(p, q, change, levels=12, cmap="Greys")
        axes.contour(p, q, change, levels=[0.0], colors=[PALETTE["vermillion"]], linewidths=2.0)
        axes.plot(*fixed, color=PALETTE["blue"], linestyle="--", marker="", label="p stays what it is")
        axes.axhline(critical, color=PALETTE["green"], linestyle="-.", marker="", label="critical density")
        axes.plot([], [], color=PALETTE["vermillion"], linestyle="-", marker="", label="ERR unchanged")
        figure.colorbar(shades, ax=axes, label="change of ERR (dark: grows)")
        axes.set(
            xlabel="probability that a leaf is WIN, $p$",
            ylabel="density of terminal nodes, $q$",
            title=title,
            xlim=(p[0], p[-1]),
            ylim=(q[0], q[-1]),
        )
        legend = axes.legend(fontsize=8.5, loc="upper right", frameon=True)
        legend.get_frame().set_facecolor("white")
    return figure


def draw_path(path: Any, q: float, w: int) -> Figure:
    """Draw how err1, err2, p and ERR go from level to level, and the way of (err1, err2) in its plane."""
    levels = range(len(path.p))
    with styled():
        figure = Figure(figsize=(10.4, 3.8), layout="constrained")
        left, right = figure.subplots(1, 2)
        for name, line in (("err1", path.err1), ("err2", path.err2), ("p", path.p)):
            left.plot(levels, line, markersize=4.5, label=name)
        err = (path.err1 + path.err2) / 2
        left.plot(
            levels, err, markersize=4.5, linewidth=2.6, label="ERR", color=PALETTE["black"], linestyle="-"
        )
        left.set(xlabel="levels above the leaves", ylabel="probability", ylim=(-0.03, 1.03))
        left.set_title(f"width {w}, terminal nodes q = {q:g}")
        left.legend(fontsize=8.5, ncols=4, loc="lower center", bbox_to_anchor=(0.5, -0.36))
        right.plot(path.err1, path.err2, color=PALETTE["blue"], linestyle="-", marker="o", markersize=4)
        right.plot(
            path.err1[:1], path.err2[:1], color=PALETTE["vermillion"], marker="s", linestyle="", markersize=9
        )
        right.annotate(
            "leaves",
            (path.err1[0], path.err2[0]),
            xytext=(8, 6),
            textcoords="offset points",
            bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 1},
        )
        right.plot([0, 1], [1, 0], color="#888888", linestyle=":", marker="", linewidth=1)
        right.annotate("ERR = 0.5", (0.62, 0.40), color="#555555", size=8.5)
        right.set(xlabel="err1", ylabel="err2", xlim=(-0.03, 1.03), ylim=(-0.03, 1.03))
        right.set_title("the way of (err1, err2)")
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
