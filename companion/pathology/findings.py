"""The numbers and claims of chapter 5 of Muszycka 1985, judged by what was measured."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pandas as pd

from companion.pathology import model, tables
from companion.pathology.model import NOT_EXCEPTIONAL, P_D, Q
from companion.pathology.tables import (
    DEPENDENT,
    DIGITS,
    FITTED,
    OWN,
    SOURCE,
    TREES,
    Column,
    Outcomes,
    columns_of,
    errors_at_depth_1,
    fitted,
    onset,
    printed,
    readings,
    rise_in_theory,
)
from companion.published.claims import Case, Measures, about, all_claims, decided, limit
from companion.published.verdict import (
    NEEDED,
    OF_A_PROBABILITY,
    SCORECARD_COLUMNS,
    judge,
    judged_numbers,
    number,
)
from gametree.backup import rules
from gametree.experiment import sampled_quality
from gametree.theory.error_model import fixed_p
from gametree.theory.p_games import p_game_quality
from gametree.tree import Tree

if TYPE_CHECKING:
    from companion.pathology.study import Study

NOTEBOOK = "05_pathology"

ROUNDING = 1e-15
"""A distance from one half that is smaller is what floats cannot tell."""


def exactly(effects: Any) -> list[Case]:
    """Return a case for every number that is known without error."""
    return [Case(float(effect)) for effect in np.ravel(effects)]


# -- the error model ---------------------------------------------------------------------------------------------------


measures = Measures()


def lowered_levels(ten: np.ndarray) -> tuple[int, int]:
    """Return how many single levels lower ERR, and of how many (`ten` is from `errors_by_level`)."""
    steps = np.diff(ten, axis=1)
    return int((steps < -1e-12).sum()), steps.size


@measures("err-rises-always", "err-to-half")
def of_the_model(study: Study) -> Any:
    """Measure that ERR rises to 0.5, from ten and from sixty levels without terminal nodes (Figures 44-47)."""
    ten, sixty = (model.errors_by_level(P_D, levels) for levels in (10, 60))
    backwards, steps = lowered_levels(ten)
    return (
        (
            (np.diff(ten, axis=1) >= -1e-12).ravel().tolist(),
            f"{backwards} of {steps} single levels of Figures 44-47 lower it; over all ten it rises",
        ),
        (
            exactly(abs(ten[:, 0] - 0.5) - abs(ten[:, -1] - 0.5)),
            f"after ten levels ERR is between {ten[:, -1].min():.3f} and {ten[:, -1].max():.3f}, after sixty within "
            f"{max(abs(sixty[:, -1] - 0.5).max(), ROUNDING):.0e} of 0.5",
        ),
    )


@measures("err-misleading", "err-free")
def _misleading_evaluations(study: Study) -> Any:
    """Measure what is said of err1 + err2 at and above 1, and of err1 = err2 = 0."""
    grid = model.grid_of_starts()
    misleading = grid.total >= 1
    beyond = (grid.err[1] - 0.5)[misleading]
    least = grid.err[1:5].min(axis=0)[~grid.none]
    return (
        (
            (beyond > 1e-12).tolist(),
            f"{len(beyond):,} starts; it holds wherever the sum is greater than 1; where it is exactly 1, ERR is 0.5 for "
            "ever: the evaluation then knows nothing, rather than misleads",
        ),
        (exactly(least), f"{len(least):,} starts; the least ERR is {least.min():.0e}"),
    )


@measures("err-to-half-continuous", "err-to-half-discrete")
def _many_values(study: Study) -> Any:
    """Measure what equation (2) makes of many values."""
    for name, areas in model.ends_of_many_values().items():
        ends = sorted({f"{end:.3f}" for end in (areas.min(), areas.max())})
        yield exactly(0.01 - abs(areas - 0.5)), f"{name}: the area after sixty levels is {' to '.join(ends)}"


@measures("err-zero-only", "err-zero-may")
def _positive_errors(study: Study) -> Any:
    """Measure what becomes of ERR if both errors are positive, or one of them."""
    both, one = model.ends_by_positive_errors()
    dying = one < 1e-6
    return (
        (exactly(both - 1e-6), f"the least ERR after 400 levels is {both.min():.2f}"),
        (exactly(1e-6 - one), f"it does in {dying.sum()} of {dying.size} starts"),
    )


def where_errors_grow(ten: np.ndarray) -> str:
    """Return the p at which ERR has grown after ten levels from all starts."""
    return ", ".join(f"{p:.1f}" for p in P_D[((ten[:, -1] - ten[:, 0]) > 0).all(axis=0)])


@measures("terminal-cures", "err-falls-tested", "err-falls-quicker")
def _terminal_nodes(study: Study) -> Any:
    found = model.terminal_nodes()
    stays = found.near[~found.cured.all(axis=0)]
    p, q = (axis[found.fall <= 0] for axis in found.tested)
    return (
        (
            found.cured.ravel().tolist(),
            f"errors stay for p from {stays.min():.3f} to {stays.max():.3f}, not at one p alone",
        ),
        (
            exactly(found.fall),
            f"all exceptions have q at most {q.max():.2f} and p from {p.min():.1f} to {p.max():.1f}",
        ),
        (
            (),
            "the text does not say what is measured: ERR is the sooner at most 0.05, the smaller it was, in "
            f"{found.sooner.mean():.0%} of the pairs of starts of Figures 50-53 (every p but 0.6); the part of it that is "
            f"left after ten levels is the smaller in {found.quicker.mean():.0%}",
        ),
    )


@measures("err-rises-at-0.6", "err-falls-figures")
def _with_terminal_nodes(study: Study) -> Any:
    """Measure ERR over ten levels with terminal nodes (Figures 50-53)."""
    ten = model.errors_by_level(P_D, 10, Q)
    fall = ten[:, 0] - ten[:, -1]
    exceptional = fall[:, ~NOT_EXCEPTIONAL]
    return (
        (
            exactly(-exceptional),
            f"over ten levels it rises from {(exceptional < 0).sum()} of {exceptional.size} starts; the p that stays what "
            f"it is, {fixed_p(Q):.4f}, is nearest to 0.6 among those that were tested",
        ),
        (exactly(fall[:, NOT_EXCEPTIONAL]), f"it rises for all four starts at p = {where_errors_grow(ten)}"),
    )


@measures("terminal-point-err2", "terminal-point-err1")
def _cycle(study: Study) -> Any:
    """Measure the two points between which the errors go to and fro at the exceptional p."""
    claims = all_claims()
    needed = model.p_that_ends_at(claims["terminal-point-err2"].value)
    note = (
        f"the cycle at the p that stays what it is, {fixed_p(Q):.5f}; the printed digits of both points come out at "
        f"p = {needed:.4f}: no misprint is proved"
    )
    for name, ours in zip(
        ("terminal-point-err2", "terminal-point-err1"), model.cycle_of_errors(), strict=True
    ):
        claim = claims[name]
        yield [about(claim, ours)], f"{abs(ours - claim.value):.4f} off; {note}", ours


@measures("grouping-thresholds")
def _grouping(study: Study) -> Any:
    """Measure the printed thresholds below which errors die out if siblings have equal values."""
    grouped = model.grouping()
    inside = grouped["starts in the printed region"].to_numpy()
    dying = np.rint(inside * grouped["of the printed region, die out"].to_numpy()).astype(int)
    return (
        [*[True] * int(dying.sum()), *[False] * int((inside - dying).sum())],
        "with err1 and err2 as the thesis defines them errors die out exactly if err1 < xi and err2 < 1 - xi; with the "
        "roles of the players exchanged the printed condition would be right",
    )


# -- Pearl-games, exactly ----------------------------------------------------------------------------------------------


@measures("pearl-binary-rises", "pearl-binary-falls", "pearl-wide-falls")
def _pearl_games(study: Study) -> Any:
    """Measure which Pearl-games are pathological under minimax: nothing is sampled."""
    low, high = ({t: rise_in_theory(2, t) for t in levels} for levels in (range(5, 8), range(8, 14)))
    wide = {w: min(rise_in_theory(w, t) for t in (5, 6)) for w in range(3, 7)}
    return (
        (exactly([*low.values()]), _by(low, "t")),
        (exactly([-x for x in high.values()]), _by(high, "t")),
        (exactly([-x for x in wide.values()]), _by(wide, "w")),
    )


def _by(changes: Mapping[int, float], name: str) -> str:
    return "change with depth: " + ", ".join(f"{change:+.3f} ({name} = {x})" for x, change in changes.items())


@measures("pearl-wider-sooner")
def _wider_games(study: Study) -> Any:
    """Measure that pathology begins at smaller depths in wider Pearl-games, exactly."""
    onsets = {t: [onset(p_game_quality(w, t)[: t - 2]) for w in range(2, 7)] for t in (5, 6, 7)}
    never_later = [b <= a for line in onsets.values() for a, b in pairwise(line)]
    return (
        [*never_later, *(line[-1] < line[0] for line in onsets.values())],
        "first depth from which one more move decides worse (t - 1: none), widths 2 to 6: "
        + "; ".join(f"t = {t}: {', '.join(map(str, line))}" for t, line in onsets.items()),
    )


# -- the tables --------------------------------------------------------------------------------------------------------

_ALWAYS_BEST = (
    "with sibling values a permutation of one set every search finds the best child: 1.000 at every depth"
)
_NOT_STATED = (
    "the thesis does not say how many games Nau played, and on these the number was fitted: "
    "the statistic is the difference from ours"
)


def judged_cells(cells: pd.DataFrame, own: pd.DataFrame, nau_sample: int) -> pd.DataFrame:
    """Judge printed cells of Tables XIX-XXVIII, under the first reading of each table; `own` is from `beside`."""
    columns = columns_of(printed())
    rows = []
    on_these = fitted(cells)
    for cell, (ours, sd, n), is_fitted in zip(
        cells.to_dict("records"), own.to_numpy(), on_these, strict=True
    ):
        table = str(cell["table"])
        found = readings(table, len(columns[table]), nau_sample)
        reading, sample = (found[0].name, found[0].sample) if found else ("literal", TREES)
        result = judge(
            cell["value"], cell["corrected"], ours, sd, n, sample, DIGITS, cell["cause"], OF_A_PROBABILITY
        )
        note = cell["note"]
        if sd > 0 and is_fitted:
            result = result._replace(statistic=cell["value"] - ours, verdict="underspecified")
            reading, note = "literal", _NOT_STATED
        key = [cell[name] for name in ("source", "table", "row", "column", "value", "corrected")]
        rows.append((*key, ours, sd, n, *result, note, reading))
    return pd.DataFrame(rows, columns=[*SCORECARD_COLUMNS, "note", "reading"])


def with_reasons(judged: pd.DataFrame, wholes: pd.DataFrame) -> pd.DataFrame:
    """Return judged cells with a note on those that differ: scatter or bias; `wholes` is from `table_tests`."""
    # Of two readings the first is the one by which the cells are judged.
    by_table = {row.table: _reason(row) for row in wholes[::-1].itertuples()} | dict.fromkeys(
        DEPENDENT, _ALWAYS_BEST
    )
    reasons = judged["table"].map(by_table).where(judged["verdict"] == "differs", "")
    notes = ["; ".join(filter(None, both)) for both in zip(judged["note"], reasons, strict=True)]
    return judged.assign(note=notes)


def _reason(whole: Any) -> str:
    """Return what is wrong with a table as a whole."""
    below = f"{whole.below * whole.cells:.0f} of its {whole.cells} numbers lie below ours"
    if whole.sign_p < 0.01:
        return f"a bias: {below} (p = {whole.sign_p:.4f} by simulation)"
    if whole.mean_square_p > 0.01:
        return (
            f"beyond three standard errors: {whole.beyond_3} of the {whole.cells} numbers of this table, "
            f"{whole.expected_beyond_3:.1f} by chance"
        )
    return (
        f"scatter, not bias: {below}, but their mean square distance is {whole.mean_square:.1f} "
        f"squared standard errors of {whole.sample:,} games"
    )


@measures("xx-like-xix", "xx-sample-sizes")
def _table_xx(study: Study) -> Any:
    """Measure that the thesis' own table of Pearl-games is almost identical with Nau's."""
    judged = study.pearl_tables
    pairs = judged[judged["table"] == "XX"].merge(
        judged[judged["table"] == "XIX"], on=["row", "column"], suffixes=("", "_nau")
    )
    pairs = pairs[pairs["sd"] > 0]
    apart = (pairs["published"] - pairs["published_nau"]).abs()
    worst = pairs.iloc[int(apart.to_numpy().argmax())]
    # The games that Nau would have had if this one difference were three standard errors.
    rest = (apart.max() / 3 / worst["sd"]) ** 2 - 1 / TREES
    return (
        (
            exactly(OF_A_PROBABILITY - apart),
            f"root mean square {np.sqrt((apart**2).mean()):.3f}; "
            f"up to {apart.max():.3f} ({worst['row']}, {worst['column']})",
        ),
        (
            (),
            f"with {TREES:,} trees of the thesis, a chance difference of {apart.max():.3f} would need a table of Nau's "
            f"with some {1 / rest:,.0f} games per number; it scatters around theory like one with thousands",
        ),
    )


# -- games that were played --------------------------------------------------------------------------------------------


def steps(outcomes: Outcomes, rule: str) -> list[Case]:
    """Return how much better each depth decides than the one before, in the same games."""
    return [_mean_case(better) for better in np.diff(outcomes.of(rule), axis=1).T]


def _mean_case(values: np.ndarray) -> Case:
    return Case(float(values.mean()), float(values.std() / math.sqrt(len(values))))


@measures("incremental-rises", "product-pearl-rises")
def of_games(study: Study) -> Any:
    """Measure which games are not pathological under which rule, game by game."""
    columns, outcomes = columns_of(study.cells), study.outcomes
    for table, rule in (("XXI", "minimax"), ("XXV", "product")):
        played = [outcomes[column] for column in columns[table] if column in outcomes]
        found = [case for own in played for case in steps(own, rule)]
        yield found, _least(found)


def _least(cases: Iterable[Case]) -> str:
    """Return what is to be said of steps from depth to depth."""
    distances = np.array([case.effect / case.error for case in cases if case.error > 0])
    return (
        f"the least step is {distances.min():+.1f} standard errors; {int((distances > 3).sum())} of {len(distances)} rise "
        "by more than three: where a step is small, these games do not tell its sign"
    )


@measures("product-incremental-lower")
def _product(study: Study) -> Any:
    """Measure that the product decides slightly worse than minimax in incremental games of width 2."""
    cases, outcomes = [], study.outcomes
    for column in columns_of(study.cells)["XXVI"]:
        if column in outcomes and column[2] >= 4:
            lead = (outcomes[column].of("minimax") - outcomes[column].of("product"))[:, 1:].mean(axis=1)
            cases.append(_mean_case(lead))
    mean = sum(case.effect for case in cases) / len(cases)
    error = math.sqrt(sum(case.error**2 for case in cases)) / len(cases)
    return (
        cases,
        f"lower by {mean:.4f} on average (95 % interval {mean - 1.96 * error:.4f} to {mean + 1.96 * error:.4f}), by "
        f"{min(c.effect for c in cases):+.4f} to {max(c.effect for c in cases):+.4f} at single terminal levels",
    )


# -- the thesis' own tables against themselves -------------------------------------------------------------------------


class OwnTables(NamedTuple):
    """The printed numbers of the thesis' own tables of width 2, and how far chance can put them from the truth.

    Attributes
    ----------
    outcomes : mapping
        Our games, from `companion.pathology.tables.play_all`.
    values : mapping
        Table, row and column -> the printed number.
    games : mapping
        Table -> games behind every number if 20,000 stand behind the whole table.  Of the two readings of that number it is
        the one that leaves more to chance, so what is beyond it is beyond the other too.
    """

    outcomes: Mapping[Column, Outcomes]
    values: Mapping[tuple[str, str, str], float]
    games: Mapping[str, int]

    def by_minimax(self, table: str, t: int, d: int) -> float:
        """Return a number of Table XX or XXII."""
        return self.values[table, f"t={t},d={d}", "w=2"]

    def by_product(self, table: str, t: int, d: int) -> float:
        """Return a number of Table XXVII or XXVIII."""
        return self.values[table, f"d={d}", f"t={t}"]


@measures("product-pearl-own", "product-incremental-own", "depth-1-pearl", "depth-1-incremental")
def _own_tables(study: Study) -> Any:
    """Measure what is said of Tables XXVII and XXVIII, and that they are of the same games as XX and XXII."""
    outcomes, cells = study.outcomes, study.cells
    columns = columns_of(cells)
    keys = zip(cells["table"], cells["row"], cells["column"], strict=True)
    own = OwnTables(
        outcomes,
        dict(zip(keys, cells["value"], strict=True)),
        {table: TREES // len(columns[table]) for table in OWN},
    )
    both = [t for t in (5, 6, 7) if ("pearl", 2, t) in outcomes and ("incremental", 2, t) in outcomes]
    return (
        _printed_steps(own, [t for game, _, t in columns["XXVII"] if t > 3 and (game, 2, t) in outcomes]),
        _printed_lead(own, both),
        _same_at_depth_1(own, "pearl", "XX", "XXVII", both),
        _same_at_depth_1(own, "incremental", "XXII", "XXVIII", both),
    )


def _printed_steps(own: OwnTables, levels: Iterable[int]) -> Any:
    cases, falls = [], []
    for t in levels:
        scatter = np.diff(own.outcomes["pearl", 2, t].of("product"), axis=1).std(axis=0)
        printed = [own.by_product("XXVII", t, d) for d in range(1, t - 1)]
        cases += [
            Case(float(step), float(sd / math.sqrt(own.games["XXVII"])))
            for step, sd in zip(np.diff(printed), scatter, strict=True)
        ]
        falls += [f"{a:.3f} to {b:.3f} at t = {t}" for a, b in pairwise(printed) if b < a]
    rise = decided(cases).count(True)
    return (
        cases,
        f"of {len(cases)} printed steps {rise} rise by more than chance allows; printed as falling: "
        f"{', '.join(falls) or 'none'}",
    )


def _printed_lead(own: OwnTables, levels: Iterable[int]) -> Any:
    cases, deeper, at_depth_1 = [], [], []
    for t in levels:
        games = own.outcomes["incremental", 2, t]
        lead = [own.by_minimax("XXII", t, d) - own.by_product("XXVIII", t, d) for d in range(1, t - 1)]
        minimax, product = (
            (games.of(rule)[:, 1:].mean(axis=1) - games.of(rule)[:, 0]).var()
            for rule in ("minimax", "product")
        )
        error = math.sqrt(minimax / own.games["XXII"] + product / own.games["XXVIII"])
        cases.append(Case(float(np.mean(lead[1:])) - lead[0], error))
        deeper.append(np.mean(lead[1:]))
        at_depth_1.append(lead[0])
    return (
        cases,
        f"in print lower by {np.mean(deeper):.4f} on average; but at depth 1, where the two rules "
        f"are the same, by {np.mean(at_depth_1):.4f}: print does not show that it is the rule's",
    )


def _same_at_depth_1(own: OwnTables, game: str, minimax: str, product: str, levels: Collection[int]) -> Any:
    cases, details = [], []
    wide = limit(len(levels))
    for t in levels:
        one, other = own.by_minimax(minimax, t, 1), own.by_product(product, t, 1)
        # With as many trees for every number, and with those of the whole table divided among its columns.
        errors = errors_at_depth_1(own.outcomes, game, t, own.games[minimax], own.games[product])
        undivided, divided = (other - one) / errors
        if abs(divided) > wide:
            cases.append(Case(-1.0))
        elif abs(undivided) <= wide and NEEDED * errors[1] <= OF_A_PROBABILITY:
            cases.append(Case(1.0))
        else:
            cases.append(Case(0.0, 1.0))
        details.append(
            f"{one:.3f} and {other:.3f} (t = {t}; {divided:+.1f} standard errors, {undivided:+.1f} with {TREES:,} trees "
            "for every number)"
        )
    return cases, "printed at depth 1: " + "; ".join(details)


@measures("dependent-usually-rises", "dependent-pathology")
def _dependent_games(study: Study) -> Any:
    """Measure what is said of games with dependent values."""
    inner = study.described[study.described["d"] < study.described["t"]].sort_values("d")
    better = inner.groupby(["scheme", "w", "t"])["probability"].diff().dropna()
    example = inner[(inner["scheme"] == "integer-dependent") & (inner["w"] == 3) & (inner["t"] == 6)]
    at = example.set_index("d")["probability"]
    note = "as described every search is right at every depth, so nothing rises or falls"
    return (exactly(better), note), (exactly([at[2] - at[3]]), note + "; printed 0.662 and 0.654")


# -- numbers in prose --------------------------------------------------------------------------------------------------

FIGURE_54 = Tree.from_nested([[0.42, 0.94], [0.55, 0.52]])


def of_figure_54() -> list[dict[str, Any]]:
    """Judge the backed-up values of Figure 54."""
    return [
        number(SOURCE, "5.2", f"Figure 54: p{k}", rule, float(value), digits=digits)
        for rule, digits in (("minimax", 2), ("product", 4))
        for k, value in enumerate(rules.winability(FIGURE_54, rule)[FIGURE_54.children(0)], 1)
    ]


def of_b_star(saving: pd.DataFrame) -> dict[str, Any]:
    """Return what B* saves on our trees; neither the printed trees nor the exhaustive search are described."""
    saved, of_all = 100 * saving["saved, palay"], 100 * saving["saved, palay, of all nodes"]
    return number(
        SOURCE,
        "5.2",
        "B* against exhaustive search",
        "per cent saved",
        None,
        f"neither the trees nor the exhaustive search are described; on ours {saved.min():.0f} to {saved.max():.0f} "
        f"per cent, depending on the size, up to the same proof, and {of_all.min():.0f} to {of_all.max():.0f} of all nodes",
    )


# -- one row alone -----------------------------------------------------------------------------------------------------


def cells_for(study: Study, table: str, row: str, column: str) -> pd.DataFrame:
    """Return judged numbers, the wanted one among them; only the games of its column are played."""
    if table not in tables.TABLES:
        in_prose = of_figure_54() if row.startswith("Figure 54") else [of_b_star(study.saving)]
        return judged_numbers(in_prose)
    cells = study.cells
    wanted = (cells["table"] == table) & (cells["row"] == row) & (cells["column"] == column)
    if table in tables.BY_NAU:  # the size of Nau's sample is needed too
        wanted |= cells["table"] == FITTED
    return judged_alone(study, cells[wanted])


def judged_alone(study: Study, cells: pd.DataFrame) -> pd.DataFrame:
    """Return some printed cells, judged; only their games are played."""
    games = tables.samples_of(cells, study.decisions, study.seed, study.highest, study.widest)
    quality = tables.with_theory(sampled_quality(games))
    own = tables.beside(cells, quality, study.described if cells["table"].isin(DEPENDENT).any() else None)
    nau_sample = tables.sample_of_nau(cells, own) if (cells["table"] == FITTED).any() else 0
    return judged_cells(cells, own, nau_sample)
