"""The values that the text of notebook 05 names, and the tables that it shows."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from companion.pathology import findings, model, tables
from companion.pathology.figures import FIGURE_49
from companion.pathology.findings import ROUNDING
from companion.pathology.model import P_D, STARTS, Q
from companion.pathology.tables import DISTANCES, GAMES, TABLES
from companion.published.claims import limit
from companion.published.tables import BY_NAU, DEPENDENT, OWN
from companion.widgets import listed
from gametree.backup import rules
from gametree.games.board_games import board_tree, count_of_ones, steps_behind
from gametree.theory import xi
from gametree.theory.error_model import critical_q, error_growth, fixed_p

if TYPE_CHECKING:
    from companion.pathology.study import Study

Values = dict[str, Any]


def power_of_ten(bound: float) -> str:
    """Return the least power of ten that is not exceeded by a small number, as a formula; no less than rounding is.

    Examples
    --------
    >>> power_of_ten(2e-15)
    '$10^{-14}$'
    """
    return f"$10^{{{math.ceil(math.log10(max(bound, ROUNDING)))}}}$"


# -- the opening -------------------------------------------------------------------------------------------------------


def opening(study: Study) -> Values:
    """Return the answer: how many printed numbers are compatible with ours, and which games are pathological."""
    judged = study.informative[study.informative["verdict"] != "not yet"]
    own = judged[judged["table"].isin([*OWN, *DEPENDENT])]
    nau = judged[judged["table"].isin(BY_NAU)]
    of_games = games(study)
    return {
        "cells": len(own),
        "differ": int((own["verdict"] == "differs").sum()),
        "dependent": int(own["table"].isin(DEPENDENT).sum()),
        "tested": int(nau["verdict"].isin(["agrees", "differs", "inconclusive"]).sum()),
        "agree": int((nau["verdict"] == "agrees").sum()),
        "open": int((nau["verdict"] == "inconclusive").sum()),
        "nau_differ": int((nau["verdict"] == "differs").sum()),
        "wide": of_games["wide"],
        "falls": of_games["falls"],
        **contradictions(study),
    }


def contradictions(study: Study) -> Values:
    """Return how many numbers that estimate one probability are too far apart for that."""
    own = study.same[study.same["minimax"].isin(OWN)]
    nau = study.same[study.same["minimax"].isin(BY_NAU)]
    column, table = (own[name].abs() for name in DISTANCES)
    far = own[column > 3]
    return {
        "pairs": len(own),
        "contradict": len(far),
        "least": column[column > 3].min(),
        "most": column.max(),
        "still": int((table > 3).sum()),
        "still_pearl": table[own["minimax"] == "XX"].max(),
        "limit": limit(sum(own["minimax"] == "XX")),
        "nau_pairs": len(nau),
        "nau_equal": int((nau["apart"] == 0).sum()),
        "where": listed(
            f"{row['by_minimax']:.3f} and {row['by_product']:.3f} "
            f"(Tables {row['minimax']} and {row['product']}, $t = {row['t']}$)"
            for row in far.to_dict("records")
        ),
    }


def pairs(study: Study) -> pd.DataFrame:
    """Return the thesis' pairs of numbers that estimate one probability, as a table for readers."""
    own = study.same[study.same["minimax"].isin(OWN)]
    names = ("20,000 trees per column", "20,000 trees per table")
    return own.rename(
        columns={"minimax": "table, minimax", "product": "table, product", "by_minimax": "D, minimax"}
        | {"by_product": "D, product", "apart": "difference"}
        | dict(zip(DISTANCES, names, strict=True))
    )


def describe_differences(study: Study) -> str:
    """Return in words how many informative numbers of every table differ from ours."""
    judged = study.informative[study.informative["verdict"] != "not yet"]
    details = ", ".join(
        f"{table} {(part['verdict'] == 'differs').sum()} of {len(part)}"
        for table, part in judged.groupby("table", sort=False)
    )
    return f"Printed less ours, table by table, with three standard errors as a grey band. Numbers that differ: {details}."


# -- games -------------------------------------------------------------------------------------------------------------


def board() -> Values:
    """Return what the board of Figure 49 is like."""
    tree = board_tree(FIGURE_49)
    left, right = (count_of_ones(tree, child) for child in tree.children(0))
    return {
        "left": left,
        "right": right,
        "outcome": "wins" if tree.backed_up[0] else "loses",
        "nodes": tree.n_nodes - 1,
        "ways": steps_behind(tree)[0],
    }


def moves_of_figure_54() -> pd.DataFrame:
    """Return what each rule makes of Figure 54."""
    tree = findings.FIGURE_54
    rows = [
        (rule, *rules.winability(tree, rule)[tree.children(0)], f"p{rules.preferred(tree, rule) + 1}")
        for rule in rules.RULES
    ]
    return pd.DataFrame(rows, columns=["rule", "value of p1", "value of p2", "preferred move"])


def games(study: Study) -> Values:
    """Return which games are pathological, by how much, and how far the sample is from theory."""
    quality = study.quality
    z = tables.distances_from_theory(quality)
    widths = sorted(set(quality[quality["t"] == 7]["w"]))
    pearl, incremental = (
        {w: tables.change(quality, game, "minimax", w, 7) for w in widths} for game in GAMES
    )
    falling = [w for w in widths if pearl[w] < 0]
    lengths = range(5, study.highest + 1)
    gap = tables.rules_side_by_side(quality).loc["incremental"]
    return {
        "with_theory": len(z),
        "mean_square": float(np.mean(z**2)),
        "largest": float(abs(z).max()),
        "wide": listed(falling),
        "wide_least": max(pearl[w] for w in falling),
        "wide_most": min(pearl[w] for w in falling),
        "narrow": pearl[2],
        "falls": listed(t for t in lengths if tables.change(quality, "pearl", "minimax", 2, t) < 0),
        "incremental_least": min(incremental.values()),
        "incremental_most": max(incremental.values()),
        "product_least": min(tables.change(quality, "pearl", "product", 2, t) for t in lengths),
        "product_lower": 100 * (gap["product"] < gap["minimax"]).mean(),
        "product_by": (gap["minimax"] - gap["product"]).mean(),
        **_average(study),
    }


def _average(study: Study) -> Values:
    gains = tables.gains_of_average(study.quality)
    widths = [w for w in sorted(set(study.quality["w"])) if w > 2]
    return {
        "over_product": 100 * gains["better than the product"]["pearl"],
        "over_minimax": 100 * gains["better than minimax"]["incremental"],
        "gain_pearl": gains.iloc[:, -1]["pearl"],
        "gain_incremental": gains.iloc[:, -1]["incremental"],
        "average_falls": listed(
            w for w in widths if tables.change(study.quality, "pearl", "average", w, 7) < 0
        )
        or "none",
    }


def not_simulated(study: Study) -> pd.DataFrame:
    """Return D of games wider than 2 by game, rule, moves and depth, a column per width."""
    wide = study.quality[(study.quality["w"] > 2) & (study.quality["d"] < study.quality["t"] - 1)]
    found = wide.pivot(index=["game", "rule", "t", "d"], columns="w", values="probability").reset_index()
    found["game"] = found["game"].map(GAMES)
    return found.rename(columns=lambda name: f"w = {name}" if isinstance(name, int) else name)


# -- printed tables ----------------------------------------------------------------------------------------------------


def by_verdict(study: Study) -> pd.DataFrame:
    """Return how many informative numbers of every table have which verdict."""
    rows = []
    for table, (game, rule) in TABLES.items():
        part = study.informative[study.informative["table"] == table]
        counts = [int((part["verdict"] == verdict).sum()) for verdict in _COUNTED]
        rows.append((table, _whose(table), game.replace("-", ", "), rule, len(part), *counts))
    found = pd.DataFrame(rows, columns=["table", "whose", "game", "rule", "numbers", *_COUNTED.values()])
    return found if found["not played"].any() else found.drop(columns="not played")


_COUNTED = {
    "agrees": "agree",
    "differs": "differ",
    "inconclusive": "inconclusive",
    "underspecified": "size fitted here",
    "scan": "restored from the scan",
    "not yet": "not played",
}


def _whose(table: str) -> str:
    return "Nau" if table in BY_NAU else "thesis"


def whole_tables(study: Study) -> pd.DataFrame:
    """Return the verdicts on whole tables: what a reader needs of them."""
    found = study.whole_verdicts
    shown = {
        "table": found["table"],
        "whose": found["table"].map(_whose),
        "games per number": found["sample"],
        "numbers": found["cells"],
        "mean z²": found["mean_square"],
        "mean z² of steps": found["paired"],
        "below ours, %": (100 * found["below"]).round(),
        "corrected p": found["corrected_p"],
        "verdict": found["verdict"],
        "under all seeds": found["seeds"],
    }
    return found[[]].assign(**shown)


def printed(study: Study) -> Values:
    """Return what is said of printed tables."""
    found = study.whole_verdicts
    own = found["table"].isin(OWN)
    nau, literal, total = (
        found[~own],
        found[own & (found["reading"] == "literal")],
        found[own & (found["reading"] == "chosen")],
    )
    biased = literal[literal["sign_p"] < 0.01]
    ties = tables.distances_by_ties(study.judged, study.quality)
    return {
        "nau_sample": study.nau_sample,
        "nau_passes": int((nau["verdict"] == "agrees").sum()),
        "nau_tables": len(nau),
        "nau_p": nau["corrected_p"].min(),
        "fails_per_column": int((literal["verdict"] == "differs").sum()),
        "fails_per_table": int((total["verdict"] == "differs").sum()),
        "tables": len(OWN),
        "biased": listed(biased["table"]) or "none",
        "scattered": listed(table for table in OWN if table not in set(biased["table"])) or "none",
        "below": 100 * (literal if biased.empty else biased)["below"].min(),
        "ties_least": float(ties.drop(columns="table").to_numpy().min()),
    }


def dependent(study: Study) -> Values:
    """Return what is said of games with dependent values."""
    distances = study.distances_of_variants
    nearest = distances.loc[distances.groupby("table")["root mean square distance"].idxmin()].set_index(
        "table"
    )
    integers, reals = (
        study.informative[study.informative["table"] == table].set_index(["row", "column"])["published"]
        for table in DEPENDENT
    )
    return {
        "sizes": len(study.described),
        "trees": int(study.described["n"].iloc[0]),
        "right": int((study.described["probability"] == 1).sum()),
        "off_integers": nearest["root mean square distance"]["XXIII"],
        "off_reals": nearest["root mean square distance"]["XXIV"],
        "nearest": nearest["variant"]["XXIII"],
        "reals_below": int((reals < integers).sum()),
        "both": len(integers),
    }


# -- the error model ---------------------------------------------------------------------------------------------------


def errors(study: Study) -> Values:
    """Return what is said of the recurrence, with and without terminal nodes."""
    ten, sixty = model.errors_by_level(P_D, 10), model.errors_by_level(P_D, 60)
    lowered, steps = findings.lowered_levels(ten)
    grid, many = model.grid_of_starts(), model.ends_of_many_values()
    mixed, limit, terminal = (
        model.errors_by_level(P_D, 10, Q),
        model.ends_of_errors(P_D),
        model.terminal_nodes(),
    )
    stuck = listed(f"$p = {P_D[j]:.1f}$ from {STARTS[i]}" for i, j in np.argwhere(limit > 1e-6))
    return {
        "farthest": power_of_ten(study.farthest_from_cases),
        "simulated": study.simulation["standard errors"].abs().max(),
        "parameters": len(study.simulation),
        "low": ten[:, -1].min(),
        "high": ten[:, -1].max(),
        "sixty": power_of_ten(abs(sixty[:, -1] - 0.5).max()),
        "lowered": lowered,
        "steps": steps,
        "grid": grid.none.size,
        "many": power_of_ten(max(abs(areas - 0.5).max() for areas in many.values())),
        "grows": listed(findings.where_errors_grow(mixed).split(", ")),
        "starts": limit.size,
        "cured": int((limit <= 1e-6).sum()),
        "stuck": stuck,
        "stays": limit[limit > 1e-6].min(),
        "tested": terminal.fall.size,
        "fall": int((terminal.fall > 0).sum()),
    }


def boundary() -> Values:
    """Return what is said of the exceptional p and of the critical density."""
    err2, err1 = model.cycle_of_errors()
    cycle = model.fixed_points().set_index("q")["errors on the cycle"]
    golden = xi(2)
    return {
        "q": Q,
        "err1": err1,
        "err2": err2,
        "off": abs(err2 - 0.8089),
        "needed": model.p_that_ends_at(0.8089),
        "fixed": fixed_p(Q),
        "named": (Q - Q**2) / (1 - 2 * Q),
        "named_golden": (golden - golden**2) / (1 - 2 * golden),
        "growth_0": error_growth(0.0),
        "growth": error_growth(Q),
        "critical": critical_q(),
        "wider": listed(f"{critical_q(w):.3f} (width {w})" for w in (3, 4, 6)),
        "cycle_0": cycle[0.0],
        "cycle_1": cycle[0.01],
        "cycle": cycle[Q],
    }


def grouping() -> Values:
    """Return how much of the printed region of starts dies out, by width."""
    found = model.grouping()
    shares = zip(found["w"], 100 * found["of the printed region, die out"], strict=True)
    return {"die_out": listed(f"{share:.0f} % ($w = {w}$)" for w, share in shares)}


# -- B* ----------------------------------------------------------------------------------------------------------------


def b_star(study: Study) -> Values:
    """Return what is said of what B* saves."""
    saving = 100 * study.saving[["saved, palay", "saved, prove-best", "saved, palay, of all nodes"]]
    best, alone, of_all = (saving[name] for name in saving)
    return {
        "low": best.min(),
        "high": best.max(),
        "more": int((best > alone).sum()),
        "sizes": len(saving),
        "all_low": of_all.min(),
        "all_high": of_all.max(),
        "right": int(study.saving["best move proved"].sum()),
        "trees": study.b_star_trees * len(saving),
    }


def savings(study: Study) -> pd.DataFrame:
    """Return what B* saves, as a table for readers."""
    found = study.saving
    shown = {
        "trees": found["trees"],
        "nodes, Palay": found["palay"],
        "nodes, prove-best": found["prove-best"],
        "nodes, exhaustive": found["exhaustive"],
        "saved by Palay, %": 100 * found["saved, palay"],
        "± (95 %)": 100 * found["± (95 %)"],
        "saved by prove-best, %": 100 * found["saved, prove-best"],
    }
    return found[[]].assign(**shown)


# -- verdicts ----------------------------------------------------------------------------------------------------------


def verdicts(study: Study) -> Values:
    """Return how many claims hold, are refuted or stay open."""
    found = study.claims["verdict"]
    holds, refuted = (int((found == name).sum()) for name in ("agrees", "differs"))
    return {"claims": len(found), "agrees": holds, "differs": refuted, "open": len(found) - holds - refuted}
