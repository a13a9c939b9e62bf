"""Interactive chapter 4: savings of enhancements in games and random trees, and k processors at work."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pandas as pd

from companion.speedups.figures import bars_of
from companion.widgets.charts import Curves, Machine, choices
from gametree import enhance, games
from gametree.games.game_tree import GameTree
from gametree.generate import generate
from gametree.parallel import METHODS, Simulation, simulate

RANDOM = "random tree"
MOST_NODES = 400_000
"""Nodes of the largest tree that is unfolded for the curves."""

DEEPEST = 9
TABLE, KILLERS = 2**16, 2
PLAIN = "plain Alphabeta"
ENHANCEMENTS: dict[str, dict[str, Any]] = {
    "no enhancement": {},
    "fixed ordering": {"ordering": "fixed"},
    "dynamic ordering": {"ordering": "dynamic"},
    "table": {"table": TABLE},
    "killers": {"killers": KILLERS},
    "table, killers": {"table": TABLE, "killers": KILLERS},
    "fixed ordering, table, killers": {"ordering": "fixed", "table": TABLE, "killers": KILLERS},
}
"""Line of the curves -> arguments of the search."""

POSITIONS = {
    "tic-tac-toe": ("start",),
    "connect-four": ("start", "8 stones, a", "16 stones, a"),
    "checkers": ("start", "Old Faithful", "nine each, from Kelso", "four men each"),
    "chess": ("start", "opposition"),
    RANDOM: ("seed 4", "seed 5", "seed 6"),
}
GAME = ["checkers", "start", "alphabeta"]
"""Where the curves start: game, position and strategy."""


class Grown(NamedTuple):
    """The trees below one position, one per depth."""

    game: str
    position: str
    trees: list[GameTree]


def grown(game: str, position: str) -> Grown:
    """Unfold a position to all depths that have at most `MOST_NODES` nodes.

    >>> [tree.depth for tree in grown("connect-four", "start").trees]
    [1, 2, 3, 4, 5, 6]
    """
    if game == RANDOM:
        seed = int(position.removeprefix("seed "))
        made = [
            games.growing_tree(width=4, depth=depth, scheme="incremental-real", seed=seed)
            for depth in range(1, DEEPEST + 1)
        ]
        return Grown(game, position, made)
    named = (
        {"start": None} if position == "start" else {n.name: n.position for n in games.named_positions(game)}
    )
    place = named[position]
    depths = (d for d in range(1, DEEPEST + 1) if games.expected_nodes(game, d, place) <= MOST_NODES)
    return Grown(game, position, [games.unfold(game, depth, place) for depth in depths])


def _lines(start: Grown) -> Iterator[dict[str, Any]]:
    depths = [tree.depth for tree in start.trees]
    plain = [enhance.search(tree, "alphabeta") for tree in start.trees]
    for strategy in enhance.STRATEGIES:
        at = [start.game, start.position, strategy]
        yield {"at": at, "line": PLAIN, "base": PLAIN, "x": depths, "y": [found.leaves for found in plain]}
        for name, arguments in ENHANCEMENTS.items():
            found = [enhance.search(tree, strategy, **arguments) for tree in start.trees]
            for depth, enhanced, without in zip(depths, found, plain, strict=True):
                if enhanced.value != without.value:
                    raise AssertionError(
                        f"{strategy} with {name} finds {enhanced.value} at depth {depth} of {at}"
                    )
            if not (strategy == "alphabeta" and not arguments):  # that is the plain one
                yield {
                    "at": at,
                    "line": name,
                    "base": PLAIN,
                    "x": depths,
                    "y": [each.leaves for each in found],
                }


def enhancement_curves(positions: dict[str, tuple[str, ...]] = POSITIONS) -> Curves:
    """Return the leaves of every strategy with every enhancement by depth, in games and random trees."""
    starts = [grown(game, position) for game, places in positions.items() for position in places]
    series = [line for start in starts for line in _lines(start)]
    known = [line["at"] for line in series]
    return Curves(
        title="Leaves by depth, with enhancements and without",
        choices=choices("game", "position", "strategy"),
        start=GAME if GAME in known else known[0],
        lines={"label": "enhancements", "names": [PLAIN, *ENHANCEMENTS], "shown": [PLAIN, "fixed ordering"]},
        relative=f"in % of {PLAIN}",
        x={"label": "depth"},
        y={"label": "leaves", "log": True, "digits": 0},
        at=max(series[0]["x"]),
        series=series,
    )


def leaves_at_start(curves: Curves) -> pd.DataFrame:
    """Return with what the curves start: depth, plain and enhanced."""
    own = {line["line"]: line for line in curves.state["series"] if line["at"] == list(curves.state["start"])}
    plain, enhanced = (own[name] for name in curves.state["lines"]["shown"])
    return pd.DataFrame({"depth": plain["x"], "plain": plain["y"], "enhanced": enhanced["y"]})


TREES = ((3, 4, 4), (3, 4, 5), (2, 6, 4), (4, 3, 4))
"""Width, depth and seed of the trees that processors work on."""

PROCESSORS = (*range(1, 9), 10, 12, 16)
RUN = ["tree-splitting", 3, 4, 4, 4]
"""Where the machine starts: strategy, width, depth, seed and processors."""


def machine() -> Machine:
    """Return the timelines of all parallel strategies on small trees, for several numbers of processors."""
    runs = []
    for strategy in METHODS:
        for width, depth, seed in TREES:
            for k in PROCESSORS:
                found = run(strategy, width, depth, seed, k)
                bars = [number for bar in bars_of(found.timeline) for number in bar]
                counted = {name: getattr(found, name) for name in ("time", "value", "nodes", "visits")}
                at = [strategy, width, depth, seed, k]
                runs.append({"at": at, **counted, "busy": round(100 * found.busy), "bars": bars})
    return Machine(
        title="k processors at work on one tree",
        choices=choices("strategy", "width", "depth", "seed", "processors", sliders=["processors"]),
        start=RUN,
        runs=runs,
    )


def run(strategy: str, width: int, depth: int, seed: int, processors: int) -> Simulation:
    """Return what processors do on one unordered tree.

    >>> run(*RUN).time
    33
    """
    tree = generate("uniform", width=width, depth=depth, scheme="unordered", seed=seed)
    return simulate(tree, strategy, processors)


def describe_run(found: Simulation) -> str:
    """Return a run in words."""
    return (
        f"Timeline of {found.method} on {found.processors} processors: value {found.value} after {found.time} units; "
        f"{100 * found.busy:.0f} % busy."
    )
