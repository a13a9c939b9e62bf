"""The study behind the notebook, and the numbers that its sentences name."""

import math

import pytest

from companion.chance_nodes import counts, figures, prose
from companion.chance_nodes.study import Study
from companion.widgets import fill

STUDY = Study(12, 6, 5, 5, 0.1, [[2, 2], [6, 2]], [0.1, 0.25, 0.5, 1.0])


def test_the_trees_of_the_thesis_come_first_in_the_map_asked_for_or_not():
    sizes = list(dict.fromkeys(zip(STUDY.crossings["depth"], STUDY.crossings["branch"], strict=True)))
    assert sizes == [(2, 2), (2, 4), (2, 8), (4, 2), (4, 4), (4, 8), (6, 2)]
    of_thesis = STUDY.crossings[(STUDY.crossings["depth"] < 6) & (STUDY.crossings["criterion"] != "memory")]
    assert STUDY.least_break_even == of_thesis["error"].min()


def test_a_larger_map_does_not_change_what_the_thesis_concludes():
    other = Study(12, 6, 5, 5, 0.1, [[2, 2]], [0.1, 0.25, 0.5, 1.0])
    assert other.least_break_even == STUDY.least_break_even


def test_relative_costs_are_those_of_the_mean_and_lie_between_their_groups():
    costs = counts.relative_costs(STUDY.counts)
    assert len(costs) == 6 * 3 * 3
    assert ((costs["low"] <= costs["ratio"]) & (costs["ratio"] <= costs["high"])).all()
    row = costs[(costs["depth"] == 4) & (costs["branch"] == 2) & (costs["criterion"] == "nodes")].iloc[0]
    one, other = (STUDY.counts("nodes", search, (4, 2)).mean() for search in ("AOC-I", "alpha-cutoff"))
    assert row["search"] == "AOC-I" and row["ratio"] == pytest.approx(one / other)


def test_the_two_panels_share_their_axis_and_mark_every_size_and_error():
    figure = figures.draw_relative(counts.relative_costs(STUDY.counts))
    left, right = figure.axes
    assert left.get_ylim() == right.get_ylim()
    assert all(sum(len(bars[0].get_xdata()) for bars in ax.containers) == 27 for ax in (left, right))


def test_everything_that_is_told_can_stand_in_a_sentence():
    for passage in (*prose.sections(STUDY), prose.ballard(prose.leaves_saved(STUDY.runs, "random"))):
        for name in passage:
            assert fill(f"{{{{passage[{name}]}}}}", {"passage": passage})


def test_the_least_errors_are_told_where_the_thesis_has_trees_and_where_it_has_none():
    least = prose.break_evens(STUDY.crossings)
    time = STUDY.crossings[STUDY.crossings["criterion"] == "time"]
    assert least["time"] == figures.percent(time[time["depth"] < 6]["error"].min())
    assert least["deepest"] == figures.percent(time[time["depth"] == 6]["error"].min())
    assert least["depth"] == 6


def test_every_judged_row_says_its_reading():
    judged = STUDY.judged
    assert set(judged["reading"]) == {"literal", "chosen"}
    assert len(judged) == 196 and set(judged["seed"]) == {5}
    assert not math.isnan(judged.loc[judged["row"] == "alpha-beyond-half", "ours"].item())
