"""Searches for backing-up rules that depend on every child, such as the product rule, in plain Python.

The thesis (Muszycka 1985, section 6.2) asks for such a search and suggests how: "lower and upper bounds on the value
of a node can be derived by examining one or more of node's sons".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.reference.recorder import Recorder

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Combine = Callable[[Sequence[float]], float]


class Known:
    """The state of a search: the range of each node whose parent has been entered.

    `combine` gives the value of a MIN node from those of its children; for MAX nodes it is applied to 1 - value.
    `least` and `most` are the range of a node that has not been entered, by level.

    >>> from math import prod
    >>> from gametree.nodes import PlainTree
    >>> tree = PlainTree.from_nested([[0.5, 0.8], [0.3, 0.9]])
    >>> known = Known(Recorder(tree), prod, [0, 0, 0], [1, 1, 1], move_only=True)
    >>> directional(known)
    >>> (known.low[1], known.high[1]), (known.low[4], known.high[4]), sorted(known.x.leaves)
    ((0.4, 0.4), (0.0, 0.3), [2, 3, 5])
    """

    def __init__(
        self, x: Recorder, combine: Combine, least: Sequence[float], most: Sequence[float], move_only: bool
    ):
        self.x, self.combine, self.least, self.most, self.move_only = x, combine, least, most, move_only
        self.low: dict[int, float] = {}
        self.high: dict[int, float] = {}
        self.entered: set[int] = set()
        self.enter(0)

    def enter(self, node: int) -> None:
        """Enter a node: this reveals the value of a leaf, or the number of children of an inner node."""
        first = node not in self.entered
        self.x.take(node, live=first)
        if not first:
            return
        self.entered.add(node)
        tree = self.x.tree
        children = tree.children(node)
        if not children:
            self.low[node] = self.high[node] = float(tree.values[node])
        for child in children:
            self.low[child] = self.least[len(tree.path(child))]
            self.high[child] = self.most[len(tree.path(child))]
        while node >= 0:
            self._narrow(node)
            node = int(tree.parent[node])

    def _narrow(self, node: int) -> None:
        """Apply the rule, which is monotonic, to the ends of the children's ranges.

        It is monotonic in floating-point numbers too, because each of its steps rounds correctly.
        """
        children = self.x.tree.children(node)
        low, high = [self.low[child] for child in children], [self.high[child] for child in children]
        if children and self.x.tree.is_max(node):
            self.low[node] = 1 - self.combine([1 - value for value in low])
            self.high[node] = 1 - self.combine([1 - value for value in high])
        elif children:
            self.low[node], self.high[node] = self.combine(low), self.combine(high)

    def is_closed(self, node: int) -> bool:
        """Whether the value of a node is known."""
        return self.low[node] == self.high[node]

    @property
    def leader(self) -> int:
        """The child of the root with the greatest lower end, the leftmost of several: the move once all others are out."""
        return max(self.x.tree.children(0), key=lambda child: self.low[child])

    def is_out(self, child: int) -> bool:
        """Whether a child of the root can't be the move; of equal children the leftmost is the move."""
        leader = self.leader
        if child <= leader:
            return self.high[child] < self.low[leader]
        return self.high[child] <= self.low[leader]

    @property
    def is_move_left(self) -> bool:
        """Whether only the move remains to be found."""
        return self.move_only or self.is_closed(0)

    @property
    def is_over(self) -> bool:
        """Whether the move, and the value if it is searched for, is known."""
        children = self.x.tree.children(0)
        return self.is_move_left and all(self.is_out(child) for child in children if child != self.leader)


def directional(known: Known) -> None:
    """Enter nodes from left to right, and skip the rest of a node as soon as it is irrelevant.

    >>> from math import prod
    >>> from gametree.nodes import PlainTree
    >>> tree = PlainTree.from_nested([[0.5, 0.0, 0.8], [0.3, 0.9]])
    >>> known = Known(Recorder(tree), prod, [0, 0, 0], [1, 1, 1], move_only=False)
    >>> directional(known)
    >>> sorted(known.x.leaves), round(known.low[0], 3) == round(known.high[0], 3) == 0.27
    ([2, 3, 6, 7], True)
    """
    tree = known.x.tree
    node = 1
    while not known.is_over:
        known.enter(node)
        last = None
        path = [node]
        while int(tree.parent[path[-1]]) > 0:
            path.append(int(tree.parent[path[-1]]))
        for above in path:
            if known.is_closed(above):
                last = above
        if known.is_move_left and known.is_out(path[-1]):
            last = path[-1]
        node = node + 1 if last is None else int(tree.end[last])


def best_first(known: Known) -> None:
    """Repeatedly follow the most optimistic children from the root down to a leaf not yet evaluated.

    As in B*: the greatest upper end where MAX moves, the least lower end where MIN does.  Of equal children the leftmost is
    taken, and none whose value is known.

    >>> from math import prod
    >>> from gametree.nodes import PlainTree
    >>> tree = PlainTree.from_nested([[0.3, 0.8], [0.5, 0.9]])
    >>> known = Known(Recorder(tree), prod, [0, 0, 0], [1, 1, 1], move_only=True)
    >>> best_first(known)
    >>> sorted(known.x.leaves), known.leader
    ([2, 5, 6], 4)
    """
    tree = known.x.tree
    while not known.is_over:
        node = 0
        while node == 0 or not known.is_closed(node):
            children = [child for child in tree.children(node) if not known.is_closed(child)]
            if node == 0 and known.is_move_left:
                children = [child for child in children if not known.is_out(child)]
            if tree.is_max(node):
                node = max(children, key=lambda child: known.high[child])
            else:
                node = min(children, key=lambda child: known.low[child])
            known.enter(node)
