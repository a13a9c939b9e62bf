"""What a second core gains: Alphabeta in two threads against the sequential kernel, and sweeps on two workers."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any

import numpy as np

from bench.compare import Comparison, seconds
from bench.trees import SEED
from bench.whole import NAMES, Sweep
from gametree.experiment import sweep
from gametree.generate import generate, lazy_tree
from gametree.parallel.threads import shared
from gametree.search import STRATEGIES, search
from gametree.search.log import ABSENT, Log
from gametree.search.open_list import open_arrays

AIM = 1.6
SWEPT = (5, 5)
"""The size of the trees that workers sweep."""
THREADS = 2
LAZY = [("unordered", 4, 14), ("unordered", 8, 10), ("unordered", 16, 8), ("real-dependent", 5, 13)]
STORED = [("unordered", 10, 7), ("integer-dependent", 4, 12), ("unordered", 6, 10)]
"""`search_in_threads` leaves the first two to a single thread; here both take part all the same."""


@contextmanager
def all_cores() -> Iterator[None]:
    """Let this process and its threads use all cores: the other sections stay on one."""
    kept = os.sched_getaffinity(0) if hasattr(os, "sched_setaffinity") else None
    if kept is not None:
        os.sched_setaffinity(0, range(os.cpu_count() or 1))
    try:
        yield
    finally:
        if kept is not None:
            os.sched_setaffinity(0, kept)


def in_threads(quick: bool) -> Iterator[dict[str, Any]]:
    """Alphabeta in two threads: how many times as fast as the sequential kernel, which finds the same value and move."""
    with all_cores():
        for lazy, cases in ((True, LAZY), (False, STORED)):
            for scheme, width, depth in cases[:1] if quick else cases:
                make = lazy_tree if lazy else generate
                tree = make(width=width, depth=depth, scheme=scheme, seed=1)
                yield {"tree": f"U({width},{depth})", "stored": not lazy, "scheme": scheme,
                       **_compared(tree, 5 if quick else 9)}  # fmt: skip


def on_workers(quick: bool) -> Iterator[dict[str, Any]]:
    """A sweep of U(5,5) on two workers: how many times as fast as on one, by the clock, with the same numbers."""
    trees = 4_000 if quick else 40_000
    loop = Sweep(*SWEPT, trees)
    loop()
    with all_cores():
        for kind, pool in (("threads", ThreadPoolExecutor), ("processes", _processes)):
            with pool(1) as one, pool(2) as two:
                first, second = _swept(one, trees)[1], _swept(two, trees)[1]
                if not first.equals(second):
                    raise SystemExit(f"a sweep on two {kind} has other numbers than on one")
                clocks = np.array(
                    [(_swept(two, trees)[0], _swept(one, trees)[0]) for _ in range(3 if quick else 7)]
                )
                row = {"workers": kind, "trees": trees, **Comparison(*clocks.T).times_as_fast(), "aim": 1.8}
                if kind == "threads":  # of processes the processor time is not known here
                    shares = [
                        seconds(lambda one=one: _swept(one, trees), 1) / seconds(loop, 1) - 1
                        for _ in range(3 if quick else 7)
                    ]
                    row["processor time beyond the loop over trees"] = float(np.median(shares))
                yield row


def _processes(workers: int) -> Executor:
    return ProcessPoolExecutor(workers, get_context("spawn"))


def _swept(pool: Executor, trees: int) -> tuple[float, Any]:
    """Return the seconds by the clock of a sweep, and its table."""
    begun = time.perf_counter()
    found = sweep(
        "uniform", "unordered", sizes=[SWEPT], strategies=NAMES, trees=trees, seed=SEED,
        executor=pool, progress=False,
    )  # fmt: skip
    return time.perf_counter() - begun, found


def _compared(tree: Any, repetitions: int) -> dict[str, Any]:
    alone, room = search(tree, "alphabeta"), open_arrays(0)
    clocks, processors, visits = [], [], []
    for _ in range(repetitions):
        begun, busy = time.perf_counter(), time.process_time()
        STRATEGIES["alphabeta"].start(tree.arrays, Log(np.zeros(3, dtype=np.int64), ABSENT, ABSENT), room)
        passed, used = time.perf_counter() - begun, time.process_time() - busy
        begun, busy = time.perf_counter(), time.process_time()
        found = shared(tree, THREADS)
        in_threads, whole = time.perf_counter() - begun, time.process_time() - busy
        if (found.value, found.move) != (alone.value, alone.move):
            raise SystemExit(f"{tree}: {found[:2]} in threads, {alone.value, alone.move} without")
        # What the threads did at the same time counts once: the busiest, and all that one did before and after.
        longest = whole - sum(found.processor_seconds) + max(found.processor_seconds)
        clocks.append((in_threads, passed))
        processors.append(used / longest)
        visits.append(sum(found.visits) / alone.visits)
    return {
        "leaves": tree.n_leaves,
        **Comparison(*np.array(clocks).T).times_as_fast(),
        "by processor time": float(np.median(processors)),
        "aim": AIM,
        "visits / sequential": float(np.median(visits)),
    }
