"""Names of nodes, and values in both frameworks, on trees that can be checked by hand."""

import numpy as np
import pytest

import gametree as gt
from companion.game_trees import study
from gametree.examples import specimen


def test_a_node_is_found_by_every_name():
    p = specimen()
    assert [study.node(p, p.name(k)) for k in range(p.n_nodes)] == list(range(p.n_nodes))


def test_no_node_is_its_own_ancestor_or_sibling():
    p = specimen()
    assert not study.is_ancestor(p, "p2", "p2")
    assert not study.is_left_sibling(p, "p2", "p2")
    assert not study.is_left_sibling(p, "p2", "p1")


def test_both_frameworks_agree_on_random_trees():
    compared = study.Study(3, 20).compared
    assert compared.same_root == compared.same_line == (True,) * 20
    assert study.disagreeing_trees(compared.nodes) == 0
    trees = [
        gt.generate("nonuniform", width=4, depth=4, scheme="unordered", seed=3, number=i) for i in range(20)
    ]
    assert len(compared.nodes) == sum(tree.n_nodes for tree in trees)


def test_a_wrong_sign_is_noticed_once_per_tree():
    compared = study.Study(3, 5).compared
    compared.nodes.loc[compared.nodes["tree"].isin([1, 4]), "negamax"] *= -1
    assert study.disagreeing_trees(compared.nodes) == 2
    assert compared.same_root == (True, False, True, True, False)


def test_negamax_follows_the_leftmost_of_equally_good_sons():
    assert study.negamax_line(gt.Tree.from_nested([[3, 5], [9, 3]])) == (0, 0)
    assert study.negamax_line(gt.Tree.from_nested([[2, 5], [9, 3]])) == (1, 1)


@pytest.mark.parametrize(("scheme", "part"), [("integer-dependent", 1), ("real-dependent", 3)])
def test_siblings_are_assigned_one_to_the_width_at_every_level(scheme, part):
    tree = gt.generate("uniform", width=3, depth=3, scheme=scheme, seed=4)
    given = study.assigned_values(tree, scheme)
    for k in range(tree.n_nodes):
        scale = float(part) ** (tree.level[k] + 1)
        assert tree.is_leaf(k) or np.allclose(sorted(given[tree.children(k)] * scale), [1, 2, 3])


def test_values_that_depend_on_nothing_are_refused():
    tree = gt.generate("uniform", width=2, depth=2, scheme="unordered", seed=4)
    with pytest.raises(ValueError, match="scheme is 'unordered'"):
        study.assigned_values(tree, "unordered")


def test_the_leftmost_child_is_best_as_often_as_its_scheme_says():
    order = study.Study(5, 200).order.set_index(["scheme", "width"])
    for label, (_, p) in study.SCHEMES.items():
        for width in (2, 5, 10):
            share, error = order.loc[(label, width), ["share", "error"]]
            assert abs(share - 100 * (p or 1 / width)) < 4 * error + 1e-9, label


def test_all_dependent_uniform_trees_of_a_size_are_worth_the_same():
    order = study.Study(5, 20).order.set_index("scheme")
    assert (order.loc[list(study.DEPENDENT), "values"] == 1).all()
    assert (order.loc["integer-dependent", "first"] == 2 * order.loc["integer-dependent", "width"] + 1).all()
    assert order.loc["unordered", "values"].max() > 10
