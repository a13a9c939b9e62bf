"""The numbers that the text of notebook 01 names."""

from __future__ import annotations

from typing import Any

from companion.game_trees import findings
from companion.game_trees.study import DEPENDENT, ORDERS, Study, disagreeing_trees, label_of, names_along
from gametree.examples import specimen
from gametree.generate import generate
from gametree.generate.nonuniform import expected_nodes, fan_out_law
from gametree.search import search

Values = dict[str, Any]


def values(study: Study) -> Values:
    """Return the values that the text of the notebook names.

    Examples
    --------
    >>> values(Study(seed=1, random_trees=3))["uniform_nodes"]
    1093
    """
    p, printed, compared = specimen(), findings.figures(), study.compared
    best = search(p, "minimax")
    found = study.order.set_index(["scheme", "width"])
    share, different = found["share"], found["values"]
    verdicts = printed["verdict"].value_counts()
    return {
        "value": best.value,
        "line": names_along(p, best.line),
        "numbers": len(printed),
        "exact": int(verdicts["exact"]),
        "scan": int(verdicts["scan"]),
        "nodes": len(compared.nodes),
        "other_nodes": disagreeing_trees(compared.nodes),
        "other_lines": compared.same_line.count(False),
        "at_most": 100 * 3 / study.random_trees,  # the rule of three, in per cent
        "least_p": ORDERS[0],
        "by_chance": float(share["unordered", 3]),
        "worst_order": float(share[label_of("ordered", ORDERS[0]), 3]),
        "dependent_values": max(int(different[scheme, 3]) for scheme in DEPENDENT),
        "dependent_value": float(found["first"]["integer-dependent", 3]),
        "unordered_values": int(different["unordered", 3]),
        "uniform_nodes": generate("uniform", width=3, depth=6, scheme="unordered", seed=study.seed).n_nodes,
        "nonuniform_nodes": expected_nodes(fan_out_law("nonuniform", 3), 6),
    }
