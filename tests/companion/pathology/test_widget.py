"""Figures about pathology that move: their numbers are the study's, and they offer what was played."""

import json

import pytest

from companion.pathology.study import Study
from companion.pathology.widget import DEPTH, decisions_at_start, error_map, quality_curves
from gametree.theory.error_model import trajectory, wrong_decision


@pytest.fixture(scope="module")
def study():
    return Study(decisions=60, highest=7, widest=3, dependent_trees=20, b_star_trees=5, model_trees=50)


@pytest.fixture(scope="module")
def state(study):
    return quality_curves(study.quality, study.printed).state


def test_curves_hold_every_game_rule_and_depth_that_was_played(study, state):
    seen = {
        (*part["at"], part["line"], d): y
        for part in state["series"]
        for d, y in zip(part["x"], part["y"], strict=True)
    }
    played = study.quality[study.quality.d < study.quality.t - 1]
    assert len(seen) == len(played)
    for row in played.itertuples():
        assert seen[row.game, row.w, row.t, row.rule, row.d] == pytest.approx(row.probability, rel=1e-3)


def test_only_games_that_were_played_are_offered_and_printed_numbers_keep_their_verdicts(study, state):
    offered = {tuple(part["at"]) for part in state["series"]}
    assert offered == set(
        study.quality[study.quality.t > 2][["game", "w", "t"]].itertuples(index=False, name=None)
    )
    assert {tuple(point["at"]) for point in state["printed"]} <= offered
    of_start = study.printed[(study.printed.table == "XX") & (study.printed.w == 2) & (study.printed.t == 7)]
    for cell in of_start[of_start.d < 6].itertuples():
        text = f"Table XX prints {cell.probability:g}: {cell.verdict}"
        assert text in [point["text"] for point in state["printed"] if point["at"] == ["pearl", 2, 7]]


def test_the_picture_before_the_curves_shows_where_they_start(study):
    curves = quality_curves(study.quality, study.printed)
    played = decisions_at_start(study.quality)
    (line,) = (
        part
        for part in curves.state["series"]
        if part["at"] == curves.state["start"] and part["line"] == "minimax"
    )
    assert line["x"] == played[played.d < 6].d.tolist()
    assert f"1 {line['y'][0]:g}, 2 {line['y'][1]:g}" in curves.describe()


def test_the_map_holds_the_model_at_every_place():
    state = error_map().state
    assert {tuple(part["at"]) for part in state["maps"]} == {
        (w, q) for w in (2, 3, 4) for q in (0.0, 0.05, 0.1, 0.2)
    }
    for part in state["maps"][::5]:
        width, q = part["at"]
        for r, c in ((0, 0), (3, 7), (7, 18)):
            err, p = state["rows"]["values"][r], state["columns"]["values"][c]
            ours = wrong_decision(trajectory(err, err, p, DEPTH, width, q))
            assert part["curves"][r][c] == [round(1000 * value) for value in ours.tolist()]


def test_figures_stay_small(study):
    assert all(
        len(json.dumps(figure.state)) < 130_000
        for figure in (error_map(), quality_curves(study.quality, study.printed))
    )
