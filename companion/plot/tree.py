"""Game trees drawn as trees: MAX nodes are squares, MIN nodes circles, and what a search did is marked."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from companion.plot.layout import Layout, tidy_layout
from companion.plot.legend import draw_legend, legend_height, united
from companion.plot.picture import Picture, Window, bare_axes, fit
from companion.plot.sizes import check_drawable, sizes_for
from companion.plot.style import styled
from gametree.trace import Snapshot
from gametree.tree import Tree

FRAMEWORKS = ("minimax", "negamax")


def draw_tree(
    tree: Tree,
    *,
    snapshot: Snapshot | None = None,
    values: bool | Mapping[int, float | str] = True,
    static: bool = True,
    framework: str = "minimax",
    windows: Mapping[int, Window] | None = None,
    names: bool = True,
    principal: Sequence[int] = (),
    highlight: Mapping[str, Collection[int]] | None = None,
    title: str = "",
    legend: bool = True,
    compact: bool = False,
    layout: Layout | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw a tree, and how a search of it stands.

    Parameters
    ----------
    tree : Tree
        A tree of at most `plot.MOST_LEAVES` leaves.
    moment : Snapshot, optional
        How a search stands (`gametree.trace`): what is visited, under search or on OPEN, in which window, in
        which order leaves were evaluated, and what was pruned.
    values : bool or mapping
        Values inside the nodes that have children: those that the moment knows (all if there is none), or
        these, numbers or short texts.
    static : bool
        Whether to write the static values below the leaves.
    framework : {"minimax", "negamax"}
        Whose point of view values are from: MAX's at every node, or that of the player to move.
    windows : mapping, optional
        Node -> (low, high), for MAX: windows to write beside nodes, besides those that the moment has for the nodes on
        its stack.
    names : bool
        Whether to write names such as p21.
    principal : sequence of int
        The principal continuation, as moves from the root (`SearchResult.line`): drawn bold.
    highlight : mapping, optional
        Name of a set -> its nodes: marked with a band along their edges.
    title : str
        What to write above.
    legend : bool
        Whether to explain, below, the marks that occur.
    compact : bool
        Whether to take less room, as in a row of pictures; the names of leaves are left out.
    layout : Layout, optional
        Where the nodes go, if it has been computed before.
    ax : matplotlib axes, optional
        Where to draw: a new figure of fitting size by default.

    Returns
    -------
    matplotlib axes
        One unit is one inch in the figure that is made for it.
    """
    picture = _picture(
        tree,
        snapshot=snapshot,
        values=values,
        static=static,
        framework=framework,
        windows=windows,
        names=names,
        principal=principal,
        highlight=highlight,
        title=title,
        compact=compact,
        layout=layout,
    )
    with styled():
        return picture.draw(picture.legend_entries() if legend else [], ax)


def draw_trees(
    panels: Mapping[str, Mapping[str, Any]], *, columns: int = 2, legend: bool = True, **options: Any
) -> Figure:
    """Draw trees side by side.

    Parameters
    ----------
    panels : mapping
        Title -> arguments of `draw_tree` (``tree``, ``snapshot``, ...).
    columns : int
        How many stand beside each other.
    legend : bool
        Whether to explain, below and once for all, the marks that occur.
    options
        Further arguments of `draw_tree`, for all.
    """
    pictures = [_picture(**{**options, **own, "title": title}) for title, own in panels.items()]
    sizes = [picture.size([]) for picture in pictures]
    width, height = max(w for w, _ in sizes), max(h for _, h in sizes)
    rows = -(-len(pictures) // columns)
    entries = united(picture.legend_entries() for picture in pictures) if legend else []
    total = columns * width
    below = legend_height(entries, total)
    high = rows * height + below
    figure = Figure(figsize=(total, high))
    with styled():
        for number, (picture, (w, h)) in enumerate(zip(pictures, sizes, strict=True)):
            row, column = divmod(number, columns)
            bottom = high - row * height - h
            picture.draw([], bare_axes(figure, (column * width / total, bottom / high, w / total, h / high)))
        if entries:
            strip = bare_axes(figure, (0, 0, 1, below / high))
            draw_legend(strip, entries, total, below, scale=fit(strip, total, below))
    return figure


def _picture(
    tree: Tree,
    *,
    snapshot: Snapshot | None = None,
    values: bool | Mapping[int, float | str] = True,
    static: bool = True,
    framework: str = "minimax",
    windows: Mapping[int, Window] | None = None,
    names: bool = True,
    principal: Sequence[int] = (),
    highlight: Mapping[str, Collection[int]] | None = None,
    title: str = "",
    compact: bool = False,
    layout: Layout | None = None,
) -> Picture:
    """Check what `draw_tree` was given, and prepare the picture."""
    check_drawable(tree)
    if framework not in FRAMEWORKS:
        raise ValueError(f"framework is {framework!r}: it must be one of {', '.join(FRAMEWORKS)}")
    layout = layout or tidy_layout(tree)
    return Picture(
        tree=tree,
        snapshot=snapshot,
        layout=layout,
        sizes=sizes_for(tree, layout, compact),
        values=values,
        static=static,
        negamax=framework == "negamax",
        windows={**(windows or {}), **(snapshot.windows if snapshot else {})},
        names=names,
        compact=compact,
        principal=tuple(tree.node(principal[: k + 1]) for k in range(len(principal))),
        highlight=dict(highlight or {}),
        title=title,
    )
