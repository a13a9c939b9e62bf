"""Critical positions to play with: a small uniform tree, what F1 or F2 examines in it, and what theory says."""

from __future__ import annotations

import html
from typing import Any

import numpy as np

from companion import plot
from companion.alphabeta_analysis.figures import types_of_positions
from companion.widgets.explorer import Explorer, choice, limit_depth, seed, slider
from gametree.generate import generate
from gametree.theory import (
    critical,
    expected,
    minimum_leaves,
    no_deep_cutoffs,
    totally_dependent,
    true_growth,
)
from gametree.theory.reorder import perfectly_ordered
from gametree.theory.worst_case import without_cutoffs
from gametree.trace import trace
from gametree.tree import Tree, check_count

STRATEGIES = {"F1 (no deep cut-offs)": "branch-and-bound", "F2 (Alphabeta)": "alphabeta"}
ORDERS = ("perfect", "random", "totally dependent", "worst")
MOST_LEAVES = plot.MOST_LEAVES


class Positions:
    """A uniform tree in some order, searched by F1 or F2: all that the widget shows, without the widget.

    >>> Positions(width=3, depth=3).rows()[0]
    ('leaves examined here', '11 of 27')
    """

    def __init__(
        self,
        width: int = 3,
        depth: int = 3,
        order: str = "perfect",
        strategy: str = "F2 (Alphabeta)",
        seed: int = 1975,
    ) -> None:
        self.width, self.depth = (
            check_count("width", width, 2, MOST_LEAVES),
            check_count("depth", depth, 1, 6),
        )
        if width**depth > MOST_LEAVES:
            raise ValueError(
                f"width {width}, depth {depth} has {width**depth} leaves: at most {MOST_LEAVES} can be drawn"
            )
        for name, value, allowed in (("order", order, ORDERS), ("strategy", strategy, STRATEGIES)):
            if value not in allowed:
                raise ValueError(f"{name} is {value!r}: it must be one of {', '.join(allowed)}")
        self.order, self.strategy, self.seed = order, strategy, check_count("seed", seed, 0, 2**31)
        self.tree = self._tree()
        self.types = critical.types(self.tree)
        self.traced = trace(self.tree, STRATEGIES[strategy])

    def _tree(self) -> Tree:
        scheme = "real-dependent" if self.order == "totally dependent" else "unordered"
        tree = generate("uniform", width=self.width, depth=self.depth, scheme=scheme, seed=self.seed)
        if self.order == "perfect":
            return perfectly_ordered(tree).tree
        return without_cutoffs(tree) if self.order == "worst" else tree

    def picture_html(self) -> str:
        """Return the tree as HTML: the type of every position, and what was examined."""
        kinds = {f"type {kind}": np.flatnonzero(self.types == kind).tolist() for kind in (1, 2, 3)}
        snapshot = self.traced.snapshot()
        axes = types_of_positions(
            self.tree,
            self.types.tolist(),
            snapshot.visited,
            f"U({self.width},{self.depth}), {self.order} order, {self.strategy}",
        )
        told = "; ".join(f"{name}: {', '.join(map(self.tree.name, nodes))}" for name, nodes in kinds.items())
        return plot.image_html(axes, f"{plot.describe(self.tree, snapshot)} Critical positions: {told}.")

    def rows(self) -> list[tuple[str, str]]:
        """Return what was counted and what theory says, as pairs of words and numbers."""
        d, h = self.width, self.depth
        examined = np.zeros(self.tree.n_nodes, dtype=bool)
        examined[list(self.traced.snapshot().visited)] = True
        is_critical = self.types > 0
        by_level = ", ".join(str(int(examined[self.tree.level == k].sum())) for k in range(h + 1))
        return [
            ("leaves examined here", f"{self.traced.result.leaves} of {self.tree.n_leaves}"),
            ("positions examined, level by level", by_level),
            (
                "critical positions, level by level (13)",
                ", ".join(str(critical.on_level(d, k)) for k in range(h + 1)),
            ),
            (
                "examined and not critical; critical and not examined",
                f"{int((examined & ~is_critical).sum())}; {int((is_critical & ~examined).sum())}",
            ),
            (
                "leaves in perfect order: F2 (17), F1 (51)",
                f"{minimum_leaves(d, h)}, {no_deep_cutoffs.best_case(d, h)}",
            ),
            (
                "leaves in random order, expected: F2, F1",
                f"{expected.alphabeta(d, h):.2f}, {true_growth.leaves(d, h):.2f}",
            ),
            (
                "leaves, totally dependent, expected: F2 (52), F1 (54)",
                f"{float(totally_dependent.alphabeta_leaves(d, h)):.2f}, "
                f"{float(totally_dependent.branch_and_bound_leaves(d, h)):.2f}",
            ),
        ]

    def table_html(self) -> str:
        """Return `rows` as an HTML table."""
        body = "".join(
            f'<tr><th scope="row" style="text-align:left;font-weight:normal">{html.escape(name)}</th>'
            f'<td style="text-align:left"><b>{value}</b></td></tr>'
            for name, value in self.rows()
        )
        return f'<table class="text" style="margin:0"><tbody>{body}</tbody></table>'


class CriticalPositions(Explorer):
    """Choose width, depth, order and strategy; see the types of positions, and what was examined."""

    state_class, css_class = Positions, "gametree-critical"

    def controls(self) -> dict[str, Any]:
        """Return what the tree depends on, and who searches it."""
        return {
            "width": slider("width", 2, 8),
            "depth": slider("depth", 1, 6),
            "order": choice("order", ORDERS),
            "strategy": choice("strategy", STRATEGIES, 320),
            "seed": seed(),
        }

    def offer(self) -> None:
        """Offer trees that can be drawn."""
        limit_depth(self.fields, MOST_LEAVES, 6)
