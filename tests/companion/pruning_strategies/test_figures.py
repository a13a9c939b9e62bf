"""Pictures of the strategies show what they were given."""

import pandas as pd

from companion.plot import to_svg
from companion.pruning_strategies import figures
from companion.pruning_strategies.study import SEVEN
from gametree.examples import figure_6, specimen
from gametree.theory.solution_trees import solution_trees


def words(figure):
    titles = {ax.get_title(loc) for ax in figure.axes for loc in ("left", "center", "right")}
    return " ".join(titles | {text.get_text() for ax in figure.axes for text in ax.texts})


def test_every_strategy_has_a_picture():
    shown = words(figures.draw_all(specimen()))
    assert all(f"{name}: " in shown for name in SEVEN)


def test_the_node_that_matters_is_drawn_for_each_strategy():
    tree, (matters,) = figure_6()
    shown = words(figures.draw_pruned(tree, matters, ["palphabeta", "pvs", "scout"]))
    assert all(f"{name}: " in shown for name in ("palphabeta", "pvs", "scout"))


def test_solution_trees_are_drawn_in_their_tree():
    p = specimen()
    assert to_svg(figures.draw_plans(p, solution_trees(p)[:2]).figure).startswith("<?xml")


def test_the_share_saved_is_drawn_by_depth():
    saved = pd.DataFrame({"mean": [0.0, 3.5], "error": [0.0, 0.5]}, index=[3, 4])
    line = figures.draw_share_saved(saved).axes[0].lines[0]
    assert list(zip(line.get_xdata(), line.get_ydata(), strict=True)) == [(3, 0.0), (4, 3.5)]
