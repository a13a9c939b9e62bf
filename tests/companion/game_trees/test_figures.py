"""Pictures of both frameworks show what they were given."""

import numpy as np

from companion.game_trees import figures
from companion.game_trees.study import compare_frameworks
from companion.plot import to_svg
from gametree.examples import specimen


def test_values_lie_on_two_diagonals_and_come_from_twenty_trees():
    nodes = compare_frameworks(seed=1, trees=21).nodes
    rising, falling = figures.draw_values(nodes).axes[0].lines
    assert np.array_equal(rising.get_ydata(), rising.get_xdata())
    assert np.array_equal(falling.get_ydata(), -np.asarray(falling.get_xdata()))
    assert len(rising.get_xdata()) + len(falling.get_xdata()) == (nodes["tree"] < 20).sum()


def test_both_frameworks_are_drawn_with_their_own_values():
    texts = {text.get_text() for ax in figures.draw_frameworks(specimen()).axes for text in ax.texts}
    assert {"40", "-40", "6", "-6"} <= {text.replace("−", "-") for text in texts}
    assert to_svg(figures.draw_frameworks(specimen())).startswith("<?xml")
