"""The observer of a plain-Python search: it gives access to the tree, counts, and can record every step.

The searches of this package are meant to be read beside the papers.  Counting, the principal continuation and the
trace, which are not in the papers, are done here.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from math import nextafter
from typing import TYPE_CHECKING, NamedTuple

from gametree.nodes import StoredTree

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

INFINITY = float("inf")


class Triple(NamedTuple):
    """A triple <node, status, merit> on SSS*'s list OPEN.

    >>> Triple(3, "LIVE", 12.0).merit
    12.0
    """

    node: int
    status: str
    merit: float


@dataclass(frozen=True)
class Step:
    """One step of a search, from MAX's point of view.

    Its event is ``enter`` (a node is entered), ``leaf`` (a static value is read), ``return`` (a node's search ends),
    ``cut-off`` (it ends early), or ``open`` (SSS*: OPEN has changed).

    >>> from gametree.examples import specimen
    >>> from gametree.reference import alphabeta
    >>> x = Recorder(specimen(), steps=[])
    >>> _ = alphabeta(x, 0)
    >>> x.steps[0].event, x.steps[0].text, x.steps[0].place[0]
    ('enter', 'alphabeta enters p, window (−∞, ∞)', 'gametree.reference.alphabeta')
    """

    event: str
    node: int
    procedure: str  # alphabeta, test, ...
    low: float | None = None  # the window
    high: float | None = None
    value: float | None = None  # returned or read; None for Test
    answer: bool | None = None  # what Test returned
    pruned: tuple[int, ...] = ()  # the children that a cut-off, or a purge of OPEN, excludes
    text: str = ""
    open: tuple[Triple, ...] | None = None  # SSS*: OPEN from the top
    place: tuple[str, int] = ("", 0)  # module and line of the program

    @property
    def bound(self) -> str:
        """``≤`` or ``≥`` if the value is outside the window, and so only a bound; a leaf's is exact."""
        if self.value is None or self.event == "leaf":
            return ""
        if self.high is not None and self.value >= self.high:
            return "≥"
        return "≤" if self.low is not None and self.value <= self.low else ""


def listed(tree: StoredTree) -> StoredTree:
    """Return a tree as Python reads it fastest; a TypeError if it is none.

    >>> from gametree.examples import specimen
    >>> type(listed(specimen())).__name__
    'PlainTree'
    """
    if not isinstance(tree, StoredTree):
        raise TypeError(
            f"tree is a {type(tree).__name__}: it must be a Tree, as Tree.from_nested or generate make it"
        )
    return tree.in_lists()


@dataclass
class Recorder:
    """A tree under search: the distinct leaves and nodes that were entered, the root excluded, and how often.

    `watch` is called as ``watch(search_tree, n, alpha, beta, v)`` after each call of S-alpha-beta that has returned v.

    >>> from gametree.examples import specimen
    >>> from gametree.reference import alphabeta
    >>> x = Recorder(specimen())
    >>> _ = alphabeta(x, 0)
    >>> len(x.leaves), len(x.nodes), x.visits, x.lines[0]
    (7, 13, 13, (1, 0, 0))
    """

    tree: StoredTree
    steps: list[Step] | None = None  # the trace, if it is kept
    watch: Callable[[Any, int, float, float, float], None] | None = None
    leaves: set[int] = field(default_factory=set)
    nodes: set[int] = field(default_factory=set)
    visits: int = 0
    leaf_visits: int = 0
    lines: dict[int, tuple[int, ...]] = field(default_factory=dict)  # node -> the best continuation so far
    _windows: list[tuple[str, float | None, float | None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.tree = listed(self.tree)

    # -- what the papers assume to exist -------------------------------------------------------------------------------

    def generate(
        self, p: int, procedure: str, alpha: float | None = None, beta: float | None = None, test: str = ""
    ) -> list[int]:
        """Enter node p, searched by `procedure` in the negamax window alpha, beta, and return its children.

        For Test, `test` is the comparison (such as ``>=``) of the node's value with alpha.
        """
        if p != 0:
            self.visits += 1
            self.nodes.add(p)
        self.lines[p] = ()
        low, high = self._for_max(p, alpha, beta)
        self._windows.append((procedure, low, high))
        if self.steps is not None:
            aim = self._test_text(p, test, low, high) if test else _window_text(low, high)
            self._record("enter", p, text=f"{procedure} enters {self.tree.name(p)}{aim}")
        return self.tree.children(p)

    def staticvalue(self, p: int) -> float:
        """Return the static value of leaf p from the point of view of the player whose turn it would be."""
        self.leaves.add(p)
        self.leaf_visits += 1
        value = float(self.tree.values[p])
        if self.steps is not None:
            self._record(
                "leaf",
                p,
                value=value,
                text=f"leaf {self.tree.name(p)} has the static value {self._plain(value)}",
            )
        self._windows.pop()
        return value if self.tree.is_max(p) else -value

    # -- what a search reports -----------------------------------------------------------------------------------------

    def best(self, p: int, child: int) -> None:
        """Record that `child` is the best child of p so far."""
        self.lines[p] = (self.tree.children(p).index(child), *self.lines[child])

    def clear_pv(self, p: int) -> None:
        """Record that the best child of p is not established."""
        self.lines[p] = ()

    def done(self, p: int, m: float) -> float:
        """End the search of p after its last child; return m."""
        if self.steps is not None:
            value = m if self.tree.is_max(p) else -m
            self._record("return", p, value=value, text=f"{self.tree.name(p)} returns {self._plain(value)}")
        self._windows.pop()
        return m

    def cut(self, p: int, m: float, child: int, why: str = "") -> float:
        """End the search of p because of what its child returned; return m.  `why` says so: by default, the opponent."""
        pruned = tuple(s for s in self.tree.children(p) if s > child)
        if not pruned:
            return self.done(p, m)
        if self.steps is not None:
            is_max = self.tree.is_max(p)
            value = m if is_max else -m
            _, low, high = self._windows[-1]
            limit, sign = (high, "≥") if is_max else (low, "≤")
            if low is not None and high is not None and nextafter(low, INFINITY) == high:
                # Of two neighbours the one that was meant is short to write; the other would look equal to it.
                meant_low = len(repr(low)) <= len(repr(high))
                if is_max and meant_low:
                    limit, sign = low, ">"
                elif not is_max and not meant_low:
                    limit, sign = high, "<"
            elif (only := only_inside(low, high)) is not None:
                limit, sign = only, ">" if is_max else "<"
            why = why or f"{'MIN' if is_max else 'MAX'} will not let it come to this"
            text = (
                f"{self.tree.name(p)} returns {self._plain(value)} {sign} {self._plain(limit)}: "
                f"{why}, so {self._names(pruned)} need not be looked at"
            )
            self._record("cut-off", p, value=value, pruned=pruned, text=text)
        self._windows.pop()
        return m

    def answer(self, p: int, result: bool, child: int | None = None) -> bool:
        """End a Test of p, early if a child has decided it; return the answer."""
        pruned = tuple(s for s in self.tree.children(p) if child is not None and s > child)
        if self.steps is not None:
            verdict = f"the test of {self.tree.name(p)} says {'yes' if result else 'no'}"
            rest = f": {self._names(pruned)} need not be looked at" if pruned else ""
            self._record(
                "cut-off" if pruned else "return", p, answer=result, pruned=pruned, text=verdict + rest
            )
        self._windows.pop()
        return result

    # -- searches written from MAX's point of view, that keep a search tree --------------------------------------------

    def enter(self, n: int, procedure: str, low: float, high: float) -> None:
        """Enter node n, searched in the window low, high of MAX."""
        self.generate(n, procedure, *((low, high) if self.tree.is_max(n) else (-high, -low)))

    def leaf_value(self, n: int) -> float:
        """Return the static value of leaf n for MAX."""
        value = self.staticvalue(n)
        return value if self.tree.is_max(n) else -value

    def recall(self, n: int, v: float) -> float:
        """End the search of n at once, because the bounds that are kept decide it; return v."""
        if self.steps is not None:
            text = f"what is known of {self.tree.name(n)} is enough: it returns {self._plain(v)}"
            self._record("return", n, value=v, text=text)
        self._windows.pop()
        return v

    def leave(self, n: int, v: float, last: int) -> float:
        """End the search of n after its child `last`; return v."""
        m = v if self.tree.is_max(n) else -v
        _, low, high = self._windows[-1]
        limit = high if self.tree.is_max(n) else low
        if limit is not None and (v >= limit if self.tree.is_max(n) else v <= limit):
            self.cut(n, m, last, "that answers what was asked")
            return v
        pruned = tuple(child for child in self.tree.children(n) if child > last)
        if self.steps is not None and pruned:
            text = (
                f"{self.tree.name(n)} returns {self._plain(v)}, the best that could still be hoped for: "
                f"{self._names(pruned)} need not be looked at"
            )
            self._record("cut-off", n, value=v, pruned=pruned, text=text)
            self._windows.pop()
        else:
            self.done(n, m)
        return v

    # -- SSS* ----------------------------------------------------------------------------------------------------------

    def take(self, p: int, live: bool) -> None:
        """Take the triple of node p from OPEN: a visit, and, if it is LIVE, the creation of the node."""
        if p != 0:
            self.visits += 1
        if live and p != 0:
            self.nodes.add(p)
        if live and self.tree.is_leaf(p):
            self.leaves.add(p)

    def record_open(self, opened: list[Triple], p: int, text: str, purged: tuple[int, ...] = ()) -> None:
        """Record OPEN after the triple of p was processed."""
        if self.steps is not None:
            now = tuple(opened)
            place = program_line(__name__)
            self.steps.append(Step("open", p, "sss*", pruned=purged, text=text, open=now, place=place))

    # -- helpers -------------------------------------------------------------------------------------------------------

    def _for_max(self, p: int, alpha: float | None, beta: float | None) -> tuple[float | None, float | None]:
        if self.tree.is_max(p):
            return alpha, beta
        return None if beta is None else -beta, None if alpha is None else -alpha

    def _record(self, event: str, p: int, **details: object) -> None:
        assert self.steps is not None
        procedure, low, high = self._windows[-1]
        place = program_line(__name__)
        self.steps.append(Step(event, p, procedure, low, high, place=place, **details))  # type: ignore[arg-type]

    def _plain(self, value: float | None) -> str:
        return "nothing" if value is None else number_text(value)

    def _test_text(self, p: int, test: str, low: float | None, high: float | None) -> str:
        for_max = {">=": "≥", ">": ">", "<=": "≤", "<": "<"}
        for_min = {">=": "≤", ">": "<", "<=": "≥", "<": ">"}
        sign = (for_max if self.tree.is_max(p) else for_min)[test]
        return f": is its value {sign} {self._plain(low if self.tree.is_max(p) else high)}?"

    def _names(self, nodes: tuple[int, ...]) -> str:
        return ", ".join(self.tree.name(n) for n in nodes)


def program_line(observer: str) -> tuple[str, int]:
    """Return the module and the line of the program that called its observer, a module by name.

    A function `_record` of the program counts as part of the observer.
    """
    frame = sys._getframe(1)
    while frame.f_globals["__name__"] == observer or frame.f_code.co_name == "_record":
        assert frame.f_back is not None
        frame = frame.f_back
    return frame.f_globals["__name__"], frame.f_lineno


def number_text(value: float) -> str:
    """Return a number as a reader would write it: 12, 0.25, ∞.

    >>> number_text(12.0), number_text(-0.25), number_text(INFINITY)
    ('12', '−0.25', '∞')
    """
    if value in (INFINITY, -INFINITY):
        return "∞" if value > 0 else "−∞"
    return f"{value:.10g}".replace("-", "−")


def only_inside(low: float | None, high: float | None) -> float | None:
    """Return the one number that lies inside a window, if there is just one.

    >>> only_inside(nextafter(30.0, 0.0), nextafter(30.0, INFINITY)), only_inside(29.0, 31.0)
    (30.0, None)
    """
    if low is None or high is None or low == INFINITY:
        return None
    middle = nextafter(low, INFINITY)
    return middle + 0.0 if middle < high == nextafter(middle, INFINITY) else None


def _window_text(low: float | None, high: float | None) -> str:
    """Return a window as text: ", window (6, 40)", or, if its ends are neighbours, ", minimal window at 6".

    PVS as printed searches again with the bound of a test that was already enough: then the ends have changed places.

    >>> _window_text(47.0, 40.0)
    ', empty window (47, 40)'
    >>> _window_text(nextafter(30.0, 0.0), nextafter(30.0, INFINITY))
    ', window (30⁻, 30⁺)'
    """
    if low is None and high is None:
        return ""
    if low is None or high is None:
        return f", bound {number_text(high if low is None else low)}"  # type: ignore[arg-type]
    if nextafter(low, INFINITY) == high:
        return f", minimal window at {min(number_text(low), number_text(high), key=len)}"
    only = only_inside(low, high)
    if only is not None:
        return f", window ({number_text(only)}⁻, {number_text(only)}⁺)"
    return f", {'' if low < high else 'empty '}window ({number_text(low)}, {number_text(high)})"
