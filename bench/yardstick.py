"""The plain C of `yardstick.c`: compiled on the spot, called on the same arrays as the kernels."""

from __future__ import annotations

import ctypes
import shlex
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from bench.trees import Forest

FUNCTIONS = {
    "minimax": "minimax_trees",
    "branch-and-bound": "branch_and_bound_trees",
    "alphabeta": "alphabeta_trees",
    "palphabeta": "palphabeta_trees",
    "pvs": "pvs_trees",
    "scout": "scout_trees",
    "sss*": "sss_star_trees",
}
"""The strategies that there is C for."""

SCHEMES = ("unordered", "integer-dependent", "real-dependent", "ordered")
"""The value schemes that there is C for."""

flags = "-O3"
"""What the C compiler is told, apart from making a library."""


def compiler() -> str | None:
    """Return the C compiler of this machine, or None."""
    return shutil.which("cc")


def compiler_version() -> str:
    found = subprocess.run(["cc", "--version"], capture_output=True, text=True, check=True).stdout
    return found.splitlines()[0]


@cache
def library() -> ctypes.CDLL:
    """Compile the yardstick into a folder that lasts as long as needed, and load it."""
    source = Path(__file__).with_name("yardstick.c")
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "yardstick.so"
        subprocess.run(
            ["cc", *shlex.split(flags), "-shared", "-fPIC", str(source), "-o", str(target)], check=True
        )
        return ctypes.CDLL(str(target))


class Batch(ctypes.Structure):
    _fields_ = (
        ("width", ctypes.c_int64),
        ("depth", ctypes.c_int64),
        ("n_trees", ctypes.c_int64),
        ("n_leaves", ctypes.c_int64),
        ("leaves", ctypes.c_void_p),
        ("span", ctypes.c_void_p),
        ("offset", ctypes.c_void_p),
        ("values", ctypes.c_void_p),
        ("counts", ctypes.c_void_p),
        ("marks", ctypes.c_void_p),
        ("stamp", ctypes.c_int32),
        ("slots", ctypes.c_void_p),
        ("merits", ctypes.c_void_p),
        ("heap", ctypes.c_void_p),
    )


def _address(array: Any) -> Any:
    return array.ctypes.data_as(ctypes.c_void_p)


class CSearch:
    """One strategy in C on all trees of a forest: the counterpart of `KernelSearch`."""

    def __init__(self, trees: Forest, name: str, counts: Any = None):
        self.values = np.empty(trees.n_trees)
        self.counts = np.zeros((trees.n_trees, 3), dtype=np.int64) if counts is None else counts
        workspace = trees.most_open if name == "sss*" else 0
        marked = trees.n_nodes if name in ("palphabeta", "pvs", "scout") else 0
        self._kept = (
            trees.leaves, trees.span, trees.offset, self.values, self.counts,
            np.zeros(marked, dtype=np.int32), np.empty(8 * workspace, dtype=np.int64), np.empty(workspace),
            np.empty(workspace, dtype=np.int64),
        )  # fmt: skip
        leaves, span, offset, values, counts, marks, slots, merits, heap = map(_address, self._kept)
        self._batch = Batch(
            trees.made.width, trees.made.depth, trees.n_trees, trees.n_leaves,
            leaves, span, offset, values, counts, marks, 1, slots, merits, heap,
        )  # fmt: skip
        self._step = trees.n_trees
        self._function = getattr(library(), FUNCTIONS[name])
        self._function.argtypes = [ctypes.POINTER(Batch)]
        self._function.restype = None

    def __call__(self) -> None:
        self._function(self._batch)
        self._batch.stamp += self._step


def generate_trees(trees: Forest, seed: int, first: int = 0) -> None:
    """Write the leaves of the trees first, first + 1, ... of a class: the counterpart of `kernels.generate_trees`."""
    made = trees.made
    function = library().uniform_trees
    integer, pointer = ctypes.c_int64, ctypes.c_void_p
    function.argtypes = [
        ctypes.c_uint64, ctypes.c_uint64, integer, integer, integer, ctypes.c_double,
        pointer, pointer, integer, integer, integer, pointer,
    ]  # fmt: skip
    function.restype = None
    function(
        seed, made.cell, first, trees.n_trees, made.scheme, made.p, _address(made.low), _address(made.high),
        made.width, made.depth, trees.n_leaves, _address(trees.leaves),
    )  # fmt: skip


class CSweep:
    """Generate trees, search each with every strategy, add up the counts: the counterpart of `experiment.run_job`.

    As there, as many trees are in memory at a time as fit into the processor's cache.
    """

    def __init__(self, trees: Forest, names: tuple[str, ...], n_trees: int, seed: int):
        if n_trees % trees.n_trees:
            raise ValueError(f"n_trees is {n_trees}: it must be a multiple of {trees.n_trees}")
        self._trees, self._seed, self._rounds = trees, seed, n_trees // trees.n_trees
        self._counts = np.zeros((len(names), trees.n_trees, 3), dtype=np.int64)
        self._searches = [
            CSearch(trees, name, counts) for name, counts in zip(names, self._counts, strict=True)
        ]
        self.total = np.zeros((len(names), 3), dtype=np.int64)
        self.products = np.zeros((3, len(names), len(names)), dtype=np.int64)
        self._reduce = library().sums_of_counts
        self._reduce.argtypes = [ctypes.c_int64, ctypes.c_int64, *[ctypes.c_void_p] * 3]
        self._reduce.restype = None

    def __call__(self) -> None:
        self.total[:], self.products[:] = 0, 0
        for number in range(self._rounds):
            generate_trees(self._trees, self._seed, number * self._trees.n_trees)
            for search in self._searches:
                search()
            self._reduce(
                len(self._searches),
                self._trees.n_trees,
                *map(_address, (self._counts, self.total, self.products)),
            )
