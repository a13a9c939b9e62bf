"""The search tree that S-alpha-beta keeps between calls (de Bruin, Pijls & Plaat 1994, section 2)."""

from __future__ import annotations

from dataclasses import dataclass, field

from gametree.nodes import StoredTree
from gametree.reference.recorder import INFINITY, Recorder


@dataclass
class SearchTree:
    """The nodes visited so far, with the bounds that follow from them.

    Attributes
    ----------
    lower, upper : dict
        Node -> f- and f+, from MAX's point of view; open nodes have minus and plus infinity.
    inner : set of int
        The nodes whose children have been attached.

    Examples
    --------
    >>> from gametree.examples import specimen
    >>> s = SearchTree(specimen())
    >>> s.attach(0), s.lower[1], s.upper[1]
    ([1, 10], -inf, inf)
    """

    tree: StoredTree
    lower: dict[int, float] = field(default_factory=lambda: {0: -INFINITY})
    upper: dict[int, float] = field(default_factory=lambda: {0: INFINITY})
    inner: set[int] = field(default_factory=set)

    def attach(self, n: int) -> list[int]:
        """Attach all children of n, open, unless they are there; return them."""
        children = self.tree.children(n)
        if n not in self.inner:
            self.inner.add(n)
            self.lower |= dict.fromkeys(children, -INFINITY)
            self.upper |= dict.fromkeys(children, INFINITY)
        return children

    def update(self, n: int) -> None:
        """Apply the minimax rule to n, to its lower bound and to its upper bound."""
        better = max if self.tree.is_max(n) else min
        children = self.tree.children(n)
        self.lower[n] = better(self.lower[c] for c in children)
        self.upper[n] = better(self.upper[c] for c in children)

    def critical_path(self) -> tuple[int, ...]:
        """Return the path along the leftmost children whose bounds have met at the value of the root."""
        path: list[int] = []
        node, value = 0, self.lower[0]
        while node in self.inner:
            children = self.tree.children(node)
            move = next(i for i, c in enumerate(children) if self.lower[c] == self.upper[c] == value)
            path.append(move)
            node = children[move]
        return tuple(path)


def solved(x: Recorder, s: SearchTree, v: float) -> float:
    """End a search whose search tree proves the value v of the root."""
    x.lines[0] = s.critical_path()
    return v
