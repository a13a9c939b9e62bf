"""Readings chosen on a part of the printed numbers, and tested on the rest.

A reading that was picked with a table in sight fits that table too well.  Here every question is asked again on some of
its tables, or on every other size, with the same candidates and the same score; then the choice is put to the numbers
that had no part in it, beside the literal reading.  What remains is that the list of candidates itself was made with all
tables in sight.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from companion.detective_work.fits import QUESTIONS, Sizes, compared, fit_question, overall, read_as
from companion.published.cases import SIZES, TreeCase, case_of
from companion.published.deviations import together
from companion.published.readings import Reading, literal_reading
from companion.published.sampling import Sampler
from companion.published.tables import Whole

if TYPE_CHECKING:
    import pandas as pd


class Split(NamedTuple):
    """A question, the tables and sizes to choose a reading on, and those to test it on."""

    question: str
    choose: tuple[str, ...]
    test: tuple[str, ...]
    choose_sizes: Sizes = SIZES
    test_sizes: Sizes = SIZES


SPLITS = (
    Split("ordered", ("VI", "VIII"), ("VII", "IX")),
    Split("ordered nonuniform", ("XIV", "XVI", "XVIII"), ("XV", "XVII")),
    *(
        Split(name, question.tables, question.tables, SIZES[first::2], SIZES[1 - first :: 2])
        for name, question in QUESTIONS.items()
        for first in (0, 1)
    ),
)
"""Half of the tables where a question has several at different P; for all questions, every other size, both ways."""


def held_out(sampler: Sampler) -> pd.DataFrame:
    """Return, for every split, which reading is chosen and how it does on what was held out, beside the literal one.

    Columns: `question`, `chosen_on`, `tested_on`, `reading`; for the chosen and the literal reading `mean_square`,
    `mean_square_p`, `paired` and `paired_p` on the tested part (all its tables together), the latter's with
    ``literal_`` before it.
    """
    import pandas as pd

    return pd.DataFrame([_tested(split, sampler) for split in SPLITS])


def _tested(split: Split, sampler: Sampler) -> dict[str, object]:
    question = QUESTIONS[split.question]
    fits = fit_question(question, sampler, split.choose, split.choose_sizes)
    name = overall(fits)["reading"].iloc[0]
    picked = next(candidate for candidate in question.candidates if candidate.name == name)
    chosen = _whole(split, lambda case: read_as(case, picked), sampler)
    literal = _whole(split, literal_reading, sampler)
    measures = ("mean_square", "mean_square_p", "paired", "paired_p")
    return {
        "question": split.question,
        "chosen_on": _part(split.choose, split.choose_sizes),
        "tested_on": _part(split.test, split.test_sizes),
        "reading": name,
        **{measure: getattr(chosen, measure) for measure in measures},
        **{f"literal_{measure}": getattr(literal, measure) for measure in measures},
    }


def _whole(split: Split, read: Callable[[TreeCase], Reading], sampler: Sampler) -> Whole:
    columns = QUESTIONS[split.question].columns
    parts = (
        compared(table, read(case_of(table)), sampler, columns, split.test_sizes) for table in split.test
    )
    return together(parts).whole()


def _part(tables: tuple[str, ...], sizes: Sizes) -> str:
    half = {SIZES[::2]: ", 1st, 3rd, ... size", SIZES[1::2]: ", 2nd, 4th, ... size"}.get(sizes, "")
    return f"{', '.join(tables)}{half}"
