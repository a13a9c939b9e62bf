"""The explorer of trees: any search of any tree, step by step, or a race of several; the tree can be changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from IPython.display import HTML

import gametree.chance
from companion.explanations.trace_data import MOST_NODES
from companion.widgets.live import Engine, Live
from companion.widgets.web import page_python
from gametree import Tree, trace
from gametree._checks import check_count, check_name
from gametree.examples import specimen
from gametree.generate import LazyTree
from gametree.trace import readable

MOST_IN_RACE = 4


class TreeExplorer(Live):
    """An explorer of trees that starts in some state.

    Parameters
    ----------
    tree : Tree, LazyTree, chance.Tree or nested lists, optional
        The tree: the specimen tree of Muszycka 1985 by default.
    strategy : str
        The name of one of `gametree.STRATEGIES` or `gametree.chance.METHODS`.
    step : int
        The step that is shown, from 0; -1 is the last.
    race : sequence of str
        Two to four strategies that search the tree side by side.
    options : mapping, optional
        What the strategy takes, such as ``{"guess": 38}``.

    Examples
    --------
    >>> TreeExplorer([[3, 5], [2, 9]], "sss*").state["tree"]
    '[[3, 5], [2, 9]]'
    >>> TreeExplorer(strategy="alpha-beta")
    Traceback (most recent call last):
        ...
    ValueError: strategy is 'alpha-beta': it must be one of minimax, ...; did you mean 'alphabeta'?
    """

    component = "explorer"
    engines: ClassVar[dict[str, Engine]] = {
        "trace": page_python.trace,
        "roll": page_python.roll,
        "about": lambda question: page_python.about(),
    }

    def __init__(
        self,
        tree: Any = None,
        strategy: str = "alphabeta",
        step: int = 0,
        race: Sequence[str] = (),
        options: Mapping[str, float] | None = None,
    ) -> None:
        for name in (strategy, *race):
            check_name("strategy", name, page_python.programs())
        if race:
            check_count("len(race)", len(race), 2, MOST_IN_RACE)
        text, goal = _text_of(tree)
        check_count("step", step, -1, 10**6)
        question = {"tree": text, "strategy": strategy, "goal": goal, "options": dict(options or {})}
        page_python.trace({**question, "steps": False})
        super().__init__(**question, step=step, race=list(race))

    @classmethod
    def still(
        cls, figure: int, caption: str, tree: Any = None, strategy: str = "alphabeta", step: int = 0
    ) -> HTML:
        """Return what the explorer with the same arguments shows at first, as a numbered figure: game trees only."""
        traced = trace(as_tree(tree), strategy)
        snapshot = traced.snapshot(step)
        line = traced.result.line if snapshot.over else ()
        from companion import plot  # here, because the explorer itself must be there at once

        drawn = plot.draw_tree(traced.tree, snapshot=snapshot, principal=line)
        number = range(len(traced))[step] + 1
        words = f"{strategy}, step {number} of {len(traced)}: {traced[step].text}. "
        return HTML(
            plot.captioned(
                figure, plot.image_html(drawn, words + plot.describe(traced.tree, snapshot)), caption
            )
        )


def as_tree(given: Any) -> Tree:
    """Return what was given (nested lists, a tree, a lazy tree) as a tree; the specimen for None.

    >>> as_tree([[3, 5], [2, 9]]).n_leaves
    4
    """
    if given is None:
        return specimen()
    if isinstance(given, LazyTree):
        return readable(given)
    return given if isinstance(given, Tree) else Tree.from_nested(given)


def _text_of(tree: Any) -> tuple[str, str]:
    """Return a tree as one would type it, and its goal."""
    if isinstance(tree, gametree.chance.Tree):
        _check_size(tree.n_nodes)
        return str(tree.to_nested()), tree.goal
    stored = as_tree(tree)
    _check_size(stored.n_nodes)
    return str(stored.to_nested()), "max"


def _check_size(n_nodes: int) -> None:
    if n_nodes > MOST_NODES:
        raise ValueError(f"tree has {n_nodes} nodes: at most {MOST_NODES} can be shown")
