"""Everything that notebook 04 measures; each experiment is run once, on first use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import pandas as pd

from companion.progress import part
from companion.published.claims import Finding
from companion.speedups import enhancement_study, findings, parallel_study
from companion.speedups.enhancement_study import MEMORIES, ORDERED, Start
from companion.speedups.parallel_study import FEW
from gametree import games, lazy_tree, search
from gametree.generate import generate
from gametree.parallel import METHODS, Simulation, search_in_threads, simulate

Sizes = Sequence[Sequence[int]]

SHOWN_GAMES = (("tic-tac-toe", 9), ("connect-four", 7), ("checkers", 8), ("chess", 3))
"""The games whose trees the page describes, from the start, and how deep."""

KEYS = {
    "trees": ("random", "parallel", "splitting", "parts", "graphs"),
    "depths": ("random", "games", "boards", "enhancements", "checkers", "processor trees"),
    "sizes": ("splitting", "sorted", "bounds", "parts"),
}
"""What the grouped parameters must hold."""


class Threaded(NamedTuple):
    """Real threads beside one: leaves of the tree, runs, and how many had the same value and move."""

    leaves: int
    runs: int
    same: int


@dataclass(frozen=True)
class Study:
    """The experiments of chapter 4; the arguments have the names of the notebook's parameters.

    Parameters
    ----------
    trees : mapping
        How many random trees: ``random`` per kind and depth, ``parallel`` and ``splitting`` per size for parallel
        searches and for tree-splitting, whose small steps need many; ``parts`` per size for SSS* on parts (the source
        has 50, too few for what it says of the most expensive); ``graphs`` for careless tables.
    depths : mapping
        How deep: lists for ``random`` trees, ``games`` and ``boards`` of G-games; numbers for all
        ``enhancements`` together, ``checkers`` and ``processor trees``.
    sizes : mapping
        Widths and depths of uniform trees, for tree-``splitting``, ``sorted`` trees, ``bounds`` and ``parts`` of SSS*.
    most_nodes : int
        About the largest tree of a game that is measured.
    checkers_positions : int
        Positions per phase of the game.
    bound_quantiles : sequence of float
        Where a second SSS* starts.
    threaded_runs : int
        Runs of real threads.
    seed : int
        Where randomness comes from.
    widths : sequence of int
        Moves that are searched in pawn endings.
    processors : sequence of int
        The simulated machines.

    Raises
    ------
    ValueError
        If one of the first three has other keys than `KEYS`.
    """

    trees: Mapping[str, int]
    depths: Mapping[str, Any]
    sizes: Mapping[str, Sizes]
    most_nodes: int
    checkers_positions: int
    bound_quantiles: Sequence[float]
    threaded_runs: int
    seed: int
    widths: Sequence[int] = (2, 3, 4, 6)
    processors: Sequence[int] = (1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32, 64)

    def __post_init__(self) -> None:
        """Refuse groups that lack a key or have one that nothing reads."""
        for name, keys in KEYS.items():
            given = getattr(self, name)
            if set(given) != set(keys):
                raise ValueError(f"{name} has the keys {', '.join(given)}: they must be {', '.join(keys)}")

    def _pairs(self, name: str) -> list[tuple[int, int]]:
        # Parameters come from a file, which has lists only.
        return [(width, depth) for width, depth in self.sizes[name]]

    # -- ordering, transposition table, killers ------------------------------------------------------------------------

    @cached_property
    def games(self) -> pd.DataFrame:
        """The trees of four games: nodes, leaves, different positions, what Alphabeta examines, the value."""
        rows = []
        for name, depth in SHOWN_GAMES:
            tree, game = games.unfold(name, depth), games.GAMES[name]
            found, positions = search(tree, "alphabeta"), len(set(tree.position.tolist()))
            numbers = (depth, tree.n_nodes, tree.n_leaves, positions, found.leaves, found.value)
            rows.append((game.title, *numbers, game.estimates))
        names = ["game", "depth", "nodes", "leaves", "positions", "Alphabeta's leaves", "value"]
        return pd.DataFrame(rows, columns=[*names, "what the evaluation counts"])

    @cached_property
    def random_starts(self) -> list[Start]:
        """Random trees of three kinds."""
        return [
            start
            for scheme, width in (("integer-dependent", 3), ("incremental", 3), ("incremental-real", 3))
            for start in enhancement_study.random_trees(scheme, width, self.trees["random"], self.seed)
        ]

    @cached_property
    def game_starts(self) -> list[Start]:
        """The named positions of three games."""
        return [
            start
            for name, phase in (("connect-four", None), ("checkers", None), ("chess", "ending"))
            for start in enhancement_study.named_starts(name, phase, self.most_nodes)
        ]

    @cached_property
    def boards(self) -> list[Start]:
        """G-games on random boards."""
        return enhancement_study.g_games(14, self.trees["random"], self.seed)

    @part
    def ordering(self) -> pd.DataFrame:
        """Fixed and dynamic ordering on random trees and games."""
        parts = (
            enhancement_study.measure(self.random_starts, self.depths["random"], ORDERED),
            enhancement_study.measure(self.game_starts, self.depths["games"], ORDERED),
        )
        return pd.concat(parts, ignore_index=True)

    @part
    def correlations(self) -> pd.DataFrame:
        """How static values go with backed-up ones."""
        return enhancement_study.correlations(self.game_starts + self.boards + self.random_starts, 4)

    @part
    def careless(self) -> pd.DataFrame:
        """Tables that forget what their entries mean."""
        return enhancement_study.careless_tables(self.trees["graphs"], self.seed)

    @part
    def memories(self) -> pd.DataFrame:
        """Table and killers in games."""
        parts = (
            enhancement_study.measure(self.boards, self.depths["boards"], MEMORIES),
            enhancement_study.measure(self.game_starts, self.depths["games"], MEMORIES),
        )
        return pd.concat(parts, ignore_index=True)

    @part
    def table_sizes(self) -> pd.DataFrame:
        """Tables of several sizes."""
        entries = enhancement_study.table_sizes([2**k for k in range(2, 17, 2)])
        return enhancement_study.measure(
            self.boards + self.game_starts, [self.depths["enhancements"]], entries
        )

    @part
    def killers(self) -> pd.DataFrame:
        """Killers in pawn endings of chess, from depth 3 on, for several widths."""
        endings = enhancement_study.named_starts("chess", "ending", self.most_nodes)
        depths = [depth for depth in self.depths["games"] if depth >= 3]
        parts = (enhancement_study.measure(endings, depths, MEMORIES, width=width) for width in self.widths)
        return pd.concat(parts, ignore_index=True)

    @part
    def effects(self) -> pd.DataFrame:
        """Ordering, table and killers, each with and without, in all combinations."""
        starts = self.boards + self.game_starts
        return enhancement_study.summary(enhancement_study.factorial(starts, self.depths["enhancements"]))

    # -- parallel search -----------------------------------------------------------------------------------------------

    @cached_property
    def small(self) -> dict[tuple[str, int], Simulation]:
        """A tree that can be shown, searched by one and by four processors: method and processors -> simulation."""
        tree = generate("uniform", width=4, depth=4, scheme="unordered", seed=self.seed)
        runs = (("tree-splitting", 1), ("tree-splitting", 4), ("young-brothers-wait", 4))
        return {(method, k): simulate(tree, method, k) for method, k in runs}

    @part
    def cut_offs(self) -> pd.DataFrame:
        """The cut-offs of tree-splitting on U(3,6)."""
        return parallel_study.count_cut_offs(3, 6, FEW, self.trees["parallel"], self.seed)

    @part
    def tree_splitting(self) -> pd.DataFrame:
        """Tree-splitting on uniform trees."""
        return parallel_study.on_uniform_trees(
            self._pairs("splitting"), ["tree-splitting"], self.processors, self.trees["splitting"], self.seed
        )

    @part
    def distributions(self) -> pd.DataFrame:
        """Tree-splitting on U(4,5) with static values from several distributions."""
        return parallel_study.by_distribution(
            (4, 5), "tree-splitting", [FEW, 16], self.trees["parallel"], self.seed
        )

    @part
    def checkers(self) -> pd.DataFrame:
        """Tree-splitting and parallel Scout on positions of checkers."""
        return parallel_study.on_positions(
            ["opening", "middle game", "ending"],
            self.depths["checkers"],
            ["tree-splitting", "parallel-scout"],
            self.processors,
            positions=self.checkers_positions,
        )

    @part
    def processor_trees(self) -> pd.DataFrame:
        """Processor trees on middle games of checkers."""
        positions = games.named_positions("checkers", "middle game")[: self.checkers_positions]
        return parallel_study.processor_trees_on_positions(
            positions, self.depths["processor trees"], parallel_study.SHAPES
        )

    @part
    def sorted_trees(self) -> pd.DataFrame:
        """Processor trees on trees whose children are sorted."""
        return parallel_study.on_sorted_trees(self._pairs("sorted"), parallel_study.SHAPES, self.seed)

    @part
    def bounds(self) -> pd.DataFrame:
        """A second SSS* with other starting bounds."""
        return parallel_study.by_starting_bound(
            self._pairs("bounds"), self.bound_quantiles, self.trees["parallel"], self.seed
        )

    @part
    def parts(self) -> pd.DataFrame:
        """The children of the root, searched by a process each."""
        return parallel_study.on_parts(self._pairs("parts"), self.trees["parts"], self.seed)

    @part
    def methods(self) -> pd.DataFrame:
        """All methods that take any number of processors, on the first and the last size of tree-splitting."""
        sizes = self._pairs("splitting")
        names = [name for name in METHODS if name != "sss*-bounds"]
        machines = [1, 2, 4, 8, 16, 32, 64]
        return parallel_study.on_uniform_trees(
            [sizes[0], sizes[-1]], names, machines, self.trees["parallel"], self.seed
        )

    @cached_property
    def threaded(self) -> Threaded:
        """Young brothers wait in two real threads, on a tree that is never stored, against one thread."""
        large = lazy_tree(width=5, depth=11, scheme="unordered", seed=self.seed)
        once = search(large, "alphabeta")
        runs = [search_in_threads(large, threads=2) for _ in range(self.threaded_runs)]
        same = sum((run.value, run.move) == (once.value, once.move) for run in runs)
        return Threaded(large.n_leaves, len(runs), same)

    # -- what is found and kept --------------------------------------------------------------------------------------

    @cached_property
    def found(self) -> list[Finding]:
        """What was found for all claims."""
        return findings.measures.findings(self)

    @cached_property
    def judged(self) -> pd.DataFrame:
        """All claims with their verdicts, as the scorecard takes them."""
        return findings.judged(self)

    def results(self) -> dict[str, pd.DataFrame]:
        """Return what is saved beside the verdicts: name of the file -> frame."""
        return {
            "ordering": self.ordering,
            "memories": self.memories,
            "killers": self.killers,
            "table_sizes": self.table_sizes,
            "effects": self.effects,
            "tree_splitting": parallel_study.means_over_trees(self.tree_splitting),
            "checkers": self.checkers,
            "processor_trees": pd.concat([self.sorted_trees, self.processor_trees], ignore_index=True),
            "starting_bounds": self.bounds,
            "parts": self.parts,
            "methods": self.methods,
        }
