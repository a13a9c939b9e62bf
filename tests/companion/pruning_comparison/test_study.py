"""Chapter 3 put to the test: theory, orders, rankings, contradictions, readings, the widget's sample."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import gametree as gt
from companion import plot
from companion.plot.style import VERDICTS as LOOKS
from companion.pruning_comparison import figures
from companion.pruning_comparison.figures import SYMBOLS, all_tables, legend, table_html, tint
from companion.pruning_comparison.sample import SampledCases
from companion.pruning_comparison.study import Study
from companion.pruning_comparison.tables import (
    judge_newborn,
    judge_quoted,
    judge_rankings,
    judge_tables,
    rank,
    rankings_frame,
    ratio_frame,
)
from companion.published.cases import CASES, LABELS, SIZES, Sampler, chosen_reading
from companion.published.cells import published
from companion.published.newborn import alphabeta_integer_dependent, newborn
from companion.published.verdict import NEEDED, SCORECARD_COLUMNS, VERDICTS


@pytest.fixture(scope="module")
def sampler():
    return Sampler(200, seed=5)


@pytest.fixture(scope="module")
def sample(sampler):
    return SampledCases.draw(sampler, chosen_reading, single=20)


def expectation_by_enumeration(width: int, depth: int) -> float:
    """Average Alphabeta's leaves over all assignments of integer-dependent values."""
    orders = list(itertools.permutations(range(1, width + 1)))

    def trees(level: int, value: int):
        if level == depth:
            yield value
            return
        for order in orders:
            yield from map(list, itertools.product(*(trees(level + 1, value + v) for v in order)))

    counts = [gt.search(gt.Tree.from_nested(tree), "alphabeta").leaves for tree in trees(0, 0)]
    return float(np.mean(counts))


@pytest.mark.parametrize(("width", "depth"), [(2, 2), (2, 3)])
def test_the_integer_dependent_expectation_is_the_mean_over_all_trees(width, depth):
    assert alphabeta_integer_dependent(width, depth) == pytest.approx(
        expectation_by_enumeration(width, depth)
    )


def test_table_ii_is_theory_to_the_last_digit_but_for_one_misprint():
    judged = judge_newborn().set_index(["row", "column"])
    assert len(judged) == 22
    wrong = judged[judged["verdict"] != "exact"]
    assert wrong["verdict"].to_dict() == {("U(8,3)", "unordered-independent"): "misprint"}
    cut_off = judged[abs(judged["published"] - judged["ours"]).between(0.00501, 0.01)]
    assert [row for row, _ in cut_off.index] == ["U(2,3)", "U(3,3)", "U(6,3)"]
    assert cut_off["note"].str.contains("cut off").all()


def test_newborn_refuses_other_schemes():
    with pytest.raises(ValueError, match="scheme is 'ordered'"):
        newborn(3, 2, "ordered")


def test_a_study_has_the_means_of_its_cells(sample):
    cell = sample.sampled[0].cells[3]
    assert sample.mean[0, 3, LABELS.index("AB")] == pytest.approx(
        cell.sums.mean()[cell.strategies.index("alphabeta")]
    )
    difference, sd = sample.difference("AB", "BB")
    assert (difference[:, [depth <= 3 for _, depth in SIZES]] == 0).all()
    assert (sd >= 0).all()


def test_rankings_put_ties_in_brackets_and_ranks_add_up(sample):
    for number in range(1, 17):
        ranking = rank(sample, number)
        assert sum(ranking.ranks.values()) == 21
    perfect = rank(sample, 6)
    assert perfect.groups == (("AB", "PAB", "Scout", "PVS", "SSS*"), ("BB",))
    assert str(perfect) == "([AB, PAB, Scout, PVS, SSS*], BB)"


def test_a_rank_that_fifty_trees_could_not_have_shown_is_inconclusive(sample):
    judged = judge_rankings(sample).set_index(["row", "column"])
    assert (judged["verdict"]["case 6"] == "exact").all(), "nothing scatters in perfect order"
    z = rank(sample, 1, trees=50).z
    for label in LABELS:
        others = [abs(z[LABELS.index(label), k]) for k in range(6) if LABELS[k] != label]
        said = judged["verdict"]["case 1", label]
        assert (said == "inconclusive") == (min(others) < NEEDED) or said == "differs"
    assert judged["note"]["case 2", "AB"].endswith("blank in print, the list above it is taken to go on")
    assert "blank" not in judged["note"]["case 1", "AB"]


def test_a_printed_rank_that_fifty_trees_exclude_differs(sample, monkeypatch):
    printed = published("muszycka1985", table="I")
    printed.loc[(printed["row"] == "case 6") & (printed["column"] == "BB"), "value"] = 1.0
    monkeypatch.setattr("companion.pruning_comparison.tables.printed_cells", lambda table: printed)
    assert judge_rankings(sample).set_index(["row", "column"])["verdict"]["case 6", "BB"] == "differs"


def test_table_i_is_shown_with_seven_lists_and_nine_blanks(sample):
    lists = rankings_frame(sample, sample, judge_rankings(sample)).set_index("case")
    assert list(lists.index[lists["printed"] == "-"]) == [2, 3, 4, 5, 10, 11, 12, 13, 15]
    assert lists["printed"][16] == "(SSS*, Scout, [PVS, PAB], AB, BB)"
    assert lists["ours, chosen reading"][6] == str(rank(sample, 6)) == lists["ours, literal reading"][6]


def test_every_printed_number_of_chapter_3_gets_a_verdict(sample):
    judged = [judge_rankings(sample), judge_newborn(), judge_tables(sample), judge_quoted(sample)]
    wanted = published("muszycka1985")
    tables = ["I", "II", *(case.table for case in CASES), "3.6.1", "3.6.2", "3.6.3", "3.6.4"]
    assert sum(map(len, judged)) == wanted["table"].isin(tables).sum()
    for frame in judged:
        assert list(frame.columns) == [*SCORECARD_COLUMNS, "reading", "note"]
        assert not frame["verdict"].eq("not yet").any()
        assert (frame["ours"].notna() | (frame["table"] == "3.6.4")).all()


def test_a_table_shows_printed_ours_and_a_symbol(sample):
    shown = table_html(judge_tables(sample), "X")
    assert "AB, PAB, Scout, PVS, SSS*" in shown
    assert shown.count("<tr>") == 25
    assert "=" in shown


def test_every_verdict_has_a_symbol_of_its_own_and_a_tint_of_the_colour_it_has_everywhere(sample):
    assert list(SYMBOLS) == list(VERDICTS) == list(LOOKS)
    assert len(set(SYMBOLS.values())) == len(SYMBOLS)
    assert len({tint(verdict) for verdict in LOOKS}) == len(LOOKS)
    said = judge_tables(sample).query("table == 'VIII'")
    assert "¿" in table_html(said, "VIII"), "8121.62"
    assert all(verdict in legend() for verdict in VERDICTS if verdict != "not yet")


@pytest.fixture(scope="module")
def study():
    return Study(trees=50, precision=0.0, single=3, order_trees=1, seed=5)


def test_the_sixteen_tables_are_folded_each_under_what_is_said_of_it(study):
    shown = all_tables(study.judged, study.judged_whole_tables).data
    assert shown.count("<details>") == 16
    assert "Table X: uniform, ordered, P = 1.0; exact" in shown


def test_every_chosen_reading_is_listed_with_its_tables(study):
    listed = ", ".join(study.readings["tables"]).split(", ")
    assert sorted(listed) == sorted(case.table for case in CASES if chosen_reading(case).name == "chosen")
    assert (study.readings["readings tried"] > 1).all()


def test_the_results_are_all_numbers_and_claims_of_the_chapter(study):
    assert set(study.results) == {"judged", "literal", "whole_tables", "orders"}
    judged, literal = study.results["judged"], study.results["literal"]
    assert list(judged["row"]) == list(literal["row"]) and len(judged) == 2557
    assert judged["reading"].isin(["literal", "chosen"]).all()


def test_a_ratio_to_alphabeta_is_that_of_the_means_and_of_the_printed_means(sample):
    rows = ratio_frame(sample, "uniform", 9).set_index(["panel", "label", "width"])
    row = rows.loc[("11: unordered", "SSS*", 3)]
    ours = sample.means("leaves")[0, SIZES.index((3, 4))]
    assert row["ratio"] == pytest.approx(ours[LABELS.index("SSS*")] / ours[LABELS.index("AB")])
    printed = published("muszycka1985", table="III").set_index(["row", "column"])["best"]["U(3,4)"]
    assert row["printed"] == pytest.approx(printed["SSS*"] / printed["AB"])
    assert row["low"] < row["ratio"] < row["high"]


def test_the_band_of_a_ratio_holds_the_ratios_of_fifty_trees(sample):
    cell = sample.sampled[0].cells[SIZES.index((3, 4))]
    batches = cell.sums.batch_means()[..., 0]
    k, a = (cell.strategies.index(name) for name in ("sss*", "alphabeta"))
    row = (
        ratio_frame(sample, "uniform", 9)
        .set_index(["panel", "label", "width"])
        .loc[("11: unordered", "SSS*", 3)]
    )
    inside = [row["low"] < ratio < row["high"] for ratio in batches[:, k] / batches[:, a]]
    assert sum(inside) >= len(inside) - 1


@pytest.mark.parametrize("draw", ["by_table", "ratios", "z_map", "shares"])
def test_no_word_of_a_picture_is_cut_off(study, draw):
    drawn = {
        "by_table": lambda: figures.by_table(study.judged_whole_tables, study.chance),
        "ratios": lambda: figures.ratios(study.ratios["uniform"]),
        "z_map": lambda: figures.z_map(study.judged),
        "shares": lambda: figures.shares(study.beaten, "share of trees"),
    }[draw]()
    plot.to_png(drawn, dpi=50)  # only then is the layout known
    box, page = drawn.get_tightbbox(), drawn.get_size_inches()
    assert box.x0 >= -0.01 and box.y0 >= -0.01 and box.x1 <= page[0] + 0.01 and box.y1 <= page[1] + 0.01
