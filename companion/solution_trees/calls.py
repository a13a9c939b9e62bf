"""The trace of a search that calls S-alpha-beta repeatedly: one entry per call, with the search tree it left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf, isinf, nextafter

from gametree._checks import check_name
from gametree.generate import LazyTree
from gametree.reference import Recorder, SearchTree
from gametree.reference.recorder import number_text
from gametree.search import STRATEGIES, SearchResult, search_in_python, strategy_named
from gametree.trace import Snapshot, readable
from gametree.tree import Tree

CALLING = tuple(name for name, strategy in STRATEGIES.items() if strategy.keeps_tree)
"""The strategies that call S-alpha-beta."""


@dataclass(frozen=True)
class Call:
    """One call of S-alpha-beta by the strategy, and how things stand after it.

    Attributes
    ----------
    node : int
        The node that was asked about: the root, or for second best search one of its children.
    alpha, beta : float
        The window.
    value : float
        What was returned.
    lower, upper : mapping
        Node -> f- and f+, for all nodes in the search tree.
    order : mapping
        Leaf -> its number in the order of evaluation, from 1.
    visited : frozenset of int
        All nodes that were entered so far.
    new : frozenset of int
        Those of them that were entered for the first time.
    """

    node: int
    alpha: float
    beta: float
    value: float
    lower: Mapping[int, float]
    upper: Mapping[int, float]
    order: Mapping[int, int]
    visited: frozenset[int]
    new: frozenset[int]

    @property
    def about(self) -> str:
        """What the window is about, in short: a number if it holds one at most, otherwise both ends."""
        between = nextafter(self.alpha, inf)
        if nextafter(between, inf) >= self.beta:
            return number_text(-inf if self.alpha == -inf else between + 0.0)
        return f"{number_text(self.alpha)} to {number_text(self.beta)}"

    def snapshot(self) -> Snapshot:
        """Return the same in the form that trees are drawn from."""
        none: dict[int, bool] = {}
        return Snapshot(
            self.node, (), {}, {}, {}, none, dict(self.order), self.visited, frozenset(), None, True
        )


@dataclass(frozen=True)
class CallTrace:
    """The calls that a strategy made on a tree, and its result."""

    tree: Tree
    strategy: str
    options: Mapping[str, float]
    calls: tuple[Call, ...]
    result: SearchResult

    def __len__(self) -> int:
        return len(self.calls)

    def __getitem__(self, index: int) -> Call:
        return self.calls[index]

    def text(self, index: int) -> str:
        """Return in words what a call asked and what it found."""
        call = self.calls[index]
        name, v = self.tree.name(call.node), number_text(call.value)
        question, (below, above) = _question(call)
        if call.value <= call.alpha:
            found = f"{below}: a max solution tree proves that it is at most {v}"
        elif call.value >= call.beta:
            found = f"{above}: a min solution tree proves that it is at least {v}"
        else:
            found = f"it is {v}, and a critical tree proves it"
        return f"is {name} worth {question}? {found}"


def _question(call: Call) -> tuple[str, tuple[str, str]]:
    """Return the question that a window stands for, and the answers if the value is below it, or above."""
    alpha, beta = call.alpha, call.beta
    between = nextafter(alpha, inf)
    if between == beta:
        # Of two neighbours the one that was meant is the one with the shorter text.
        meant_above = beta == inf or (alpha != -inf and len(repr(beta)) <= len(repr(alpha)))
        question = f"at least {number_text(beta)}" if meant_above else f"more than {number_text(alpha)}"
        return question, ("no", "yes")
    if between == inf or nextafter(between, inf) == beta:
        return f"less than {number_text(between + 0.0)}, just that, or more", ("less", "more")
    return f"something between {number_text(alpha)} and {number_text(beta)}", ("less", "more")


def call_trace(tree: Tree | LazyTree, strategy: str, **options: float) -> CallTrace:
    """Search a tree in plain Python and record every call of S-alpha-beta that the strategy makes.

    Parameters
    ----------
    tree : Tree or LazyTree
        A tree of at most `trace.MOST_NODES` nodes; a lazy one is stored.
    strategy : str
        One of `CALLING`.
    **options : float
        What the strategy takes, as in `search`.
    """
    if not strategy_named(strategy).keeps_tree:
        raise ValueError(f"strategy is {strategy!r}: it must be one of {', '.join(CALLING)}")
    tree = readable(tree)
    asked = set(tree.children(0)) if strategy == "second-best" else {0}
    calls: list[Call] = []
    order: dict[int, int] = {}

    def watch(s: SearchTree, n: int, alpha: float, beta: float, v: float) -> None:
        for leaf in sorted(x.leaves - set(order)):
            order[leaf] = len(order) + 1
        if n in asked:
            before = calls[-1].visited if calls else frozenset[int]()
            visited = frozenset(x.nodes | {0})
            calls.append(
                Call(n, alpha, beta, v, dict(s.lower), dict(s.upper), dict(order), visited, visited - before)
            )

    x = Recorder(tree, watch=watch)
    result = search_in_python(tree, strategy, x, **options)
    return CallTrace(tree, strategy, options, tuple(calls), result)


def proof(tree: Tree, call: Call, kind: str) -> frozenset[int]:
    """Return the solution tree in the search tree that proves f+ ("max") or f- ("min") of the root; empty if none does.

    De Bruin, Pijls & Plaat 1994, section 2: a search tree with a bound that is not trivial contains a solution
    tree of just that value.  The leftmost is returned.
    """
    check_name("kind", kind, ("max", "min"))
    bound = root_bounds(tree, call)[kind == "max"]
    if isinf(bound):
        return frozenset()
    bounds = call.upper if kind == "max" else call.lower
    nodes, waiting = set(), [0]
    while waiting:
        node = waiting.pop()
        nodes.add(node)
        children = tree.children(node)
        if children and tree.is_max(node) != (kind == "max"):
            best = (min if kind == "max" else max)(bounds[child] for child in children)
            children = [next(child for child in children if bounds[child] == best)]
        waiting.extend(children)
    return frozenset(nodes)


def root_bounds(tree: Tree, call: Call) -> tuple[float, float]:
    """Return f- and f+ of the root after a call, backed up from its children (second best search asks only about these)."""
    children = [child for child in tree.children(0) if child in call.lower]
    if not children:
        return call.lower[0], call.upper[0]
    return max(call.lower[child] for child in children), max(call.upper[child] for child in children)
