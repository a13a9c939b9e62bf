"""What notebooks say and show: generated prose, the source of an algorithm, the trace of a search as a table."""

from __future__ import annotations

import html
import inspect
import re
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import TYPE_CHECKING, Any

from IPython.display import HTML, Markdown, display

from companion import plot
from gametree.trace import Trace

if TYPE_CHECKING:
    import pandas as pd


def say(text: str) -> None:
    """Show a sentence whose numbers were computed; it may hold Markdown."""
    display(Markdown(text))


def source(*parts: Callable[..., Any] | ModuleType) -> Markdown:
    """Return the source of functions or modules, highlighted; a page that runs them needs no examples of theirs."""
    shown = "\n\n".join(_EXAMPLES.sub("", inspect.getsource(part)) for part in parts)
    return Markdown(f"```python\n{shown}```")


_EXAMPLES = re.compile(r"\n+ +Examples\n +-+\n.*?(?=\"\"\")", re.DOTALL)
"""The last section of a docstring."""


def frame(rows: pd.DataFrame, caption: str = "") -> HTML:
    """Return a frame as a plain table without its index: the same text every time, and text at the left."""
    text = rows.to_html(index=False, border=0, classes="text", float_format=lambda number: f"{number:.4g}")
    return HTML(
        text.replace("<thead>", f"<caption>{html.escape(caption)}</caption><thead>", 1) if caption else text
    )


def show_end(traced: Trace) -> None:
    """Show the tree as a search leaves it: the principal continuation, and the window of each node's last search."""
    tree, snapshot = traced.tree, traced.snapshot()
    windows = {step.node: (step.low, step.high) for step in traced if not tree.is_leaf(step.node)}
    axes = plot.draw_tree(tree, snapshot=snapshot, windows=windows, principal=traced.result.line)
    shown = [f"{tree.name(n)} {plot.window_label(*w)}" for n, w in windows.items() if plot.window_label(*w)]
    told = f" Windows for MAX: {', '.join(shown)}." if shown else ""
    plot.show(axes, alt=f"{traced.strategy}. {plot.describe(tree, snapshot)}{told}")


def table(traced: Trace) -> HTML:
    """Return the trace of a search as a table, one row per step; cut-offs are bold, and calls are indented."""
    columns = ("step", "OPEN" if traced[0].open is not None else "window for MAX", "what happened")
    body = "".join(_row(traced, index) for index in range(len(traced)))
    return trace_table(f"{traced.strategy}, step by step", columns, body)


def trace_table(caption: str, columns: Iterable[str], body: str) -> HTML:
    """Return a table that scrolls, text at the left; the body is HTML, one row per step."""
    head = "".join(f'<th scope="col" style="text-align:left">{html.escape(name)}</th>' for name in columns)
    return HTML(
        '<div style="max-height:27em;overflow:auto"><table class="text" style="margin:0">'
        f"<caption>{html.escape(caption)}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _row(traced: Trace, index: int) -> str:
    step = traced[index]
    level = int(traced.tree.level[step.node])
    if step.open is not None:
        middle, indent = traced.open_text(step.open), 0
    else:
        middle, indent = plot.window_label(step.low, step.high), level
    weight = "bold" if step.pruned else "normal"
    cells = ((str(index + 1), 0), (middle, 0), (step.text, indent))
    return (
        f'<tr style="font-weight:{weight}">'
        + "".join(
            f'<td style="text-align:left;padding-left:{0.6 + 1.1 * deep:.1f}em">{html.escape(text)}</td>'
            for text, deep in cells
        )
        + "</tr>"
    )
