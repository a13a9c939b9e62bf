"""An interactive sweep over any class of trees: leaves, nodes or visits of the strategies, tree by tree."""

from __future__ import annotations

import html
import math
from typing import Any, ClassVar

import numpy as np
from IPython.display import HTML

from companion import plot
from companion.pruning_comparison.figures import distributions
from companion.published.cases import COLUMNS, Means, printed_leaves
from companion.widgets.live import Engine, Live
from gametree.experiment import CRITERIA, counts_of
from gametree.generate import KINDS, SCHEMES, recipe
from gametree.search import STRATEGIES

MOST_LEAVES = 2**20
"""The largest tree that the widget takes, so that no part of a sweep keeps the kernel for long."""

PRINTED_TREES = 50
"""Trees per printed mean (Muszycka 1985, section 3.2)."""


def sweep_part(question: dict[str, Any]) -> dict[str, Any]:
    """Return the sums and tallies of a part of a sweep: the trees from number `first` on, `trees` of them.

    >>> part = {"kind": "uniform", "scheme": "unordered", "width": 2, "depth": 2, "seed": 1, "first": 0, "trees": 9}
    >>> sweep_part({**part, "strategies": ["minimax"]})["tallies"]
    [[([4], [9]), ([6], [9]), ([6], [9])]]
    """
    given: Any = question.get  # what is missing is None, and refused as such
    made = recipe(given("kind", "uniform"), given("scheme"), given("width"), given("depth"), given("p"))
    if made.width**made.depth > MOST_LEAVES:
        raise ValueError(
            f"width is {made.width} and depth is {made.depth}: a tree may have at most {MOST_LEAVES} leaves here"
        )
    strategies = tuple(given("strategies", ()))
    if not strategies:
        raise ValueError("strategies is empty: it must name one at least")
    counts = counts_of(made, strategies, given("seed"), given("first", 0), given("trees"))
    return {
        "trees": len(counts),
        "total": counts.sum(axis=0).tolist(),
        # As floats: they serve standard errors alone, and whole numbers could outgrow 64 bits.
        "products": np.einsum("iac,ibc->cab", *[counts.astype(float)] * 2).tolist(),
        "tallies": [[_tally(column) for column in row] for row in counts.transpose(1, 2, 0)],
    }


def _tally(column: Any) -> tuple[list[int], list[int]]:
    values, times = np.unique(column, return_counts=True)
    return values.tolist(), times.tolist()


def printed_means(question: dict[str, Any]) -> Means:
    """Return the printed mean leaves of a class of trees, per strategy, as far as there are any.

    What is another reading of a kind, a scheme or a strategy has the same printed means, but not their verdicts.

    >>> trees = {"kind": "uniform", "scheme": "ordered-reset", "p": 0.2, "width": 2, "depth": 3}
    >>> printed_means(trees)["palphabeta"]
    {'value': 6.56, 'table': 'VI'}
    """
    kind, scheme, p = question.get("kind", "uniform"), question.get("scheme", ""), question.get("p")
    name = " ".join([_family(kind), _family(scheme), *([] if p is None else [f"{p:g}"])])
    means = printed_leaves().get(name, {}).get(f"{question.get('width')},{question.get('depth')}", {})
    literal = (_family(kind), _family(scheme)) == (kind, scheme)
    found = {}
    for strategy in STRATEGIES:
        base = strategy.removesuffix("-unit-window").removesuffix("-newest-first")
        if base in means:
            kept = means[base].keys() - (set() if literal and base == strategy else {"verdict"})
            found[strategy] = {key: value for key, value in means[base].items() if key in kept}
    return found


def _family(name: str) -> str:
    for family in ("nonuniform", "uniform", "unordered", "ordered"):
        if name == family or name.startswith(family + "-"):
            return family
    return name


class Comparison(Live):
    """Choose a class of trees and strategies; see what they count, and the printed means, while trees are searched.

    >>> Comparison(width=3, depth=6).state["width"]
    3
    """

    component = "sweep"
    engines: ClassVar[dict[str, Engine]] = {"sweep": sweep_part, "printed": printed_means}

    def __init__(self, **state: Any) -> None:
        offers = {"kinds": list(KINDS), "schemes": list(SCHEMES), "strategies": list(STRATEGIES)}
        super().__init__(offers=offers, **state)

    @staticmethod
    def still(
        figure: int, caption: str, width: int = 3, depth: int = 4, trees: int = 10_000, seed: int = 1985
    ) -> HTML:
        """Return what the widget shows before anybody touches it, as a numbered figure for readers without a kernel."""
        made = recipe("uniform", "unordered", width, depth)
        names = tuple(COLUMNS.values())
        leaves = counts_of(made, names, seed, 0, trees)[..., CRITERIA.index("leaves")]
        print_of = printed_means({"scheme": "unordered", "width": width, "depth": depth})
        printed = {name: mean["value"] for name, mean in print_of.items() if name in names}
        by_name = {name: leaves[:, k] for k, name in enumerate(names)}
        drawn = distributions(by_name, printed, f"U({width},{depth}), unordered: {trees:,} trees")
        rows = [_row(name, values, printed.get(name)) for name, values in by_name.items()]
        means = "; ".join(f"{row[0]}: {row[1]}, printed {row[3]}" for row in rows)
        head = ("strategy", "leaves, mean ± standard error", "sd of a tree", "printed", "standard errors off")
        table = (
            "<table><thead><tr>" + "".join(f'<th scope="col">{text}</th>' for text in head) + "</tr></thead><tbody>"
            + "".join(
                f'<tr><th scope="row">{html.escape(name)}</th>' + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"
                for name, *cells in rows
            )
            + "</tbody></table>"
        )  # fmt: skip
        alt = f"Leaves per tree on U({width},{depth}): {trees:,} trees. {means}."
        return HTML(plot.captioned(figure, plot.image_html(drawn, alt) + table, caption))


def _row(name: str, values: Any, printed: float | None) -> tuple[str, ...]:
    """Return a row of the table: mean, sd, printed mean and its distance in standard errors."""
    mean, sd = float(values.mean()), float(values.std(ddof=1))
    beside = distance = "–"
    if printed is not None:
        beside = f"{printed:.2f}"
        spread = sd * math.sqrt(1 / PRINTED_TREES + 1 / len(values))
        distance = f"{(printed - mean) / spread:+.1f}".replace("-", "−") if spread else "–"
    return name, f"{mean:.2f} ± {sd / math.sqrt(len(values)):.2f}", f"{sd:.2f}", beside, distance
