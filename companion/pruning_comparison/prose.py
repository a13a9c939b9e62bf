"""The numbers that the sentences of notebook 03 name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from companion.pruning_comparison.findings import OF_TIMES, ORDER_CHANGES
from companion.pruning_comparison.sample import SampledCases
from companion.pruning_comparison.single_trees import BEATEN
from companion.pruning_comparison.study import Study, distinct, of_tables
from companion.pruning_comparison.tables import Ranking, rank
from companion.pruning_comparison.theory import DEPTHS, FAR, FEW, QUOTED, SCOUT_DEPTHS, TheoryStudy
from companion.published.cases import CASES, LABELS, SIZES, size_name
from companion.published.cells import printed_cells, printed_values
from companion.published.claims import all_claims, decided
from companion.published.deviations import TABLES
from companion.published.newborn import newborn
from companion.published.scorecard import read_flips, settled
from companion.published.tables import LEVEL, WHOLE
from companion.published.verdict import SAYS
from companion.widgets import listed
from gametree.theory import expected, expected_scout
from gametree.tree import Tree

BAD = ("differs", "underspecified", "not yet")
"""Verdicts on numbers that are not compatible with ours, or that nothing can be said of."""


def of_study(study: Study) -> dict[str, Any]:
    """Return the numbers about the sixteen cases, by name."""
    own = distinct(study.judged)
    literal = distinct(of_tables(study.numbers_literal, *TABLES))
    ranks, ranks_literal = (
        found[~found["note"].str.contains("blank in print")]
        for found in (study.ranks, of_tables(study.numbers_literal, "I"))
    )
    as_printed = (ranks["published"] == ranks["ours"]).groupby(ranks["row"]).all()
    whole = study.judged_whole_tables.set_index(["table", "reading"])
    tables = {
        reading: {
            verdict: _with(study, reading, verdict) for verdict in ("agrees", "differs", "inconclusive")
        }
        for reading in ("literal", "chosen")
    }
    # A table that has no other reading is under the chosen one as it is word by word.
    alone = {
        verdict: [table for table in names if (table, "chosen") not in study.deviations]
        for verdict, names in tables["literal"].items()
    }
    claims, deep = study.claims["verdict"].value_counts(), study.orders[study.orders["depth"] > 2]
    flat = study.orders[study.orders["depth"] == 2]
    inside = {
        kind: int(rows["printed"].between(rows["low"] - 1e-9, rows["high"] + 1e-9).sum())
        for kind, rows in study.ratios.items()
    }
    return {
        "searched": study.sampler.searched,
        "least": int(study.chosen.n.min()),
        "error": 100 * float(study.errors.max()),
        "error_median": 100 * float(np.median(study.errors)),
        "scattering": len(whole.xs("literal", level="reading")),
        "tables": {
            reading: {verdict: listed(names) or "none" for verdict, names in found.items()}
            for reading, found in tables.items()
        },
        "literal_agree": len(tables["literal"]["agrees"]),
        "literal_differ": len(tables["literal"]["differs"]),
        "literal_open": len(tables["literal"]["inconclusive"]),
        "chosen_agree": len({*tables["chosen"]["agrees"], *alone["agrees"]}),
        "chosen_differ": len(tables["chosen"]["differs"]),
        "chosen_open": len({*tables["chosen"]["inconclusive"], *alone["inconclusive"]}),
        "level": LEVEL,
        "distinct": len(own),
        "compatible": int((~own["verdict"].isin(BAD)).sum()),
        "compatible_literal": int((~literal["verdict"].isin(BAD)).sum()),
        "open": int((own["verdict"] == "inconclusive").sum()),
        "verdicts": _counted(own),
        "unsettled": int((settled(own)["verdict"] != own["verdict"]).sum()),
        "seeds": {table: seeds_saying(table, "differs") for table in ("XVII", "XVIII")},
        "below": {table: 100 * float(whole["below"][table, "chosen"]) for table in ("XVII", "XVIII")},
        "inside": inside,
        "points": {kind: len(rows) for kind, rows in study.ratios.items()},
        "cases": len(CASES),
        "ends_hold": sum(_ends_hold(rank(study.chosen, case.number)) for case in CASES),
        "paired_iii": float(whole["paired_p"]["III", "literal"]),
        "lists": len(as_printed),
        "lists_same": int(as_printed.sum()),
        "ranks": len(ranks),
        "ranks_counted": _counted(ranks),
        "ranks_literal": _counted(ranks_literal),
        "ranks_open": int((ranks["verdict"] == "inconclusive").sum()),
        "ranks_differ": int((ranks["verdict"] == "differs").sum()),
        "ranks_literal_differ": int((ranks_literal["verdict"] == "differs").sum()),
        "case_16": {
            reading: str(rank(sample, 16)).replace("*", r"\*")
            for reading, sample in (("chosen", study.chosen), ("literal", study.literal))
        },
        "claims": len(study.claims),
        "claims_by": claims.reindex(["agrees", "differs", "inconclusive", "underspecified"], fill_value=0).to_dict(),
        "unsaid": _unsaid(study.claims),
        "visits": _of_visits(study),
        "quoted": len(study.quoted),
        "quoted_counted": _counted(study.quoted),
        "beaten": 100 * float(study.beaten.to_numpy().mean()),
        "print_beaten": sss_beaten_in_print(),
        "beaten_size": Tree.from_nested(BEATEN).n_nodes,
        "beaten_most": 100 * float(study.beaten.to_numpy().max()),
        "beaten_means": _beaten_means(study.chosen),
        "smaller": study.smaller.trees,
        "smaller_beaten": len(study.smaller.beaten),
        "viii": _of_viii(study.chosen),
        "not_best": 100 * float(deep["not_best"].mean()),
        "not_best_2": round((flat["not_best"] * flat["trees"]).sum()),
        "trees_2": int(flat["trees"].sum()),
        "perfect_costs": 100 * float(deep["perfect"].sum() / deep["best"].sum() - 1),
        "random_costs": 100 * float(deep["random"].sum() / deep["best"].sum() - 1),
        "random_beats": 100 * float(deep["beaten"].mean()),
        "newborn": study.newborn["verdict"].value_counts().reindex(["exact", "misprint"], fill_value=0).to_dict(),
        "newborn_all": len(study.newborn),
        "newborn_8_3": newborn(8, 3, "unordered"),
        "in_band": 100 * float((study.theory["ours"].abs() <= study.theory["band"]).mean()),
        "of_50": 100 * float((study.theory["printed"].abs() <= study.theory["printed_band"]).mean()),
        "time_order": listed(
            LABELS[k].replace("*", r"\*") for k in np.median(study.chosen.micro, axis=(0, 1)).argsort()
        ),
        "numbers": len(study.numbers),
        "verdict": study.numbers["verdict"].value_counts().to_dict(),
        "verdict_literal": study.numbers_literal["verdict"].value_counts().to_dict(),
        "worse": len(study.worse),
        "worse_viii": int((study.worse["table"] == "VIII").sum()),
    }  # fmt: skip


def _with(study: Study, reading: str, verdict: str) -> list[str]:
    """Return the tables that have a verdict under a reading."""
    found = study.judged_whole_tables.set_index(["table", "reading"])["verdict"]
    return [table for table in TABLES if found.get((table, reading)) == verdict]


def _counted(judged: pd.DataFrame) -> str:
    """Return how many numbers have which verdict, as a sentence has it: 22 agree, 14 are inconclusive and 6 are exact."""
    counts = judged["verdict"].value_counts()
    return listed(f"{count:,} {SAYS[str(verdict)][count > 1]}" for verdict, count in counts.items())


def seeds_saying(table: str, verdict: str) -> str:
    """Return how many seeds give a verdict on a table as a whole, chosen reading: 9 of 10, or all."""
    given = read_flips().get(("muszycka1985", table, WHOLE, "chosen"))
    if given is None:
        return "all"
    counts = {name: int(n) for name, _, n in (part.rpartition(" ") for part in given.split(", "))}
    return f"{counts.get(verdict, 0)} of {sum(counts.values())}"


def _ends_hold(ranking: Ranking) -> bool:
    """Return whether SSS* comes first in a list, alone or in a tie, and Branch-and-bound last and alone."""
    return "SSS*" in ranking.groups[0] and ranking.groups[-1] == ("BB",)


def _unsaid(claims: pd.DataFrame) -> dict[str, int]:
    """Return how many underspecified claims are about processor time, and how many about visits."""
    names = claims["row"][claims["verdict"] == "underspecified"]
    visits = sum("visit" in all_claims()[name].unsaid for name in names)
    return {"times": int(names.isin(list(OF_TIMES)).sum()), "visits": visits}


def _of_visits(study: Study) -> dict[str, str]:
    """Return how often Alphabeta visits the least nodes in our trees and PVS the most, and what changes the order."""
    found = {each.claim: each for each in study.findings}
    held = {
        name: f"{decided(found[claim].cases).count(True)} of {len(found[claim].cases)}"
        for name, claim in (("ab", "cmp-ab-visits"), ("pvs", "cmp-pvs-visits"))
    }
    changes = zip(ORDER_CHANGES, decided(found["cmp-visits-change"].cases), strict=True)
    return held | {"change": listed(f"the {what}" for what, holds in changes if holds) or "nothing"}


def sss_beaten_in_print() -> str:
    """Return how often, and where, the thesis prints fewer leaves for another strategy than for SSS*."""
    found = []
    for table in TABLES:
        printed = printed_values(table)
        for row in printed_cells(table)["row"].unique():
            sss, least = printed[row, "SSS*"], min(printed[row, label] for label in LABELS)
            if least < sss:
                found.append(f"{row} in Table {table}, {sss:.2f} leaves against {least:.2f}")
    often = {0: "nowhere", 1: "once"}.get(len(found), f"{len(found)} times")
    return often + (f" ({'; '.join(found)})" if found else "")


def _beaten_means(sample: SampledCases) -> str:
    """Return the sizes and cases in which SSS* is not the best on average."""
    z = np.max([sample.z("SSS*", other) for other in LABELS if other != "SSS*"], axis=0)
    found: dict[str, list[int]] = {}
    for c, s in np.argwhere(z > 5).tolist():
        found.setdefault(size_name(*SIZES[s], CASES[c].kind), []).append(c + 1)
    places = (f"{size} in case{'s' * (len(cases) > 1)} {listed(cases)}" for size, cases in found.items())
    return listed(places) or "no size"


def _of_viii(sample: SampledCases) -> dict[str, float]:
    """Return SSS*'s and PVS' leaves on U(10,3) at P = 0.6: printed, and ours."""
    printed = printed_values("VIII", "value")["U(10,3)"]
    ours = sample.means("leaves")[3, SIZES.index((10, 3))]
    return {
        f"{prefix}{label.rstrip('*').lower()}": float(value)
        for label in ("SSS*", "PVS")
        for prefix, value in (("printed_", printed[label]), ("", ours[LABELS.index(label)]))
    }


def of_theory(theory: TheoryStudy) -> dict[str, Any]:
    """Return the numbers about theory and deep trees, by name."""
    known, far, sampled = theory.known, theory.far_growth, theory.quotients
    least = min(
        (expected.alphabeta(w, d) / expected.sss_star(w, d), w, d)
        for w, d in zip(known["width"], known["depth"], strict=True)
    )
    name = next(pair.name for pair in QUOTED if pair.above == ("scout", "leaves"))
    sure = sampled[(sampled["n"] >= FEW) & (sampled["ratio"] == name)]
    ends = sure.sort_values("depth").groupby("width").tail(1).sort_values("width")
    scout = theory.table_iii[(theory.table_iii["panel"] == "Scout") & (theory.table_iii["size"] == "(3,6)")]
    limit = theory.ab_over_sss.set_index("width")[f"d = {DEPTHS[-1]}"]
    again = theory.evaluations_over_ab.set_index("width")[f"d = {SCOUT_DEPTHS[-1]}"]
    faster = far["Branch-and-bound"] / far["ξ/(1−ξ)"] - 1
    off = max(abs(far[one] / far["ξ/(1−ξ)"] - 1).max() for one in ("Alphabeta", "SSS*"))
    alphabeta = theory.costs[
        (theory.costs["strategy"] == "alphabeta") & (theory.costs["criterion"] == "leaves")
    ]
    return {
        "cells": len(known),
        "printed_inside": 100 * float((known["printed"].abs() <= known["printed_band"]).mean()),
        "ours_inside": 100 * float((known["ours"].abs() <= known["band"]).mean()),
        "farthest": float(known["z_printed"].abs().max()),
        "scout_evaluations": expected_scout.leaf_evaluations(3, 6),
        "scout_printed": float(scout["of_50"].item()),
        "deepest": int(alphabeta["depth"].max()),
        "far": FAR,
        "off": off,
        "faster": listed(
            f"{100 * share:.0f} % per level at width {w}"
            for w, share in zip(far["width"], faster, strict=True)
        ),
        "limit_narrow": float(limit.loc[2]),
        "limit_wide": float(limit.loc[20]),
        "least": least[0],
        "least_size": f"U({least[1]},{least[2]})",
        "distinct": listed(
            f"{row['value']:.3f} ± {row['high'] - row['value']:.3f} at width {row['width']} and depth {row['depth']}"
            for row in ends.to_dict("records")
        ),
        "greatest_distinct": float(sure["value"].max()),
        "again_narrow": float(again.loc[2]),
        "again_wide": float(again.loc[20]),
        "again_depth": SCOUT_DEPTHS[-1],
    }
