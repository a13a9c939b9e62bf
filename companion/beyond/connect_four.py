"""Connect four played out between backing-up rules: pruning and the product rule in a real game.

Static values become chances to win by the logistic function, "a mapping of a static evaluation function on the interval
[0,1]" (Muszycka 1985, section 5.2); a game that is over is 1, 0 or one half.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.optimize import minimize_scalar
from scipy.special import expit, log_expit

import gametree as gt
from companion.beyond.claims import Asked, interval
from companion.beyond.cure import Level
from companion.published.claims import Case, Finding, case_of_mean, finding
from gametree.games.connect_four import ROWS
from gametree.generate.random import cell_number
from gametree.tree import NestedArrays

GAME = "connect-four"
RANDOM_MOVES = 6
"""Moves of an opening: no game can be over after them."""

DEPTHS = range(2, 6)
DEEPEST = 6
"""How deep minimax may search at equal work."""


SENSITIVE, PARTS = 3, (0.1, 0.3, 3.0)
"""At what depth, and with what parts of the fitted scale, its influence is tried."""


class Player(NamedTuple):
    """A rule, and how deep it searches."""

    rule: str
    depth: int


def openings(number: int, seed: int, purpose: str) -> list[str]:
    """Return random beginnings of games, as columns from 1 to 7; the first ones do not depend on how many there are.

    Examples
    --------
    >>> openings(2, seed=1, purpose="played") == openings(3, seed=1, purpose="played")[:2]
    True
    """
    rng = np.random.default_rng((seed, cell_number(GAME, purpose)))
    return ["".join(map(str, row)) for row in rng.integers(1, 8, size=(number, RANDOM_MOVES))]


def chances(position: str, depth: int, scale: float) -> tuple[gt.Tree, list[int]]:
    """Return the tree of a position with chances to win at its leaves, and the columns of the moves.

    Examples
    --------
    >>> tree, columns = chances("121212", depth=1, scale=10)
    >>> float(tree.leaves[0]), columns
    (1.0, [1, 2, 3, 4, 5, 6, 7])
    """
    unfolded = gt.games.unfold(GAME, depth=depth, position=position)
    shape = unfolded.nested_arrays
    tree = gt.Tree(NestedArrays(shape.end, shape.parent, expit(shape.values / scale)))
    return tree, [int(unfolded.move[child]) + 1 for child in unfolded.children(0)]


def leaves_and_move(tree: gt.Tree, rule: str) -> tuple[int, int]:
    """Return the leaves that a decision takes, with the pruning that the rule has, and the move."""
    if rule == "minimax":
        found = gt.search(tree, "alphabeta")
    else:
        found = gt.backup.search(tree, rule, "best-first", "move")
    assert found.move is not None
    return found.leaves, found.move


def played(opening: str, players: tuple[Player, Player], scale: float) -> tuple[float, str]:
    """Play a game from an opening; return the result for the first of the players, who moves first, and all moves.

    Examples
    --------
    >>> result, moves = played("121212", (Player("minimax", 2), Player("product", 2)), scale=10)
    >>> result, moves
    (1.0, '1212121')
    """
    position, turn = opening, 0
    while True:
        rule, depth = players[turn]
        if rule == "minimax":
            # Chances are in the order of static values, so minimax finds its move without a tree of chances.
            found = gt.games.search_position(GAME, depth, position)
            worth, move = float(expit(found.value / scale)), found.move
            columns = [column for column in range(1, 8) if position.count(str(column)) < ROWS]
        else:
            tree, columns = chances(position, depth, scale)
            worth, move = float(tree.leaves[0]), leaves_and_move(tree, rule)[1] if columns else None
        if move is None:
            # Who would be to move has lost, or the board is full.
            return (worth if turn == 0 else 1 - worth), position
        position += str(columns[move])
        turn = 1 - turn


def _both(opening: str, us: Player, them: Player, scale: float) -> float:
    """Return our score in two games from an opening, with sides exchanged."""
    return (played(opening, (us, them), scale)[0] + 1 - played(opening, (them, us), scale)[0]) / 2


def fitted_scale(games: int, seed: int) -> float:
    """Return the scale of the logistic function that makes the results of games of minimax at depth 2 most likely."""
    values: list[float] = []
    results: list[float] = []
    for opening in openings(games, seed, "fitted"):
        result, moves = played(opening, (Player("minimax", 2), Player("minimax", 2)), scale=10.0)
        for ply in range(RANDOM_MOVES, len(moves)):
            values.append(float(gt.games.unfold(GAME, depth=1, position=moves[:ply]).estimate[0]))
            results.append(result if ply % 2 == 0 else 1 - result)
    x, won = np.array(values), np.array(results)

    def loss(scale: float) -> float:
        return -float((won * log_expit(x / scale) + (1 - won) * log_expit(-x / scale)).sum())

    return float(minimize_scalar(loss, bounds=(1, 1000), method="bounded").x)


@dataclass(frozen=True)
class ConnectFourStudy(Asked):
    """Leaves and scores of the product rule in connect four.

    Examples
    --------
    >>> study = ConnectFourStudy(openings=2, seed=1)
    >>> study.leaves["minimax", 1]
    7.0
    """

    section = "real"

    openings: int
    seed: int

    @cached_property
    def scale(self) -> float:
        """What a static value is divided by."""
        return fitted_scale(self.openings, self.seed)

    @cached_property
    def begun(self) -> list[str]:
        """Where games begin."""
        return openings(self.openings, self.seed, "played")

    @cached_property
    def _counted(self) -> tuple[dict[tuple[str, int], Level], dict[int, Level]]:
        """Leaves evaluated by rule and depth, and all leaves by depth, opening by opening."""
        searches = [("minimax", d) for d in range(1, DEEPEST + 1)] + [("product", d) for d in DEPTHS]
        spent = {search: np.empty(self.openings) for search in searches}
        all_leaves = {depth: np.empty(self.openings) for depth in range(1, DEEPEST + 1)}
        for number, opening in enumerate(self.begun):
            for rule, depth in searches:
                tree, _ = chances(opening, depth, self.scale)
                all_leaves[depth][number] = tree.n_leaves
                spent[rule, depth][number] = leaves_and_move(tree, rule)[0]
        return spent, all_leaves

    @property
    def leaves(self) -> dict[tuple[str, int], float]:
        """(rule, depth) -> the mean number of leaves of a decision in an opening."""
        return {key: float(counts.mean()) for key, counts in self._counted[0].items()}

    def spared(self, rule: str, depth: int) -> Level:
        """Return the share of leaves that is not evaluated, opening by opening."""
        spent, all_leaves = self._counted
        return 1 - spent[rule, depth] / all_leaves[depth]

    @cached_property
    def opponent(self) -> dict[int, int]:
        """Depth of the product rule -> the greatest depth at which minimax needs no more leaves."""
        leaves = self.leaves
        return {
            depth: max(
                (d for d in range(1, DEEPEST + 1) if leaves["minimax", d] <= leaves["product", depth]),
                default=1,
            )
            for depth in DEPTHS
        }

    @cached_property
    def scores(self) -> dict[tuple[int, int], Level]:
        """(depth of the product rule, depth of minimax) -> its score, opening by opening.

        Besides equal depth and equal work, the deepest of both are played: minimax may see as far in the same time.
        """
        found = {}
        for pair in sorted({(d, d) for d in DEPTHS} | set(self.opponent.items()) | {(DEPTHS[-1], DEEPEST)}):
            us, them = Player("product", pair[0]), Player("minimax", pair[1])
            found[pair] = np.array([_both(opening, us, them, self.scale) for opening in self.begun])
        return found

    @cached_property
    def by_scale(self) -> dict[float, float]:
        """Part of the fitted scale -> the score at equal depth, `SENSITIVE` moves ahead, with that scale."""
        us, them = Player("product", SENSITIVE), Player("minimax", SENSITIVE)
        return {
            part: float(np.mean([_both(opening, us, them, part * self.scale) for opening in self.begun]))
            for part in PARTS
        }

    @cached_property
    def frame(self) -> pd.DataFrame:
        """The scores as a table, with half a 95 % interval, and the leaves that both spend."""
        rows = []
        for (depth, other), score in self.scores.items():
            mean, half, n = interval(score)
            own, spent = self.leaves["product", depth], self.leaves["minimax", other]
            spared = 100 * float(self.spared("product", depth).mean())
            rows.append((depth, other, mean, half, own, spent, spared, n))
        columns = ["depth", "depth of minimax", "score", "error", "leaves", "leaves of minimax"]
        return pd.DataFrame(rows, columns=[*columns, "% spared", "openings"])

    @cached_property
    def findings(self) -> list[Finding]:
        """What was measured for every claim that was written down beforehand."""

        def behind(depth: int, other: int) -> Case:
            return case_of_mean(0.5 - self.scores[depth, other])

        def noted(pairs: dict[int, int]) -> str:
            return "scores " + ", ".join(
                f"{self.scores[pair].mean():.2f} (d = {pair[0]} against {pair[1]})" for pair in pairs.items()
            )

        same = {depth: depth for depth in DEPTHS}
        deep = [depth for depth in DEPTHS if depth >= 3]
        return [
            finding(
                "real-leaves",
                [case_of_mean(self.spared("product", depth)) for depth in deep],
                "spared: " + ", ".join(f"depth {d} {self.spared('product', d).mean():.0%}" for d in deep),
            ),
            finding("real-depth", [behind(*pair) for pair in same.items()], noted(same)),
            finding("real-work", [behind(*pair) for pair in self.opponent.items()], noted(self.opponent)),
        ]

    @cached_property
    def prose(self) -> dict[str, float | int]:
        """The numbers that the prose names."""
        last = DEPTHS[-1]
        other = self.opponent[last]
        return {
            "openings": self.openings,
            "scale": self.scale,
            "depth": last,
            "spared": 100 * float(self.spared("product", last).mean()),
            "alphabeta": 100 * float(self.spared("minimax", last).mean()),
            "at depth": float(np.mean([self.scores[d, d].mean() for d in DEPTHS])),
            "at work": float(np.mean([self.scores[pair].mean() for pair in self.opponent.items()])),
            "opponent": other,
            "error": float(self.frame["error"].max()),
            "sensitive": SENSITIVE,
            "least part": min(self.by_scale.values()),
            "most part": max(self.by_scale.values()),
            "smallest": PARTS[0],
            "greatest": PARTS[-1],
        }
