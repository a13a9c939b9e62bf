"""Pictures of the versions of Scout show what they were given."""

import pandas as pd

import gametree as gt
from companion.published.cases import CASES, SIZES
from companion.scout_variants import figures, findings, study
from tests.companion.scout_variants.test_findings import visits_like


def labels(figure):
    return {text.get_text() for axes in figure.axes for text in axes.texts}


def test_every_size_has_a_mark_at_its_distance_and_the_named_one_a_star():
    by_size = study.visits_by_size(visits_like(study.MEANT))
    axes = figures.draw_visits(by_size).axes[0]
    assert [label.get_text() for label in axes.get_yticklabels()] == [f"N({w},{d})" for w, d in SIZES]
    differ, same, star = axes.lines
    assert len(differ.get_xdata()) + len(same.get_xdata()) == len(SIZES)
    assert axes.get_yticklabels()[int(star.get_ydata()[0])].get_text() == "N(3,5)"
    assert star.get_xdata()[0] == by_size.set_index("size")["farthest z"].abs()["N(3,5)"]


def test_cost_by_width_draws_both_kinds_of_trees():
    numbers = {"low": [0, 1], "high": [1, 2], "N(10,3)": [0.5, 1.5], "U(3,6)": [0, 7]}
    axes = figures.draw_cost_by_width(pd.DataFrame({"width": [0.1, 1.0], **numbers})).axes[0]
    assert [line.get_ydata().tolist() for line in axes.lines] == [[0.5, 1.5], [0, 7]]


def test_cost_of_testm_has_a_bar_per_case():
    testm = pd.DataFrame({"case": [str(c.number) for c in CASES], "more nodes (%)": 1.0, "standard error": 0})
    axes = figures.draw_cost_of_testm(testm).axes[0]
    assert len(axes.patches) == len(CASES)


def test_times_draw_a_line_per_version():
    rows = [(name, w, w - 0.5, w, w + 0.5) for name in study.TIMED for w in (2, 3, 4, 5)]
    frame = pd.DataFrame(rows, columns=["strategy", "width", "low", "median", "high"])
    legend = figures.draw_times(frame).axes[0].get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == [
        figures.VERSIONS[name] for name in study.TIMED
    ]


def test_a_difference_is_drawn_beside_both_versions():
    tree = gt.Tree.from_nested([6, [[6], 7]])
    figure = figures.draw_difference(tree, ("scout", "scout-testm"))
    titles = {axes.get_title(loc) for axes in figure.axes for loc in ("left", "center")} | labels(figure)
    for name in ("scout", "scout-testm"):
        found = gt.search(tree, name)
        assert f"{figures.TITLES[name]}: {found.nodes} nodes, {found.visits} visits" in titles


# -- the small trees ---------------------------------------------------------------------------------------------------


def only(tree, first, second):
    return {tree.name(n) for n in study.nodes_of(first, tree) - study.nodes_of(second, tree)}


def test_testm_examines_the_nodes_of_the_caption_for_nothing():
    assert only(figures.CAPTION, "scout-testm", "scout") == findings.CAPTION_57
    assert only(figures.SMALLEST, "scout-testm", "scout") == {"p22"}


def test_testm_may_also_prune_more():
    first, second = (gt.search(figures.FEWER, name).nodes for name in figures.ASKED)
    assert second < first and only(figures.FEWER, "scout-testm", "scout") == set()


def test_a_window_of_width_1_goes_on_where_values_are_closer():
    tree = figures.CLOSE
    assert only(tree, study.UNIT_WINDOW, "scout") == {"p212"}
    more = study.nodes_of(study.UNIT_WINDOW, tree) - study.nodes_of("scout", tree)
    assert {tree.name(n) for n in study.with_parents(tree, more)} == {"p21", "p212"}


def test_the_first_printed_listing_is_put_to_the_tree_of_the_caption():
    _, nested = study.LISTINGS["2.5, lines 7 and 9"]
    assert gt.Tree.from_nested(nested) == figures.CAPTION
