"""What chapter 5 of Muszycka 1985 prints and claims, put to what was measured."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.stats import chi2

from companion.pathology.model import NOT_EXCEPTIONAL, P_D, Grid, Q, TerminalNodes, p_that_ends_at
from companion.pathology.study import BY_NAU, TABLES, TREES, change, onset, place_of, rules_side_by_side
from companion.published.claims import Finding, equal, held
from companion.published.verdict import SCORECARD_COLUMNS, judge
from gametree.theory.error_model import fixed_p

if TYPE_CHECKING:
    import pandas as pd

SOURCE = "muszycka1985"

_ALWAYS_BEST = (
    "with sibling values a permutation of one set every search finds the best child: 1.000 at every depth"
)


# -- the error model ---------------------------------------------------------------------------------------------------


def lowered_levels(ten: np.ndarray) -> tuple[int, int]:
    """Return how many single levels lower ERR, and of how many (`ten` is from `errors_by_level`)."""
    steps = np.diff(ten, axis=1)
    return int((steps < -1e-12).sum()), steps.size


def of_uniform_trees(ten: np.ndarray, sixty: np.ndarray) -> list[Finding]:
    """Judge that ERR rises to 0.5, from ten and from sixty levels without terminal nodes (Figures 44-47)."""
    backwards, steps = lowered_levels(ten)
    nearer = abs(ten[:, -1] - 0.5) < abs(ten[:, 0] - 0.5)
    return [
        held(
            "ERR rises with every iteration of (1)",
            (np.diff(ten, axis=1) >= -1e-12).ravel(),
            f"{backwards} of {steps} single levels of Figures 44-47 lower it; over all ten it rises",
        ),
        held(
            "ERR migrates towards 0.5, Figures 44-47",
            (nearer & (abs(sixty[:, -1] - 0.5) < 1e-3)).ravel(),
            "nearer to 0.5 after ten levels than at the leaves, and within 0.001 of it after sixty",
        ),
    ]


def of_misleading_evaluations(grid: Grid) -> list[Finding]:
    """Judge what is said of err1 + err2 at and above 1, and of err1 = err2 = 0."""
    misleading = grid.total >= 1
    return [
        held(
            "ERR exceeds 0.5 if err1 + err2 >= 1",
            grid.err[1][misleading] > 0.5 + 1e-12,
            f"one level up, {int(misleading.sum()):,} starts; where the sum is exactly 1, ERR is 0.5 for ever: "
            "the evaluation then knows nothing, rather than misleads",
        ),
        held(
            "free of error only from err1 = err2 = 0",
            (grid.free == grid.none).ravel(),
            f"{grid.none.size:,} starts, twelve levels",
        ),
    ]


def of_many_values(many: pd.DataFrame, both: np.ndarray, one: np.ndarray) -> list[Finding]:
    """Judge what is said of equation (2); `both` and `one` are from `ends_by_positive_errors`."""
    last = many[many["level"] == 60]
    dying = one < 1e-6
    return [
        held(
            "ERR of (2) migrates towards 0.5, continuous values",
            abs(last["ERR, continuous"] - 0.5) < 0.01,
            "normal evaluations whose means are 1, 2 and 3 apart, p = 0.618: the area after sixty levels",
        ),
        held(
            "ERR of (2) migrates towards 0.5, discrete values",
            abs(last["ERR, six values"] - 0.5) < 0.01,
            "the same with six values: the area below the polygon after sixty levels",
        ),
        held(
            "ERR of (2) reaches 0 only if err1 or err2 is 0",
            [*(both > 1e-6), bool(dying.any()), not dying.all()],
            "from errors that are both positive it never does; if one is 0 it does in "
            f"{dying.sum()} of {dying.size} starts, depending on p",
        ),
    ]


def where_errors_grow(ten: np.ndarray) -> str:
    """Return the p at which ERR has grown after ten levels from all starts."""
    return ", ".join(f"{p:.1f}" for p in P_D[((ten[:, -1] - ten[:, 0]) > 0).all(axis=0)])


def of_terminal_nodes(ten: np.ndarray, found: TerminalNodes) -> list[Finding]:
    """Judge what is said of terminal nodes; `ten` is ERR over ten levels with them (Figures 50-53)."""
    stays = found.near[~found.cured.all(axis=0)]
    p, q = (axis[~found.falling] for axis in found.tested)
    return [
        held(
            "q = 0.05: no pathology but at one p",
            found.cured.ravel(),
            f"{len(found.near)} values of p from 0.2 to 0.9, four starts, 2000 levels; errors stay for p from "
            f"{stays.min():.3f} to {stays.max():.3f}, not at one p alone",
        ),
        held(
            "ERR falls for every p but 0.6, Figures 50-53",
            ((ten[:, -1] < ten[:, 0])[:, NOT_EXCEPTIONAL]).ravel(),
            f"over ten levels; it rises for all four starts at p = {where_errors_grow(ten)}",
        ),
        held(
            "ERR falls for every p but 0.6, q from 0.05 to 0.25",
            found.falling.ravel(),
            f"{found.falling.size} starts over ten levels; all exceptions have q at most {q.max():.2f} and p from "
            f"{p.min():.1f} to {p.max():.1f}",
        ),
        held(
            "ERR falls quicker from smaller errors",
            found.sooner,
            "levels above which ERR is at most 0.05, pairs of starts of Figures 50-53, every p but 0.6; taken as "
            f"the share of ERR that is left after ten levels, it holds in {found.quicker.mean():.0%}",
        ),
        equal(
            SOURCE,
            "5.1",
            "q = 0.05: where ERR rises",
            "p",
            fixed_p(Q),
            "the p that stays what it is",
            digits=1,
        ),
    ]


def of_the_cycle(first_err2: float, second_err1: float) -> list[Finding]:
    """Judge the two points between which the errors go to and fro at the exceptional p."""
    note = (
        f"the cycle of equations (3) at the p that stays what it is, {fixed_p(Q):.4f}; "
        f"the printed number would need p = {p_that_ends_at(0.8089):.4f}"
    )
    point = "q = 0.05: the end of the errors, {} point"
    return [
        equal(SOURCE, "5.1", point.format("first"), "err2", first_err2, note, digits=4),
        equal(
            SOURCE,
            "5.1",
            point.format("second"),
            "err1",
            second_err1,
            "the other point of the cycle",
            digits=3,
        ),
    ]


def of_grouping(grouped: pd.DataFrame) -> Finding:
    """Judge the printed thresholds below which errors die out if siblings have equal values."""
    share = grouped["of the printed region, die out"]
    return Finding(
        "grouping: errors die out if err1 < 1 - xi and err2 < xi",
        "holds",
        float(np.mean(share.tolist())),
        "agrees" if (share == 1).all() else "differs",
        "share of the printed region in which they do, mean of widths 2, 3 and 5; "
        "the condition is err1 < xi and err2 < 1 - xi",
    )


# -- the tables --------------------------------------------------------------------------------------------------------


def sample_of(table: str, nau_sample: int) -> int:
    """Return how many games stand behind each cell of a table."""
    return nau_sample if table in BY_NAU else TREES


def judged_cells(cells: pd.DataFrame, own: pd.DataFrame, nau_sample: int) -> pd.DataFrame:
    """Judge every printed cell of Tables XIX-XXVIII; `own` is from `beside`."""
    import pandas as pd

    rows = []
    for cell, (ours, sd, n) in zip(cells.to_dict("records"), own.to_numpy(), strict=True):
        table = str(cell["table"])
        sample = sample_of(table, nau_sample)
        result = judge(cell["value"], cell["corrected"], ours, sd, n, sample, digits=3)
        note = cell["note"]
        if result.verdict == "differs":
            note = (
                _ALWAYS_BEST
                if table in ("XXIII", "XXIV")
                else f"more than 3 standard errors of {sample:,} games from ours: "
                "the printed table scatters more than such a sample"
            )
        key = [cell[name] for name in ("source", "table", "row", "column", "value", "corrected")]
        rows.append((*key, ours, sd, n, *result, note))
    return pd.DataFrame(rows, columns=[*SCORECARD_COLUMNS, "note"])


def whole_tables(judged: pd.DataFrame, nau_sample: int) -> pd.DataFrame:
    """Judge whole tables by the mean square of their distances.

    The depths of a column come from the same games: at worst, only whole columns are independent.
    """
    import pandas as pd

    rows = []
    for table in TABLES:
        part = judged[(judged["table"] == table) & (judged["sd"] > 0)]
        if part.empty:
            continue
        difference = part["corrected"].fillna(part["published"]) - part["ours"]
        places = [place_of(table, r, c) for r, c in zip(part["row"], part["column"], strict=True)]
        columns = len({(place.w, place.t) for place in places})
        rows.append(
            (
                table,
                len(part),
                columns,
                sample_of(table, nau_sample),
                difference.mean(),
                float((part["statistic"] ** 2).mean()),
                chi2.ppf(0.975, columns) / columns,
                int((part["statistic"].abs() > 3).sum()),
                0.0027 * len(part),
                float((part["sd"] ** 2).mean() / ((difference**2).mean())),
            )
        )
    names = [
        "table",
        "cells",
        "independent columns",
        "sample",
        "mean difference",
        "mean z²",
        "chance allows",
        "beyond 3",
        "by chance",
        "scatters like a sample of",
    ]
    whole = pd.DataFrame(rows, columns=names)
    whole["verdict"] = np.where(whole["mean z²"] <= whole["chance allows"], "agrees", "differs")
    return whole


def of_table_xx(judged: pd.DataFrame, nau_sample: int) -> Finding:
    """Judge that the thesis' own table of Pearl-games is almost identical with Nau's."""
    pairs = judged[judged["table"] == "XX"].merge(
        judged[judged["table"] == "XIX"], on=["row", "column"], suffixes=("", "_nau")
    )
    pairs = pairs[pairs["sd"] > 0]
    apart = (pairs["published"] - pairs["published_nau"]).abs()
    return held(
        "Table XX is almost identical with Table XIX",
        apart / (pairs["sd"] * np.sqrt(1 / TREES + 1 / nau_sample)) <= 3,
        f"cells within 3 standard errors of samples of {TREES:,} and {nau_sample:,}; "
        f"the others are up to {apart.max():.3f} apart",
    )


def of_games(quality: pd.DataFrame, highest: int) -> list[Finding]:
    """Judge which games are pathological, and which rule decides better, from what was played."""
    widths = sorted(set(quality["w"][quality["t"] == 7]))
    levels = range(5, highest + 1)
    falls = [t for t in levels if change(quality, "pearl", "minimax", 2, t) < 0]
    sizes = sorted(set(zip(quality["w"], quality["t"], strict=True)))
    onsets = {(w, t): onset(quality, w, t) for w in widths for t in (5, 6, 7)}
    rules = rules_side_by_side(quality).loc["incremental"]
    return [
        equal(
            SOURCE,
            "5.1",
            "Pearl-games of width 2: deeper search helps up to level t",
            "t",
            min(falls) - 1,
            "the last two depths that do not see the end against the first two, in theory",
            digits=0,
        ),
        held(
            "Pearl-games wider than 2: deeper search harms below t = 7",
            [any(change(quality, "pearl", "minimax", w, t) < 0 for t in (5, 6)) for w in widths if w > 2],
            "at t = 5 or 6, for every width from 3 on",
        ),
        held(
            "Pearl-games: the wider, the sooner pathology",
            [onsets[w + 1, t] <= onsets[w, t] for w in widths[:-1] for t in (5, 6, 7)],
            "first depth from which one more move decides worse, width by width: "
            + "; ".join(f"t = {t}: {', '.join(str(onsets[w, t]) for w in widths)}" for t in (5, 6, 7)),
        ),
        held(
            "incremental games: no pathology",
            [change(quality, "incremental", "minimax", w, t) > 0 for w, t in sizes if t >= 5],
            "every width and terminal level from 5 on",
        ),
        held(
            "product, Pearl-games: no pathology",
            [change(quality, "pearl", "product", 2, t) > 0 for t in levels],
            f"width 2, terminal levels 5 to {highest}",
        ),
        held(
            "product, incremental games: slightly worse than minimax",
            rules["product"] < rules["minimax"],
            f"cells of width 2; by {(rules['minimax'] - rules['product']).mean():.3f} on average",
        ),
    ]


def of_dependent_games(judged: pd.DataFrame) -> Finding:
    """Judge the pathology of games with dependent values: the steps of Tables XXIII and XXIV that go down in print."""
    import pandas as pd

    part = judged[judged["table"].isin(["XXIII", "XXIV"])]
    keys = zip(part["table"], part["row"], part["column"], strict=True)
    places = pd.DataFrame([place_of(*key) for key in keys], index=part.index)
    fell = part.join(places).sort_values(["table", "w", "t", "d"])
    steps = fell.groupby(["table", "w", "t"])[["published", "ours"]].diff()
    drops = steps[steps["published"] < 0]
    return held(
        "dependent games: some pathology",
        drops["ours"] < 0,
        f"the {len(drops)} steps of Tables XXIII and XXIV that go down in print; as described none can",
    )


def of_b_star(saving: pd.DataFrame, trees: int) -> Finding:
    """Return what B* saves on our trees; neither the printed trees nor the exhaustive search are described."""
    saved, of_all = 100 * saving["saved, palay"], 100 * saving["saved, palay, of all nodes"]
    return Finding(
        "B* against exhaustive search",
        "per cent saved",
        100 * float(saving["saved, palay"].mean()),
        "underspecified",
        f"neither the trees nor the exhaustive search are described; on ours {saved.min():.0f} to {saved.max():.0f} "
        f"per cent, depending on the size, up to the same proof, and {of_all.min():.0f} to {of_all.max():.0f} of all nodes",
        n=trees * len(saving),
    )
