"""Do simulations tell about programs?  Leaf counts on random trees, and on games with deepening and a table."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

import gametree as gt
from companion.beyond.claims import Asked
from companion.published.claims import Case, Finding, case_of_mean, finding
from gametree import enhance, games
from gametree.games.game import CHESS_BY_MOBILITY
from gametree.games.game_tree import GameTree
from gametree.tree import NestedArrays

SEARCHES = ("alphabeta", "pvs", "scout", "sss*", "mtd(f)")
"""What is compared, with and without memory; MTD(f) begins at 0, or at the value of the depth before."""

NAMES = {"alphabeta": "Alphabeta", "pvs": "PVS", "scout": "Scout", "sss*": r"SSS\*", "mtd(f)": "MTD(f)"}
"""What they are called in sentences of Markdown."""

RANKED = SEARCHES[:4]
"""Those of them that the thesis ranks in Table I."""

TABLE = 2**18
"""Entries of the transposition table: more than any search here stores."""

SIZES = ((3, 8), (5, 6), (10, 4))
FIFTH = 0.2
FINE, COARSE = "its own", "coarse"
EVALUATIONS = (FINE, COARSE)

Played = dict[tuple[str, str, str], np.ndarray]
"""Leaves by game, evaluation and memory."""

STEPS = 4
"""How many steps of the coarse evaluation the typical distance of an estimate from the middle is worth."""

MIDDLE = "chess middle games"
"""What was asked later, with claims of its own: chess with another evaluation, material and mobility."""

POSITIONS: Mapping[str, tuple[str, ...]] = {
    "tic-tac-toe": (),
    "connect-four": ("opening", "middle game"),
    "checkers": ("opening", "middle game"),
    "chess": ("ending",),
    MIDDLE: ("middle game",),
}
"""Game -> phases of its named positions; tic-tac-toe has none."""

FIRST_ASKED = tuple(game for game in POSITIONS if game != MIDDLE)
"""The games that the claims without MIDDLE are about."""


def game_of(name: str) -> games.Game:
    """Return the game of an entry of `POSITIONS`.

    >>> game_of(MIDDLE).name
    'chess'
    """
    return CHESS_BY_MOBILITY if name == MIDDLE else games.game_named(name)


def starts(game: str) -> list[str]:
    """Return where a game is searched from: its named positions, for tic-tac-toe the board after each first move.

    >>> len(starts("tic-tac-toe")), len(starts("connect-four"))
    (9, 7)
    """
    if game == "tic-tac-toe":
        return [move.position for move in game_of(game).moves()]
    named = games.named_positions(game_of(game).name)
    return [each.position for each in named if each.phase in POSITIONS[game]]


def unfolded(game: str, position: str, most: int) -> GameTree:
    """Return the deepest tree of a position that has about `most` nodes or fewer.

    >>> unfolded("tic-tac-toe", starts("tic-tac-toe")[0], most=500).depth
    3
    """
    played, depth = game_of(game), 1
    while depth < played.deepest and games.expected_nodes(played, depth + 1, position) <= most:
        depth += 1
    return games.unfold(played, depth, position)


def coarse(tree: GameTree) -> GameTree:
    """Return the tree with an evaluation of few values: the same, rounded to steps of the typical distance / `STEPS`.

    >>> tree = unfolded("connect-four", starts("connect-four")[0], most=3000)
    >>> len(set(coarse(tree).estimate)) < len(set(tree.estimate))
    True
    """
    ordinary = np.abs(tree.estimate) < games.WIN / 2
    spread = float(np.median(np.abs(tree.estimate[ordinary] - np.median(tree.estimate[ordinary]))))
    unit = max(1.0, STEPS * spread)
    estimate = np.where(ordinary, np.round(tree.estimate / unit), tree.estimate)
    shape = tree.nested_arrays
    values = np.where(np.isnan(shape.values), np.nan, estimate)
    return GameTree(NestedArrays(shape.end, shape.parent, values), tree.position, tree.move, estimate)


def counted(tree: GameTree) -> dict[str, list[int]]:
    """Return the leaves of all searches, without memory, and with deepening and a table."""
    return {
        "without": [gt.search(tree, name).leaves for name in SEARCHES],
        "with": [enhance.search(tree, name, table=TABLE, deepening=True).leaves for name in SEARCHES],
    }


def spread(counts: np.ndarray) -> tuple[float, float]:
    """Return by how much the most leaves exceed the fewest, among sums over trees; and its standard error, by jackknife.

    >>> spread(np.array([[100.0, 150.0], [100.0, 150.0]]))
    (0.5, 0.0)
    """
    total = counts.sum(axis=0)
    found = float(total.max() / total.min() - 1)
    if len(counts) < 2:
        return found, math.inf
    sums = total - counts
    left_out = sums.max(axis=1) / sums.min(axis=1) - 1
    n = len(counts)
    return found, float(math.sqrt((n - 1) / n * ((left_out - left_out.mean()) ** 2).sum()))


@dataclass(frozen=True)
class ProgramsStudy(Asked):
    """The measurements of the section: the entries of the notebook's parameter ``programs``.

    Attributes
    ----------
    trees : int
        Random trees of each size.
    nodes, chess_nodes : int
        About how many nodes a tree of a game may have; of an ending of chess, fewer.
    positions : int
        At most so many positions a game.
    larger : int
        How many times as many nodes the second sample has, of all positions there are.
    seed : int
        Where randomness comes from.
    """

    section = "programs"

    trees: int
    nodes: int
    chess_nodes: int
    positions: int
    larger: int
    seed: int

    @cached_property
    def simulated(self) -> dict[tuple[int, int], np.ndarray]:
        """Leaves on random unordered trees without memory, by size; one row per tree."""
        found = {}
        for width, depth in SIZES:
            size: dict[str, Any] = {"width": width, "depth": depth, "scheme": "unordered", "seed": self.seed}
            forest = (gt.generate("uniform", number=number, **size) for number in range(self.trees))
            counts = [[gt.search(tree, name).leaves for name in SEARCHES] for tree in forest]
            found[width, depth] = np.array(counts, dtype=float)
        return found

    @cached_property
    def played(self) -> Played:
        """Leaves on games, by game, evaluation and memory; one row per position."""
        return self._played(1, self.positions)

    @cached_property
    def played_deeper(self) -> Played:
        """The same on larger trees."""
        return self._played(self.larger, None)

    def _played(self, times: int, positions: int | None) -> Played:
        found: dict[tuple[str, str, str], list[list[int]]] = {}
        for game in POSITIONS:
            most = times * (self.chess_nodes if game == "chess" else self.nodes)
            for position in starts(game)[:positions]:
                tree = unfolded(game, position, most)
                for evaluation, each in ((FINE, tree), (COARSE, coarse(tree))):
                    for memory, leaves in counted(each).items():
                        found.setdefault((game, evaluation, memory), []).append(leaves)
        return {key: np.array(rows, dtype=float) for key, rows in found.items()}

    def _samples(self) -> Iterator[tuple[tuple[str, ...], np.ndarray]]:
        """Yield all leaves that were counted, by trees, evaluation, memory and sample."""
        for (width, depth), counts in self.simulated.items():
            yield (f"U({width},{depth})", "random", "without", "first"), counts
        for sample, played in (("first", self.played), ("larger", self.played_deeper)):
            for key, counts in played.items():
                yield (*key, sample), counts

    @cached_property
    def leaves(self) -> pd.DataFrame:
        """Mean leaves by trees, evaluation, memory, sample and search, and in times of the fewest."""
        rows = []
        for key, counts in self._samples():
            mean = counts.mean(axis=0)
            rows += [
                (*key, name, mean[k], mean[k] / mean.min(), len(counts)) for k, name in enumerate(SEARCHES)
            ]
        columns = ["trees", "evaluation", "memory", "sample", "search", "mean", "in times of the fewest", "n"]
        return pd.DataFrame(rows, columns=columns)

    @cached_property
    def spreads(self) -> pd.DataFrame:
        """By how much the most leaves exceed the fewest, by trees, evaluation, memory and sample."""
        rows = [(*key, *spread(counts)) for key, counts in self._samples()]
        return pd.DataFrame(rows, columns=["trees", "evaluation", "memory", "sample", "spread", "error"])

    def _spreads(self, memory: str, sample: str) -> pd.DataFrame:
        """Return the spreads of the games first asked about, with or without memory."""
        return self._part(
            self.spreads["trees"].isin(FIRST_ASKED) & (self.spreads["sample"] == sample), memory
        )

    def _part(self, part: pd.Series[bool], memory: str) -> pd.DataFrame:
        found = self.spreads[part & (self.spreads["memory"] == memory)]
        return found.set_index(["trees", "evaluation", "sample"])[["spread", "error"]]

    def ranking(self, counts: np.ndarray) -> tuple[str, ...]:
        """Return the searches of Table I from the fewest leaves to the most."""
        total = counts.sum(axis=0)[: len(RANKED)]
        return tuple(RANKED[k] for k in np.argsort(total, kind="stable"))

    # -- what is judged ------------------------------------------------------------------------------------------------

    @cached_property
    def findings(self) -> list[Finding]:
        """What was measured for every claim that was written down beforehand."""
        random = self.spreads["evaluation"] == "random"
        simulated = self.spreads[random][["spread", "error"]]
        with_memory, without = (self._spreads(memory, "first") for memory in ("with", "without"))
        order = self.ranking(self.simulated[5, 6])
        same = [
            self.ranking(counts) == order
            for game in FIRST_ASKED
            for counts in _with_memory(game, self.played)
        ]
        middle = _with_memory(MIDDLE, self.played) + _with_memory(MIDDLE, self.played_deeper)
        same_in_middle = [self.ranking(counts) == order for counts in middle]
        of_middle = self.spreads["trees"] == MIDDLE  # in both samples
        middle_with, middle_without = (self._part(of_middle, memory) for memory in ("with", "without"))
        return [
            finding(
                "programs-simulations",
                [Case(s - FIFTH, e) for s, e in simulated.itertuples(index=False)],
                f"spreads from {simulated['spread'].min():.0%} to {simulated['spread'].max():.0%}",
            ),
            _under_a_fifth("programs-spread", with_memory),
            _less_than_without("programs-memory", with_memory, without),
            _in_order("programs-ranking", same),
            _ahead_of_pvs("programs-mtd", [c for g in FIRST_ASKED for c in _with_memory(g, self.played)]),
            _under_a_fifth("programs-spread-larger", self._spreads("with", "larger")),
            _ahead_of_pvs(
                "programs-mtd-larger", [c for g in FIRST_ASKED for c in _with_memory(g, self.played_deeper)]
            ),
            _under_a_fifth("programs-spread-middle", middle_with),
            _less_than_without("programs-memory-middle", middle_with, middle_without),
            _in_order("programs-ranking-middle", same_in_middle),
            _ahead_of_pvs("programs-mtd-middle", middle),
        ]

    @cached_property
    def prose(self) -> dict[str, float | str]:
        """The numbers that the prose of the notebook names."""
        found = self.claims.set_index("id")
        return {
            **{f"verdict {name}": verdict for name, verdict in found["verdict"].items()},
            **{f"note {name}": note for name, note in found["what we found"].items()},
            **{
                f"median {memory}, {sample}": float(self._spreads(memory, sample)["spread"].median())
                for memory in ("with", "without")
                for sample in ("first", "larger")
            },
            "order": ", ".join(NAMES[name] for name in self.ranking(self.simulated[5, 6])),
            "over a fifth": int((self._spreads("with", "first")["spread"] >= FIFTH).sum()),
            "over a fifth, larger": int((self._spreads("with", "larger")["spread"] >= FIFTH).sum()),
            "classes": len(self._spreads("with", "first")),
            "positions": sum(len(starts(game)[: self.positions]) for game in FIRST_ASKED),
            "all positions": sum(len(starts(game)) for game in FIRST_ASKED),
            "middle games": len(starts(MIDDLE)),
        }


def _under_a_fifth(claim: str, spreads: pd.DataFrame) -> Finding:
    low, high = spreads["spread"].min(), spreads["spread"].max()
    cases = [Case(FIFTH - s, e) for s, e in spreads.itertuples(index=False)]
    return finding(claim, cases, f"spreads from {low:.1%} to {high:.1%}")


def _with_memory(game: str, played: Played) -> list[np.ndarray]:
    """Return the leaves of a game with deepening and a table, an array for each evaluation."""
    return [counts for (name, _, memory), counts in played.items() if (name, memory) == (game, "with")]


def _less_than_without(claim: str, with_memory: pd.DataFrame, without: pd.DataFrame) -> Finding:
    low, high = without["spread"].min(), without["spread"].max()
    less = list(with_memory["spread"] < without["spread"])
    return finding(claim, less, f"without memory, spreads from {low:.0%} to {high:.0%}")


def _in_order(claim: str, same: list[bool]) -> Finding:
    return finding(claim, same, f"the order of U(5,6) in {sum(same) or 'none'} of {len(same)}")


def _ahead_of_pvs(claim: str, played: list[np.ndarray]) -> Finding:
    pvs, mtd = SEARCHES.index("pvs"), SEARCHES.index("mtd(f)")
    gains = [np.log(counts[:, pvs] / counts[:, mtd]) for counts in played]
    cases = [case_of_mean(gain) for gain in gains]
    more = np.expm1(np.mean([case.effect for case in cases]))
    return finding(
        claim,
        cases,
        f"PVS examines {abs(more):.1%} {'more' if more >= 0 else 'fewer'} leaves (geometric mean)",
    )
