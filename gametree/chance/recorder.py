"""The observer of a plain-Python search: it gives access to the tree, counts, and can record every step.

The searches maximise *gains*: a leaf's gain is its value, or its value negated if the tree's goal is "min".
So each is written once, and a cost h(n) <= h*(n) <= u(n) of the thesis becomes a gain between -u(n) and -h(n).
Steps are recorded in values of the tree.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isfinite
from typing import NamedTuple

from gametree.nodes import StoredChanceTree
from gametree.reference.recorder import number_text, program_line

INFINITY = float("inf")
Range = tuple[float, float]


class OpenState(NamedTuple):
    """A state (I, S, V, R) on alpha-cutoff's list OPEN: node, status, value and range, in values of the tree.

    >>> import gametree as gt
    >>> tree = gt.chance.Tree.from_nested([((0.5, 4), (0.5, 16)), ((0.9, 8), (0.1, [3, 9]))])
    >>> gt.chance.trace(tree, "alpha-cutoff")[2].open
    (OpenState(node=2, status='SOLVED', value=4.0, range=(4.0, 4.0)),)
    """

    node: int
    status: str
    value: float | None
    range: Range | None


class ChanceCounts(NamedTuple):
    """The counts of a search so far: see `gametree.chance.ChanceResult`.

    >>> import gametree as gt
    >>> tree = gt.chance.Tree.from_nested([((0.5, 4), (0.5, 16)), ((0.9, 8), (0.1, [3, 9]))])
    >>> gt.chance.trace(tree, "star1")[2].counts
    ChanceCounts(leaves=1, nodes=2, visits=2, memory=3, estimates=0)
    """

    leaves: int
    nodes: int
    visits: int
    memory: int
    estimates: int


def short_number(value: float) -> str:
    """Return a value in text, with at most six digits: enough to read, and rounding errors do not show.

    >>> short_number(6.5200000000000005)
    '6.52'
    """
    return number_text(float(f"{value:.6g}") + 0.0)


def range_text(bounds: Range) -> str:
    """Return a range as text, or the value if both ends are equal.

    >>> range_text((4.8, 6.8)), range_text((5.0, 5.0))
    ('[4.8, 6.8]', '5')
    """
    low, high = map(short_number, bounds)
    return f"[{low}, {high}]" if bounds[0] < bounds[1] else low


@dataclass(frozen=True)
class ChanceStep:
    """One step of a search, in values of the tree.

    Its event is ``enter`` (a node is touched), ``leaf`` (a leaf is evaluated), ``range`` (more is known of a node),
    ``solved`` (its value is known), ``cut-off`` (nodes are left out), ``open`` (alpha-cutoff: a loop is over),
    ``select``, ``expand`` or ``revise`` (AOC*).

    >>> import gametree as gt
    >>> tree = gt.chance.Tree.from_nested([((0.5, 4), (0.5, 16)), ((0.9, 8), (0.1, [3, 9]))])
    >>> step = gt.chance.trace(tree, "star1", low=0, high=20)[3]
    >>> step.event, step.node, step.text
    ('range', 1, 'B is now in [2, 12]')
    """

    event: str
    node: int
    text: str
    ranges: dict[int, Range]  # node -> its range after the step, if that has changed; equal ends mean a value
    pruned: tuple[int, ...]  # the nodes that are cut off, each with its subtree
    chosen: dict[int, int]  # decision node -> its best child so far
    open: tuple[OpenState, ...] | None  # alpha-cutoff: OPEN from the front
    operator: int | None  # alpha-cutoff: the case of Table 1 that led to this OPEN
    counts: ChanceCounts
    window: Range | None  # Star1 and Star2: the node is worth searching between these, in values of the tree
    place: tuple[str, int]  # module and line of the program


@dataclass
class ChanceRecorder:
    """A tree under search, between bounds on the gains of its leaves.

    >>> import gametree as gt
    >>> tree = gt.chance.Tree.from_nested([((0.5, 4), (0.5, 16)), ((0.9, 8), (0.1, [3, 9]))])
    >>> x = ChanceRecorder(tree, low=0, high=20)
    >>> gt.chance.METHODS["star1"].reference(x), x.choice, x.visits
    (10.0, {0: 1}, 5)
    """

    tree: StoredChanceTree
    low: float
    high: float
    known: list[Range] | None = None  # AOC*: ranges of gains of the nodes before they are expanded
    steps: list[ChanceStep] | None = None  # if they are recorded
    leaves: set[int] = field(default_factory=set)
    nodes: set[int] = field(default_factory=set)
    visits: int = 0
    held: int = 0
    memory: int = 0
    estimates: int = 0
    choice: dict[int, int] = field(default_factory=dict)  # decision node -> its best child so far
    _begun: dict[int, int] = field(default_factory=dict)
    _kept: dict[int, int] = field(default_factory=dict)
    _windows: dict[int, Range] = field(
        default_factory=dict
    )  # node -> alpha and beta that it is searched with

    def __post_init__(self) -> None:
        if not isinstance(self.tree, StoredChanceTree):
            kind = type(self.tree).__name__
            raise TypeError(f"tree is a {kind}: it must be a chance.Tree, as Tree.from_nested makes it")
        for name, value in (("low", self.low), ("high", self.high)):
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if not number or not isfinite(value):
                raise ValueError(f"{name} is {value!r}: it must be a finite number")

    # -- the tree ------------------------------------------------------------------------------------------------------

    def children(self, node: int) -> list[int]:
        """Return the children of a node, from left to right."""
        return self.tree.children(node)

    def p(self, child: int) -> float:
        """Return the probability of the arc above a node."""
        return float(self.tree.probability[child])

    def after(self, child: int) -> float:
        """Return the sum of the probabilities of the right siblings of a node."""
        return float(self.tree.after[child])

    def evaluate(self, leaf: int) -> float:
        """Evaluate a leaf, and return its gain."""
        self.leaves.add(leaf)
        return self.tree.sign * float(self.tree.shape.values[leaf])

    def gain(self, leaf: int) -> float:
        """Evaluate a leaf, record that as a step of its own, and return its gain."""
        gain = self.evaluate(leaf)
        self.record("leaf", leaf, f"leaf {self.name(leaf)} is worth {self.shown(gain)}", {leaf: (gain, gain)})
        return gain

    def estimate(self, node: int) -> Range:
        """Return the range of a node before it is expanded, [h, u] of the thesis; a leaf is evaluated."""
        if self.tree.is_leaf(node):
            return (self.evaluate(node),) * 2
        self.estimates += 1
        return self.known[node] if self.known is not None else (self.low, self.high)

    # -- counting ------------------------------------------------------------------------------------------------------

    def visit(self, node: int) -> None:
        """Count one piece of work on a node; the root is not counted."""
        self.visits += node != 0

    def hold(self, node: int) -> None:
        """Keep a node in memory that is touched for the first time."""
        self._begun[node] = self.held
        self.held += 1
        self.memory = max(self.memory, self.held)
        if node != 0:
            self.nodes.add(node)

    def release(self, n_nodes: int) -> None:
        """Release nodes that were held."""
        self.held -= n_nodes

    def enter(self, node: int, window: Range | None = None) -> None:
        """Enter a node in a recursive search: count a visit, and the first time keep the node in memory."""
        self.visit(node)
        if window is not None:
            self._windows[node] = window
        if node not in self._begun:
            self.hold(node)
            if not self.tree.is_leaf(node):
                self.record("enter", node, f"{self.name(node)} is entered")

    def prefer(self, node: int, child: int) -> None:
        """Record that `child`, just searched, is the best of a decision node; release the nodes of the former best."""
        size = self.held - self._begun[child]
        self.release(self._kept.get(node, 0))
        self._kept[node] = size
        self.choice[node] = child

    def keep_better(self, node: int, child: int, value: float, best: float) -> float:
        """Prefer a child, just searched, if it is better than the best so far, else release it; return the best value."""
        if value > best:
            self.prefer(node, child)
            return value
        self.release(self.held - self._begun[child])
        return best

    @property
    def counts(self) -> ChanceCounts:
        """The counts so far."""
        return ChanceCounts(len(self.leaves), len(self.nodes), self.visits, self.memory, self.estimates)

    # -- recording -----------------------------------------------------------------------------------------------------

    def name(self, node: int) -> str:
        """Return the thesis' name of a node."""
        return self.tree.names[node]

    def listed(self, nodes: tuple[int, ...]) -> str:
        """Return the names of several nodes."""
        return ", ".join(map(self.name, nodes))

    def shown(self, gain: float) -> str:
        """Return a gain as a value of the tree, in text."""
        return short_number(self.tree.sign * gain)

    def in_values(self, gains: Range) -> Range:
        """Return a range of gains as a range of values of the tree."""
        low, high = (self.tree.sign * gain + 0.0 for gain in gains)
        return (low, high) if low <= high else (high, low)

    def range_text(self, gains: Range) -> str:
        """Return a range of gains in text, as values of the tree."""
        low, high = map(short_number, self.in_values(gains))
        return f"[{low}, {high}]"

    def solved(self, node: int, gain: float, pruned: tuple[int, ...] = (), why: str = "") -> float:
        """Record that the search of a node ends with this gain, early if children are cut off; return the gain."""
        text = f"{self.name(node)} is worth {self.shown(gain)}"
        if pruned:
            text = f"{self.name(node)}: {why}, so {self.listed(pruned)} need not be looked at"
        ranges = {} if pruned else {node: (gain, gain)}
        self.record("cut-off" if pruned else "solved", node, text, ranges, pruned)
        return gain

    def narrowed(self, node: int, gains: Range) -> None:
        """Record the new range of a node."""
        if gains[0] < gains[1]:
            text = f"{self.name(node)} is now in {self.range_text(gains)}"
            self.record("range", node, text, {node: gains})

    def record(
        self,
        event: str,
        node: int,
        text: str,
        ranges: dict[int, Range] | None = None,
        pruned: tuple[int, ...] = (),
        opened: list[OpenState] | None = None,
        operator: int | None = None,
    ) -> None:
        """Record a step, if steps are recorded; ranges are of gains."""
        if self.steps is None:
            return
        values = {n: self.in_values(r) for n, r in (ranges or {}).items()}
        states = None if opened is None else tuple(opened)
        window = self.in_values(self._windows[node]) if node in self._windows else None
        self.steps.append(
            ChanceStep(
                event, node, text, values, pruned, dict(self.choice), states, operator, self.counts,
                window, program_line(__name__),
            )
        )  # fmt: skip
