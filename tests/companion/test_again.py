"""One row of the scorecard, computed again."""

import math

import pandas as pd
import pytest

import companion
from companion.published.cells import CELLS

SCORECARD = CELLS.parents[2] / "reports" / "scorecard.csv"


@pytest.fixture(scope="module")
def card():
    frame = pd.read_csv(SCORECARD, dtype={"table": str}, keep_default_na=False, na_values=[""])
    return frame.set_index(["source", "table", "row", "column"])


@pytest.mark.parametrize(
    "key",
    [
        ("knuth1975", "1", "d=20", "r*(d)"),
        ("muszycka1985", "I", "case 1", "SSS*"),
        ("muszycka1985", "II", "U(8,3)", "unordered-independent"),
        ("muszycka1985", "III", "U(3,3)", "AB"),
        ("muszycka1985", "X", "U(3,6)", "BB"),
        ("nau1983", "I", "d=3", "k=9"),
        ("zenzel1989", "2", "line=9", "operator"),
    ],
    ids=" ".join,
)
@pytest.mark.slow
def test_a_number_comes_out_again_bit_for_bit(card, key):
    again, kept = companion.recompute(*key), card.loc[key]
    assert again.published == kept["published"]
    assert again.ours == kept["ours"]
    assert again.sd == kept["sd"] or (math.isnan(kept["sd"]) and not again.sd > 0)
    assert again.verdict == kept["verdict"]


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
