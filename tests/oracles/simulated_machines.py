"""The parallel searches in plain Python: slow, written otherwise than the compiled ones, and with the same result.

Nothing is remembered but which nodes were entered and which are over.  In every unit the nodes that are ready
are found by walking through the tree from the left; after every entry all consequences are drawn by going
through the tree again until nothing changes.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from math import inf, nextafter
from typing import Any, NamedTuple

from gametree.tree import Tree


class Counted(NamedTuple):
    """What a search found and took: 0-based move, units of time, leaves, nodes, entries, who was entered when."""

    value: float
    move: int
    time: int
    leaves: int
    nodes: int
    entries: int
    events: list[tuple[int, int]]


def _run(tree: Tree, processors: int, ready: Callable[[], Iterator[Any]], enter: Callable[[Any], None],
         is_over: Callable[[], bool], node_of: Callable[[Any], int]) -> tuple[int, list[tuple[int, int]]]:  # fmt: skip
    """Let the processors enter the leftmost ready nodes, unit by unit; return the time and who was entered when."""
    time, events = 0, []
    while not is_over():
        time += 1
        batch: list[Any] = []
        for process in ready():
            if len(batch) == processors:
                break
            batch.append(process)
        for process in batch:
            events.append((time, node_of(process)))
        for process in batch:
            enter(process)
    return time, events


def _counted(tree: Tree, value: float, move: int, time: int, events: list[tuple[int, int]]) -> Counted:
    entered = {node for _, node in events}
    leaves = sum(tree.is_leaf(node) for node in entered)
    return Counted(tree.plain(value), move, time, leaves, len(entered), len(events), events)


# -- Alphabeta ---------------------------------------------------------------------------------------------------------


class Split:
    """A parallel Alphabeta: `method` and, for processor trees, their shape, as in `simulate`."""

    def __init__(self, tree: Tree, method: str, shape: tuple[int, int] = (1, 0)):
        self.tree, self.method, self.shape = tree, method, shape
        self.entered = {0}
        self.value: dict[int, float] = {}  # of the nodes that are over, for the player to move

    def best(self, node: int) -> float:
        """Return the best that the player to move has from the children that are over."""
        return max(
            (-self.value[child] for child in self.tree.children(node) if child in self.value), default=-inf
        )

    def move(self) -> int:
        """Return the leftmost of the best children of the root, among those that are over."""
        children = self.tree.children(0)
        return min(
            i
            for i, child in enumerate(children)
            if child in self.value and -self.value[child] == self.best(0)
        )

    def bound(self, node: int) -> float:
        """Return a value that makes going on with a node pointless for its player to move."""
        path = [node]
        while path[-1] != 0:
            path.append(int(self.tree.parent[path[-1]]))
        above = path[1:2] if self.method == "tree-splitting" else path[1::2]
        offers = [self.best(one) for one in above]
        at_root = bool(above) and above[-1] == 0 and offers[-1] > -inf
        if (
            at_root and self.tree.children(0)[self.move()] > path[-2]
        ):  # to the left of the best: as good will do
            offers[-1] = nextafter(offers[-1], -inf)
        return -max(offers, default=-inf)

    def is_left(self, node: int) -> bool:
        """Whether a left process searches the node, or it lies on the leftmost path."""
        if node == 0:
            return True
        parent = int(self.tree.parent[node])
        return node == parent + 1 and (self.method == "tree-splitting" or self.is_left(parent))

    def at_once(self, node: int) -> float:
        """Return how many children of a node may be under way now."""
        first_over = node + 1 in self.value
        if self.method == "tree-splitting":
            if self.is_left(node):
                return inf
            return 1 if not first_over or int(self.tree.parent[node]) + 1 in self.value else 0
        if self.method == "processor-tree":
            return self.shape[0] if self.tree.level[node] < self.shape[1] else 1
        if self.method == "pv-splitting" and not self.is_left(node):
            return 1
        return inf if first_over else 1

    def ready(self, node: int = 0) -> Iterator[int]:
        """Walk through the open nodes and yield those that are ready, from the left."""
        left = self.at_once(node)
        left -= sum(child in self.entered and child not in self.value for child in self.tree.children(node))
        for child in self.tree.children(node):
            if child in self.value:
                continue
            if child in self.entered:
                yield from self.ready(child)
            elif left > 0:
                left -= 1
                yield child

    def enter(self, node: int) -> None:
        """Enter a node, and draw all consequences."""
        self.entered.add(node)
        if self.tree.is_leaf(node) and not self.is_given_up(node):
            value = float(self.tree.values[node])
            self.value[node] = value if self.tree.is_max(node) else -value
            while any([self.ends(open_node) for open_node in sorted(self.entered - set(self.value))]):
                pass

    def is_given_up(self, node: int) -> bool:
        """Whether a node above is over."""
        while node != 0:
            node = int(self.tree.parent[node])
            if node in self.value:
                return True
        return False

    def ends(self, node: int) -> bool:
        """Let a node be over if nothing is left to do, or nothing more is needed."""
        if self.tree.is_leaf(node) or node in self.value or self.is_given_up(node):
            return False
        done = all(child in self.value for child in self.tree.children(node))
        if done or (self.best(node) > -inf and self.best(node) >= self.bound(node)):
            self.value[node] = self.best(node)
            return True
        return False

    def run(self, processors: int) -> Counted:
        """Search the whole tree."""
        time, events = _run(
            self.tree, processors, self.ready, self.enter, lambda: 0 in self.value, lambda node: node
        )
        return _counted(self.tree, self.value[0], self.move(), time, events)


# -- Scout -------------------------------------------------------------------------------------------------------------


class Evaluation:
    """An EVAL process: the leftmost child is evaluated, all others are on trial."""

    def __init__(self, tree: Tree, node: int):
        self.tree, self.node = tree, node
        self.entered, self.value = False, -inf
        self.over = False
        self.children: list[Evaluation | Trial] = []

    def ready(self) -> Iterator[Any]:
        """Yield the processes that are ready, from the left."""
        if not self.entered:
            yield self
        elif not self.over:
            for child in self.children:
                yield from child.ready()

    def enter(self) -> None:
        """Enter the node."""
        self.entered = True
        children = self.tree.children(self.node)
        self.children = [Evaluation(self.tree, child) for child in children[:1]]
        self.children += [Trial(self, child) for child in children[1:]]

    def found(self) -> dict[int, float]:
        """Return the values of the children that are evaluated, for the player to move here."""
        return {child.node: -child.value for child in self.children if child.over and child.value > -inf}

    def draw(self) -> None:
        """Draw all consequences of what was entered."""
        if self.over or not self.entered:
            return
        if not self.children:
            value = float(self.tree.values[self.node])
            self.value, self.over = value if self.tree.is_max(self.node) else -value, True
            return
        for child in self.children:
            child.draw()
        if all(child.over for child in self.children):
            self.value, self.over = max(self.found().values()), True

    def to_beat(self, node: int) -> float:
        """Return what a T-node must be better than; to the left of the best so far, as good will do."""
        best = max(self.found().values())
        holder = min(child for child, value in self.found().items() if value == best)
        return nextafter(best, -inf) if node < holder else best


class Trial:
    """A T-node: it is tested, and evaluated if the test does not exempt it."""

    def __init__(self, parent: Evaluation, node: int):
        self.parent, self.node = parent, node
        self.over, self.value = False, -inf
        self.doing: Evaluation | Test = Test(self, node)
        self.threshold: float | None = None

    def ready(self) -> Iterator[Any]:
        """Yield the processes that are ready, from the left."""
        if not self.over:
            yield from self.doing.ready()

    def draw(self) -> None:
        """Draw all consequences of what was entered."""
        if self.over or not self.doing.entered:
            return
        if isinstance(self.doing, Evaluation):
            self.doing.draw()
            self.over, self.value = self.doing.over, self.doing.value
            return
        if self.threshold is None:
            if not self.parent.children[0].over:
                return
            self.threshold = self.parent.to_beat(self.node)
        answer = self.doing.answer(self.threshold)
        if answer is False:
            self.over = True
        elif answer:
            again = self.parent.to_beat(self.node) > self.threshold
            self.threshold = None
            self.doing = Test(self, self.node) if again else Evaluation(self.parent.tree, self.node)


class Test:
    """A TEST process: it asks if a node is better than a value for the player who could choose the T-node above."""

    def __init__(self, trial: Trial, node: int):
        self.trial, self.node, self.tree = trial, node, trial.parent.tree
        self.entered = False
        self.known: bool | None = None
        self.children: list[Test] = []

    def ready(self) -> Iterator[Any]:
        """Yield the processes that are ready, from the left."""
        if self.known is not None:
            return
        if not self.entered:
            yield self
            return
        undecided = [child for child in self.children if child.known is None]
        for child in undecided if self.all_at_once else undecided[:1]:
            yield from child.ready()

    @property
    def all_at_once(self) -> bool:
        """Whether the player moves who could choose the T-node."""
        return self.tree.is_max(self.node) == self.tree.is_max(self.trial.parent.node)

    def enter(self) -> None:
        """Enter the node."""
        self.entered = True
        self.children = [Test(self.trial, child) for child in self.tree.children(self.node)]

    def answer(self, threshold: float) -> bool | None:
        """Return whether the node is better, or None as long as that is open."""
        if self.known is None and self.entered:
            if not self.children:
                value = float(self.tree.values[self.node])
                self.known = (value if self.tree.is_max(self.trial.parent.node) else -value) > threshold
            else:
                answers = [child.answer(threshold) for child in self.children]
                decisive = self.all_at_once
                if decisive in answers:
                    self.known = decisive
                elif None not in answers:
                    self.known = not decisive
        return self.known


def scout(tree: Tree, processors: int) -> Counted:
    """Search a tree with EVAL and TEST processes."""
    root = Evaluation(tree, 0)
    root.enter()

    def enter(process: Evaluation | Test) -> None:
        process.enter()
        root.draw()

    time, events = _run(tree, processors, root.ready, enter, lambda: root.over, lambda process: process.node)
    best = min(node for node, value in root.found().items() if value == root.value)
    return _counted(tree, root.value, tree.children(0).index(best), time, events)


# -- SSS* --------------------------------------------------------------------------------------------------------------


class Part:
    """SSS* on some children of the root, from a bound: a list of triples (node, solved, merit), searched for the best."""

    def __init__(self, tree: Tree, children: list[int], bound: float):
        self.tree = tree
        self.opened = [(child, False, bound) for child in children]
        self.visits = 0
        self.created: list[int] = []
        self.result: tuple[float, int] | None = None

    def top(self) -> tuple[int, bool, float]:
        """Return the triple of greatest merit, of equal ones the leftmost."""
        return min(self.opened, key=lambda triple: (-triple[2], triple[0]))

    def settle(self, best: float) -> bool:
        """Deal with SOLVED triples; return whether a LIVE one better than `best` is on top."""
        while self.opened and self.top()[2] > best:
            node, solved, merit = self.top()
            if not solved:
                return True
            self.visits += 1
            self.opened.remove((node, solved, merit))
            parent = int(self.tree.parent[node])
            if parent == 0:
                self.result = merit, node
                return False
            if not self.tree.is_max(node):
                inside = range(parent, int(self.tree.end[parent]))
                self.opened = [triple for triple in self.opened if triple[0] not in inside]
            if not self.tree.is_max(node) or node == self.tree.children(parent)[-1]:
                self.opened.append((parent, True, merit))
            else:
                self.opened.append((int(self.tree.end[node]), False, merit))
        return False

    def create(self) -> None:
        """Take the LIVE triple on top: one unit."""
        node, _, merit = self.top()
        self.opened.remove((node, False, merit))
        self.visits += 1
        self.created.append(node)
        children = self.tree.children(node)
        if not children:
            self.opened.append((node, True, min(merit, float(self.tree.values[node]))))
        else:
            self.opened += [
                (child, False, merit) for child in (children if self.tree.is_max(node) else children[:1])
            ]


def sss_star_parts(tree: Tree, processors: int) -> tuple[float, int, int, list[list[int]], int]:
    """Return value, move, time, the nodes that each process created, and visits of SSS* on disjoint parts."""
    children = tree.children(0)
    k = min(processors, len(children))
    cuts = [len(children) * i // k for i in range(k + 1)]
    parts = [Part(tree, children[low:high], inf) for low, high in itertools.pairwise(cuts)]
    running, best, best_child, time = list(parts), -inf, -1, 0
    while True:
        running = [part for part in running if part.settle(best)]
        for part in parts:
            if part.result and part.result[0] > best:
                best, best_child = part.result
        running = [part for part in running if part.top()[2] > best]
        if not running:
            created = [part.created for part in parts]
            return (
                tree.plain(best),
                children.index(best_child),
                time,
                created,
                sum(part.visits for part in parts),
            )
        time += 1
        for part in running:
            part.create()


def sss_star_bounds(tree: Tree, bounds: list[float]) -> tuple[float, int, int, list[list[int]], int]:
    """Return the same of SSS* from different bounds, the first of which must be infinite."""
    parts = [Part(tree, tree.children(0), bound) for bound in bounds]
    running, time = list(range(len(parts))), 0
    while True:
        running = [i for i in running if parts[i].settle(-inf)]
        for part, bound in zip(parts, bounds, strict=True):
            if part.result and part.result[0] < bound:
                value, child = part.result
                created = [part.created for part in parts]
                visits = sum(part.visits for part in parts)
                return tree.plain(value), tree.children(0).index(child), time, created, visits
        time += 1
        for i in running:
            parts[i].create()
