"""Chapter 4 to play with: a position and a search with aids against plain Alphabeta; k processors at work."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import ipywidgets as widgets
import pandas as pd

from companion import plot
from companion.speedups.figures import draw_timeline, leaves_by_depth
from companion.widgets.explorer import Explorer, choice, limit_depth, number, seed, slider
from companion.widgets.tables import frame
from gametree import enhance, games
from gametree.games.game_tree import GameTree
from gametree.generate import generate
from gametree.parallel import METHODS, simulate
from gametree.tree import check_count

RANDOM = "random tree"
GAMES = (*games.GAMES, RANDOM)
MOST_NODES = 400_000
"""Nodes of the largest tree that a widget unfolds."""

DEEPEST = 9
TABLE, KILLERS = 2**16, 2
MOST_UNITS = 1500
"""Units of work that a timeline may show."""


@lru_cache
def deepest(game: str, position: str = "") -> int:
    """Return the greatest depth, up to nine, to which a position is unfolded here.

    >>> deepest("chess"), deepest("connect-four"), deepest("random tree")
    (4, 6, 9)
    """
    if game == RANDOM:
        return DEEPEST
    sizes = (games.expected_nodes(game, down, position.strip() or None) for down in range(2, DEEPEST + 1))
    return 1 + sum(nodes <= MOST_NODES for nodes in sizes)


class Enhanced:
    """A position searched to all depths, plainly and with aids: all that the widget shows, without the widget.

    >>> Enhanced("tic-tac-toe", depth=3, table=True).frame[["depth", "plain", "enhanced"]].values.tolist()
    [[1, 9, 9], [2, 26, 16], [3, 125, 72]]
    """

    def __init__(
        self,
        game: str = "checkers",
        position: str = "",
        depth: int = 6,
        strategy: str = "alphabeta",
        ordering: str = "fixed",
        table: bool = False,
        killers: bool = False,
        seed: int = 4,
    ) -> None:
        self.game, self.position, self.strategy, self.ordering = game, position, strategy, ordering
        self.table, self.killers, self.seed = table, killers, check_count("seed", seed, 0, 2**31)
        self.depth = check_count("depth", depth, 1, deepest(game, position))
        self.frame = pd.DataFrame([self._row(down) for down in range(1, self.depth + 1)])

    def _tree(self, depth: int) -> GameTree:
        if self.game == RANDOM:
            return games.growing_tree(width=4, depth=depth, scheme="incremental-real", seed=self.seed)
        return games.unfold(self.game, depth, self.position.strip() or None)

    def _row(self, depth: int) -> dict[str, float]:
        tree = self._tree(depth)
        plain = enhance.search(tree, "alphabeta")
        enhanced = enhance.search(
            tree,
            self.strategy,
            ordering=self.ordering,
            table=TABLE * self.table,
            killers=KILLERS * self.killers,
        )
        if enhanced.value != plain.value:
            raise AssertionError(f"{self.name} finds {enhanced.value}, Alphabeta {plain.value}")
        return {
            "depth": depth, "all": tree.n_leaves, "plain": plain.leaves, "enhanced": enhanced.leaves, "value": plain.value
        }  # fmt: skip

    @property
    def name(self) -> str:
        """What the enhanced search is called."""
        enhancements = [f"{self.ordering} ordering"] if self.ordering != "none" else []
        enhancements += ["table"] if self.table else []
        enhancements += ["killers"] if self.killers else []
        return f"{self.strategy} with {', '.join(enhancements) or 'no aid'}"

    def picture_html(self) -> str:
        """Return leaves against depth as HTML."""
        place = f"seed {self.seed}" if self.game == RANDOM else self.position.strip() or "start"
        last = self.frame.iloc[-1]
        alt = (
            f"Leaves against depth, {self.game}, {place}: at depth {self.depth} {last['all']} in all, Alphabeta"
            f" {last['plain']}, {self.name} {last['enhanced']}."
        )
        return plot.image_html(
            leaves_by_depth(self.frame, self.name, f"{self.game}: {place.splitlines()[0]}"), alt
        )

    def table_html(self) -> str:
        """Return the numbers as an HTML table."""
        told = self.frame.assign(saved=100 * (1 - self.frame["enhanced"] / self.frame["plain"]))
        names = {"all": "all leaves", "plain": "Alphabeta", "enhanced": self.name, "saved": "saved, %"}
        return str(frame(told.rename(columns=names).round({"saved, %": 1})).data)


class EnhancementExplorer(Explorer):
    """Choose game, position, strategy and options; see leaves against depth and against plain Alphabeta."""

    state_class, css_class = Enhanced, "gametree-enhanced"

    def controls(self) -> dict[str, Any]:
        """Return what is searched and how."""
        return {
            "game": choice("game", GAMES),
            "position": widgets.Text(description="position", continuous_update=False),
            "seed": seed(),
            "depth": slider("depth", 1, DEEPEST),
            "strategy": choice("strategy", enhance.STRATEGIES),
            "ordering": choice("ordering", enhance.ORDERINGS),
            "table": widgets.Checkbox(description="table", indent=False),
            "killers": widgets.Checkbox(description="killers", indent=False),
        }

    def offer(self) -> None:
        """Offer a position of a game or the seed of a tree, to a depth that can be unfolded."""
        game, position = self.fields["game"].value, self.fields["position"]
        if game != self.state.game:  # a position of one game is none of another
            position.value = ""
        position.disabled, self.fields["seed"].disabled = game == RANDOM, game != RANDOM
        self.fields["depth"].max = deepest(game, position.value)


class Machine:
    """A small tree searched by k processors: all that the widget shows, without the widget.

    >>> machine = Machine(processors=4)
    >>> machine.one.time, machine.found.time
    (84, 33)
    """

    def __init__(
        self,
        strategy: str = "tree-splitting",
        processors: int = 4,
        width: int = 3,
        depth: int = 4,
        seed: int = 4,
    ) -> None:
        self.strategy, self.processors = strategy, check_count("processors", processors, 1, 16)
        self.width, self.depth = check_count("width", width, 2, 6), check_count("depth", depth, 1, 6)
        self.seed = check_count("seed", seed, 0, 2**31)
        if width**depth > MOST_UNITS:
            raise ValueError(
                f"depth is {depth}: U({width},{depth}) has {width**depth} leaves, at most {MOST_UNITS}"
            )
        self.tree = generate("uniform", width=width, depth=depth, scheme="unordered", seed=seed)
        self.one = simulate(self.tree, strategy, 1, timeline=False)
        self.found = simulate(self.tree, strategy, self.processors)

    def picture_html(self) -> str:
        """Return who searches what when as HTML."""
        k = self.found.processors
        title = f"{self.strategy} on U({self.width},{self.depth}), {k} processor{'s' if k > 1 else ''}"
        alt = (
            f"Timeline of {title}: value {self.found.value} after {self.found.time} units, one processor needs"
            f" {self.one.time}; {100 * self.found.busy:.0f} % busy."
        )
        return plot.image_html(draw_timeline(self.found.timeline, k, title=title), alt)

    def table_html(self) -> str:
        """Return time, speed-up and counts as an HTML table."""
        each = [
            {
                "processors": run.processors, "value": run.value, "time": run.time,
                "speed-up": round(self.one.time / run.time, 2), "nodes": run.nodes, "visits": run.visits,
                "busy, %": round(100 * run.busy),
            }
            for run in (self.one, self.found)
        ]  # fmt: skip
        return str(frame(pd.DataFrame(each)).data)


class MachineExplorer(Explorer):
    """Move the number of processors and see the timeline."""

    state_class, css_class = Machine, "gametree-machine"

    def controls(self) -> dict[str, Any]:
        """Return the machine and the tree."""
        return {
            "strategy": choice("strategy", METHODS, 330),
            "processors": slider("processors", 1, 16),
            "width": number("width", 2, 6),
            "depth": number("depth", 1, 6),
            "seed": seed(),
        }

    def offer(self) -> None:
        """Offer trees whose timeline can be shown."""
        limit_depth(self.fields, MOST_UNITS, 6)
