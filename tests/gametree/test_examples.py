"""The worked examples of the papers: the specimen tree, Figures 4-8, the tree of pi's digits, perfect ordering."""

from itertools import permutations

import numpy as np
import pytest

import gametree as gt
from gametree.examples import figure_4, figure_5, figure_6, pi_tree, specimen
from gametree.experiment.forest import NestedForest, search_forest, workspace_for
from gametree.reference import Recorder
from gametree.search.log import NODES
from gametree.theory.small_trees import fillings, leaves_in, shapes
from gametree.theory.solution_trees import count_solution_trees, solution_trees

FIGURE_8 = """
p,L,inf
p1,L,inf p2,L,inf
p11,L,inf p2,L,inf
p111,L,inf p112,L,inf p2,L,inf
p112,L,inf p2,L,inf p111,S,12
p2,L,inf p111,S,12 p112,S,8
p21,L,inf p111,S,12 p112,S,8
p211,L,inf p111,S,12 p112,S,8
p211,S,40 p111,S,12 p112,S,8
p21,S,40 p111,S,12 p112,S,8
p22,L,40 p111,S,12 p112,S,8
p221,L,40 p222,L,40 p223,L,40 p224,L,40 p111,S,12 p112,S,8
p222,L,40 p223,L,40 p224,L,40 p111,S,12 p112,S,8 p221,S,8
p222,S,40 p223,L,40 p224,L,40 p111,S,12 p112,S,8 p221,S,8
p22,S,40 p111,S,12 p112,S,8
p2,S,40 p111,S,12 p112,S,8
p,S,40
"""


def entered(tree, name):
    """Return the nodes that a strategy enters."""
    x = Recorder(tree)
    gt.STRATEGIES[name].reference(x, 0)
    return x.nodes


@pytest.mark.parametrize("name", gt.STRATEGIES)
def test_figures_2_and_3_value_and_principal_continuation(name):
    found = gt.search(specimen(), name)
    assert (found.value, found.line) == (40, (1, 0, 0))


def test_figure_8_open_lists():
    tree = specimen()
    ours = [[(tree.name(t.node), t.status[0], t.merit) for t in step.open] for step in gt.trace(tree, "sss*")]
    printed = [
        [
            (node, status, float(merit))
            for node, status, merit in (triple.split(",") for triple in line.split())
        ]
        for line in FIGURE_8.strip().splitlines()
    ]
    assert len(printed) == 17
    assert ours == printed


def test_figure_8_nodes_cut_off():
    tree = specimen()
    never = {tree.name(node) for node in range(1, tree.n_nodes)} - {
        tree.name(node) for node in entered(tree, "sss*")
    }
    assert {"p12", "p13", "p131", "p132", "p133"} <= never
    assert never - {"p12", "p13", "p131", "p132", "p133"} == {"p223", "p224"}


def test_figure_7_ten_solution_trees():
    values = [solution.value for solution in solution_trees(specimen())]
    assert len(values) == count_solution_trees(specimen()) == 10
    assert sorted(values) == sorted([6, 6, 6, 6, 6, 40, 17, 23, 6, 8])
    assert max(values) == 40


def test_figure_4_alphabeta_prunes_what_branch_and_bound_does_not():
    tree, (node,) = figure_4()
    assert entered(tree, "branch-and-bound") - entered(tree, "alphabeta") == {node}


def test_figure_5_pvs_prunes_what_palphabeta_does_not():
    tree, (node,) = figure_5()
    assert entered(tree, "palphabeta") - entered(tree, "pvs") == {node}


def test_figure_6_scout_examines_what_palphabeta_and_pvs_do_not():
    tree, (node,) = figure_6()
    assert entered(tree, "scout") - entered(tree, "palphabeta") == {node}
    assert entered(tree, "scout") - entered(tree, "pvs") == {node}


def test_on_figure_5_sss_star_creates_more_nodes_than_pvs():
    tree, _ = figure_5()
    assert gt.search(tree, "sss*").leaves == 5
    assert gt.search(tree, "pvs").leaves == 4


def nodes_of_all_fillings(shape, names):
    """Return how many nodes strategies examine in the trees of a shape with distinct values, a row per strategy."""
    tree = next(fillings(shape)).nested_arrays
    orders = list(permutations(range(leaves_in(shape))))
    values = np.tile(tree.values, (len(orders), 1))
    values[:, ~np.isnan(tree.values)] = orders
    begin = np.arange(len(orders) + 1) * len(tree.values)
    end, parent = np.tile(tree.end, len(orders)), np.tile(tree.parent, len(orders))
    forest = NestedForest(begin, end, parent, values.ravel())
    counts = np.empty((len(names), len(orders), 3), dtype=np.int64)
    for name, rows in zip(names, counts, strict=True):
        search_forest(gt.STRATEGIES[name], forest, workspace_for(forest), 1, rows)
    return counts[:, :, NODES]


@pytest.mark.parametrize(
    ("figure", "more", "fewer"),
    [
        (figure_4, "branch-and-bound", ["alphabeta"]),
        (figure_5, "palphabeta", ["pvs"]),
        (figure_6, "scout", ["palphabeta", "pvs"]),
    ],
)
def test_no_smaller_tree_with_distinct_values_shows_the_difference(figure, more, fewer):
    example, _ = figure()
    nodes = gt.search(example, more).nodes
    assert all(nodes > gt.search(example, name).nodes for name in fewer)
    for n_nodes in range(2, example.n_nodes):
        for shape in shapes(n_nodes):
            most, *others = nodes_of_all_fillings(shape, [more, *fewer])
            assert not np.all([most > other for other in others], axis=0).any()


def test_all_fillings_at_once_are_searched_like_each_alone():
    names = ["branch-and-bound", "palphabeta", "pvs", "scout"]
    for shape in shapes(6):
        alone = [[gt.search(tree, name).nodes for tree in fillings(shape)] for name in names]
        assert nodes_of_all_fillings(shape, names).tolist() == alone


def test_shapes_are_counted_by_the_catalan_numbers():
    assert [sum(1 for _ in shapes(n)) for n in range(1, 9)] == [1, 1, 2, 5, 14, 42, 132, 429]


def test_knuth_and_moore_pi_tree_81_36_31_leaves():
    tree = pi_tree()
    found = [gt.search(tree, name) for name in ("minimax", "branch-and-bound", "alphabeta")]
    assert [(f.value, f.leaves) for f in found] == [(2, 81), (2, 36), (2, 31)]


@pytest.mark.parametrize("seed", range(5))
def test_perfectly_ordered_u36_costs_124_nodes_for_all_but_branch_and_bound(seed):
    tree = gt.generate("uniform", width=3, depth=6, scheme="ordered", p=1.0, seed=seed)
    for name in ("alphabeta", "palphabeta", "pvs", "scout", "sss*"):
        found = gt.search(tree, name)
        assert (found.leaves, found.nodes) == (53, 124), name
    found = gt.search(tree, "branch-and-bound")
    assert (found.leaves, found.nodes) == (85, 168)


@pytest.mark.parametrize(("width", "depth"), [(2, 2), (24, 2), (10, 3), (5, 4), (4, 5), (3, 6)])
def test_perfect_ordering_costs_the_minimum_of_slagle_and_dixon(width, depth):
    tree = gt.generate("uniform", width=width, depth=depth, scheme="ordered", p=1.0, seed=1)
    minimum = width ** (depth // 2) + width ** ((depth + 1) // 2) - 1
    for name in ("alphabeta", "palphabeta", "pvs", "scout", "sss*"):
        assert gt.search(tree, name).leaves == minimum, name
