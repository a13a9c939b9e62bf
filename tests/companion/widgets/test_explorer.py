"""The base of all widgets, with a state that has nothing to draw."""

from dataclasses import dataclass

import pytest

from companion.plot import captioned
from companion.widgets.explorer import Explorer, limit_depth, number


@dataclass
class Square:
    width: int = 2
    depth: int = 3

    def __post_init__(self):
        if self.depth == 1:
            raise ValueError("depth is 1: <any> other is allowed")

    def picture_html(self):
        return f"{self.width}"

    def table_html(self):
        return f", {self.depth}"


class Squares(Explorer):
    state_class, css_class = Square, "squares"
    built = 0

    def controls(self):
        return {"width": number("width", 1, 9), "depth": number("depth", 1, 6)}

    def offer(self):
        limit_depth(self.fields, 64, 6)

    def build(self, *given):
        self.built += 1
        super().build(*given)


def shown(widget):
    return widget.picture.value + widget.table.value


def test_the_still_and_the_widget_start_in_the_same_state():
    still = Squares.still(7, "Squares.", 4, depth=2).data
    assert shown(Squares(4, depth=2)) == "4, 2"
    assert still == captioned(7, "4, 2", "Squares.") and 'id="figure-7"' in still


def test_a_start_that_is_refused_is_an_error():
    with pytest.raises(ValueError, match="depth is 1"):
        Squares(2, 1)
    with pytest.raises(ValueError, match="depth is 1"):
        Squares.still(1, "Squares.", 2, 1)


def test_the_state_follows_the_controls():
    widget = Squares()
    widget.fields["depth"].value = 2
    assert shown(widget) == "2, 2" and widget.built == 1


def test_what_is_refused_is_said_and_leaves_everything_as_it_was():
    widget = Squares()
    before = widget.state
    widget.fields["depth"].value = 1
    assert "depth is 1: &lt;any&gt; other" in widget.message.value and 'role="alert"' in widget.message.value
    assert widget.state is before and shown(widget) == "2, 3"
    widget.fields["depth"].value = 4
    assert widget.message.value == "" and shown(widget) == "2, 4"


def test_a_control_that_follows_another_asks_for_nothing_itself():
    widget = Squares()
    widget.fields["width"].value = 8
    assert shown(widget) == "8, 2" and widget.built == 1


@pytest.mark.parametrize(("width", "deepest"), [(1, 6), (2, 6), (3, 3), (4, 3), (5, 2), (8, 2), (9, 1)])
def test_the_depth_goes_as_far_as_the_leaves_allow(width, deepest):
    widget = Squares()
    widget.fields["width"].value = width
    assert widget.fields["depth"].max == deepest
