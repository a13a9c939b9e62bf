"""How several searches leave the same tree, side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from matplotlib.figure import Figure

from companion.plot.describe import describe
from companion.plot.tree import draw_trees
from gametree.trace import trace
from gametree.tree import Tree


def draw_searches(
    tree: Tree,
    names: Iterable[str],
    counted: Sequence[str],
    *,
    called: Mapping[str, str] | None = None,
    principal: bool = False,
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
    principal : bool
        Whether the principal continuation is marked.
    options
        Further arguments of `draw_trees`.
    """
    panels: dict[str, dict[str, Any]] = {}
    for name in names:
        traced = trace(tree, name)
        counts = ", ".join(f"{getattr(traced.result, what)} {what}" for what in counted)
        line = traced.result.line if principal else ()
        panels[f"{(called or {}).get(name, name)}: {counts}"] = {
            "tree": tree,
            "snapshot": traced.snapshot(),
            "principal": line,
        }
    return draw_trees(panels, **options)


def describe_searches(tree: Tree, names: Iterable[str]) -> str:
    """Return in words what `draw_searches` shows."""
    return " ".join(f"{name}: {describe(tree, trace(tree, name).snapshot())}" for name in names)
