"""Game trees drawn as trees: MAX nodes are squares, MIN nodes circles, and what a search did is marked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from companion.plot.legend import draw_legend, legend_height, united
from companion.plot.picture import Picture, bare_axes, fit
from companion.plot.style import styled
from gametree._checks import check_count, check_flag, check_kind, check_name
from gametree.trace import trace
from gametree.tree import Tree


@styled()
def draw_tree(tree: Tree, *, legend: bool = True, ax: Axes | None = None, **options: Any) -> Axes:
    """Draw a tree, and how a search of it stands.

    Parameters
    ----------
    tree : Tree
        A tree of at most `plot.MOST_LEAVES` leaves.
    legend : bool
        Whether to explain, below, the marks that occur.
    ax : matplotlib axes, optional
        Where to draw: a new figure of fitting size by default.
    snapshot : Snapshot, optional
        How a search stands (`gametree.trace`): what is visited, under search or on OPEN, in which window, in
        which order leaves were evaluated, and what was pruned.
    values : bool or mapping
        Values inside the nodes that have children: those that the snapshot knows (all if there is none), or
        these, numbers or short texts.
    static : bool
        Whether to write the static values below the leaves.
    framework : {"minimax", "negamax"}
        Whose point of view values are from: MAX's at every node, or that of the player to move.
    windows : mapping, optional
        Node -> (low, high), for MAX: windows to write beside nodes, besides those that the snapshot has for the nodes on
        its stack.
    names : bool
        Whether to write names such as p21.
    principal : sequence of int
        The principal continuation, as moves from the root (`SearchResult.line`): drawn bold.
    highlight : mapping, optional
        Name of a set -> its nodes: marked with a band along their edges.
    title : str
        What to write above.
    compact : bool
        Whether to take less room, as in a row of pictures; the names of leaves are left out.
    layout : Layout, optional
        Where the nodes go, if it has been computed before.

    Returns
    -------
    matplotlib axes
        One unit is one inch in the figure that is made for it.
    """
    check_flag("legend", legend)
    if ax is not None:
        check_kind("ax", ax, Axes, "axes of matplotlib")
    picture = _picture({**options, "tree": tree})
    return picture.draw(picture.legend_entries() if legend else [], ax)


def _picture(options: Mapping[str, Any]) -> Picture:
    allowed = [each.name for each in fields(Picture)]
    for name in options:
        check_name("option", name, allowed)
    return Picture(**{"tree": None, **options})


@styled()
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
    check_kind("panels", panels, Mapping, "a mapping from titles to arguments of draw_tree")
    if not panels:
        raise ValueError("panels is empty: it must have a tree")
    columns, legend = check_count("columns", columns, 1, 100), check_flag("legend", legend)
    for title, own in panels.items():
        check_kind(f"panels[{title!r}]", own, Mapping, "a mapping: arguments of draw_tree")
    pictures = [_picture({**options, **own, "title": title}) for title, own in panels.items()]
    sizes = [picture.size([]) for picture in pictures]
    width, height = max(w for w, _ in sizes), max(h for _, h in sizes)
    rows = -(-len(pictures) // columns)
    entries = united(picture.legend_entries() for picture in pictures) if legend else []
    total = columns * width
    below = legend_height(entries, total)
    high = rows * height + below
    figure = Figure(figsize=(total, high))
    for number, (picture, (w, h)) in enumerate(zip(pictures, sizes, strict=True)):
        row, column = divmod(number, columns)
        bottom = high - row * height - h
        picture.draw([], bare_axes(figure, (column * width / total, bottom / high, w / total, h / high)))
    if entries:
        strip = bare_axes(figure, (0, 0, 1, below / high))
        draw_legend(strip, entries, total, below, scale=fit(strip, total, below))
    return figure


def draw_searches(
    tree: Tree,
    names: Iterable[str],
    counted: Sequence[str],
    *,
    called: Mapping[str, str] | None = None,
    **options: Any,
) -> Figure:
    """Draw how strategies leave a tree.

    Parameters
    ----------
    tree : Tree
    names : iterable of str
        The strategies.
    counted : sequence of str
        What stands above each picture: ``leaves``, ``nodes``, ``visits``.
    called : mapping, optional
        Strategy -> what it is called in words, where that is not its name.
    options
        Further arguments of `draw_trees`.
    """
    panels: dict[str, dict[str, Any]] = {}
    for name in names:
        traced = trace(tree, name)
        counts = ", ".join(f"{getattr(traced.result, what)} {what}" for what in counted)
        panels[f"{(called or {}).get(name, name)}: {counts}"] = {"tree": tree, "snapshot": traced.snapshot()}
    return draw_trees(panels, **options)
