"""Alphabeta in two threads against the sequential kernel; neither keeps the principal continuation."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from bench.compare import Comparison
from gametree.generate import generate, lazy_tree
from gametree.parallel import search_in_threads
from gametree.search import STRATEGIES, search
from gametree.search.log import ABSENT, Log
from gametree.search.open_list import open_arrays

AIM = 1.6
THREADS = 2
LAZY = [("unordered", 4, 14), ("unordered", 8, 10), ("unordered", 16, 8), ("real-dependent", 5, 13)]
STORED = [("unordered", 10, 7), ("integer-dependent", 4, 12)]


def in_threads(quick: bool) -> Iterator[dict[str, Any]]:
    """Alphabeta in two threads: how many times as fast as the sequential kernel, the same value and move each time."""
    kept = os.sched_getaffinity(0) if hasattr(os, "sched_setaffinity") else None
    if kept is not None:  # all cores again: the other sections stay on one
        os.sched_setaffinity(0, range(os.cpu_count() or 1))
    try:
        for lazy, cases in ((True, LAZY), (False, STORED)):
            for scheme, width, depth in cases[:1] if quick else cases:
                make = lazy_tree if lazy else lambda **how: generate("uniform", **how)
                tree = make(width=width, depth=depth, scheme=scheme, seed=1)
                yield {"tree": f"U({width},{depth})", "stored": not lazy, "scheme": scheme,
                       **_compared(tree, 5 if quick else 9)}  # fmt: skip
    finally:
        if kept is not None:
            os.sched_setaffinity(0, kept)


def _compared(tree: Any, repetitions: int) -> dict[str, Any]:
    alone, room = search(tree, "alphabeta"), open_arrays(0)
    clocks, processors, visits = [], [], []
    for _ in range(repetitions):
        begun, busy = time.perf_counter(), time.process_time()
        STRATEGIES["alphabeta"].start(tree.arrays, Log(np.zeros(3, dtype=np.int64), ABSENT, ABSENT), room)
        passed, used = time.perf_counter() - begun, time.process_time() - busy
        begun, busy = time.perf_counter(), time.process_time()
        found = search_in_threads(tree, THREADS)
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
