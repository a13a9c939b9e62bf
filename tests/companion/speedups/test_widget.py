"""The widgets of chapter 4, without a browser."""

import pytest

from companion.speedups import widget as speedups


def test_what_the_enhanced_widget_shows_is_what_searching_gives():
    shown = speedups.Enhanced("connect-four", "4453", 4, ordering="fixed", table=True, killers=True)
    assert shown.frame["depth"].tolist() == [1, 2, 3, 4]
    assert (shown.frame["enhanced"] <= shown.frame["all"]).all()
    assert shown.name == "alphabeta with fixed ordering, table, killers"
    assert "Leaves against depth, connect-four, 4453" in shown.picture()


@pytest.mark.parametrize("game", speedups.GAMES)
def test_the_enhanced_widget_can_be_moved_to_every_game(game):
    widget = speedups.EnhancementExplorer(depth=2)
    widget.game.value = game
    assert widget.shown.game == game
    assert widget.message.value == ""


def test_what_can_not_be_done_is_said_and_leaves_everything_as_it_was():
    widget = speedups.EnhancementExplorer(depth=2)
    before = widget.picture.value
    widget.position.value = "nonsense"
    assert "position is" in widget.message.value and widget.picture.value == before
    widget.position.value = ""
    widget.game.value = "connect-four"
    before = widget.picture.value
    widget.depth.value = 9
    assert "at most 400,000 are unfolded here" in widget.message.value and widget.picture.value == before


def test_the_machine_widget_moves_with_k():
    widget = speedups.MachineExplorer()
    assert widget.machine.found.processors == 4
    widget.processors.value = 7
    assert "7 processors" in widget.picture.value
    assert widget.machine.found.time <= widget.machine.one.time
    widget.width.value, widget.depth.value = 6, 6
    assert "at most 1500" in widget.message.value
