"""Alphabeta on trees that are never stored: the package's kernel, and the same in C."""

from __future__ import annotations

import ctypes

import numpy as np

from bench.trees import SEED
from bench.yardstick import library
from gametree.generate import SCHEMES, lazy_tree
from gametree.generate.lazy import LazyTree
from gametree.search import STRATEGIES
from gametree.search.log import ABSENT, Log
from gametree.search.open_list import open_arrays

SIZES = [
    ("unordered", 2, 26),
    ("unordered", 3, 16),
    ("unordered", 5, 11),
    ("unordered", 10, 8),
    ("integer-dependent", 2, 22),
    ("integer-dependent", 5, 10),
    ("ordered", 2, 26),
    ("ordered", 5, 11),
]
"""Schemes that there is C for; sizes that take some milliseconds or more, so that starting costs nothing."""


def trees_of(scheme: str, width: int, depth: int, n_trees: int) -> list[LazyTree]:
    p = 0.6 if scheme == "ordered" else None
    return [
        lazy_tree(width=width, depth=depth, scheme=scheme, p=p, seed=SEED, number=number)
        for number in range(n_trees)
    ]


class Ours:
    """The kernel, on one tree after the other; after a call `values` and `counts` say what it found."""

    def __init__(self, scheme: str, width: int, depth: int, n_trees: int):
        self._trees = [tree.arrays for tree in trees_of(scheme, width, depth, n_trees)]
        self.values = np.empty(n_trees)
        self.counts = np.zeros((n_trees, 3), dtype=np.int64)
        self._room = open_arrays(0)
        self._start = STRATEGIES["alphabeta"].start

    def __call__(self) -> None:
        self.counts[:] = 0
        for i, arrays in enumerate(self._trees):
            if hasattr(arrays, "parents"):
                arrays.parents[:] = -1
            self.values[i] = self._start(arrays, Log(self.counts[i], ABSENT, ABSENT), self._room)
        self.counts[:, 1] = self.counts[:, 2]


class CTree(ctypes.Structure):
    _fields_ = (
        ("width", ctypes.c_int64),
        ("depth", ctypes.c_int64),
        ("key", ctypes.c_uint64),
        ("scheme", ctypes.c_int64),
        ("p", ctypes.c_double),
        *((name, ctypes.c_void_p) for name in ("low", "high", "span", "parents", "children")),
    )


class Theirs:
    """The same in C."""

    def __init__(self, scheme: str, width: int, depth: int, n_trees: int):
        self.values = np.empty(n_trees)
        self.counts = np.zeros((n_trees, 3), dtype=np.int64)
        trees = trees_of(scheme, width, depth, n_trees)
        self._kept = [tree.arrays for tree in trees]
        self._trees = [
            CTree(
                width, depth, tree.key, SCHEMES[scheme], getattr(arrays, "p", 0.0),
                *(getattr(arrays, name).ctypes.data if hasattr(arrays, name) else None
                  for name in ("low", "high", "span", "parents", "children")),
            )
            for tree, arrays in zip(trees, self._kept, strict=True)
        ]  # fmt: skip
        self._search = library().lazy_tree
        self._search.argtypes = [ctypes.POINTER(CTree), ctypes.c_void_p]
        self._search.restype = ctypes.c_double

    def __call__(self) -> None:
        for i, tree in enumerate(self._trees):
            self.values[i] = self._search(tree, self.counts[i].ctypes.data)
