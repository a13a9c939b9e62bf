"""B* on simulated trees: one in which what Figure 55 shows happens, and what its rules save."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pandas as pd

from gametree.backup.b_star import Ranges, b_star, b_star_stages, exhaustive, random_ranges

SIZES = ((2, 6), (3, 4), (3, 6), (5, 4), (8, 3))
"""Widths and depths of the simulated trees."""


def like_figure_55(ranges: Ranges) -> bool:
    """Whether p1 is the most optimistic, p2 its rival, and p1 is worked on first and proved best."""
    children = ranges.tree.children(0)
    low, high = ranges.low[children], ranges.high[children]
    proof = b_star(ranges, "prove-best")
    return bool(
        list(np.argsort(-high)[:2]) == [0, 1]
        and low[0] < high[1]
        and proof.expanded[1:2] == (children[0],)
        and proof.move == 0
        and len(proof.expanded) >= 3
    )


def find_figure_55(seed: int) -> Ranges:
    """Return the first random tree of width 3 and depth 2 that is like Figure 55."""
    return next(r for r in (random_ranges(3, 2, seed, n) for n in range(10_000)) if like_figure_55(r))


class Worked(NamedTuple):
    """B* at work on a small tree.

    Attributes
    ----------
    steps : dict
        What is expanded -> the range of every move afterwards, by its name.
    move : str
        The move that is proved best.
    expanded : tuple of str
        The nodes that were expanded.
    low : float
        What that move is worth at least.
    nodes, of : int
        Nodes looked at, and nodes there are below the root.
    """

    steps: dict[str, dict[str, tuple[float, float]]]
    move: str
    expanded: tuple[str, ...]
    low: float
    nodes: int
    of: int


def worked_example(seed: int) -> Worked:
    """Prove the best move of a tree like Figure 55, step by step.

    Examples
    --------
    >>> worked_example(1985).expanded
    ('p', 'p1', 'p2')
    """
    ranges = find_figure_55(seed)
    tree, proof = ranges.tree, b_star(ranges, "prove-best")
    moves = tree.children(0)
    steps = {}
    for number, stage in enumerate(b_star_stages(ranges, "prove-best"), 1):
        label = f"{number}: expand " + ("the root" if stage.expanded == 0 else tree.name(stage.expanded))
        steps[label] = {tree.name(m): (float(stage.low[m]), float(stage.high[m])) for m in moves}
    names = tuple(tree.name(node) for node in proof.expanded)
    return Worked(steps, tree.name(moves[proof.move]), names, float(proof.low), proof.nodes, tree.n_nodes - 1)


def describe(worked: Worked) -> str:
    """Return in words what is known of the moves at every step."""
    steps = (
        f"{title}: "
        + ", ".join(f"{move} from {low:.2f} to {high:.2f}" for move, (low, high) in ranges.items())
        for title, ranges in worked.steps.items()
    )
    return f"B* step by step. {'; '.join(steps)}. {worked.move} is proved best."


def saving(trees: int, seed: int) -> pd.DataFrame:
    """Return what the rules of B* save of the work of exhaustive search up to the same proof, by size.

    Columns: ``trees``; mean nodes with the rules ``palay`` and ``prove-best`` and of the ``exhaustive`` search; what is
    saved, with a 95 % interval for Palay's rule; and how often the proved move was a best one.
    """
    rows = []
    for w, d in SIZES:
        sample = [random_ranges(w, d, seed, number) for number in range(trees)]
        proofs = [b_star(r) for r in sample]
        counts = np.array(
            [
                (proof.nodes, b_star(r, "prove-best").nodes, exhaustive(r).nodes)
                for r, proof in zip(sample, proofs, strict=True)
            ],
            dtype=float,
        )
        right = sum(
            r.tree.backed_up[r.tree.children(0)[proof.move]] == r.tree.backed_up[0]
            for r, proof in zip(sample, proofs, strict=True)
        )
        saved = 1 - counts[:, :2].sum(axis=0) / counts[:, 2].sum()
        parts = np.array([1 - c[:, 0].sum() / c[:, 2].sum() for c in np.array_split(counts, 20)])
        interval = 1.96 * parts.std(ddof=1) / np.sqrt(20)
        of_all = 1 - counts[:, 0].sum() / (trees * (sample[0].tree.n_nodes - 1))
        rows.append((f"U({w},{d})", *counts.mean(axis=0), saved[0], interval, saved[1], of_all, right))
    columns = [
        "trees",
        "palay",
        "prove-best",
        "exhaustive",
        "saved, palay",
        "± (95 %)",
        "saved, prove-best",
        "saved, palay, of all nodes",
        "best move proved",
    ]
    return pd.DataFrame(rows, columns=columns)
