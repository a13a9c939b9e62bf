"""Verdicts on chapter 2, and that each claim fails if what it rests on does."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from companion.pruning_strategies import findings, prose
from companion.pruning_strategies.study import Study
from gametree.examples import figure_4

SEED, TREES = 1985, 12
ODD = {
    "sons worth 3 and 4": "misprint", "leaf that Alphabeta alone prunes": "scan", "sss-created": "underspecified",
}  # fmt: skip


@pytest.fixture(scope="module")
def measured():
    return Study(SEED, TREES)


def changed_study(study, **parts):
    """Return a copy of a study that has measured something else."""
    _ = study.nodes, study.shallow, study.searches, study.plans, study.within
    other = replace(study)
    vars(other).update(vars(study) | parts)
    return other


def odd(measured):
    """Return the verdicts that are neither exact nor agrees, by row."""
    frame = findings.judged(measured)
    frame = frame[~frame["verdict"].isin(["exact", "agrees"])]
    return dict(zip(frame["row"], frame["verdict"], strict=True))


def changed(frame, column, value, where=0):
    """Return a copy of a frame with one other value."""
    other = frame.copy()
    other.loc[other.index[where], column] = value
    return other


def test_the_lists_of_figure_8_are_ours_to_the_letter():
    lists = findings.open_lists()
    assert len(lists) == 17 and (lists["verdict"] == "exact").all()


def test_another_list_would_be_noticed(monkeypatch, measured):
    monkeypatch.setattr(findings, "FIGURE_8", [*findings.FIGURE_8[:-1], "(p, S, 41)"])
    assert odd(measured) == ODD | {"sss-figure-8": "differs"}


def test_perfect_order_needs_124_nodes_and_branch_and_bound_168():
    found = findings.perfect_order(seed=5)
    assert sorted(set(found["ours"])) == [124, 168]
    assert (found["ours"] == found["published"]).all()


def test_three_rows_are_odd_and_the_rest_is_exact_or_agrees(measured):
    assert odd(measured) == ODD
    frame = findings.judged(measured)
    assert len(frame) == 32 and set(frame["reading"]) == {"literal"} and set(frame["seed"]) == {SEED}


def test_what_is_put_on_open_and_what_is_taken_differ_by_twenty_nodes_in_perfect_order():
    note = findings.measures.finding("sss-created", Study(3, TREES)).note
    assert note.startswith("144 nodes are put on OPEN, 124 are taken")


def test_the_rest_of_the_nodes_cut_off_would_be_noticed(monkeypatch, measured):
    monkeypatch.setattr(findings, "CUT_OFF", ("p12",))
    assert odd(measured) == ODD | {"sss-figure-8-cut-off": "differs"}


@pytest.mark.parametrize(
    ("change", "refuted"),
    [
        (lambda m: {"nodes": changed(m.nodes, "saved", 1)}, {"ab-bb-shallow": "differs"}),
        (lambda m: {"nodes": changed(m.nodes, "added", 1)}, {"ab-bb-shallow": "differs"}),
        (lambda m: {"shallow": [*m.shallow, False]}, {"ab-bb-shallow": "differs"}),
        (lambda m: {"nodes": m.nodes.assign(saved=0)}, {"ab-bb-deep": "inconclusive"}),
        (lambda m: {"nodes": changed(m.nodes, "level", 3)}, {"leaf that Alphabeta alone prunes": "differs"}),
        (lambda m: {"searches": changed(m.searches, "same nodes", False)}, {"fab-nodes": "differs"}),
        (lambda m: {"searches": m.searches.assign(soft=m.searches["hard"])}, {"fab-tighter": "inconclusive"}),
        (lambda m: {"searches": m.searches.assign(saved=-m.searches["saved"])}, {"ab-narrow": "differs"}),
        (lambda m: {"plans": [*m.plans, False]}, {"solution-trees": "differs"}),
        (lambda m: {"within": m.within | {"sss*": [False]}}, {"sss-dominates": "differs"}),
    ],
)
def test_what_is_measured_decides(measured, change, refuted):
    assert odd(changed_study(measured, **change(measured))) == ODD | refuted


@pytest.mark.parametrize(
    ("side", "answer", "claim"),
    [("inside", 1, "ab-inside"), ("low", 1, "ab-fails-low"), ("high", -1, "ab-fails-high")],
)
def test_one_wrong_answer_refutes_the_promise(measured, side, answer, claim):
    searches = measured.searches.copy()
    of_side = searches.index[searches["side"] == side][0]
    end = {"inside": "value", "low": "alpha", "high": "beta"}[side]
    searches.loc[of_side, ["hard", "soft"]] = searches.loc[of_side, end] + answer
    assert odd(changed_study(measured, searches=searches)) == ODD | {claim: "differs"}


def test_a_narrow_window_that_saves_little_is_left_open(measured):
    few = pd.Series(np.resize([1, -1, 1], len(measured.searches)))
    assert odd(changed_study(measured, searches=measured.searches.assign(saved=few))) == ODD | {
        "ab-narrow": "inconclusive"
    }


def test_figure_5_needs_both_nodes_and_both_values(monkeypatch, measured):
    (case,) = findings.measures.finding("pvs-figure-5", measured).cases
    assert case.effect > 0
    for other in ([64, [[70, [[80, 75], 10]], 105]], [63, [[70, [[80, [75]], 10]], 105]]):
        monkeypatch.setattr(findings, "FIGURE_5", other)
        (case,) = findings.measures.finding("pvs-figure-5", measured).cases
        assert case.effect < 0


def test_sentences_name_who_prunes_what():
    assert findings.ended()["minimax"].pruned == "nothing"
    tree, (matters,) = figure_4()
    seen = findings.seen(tree, matters)
    assert seen.examining == "Minimax and Branch-and-bound"
    assert seen.pruning == r"Alphabeta, Palphabeta, PVS, Scout and SSS\*"


def test_what_the_page_tells_is_what_was_measured(measured):
    values = SimpleNamespace(**prose.values(measured))
    assert (values.judged, values.trivial, values.held, values.created, values.taken) == (29, 3, 26, 144, 124)
    assert values.kept == values.same_nodes == values.windows == values.plans_kept == TREES
    assert values.dearer == "Palphabeta, PVS and Scout" and values.tree == "the specimen tree"
    assert values.outside == 0 < values.outside_newest and values.saved[3] == 0 < values.saved[4]


def test_a_tree_of_ones_own_is_told_of():
    values = SimpleNamespace(**prose.values(Study(SEED, TREES, [[3, 5], [2, 9]])))
    assert (values.tree, values.value, values.all_leaves, values.leaves["alphabeta"]) == (
        "your tree",
        3,
        4,
        3,
    )


def test_the_summary_has_a_row_per_strategy(measured):
    summary = findings.summary(measured)
    assert summary["strategy"].tolist()[0] == "Minimax" and summary["strategy"].tolist()[-1] == "SSS*"
    assert summary["visits"].tolist() == [17, 13, 13, 19, 22, 19, 15]
