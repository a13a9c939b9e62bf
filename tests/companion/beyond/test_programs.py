"""The study of programs: positions, evaluations and spreads are what it says, and its claims are judged as written down."""

import numpy as np
import pytest

import gametree as gt
from companion.beyond.claims import asked
from companion.beyond.figures import draw_programs
from companion.beyond.programs import (
    EVALUATIONS,
    FIRST_ASKED,
    MIDDLE,
    POSITIONS,
    RANKED,
    SEARCHES,
    ProgramsStudy,
    coarse,
    counted,
    game_of,
    spread,
    starts,
    unfolded,
)
from gametree import games


@pytest.fixture(scope="module")
def study():
    return ProgramsStudy(trees=5, nodes=2000, chess_nodes=100, positions=2, larger=2, seed=3)


def test_every_claim_is_judged_and_no_other(study):
    assert list(study.claims["id"]) == list(asked("programs"))


@pytest.mark.parametrize("game", POSITIONS)
def test_every_position_is_unfolded_as_far_as_asked_for(game):
    position = starts(game)[0]
    tree = unfolded(game, position, 300)
    assert tree.n_nodes <= 300 < games.expected_nodes(game_of(game), tree.depth + 1, position)


def test_middle_games_of_chess_are_evaluated_by_material_and_mobility():
    position = starts(MIDDLE)[0]
    by_mobility, by_places = unfolded(MIDDLE, position, 100), games.unfold("chess", 1, position)
    assert np.array_equal(by_mobility.move, by_places.move)
    assert not np.array_equal(by_mobility.estimate, by_places.estimate)
    # White has just taken back on d4: material is equal, and the rest is 5 for each square.
    assert by_mobility.estimate[0] % 5 == 0
    assert set(starts(MIDDLE)).isdisjoint(starts("chess"))


def test_claims_that_were_made_before_do_not_look_at_middle_games_of_chess(study):
    cases = study.claims.set_index("id")["cases"]
    for name in ("spread", "memory", "ranking", "mtd", "spread-larger", "mtd-larger"):
        assert cases[f"programs-{name}"] == len(FIRST_ASKED) * len(EVALUATIONS)
    for name in ("spread", "memory", "ranking", "mtd"):
        assert cases[f"programs-{name}-middle"] == 2 * len(EVALUATIONS)


def test_a_coarse_evaluation_keeps_order_and_won_games():
    tree = unfolded("tic-tac-toe", starts("tic-tac-toe")[4], 2000)
    rounded = coarse(tree).estimate
    order = np.argsort(tree.estimate)
    assert (np.diff(rounded[order]) >= 0).all()
    won = np.abs(tree.estimate) > games.WIN / 2
    assert (rounded[won] == tree.estimate[won]).all()
    assert len(set(rounded[~won])) < len(set(tree.estimate[~won])) / 2


def test_no_search_of_a_game_examines_more_leaves_than_there_are_without_memory():
    tree = unfolded("connect-four", starts("connect-four")[1], 3000)
    found = counted(tree)
    assert max(found["without"]) <= tree.n_leaves
    assert found["without"][0] == gt.search(tree, "alphabeta").leaves
    assert {len(leaves) for leaves in found.values()} == {len(SEARCHES)}


def test_spread_is_of_sums_and_its_error_grows_with_what_trees_differ():
    alike = np.array([[100.0, 150.0]] * 4)
    apart = np.array([[100.0, 190.0], [100.0, 110.0], [100.0, 190.0], [100.0, 110.0]])
    assert spread(alike) == (0.5, 0.0)
    assert spread(apart)[0] == pytest.approx(0.5)
    assert spread(apart)[1] > 0.1


def test_every_class_has_every_search(study):
    sizes = study.leaves.groupby(["trees", "evaluation", "memory", "sample"]).size()
    assert (sizes == len(SEARCHES)).all()
    assert len(sizes) == len(study.spreads) == 3 + 2 * 2 * len(POSITIONS) * len(EVALUATIONS)
    assert (study.leaves["in times of the fewest"] >= 1).all()


def test_a_ranking_has_the_fewest_leaves_first(study):
    counts = np.array([[4.0, 2.0, 3.0, 1.0, 9.0]])
    assert study.ranking(counts) == ("sss*", "pvs", "scout", "alphabeta")
    assert set(study.ranking(counts)) == set(RANKED)


def test_the_figure_has_a_row_for_every_class(study):
    left, right = draw_programs(study).axes
    assert len(left.get_yticks()) == 3 + len(POSITIONS) * len(EVALUATIONS)
    assert len(right.containers) == len(POSITIONS) * len(EVALUATIONS)  # an interval each
