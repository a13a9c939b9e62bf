"""Searches of trees with chance nodes in a report: one step as a picture, all steps as a table."""

from __future__ import annotations

import html

from IPython.display import HTML

from companion import plot
from companion.chance_nodes.figures import describe_chance, draw_chance_tree
from companion.widgets.tables import trace_table
from gametree.chance import ChanceTrace, Tree, trace


def still(figure: int, caption: str, tree: Tree, method: str, step: int = 0) -> HTML:
    """Return what an explorer of this search shows at a step, as a numbered figure."""
    traced = trace(tree, method)
    snapshot = traced.snapshot(step)
    number = range(len(traced))[step] + 1
    over = number == len(traced)
    solution = traced.result.solution if over else ()
    drawn = draw_chance_tree(
        tree, snapshot=snapshot, solution=solution, over=over, layout=plot.tidy_layout(tree.shape)
    )
    words = f"{method}, step {number} of {len(traced)}. {describe_chance(tree, snapshot)}"
    return HTML(plot.captioned(figure, plot.image_html(drawn, words), caption))


def table(traced: ChanceTrace, caption: str = "") -> HTML:
    """Return the trace of a search as a table that scrolls; rows with a cut-off are bold."""
    rows = traced.frame()
    body = ""
    for row in rows.itertuples(index=False):
        weight = "bold" if row[list(rows.columns).index("cut off")] else "normal"
        cells = "".join(f'<td style="text-align:left">{html.escape(str(cell))}</td>' for cell in row)
        body += f'<tr style="font-weight:{weight}">{cells}</tr>'
    return trace_table(caption or f"{traced.method}, step by step", map(str, rows.columns), body)
