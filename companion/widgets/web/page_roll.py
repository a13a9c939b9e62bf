"""Random trees without numpy and compiler: the package's own generators, as they stand, roll them in a page.

In a page `page_numpy` stands for what they import.  A question has ``kind``, ``width``, ``depth`` and ``seed``; game trees
have a ``scheme`` and, where it takes one, ``p``; trees with chance nodes ``probabilities``, ``order`` and ``goal``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from companion.explanations.trace_data import MOST_NODES, written
from gametree.chance.draws import ORDERS, make
from gametree.generate.nonuniform import fan_out_law, nonuniform_arrays, nonuniform_size
from gametree.generate.random import cell_number
from gametree.generate.uniform import uniform_leaves
from gametree.generate.values import LARGEST, SCHEMES, ordered_ranges
from gametree.nodes import CHANCE, DECISION, LEAF, PlainTree

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    Question = Mapping[str, Any]

WITH_CHANCE = "chance"
"""The kind of trees with chance nodes; all others are kinds of `gametree.generate`."""


def check_size(question: Question) -> None:
    """Raise a ValueError if the tree that a question describes is larger than what can be shown.

    >>> check_size({"kind": "uniform", "width": 3, "depth": 6, "scheme": "unordered", "seed": 1})
    Traceback (most recent call last):
        ...
    ValueError: width is 3 and depth is 6: the tree has 1093 nodes, at most 1000 can be shown
    """
    width, depth = question["width"], question["depth"]
    if question["kind"] in ("uniform", WITH_CHANCE):
        n_nodes = sum(width**level for level in range(depth + 1))
    else:
        law, cell = fan_out_law(question["kind"], width), np.uint64(_cell(question))
        workspace = np.zeros(2, dtype=np.uint64), np.zeros(depth + 1, dtype=np.int64)
        n_nodes = nonuniform_size(question["seed"], cell, 0, law, depth, MOST_NODES, *workspace)
    if n_nodes > MOST_NODES:
        found = "" if question["kind"] in ("uniform", WITH_CHANCE) else " of this seed"
        many = f"{n_nodes}" if not found else f"more than {MOST_NODES}"
        raise ValueError(
            f"width is {width} and depth is {depth}: the tree{found} has {many} nodes, at most {MOST_NODES} can be shown"
        )


def roll(question: Question) -> dict[str, str]:
    """Return the tree that `generate` gives for the same arguments, as one would type it; for pages alone."""
    check_size(question)
    drawn = (
        _with_chance
        if question["kind"] == WITH_CHANCE
        else _uniform
        if question["kind"] == "uniform"
        else _nonuniform
    )
    return {"tree": written(drawn(question))}


def _cell(question: Question) -> int:
    p = question.get("p")
    described = (
        question["scheme"],
        "" if p is None else float(p),
        question["width"],
        question["depth"],
        LARGEST,
    )
    return cell_number(question["kind"], *described)


def _start(question: Question) -> tuple[Any, ...]:
    """Return the arguments that both game-tree generators begin with."""
    cell = np.uint64(_cell(question))
    p = question.get("p")
    ranges = ordered_ranges(question["depth"], LARGEST)
    return question["seed"], cell, 0, SCHEMES[question["scheme"]], np.nan if p is None else p, *ranges


def _uniform(question: Question) -> Any:
    width, depth = question["width"], question["depth"]
    leaves = np.zeros(width**depth)
    uniform_leaves(*_start(question), width, depth, leaves, np.zeros(1, dtype=np.uint64))
    level: list[Any] = _plain(leaves)
    for _ in range(depth):
        level = [level[first : first + width] for first in range(0, len(level), width)]
    return level[0]


def _nonuniform(question: Question) -> Any:
    width, depth = question["width"], question["depth"]
    end, parent, values = ([0] * MOST_NODES for _ in range(3))
    n_nodes = nonuniform_arrays(
        *_start(question), fan_out_law(question["kind"], width), width, depth, np.zeros(width * depth),
        end, parent, values, np.zeros(2, dtype=np.uint64), np.zeros(depth + 1, dtype=np.int64),
    )  # fmt: skip
    numbers = iter(_plain([values[node] for node in range(n_nodes) if end[node] == node + 1]))
    built: list[Any] = []
    for node in range(n_nodes):
        built.append(next(numbers) if end[node] == node + 1 else [])
        if node:
            built[parent[node]].append(built[node])
    return built[0]


def _plain(values: Any) -> list[float]:
    """Return values as a tree gives them: whole numbers if all of them are."""
    whole = all(value == int(value) for value in values)
    return [int(value) if whole else float(value) for value in values]


class _Shape(NamedTuple):
    end: list[int]
    parent: list[int]
    kind: list[int]


class _Draws(NamedTuple):
    values: list[float]
    probability: list[float]
    after: list[float]
    true: list[float]
    luck: dict[tuple[int, int], float]


def _with_chance(question: Question) -> Any:
    depth, branch = question["depth"], question["width"]
    empty: Any = 0
    for _ in range(depth):
        empty = [empty] * branch
    tree = PlainTree.from_nested(empty)
    n = tree.n_nodes
    kinds = [LEAF if tree.is_leaf(k) else CHANCE if tree.level[k] % 2 else DECISION for k in range(n)]
    shape: Any = _Shape(tree.end, tree.parent, kinds)
    drawn, draws = (_Draws([0.0] * n, [1.0] * n, [0.0] * n, [0.0] * n, {}) for _ in range(2))
    cell = np.uint64(cell_number("chance", depth, branch, question["probabilities"]))
    workspace: Any = [0] * n, np.zeros(1, dtype=np.uint64)
    make(
        shape, question["seed"], cell, 0, question["probabilities"] == "scatter", ORDERS.index(question["order"]),
        1.0 if question["goal"] == "max" else -1.0, drawn, draws, *workspace,
    )  # fmt: skip
    built: list[Any] = [None] * n
    for node in range(n - 1, -1, -1):
        children = tree.children(node)
        if not children:
            built[node] = draws.values[node]
        elif tree.level[node] % 2:
            built[node] = tuple((draws.probability[child], built[child]) for child in children)
        else:
            built[node] = [built[child] for child in children]
    return built[0]
