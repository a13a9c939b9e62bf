"""What the explorer of calls shows at first, as a picture: the search tree after a call, and the bounds of the root."""

from __future__ import annotations

from IPython.display import HTML

from companion import plot
from companion.solution_trees.calls import CallTrace, call_trace, root_bounds
from companion.solution_trees.figures import bound_label, draw_bounds, draw_call
from gametree.tree import Tree


def still(figure: int, caption: str, tree: Tree, strategy: str, call: int = 0) -> HTML:
    """Return the search tree after a call of S-alpha-beta and the bounds so far, as a numbered figure."""
    traced = call_trace(tree, strategy)
    bounds = [bound_label(*root_bounds(tree, each)) or "none" for each in traced.calls[: call + 1]]
    closing = f"Bounds of the root, call by call: {', '.join(bounds)}."
    pictures = plot.image_html(draw_call(traced, call, plot.tidy_layout(tree)), describe(traced, call))
    pictures += plot.image_html(draw_bounds(traced, call), closing)
    return HTML(plot.captioned(figure, pictures, caption))


def describe(traced: CallTrace, index: int) -> str:
    """Return the alternative text of the picture of the tree."""
    call, tree = traced[index], traced.tree
    known = (
        f"{tree.name(n)} {label}"
        for n in sorted(call.lower)
        if not tree.is_leaf(n) and (label := bound_label(call.lower[n], call.upper[n]))
    )
    return (
        f"{traced.strategy}, call {index + 1} of {len(traced)}: {traced.text(index)}. "
        f"Known of the inner nodes: {', '.join(known)}."
    )
