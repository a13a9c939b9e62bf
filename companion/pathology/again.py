"""One cell or claim of chapter 5, computed again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.pathology import b_star, findings, study
from companion.pathology.outcomes import play_all
from companion.pathology.study import BY_NAU, TABLES
from companion.pathology.wholes import FITTED
from companion.published.claims import COLUMN, Finding, claims_of, finding, judged_claims
from gametree.backup.decisions import Sample
from gametree.experiment import sampled_quality

if TYPE_CHECKING:
    import pandas as pd

Parameters = Mapping[str, Any]


def recompute(source: str, table: str, row: str, column: str, parameters: Parameters) -> dict[str, Any]:
    """Return one judged row of this notebook; no more is played than it rests on.

    Parameters
    ----------
    source, table, row, column : str
        Which one.
    parameters : mapping
        The parameters of the notebook.
    """
    if column == COLUMN:
        return _claim(row, parameters)
    if table in TABLES:
        return _cell(table, row, column, parameters)
    numbers = [
        *findings.of_figure_54(),
        findings.of_b_star(b_star.saving(parameters["b_star_trees"], parameters["seed"])),
    ]
    return next(n for n in numbers if (n["row"], n["column"]) == (row, column))


def _claim(name: str, parameters: Parameters) -> dict[str, Any]:
    """Judge one claim."""
    own = next(each for each in _findings(name, parameters) if each.claim == name)
    others = [finding(other, (), "not looked at") for other in claims_of(findings.NOTEBOOK) if other != name]
    frame = judged_claims(findings.NOTEBOOK, [own, *others])
    return dict(frame[frame["row"] == name].iloc[0])


def _findings(name: str, parameters: Parameters) -> list[Finding]:
    """Return the findings among which one on this claim is."""
    cells = study.printed()
    if name.startswith("xx-"):
        return findings.of_table_xx(_judged(cells[cells["table"].isin(["XIX", "XX"])], parameters))
    if name.startswith("dependent-"):
        return findings.of_dependent_games(study.described_quality(parameters["seed"]))
    if name in ("incremental-rises", "product-pearl-rises", "product-incremental-lower"):
        return findings.of_games(play_all(_samples(cells, parameters)), cells)
    return [*findings.of_the_model(), findings.of_wider_games()]


def _cell(table: str, row: str, column: str, parameters: Parameters) -> dict[str, Any]:
    """Judge one printed cell, with what its column needs, and what Nau's sample size needs."""
    cells = study.printed()
    wanted = (cells["table"] == table) & (cells["row"] == row) & (cells["column"] == column)
    needed = wanted | (cells["table"] == FITTED) if table in BY_NAU else wanted
    judged = _judged(cells[needed], parameters)
    return dict(
        judged[(judged["table"] == table) & (judged["row"] == row) & (judged["column"] == column)].iloc[0]
    )


def _judged(cells: pd.DataFrame, parameters: Parameters) -> pd.DataFrame:
    """Judge some printed cells; only their columns are played."""
    quality = study.with_theory(sampled_quality(_samples(cells, parameters)))
    dependent = cells["table"].isin(["XXIII", "XXIV"]).any()
    own = study.beside(
        cells, quality, study.described_quality(parameters["seed"]) if dependent else quality[:0]
    )
    nau_sample = study.sample_of_nau(cells, own) if (cells["table"] == FITTED).any() else 0
    return findings.judged_cells(cells, own, nau_sample)


def _samples(cells: pd.DataFrame, parameters: Parameters) -> list[Sample]:
    return study.samples_of(cells, *(parameters[name] for name in ("decisions", "seed", "highest", "widest")))
