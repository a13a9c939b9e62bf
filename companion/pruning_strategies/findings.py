"""What chapter 2 of Muszycka 1985 prints and claims of the strategies, beside ours."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from companion.plot.state import classify, cut_edges
from companion.pruning_strategies.study import SEVEN, Windows, who_examines
from companion.published.cells import published
from gametree.examples import figure_4, figure_5, figure_6, specimen
from gametree.generate import generate
from gametree.search import STRATEGIES, search
from gametree.theory.solution_trees import solution_trees
from gametree.trace import Trace, trace
from gametree.tree import Tree

if TYPE_CHECKING:
    import pandas as pd

SOURCE = "muszycka1985"

CAPTIONS = {
    "Fig. 4": (figure_4, {"branch-and-bound": True, "alphabeta": False}),
    "Fig. 5": (figure_5, {"palphabeta": True, "pvs": False}),
    "Fig. 6": (figure_6, {"scout": True, "palphabeta": False, "pvs": False}),
}
"""Figure -> a tree with what its caption states, and who examines the node that matters."""

FIGURE_7 = (6, 8, 6, 6, 6, 6, 6, 40, 17, 23)
"""The values of the solution trees: the two that are drawn, then the rest from left to right."""

FIGURE_8 = """
(p, L, ∞)
(p1, L, ∞), (p2, L, ∞)
(p11, L, ∞), (p2, L, ∞)
(p111, L, ∞), (p112, L, ∞), (p2, L, ∞)
(p112, L, ∞), (p2, L, ∞), (p111, S, 12)
(p2, L, ∞), (p111, S, 12), (p112, S, 8)
(p21, L, ∞), (p111, S, 12), (p112, S, 8)
(p211, L, ∞), (p111, S, 12), (p112, S, 8)
(p211, S, 40), (p111, S, 12), (p112, S, 8)
(p21, S, 40), (p111, S, 12), (p112, S, 8)
(p22, L, 40), (p111, S, 12), (p112, S, 8)
(p221, L, 40), (p222, L, 40), (p223, L, 40), (p224, L, 40), (p111, S, 12), (p112, S, 8)
(p222, L, 40), (p223, L, 40), (p224, L, 40), (p111, S, 12), (p112, S, 8), (p221, S, 8)
(p222, S, 40), (p223, L, 40), (p224, L, 40), (p111, S, 12), (p112, S, 8), (p221, S, 8)
(p22, S, 40), (p111, S, 12), (p112, S, 8)
(p2, S, 40), (p111, S, 12), (p112, S, 8)
(p, S, 40)
""".strip().splitlines()
"""The lists OPEN of SSS* on the specimen tree, as printed."""

CUT_OFF = "p12, p13"
"""The nodes cut off, as printed below the lists."""


def cut_off(traced: Trace) -> str:
    """Return the names of the nodes at which a search was cut off.

    Examples
    --------
    >>> cut_off(trace(specimen(), "alphabeta"))
    'p132, p133, p223, p224'
    """
    return ", ".join(map(traced.tree.name, cut_edges(traced.tree, classify(traced.tree, traced.snapshot()))))


def summary(traced: Trace) -> str:
    """Say what a search found, and what it took."""
    found = traced.result
    return (
        f"Value **{found.value}**, from **{found.leaves}** of {traced.tree.n_leaves} leaves, "
        f"{found.nodes} nodes and {found.visits} visits. Pruned: {cut_off(traced) or 'nothing'}."
    )


def sentence_on(tree: Tree, node: int) -> str:
    """Say which strategies examine a node and which prune it."""
    seen = who_examines(tree, node)
    examining = ", ".join(name for name in SEVEN if seen[name])
    pruning = ", ".join(name for name in SEVEN if not seen[name])
    return f"{tree.name(node)} is examined by {examining}; it is pruned by {pruning}."


def open_lists() -> pd.DataFrame:
    """Return the lists OPEN of Figure 8 beside those of our SSS*: ``No., printed, ours, verdict``."""
    import pandas as pd

    traced = trace(specimen(), "sss*")
    ours = [traced.open_text(step.open) for step in traced if step.open is not None]
    lists = pd.DataFrame({"No.": range(1, len(FIGURE_8) + 1), "printed": FIGURE_8, "ours": ours})
    lists["verdict"] = np.where(lists["printed"] == lists["ours"], "exact", "differs")
    return lists


def perfect_order(seed: int) -> pd.DataFrame:
    """Return the nodes that section 3.6.1 prints for a perfectly ordered U(3,6) beside ours.

    Returns
    -------
    DataFrame
        ``table, row, column, published, ours``.
    """
    import pandas as pd

    tree = generate("uniform", width=3, depth=6, scheme="ordered", p=1.0, seed=seed)
    cells = published(SOURCE, "3.6.1")
    cells = cells[cells["row"] == "U(3,6) P=1.0"]
    names = {f"{s.label} nodes": s.name for s in STRATEGIES.values() if s.label}
    return pd.DataFrame(
        {
            "table": "3.6.1",
            "row": cells["row"],
            "column": cells["column"],
            "published": cells["best"],
            "ours": [search(tree, names[column]).nodes for column in cells["column"]],
        }
    )


def figures_beside_ours(lists: pd.DataFrame) -> pd.DataFrame:
    """Return what Figures 2 and 4 to 8 state beside ours: ``table, row, column, published, ours``.

    Parameters
    ----------
    lists : DataFrame
        From `open_lists`.
    """
    import pandas as pd

    p = specimen()
    rows: list[tuple] = [("Fig. 2", "p", f"value, {name}", 40, search(p, name).value) for name in SEVEN]
    for figure, (example, said) in CAPTIONS.items():
        tree, (matters,) = example()
        seen = who_examines(tree, matters)
        rows += [(figure, "node examined", name, stated, seen[name]) for name, stated in said.items()]
    plans = zip(sorted(FIGURE_7), sorted(plan.value for plan in solution_trees(p)), strict=True)
    rows += [("Fig. 7", f"tree {i}", "value, by size", *pair) for i, pair in enumerate(plans, 1)]
    steps = zip(lists["printed"], lists["ours"], strict=True)
    rows += [("Fig. 8", f"No. {i}", "OPEN", *pair) for i, pair in enumerate(steps, 1)]
    return pd.DataFrame(rows, columns=["table", "row", "column", "published", "ours"])


def judged(figures: pd.DataFrame, perfect: pd.DataFrame) -> pd.DataFrame:
    """Judge every printed value of the chapter.

    Nothing here was sampled: ours is exact or differs.  Which nodes SSS* cuts off is left open, because the
    thesis does not say whether a node counts that is put on OPEN and never taken.

    Parameters
    ----------
    figures, perfect : DataFrame
        From `figures_beside_ours` and `perfect_order`.

    Returns
    -------
    DataFrame
        ``source, table, row, column, published, ours, verdict, note``.
    """
    import pandas as pd

    checked = pd.concat([figures, perfect], ignore_index=True)
    checked.insert(0, "source", SOURCE)
    checked["verdict"] = np.where(checked["published"] == checked["ours"], "exact", "differs")
    checked["note"] = ""
    ours = cut_off(trace(specimen(), "sss*"))
    unclear = "are nodes created that are put on OPEN and never taken? The source does not say"
    key = (SOURCE, "Fig. 8", "below the lists", "nodes cut off")
    checked.loc[len(checked)] = [*key, CUT_OFF, ours, "underspecified", unclear]
    return checked


def deep_cut_offs_only(nodes: pd.DataFrame) -> bool:
    """Whether Alphabeta saves nothing below depth 4, and from there on something and never less than nothing.

    Examples
    --------
    >>> import pandas as pd
    >>> [deep_cut_offs_only(pd.DataFrame({"depth": [3, 4], "saved": x})) for x in ([0, 2], [1, 2], [0, 0])]
    [True, False, False]
    """
    shallow, deep = nodes["saved"][nodes["depth"] < 4], nodes["saved"][nodes["depth"] >= 4]
    return bool((shallow == 0).all() and (deep >= 0).all() and deep.sum() > 0)


def claims(
    checked: pd.DataFrame, nodes: pd.DataFrame, windows: Windows, plans: int, outside: int, trees: int
) -> pd.DataFrame:
    """Return whether the nine claims of the chapter hold: ``claim, holds``.

    Parameters
    ----------
    checked, nodes, windows : DataFrame, DataFrame, Windows
        From `judged`, `nodes_by_depth` and `try_windows`.
    plans : int
        Random trees whose best solution tree is worth what they are worth.
    outside : int
        Random trees with a node that SSS* creates and Alphabeta does not.
    trees : int
        How many random trees there were for each of these.
    """
    import pandas as pd

    p = specimen()
    exact = checked["verdict"].ne("differs").groupby(checked["table"]).all()
    one_line = len({search(p, name).line for name in SEVEN}) == 1
    rows = [
        ("1: all find 40 and the same line", exact["Fig. 2"] and one_line),
        ("2: deep cut-offs from depth 4 on", exact["Fig. 4"] and deep_cut_offs_only(nodes)),
        ("3: exact inside the window, a bound outside", windows.kept == trees),
        ("4: Falphabeta examines what Alphabeta does", windows.same_nodes == trees),
        ("5: PVS prunes what Palphabeta examines", exact["Fig. 5"]),
        ("6: Scout examines what the others prune", exact["Fig. 6"]),
        ("7: ten solution trees, the best worth 40", exact["Fig. 7"] and plans == trees),
        ("8: the lists OPEN; within Alphabeta's nodes", exact["Fig. 8"] and outside == 0),
        ("9: perfect order, 124 and 168 nodes", exact["3.6.1"]),
    ]
    return pd.DataFrame(rows, columns=["claim", "holds"])
