"""The claims of chapter 4 as rows of the scorecard, one by one and all together."""

import math
from inspect import signature

import pytest

from companion.published.claims import claims_of
from companion.published.verdict import SCORECARD_COLUMNS
from companion.speedups import findings
from companion.speedups.again import recompute

SMALL = {
    "random_n": 3,
    "random_depths": [2, 3, 4],
    "game_depths": [3, 4, 5, 6],
    "board_depths": [4, 6],
    "most_nodes": 4_000,
    "widths": [2, 3],
    "parallel_trees": 4,
    "splitting_trees": 4,
    "parallel_sizes": [[3, 4], [4, 3]],
    "processors": [1, 2, 5, 6, 16],
    "checkers_depth": 4,
    "checkers_positions": 3,
    "processor_tree_depth": 4,
    "sorted_sizes": [[6, 4]],
    "bound_sizes": [[3, 4]],
    "bound_quantiles": [0.5, 0.9],
    "part_sizes": [[3, 4]],
    "part_trees": 8,
    "seed": 1985,
}


@pytest.fixture(scope="module")
def judged():
    """All claims, judged as the notebook does it."""
    found = []
    for group in findings.GROUPS:
        frames = [run(**{name: SMALL[name] for name in signature(run).parameters}) for run in group.runs]
        found += group.measure(*frames)
    return findings.judged(found, SMALL["seed"]).set_index("row")


def test_every_claim_of_the_chapter_is_judged_once_and_says_what_was_measured(judged):
    assert list(judged.index) == list(claims_of(findings.NOTEBOOK))
    assert judged["note"].str.len().min() > 20
    assert (judged["seed"] == 1985).all()
    assert set(judged.index[judged["reading"] == "chosen"]) == {"ff-worst", "ff-best"}


@pytest.mark.parametrize("claim", ["abd-extra-cutoffs", "abd-time", "ff-best", "kk-parts-least", "kh-width"])
def test_a_claim_is_measured_again_bit_for_bit(judged, claim):
    found = recompute("muszycka1985", "ch4", claim, "claim", SMALL)
    assert found["row"] == claim
    for name in ("note", *SCORECARD_COLUMNS[4:]):
        ours, theirs = found[name], judged.loc[claim, name]
        assert ours == theirs or (math.isnan(ours) and math.isnan(theirs)), name


@pytest.mark.slow
@pytest.mark.parametrize("claim", claims_of(findings.NOTEBOOK))
def test_any_claim_can_be_measured_again(judged, claim):
    assert recompute("muszycka1985", "ch4", claim, "claim", SMALL)["verdict"] == judged.loc[claim, "verdict"]
