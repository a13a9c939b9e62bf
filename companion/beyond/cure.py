"""Cures for pathology: games played out between backing-up rules (Nau 1983, section 6), and B*.

Boards of one kind are played all together, level by level.  A level is an array, a row per board and a column per
position; its numbers are estimates that MAX wins, who makes the last of t moves.  Each board is played twice, with sides
exchanged, and its score is the mean of both results.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

import gametree as gt
from companion.beyond.claims import Asked, interval
from companion.published.claims import Case, Finding, case_of_mean, finding
from gametree.backup.b_star import STRATEGIES, Ranges
from gametree.games.g_game_evaluation import E1, E2, Evaluation
from gametree.generate.random import cell_number
from gametree.theory import xi

Level = NDArray[np.float64]
Levels = list[Level]

BLOCK = 250
"""Boards that are drawn and played together; block number i depends on the seed, the kind of game and i only."""

BINS = 10
"""Intervals of static values, for each of which the error of a value is learned."""

RIVALS = ("product", "average", "error-minimising")
"""The rules that play against minimax."""


class Kind(NamedTuple):
    """A kind of game: how boards are drawn (static values level by level), and the children of a level's positions."""

    draw: Callable[[np.random.Generator, int, int], Levels]
    is_graph: bool

    def children(self, below: Level) -> Level:
        """Return the values of the two children of each position, from those of the level below."""
        if self.is_graph:
            return np.stack([below[:, :-1], below[:, 1:]], axis=2)
        return below.reshape(len(below), -1, 2)


def _shares(squares: Level) -> Levels:
    """Return the share of squares that MAX wants, below each position of a binary tree."""
    levels = [squares]
    while levels[0].shape[1] > 1:
        levels.insert(0, levels[0].reshape(len(squares), -1, 2).mean(axis=2))
    return levels


def _p_game(rng: np.random.Generator, boards: int, t: int) -> Levels:
    return _shares((rng.random((boards, 2**t)) < 1 - xi(2)).astype(float))


def _n_game(rng: np.random.Generator, boards: int, t: int) -> Levels:
    sums = np.zeros((boards, 1))
    for level in range(1, t + 1):
        sums = np.repeat(sums, 2, axis=1) + rng.choice([-1.0, 1.0], size=(boards, 2**level))
    return _shares((sums > 0).astype(float))


def _g_game(evaluation: Evaluation) -> Callable[[np.random.Generator, int, int], Levels]:
    def draw(rng: np.random.Generator, boards: int, t: int) -> Levels:
        board = rng.integers(0, 2, size=(boards, t + 1)).astype(float)
        levels = []
        for level in range(t + 1):
            weights = np.array(evaluation.weights(t - level), dtype=float)
            windows = np.lib.stride_tricks.sliding_window_view(board, t - level + 1, axis=1)
            # Whole numbers until the division: equal shares must be equal numbers, or ties would be decided by rounding.
            levels.append((windows @ weights) / weights.sum())
        return levels

    return draw


KINDS: Mapping[str, Kind] = {
    "P-game": Kind(_p_game, is_graph=False),
    "N-game": Kind(_n_game, is_graph=False),
    "G-game, e1": Kind(_g_game(E1), is_graph=True),
    "G-game, e2": Kind(_g_game(E2), is_graph=True),
}
"""The games, each with its evaluation: the share of squares that MAX wants, in G-games with the weights of e1 or e2."""


def combined(children: Level, is_max: bool, rule: str) -> Level:
    """Return what a rule makes of the values of two children.

    Examples
    --------
    >>> import numpy as np
    >>> combined(np.array([[[0.5, 0.25]]]), True, "product").tolist()
    [[0.625]]
    """
    wanted = 1 - children if is_max else children
    first, second = wanted[:, :, 0], wanted[:, :, 1]
    if rule == "minimax":
        value = np.minimum(first, second)
    elif rule == "product":
        value = first * second
    else:
        value = (np.minimum(first, second) + first * second) / 2
    return 1 - value if is_max else value


def max_moves(level: int, t: int) -> bool:
    """Whether it is MAX who moves from a level: he makes the last of t moves."""
    return (t - 1 - level) % 2 == 0


def backed_up(kind: Kind, static: Levels, horizon: int, rule: str, keep: Level | None = None) -> Levels:
    """Return the values of all levels down to a horizon, from the static values there.

    `keep[level, bin]` says for which static values the error-minimising rule keeps the static value: below it nothing
    is searched.
    """
    t = len(static) - 1
    values = [static[horizon]]
    for level in range(horizon - 1, 0, -1):
        children = kind.children(values[0])
        value = combined(children, max_moves(level, t), rule)
        if keep is not None:
            value = np.where(keep[level][bin_of(static[level])], static[level], value)
        values.insert(0, value)
    return [np.empty(0), *values]


def bin_of(static: Level) -> NDArray[np.int64]:
    """Return which interval static values lie in."""
    return np.minimum((static * BINS).astype(np.int64), BINS - 1)


def learned(kind: Kind, t: int, boards: int, seed: int, name: str) -> dict[int, Level]:
    """Return, for each horizon, where the static value has a smaller expected error than the one backed up to it.

    The error is the mean squared distance from the true value, 0 or 1, on boards that are not played; levels are
    settled from the horizon upwards, each with those below it as they were settled.
    """
    keep = {horizon: np.zeros((t, BINS), dtype=bool) for horizon in range(1, t)}
    samples = list(drawn(kind, t, boards, seed, f"{name}, learned"))
    truths = [backed_up(kind, static, t, "minimax") for static, _ in samples]
    bins = [[bin_of(level) for level in static] for static, _ in samples]
    for horizon in keep:
        below = [static[horizon] for static, _ in samples]
        for level in range(horizon - 1, 0, -1):
            found = [combined(kind.children(values), max_moves(level, t), "minimax") for values in below]
            errors = np.zeros((2, BINS))
            for (static, _), truth, places, values in zip(samples, truths, bins, found, strict=True):
                for row, value in zip(errors, (static[level], values), strict=True):
                    off = (value - truth[level]).ravel() ** 2
                    row += np.bincount(places[level].ravel(), off, BINS)
            kept = keep[horizon][level] = errors[0] < errors[1]
            below = [
                np.where(kept[places[level]], static[level], values)
                for (static, _), places, values in zip(samples, bins, found, strict=True)
            ]
    return keep


def drawn(kind: Kind, t: int, boards: int, seed: int, name: str) -> list[tuple[Levels, NDArray[np.bool_]]]:
    """Return blocks of boards, and for each board and level which of two equal moves is made."""
    blocks = []
    for block in range(-(-boards // BLOCK)):
        rng = np.random.default_rng((seed, cell_number("cure", name, t), block))
        n = min(BLOCK, boards - block * BLOCK)
        static = [level[:n] for level in kind.draw(rng, BLOCK, t)]
        blocks.append((static, rng.random((BLOCK, t))[:n] < 0.5))
    return blocks


def played(kind: Kind, t: int, players: tuple[list[Levels], list[Levels]], ties: NDArray[np.bool_]) -> Level:
    """Return the results for MAX of one game per board; `players` are MAX and MIN, with the values each sees by level.

    Where both children are worth the same to the player, the board decides by a coin that is the same for all players.
    """
    rows = np.arange(len(ties))
    place = np.zeros(len(ties), dtype=np.int64)
    for level in range(t):
        is_max = max_moves(level, t)
        values = players[0 if is_max else 1][level][level + 1]
        first = place if kind.is_graph else 2 * place
        difference = values[rows, first + 1] - values[rows, first]
        right = np.where(difference == 0, ties[:, level], (difference > 0) == is_max)
        place = first + right
    return players[0][t - 1][t][rows, place]


@dataclass(frozen=True)
class CureStudy(Asked):
    """Scores against minimax, by kind of game, rule and depth.

    Examples
    --------
    >>> study = CureStudy(boards=40, counted=4, t=6, seed=1)
    >>> study.scores["P-game", "product", 6, 6].tolist() == [0.5] * 40
    True
    """

    section = "cure"

    boards: int
    counted: int
    t: int
    seed: int

    @property
    def depths(self) -> range:
        """The depths that are played at: from 2 on, and the end out of sight for the first moves."""
        return range(2, self.t - 2)

    @cached_property
    def keep(self) -> dict[str, dict[int, Level]]:
        """Game -> where error-minimising minimax keeps a static value, by horizon."""
        return {name: learned(kind, self.t, self.boards, self.seed, name) for name, kind in KINDS.items()}

    @cached_property
    def scores(self) -> dict[tuple[str, str, int, int], Level]:
        """(game, rule, its depth, depth of minimax) -> the score of the rule, board by board."""
        found = {}
        for name, kind in KINDS.items():
            pairs = {
                (rule, d, other) for rule in RIVALS for d in self.depths for other in range(1, self.t + 1)
            }
            pairs |= {(rule, self.t, self.t) for rule in RIVALS}
            blocks = [
                self._block(kind, pairs, self.keep[name], *block)
                for block in drawn(kind, self.t, self.boards, self.seed, name)
            ]
            for pair in sorted(pairs):
                found[name, *pair] = np.concatenate([block[pair] for block in blocks])
        return found

    def _block(
        self,
        kind: Kind,
        pairs: set[tuple[str, int, int]],
        keep: dict[int, Level],
        static: Levels,
        ties: NDArray[np.bool_],
    ) -> dict[tuple[str, int, int], Level]:
        """Return the scores of all pairs of players on a block of boards."""
        t = self.t
        values: dict[tuple[str, int], Levels] = {}

        def player(rule: str, depth: int) -> list[Levels]:
            """Return what a player sees at each level of the game."""
            seen = []
            for level in range(t):
                horizon = min(level + depth, t)
                if (rule, horizon) not in values:
                    if rule == "error-minimising":
                        values[rule, horizon] = backed_up(kind, static, horizon, "minimax", keep.get(horizon))
                    else:
                        values[rule, horizon] = backed_up(kind, static, horizon, rule)
                seen.append(values[rule, horizon])
            return seen

        found = {}
        for rule, depth, other in pairs:
            us, them = player(rule, depth), player("minimax", other)
            as_max, as_min = played(kind, t, (us, them), ties), played(kind, t, (them, us), ties)
            found[rule, depth, other] = (as_max + 1 - as_min) / 2
        return found

    def trees(self, name: str, depth: int, boards: int, cut: bool = False) -> list[gt.Tree]:
        """Return what a decision at the root is made from, on the first so many boards (`BLOCK` at most), MAX to move.

        With `cut`, nodes whose static value error-minimising minimax keeps are leaves.
        """
        kind = KINDS[name]
        (static, _), *_ = drawn(kind, self.t, min(boards, BLOCK), self.seed, name)
        levels = [_as_tree(kind, static[level], level) for level in range(depth + 1)]
        seen = levels if max_moves(0, self.t) else [1 - level for level in levels]
        if not cut:
            return [gt.Tree.uniform(2, depth, row) for row in seen[depth]]
        kept = [self.keep[name][depth][level][bin_of(levels[level])] for level in range(depth)]

        def below(board: int, level: int, place: int) -> Any:
            if level == depth or (level > 0 and kept[level][board, place]):
                return float(seen[level][board, place])
            return [below(board, level + 1, 2 * place + side) for side in (0, 1)]

        return [gt.Tree.from_nested(below(board, 0, 0)) for board in range(len(levels[0]))]

    @cached_property
    def work(self) -> dict[tuple[str, str, int], float]:
        """(game, rule, depth) -> the mean number of evaluations of a decision at the root, with the best pruning at hand.

        Leaves are evaluated; error-minimising minimax needs the static value of every node that it enters.
        """
        found: dict[tuple[str, str, int], float] = {}
        for name in KINDS:
            for depth in range(1, self.t + 1):
                trees = self.trees(name, depth, self.counted)
                counts = {"minimax": [gt.search(tree, "alphabeta").leaves for tree in trees]}
                if depth in self.depths:
                    for rule in ("product", "average"):
                        counts[rule] = [
                            gt.backup.search(tree, rule, "best-first", "move").leaves for tree in trees
                        ]
                    cut = self.trees(name, depth, self.counted, cut=True)
                    counts["error-minimising"] = [gt.search(tree, "alphabeta").nodes for tree in cut]
                for rule, evaluated in counts.items():
                    found[name, rule, depth] = float(np.mean(evaluated))
        return found

    @cached_property
    def opponent(self) -> dict[tuple[str, str, int], int]:
        """(game, rule, depth) -> the greatest depth at which minimax with Alphabeta needs no more evaluations."""
        return {
            (name, rule, depth): max(
                d
                for d in range(1, self.t + 1)
                if d == 1 or self.work[name, "minimax", d] <= self.work[name, rule, depth]
            )
            for name in KINDS
            for rule in RIVALS
            for depth in self.depths
        }

    @cached_property
    def pairings(self) -> pd.DataFrame:
        """Every rule at every depth against minimax at every depth, with half a 95 % interval."""
        rows = [(*key, *interval(score)) for key, score in self.scores.items()]
        columns = ["game", "rule", "depth", "depth of minimax", "score", "error", "boards"]
        return pd.DataFrame(rows, columns=columns)

    @cached_property
    def frame(self) -> pd.DataFrame:
        """The same where both search equally deep, or evaluate equally much (column ``at``)."""
        found = self.pairings
        other = found["depth of minimax"]
        keys = zip(found["game"], found["rule"], found["depth"], strict=True)
        parts = {
            "equal depth": found["depth"] == other,
            "equal work": pd.Series([self.opponent.get(key) for key in keys]) == other,
        }
        both = pd.concat([found[part].assign(at=at) for at, part in parts.items()]).sort_index(kind="stable")
        return both.reset_index(drop=True)[[*found.columns[:4], "at", *found.columns[4:]]]

    def effect(self, game: str, rule: str, depth: int, other: int | None = None) -> Case:
        """Return a score minus one half, at equal depth unless another is given."""
        return case_of_mean(self.scores[game, rule, depth, depth if other is None else other] - 0.5)

    def mean(self, game: str, rule: str, at: str = "equal depth") -> Level:
        """Return the scores at equal depth, or at equal work, board by board, averaged over the depths."""
        others = {d: d if at == "equal depth" else self.opponent[game, rule, d] for d in self.depths}
        return np.mean([self.scores[game, rule, *pair] for pair in others.items()], axis=0)

    @cached_property
    def findings(self) -> list[Finding]:
        """What was measured for every claim that was written down beforehand."""

        def by_depth(game: str) -> str:
            return "scores " + ", ".join(
                f"{self.effect(game, 'product', d).effect + 0.5:.3f} (d = {d})" for d in self.depths
            )

        def means(rule: str, at: str = "equal depth") -> str:
            return "scores " + ", ".join(f"{self.mean(game, rule, at).mean():.3f} ({game})" for game in KINDS)

        def turned(case: Case) -> Case:
            return Case(-case.effect, case.error)

        others = {d: self.opponent["P-game", "product", d] for d in self.depths if d >= 3}
        work = {
            d: self.effect("P-game", "product", d, other) for d, other in others.items() if other < self.t
        }
        averages = [case_of_mean(self.mean(game, "average") - 0.5) for game in KINDS]
        errors = [case_of_mean(self.mean(game, "error-minimising") - 0.5) for game in KINDS]
        return [
            finding(
                "cure-p-depth", [self.effect("P-game", "product", d) for d in self.depths], by_depth("P-game")
            ),
            finding(
                "cure-p-work",
                work.values(),
                "scores "
                + ", ".join(f"{c.effect + 0.5:.3f} (d = {d} against {others[d]})" for d, c in work.items()),
            ),
            finding(
                "cure-n-depth",
                [turned(self.effect("N-game", "product", d)) for d in self.depths],
                by_depth("N-game"),
            ),
            finding(
                "cure-g-e1",
                [case_of_mean(self.mean("G-game, e1", "product") - 0.5)],
                by_depth("G-game, e1"),
            ),
            finding(
                "cure-g-e2",
                [turned(case_of_mean(self.mean("G-game, e2", "product") - 0.5))],
                by_depth("G-game, e2"),
            ),
            finding("cure-average", averages, means("average")),
            finding(
                "cure-error",
                [*errors, Case(errors[0].effect - 0.01, errors[0].error)],
                means("error-minimising"),
            ),
            finding(
                "cure-error-work",
                [case_of_mean(0.5 - self.mean(game, "error-minimising", "equal work")) for game in KINDS],
                means("error-minimising", "equal work"),
            ),
        ]

    @cached_property
    def prose(self) -> dict[str, float | int | str]:
        """The numbers that the prose names: scores, and the half width of their 95 % intervals."""
        last = self.depths[-1]
        other = self.opponent["P-game", "product", last]
        found: dict[str, float | int | str] = {
            "boards": self.boards,
            "moves": self.t,
            "first depth": self.depths[0],
            "last depth": last,
            "opponent": other,
            "at work": self.effect("P-game", "product", last, other).effect + 0.5,
            "leaves": self.work["P-game", "product", last],
            "all leaves": 2**last,
            "opponent leaves": self.work["P-game", "minimax", other],
            "P product at work": float(self.mean("P-game", "product", "equal work").mean()),
            "P error at work": float(self.mean("P-game", "error-minimising", "equal work").mean()),
            "widest": max(float(error) for error in self.frame["error"]),
        }
        for game in KINDS:
            short = game.replace("-game", "").replace(", ", " ")
            for rule in RIVALS:
                found[f"{short} {rule}"] = float(self.mean(game, rule).mean())
        scores = {depth: self.effect("P-game", "product", depth).effect + 0.5 for depth in self.depths}
        best = max(scores, key=lambda depth: scores[depth])
        return {**found, "at depth": scores[last], "best depth": best, "best P": scores[best]}


def _as_tree(kind: Kind, level: Level, depth: int) -> Level:
    """Return the positions that `depth` moves lead to, in the order of a binary tree: in a graph, some more than once."""
    if not kind.is_graph:
        return level
    places = np.array([bin(path).count("1") for path in range(2**depth)])
    return level[:, places]


# -- B*: whether it escapes pathology in P-games, as Muszycka 1985, section 6.2, asks ----------------------------------
#
# B* needs an optimistic and a pessimistic value for every position.  Here they lie so many standard errors above and below
# the share of squares that MAX wants, as if the squares below the position were a sample; at the end of the game
# both are the result.  What a position's range excludes stays excluded below it.  How many standard errors is the one
# thing to choose: with none B* trusts the share, with many it searches to the end.

SPREADS = (0.2, 0.4, 0.6, 0.8, 1.0)
"""Standard errors on either side of the share; beyond 1 a pilot of 30 boards, with another seed, made no error."""


def ranges_of_shares(static: Levels, spread: float) -> Ranges:
    """Return the ranges of a board's positions, from the shares by level, a row each; MAX is to move at the root.

    Examples
    --------
    >>> import numpy as np
    >>> ranges = ranges_of_shares([np.array([0.5]), np.array([0.0, 1.0])], spread=1)
    >>> ranges.low.round(2).tolist(), ranges.high.round(2).tolist()
    ([0.15, 0.15, 0.85], [0.85, 0.15, 0.85])
    """
    t = len(static) - 1
    tree = gt.Tree.uniform(2, t, static[t])
    low, high = np.empty(tree.n_nodes), np.empty(tree.n_nodes)
    above_low, above_high = np.zeros(1), np.ones(1)
    for level, share in enumerate(static):
        # The error of a share among n squares; at the end, n = 1, the share is the result.
        error = spread * np.sqrt(share * (1 - share) / 2 ** (t - level))
        above_low, above_high = (
            np.clip(end, above_low, above_high) for end in (share - error, share + error)
        )
        low[tree.level == level], high[tree.level == level] = above_low, above_high
        above_low, above_high = np.repeat(above_low, 2), np.repeat(above_high, 2)
    return Ranges(tree, low, high)


@dataclass(frozen=True)
class BStarStudy(Asked):
    """Decisions of B* and of minimax between a forced win and a forced loss in P-games.

    Examples
    --------
    >>> study = BStarStudy(boards=20, t=5, seed=1)
    >>> float(study.quality["minimax", 5.0].mean())
    1.0
    """

    section = "b-star"

    boards: int
    t: int
    seed: int

    @cached_property
    def critical(self) -> list[Levels]:
        """Boards with one winning and one losing move, MAX to move, as static values by level."""
        kind, found = KINDS["P-game"], []
        for static, _ in drawn(kind, self.t, 16 * self.boards, self.seed, "P-game, critical"):
            truth = backed_up(kind, static, self.t, "minimax")[1]
            turned = static if max_moves(0, self.t) else [1 - level for level in static]
            for board in np.flatnonzero(truth[:, 0] != truth[:, 1]):
                found.append([level[board] for level in turned])
        if len(found) < self.boards:
            raise ValueError(f"boards is {self.boards}: only {len(found)} critical ones were drawn")
        return found[: self.boards]

    @cached_property
    def _measured(self) -> dict[tuple[str, float], tuple[Level, Level]]:
        """(search, its depth or spread) -> board by board, whether the decision is right (a tie: half), and the nodes."""
        right: dict[tuple[str, float], list[float]] = {}
        nodes: dict[tuple[str, float], list[int]] = {}

        def note(search: str, setting: float, is_right: float, cost: int) -> None:
            right.setdefault((search, setting), []).append(is_right)
            nodes.setdefault((search, setting), []).append(cost)

        for static in self.critical:
            best = gt.search(gt.Tree.uniform(2, self.t, static[self.t]), "minimax").move
            for depth in range(1, self.t + 1):
                tree = gt.Tree.uniform(2, depth, static[depth])
                first, second = tree.backed_up[tree.children(0)]
                is_right = 0.5 if first == second else float((second > first) == (best == 1))
                note("minimax", depth, is_right, gt.search(tree, "alphabeta").nodes)
            for spread in SPREADS:
                ranges = ranges_of_shares(static, spread)
                for strategy in STRATEGIES:
                    proof = gt.backup.b_star(ranges, strategy)
                    note(f"B*, {strategy}", spread, float(proof.move == best), proof.nodes)
        return {key: (np.array(right[key]), np.array(nodes[key], dtype=float)) for key in right}

    @cached_property
    def quality(self) -> dict[tuple[str, float], Level]:
        """(search, its depth or spread) -> whether each decision is right."""
        return {key: right for key, (right, _) in self._measured.items()}

    @cached_property
    def nodes(self) -> dict[tuple[str, float], float]:
        """(search, its depth or spread) -> the mean number of nodes looked at."""
        return {key: float(nodes.mean()) for key, (_, nodes) in self._measured.items()}

    @cached_property
    def frame(self) -> pd.DataFrame:
        """Quality and work as a table, with half a 95 % interval."""
        rows = []
        for key, right in self.quality.items():
            mean, half, n = interval(right)
            rows.append((*key, mean, half, self.nodes[key], n))
        return pd.DataFrame(rows, columns=["search", "setting", "quality", "error", "nodes", "boards"])

    def rival(self, search: str, spread: float) -> int:
        """Return the least depth at which minimax with Alphabeta looks at no fewer nodes, the game's end if none."""
        cost = self.nodes[search, spread]
        depths = (d for d in range(1, self.t) if self.nodes["minimax", d] >= cost)
        return next(depths, self.t)

    @cached_property
    def findings(self) -> list[Finding]:
        """What was measured for every claim that was written down beforehand."""
        ways = [f"B*, {strategy}" for strategy in STRATEGIES]
        return [
            finding(
                "b-star-escapes",
                [
                    case_of_mean(self.quality[way, wide] - self.quality[way, narrow])
                    for way in ways
                    for narrow, wide in pairwise(SPREADS)
                ],
                "; ".join(
                    f"{way}: " + ", ".join(f"{self.quality[way, spread].mean():.2f}" for spread in SPREADS)
                    for way in ways
                ),
            ),
            finding(
                "b-star-work",
                [
                    case_of_mean(self.quality[way, spread] - self.quality["minimax", self.rival(way, spread)])
                    for way in ways
                    for spread in SPREADS
                ],
                "; ".join(
                    f"{way}: "
                    + ", ".join(
                        f"{(self.quality[way, s] - self.quality['minimax', self.rival(way, s)]).mean():+.2f} "
                        f"({self.nodes[way, s]:.0f} nodes, depth {self.rival(way, s)})"
                        for s in SPREADS
                    )
                    for way in ways
                ),
            ),
        ]

    @cached_property
    def prose(self) -> dict[str, float | int | str]:
        """The numbers that the prose names."""
        way, widest = "B*, prove-best", SPREADS[-1]
        depth = self.rival(way, widest)
        own = self.claims.set_index("id")
        held = {name: f"{row['that hold']} of {row['cases']}" for name, row in own.iterrows()}
        return {
            "spreads": len(SPREADS),
            "wider is better": held["b-star-escapes"],
            "better than minimax": held["b-star-work"],
            "verdicts": " and ".join(
                f"{'both claims are' if n == len(own) else 'one is'} *{verdict}*"
                for verdict, n in own["verdict"].value_counts().items()
            ),
            "boards": self.boards,
            "moves": self.t,
            "narrowest": SPREADS[0],
            "widest": widest,
            "narrow": float(self.quality[way, SPREADS[0]].mean()),
            "wide": float(self.quality[way, widest].mean()),
            "nodes": self.nodes[way, widest],
            "narrow nodes": self.nodes[way, SPREADS[0]],
            "depth": depth,
            "minimax": float(self.quality["minimax", depth].mean()),
            "minimax nodes": self.nodes["minimax", depth],
            "minimax at 1": float(self.quality["minimax", 1].mean()),
        }
