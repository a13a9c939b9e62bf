"""Where print, theory, the scan or the trees that the thesis describes disagree, checked against its printed numbers."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from companion.published.cases import (
    CASES,
    COLUMNS,
    SIZES,
    Sampler,
    chosen_reading,
    rows_of,
    size_name,
    where_is,
)
from companion.published.cells import printed_at_depth_1, printed_cells, printed_values
from companion.published.newborn import newborn
from companion.published.tables import BY_NAU, DEPENDENT
from companion.published.verdict import LIMIT, number
from gametree.experiment import CRITERIA, counts_of
from gametree.experiment.sums import BATCH
from gametree.generate import generate, recipe
from gametree.theory.p_games import p_game_quality
from gametree.trace import trace


class Contradiction(NamedTuple):
    """A place, what it says, what stands against it, and what follows; not each is an error of the author's."""

    place: str
    says: str
    against: str
    check: str
    outcome: str


@lru_cache
def _table(name: str) -> Any:
    """Return a printed table of leaves, sizes by columns, as printed."""
    cells = printed_cells(name)
    return cells.pivot(index="row", columns="column", values="value")


def _captions() -> Contradiction:
    sizes = [(w, d) for w, d in SIZES if d <= 3]
    off = {
        f"{name} {scheme}": np.mean(
            [abs(table[size_name(w, d)] / newborn(w, d, scheme) - 1) for w, d in sizes]
        )
        for name, table in (("III", _table("III")["AB"]), ("IV", _table("IV")["AB"]))
        for scheme in ("unordered", "integer-dependent")
    }
    return Contradiction(
        "list of tables; captions of III-V, p. 54-56", "list: III integer-dependent, IV real-dependent, V unordered",
        "captions: III unordered, IV integer-dependent, V real-dependent",
        "distance of AB from theory: " + ", ".join(f"{k} {100 * v:.1f} %" for k, v in off.items()),
        "the captions are right",
    )  # fmt: skip


def _impossible() -> Contradiction:
    value = _table("VIII").loc["U(3,6)", "SSS*"]
    return Contradiction(
        "Table VIII, p. 59", f"U(3,6), SSS*: {value:.2f} leaves", "the tree has 3^6 leaves",
        f"{value:.2f} > {3**6}", "can't be right as scanned, likely 121.62; print or scan is undecidable",
    )  # fmt: skip


def _prose(row: str, table: str) -> Contradiction:
    said, printed = float(printed_values("3.6.2", "value")[row, "AB leaves"]), _table(table).loc["U(3,6)"]
    below = [label for label in ("PVS", "PAB", "Scout") if said < printed[label]]
    more = f"; {said} would be fewer than {', '.join(below)}" if below else "; either is possible"
    return Contradiction(
        f"3.6.2, p. 63, and Table {table}", f"{row}, AB: {said} in the text", f"{printed['AB']:.2f} in the table",
        f"difference {said - printed['AB']:+.2f}{more}", "a slip in one digit, or another run" if below else "two runs",
    )  # fmt: skip


def _wrong_tables() -> Contradiction:
    found = [
        ("XIII", "XII", "N(10,2)", "SSS*", 7.60), ("XII", "XI", "N(10,2)", "SSS*", 11.28),
        ("XVIII", "XVII", "N(5,4)", "AB", 11.12),
    ]  # fmt: skip
    checks = [
        f"{value:.2f} stands in {right}, not in {named}"
        for named, right, row, column, value in found
        if _table(right).loc[row, column] == value != _table(named).loc[row, column]
    ]
    return Contradiction(
        "3.6.2, p. 81", "quotes Tables XIII, XII and XVIII", "the numbers stand in XII, XI and XVII",
        "; ".join(checks), "the references are wrong, the numbers are right",
    )  # fmt: skip


def _created() -> Contradiction:
    tree = generate("uniform", width=3, depth=6, scheme="ordered", p=1.0, seed=0)
    shown = trace(tree, "sss*")
    on_open = {triple.node for step in shown.steps for triple in step.open or ()} - {0}
    quoted = printed_values("3.6.1", "value")["U(3,6) P=1.0", "SSS* nodes"]
    return Contradiction(
        "3.1, p. 31, with Figure 8, p. 30, and 3.6.1, p. 41",
        "a node that is not pruned is created; Figure 8 has p223 and p224 on OPEN and not among the nodes cut off",
        f"3.6.1: SSS* creates {quoted:.0f} nodes of a perfectly ordered U(3,6)",
        f"nodes that were ever on OPEN there: {len(on_open)}; taken from OPEN: {shown.result.nodes}",
        "a node that is purged from OPEN before it is taken was not counted, against the words of 3.1",
    )  # fmt: skip


def _inner_visits() -> Contradiction:
    visits, leaves = printed_values("3.6.3", "value"), _table("VII")["BB"]
    checks = []
    for width in (2, 4):
        size = size_name(width, 5)
        inner = visits[f"{size} P=0.4", "BB visits"] - leaves[size]
        # Every child of the root is visited; above that, as many leaves hang below at least so many nodes.
        needed = width + sum(leaves[size] / width**up for up in (1, 2, 3))
        checks.append(
            f"{size}: {inner:.2f} inner nodes, {leaves[size]:.2f} leaves need {needed:.2f} at least"
        )
    return Contradiction(
        "3.6.3, p. 83, with Table VII", "Branch-and-bound visits no node twice: visits are leaves and inner nodes",
        "so many leaves need more inner nodes", "; ".join(checks),
        "on U(2,5) inner nodes are missing; which visits were not counted is unexplained",
    )  # fmt: skip


def _ratio() -> Contradiction:
    below = []
    for name in ("III", "IV", "V", "VI", "VII", "VIII", "IX", "X"):
        table = _table(name)
        ratio = (table["AB"] / table["SSS*"]).drop("U(3,6)" if name == "VIII" else [])
        below += [f"{name}: {int((ratio < 1.05).sum())}"] if (ratio < 1.05).any() else []
    return Contradiction(
        "3.6.2, p. 63-64", "AB/SSS* lies in [1.1, 3.0] in Table III, and in IV to X", "the tables themselves",
        f"cells below 1.05, which is not 1.1 to the printed digit: {', '.join(below)}",
        "true of Table III, false of those named" if below else "no contradiction",
    )  # fmt: skip


def _case_7() -> Contradiction:
    table = _table("IV")
    rows = [size_name(w, d) for w, d in SIZES if d >= 4]
    ahead = [row for row in rows if table.loc[row, "Scout"] < table.loc[row, "AB"]]
    return Contradiction(
        "Table I, case 7, p. 42, and Table IV", "Scout is worse than Alphabeta (depth 4 and more)",
        "Table IV", f"Scout has fewer leaves at {', '.join(ahead)}", "true for widths 2 and 3 only",
    )  # fmt: skip


def _case_14() -> Contradiction:
    table = _table("XVIII")
    rows = [size_name(w, d, "nonuniform") for w, d in SIZES if d >= 4]
    differ = [row for row in rows if table.loc[row, "PVS"] != table.loc[row, "PAB"]]
    return Contradiction(
        "Table I, case 14, p. 42, and Table XVIII", "PVS and Palphabeta are tied", "Table XVIII",
        f"different at {', '.join(differ)}", "the list fits case 15 only",
    )  # fmt: skip


def _sss_beaten() -> Contradiction:
    found = []
    for case in CASES:
        table = _table(case.table)
        if case.table == "VIII":
            table = table.drop("U(3,6)")
        others = table.drop(columns="SSS*").min(axis=1)
        found += [
            f"{case.table} {row}: {table.loc[row, 'SSS*']:.2f} against {others[row]:.2f}"
            for row in table.index[table["SSS*"] > others]
        ]
    return Contradiction(
        "3.7, p. 101, and Table VIII", "no strategy ever created fewer nodes than SSS*", "Tables III to XVIII",
        "; ".join(found) or "no cell",
        "contradicted by the table, and by single trees" if found else "no contradiction",
    )  # fmt: skip


def _monotone() -> Contradiction:
    tables = ("XIV", "XV", "XVI", "XVII", "XVIII")
    rising = [
        f"{later} {row}"
        for first, later in pairwise(tables)
        for row in _table(first).index
        if _table(later).loc[row, "AB"] > _table(first).loc[row, "AB"]
    ]
    return Contradiction(
        "3.6.2, p. 81, and Tables XIV-XVIII", "fewer leaves as P grows", "the tables (Alphabeta)",
        f"more leaves than at the P before: {', '.join(rising)}", "not without exceptions in print",
    )  # fmt: skip


def _sample_size() -> Contradiction:
    odd = []
    for case in CASES:
        cells = printed_cells(case.table)
        hundred = (cells["best"] * 100).round().astype(int)
        odd += [f"{case.table} {row}" for row in dict.fromkeys(cells["row"][hundred % 2 == 1])]
    return Contradiction(
        "3.2, p. 33, and Tables III-XVIII", f"{BATCH} trees of each size",
        "means of 50 whole numbers end in an even digit",
        f"odd last digits at {', '.join(odd)}",
        "misprints, digits misread in the scan, or samples of another size (XI N(5,4), XII N(24,2): 35 fits both)",
    )  # fmt: skip


def _root_of_xiii() -> Contradiction:
    row = printed_values("3.6.1", "value")["N(24,2) unordered-independent"]
    table = _table("XIII").loc["N(24,2)"]
    inner = {x: row[f"{x} nodes"] - table[x] for x in ("SSS*", "AB")}
    return Contradiction(
        "3.6.1, p. 44, with Table XIII", "fan-outs of nonuniform trees are random, 24 at most",
        "nodes less leaves are the children of the root that have children",
        ", ".join(f"{x}: {value:.2f}" for x, value in inner.items()) + "; a root with 1..24 children has 12.5 on average",
        "the trees of Table XIII at N(24,2) had nearly always 24 children at the root",
    )  # fmt: skip


def _example_of_perfect() -> Contradiction:
    return Contradiction(
        "3.6.2, p. 81", "perfect ordering is at least as good as any other",
        "the example compares P = 0.2 with P = 0.8",
        f"18.80 and 11.12; P = 1.0 has {_table('XVIII').loc['N(5,4)', 'AB']:.2f}",
        "the example does not show what it is for",
    )  # fmt: skip


def _newborn() -> Contradiction:
    printed = printed_values("II", "value")["U(8,3)", "unordered-independent"]
    ours, theirs = newborn(8, 3, "unordered"), _table("III").loc["U(8,3)", "AB"]
    return Contradiction(
        "Table II, p. 53, and 3.6.2, p. 62", f"Newborn's value for U(8,3), unordered: {printed:.2f}",
        "the integral that gives all other cells", f"{ours:.2f}; the sample of Table III has {theirs:.2f}",
        "a digit is wrong; the example of close agreement rests on it",
    )  # fmt: skip


def _appendix() -> Contradiction:
    visits = printed_cells("A1")["value"].min()
    return Contradiction(
        "Appendix 1, p. 171, and Table XII", f"N(3,5), real-dependent: {visits:.2f} leaf visits by Scout",
        f"Table XII has {_table('XII').loc['N(3,5)', 'Scout']:.2f} leaves there",
        f"N(10,3) has {_table('XII').loc['N(10,3)', 'Scout']:.2f}", "another size is meant, probably N(10,3)",
    )  # fmt: skip


def contradictions() -> pd.DataFrame:
    """Return every contradiction found, in the order of pages, with its check."""
    found = [
        _created(), _sample_size(), _case_7(), _case_14(), _root_of_xiii(), _newborn(), _captions(), _impossible(),
        _prose("U(3,6) P=0.2", "VI"), _prose("U(3,6) P=0.8", "IX"), _ratio(), _wrong_tables(), _monotone(),
        _example_of_perfect(), _inner_visits(), _sss_beaten(), _appendix(),
    ]  # fmt: skip
    return pd.DataFrame(found)


# -- visits quoted in section 3.6.3 ------------------------------------------------------------------------------------

LEAVES, VISITS = CRITERIA.index("leaves"), CRITERIA.index("visits")


def visits_frame(sampler: Sampler, single: int) -> pd.DataFrame:
    """Return the quoted visits beside ours.

    Parameters
    ----------
    sampler : Sampler
        What samples the trees, as the chosen reading makes them.
    single : int
        Trees that are looked at one by one, for `missing`.

    Returns
    -------
    DataFrame
        `trees`, `strategy`, `printed`, `ours`, `z`, `of_ours` (printed over ours), `leaves_of_ours` (the same of the
        leaves), and for Branch-and-bound, whose visits are nodes, `missing`: how many inner nodes our trees have, at the
        printed number of leaves, beyond the printed ones.
    """
    rows = []
    for cell in rows_of(printed_cells("3.6.3")):
        label = cell.column.split(" ")[0]
        c, s = where_is(cell.row)
        case, reading = CASES[c], chosen_reading(CASES[c])
        found = sampler.cells(reading.kind, reading.scheme, case.p)[s]
        k = found.strategies.index((COLUMNS | dict(reading.using))[label])
        means, sd = found.sums.mean()[k], float(found.sums.sd()[k, VISITS])
        ours = float(means[VISITS])
        judged = number(cell.source, cell.table, cell.row, cell.column, ours, sd=sd, n=found.sums.n)
        leaves = float(printed_values(case.table)[cell.row.split(" ")[0], label])
        missing = math.nan
        if label == "BB":
            made = recipe(reading.kind, reading.scheme, *SIZES[s], case.p)
            counts = counts_of(made, (COLUMNS[label],), sampler.seed, 0, single)[:, 0]
            line = np.polyfit(counts[:, LEAVES], counts[:, VISITS] - counts[:, LEAVES], 1)
            missing = float(np.polyval(line, leaves)) - (cell.value - leaves)
        of_ours, leaves_of_ours = cell.value / ours, leaves / float(means[LEAVES])
        rows.append(
            (cell.row, label, cell.value, ours, judged["statistic"], of_ours, leaves_of_ours, missing)
        )
    columns = ["trees", "strategy", "printed", "ours", "z", "of_ours", "leaves_of_ours", "missing"]
    return pd.DataFrame(rows, columns=columns)


# -- chapter 5 ---------------------------------------------------------------------------------------------------------

TREES = 20_000
"""Trees that section 5.3 names, of Table XX."""


def depth_1() -> pd.DataFrame:
    """Return what is printed for both rules at depth 1 and width 2 (`printed_at_depth_1`), and how far apart that is.

    Returns
    -------
    DataFrame
        `game`, `by`, `minimax`, `product` (the tables), `t`, `by_minimax`, `by_product`, `apart`, `error` (of the
        difference, if each number stands for 20,000 trees), `z` and `theory` (exact for Pearl-games, else NaN).

    Examples
    --------
    >>> found = depth_1()
    >>> int((abs(found["z"][found["by"] == "thesis"]) > 3).sum()), int((found["apart"][found["by"] == "Nau"] != 0).sum())
    (3, 0)
    """
    found = printed_at_depth_1()
    is_pearl, is_nau = (found["minimax"].isin(names) for names in (["XIX", "XX"], BY_NAU))
    apart, pooled = found["by_product"] - found["by_minimax"], (found["by_minimax"] + found["by_product"]) / 2
    error = np.sqrt(2 * pooled * (1 - pooled) / TREES)
    theory = found["t"].map(lambda t: p_game_quality(2, t)[0]).where(is_pearl)
    game = np.where(is_pearl, "Pearl-games", "incremental games")
    found.insert(0, "game", game)
    found.insert(1, "by", np.where(is_nau, "Nau", "thesis"))
    return found.assign(apart=apart, error=error, z=apart / error, theory=theory)


def against_theory() -> pd.DataFrame:
    """Return Tables XIX and XX, minimax in Pearl-games, beside exact probabilities, where they do not see the end.

    Returns
    -------
    DataFrame
        `table`, `w`, `t`, `d`, `printed`, `theory`, and `z` for 20,000 trees.
    """
    rows = []
    for table in ("XIX", "XX"):
        for cell in rows_of(printed_cells(table)):
            t, d = (int(part.partition("=")[2]) for part in cell.row.split(","))
            w, value = int(cell.column.partition("=")[2]), cell.best
            if d < t - 1:  # one move before the end the search sees who wins
                theory = float(p_game_quality(w, t)[d - 1])
                z = (value - theory) / np.sqrt(theory * (1 - theory) / TREES)
                rows.append((table, w, t, d, value, theory, z))
    return pd.DataFrame(rows, columns=["table", "w", "t", "d", "printed", "theory", "z"])


def implied_trees(beside: pd.DataFrame) -> float:
    """Return how many trees per number would scatter around theory as a printed table does."""
    variance = (beside["theory"] * (1 - beside["theory"])).mean()
    return float(variance / ((beside["printed"] - beside["theory"]) ** 2).mean())


def below_one() -> pd.DataFrame:
    """Return, for Tables XXIII and XXIV, how many printed numbers there are and how many are not 1.

    With the values that the text describes, every child of the root keeps its lead over its siblings whatever lies
    below it, so every search decides correctly and every number must be 1.
    """
    rows = []
    for table in DEPENDENT:
        printed = printed_values(table)
        rows.append((table, len(printed), int((printed < 1).sum()), float(printed.min())))
    return pd.DataFrame(rows, columns=["table", "numbers", "below_one", "least"])


def contradicting(pairs: pd.DataFrame) -> pd.DataFrame:
    """Return the pairs that are farther apart than chance allows."""
    return pairs[abs(pairs["z"]) > LIMIT]
