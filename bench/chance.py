"""Star1 and Star2 against OpenSpiel's expectiminimax, on the same trees with chance nodes.

OpenSpiel gets the tree as an extensive-form game (`pyspiel.load_efg_game`), made before the clock starts, and
searches it with `open_spiel.python.algorithms.minimax.expectiminimax`, which prunes nothing: it evaluates
every leaf.  Ours is `gametree.chance.search`, with its checks, counts and solution tree.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from bench.compare import compare
from bench.others import installed
from gametree import chance

SIZES = [(4, 4), (4, 8), (6, 4)]
METHODS = ("expectimax", "star1", "star2")


def as_efg(tree: chance.Tree) -> str:
    """Return a tree with chance nodes in the format of extensive-form games."""
    lines = ['EFG 2 R "a tree with chance nodes" { "player" "nobody" } ""']
    chances = decisions = outcomes = 0
    for node in range(tree.n_nodes):
        children = tree.children(node)
        if tree.is_leaf(node):
            outcomes += 1
            value = float(tree.shape.values[node])
            lines.append(f't "" {outcomes} "" {{ {value!r} {-value!r} }}')
        elif tree.is_chance(node):
            chances += 1
            arcs = " ".join(f'"{i}" {float(tree.probability[child])!r}' for i, child in enumerate(children))
            lines.append(f'c "" {chances} "" {{ {arcs} }} 0')
        else:
            decisions += 1
            moves = " ".join(f'"{i}"' for i in range(len(children)))
            lines.append(f'p "" 1 {decisions} "" {{ {moves} }} 0')
    return "\n".join(lines) + "\n"


def open_spiel_task(tree: chance.Tree) -> Callable[[], float]:
    import pyspiel
    from open_spiel.python.algorithms.minimax import expectiminimax

    root = pyspiel.load_efg_game(as_efg(tree)).new_initial_state()
    return lambda: expectiminimax(root, tree.depth, None, 0)[0]


def against_expectiminimax(quick: bool) -> Iterator[dict[str, Any]]:
    """`gametree.chance.search` against OpenSpiel's expectiminimax: nodes per second, and leaves evaluated."""
    if not installed("open_spiel"):
        print("  OpenSpiel is not installed: left out", file=sys.stderr, flush=True)
        return
    for depth, branch in SIZES[:1] if quick else SIZES:
        tree, _ = chance.generate(width=branch, depth=depth, probabilities="scatter", goal="max", seed=1)
        theirs = open_spiel_task(tree)
        truth = theirs()
        for method in METHODS:
            ours = chance.search(tree, method, 0, 100)
            if abs(ours.value - truth) > 1e-9 * (1 + abs(truth)):
                raise SystemExit(f"{method}: {ours.value} and {truth} differ, so there is nothing to compare")
            found = compare(lambda tree=tree, method=method: chance.search(tree, method, 0, 100), theirs, 9)
            yield {
                "depth, branch": f"{depth}, {branch}",
                "method": method,
                "our leaves": ours.leaves,
                "their leaves": tree.n_leaves,
                "our nodes per s": ours.nodes / float(np.median(found.ours)),
                "their nodes per s": (tree.n_nodes - 1) / float(np.median(found.theirs)),
                **found.times_as_fast(),
            }
