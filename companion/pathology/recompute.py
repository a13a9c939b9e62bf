"""One cell or claim of chapter 5, computed again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.pathology import findings, tables
from companion.pathology.study import Study
from companion.pathology.tables import BY_NAU, TABLES
from companion.pathology.whole_tables import FITTED
from companion.published.claims import COLUMN, Finding, judged_claim, row_of
from gametree.experiment import sampled_quality

if TYPE_CHECKING:
    import pandas as pd


def recompute(
    source: str, table: str, row: str, column: str, parameters: Mapping[str, Any]
) -> dict[str, Any]:
    """Return one judged row of this notebook; no more is played than it rests on."""
    study = Study(**parameters)
    if column == COLUMN:
        own = next(each for each in _findings(row, study) if each.claim == row)
        return row_of(judged_claim(own), table, row, column)
    if table in TABLES:
        return _cell(table, row, column, study)
    in_prose = findings.of_figure_54() if row.startswith("Figure 54") else [findings.of_b_star(study.saving)]
    return next(n for n in in_prose if (n["row"], n["column"]) == (row, column))


def _findings(name: str, study: Study) -> list[Finding]:
    """Return the findings among which one on this claim is."""
    cells = study.cells
    if name.startswith("xx-"):
        return findings.of_table_xx(_judged(cells[cells["table"].isin(["XIX", "XX"])], study))
    if name.startswith("dependent-"):
        return findings.of_dependent_games(study.described)
    if name in ("incremental-rises", "product-pearl-rises", "product-incremental-lower"):
        return findings.of_games(study.outcomes, cells)
    if name.endswith("-own") or name.startswith("depth-1-"):
        return findings.of_own_tables(study.outcomes, cells)
    return [*findings.of_the_model(), findings.of_wider_games()]


def _cell(table: str, row: str, column: str, study: Study) -> dict[str, Any]:
    """Judge one printed cell, with what its column needs, and what Nau's sample size needs."""
    cells = study.cells
    wanted = (cells["table"] == table) & (cells["row"] == row) & (cells["column"] == column)
    judged = _judged(cells[wanted | (cells["table"] == FITTED) if table in BY_NAU else wanted], study)
    return row_of(judged, table, row, column)


def _judged(cells: pd.DataFrame, study: Study) -> pd.DataFrame:
    """Judge some printed cells; only their columns are played."""
    games = tables.samples_of(cells, study.decisions, study.seed, study.highest, study.widest)
    quality = tables.with_theory(sampled_quality(games))
    dependent = cells["table"].isin(["XXIII", "XXIV"]).any()
    own = tables.beside(cells, quality, study.described if dependent else quality[:0])
    nau_sample = tables.sample_of_nau(cells, own) if (cells["table"] == FITTED).any() else 0
    return findings.judged_cells(cells, own, nau_sample)
