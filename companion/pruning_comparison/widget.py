"""Chapter 3 in a notebook: printed tables with ours beside them, and a widget to explore any class of trees."""

from __future__ import annotations

import base64
import html
import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import ipywidgets as widgets
import numpy as np
from IPython.display import HTML
from matplotlib.figure import Figure
from numpy.typing import NDArray

from companion import plot
from companion.pruning_comparison.figures import distributions, what_was_pruned
from companion.published.cases import CASES, COLUMNS, SIZES
from companion.published.cells import published
from gametree.experiment import CRITERIA, counts_of
from gametree.generate import KINDS, SCHEMES, generate, recipe
from gametree.reference import Recorder
from gametree.search import STRATEGIES
from gametree.tree import check_count

if TYPE_CHECKING:
    import pandas as pd

SYMBOLS = {
    "exact": "=",
    "agrees": "✓",
    "differs": "✗",
    "misprint": "!",
    "underspecified": "?",
    "not yet": "…",
}
"""What stands for a verdict where colour alone would not do."""

_FILL = {
    "exact": "#D7ECD9",
    "agrees": "#E7F3F8",
    "differs": "#F8DAC4",
    "misprint": "#F6EBB5",
    "underspecified": "#E4E4E4",
    "not yet": "#FFFFFF",
}

MOST_LEAVES = 1024
"""The largest tree that the widget takes: the sizes of the thesis have at most 1000 leaves."""

MOST_TREES = 20_000
"""The most trees that the widget takes."""


def legend() -> HTML:
    """Return what the colours and symbols of `table_as_printed` mean."""
    items = "".join(
        f'<span style="background:{_FILL[v]};color:#1a1a1a;padding:2px 8px;margin-right:6px;border-radius:3px">'
        f"{SYMBOLS[v]} {v}</span>"
        for v in ("exact", "agrees", "differs", "misprint", "underspecified")
    )
    text = (
        "In a cell: printed value, <i>ours</i>, and their distance in standard errors of a mean of 50 trees."
    )
    return HTML(f'<p style="line-height:2.1">{items}<br>{text}</p>')


def table_as_printed(judged: pd.DataFrame, table: str, caption: str = "") -> HTML:
    """Return a printed table with ours in every cell, coloured by verdict and marked with its symbol.

    A column that was printed once for several strategies stays one column; ours is then a range if they differ.
    """
    cells = judged[judged["table"] == table]
    rows = list(dict.fromkeys(cells["row"]))
    groups = _merged_columns(cells)
    head = "".join(
        f'<th scope="col" style="text-align:center">{html.escape(", ".join(group))}</th>' for group in groups
    )
    body = []
    by_place = {(cell.row, cell.column): cell for cell in cells.itertuples(index=False)}
    for row in rows:
        tds = "".join(_cell([by_place[row, column] for column in group]) for group in groups)
        body.append(f'<tr><th scope="row" style="white-space:nowrap">{html.escape(row)}</th>{tds}</tr>')
    return HTML(
        '<div style="overflow:auto;max-height:34em"><table style="margin:0;font-size:85%;line-height:1.25">'
        f"<caption>{html.escape(caption or f'Table {table}')}</caption>"
        f'<thead><tr><th scope="col">size</th>{head}</tr></thead><tbody>{"".join(body)}</tbody></table></div>'
    )


def _merged_columns(cells: pd.DataFrame) -> list[tuple[str, ...]]:
    """Return the columns as printed: those that a note says were printed once belong together."""
    groups: dict[str, list[str]] = {}
    for column, part in cells.groupby("column", sort=False):
        note = next((n for n in part["note"] if "printed once" in n), "")
        key = note.partition("printed once")[2] or str(column)
        groups.setdefault(key, []).append(str(column))
    return [tuple(group) for group in groups.values()]


def _cell(part: Sequence[Any]) -> str:
    worst = max((cell.verdict for cell in part), key=list(_FILL).index)
    ours = sorted({_number(cell.ours) for cell in part}, key=float)
    value = part[0].published
    shown = ours[0] if len(ours) == 1 else f"{ours[0]}-{ours[-1]}"
    z = max((cell.statistic for cell in part), key=abs)
    distance = "" if worst == "exact" else f"{z:+.1f} "
    return (
        f'<td style="text-align:center;background:{_FILL[worst]};color:#1a1a1a">{_number(value)}<br><i>{shown}</i>'
        f"<br><small>{distance}{SYMBOLS[worst]}</small></td>"
    )


def _number(value: float) -> str:
    return "-" if math.isnan(value) else f"{value:.2f}"


def tally(judged: pd.DataFrame, tables: Sequence[str]) -> pd.DataFrame:
    """Return how many cells of each table have which verdict."""
    counts = judged.groupby(["table", "verdict"]).size().unstack(fill_value=0)
    counts = counts.reindex(index=list(tables), columns=[v for v in _FILL if v in counts], fill_value=0)
    counts.insert(0, "cells", counts.sum(axis=1))
    return counts.rename_axis(columns=None).reset_index()


# -- the widget ----------------------------------------------------------------------------------------------


class Sample:
    """Some trees of one class, searched by several strategies: all that the widget shows, without the widget."""

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
        self.kind, self.scheme, self.width, self.depth = kind, scheme, width, depth
        self.p = p if scheme.startswith("ordered") else None
        made = recipe(kind, scheme, width, depth, self.p)
        if width**depth > MOST_LEAVES:
            raise ValueError(
                f"width {width}, depth {depth} can have {width**depth} leaves: at most {MOST_LEAVES} are allowed here"
            )
        self.strategies, self.seed, self.example = tuple(strategies), seed, example
        self.counts: NDArray[np.int64] = counts_of(made, self.strategies, seed, 0, trees)[
            ..., CRITERIA.index("leaves")
        ]
        self.tree = generate(
            kind, width=width, depth=depth, scheme=scheme, p=self.p, seed=seed, number=example
        )

    @property
    def name(self) -> str:
        """The class of trees in words."""
        letter = "U" if self.kind == "uniform" else "N"
        p = "" if self.p is None else f", P = {self.p:g}"
        kind = "" if self.kind in ("uniform", "nonuniform") else f"{self.kind}, "
        return f"{letter}({self.width},{self.depth}), {kind}{self.scheme}{p}"

    def printed(self) -> dict[str, float]:
        """Return the printed mean leaves of this class of trees, per strategy, as far as there are any."""
        p = None if self.p is None else round(self.p, 6)
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

    def pictures(self) -> str:
        """Return both pictures as HTML."""
        by_name = {name: self.counts[:, k] for k, name in enumerate(self.strategies)}
        printed = self.printed()
        drawn = distributions(by_name, printed, f"{self.name}: {len(self.counts)} trees")
        told = "; ".join(self._sentence(name, values, printed) for name, values in by_name.items())
        first = _image(drawn, f"Leaves per tree on {self.name}: {len(self.counts)} trees. {told}.")
        examined = {}
        for name in self.strategies:
            examination = Recorder(self.tree)
            STRATEGIES[name].twin(examination, 0)
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

    def table(self) -> str:
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


class Comparison(widgets.VBox):
    """Choose a class of trees and strategies; see how their leaves are distributed, and one tree."""

    def __init__(self, **start: Any) -> None:
        self.sample = Sample(**start)
        sample, wide = self.sample, {"width": "220px"}
        self.kind = widgets.Dropdown(options=list(KINDS), value=sample.kind, description="kind", layout=wide)
        self.width = widgets.BoundedIntText(
            value=sample.width, min=1, max=64, description="width", layout=wide
        )
        self.depth = widgets.BoundedIntText(
            value=sample.depth, min=1, max=10, description="depth", layout=wide
        )
        self.scheme = widgets.Dropdown(
            options=list(SCHEMES), value=sample.scheme, description="scheme", layout=wide
        )
        self.p = widgets.FloatSlider(
            value=0.6, min=0, max=1, step=0.1, description="P (ordered)", continuous_update=False
        )
        self.strategies = widgets.SelectMultiple(
            options=list(STRATEGIES), value=sample.strategies, description="strategies", rows=8
        )
        self.trees = widgets.BoundedIntText(
            value=len(sample.counts), min=2, max=MOST_TREES, step=100, description="trees", layout=wide
        )
        self.seed = widgets.BoundedIntText(
            value=sample.seed, min=0, max=2**31, description="seed", layout=wide
        )
        self.example = widgets.BoundedIntText(
            value=sample.example, min=0, max=10**9, description="example", layout=wide
        )
        self.message, self.pictures, self.table = widgets.HTML(), widgets.HTML(), widgets.HTML()
        self._fields = (
            self.kind, self.width, self.depth, self.scheme, self.p, self.strategies, self.trees,
            self.seed, self.example,
        )  # fmt: skip
        for field in self._fields:
            field.observe(self._on_change, names="value")
        left = widgets.VBox([self.kind, self.scheme, self.p])
        middle = widgets.VBox([self.width, self.depth, self.trees])
        right = widgets.VBox([self.seed, self.example])
        super().__init__(
            [
                widgets.HBox([left, middle, right, self.strategies], layout={"flex_flow": "row wrap"}),
                self.message,
                self.pictures,
                self.table,
            ]
        )
        self.add_class("gametree-comparison")
        self._show()

    def _on_change(self, _: Any) -> None:
        """Sample what is asked for; if it can't be done, say why in one sentence and stay where we are."""
        try:
            self.sample = Sample(
                self.kind.value, self.width.value, self.depth.value, self.scheme.value, self.p.value,
                self.strategies.value, self.trees.value, self.seed.value, self.example.value,
            )  # fmt: skip
        except (ValueError, MemoryError) as error:
            self.message.value = (
                f'<span role="alert" style="color:#B84A00"><b>{html.escape(str(error))}</b></span>'
            )
            return
        self.message.value = ""
        self._show()

    def _show(self) -> None:
        self.pictures.value = self.sample.pictures()
        self.table.value = self.sample.table()


def comparison(**start: Any) -> Comparison:
    """Return the widget; keywords are those of `Sample`: kind, width, depth, scheme, p, strategies, trees, seed."""
    return Comparison(**start)


def comparison_picture(**start: Any) -> HTML:
    """Return what `comparison` with the same arguments shows before anybody touches it, without a widget."""
    sample = Sample(**start)
    return HTML(sample.pictures() + sample.table())
