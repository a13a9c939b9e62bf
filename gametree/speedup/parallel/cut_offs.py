"""Which cut-offs a parallel Alphabeta makes (Muszycka 1985, Figure 42), told from the nodes that it enters."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

import numpy as np

from gametree.generate import generate
from gametree.speedup.parallel.simulate import simulate
from gametree.tree import Tree

if TYPE_CHECKING:
    import pandas as pd


def left_cut_offs(tree: Tree, entered: Collection[int]) -> tuple[int, int]:
    """Return how many right sons the value of the left sibling cuts off, and at how many of them that happened.

    A node is cut off by it as soon as one of its sons is no better, for the player who chose the node, than
    the left sibling; it happened if no son beyond the first such son was entered.
    """
    due = kept = 0
    for node in entered:
        parent = int(tree.parent[node])
        sons = tree.sons(node)
        if node == parent + 1 or not sons:
            continue
        left, values = tree.backed_up[parent + 1], tree.backed_up[sons]
        enough = np.flatnonzero(values <= left if tree.is_max(parent) else values >= left)
        if enough.size and enough[0] + 1 < len(sons):
            due += 1
            kept += not any(son in entered for son in sons[enough[0] + 1 :])
    return due, kept


def deep_cut_offs(tree: Tree, entered: Collection[int]) -> int:
    """Return how many nodes were left before all their sons were entered, although no sibling gives a reason.

    Counted are only nodes below which no such reason exists anywhere on the path from the root, so that
    nothing but a value from further up can have ended them.
    """
    count = 0
    waiting = [son for son in tree.sons(0) if son in entered]
    while waiting:
        node = waiting.pop()
        sons = [son for son in tree.sons(node) if son in entered]
        if not sons or _has_shallow_reason(tree, node, sons, entered):
            continue
        waiting.extend(sons)
        count += len(sons) < len(tree.sons(node))
    return count


def _has_shallow_reason(tree: Tree, node: int, sons: list[int], entered: Collection[int]) -> bool:
    """Whether a son of a node is no better, for the player who chose the node, than a sibling of the node."""
    parent = int(tree.parent[node])
    siblings = [son for son in tree.sons(parent) if son != node and son in entered]
    if not siblings:
        return False
    own, others = tree.backed_up[sons], tree.backed_up[siblings]
    return bool(own.min() <= others.max() if tree.is_max(parent) else own.max() >= others.min())


def count_cut_offs(width: int, depth: int, processors: int, trees: int, seed: int) -> pd.DataFrame:
    """Search random uniform trees by tree-splitting, and tell its cut-offs from those of one processor.

    Columns: `tree`; `left_due` and `left_kept` (`left_cut_offs`); `only_parallel` and `only_sequential`, the
    nodes that only one of the two cuts off; `deep`, and for comparison `deep_alphabeta`, the deep cut-offs of
    sequential Alphabeta.
    """
    import pandas as pd

    rows = []
    for number in range(trees):
        tree = generate("uniform", width=width, depth=depth, scheme="unordered", seed=seed, number=number)
        parallel, sequential, alphabeta = (
            set(simulate(tree, method, k).timeline["node"])
            for method, k in (("tree-splitting", processors), ("tree-splitting", 1), ("processor-tree", 1))
        )
        due, kept = left_cut_offs(tree, parallel)
        rows.append(
            {
                "tree": number,
                "left_due": due,
                "left_kept": kept,
                "only_parallel": len(sequential - parallel),
                "only_sequential": len(parallel - sequential),
                "deep": deep_cut_offs(tree, parallel),
                "deep_alphabeta": deep_cut_offs(tree, alphabeta),
            }
        )
    return pd.DataFrame(rows)
