"""The numbers and claims of chapter 2 of Muszycka 1985, judged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from companion.plot.describe import classify, cut_edges
from companion.pruning_strategies.study import (
    LABELS,
    SEVEN,
    Study,
    bound_on_the_next_child,
    examined,
    promise_kept,
    put_on_open,
    sharper,
    who_examines,
)
from companion.published.cells import printed_cell, published
from companion.published.claims import Measures, case_of_mean, judged_claims, judged_rows
from companion.published.verdict import judged_numbers, number
from companion.widgets.prose import listed
from gametree import examples
from gametree.examples import specimen
from gametree.generate import generate
from gametree.search import STRATEGIES, search
from gametree.theory.solution_trees import solution_trees
from gametree.trace import Trace, trace
from gametree.tree import Tree

NOTEBOOK = "02_pruning_strategies"
SOURCE = "muszycka1985"

FIGURE_5 = [64, [[70, [[80, [75]], 10]], 105]]
"""A tree with the nodes and the two values that the caption of Figure 5 names."""

PERFECT = "U(3,6) P=1.0"
"""The row of section 3.6.1 about perfectly ordered trees."""

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

CUT_OFF = ("p12", "p13")
"""The nodes cut off, as printed below the lists; what is below them is cut off too."""


def cut_off(traced: Trace) -> str:
    """Return the names of the nodes at which a search was cut off.

    Examples
    --------
    >>> cut_off(trace(specimen(), "alphabeta"))
    'p132, p133, p223, p224'
    """
    cut = cut_edges(traced.tree, classify(traced.tree, traced.snapshot()))
    return ", ".join(map(traced.tree.name, cut)) or "nothing"


class Ended(NamedTuple):
    """What a search of the specimen tree found, and what it took."""

    value: float
    leaves: int
    nodes: int
    visits: int
    pruned: str


def ended() -> dict[str, Ended]:
    """Return by strategy how it leaves the specimen tree.

    Examples
    --------
    >>> ended()["sss*"]
    Ended(value=40, leaves=5, nodes=10, visits=15, pruned='p12, p13, p223 and p224')
    """
    found = {name: trace(specimen(), name) for name in SEVEN}
    return {name: Ended(*t.result[:4], listed(cut_off(t).split(", "))) for name, t in found.items()}


class Seen(NamedTuple):
    """Which strategies examine a node and which prune it, as a sentence lists them."""

    node: str
    examining: str
    pruning: str


def seen(tree: Tree, node: int) -> Seen:
    """Return which strategies examine a node and which prune it.

    Examples
    --------
    >>> seen(*(lambda tree, nodes: (tree, nodes[0]))(*examples.figure_6())).examining
    'Minimax, Branch-and-bound and Scout'
    """
    found = who_examines(tree, node)
    return Seen(
        tree.name(node), in_words(n for n in SEVEN if found[n]), in_words(n for n in SEVEN if not found[n])
    )


def in_words(names: Iterable[str]) -> str:
    r"""Return strategies as a sentence lists them, in Markdown.

    Examples
    --------
    >>> in_words(["pvs", "sss*"])
    'PVS and SSS\\*'
    """
    return listed(LABELS[name].replace("*", r"\*") for name in names)


def summary(study: Study) -> pd.DataFrame:
    """Return what each strategy found on the tree of the study, and what it took: a row each."""
    return study.side.drop(columns="move").assign(strategy=study.side["strategy"].map(LABELS))


def means(study: Study) -> pd.DataFrame:
    """Return the mean nodes of Branch-and-bound and Alphabeta by depth, and the part that is saved (%)."""
    found = study.nodes.groupby("depth")[["branch-and-bound", "alphabeta"]].mean().rename(columns=LABELS)
    return found.assign(**{"saved (%)": study.saved["mean"]}).reset_index()


def open_lists() -> pd.DataFrame:
    """Return the lists OPEN of Figure 8 beside those of our SSS*: ``No., printed, ours, verdict``."""
    traced = trace(specimen(), "sss*")
    ours = [traced.open_text(step.open) for step in traced if step.open is not None]
    lists = pd.DataFrame({"No.": range(1, len(FIGURE_8) + 1), "printed": FIGURE_8, "ours": ours})
    lists["verdict"] = np.where(lists["printed"] == lists["ours"], "exact", "differs")
    return lists


def perfectly_ordered(seed: int) -> Tree:
    """Return a U(3,6) in which the leftmost child is always a best one."""
    return generate("uniform", width=3, depth=6, scheme="ordered", p=1.0, seed=seed)


def perfect_order(seed: int) -> pd.DataFrame:
    """Return the nodes that section 3.6.1 prints for a perfectly ordered U(3,6) beside ours.

    Returns
    -------
    DataFrame
        ``strategy, published, ours``.
    """
    tree = perfectly_ordered(seed)
    cells = published(SOURCE, "3.6.1")
    cells = cells[cells["row"] == PERFECT]
    labels = {f"{s.label} nodes": s.name for s in STRATEGIES.values() if s.label}
    names = [labels[column] for column in cells["column"]]
    return pd.DataFrame(
        {
            "strategy": [LABELS[name] for name in names],
            "published": cells["best"],
            "ours": [search(tree, name).nodes for name in names],
        }
    )


# -- numbers -----------------------------------------------------------------------------------------------------------


def section_2_1() -> list[dict[str, Any]]:
    """Return the numbers of the example in section 2.1 beside those of our Branch-and-bound."""
    after_two = search(Tree.from_nested([-3, -4]), "branch-and-bound").value
    row = "sons worth 3 and 4"
    return [
        number(SOURCE, "2.1", row, "provisional value of p", after_two, digits=0),
        number(SOURCE, "2.1", row, "bound for p3", bound_on_the_next_child(), digits=0),
    ]


def figure_7() -> list[dict[str, Any]]:
    """Return the numbers of Figure 7 beside ours: the solution trees from left to right, and the best."""
    p = specimen()
    values = [plan.value for plan in solution_trees(p)]
    return [
        number(SOURCE, "Figure 7", "specimen tree", "solution trees", len(values), digits=0),
        *(
            number(SOURCE, "Figure 7", f"solution tree {i}", "value", value, digits=0)
            for i, value in enumerate(values, 1)
        ),
        number(SOURCE, "Figure 7", "specimen tree", "minimax value", max(values), digits=0),
    ]


def numbers(nodes: pd.DataFrame) -> pd.DataFrame:
    """Return the printed numbers of the chapter, judged; `nodes` are those of a `Study`."""
    least = float(np.nanmin(nodes["level"].to_numpy()))
    with_sss = search(specimen(), "sss*").value
    return judged_numbers(
        [
            *section_2_1(),
            number(SOURCE, "Figure 4", "leaf that Alphabeta alone prunes", "level", least, digits=0),
            *figure_7(),
            number(SOURCE, "Figure 8", "specimen tree", "minimax value", with_sss, digits=0),
        ]
    )


# -- claims ------------------------------------------------------------------------------------------------------------

measures = Measures()


@measures("ab-inside", "ab-fails-low", "ab-fails-high", "ab-narrow", "ab-bb-shallow", "ab-bb-deep")
def section_2_2(study: Study) -> Any:
    """Measure the claims about Alphabeta."""
    searches, nodes = study.searches, study.nodes
    kept = promise_kept(searches)
    answers = (kept[searches["side"] == side].tolist() for side in ("inside", "low", "high"))
    saved, below = searches["saved"].to_numpy(dtype=float), nodes["depth"] < 4
    same = [*((nodes["saved"] == 0) & (nodes["added"] == 0))[below].tolist(), *study.shallow]
    fewer = ((nodes["saved"] > 0) & (nodes["added"] == 0))[~below].tolist()
    added = int((nodes["added"] > 0).sum())
    return (
        *((cases, f"{failing(cases)} of {len(cases)} searches fail") for cases in answers),
        (
            [case_of_mean(saved)],
            f"{saved.mean():.1f} nodes fewer on average; more in {(saved < 0).sum()} of {len(saved)} trees",
        ),
        (same, f"other nodes in {failing(same)} of {len(same)} trees"),
        (fewer, f"in {sum(fewer)} of {len(fewer)} trees; a node that only Alphabeta examines in {added}"),
    )


@measures("fab-nodes", "fab-tighter")
def section_2_3(study: Study) -> Any:
    """Measure the claims about Falphabeta."""
    same, nearer = study.searches["same nodes"].tolist(), sharper(study.searches).tolist()
    return (
        (same, f"other nodes in {failing(same)} of {len(same)} searches"),
        (nearer, f"in {sum(nearer)} of {len(nearer)} searches that failed"),
    )


@measures("ab-figure-4")
def figure_4(study: Study) -> Any:
    """Measure whether a tree like that of Figure 4 exists."""
    tree, (matters,) = examples.figure_4()
    seen = who_examines(tree, matters)
    holds = tree.is_leaf(matters) and seen["branch-and-bound"] and not seen["alphabeta"]
    return [holds], f"{tree.name(matters)} in {tree.to_nested()}"


@measures("pvs-figure-5")
def figure_5(study: Study) -> Any:
    """Measure whether a tree like that of Figure 5 exists."""
    tree = Tree.from_nested(FIGURE_5)
    names = {tree.name(n) for n in examined(tree, "palphabeta") - examined(tree, "pvs")}
    values = [tree.backed_up[tree.node(path)] for path in ([0], [1, 1])]
    holds = names == {"p21212", "p212121"} and values == [64, 105]
    return [holds], f"{' and '.join(sorted(names))} in {FIGURE_5}"


@measures("scout-figure-6")
def figure_6(study: Study) -> Any:
    """Measure whether a tree like that of Figure 6 exists."""
    tree, (matters,) = examples.figure_6()
    seen = who_examines(tree, matters)
    holds = tree.name(matters) == "p2112" and seen["scout"] and not (seen["palphabeta"] or seen["pvs"])
    return [holds], f"{tree.name(matters)} in {tree.to_nested()}"


@measures("solution-trees", "sss-dominates")
def section_2_6(study: Study) -> Any:
    """Measure the claims about solution trees and SSS*."""
    leftmost, newest = study.within["sss*"], study.within["sss*-newest-first"]
    return (
        (study.plans, f"another value in {failing(study.plans)} of {len(study.plans)} trees"),
        (
            leftmost,
            f"another node in {failing(leftmost)} of {len(leftmost)} trees; "
            f"with the newest of equal merits first, in {failing(newest)}",
        ),
    )


@measures("sss-figure-8", "sss-figure-8-cut-off", "sss-created")
def figure_8(study: Study) -> Any:
    """Measure what Figure 8 shows of SSS*, and the nodes that section 3.6.1 prints for perfect order."""
    p = specimen()
    same = (open_lists()["verdict"] == "exact").tolist()
    never = {p.name(n) for n in range(1, p.n_nodes)} - {p.name(n) for n in put_on_open(p)}
    printed = {name for n in range(p.n_nodes) if (name := p.name(n)).startswith(CUT_OFF)}
    stated = float(printed_cell(SOURCE, "3.6.1", PERFECT, "SSS* nodes")["value"])
    created = len(put_on_open(perfectly_ordered(study.seed)))
    never_taken = ", ".join(map(p.name, sorted(put_on_open(p) - examined(p, "sss*"))))
    return (
        (same, f"{sum(same)} of {len(same)} lists are ours to the letter"),
        (
            [never == printed],
            f"never put on OPEN: {', '.join(sorted(never))}; put there and never taken: {never_taken}",
        ),
        (
            [created == stated],
            f"{created} nodes are put on OPEN, {len(examined(perfectly_ordered(study.seed), 'sss*'))} are taken from it, "
            f"{stated:g} are printed: Figure 8 counts the former, section 3.6.1 the latter",
        ),
    )


def failing(cases: Sequence[bool]) -> int:
    """Return how many cases do not hold."""
    return len(cases) - sum(cases)


def cells_for(study: Study, table: str, row: str, column: str) -> pd.DataFrame:
    """Return the printed numbers, judged."""
    return numbers(study.nodes)


def judged(study: Study) -> pd.DataFrame:
    """Return all that the scorecard takes from this chapter."""
    claims = judged_claims(NOTEBOOK, measures.findings(study))
    return judged_rows(study.seed, claims, numbers(study.nodes))
