"""Savings by ordering, transposition tables and killers (Muszycka 1985, sections 4.2 to 4.4).

- `measure`: one row per tree and search.
- `factorial`: ordering, table and killers, each with and without, in all combinations.
- `careless_tables`: what goes wrong with a table that forgets what its entries mean.
- `Start`: where the measurements begin, trees that can be grown to any depth.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import product
from math import inf
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from gametree import games
from gametree._checks import check_count, check_name
from gametree.enhance.reference import Table, TableEntry
from gametree.enhance.run import STRATEGIES, EnhancedResult, Options, search, search_in_python
from gametree.experiment.runner import results
from gametree.games.g_game_evaluation import E2
from gametree.games.game_tree import GameTree, growing_tree, narrowed
from gametree.games.graphs import g_game_tree, random_graph_tree
from gametree.generate.random import cell_number
from gametree.theory.optimality import fewest_leaves
from gametree.tree import MAX_DEPTH, Tree

TABLE = 2**18
"""Entries of the tables in measurements: more than any search there stores, unless said otherwise."""

KILLERS = 2
"""Killers per level in measurements, unless said otherwise."""

Searches = Mapping[str, Mapping[str, Any]]
"""Label -> the arguments of `search`, `strategy` included; `spreads` is a margin in units of `spread`."""

ORDERED: Searches = {
    "alphabeta": {"strategy": "alphabeta"},
    "alphabeta, fixed": {"strategy": "alphabeta", "ordering": "fixed"},
    "alphabeta, dynamic": {"strategy": "alphabeta", "ordering": "dynamic"},
    "alphabeta, patient": {"strategy": "alphabeta", "ordering": "dynamic", "spreads": 1},
    "pvs": {"strategy": "pvs"},
    "pvs, fixed": {"strategy": "pvs", "ordering": "fixed"},
    "pvs, dynamic": {"strategy": "pvs", "ordering": "dynamic"},
}
"""What section 4.2 compares; the patient one puts a child back only if it disappoints by as much as positions differ."""

MEMORIES: Searches = {
    "none": {"strategy": "alphabeta"},
    "table": {"strategy": "alphabeta", "table": TABLE},
    "table, deeper too": {"strategy": "alphabeta", "table": TABLE, "rule": "deeper"},
    "killers": {"strategy": "alphabeta", "killers": KILLERS},
    "table and killers": {"strategy": "alphabeta", "table": TABLE, "killers": KILLERS},
}
"""What sections 4.3 and 4.4 compare."""


def table_sizes(sizes: Sequence[int]) -> Searches:
    """Return Alphabeta without a table, and with tables of so many entries."""
    tables = {f"table {size}": {"strategy": "alphabeta", "table": size} for size in sizes}
    return {"none": {"strategy": "alphabeta"}, **tables}


KEYS = ["game", "start", "width", "depth"]
"""What is searched."""

COLUMNS = (*KEYS, "search", *Options._fields, *EnhancedResult._fields, "all", "fewest")


def measure(
    starts: Sequence[Start], depths: Sequence[int], searches: Searches, *, width: int | None = None
) -> pd.DataFrame:
    """Search every start to every depth in several ways.

    Parameters
    ----------
    starts : sequence of Start
        What to search.
    depths : sequence of int
        How deep; a start is left out where that is beyond its `deepest`.
    searches : mapping
        Label -> arguments of `search`.
    width : int, optional
        How many moves are searched in each position, the most promising ones; all if left out.

    Returns
    -------
    DataFrame
        One row per start, depth and search: `COLUMNS`, which are the options and the results of the search,
        all leaves of the tree, and the fewest that can prove its value.  `width` is 0 where all moves are
        searched.
    """
    cases = [
        (start, depth, width or 0, searches) for start in starts for depth in depths if depth <= start.deepest
    ]
    rows = [row for rows in results(_rows, cases) for row in rows]
    return pd.DataFrame(rows, columns=list(COLUMNS))


def _rows(case: tuple[Start, int, int, Searches]) -> list[tuple[Any, ...]]:
    start, depth, width, searches = case
    tree = start.grow(depth)
    if width:
        tree = narrowed(tree, width)
    least = fewest_leaves(tree)
    rows = []
    for label, given in searches.items():
        arguments = dict(given)
        if "spreads" in arguments:
            arguments["margin"] = arguments.pop("spreads") * spread(tree)
        options, result = Options(**arguments), search(tree, **arguments)
        rows.append((start.game, start.name, width, depth, label, *options, *result, tree.n_leaves, least))
    return rows


def spread(tree: GameTree) -> float:
    """Return how much estimates differ after two moves: the median distance from their median."""
    estimates = tree.estimate[tree.level == min(2, tree.depth)]
    return float(np.median(np.abs(estimates - np.median(estimates))))


def saved(frame: pd.DataFrame, without: str) -> pd.DataFrame:
    """Return the frame with `saved`: by how many per cent each search has fewer leaves than the one called `without`."""
    check_name("without", without, frame["search"].unique())
    base = frame[frame["search"] == without].set_index(KEYS)["leaves"]
    before = base.reindex(frame.set_index(KEYS).index).to_numpy()
    return frame.assign(saved=100 * (1 - frame["leaves"].to_numpy() / before))


def correlations(starts: Sequence[Start], depth: int) -> pd.DataFrame:
    """Return how static values go with backed-up ones: the rank correlation over all internal nodes of a level.

    Columns: game, start, level, nodes, correlation (NaN where one of the two is constant).
    """
    rows = []
    for start in starts:
        tree = start.grow(depth)
        for level in range(1, depth):
            nodes = np.flatnonzero((tree.level == level) & (tree.fan_out > 0))
            value = _rank_correlation(tree, nodes)
            rows.append((start.game, start.name, level, len(nodes), value))
    return pd.DataFrame(rows, columns=["game", "start", "level", "nodes", "correlation"])


def _rank_correlation(tree: GameTree, nodes: Any) -> float:
    from scipy.stats import rankdata

    ranks = [rankdata(values[nodes]) for values in (tree.estimate, tree.backed_up)] if len(nodes) > 1 else []
    if not ranks or any(rank.min() == rank.max() for rank in ranks):
        return float("nan")
    return float(np.corrcoef(*ranks)[0, 1])


EFFECTS = {
    "ordering": (1, 0, 0),
    "table": (0, 1, 0),
    "killers": (0, 0, 1),
    "ordering × table": (1, 1, 0),
    "ordering × killers": (1, 0, 1),
    "table × killers": (0, 1, 1),
    "all three": (1, 1, 1),
}
"""Name of an effect -> which factors take part."""


def combinations() -> Searches:
    """Return all searches of the experiment; a label is the strategy and a 0 or 1 per factor."""
    return {
        f"{strategy} {ordering}{table}{killers}": {
            "strategy": strategy,
            "ordering": "fixed" if ordering else "none",
            "table": TABLE * table,
            "killers": KILLERS * killers,
        }
        for strategy in STRATEGIES
        for ordering, table, killers in product((0, 1), repeat=3)
    }


def factorial(starts: Sequence[Start], depth: int) -> pd.DataFrame:
    """Return the effects of enhancements and their interactions, one row per game, start, strategy and effect.

    The columns are game, start, strategy, effect and log2: the mean change of log2(leaves) when the factor
    is added, over all combinations of the others.  An interaction is half the difference that one factor
    makes to the effect of the other: negative if they help each other, positive if they do the same work
    twice.
    """
    frame = measure(starts, [depth], combinations())
    levels = np.array(list(product((0, 1), repeat=3)))
    rows = []
    for (game, start), part in frame.groupby(["game", "start"], sort=False):
        costs = dict(zip(part["search"], np.log2(part["leaves"].to_numpy(dtype=float)), strict=True))
        for strategy in STRATEGIES:
            logs = np.array([costs[f"{strategy} {a}{b}{c}"] for a, b, c in levels])
            for effect, factors in EFFECTS.items():
                # A combination counts with + if an even number of the factors of the effect is left out.
                signs = np.prod(np.where(levels == 1, 1, -1) ** np.array(factors), axis=1)
                rows.append((game, start, strategy, effect, float(signs @ logs) / 4))
    return pd.DataFrame(rows, columns=["game", "start", "strategy", "effect", "log2"])


def summary(effects: pd.DataFrame) -> pd.DataFrame:
    """Return the mean effect per game, strategy and effect, with its standard error and, as `factor`, 2**mean."""
    grouped = effects.groupby(["game", "strategy", "effect"], sort=False)["log2"]
    table = grouped.agg(["mean", "std", "count"]).reset_index()
    error = table["std"].fillna(0) / np.sqrt(table["count"])
    return table.assign(error=error, factor=2 ** table["mean"]).drop(columns="std")


class BoundAsValue(Table):
    """Careless: takes whatever a search has returned as the value, although it may be a bound only."""

    def store(self, new: TableEntry) -> None:
        """Store a bound as a value."""
        value = new.lower if new.lower > -inf else new.upper
        super().store(TableEntry(new.position, new.draft, value, value, new.move))

    def merged(self, old: TableEntry, new: TableEntry) -> TableEntry:
        """Keep the latest."""
        return new


class NoDepth(Table):
    """Careless: takes an entry for a search of any depth."""

    def usable(self, entry: TableEntry, depth: int) -> bool:
        """Take all."""
        return True


class OtherPlayer(Table):
    """Careless: takes bounds of the player to move for those of the opponent."""

    def store(self, new: TableEntry) -> None:
        """Store bounds with their signs changed."""
        super().store(TableEntry(new.position, new.draft, -new.upper, -new.lower, new.move))


CARELESS = {"a bound as a value": BoundAsValue, "any depth": NoDepth, "the other player's view": OtherPlayer}
"""Tables that give wrong values."""

CARELESS_ENTRIES = 2**10
CAREFUL = "careful"


def careless_tables(n: int, seed: int) -> pd.DataFrame:
    """Search random graphs, in which positions come back at other levels, with careful and careless tables.

    Parameters
    ----------
    n : int
        How many graphs.
    seed : int
        Where randomness comes from.

    Returns
    -------
    DataFrame
        One row per kind of table and strategy: table, strategy, graphs, wrong (how many values were not that of
        minimax).
    """
    n = check_count("n", n, 1, 10**6)
    trees = [
        random_graph_tree(positions=6, width=3, depth=6, largest=20, seed=seed + number)
        for number in range(n)
    ]
    kinds: dict[str, type[Table]] = {CAREFUL: Table, **CARELESS}
    rows = []
    for kind, memory in kinds.items():
        for strategy in STRATEGIES:
            wrong = sum(
                search_in_python(tree, strategy, table=CARELESS_ENTRIES, memory=memory).value
                != tree.plain(tree.backed_up[0])
                for tree in trees
            )
            rows.append((kind, strategy, n, wrong))
    return pd.DataFrame(rows, columns=["table", "strategy", "graphs", "wrong"])


MOST_NODES = 1_500_000
"""About how large a tree of a game may be to be measured."""


class Start(NamedTuple):
    """Something to search, as deep as one likes.

    Attributes
    ----------
    game : str
        What kind of tree it is: a game, or a scheme of random trees.
    name : str
        Which one of the kind.
    grow : callable
        Depth -> tree; a function of a module, perhaps with arguments, so that another process can call it.
    deepest : int
        Deeper than this it is not measured.
    """

    game: str
    name: str
    grow: Callable[[int], GameTree]
    deepest: int = MAX_DEPTH


def random_trees(scheme: str, width: int, n: int, seed: int) -> list[Start]:
    """Return trees whose static values are sums along their paths (`growing_tree`); each depth has trees of its own."""
    return [
        Start(f"{scheme}, width {width}", str(number), partial(_grown, scheme, width, seed, number))
        for number in range(n)
    ]


def _grown(scheme: str, width: int, seed: int, number: int, depth: int) -> GameTree:
    return growing_tree(width=width, depth=depth, scheme=scheme, seed=seed, number=number)


def g_games(height: int, n: int, seed: int) -> list[Start]:
    """Return G-games on random boards, with Nau's evaluation e2."""

    def start(number: int) -> Start:
        random = np.random.default_rng([seed, cell_number("g-game", height), number])
        board = random.choice([-1, 1], size=height + 1).tolist()
        return Start("g-game", str(number), partial(_on_board, board))

    return [start(number) for number in range(n)]


def _on_board(board: list[int], depth: int) -> GameTree:
    return g_game_tree(board, depth, E2)


def named_starts(game: str, phase: str | None = None, most: int = MOST_NODES) -> list[Start]:
    """Return starts from the named positions of a game, each as deep as a tree of about `most` nodes goes."""

    def start(named: games.Named) -> Start:
        deepest = 0
        while games.expected_nodes(game, deepest + 1, named.position) <= most:
            deepest += 1
        return Start(game, named.name, partial(games.unfold, game, position=named.position), deepest)

    return [start(named) for named in games.named_positions(game, phase)]


def figure_43() -> GameTree:
    """Return a tree for Figure 43: p1 promises most, then p3 with 6, then p2; then p11 turns out to be worth 1.

    The scan has lost the other values of the figure, and all below its second level: these are ours.
    """
    nested = [[[1, 0], [9, 8]], [[2, 3], [3, 4]], [[6, 5], [7, 6]]]
    shape = Tree.from_nested(nested).nested_arrays
    estimate = [0, 8, 1, 1, 0, 9, 9, 8, 3, 3, 2, 3, 4, 3, 4, 6, 6, 6, 5, 7, 7, 6]
    n = len(shape.end)
    move = [-1] + [0] * (n - 1)
    for node in range(n):
        for number, child in enumerate(Tree(shape).children(node)):
            move[child] = number
    return GameTree(shape, np.arange(n), move, estimate)
