"""Chapter 3 put to the test: theory, orders, rankings, contradictions, readings, the widget's sample."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import gametree as gt
from companion.pruning_comparison import (
    LABELS,
    QUESTIONS,
    Sampler,
    Study,
    alone,
    alphabeta_integer_dependent,
    contradictions,
    fit_question,
    judge_newborn,
    judge_quoted,
    judge_rankings,
    judge_tables,
    newborn,
    outcome,
    overall,
    rank,
    rankings_frame,
    visits_frame,
)
from companion.pruning_comparison.figures import mean_squares
from companion.pruning_comparison.tables import SYMBOLS, legend, table_as_printed
from companion.pruning_comparison.widget import Comparison, Sample
from companion.published.cases import CASES, SIZES
from companion.published.cells import published
from companion.published.readings import chosen_reading
from companion.published.verdict import NEEDED, SCORECARD_COLUMNS, VERDICTS


@pytest.fixture(scope="module")
def sampler():
    return Sampler(200, seed=5)


@pytest.fixture(scope="module")
def study(sampler):
    return Study.sample(sampler, chosen_reading, single=20)


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


def test_a_study_has_the_means_of_its_cells(study):
    cell = study.sampled[0].cells[3]
    assert study.mean[0, 3, LABELS.index("AB")] == pytest.approx(
        cell.sums.mean()[cell.strategies.index("alphabeta")]
    )
    difference, sd = study.difference("AB", "BB")
    assert (difference[:, [depth <= 3 for _, depth in SIZES]] == 0).all()
    assert (sd >= 0).all()


def test_rankings_put_ties_in_brackets_and_ranks_add_up(study):
    for number in range(1, 17):
        ranking = rank(study, number)
        assert sum(ranking.ranks.values()) == 21
    perfect = rank(study, 6)
    assert perfect.groups == (("AB", "PAB", "Scout", "PVS", "SSS*"), ("BB",))
    assert str(perfect) == "([AB, PAB, Scout, PVS, SSS*], BB)"


def test_a_rank_that_fifty_trees_could_not_have_told_is_inconclusive(study):
    judged = judge_rankings(study).set_index(["row", "column"])
    assert (judged["verdict"]["case 6"] == "exact").all(), "nothing scatters in perfect order"
    z = rank(study, 1, sample=50).z
    for label in LABELS:
        others = [abs(z[LABELS.index(label), k]) for k in range(6) if LABELS[k] != label]
        told = judged["verdict"]["case 1", label]
        assert (told == "inconclusive") == (min(others) < NEEDED) or told == "differs"
    assert judged["note"]["case 2", "AB"].endswith("blank in print, the list above it is taken to go on")
    assert "blank" not in judged["note"]["case 1", "AB"]


def test_a_printed_rank_that_fifty_trees_exclude_differs(study, monkeypatch):
    printed = published("muszycka1985", table="I")
    printed.loc[(printed["row"] == "case 6") & (printed["column"] == "BB"), "value"] = 1.0
    monkeypatch.setattr("companion.pruning_comparison.rankings.printed_cells", lambda table: printed)
    assert judge_rankings(study).set_index(["row", "column"])["verdict"]["case 6", "BB"] == "differs"


def test_table_i_is_shown_with_seven_lists_and_nine_blanks(study):
    lists = rankings_frame(study, study, judge_rankings(study)).set_index("case")
    assert list(lists.index[lists["printed"] == "-"]) == [2, 3, 4, 5, 10, 11, 12, 13, 15]
    assert lists["printed"][16] == "(SSS*, Scout, [PVS, PAB], AB, BB)"
    assert lists["chosen"][6] == str(rank(study, 6)) == lists["literal"][6]


def test_inner_nodes_that_the_printed_visits_lack_are_counted_at_the_printed_leaves(study):
    visits = visits_frame(study, judge_quoted(study), judge_tables(study)).set_index(["trees", "strategy"])
    assert len(visits) == 8
    assert list(visits.index[visits["missing"].notna()]) == [("U(2,5) P=0.4", "BB"), ("U(4,5) P=0.4", "BB")]
    # 43.30 visits and 22.78 leaves in print, where so many leaves need 21.93 inner nodes at least.
    assert visits["missing"]["U(2,5) P=0.4", "BB"] > 21.93 - 20.52


def test_every_printed_number_of_chapter_3_gets_a_verdict(study):
    judged = [judge_rankings(study), judge_newborn(), judge_tables(study), judge_quoted(study)]
    wanted = published("muszycka1985")
    tables = ["I", "II", *(case.table for case in CASES), "3.6.1", "3.6.2", "3.6.3", "3.6.4"]
    assert sum(map(len, judged)) == wanted["table"].isin(tables).sum()
    for frame in judged:
        assert list(frame.columns) == [*SCORECARD_COLUMNS, "reading", "note"]
        assert not frame["verdict"].eq("not yet").any()
        assert (frame["ours"].notna() | (frame["table"] == "3.6.4")).all()


def test_contradictions_have_a_place_and_a_check():
    found = contradictions()
    assert len(found) >= 17
    assert found["check"].str.len().gt(0).all()


def test_more_nodes_of_a_perfectly_ordered_tree_come_to_open_than_are_said_to_be_created():
    found = contradictions().set_index("place")["check"]
    (check,) = (text for place, text in found.items() if "Figure 8" in place)
    assert check == "nodes that were ever on OPEN there: 144; taken from OPEN: 124"


def test_branch_and_bound_is_printed_with_fewer_inner_nodes_than_its_leaves_need():
    found = contradictions().set_index("place")["check"]
    # 22.78 leaves of U(2,5) hang below 22.78/2 + 22.78/4 + 22.78/8 nodes at least, and both children of the root.
    assert found["3.6.3, p. 83, with Table VII"].startswith(
        "U(2,5): 20.52 inner nodes, 22.78 leaves need 21.93"
    )


def test_paired_differences_tell_readings_apart_that_means_do_not(sampler):
    fits = fit_question(QUESTIONS["fan-outs"], sampler)
    together = overall(fits).set_index("reading")
    assert together.index[0] == "nonuniform-narrow"
    assert together["paired"]["nonuniform-levels"] > 3 * together["paired"]["nonuniform-narrow"]
    assert outcome(fits).split(" ")[0] in ("explained:", "narrowed", "open")


def test_a_candidate_stands_in_for_cases_of_its_own_family_only(sampler):
    found = fit_question(QUESTIONS["fan-outs, jointly"], sampler).set_index(["table", "reading"])
    values = ("nonuniform-narrow, unordered", "nonuniform-narrow, unordered-best-last")
    assert found.loc[("XI", values[0]), "score"] + 2 == found.loc[("XI", values[1]), "score"]
    assert found.loc[("XIII", values[0]), "mean_square"] != found.loc[("XIII", values[1]), "mean_square"]


def test_freedom_is_charged_once_over_all_tables(sampler):
    fits = fit_question(QUESTIONS["fan-outs"], sampler)
    together = overall(fits).set_index("reading")
    assert together["parameters"].to_dict() == {
        "nonuniform": 0, "nonuniform-narrow": 1, "nonuniform-levels": 2
    }  # fmt: skip
    without = (fits["score"] - 2 * fits["parameters"]).groupby(fits["reading"]).sum()
    for reading, row in together.iterrows():
        assert row["score"] == pytest.approx(without[reading] + 2 * row["parameters"])


def test_tables_taken_alone_are_counted_if_they_can_tell(sampler):
    fits = fit_question(QUESTIONS["windows"], sampler)
    assert alone(fits)[1] == 1, "on uniform trees the window makes no difference"
    first = fits["reading"] == overall(fits)["reading"].iloc[0]
    assert alone(fits.assign(score=fits["score"] - 1e6 * first)) == (2, 2)
    in_one = first & (fits["table"] == "XII")
    assert alone(fits.assign(score=fits["score"] + 1e4 * first - 1e6 * in_one)) == (1, 2)


@pytest.mark.parametrize("name", ["ties", "fan-outs, unordered", "fan-outs, jointly"])
def test_the_names_of_readings_fit_into_their_picture(sampler, name):
    figure = mean_squares(fit_question(QUESTIONS[name], sampler))
    figure.canvas.draw()
    (legend,) = figure.legends
    box = legend.get_window_extent()
    assert box.x0 >= 0
    assert box.x1 <= figure.bbox.x1


def test_a_table_shows_printed_ours_and_a_symbol(study):
    judged = judge_tables(study)
    shown = table_as_printed(judged, "X").data
    assert "AB, PAB, Scout, PVS, SSS*" in shown
    assert shown.count("<tr>") == 25
    assert "=" in shown


def test_every_verdict_has_a_colour_and_a_symbol_of_its_own(study):
    assert list(SYMBOLS) == list(VERDICTS)
    assert len(set(SYMBOLS.values())) == len(SYMBOLS)
    told = judge_tables(study).query("table == 'VIII'")
    assert "¿" in table_as_printed(told, "VIII").data, "8121.62"
    assert all(verdict in legend().data for verdict in VERDICTS if verdict != "not yet")


def test_the_widgets_sample_knows_the_printed_means():
    sample = Sample(width=3, depth=3, trees=100)
    assert sample.printed()["alphabeta"] == 19.10
    assert Sample("uniform", 3, 3, "ordered", 0.4, ["pvs"], 20).printed().keys() == {"pvs"}
    assert Sample(width=7, depth=3, trees=20).printed() == {}
    assert sample.counts.shape == (100, 6)
    mean = sample.counts[:, 0].mean()
    assert f"{mean:.2f}" in sample.table_html()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"width": 30, "depth": 4}, "at most 1024"),
        ({"trees": 1}, "trees is 1"),
        ({"strategies": ()}, "strategies is empty"),
        ({"kind": "round"}, "kind is 'round'"),
    ],
)
def test_the_widgets_sample_says_what_it_cannot_do(arguments, message):
    with pytest.raises(ValueError, match=message):
        Sample(**arguments)


def test_the_still_has_alternative_text_and_is_the_widgets_first_state():
    shown = Comparison.still(trees=50).data
    assert shown.count("<img alt=") == 2
    assert "printed" in shown
    widget = Comparison(trees=50)
    assert shown == widget.picture.value + widget.table.value


def test_the_widget_follows_its_fields_and_offers_what_it_can_do():
    widget = Comparison(width=3, depth=3, trees=50)
    before = widget.picture.value, widget.table.value
    assert widget.fields["p"].disabled
    widget.fields["scheme"].value = "ordered"
    assert widget.state.name == "U(3,3), ordered, P = 0.6" and not widget.fields["p"].disabled
    assert widget.picture.value != before[0]
    assert widget.table.value != before[1]
    widget.fields["depth"].value = 10
    assert (widget.state.depth, widget.message.value) == (6, "")
    widget.fields["depth"].value = 2
    widget.fields["strategies"].value = ("pvs", "sss*")
    assert widget.state.counts.shape == (50, 2)
    widget.fields["strategies"].value = ()
    assert "strategies is empty" in widget.message.value
    assert widget.state.counts.shape == (50, 2)
