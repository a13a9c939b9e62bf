"""G-games: the graph, the rules, all boards at once, and Nau's theorem (Nau 1983)."""

import itertools
from fractions import Fraction

import numpy as np
import pytest

from companion.g_games.all_boards import (
    arbitrary_values,
    backed_up,
    by_theorem_1,
    central_loss_nodes,
    estimation_quality,
    exceptions_to_corollary_1,
    exceptions_to_theorem_1,
    minimax_quality,
    minimax_quality_at,
    sibling_correlation,
    utilities,
)
from companion.g_games.findings import as_printed, exact
from gametree.games.g_game import RULES, GGame
from gametree.games.g_game_evaluation import CENTRE, E1, E2, all_values, between, power

EVALUATIONS = (E1, E2, between(Fraction(1, 3)), power(2), CENTRE)


def boards(k):
    return itertools.product((-1, 1), repeat=k + 1)


def number(board):
    return int("".join("1" if x == 1 else "0" for x in board), 2)


def test_positions_are_shared_by_all_ways_that_lead_to_them():
    game = GGame([1, -1, 1, 1, -1])
    nodes = list(game.nodes())
    assert len(nodes) == len(set(nodes)) == 15
    assert game.elements((1, 2)) == (-1, 1)
    assert game.children((1, 1)) == ((2, 1), (1, 2))
    assert game.children((2, 2)) == ()


def test_the_last_player_wants_the_ones():
    assert GGame([1, 1]).max_wins
    assert not GGame([-1, -1, -1]).max_wins
    # One move is left, and Max makes it.
    assert GGame([1, -1]).max_wins
    # Two moves are left: Min takes the better end away first.
    assert not GGame([1, -1, -1]).max_wins
    assert GGame([-1, 1, -1]).max_wins


def test_a_winning_strategy_answers_every_move_and_never_loses():
    for board in boards(5):
        game = GGame(board)
        strategy = game.winning_strategy()
        winner_is_max = game.max_wins
        for node in strategy:
            children = game.children(node)
            kept = [child for child in children if child in strategy]
            if not children:
                assert (game.elements(node)[0] == 1) == winner_is_max
            elif game.max_moved(node) == winner_is_max:
                assert len(kept) == 2
            else:
                assert kept


@pytest.mark.parametrize("evaluation", EVALUATIONS, ids=lambda e: e.name)
def test_all_boards_at_once_are_evaluated_as_each_alone(evaluation):
    for height in range(6):
        values = all_values(evaluation, height)
        for board in boards(height):
            if height:
                game = GGame(board)
                expected = game.evaluate(game.root, evaluation)
                assert Fraction(int(values[number(board)]), evaluation.total(height)) == expected


@pytest.mark.parametrize("evaluation", EVALUATIONS, ids=lambda e: e.name)
def test_counting_all_boards_equals_playing_each_in_fractions(evaluation):
    estimated = {(q.k, q.d): q for q in estimation_quality(7, evaluation)}
    for k in range(1, 8):
        games = [GGame(board) for board in boards(k)]
        for quality in minimax_quality(k, evaluation):
            for rule, found in zip(RULES, (quality, estimated[k, quality.d]), strict=True):
                decided = [game.choose(quality.d, evaluation, rule).right for game in games]
                decided = [right for right in decided if right is not None]
                assert found.boards == len(decided)
                assert found.right == decided.count(Fraction(1))
                assert found.tied == decided.count(Fraction(1, 2))
                assert found.probability == sum(decided) / len(decided)


def test_ranks_by_logarithm_equal_ranks_by_multiplication():
    # The last height of a run is ranked by logarithms, all others by products written out.
    for evaluation in (E1, E2):
        longer = estimation_quality(13, evaluation)
        for highest in range(3, 13):
            assert estimation_quality(highest, evaluation) == [q for q in longer if q.k <= highest]


@pytest.mark.parametrize("k", range(1, 13))
def test_theorem_1_holds_for_any_evaluation(k):
    for leaf in range(k + 1):
        for values in (arbitrary_values(leaf, 1983), all_values(E1, leaf), all_values(E2, leaf)):
            assert exceptions_to_theorem_1(k, values) == 0


@pytest.mark.slow
@pytest.mark.parametrize("k", range(13, 17))
def test_theorem_1_holds_for_any_evaluation_of_long_boards(k):
    for leaf in range(k + 1):
        assert exceptions_to_theorem_1(k, arbitrary_values(leaf, 1983)) == 0


@pytest.mark.parametrize("k", range(1, 17))
def test_corollary_1_holds(k):
    assert exceptions_to_corollary_1(k) == 0


def test_one_board_with_another_value_is_noticed():
    (*_, backed) = backed_up(all_values(E1, 3), 3)
    backed[5] += 1
    assert (backed != by_theorem_1(all_values(E1, 3), 3)).sum() == 1


def test_two_more_moves_of_search_equal_two_elements_less():
    for evaluation in (E1, E2):
        for k in range(1, 14):
            plain = minimax_quality(k, evaluation)
            assert plain == [minimax_quality_at(k, d, evaluation) for d in range(1, k + 1)]


def test_only_one_of_the_two_central_nodes_of_a_lost_child_is_a_win():
    for k in range(2, 12):
        for d in range(2, k + 1, 2):
            matter, both = central_loss_nodes(k, d)
            assert matter > 0
            assert both == 0


def test_siblings_of_g_games_are_correlated():
    for k in range(2, 12):
        assert sibling_correlation(k) > 0.3


def test_utilities_depend_on_the_centre_alone():
    utility = utilities(7)
    centre = {}
    for board in range(1 << 8):
        centre.setdefault((board >> 3) & 0b11, set()).add(int(utility[7][board]))
    assert all(len(seen) == 1 for seen in centre.values())


def test_the_centre_is_all_that_a_perfect_evaluation_needs():
    for k in range(2, 14):
        assert {q.probability for q in minimax_quality(k, CENTRE)} == {1}


def test_mixtures_end_at_e1_and_e2():
    for share, end in ((0, E1), (1, E2)):
        assert minimax_quality(8, between(Fraction(share))) == minimax_quality(8, end)
        assert minimax_quality(8, power(share)) == minimax_quality(8, end)


def test_percentages_follow_from_the_rounded_probabilities():
    assert as_printed(Fraction(9, 16)) == Fraction(563, 1000)
    assert as_printed(exact("V")[10, 7], 1) == Fraction(318, 10)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: GGame([1]), "board has 1 elements: it must have from 2"),
        (lambda: GGame([1, 0, 1]), r"board\[1\] is 0: an element must be 1 or -1"),
        (
            lambda: GGame([1, -1]).choose(0, E1, "minimax"),
            "depth is 0: it must be a whole number from 1 to 1",
        ),
        (lambda: GGame([1, -1]).choose(1, E1, "maximin"), "rule is 'maximin': it must be one of minimax"),
        (lambda: minimax_quality(40, E1), "k is 40: it must be a whole number from 1 to 24"),
        (lambda: minimax_quality_at(9, 10, E1), "d is 10: it must be a whole number from 1 to 9"),
        (lambda: estimation_quality(21, E1), "highest is 21: it must be a whole number from 1 to 20"),
        (lambda: between(Fraction(3, 2)), "share is 3/2: it must be a fraction from 0 to 1"),
        (lambda: power(-1), "exponent is -1: it must be at least 0"),
        (lambda: all_values(power(9), 20), "height is 20: the weights of binomial.9 exceed 64 bits"),
        (lambda: central_loss_nodes(5, 3), "d is 3: it must be even"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_same_seed_same_arbitrary_values():
    assert np.array_equal(arbitrary_values(4, 7), arbitrary_values(4, 7))
    assert not np.array_equal(arbitrary_values(4, 7), arbitrary_values(4, 8))
