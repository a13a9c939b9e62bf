"""The enhanced searches in plain Python, to read beside the thesis and to test the kernels against."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf, nextafter

import numpy as np

from gametree.games.game_tree import GameTree
from gametree.generate.random import mix
from gametree.reference.alphabeta import before, minimal

COUNTS = (
    "leaves", "nodes", "visits", "evaluations", "lookups", "hits", "answers", "replaced",
    "killer_tries", "killer_cuts", "other_tries", "other_cuts",
)  # fmt: skip
"""The counts, in the order of `gametree.enhance.EnhancedResult`."""


@dataclass
class TableEntry:
    """The result of a search of a position, for the player to move there."""

    position: int  # its identity
    draft: int  # the depth of the search
    lower: float
    upper: float  # bounds of the value; equal if the search was completed
    move: int  # the best move, or -1


class Table:
    """A transposition table, two entries to a bucket: the deepest, and the latest of the others.

    >>> table = Table(16, rule="equal")
    >>> table.store(TableEntry(position=7, draft=3, lower=2.0, upper=5.0, move=1))
    >>> table.look_up(7, depth=3), table.look_up(7, depth=4), table.look_up(8, depth=3)
    ((2.0, 5.0, 1), (-inf, inf, 1), None)
    """

    def __init__(self, entries: int, rule: str) -> None:
        self.rule = rule
        self.buckets: list[list[TableEntry | None]] = [[None, None] for _ in range(entries // 2)]
        self.replaced = 0

    def __bool__(self) -> bool:
        return bool(self.buckets)

    def _bucket(self, position: int) -> list[TableEntry | None]:
        with np.errstate(over="ignore"):
            return self.buckets[int(mix(np.uint64(position))) % len(self.buckets)]

    def usable(self, entry: TableEntry, depth: int) -> bool:
        """Whether an entry can replace a search of a depth."""
        return entry.draft == depth if self.rule == "equal" else entry.draft >= depth

    def look_up(self, position: int, depth: int) -> tuple[float, float, int] | None:
        """Return bounds and the move to be searched first; None if the position is not there."""
        known = [entry for entry in self._bucket(position) if entry and entry.position == position]
        if not known:
            return None
        entry = max(known, key=lambda entry: (self.usable(entry, depth), entry.draft))
        if self.usable(entry, depth):
            return entry.lower, entry.upper, entry.move
        return -inf, inf, entry.move

    def store(self, new: TableEntry) -> None:
        """Store an entry, or merge it with one of the same position and depth."""
        bucket = self._bucket(new.position)
        for place, old in enumerate(bucket):
            if old and (old.position, old.draft) == (new.position, new.draft):
                bucket[place] = self.merged(old, new)
                return
        first, second = bucket
        if first is None or new.draft >= first.draft:
            bucket[:] = [new, first]
            self.replaced += first is not None and second is not None
        else:
            bucket[1] = new
            self.replaced += second is not None

    def merged(self, old: TableEntry, new: TableEntry) -> TableEntry:
        """Return what two searches of the same depth prove together."""
        lower, upper = max(old.lower, new.lower), min(old.upper, new.upper)
        if lower > upper:  # with the rule DEEPER, two searches may contradict each other
            lower, upper = new.lower, new.upper
        return TableEntry(new.position, new.draft, lower, upper, new.move if new.move >= 0 else old.move)


@dataclass
class Child:
    """A child in the order of search."""

    node: int
    promise: float = 0.0  # its estimate for the player who moves to it
    open: bool = False  # whether its promise may still be revised
    killer: bool = False  # whether it is searched early as a killer


@dataclass
class EnhancedRecorder:
    """The observer of an enhanced search: it orders children, keeps the table and the killers, and counts.

    >>> import gametree as gt
    >>> tree = gt.games.growing_tree(width=2, depth=2, scheme="incremental", seed=1)
    >>> x = EnhancedRecorder(tree, "fixed", 0.0, Table(0, "equal"), n_killers=0)
    >>> x.begin(tree.depth)
    >>> alphabeta(x) == gt.search(tree, "alphabeta").value, x.counts["leaves"]
    (True, 3)
    """

    tree: GameTree
    ordering: str
    margin: float
    table: Table
    n_killers: int
    best: int = -1  # the best child of the root so far
    horizon: int = 0
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COUNTS, 0))
    entered: list[int] = field(default_factory=list)  # all entries, in order
    _killers: dict[int, list[int]] = field(default_factory=dict)
    _nodes: set[int] = field(default_factory=set)
    _evaluated: set[int] = field(default_factory=set)

    def begin(self, horizon: int) -> None:
        """Begin an iteration: nodes are counted afresh, table and killers are kept."""
        self.horizon = horizon
        self._nodes, self._evaluated = set(), set()

    # -- nodes ---------------------------------------------------------------------------------------------------------

    def is_leaf(self, p: int) -> bool:
        """Whether p has no children, or none within the horizon."""
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
        """Record that a child is the best of p so far."""
        if p == 0:
            self.best = child

    # -- order ---------------------------------------------------------------------------------------------------------

    def in_order(self, p: int, first_move: int) -> Iterator[Child]:
        """Yield the children of p in the order of search."""
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
        """Evaluate the children of the first; move it back if one of them makes it less promising than the second."""
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
        """Count a child searched where a cut-off was possible; if it caused one, its move becomes a killer."""
        kind = "killer" if child.killer else "other"
        self.counts[f"{kind}_tries"] += 1
        if cut:
            self.counts[f"{kind}_cuts"] += 1
            move, level = int(self.tree.move[child.node]), int(self.tree.level[p])
            others = [killer for killer in self._killers.get(level, []) if killer != move]
            self._killers[level] = [move, *others][: self.n_killers]

    def cuts_off(self, p: int, child: Child, m: float, high: float) -> bool:
        """Whether m, the best value so far, ends the search of p; counts the child where a cut-off was possible."""
        if high < inf:
            self.tried(p, child, m >= high)
        return m >= high

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
        """Return what the table says, instead of searching."""
        self.counts["answers"] += 1
        return value

    def settled(self, lower: float, upper: float, alpha: float, beta: float) -> float | None:
        """Return the value of a search with the window from alpha to beta, if bounds decide it, else None."""
        if lower >= beta or lower == upper:
            return self.answered(lower)
        return self.answered(upper) if upper <= alpha else None

    def store(self, p: int, lower: float, upper: float, best: int) -> None:
        """Store the bounds that a search of p has proved."""
        if self.table:
            move = int(self.tree.move[best]) if best >= 0 else -1
            draft = self.horizon - int(self.tree.level[p])
            self.table.store(TableEntry(int(self.tree.position[p]), draft, lower, upper, move))
            self.counts["replaced"] = self.table.replaced


def alphabeta(x: EnhancedRecorder, p: int = 0, alpha: float = -inf, beta: float = inf) -> float:
    """Return the value of p for the player to move at p if it lies between alpha and beta, else a bound on it.

    Muszycka 1985, sections 2.2 and 4.2 to 4.4.
    """
    if x.is_leaf(p):
        return x.lone_root() if p == 0 else x.evaluate(p)
    lower, upper, first_move = x.look_up(p)
    known = x.settled(lower, upper, alpha, beta)
    if known is not None:
        return known
    low, high = max(alpha, lower), min(beta, upper)
    m, best = -inf, -1
    for child in x.in_order(p, first_move):
        x.enter(child.node)
        value = -alphabeta(x, child.node, -high, -max(low, m))
        if value > m:
            m, best = value, child.node
            x.record_pv(p, best)
        if x.cuts_off(p, child, m, high):
            break
    x.store(p, m if m > low else lower, m if m < high else upper, best)
    return m


def pvs(x: EnhancedRecorder, p: int = 0, alpha: float = -inf, beta: float = inf) -> float:
    """Return the value of p for the player to move at p if it lies between alpha and beta, else a bound on it.

    Muszycka 1985, sections 2.4 and 4.2 to 4.4.
    """
    if x.is_leaf(p):
        return x.lone_root() if p == 0 else x.evaluate(p)
    lower, upper, first_move = x.look_up(p)
    known = x.settled(lower, upper, alpha, beta)
    if known is not None:
        return known
    low, high = max(alpha, lower), min(beta, upper)
    m, best = -inf, -1
    for number, child in enumerate(x.in_order(p, first_move)):
        bound = max(low, m)
        leaf = x.enter(child.node)
        if number == 0:
            value = -pvs(x, child.node, -high, -low)
        else:
            value = -pvs(x, child.node, -minimal(bound), -bound)
            if bound < value < high and not leaf:
                x.enter(child.node)
                value = -pvs(x, child.node, -high, -value)
        if value > m:
            m, best = value, child.node
            x.record_pv(p, best)
        if x.cuts_off(p, child, m, high):
            break
    x.store(p, m if m > low else lower, m if m < high else upper, best)
    return m


def test(x: EnhancedRecorder, p: int, v: float, op: bool) -> bool:
    """Return whether the value of p for the player to move at p is >= v (op) or > v (not op).

    Muszycka 1985, sections 2.5 and 4.2 to 4.4, as is `scout`.
    """
    if x.is_leaf(p):
        value = x.evaluate(p)
        return (value >= v and op) or (value > v and not op)
    lower, upper, first_move = x.look_up(p)
    if lower > v or (op and lower == v):
        return bool(x.answered(True))
    if upper < v or (not op and upper == v):
        return bool(x.answered(False))
    for child in x.in_order(p, first_move):
        x.enter(child.node)
        holds = test(x, child.node, -v, not op)
        x.tried(p, child, not holds)
        if not holds:
            x.store(p, max(lower, v if op else nextafter(v, inf)), upper, child.node)
            return True
    x.store(p, lower, min(upper, nextafter(v, -inf) if op else v), -1)
    return False


def scout(x: EnhancedRecorder, p: int = 0) -> float:
    """Return the value of p for the player to move at p."""
    if x.is_leaf(p):
        return x.lone_root() if p == 0 else x.evaluate(p)
    lower, upper, first_move = x.look_up(p)
    if lower == upper:
        return x.answered(lower)
    m, best = -inf, -1
    for number, child in enumerate(x.in_order(p, first_move)):
        x.enter(child.node)
        if number > 0:
            if test(x, child.node, -m, True):
                continue
            x.enter(child.node)
        value = -scout(x, child.node)
        if value > m:
            m, best = value, child.node
            x.record_pv(p, best)
        if m >= upper:  # nothing better is left
            break
    x.store(p, m, m, best)
    return m


def mtd(x: EnhancedRecorder, guess: float) -> float:
    """Return the value of the root, by searches with minimal windows that begin at a guess.

    Plaat, Schaeffer, Pijls & de Bruin 1996.
    """
    if x.is_leaf(0):
        return x.lone_root()
    lower, upper, value, best = -inf, inf, guess, -1
    while lower < upper:
        beta = minimal(value) if value == lower else value
        value = alphabeta(x, 0, before(beta), beta)
        if value < beta:
            upper = value
        else:
            lower, best = value, x.best
    x.record_pv(0, best)
    return value


STARTS = {"alphabeta": alphabeta, "pvs": pvs, "scout": scout}
"""How a search of the root begins."""
