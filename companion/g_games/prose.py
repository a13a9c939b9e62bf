"""The numbers that the text of notebook 09 names."""

from __future__ import annotations

from itertools import product

import numpy as np

from companion.g_games import findings
from companion.g_games.study import ESTIMATION, Study
from companion.widgets import listed
from gametree.games.g_game import GGame
from gametree.games.g_game_evaluation import E1, E2

Values = dict[str, float | str]

ALIKE = 0.05
"""Siblings are alike if their values correlate by more than this."""

DEPTHS = ("depth 1", "depth 2", "depth 3")

POWERS = {
    "binomial^0": "equal weights (e1)",
    "binomial^1": "binomial weights (e2)",
    "binomial^2": "squared binomial weights",
    "binomial^3": "cubed binomial weights",
    "centre": "the centre alone",
}
"""Evaluations beyond e2, in words."""


def values(study: Study) -> Values:
    """Return all of them."""
    return _opening(study) | _tables(study) | _pathology(study) | _beyond(study) | _siblings(study)


def _opening(study: Study) -> Values:
    slips = findings.central_nodes()
    verdicts = study.evidence["verdict"].value_counts()
    game = GGame([1, -1, 1, 1, -1])
    return {
        "counted": int((study.counted["d"] >= 4).sum()),
        "shift exceptions": _none(study.differing, "exception"),
        "counted up to": int(study.counted["k"].max()),
        "searches": len(study.measured["theorem-1"].cases),
        "exceptions": _none(sum(c.effect < 0 for c in study.measured["theorem-1"].cases), "exception"),
        "pairs": sum(3 * (k + 1) * (2 << k) for k in range(1, study.theorem_height + 1)),
        "theorem up to": study.theorem_height,
        "highest": study.minimax_height,
        "boards": 2 << study.minimax_height,
        "central": len(study.central),
        "central right": sum(quality == 1 for quality in study.central),
        "slips": int(slips["boards that matter"].sum()),
        "both wins": int(slips["both wins"].sum()),
        "cells": len(study.evidence),
        "by definition": len(study.cells) - len(study.evidence),
        **{name: int(verdicts[name]) for name in ("exact", "scan", "differs")},
        "positions": len(list(game.nodes())),
        "bold": len(game.winning_strategy()),
        "won": sum(GGame(board).max_wins for board in product((1, -1), repeat=5)),
    }


def _tables(study: Study) -> Values:
    found = findings.witnesses()
    alone = found[found["witness"] == ""]
    (odd,) = study.cells[study.cells["verdict"] == "differs"].to_dict("records")
    return {
        "odd": f"Table {odd['table']}, ${odd['column']}$, ${odd['row']}$",
        "odd printed": odd["published"],
        "odd ours": odd["ours"],
        "restored": int((found["restored"] == "number").sum()),
        "restored alone": int((alone["restored"] == "number").sum()),
        "placed": int((found["restored"] == "depth").sum()),
        "placed alone": int((alone["restored"] == "depth").sum()),
    }


def _pathology(study: Study) -> Values:
    steps = findings.steps_of_tables()
    falling = steps[(steps["worse"] > steps["better"]) & steps["table"].isin(["I", "II"])]
    of = {(e.name, h): findings.accuracy(e, h) for e in (E1, E2) for h in (5, 6)}
    found: Values = {f"{name} at {h}": value for (name, h), value in of.items()}
    for name, (table, (minimax, estimation)) in zip(("e1", "e2"), findings.COMPARED.items(), strict=True):
        tables = findings.tables()
        gains = (tables[estimation]["exact"] - tables[minimax]["exact"]).astype(float)
        found |= {f"{name} gain": float(gains.mean()), f"{name} better": int((gains > 0).sum())}
        found |= {f"{name} worse": int((gains < 0).sum()), f"{name} equal": int((gains == 0).sum())}
        better = [place for place, per_cent in findings.exact(table).items() if per_cent > 0]
        found[f"{name} better at"] = "; ".join(f"$k = {k}$, $d = {d}$" for k, d in better)
    return found | {
        "pathological": len(falling),
        "columns": int(steps["table"].isin(["I", "II"]).sum()),
        "losing": listed(steps[(steps["table"] == "II") & (steps["worse"] > 0)]["k"]),
    }


def _beyond(study: Study) -> Values:
    def worst(rule: str, e: str, k: int) -> np.ndarray:
        return findings.steps(study.column("G-game", rule, e, k))

    heights = range(5, study.minimax_height + 1)
    every = [k for k, quality in study.p_games.items() if k > 8 and (findings.steps(quality) < 0).all()]
    deep = worst(ESTIMATION, "e2", study.estimation_height)
    shares = study.family["share"].to_numpy()
    best = [f"{shares[study.family[depth].to_numpy().argmax()]:g}" for depth in DEPTHS]
    perfect = study.powers[(study.powers.drop(columns="evaluation") == 1).all(axis=1)]["evaluation"]
    return {
        "P from": int(study.measured["p-games-from-height"].ours) + 1,
        "P every step": f"only at $k$ = {listed(every)}" if every else "at no height",
        "G pathological": _none(
            sum(
                findings.pathological(study.column("G-game", "minimax", e, k))
                for e in ("e1", "e2")
                for k in heights
            ),
            "G-game",
        ),
        "most steps down": max(
            int((worst("minimax", e, k) < 0).sum()) for e in ("e1", "e2") for k in heights
        ),
        "estimated up to": study.estimation_height,
        "deep steps": len(deep),
        "deep down": int((deep < 0).sum()),
        "deep up": int((deep > 0).sum()),
        "deep loss": float(-deep.min()),
        "last steps": ", ".join(f"{step:+.3f}" for step in deep[-6:]),
        "family height": study.family_height,
        "least share": float(shares[1]),
        "best shares": f"{best[0]} at every depth" if len(set(best)) == 1 else listed(best),
        "perfect": listed(POWERS[name] for name in perfect),
        "e2 at depth 1": float(study.powers.set_index("evaluation")["depth 1"]["binomial^1"]),
    }


def _siblings(study: Study) -> Values:
    by_game = study.hypothesis.set_index("game")
    alike = by_game[by_game["correlation"] > ALIKE]
    heavy = by_game.loc["dependent: heavier below, drawn independently"]
    integer = by_game.loc["dependent: integer-dependent"]
    return {
        "alike": len(alike),
        "games": len(by_game),
        "harmed": int((alike["change"] < -alike["error"]).sum()) or "none",
        "P change": by_game["change"]["P-game"],
        "heavy correlation": heavy["correlation"],
        "heavy change": heavy["change"],
        "heavy error": heavy["error"],
        "integer change": integer["change"],
        "integer correlation": integer["correlation"],
        "G change e1": by_game["change"]["G-game, e1"],
        "G change e2": by_game["change"]["G-game, e2"],
    }


def _none(number: int, what: str) -> str:
    """Return a number of things in words."""
    return f"no {what}" if number == 0 else f"{number} {what}{'s' if number > 1 else ''}"
