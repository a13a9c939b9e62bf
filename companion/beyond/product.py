"""How many leaves pruning spares under the product rule, beside what Alphabeta spares on the same trees.

Asked for by Muszycka 1985, section 6.2, and Nau 1983, section 6.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

import gametree as gt
from companion.beyond.claims import Asked
from companion.published.claims import Finding, case_of_mean, finding
from gametree.backup.rules import GOALS, METHODS
from gametree.generate.random import cell_number

Leaves = NDArray[np.float64]

QUALITIES = (0.0, 0.5, 0.9)
"""How well estimates tell wins from losses: won leaves lie above the quality, lost ones below 1 minus it."""

RANGE = (0.4, 0.6)
"""Where all estimates lie, in the trees on which knowing this is tried."""

SIZE = (3, 6)
"""The size at which the influences are drawn."""


def ordered(leaves: Leaves, width: int, rule: str) -> Leaves:
    """Return trees, a row of leaves each, with the best child of every node first, the second best next, and so on.

    Examples
    --------
    >>> import numpy as np
    >>> ordered(np.array([[0.5, 0.4, 0.9, 0.8]]), 2, "product").tolist()
    [[0.8, 0.9, 0.4, 0.5]]
    """
    trees = len(leaves)
    value, block = leaves, leaves
    levels = round(np.log(leaves.shape[1]) / np.log(width))
    for level in range(levels - 1, -1, -1):
        value = value.reshape(trees, -1, width)
        block = block.reshape(trees, value.shape[1], width, -1)
        wanted = 1 - value if level % 2 == 0 else value
        order = np.argsort(wanted, axis=2, kind="stable")
        block = np.take_along_axis(block, order[..., None], axis=2)
        wanted = wanted.prod(axis=2) if rule == "product" else wanted.min(axis=2)
        value = 1 - wanted if level % 2 == 0 else wanted
    return block.reshape(trees, -1)


def estimates(width: int, depth: int, trees: int, seed: int, quality: float) -> Leaves:
    """Return the estimates at the leaves of unordered trees, half of the leaves won; a tree is a row.

    Examples
    --------
    >>> bool((abs(estimates(2, 3, trees=4, seed=1, quality=0.9) - 0.5) >= 0.4).all())
    True
    """
    rng = np.random.default_rng((seed, cell_number("product", width, depth)))
    drawn = rng.random((trees, width**depth, 2))
    off = drawn[..., 1] * (1 - quality)
    return np.where(drawn[..., 0] < 0.5, 1 - off, off)


@dataclass(frozen=True)
class ProductStudy(Asked):
    """Leaves evaluated, as shares of all, by size, setting and search.

    Examples
    --------
    >>> study = ProductStudy(trees=20, sizes=((2, 4), (3, 2)), seed=1)
    >>> study.spared(2, 4, "unordered", "directional, value")
    0.0
    """

    section = "product"

    trees: int
    sizes: Sequence[tuple[int, int]]
    seed: int

    @cached_property
    def shares(self) -> dict[tuple[int, int, str, str], Leaves]:
        """(width, depth, setting, search) -> the share of leaves evaluated, tree by tree."""
        found = {}
        for width, depth in self.sizes:
            unordered = estimates(width, depth, self.trees, self.seed, 0.0)
            low, high = RANGE
            settings: dict[str, tuple[Leaves, dict[str, dict[str, Any]]]] = {
                "inner": (0.1 + 0.8 * unordered, {f"{m}, value": {"method": m} for m in METHODS}),
                "range": (
                    low + (high - low) * unordered,
                    {
                        "unknown": {"goal": "move"},
                        "known": {"goal": "move", "low": low, "high": high},
                    },
                ),
                "sorted": (ordered(unordered, width, "product"), {"directional, move": {"goal": "move"}}),
                "sorted for minimax": (ordered(unordered, width, "minimax"), {"alphabeta": {}}),
            }
            moves: dict[str, dict[str, Any]] = {f"{m}, move": {"method": m, "goal": "move"} for m in METHODS}
            values: dict[str, dict[str, Any]] = {f"{m}, value": {"method": m} for m in METHODS}
            for quality in QUALITIES:
                name = "unordered" if quality == 0 else f"quality {quality:g}"
                leaves = estimates(width, depth, self.trees, self.seed, quality)
                settings[name] = (leaves, {**moves, **values, "alphabeta": {}})
            for setting, (rows, searches) in settings.items():
                counts = _leaves(rows, width, depth, searches)
                for name, share in counts.items():
                    found[width, depth, setting, name] = share
        return found

    @cached_property
    def frame(self) -> pd.DataFrame:
        """The shares as a table: mean, standard deviation and number of trees."""
        rows = [
            (*key, float(share.mean()), float(share.std(ddof=1)), len(share))
            for key, share in self.shares.items()
        ]
        return pd.DataFrame(rows, columns=["width", "depth", "setting", "search", "mean", "sd", "n"])

    def spared(self, width: int, depth: int, setting: str, search: str) -> float:
        """Return the mean share of leaves that a search does not evaluate."""
        return 1 - float(self.shares[width, depth, setting, search].mean())

    def table(self) -> pd.DataFrame:
        """Return the shares in unordered trees, in per cent, a row per size and a column per search."""
        part = self.frame[self.frame["setting"] == "unordered"]
        wide = (100 * part.pivot_table(index=["width", "depth"], columns="search", values="mean")).round(1)
        names = [f"{method}, {goal}" for goal in GOALS for method in METHODS]
        return wide[[*names, "alphabeta"]].reset_index().rename_axis(columns=None)

    @cached_property
    def findings(self) -> list[Finding]:
        """What was measured for every claim that was written down beforehand."""
        share, sizes = self.shares, self.sizes
        deep = [size for size in sizes if size[1] >= 4]
        steps = sorted(d for w, d in sizes if w == 2)
        steps = [d for d in steps if d + 2 in steps]
        best, first, usual = "best-first, move", "directional, move", "unordered"
        alphabeta = {size: share[*size, usual, "alphabeta"] for size in sizes}
        moves = {size: share[*size, usual, best] for size in sizes}
        good = {size: share[*size, "quality 0.9", best] for size in sizes}
        known = {size: share[*size, "range", "unknown"] - share[*size, "range", "known"] for size in sizes}
        order = {size: share[*size, usual, first] - share[*size, "sorted", first] for size in deep}
        minimax_order = {
            size: alphabeta[size] - share[*size, "sorted for minimax", "alphabeta"] for size in deep
        }

        def by_size(texts: Mapping[tuple[int, int], str]) -> str:
            return ", ".join(f"U({w},{d}) {text}" for (w, d), text in texts.items())

        def gained(saved: Mapping[tuple[int, int], Leaves]) -> dict[tuple[int, int], str]:
            return {size: f"{sample.mean():+.0%}" for size, sample in saved.items()}

        spared = {
            size: f"{1 - moves[size].mean():.0%} (Alphabeta {1 - alphabeta[size].mean():.0%})"
            for size in deep
        }
        with_minimax = {
            size: f"{text} (Alphabeta {gained(minimax_order)[size]})" for size, text in gained(order).items()
        }
        better = {size: f"{moves[size].mean() - good[size].mean():+.0%}" for size in sizes}
        depths = sorted({*steps, *(d + 2 for d in steps)})
        return [
            finding(
                "product-value",
                [
                    bool((share[*size, "inner", f"{method}, value"] == 1).all())
                    for size in sizes
                    if size[0] <= 3
                    for method in METHODS
                ],
                "every leaf of every tree was evaluated, by both methods",
            ),
            finding(
                "product-move",
                [case_of_mean(moves[size] - (1 + alphabeta[size]) / 2) for size in deep],
                f"spared: {by_size(spared)}",
            ),
            finding(
                "product-depth",
                [case_of_mean(moves[2, d + 2] - moves[2, d]) for d in steps],
                "spared in trees of width 2: "
                + ", ".join(f"depth {d} {1 - moves[2, d].mean():.0%}" for d in depths),
            ),
            finding(
                "product-evaluation",
                [case_of_mean(moves[size] - good[size]) for size in sizes],
                f"more spared with quality 0.9 than with 0: {by_size(better)}",
            ),
            finding(
                "product-order",
                [
                    case
                    for s in deep
                    for case in (case_of_mean(minimax_order[s] - order[s]), case_of_mean(order[s]))
                ],
                f"order adds to what is spared: {by_size(with_minimax)}",
            ),
            finding(
                "product-range",
                map(case_of_mean, known.values()),
                f"knowing the range adds to what is spared: {by_size(gained(known))}",
            ),
        ]

    @cached_property
    def prose(self) -> dict[str, float | str | int]:
        """The numbers that the prose names."""
        shares = {key: 1 - float(share.mean()) for key, share in self.shares.items()}
        w, d = SIZE
        usual = [shares[*size, "unordered", "best-first, move"] for size in self.sizes if size[1] >= 4]
        minimax = [shares[*size, "unordered", "alphabeta"] for size in self.sizes if size[1] >= 4]
        return {
            "trees": self.trees,
            "size": f"U({w},{d})",
            # The depth at which the best-first search for the move spares most of binary trees.
            "best depth": min(
                (depth for width, depth in self.sizes if width == 2),
                key=lambda depth: self.shares[2, depth, "unordered", "best-first, move"].mean(),
            ),
            "least": 100 * min(usual),
            "most": 100 * max(usual),
            "alphabeta least": 100 * min(minimax),
            "alphabeta most": 100 * max(minimax),
            "directional": 100 * shares[w, d, "unordered", "directional, move"],
            "best-first": 100 * shares[w, d, "unordered", "best-first, move"],
            "alphabeta": 100 * shares[w, d, "unordered", "alphabeta"],
            "sorted": 100 * shares[w, d, "sorted", "directional, move"],
            "alphabeta sorted": 100 * shares[w, d, "sorted for minimax", "alphabeta"],
            "good": 100 * shares[w, d, "quality 0.9", "best-first, move"],
            "known": 100 * shares[w, d, "range", "known"],
            "unknown": 100 * shares[w, d, "range", "unknown"],
            "saturated": self._saved_of_value() or "none",
        }

    def _saved_of_value(self) -> str:
        """Return the sizes where the value took fewer leaves than all, with what either method saved."""
        ways = ("directional, value", "best-first, value")
        saved = {
            size: [round(100 - 100 * float(self.shares[*size, "unordered", way].mean()), 1) for way in ways]
            for size in self.sizes
        }
        return "; ".join(
            f"U({w},{d}), {left:.1f} % from left to right and {best:.1f} % best-first"
            for (w, d), (left, best) in saved.items()
            if max(left, best) > 0  # a saving that rounds to nothing shows nothing
        )


def _leaves(rows: Leaves, width: int, depth: int, searches: dict[str, dict[str, Any]]) -> dict[str, Leaves]:
    """Return the share of leaves that searches evaluate, tree by tree; Alphabeta is for minimax."""
    found = {name: np.empty(len(rows)) for name in searches}
    for number, leaves in enumerate(rows):
        tree = gt.Tree.uniform(width, depth, leaves)
        for name, options in searches.items():
            result = gt.search(tree, name) if name == "alphabeta" else gt.backup.search(tree, **options)
            found[name][number] = result.leaves / width**depth
    return found
