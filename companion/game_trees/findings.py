"""What chapter 1 of Muszycka 1985 says of the specimen tree and of negamax, beside ours."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from companion.game_trees.study import (
    Equivalence,
    is_ancestor,
    is_left_sibling,
    names_along,
    negamax_value,
    node,
)
from gametree.examples import specimen
from gametree.search import search

if TYPE_CHECKING:
    import pandas as pd

FIGURE_2 = {"p11": 12, "p13": 20, "p1": 6, "p21": 40, "p22": 47, "p2": 40, "p": 40}
"""Backed-up values under minimax, as printed."""

FIGURE_3 = {
    "p111": -12,
    "p112": -8,
    "p12": 6,
    "p131": -11,
    "p132": -14,
    "p133": -20,
    "p211": -40,
    "p221": -8,
    "p222": -47,
    "p223": -17,
    "p224": -23,
    "p11": 12,
    "p13": 20,
    "p1": -6,
    "p21": 40,
    "p22": 47,
    "p2": -40,
    "p": 40,
}
"""Static and backed-up values under negamax, as printed."""

CONTINUATION = "p2, p21, p211"
"""The principal continuation, as printed."""


def figure_1() -> pd.DataFrame:
    """Return what the caption of Figure 1 states of the specimen tree: ``row, published, ours, note``."""
    import pandas as pd

    p = specimen()
    rows = [
        ("p1 is a child of p", True, p.parent[node(p, "p1")] == node(p, "p"), ""),
        ("p2 is an ancestor of p11", True, is_ancestor(p, "p2", "p11"), "p11 is below p1"),
        ("fan-out of p2", 4, p.fan_out[node(p, "p2")], "the node with four children is p22"),
        ("p11 is a left sibling of p12", True, is_left_sibling(p, "p11", "p12"), ""),
        ("p111 is a leaf", True, p.is_leaf(node(p, "p111")), ""),
        ("p1 is a leaf", False, p.is_leaf(node(p, "p1")), ""),
    ]
    return pd.DataFrame(rows, columns=["row", "published", "ours", "note"])


def figures_2_and_3() -> pd.DataFrame:
    """Return the printed values of the specimen tree beside ours.

    Minimax values are those of `Tree.backed_up`, negamax values those of plain-Python negamax, which knows
    nothing of it.

    Returns
    -------
    DataFrame
        ``table, row, column, published, ours, verdict, note``.
    """
    import pandas as pd

    p = specimen()
    line = names_along(p, search(p, "minimax").line)
    rows: list[tuple] = [("Fig. 2", k, "minimax", v, p.backed_up[node(p, k)]) for k, v in FIGURE_2.items()]
    rows += [("Fig. 3", k, "negamax", v, negamax_value(p, node(p, k))) for k, v in FIGURE_3.items()]
    rows += [("Fig. 2", "p", "principal continuation", CONTINUATION, line)]
    printed = pd.DataFrame(rows, columns=["table", "row", "column", "published", "ours"])
    printed["verdict"] = np.where(printed["published"] == printed["ours"], "exact", "differs")
    printed["note"] = ""
    misnamed = (printed["table"] == "Fig. 2") & (printed["row"] == "p11")
    printed.loc[misnamed, "note"] = "the scan of Figure 2 calls it p12; Figure 3 says p11"
    return printed


def judged_figures(statements: pd.DataFrame, printed: pd.DataFrame) -> pd.DataFrame:
    """Join what `figure_1` and `figures_2_and_3` return, with a verdict for each.

    The tree is known from all later captions, so a statement about it that does not hold is a misprint.

    Returns
    -------
    DataFrame
        ``source, table, row, column, published, ours, verdict, note``.
    """
    import pandas as pd

    first = statements.assign(table="Fig. 1", column="statement")
    first["verdict"] = np.where(first["published"] == first["ours"], "exact", "misprint")
    checked = pd.concat([first, printed], ignore_index=True).assign(source="muszycka1985")
    return checked[["source", "table", "row", "column", "published", "ours", "verdict", "note"]]


def claims(checked: pd.DataFrame, compared: Equivalence) -> pd.DataFrame:
    """Return whether the three claims of the chapter hold: ``claim, holds``.

    Parameters
    ----------
    checked : DataFrame
        From `judged_figures`.
    compared : Equivalence
        From `compare_frameworks`.
    """
    import pandas as pd

    exact = checked["verdict"] == "exact"
    equivalent = compared.disagreeing == 0 and compared.broken_lines == 0
    rows = [
        ("1: values and continuation of Figure 2", exact[checked["table"] == "Fig. 2"].all()),
        ("2: values of Figure 3", exact[checked["table"] == "Fig. 3"].all()),
        ("3: minimax and negamax are equivalent", equivalent),
    ]
    return pd.DataFrame(rows, columns=["claim", "holds"])
