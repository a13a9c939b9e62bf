"""Everything that notebook 09 measures, from its parameters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import pandas as pd

from companion.g_games import findings
from companion.g_games.all_boards import g_quality, minimax_quality, minimax_quality_at
from companion.published.cells import published
from companion.published.claims import Finding, judged_claims, judged_rows
from gametree.games.g_game_evaluation import CENTRE, E1, E2, Evaluation, between, power
from gametree.theory.p_games import p_game_quality

NOTEBOOK = "09_g_games"
COUNTED = 14
"""The greatest height at which every depth is counted on every board, without Theorem 1."""

ESTIMATION = "probability estimation"

CELL = ["table", "row", "column"]
"""What names a printed cell of the paper."""


@dataclass(frozen=True)
class Study:
    """The experiments of the chapter: the notebook's parameters of the same names, and what is computed with them once.

    Examples
    --------
    >>> study = Study(5, 12, 6, 6, 6, 50, 1983)
    >>> int(study.counted["k"].max()), study.differing
    (5, 0)
    """

    theorem_height: int
    minimax_height: int
    estimation_height: int
    family_height: int
    hypothesis_height: int
    decisions: int
    seed: int

    # -- what is counted -----------------------------------------------------------------------------------------------

    @cached_property
    def counted(self) -> pd.DataFrame:
        """The quality of minimax by evaluation, height and depth, from all boards and without any theorem."""
        rows = [
            (e.name, q.k, q.d, float(q.probability), q == minimax_quality_at(k, q.d, e))
            for e in (E1, E2)
            for k in range(1, min(self.theorem_height, COUNTED) + 1)
            for q in minimax_quality(k, e)
        ]
        return pd.DataFrame(rows, columns=["evaluation", "k", "d", "probability", "as by Theorem 1"])

    @cached_property
    def p_counted(self) -> pd.DataFrame:
        """The quality of minimax in P-games of the same heights, in theory."""
        return p_quality(range(3, int(self.counted["k"].max()) + 1))

    @property
    def differing(self) -> int:
        """In how many places the count is not what two moves less on two elements less would give."""
        return int((~self.counted["as by Theorem 1"]).sum())

    @cached_property
    def central(self) -> list[float]:
        """The quality of minimax with an evaluation that sees only the centre, at all depths of heights from 2 to 13."""
        return [float(q.probability) for k in range(2, 14) for q in minimax_quality(k, CENTRE)]

    @cached_property
    def p_games(self) -> dict[int, list[float]]:
        """The quality of minimax searches in P-games, by height."""
        return {k: list(p_game_quality(2, k)) for k in range(5, self.minimax_height + 1)}

    @cached_property
    def quality(self) -> pd.DataFrame:
        """The quality of both rules and evaluations in G-games, and of minimax in P-games, beyond the tables."""
        heights = {"minimax": self.minimax_height, ESTIMATION: self.estimation_height}
        far = pd.concat(
            [g_quality(rule, e, range(3, top + 1)) for rule, top in heights.items() for e in (E1, E2)],
            ignore_index=True,
        ).assign(game="G-game")
        p_games = p_quality(range(3, self.minimax_height + 1))
        p_games = p_games.assign(game="P-game", rule="minimax", evaluation="e1")
        return pd.concat([far, p_games], ignore_index=True).drop(columns="exact")

    def column(self, game: str, rule: str, evaluation: str, k: int) -> list[float]:
        """Return the quality at the depths from 1 to k."""
        found = self.quality
        part = found[(found["game"] == game) & (found["rule"] == rule) & (found["evaluation"] == evaluation)]
        return [float(x) for x in part[part["k"] == k].sort_values("d")["probability"]]

    @cached_property
    def family(self) -> pd.DataFrame:
        """The quality of minimax for evaluations between e1 and e2: `share` of the weight is binomial."""
        shares = [Fraction(i, 16) for i in range(17)]
        return pd.DataFrame([{"share": float(s), **self._shallow(between(s))} for s in shares])

    @cached_property
    def powers(self) -> pd.DataFrame:
        """The same for powers of the binomial weights, and for the centre alone."""
        evaluations = (*(power(s) for s in range(4)), CENTRE)
        return pd.DataFrame([{"evaluation": e.name, **self._shallow(e)} for e in evaluations])

    def _shallow(self, evaluation: Evaluation) -> dict[str, float]:
        """Return the quality at depths 1, 2 and 3; by Theorem 1, D(k, d) = D(k - 2, d - 2) from d = 4 on."""
        found = (minimax_quality_at(self.family_height, d, evaluation) for d in (1, 2, 3))
        return {f"depth {q.d}": float(q.probability) for q in found}

    @cached_property
    def hypothesis(self) -> pd.DataFrame:
        """What `findings.hypothesis` returns."""
        return findings.hypothesis(self.hypothesis_height, self.decisions, self.seed)

    # -- what is judged ------------------------------------------------------------------------------------------------

    @cached_property
    def measured(self) -> dict[str, Finding]:
        """What was measured for every claim of the paper."""
        return {each.claim: each for each in findings.all_findings(self)}

    @cached_property
    def claims(self) -> pd.DataFrame:
        """The claims, judged."""
        return judged_claims(NOTEBOOK, self.measured.values())

    @cached_property
    def cells(self) -> pd.DataFrame:
        """The printed cells, judged."""
        return findings.judged_cells()

    @cached_property
    def evidence(self) -> pd.DataFrame:
        """Those of the cells that count: not true by definition, and not printed once for several."""
        known = published(findings.SOURCE).set_index(CELL)
        own = known.loc[self.cells.set_index(CELL).index]
        return self.cells[~own["trivial"].to_numpy() & (own["same_as"] == "").to_numpy()]

    @cached_property
    def judged(self) -> pd.DataFrame:
        """Every cell and every claim of the paper, judged, as the scorecard takes them."""
        return judged_rows(self.seed, self.claims, self.cells)

    # -- tables --------------------------------------------------------------------------------------------------------

    def verdicts_table(self) -> pd.DataFrame:
        """Return how many cells of each table have each verdict, and how many are true by definition."""
        found = self.evidence.groupby(["table", "verdict"]).size().unstack(fill_value=0)
        found = found[["exact", "scan", "differs"]]
        found["true by definition"] = self.cells.groupby("table").size() - found.sum(axis=1)
        return found.reset_index().rename_axis(columns=None)

    def beyond(self) -> dict[str, dict[str, list[float]]]:
        """Return the quality at the greatest heights: title -> e1, e2 or P -> D at depths 1, 2, ..."""
        tall, high = self.minimax_height, self.estimation_height
        both = ("e1", "e2")
        return {
            f"G-games, minimax, k = {tall}": {e: self.column("G-game", "minimax", e, tall) for e in both},
            f"P-games, minimax, k = {tall}": {"P": self.column("P-game", "minimax", "e1", tall)},
            f"G-games, estimation, k = {high}": {e: self.column("G-game", ESTIMATION, e, high) for e in both},
        }

    def estimation_steps(self) -> pd.DataFrame:
        """Return what one more move of search changes under probability estimation with e2, by height."""
        rows = []
        for k in range(11, self.estimation_height + 1):
            s = findings.steps(self.column("G-game", ESTIMATION, "e2", k))
            rows.append((k, len(s), int((s < 0).sum()), float(s.min()), float(s.max())))
        return pd.DataFrame(rows, columns=["k", "steps", "that lose", "greatest loss", "greatest gain"])


def p_quality(heights: Iterable[int]) -> pd.DataFrame:
    """Return the probability of a correct decision in binary P-games, in theory: k, d, probability."""
    rows = [(k, d, q) for k in heights for d, q in enumerate(p_game_quality(2, k), 1)]
    return pd.DataFrame(rows, columns=["k", "d", "probability"])


SHORT = {
    "binomial^0": "e1",
    "binomial^1": "e2",
    "binomial^2": "e2\nsquared",
    "binomial^3": "e2\ncubed",
    "centre": "centre\nalone",
}
"""Evaluations beyond e2, as labels of a picture."""
