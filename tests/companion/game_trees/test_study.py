"""Names of nodes, and values in both frameworks, on trees that can be checked by hand."""

import doctest

import gametree as gt
from companion.game_trees import study
from gametree.examples import specimen


def test_examples_in_docstrings_run():
    assert doctest.testmod(study).failed == 0


def test_a_node_is_found_by_every_name():
    p = specimen()
    assert [study.node(p, p.name(k)) for k in range(p.n_nodes)] == list(range(p.n_nodes))


def test_no_node_is_its_own_ancestor_or_sibling():
    p = specimen()
    assert not study.is_ancestor(p, "p2", "p2")
    assert not study.is_left_sibling(p, "p2", "p2")
    assert not study.is_left_sibling(p, "p2", "p1")


def test_both_frameworks_agree_on_random_trees():
    compared = study.compare_frameworks(seed=3, trees=20)
    assert compared.same_root == compared.same_line == (True,) * 20
    assert study.disagreeing_trees(compared.nodes) == 0
    trees = [
        gt.generate("nonuniform", width=4, depth=4, scheme="unordered", seed=3, number=i) for i in range(20)
    ]
    assert len(compared.nodes) == sum(tree.n_nodes for tree in trees)


def test_a_wrong_sign_is_noticed_once_per_tree():
    compared = study.compare_frameworks(seed=3, trees=5)
    compared.nodes.loc[compared.nodes["tree"].isin([1, 4]), "negamax"] *= -1
    assert study.disagreeing_trees(compared.nodes) == 2
    assert compared.same_root == (True, False, True, True, False)


def test_negamax_follows_the_leftmost_of_equally_good_sons():
    assert study.negamax_line(gt.Tree.from_nested([[3, 5], [9, 3]])) == (0, 0)
    assert study.negamax_line(gt.Tree.from_nested([[2, 5], [9, 3]])) == (1, 1)
