"""The interface of trees that plain-Python searches use, and an implementation with plain lists.

This module needs only Python itself, so the plain-Python searches run anywhere, also in a web page.  The trees of the
library (`gametree.tree`, `gametree.chance.tree`) implement the same interface with arrays.
"""

from __future__ import annotations

from math import inf, isfinite, nan
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

LEAF, DECISION, CHANCE = 0, 1, 2
"""The kinds of nodes of a tree with chance nodes; Zenzel 1989 calls decision nodes OR-nodes."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
TOLERANCE = 1e-9
"""Tolerance for the sum of the probabilities below a chance node."""


class StoredTree:
    """A tree whose nodes are numbered in preorder: the methods that need only `end`, `parent` and `level`.

    >>> tree = PlainTree.from_nested([5, [3, 4]])
    >>> tree.children(0), tree.is_max(2), tree.path(4), tree.name(4)
    ([1, 2], False, (1, 1), 'p22')
    """

    n_nodes: Any
    end: Any
    parent: Any
    level: Any
    values: Any

    def in_lists(self) -> StoredTree:
        """Return the tree as Python reads it fastest, node by node."""
        return self

    def checked(self, node: Any) -> int:
        """Return a node's number, checked."""
        if type(node) is int and 0 <= node < self.n_nodes:
            return node
        raise ValueError(f"node is {node!r}: it must be a whole number from 0 to {self.n_nodes - 1}")

    def children(self, node: int) -> list[int]:
        """Return the children of a node, from left to right."""
        node = self.checked(node)
        found, child, stop = [], node + 1, int(self.end[node])
        while child < stop:
            found.append(child)
            child = int(self.end[child])
        return found

    def is_leaf(self, node: int) -> bool:
        """Whether a node has no children."""
        node = self.checked(node)
        return bool(self.end[node] == node + 1)

    def is_max(self, node: int) -> bool:
        """Whether MAX is to move: at even levels."""
        return bool(self.level[self.checked(node)] % 2 == 0)

    def path(self, node: int) -> tuple[int, ...]:
        """Return the 0-based sibling indices that lead from the root to a node."""
        node = self.checked(node)
        steps: list[int] = []
        while node:
            parent = int(self.parent[node])
            steps.append(self.children(parent).index(node))
            node = parent
        return tuple(reversed(steps))

    def name(self, node: int) -> str:
        """Return the name of a node in Muszycka 1985: p for the root, p21 for the first child of its second child.

        If a sibling number exceeds 9, numbers are separated by dots (p2.11.1), because p2111 is another node.
        """
        path = self.path(node)
        return "p" + ("." if path and max(path) > 8 else "").join([str(i + 1) for i in path])


class StoredChanceTree:
    """A tree with chance nodes: the methods that need only shape, kinds of nodes and probabilities.

    >>> tree = PlainChanceTree.from_nested([((0.5, 4), (0.5, 16)), ((0.9, 8), (0.1, [3, 9]))])
    >>> tree.is_chance(1), tree.names[4], tree.after[2]
    (True, 'C', 0.5)
    """

    shape: Any
    kind: Any
    probability: Any
    after: Any
    names: Any
    goal: str

    @property
    def n_nodes(self) -> int:
        """Number of nodes, the root included."""
        return int(self.shape.n_nodes)

    def children(self, node: int) -> list[int]:
        """Return the children of a node, from left to right."""
        return list(self.shape.children(node))

    def is_leaf(self, node: int) -> bool:
        """Whether a node has no children."""
        return bool(self.kind[self.shape.checked(node)] == LEAF)

    def is_chance(self, node: int) -> bool:
        """Whether this is a chance node."""
        return bool(self.kind[self.shape.checked(node)] == CHANCE)

    @property
    def sign(self) -> float:
        """The factor that turns a value into a gain, which the player maximizes: 1, or -1 for costs."""
        return 1.0 if self.goal == "max" else -1.0

    def sums_after(self) -> list[float]:
        """Return, per node, the sum of the probabilities of its right siblings: exactly 0 for the last."""
        after = [0.0] * self.n_nodes
        for node in range(self.n_nodes):
            rest = 0.0
            for child in reversed(self.children(node)):
                after[child] = rest
                rest += float(self.probability[child])
        return after

    def true_values(self) -> list[float]:
        """Return the value of every node (section 2.1): the best child's, or the children's by their probabilities."""
        value = [float(v) for v in self.shape.values]
        better = max if self.goal == "max" else min
        for node in range(self.n_nodes - 1, -1, -1):
            children = self.children(node)
            if self.is_chance(node):
                value[node] = 0.0
                for child in children:
                    value[node] += float(self.probability[child]) * value[child]
            elif children:
                value[node] = better(value[child] for child in children)
        return value

    def solution(self, chosen: Callable[[int], int]) -> tuple[int, ...]:
        """Return the nodes reached with these choices; where there is none (0), the first child is taken."""
        reached = [0]
        for node in reached:
            if self.is_chance(node):
                reached.extend(self.children(node))
            elif not self.is_leaf(node):
                reached.append(chosen(node) or self.children(node)[0])
        return tuple(sorted(reached))

    def letters(self) -> tuple[str, ...]:
        """Return the names in Zenzel 1989, by node: letters level by level, A for the root; after Z: Z1, Z2, ..."""
        level = self.shape.level
        names = [""] * self.n_nodes
        for place, node in enumerate(sorted(range(self.n_nodes), key=lambda node: int(level[node]))):
            names[node] = LETTERS[place] if place < 26 else f"Z{place - 25}"
        return tuple(names)


class PlainTree(StoredTree):
    """A game tree of plain lists.

    >>> import gametree as gt
    >>> plain, tree = PlainTree.from_nested([5, [3, 4]]), gt.Tree.from_nested([5, [3, 4]])
    >>> plain.end == tree.end.tolist(), plain.parent == tree.parent.tolist(), plain.level == tree.level.tolist()
    (True, True, True)
    """

    def __init__(self, end: list[int], parent: list[int], level: list[int], values: list[float]):
        self.end, self.parent, self.level, self.values = end, parent, level, values
        self.n_nodes = len(end)
        self._children: list[list[int]] = [[] for _ in end]
        for node in range(1, len(end)):
            self._children[parent[node]].append(node)
        self._paths: list[tuple[int, ...]] = []  # these two when they are first asked for
        self._names: list[str] = []

    @classmethod
    def from_nested(cls, nested: Any) -> PlainTree:
        """Build a tree from nested lists and numbers; a ValueError names the place of an error."""
        return _built(nested, chance=False)[0]

    def children(self, node: int) -> list[int]:
        """Return the children of a node, from left to right."""
        return list(self._children[node])

    def is_leaf(self, node: int) -> bool:
        """Whether a node has no children."""
        return self.end[node] == node + 1

    def is_max(self, node: int) -> bool:
        """Whether MAX is to move: at even levels."""
        return self.level[node] % 2 == 0

    def path(self, node: int) -> tuple[int, ...]:
        """Return the 0-based sibling indices that lead from the root to a node."""
        if not self._paths:
            self._paths = [()] * self.n_nodes
            for above, children in enumerate(self._children):
                for place, child in enumerate(children):
                    self._paths[child] = (*self._paths[above], place)
        return self._paths[node]

    def name(self, node: int) -> str:
        """Return the name of a node in Muszycka 1985."""
        if not self._names:
            self._names = ["p"] * self.n_nodes
            for above, children in enumerate(self._children):
                for place, child in enumerate(children):
                    simple = place < 9 and "." not in self._names[above]
                    self._names[child] = f"{self._names[above]}{place + 1}" if simple else super().name(child)
        return self._names[node]


class PlainChanceTree(StoredChanceTree):
    """A tree with chance nodes, of plain lists.

    >>> PlainChanceTree.from_nested(((0.4, 10), (0.6, [1, 2])), goal="min").sign
    -1.0
    """

    def __init__(self, shape: PlainTree, kind: list[int], probability: list[float], goal: str):
        self.shape, self.kind, self.probability, self.goal = shape, kind, probability, goal
        self.after = self.sums_after()
        self.names = self.letters()

    @classmethod
    def from_nested(cls, nested: Any, goal: str = "max") -> PlainChanceTree:
        """Build a tree from lists, tuples of pairs (probability, child) and numbers."""
        if goal not in ("max", "min"):
            raise ValueError(f"goal is {goal!r}: it must be one of max, min")
        return cls(*_built(nested, chance=True), goal)


def _built(nested: Any, chance: bool) -> tuple[PlainTree, list[int], list[float]]:
    """Return the shape of a tree, and the kinds and probabilities of its nodes."""
    end: list[int] = []
    parent: list[int] = []
    level: list[int] = []
    values: list[float] = []
    kinds: list[int] = []
    probability: list[float] = []
    waiting: list[tuple[Any, int, float, tuple[int, ...]]] = [(nested, -1, 1.0, ())]
    while waiting:
        item, above, p, place = waiting.pop()
        node = len(end)
        end.append(node + 1)
        parent.append(above)
        level.append(len(place))
        probability.append(p)
        if not isinstance(item, list | tuple):
            values.append(_leaf(item, place))
            kinds.append(LEAF)
            continue
        if not item:
            raise ValueError(
                f"node at {place_text(place)} is empty: a node needs at least one child, a leaf must be a number"
            )
        values.append(nan)
        by_chance = chance and isinstance(item, tuple)
        kinds.append(CHANCE if by_chance else DECISION)
        pairs = _pairs(item, place) if by_chance else [(1.0, child) for child in item]
        for i in range(len(pairs) - 1, -1, -1):
            waiting.append((pairs[i][1], node, pairs[i][0], (*place, i)))
    for node in range(len(end) - 1, 0, -1):
        end[parent[node]] = max(end[parent[node]], end[node])
    return PlainTree(end, parent, level, values), kinds, probability


def _leaf(item: Any, place: tuple[int, ...]) -> float:
    value = float(item) if isinstance(item, int | float) and not isinstance(item, bool) else nan
    if not isfinite(value):
        raise ValueError(f"leaf at {place_text(place)} is {item!r}: a leaf must be a finite number")
    return value


def _pairs(item: Sequence[Any], place: tuple[int, ...]) -> list[tuple[float, Any]]:
    pairs: list[tuple[float, Any]] = []
    for i, pair in enumerate(item):
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            raise ValueError(
                f"{place_text((*place, i))} is {pair!r}: a child of a chance node must be a pair (probability, child)"
            )
        p = pair[0] if isinstance(pair[0], int | float) and not isinstance(pair[0], bool) else inf
        if not 0 < p <= 1:
            raise ValueError(
                f"the probability at {place_text((*place, i))} is {pair[0]!r}: it must be a number in (0, 1], because "
                "tuples are chance nodes, which hold pairs (probability, child)"
            )
        pairs.append((float(p), pair[1]))
    total = sum(p for p, _ in pairs)
    if abs(total - 1) > TOLERANCE:
        raise ValueError(
            f"the probabilities at {place_text(place)} add up to {total!r}: they must add up to 1 within {TOLERANCE:g}"
        )
    return pairs


def place_text(place: tuple[int, ...]) -> str:
    """Return a path of indices as it is written in Python: [0][2]."""
    return "".join(f"[{i}]" for i in place) or "the root"
