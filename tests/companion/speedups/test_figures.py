"""Pictures of chapter 4 show what they were given, and can be read without colour."""

import numpy as np
import pandas as pd
import pytest

import gametree as gt
from companion.speedups import enhancement_study, figures, parallel_study
from gametree import games
from gametree.enhance import STRATEGIES
from gametree.parallel import simulate
from tests.companion.speedups.test_findings import MACHINES, checkers


def means_of(axes):
    """The curves of axes with error bars, by their name."""
    named = {each.get_label(): each.lines[0] for each in axes.containers if hasattr(each, "lines")}
    return {name: line for name, line in named.items() if not name.startswith("_")}


def drawn_alike(axes):
    """The looks of curves that can't be told apart in grey."""
    looks = [(line.get_marker(), line.get_linestyle()) for line in means_of(axes).values()]
    return len(looks) - len(set(looks))


# -- enhancements ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def measured():
    """Small versions of the frames that the notebook measures."""
    starts = [
        start
        for name, phase in (("connect-four", None), ("checkers", None), ("chess", "ending"))
        for start in enhancement_study.named_starts(name, phase, 3_000)[:2]
    ]
    boards = enhancement_study.g_games(8, 2, seed=1)
    return {
        "ordering": enhancement_study.measure(starts, [2, 3, 4], enhancement_study.ORDERED),
        "memories": enhancement_study.measure(boards + starts, [2, 3, 4], enhancement_study.MEMORIES),
        "sizes": enhancement_study.measure(boards + starts, [4], enhancement_study.table_sizes([4, 64])),
        "killers": enhancement_study.measure(starts[-2:], [3, 4], enhancement_study.MEMORIES, width=2),
        "effects": enhancement_study.summary(enhancement_study.factorial(boards, 4)),
    }


def test_leaves_left_are_per_cent_of_the_plain_search_of_the_same_tree(measured):
    left = figures.leaves_left(measured["ordering"], measured["memories"], 4)
    assert set(left["enhancement"]) == set(figures.ENHANCEMENTS.values())
    row = left[(left["game"] == "checkers") & (left["enhancement"] == "killers")].iloc[0]
    tree = games.unfold(
        "checkers", 4, next(p.position for p in games.named_positions("checkers") if p.name == row["start"])
    )
    plain, killers = (gt.enhance.search(tree, "alphabeta", killers=n).leaves for n in (0, 2))
    assert row["left"] == pytest.approx(100 * killers / plain)


def test_the_first_picture_shows_every_enhancement_and_every_phase(measured):
    left = figures.leaves_left(measured["ordering"], measured["memories"], 4)
    rows = checkers([0.5, 2])
    rows["speed_up"] = rows["processors"] / 2 + 0.5
    left, times = figures.draw_overview(left, 4, rows).axes
    assert [label.get_text() for label in left.get_yticklabels()] == list(figures.ENHANCEMENTS.values())
    assert len(means_of(times)) == 6
    for line in means_of(times).values():
        assert line.get_ydata()[0] == 100


def test_pictures_of_enhancements_have_labelled_axes_and_panels_share_the_one_they_compare(measured):
    drawn = [
        figures.draw_ordering(measured["ordering"]),
        figures.draw_tables(measured["memories"], measured["sizes"]),
        figures.draw_killers(measured["killers"]),
    ]
    for figure in drawn:
        assert all(axes.get_xlabel() for axes in figure.axes) and figure.axes[0].get_ylabel()
        assert len({axes.get_ylim() for axes in figure.axes}) == 1


def test_effects_have_a_panel_per_strategy_and_a_row_per_effect(measured):
    panels = figures.draw_effects(measured["effects"]).axes
    assert len(panels) == len(STRATEGIES)
    assert [label.get_text() for label in panels[0].get_yticklabels()] == list(enhancement_study.EFFECTS)


# -- timelines ---------------------------------------------------------------------------------------------------------


def test_bars_cover_the_timeline_unit_by_unit():
    tree = gt.generate("uniform", width=4, depth=4, scheme="unordered", seed=72)
    line = simulate(tree, "tree-splitting", 3).timeline
    units = [
        (processor, part, start + i)
        for processor, part, start, length in figures.bars_of(line)
        for i in range(length)
    ]
    assert sorted(units) == sorted(zip(line["processor"], line["part"], line["start"], strict=True))
    assert len(figures.bars_of(line)) < len(line)


@pytest.mark.parametrize("processors", [1, 4, 16, 64])
def test_a_timeline_has_a_row_per_processor_and_names_every_child(processors):
    tree = gt.generate("uniform", width=10, depth=3, scheme="unordered", seed=72)
    found = simulate(tree, "young-brothers-wait", processors)
    axes = figures.draw_timeline(found.timeline, processors, title="a title")
    assert len(axes.patches) == len(figures.bars_of(found.timeline))
    rows = {round(bar.get_y() + bar.get_height() / 2) for bar in axes.patches}
    assert rows <= set(range(1, processors + 1))
    assert axes.get_title(loc="left") == "a title" and axes.get_xlim() == (0, found.time)
    named = ", ".join(text.get_text() for text in axes.get_legend().get_texts())
    assert all(f"p{part + 1}" in named for part in set(found.timeline["part"]))


def test_timelines_below_each_other_have_one_axis_of_time():
    tree = gt.generate("uniform", width=3, depth=3, scheme="unordered", seed=72)
    runs = {str(k): simulate(tree, "tree-splitting", k) for k in (1, 4)}
    first, second = figures.draw_timelines(runs).axes
    assert first.get_xlim() == second.get_xlim() == (0, runs["1"].time + 1)


@pytest.mark.parametrize("processors", [0, 65])
def test_a_timeline_of_too_many_rows_is_refused(processors):
    found = simulate(gt.Tree.from_nested([[1, 2], [3, 4]]), "tree-splitting", 2)
    with pytest.raises(ValueError, match=f"processors is {processors}: a timeline can show 1 to 64"):
        figures.draw_timeline(found.timeline, processors)


# -- more processors ---------------------------------------------------------------------------------------------------


def test_curves_show_the_means_and_differ_without_colour():
    trees = parallel_study.on_uniform_trees([(3, 4), (5, 3)], ["tree-splitting"], MACHINES, 4, 71)
    time, nodes = figures.draw_processors(trees).axes
    assert drawn_alike(time) == drawn_alike(nodes) == 0
    for size, own in trees.groupby("size"):
        part = (100 / own["speed_up"]).groupby(own["processors"]).mean()
        assert np.allclose(means_of(time)[size].get_ydata(), part)
        assert np.allclose(
            means_of(nodes)[size].get_ydata(), 100 * own.groupby("processors")["more_nodes"].mean()
        )


def test_phases_show_the_geometric_mean_of_the_ratio_beside_every_position():
    panels = figures.draw_phases(checkers([0.5, 2, 8])).axes
    assert [axes.get_title(loc="left") for axes in panels] == ["openings", "middle games", "endings"]
    for axes in panels:
        curves = [line for line in axes.lines if len(line.get_xdata()) == len(MACHINES)]
        assert sorted(float(line.get_ydata()[0]) for line in curves if line.get_marker() in ("", "o")) == [
            -1,
            1,
            1,
            3,
        ]
        assert axes.yaxis.get_major_formatter()(1) == "2" and axes.yaxis.get_major_formatter()(-1) == "1/2"


def test_processor_trees_show_every_case_beside_both_laws():
    sorted_trees = parallel_study.on_sorted_trees([(6, 4), (4, 4)], parallel_study.SHAPES, 71)
    positions = parallel_study.processor_trees_on_positions(
        games.named_positions("checkers", "middle game")[:2], 4, parallel_study.SHAPES
    )
    left, right = figures.draw_processor_trees(sorted_trees, positions).axes
    shown = sum(len(line.get_xdata()) for line in left.lines if line.get_linestyle() == "None")
    assert shown == (sorted_trees["processors"] > 1).sum()
    for axes in (left, right):
        assert [label.get_text() for label in axes.get_xticklabels()] == ["1", "2", "3", "4", "8", "9", "27"]


def test_sss_star_shows_both_readings_of_the_claim_every_tree_and_the_printed_range():
    bounds = parallel_study.by_starting_bound([(3, 4), (4, 3)], [0.25, 0.75], 6, 71)
    parts = parallel_study.on_parts([(3, 4), (5, 3)], 8, 71)
    left, right = figures.draw_sss_star(bounds, parts, (1.71, 4.95)).axes
    assert {text.get_text() for text in left.texts} == {"25 % more speed", "25 % less time"}
    means = 100 * bounds.dropna().groupby(["size", "quantile"])["saved"].mean()
    for size, line in means_of(left).items():
        assert np.allclose(line.get_ydata(), means[size])
    assert sum(len(line.get_xdata()) for line in right.lines if line.get_markersize() == 2) == len(parts)
    assert [text.get_text() for text in right.get_xticklabels()] == list(parts["size"].unique())


def test_all_methods_are_drawn_on_one_axis():
    rows = [
        {"size": size, "method": method, "processors": k, "speed_up": float(k)}
        for size in ("U(3,6)", "U(20,3)")
        for method in figures.METHOD_NAMES
        for k in (1, 64)
    ]
    narrow, wide = figures.draw_methods(pd.DataFrame(rows)).axes
    assert narrow.get_ylim() == wide.get_ylim() and drawn_alike(narrow) == 0
    assert list(means_of(wide)) == list(figures.METHOD_NAMES.values())
