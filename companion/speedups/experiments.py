"""The experiments of notebook 04 that its verdicts rest on; their arguments have the names of its parameters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.speedups import enhancement_study, parallel_study
from companion.speedups.enhancement_study import MEMORIES, ORDERED, Start
from gametree import games

if TYPE_CHECKING:
    import pandas as pd

Sizes = Sequence[Sequence[int]]

FEW = 5
"""The machine on which methods are compared: both texts on saturation name it."""


def _pairs(sizes: Sizes) -> list[tuple[int, int]]:
    # Parameters come from a file, which has lists only.
    return [(width, depth) for width, depth in sizes]


# -- ordering, transposition table, killers ----------------------------------------------------------------------------


def random_starts(random_n: int, seed: int) -> list[Start]:
    """Return random trees of three kinds."""
    return [
        start
        for scheme, width in (("integer-dependent", 3), ("incremental", 3), ("incremental-real", 3))
        for start in enhancement_study.random_trees(scheme, width, random_n, seed)
    ]


def game_starts(most_nodes: int) -> list[Start]:
    """Return the named positions of three games."""
    return [
        start
        for name in ("connect-four", "checkers", "chess")
        for start in enhancement_study.named_starts(name, most=most_nodes)
    ]


def boards(random_n: int, seed: int) -> list[Start]:
    """Return G-games on random boards."""
    return enhancement_study.g_games(14, random_n, seed)


def ordering(
    random_n: int, random_depths: Sequence[int], game_depths: Sequence[int], most_nodes: int, seed: int
) -> pd.DataFrame:
    """Measure fixed and dynamic ordering on random trees and games."""
    import pandas as pd

    parts = (
        enhancement_study.measure(random_starts(random_n, seed), random_depths, ORDERED),
        enhancement_study.measure(game_starts(most_nodes), game_depths, ORDERED),
    )
    return pd.concat(parts, ignore_index=True)


def correlations(random_n: int, most_nodes: int, seed: int) -> pd.DataFrame:
    """Measure how static values go with backed-up ones."""
    starts = game_starts(most_nodes) + boards(random_n, seed) + random_starts(random_n, seed)
    return enhancement_study.correlations(starts, 4)


def memories(
    random_n: int, board_depths: Sequence[int], game_depths: Sequence[int], most_nodes: int, seed: int
) -> pd.DataFrame:
    """Measure table and killers on games."""
    import pandas as pd

    parts = (
        enhancement_study.measure(boards(random_n, seed), board_depths, MEMORIES),
        enhancement_study.measure(game_starts(most_nodes), game_depths, MEMORIES),
    )
    return pd.concat(parts, ignore_index=True)


def killers(game_depths: Sequence[int], most_nodes: int, widths: Sequence[int]) -> pd.DataFrame:
    """Measure killers in pawn endings of chess, from depth 3 on, for several widths."""
    import pandas as pd

    endings = enhancement_study.named_starts("chess", most=most_nodes)
    depths = [depth for depth in game_depths if depth >= 3]
    parts = (enhancement_study.measure(endings, depths, MEMORIES, width=width) for width in widths)
    return pd.concat(parts, ignore_index=True)


# -- parallel search ---------------------------------------------------------------------------------------------------


def cut_offs(parallel_trees: int, seed: int) -> pd.DataFrame:
    """Count the cut-offs of tree-splitting on U(3,6)."""
    return parallel_study.count_cut_offs(3, 6, FEW, parallel_trees, seed)


def means_over_trees(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the mean and the standard deviation over the trees of every size and machine: what is kept of many trees."""
    machine = ["size", "width", "depth", "method", "processors"]
    groups = frame.drop(columns=["tree", "value"]).groupby(machine, sort=False)
    means = groups.mean().assign(trees=groups.size())
    return means.join(groups.std().add_suffix(" sd")).reset_index()


def tree_splitting(
    parallel_sizes: Sizes, processors: Sequence[int], splitting_trees: int, seed: int
) -> pd.DataFrame:
    """Simulate tree-splitting on uniform trees."""
    return parallel_study.on_uniform_trees(
        _pairs(parallel_sizes), ["tree-splitting"], processors, splitting_trees, seed
    )


def distributions(parallel_trees: int, seed: int) -> pd.DataFrame:
    """Simulate tree-splitting on U(4,5) with static values from several distributions."""
    return parallel_study.by_distribution((4, 5), "tree-splitting", [FEW, 16], parallel_trees, seed)


def checkers(checkers_depth: int, checkers_positions: int, processors: Sequence[int]) -> pd.DataFrame:
    """Simulate tree-splitting and parallel Scout on positions of checkers."""
    return parallel_study.on_positions(
        ["opening", "middle game", "ending"],
        checkers_depth,
        ["tree-splitting", "parallel-scout"],
        processors,
        positions=checkers_positions,
    )


def processor_trees(processor_tree_depth: int, checkers_positions: int) -> pd.DataFrame:
    """Simulate processor trees on middle games of checkers."""
    positions = games.named_positions("checkers", "middle game")[:checkers_positions]
    return parallel_study.processor_trees_on_positions(positions, processor_tree_depth, parallel_study.SHAPES)


def sorted_trees(sorted_sizes: Sizes, seed: int) -> pd.DataFrame:
    """Simulate processor trees on trees whose children are sorted."""
    return parallel_study.on_sorted_trees(_pairs(sorted_sizes), parallel_study.SHAPES, seed)


def bounds(
    bound_sizes: Sizes, bound_quantiles: Sequence[float], parallel_trees: int, seed: int
) -> pd.DataFrame:
    """Give a second SSS* other starting bounds."""
    return parallel_study.by_starting_bound(_pairs(bound_sizes), bound_quantiles, parallel_trees, seed)


def parts(part_sizes: Sizes, part_trees: int, seed: int) -> pd.DataFrame:
    """Search the children of the root by a process each."""
    return parallel_study.on_parts(_pairs(part_sizes), part_trees, seed)
