"""Pictures and tables of searches of trees with chance nodes."""

import math

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection
from matplotlib.path import Path

from companion import plot
from companion.chance_nodes import experiment
from companion.chance_nodes.counts import break_even
from companion.chance_nodes.figures import describe_chance, draw_chance_tree, draw_map, states
from companion.chance_nodes.findings import table_2
from companion.chance_nodes.widget import still, table
from companion.plot.describe import State
from companion.plot.legend import WINDOW
from gametree import chance
from gametree.chance import examples


def test_a_picture_marks_what_is_known_and_what_is_cut_off():
    traced = table_2()
    found = dict(zip(traced.tree.names, states(traced.tree, traced.snapshot(23)), strict=True))
    assert found["B"] is State.VISITED
    assert found["L"] is State.SOLVED
    assert found["S"] is State.PRUNED
    assert found["G"] is State.WAITING


def test_a_picture_shows_names_probabilities_and_ranges():
    traced = table_2()
    axes = draw_chance_tree(traced.tree, snapshot=traced.snapshot(23))
    texts = [text.get_text() for text in axes.texts]
    assert texts.count(".8") == 10 and texts.count(".2") == 10
    assert "[4.8, 6.8]" in texts and "[1.6, 3.6]" in texts
    assert {"A", "Z5", "cut-off", "last step"} <= set(texts)
    assert plot.to_svg(axes) == plot.to_svg(draw_chance_tree(traced.tree, snapshot=traced.snapshot(23)))


def test_alternative_text_says_what_is_known_and_cut_off():
    traced = table_2()
    said = describe_chance(traced.tree, traced.snapshot(23))
    assert "B [4.8, 6.8]" in said and "cut off: I;" in said
    assert "7, 2, 3" in describe_chance(traced.tree)


def test_too_large_a_tree_is_not_drawn():
    tree, _ = chance.generate(width=9, depth=2, seed=0)
    with pytest.raises(ValueError, match="tree has 81 leaves"):
        draw_chance_tree(tree)


@pytest.mark.parametrize("method", list(chance.METHODS))
def test_the_still_shows_any_step_with_an_alternative_text(method):
    first = still(6, "The first step.", examples.figure_6(), method).data
    assert f"{method}, step 1 of " in first and "Figure 6." in first and first.count('alt="') == 1
    assert still(6, "The last step.", examples.figure_6(), method, step=-1).data != first


def test_a_story_becomes_a_table():
    assert "(A, S, V=6.52, OR-Node)" in table(table_2()).data
    traced = chance.trace(examples.figure_8(), "aoc*", ranges=examples.TABLE_3)
    assert "C can&#x27;t be better than −7" in table(traced).data


def test_a_map_tells_never_from_very_large_and_has_a_cell_for_every_size_and_order():
    frame = experiment.runs([(2, 2), (6, 2)], (0.1, 1), replicates=10, orders=["perfect", "worst"])
    crossings = break_even(frame, "nodes", resamples=5).assign(criterion="nodes")
    crossings.loc[:1, ["error", "low", "high"]] = [[20.0, 8.0, math.inf], [math.inf] * 3]
    axes = draw_map(crossings).axes[0]
    assert axes.get_title(loc="left") == "nodes touched"
    texts = [text.get_text() for text in axes.texts if text.get_text()]
    assert "> 1000\u00a0%" in texts and "never" in texts and "800–never" in texts
    assert len({patch.get_facecolor() for patch in axes.patches[:2]}) == 2
    assert len(axes.patches) == 4
    assert [label.get_text() for label in axes.get_yticklabels()][-1] == "depth 6, width 2"
    (line,) = axes.lines
    assert line.get_ydata()[0] == 0.5, "what the thesis does not have stands below a line"


def test_a_name_that_does_not_fit_its_node_is_left_out():
    tree, _ = chance.generate(width=4, depth=3, seed=0)
    axes = draw_chance_tree(tree)
    assert min(text.get_fontsize() for text in axes.texts) >= 8
    assert tree.names[0] in {text.get_text() for text in axes.texts}


def test_no_arc_runs_through_a_value_that_is_known():
    traced = table_2()
    ax = draw_chance_tree(traced.tree, snapshot=traced.snapshot(), solution=traced.result.solution, over=True)
    figure = ax.get_figure(root=True)
    FigureCanvasAgg(figure).draw()
    renderer = figure.canvas.get_renderer()
    labels = [text for text in ax.texts if text.get_color() == WINDOW]
    arcs = [
        Path(ax.transData.transform(segment.vertices))
        for lines in ax.collections
        if isinstance(lines, LineCollection) and lines.get_zorder() == 2
        for segment in lines.get_paths()
    ]
    assert len(labels) == 6 and len(arcs) == traced.tree.n_nodes - 1
    for label in labels:
        box = label.get_window_extent(renderer)
        assert not any(arc.intersects_bbox(box, filled=False) for arc in arcs), label.get_text()
