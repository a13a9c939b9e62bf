"""Trees with chance nodes as pictures: what is written above a node stands beside the arc that leads to it."""

from __future__ import annotations

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection
from matplotlib.path import Path

from companion.chance_nodes import figures, findings
from companion.plot.legend import WINDOW


def test_no_arc_runs_through_a_value_that_is_known():
    traced = findings.table_2()
    ax = figures.draw_chance_tree(
        traced.tree, snapshot=traced.snapshot(), solution=traced.result.solution, over=True
    )
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
