"""Search a tree, and count the cost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from gametree._checks import check_flag, check_kind, check_number
from gametree._compile import compiled, pointer
from gametree._memory import available_memory, check_memory
from gametree.generate import LazyTree
from gametree.reference import Recorder, SearchTree, second_best_move
from gametree.search.limits import expected_leaves, most_nodes, refuse_endless
from gametree.search.log import ABSENT, LEAVES, NODES, VISITS, Lines, Log, Marks, NodeSet
from gametree.search.open_list import BYTES_PER_TRIPLE, open_arrays
from gametree.search.open_list import USED as SLOTS
from gametree.search.s_alphabeta import start_second_best_move
from gametree.search.scout import AT_LEAST, test
from gametree.search.search_tree import BYTES_PER_RECORD, CALLS, FULL, SearchTreeArrays, search_tree_arrays
from gametree.search.search_tree import USED as RECORDS
from gametree.search.start import Workspace
from gametree.search.strategies import STRATEGIES, Strategy, check_options, strategy_named
from gametree.search.view import ROOT, ROOT_LEVEL, View, is_leaf, static_value
from gametree.tree import Tree, check_stored_tree


class SearchResult(NamedTuple):
    """The result of a search, and its cost.

    Attributes
    ----------
    value : float or int
        The value of the root from MAX's point of view; an int if all leaves are whole numbers.
    leaves : int
        Distinct leaves evaluated; a root that is itself a leaf counts.
    nodes : int
        Distinct nodes evaluated, the root excluded.
    visits : int
        How often a node other than the root was entered; for SSS*, taken from OPEN.
    move : int or None
        The 0-based index of a best child of the root, the leftmost for directional strategies; None if the
        root is a leaf.
    line : tuple of int
        The principal continuation from the root, as such indices, as far as the search has established it.

    Examples
    --------
    >>> from gametree.examples import specimen
    >>> found = search(specimen(), "sss*")
    >>> found.value, found.leaves, found.line
    (40, 5, (1, 0, 0))
    """

    value: float
    leaves: int
    nodes: int
    visits: int
    move: int | None
    line: tuple[int, ...]


_NO_WORKSPACE = open_arrays(0)
"""The workspace of a strategy without OPEN."""

FIRST_TABLE = 2**16
"""Initial size of the hash table of entered nodes, unless more are expected or the tree has fewer."""

PLACES_PER_LEAF = 16
"""Places of that table for each leaf that is expected at least: searches of independent values enter 5 to 14 nodes a leaf.

When the table fills up all the same, the search is restarted with a larger one.
"""

FIRST_RECORDS = 2**16
"""Initial capacity for nodes of a search tree; when it is used up, the search is restarted with more.

Room for so many nodes or triples fits into any memory, and is not compared with it.
"""


def search(tree: Tree | LazyTree, strategy: str, *, distinct: bool = True, **options: float) -> SearchResult:
    """Search a tree with one of `STRATEGIES`.

    Parameters
    ----------
    tree : Tree or LazyTree
        The tree.
    strategy : str
        The name of the strategy, such as ``"alphabeta"`` or ``"sss*"``.
    distinct : bool
        Whether a leaf or node that is entered again counts once.  If not, `leaves` counts every evaluation of a leaf and
        `nodes` is `visits` where a strategy enters nodes again (`Strategy.revisits_nodes`); this saves the memory to tell
        them apart, which grows with their number.  Best-first strategies know their nodes anyway: theirs stay distinct.
    **options : float
        The strategy's options (`Strategy.options`): a first guess, as in ``search(tree, "sss-0", guess=504)``
        and for ``"mtd(f)"``, or a step, as in ``search(tree, "sss-4", step=25)``.

    Returns
    -------
    SearchResult
        Value, leaves, nodes, visits, move and line.

    Raises
    ------
    ValueError
        If there is no such strategy, or it takes no such option.
    MemoryError
        If OPEN, or the search tree that is kept, would not fit into memory.

    Examples
    --------
    >>> from gametree.examples import specimen
    >>> search(specimen(), "alphabeta")
    SearchResult(value=40, leaves=7, nodes=13, visits=13, move=1, line=(1, 0, 0))
    >>> search(specimen(), "sss-0", guess=38).leaves
    5
    """
    return _search(tree, strategy, options, distinct)[0]


class Memory(NamedTuple):
    """The most memory that a search took for OPEN, or for the search tree that it keeps.

    Attributes
    ----------
    entries : int
        Slots of OPEN, or records of the search tree.
    bytes : int
        Their size.
    calls : int
        Calls of S-alpha-beta by the strategy; 0 for strategies that make none.

    Examples
    --------
    >>> from gametree.examples import specimen
    >>> memory_of(specimen(), "sss*").entries
    5
    """

    entries: int
    bytes: int
    calls: int


def memory_of(tree: Tree | LazyTree, strategy: str, **options: float) -> Memory:
    """Search a tree, and return the memory of OPEN or of the search tree; nothing for other strategies.

    >>> from gametree.examples import specimen
    >>> memory_of(specimen(), "sss-2")
    Memory(entries=15, bytes=360, calls=2)
    >>> memory_of(specimen(), "alphabeta").entries
    0
    """
    workspace = _search(tree, strategy, options)[1]
    if isinstance(workspace, SearchTreeArrays):
        records = int(workspace.state[RECORDS])
        return Memory(records, BYTES_PER_RECORD * records, int(workspace.state[CALLS]))
    slots = int(workspace.heap[SLOTS]) if strategy_named(strategy).keeps_open and tree.depth > 0 else 0
    return Memory(slots, BYTES_PER_TRIPLE * slots, 0)


def _search(
    tree: Tree | LazyTree, strategy: str, options: Mapping[str, Any], distinct: bool = True
) -> tuple[SearchResult, Workspace]:
    """Search a tree; return the result, and the workspace used."""
    chosen = strategy_named(strategy)
    check_tree(tree)
    check_flag("distinct", distinct)
    values = tuple(check_options(chosen, options).values()) if options or chosen.options else ()
    stride = tree.depth + 2
    apart = chosen.revisits_nodes and distinct
    lines = np.zeros(stride * stride, dtype=np.int64)
    table_size, records = _first_table(tree, apart), FIRST_RECORDS
    while True:
        counts = np.zeros(3, dtype=np.int64)
        workspace = workspace_for(tree, chosen, records, values)
        refuse_endless(tree, chosen)
        log = Log(counts, _seen(tree, chosen, apart, table_size), Lines(lines, stride))
        value = chosen.start(tree.arrays, log, workspace)
        leaves, nodes, visits = counts.tolist()
        if isinstance(workspace, SearchTreeArrays) and workspace.state[FULL]:
            records *= 8
        elif table_size and 4 * nodes > 3 * (table_size - 1):
            table_size *= 8
        else:
            break
    if not (apart or chosen.keeps_open or chosen.keeps_tree):
        nodes = visits
    line = tuple(lines[1 : 1 + lines[0]].tolist())
    return _result(tree, value, leaves, nodes, visits, line), workspace


def search_in_python(
    tree: Tree | LazyTree, strategy: str, recorder: Recorder | None = None, **options: float
) -> SearchResult:
    """Search a tree with the plain-Python form of a strategy: slowly, and with the same result.

    A lazy tree is stored first.

    >>> from gametree.examples import specimen
    >>> search_in_python(specimen(), "pvs") == search(specimen(), "pvs")
    True
    """
    chosen = strategy_named(strategy)
    check_tree(tree)
    if recorder is not None:
        check_kind("recorder", recorder, Recorder, "a Recorder of the tree, or None")
    if isinstance(tree, LazyTree):
        tree = tree.materialize()
    x = recorder or Recorder(tree)
    value = chosen.reference(x, 0, **check_options(chosen, options))
    return _result(tree, value, len(x.leaves), len(x.nodes), x.visits, x.lines.get(0, ()))


def workspace_for(
    tree: Tree | LazyTree, strategy: Strategy, records: int, options: tuple[float, ...]
) -> Workspace:
    """Return the workspace of a strategy; a MemoryError if it does not fit.

    OPEN gets space for the most triples that it can ever hold on this tree.
    """
    if strategy.keeps_tree:
        return search_tree_workspace(tree, strategy, records, options)
    if not strategy.keeps_open:
        return _NO_WORKSPACE
    if isinstance(tree, LazyTree) or tree.is_uniform:
        most = tree.width ** ((tree.depth + 1) // 2)
        if most > FIRST_RECORDS:
            name = tree.name if isinstance(tree, LazyTree) else f"U({tree.width},{tree.depth})"
            check_memory(f"OPEN of {strategy.name} on {name}", BYTES_PER_TRIPLE * most)
        return open_arrays(most)
    return open_arrays(tree.n_leaves)


def search_tree_workspace(
    tree: Tree | LazyTree, strategy: Strategy, records: int, options: tuple[float, ...]
) -> SearchTreeArrays:
    """Return space for the search tree of a strategy, `records` nodes or all of the tree, and its options."""
    capacity = min(records, most_nodes(tree))
    if capacity > FIRST_RECORDS:
        check_memory(
            f"keeping {capacity} nodes of the search tree of {strategy.name}", BYTES_PER_RECORD * capacity
        )
    return search_tree_arrays(capacity, options)


def check_tree(tree: Any) -> None:
    """Raise a TypeError unless `tree` is a tree.

    >>> check_tree([[1, 2], 3])
    Traceback (most recent call last):
        ...
    TypeError: tree is a list: it must be a Tree, as Tree.from_nested or generate make it
    """
    check_kind("tree", tree, (Tree, LazyTree), "a Tree, as Tree.from_nested or generate make it")


def _first_table(tree: Tree | LazyTree, apart: bool) -> int:
    """Return the size of the first table of entered nodes: a power of 2, or 0 if there need be none."""
    if not apart or not isinstance(tree, LazyTree):
        return 0
    wanted = 1 << (PLACES_PER_LEAF * expected_leaves(tree)).bit_length()
    if wanted > FIRST_TABLE:
        # An eighth of the memory at most: what is expected may not be needed, and a search must not be refused for it.
        wanted = min(wanted, 1 << (available_memory() // 64).bit_length() - 1)
    return min(max(FIRST_TABLE, wanted), 1 << (2 * tree.most_nodes).bit_length())


def _seen(
    tree: Tree | LazyTree,
    strategy: Strategy,
    apart: bool,
    table_size: int,
) -> Marks | NodeSet | tuple[()]:
    if table_size > 0:
        if table_size > FIRST_TABLE:
            check_memory(f"telling apart the nodes that {strategy.name} enters", 8 * table_size)
        return NodeSet(np.zeros(table_size, dtype=np.int64), table_size - 1)
    if apart:
        return Marks(np.zeros(tree.n_nodes, dtype=np.int32), 1)
    return ABSENT


def _result(
    tree: Tree | LazyTree, value: float, leaves: int, nodes: int, visits: int, line: tuple[int, ...]
) -> SearchResult:
    return SearchResult(tree.plain(value), leaves, nodes, visits, line[0] if line else None, line)


class Answer(NamedTuple):
    """Whether the value of the root is at least the bound, and what it took to tell: no node is entered twice.

    >>> from gametree.examples import specimen
    >>> at_least(specimen(), 40).holds
    True
    """

    holds: bool
    leaves: int
    visits: int


def at_least(tree: Tree | LazyTree, bound: float) -> Answer:
    """Return whether the value of a tree, for MAX, is at least `bound`, by Scout's Test.

    >>> from gametree.examples import specimen
    >>> at_least(specimen(), 40)
    Answer(holds=True, leaves=5, visits=10)
    >>> at_least(specimen(), 41).holds
    False
    """
    check_tree(tree)
    counts = np.zeros(3, dtype=np.int64)
    holds = _start_test(tree.arrays, Log(counts, ABSENT, ABSENT), check_number("bound", bound))
    return Answer(bool(holds), int(counts[LEAVES]), int(counts[VISITS]))


@compiled
def _start_test(arrays: View, log_arrays: Log, bound: float) -> bool:
    view, log = pointer(arrays), pointer(log_arrays)
    if is_leaf(view, 0, 0):
        log.counts[LEAVES] += 1
        return static_value(view, 0, 0) >= bound
    return test(view, log, ROOT_LEVEL, ROOT, bound, AT_LEAST)


class BestMove(NamedTuple):
    """A move that is proved to be as good as any other, and the cost of the proof.

    >>> from gametree.examples import specimen
    >>> best_move(specimen()).move
    1
    """

    move: int
    leaves: int
    nodes: int
    visits: int


def best_move(tree: Tree) -> BestMove:
    """Prove of one child of the root that no other is better (de Bruin, Pijls & Plaat 1994, section 6).

    Its value need not be known: its lower bound must be no less than the upper bound of every other.  The strategy
    ``second-best`` continues until the value is known too.

    >>> from gametree.examples import specimen
    >>> best_move(specimen())
    BestMove(move=1, leaves=5, nodes=10, visits=10)
    """
    check_tree(tree)
    _refuse_leaf(tree)
    records = FIRST_RECORDS
    while True:
        counts = np.zeros(3, dtype=np.int64)
        workspace = search_tree_workspace(tree, STRATEGIES["second-best"], records, ())
        move = start_second_best_move(tree.arrays, Log(counts, ABSENT, ABSENT), workspace)
        if not workspace.state[FULL]:
            return BestMove(int(move), int(counts[LEAVES]), int(counts[NODES]), int(counts[VISITS]))
        records *= 8


def best_move_in_python(tree: Tree) -> BestMove:
    """Do what `best_move` does, in plain Python.

    >>> from gametree.examples import specimen
    >>> best_move_in_python(specimen()) == best_move(specimen())
    True
    """
    check_stored_tree(tree)
    _refuse_leaf(tree)
    x = Recorder(tree)
    move = tree.children(0).index(second_best_move(x, SearchTree(tree)))
    return BestMove(move, len(x.leaves), len(x.nodes), x.visits)


def _refuse_leaf(tree: Tree) -> None:
    if tree.depth == 0:
        raise ValueError("tree is a single leaf: it must have a move to find")
