"""Deep cut-offs: those that only a bound from further up than the parent allows (Knuth & Moore 1975, sections 2-3)."""

from __future__ import annotations

from typing import NamedTuple

from gametree.trace import Trace, trace
from gametree.tree import Tree

__all__ = ["DeepCutoff", "deep_cutoffs"]


class DeepCutoff(NamedTuple):
    """A cut-off of F2 that F1 is not able to make.

    Attributes
    ----------
    node : int
        The node whose search ends.
    left_out : tuple of int
        Its children that F1 examines and F2 does not.
    bound : float
        The value, for MAX, that is already sure.
    holder : int
        The node above, three levels or more, whose player has it.

    Examples
    --------
    >>> from gametree.theory import deep_cutoffs
    >>> deep_cutoffs.DeepCutoff(node=4, left_out=(6,), bound=1, holder=0).left_out
    (6,)
    """

    node: int
    left_out: tuple[int, ...]
    bound: float
    holder: int


def deep_cutoffs(tree: Tree) -> list[DeepCutoff]:
    """Return the deep cut-offs in a tree, in the order in which F2 makes them.

    Examples
    --------
    >>> import gametree as gt
    >>> from gametree.theory import deep_cutoffs
    >>> tree, _ = gt.examples.figure_4()
    >>> deep_cutoffs.deep_cutoffs(tree)
    [DeepCutoff(node=4, left_out=(6,), bound=1.0, holder=0)]
    """
    shallow = trace(tree, "branch-and-bound").snapshot().visited
    traced = trace(tree, "alphabeta")
    window = {step.node: (step.low, step.high) for step in traced if step.event == "enter"}
    found = []
    for step in traced:
        left_out = tuple(child for child in step.pruned if child in shallow)
        if left_out:
            found.append(DeepCutoff(step.node, left_out, *_holder(traced, window, step.node)))
    return found


def _holder(
    traced: Trace, window: dict[int, tuple[float | None, float | None]], node: int
) -> tuple[float, int]:
    """Return the bound that a search was cut off by, and the node whose best child so far it comes from."""
    tree = traced.tree
    side = 1 if tree.is_max(node) else 0
    bound = window[node][side]
    assert bound is not None
    above = int(tree.parent[node])
    while window[above][side] == bound:
        above = int(tree.parent[above])
    return bound, above
