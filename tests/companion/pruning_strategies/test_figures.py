"""Pictures of the strategies show what they were given."""

import pandas as pd

from companion.plot import to_svg
from companion.pruning_strategies import figures
from companion.pruning_strategies.study import LABELS, side_by_side
from gametree.examples import figure_6, specimen
from gametree.generate import generate
from gametree.theory.solution_trees import solution_trees


def words(figure):
    titles = {ax.get_title(loc) for ax in figure.axes for loc in ("left", "center", "right")}
    return " ".join(titles | {text.get_text() for ax in figure.axes for text in ax.texts})


def test_every_visit_of_every_strategy_is_drawn_and_described():
    above, below = figures.draw_visits(specimen()).axes
    assert [label.get_text() for label in below.get_yticklabels()] == list(LABELS.values())
    numbers = [text.get_text() for text in below.texts]
    assert [n for n in numbers if len(n) == 2] == ["17", "13", "13", "19", "22", "19", "15"]
    assert len(below.patches) == 7 * 17 and len(above.collections) == 18
    assert "PVS 22 visits to 13 nodes" in figures.describe_visits(side_by_side(specimen()))


def test_a_tree_without_room_for_numbers_is_drawn_without():
    tree = generate("uniform", width=4, depth=3, scheme="unordered", seed=1)
    above, below = figures.draw_visits(tree).axes
    assert not above.texts and len(below.texts) == 7 + 1


def test_the_node_that_matters_is_drawn_for_each_strategy():
    tree, (matters,) = figure_6()
    shown = words(figures.draw_pruned(tree, matters, ["palphabeta", "pvs", "scout"]))
    assert all(f"{name}: " in shown for name in ("Palphabeta", "PVS", "Scout"))


def test_solution_trees_are_drawn_in_their_tree():
    p = specimen()
    assert to_svg(figures.draw_plans(p, solution_trees(p)).figure).startswith("<?xml")


def test_the_share_saved_is_drawn_by_depth():
    saved = pd.DataFrame({"mean": [0.0, 3.5], "error": [0.0, 0.5]}, index=[3, 4])
    line = figures.draw_share_saved(saved).axes[0].lines[0]
    assert list(zip(line.get_xdata(), line.get_ydata(), strict=True)) == [(3, 0.0), (4, 3.5)]
    assert figures.describe_share_saved(saved).endswith("depth 3: 0.0 %, depth 4: 3.5 %.")


def test_the_first_and_the_best_plan_are_described():
    p = specimen()
    assert "value 6: p, p1, p11, p111, p12, p13, p131; value 40: p, p2" in figures.describe_plans(
        p, solution_trees(p)
    )
