"""Parallel searches on simulated machines (Muszycka 1985, section 4.1)."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gametree as gt
from gametree.parallel import METHODS, simulate, tree_of_processors
from gametree.parallel.simulate import guessed_bounds
from tests.oracles import simulated_machines as reference
from tests.trees import many, nested_trees, uniform_trees

SPLITTING = ["tree-splitting", "processor-tree", "pv-splitting", "young-brothers-wait"]
PROCESSORS = [1, 2, 3, 4, 5, 8, 9, 16, 64]


def trees(count, seed):
    """Random trees of many shapes and schemes, with and without ties."""
    kinds = [
        ("uniform", 3, 4),
        ("nonuniform", 4, 5),
        ("uniform", 2, 6),
        ("nonuniform", 6, 3),
        ("uniform", 5, 3),
    ]
    schemes = ["unordered", "integer-dependent", "real-dependent"]
    for number in range(count):
        kind, width, depth = kinds[number % len(kinds)]
        yield gt.generate(
            kind, width=width, depth=depth, scheme=schemes[number % 3], seed=seed, number=number
        )


@pytest.mark.parametrize("method", METHODS)
def test_value_and_move_are_those_of_minimax_on_random_trees(method):
    for number, tree in enumerate(trees(many(), seed=41)):
        found = simulate(tree, method, PROCESSORS[number % len(PROCESSORS)], timeline=False)
        known = gt.search(tree, "minimax")
        assert found.value == known.value
        if method.startswith("sss*"):
            assert found.move is None or tree.backed_up[tree.children(0)[found.move]] == known.value
        else:
            assert found.move == known.move


@pytest.mark.parametrize("method", METHODS)
def test_one_processor_does_what_the_sequential_search_does(method):
    for tree in trees(200, seed=42):
        found = simulate(tree, method, 1, timeline=False)
        alone = gt.search(tree, METHODS[method].sequential)
        assert (found.value, found.leaves, found.nodes, found.visits) == (
            alone.value,
            alone.leaves,
            alone.nodes,
            alone.visits,
        )
        assert found.time == (alone.nodes if alone.visits and method.startswith("sss*") else alone.visits)
        assert found.busy == 1


@pytest.mark.parametrize("method", [*SPLITTING, "parallel-scout"])
@given(nested=nested_trees(depth=4, width=3), k=st.sampled_from([1, 2, 3, 4, 8, 64]))
def test_kernel_and_reference_enter_the_same_nodes_at_the_same_time(method, nested, k):
    tree = gt.Tree.from_nested(nested)
    if tree.n_nodes == 1:
        return
    found = simulate(tree, method, k)
    if method == "parallel-scout":
        expected = reference.scout(tree, k)
    else:
        expected = reference.Split(tree, method, tree_of_processors(k)).run(k)
    events = list(zip(found.timeline["end"], found.timeline["node"], strict=True))
    assert events == expected.events
    assert (found.value, found.move, found.time, found.leaves, found.nodes, found.entries) == expected[:6]


@given(nested=nested_trees(depth=4, width=4), k=st.integers(1, 5))
def test_kernel_and_reference_of_both_parallel_sss_star_agree(nested, k):
    tree = gt.Tree.from_nested(nested)
    if tree.n_nodes == 1:
        return
    bounds = guessed_bounds(tree, k)
    for found, expected in (
        (simulate(tree, "sss*-parts", k), reference.sss_star_parts(tree, k)),
        (simulate(tree, "sss*-bounds", k, bounds=bounds), reference.sss_star_bounds(tree, [np.inf, *bounds])),
    ):
        value, move, time, created, visits = expected
        assert (found.value, found.move, found.time, found.visits) == (value, move, time, visits)
        assert found.leaves_by_process == tuple(
            sum(tree.is_leaf(node) for node in nodes) for nodes in created
        )
        assert found.nodes == len({node for nodes in created for node in nodes})
        for process, nodes in enumerate(created):
            line = found.timeline
            assert list(line.loc[line["processor"] == process, "node"]) == nodes


# -- Figure 42: the three situations, on trees of our own, as the scan has lost the printed ones -----------------------


def entered(tree, processors):
    """The names of the nodes that parallel tree-splitting enters, and those of sequential Branch-and-bound."""
    both = (simulate(tree, "tree-splitting", k).timeline["name"] for k in (processors, 1))
    return tuple(set(names) for names in both)


@pytest.mark.parametrize("processors", [1, 2, 3, 8, 64])
def test_figure_42_first_a_cut_off_due_to_the_left_child_occurs_in_both(processors):
    tree = gt.Tree.from_nested([[5, 6], [3, 9], [4, 7]])
    parallel, sequential = entered(tree, processors)
    for names in (parallel, sequential):
        assert {"p21", "p31"} <= names
        assert not {"p22", "p32"} & names


def test_figure_42_second_a_right_subtree_that_ends_early_cuts_off_another_in_parallel_only():
    # p3 is worth 8 and ends soon; the second child of p2, meanwhile searched, leaves p2 at 6, so p23 is pointless.
    tree = gt.Tree.from_nested([[5, 6], [[7, 6], [[6, 6], [6, 6]], [9, 9]], [8, 8]])
    parallel, sequential = entered(tree, 3)
    assert "p23" in sequential
    assert "p23" not in parallel


def test_figure_42_third_a_subtree_begun_before_its_left_neighbour_has_ended_misses_a_cut_off():
    # p2 is worth 9, which would cut off p3 after 8; but p32 is begun before p2 is over.
    tree = gt.Tree.from_nested([[5, 6], [[9, 9], [9, 9]], [8, 7]])
    parallel, sequential = entered(tree, 3)
    assert "p32" not in sequential
    assert "p32" in parallel


def test_figure_41_deep_cut_offs_do_not_occur_in_tree_splitting():
    # p1 is worth 5; below p2, MIN answers p2111 = 3 at p211: sequential Alphabeta needs no more there.
    tree = gt.Tree.from_nested([5, [[[3, 9], 8], 9]])
    assert "p2112" in set(simulate(tree, "tree-splitting", 1).timeline["name"])
    assert "p2112" not in set(simulate(tree, "processor-tree", 1).timeline["name"])


# -- the machine -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
@given(tree=uniform_trees(), k=st.sampled_from([1, 2, 3, 5, 8, 27, 64]))
def test_what_must_be_true_of_any_machine(method, tree, k):
    found, again = (simulate(tree, method, k) for _ in range(2))
    assert found.timeline.equals(again.timeline)
    assert (found.value, found.move, found.time, found.nodes) == (
        again.value,
        again.move,
        again.time,
        again.nodes,
    )
    line = found.timeline
    assert len(line) == found.entries <= found.time * found.processors
    assert 0 < found.busy <= 1
    assert line["processor"].between(0, k - 1).all()
    assert not line.duplicated(["processor", "start"]).any()
    assert set(line["end"]) == set(range(1, found.time + 1))
    assert line["node"].nunique() == found.nodes <= tree.n_nodes - 1
    assert found.leaves <= found.nodes <= found.visits
    if method != "sss*-bounds":
        # No search can be quicker than a path to a leaf, nor than its work shared out evenly.
        assert found.time >= max(tree.depth, found.entries / found.processors)


@pytest.mark.parametrize("method", METHODS)
@given(tree=uniform_trees(), k=st.sampled_from([2, 3, 8]))
def test_a_node_is_entered_after_its_parent(method, tree, k):
    line = simulate(tree, method, k).timeline
    first = line.groupby("node")["start"].min()
    for node, start in first.items():
        parent = int(tree.parent[node])
        if parent:
            assert first[parent] < start


@given(tree=uniform_trees())
def test_with_all_work_mandatory_more_processors_are_never_slower(tree):
    # All leaves equal: every method searches the minimal tree, and there is nothing to lose by speculation.
    flat = gt.Tree.uniform(tree.width, tree.depth, np.zeros(tree.n_leaves))
    for method in ("tree-splitting", "young-brothers-wait"):
        runs = [simulate(flat, method, k, timeline=False) for k in (1, 2, 3, 4, 8, 16, 64)]
        assert len({run.nodes for run in runs}) == 1
        assert all(later.time <= earlier.time for earlier, later in itertools.pairwise(runs))


@pytest.mark.parametrize(
    "method", ["tree-splitting", "parallel-scout", "processor-tree", "young-brothers-wait"]
)
def test_without_ties_only_the_order_of_values_matters(method):
    for number in range(20):
        tree = gt.generate("uniform", width=3, depth=5, scheme="unordered", seed=8, number=number)
        bent = gt.Tree.uniform(3, 5, np.exp(tree.leaves / 40) - 3)
        for k in (2, 8):
            one, other = (simulate(each, method, k) for each in (tree, bent))
            assert one.timeline.equals(other.timeline)


def test_a_lone_root_takes_no_time():
    for method in METHODS:
        found = simulate(gt.Tree.from_nested(7), method, 3)
        assert (found.value, found.move, found.time, found.visits, found.busy) == (7, None, 0, 0, 1)
        assert found.timeline.empty


def test_lazy_trees_are_stored_and_searched():
    lazy = gt.lazy_tree(width=3, depth=5, scheme="unordered", seed=5)
    assert simulate(lazy, "tree-splitting", 4).value == gt.search(lazy, "minimax").value


@pytest.mark.parametrize(
    ("processors", "shape"), [(1, (1, 0)), (2, (2, 1)), (5, (5, 1)), (8, (2, 3)), (9, (3, 2)), (64, (2, 6))]
)  # fmt: skip
def test_trees_of_processors_are_as_deep_as_their_number_allows(processors, shape):
    assert tree_of_processors(processors) == shape


def test_a_processor_tree_of_given_shape():
    tree = gt.generate("uniform", width=4, depth=5, scheme="unordered", seed=9)
    found = simulate(tree, "processor-tree", shape=(4, 1))
    assert found.processors == 4
    assert found.timeline.groupby("start")["part"].nunique().max() == 4


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"method": "magic"}, "method is 'magic': it must be one of tree-splitting, parallel-scout"),
        ({"processors": 0}, "processors is 0: it must be a whole number from 1 to 4096"),
        ({"processors": 2.5}, "processors is 2.5"),
        ({"shape": (2, 2)}, "shape is (2, 2): tree-splitting has none"),
        ({"method": "processor-tree", "shape": 3}, "shape is 3: it must be a pair"),
        ({"method": "processor-tree", "shape": (0, 1)}, "shape[0] is 0"),
        ({"method": "processor-tree", "shape": (64, 3)}, "shape is (64, 3): it must not have more than 4096"),
        ({"bounds": [1]}, "bounds is [1]: tree-splitting has none"),
        ({"method": "sss*-bounds", "bounds": [1, 2]}, "bounds is [1, 2]: it must be 1 numbers"),
    ],
)
def test_a_bad_argument_is_named_before_work_starts(arguments, message):
    tree = gt.Tree.from_nested([[1, 2], [3, 4]])
    with pytest.raises(ValueError, match="is") as caught:
        simulate(tree, **{"method": "tree-splitting", **arguments})
    assert message in str(caught.value)


def test_what_is_no_tree_is_refused():
    with pytest.raises(TypeError, match="tree is a list"):
        simulate([1, 2], "tree-splitting")


def test_a_timeline_that_was_not_kept_is_missed():
    found = simulate(gt.Tree.from_nested([[1, 2], [3, 4]]), "tree-splitting", timeline=False)
    with pytest.raises(ValueError, match="timeline is False"):
        _ = found.timeline
