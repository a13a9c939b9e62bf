"""A widget to explore any class of trees: how many leaves the strategies evaluate, and which ones."""

from __future__ import annotations

import base64
import html
import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from companion import plot
from companion.pruning_comparison.figures import distributions, what_was_pruned
from companion.published.cases import CASES, COLUMNS, SIZES
from companion.published.cells import published
from companion.widgets.explorer import Explorer, choice, choices, limit_depth, number, seed, slider
from gametree.experiment import CRITERIA, counts_of
from gametree.generate import KINDS, SCHEMES, generate, recipe
from gametree.reference import Recorder
from gametree.search import STRATEGIES
from gametree.tree import check_count

MOST_LEAVES = 1024
"""The largest tree that the widget takes: the sizes of the thesis have at most 1000 leaves."""

MOST_TREES = 20_000
"""The most trees that the widget takes."""


class SweepSample:
    """Some trees of one class, searched by several strategies: all that the widget shows, without the widget.

    >>> sample = SweepSample(width=3, depth=3, trees=50)
    >>> sample.name, sample.counts.shape, sample.printed()["alphabeta"]
    ('U(3,3), unordered', (50, 6), 19.1)
    """

    def __init__(
        self,
        kind: str = "uniform",
        width: int = 3,
        depth: int = 4,
        scheme: str = "unordered",
        p: float = 0.6,
        strategies: Sequence[str] = tuple(COLUMNS.values()),
        trees: int = 1000,
        seed: int = 1985,
        example: int = 0,
    ) -> None:
        if not strategies:
            raise ValueError("strategies is empty: choose one at least")
        trees = check_count("trees", trees, 2, MOST_TREES)
        example = check_count("example", example, 0, 10**9)
        self.kind, self.scheme, self.width, self.depth, self.trees = kind, scheme, width, depth, trees
        self.p = p
        made = recipe(kind, scheme, width, depth, self._p)
        if width**depth > MOST_LEAVES:
            raise ValueError(
                f"width {width}, depth {depth} can have {width**depth} leaves: at most {MOST_LEAVES} are allowed here"
            )
        self.strategies, self.seed, self.example = tuple(strategies), seed, example
        self.counts: NDArray[np.int64] = counts_of(made, self.strategies, seed, 0, trees)[
            ..., CRITERIA.index("leaves")
        ]
        self.tree = generate(
            kind, width=width, depth=depth, scheme=scheme, p=self._p, seed=seed, number=example
        )

    @property
    def _p(self) -> float | None:
        return self.p if self.scheme.startswith("ordered") else None

    @property
    def name(self) -> str:
        """The class of trees in words."""
        letter = "U" if self.kind == "uniform" else "N"
        p = "" if self._p is None else f", P = {self.p:g}"
        kind = "" if self.kind in ("uniform", "nonuniform") else f"{self.kind}, "
        return f"{letter}({self.width},{self.depth}), {kind}{self.scheme}{p}"

    def printed(self) -> dict[str, float]:
        """Return the printed mean leaves of this class of trees, per strategy, as far as there are any."""
        p = None if self._p is None else round(self.p, 6)
        for case in CASES:
            same = _family(self.kind) == case.kind and _family(self.scheme) == case.scheme and p == case.p
            if same and (self.width, self.depth) in SIZES:
                letter = "U" if case.kind == "uniform" else "N"
                row = f"{letter}({self.width},{self.depth})"
                by_label = _printed(case.table)[row]
                return {
                    name: by_label[label] for name in self.strategies if (label := _label(name)) is not None
                }
        return {}

    def picture_html(self) -> str:
        """Return both pictures as HTML."""
        by_name = {name: self.counts[:, k] for k, name in enumerate(self.strategies)}
        printed = self.printed()
        drawn = distributions(by_name, printed, f"{self.name}: {len(self.counts)} trees")
        told = "; ".join(self._sentence(name, values, printed) for name, values in by_name.items())
        first = _image(drawn, f"Leaves per tree on {self.name}: {len(self.counts)} trees. {told}.")
        examined = {}
        for name in self.strategies:
            examination = Recorder(self.tree)
            STRATEGIES[name].reference(examination, 0)
            examined[name] = examination.nodes | {0}
        pruned = what_was_pruned(self.tree, examined, f"tree {self.example}: what each strategy evaluated")
        evaluated = ", ".join(f"{name} {self._leaves(nodes)}" for name, nodes in examined.items())
        second = _image(pruned, f"Tree {self.example}, {self.tree.n_leaves} leaves. Evaluated: {evaluated}.")
        return first + second

    def _leaves(self, nodes: set[int]) -> int:
        return sum(self.tree.is_leaf(node) for node in nodes)

    def _sentence(self, name: str, values: NDArray[np.int64], printed: Mapping[str, float]) -> str:
        error = 1.96 * values.std(ddof=1) / math.sqrt(len(values))
        beside = f", printed {printed[name]:.2f}" if name in printed else ""
        return f"{name}: mean {values.mean():.2f} ± {error:.2f}{beside}"

    def table_html(self) -> str:
        """Return the means as a table."""
        printed = self.printed()
        rows = []
        for k, name in enumerate(self.strategies):
            values = self.counts[:, k]
            sd = float(values.std(ddof=1))
            error = sd / math.sqrt(len(values))
            beside = z = "-"
            if name in printed:
                beside = f"{printed[name]:.2f}"
                spread = sd * math.sqrt(1 / 50 + 1 / len(values))
                z = f"{(printed[name] - values.mean()) / spread:+.1f}" if spread else "-"
            rows.append(
                f'<tr><th scope="row">{html.escape(name)}</th><td>{values.mean():.2f} ± {1.96 * error:.2f}</td>'
                f"<td>{sd:.2f}</td><td>{beside}</td><td>{z}</td></tr>"
            )
        head = "".join(
            f'<th scope="col">{text}</th>'
            for text in (
                "strategy",
                "leaves, mean with 95 % interval",
                "sd of a tree",
                "printed",
                "distance (standard errors)",
            )
        )
        return f'<table style="margin:0"><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'


@lru_cache
def _printed(table: str) -> dict[str, dict[str, float]]:
    """Return a printed table, corrected: row -> column -> value."""
    cells = published("muszycka1985", table=table)
    return {
        str(row): dict(zip(part["column"], part["best"], strict=True)) for row, part in cells.groupby("row")
    }


def _image(figure: Figure, alt: str) -> str:
    """Return a picture as an HTML element; as pixels, because the widget must answer at once."""
    data = base64.b64encode(plot.to_png(figure, dpi=120)).decode("ascii")
    wide = figure.get_size_inches()[0] * 96
    return (
        f'<img alt="{html.escape(alt)}" width="{wide:.0f}" style="max-width:100%;height:auto;background:#fff" '
        f'src="data:image/png;base64,{data}">'
    )


def _family(name: str) -> str:
    for family in ("nonuniform", "uniform", "unordered", "ordered"):
        if name == family or name.startswith(family + "-"):
            return family
    return name


def _label(strategy: str) -> str | None:
    """Return the printed column that a strategy, or a variant of it, belongs to."""
    exact = {name: label for label, name in COLUMNS.items()}
    base = strategy.removesuffix("-unit-window").removesuffix("-newest-first")
    return exact.get(base)


class Comparison(Explorer):
    """Choose a class of trees and strategies; see how their leaves are distributed, and one tree."""

    state_class, css_class = SweepSample, "gametree-comparison"

    def controls(self) -> dict[str, Any]:
        """Return what a sample depends on."""
        return {
            "kind": choice("kind", KINDS),
            "width": number("width", 1, 64),
            "depth": number("depth", 1, 10),
            "scheme": choice("scheme", SCHEMES),
            "p": slider("P", 0, 1, 0.1),
            "trees": number("trees", 2, MOST_TREES, 100),
            "seed": seed(),
            "example": number("example", 0, 10**9),
            "strategies": choices("strategies", STRATEGIES, rows=8),
        }

    def offer(self) -> None:
        """Offer trees that are small enough, and P for the schemes that take it."""
        limit_depth(self.fields, MOST_LEAVES, 10)
        self.fields["p"].disabled = not self.fields["scheme"].value.startswith("ordered")
