"""Processor time of decisions: what is timed is what was counted; how long it takes is not asserted."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

import gametree as gt
from companion.beyond.connect_four import ConnectFourStudy
from companion.beyond.cure import KINDS, RIVALS, CureStudy
from companion.beyond.times import ALPHABETA, EVALUATED, REAL, UNPRUNED, WAYS, TimesStudy, prepared

STUDY = TimesStudy(
    CureStudy(boards=30, counted=5, t=6, seed=2), ConnectFourStudy(openings=2, seed=3), rounds=1
)


@pytest.mark.parametrize("way", WAYS)
def test_a_timed_decision_counts_as_the_search_does(way):
    tree = gt.Tree.uniform(2, 5, np.random.default_rng(1).random(32))
    decide, counts = prepared(way, tree)
    decide()
    if way.search in ("best-first", "directional"):
        found = gt.backup.search(tree, way.rule, way.search, "move")
    else:
        found = gt.search(tree, "minimax" if way.search == UNPRUNED else "alphabeta")
    assert (counts[0], counts[2]) == (found.leaves, found.visits)


def test_evaluations_are_those_that_work_is_counted_by():
    found = STUDY.decisions.set_index(["game", "rule", "search", "depth"])["evaluations"]
    for (game, rule, depth), work in STUDY.played.work.items():
        search = "best-first" if rule in ("product", "average") else "Alphabeta"
        assert depth == 1 or found[game, rule, search, depth] == work
    for (rule, depth), leaves in STUDY.real.leaves.items():
        assert (
            depth == 1
            or found[REAL, rule, "best-first" if rule == "product" else "Alphabeta", depth] == leaves
        )


def test_minimax_at_equal_time_takes_no_longer_and_one_move_more_would():
    whole = STUDY.decisions[STUDY.decisions["rule"] == "minimax"].set_index(["game", "depth"])
    for row in STUDY.equal.to_dict("records"):
        cost = STUDY.evaluation[row["evaluation as in"]]
        takes = (whole["microseconds"] + cost * whole["evaluations"])[row["game"]]
        other = row["depth of minimax"]
        assert other == 1 or takes[other] <= row["microseconds"]
        assert (takes[takes.index > other] > row["microseconds"]).all()


def test_scores_at_equal_time_are_those_that_were_played():
    for row in STUDY.equal.to_dict("records"):
        if row["game"] in KINDS:
            key = row["game"], row["rule"], row["depth"], row["depth of minimax"]
            assert row["score"] == pytest.approx(STUDY.played.scores[key].mean())


def test_tables_have_what_the_page_shows():
    assert list(STUDY.table("P-game")["depth"]) == list(STUDY.played.depths)
    assert list(STUDY.table(REAL)["depth"]) == [2, 3, 4, 5]
    assert len(STUDY.means) == len(KINDS) * len(RIVALS)
    assert set(STUDY.evaluation) == set(EVALUATED) and min(STUDY.evaluation.values()) > 0
    assert {f"{REAL} minimax {ALPHABETA.search}", "P-game break-even", "P-game score chess"} <= set(
        STUDY.prose
    )
    assert set(STUDY.frame["what"]) == {"decision", "evaluation", "equal time", "means"}


@pytest.mark.parametrize(
    ("depths", "said"),
    [
        (
            (9, 9, 9),
            "reaches depth 9 in the same time, with evaluations as dear as in chess or in connect four, and for",
        ),
        (
            (9, 9, 8),
            "connect four, where the product rule scores 0.450; for as many leaves it was depth 8 and 0.450",
        ),
        ((9, 8, 9), "scores 0.450 and 0.450; for as many leaves it was depth 9"),
    ],
)
def test_what_is_equal_is_said_once(depths, said):
    rows = [
        ("P-game", "product", 7, name, other, 0.45)
        for name, other in zip(("chess", REAL), depths, strict=False)
    ]
    columns = ["game", "rule", "depth", "evaluation as in", "depth of minimax", "score"]
    study = SimpleNamespace(equal=pd.DataFrame(rows, columns=columns))
    assert said in TimesStudy.against(study, depths[-1], 0.45)
