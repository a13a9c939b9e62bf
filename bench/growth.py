"""How cost and memory grow with the size of a tree."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numba
import numpy as np
from matplotlib.figure import Figure

import gametree as gt
from bench.compare import measure
from bench.kernels import KernelSearch
from bench.trees import SEED, forest
from companion import plot
from gametree.generate import generate
from gametree.generate.lazy import HashedArrays
from gametree.search.alphabeta import start_alphabeta
from gametree.search.log import ABSENT, Log
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


@numba.njit(nogil=True, error_model="numpy")
def _alphabeta_unstored(arrays: Any, counts: Any, workspace: Any) -> None:
    for i in range(len(counts)):
        counts[i] = 0
        tree = HashedArrays(arrays.width, arrays.depth, arrays.key + np.uint64(i), arrays.span, arrays.offset)
        start_alphabeta(tree, Log(counts[i], ABSENT, ABSENT), workspace)


def per_leaf(sizes: list[tuple[int, int]], repetitions: int) -> Iterator[dict[str, Any]]:
    """Time Alphabeta per leaf evaluated, on trees that are stored and on trees that never are."""
    for width, depth in sizes:
        n_trees = max(3, 10**6 // width**depth)
        trees = forest("unordered", width, depth, min(n_trees, 2000))
        stored = KernelSearch(trees, "alphabeta")
        unstored = gt.lazy_tree(width=width, depth=depth, scheme="unordered", seed=SEED).arrays
        counts = np.zeros((max(n_trees, 40), 3), dtype=np.int64)

        def search_unstored(unstored: Any = unstored, counts: Any = counts) -> None:
            _alphabeta_unstored(unstored, counts, open_arrays(0))

        for what, task in (("stored", stored), ("never stored", search_unstored)):
            task()
            evaluated = (stored.counts if what == "stored" else counts)[:, 0].sum()
            taken = 1e9 * measure(task, repetitions) / evaluated
            low, middle, high = np.quantile(taken, [0.25, 0.5, 0.75])
            yield {
                "tree": trees.name,
                "leaves": width**depth,
                "values": what,
                "ns per leaf evaluated": float(middle),
                "low": float(low),
                "high": float(high),
            }


def draw(rows: list[dict[str, Any]], path: Path) -> None:
    """Draw cost per leaf against leaves; the band is 25 % around the middle of the trees that are never stored."""
    with plot.styled():
        figure = Figure(figsize=(8.5, 4.2), layout="constrained")
        axes = figure.subplots(1, 2, sharey=True)
        for ax, width in zip(axes, sorted({row["tree"].split(",")[0] for row in rows}, key=len), strict=True):
            for what, color, marker in (("stored", "vermillion", "s"), ("never stored", "blue", "o")):
                part = [r for r in rows if r["tree"].startswith(f"{width},") and r["values"] == what]
                at, middle = [r["leaves"] for r in part], np.array([r["ns per leaf evaluated"] for r in part])
                off = [middle - [r["low"] for r in part], np.array([r["high"] for r in part]) - middle]
                ax.errorbar(
                    at, middle, yerr=np.abs(off), color=plot.PALETTE[color], marker=marker, capsize=2,
                    linestyle="-" if what == "stored" else "--", label=what,
                )  # fmt: skip
                if what == "never stored":
                    centre = (middle.max() + middle.min()) / 2
                    ax.axhspan(0.75 * centre, 1.25 * centre, color="#BBBBBB", alpha=0.35, label="within 25 %")
            ax.set(xscale="log", xlabel="leaves of the tree", title=f"width {width[2:]}")
            ax.set_ylim(bottom=0)
        axes[0].set_ylabel("Alphabeta, ns per leaf evaluated")
        axes[0].legend()
    plot.save(figure, path, alt="Alphabeta's cost per leaf evaluated against the leaves of the tree")


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
