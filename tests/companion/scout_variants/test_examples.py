"""The small trees of the page show what it says of them."""

import gametree as gt
from companion.scout_variants import examples, findings, study


def only(tree, first, second):
    return {tree.name(n) for n in study.nodes_of(first, tree) - study.nodes_of(second, tree)}


def test_testm_examines_the_nodes_of_the_caption_for_nothing():
    assert only(examples.CAPTION, "scout-testm", "scout") == findings.CAPTION_57
    assert only(examples.SMALLEST, "scout-testm", "scout") == {"p22"}


def test_testm_may_also_prune_more():
    first, second = (gt.search(examples.FEWER, name).nodes for name in examples.ASKED)
    assert second < first and only(examples.FEWER, "scout-testm", "scout") == set()


def test_a_window_of_width_1_goes_on_where_values_are_closer():
    tree = examples.CLOSE
    assert only(tree, study.UNIT_WINDOW, "scout") == {"p212"}
    more = study.nodes_of(study.UNIT_WINDOW, tree) - study.nodes_of("scout", tree)
    assert {tree.name(n) for n in study.with_parents(tree, more)} == {"p21", "p212"}


def test_the_first_printed_listing_is_put_to_the_tree_of_the_caption():
    _, nested = study.LISTINGS["2.5, lines 7 and 9"]
    assert gt.Tree.from_nested(nested) == examples.CAPTION
