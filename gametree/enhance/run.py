"""Search a game's tree with enhancements, and count what it took."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gametree._checks import shown, suggestion
from gametree.enhance import reference
from gametree.enhance.kernels import MTD, start
from gametree.enhance.options import DRIVERS, ORDERINGS, RULES, STRATEGIES, Options, check
from gametree.enhance.state import N_COUNTS, EnhancedState, TableArrays, TreeArrays, WorkArrays
from gametree.games.game_tree import GameTree


class EnhancedResult(NamedTuple):
    """What a search found, and what it took.

    With deepening, every iteration counts for itself, and the counts are sums over all of them.

    Attributes
    ----------
    value : float or int
        The value of the root from MAX's point of view; an int if all leaves are whole numbers.
    leaves, nodes : int
        Distinct leaves, and distinct nodes other than the root, that were entered.
    visits : int
        How often a node other than the root was entered.
    evaluations : int
        Distinct nodes whose static value was read, to order them or as leaves.
    lookups, hits, answers, replaced : int
        How often the table was asked, had the position, and made a search needless; entries driven out.
    killer_tries, killer_cuts, other_tries, other_cuts : int
        Where a cut-off was possible: killers and other children that were searched, and those that cut off.
    move : int or None
        The 0-based index of a best child of the root, the first in the order of search; None if the root is a leaf.

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
        The strategy that is enhanced.  Without any enhancement it enters the nodes that `gametree.search` enters; the
        last three need a table for that (`DRIVERS`).
    ordering : {"none", "fixed", "dynamic"}
        Whether children are searched in the order of their static values, and whether children that disappoint are
        put back (`gametree.enhance.order`).
    margin : float
        Dynamic ordering: how much less promising than the second best a child must turn out to be.
    table : int
        Entries of the transposition table, an even number; 0 for no table.
    rule : {"equal", "deeper"}
        Whether only entries of the same depth may stand for a search, which keeps the value that of minimax,
        or deeper ones too, as the thesis has it (`gametree.enhance.table`).
    killers : int
        Killer moves per level; 0 for none.
    deepening : bool
        Whether to search to depth 1, 2, ... first, with estimates as the values at the horizon.  Table and
        killers are kept from one iteration to the next: so a position that is met again finds the best
        move of a shallower search.

    Raises
    ------
    TypeError, ValueError
        If an argument is not allowed.
    MemoryError
        If the table would not fit into memory: before anything is allocated.

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

    Parameters
    ----------
    tree, strategy, **options
        The arguments of `search`.
    memory : type
        The kind of transposition table: a subclass of `gametree.enhance.reference.Table` can show what goes wrong
        with a careless one.

    Examples
    --------
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


def check_given(memory: Any, options: dict[str, Any]) -> None:
    """Refuse what is no kind of table, and options that `search` does not take."""
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
    """Return the depths that are searched one after the other."""
    return (
        range(min(1, tree.depth), tree.depth + 1) if options.deepening else range(tree.depth, tree.depth + 1)
    )


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
