"""Interactive critical positions: small uniform trees in four orders, what F1 or F2 examines, and what theory says."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion import plot
from companion.alphabeta_analysis.figures import types_of_positions
from companion.widgets import charts
from gametree._checks import check_count
from gametree.generate import generate
from gametree.theory import (
    critical,
    expected,
    minimum_leaves,
    no_deep_cutoffs,
    totally_dependent,
    true_growth,
)
from gametree.theory.optimality import perfectly_ordered, without_cutoffs
from gametree.trace import trace
from gametree.tree import Tree

STRATEGIES = {"F1 (no deep cut-offs)": "branch-and-bound", "F2 (Alphabeta)": "alphabeta"}
ORDERS = ("perfect", "random", "totally dependent", "worst")
MOST_LEAVES = plot.MOST_LEAVES
SIZES = tuple((w, d) for w, d in product(range(2, 9), range(1, 7)) if w**d <= MOST_LEAVES)
"""Width and depth of all trees that can be drawn."""

SEEDS = (1975, 1976, 1977)


class Positions:
    """A uniform tree in some order, searched by F1 or F2, and what there is to see of it.

    >>> Positions(width=3, depth=3).counted()[0]
    ('leaves examined here', '11 of 27')
    """

    def __init__(
        self,
        width: int = 3,
        depth: int = 3,
        order: str = "perfect",
        strategy: str = "F2 (Alphabeta)",
        seed: int = SEEDS[0],
    ) -> None:
        self.width = check_count("width", width, 2, MOST_LEAVES)
        self.depth = check_count("depth", depth, 1, 6)
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

    @property
    def examined(self) -> NDArray[np.bool_]:
        """Whether each node was examined; the root always is."""
        found = np.zeros(self.tree.n_nodes, dtype=bool)
        found[[0, *self.traced.snapshot().visited]] = True
        return found

    @property
    def by_level(self) -> NDArray[np.int64]:
        """The nodes level by level, each level from left to right."""
        return np.argsort(self.tree.level, kind="stable")

    def drawn(self) -> Any:
        """Return the tree as a picture: the type of every position, and what was examined."""
        title = f"U({self.width},{self.depth}), {self.order} order, {self.strategy}"
        return types_of_positions(self.tree, self.types.tolist(), self.traced.snapshot().visited, title)

    def describe(self) -> str:
        """Return the picture in words."""
        kinds = {f"type {kind}": np.flatnonzero(self.types == kind).tolist() for kind in (1, 2, 3)}
        listed = "; ".join(
            f"{name}: {', '.join(map(self.tree.name, nodes))}" for name, nodes in kinds.items()
        )
        return f"{plot.describe(self.tree, self.traced.snapshot())} Critical positions: {listed}."

    def counted(self) -> list[tuple[str, str]]:
        """Return what was counted, as pairs of words and numbers."""
        by_level = (int(self.examined[self.tree.level == k].sum()) for k in range(self.depth + 1))
        return [
            ("leaves examined here", f"{self.traced.result.leaves} of {self.tree.n_leaves}"),
            ("positions examined, level by level", ", ".join(map(str, by_level))),
        ]


def theory(width: int, depth: int) -> list[tuple[str, str]]:
    """Return what theory says of all uniform trees of a size, as pairs of words and numbers.

    >>> theory(3, 3)[1]
    ('leaves in perfect order: F2 (17), F1 (51)', '11, 11')
    """
    return [
        (
            "critical positions, level by level (13)",
            ", ".join(str(critical.on_level(width, k)) for k in range(depth + 1)),
        ),
        (
            "leaves in perfect order: F2 (17), F1 (51)",
            f"{minimum_leaves(width, depth)}, {no_deep_cutoffs.best_case(width, depth)}",
        ),
        (
            "leaves in random order, expected: F2, F1",
            f"{expected.alphabeta(width, depth):.2f}, {true_growth.leaves(width, depth):.2f}",
        ),
        (
            "leaves, totally dependent, expected: F2 (52), F1 (54)",
            f"{float(totally_dependent.alphabeta_leaves(width, depth)):.2f}, "
            f"{float(totally_dependent.branch_and_bound_leaves(width, depth)):.2f}",
        ),
    ]


def critical_positions(width: int = 3, depth: int = 3) -> charts.PositionTypes:
    """Return all trees that can be drawn, in every order, searched by F1 and F2; a size to begin with."""
    sizes: dict[str, Any] = {}
    trees: list[dict[str, Any]] = []
    for (w, d), order, strategy, seed in product(SIZES, ORDERS, STRATEGIES, SEEDS):
        if order in ("perfect", "worst") and seed != SEEDS[0]:
            continue  # what is examined is the same in all of them
        found = Positions(w, d, order, strategy, seed)
        is_critical = found.types > 0
        if f"{w},{d}" not in sizes:
            types = "".join(map(str, found.types[found.by_level].tolist()))
            sizes[f"{w},{d}"] = {"types": types, "rows": theory(w, d)}
        trees.append(
            {
                "at": [w, d, order, strategy, seed],
                "seen": "".join(str(int(seen)) for seen in found.examined[found.by_level]),
                "leaves": found.traced.result.leaves,
                "extra": int((found.examined & ~is_critical).sum()),
                "missed": int((is_critical & ~found.examined).sum()),
                "rows": found.counted(),
            }
        )
    return charts.PositionTypes(
        title="Critical positions, and what a search examines",
        choices=charts.choices("width", "depth", "order", "strategy", "seed", sliders=["width", "depth"]),
        start=[width, depth, "perfect", "F2 (Alphabeta)", SEEDS[0]],
        sizes=sizes,
        trees=trees,
    )
