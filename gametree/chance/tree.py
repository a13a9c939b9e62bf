"""Trees with chance nodes (Zenzel 1989, section 2): one player chooses, chance replies.

The shape of such a tree is that of a game tree (`gametree.tree`, nodes numbered in preorder); in
addition, every inner node is a decision node or a chance node, and every arc below a chance node has a
probability.  The thesis alternates the two kinds; any mixture is allowed here.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import gametree.tree
from gametree._checks import as_float, check_name, shown
from gametree.nodes import CHANCE, DECISION, LEAF, TOLERANCE, StoredChanceTree, place_text

GOALS = ("max", "min")


class ChanceArrays(NamedTuple):
    """A tree with chance nodes, as the compiled kernels take it."""

    end: NDArray[np.int64]
    parent: NDArray[np.int64]
    level: NDArray[np.int32]
    kind: NDArray[np.int8]
    values: NDArray[np.float64]
    probability: NDArray[np.float64]
    """Of the arc above each node; 1 where no chance node is above it."""
    after: NDArray[np.float64]
    """The sum of the probabilities of the right siblings: exactly 0 for the last."""


class Tree(StoredChanceTree):
    """An immutable tree of decision nodes, chance nodes and leaves; build one with `Tree.from_nested`.

    `shape` is the tree without kinds and probabilities, a `gametree.Tree`; `kind` is LEAF, DECISION or CHANCE, per
    node; `probability` is that of the arc above each node, 1 below a decision node; `goal` says whether the player
    maximizes ("max") or, as with costs, minimizes ("min") the value.

    >>> import gametree as gt
    >>> tree = gt.chance.Tree.from_nested([((0.5, 4), (0.5, 16)), ((0.9, 8), (0.1, [3, 9]))])
    >>> tree.n_leaves, tree.depth, float(tree.backed_up[0])
    (5, 3, 10.0)
    >>> tree.node("C"), tree.is_chance(4), tree.children(4)
    (4, True, [5, 6])
    """

    def __init__(
        self,
        shape: gametree.tree.Tree,
        kind: NDArray[np.int8],
        probability: NDArray[np.float64],
        goal: str = "max",
    ):
        check_name("goal", goal, GOALS)
        gametree.tree.check_stored_tree(shape, "shape")
        for name, given in (("kind", kind), ("probability", probability)):
            if not isinstance(given, np.ndarray) or given.shape != (shape.n_nodes,):
                raise ValueError(
                    f"{name} is {shown(given)}: it must be an array with an entry for each of {shape.n_nodes} nodes"
                )
        _check_nodes(shape, kind, probability)
        self.shape, self.kind, self.probability, self.goal = shape, kind, probability, goal
        for array in (kind, probability):
            array.setflags(write=False)

    @classmethod
    def from_nested(cls, nested: Any, goal: str = "max") -> Tree:
        """Build a tree: a list is a decision node, a tuple of (probability, child) pairs chance, a number a leaf.

        A ValueError names the place, such as ``[0][2]``, if a node is empty, a leaf is not a finite number, a child of
        a chance node is not a pair, a probability is not in (0, 1], or those of a chance node do not add up to 1
        within `TOLERANCE`.

        >>> import gametree as gt
        >>> gt.chance.Tree.from_nested(((0.4, 10), (0.6, [1, 2])), goal="min")
        chance.Tree.from_nested(((0.4, 10), (0.6, [1, 2])), goal='min')
        """
        check_name("goal", goal, GOALS)
        gametree.tree.refuse_unfolding(nested, _below)
        plain: list[Any] = []
        kinds: list[int] = []
        probabilities: list[float] = []
        waiting: list[tuple[Any, float, list[Any], tuple[int, ...]]] = [(nested, 1.0, plain, ())]
        while waiting:
            item, p, siblings, place = waiting.pop()
            probabilities.append(p)
            pairs = _children_of(item, place)
            if pairs and len(place) >= gametree.tree.MAX_DEPTH:
                raise ValueError(
                    f"nested is deeper than {gametree.tree.MAX_DEPTH} levels at {place_text(place[:5])}...: "
                    "that is the most allowed"
                )
            kinds.append(LEAF if pairs is None else CHANCE if isinstance(item, tuple) else DECISION)
            own: Any = item if pairs is None else []
            siblings.append(own)
            for i, (q, child) in reversed(list(enumerate(pairs or []))):
                waiting.append((child, q, own, (*place, i)))
        shape = gametree.tree.Tree.from_nested(plain[0])
        return cls(shape, np.array(kinds, dtype=np.int8), np.array(probabilities), goal)

    # -- shape -------------------------------------------------------------------------------------------------------

    @property
    def n_leaves(self) -> int:
        """Number of leaves."""
        return self.shape.n_leaves

    @property
    def depth(self) -> int:
        """The greatest level of a leaf."""
        return self.shape.depth

    @cached_property
    def arrays(self) -> ChanceArrays:
        """What the compiled kernels take."""
        shape = self.shape
        return ChanceArrays(
            shape.end, shape.parent, shape.level, self.kind, shape.values, self.probability, self.after
        )

    @cached_property
    def after(self) -> NDArray[np.float64]:
        """The sum of the probabilities of the right siblings of each node: exactly 0 for the last."""
        return np.array(self.sums_after())

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names in Zenzel 1989, by node: letters level by level, A for the root, and after Z: Z1, Z2, ..."""
        return self.letters()

    def node(self, name: str) -> int:
        """Return the node that has this name."""
        if name not in self.names:
            raise ValueError(
                f"name is {shown(name)}: the nodes are called {self.names[0]} to {self._last_name}"
            )
        return self.names.index(name)

    @property
    def _last_name(self) -> str:
        return max(self.names, key=lambda name: (len(name), name))

    # -- values ------------------------------------------------------------------------------------------------------

    @property
    def leaves(self) -> NDArray[np.float64]:
        """The values of the leaves, from left to right."""
        return self.shape.leaves

    @cached_property
    def backed_up(self) -> NDArray[np.float64]:
        """The value of every node (section 2.1): the best child's, or the children's weighted by their probabilities."""
        value = np.array(self.true_values())
        value.setflags(write=False)
        return value

    def to_nested(self) -> Any:
        """Return the tree as `from_nested` takes it."""
        built: dict[int, Any] = {}
        for node in range(self.n_nodes - 1, -1, -1):
            children = self.children(node)
            if self.is_leaf(node):
                built[node] = self.shape.plain(self.shape.values[node])
            elif self.is_chance(node):
                built[node] = tuple((float(self.probability[child]), built.pop(child)) for child in children)
            else:
                built[node] = [built.pop(child) for child in children]
        return built[0]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tree):
            return NotImplemented
        return (
            self.goal == other.goal
            and self.shape == other.shape
            and np.array_equal(self.kind, other.kind)
            and np.array_equal(self.probability, other.probability)
        )

    def __hash__(self) -> int:
        return hash((self.goal, self.shape, self.probability.tobytes()))

    def __repr__(self) -> str:
        goal = "" if self.goal == "max" else ", goal='min'"
        if self.n_leaves <= 8:
            return f"chance.Tree.from_nested({self.to_nested()!r}{goal})"
        return f"<chance.Tree: depth {self.depth}, {self.n_nodes} nodes, {self.n_leaves} leaves{goal}>"


def _check_nodes(shape: gametree.tree.Tree, kind: NDArray[np.int8], probability: NDArray[np.float64]) -> None:
    """Refuse kinds and probabilities that belong to no tree of this shape: kernels follow them without looking."""
    for name, array, dtype in (("kind", kind, np.int8), ("probability", probability, np.float64)):
        if array.dtype != dtype:
            raise ValueError(f"{name} has numbers of type {array.dtype}: it must have {np.dtype(dtype)}")
    is_leaf = shape.fan_out == 0
    wrong = np.where(is_leaf, kind != LEAF, (kind != DECISION) & (kind != CHANCE))
    if wrong.any():
        node = int(np.argmax(wrong))
        wanted = f"{LEAF} at a leaf" if is_leaf[node] else f"{DECISION} (decision) or {CHANCE} (chance)"
        raise ValueError(f"kind[{node}] is {kind[node]}: it must be {wanted}")
    drawn = np.zeros(shape.n_nodes, dtype=bool)
    drawn[1:] = kind[shape.parent[1:]] == CHANCE
    wrong = np.where(drawn, ~((probability > 0) & (probability <= 1)), probability != 1)
    if wrong.any():
        node = int(np.argmax(wrong))
        wanted = "in (0, 1]" if drawn[node] else "1, because there is no chance node above it"
        raise ValueError(f"probability[{node}] is {probability[node]}: it must be {wanted}")
    total = np.bincount(shape.parent[drawn], weights=probability[drawn], minlength=shape.n_nodes)
    wrong = (kind == CHANCE) & ~(abs(total - 1) <= TOLERANCE)
    if wrong.any():
        node = int(np.argmax(wrong))
        raise ValueError(
            f"the probabilities below node {node} add up to {total[node]}: they must add up to 1 within {TOLERANCE:g}"
        )


def _below(item: Any) -> list[Any]:
    """Return the children of a list or a tuple of pairs, without any check."""
    if isinstance(item, list):
        return item
    return [pair[1] for pair in item if isinstance(pair, tuple | list) and len(pair) == 2]


def _children_of(item: Any, place: tuple[int, ...]) -> list[tuple[float, Any]] | None:
    """Return (probability, child) pairs, with probability 1 below a decision node; None for a leaf."""
    if isinstance(item, np.ndarray) and item.ndim > 0:
        raise ValueError(
            f"{place_text(place)} is an array: a node must be a list, a tuple of pairs or a number"
        )
    if isinstance(item, list):
        return [(1.0, child) for child in item]
    if not isinstance(item, tuple):
        return None
    pairs = []
    for i, pair in enumerate(item):
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise ValueError(
                f"{place_text((*place, i))} is {shown(pair)}: a child of a chance node must be a pair (probability, child)"
            )
        pairs.append((_checked(pair[0], (*place, i)), pair[1]))
    total = math.fsum(p for p, _ in pairs)
    if pairs and abs(total - 1) > TOLERANCE:
        raise ValueError(
            f"the probabilities at {place_text(place)} add up to {total!r}: they must add up to 1 within {TOLERANCE:g}"
        )
    return pairs


def _checked(p: Any, place: tuple[int, ...]) -> float:
    if not 0 < as_float(p) <= 1:
        raise ValueError(
            f"the probability at {place_text(place)} is {shown(p)}: it must be a number in (0, 1], because "
            "tuples are chance nodes, which hold pairs (probability, child)"
        )
    return float(p)
