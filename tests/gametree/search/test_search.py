"""Every strategy finds the minimax value, and every kernel does what its plain-Python form does."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gametree as gt
from gametree.reference import Recorder
from gametree.search import search_in_python
from tests.trees import nested_trees, random_trees, uniform_trees

ANY_TREE = st.one_of(nested_trees().map(gt.Tree.from_nested), uniform_trees())


def check(tree):
    """Assert all that is claimed of all strategies on one tree."""
    truth = search_in_python(tree, "minimax")
    assert truth.value == tree.backed_up[0]
    for name, strategy in gt.STRATEGIES.items():
        found = gt.search(tree, name)
        assert found == search_in_python(tree, name), f"{name}: kernel and plain form differ"
        assert found.value == truth.value, name
        assert found.leaves <= tree.n_leaves
        assert found.nodes <= found.visits
        assert found.nodes <= tree.n_nodes - 1
        if strategy.directional:
            assert found.move == truth.move, f"{name}: not the leftmost of the best moves"
        if tree.n_nodes > 1:
            assert found.line[:1] == (found.move,)
        for length in range(len(found.line) + 1):
            node = tree.node(found.line[:length])
            assert tree.backed_up[node] == truth.value, (
                f"{name}: {found.line[:length]} does not keep the value"
            )


def test_kernel_and_reference_agree_and_find_the_minimax_value():
    for tree in random_trees(seed=5):
        check(tree)


@pytest.mark.parametrize("width", [4, 5, 8, 9, 16, 17, 64, 65, 72])
@pytest.mark.parametrize("values", [3, 1000])
def test_rows_of_leaves_that_fill_blocks_or_exceed_them_are_searched_as_one_by_one(width, values):
    rng = np.random.default_rng([width, values])
    for depth in (1, 2, 2, 2, 3 if width < 9 else 2):
        check(gt.Tree.uniform(width, depth, rng.integers(-values, values, width**depth)))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["uniform", "nonuniform"])
@pytest.mark.parametrize(
    ("scheme", "p"),
    [
        ("unordered", None),
        ("integer-dependent", None),
        ("real-dependent", None),
        ("ordered", 0.6),
        ("ordered", 1.0),
    ],
)
def test_kernel_and_reference_agree_on_the_cases_of_the_thesis(kind, scheme, p):
    for width, depth in [(2, 2), (5, 2), (3, 3), (3, 4), (2, 6), (3, 5)]:
        for number in range(8):
            check(gt.generate(kind, width=width, depth=depth, scheme=scheme, p=p, seed=11, number=number))


@given(uniform_trees())
def test_implicit_and_explicit_storage_give_the_same_search(tree):
    explicit = gt.Tree(tree.nested_arrays)
    assert not explicit.is_uniform
    for name in gt.STRATEGIES:
        assert gt.search(explicit, name) == gt.search(tree, name), name


@given(ANY_TREE)
def test_who_never_examines_more_than_whom(tree):
    leaves = {name: gt.search(tree, name).leaves for name in gt.STRATEGIES}
    assert leaves["minimax"] == tree.n_leaves
    assert leaves["alphabeta"] <= leaves["branch-and-bound"] <= leaves["minimax"]
    assert leaves["falphabeta"] == leaves["alphabeta"]
    assert leaves["palphabeta"] <= leaves["alphabeta"]
    assert leaves["sss*"] <= leaves["alphabeta"]
    if tree.depth <= 3:
        assert leaves["alphabeta"] == leaves["branch-and-bound"]


@given(ANY_TREE)
def test_the_iterative_procedure_does_what_f2_does_node_by_node(tree):
    assert gt.search(tree, "alphabeta-iterative") == gt.search(tree, "alphabeta")
    told, expected = (Recorder(tree, steps=[]) for _ in range(2))
    gt.STRATEGIES["alphabeta-iterative"].reference(told, 0)
    gt.STRATEGIES["alphabeta"].reference(expected, 0)
    assert [(s.event, s.node, s.low, s.high, s.value, s.pruned) for s in told.steps] == [
        (s.event, s.node, s.low, s.high, s.value, s.pruned) for s in expected.steps
    ]


@given(nested_trees(values=st.integers(-5, 5)))
def test_unit_windows_are_minimal_for_whole_numbers(nested):
    tree = gt.Tree.from_nested(nested)
    for name in ("palphabeta", "pvs"):
        assert gt.search(tree, name) == gt.search(tree, f"{name}-unit-window")


def test_unit_windows_are_not_minimal_for_reals():
    differing = [
        number
        for number in range(100)
        for tree in [
            gt.generate("nonuniform", width=5, depth=4, scheme="real-dependent", seed=1, number=number)
        ]
        if gt.search(tree, "palphabeta").leaves != gt.search(tree, "palphabeta-unit-window").leaves
    ]
    assert differing


@pytest.mark.parametrize("name", ["alphabeta", "falphabeta", "pvs"])
@given(nested=nested_trees(values=st.integers(-4, 4)), alpha=st.integers(-6, 5), width=st.integers(1, 6))
def test_what_a_windowed_search_returns_is_a_true_bound(name, nested, alpha, width):
    tree = gt.Tree.from_nested(nested)
    if tree.n_nodes == 1:
        return
    beta = alpha + width
    value = tree.backed_up[0]
    x = Recorder(tree)
    m = gt.STRATEGIES[name].reference(x, 0, alpha, beta)
    if m <= alpha:
        assert value <= (alpha if name == "alphabeta" else m)
        assert x.lines[0] == (), "no move is known to be worth anything"
    elif m >= beta:
        assert value >= m
    else:
        assert value == m


def test_a_root_that_is_a_leaf_is_one_leaf_and_no_node():
    for name in gt.STRATEGIES:
        assert gt.search(gt.Tree.from_nested(7), name) == (7, 1, 0, 0, None, ())
        assert gt.search(gt.Tree.uniform(3, 0, [2.5]), name) == (2.5, 1, 0, 0, None, ())


def test_value_is_a_whole_number_only_if_the_leaves_are():
    assert isinstance(gt.search(gt.Tree.from_nested([1, 2]), "alphabeta").value, int)
    assert isinstance(gt.search(gt.Tree.from_nested([1, 2.5]), "alphabeta").value, float)


def test_minus_zero_is_zero():
    tree = gt.Tree.from_nested([[-0.0, 1], [0.0, 1], [[0.0], [-0.0]]])
    for name in gt.STRATEGIES:
        assert gt.search(tree, name).value == 0


def test_open_never_needs_more_room_than_reserved():
    for width, depth in [(2, 7), (3, 5), (5, 3), (24, 2)]:
        for number in range(20):
            tree = gt.generate("uniform", width=width, depth=depth, scheme="unordered", seed=2, number=number)
            steps = gt.trace(tree, "sss*")
            longest = max(
                len({tree.parent[t.node] if t.status == "LIVE" else -t.node for t in s.open}) for s in steps
            )
            assert longest <= width ** ((depth + 1) // 2)


def test_unknown_strategy_is_refused_with_the_names_there_are():
    with pytest.raises(
        ValueError, match=r"strategy is 'alpha-beta': it must be one of minimax, branch-and-bound, alphabeta"
    ):
        gt.search(gt.Tree.from_nested([1, 2]), "alpha-beta")
    with pytest.raises(ValueError, match="strategy is 'x'"):
        gt.trace(gt.Tree.from_nested([1, 2]), "x")


def test_something_that_is_no_tree_is_refused():
    with pytest.raises(TypeError, match="tree is a list: it must be a Tree"):
        gt.search([1, 2], "alphabeta")


def test_registry_begins_with_the_strategies_of_the_thesis_in_its_order():
    names = ["minimax", "branch-and-bound", "alphabeta", "palphabeta", "pvs", "scout", "sss*"]
    assert list(gt.STRATEGIES)[:7] == names
    assert [gt.STRATEGIES[name].label for name in names] == ["", "BB", "AB", "PAB", "PVS", "Scout", "SSS*"]


def test_kernels_run_without_the_gil_side_by_side_and_give_the_same():
    from concurrent.futures import ThreadPoolExecutor

    trees = [
        gt.generate("uniform", width=4, depth=5, scheme="unordered", seed=3, number=i) for i in range(40)
    ]
    alone = [gt.search(tree, "sss*") for tree in trees]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda tree: gt.search(tree, "sss*"), trees)) == alone


def test_large_tree_keeps_its_counts():
    tree = gt.Tree.uniform(8, 6, np.random.default_rng(1).permutation(8**6).astype(float))
    counts = {name: gt.search(tree, name) for name in ("minimax", "alphabeta", "sss*")}
    assert counts["minimax"].leaves == 8**6
    assert len({found.value for found in counts.values()}) == 1
    assert counts["sss*"].leaves < counts["alphabeta"].leaves < 8**6
