"""The bars of verdicts: what counts nothing has no bar, and the legend has the verdicts that occur."""

from __future__ import annotations

import pandas as pd

from companion.published.verdict import VERDICTS
from companion.scorecard import figures


def rows() -> pd.DataFrame:
    """Two tables of which one counts, and has two verdicts."""
    none = dict.fromkeys(VERDICTS, 0)
    return pd.DataFrame(
        [
            {"source": "nau1983", "table": "I", "counted": 4, **none, "exact": 3, "scan": 1},
            {"source": "nau1983", "table": "Figure 1", "counted": 0, **none},
        ]
    )


def test_what_counts_nothing_has_no_bar_and_what_does_not_occur_no_place_in_the_legend():
    figure = figures.verdict_bars({"papers": {"Nau 1983": rows()}})
    (axes,) = figure.axes
    assert sorted(bar.get_width() for bar in axes.patches) == [25.0, 75.0]
    assert {"I", "4"} <= {text.get_text() for text in axes.texts}
    assert "Figure 1" not in {text.get_text() for text in axes.texts}
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["exact", "scan"]


def test_words_tell_of_the_tables_that_have_bars():
    assert figures.shares(rows()) == "nau1983 I: 3 exact, 1 scan"


def test_one_row_of_the_scorecard_has_numbers_as_people_write_them():
    from companion.scorecard.study import evidence_of

    row = {
        "source": "s",
        "table": "t",
        "row": "r",
        "column": "c",
        "n": 10000.0,
        "sd": 50.68112418272549,
        "note": "",
    }
    shown = evidence_of(pd.DataFrame([row]), "s", "t", "r", "c").set_index("column")["entry"]
    assert (shown["n"], shown["sd"]) == ("10000", "50.68112") and "note" not in shown
