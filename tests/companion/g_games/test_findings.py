"""What is made of Nau's tables and claims: what is judged, by what, and what speaks for a restored number."""

import math

import numpy as np
import pandas as pd
import pytest

import companion
from companion.g_games import findings, prose
from companion.published import scorecard
from companion.published.claims import all_claims, verdict_on
from companion.published.verdict import SCORECARD_COLUMNS
from companion.recomputation import study_of

PARAMETERS = dict(
    theorem_height=5,
    minimax_height=12,
    estimation_height=11,
    family_height=6,
    hypothesis_height=6,
    decisions=50,
    seed=3,
)
STUDY = study_of("g_games", PARAMETERS)


def verdict(found):
    return verdict_on(found.claim, found.cases)


@pytest.fixture(scope="module")
def cells():
    return findings.judged_cells().set_index(["table", "row", "column"])


def test_every_legible_number_is_exact_but_one(cells):
    differing = cells[cells.verdict == "differs"]
    assert differing.index.tolist() == [("III", "d=6", "k=13")]
    assert len(cells) == len(companion.published("nau1983"))


def test_a_corrected_number_is_never_exact_and_no_author_is_said_to_have_erred(cells):
    corrected = cells[cells.corrected.notna()]
    assert set(corrected.verdict) == {"scan"} and len(corrected) == 15
    assert "misprint" not in set(cells.verdict)


def test_tables_v_and_vi_are_a_chosen_reading_that_their_captions_contradict(cells):
    assert set(cells.loc[["V", "VI"]].reading) == {"chosen"}
    assert set(cells.loc[["I", "II", "III", "IV"]].reading) == {"literal"}
    literal = findings.literal_cells()
    assert set(literal.reading) == {"literal"} and (literal.verdict == "differs").sum() > len(literal) / 2
    fits = findings.readings_that_fit()
    chosen = fits["divided by"] == findings.CHOSEN
    assert (fits[chosen]["cells that fit"] == fits[chosen]["of"]).all()
    assert (fits[~chosen]["cells that fit"] < fits[~chosen]["of"]).all()


def test_only_the_tables_that_are_read_as_printed_count_as_reproduced_literally(cells):
    everything = scorecard.printed()
    numbers = everything[(everything["source"] == "nau1983") & (everything["kind"] == "number")]
    name = "09_g_games"
    card = scorecard.scorecard(
        numbers,
        {name: cells.reset_index()[[*SCORECARD_COLUMNS, "note", "reading"]]},
        {name: findings.literal_cells()},
    )
    outcome = scorecard.table_verdicts(card, pd.DataFrame(), {}).set_index("table")["outcome"].to_dict()
    assert outcome == {
        "I": "literally",
        "II": "literally",
        "III": "not",
        "IV": "literally",
        "V": "under a chosen reading",
        "VI": "under a chosen reading",
    }


def test_a_witness_is_another_printed_number_and_never_our_own():
    assert findings.witness("III", 13, 9, 0.733) == "Tables I and V"
    # Ours, with nothing beside it in print; and the number as printed, which nothing fits.
    assert findings.witness("III", 13, 7, 0.592) == ""
    assert findings.witness("IV", 13, 7, 0.825) == ""
    assert findings.witness("II", 11, 6, 0.938) == "Tables IV and VI; Theorem 1 with k=9, d=4"


def test_a_number_that_only_we_can_place_says_so(cells):
    assert findings.ALONE in cells.note["III", "d=4", "k=13"]
    assert cells.note["IV", "d=2", "k=9"].endswith("its depth is fixed by the order of print")
    assert "our enumeration" not in cells.note["I", "d=2", "k=5"]


def test_restored_numbers_without_a_witness_are_the_four_that_are_known():
    found = findings.witnesses()
    alone = found[(found.witness == "") & (found.restored == "number")]
    assert alone[["table", "row", "column"]].values.tolist() == [
        ["III", "d=7", "k=13"],
        ["III", "d=8", "k=13"],
        ["VI", "d=8", "k=10"],
        ["VI", "d=9", "k=11"],
    ]


def test_steps_end_two_moves_before_the_game_and_rounding_is_no_step():
    assert findings.steps([0.5, 0.5 - 1e-15, 0.4, 0.9, 1.0]).tolist() == [0.0, pytest.approx(-0.1)]
    assert len(findings.steps([1.0, 1.0, 1.0])) == 0


def test_one_meaning_of_pathology_tells_p_games_from_g_games():
    p_games = STUDY.p_games
    assert [k for k, quality in p_games.items() if findings.pathological(quality)] == [8, 9, 10, 11, 12]
    rising = np.linspace(0.5, 1, 9).tolist()
    assert not findings.pathological(rising) and findings.pathological(rising[::-1])


def test_claims_that_a_wrong_game_would_refute():
    found = {each.claim: each for each in findings.all_findings(STUDY)}
    assert set(found) == {c.id for c in all_claims().values() if c.source == "nau1983"}
    assert {name for name, each in found.items() if verdict(each) == "differs"} == {
        "central-nodes-of-a-loss",
        "evaluations-monotone",
    }
    assert found["p-games-from-height"].ours == 7
    assert not found["correlated-siblings"].cases


def test_what_the_prose_names_is_what_was_counted():
    values = prose.values(STUDY)
    assert all(isinstance(value, str) or math.isfinite(value) for value in values.values())
    assert values["exact"] + values["scan"] + values["differs"] == values["cells"]
    # A 1.000 where the search sees the end of the game counts nowhere.
    assert values["cells"] + values["by definition"] == len(STUDY.cells)
    assert 0 < values["by definition"] == len(STUDY.cells) - len(STUDY.evidence)
    assert STUDY.verdicts_table().drop(columns="table").to_numpy().sum() == len(STUDY.cells)
    assert (values["shift exceptions"], values["G pathological"]) == ("no exception", "no G-game")
    assert values["P from"] == 8 and values["won"] == 20 and values["both wins"] == 0


def test_the_page_saves_every_cell_and_every_claim_once():
    judged = STUDY.judged
    assert len(judged) == len(STUDY.cells) + len(STUDY.claims)
    assert not judged.duplicated(["table", "row", "column"]).any()
