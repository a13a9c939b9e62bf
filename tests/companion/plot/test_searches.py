"""Several searches of one tree side by side."""

import pytest

import gametree as gt
from companion.plot import describe
from companion.plot.describe import describe_searches
from companion.plot.tree import draw_searches

TREE = gt.Tree.from_nested([[3, 5], [2, 9]])


def texts(figure):
    titles = {ax.get_title(loc) for ax in figure.axes for loc in ("left", "center", "right")}
    return titles | {text.get_text() for ax in figure.axes for text in ax.texts}


@pytest.mark.parametrize("counted", [["nodes"], ["leaves", "visits"]])
def test_each_picture_says_what_was_counted(counted):
    shown = texts(draw_searches(TREE, ["minimax", "alphabeta"], counted))
    for name in ("minimax", "alphabeta"):
        found = gt.search(TREE, name)
        assert f"{name}: " + ", ".join(f"{getattr(found, what)} {what}" for what in counted) in shown


def test_words_tell_of_every_search():
    told = describe_searches(TREE, ["minimax", "alphabeta"])
    for name in ("minimax", "alphabeta"):
        assert f"{name}: {describe(TREE, gt.trace(TREE, name).snapshot())}" in told


def test_a_strategy_is_called_by_its_words_where_they_are_given():
    shown = texts(draw_searches(TREE, ["minimax", "pvs"], ["nodes"], called={"pvs": "PVS"}))
    assert any(text.startswith("PVS: ") for text in shown)
    assert any(text.startswith("minimax: ") for text in shown)
