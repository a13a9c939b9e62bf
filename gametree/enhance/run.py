"""Search the tree of a game with enhancements, and count the cost."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from gametree._checks import (
    UnknownNameError,
    as_float,
    check_count,
    check_flag,
    check_kind,
    check_name,
    shown,
    suggestion,
)
from gametree._memory import check_memory
from gametree.enhance import reference
from gametree.enhance.kernels import (
    AS_GIVEN,
    BYTES_PER_ENTRY,
    DEEPER,
    DYNAMIC,
    EQUAL,
    FIXED,
    MTD,
    N_COUNTS,
    EnhancedState,
    TableArrays,
    TreeArrays,
    WorkArrays,
    start,
)
from gametree.games.game_tree import GameTree

STRATEGIES = ("alphabeta", "pvs", "scout")
"""The strategies that can be enhanced."""

DRIVERS = {"mtd(f)": 0.0, "sss*": math.inf, "dual*": -math.inf}
"""Searches by minimal windows, with their first guess: MTD(f) begins at the previous depth's value, the others at a bound.

With a table that keeps everything, and without ties, ``"sss*"`` is SSS*, and ``"dual*"`` its dual.
"""

ORDERINGS = {"none": AS_GIVEN, "fixed": FIXED, "dynamic": DYNAMIC}
"""How children may be ordered."""

RULES = {"equal": EQUAL, "deeper": DEEPER}
"""Which entries of the table may replace a search."""

MOST_KILLERS = 64
LARGEST_TABLE = 2**40


class Options(NamedTuple):
    """The enhancements of a search, as the parameters of `search` describe them."""

    strategy: str
    ordering: str = "none"
    margin: float = 0.0
    table: int = 0
    rule: str = "equal"
    killers: int = 0
    deepening: bool = False


class EnhancedResult(NamedTuple):
    """The result of an enhanced search, and its cost; with deepening, counts are sums over all iterations.

    Attributes
    ----------
    value : the value of the root from MAX's point of view; an int if all leaves are whole numbers
    leaves, nodes : distinct leaves, and distinct nodes other than the root, that were entered
    visits : how often a node other than the root was entered
    evaluations : distinct nodes whose static value was read, to order them or as leaves
    lookups, hits, answers, replaced : of the table
        Lookups, those that found the position, those that made a search unnecessary; entries replaced.
    killer_tries, killer_cuts, other_tries, other_cuts : of children searched where a cut-off was possible
        Killers and others, and those of them that caused one.
    move : the 0-based index of a best child of the root, the first in the order of search; None if the root is a leaf

    Examples
    --------
    >>> import gametree as gt
    >>> tree = gt.games.random_graph_tree(positions=6, width=3, depth=6, largest=20, seed=1)
    >>> found = gt.enhance.search(tree, "scout", table=2**8)
    >>> found.value, found.move, found.leaves, found.lookups, found.answers
    (20, 1, 16, 33, 2)
    """

    value: float
    leaves: int
    nodes: int
    visits: int
    evaluations: int
    lookups: int
    hits: int
    answers: int
    replaced: int
    killer_tries: int
    killer_cuts: int
    other_tries: int
    other_cuts: int
    move: int | None


def search(
    tree: GameTree,
    strategy: str,
    *,
    ordering: str = "none",
    margin: float = 0.0,
    table: int = 0,
    rule: str = "equal",
    killers: int = 0,
    deepening: bool = False,
) -> EnhancedResult:
    """Search a tree with enhancements (Muszycka 1985, sections 4.2 to 4.4).

    Parameters
    ----------
    tree : GameTree
        The tree, with position, move and estimate at every node.
    strategy : {"alphabeta", "pvs", "scout", "mtd(f)", "sss*", "dual*"}
        Without any enhancement it enters the nodes that `gametree.search` enters; the last three need a table for that
        (`DRIVERS`).
    ordering : {"none", "fixed", "dynamic"}
        Whether children are searched in the order of their static values, revised as grandchildren are evaluated.
    margin : float
        Dynamic ordering: by how much the second best must exceed a child for the child to be moved back.
    table : int
        Entries of the transposition table, an even number; 0 for no table.  MemoryError if it would not fit.
    rule : {"equal", "deeper"}
        Whether only entries of the same depth may replace a search, which keeps the minimax value, or deeper ones too, as
        in Muszycka 1985.
    killers : int
        Killer moves per level; 0 for none.
    deepening : bool
        Whether to search to depth 1, 2, ... first, with estimates as the values at the horizon.  Table and killers are kept
        from one iteration to the next, so a position finds the best move of a shallower search there.

    Examples
    --------
    >>> import gametree as gt
    >>> tree = gt.games.growing_tree(width=4, depth=6, scheme="incremental", seed=1)
    >>> plain = gt.enhance.search(tree, "alphabeta")
    >>> ordered = gt.enhance.search(tree, "alphabeta", ordering="fixed")
    >>> ordered.value == plain.value, plain.leaves, ordered.leaves
    (True, 514, 141)
    """
    chosen = check(tree, Options(strategy, ordering, margin, table, rule, killers, deepening))
    arrays = TreeArrays(tree.end, tree.position, tree.move, tree.estimate)
    entries, work = _table(chosen), _work(tree, chosen.killers)
    guess = DRIVERS.get(chosen.strategy, 0.0)
    strategy_number, value = MTD if chosen.strategy in DRIVERS else STRATEGIES.index(chosen.strategy), guess
    for stamp, horizon in enumerate(_horizons(tree, chosen), start=1):
        given = EnhancedState(arrays, entries, work, ORDERINGS[ordering], chosen.margin, horizon, stamp)
        value = start(strategy_number, given, guess if np.isinf(guess) else value)
    best = int(work.best[0])
    return _result(tree, value, [int(count) for count in work.counts], best)


def search_in_python(
    tree: GameTree, strategy: str, *, memory: type[reference.Table] = reference.Table, **options: Any
) -> EnhancedResult:
    """Search a tree in plain Python: slowly, with the same result as `search`.

    `memory` is the kind of transposition table: a subclass of `gametree.enhance.reference.Table` can show the effect
    of a careless one.

    >>> import gametree as gt
    >>> tree = gt.games.growing_tree(width=3, depth=4, scheme="incremental", seed=1)
    >>> gt.enhance.search_in_python(tree, "pvs", killers=2) == gt.enhance.search(tree, "pvs", killers=2)
    True
    """
    check_given(memory, options)
    chosen = check(tree, Options(strategy, **options))
    table = memory(chosen.table, chosen.rule)
    x = reference.EnhancedRecorder(tree, chosen.ordering, chosen.margin, table, chosen.killers)
    value = guess = DRIVERS.get(chosen.strategy, 0.0)
    for horizon in _horizons(tree, chosen):
        x.begin(horizon)
        if chosen.strategy in DRIVERS:
            value = reference.mtd(x, guess if np.isinf(guess) else value)
        else:
            value = reference.STARTS[strategy](x)
    return _result(tree, value, [x.counts[name] for name in reference.COUNTS], x.best)


def check(tree: Any, options: Options) -> Options:
    """Return the options, checked; an error says what is allowed."""
    check_kind("tree", tree, GameTree, "a GameTree, whose nodes carry position, move and estimate")
    check_name("strategy", options.strategy, (*STRATEGIES, *DRIVERS), UnknownNameError)
    check_name("ordering", options.ordering, ORDERINGS)
    check_name("rule", options.rule, RULES)
    margin, table = options.margin, options.table
    if not 0 <= as_float(margin) < math.inf:
        raise ValueError(f"margin is {shown(margin)}: it must be a finite number of at least 0")
    entries = check_count("table", table, 0, LARGEST_TABLE)
    if entries % 2:
        raise ValueError(f"table is {table}: it must be an even number, because a bucket holds two entries")
    check_memory(f"table = {entries} entries", BYTES_PER_ENTRY * entries)
    killers = check_count("killers", options.killers, 0, MOST_KILLERS)
    check_flag("deepening", options.deepening)
    return options._replace(margin=float(margin), table=entries, killers=killers)


def check_given(memory: Any, options: dict[str, Any]) -> None:
    """Raise an error unless `memory` is a kind of table and `search` takes the options."""
    if not isinstance(memory, type) or not issubclass(memory, reference.Table):
        raise TypeError(
            f"memory is {shown(memory)}: it must be a subclass of gametree.enhance.reference.Table"
        )
    taken = Options._fields[1:]
    for name, value in options.items():
        if name not in taken:
            near = suggestion(name, taken)
            raise ValueError(f"{name} is {shown(value)}: search takes {', '.join(taken)}{near}")


def _horizons(tree: GameTree, options: Options) -> range:
    """Return the depths to search, in order."""
    first = min(1, tree.depth) if options.deepening else tree.depth
    return range(first, tree.depth + 1)


def _table(options: Options) -> TableArrays:
    n = options.table
    return TableArrays(
        np.zeros(n, dtype=np.uint64),
        np.empty(n),
        np.empty(n),
        np.full(n, -1, dtype=np.int32),
        np.empty(n, dtype=np.int32),
        n // 2,
        RULES[options.rule],
    )


def _work(tree: GameTree, killers: int) -> WorkArrays:
    levels, stride = tree.depth + 1, max(1, tree.width)
    return WorkArrays(
        np.zeros(N_COUNTS, dtype=np.int64),
        np.zeros(tree.n_nodes, dtype=np.int32),
        np.zeros(tree.n_nodes, dtype=np.int32),
        np.zeros(levels * stride, dtype=np.int64),
        np.zeros(levels * stride),
        np.zeros(levels * stride, dtype=np.int8),
        np.full(levels * killers, -1, dtype=np.int32),
        np.full(1, -1, dtype=np.int64),
        stride,
        killers,
    )


def _result(tree: GameTree, value: float, counts: list[int], best: Any) -> EnhancedResult:
    move = None if best < 0 else tree.children(0).index(best)
    return EnhancedResult._make([tree.plain(value), *counts, move])
