"""The observer that a plain-Python search with aids works through: it knows the tree, orders, remembers, counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf

from gametree.enhance.reference.table import Entry, Table
from gametree.games.game_tree import GameTree

COUNTS = (
    "leaves", "nodes", "visits", "evaluations", "lookups", "hits", "answers", "replaced",
    "killer_tries", "killer_cuts", "other_tries", "other_cuts",
)  # fmt: skip
"""What is counted, in the order of `gametree.enhance.Result`."""


@dataclass
class Child:
    """A child in the order of search.

    Attributes
    ----------
    node : int
        The node.
    promise : float
        What is expected of it, for the player who moves to it.
    open : bool
        Whether its promise may still be revised.
    killer : bool
        Whether it is searched early as a killer.
    """

    node: int
    promise: float = 0.0
    open: bool = False
    killer: bool = False


@dataclass
class Recorder:
    """A tree under search with aids.

    Attributes
    ----------
    entered : list of int
        The nodes in the order in which they were entered, each as often as it was.
    best : int
        The best child of the root so far.
    """

    tree: GameTree
    ordering: str
    margin: float
    table: Table
    n_killers: int
    best: int = -1
    horizon: int = 0
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COUNTS, 0))
    entered: list[int] = field(default_factory=list)
    _killers: dict[int, list[int]] = field(default_factory=dict)
    _nodes: set[int] = field(default_factory=set)
    _evaluated: set[int] = field(default_factory=set)

    def begin(self, horizon: int) -> None:
        """Begin an iteration: nodes count anew, table and killers are kept."""
        self.horizon = horizon
        self._nodes, self._evaluated = set(), set()

    # -- nodes ---------------------------------------------------------------------------------------------------------

    def is_leaf(self, p: int) -> bool:
        """Whether p has no children, or none that the search may look at."""
        return bool(self.tree.level[p] == self.horizon or self.tree.is_leaf(p))

    def enter(self, p: int) -> bool:
        """Enter p, and return whether it is a leaf."""
        leaf = self.is_leaf(p)
        self.entered.append(p)
        self.counts["visits"] += 1
        if p not in self._nodes:
            self._nodes.add(p)
            self.counts["nodes"] += 1
            self.counts["leaves"] += leaf
        return leaf

    def evaluate(self, p: int) -> float:
        """Return the static value of p for the player whose turn it is there."""
        if p not in self._evaluated:
            self._evaluated.add(p)
            self.counts["evaluations"] += 1
        value = float(self.tree.estimate[p])
        return value if self.tree.is_max(p) else -value

    def lone_root(self) -> float:
        """Evaluate a root that is itself a leaf."""
        self.counts["leaves"] += 1
        return self.evaluate(0)

    def record_pv(self, p: int, child: int) -> None:
        """Take note that a child is the best of p so far."""
        if p == 0:
            self.best = child

    # -- order ---------------------------------------------------------------------------------------------------------

    def in_order(self, p: int, first_move: int) -> Iterator[Child]:
        """Yield the children of p in the order in which they are to be searched."""
        to_horizon = self.horizon - int(self.tree.level[p])
        children = [Child(node) for node in self.tree.children(p)]
        if self.ordering != "none" and to_horizon > 1:
            for child in children:
                child.promise = -self.evaluate(child.node)
                child.open = self.ordering == "dynamic" and to_horizon > 2 and not self.is_leaf(child.node)
            children.sort(key=lambda child: -child.promise)
        children = self._pinned(p, children, first_move)
        while children:
            if children[0].open and len(children) > 1:
                self._revise(children)
            else:
                yield children.pop(0)

    def _pinned(self, p: int, children: list[Child], first_move: int) -> list[Child]:
        """Return the children with the table's move and the killers in front."""
        killers = self._killers.get(int(self.tree.level[p]), [])
        front: list[Child] = []
        for move in [first_move, *killers]:
            found = [s for s in children if s not in front and self.tree.move[s.node] == move]
            for child in found[:1] if move >= 0 else []:
                child.open = False
                child.killer = not (move == first_move and not front)
                front.append(child)
        return front + [child for child in children if child not in front]

    def _revise(self, children: list[Child]) -> None:
        """Look at the children of the first; if one of them makes it disappoint, put it back where it belongs."""
        chosen = children[0]
        chosen.open = False
        least = children[1].promise - self.margin
        promise = inf
        for grandchild in self.tree.children(chosen.node):
            promise = min(promise, self.evaluate(grandchild))
            if promise < least:
                break
        chosen.promise = promise
        if promise < least:
            children.pop(0)
            behind = next((i for i, child in enumerate(children) if child.promise <= promise), len(children))
            children.insert(behind, chosen)

    # -- killers -------------------------------------------------------------------------------------------------------

    def tried(self, p: int, child: Child, cut: bool) -> None:
        """Count a child that was searched where a cut-off was possible; if it came, its move becomes a killer."""
        kind = "killer" if child.killer else "other"
        self.counts[f"{kind}_tries"] += 1
        if cut:
            self.counts[f"{kind}_cuts"] += 1
            move, level = int(self.tree.move[child.node]), int(self.tree.level[p])
            others = [killer for killer in self._killers.get(level, []) if killer != move]
            self._killers[level] = [move, *others][: self.n_killers]

    # -- table ---------------------------------------------------------------------------------------------------------

    def look_up(self, p: int) -> tuple[float, float, int]:
        """Return a lower and an upper bound of p for the player to move there, and the move to be searched first."""
        if not self.table:
            return -inf, inf, -1
        self.counts["lookups"] += 1
        known = self.table.look_up(int(self.tree.position[p]), self.horizon - int(self.tree.level[p]))
        self.counts["hits"] += known is not None
        return known or (-inf, inf, -1)

    def answered(self, value: float) -> float:
        """Return what the table knew, instead of searching."""
        self.counts["answers"] += 1
        return value

    def store(self, p: int, lower: float, upper: float, best: int) -> None:
        """Store what a search of p has proved."""
        if self.table:
            move = int(self.tree.move[best]) if best >= 0 else -1
            draft = self.horizon - int(self.tree.level[p])
            self.table.store(Entry(int(self.tree.position[p]), draft, lower, upper, move))
            self.counts["replaced"] = self.table.replaced
