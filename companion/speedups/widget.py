"""Chapter 4 to play with: a position and a search with aids against plain Alphabeta; k processors at work."""

from __future__ import annotations

import html
from typing import Any

import ipywidgets as widgets
import pandas as pd
from IPython.display import HTML

from companion import plot
from companion.speedups.enhancement_figures import leaves_by_depth
from companion.speedups.parallel_figures import draw_timeline
from companion.widgets.prose import frame
from gametree import enhance, games
from gametree.games.game_tree import GameTree
from gametree.generate import generate
from gametree.parallel import METHODS, simulate
from gametree.tree import check_count

RANDOM = "random tree"
GAMES = (*games.GAMES, RANDOM)
MOST_NODES = 400_000
"""Nodes of the largest tree that a widget unfolds."""

TABLE, KILLERS = 2**16, 2
MOST_UNITS = 1500
"""Units of work that a timeline may show."""


def _one_of(name: str, value: str, allowed: Any) -> str:
    if value not in allowed:
        raise ValueError(f"{name} is {value!r}: it must be one of {', '.join(allowed)}")
    return value


def _bold(message: str) -> str:
    return f'<span role="alert" style="color:#B84A00"><b>{html.escape(message)}</b></span>'


class Enhanced:
    """A position searched to all depths, plainly and with aids: all that the widget shows, without the widget."""

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
        self.game = _one_of("game", game, GAMES)
        self.strategy = _one_of("strategy", strategy, enhance.STRATEGIES)
        self.ordering = _one_of("ordering", ordering, enhance.ORDERINGS)
        self.position, self.table, self.killers = position, table, killers
        self.seed, self.depth = check_count("seed", seed, 0, 2**31), check_count("depth", depth, 1, 9)
        self.frame = pd.DataFrame([self._row(down) for down in range(1, self.depth + 1)])

    def _tree(self, depth: int) -> GameTree:
        if self.game == RANDOM:
            return games.growing_tree(width=4, depth=depth, scheme="incremental-real", seed=self.seed)
        place = self.position.strip() or None
        nodes = games.expected_nodes(self.game, depth, place)
        if nodes > MOST_NODES:
            raise ValueError(
                f"depth is {self.depth}: from here depth {depth} has about {nodes:,.0f} nodes, at most"
                f" {MOST_NODES:,} are unfolded here"
            )
        return games.unfold(self.game, depth, place)

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

    def picture(self) -> str:
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

    def rows(self) -> str:
        """Return the numbers as an HTML table."""
        told = self.frame.assign(saved=100 * (1 - self.frame["enhanced"] / self.frame["plain"]))
        names = {"all": "all leaves", "plain": "Alphabeta", "enhanced": self.name, "saved": "saved, %"}
        return str(frame(told.rename(columns=names).round({"saved, %": 1})).data)


class EnhancementExplorer(widgets.VBox):
    """Choose game, position, method and options; see leaves against depth and against plain Alphabeta."""

    def __init__(self, **start: Any) -> None:
        self.shown = now = Enhanced(**start)
        wide = {"width": "330px"}
        self.game = widgets.Dropdown(options=GAMES, value=now.game, description="game", layout=wide)
        self.position = widgets.Text(
            value=now.position, description="position", continuous_update=False, layout=wide
        )
        self.depth = widgets.IntSlider(
            value=now.depth, min=1, max=9, description="depth", continuous_update=False, layout=wide
        )
        self.strategy = widgets.Dropdown(
            options=enhance.STRATEGIES, value=now.strategy, description="strategy", layout=wide
        )
        self.ordering = widgets.Dropdown(
            options=list(enhance.ORDERINGS), value=now.ordering, description="ordering", layout=wide
        )
        self.table = widgets.Checkbox(value=now.table, description="table", indent=False)
        self.killers = widgets.Checkbox(value=now.killers, description="killers", indent=False)
        self.seed = widgets.BoundedIntText(value=now.seed, min=0, max=2**31, description="seed", layout=wide)
        self.message, self.picture, self.numbers = widgets.HTML(), widgets.HTML(), widgets.HTML()
        for control in self._controls().values():
            control.observe(self._on_change, names="value")
        self.game.observe(self._begin_anew, names="value")
        left = widgets.VBox([self.game, self.position, self.depth, self.seed])
        right = widgets.VBox([self.strategy, self.ordering, self.table, self.killers])
        controls = widgets.HBox([left, right], layout={"flex_flow": "row wrap"})
        super().__init__([controls, self.message, self.picture, self.numbers])
        self.add_class("gametree-enhanced")
        self._show()

    def _controls(self) -> dict[str, Any]:
        names = ("game", "position", "depth", "strategy", "ordering", "table", "killers", "seed")
        return {name: getattr(self, name) for name in names}

    def _begin_anew(self, _: Any) -> None:
        """Go to the start: a position of one game is none of another."""
        self.position.value = ""

    def _on_change(self, _: Any) -> None:
        """Search what is asked for; if it can't be done, say why in one sentence and stay where we are."""
        try:
            self.shown = Enhanced(**{name: control.value for name, control in self._controls().items()})
        except (ValueError, MemoryError) as error:
            self.message.value = _bold(str(error))
            return
        self._show()

    def _show(self) -> None:
        self.message.value = ""
        self.picture.value, self.numbers.value = self.shown.picture(), self.shown.rows()


class Machine:
    """A small tree searched by k processors: all that the widget shows, without the widget."""

    def __init__(
        self,
        method: str = "tree-splitting",
        processors: int = 4,
        width: int = 3,
        depth: int = 4,
        seed: int = 4,
    ) -> None:
        self.method = _one_of("method", method, METHODS)
        self.processors = check_count("processors", processors, 1, 64)
        width, depth = check_count("width", width, 2, 6), check_count("depth", depth, 1, 6)
        self.size, seed = f"U({width},{depth})", check_count("seed", seed, 0, 2**31)
        if width**depth > MOST_UNITS:
            raise ValueError(
                f"depth is {depth}: U({width},{depth}) has {width**depth} leaves, at most {MOST_UNITS}"
            )
        self.tree = generate("uniform", width=width, depth=depth, scheme="unordered", seed=seed)
        self.one = simulate(self.tree, method, 1, timeline=False)
        self.found = simulate(self.tree, method, self.processors)

    def picture(self) -> str:
        """Return who searches what when as HTML."""
        k = self.found.processors
        title = f"{self.method} on {self.size}, {k} processor{'s' if k > 1 else ''}"
        alt = (
            f"Timeline of {title}: value {self.found.value} after {self.found.time} units, one processor needs"
            f" {self.one.time}; {100 * self.found.busy:.0f} % busy."
        )
        return plot.image_html(draw_timeline(self.found.timeline, k, title=title), alt)

    def rows(self) -> str:
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


class MachineExplorer(widgets.VBox):
    """Move k and see the timeline."""

    def __init__(self, **start: Any) -> None:
        self.machine = Machine(**start)
        given = {"method": "tree-splitting", "processors": 4, "width": 3, "depth": 4, "seed": 4} | start
        wide = {"width": "330px"}
        self.method = widgets.Dropdown(
            options=list(METHODS), value=given["method"], description="method", layout=wide
        )
        self.processors = widgets.IntSlider(
            value=given["processors"], min=1, max=16, description="k", continuous_update=False, layout=wide
        )
        self.width, self.depth, self.seed = (
            widgets.BoundedIntText(
                value=given[name], min=least, max=most, description=name, layout={"width": "170px"}
            )
            for name, least, most in (("width", 2, 6), ("depth", 1, 6), ("seed", 0, 2**31))
        )
        self.message, self.picture, self.numbers = widgets.HTML(), widgets.HTML(), widgets.HTML()
        for control in self._controls().values():
            control.observe(self._on_change, names="value")
        controls = widgets.HBox(
            [widgets.VBox([self.method, self.processors]), widgets.VBox([self.width, self.depth, self.seed])],
            layout={"flex_flow": "row wrap"},
        )
        super().__init__([controls, self.message, self.picture, self.numbers])
        self.add_class("gametree-machine")
        self._show()

    def _controls(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in ("method", "processors", "width", "depth", "seed")}

    def _on_change(self, _: Any) -> None:
        """Simulate what is asked for; if it can't be done, say why in one sentence and stay where we are."""
        try:
            self.machine = Machine(**{name: control.value for name, control in self._controls().items()})
        except ValueError as error:
            self.message.value = _bold(str(error))
            return
        self._show()

    def _show(self) -> None:
        self.message.value = ""
        self.picture.value, self.numbers.value = self.machine.picture(), self.machine.rows()


def enhanced_picture(**start: Any) -> HTML:
    """Return the state that `EnhancementExplorer` begins in, for readers without a kernel."""
    shown = Enhanced(**start)
    return HTML(shown.picture() + shown.rows())


def machine_picture(**start: Any) -> HTML:
    """Return the state that `MachineExplorer` begins in, for readers without a kernel."""
    machine = Machine(**start)
    return HTML(machine.picture() + machine.rows())
