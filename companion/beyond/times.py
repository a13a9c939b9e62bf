"""Processor time of decisions: what equal leaves mean in time.

A decision takes what its search does besides evaluating leaves, and what their evaluation takes.  The first is measured
with compiled searches of stored trees, whose leaves cost nothing; the second is put at what making and evaluating a
position takes in a real game.  Times depend on the machine, so nothing is judged by them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple

import numpy as np
import pandas as pd

import gametree as gt
from companion.beyond.connect_four import DEEPEST, ConnectFourStudy, chances
from companion.beyond.cure import KINDS, RIVALS, CureStudy
from companion.beyond.programs import MIDDLE, game_of, starts
from gametree.backup.rules import METHODS, range_arrays
from gametree.search.log import ABSENT, LEAVES, VISITS, Lines, Log
from gametree.search.run import workspace_for
from gametree.search.strategies import strategy_named

BOARDS = 50
"""Boards, or openings, whose decisions are timed."""

REAL = "connect four"

EVALUATED = {REAL: ("connect-four", 5), "chess": (MIDDLE, 3)}
"""The games whose evaluation is timed, as they are named and as `programs` names them, and how deep they are unfolded."""


class Way(NamedTuple):
    """How a decision is made: by a rule, with a search; what it evaluates, and whether on trees that are cut."""

    rule: str
    search: str
    evaluates: int = LEAVES
    cut: bool = False


ALPHABETA = Way("minimax", "Alphabeta")
UNPRUNED = "unpruned"
WAYS = (
    ALPHABETA,
    Way("product", "best-first"),
    Way("product", "directional"),
    Way("product", UNPRUNED),
    Way("average", "best-first"),
    Way("average", UNPRUNED),
    Way("error-minimising", "Alphabeta", VISITS, cut=True),
)
"""Unpruned, a rule is timed by the search that evaluates all leaves for minimax: what it does at a node is as little."""


def prepared(way: Way, tree: gt.Tree) -> tuple[Callable[[], object], np.ndarray]:
    """Return one decision, to be called once, and where it counts leaves, nodes and visits.

    Examples
    --------
    >>> import gametree as gt
    >>> decide, counts = prepared(WAYS[1], gt.Tree.from_nested([[0.5, 0.5], [0.25, 0.75]]))
    >>> _ = decide()
    >>> counts.tolist()
    [3, 5, 6]
    """
    if way.search in METHODS:
        known = range_arrays(tree, way.rule, way.search, "move")
        kernel = METHODS[way.search][0]
        return (lambda: kernel(known)), known.counts
    strategy = strategy_named("minimax" if way.search == UNPRUNED else "alphabeta")
    counts, stride = np.zeros(3, dtype=np.int64), tree.depth + 2
    log = Log(counts, ABSENT, Lines(np.zeros(stride * stride, dtype=np.int64), stride))
    arrays, workspace = tree.arrays, workspace_for(tree, strategy, 0, ())
    return (lambda: strategy.start(arrays, log, workspace)), counts


def spent(way: Way, trees: Sequence[gt.Tree]) -> tuple[float, float]:
    """Return the microseconds of a decision, and what it evaluates, on the mean over trees."""
    decisions = [prepared(way, tree) for tree in trees]
    begun = time.process_time()
    for decide, _ in decisions:
        decide()
    took = time.process_time() - begun
    return 1e6 * took / len(trees), float(np.mean([counts[way.evaluates] for _, counts in decisions]))


@dataclass(frozen=True)
class TimesStudy:
    """Processor time of the decisions of two studies, and what equal time means there.

    Examples
    --------
    >>> games = CureStudy(boards=40, counted=4, t=6, seed=1), ConnectFourStudy(openings=2, seed=1)
    >>> study = TimesStudy(*games, rounds=1)
    >>> study.decisions.groupby("game").size().to_dict()["P-game"]
    17
    """

    played: CureStudy
    real: ConnectFourStudy
    rounds: int

    def _cases(self) -> Iterator[tuple[str, int, Way, list[gt.Tree]]]:
        """Yield what is timed: a game, a depth, a way to decide, and the trees."""
        played = self.played
        for game, depth in product(KINDS, range(1, played.t + 1)):
            ways = WAYS if depth == 1 or depth in played.depths else (ALPHABETA,)
            trees = {
                cut: played.trees(game, depth, min(BOARDS, played.counted), cut)
                for cut in {way.cut for way in ways}
            }
            for way in ways:
                yield game, depth, way, trees[way.cut]
        for depth in range(1, DEEPEST + 1):
            boards = [chances(opening, depth, self.real.scale)[0] for opening in self.real.begun[:BOARDS]]
            for way in WAYS:
                if way is ALPHABETA or (way.rule == "product" and depth < DEEPEST):
                    yield REAL, depth, way, boards

    @cached_property
    def decisions(self) -> pd.DataFrame:
        """Microseconds of a decision besides its evaluations, by game, way and depth: the least of all rounds.

        What else the machine does can only add to them.  What the call of a compiled search takes from Python is
        subtracted: the least that a decision at depth 1 ever takes, which is timed beside every other.
        """
        rows: list[tuple[str, Way, int, float, float]] = []
        ones: dict[tuple[str, Way], list[gt.Tree]] = {}
        calls: dict[tuple[str, Way], float] = {}
        for game, depth, way, trees in self._cases():
            first = ones.setdefault((game, way), trees)
            both = [(spent(way, first), spent(way, trees)) for _ in range(self.rounds)]
            least = min(one[0] for one, _ in both)
            calls[game, way] = min(least, calls.get((game, way), least))
            if depth > 1:
                rows.append((game, way, depth, both[0][1][1], min(whole[0] for _, whole in both)))
        return pd.DataFrame(
            [(game, *way[:2], depth, n, least - calls[game, way]) for game, way, depth, n, least in rows],
            columns=["game", "rule", "search", "depth", "evaluations", "microseconds"],
        )

    @cached_property
    def evaluation(self) -> dict[str, float]:
        """Game -> microseconds that making and evaluating a position takes: the least of all rounds."""
        found = {}
        for name, (game, depth) in EVALUATED.items():
            took = []
            for _ in range(self.rounds):
                begun = time.process_time()
                leaves = gt.games.unfold(game_of(game), depth, starts(game)[0]).n_leaves
                took.append(1e6 * (time.process_time() - begun) / leaves)
            found[name] = min(took)
        return found

    @cached_property
    def equal(self) -> pd.DataFrame:
        """Each rule against minimax that takes no more time, by what an evaluation takes.

        Of the ways to decide by a rule the fastest is taken.  A score is missing where the two were not played.
        """
        scores = self.played.pairings.set_index(["game", "rule", "depth", "depth of minimax"])[
            "score"
        ].to_dict()
        scores |= {(REAL, "product", *pair): float(score.mean()) for pair, score in self.real.scores.items()}
        rows = []
        for game, own in self.decisions.groupby("game", sort=False):
            as_in = {REAL: self.evaluation[REAL]} if game == REAL else self.evaluation
            for name, cost in as_in.items():
                whole = own.assign(whole=own["microseconds"] + cost * own["evaluations"])
                minimax = whole[whole["rule"] == "minimax"].set_index("depth")["whole"]
                others = whole[whole["rule"] != "minimax"]
                fastest = others.loc[others.groupby(["rule", "depth"], sort=False)["whole"].idxmin()]
                for rule, search, depth, took in fastest[["rule", "search", "depth", "whole"]].itertuples(
                    index=False
                ):
                    other = int(max(minimax.index[minimax <= took], default=1))
                    score = scores.get((game, rule, depth, other), np.nan)
                    rows.append((game, rule, depth, name, search, took, other, score))
        columns = [
            "game",
            "rule",
            "depth",
            "evaluation as in",
            "search",
            "microseconds",
            "depth of minimax",
            "score",
        ]
        return pd.DataFrame(rows, columns=columns)

    def table(self, game: str) -> pd.DataFrame:
        """Return, by depth of the product rule, what its decisions take beside those of minimax."""
        own = self.decisions[
            (self.decisions["game"] == game) & self.decisions["rule"].isin(["minimax", "product"])
        ]
        found = own.pivot(index="depth", columns="search", values=["evaluations", "microseconds"]).dropna()
        order = [way.search for way in WAYS if way.rule in ("minimax", "product")]
        names = {"evaluations": "leaves", "microseconds": "μs besides"}
        columns = {f"{names[what]}, {search}": found[what, search] for what in names for search in order}
        return pd.DataFrame(columns).reset_index()

    @cached_property
    def means(self) -> pd.DataFrame:
        """The mean score over the depths, by game and rule: at equal depth, equal leaves, and equal time."""
        rows = []
        for game in KINDS:
            for rule in RIVALS:
                at = [
                    float(self.played.mean(game, rule, how).mean()) for how in ("equal depth", "equal work")
                ]
                own = self.equal[(self.equal["game"] == game) & (self.equal["rule"] == rule)]
                rows.append((game, rule, *at, *own.groupby("evaluation as in", sort=False)["score"].mean()))
        timed = [f"equal time, as in {name}" for name in self.evaluation]
        return pd.DataFrame(rows, columns=["game", "rule", "equal depth", "equal leaves", *timed])

    @property
    def prose(self) -> dict[str, float]:
        """The numbers that the prose names: nanoseconds, but the break-even, which is in microseconds."""
        found = {f"evaluation {name}": 1000 * cost for name, cost in self.evaluation.items()}
        last = {"P-game": self.played.depths[-1], REAL: DEEPEST - 1}
        for game, depth in last.items():
            own = self.decisions[(self.decisions["game"] == game) & (self.decisions["depth"] == depth)]
            ways = {(row["rule"], row["search"]): row for row in own.to_dict("records")}
            for (rule, search), row in ways.items():
                found[f"{game} {rule} {search}"] = 1000 * row["microseconds"] / row["evaluations"]
            pruned, whole = ways["product", "best-first"], ways["product", UNPRUNED]
            more = pruned["microseconds"] - whole["microseconds"]
            found[f"{game} break-even"] = more / (whole["evaluations"] - pruned["evaluations"])
        for row in self.equal[self.equal["rule"] == "product"].to_dict("records"):
            if row["depth"] == last.get(row["game"]):
                found[f"{row['game']} opponent {row['evaluation as in']}"] = row["depth of minimax"]
                found[f"{row['game']} score {row['evaluation as in']}"] = row["score"]
        return found

    def against(self, depth: int, score: float) -> str:
        """Return in words how deep minimax searches P-games in the time of the product rule, beside equal leaves.

        Parameters
        ----------
        depth : int
            The depth of minimax for as many leaves.
        score : float
            What the product rule scores against that.
        """
        own = self.equal[(self.equal["game"] == "P-game") & (self.equal["rule"] == "product")]
        last = own[own["depth"] == own["depth"].max()].set_index("evaluation as in")
        chess, real = (
            (int(row["depth of minimax"]), row["score"]) for _, row in last.loc[["chess", REAL]].iterrows()
        )
        if not np.isfinite([chess[1], real[1], score]).all():
            raise ValueError(
                f"scores are {chess[1]}, {real[1]} and {score}: all three pairs must have been played"
            )
        for_leaves = f"for as many leaves it was depth {depth} and {score:.3f}"
        if chess[0] != real[0]:
            return (
                f"minimax reaches depth {chess[0]} in the same time with evaluations as dear as in chess, and depth "
                f"{real[0]} with those of {REAL}, where the product rule scores {chess[1]:.3f} and {real[1]:.3f}; "
                f"{for_leaves}"
            )
        reached = f"minimax reaches depth {chess[0]} in the same time, with evaluations as dear as in chess or in {REAL}"
        if chess[0] != depth:
            return f"{reached}, where the product rule scores {chess[1]:.3f}; {for_leaves}"
        return f"{reached}, and for as many leaves too; against that the product rule scores {score:.3f}"

    @property
    def frame(self) -> pd.DataFrame:
        """All of it, for ``timings.csv``."""
        cost = pd.DataFrame(self.evaluation.items(), columns=["evaluation as in", "microseconds"])
        parts = {
            "decision": self.decisions,
            "evaluation": cost,
            "equal time": self.equal,
            "means": self.means,
        }
        return pd.concat([part.assign(what=what) for what, part in parts.items()], ignore_index=True)
