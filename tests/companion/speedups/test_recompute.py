"""The claims of chapter 4 as rows of the scorecard, one by one and all together."""

import math

import pytest

from companion.published.claims import claims_of
from companion.published.verdict import SCORECARD_COLUMNS
from companion.recomputation import recompute_row
from companion.speedups import findings, prose
from companion.speedups.study import Study

SMALL = {
    "trees": {"random": 3, "parallel": 4, "splitting": 4, "parts": 8, "graphs": 2},
    "depths": {
        "random": [2, 3, 4],
        "games": [3, 4, 5, 6],
        "boards": [4, 6],
        "enhancements": 4,
        "checkers": 4,
        "processor trees": 4,
    },
    "sizes": {"splitting": [[3, 4], [4, 3]], "sorted": [[6, 4]], "bounds": [[3, 4]], "parts": [[3, 4]]},
    "most_nodes": 4_000,
    "checkers_positions": 3,
    "bound_quantiles": [0.5, 0.9],
    "threaded_runs": 1,
    "seed": 1985,
    "widths": [2, 3],
    "processors": [1, 2, 5, 6, 16],
}


@pytest.fixture(scope="module")
def study():
    return Study(**SMALL)


@pytest.fixture(scope="module")
def judged(study):
    """All claims, judged as the notebook does it."""
    return study.judged.set_index("row")


def test_every_claim_of_the_chapter_is_judged_once_and_says_what_was_measured(judged):
    assert list(judged.index) == list(claims_of(findings.NOTEBOOK))
    assert judged["note"].str.len().min() > 20
    assert (judged["seed"] == 1985).all()
    assert set(judged.index[judged["reading"] == "chosen"]) == {"ff-worst", "ff-best"}


@pytest.mark.parametrize("claim", ["abd-extra-cutoffs", "abd-time", "ff-best", "kk-parts-least", "kh-width"])
def test_a_claim_is_measured_again_bit_for_bit(judged, claim):
    found = recompute_row("speedups", "ch4", claim, "claim", SMALL)
    assert found["row"] == claim
    for name in ("note", *SCORECARD_COLUMNS[4:]):
        ours, theirs = found[name], judged.loc[claim, name]
        assert ours == theirs or (math.isnan(ours) and math.isnan(theirs)), name


def test_groups_of_parameters_without_a_key_or_with_a_strange_one_are_refused():
    few = {name: value for name, value in SMALL["trees"].items() if name != "parts"}
    for trees in (few, {**SMALL["trees"], "pats": 3}):
        with pytest.raises(ValueError, match=r"trees has the keys .*: they must be random, parallel"):
            Study(**{**SMALL, "trees": trees})


def test_an_experiment_is_run_once(study):
    assert study.cut_offs is study.cut_offs


def test_every_number_that_the_page_tells_is_finite_or_a_text(study):
    page = prose.values(study)
    values = [value for section in page.values() if isinstance(section, dict) for value in section.values()]
    values += [value for group in values if isinstance(group, dict) for value in group.values()]
    for value in values:
        assert isinstance(value, str | dict) or math.isfinite(value)
    claims = page["claims"]
    assert claims["all"] == len(claims_of(findings.NOTEBOOK)) == claims["counted"] + claims["trivial"]


@pytest.mark.slow
@pytest.mark.parametrize("claim", claims_of(findings.NOTEBOOK))
def test_any_claim_can_be_measured_again(judged, claim):
    assert recompute_row("speedups", "ch4", claim, "claim", SMALL)["verdict"] == judged.loc[claim, "verdict"]
