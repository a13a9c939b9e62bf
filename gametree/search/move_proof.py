"""Second best search as in the paper: it proves a best move without finding its value."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gametree.reference import Recorder, SearchTree, second_best_move
from gametree.search import run
from gametree.search.log import ABSENT, LEAVES, NODES, VISITS, Log
from gametree.search.s_alphabeta import start_second_best_move
from gametree.search.search_tree import FULL
from gametree.search.strategies import STRATEGIES
from gametree.tree import Tree, check_stored_tree


class BestMove(NamedTuple):
    """A move that is proved to be as good as any other, and the cost of the proof.

    Examples
    --------
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

    Examples
    --------
    >>> from gametree.examples import specimen
    >>> best_move(specimen())
    BestMove(move=1, leaves=5, nodes=10, visits=10)
    """
    run.check_tree(tree)
    _refuse_leaf(tree)
    records = run.FIRST_RECORDS
    while True:
        counts = np.zeros(3, dtype=np.int64)
        workspace = run.search_tree_workspace(tree, STRATEGIES["second-best"], records, ())
        move = start_second_best_move(tree.arrays, Log(counts, ABSENT, ABSENT), workspace)
        if not workspace.state[FULL]:
            return BestMove(int(move), int(counts[LEAVES]), int(counts[NODES]), int(counts[VISITS]))
        records *= 8


def best_move_in_python(tree: Tree) -> BestMove:
    """Do the same in plain Python.

    Examples
    --------
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
