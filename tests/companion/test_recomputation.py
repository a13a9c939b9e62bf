"""One row of the scorecard, computed again."""

from dataclasses import fields
from functools import cache
from importlib import import_module

import pandas as pd
import pytest

import companion
from companion import recomputation
from companion.published.cells import CELLS
from companion.published.claims import COLUMN, claims_of, row_of
from companion.published.tables import places
from companion.recomputation import Recomputed, recompute_row, study_of
from gametree.experiment import decisions

SCORECARD = CELLS.parents[2] / "reports" / "scorecard.csv"

SMALL = {
    "game_trees": {"seed": 3, "random_trees": 4},
    "pruning_strategies": {"seed": 3, "random_trees": 4},
    "pruning_comparison": {"trees": 100, "precision": 0.2, "single": 3, "order_trees": 2, "seed": 7},
    "pathology": {
        "decisions": 300, "seed": 5, "highest": 7, "widest": 3, "dependent_trees": 20, "b_star_trees": 20,
        "model_trees": 20,
    },
    "scout_variants": {
        "seed": 3, "trees": 4, "visited_trees": 20, "other_trees": 10, "window_trees": 5, "listing_trees": 2,
        "rounds": 1, "strategy": "scout",
    },
    "alphabeta_analysis": {
        "seed": 1975, "trees": 20, "sampled": 600, "sums_trees": 20, "heights": 5, "degrees": [60, 200, 1000],
        "value_samples": 2, "widget_d": 3,
    },
    "solution_trees": {
        "seed": 1994, "trees": 2, "n_guesses": 3, "sizes": [[5, 9], [20, 5]], "steps": [0, 450], "small": 10,
        "depths": [2, 4], "memory_width": 2, "memory_trees": 1,
    },
    "g_games": {
        "theorem_height": 5, "minimax_height": 12, "estimation_height": 11, "family_height": 6,
        "hypothesis_height": 6, "decisions": 50, "seed": 3,
    },
    "chance_nodes": {
        "trees": 12, "replicates": 4, "resamples": 5, "seed": 5, "heuristic_cost": 0.1, "sizes": [[2, 2]],
        "errors": [0.1, 0.25, 0.5, 1.0],
    },
}  # fmt: skip
"""Chapter -> parameters of a study that takes seconds; chapter 4 has its own in `tests.companion.speedups`."""

ROWS = """
game_trees         | Figure 1 | p2 | fan-out
game_trees         | Figure 2 | p22 | minimax
game_trees         | Figure 3 | p1 | negamax
game_trees         | 1.2      | negamax-line | claim
pruning_strategies | 2.1      | sons worth 3 and 4 | bound for p3
pruning_strategies | 2.2      | ab-narrow | claim
pruning_strategies | Figure 4 | leaf that Alphabeta alone prunes | level
pruning_strategies | 2.3      | fab-nodes | claim
pruning_strategies | Figure 5 | pvs-figure-5 | claim
pruning_strategies | Figure 6 | scout-figure-6 | claim
pruning_strategies | 2.6      | sss-dominates | claim
pruning_strategies | Figure 7 | solution tree 8 | value
pruning_strategies | Figure 8 | sss-created | claim
pruning_comparison | 3.6.1    | U(8,3) real-dependent | Scout nodes
pruning_comparison | 3.6.2    | N(10,2) real-dependent | SSS* leaves
pruning_comparison | 3.6.3    | U(2,5) P=0.4 | PAB visits
pruning_comparison | 3.6.4    | U(4,4) P=0.2 | PVS CPU ms
pruning_comparison | 3.6.2    | U(8,3) unordered-independent | Newborn leaves
pruning_comparison | 3.4      | cmp-ab-bounds | claim
pathology          | 5.1      | err-rises-always | claim
pathology          | 5.3      | pearl-wider-sooner | claim
pathology          | 5.3      | dependent-pathology | claim
pathology          | 5.3      | xx-like-xix | claim
pathology          | 5.3      | product-pearl-rises | claim
pathology          | 5.3      | product-pearl-own | claim
pathology          | 5.3      | depth-1-incremental | claim
pathology          | 5.2      | Figure 54: p2 | product
scout_variants     | A1       | N(3,5) real-dependent | Scout (negamax) visits
scout_variants     | A1       | N(3,5) real-dependent | Scout (Campbell-Marsland) leaf visits
scout_variants     | A1       | scout-cm-difference | claim
scout_variants     | A1       | testm-prunes-less | claim
alphabeta_analysis | 1        | d=12 | r*(d)
alphabeta_analysis | 1        | d=18 | r*(d)
alphabeta_analysis | S3       | Fig. 2 | leaves
alphabeta_analysis | S3       | km-shallow | claim
alphabeta_analysis | S4       | F2(p,0,4) instead of F2(p,-10,10) in Fig. 3 | positions saved
alphabeta_analysis | S6       | km-corollary-2 | claim
alphabeta_analysis | S7       | d=2,h=3 | leaves
alphabeta_analysis | S7       | km-chiefly | claim
alphabeta_analysis | S8       | km-equal-values | claim
alphabeta_analysis | S9       | (54), d=3 | A_1
alphabeta_analysis | S9       | km-theorem-6 | claim
solution_trees     | S1       | sol-never-more | claim
solution_trees     | S2       | sol-proofs | claim
solution_trees     | S2       | Figure 2: the bounds of both solution trees | bound
solution_trees     | S3       | sol-sss-2-is-sss | claim
solution_trees     | S4       | sol-pvs-surpasses | claim
solution_trees     | S5       | sol-overshoot | claim
solution_trees     | Figure 5 | sol-less-gain | claim
solution_trees     | S6       | sol-best-move | claim
g_games            | I        | d=7 | k=10
g_games            | II       | d=6 | k=11
g_games            | III      | d=6 | k=13
g_games            | IV       | d=7 | k=13
g_games            | V        | d=2 | k=4
g_games            | VI       | d=4 | k=8
g_games            | 4        | p-games-from-height | claim
g_games            | 6.1      | correlated-siblings | claim
chance_nodes       | 2        | line=29 | 1: upper
chance_nodes       | 2        | line=5 | operator
chance_nodes       | 3        | A | h(node)
chance_nodes       | 3.1.2    | Figure 5: node A | upper bound
chance_nodes       | 3.3.3    | Figure 8: AOC* | value
chance_nodes       | 4.1      | the experiment | runs
chance_nodes       | abstract | heuristic-matters | claim
chance_nodes       | 4.2      | alpha-beyond-half | claim
"""
"""Chapter, table, row and column of what is computed alone."""


@cache
def saved(chapter):
    """Return all that a notebook saves as judged, computed with small parameters."""
    study = study_of(chapter, SMALL[chapter])
    if chapter == "pruning_comparison":
        return study.results["judged"]
    if chapter == "pathology":
        return study.everything
    return (
        study.judged
        if hasattr(study, "judged")
        else import_module(f"companion.{chapter}.findings").judged(study)
    )


def computed_alone(chapter, table, row, column, **other):
    """Return what is found alone and what is saved, with None for numbers that are missing."""
    alone = recompute_row(chapter, table, row, column, SMALL[chapter] | other)
    among_all = row_of(saved(chapter), table, row, column)
    return [
        {name: None if pd.isna(found[name]) else found[name] for name in Recomputed._fields}
        for found in (alone, among_all)
    ]


@pytest.mark.parametrize("place", ROWS.strip().splitlines())
def test_what_is_computed_alone_is_what_it_is_among_all(place):
    alone, among_all = computed_alone(*map(str.strip, place.split("|")))
    assert alone == among_all


@pytest.mark.parametrize(
    ("chapter", "table"),
    [
        (place.notebook[3:], table)
        for (_, table), place in places().items()
        if place.kind == "table" and place.notebook[3:] in ("pruning_comparison", "pathology")
    ],
)
def test_a_cell_of_every_sampled_table_is_what_it_is_among_all(chapter, table):
    rows = saved(chapter)
    rows = rows[(rows["table"] == table) & (rows["column"] != COLUMN)]
    if (rows["ours"] < 1).any():
        rows = rows[rows["ours"] != 1]  # 1 is true by definition in chapter 5
    cell = rows.iloc[len(rows) * 2 // 3]
    alone, among_all = computed_alone(chapter, table, cell["row"], cell["column"])
    assert alone == among_all


def test_another_seed_gives_other_numbers():
    alone, among_all = computed_alone("pruning_comparison", "III", "U(3,6)", "AB", seed=8)
    assert alone["ours"] != among_all["ours"]


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


@pytest.mark.parametrize("notebook", sorted({place.notebook for place in places().values()}))
def test_every_claim_of_a_chapter_is_measured_by_it(notebook):
    findings = import_module(f"companion.{notebook[3:]}.findings")
    assert set(findings.measures) == set(claims_of(notebook))
