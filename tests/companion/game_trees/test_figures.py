"""Pictures of both frameworks show what they were given."""

import numpy as np

from companion.game_trees import figures
from companion.game_trees.study import SCHEMES, WIDTHS, Study
from companion.plot import to_svg
from gametree.examples import specimen


def test_values_lie_on_two_diagonals_and_come_from_twenty_trees():
    nodes = Study(1, 21).compared.nodes
    rising, falling, _ = figures.draw_values(nodes).axes[0].lines
    assert np.array_equal(rising.get_ydata(), rising.get_xdata())
    assert np.array_equal(falling.get_ydata(), -np.asarray(falling.get_xdata()))
    assert len(rising.get_xdata()) + len(falling.get_xdata()) == (nodes["tree"] < 20).sum()


def test_both_frameworks_are_drawn_with_their_own_values():
    texts = {text.get_text() for ax in figures.draw_frameworks(specimen()).axes for text in ax.texts}
    assert {"40", "-40", "6", "-6"} <= {text.replace("−", "-") for text in texts}
    assert to_svg(figures.draw_frameworks(specimen())).startswith("<?xml")


def test_the_pictured_nonuniform_tree_has_leaves_on_three_levels_and_the_uniform_one_does_not():
    uniform, nonuniform = figures.draw_shapes().axes
    assert (
        uniform.get_title("left") == "U(3,3), uniform"
        and nonuniform.get_title("left") == "N(3,3), nonuniform"
    )
    assert len(uniform.collections) == 40 > len(nonuniform.collections)


def test_assigned_values_add_up_to_those_below_the_leaves():
    texts = [[t.get_text() for t in axes.texts] for axes in figures.draw_schemes().axes]
    assert sorted(t for t in texts[0] if t.isdigit()) == list("123456789")
    assert sum(t.startswith("+") for t in texts[1]) == 12 + 1  # and the rule itself
    assert texts[2].count("+1/3") == 1 and sum(t.endswith("/9") and t[0] != "+" for t in texts[2]) == 9
    leaves = [int(t) for t in texts[3] if t.isdigit()]
    assert leaves.count(307) == 3  # the root, the child that inherits its value, and that child's


def test_every_scheme_has_its_line_of_order():
    axes = figures.draw_order(Study(1, 3).order).axes[0]
    assert len(axes.containers) == len(SCHEMES)
    assert axes.get_xticks().tolist() == list(WIDTHS)
