"""The numbers and claims of chapter 1 of Muszycka 1985 on the specimen tree and negamax, judged."""

from __future__ import annotations

from typing import Any

import pandas as pd

from companion.game_trees.study import (
    Study,
    disagreeing_trees,
    is_ancestor,
    is_left_sibling,
    names_along,
    negamax_line,
    negamax_value,
    node,
)
from companion.published.cells import published
from companion.published.claims import Measures, judged_claims, judged_rows
from companion.published.verdict import judged_numbers, number
from gametree.examples import specimen
from gametree.search import search

NOTEBOOK = "01_game_trees"
SOURCE = "muszycka1985"
LINE = "p2, p21, p211"
"""The principal continuation, as printed."""


def figure_1() -> list[dict[str, Any]]:
    """Return the two numbers in the caption of Figure 1 beside ours."""
    p = specimen()
    above = next(name for name in ("p1", "p2") if is_ancestor(p, name, "p11"))
    return [
        number(SOURCE, "Figure 1", "ancestor of p11", "subscript", int(above[1:]), digits=0),
        number(SOURCE, "Figure 1", "p2", "fan-out", int(p.fan_out[node(p, "p2")]), digits=0),
    ]


def figure_2() -> list[dict[str, Any]]:
    """Return the backed-up values of Figure 2 beside those of `Tree.backed_up`."""
    p = specimen()
    worth_12 = next(k for k in range(p.n_nodes) if not p.is_leaf(k) and p.backed_up[k] == 12)
    subscript = int(p.name(worth_12)[1:])
    first = number(SOURCE, "Figure 2", "node worth 12", "subscript", subscript, digits=0)
    return [first, *(_value("Figure 2", "minimax", name) for name in _nodes("Figure 2", "minimax"))]


def figure_3() -> list[dict[str, Any]]:
    """Return the backed-up values of Figure 3 beside those of plain-Python negamax, which knows nothing of minimax."""
    return [_value("Figure 3", "negamax", name) for name in _nodes("Figure 3", "negamax")]


def _nodes(table: str, column: str) -> list[str]:
    """Return the nodes whose value a figure prints."""
    cells = published(SOURCE, table)
    return cells["row"][cells["column"] == column].tolist()


def _value(table: str, framework: str, name: str) -> dict[str, Any]:
    p = specimen()
    k = node(p, name)
    ours = p.backed_up[k] if framework == "minimax" else negamax_value(p, k)
    return number(SOURCE, table, name, framework, float(ours), digits=0)


measures = Measures()


@measures("specimen-relations", "specimen-line", "negamax-leaves", "specimen-line-negamax")
def _on_specimen(study: Study) -> Any:
    p = specimen()
    relations = [
        p.parent[node(p, "p1")] == node(p, "p"),
        is_left_sibling(p, "p11", "p12"),
        *(p.is_leaf(node(p, name)) for name in ("p111", "p112")),
        *(not p.is_leaf(node(p, name)) for name in ("p1", "p11", "p2")),
    ]
    leaves = [k for k in range(p.n_nodes) if p.is_leaf(k)]
    negated = [negamax_value(p, k) == (p.values[k] if p.name(k) == "p12" else -p.values[k]) for k in leaves]
    line, turned = names_along(p, search(p, "minimax").line), names_along(p, negamax_line(p))
    return (
        (relations, "names and leaves are the source's own"),
        ([line == LINE], f"ours is {line}"),
        (negated, "by the definition of negamax"),
        ([turned == LINE], f"ours is p, {turned}"),
    )


@measures("negamax-root", "negamax-line")
def equivalence(study: Study) -> Any:
    """Measure what holds of all trees."""
    compared = study.compared
    trees = len(compared.same_line)
    return (
        (
            compared.same_root,
            f"other values in {trees - sum(compared.same_root)} of {trees} trees; "
            f"a node whose value is not the same up to its sign in {disagreeing_trees(compared.nodes)}",
        ),
        (
            compared.same_line,
            f"another line in {trees - sum(compared.same_line)} of {trees} trees",
        ),
    )


def figures() -> pd.DataFrame:
    """Return the printed numbers of Figures 1 to 3, judged."""
    return judged_numbers([*figure_1(), *figure_2(), *figure_3()])


def values() -> pd.DataFrame:
    """Return the values that Figures 2 and 3 print at nodes beside ours: a row per node."""
    found = figures()
    found = found[found["column"].isin(["minimax", "negamax"])]
    names = {"published": "{}, printed", "ours": "{}, ours", "verdict": "verdict on {}"}
    sides = [
        side.set_index("row")[list(names)].set_axis([text.format(name) for text in names.values()], axis=1)
        for name, side in found.groupby("column")
    ]
    return sides[0].join(sides[1], how="outer").rename_axis("node").reset_index()


def cells_for(study: Study, table: str, row: str, column: str) -> pd.DataFrame:
    """Return the printed numbers, judged."""
    return figures()


def judged(study: Study) -> pd.DataFrame:
    """Return all that the scorecard takes from this chapter."""
    return judged_rows(study.seed, judged_claims(NOTEBOOK, measures.findings(study)), figures())
