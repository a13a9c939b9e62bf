"""Critical positions to play with: a small uniform tree, what F1 or F2 examines in it, and what theory says."""

from __future__ import annotations

import html
from typing import Any

import ipywidgets as widgets
import numpy as np
from IPython.display import HTML

from companion import plot
from companion.alphabeta_analysis.figures import types_of_positions
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

PROCEDURES = {"F1 (no deep cut-offs)": "branch-and-bound", "F2 (Alphabeta)": "alphabeta"}
ORDERS = ("perfect", "random", "totally dependent", "worst")
MOST_LEAVES = plot.MOST_LEAVES


class Positions:
    """A uniform tree in some order, searched by F1 or F2: all that the widget shows, without the widget."""

    def __init__(
        self,
        d: int = 3,
        h: int = 3,
        order: str = "perfect",
        procedure: str = "F2 (Alphabeta)",
        seed: int = 1975,
    ) -> None:
        self.d, self.h = check_count("d", d, 2, MOST_LEAVES), check_count("h", h, 1, 6)
        if self.d**self.h > MOST_LEAVES:
            raise ValueError(f"degree {d}, height {h} has {d**h} leaves: at most {MOST_LEAVES} can be drawn")
        for name, value, allowed in (("order", order, ORDERS), ("procedure", procedure, PROCEDURES)):
            if value not in allowed:
                raise ValueError(f"{name} is {value!r}: it must be one of {', '.join(allowed)}")
        self.order, self.procedure, self.seed = order, procedure, check_count("seed", seed, 0, 2**31)
        self.tree = self._tree()
        self.types = critical.types(self.tree)
        self.traced = trace(self.tree, PROCEDURES[procedure])

    def _tree(self) -> Tree:
        scheme = "real-dependent" if self.order == "totally dependent" else "unordered"
        tree = generate("uniform", width=self.d, depth=self.h, scheme=scheme, seed=self.seed)
        if self.order == "perfect":
            return perfectly_ordered(tree).tree
        return without_cutoffs(tree) if self.order == "worst" else tree

    def picture(self) -> str:
        """Return the tree as HTML: the type of every position, and what was examined."""
        kinds = {f"type {kind}": np.flatnonzero(self.types == kind).tolist() for kind in (1, 2, 3)}
        snapshot = self.traced.snapshot()
        axes = types_of_positions(
            self.tree,
            self.types.tolist(),
            snapshot.visited,
            f"U({self.d},{self.h}), {self.order} order, {self.procedure}",
        )
        told = "; ".join(f"{name}: {', '.join(map(self.tree.name, nodes))}" for name, nodes in kinds.items())
        return plot.image_html(axes, f"{plot.describe(self.tree, snapshot)} Critical positions: {told}.")

    def rows(self) -> list[tuple[str, str]]:
        """Return what was counted and what theory says, as pairs of words and numbers."""
        d, h = self.d, self.h
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

    def table(self) -> str:
        """Return `rows` as an HTML table."""
        body = "".join(
            f'<tr><th scope="row" style="text-align:left;font-weight:normal">{html.escape(name)}</th>'
            f'<td style="text-align:left"><b>{value}</b></td></tr>'
            for name, value in self.rows()
        )
        return f'<table class="text" style="margin:0"><tbody>{body}</tbody></table>'


class CriticalPositions(widgets.VBox):
    """Choose degree, height, order and procedure; see the types of positions, and what was examined."""

    def __init__(self, **start: Any) -> None:
        self.positions = Positions(**start)
        now, wide = self.positions, {"width": "330px"}
        self.d = widgets.IntSlider(
            value=now.d, min=2, max=8, description="degree d", continuous_update=False, layout=wide
        )
        self.h = widgets.IntSlider(
            value=now.h, min=1, max=6, description="height h", continuous_update=False, layout=wide
        )
        self.order = widgets.Dropdown(options=ORDERS, value=now.order, description="order", layout=wide)
        self.procedure = widgets.Dropdown(
            options=list(PROCEDURES), value=now.procedure, description="procedure", layout=wide
        )
        self.seed = widgets.BoundedIntText(
            value=now.seed, min=0, max=2**31, description="seed", layout={"width": "220px"}
        )
        self.message, self.picture, self.table = widgets.HTML(), widgets.HTML(), widgets.HTML()
        for field in (self.d, self.h, self.order, self.procedure, self.seed):
            field.observe(self._on_change, names="value")
        controls = widgets.HBox(
            [widgets.VBox([self.d, self.h]), widgets.VBox([self.order, self.procedure]), self.seed],
            layout={"flex_flow": "row wrap"},
        )
        super().__init__([controls, self.message, self.picture, self.table])
        self.add_class("gametree-critical")
        self._show()

    def _on_change(self, _: Any) -> None:
        """Draw what is asked for; if it can't be done, say why in one sentence and stay where we are."""
        try:
            self.positions = Positions(
                self.d.value, self.h.value, self.order.value, self.procedure.value, self.seed.value
            )
        except ValueError as error:
            self.message.value = (
                f'<span role="alert" style="color:#B84A00"><b>{html.escape(str(error))}</b></span>'
            )
            return
        self.message.value = ""
        self._show()

    def _show(self) -> None:
        self.picture.value = self.positions.picture()
        self.table.value = self.positions.table()


def critical_positions(**start: Any) -> CriticalPositions:
    """Return the widget; arguments are those of `Positions`."""
    return CriticalPositions(**start)


def critical_positions_picture(**start: Any) -> HTML:
    """Return what `critical_positions` with the same arguments shows before anybody touches it, without a widget."""
    positions = Positions(**start)
    return HTML(positions.picture() + positions.table())
