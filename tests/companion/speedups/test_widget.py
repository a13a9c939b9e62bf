"""The widgets of chapter 4, without a browser."""

import pytest

from companion.speedups import widget as speedups


def test_what_the_enhanced_widget_shows_is_what_searching_gives():
    shown = speedups.Enhanced("connect-four", "4453", 4, ordering="fixed", table=True, killers=True)
    assert shown.frame["depth"].tolist() == [1, 2, 3, 4]
    assert (shown.frame["enhanced"] <= shown.frame["all"]).all()
    assert shown.name == "alphabeta with fixed ordering, table, killers"
    assert "Leaves against depth, connect-four, 4453" in shown.picture_html()


@pytest.mark.parametrize("game", speedups.GAMES)
def test_the_enhanced_widget_can_be_moved_to_every_game(game):
    widget = speedups.EnhancementExplorer(depth=2)
    widget.fields["game"].value = game
    assert widget.state.game == game
    assert widget.message.value == ""
    assert widget.fields["seed"].disabled != widget.fields["position"].disabled


def test_what_can_not_be_done_is_said_and_leaves_everything_as_it_was():
    widget = speedups.EnhancementExplorer(depth=2)
    before = widget.picture.value
    widget.fields["position"].value = "nonsense"
    assert "position is" in widget.message.value and widget.picture.value == before
    widget.fields["position"].value = ""
    assert widget.message.value == ""


def test_the_enhanced_widget_offers_only_depths_that_it_unfolds():
    widget = speedups.EnhancementExplorer("random tree", depth=7)
    assert widget.fields["depth"].max == 9
    widget.fields["game"].value = "connect-four"
    assert widget.fields["depth"].max == widget.state.depth == 6 and widget.message.value == ""
    with pytest.raises(ValueError, match="depth is 5"):
        speedups.Enhanced("chess", depth=5)


def test_the_machine_widget_moves_with_the_processors():
    widget = speedups.MachineExplorer()
    assert widget.state.found.processors == 4
    widget.fields["processors"].value = 7
    assert "7 processors" in widget.picture.value
    assert widget.state.found.time <= widget.state.one.time
    widget.fields["width"].value, widget.fields["depth"].value = 6, 6
    assert (widget.state.width, widget.state.depth, widget.message.value) == (6, 4, "")
    with pytest.raises(ValueError, match="at most 1500"):
        speedups.Machine(width=6, depth=6)


@pytest.mark.parametrize("explorer", [speedups.EnhancementExplorer, speedups.MachineExplorer])
def test_the_still_is_the_default_state_of_the_widget(explorer):
    widget = explorer(depth=2)
    still = explorer.still(5, "what it shows", depth=2).data
    assert widget.picture.value + widget.table.value in still and "Figure 5" in still
