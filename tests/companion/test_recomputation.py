"""One row of the scorecard, computed again."""

from dataclasses import fields
from functools import cache

import pandas as pd
import pytest

import companion
from companion import recomputation
from companion.published.cells import CELLS
from companion.published.tables import places
from gametree.experiment import decisions

SCORECARD = CELLS.parents[2] / "reports" / "scorecard.csv"


@pytest.fixture(scope="module")
def card():
    frame = pd.read_csv(SCORECARD, dtype={"table": str}, keep_default_na=False, na_values=[""])
    return frame.set_index(["source", "table", "row", "column"])


@pytest.fixture(scope="module")
def played_once():
    """Play no game twice: four tables of chapter 5 are judged by the same sample of one of them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(decisions, "run_part", cache(decisions.run_part))
        yield


@pytest.mark.parametrize(
    "table", [table for table, place in places().items() if place.kind == "table"], ids=" ".join
)
@pytest.mark.slow
@pytest.mark.usefixtures("played_once")
def test_a_number_of_every_table_comes_out_again_bit_for_bit(card, table):
    kept = first_of(card.xs(table, level=("source", "table"), drop_level=False))
    again = companion.recompute(*kept.name)
    for name in ("published", "ours", "sd"):
        found = getattr(again, name)
        assert found == kept[name] or (pd.isna(kept[name]) and not found > 0), name
    assert again.verdict == kept["verdict"]


def first_of(rows):
    """The first row that is evidence and has a number of ours, if there is one; not what the seeds do not judge alike."""
    own = rows[(rows["counted"] == "yes") & ~rows["note"].fillna("").str.startswith("not the same")]
    return (own[own["ours"].notna()] if own["ours"].notna().any() else own).iloc[0]


def test_the_line_of_every_row_is_a_call_that_names_it(card):
    for key, line in card["again"].items():
        assert eval(line, {"companion": Named}) == key


class Named:
    """Stands in for the package: gives back what was asked for."""

    @staticmethod
    def recompute(*key):
        return key


@pytest.mark.parametrize(
    ("key", "message"),
    [
        (("muszycka", "III", "U(3,6)", "AB"), "source is 'muszycka': it must be one of"),
        (("muszycka1985", "XXX", "U(3,6)", "AB"), "table is 'XXX': it must be one of"),
        (
            ("muszycka1985", "III", "U(3,7)", "AB"),
            r"row is 'U\(3,7\)'; allowed for muszycka1985, table III are",
        ),
        (("muszycka1985", "III", "U(3,6)", "Alphabeta"), "column is 'Alphabeta'; allowed for .* are AB, BB,"),
        (("knuth1975", "S9", "no such claim"), "row is 'no such claim'; the claims of knuth1975, S9 are"),
    ],
)
def test_what_is_not_on_the_scorecard_is_refused_with_what_is_allowed(key, message):
    with pytest.raises(ValueError, match=message):
        companion.recompute(*key)


@pytest.mark.parametrize("notebook", sorted({place.notebook for place in places().values()}))
def test_a_study_takes_what_it_needs_from_the_parameters_of_its_notebook(notebook):
    parameters = recomputation._parameters(notebook)
    study = recomputation.study_of(notebook[3:], parameters)
    assert all(getattr(study, f.name) == parameters[f.name] for f in fields(study) if f.name in parameters)
