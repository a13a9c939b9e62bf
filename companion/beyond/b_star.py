"""Whether B* escapes pathology in P-games, as Muszycka 1985, section 6.2, asks.

B* needs an optimistic and a pessimistic value for every position.  Here they lie so many standard errors above and below
the share of squares that MAX wants, as if the squares below the position were a sample; at the end of the game
both are the result.  What a position's range excludes stays excluded below it.  How many standard errors is the one
thing to choose: with none B* trusts the share, with many it searches to the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
import pandas as pd

import gametree as gt
from companion.beyond.claims import case_of, judged
from companion.beyond.cure import KINDS, Level, Levels, backed_up, drawn, max_moves
from companion.published.claims import Finding, finding
from gametree.backup.b_star import STRATEGIES, Ranges

SPREADS = (0.2, 0.4, 0.6, 0.8, 1.0)
"""Standard errors on either side of the share; beyond 1 a pilot of 30 boards, with another seed, made no error."""

GAME = "P-game"


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
class BStarStudy:
    """Decisions of B* and of minimax between a forced win and a forced loss in P-games.

    Examples
    --------
    >>> study = BStarStudy(boards=20, t=5, seed=1)
    >>> float(study.quality["minimax", 5.0].mean())
    1.0
    """

    boards: int
    t: int
    seed: int

    @cached_property
    def critical(self) -> list[Levels]:
        """Boards with one winning and one losing move, MAX to move, as static values by level."""
        kind, found = KINDS[GAME], []
        for static, _ in drawn(kind, self.t, 16 * self.boards, self.seed, f"{GAME}, critical"):
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
        for (search, setting), right in self.quality.items():
            case = case_of(right)
            rows.append(
                (search, setting, case.effect, 1.96 * case.error, self.nodes[search, setting], len(right))
            )
        return pd.DataFrame(rows, columns=["search", "setting", "quality", "error", "nodes", "boards"])

    def rival(self, search: str, spread: float) -> int:
        """Return the least depth at which minimax with Alphabeta looks at no fewer nodes, the game's end if none."""
        cost = self.nodes[search, spread]
        depths = (d for d in range(1, self.t) if self.nodes["minimax", d] >= cost)
        return next(depths, self.t)

    @cached_property
    def claims(self) -> pd.DataFrame:
        """What was asked, judged."""
        return judged("b-star", self._findings())

    def _findings(self) -> list[Finding]:
        ways = [f"B*, {strategy}" for strategy in STRATEGIES]
        return [
            finding(
                "b-star-escapes",
                [
                    case_of(self.quality[way, wide] - self.quality[way, narrow])
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
                    case_of(self.quality[way, spread] - self.quality["minimax", self.rival(way, spread)])
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
    def told(self) -> dict[str, float | int]:
        """The numbers that the prose names."""
        way, widest = "B*, prove-best", SPREADS[-1]
        depth = self.rival(way, widest)
        return {
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
