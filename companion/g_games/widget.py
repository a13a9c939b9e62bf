"""An interactive board: its positions, the central ones that decide, and the choice of every search at each depth."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

from companion.widgets.charts import Boards
from gametree.games.g_game import RULES, GGame, Node
from gametree.games.g_game_evaluation import E1, E2, Evaluation

EVALUATIONS = {"e1": E1, "e2": E2}
TEXTS = {"e1": "e1: equal weights", "e2": "e2: binomial weights"}
LEAST, MOST = 3, 8
"""How many elements a board may have."""

_MOVES = {"left": "L", "right": "R", "either": "=", None: "="}


def central(depth: int) -> list[Node]:
    """Return the positions at a depth whose values alone decide what minimax makes of the root (Theorem 1).

    >>> central(3), central(4)
    ([(2, 1), (1, 2)], [(2, 2), (3, 1), (1, 3)])
    """
    half = depth // 2
    if depth % 2:
        return [(half + 1, half), (half, half + 1)]
    return [(half, half), (half + 1, half - 1), (half - 1, half + 1)]


def _thousandths(value: Any) -> int:
    return round(1000 * value)


def _values(game: GGame, evaluation: Evaluation, rule: str) -> list[int]:
    """Return what searches to all depths, from none to the end, think of a board."""
    return [_thousandths(game.values(depth, evaluation, rule)[game.root]) for depth in range(game.height + 1)]


def _ends(evaluation: Evaluation) -> list[int]:
    """Return the values of boards with one element left, - and +: seen from boards with one more."""
    return [_thousandths(GGame((1, element)).evaluate((1, 0), evaluation)) for element in (-1, 1)]


def boards(board: str = "-+++--++", rule: str = "minimax", depth: int = 4, evaluation: str = "e1") -> Boards:
    """Return a board that can be turned over, with all that any board of `LEAST` to `MOST` elements needs."""
    if set(board) - {"+", "-"} or not LEAST <= len(board) <= MOST:
        raise ValueError(f"board is {board!r}: it must be from {LEAST} to {MOST} signs, + or -")
    games = {n: [GGame(elements) for elements in product((-1, 1), repeat=n)] for n in range(2, MOST + 1)}

    def by_search(of: Callable[[str, Evaluation], Any]) -> dict[str, dict[str, Any]]:
        return {rule: {name: of(rule, e) for name, e in EVALUATIONS.items()} for rule in RULES}

    def values(rule: str, e: Evaluation) -> dict[int, list[int]]:
        longer = {
            n: [value for game in all_games for value in _values(game, e, rule)]
            for n, all_games in games.items()
        }
        return {1: _ends(e), **longer}

    def moves(rule: str, e: Evaluation) -> dict[int, str]:
        return {
            n: "".join(_MOVES[game.choose(d, e, rule).move] for game in all_games for d in range(1, n))
            for n, all_games in games.items()
        }

    winners = {n: "".join(str(int(game.max_wins)) for game in all_games) for n, all_games in games.items()}
    return Boards(
        title="A G-game on a board of your own",
        board=board,
        least=LEAST,
        most=MOST,
        rules=list(RULES),
        evaluations=[{"name": name, "text": text} for name, text in TEXTS.items()],
        start={"rule": rule, "evaluation": evaluation, "depth": min(depth, len(board) - 1)},
        central={depth: central(depth) for depth in range(1, MOST)},
        max={1: "01", **winners},
        best={n: "".join(_MOVES[game.correct_move] for game in all_games) for n, all_games in games.items()},
        values=by_search(values),
        moves=by_search(moves),
    )
