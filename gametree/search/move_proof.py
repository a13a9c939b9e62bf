"""A best move and no more: second best search as the paper has it, which asks for no value."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gametree.reference import Recorder, SearchTree, second_best_move
from gametree.search import run
from gametree.search.log import LEAVES, NODES, VISITS, CountArrays
from gametree.search.s_alphabeta import start_second_best_move
from gametree.search.search_tree import FULL
from gametree.search.strategies import STRATEGIES
from gametree.tree import Tree


class BestMove(NamedTuple):
    """A move that is proved to be as good as any other, and what the proof took."""

    move: int
    leaves: int
    nodes: int
    visits: int


def best_move(tree: Tree) -> BestMove:
    """Prove of one child of the root that no other is better (de Bruin, Pijls & Plaat 1994, section 6).

    Its value need not be known for that: it is enough that its lower bound is no less than the upper bound of
    every other.  The strategy ``second-best`` goes on from here until the value is known too.
    """
    run.check_tree(tree)
    _refuse_leaf(tree)
    records = run.FIRST_RECORDS
    while True:
        counts = np.zeros(3, dtype=np.int64)
        workspace = run.room_for(tree, STRATEGIES["second-best"], records, ())
        move = start_second_best_move(tree.arrays, CountArrays(counts), workspace)
        if not workspace.state[FULL]:
            return BestMove(int(move), int(counts[LEAVES]), int(counts[NODES]), int(counts[VISITS]))
        records *= 8


def best_move_in_python(tree: Tree) -> BestMove:
    """Do the same with the plain-Python twin."""
    _refuse_leaf(tree)
    x = Recorder(tree)
    move = tree.children(0).index(second_best_move(x, SearchTree(tree)))
    return BestMove(move, len(x.leaves), len(x.nodes), x.visits)


def _refuse_leaf(tree: Tree) -> None:
    if tree.depth == 0:
        raise ValueError("tree is a single leaf: it must have a move to find")
