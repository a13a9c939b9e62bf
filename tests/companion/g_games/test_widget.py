"""Pictures of G-games, and the board that can be turned over."""

import json
from itertools import product

import pytest

from companion import plot
from companion.g_games import widget
from companion.g_games.figures import COLUMN, TALLEST, describe_g_game, draw_g_game
from gametree.games.g_game import RULES, GGame


@pytest.fixture(scope="module")
def state():
    return widget.boards().state


def code(elements):
    return int("".join("01"[element == 1] for element in elements), 2)


def test_values_and_moves_are_those_of_the_game_at_every_position_and_depth(state):
    for board in ((1, -1, -1, 1, 1, -1, 1, 1), (-1, 1, 1, -1, 1), (1, 1, -1)):
        game = GGame(board)
        for rule, name, depth in product(RULES, widget.EVALUATIONS, range(1, game.height + 1)):
            choice = game.choose(depth, widget.EVALUATIONS[name], rule)
            letter = state["moves"][rule][name][len(board)][code(board) * game.height + depth - 1]
            assert letter == {"left": "L", "right": "R", "either": "="}[choice.move]
            for node, value in game.values(depth, widget.EVALUATIONS[name], rule).items():
                part = game.elements(node)
                place = code(part) * len(part) + depth - sum(node)
                assert state["values"][rule][name][len(part)][place] == round(1000 * value)


def test_winners_and_best_moves_are_those_of_every_board(state):
    for n in range(widget.LEAST, widget.MOST + 1):
        for number, board in enumerate(product((-1, 1), repeat=n)):
            game = GGame(board)
            assert number == code(board)
            assert state["max"][n][number] == str(int(game.max_wins))
            assert state["best"][n][number] == {"left": "L", "right": "R", None: "="}[game.correct_move]


@pytest.mark.parametrize("depth", range(1, 7))
def test_the_central_positions_alone_decide_what_minimax_makes_of_a_board(depth):
    for board in product((-1, 1), repeat=depth + 2):
        game = GGame(board)
        values = game.values(depth, widget.EVALUATIONS["e1"], "minimax")
        first, *others = (values[node] for node in widget.central(depth))
        expected = -max(first, *others) if depth % 2 else max(first, min(others))
        assert values[game.root] == expected


def test_what_is_no_board_is_refused_in_one_sentence():
    for board in ("", "+-x", "+", "+" * 60):
        with pytest.raises(ValueError, match="it must be from 3 to 8 signs"):
            widget.boards(board)


def test_a_search_goes_no_deeper_than_its_board():
    assert widget.boards("+-+").state["start"]["depth"] == 2


def test_the_boards_stay_small(state):
    assert len(json.dumps(state)) < 130_000


@pytest.mark.parametrize("height", [4, 7, TALLEST])
def test_no_game_is_drawn_wider_than_the_column(height):
    figure = draw_g_game(GGame([1] * (height + 1))).get_figure()
    assert figure.get_size_inches()[0] <= COLUMN


def test_games_too_high_to_draw_are_refused():
    with pytest.raises(ValueError, match="game has height 20: a height of at most 9 can be drawn"):
        draw_g_game(GGame([1] * 21))


def test_a_graph_gives_the_same_bytes_every_time_and_says_who_wins():
    game = GGame([1, -1, 1, 1, -1])
    pictures = {plot.to_svg(draw_g_game(game, bold=game.winning_strategy())) for _ in range(2)}
    assert len(pictures) == 1
    assert describe_g_game(game) == "G-game on the board +1 -1 +1 +1 -1: Max wins by force."
