"""How cost and memory grow with the size of a tree."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np

from bench.compare import measure
from bench.kernels import KernelSearch
from bench.trees import SEED, forest
from gametree.generate import generate
from gametree.search.open_list import open_arrays

WIDE = [(10, depth) for depth in range(2, 8)]
NARROW = [(3, depth) for depth in (4, 6, 8, 10, 12, 14)]


def cost(sizes: list[tuple[int, int]], names: tuple[str, ...], repetitions: int) -> Iterator[dict[str, Any]]:
    """Time strategies on trees of growing size, unordered, about a million leaves (or one tree) at a time."""
    for width, depth in sizes:
        n_leaves = width**depth
        trees = forest("unordered", width, depth, min(200, max(1, 10**6 // n_leaves)))
        for name in names:
            task = KernelSearch(trees, name)
            task()
            seconds = float(np.median(measure(task, repetitions)))
            yield {
                "tree": trees.name,
                "leaves stored": n_leaves,
                "strategy": name,
                "leaves evaluated": float(task.counts[:, 0].mean()),
                "ns per visit": 1e9 * seconds / task.counts[:, 2].sum(),
                "ns per leaf evaluated": 1e9 * seconds / task.counts[:, 0].sum(),
                "ms per tree": 1e3 * seconds / trees.n_trees,
            }


def bytes_of(arrays: Any) -> int:
    return sum(a.nbytes for a in arrays if isinstance(a, np.ndarray))


def memory() -> Iterator[dict[str, Any]]:
    """Tell what the arrays take: from arrays as they are made, not from what a comment says."""
    uniform = generate("uniform", width=10, depth=5, scheme="unordered", seed=SEED)
    yield {"what": "a uniform tree, per leaf", "bytes": bytes_of(uniform.arrays) / uniform.n_leaves}
    nested = generate("nonuniform", width=10, depth=5, scheme="unordered", seed=SEED)
    yield {"what": "a nonuniform tree, per node", "bytes": bytes_of(nested.arrays) / nested.n_nodes}
    yield {"what": "OPEN (SSS*), per triple", "bytes": bytes_of(open_arrays(10**6)) / 10**6}
    marks = np.zeros(uniform.n_nodes, dtype=np.int32)
    yield {"what": "marks (Palphabeta, PVS, Scout), per node", "bytes": bytes_of([marks]) / uniform.n_nodes}


RESIDENT = """
import gametree as gt

def peak():
    with open("/proc/self/status") as status:  # not ru_maxrss, which begins with the peak of the parent process
        return next(line.split()[1] for line in status if line.startswith("VmHWM:"))

names = {names!r}
small = gt.generate("uniform", width=2, depth=2, scheme="unordered", seed=1)
for name in names:
    gt.search(small, name)
print("start", peak())
tree = gt.generate("uniform", width={width}, depth={depth}, scheme="unordered", seed=1)
print("the tree itself", peak())
for name in names:
    gt.search(tree, name)
    print(name, peak())
"""


def resident(width: int, depth: int) -> Iterator[dict[str, Any]]:
    """Tell by how much the peak of resident memory grows when a tree is generated, then searched."""
    if not sys.platform.startswith("linux"):
        return
    script = RESIDENT.format(names=["alphabeta", "sss*", "scout"], width=width, depth=depth)
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    peaks = [line.rsplit(" ", 1) for line in told.splitlines()]
    for (_, before), (what, after) in pairwise(peaks):
        yield {
            "tree": f"U({width},{depth})",
            "what": what,
            "MB more": (int(after) - int(before)) * 1024 / 1e6,
        }
