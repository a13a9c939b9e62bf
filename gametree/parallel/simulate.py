"""Parallel searches on a simulated machine with k processors: one unit of time per node, deterministic."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gametree._checks import as_float, check_count, check_flag, check_name, check_pair, many, pandas, shown
from gametree._memory import check_memory
from gametree.generate import LazyTree
from gametree.parallel import parallel_scout as scout
from gametree.parallel import sss_star_parts as sss_star
from gametree.parallel import tree_splitting as splitting
from gametree.search import check_tree
from gametree.tree import Tree

if TYPE_CHECKING:
    import pandas as pd

MOST_PROCESSORS = 4096
"""The largest machine."""


@dataclass(frozen=True)
class ParallelMethod:
    """A way of searching a game tree with several processors."""

    name: str
    sequential: str  # the strategy of `gametree.search` that it equals with one processor, node by node
    source: str


_METHODS = (
    ParallelMethod("tree-splitting", "branch-and-bound", "Akl, Barnard & Doran 1982; Muszycka 1985, 4.1"),
    ParallelMethod("parallel-scout", "scout", "Akl & Doran 1982; Muszycka 1985, 4.1"),
    ParallelMethod("processor-tree", "alphabeta", "Finkel & Fishburn 1982; Muszycka 1985, 4.1"),
    ParallelMethod("sss*-bounds", "sss*", "Kumar & Kanal 1984; Muszycka 1985, 4.1"),
    ParallelMethod("sss*-parts", "sss*", "Kumar & Kanal 1984; Muszycka 1985, 4.1"),
    ParallelMethod("pv-splitting", "alphabeta", "Marsland & Campbell 1982"),
    ParallelMethod("young-brothers-wait", "alphabeta", "Feldmann, Monien, Mysliwietz & Vornberger 1989"),
)

METHODS: Mapping[str, ParallelMethod] = MappingProxyType({method.name: method for method in _METHODS})
"""The methods by name: those of Muszycka 1985 in its order, then two others."""

_SPLITTING = {
    "tree-splitting": splitting.TREE_SPLITTING,
    "processor-tree": splitting.PROCESSOR_TREE,
    "pv-splitting": splitting.PV_SPLITTING,
    "young-brothers-wait": splitting.YOUNG_BROTHERS_WAIT,
}


@dataclass(frozen=True, eq=False)
class Simulation:
    """The result of a simulated search, and its cost.

    Attributes
    ----------
    processors : how many there were; for a processor tree, those at its leaves
    value, move : the value of the root for MAX, and the 0-based index of a best child
        The leftmost, except for SSS*; None if the root is a leaf.
    time : units until the value was known; a processor enters one node per unit, the root costs nothing
    leaves, nodes, visits : distinct leaves and nodes (the root excluded) entered, and entries of nodes
        For SSS* visits are, as in `gametree.search`, all triples taken from OPEN.
    entries : units of work: those used out of `time * processors`
    leaves_by_process : SSS* only: leaves that each process created

    Examples
    --------
    >>> import gametree as gt
    >>> tree = gt.generate("uniform", width=2, depth=3, scheme="unordered", seed=1)
    >>> two = gt.parallel.simulate(tree, "tree-splitting", processors=2)
    >>> two.time, two.entries, round(two.busy, 2)
    (9, 14, 0.78)
    >>> print(two.timeline[["processor", "start", "name"]].head(4).to_string(index=False))
     processor  start name
             0      0   p1
             1      0   p2
             0      1  p11
             1      1  p12
    """

    method: str
    processors: int
    value: float
    move: int | None
    time: int
    leaves: int
    nodes: int
    visits: int
    entries: int
    leaves_by_process: tuple[int, ...]
    _tree: Tree
    _events: tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32] | None]

    @property
    def busy(self) -> float:
        """The share of the processors' time spent working."""
        return self.entries / (self.time * self.processors) if self.time else 1.0

    @property
    def entered(self) -> NDArray[np.int64]:
        """The nodes that were entered, in their order: those of the timeline, without the rest of it."""
        _, nodes, _ = self._events
        if len(nodes) < self.entries:
            raise ValueError("timeline is False: this simulation has kept none; simulate again with True")
        return nodes.astype(np.int64)

    @cached_property
    def timeline(self) -> pd.DataFrame:
        """Which processor entered which node when: one row per unit of work.

        Columns: `processor` (from 0), `start` and `end` (in units), `node` (its number), `name` (its name in
        Muszycka 1985), `level`, and `part`, the 0-based child of the root whose subtree contains the node.
        """
        pd = pandas()

        nodes = self.entered
        times, _, who = self._events
        if who is None:
            who = _assigned(self._tree, times, nodes, self.processors)
        children = np.array(self._tree.children(0) or [0])
        return pd.DataFrame(
            {
                "processor": who.astype(np.int64),
                "start": times - 1,
                "end": times,
                "node": nodes,
                "name": [self._tree.name(node) for node in nodes.tolist()],
                "level": self._tree.level[nodes].astype(np.int64),
                "part": np.searchsorted(children, nodes, side="right") - 1,
            }
        )


def _assigned(tree: Tree, times: Any, nodes: Any, processors: int) -> NDArray[np.int32]:
    """Assign every entry of a node to a processor.

    The simulation only determines which nodes are entered in a unit.  A processor continues with the children of the node
    it entered last if it can; the others take the remaining nodes in order.
    """
    who = np.full(len(nodes), -1, dtype=np.int32)
    owner: dict[int, int] = {}
    starts = np.flatnonzero(np.diff(times, prepend=0))
    for start, stop in pairwise([*starts, len(times)]):
        free = set(range(processors))
        for i in range(start, stop):
            preferred = owner.get(int(tree.parent[nodes[i]]), -1)
            if preferred in free:
                who[i] = preferred
                free.remove(preferred)
        left = iter(sorted(free))
        for i in range(start, stop):
            if who[i] < 0:
                who[i] = next(left)
            owner[int(nodes[i])] = int(who[i])
            # So that the next child goes to the processor that has searched the one before.
            owner[int(tree.parent[nodes[i]])] = int(who[i])
    return who


def simulate(
    tree: Tree | LazyTree,
    method: str,
    processors: int = 2,
    *,
    shape: tuple[int, int] | None = None,
    bounds: Sequence[float] | None = None,
    timeline: bool = True,
) -> Simulation:
    """Search a tree on a simulated machine; a lazy tree is stored first.

    Parameters
    ----------
    method : str
        One of `METHODS`.
    processors : int
        The number of processors, from 1 to 4096.
    shape : (int, int), optional
        For ``"processor-tree"``: how many slaves every master has, and how many levels of slaves there are.
        There are then width**depth processors that search, and `processors` is ignored.  By default, the deepest tree
        with `processors` leaves: 8 are (2, 3), 9 are (3, 2), 5 are (5, 1).
    bounds : sequence of float, optional
        For ``"sss*-bounds"``: the starting bounds of the processors beyond the first.  By default, quantiles of the
        distribution that the root's value would have if leaves were independent (`guessed_bounds`).
    timeline : bool
        Whether to keep the timeline.

    Examples
    --------
    >>> import gametree as gt
    >>> tree = gt.generate("uniform", width=3, depth=6, scheme="unordered", seed=7)
    >>> [gt.parallel.simulate(tree, "young-brothers-wait", k).time for k in (1, 2, 4)]
    [299, 167, 106]
    >>> gt.parallel.simulate(tree, "processor-tree", shape=(2, 3)).processors
    8
    """
    check_name("method", method, METHODS)
    check_flag("timeline", timeline)
    tree = _stored(tree)
    k = check_count("processors", processors, 1, MOST_PROCESSORS)
    if shape is not None and method != "processor-tree":
        raise ValueError(f"shape is {shape!r}: {method} has none, only processor-tree has")
    if bounds is not None and method != "sss*-bounds":
        raise ValueError(f"bounds is {bounds!r}: {method} has none, only sss*-bounds has")
    if method == "processor-tree":
        fan_out, height = tree_of_processors(k) if shape is None else _checked_shape(shape)
        k = fan_out**height
    if method == "sss*-bounds":
        starts = guessed_bounds(tree, k) if bounds is None else _checked_bounds(bounds, k)
    if tree.n_nodes == 1:
        empty = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int32), None
        return Simulation(
            method, k, tree.plain(tree.leaves[0]), None, 0, 1, 0, 0, 0, (), tree, empty
        )  # fmt: skip
    if method in _SPLITTING:
        ways = (fan_out, height) if method == "processor-tree" else (1, 0)
        return _split(tree, method, k, ways, timeline)
    if method == "parallel-scout":
        return _scout(tree, k, timeline)
    if method == "sss*-parts":
        return _parts(tree, k, timeline)
    return _bounds(tree, k, starts, timeline)


def tree_of_processors(processors: int) -> tuple[int, int]:
    """Return width and depth of the deepest tree of processors that has this many at its leaves.

    >>> import gametree as gt
    >>> [gt.parallel.tree_of_processors(k) for k in (1, 5, 8, 9)]
    [(1, 0), (5, 1), (2, 3), (3, 2)]
    """
    processors = check_count("processors", processors, 1, 10**9)
    for width in range(2, math.isqrt(processors) + 1):
        depth = round(math.log(processors, width))
        if width**depth == processors:
            return width, depth
    return (processors, 1) if processors > 1 else (1, 0)


def _stored(tree: Any) -> Tree:
    check_tree(tree)
    n = tree.n_nodes
    needed = 36 + max(splitting.BYTES_PER_NODE, scout.BYTES_PER_NODE, sss_star.BYTES_PER_NODE)
    check_memory(f"simulating a search of {many(n)} nodes", n * needed)
    return tree.materialize() if isinstance(tree, LazyTree) else tree


def _checked_shape(shape: Any) -> tuple[int, int]:
    width, depth = check_pair("shape", shape, "width and depth of the tree of processors")
    width, depth = check_count("shape[0]", width, 1, MOST_PROCESSORS), check_count("shape[1]", depth, 0, 12)
    if width**depth > MOST_PROCESSORS:
        raise ValueError(f"shape is {shape!r}: it must not have more than {MOST_PROCESSORS} processors")
    return width, depth


def _checked_bounds(bounds: Any, processors: int) -> list[float]:
    listed = isinstance(bounds, Sequence | np.ndarray) and not isinstance(bounds, str)
    starts = [as_float(bound) for bound in bounds] if listed else []
    if not listed or len(starts) != processors - 1 or any(math.isnan(bound) for bound in starts):
        raise ValueError(
            f"bounds is {shown(bounds)}: it must be {processors - 1} numbers, one for every processor but the first"
        )
    return starts


def _empty_timeline(timeline: bool, size: int) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return arrays for the times and nodes of so many entries; empty ones without a timeline."""
    size = size if timeline else 0
    return np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int32)


def _move(tree: Tree, child: int) -> int:
    return tree.children(0).index(int(child))


def _split(tree: Tree, method: str, k: int, ways: tuple[int, int], timeline: bool) -> Simulation:
    a = tree.nested_arrays
    counts = np.zeros(3, dtype=np.int64)
    s = splitting.new_splitting(a.end, a.parent, tree.level, _SPLITTING[method], *ways)
    times, nodes = _empty_timeline(timeline, tree.n_nodes)
    k_at_once = min(k, tree.n_nodes)
    batch = np.zeros(k_at_once, dtype=np.int32)
    splitting.run_splitting(s, a.values, k_at_once, batch, times, nodes, counts)
    time, entries, leaves = (int(count) for count in counts)
    return Simulation(
        method, k, tree.plain(s.best[0]), _move(tree, s.registers[splitting.BEST]),
        time, leaves, entries, entries, entries, (), tree, (times[:entries], nodes[:entries], None),
    )  # fmt: skip


def _scout(tree: Tree, k: int, timeline: bool) -> Simulation:
    a = tree.nested_arrays
    k_at_once = min(k, tree.n_nodes)
    batch = np.zeros(k_at_once, dtype=np.int32)
    size = 0
    while True:  # the first run finds the length of the timeline
        counts = np.zeros(4, dtype=np.int64)
        s = scout.new_scouting(a.end, a.parent, tree.level, a.values)
        times, nodes = _empty_timeline(timeline, size)
        scout.run_scouting(s, k_at_once, batch, times, nodes, counts)
        if not timeline or size == counts[1]:
            break
        size = int(counts[1])
    time, entries, leaves, distinct = (int(count) for count in counts)
    return Simulation(
        "parallel-scout", k, tree.plain(s.best[0]), _move(tree, s.best_child[0]),
        time, leaves, distinct, entries, entries, (), tree, (times, nodes, None),
    )  # fmt: skip


class _Run:
    """Processes of SSS* from one bound, run up to a time limit."""

    def __init__(self, tree: Tree, parts: int, bound: float, limit: int, entered: Any, workspace: int):
        a = tree.nested_arrays
        s = sss_star.new_parts(a.end, a.parent, tree.level, a.values, tree.children(0), parts)
        self.counts = np.zeros(4 + parts, dtype=np.int64)
        self.who = np.zeros(workspace, dtype=np.int32)
        self.times, self.nodes = _empty_timeline(True, workspace)
        self.value, self.child = sss_star.run_parts(
            s, bound, limit, np.ones(parts, dtype=np.bool_), entered, self.who, self.times, self.nodes,
            self.counts,
        )  # fmt: skip
        self.succeeds = self.child > 0 and self.value < bound


def _parts(tree: Tree, k: int, timeline: bool) -> Simulation:
    processes = min(k, len(tree.children(0)))
    entered = np.zeros(tree.n_nodes, dtype=np.bool_)
    run = _Run(tree, processes, np.inf, 2**62, entered, tree.n_nodes if timeline else 0)
    time, visits, leaves, nodes = (int(count) for count in run.counts[:4])
    return Simulation(
        "sss*-parts", k, tree.plain(run.value), _move(tree, run.child), time, leaves, nodes, visits, nodes,
        tuple(int(count) for count in run.counts[4:]), tree, (run.times[:nodes], run.nodes[:nodes], run.who[:nodes]),
    )  # fmt: skip


def _bounds(tree: Tree, k: int, starts: list[float], timeline: bool) -> Simulation:
    """Run every process to its end, find the first that succeeds, and run all again for that time."""
    all_starts = [np.inf, *starts]

    def run(bound: float, limit: int, entered: Any) -> _Run:
        return _Run(tree, 1, bound, limit, entered, tree.n_nodes if timeline else 0)

    alone = [run(bound, 2**62, np.zeros(tree.n_nodes, dtype=np.bool_)) for bound in all_starts]
    winner = min((each for each in alone if each.succeeds), key=lambda each: int(each.counts[0]))
    time = int(winner.counts[0])
    entered = np.zeros(tree.n_nodes, dtype=np.bool_)
    runs = [run(bound, time, entered) for bound in all_starts]
    spent = [int(each.counts[0]) for each in runs]
    times = np.concatenate([each.times[:n] for each, n in zip(runs, spent, strict=True)])
    nodes = np.concatenate([each.nodes[:n] for each, n in zip(runs, spent, strict=True)])
    who = np.repeat(np.arange(k, dtype=np.int32), spent) if timeline else np.zeros(0, dtype=np.int32)
    order = np.lexsort((who, times))
    leaves = sum(int(each.counts[2]) for each in runs)
    distinct = sum(int(each.counts[3]) for each in runs)
    return Simulation(
        "sss*-bounds", k, tree.plain(winner.value), _move(tree, winner.child), time, leaves, distinct,
        sum(int(each.counts[1]) for each in runs), sum(spent),
        tuple(int(each.counts[4]) for each in runs), tree, (times[order], nodes[order], who[order]),
    )  # fmt: skip


# Starting bounds of a parallel SSS*: likely values of the root.


def likely_value(tree: Tree, quantile: float) -> float:
    """Return the leaf value that the root's value does not exceed with this probability.

    Leaves are assumed independent, and all nodes of a level to have the mean fan-out of the level: what can be known of
    such a tree before it is searched.
    """
    inner = tree.fan_out > 0
    chance = np.arange(1, tree.n_leaves + 1) / tree.n_leaves  # that a value is at most each leaf's, in order
    for level in range(tree.depth - 1, -1, -1):
        width = float(tree.fan_out[inner & (tree.level == level)].mean())
        chance = 1 - (1 - chance) ** width if level & 1 else chance**width
    at = int(np.searchsorted(chance, quantile))
    return float(np.sort(tree.leaves)[min(at, tree.n_leaves - 1)])


def guessed_bounds(tree: Tree, processors: int) -> list[float]:
    """Return starting bounds for all processors but the first: likely values at evenly spaced quantiles."""
    if tree.n_nodes == 1:
        return [np.inf] * (processors - 1)
    return [likely_value(tree, i / processors) for i in range(1, processors)]
