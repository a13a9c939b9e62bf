"""The scorecard: every printed cell and claim once, in order, with its verdict; what does not fit is refused."""

import io
import math

import numpy as np
import pandas as pd
import pytest

from companion.plot.style import VERDICTS as LOOKS
from companion.published import scorecard as sc
from companion.published.cells import CELLS, KEY, SOURCES
from companion.published.scorecard import read_flips
from companion.published.tables import WHOLE, places
from companion.published.verdict import SCORECARD_COLUMNS, VERDICTS, judge
from companion.scorecard.figures import OUTCOME_LOOKS, outcome_map, verdict_bars, z_quantiles

REPORTS = CELLS.parents[2] / "reports"


@pytest.fixture(scope="module")
def cells():
    return sc.printed()


def judged_from(cells, ours, sd=0.0, n=math.inf, **more):
    """Return what a notebook would save about some cells."""
    rows = []
    for cell in cells.itertuples():
        found = judge(cell.value, cell.corrected, ours, sd, n, cause=cell.cause)
        key = (cell.source, cell.table, cell.row, cell.column, cell.value, cell.corrected)
        rows.append((*key, ours, sd, n, *found))
    return pd.DataFrame(rows, columns=list(SCORECARD_COLUMNS)).assign(**more)


def part(cells, source, table):
    return cells[(cells["source"] == source) & (cells["table"] == table) & (cells["kind"] == "number")]


@pytest.mark.parametrize("notebook", ["03_pruning_comparison", "05_pathology"])
def test_verdicts_that_a_page_takes_as_settled_are_those_of_the_committed_scorecard(notebook):
    texts = dict.fromkeys(KEY, str)
    judged = pd.read_csv(REPORTS / "results" / notebook / "judged.csv", dtype=texts)
    card = pd.read_csv(REPORTS / "scorecard.csv", dtype=texts).set_index(list(KEY))["verdict"]
    found = sc.settled(judged).set_index(list(KEY))["verdict"]
    assert (found == card.loc[found.index]).all()
    assert (found.to_numpy() != judged["verdict"].to_numpy()).any()


def test_every_cell_is_there_once_in_the_order_of_the_file(cells):
    card = sc.scorecard(cells, {"06_scout_variants": judged_from(part(cells, "muszycka1985", "A1"), 70.0)})
    key = ["source", "table", "row", "column"]
    assert card[key].values.tolist() == cells[key].values.tolist()
    assert list(card.columns) == [
        "source", "table", "row", "column", "published", "corrected", "ours", "sd", "n", "statistic",
        "verdict", "notebook", "reading", "note", "literal", "literal_verdict", "page", "kind", "counted", "cause",
        "quantifier", "criterion", "says", "section", "function", "seed", "again",
    ]  # fmt: skip
    assert set(card["kind"]) == {"number", "claim"}
    assert cells.index.tolist() == list(range(len(cells)))


def test_every_row_says_how_to_compute_it_again(cells):
    card = sc.scorecard(cells, {})
    assert not card["again"].duplicated().any()
    row = part(card, "muszycka1985", "III").iloc[0]
    assert row["again"] == f"companion.recompute('muszycka1985', 'III', '{row['row']}', '{row['column']}')"


def test_copies_and_what_is_true_by_definition_are_shown_and_not_counted(cells):
    card = sc.scorecard(cells, {})
    own = sc.evidence(card)
    assert len(part(card, "muszycka1985", "X")) == 144
    assert len(part(own, "muszycka1985", "X")) == 48
    assert len(part(own, "muszycka1985", "V")) == 72
    assert len(part(own, "muszycka1985", "I")) == 42
    assert (card["counted"] == "trivial").sum() > 300
    tables = sc.by_table(card).set_index(["source", "table"])
    assert tables.loc[("muszycka1985", "X"), ["shown", "counted"]].tolist() == [144, 48]


def test_what_another_seed_judges_otherwise_is_inconclusive(cells):
    table = part(cells, "muszycka1985", "A1")
    frame = judged_from(table, 79.0, 5.0, 100.0, note="close")
    key = tuple(table.iloc[0][["source", "table", "row", "column"]])
    card = sc.scorecard(cells, {"06": frame}, flips={key: "agrees 7, differs 3"})
    row = part(card, "muszycka1985", "A1").iloc[0]
    assert row["verdict"] == "inconclusive"
    assert row["note"] == "not the same under all seeds: agrees 7, differs 3; close"


def test_every_flip_that_is_kept_is_of_a_row_of_the_scorecard(cells):
    keys = set(cells[["source", "table", "row", "column"]].itertuples(index=False, name=None))
    wholes = {(s, t, WHOLE, reading) for s, t, *_ in keys for reading in ("literal", "chosen")}
    assert set() != set(read_flips()) <= keys | wholes


def test_a_whole_table_that_another_seed_judges_otherwise_is_inconclusive(cells):
    frames = {"03": judged_from(part(cells, "muszycka1985", "IV"), 9.0, 2.0, 100.0)}
    wholes = pd.DataFrame([whole("IV", "literal", 0.0002), whole("IV", "chosen", 0.4)])
    flips = {("muszycka1985", "IV", WHOLE, "chosen"): "differs 8, agrees 2"}
    card = sc.scorecard(cells, frames)
    assert outcome_of(sc.table_verdicts(card, wholes, {}), "IV") == "under a chosen reading"
    assert outcome_of(sc.table_verdicts(card, wholes, flips), "IV") == "inconclusive"


def outcome_of(tables, table):
    return tables.set_index(["source", "table"])["outcome"]["muszycka1985", table]


def whole(table, reading, p, resolution=0.5):
    tests = {"mean_square_p": p, "sign_p": 0.5, "paired_p": math.nan, "resolution": resolution}
    return {"source": "muszycka1985", "table": table, "reading": reading} | tests


def test_a_table_is_reproduced_literally_or_under_a_chosen_reading_or_not(cells):
    frames = {
        "03": pd.concat(
            [
                judged_from(part(cells, "muszycka1985", t), 9.0, 2.0, 100.0)
                for t in ("III", "IV", "VI", "VII", "VIII")
            ]
        ),
        "09": pd.concat(
            [
                part(cells, "nau1983", "I").pipe(judged_from, 0.5).assign(verdict="exact"),
                part(cells, "nau1983", "II").pipe(judged_from, 0.5).assign(verdict="exact"),
            ]
        ),
    }
    first_of_ii = len(part(cells, "nau1983", "I"))
    frames["09"].iloc[first_of_ii, frames["09"].columns.get_loc("verdict")] = "differs"
    wholes = pd.DataFrame(
        [
            whole("III", "literal", 0.4),
            whole("IV", "literal", 0.0002), whole("IV", "chosen", 0.4),
            whole("VI", "literal", 0.0002), whole("VI", "chosen", 0.0002),
            whole("VII", "literal", 0.0002), whole("VII", "chosen", 0.4, resolution=2.0),
        ]
    )  # fmt: skip
    found = sc.table_verdicts(sc.scorecard(cells, frames), wholes, {}).set_index(["source", "table"])[
        "outcome"
    ]
    expected = {
        ("muszycka1985", "III"): "literally",
        ("muszycka1985", "IV"): "under a chosen reading",
        ("muszycka1985", "VI"): "not",
        ("muszycka1985", "VII"): "inconclusive",
        ("nau1983", "I"): "literally",
        ("nau1983", "II"): "not",
        ("knuth1975", "1"): "not yet",
    }
    assert {key: found[key] for key in expected} == expected
    assert ("knuth1975", "S7") not in found.index, "a text is no table"


@pytest.mark.parametrize(
    ("verdicts", "literal", "outcome"),
    [
        (["exact"], "exact", "literally"),
        (["exact", "misprint", "scan"], "exact", "literally"),
        (["exact", "agrees"], "agrees", "literally"),
        (["agrees", "inconclusive"], "inconclusive", "inconclusive"),
        (["inconclusive", "underspecified"], "inconclusive", "inconclusive"),
        (["exact", "underspecified"], "underspecified", "not judged"),
        (["inconclusive", "differs"], "differs", "not"),
        (["differs", "not yet"], "not yet", "not yet"),
    ],
)
def test_the_worst_number_that_can_be_read_decides_on_a_table_that_was_not_sampled(
    cells, verdicts, literal, outcome
):
    frame = part(cells, "nau1983", "I").pipe(judged_from, 0.5).assign(verdict="exact")
    rest = iter(verdicts)
    frame["verdict"] = [
        next(rest, verdicts[0]) if counts else verdicts[0]
        for counts in (part(sc.scorecard(cells, {}), "nau1983", "I")["counted"] == "yes")
    ]
    found = sc.table_verdicts(sc.scorecard(cells, {"09": frame}), pd.DataFrame(), {})
    row = found[(found["source"] == "nau1983") & (found["table"] == "I")].iloc[0]
    assert (row["literal"], row["chosen"], row["outcome"]) == (literal, "", outcome)


def test_a_table_that_was_not_sampled_has_both_readings_where_one_was_chosen(cells):
    table = part(cells, "nau1983", "I")
    chosen = judged_from(table, 0.5).assign(verdict="exact", reading="chosen")
    wrong = judged_from(table, 0.6).assign(verdict="differs")
    for tried, expected in (({"09": wrong}, ("differs", "exact")), ({}, ("", "exact"))):
        found = sc.table_verdicts(sc.scorecard(cells, {"09": chosen}, tried), pd.DataFrame(), {})
        row = found[(found["source"] == "nau1983") & (found["table"] == "I")].iloc[0]
        assert (row["literal"], row["chosen"]) == expected
        assert row["outcome"] == "under a chosen reading"


def test_without_any_results_every_cell_is_not_yet_and_names_its_notebook(cells):
    card = sc.scorecard(cells, {})
    assert set(card["verdict"]) == {"not yet"}
    assert card["ours"].isna().all()
    expected = {
        ("knuth1975", "1"): "07_alphabeta_analysis",
        ("muszycka1985", "3.6.1"): "03_pruning_comparison",
        ("muszycka1985", "A1"): "06_scout_variants",
        ("muszycka1985", "I"): "03_pruning_comparison",
        ("muszycka1985", "II"): "03_pruning_comparison",
        ("muszycka1985", "XVIII"): "03_pruning_comparison",
        ("muszycka1985", "XIX"): "05_pathology",
        ("muszycka1985", "ch4"): "04_speedups",
        ("muszycka1985", "XXVIII"): "05_pathology",
        ("muszycka1985", "5.3"): "05_pathology",
        ("nau1983", "VI"): "09_g_games",
        ("zenzel1989", "2"): "10_chance_nodes",
    }
    found = {(row.source, row.table): row.notebook for row in card.itertuples()}
    assert {key: found[key] for key in expected} == expected


def test_ours_is_what_the_notebook_found(cells):
    table = part(cells, "muszycka1985", "X")
    card = sc.scorecard(cells, {"03_pruning_comparison": judged_from(table, 3.25, 1.0, 400.0)})
    mine = part(card, "muszycka1985", "X")
    assert (mine["ours"] == 3.25).all()
    assert (mine["published"] == table["value"].values).all()
    assert (mine["notebook"] == "03_pruning_comparison").all()
    assert (mine["n"] == 400).all()


def test_a_frame_that_went_through_a_file_gives_the_same_card(cells):
    frame = judged_from(part(cells, "zenzel1989", "3"), 0.5, reading="", note="")
    again = pd.read_csv(io.StringIO(frame.to_csv(index=False)))
    assert again["table"].dtype != object
    pd.testing.assert_frame_equal(sc.scorecard(cells, {"a": frame}), sc.scorecard(cells, {"a": again}))


def test_a_corrected_number_without_a_note_has_that_of_the_printed_cell(cells):
    table = part(cells, "muszycka1985", "VIII")
    cell = table[table["corrected"].notna()]
    card = sc.scorecard(cells, {"03": judged_from(cell, 121.0, 30.0, 1000.0)})
    (row,) = card[card["verdict"] == "scan"].itertuples()
    assert row.note == cell["note"].item()
    own = sc.scorecard(cells, {"03": judged_from(cell, 121.0, 30.0, 1000.0, note="seen elsewhere")})
    assert own[own["verdict"] == "scan"]["note"].item() == "seen elsewhere"


def refused(cells, frames, sentence):
    with pytest.raises(ValueError, match=sentence):
        sc.scorecard(cells, frames)


def test_what_does_not_fit_is_refused_in_one_sentence(cells):
    good = judged_from(part(cells, "muszycka1985", "A1"), 70.0, 5.0, 100.0)
    refused(cells, {"06": good.drop(columns=["ours", "sd"])}, "judged of 06 lacks the columns ours, sd$")
    refused(cells, {"06": good.assign(table="A9")}, "06 judges muszycka1985, A9, .* not among the printed")
    refused(cells, {"06": pd.concat([good, good])}, "judged twice: by 06 and by 06$")
    refused(cells, {"06": good, "07": good}, "judged twice: by 06 and by 07$")
    refused(cells, {"06": good.assign(published=1.0)}, "06 has 1.0 as published for .* must be 78.54$")
    refused(cells, {"06": good.assign(corrected=1.0)}, "06 has 1.0 as corrected for .* must be nan$")
    refused(cells, {"06": good.assign(verdict="perhaps")}, "verdict is 'perhaps' .* must be one of exact,")
    refused(cells, {"06": good.assign(ours=np.nan)}, "and has no number of its own for it$")


def test_underspecified_needs_no_number(cells):
    frame = judged_from(part(cells, "muszycka1985", "A1"), np.nan).assign(
        verdict="underspecified", note="no size"
    )
    card = sc.scorecard(cells, {"06": frame})
    missing = sc.reasons(card, "underspecified")
    assert missing[["table", "note", "cells"]].values.tolist() == [["A1", "no size", 6]]


def test_tables_are_counted_by_verdict(cells):
    card = sc.scorecard(cells, {"06": judged_from(part(cells, "muszycka1985", "A1"), 79.0, 5.0, 100.0)})
    tables = sc.by_table(card)
    assert tables["shown"].sum() == len(cells)
    assert tables["counted"].sum() == tables[list(VERDICTS)].to_numpy().sum()
    row = tables[tables["table"] == "A1"].iloc[0]
    assert (row["agrees"], row["differs"], row["notebook"]) == (2, 2, "06_scout_variants")
    assert row["not yet"] == (cells["table"] == "A1").sum() - 7, "the claims that count"


def test_reasons_gather_cells_with_the_same_note(cells):
    frame = judged_from(part(cells, "muszycka1985", "A1"), 79.0, 5.0, 100.0, note="too far")
    gathered = sc.reasons(sc.scorecard(cells, {"06": frame}), "differs")
    assert gathered[["table", "note", "cells"]].values.tolist() == [["A1", "too far", 3]]
    assert gathered["farthest"].item() == pytest.approx((61.26 - 79) / (5 * math.sqrt(1 / 50 + 1 / 100)))
    assert len(gathered["places"].item()) == 3
    assert gathered["places"].item()[0] == "N(3,5) real-dependent Scout (minimax) leaf visits"
    with pytest.raises(ValueError, match="verdict is 'perhaps'"):
        sc.reasons(frame, "perhaps")


def test_only_sampled_cells_have_a_place_among_the_distances(cells):
    frames = {
        "03": judged_from(part(cells, "muszycka1985", "III"), 9.0, 2.0, 100.0),
        "07": judged_from(part(cells, "knuth1975", "1"), 9.0),
    }
    found = sc.sampled(sc.scorecard(cells, frames))
    assert set(found["table"]) == {"III"}
    assert set(found["family"]) == {next(iter(sc.FAMILIES))}
    assert sc.family_of("nau1983", "III") == sc.OTHERS


def test_every_sampled_table_of_the_thesis_has_a_family(cells):
    tables = set(cells[cells["source"] == "muszycka1985"]["table"])
    without = {table for table in tables if sc.family_of("muszycka1985", table) == sc.OTHERS}
    assert set(sc.SHORT) == set(SOURCES)
    assert without == {"I", "II"} | {
        t for (s, t), place in places().items() if s == "muszycka1985" and place.kind == "text"
    }


def test_the_literal_reading_stands_beside_the_one_that_is_judged(cells):
    table = part(cells, "muszycka1985", "IV")
    best, literal = judged_from(table, 9.0, 2.0, 100.0), judged_from(table, 12.0, 2.0, 100.0)
    card = sc.scorecard(cells, {"03": best}, {"03": literal})
    mine = part(card, "muszycka1985", "IV")
    assert (mine["ours"] == 9.0).all()
    assert (mine["literal"] == 12.0).all()
    assert mine["literal_verdict"].tolist() == literal["verdict"].tolist()
    rest = card.drop(mine.index)
    assert rest["literal"].isna().all()
    assert (rest["literal_verdict"] == "").all()
    with pytest.raises(ValueError, match=r"03 has 1\.0 as published"):
        sc.scorecard(cells, {"03": best}, {"03": literal.assign(published=1.0)})


def test_panels_have_every_table_once(cells):
    tables = sc.by_table(sc.scorecard(cells, {}))
    shown = [
        (row.source, row.table)
        for groups in sc.panels(tables).values()
        for rows in groups.values()
        for row in rows.itertuples()
    ]
    assert len(shown) == len(set(shown))
    assert set(shown) == set(zip(tables["source"], tables["table"], strict=True))


def test_pictures_show_every_table_and_point(cells):
    card = sc.scorecard(cells, {"03": judged_from(part(cells, "muszycka1985", "III"), 9.0, 2.0, 100.0)})
    tables = sc.by_table(card)
    figure = verdict_bars(sc.panels(tables))
    texts = [text.get_text() for axes in figure.axes for text in axes.texts]
    counts = tables["counted"] > 0
    assert counts.any() and not counts.all(), "some tables hold nothing that counts, and have no bar"
    assert all(texts.count(table) >= 1 for table in tables["table"][counts])
    assert set(LOOKS) == set(VERDICTS)
    assert set(OUTCOME_LOOKS) == set(sc.OUTCOMES)
    tables = sc.table_verdicts(card, pd.DataFrame(), {})
    squares = {text.get_text() for text in outcome_map(tables).axes[0].texts}
    assert set(tables["table"]) <= squares
    z = [-9.0, -1.0, 0.0, 1.0, 12.0]
    figure = z_quantiles({"some": z})
    inside, outside = figure.axes[0].lines[-2:]
    assert len(inside.get_ydata()) + len(outside.get_ydata()) == len(z)
    assert sorted(outside.get_ydata()) == [-6.0, 6.0]
