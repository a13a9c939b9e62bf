"""Pictures and widgets about pathology."""

import pytest

from companion import plot
from companion.g_games.figures import describe_g_game, draw_g_game
from companion.g_games.widget import board_explorer, board_picture, parse_board
from companion.pathology.widget import error_explorer, error_picture, quality_explorer, quality_picture
from gametree.backup.decisions import Sample
from gametree.experiment import sampled_quality
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
    widget = board_explorer()
    widget.board.value = "1 -1 1 1 -1 1 -1"
    widget.use.click()
    assert widget.state.text == "+-++-+-"
    assert widget.depth.max == 6
    widget.depth.value = 6
    widget.board.value = "+-+"
    widget.use.click()
    assert (widget.depth.max, widget.depth.value, widget.state.depth) == (2, 2, 2)
    widget.rule.value = "probability estimation"
    assert "probability estimation" in widget.state.describe()
    assert not widget.message.value


def test_the_board_widget_says_what_is_wrong_and_stays_where_it_is():
    widget = board_explorer()
    before = widget.picture.value
    widget.board.value = "<b>"
    widget.use.click()
    assert "board is &#x27;&lt;b&gt;&#x27;" in widget.message.value
    assert widget.picture.value == before


def test_rolling_the_same_seed_gives_the_same_board():
    one, other = board_explorer(), board_explorer()
    for widget in (one, other):
        widget.seed.value = 7
        widget.dice.click()
    assert one.state.text == other.state.text
    assert one.seed.value == 8


def test_the_picture_of_a_board_is_what_the_widget_starts_with():
    widget, shown = board_explorer(), board_picture().data
    assert widget.picture.value in shown
    assert widget.table.value in shown


def test_games_too_high_to_draw_are_refused():
    with pytest.raises(ValueError, match="game has height 20: a height of at most 9 can be drawn"):
        draw_g_game(GGame([1] * 21))


def test_a_graph_gives_the_same_bytes_every_time_and_says_who_wins():
    game = GGame([1, -1, 1, 1, -1])
    pictures = {plot.to_svg(draw_g_game(game, bold=game.winning_strategy())) for _ in range(2)}
    assert len(pictures) == 1
    assert describe_g_game(game) == "G-game on the board +1 -1 +1 +1 -1: Max wins by force."


def test_the_error_widget_follows_its_sliders_and_starts_with_its_picture():
    widget = error_explorer()
    assert widget.picture.value == error_picture().data
    before = widget.picture.value
    widget.sliders["q"].value = 0.05
    widget.sliders["depth"].value = 30
    assert widget.picture.value != before
    assert "q = 0.05" in widget.picture.value
    for end in (0.0, 1.0):
        for name in ("err1", "err2", "p", "q"):
            widget.sliders[name].value = end
    assert "nan" not in widget.picture.value.split("<p>")[1]


@pytest.fixture(scope="module")
def played():
    return sampled_quality([Sample(game, w, 5, 100, 1) for game in ("pearl", "incremental") for w in (2, 3)])


def test_the_quality_widget_shows_any_game_that_was_played(played):
    printed = played[["game", "w", "t", "d", "rule", "probability"]]
    widget = quality_explorer(played, printed, t=5)
    assert widget.picture.value == quality_picture(played, printed, t=5).data
    widget.game.value = "incremental"
    widget.w.value = 3
    widget.rule.value = ("minimax", "average")
    assert "incremental game, width 3, 5 moves" in widget.picture.value
    assert not widget.message.value


def test_the_quality_widget_says_so_if_nothing_is_chosen(played):
    widget = quality_explorer(played, played, t=5)
    widget.rule.value = ()
    assert "at least one rule" in widget.message.value


def test_only_what_was_printed_for_the_chosen_rules_is_drawn(played):
    printed = played[["game", "w", "t", "d", "rule", "probability"]]
    with_other_rules = quality_picture(played, printed, t=5, rule="minimax").data
    own = printed[printed.rule == "minimax"]
    assert with_other_rules == quality_picture(played, own, t=5, rule="minimax").data
    assert with_other_rules != quality_picture(played, own.iloc[:0], t=5, rule="minimax").data
