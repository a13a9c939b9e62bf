"""The numbers and claims of Nau 1983, reproduced and judged.

- `tables`, `exact`, `judged_cells`, `literal_cells`: Tables I to VI.
- `witness`: what else the paper prints that speaks for a number, where the scan is damaged.
- `steps`, `pathological`: one meaning of pathology, for G-games and P-games alike.
- `measures`: what was measured for each of its claims, by id.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from companion.g_games import all_boards
from companion.g_games.all_boards import g_quality, minimax_quality, utilities
from companion.published.cells import published
from companion.published.claims import Case, Measures, about, all_claims
from companion.published.verdict import SCORECARD_COLUMNS, judge_exactly
from gametree._checks import check_count, check_name
from gametree.backup.decisions import Sample
from gametree.backup.dependent_games import SCHEMES, dependent_quality
from gametree.experiment import sampled_quality
from gametree.games.g_game import RULES, GGame
from gametree.games.g_game_evaluation import E1, E2, Evaluation, all_values
from gametree.generate.random import cell_number
from gametree.theory import xi
from gametree.theory.p_games import p_game_quality

if TYPE_CHECKING:
    from companion.g_games.study import Study

SOURCE = "nau1983"
HEIGHTS = range(3, 14)
"""The heights of Tables I to VI."""

SETTINGS = {
    "I": (RULES[0], E1),
    "II": (RULES[0], E2),
    "III": (RULES[1], E1),
    "IV": (RULES[1], E2),
}
"""Table -> how values are backed up, and what evaluates."""

COMPARED = {"V": ("I", "III"), "VI": ("II", "IV")}
"""Table of percentages -> the tables of minimax and of probability estimation that it compares."""


def as_printed(number: Fraction, digits: int = 3) -> Fraction:
    """Return a number rounded to so many digits after the point, halves upwards."""
    scaled = number * 10**digits
    return Fraction((2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator), 10**digits)


CHOSEN = "minimax value, rounded first"
CAPTION = "estimation value, rounded first (the captions)"
READINGS: Mapping[str, Callable[[Fraction, Fraction], Fraction]] = {
    CHOSEN: lambda m, p: 100 * (as_printed(p) - as_printed(m)) / as_printed(m),
    "minimax value, exact": lambda m, p: 100 * (p - m) / m,
    CAPTION: lambda m, p: 100 * (as_printed(p) - as_printed(m)) / as_printed(p),
}
"""What the percentages are divided by, as tried -> the percentage."""


# -- the tables --------------------------------------------------------------------------------------------------------


@lru_cache
def tables() -> dict[str, pd.DataFrame]:
    """Return our Tables I to IV: frames with ``k``, ``d``, ``probability`` and ``exact``, a fraction."""
    return {name: g_quality(rule, e, HEIGHTS) for name, (rule, e) in SETTINGS.items()}


def _digits(table: str) -> int:
    return 1 if table in COMPARED else 3


@lru_cache
def exact(table: str, reading: str = CHOSEN) -> dict[tuple[int, int], Fraction]:
    """Return the numbers of one of our Tables I to VI by height and depth."""
    if table in COMPARED:
        minimax, estimation = (exact(name) for name in COMPARED[table])
        return {place: READINGS[reading](m, estimation[place]) for place, m in minimax.items()}
    frame = tables()[table]
    return {(k, d): value for k, d, value in zip(frame.k, frame.d, frame.exact, strict=True)}


def _cells(table: str) -> Iterator[Any]:
    """Return the printed cells of a table."""
    return published(SOURCE, table).itertuples(index=False)


def _place(row: str, column: str) -> tuple[int, int]:
    """Return (k, d) for d=3 and k=7."""
    return int(column[2:]), int(row[2:])


def judged_cells(names: Sequence[str] = (*SETTINGS, *COMPARED), reading: str = CHOSEN) -> pd.DataFrame:
    """Return the printed cells of these tables beside ours, each with its verdict.

    Ours are fractions and printed numbers the decimals that they are: there is no tolerance anywhere.

    Parameters
    ----------
    names : sequence of str
        Which of Tables I to VI.
    reading : str
        How Tables V and VI are read: one of `READINGS`.
    """
    rows = []
    for cell in itertools.chain.from_iterable(map(_cells, names)):
        ours = exact(cell.table, reading)[_place(cell.row, cell.column)]
        found = judge_exactly(cell.value, cell.corrected, ours, _digits(cell.table), cell.cause)
        place = (SOURCE, cell.table, cell.row, cell.column, cell.value, cell.corrected)
        chosen = cell.table in COMPARED and reading != CAPTION
        known = (float(ours), math.nan, math.nan, *found, _note(cell), "chosen" if chosen else "literal")
        rows.append((*place, *known))
    return pd.DataFrame(rows, columns=[*SCORECARD_COLUMNS, "note", "reading"])


def literal_cells() -> pd.DataFrame:
    """Return Tables V and VI, judged as their captions have them: divided by the value of probability estimation."""
    return judged_cells(list(COMPARED), CAPTION)


def readings_that_fit() -> pd.DataFrame:
    """Return how many cells of Tables V and VI fit each of the `READINGS`."""
    rows = []
    for name, reading in itertools.product(COMPARED, READINGS):
        found = judged_cells([name], reading)
        rows.append((name, reading, int((found.verdict != "differs").sum()), len(found)))
    return pd.DataFrame(rows, columns=["table", "divided by", "cells that fit", "of"])


# -- what the paper itself says of a damaged number --------------------------------------------------------------------


@lru_cache
def _printed() -> dict[tuple[str, int, int], Fraction]:
    """Return what is printed, by table, height and depth; of Tables I to IV only what needed no correction."""
    found = {}
    for name in (*SETTINGS, *COMPARED):
        for cell in _cells(name):
            if name in COMPARED or math.isnan(cell.corrected):
                found[(name, *_place(cell.row, cell.column))] = Fraction(f"{cell.best:.{_digits(name)}f}")
    return found


def witness(table: str, k: int, d: int, value: float) -> str:
    """Return which other printed numbers of the paper fit a number only if it stands where it does; empty if none do.

    Tables V and VI follow from I to IV, and by Theorem 1 minimax has D(k, d) = D(k - 2, d - 2) from d = 4 on.  Nothing
    that we computed is used.

    Examples
    --------
    >>> witness("I", 10, 7, 0.563)
    'Tables III and V; Theorem 1 with k=8, d=5'
    >>> witness("I", 10, 7, 0.653), witness("III", 13, 8, 0.646)
    ('', '')
    """
    printed = _printed() | {(table, k, d): Fraction(f"{value:.{_digits(table)}f}")}
    found = []
    for name, (m, p) in COMPARED.items():
        three = [printed.get((each, k, d)) for each in (m, p, name)]
        if table in (m, p, name) and None not in three:
            minimax, estimation, per_cent = (Fraction(x) for x in three if x is not None)
            if abs(100 * (estimation - minimax) / minimax - per_cent) <= Fraction(1, 20):
                found.append("Tables " + " and ".join(each for each in (m, p, name) if each != table))
    if SETTINGS.get(table, ("",))[0] == RULES[0]:
        for other, depth in ((k - 2, d - 2), (k + 2, d + 2)):
            if min(d, depth) >= 2 and printed.get((table, other, depth)) == printed[table, k, d]:
                found.append(f"Theorem 1 with k={other}, d={depth}")
                break
    return "; ".join(found)


@lru_cache
def _depths(table: str, k: int) -> dict[int, str]:
    """Return what fixes the depth of each number of a column: its `witness`, or the order of print.

    The order does if between two numbers that have a witness, or the ends of the column, nothing is lost.
    """
    column = {
        _place(cell.row, cell.column)[1]: cell.best for cell in _cells(table) if cell.column == f"k={k}"
    }
    found = {d: witness(table, k, d, best) for d, best in column.items()}
    certain = [0, *(d for d in column if found[d]), k + 1]
    for before, after in itertools.pairwise(certain):
        between = [d for d in column if before < d < after]
        if len(between) == after - before - 1:
            found |= dict.fromkeys(between, "the order of print")
    return found


def _is_damaged(table: str, k: int) -> bool:
    """Whether a number before the last that is left of a column is lost, so that depths had to be assigned."""
    return len(_depths(table, k)) < max(_depths(table, k))


ALONE = "our enumeration alone places it at this depth, and therefore confirms nothing of that"


def _note(cell: Any) -> str:
    """Return the note of a printed cell; for a restored number or depth also what else in the paper speaks for it."""
    k, d = _place(cell.row, cell.column)
    says = ""
    if not math.isnan(cell.corrected):
        other = witness(cell.table, k, d, cell.best)
        says = f"other numbers of the paper fit it: {other}" if other else ""
    elif _is_damaged(cell.table, k):
        other = _depths(cell.table, k)[d]
        says = f"its depth is fixed by {other}" if other else ALONE
    return "; ".join(filter(None, (cell.note, says)))


def witnesses() -> pd.DataFrame:
    """Return the numbers that had to be restored, or placed at a depth, and what else in the paper speaks for that."""
    rows = []
    for name in (*SETTINGS, *COMPARED):
        for cell in _cells(name):
            k, d = _place(cell.row, cell.column)
            restored = not math.isnan(cell.corrected)
            if restored or _is_damaged(name, k):
                what = "number" if restored else "depth"
                other = witness(name, k, d, cell.best) if restored else _depths(name, k)[d]
                rows.append((name, cell.row, cell.column, what, cell.value, cell.corrected, other))
    return pd.DataFrame(
        rows, columns=["table", "row", "column", "restored", "published", "corrected", "witness"]
    )


# -- pathology ---------------------------------------------------------------------------------------------------------

ROUNDING = 1e-12
"""Steps smaller than this are none: P-games are computed in floating point, and tend to 1/2."""


def steps(quality: Sequence[float]) -> np.ndarray:
    """Return what one more move of search changes, for searches that end at least two moves before the game.

    Parameters
    ----------
    quality : sequence of float
        The probability of a correct decision at the depths 1, 2, ..., k.
    """
    change = np.diff(np.asarray(quality, dtype=float)[: len(quality) - 2])
    return np.where(abs(change) < ROUNDING, 0.0, change)


def pathological(quality: Sequence[float]) -> bool:
    """Return whether deeper search consistently decides worse: more of the `steps` lose quality than gain it.

    Examples
    --------
    >>> pathological([0.7, 0.6, 0.65, 0.5, 1, 1]), pathological([0.6, 0.6, 0.7, 1, 1])
    (True, False)
    """
    change = steps(quality)
    return int((change < 0).sum()) > int((change > 0).sum())


def steps_of_tables() -> pd.DataFrame:
    """Return how often one more move of search decides worse or better, per column of Tables I to IV."""
    rows = []
    for name in SETTINGS:
        for k in HEIGHTS:
            change = steps(_column(name, k))
            after = ", ".join(str(d + 1) for d in np.flatnonzero(change < 0))
            rows.append((name, k, int((change < 0).sum()), int((change > 0).sum()), len(change), after))
    return pd.DataFrame(rows, columns=["table", "k", "worse", "better", "steps", "after depth"])


def _column(table: str, k: int) -> list[float]:
    return [float(exact(table)[k, d]) for d in range(1, k + 1)]


def accuracy(evaluation: Evaluation, height: int) -> float:
    """Return the correlation of an evaluation with the utility, over all boards of a height."""
    return float(np.corrcoef(utilities(height)[-1], all_values(evaluation, height))[0, 1])


# -- the hypothesis: how much siblings resemble one another ------------------------------------------------------------

BLOCK = 200
"""Trees that are drawn together."""

GAMES = ("pearl", "incremental", *SCHEMES)


def correlation_of_siblings(game: str, t: int, level: int, trees: int, seed: int) -> float:
    """Return the correlation of the true values of two siblings at a level of binary games with t moves.

    Pearl- and incremental games have the values 1 and 0, dependent ones the minimax values of their sums.
    """
    check_name("game", game, GAMES)
    check_count("t", t, 2, 16)
    check_count("level", level, 1, t)
    check_count("trees", trees, 1, 10**7)
    pairs = []
    for block in range(-(-trees // BLOCK)):
        rng = np.random.default_rng((seed, cell_number("siblings", game, t, level), block))
        values = _terminal_values(game, t, rng)
        for upper in range(t - 1, level - 1, -1):
            children = values.reshape(BLOCK, -1, 2)
            values = children.max(axis=2) if upper % 2 == 0 else children.min(axis=2)
        pairs.append(values.reshape(-1, 2))
    left, right = np.concatenate(pairs).T.astype(float)
    # Which of two siblings stands left means nothing: count every pair both ways.
    return float(np.corrcoef(np.append(left, right), np.append(right, left))[0, 1])


def _terminal_values(game: str, t: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Return the terminal values of a block of games, from the point of view of the player who moves first."""
    if game == "pearl":
        last_wins = rng.random((BLOCK, 2**t)) < 1 - xi(2)
        return (last_wins if t % 2 else ~last_wins).astype(float)
    sums = np.zeros((BLOCK, 1))
    for level in range(1, t + 1):
        shape = (BLOCK, 2 ** (level - 1), 2)
        if game == "incremental":
            own = 2.0 * rng.integers(0, 2, shape) - 1
        else:
            scheme = SCHEMES[game]
            drawn = rng.random(shape).argsort(axis=2) + 1 if scheme.distinct else rng.integers(1, 3, shape)
            own = drawn * float(scheme.weight(2)) ** level
        sums = (sums[:, :, None] + own).reshape(BLOCK, -1)
    return (sums > 0).astype(float) if game == "incremental" else sums


def hypothesis(height: int, decisions: int, seed: int) -> pd.DataFrame:
    """Return how alike siblings are, and what deeper search changes, in all binary games of the project.

    Returns
    -------
    DataFrame
        game, correlation (of the true values of siblings), change (of D, from the mean of depths 1 and 2 to that of
        the last two that do not see the end), error (half the width of 95 %; 0 if exact).
    """

    def change(quality: Any) -> float:
        return float(np.mean(quality[height - 4 : height - 2]) - np.mean(quality[:2]))

    def sampled(frame: pd.DataFrame, n: int) -> tuple[float, float]:
        part = frame.sort_values("d")
        ends = part["sd"].iloc[[0, 1, height - 4, height - 3]]
        return change(part["probability"]), 1.96 * math.sqrt(float((ends**2).sum()) / 4 / n)

    def correlation(game: str, trees: int) -> float:
        return correlation_of_siblings(game, height, height // 2, trees, seed)

    rows = [("P-game", correlation("pearl", 2000), change(p_game_quality(2, height)), 0.0)]
    n_game = sampled_quality([Sample("incremental", 2, height, decisions, seed)])
    n_game = n_game[n_game["rule"] == "minimax"]
    rows.append(("N-game (incremental)", correlation("incremental", 2000), *sampled(n_game, decisions)))
    for name in (
        "integer-dependent",
        "integer, drawn independently",
        "heavier below, drawn independently",
    ):
        part = dependent_quality(name, 2, height, decisions // 2, seed)
        rows.append((f"dependent: {name}", correlation(name, 400), *sampled(part, int(part["n"].iloc[0]))))
    for e in (E1, E2):
        counted = [float(q.probability) for q in minimax_quality(height, e)]
        rows.append((f"G-game, {e.name}", all_boards.sibling_correlation(height), change(counted), 0.0))
    return pd.DataFrame(rows, columns=["game", "correlation", "change", "error"])


# -- the claims --------------------------------------------------------------------------------------------------------


measures = Measures()


def _heights(found: Sequence[int]) -> str:
    return ", ".join(map(str, found)) or "none"


@measures("e2-more-accurate")
def _e2_more_accurate(study: Study) -> Any:
    cases = [Case(float(exact("II")[k, 1] - exact("I")[k, 1])) for k in HEIGHTS]
    least, most = min(cases).effect, max(cases).effect
    return cases, f"more by {least:.3f} to {most:.3f}, for every k from 3 to 13"


@measures("p-games-from-height")
def _p_games_from_height(study: Study) -> Any:
    last = max(k for k, quality in study.p_games.items() if not pathological(quality))
    claim = all_claims()["p-games-from-height"]
    note = f"pathological from k = {last + 1} to {study.minimax_height}; printed: about 7 or 8"
    return [about(claim, last)], note, last


@measures("p-games-pathological")
def _p_games_pathological(study: Study) -> Any:
    high = {k: quality for k, quality in study.p_games.items() if k > 8}
    every = [k for k, quality in high.items() if (steps(quality) < 0).all()]
    note = (
        f"a single step may go up: every step loses quality for k = {_heights(every)} only, so a decrease at every "
        "single step would not hold"
    )
    return [pathological(quality) for quality in high.values()], note


@measures("theorem-1")
def _theorem_1(study: Study) -> Any:
    cases, boards = [], 0
    for k in range(1, study.theorem_height + 1):
        for leaf in range(k + 1):
            for values in (
                all_values(E1, leaf),
                all_values(E2, leaf),
                all_boards.arbitrary_values(leaf, study.seed),
            ):
                boards += 2 << k
                cases.append(all_boards.exceptions_to_theorem_1(k, values) == 0)
    note = (
        f"{cases.count(False)} searches with an exception, {boards:,} pairs of a board and a search, "
        f"up to k = {study.theorem_height}"
    )
    return cases, note


@measures("corollary-1")
def _corollary_1(study: Study) -> Any:
    cases = [all_boards.exceptions_to_corollary_1(k) == 0 for k in range(1, study.theorem_height + 1)]
    note = f"{cases.count(False)} heights with an exception, all boards and depths up to k = {study.theorem_height}"
    return cases, note


def central_nodes() -> pd.DataFrame:
    """Return per height and even depth the boards that matter, and those of which page 375 is right."""
    rows = [(k, d, *all_boards.central_loss_nodes(k, d)) for k in HEIGHTS for d in range(2, k + 1, 2)]
    return pd.DataFrame(rows, columns=["k", "d", "boards that matter", "both wins"])


@measures("central-nodes-of-a-loss")
def _central_nodes_of_a_loss(study: Study) -> Any:
    found = central_nodes()
    note = (
        f"both are on {found['both wins'].sum()} of {found['boards that matter'].sum():,} boards: one of the two is a "
        "descendant of the winning move too, of which the same sentence says that it is a loss"
    )
    return found["both wins"] == found["boards that matter"], note


@measures("centre-decides")
def _centre_decides(study: Study) -> Any:
    winners: dict[Any, set[bool]] = {}
    for k in range(2, 10):
        for b in itertools.product((1, -1), repeat=k + 1):
            middle = b[k // 2 - 1 : k // 2 + 2] if k % 2 == 0 else b[k // 2 : k // 2 + 2]
            winners.setdefault((k, middle), set()).add(GGame(b).max_wins)
    note = "every centre, with all boards around it, for k from 2 to 9"
    return [len(found) == 1 for found in winners.values()], note


@measures("evaluations-monotone")
def _evaluations_monotone(study: Study) -> Any:
    of = {(e.name, h): accuracy(e, h) for e in (E1, E2) for h in range(1, 14)}
    cases = [Case(of[name, h] - of[name, h + 1]) for name, h in of if h < 13]
    by_two = all(of[name, h] > of[name, h + 2] for name, h in of if h < 12)
    note = (
        f"for e1 {of['e1', 5]:.3f} at height 5 and {of['e1', 6]:.3f} at 6, for e2 {of['e2', 5]:.3f} and "
        f"{of['e2', 6]:.3f}; over two moves, which is what the argument before it compares, "
        f"both {'do' if by_two else 'do not'} become more accurate everywhere"
    )
    return cases, note


@measures("g-games-not-pathological")
def _g_games_not_pathological(study: Study) -> Any:
    cases = [not pathological(_column(name, k)) for name in ("I", "II") for k in HEIGHTS if k > 3]
    down = [k for k in HEIGHTS if (steps(_column("II", k)) < 0).any()]
    note = f"with e1 no step loses quality; with e2 single steps do, at k = {_heights(down)}, as in the printed table"
    return cases, note


def _estimation(table: str, sign: int, study: Study) -> Any:
    minimax, estimation = (exact(name) for name in COMPARED[table])
    gains = [float(estimation[place] - minimax[place]) for place in minimax]
    better, worse = sum(g > 0 for g in gains), sum(g < 0 for g in gains)
    against = better if sign < 0 else worse
    note = (
        f"D changes by {np.mean(gains):+.4f} on average: better in {better} places, worse in {worse}, "
        f"equal in {len(gains) - better - worse}; in every single place it would "
        f"{'not hold' if against else 'hold, with ties'}"
    )
    return [Case(sign * g) for g in gains], note


measures("e1-estimation-better")(partial(_estimation, "V", 1))
measures("e2-estimation-worse")(partial(_estimation, "VI", -1))


@measures("correlated-siblings")
def _correlated_siblings(study: Study) -> Any:
    frame = study.hypothesis
    alike = frame[frame["correlation"] > 0.05]
    worse = alike[alike["change"] < -alike["error"]]
    note = (
        f"not judged; of {len(alike)} games whose siblings are alike, deeper search decides worse in {len(worse)}; "
        "that independent siblings make a game pathological is doubtful: see the text"
    )
    return [], note


all_findings = measures.findings
"""What was measured for every claim of the document, given the study."""


def cells_for(study: Study, table: str, row: str, column: str) -> pd.DataFrame:
    """Return the judged numbers of one table."""
    return judged_cells([table])
