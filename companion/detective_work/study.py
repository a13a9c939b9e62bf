"""How the thesis' trees must have been made: the whole investigation, each part computed on first use."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from companion.detective_work import contradictions as chapter_5
from companion.detective_work.contradictions import contradictions, visits_frame
from companion.detective_work.figures import NAMES
from companion.detective_work.fits import QUESTIONS, alone, fit_question, held_out, outcome, overall
from companion.published.cases import CASES, SIZES, Sampler, case_of, chosen_reading, size_name
from companion.published.cells import printed_values
from gametree.experiment import BATCH, Cell

SINGLE_QUESTIONS = tuple(name for name in QUESTIONS if not name.endswith("jointly"))
"""The questions that have one answer each; the others ask whether one answer would do for several."""

OUTCOMES = {"explained": "explained", "narrowed": "narrowed down", "open": "open"}

BY_P = {
    "uniform": (((24, 2), (10, 3), (5, 4), (3, 6)), ("ordered", "ordered-reset", "ordered-leaves")),
    "nonuniform": (((24, 2), (10, 3), (5, 4), (3, 6)), ("ordered", "ordered-leaves")),
}
"""Kind of tree -> the sizes and the schemes whose leaves are drawn against P."""

KINDS_BY_P = {"ordered": "nonuniform", "ordered-leaves": "nonuniform-levels"}
"""The scheme of P-ordered nonuniform trees -> the kind that goes with it: the literal reading, and the chosen one."""


@dataclass(frozen=True)
class Study:
    """What is known of the trees behind the printed tables.

    Attributes
    ----------
    trees, precision, seed
        As for `companion.published.cases.Sampler`.
    single : int
        Trees that are examined one by one.
    """

    trees: int
    precision: float
    single: int
    seed: int

    @cached_property
    def sampler(self) -> Sampler:
        """What samples the trees of every suspect, once."""
        return Sampler(self.trees, self.seed, self.precision)

    @cached_property
    def fits(self) -> dict[str, pd.DataFrame]:
        """How well every candidate fits every table, by question."""
        return {name: fit_question(question, self.sampler) for name, question in QUESTIONS.items()}

    @cached_property
    def overall(self) -> dict[str, pd.DataFrame]:
        """The candidates over all tables of a question, best first, by question."""
        return {name: overall(found) for name, found in self.fits.items()}

    @cached_property
    def outcomes(self) -> pd.DataFrame:
        """How every investigation ends: a row per question, with the text's reading beside the best one."""
        rows = []
        for name, question in QUESTIONS.items():
            found = self.overall[name]
            best, text = found.iloc[0], found.set_index("reading").loc[question.candidates[0].name]
            same, telling = alone(self.fits[name])
            end = OUTCOMES[outcome(self.fits[name]).partition(" ")[0].strip(":")]
            rows.append(
                (NAMES[name], len(found), best["reading"], best["mean_square"], best["paired"], text["mean_square"],
                 text["paired"], f"{same} of {telling}", end)
            )  # fmt: skip
        columns = [
            "question", "readings", "best", "mean z²", "paired z²", "text: mean z²", "text: paired z²",
            "tables that choose it alone", "outcome",
        ]  # fmt: skip
        return pd.DataFrame(rows, columns=columns, index=pd.Index(QUESTIONS))

    @cached_property
    def suspects(self) -> pd.DataFrame:
        """Every candidate of the questions with one answer: its two mean squares; whether it is text, best or neither."""
        rows = []
        for name in SINGLE_QUESTIONS:
            text = QUESTIONS[name].candidates[0].name
            for place, row in enumerate(self.overall[name].to_dict("records")):
                role = "best" if place == 0 else "text" if row["reading"] == text else "other"
                rows.append((name, row["reading"], row["mean_square"], row["paired"], role))
        return pd.DataFrame(rows, columns=["question", "reading", "means", "pairs", "role"])

    def shown(self, question: str) -> pd.DataFrame:
        """Return the candidates of a question for display, best first."""
        names = {
            "reading": "reading", "mean_square": "mean z²", "least_p": "least p", "paired": "paired z²",
            "least_paired_p": "least p of pairs", "beyond_3": "cells beyond 3", "impossible": "impossible differences",
            "parameters": "departures", "score": "score",
        }  # fmt: skip
        return self.overall[question][list(names)].rename(columns=names)

    # -- clues ---------------------------------------------------------------------------------------------------------

    @cached_property
    def by_p(self) -> pd.DataFrame:
        """Alphabeta's leaves against P at some sizes: the printed means, and those of some readings with their scatter."""
        rows = []
        for case in CASES:
            if case.scheme != "ordered" or case.p == 1:
                continue
            printed = printed_values(case.table)
            sizes, schemes = BY_P[case.kind]
            for size in sizes:
                label = size_name(*size, case.kind)
                for scheme in schemes:
                    kind = case.kind if case.kind == "uniform" else KINDS_BY_P[scheme]
                    mean, sd = self._alphabeta(kind, scheme, case.p, size)
                    half = 1.96 * sd / np.sqrt(BATCH)
                    rows.append((label, scheme, case.p, mean, half, printed[label, "AB"]))
        return pd.DataFrame(rows, columns=["size", "scheme", "p", "mean", "band", "printed"])

    @cached_property
    def roots(self) -> pd.DataFrame:
        """Alphabeta's leaves in Table XIII at depth 2, printed over ours, against the width; with a band for 50 trees."""
        case, printed = case_of("XIII"), printed_values("XIII")
        reading = chosen_reading(case)
        rows = []
        for width, depth in SIZES:
            if depth == 2:
                mean, sd = self._alphabeta(reading.kind, reading.scheme, case.p, (width, depth))
                of_50 = printed[size_name(width, depth, case.kind), "AB"]
                rows.append((width, of_50 / mean, 1.96 * sd / np.sqrt(BATCH) / mean))
        return pd.DataFrame(rows, columns=["width", "ratio", "band"])

    def _alphabeta(
        self, kind: str, scheme: str, p: float | None, size: tuple[int, int]
    ) -> tuple[float, float]:
        cell: Cell = self.sampler.cells(kind, scheme, p)[SIZES.index(size)]
        k = cell.strategies.index("alphabeta")
        return float(cell.sums.mean()[k, 0]), float(cell.sums.sd()[k, 0])

    # -- tests ---------------------------------------------------------------------------------------------------------

    @cached_property
    def held(self) -> pd.DataFrame:
        """Readings chosen on one part of the printed numbers and tested on another."""
        return held_out(self.sampler)

    @property
    def held_shown(self) -> pd.DataFrame:
        """The same, for display."""
        names = {
            "mean_square": "mean z²",
            "mean_square_p": "p",
            "paired": "paired z²",
            "paired_p": "p of pairs",
        }
        text = {f"literal_{column}": f"text: {name}" for column, name in names.items()}
        return self.held.drop(columns="chosen_on").rename(columns={"tested_on": "tested on", **names, **text})

    @cached_property
    def visits(self) -> pd.DataFrame:
        """The quoted visits beside ours."""
        return visits_frame(self.sampler, self.single)

    @cached_property
    def pairs(self) -> pd.DataFrame:
        """What Tables XIX-XXVIII print twice at depth 1."""
        return chapter_5.depth_1()

    @cached_property
    def theory(self) -> pd.DataFrame:
        """Tables XIX and XX beside exact probabilities."""
        return chapter_5.against_theory()

    @cached_property
    def contradictions(self) -> pd.DataFrame:
        """Where the thesis contradicts itself."""
        return contradictions()

    @property
    def evidence(self) -> dict[str, pd.DataFrame]:
        """What is kept of all this, by the name of its file."""
        fits = [found.assign(question=name) for name, found in self.fits.items()]
        return {
            "fits": pd.concat(fits, ignore_index=True),
            "held_out": self.held,
            "contradictions": self.contradictions,
            "visits": self.visits,
            "depth_1": self.pairs,
            "theory": self.theory,
        }
