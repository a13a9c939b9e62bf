"""Random trees have the shapes, the values and the order that the thesis describes, and are the same every time."""

import hashlib
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gametree as gt
from gametree.generate.nonuniform import expected_nodes, fan_out_law, nonuniform_size
from gametree.generate.random import cell_number
from gametree.generate.recipes import KINDS
from gametree.generate.values import SCHEMES as ALL_SCHEMES
from gametree.generate.values import STEP, ordered_ranges

UNIFORM_1 = [[[7, 5], [1, 4]], [[3, 8], [2, 6]]]
NONUNIFORM_4 = [[3], [[4, 3, 5], [6, 5, 4]]]
"""Trees written down once: whoever changes the generators changes every result that was ever published with them."""

DIGESTS = {
    ("uniform", "unordered"): "b7b31a6e7523",
    ("uniform", "integer-dependent"): "71d430c41b11",
    ("uniform", "real-dependent"): "8e5155169f30",
    ("uniform", "ordered"): "3a144ee3fd96",
    ("uniform", "ordered-reset"): "c58bac4ce600",
    ("uniform", "ordered-reset-second"): "d193b1b79c91",
    ("uniform", "ordered-leaves"): "094e15983c19",
    ("uniform", "unordered-best-last"): "3f09af8bea77",
    ("nonuniform", "unordered"): "72935799e403",
    ("nonuniform", "integer-dependent"): "f014fe233846",
    ("nonuniform", "real-dependent"): "57e2dabf6144",
    ("nonuniform", "ordered"): "387184315ba9",
    ("nonuniform", "ordered-reset"): "9886e593c17c",
    ("nonuniform", "ordered-reset-second"): "88165b06ea44",
    ("nonuniform", "ordered-leaves"): "6180e7e5029f",
    ("nonuniform", "unordered-best-last"): "46bacbb52393",
    ("nonuniform-narrow", "unordered"): "0a4ba4d3ef29",
    ("nonuniform-narrow", "integer-dependent"): "ce00c10854ed",
    ("nonuniform-narrow", "real-dependent"): "5becbcb74012",
    ("nonuniform-narrow", "ordered"): "061a5c6453c4",
    ("nonuniform-narrow", "ordered-reset"): "924c8075bca3",
    ("nonuniform-narrow", "ordered-reset-second"): "3e697be897cf",
    ("nonuniform-narrow", "ordered-leaves"): "bacca59bfd33",
    ("nonuniform-narrow", "unordered-best-last"): "2ba1a60fd99b",
    ("nonuniform-levels", "unordered"): "87e30dc2f40a",
    ("nonuniform-levels", "integer-dependent"): "439b25450816",
    ("nonuniform-levels", "real-dependent"): "900767a92198",
    ("nonuniform-levels", "ordered"): "dd1a40e25640",
    ("nonuniform-levels", "ordered-reset"): "3e1dbd73b945",
    ("nonuniform-levels", "ordered-reset-second"): "578b584935d3",
    ("nonuniform-levels", "ordered-leaves"): "94add0ec4b6f",
    ("nonuniform-levels", "unordered-best-last"): "03d500af26d4",
}
"""A hash of nine trees of every shape and scheme, written down once: the same for all."""

SCHEMES = [("unordered", None), ("integer-dependent", None), ("real-dependent", None), ("ordered", 0.4)]


@pytest.mark.parametrize("kind", ["uniform", "nonuniform"])
@pytest.mark.parametrize(("scheme", "p"), SCHEMES)
def test_same_seed_same_tree_other_seed_or_number_another(kind, scheme, p):
    def make(seed, number=0):
        return gt.generate(kind, width=4, depth=4, scheme=scheme, p=p, seed=seed, number=number)

    assert make(5) == make(5)
    assert make(5) != make(6)
    assert make(5) != make(5, number=1)


def test_generated_trees_never_change():
    tree = gt.generate("uniform", width=2, depth=3, scheme="unordered", seed=1)
    assert tree.to_nested() == UNIFORM_1
    tree = gt.generate("nonuniform", width=3, depth=3, scheme="integer-dependent", seed=4)
    assert tree.to_nested() == NONUNIFORM_4


@pytest.mark.parametrize("scheme", ALL_SCHEMES)
@pytest.mark.parametrize("kind", KINDS)
def test_no_shape_and_no_scheme_ever_changes(kind, scheme):
    p = 0.4 if scheme.startswith("ordered") else None
    trees = [
        gt.generate(
            kind, width=width, depth=depth, scheme=scheme, p=p, seed=9, number=number, largest=largest
        ).to_nested()
        for width, depth, largest in ((3, 2, 500), (4, 3, 6), (3, 4, 500))  # from 1 to 6 there are ties
        for number in range(3)
    ]
    assert hashlib.sha256(repr(trees).encode()).hexdigest()[:12] == DIGESTS[kind, scheme]


def test_seed_may_be_a_numpy_generator():
    first, again = (
        gt.generate("uniform", width=2, depth=4, scheme="unordered", seed=np.random.default_rng(3))
        for _ in range(2)
    )
    assert first == again


@settings(max_examples=40)
@given(st.integers(1, 6), st.integers(1, 4), st.integers(0, 2**63 - 1))
def test_unordered_uniform_leaves_are_a_permutation(width, depth, seed):
    tree = gt.generate("uniform", width=width, depth=depth, scheme="unordered", seed=seed)
    assert sorted(tree.leaves) == list(range(1, width**depth + 1))
    assert (tree.width, tree.depth) == (width, depth)


def test_all_24_orders_of_four_leaves_are_equally_likely():
    trees = 24_000
    orders: dict = {}
    for number in range(trees):
        order = tuple(
            gt.generate("uniform", width=2, depth=2, scheme="unordered", seed=1, number=number).leaves
        )
        orders[order] = orders.get(order, 0) + 1
    assert len(orders) == 24
    chi_square = sum((n - trees / 24) ** 2 / (trees / 24) for n in orders.values())
    assert chi_square < 49.7  # the 99.9th percentile with 23 degrees of freedom


@pytest.mark.parametrize("kind", ["uniform", "nonuniform"])
def test_integer_dependent_siblings_that_are_leaves_differ_by_a_permutation(kind):
    for number in range(30):
        tree = gt.generate(kind, width=4, depth=3, scheme="integer-dependent", seed=2, number=number)
        for node in range(tree.n_nodes):
            children = tree.children(node)
            if children and all(tree.is_leaf(child) for child in children):
                values = sorted(tree.values[child] for child in children)
                base = values[0] - 1
                assert values == [base + i for i in range(1, len(children) + 1)]
                level = tree.level[node]
                assert level <= base <= 4 * level


def test_integer_dependent_sums_of_a_uniform_tree_are_those_of_all_paths():
    tree = gt.generate("uniform", width=3, depth=4, scheme="integer-dependent", seed=1)
    values, counts = np.unique(tree.leaves, return_counts=True)
    polynomial = np.array([1])
    for _ in range(4):
        polynomial = np.convolve(polynomial, [0, 1, 1, 1])
    assert dict(zip(values, counts, strict=True)) == {k: n for k, n in enumerate(polynomial) if n}


@pytest.mark.parametrize("depth", [1, 2, 4])
def test_real_dependent_leaves_of_a_uniform_tree_are_all_different_and_exact(depth):
    tree = gt.generate("uniform", width=3, depth=depth, scheme="real-dependent", seed=1)
    numerators = tree.leaves * 3**depth
    least = sum(3**k for k in range(depth))
    assert sorted(np.round(numerators)) == list(range(least, least + 3**depth))
    assert np.array_equal(np.round(numerators) / 3**depth, tree.leaves)


def test_real_dependent_leaves_of_a_nonuniform_tree_are_sums_of_fractions():
    for number in range(30):
        tree = gt.generate("nonuniform", width=4, depth=3, scheme="real-dependent", seed=3, number=number)
        for node in range(tree.n_nodes):
            children = tree.children(node)
            if children and all(tree.is_leaf(child) for child in children):
                steps = np.diff(sorted(tree.values[child] for child in children))
                assert np.allclose(steps, len(children) ** -float(tree.level[node] + 1), rtol=1e-9)


@pytest.mark.parametrize("kind", ["uniform", "nonuniform"])
@pytest.mark.parametrize("p", [0.0, 0.2, 0.4, 0.6, 0.8, 1.0])
def test_leftmost_child_is_a_best_child_with_probability_p(kind, p):
    best = nodes = 0
    for number in range(200):
        tree = gt.generate(kind, width=4, depth=4, scheme="ordered", p=p, seed=8, number=number)
        with_choice = np.flatnonzero(tree.fan_out > 1)
        best += int((tree.backed_up[with_choice + 1] == tree.backed_up[with_choice]).sum())
        nodes += len(with_choice)
        assert tree.leaves.min() >= 1
        assert tree.leaves.max() <= 500
    assert nodes > 1000
    if p in (0.0, 1.0):
        assert best == p * nodes
    assert abs(best / nodes - p) <= 4 * (p * (1 - p) / nodes) ** 0.5


@pytest.mark.parametrize("level_parity", [0, 1])
def test_ordering_probability_holds_for_max_and_for_min_nodes(level_parity):
    best = nodes = 0
    for number in range(400):
        tree = gt.generate("uniform", width=3, depth=4, scheme="ordered", p=0.5, seed=9, number=number)
        chosen = np.flatnonzero((tree.fan_out > 1) & (tree.level % 2 == level_parity))
        best += int((tree.backed_up[chosen + 1] == tree.backed_up[chosen]).sum())
        nodes += len(chosen)
    assert abs(best / nodes - 0.5) <= 4 * (0.25 / nodes) ** 0.5


def test_nonuniform_fan_outs_are_uniform_on_0_to_w_and_the_roots_on_1_to_w():
    roots, others = np.zeros(5), np.zeros(5)
    for number in range(2000):
        tree = gt.generate("nonuniform", width=4, depth=3, scheme="unordered", seed=6, number=number)
        roots[tree.fan_out[0]] += 1
        inner = (tree.level > 0) & (tree.level < 3)
        others += np.bincount(tree.fan_out[inner], minlength=5)
        assert (tree.fan_out[tree.level == 3] == 0).all()
    assert roots[0] == 0
    assert np.allclose(roots[1:] / roots.sum(), 1 / 4, atol=0.04)
    assert np.allclose(others / others.sum(), 1 / 5, atol=0.02)


def test_nonuniform_unordered_values_are_from_1_to_500():
    leaves = np.concatenate(
        [
            gt.generate("nonuniform", width=5, depth=4, scheme="unordered", seed=6, number=i).leaves
            for i in range(400)
        ]
    )
    assert (leaves.min(), leaves.max()) == (1, 500)
    assert abs(leaves.mean() - 250.5) < 5 * leaves.std() / len(leaves) ** 0.5


def test_narrow_fan_outs_are_below_w():
    fan_outs = [
        gt.generate("nonuniform-narrow", width=4, depth=3, scheme="unordered", seed=6, number=i).fan_out
        for i in range(300)
    ]
    assert {int(f[0]) for f in fan_outs} == {1, 2, 3, 4}
    assert {int(x) for f in fan_outs for x in f[1:]} == {0, 1, 2, 3}


def test_levels_share_one_fan_out():
    per_level = set()
    for number in range(300):
        tree = gt.generate("nonuniform-levels", width=4, depth=3, scheme="unordered", seed=6, number=number)
        for level in range(tree.depth):
            fan_outs = set(tree.fan_out[tree.level == level])
            assert len(fan_outs) == 1
            per_level.add((level, int(fan_outs.pop())))
    assert per_level == {(0, f) for f in (1, 2, 3, 4)} | {(k, f) for k in (1, 2) for f in (1, 2, 3)}


@pytest.mark.parametrize("p", [0.0, 0.3, 1.0])
def test_reset_hands_the_root_value_down_with_probability_p(p):
    inherited = trees = 0
    for number in range(2000):
        tree = gt.generate(
            "uniform", width=2, depth=1, scheme="ordered-reset", p=p, seed=3, number=number, largest=10**6
        )
        inherited += tree.leaves[0] > tree.leaves[1]
        trees += 1
    # Handed down, the first is better; forgotten, it is so in half of the trees.
    expected = p + (1 - p) / 2
    assert abs(inherited / trees - expected) <= 4 * (expected * (1 - expected) / trees) ** 0.5 + 1e-9


@pytest.mark.parametrize("kind", ["uniform", "nonuniform", "nonuniform-levels"])
@pytest.mark.parametrize("p", [0.0, 0.4, 1.0])
def test_ordered_leaves_have_the_best_leaf_first_or_last(kind, p):
    first = groups = 0
    for number in range(300):
        tree = gt.generate(
            kind, width=4, depth=3, scheme="ordered-leaves", p=p, seed=8, number=number, largest=10**6
        )
        for node in range(tree.n_nodes):
            leaves = [tree.values[child] for child in tree.children(node) if tree.is_leaf(child)]
            if len(leaves) > 1:
                best = (max if tree.is_max(node) else min)(leaves)
                assert best in (leaves[0], leaves[-1])
                first += leaves[0] == best
                groups += 1
    assert groups > 200
    assert abs(first / groups - p) <= 4 * (p * (1 - p) / groups) ** 0.5


def test_after_a_reset_the_second_child_is_slightly_better():
    for number in range(200):
        tree = gt.generate(
            "uniform",
            width=3,
            depth=2,
            scheme="ordered-reset-second",
            p=0.0,
            seed=3,
            number=number,
            largest=10**6,
        )
        for group in tree.leaves.reshape(3, 3):
            assert 1 <= group[0] - group[1] <= STEP or group[1] == 1


def test_unordered_best_last_has_the_best_leaf_last():
    for number in range(100):
        tree = gt.generate(
            "nonuniform", width=4, depth=3, scheme="unordered-best-last", seed=8, number=number
        )
        for node in range(tree.n_nodes):
            leaves = [tree.values[child] for child in tree.children(node) if tree.is_leaf(child)]
            if leaves:
                assert leaves[-1] == (max if tree.is_max(node) else min)(leaves)


def test_largest_value_can_be_chosen():
    tree = gt.generate("uniform", width=3, depth=4, scheme="ordered", p=0.5, seed=1, largest=9)
    assert 1 <= tree.leaves.min() <= tree.leaves.max() <= 9


def test_cells_have_different_numbers():
    assert cell_number("uniform", 3, 6) != cell_number("uniform", 36, "")
    assert cell_number("uniform", 3, 6) == cell_number("uniform", 3, 6)


GOOD = {"kind": "uniform", "width": 3, "depth": 3, "scheme": "unordered", "seed": 1}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"kind": "binary"}, "kind is 'binary': it must be one of uniform, nonuniform"),
        ({"scheme": "sorted"}, "scheme is 'sorted': it must be one of unordered, integer-dependent"),
        ({"width": 0}, "width is 0: it must be a whole number from 1"),
        ({"width": 2.5}, "width is 2.5"),
        ({"depth": 0}, "depth is 0: it must be a whole number from 1"),
        ({"depth": True}, "depth is True"),
        ({"seed": -1}, "seed is -1"),
        ({"seed": None}, "seed is None"),
        ({"number": -1}, "number is -1"),
        ({"p": 0.5}, "p is 0.5: it must be left out for the scheme 'unordered'"),
        ({"scheme": "ordered"}, "p is None: for the scheme 'ordered' it must be a number from 0 to 1"),
        ({"scheme": "ordered", "p": 1.5}, "p is 1.5"),
        ({"scheme": "ordered", "p": float("nan")}, "p is nan"),
        ({"scheme": "ordered", "p": 0.5, "largest": 3}, "largest is 3: it must be a whole number from 4"),
    ],
)
def test_bad_arguments_are_refused_with_their_value_and_what_is_allowed(change, message):
    with pytest.raises(ValueError, match=message):
        gt.generate(**(GOOD | change))


@pytest.mark.parametrize("kind", ["uniform", "nonuniform"])
def test_a_tree_that_does_not_fit_is_refused_with_its_size_before_allocation(kind):
    with pytest.raises(MemoryError, match=r"[UN]\(9,40\) with its .* would need .* of memory; at most"):
        gt.generate(kind, width=9, depth=40, scheme="unordered", seed=1)


def test_a_uniform_tree_needs_eight_bytes_per_leaf_and_not_one_less(monkeypatch):
    size = {"kind": "uniform", "width": 3, "depth": 4, "scheme": "unordered", "seed": 1}
    monkeypatch.setattr("gametree._memory.available_memory", lambda: 8 * 3**4)
    assert gt.generate(**size).n_leaves == 3**4
    monkeypatch.setattr("gametree._memory.available_memory", lambda: 8 * 3**4 - 1)
    with pytest.raises(MemoryError, match=r"U\(3,4\) with its 81 leaves would need"):
        gt.generate(**size)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "uniform"])
def test_the_size_of_a_nonuniform_tree_is_told_up_to_a_limit_and_is_what_is_expected_on_average(kind):
    law, depth = fan_out_law(kind, 4), 3
    states, drawn = np.zeros(2, dtype=np.uint64), np.empty(depth + 1, dtype=np.int64)

    def size(number, limit=10**6):
        return nonuniform_size(1, np.uint64(2), number, law, depth, limit, states, drawn)

    sizes = np.array([size(number) for number in range(4000)])
    assert sizes.mean() == pytest.approx(expected_nodes(law, depth), abs=4.5 * sizes.std() / math.sqrt(4000))
    for number in range(40):
        told = [size(number, limit) for limit in range(sizes[number] + 2)]
        assert all(limit < n for limit, n in enumerate(told[: sizes[number]]))
        assert told[sizes[number] :] == [sizes[number]] * 2


def test_there_is_a_range_for_every_level_of_an_ordered_tree_and_the_root_keeps_to_its_own():
    low, high = ordered_ranges(depth=3, largest=4)
    assert (low.tolist(), high.tolist()) == ([3, 2, 2, 1], [3, 3, 4, 4])
    for number in range(50):
        tree = gt.generate(
            "uniform", width=2, depth=3, scheme="ordered", p=0.5, largest=4, seed=1, number=number
        )
        assert gt.search(tree, "minimax").value == 3, number
        assert np.nanmin(tree.values) >= 1 and np.nanmax(tree.values) <= 4


def test_writing_out_a_uniform_tree_that_does_not_fit_is_refused(monkeypatch):
    tree = gt.generate("uniform", width=4, depth=6, scheme="unordered", seed=1)
    monkeypatch.setattr("gametree._memory.available_memory", lambda: 100_000)
    with pytest.raises(MemoryError, match="written out would need"):
        _ = tree.parent


@pytest.mark.parametrize("kind", ["uniform", "nonuniform"])
@pytest.mark.parametrize("scheme", ALL_SCHEMES)
def test_a_tree_knows_from_its_scheme_whether_its_leaves_are_whole_numbers(kind, scheme):
    p = 0.7 if scheme.startswith("ordered") else None
    tree = gt.generate(kind, width=4, depth=3, scheme=scheme, p=p, seed=3)
    assert tree.integral == (tree.leaves == np.floor(tree.leaves)).all()
    assert tree.integral == (scheme != "real-dependent")
