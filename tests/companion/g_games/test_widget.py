"""Pictures of G-games, and the widget around a board."""

import pytest

from companion import plot
from companion.g_games.figures import COLUMN, TALLEST, describe_g_game, draw_g_game
from companion.g_games.widget import BoardExplorer, parse_board
from gametree.games.g_game import GGame


def test_boards_can_be_typed_as_signs_or_numbers():
    assert parse_board("+-++-").board == (1, -1, 1, 1, -1)
    assert parse_board("1 -1, 1 1 -1").board == (1, -1, 1, 1, -1)
    assert parse_board(" + - ").board == (1, -1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "board is '': it must be signs"),
        ("+-x", "board is '\\+-x': it must be signs"),
        ("1 0 1", "board is '1 0 1': it must be signs"),
        ("+" * 60, "board has 60 elements: from 2 to 10 can be drawn"),
        ("+", "board has 1 elements"),
    ],
)
def test_what_is_no_board_is_refused_in_one_sentence(text, message):
    with pytest.raises(ValueError, match=message):
        parse_board(text)


def test_the_board_widget_follows_what_people_do():
    widget = BoardExplorer()
    widget.fields["board"].value = "1 -1 1 1 -1 1 -1"
    assert widget.state.board == widget.fields["board"].value == "+-++-+-"
    depth = widget.fields["depth"]
    assert depth.max == 6
    depth.value = 6
    widget.fields["board"].value = "+-+"
    assert (depth.max, depth.value, widget.state.depth) == (2, 2, 2)
    widget.fields["rule"].value = "probability estimation"
    assert "Rule: probability estimation" in widget.picture.value
    assert not widget.message.value


def test_the_board_widget_says_what_is_wrong_and_stays_where_it_is():
    widget = BoardExplorer()
    before = widget.picture.value
    widget.fields["board"].value = "<b>"
    assert "board is &#x27;&lt;b&gt;&#x27;" in widget.message.value
    assert widget.picture.value == before


def test_rolling_the_same_seed_gives_the_same_board():
    one, other = BoardExplorer(), BoardExplorer()
    for widget in (one, other):
        widget.seed.value = 7
        widget.throw.click()
    assert one.state.board == other.state.board != BoardExplorer().state.board
    assert one.seed.value == 8


def test_the_still_of_a_board_is_what_the_widget_starts_with():
    widget = BoardExplorer("+-+")
    assert widget.picture.value + widget.table.value in BoardExplorer.still(3, "what it shows", "+-+").data


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
