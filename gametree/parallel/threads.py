"""Young brothers wait, for real: Alphabeta in several threads of compiled code, without the GIL.

The upper levels of the tree are shared: which of their nodes are ready, under search or over is what the
simulated machine keeps (`tree_splitting`), behind a lock.  A thread takes the leftmost ready node; below the last
shared level it searches alone, with the sequential kernel, in the window that holds when it begins.

Value and move are the same on every run: the value is exact, and the root prefers the leftmost of the best
children whoever comes first.  How many nodes are searched depends on which thread is quicker, and differs a
little from run to run.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from gametree._checks import check_count
from gametree._compile import Wholes, compiled, pointer, register_jitable
from gametree.generate import LazyTree
from gametree.parallel.tree_splitting import (
    BEST,
    OPEN,
    OVER,
    YOUNG_BROTHERS_WAIT,
    Splitting,
    bound_on,
    finish,
    floor_under,
    new_splitting,
    open_node,
    take_ready,
)
from gametree.search import check_tree, search
from gametree.search.alphabeta import alphabeta
from gametree.search.log import ABSENT, LEAVES, VISITS, Log
from gametree.search.view import View, is_leaf, negamax_value
from gametree.tree import Tree

MOST_THREADS = 256

LEAVES_TOGETHER = 2**25
"""Leaves of a tree that several threads search, at least: with fewer, one is done before it pays to start another."""

SHARED_CHILDREN = 2**17
"""Nodes of the shared levels times the tree's width, at most: keeping account of them must not cost too much."""

LEAVES_ALONE = 1500
"""Leaves below a node of the last shared level, at least: less would not pay for asking the others."""


@intrinsic
def exchange(typing_context: Any, array: Any, value: Any) -> Any:
    """Put an int64 into the first place of an int64 array and return what was there, in one step.

    No reads and writes of memory, by the compiler or by the processor, move across it.
    """

    def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        struct = cgutils.create_struct_proxy(signature.args[0])(context, builder, value=arguments[0])
        return builder.atomic_rmw("xchg", struct.data, arguments[1], "seq_cst")

    return types.int64(array, types.int64), lower


@intrinsic
def let_others_run(typing_context: Any) -> Any:
    """Give the processor to another thread, if one waits for it."""

    def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        function = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(ir.IntType(32), []), "sched_yield"
        )
        return builder.sext(builder.call(function, []), ir.IntType(64))

    return types.int64(), lower


@register_jitable
def acquire(lock: Wholes) -> None:
    """Wait until the lock is free, and take it."""
    tries = 0
    while exchange(lock, 1) == 1:
        tries += 1
        if tries & 63 == 0:
            let_others_run()


@register_jitable
def release(lock: Wholes) -> None:
    """Set the lock free."""
    exchange(lock, 0)


class ThreadedSearch(NamedTuple):
    """What a search in several threads found, and what it took.

    Attributes
    ----------
    value : float or int
        The value of the root for MAX.
    move : int or None
        The 0-based index of the leftmost best child of the root; None if the root is a leaf.
    leaves, visits : tuple of int
        Leaves evaluated and nodes entered (the root excluded) by each thread; they differ from run to run.
    seconds : float
        From the start of the threads until the last ended.
    processor_seconds : tuple of float
        What each thread used of a processor's time, waiting for others included.

    Examples
    --------
    >>> import gametree as gt
    >>> tree = gt.Tree.from_nested([[3, 12], [2, 8]])
    >>> found = gt.parallel.search_in_threads(tree, threads=2)
    >>> found.value, found.move, len(found.leaves)
    (3, 0, 1)
    """

    value: float
    move: int | None
    leaves: tuple[int, ...]
    visits: tuple[int, ...]
    seconds: float
    processor_seconds: tuple[float, ...]


@compiled
def open_root(arrays: Splitting) -> None:
    """Let the search begin."""
    s = pointer(arrays)
    s.state[0] = OPEN
    open_node(s, np.int64(0))


@compiled
def work(tree: View, log_arrays: Log, shared_nodes: Splitting, number: Wholes, lock: Wholes) -> None:
    """Take ready nodes and search them until the root is over: what one thread does.

    `number` gives a shared node's number in the tree itself.
    """
    view, log, s = pointer(tree), pointer(log_arrays), pointer(shared_nodes)
    while True:
        acquire(lock)
        if s.state[0] == OVER:
            release(lock)
            return
        if s.registers[0] == 0:
            release(lock)
            let_others_run()
            continue
        node = np.int64(take_ready(s.heap, s.place, s.registers))
        s.state[node] = OPEN
        log.counts[VISITS] += 1
        level, own = np.int64(s.level[node]), number[node]
        if s.end[node] > node + 1:
            open_node(s, node)
            release(lock)
            continue
        alpha, beta = floor_under(s, node), bound_on(s, node)
        release(lock)
        if is_leaf(view, level, own):
            log.counts[LEAVES] += 1
            value = negamax_value(view, level, own)
        else:
            value = alphabeta(view, log, level, own, alpha, beta)
        acquire(lock)
        if s.state[node] == OPEN:
            finish(s, node, value)
        release(lock)


def search_in_threads(tree: Tree | LazyTree, threads: int = 2) -> ThreadedSearch:
    """Search a tree with Alphabeta in several threads.

    Parameters
    ----------
    tree : Tree or LazyTree
        The tree.  One of fewer than `LEAVES_TOGETHER` leaves is searched by one thread, which takes milliseconds,
        and so is a lazy nonuniform one, whose size nobody knows before it is searched.
    threads : int
        How many threads at most; more than there are processors only get in each other's way.

    Examples
    --------
    >>> import gametree as gt
    >>> tree = gt.lazy_tree(width=3, depth=8, scheme="unordered", seed=1)
    >>> alone, together = gt.search(tree, "alphabeta"), gt.parallel.search_in_threads(tree, threads=2)
    >>> (together.value, together.move) == (alone.value, alone.move)
    True
    """
    check_tree(tree)
    threads = check_count("threads", threads, 1, MOST_THREADS)
    if threads == 1 or not worth_sharing(tree):
        begun, used = time.perf_counter(), time.thread_time()
        alone = search(tree, "alphabeta")
        seconds, used = time.perf_counter() - begun, time.thread_time() - used
        return ThreadedSearch(alone.value, alone.move, (alone.leaves,), (alone.visits,), seconds, (used,))
    return shared(tree, threads)


def shared(tree: Tree | LazyTree, threads: int) -> ThreadedSearch:
    """Search a tree in several threads, whether that pays or not; its root is no leaf."""
    end, parent, level, number = shared_levels(tree, last_shared_level(tree))
    s = new_splitting(end, parent, level, YOUNG_BROTHERS_WAIT, 1, 0)
    open_root(s)
    lock = np.zeros(1, dtype=np.int64)
    logs = [Log(np.zeros(3, dtype=np.int64), ABSENT, ABSENT) for _ in range(threads)]

    def one(log: Log) -> float:
        begun = time.thread_time()
        work(tree.arrays, log, s, number, lock)
        return time.thread_time() - begun

    begun = time.perf_counter()
    with ThreadPoolExecutor(threads - 1 or 1) as pool:
        others = [pool.submit(one, log) for log in logs[1:]]
        spent = [one(logs[0]), *(other.result() for other in others)]
    seconds = time.perf_counter() - begun
    children = np.flatnonzero(parent == 0)
    return ThreadedSearch(
        tree.plain(s.best[0]),
        int(np.searchsorted(children, s.registers[BEST])),
        tuple(int(log.counts[LEAVES]) for log in logs),
        tuple(int(log.counts[VISITS]) for log in logs),
        seconds,
        tuple(spent),
    )


def worth_sharing(tree: Tree | LazyTree) -> bool:
    """Whether a tree has so many leaves that several threads are quicker than one.

    Those of a lazy nonuniform tree could only be counted one by one, and its levels are not known ahead.
    """
    if isinstance(tree, LazyTree) and not tree.is_uniform:
        return False
    return tree.depth > 0 and tree.n_leaves >= LEAVES_TOGETHER


def last_shared_level(tree: Tree | LazyTree) -> int:
    """Return the deepest level that is still worth sharing; at least the first.

    If several are shared, an even number of levels is left below: measured to be quickest when the sequential kernel
    took two levels per call, and not measured again since it takes the leaves of a node together.
    """
    per_level = sizes_of_levels(tree)
    level, nodes = 1, 1 + per_level[1]
    while level < tree.depth:
        nodes += per_level[level + 1]
        if nodes * tree.width > SHARED_CHILDREN or tree.n_leaves < LEAVES_ALONE * per_level[level + 1]:
            break
        level += 1
    return level - 1 if level > 1 and (tree.depth - level) % 2 else level


def sizes_of_levels(tree: Tree | LazyTree) -> list[int]:
    """Return how many nodes there are at each level."""
    if isinstance(tree, LazyTree) or tree.is_uniform:
        return [tree.width**level for level in range(tree.depth + 1)]
    return [int(count) for count in np.bincount(tree.level)]


def shared_levels(tree: Tree | LazyTree, last: int) -> tuple[Any, Any, Any, Any]:
    """Return end, parent and level of the tree down to a level, and every node's number in the tree itself."""
    if isinstance(tree, LazyTree) or tree.is_uniform:
        top = Tree.uniform(tree.width, last, np.zeros(tree.width**last))
        number = np.zeros(top.n_nodes, dtype=np.int64)
        leaves = np.flatnonzero(top.level == last)
        number[leaves] = np.arange(len(leaves))
        return top.end, top.parent, top.level, number
    is_shared = tree.level <= last
    number = np.flatnonzero(is_shared)
    renumbered = np.concatenate([[0], np.cumsum(is_shared)])
    parent = renumbered[tree.parent[number]]
    parent[0] = -1
    return renumbered[tree.end[number]], parent, np.ascontiguousarray(tree.level[number]), number
