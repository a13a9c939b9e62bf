"""One cell or claim of the scorecard, computed again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from importlib import import_module
from typing import Any, NamedTuple

from companion.published.cells import printed_cell
from companion.published.claims import COLUMN, all_claims, judged_claim, row_of
from companion.published.tables import place_of
from companion.report.parameters import declared, read_profile
from companion.report.project import PAPER, Project
from gametree._checks import shown, suggestion


class Recomputed(NamedTuple):
    """What a chapter finds for one cell or claim: the columns of the scorecard with the same names."""

    published: float
    ours: float
    sd: float
    n: float
    statistic: float
    verdict: str


def recompute(source: str, table: str, row: str, column: str = COLUMN) -> Recomputed:
    """Compute one cell or claim of the scorecard again, with the parameters of the paper profile.

    Parameters
    ----------
    source, table, row, column : str
        Which one, as in ``reports/scorecard.csv``; a claim has its id as row and the column ``claim``.

    Returns
    -------
    Recomputed
        Ours and the verdict, bit for bit those of the scorecard (except that the scorecard calls inconclusive what
        another seed judges otherwise).

    Examples
    --------
    >>> import companion
    >>> found = companion.recompute("knuth1975", "1", "d=2", "r0(d)")
    >>> found.published, round(found.ours, 3), found.verdict
    (1.847, 1.847, 'exact')
    """
    place = place_of(source, table)
    if isinstance(column, str) and column == COLUMN:
        claims = [c.id for c in all_claims().values() if (c.source, c.table) == (source, table)]
        if not isinstance(row, str) or row not in claims:
            allowed = ", ".join(claims) or f"none: name one of its columns, not {COLUMN!r}"
            near = suggestion(row, claims)
            raise ValueError(f"row is {shown(row)}; the claims of {source}, {table} are {allowed}{near}")
    else:
        printed_cell(source, table, row, column)
    found = recompute_row(place.notebook[3:], table, row, column, _parameters(place.notebook))
    return Recomputed(*(found[name] for name in Recomputed._fields))


def recompute_row(
    chapter: str, table: str, row: str, column: str, parameters: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the judged row of one cell or claim of a chapter, computed with parameters of its notebook.

    The chapter's `findings` has `measures`, and ``cells_for(study, table, row, column)``, a frame with the judged cell;
    both compute little more than that one needs.
    """
    findings = import_module(f"companion.{chapter}.findings")
    study = study_of(chapter, parameters)
    if column == COLUMN:
        frame = judged_claim(findings.measures.finding(row, study))
    else:
        frame = findings.cells_for(study, table, row, column)
    return row_of(frame, table, row, column)


def study_of(chapter: str, parameters: Mapping[str, Any]) -> Any:
    """Return the study of a chapter with those parameters of its notebook that it takes."""
    kind = import_module(f"companion.{chapter}.study").Study
    return kind(**{field.name: parameters[field.name] for field in fields(kind) if field.name in parameters})


def _parameters(notebook: str) -> dict[str, Any]:
    """Return the parameters that the committed report of a notebook was executed with."""
    project = Project.find()
    defaults = {name: parameter.default for name, parameter in declared(project.notebook(notebook)).items()}
    return defaults | read_profile(project, PAPER)[notebook]
