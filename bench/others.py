"""What people would use instead in Python, on the same tree.

Each gets the tree in the form that suits it best, made before the clock starts:

OpenSpiel   an extensive-form game (`pyspiel.load_efg_game`), whose states are C++ objects, searched by
            `open_spiel.python.algorithms.minimax.alpha_beta_search`
easyAI      a `TwoPlayerGame` that knows the number of the node it is at, with `unmake_move` (which spares
            easyAI a copy of the game per move), searched by `Negamax`

textbook    Alphabeta as textbooks print it, on nested lists: one function for MAX, one for MIN

All return the value, the packages a best move too, as `gametree.search` does; none counts.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from gametree.tree import Tree

Task = Callable[[], float]
"""Search the tree and return its value."""


def installed(package: str) -> str | None:
    """Return the version of an installed package, or None."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def as_efg(tree: Tree) -> str:
    """Return a tree in the format of extensive-form games."""
    lines = ['EFG 2 R "a game tree" { "MAX" "MIN" } ""']
    sets = [0, 0]
    outcomes = 0
    for node in range(tree.n_nodes):
        if tree.is_leaf(node):
            outcomes += 1
            value = float(tree.values[node])
            lines.append(f't "" {outcomes} "" {{ {value!r} {-value!r} }}')
        else:
            player = int(tree.level[node]) % 2
            sets[player] += 1
            moves = " ".join(f'"{i}"' for i in range(len(tree.children(node))))
            lines.append(f'p "" {player + 1} {sets[player]} "" {{ {moves} }} 0')
    return "\n".join(lines) + "\n"


def open_spiel_task(tree: Tree) -> Task:
    import pyspiel
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    game = pyspiel.load_efg_game(as_efg(tree))
    return lambda: alpha_beta_search(game)[0]


def easy_ai_task(tree: Tree) -> Task:
    from easyAI import Negamax, TwoPlayerGame

    width, depth, leaves = tree.width, tree.depth, tree.leaves.tolist()
    moves = list(range(width))

    class Walk(TwoPlayerGame):
        def __init__(self) -> None:
            self.players: list[Any] = [None, None]
            self.current_player = 1
            self.level = self.node = 0

        def possible_moves(self) -> list[int]:
            return moves

        def make_move(self, move: int) -> None:
            self.level += 1
            self.node = self.node * width + move

        def unmake_move(self, move: int) -> None:
            self.level -= 1
            self.node //= width

        def is_over(self) -> bool:
            return self.level == depth

        def scoring(self) -> float:
            value = leaves[self.node]
            return value if self.current_player == 1 else -value

    searcher, game = Negamax(depth), Walk()

    def task() -> float:
        searcher(game)
        return searcher.alpha

    return task


def textbook_task(tree: Tree) -> Task:
    def max_value(node: Any, alpha: float, beta: float) -> float:
        if not isinstance(node, list):
            return node
        value = -math.inf
        for child in node:
            value = max(value, min_value(child, alpha, beta))
            if value >= beta:
                return value
            alpha = max(alpha, value)
        return value

    def min_value(node: Any, alpha: float, beta: float) -> float:
        if not isinstance(node, list):
            return node
        value = math.inf
        for child in node:
            value = min(value, max_value(child, alpha, beta))
            if value <= alpha:
                return value
            beta = min(beta, value)
        return value

    nested = tree.to_nested()
    return lambda: max_value(nested, -math.inf, math.inf)


PACKAGES: dict[str, tuple[str, Callable[[Tree], Task]]] = {
    "OpenSpiel": ("open_spiel", open_spiel_task),
    "easyAI": ("easyAI", easy_ai_task),
    "textbook Python": ("gametree", textbook_task),
}
"""Who -> the package that must be installed for it, and what makes the search of a tree."""
