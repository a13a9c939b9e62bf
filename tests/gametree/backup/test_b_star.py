"""B* (Muszycka 1985, section 5.2)."""

import numpy as np
import pytest

import gametree as gt
from gametree.backup.b_star import STRATEGIES, b_star, b_star_stages, exhaustive, random_ranges, ranges_of


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_proved_move_is_a_best_one(strategy):
    for number in range(60):
        ranges = random_ranges(3, 4, seed=2, number=number)
        proof = b_star(ranges, strategy)
        values = ranges.tree.backed_up[ranges.tree.children(0)]
        assert values[proof.move] == values.max()
        assert proof.low <= values.max() <= proof.high


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_it_works_on_any_tree(strategy):
    for number in range(30):
        tree = gt.generate("nonuniform", width=4, depth=4, scheme="unordered", seed=5, number=number)
        proof = b_star(ranges_of(tree), strategy)
        assert tree.backed_up[tree.children(0)[proof.move]] == tree.backed_up[0]


def test_ranges_narrow_downwards_and_hold_the_value():
    ranges = random_ranges(3, 4, seed=1)
    tree = ranges.tree
    for node in range(1, tree.n_nodes):
        parent = int(tree.parent[node])
        assert ranges.low[parent] <= ranges.low[node] <= ranges.high[node] <= ranges.high[parent]
    assert ((ranges.low <= tree.backed_up) & (tree.backed_up <= ranges.high)).all()
    leaves = [n for n in range(tree.n_nodes) if tree.is_leaf(n)]
    assert (ranges.low[leaves] == ranges.high[leaves]).all()


def test_a_move_that_is_clear_at_once_costs_only_the_children():
    tree = gt.Tree.from_nested([[0.8, 0.9], [0.1, 0.2]])
    for search in (b_star, exhaustive):
        proof = search(ranges_of(tree))
        assert (proof.move, proof.nodes, proof.expanded) == (0, 2, (0,))


def test_b_star_looks_at_less_than_exhaustive_search():
    totals = np.zeros(2)
    for number in range(40):
        ranges = random_ranges(3, 5, seed=3, number=number)
        totals += b_star(ranges).nodes, exhaustive(ranges).nodes
        assert exhaustive(ranges).nodes <= ranges.tree.n_nodes - 1
    assert totals[0] < totals[1]


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_stages_narrow_and_end_with_the_proof(strategy):
    ranges = random_ranges(3, 4, seed=6)
    before = (ranges.low.copy(), ranges.high.copy())
    expanded = []
    for stage in b_star_stages(ranges, strategy):
        assert (stage.low >= before[0]).all()
        assert (stage.high <= before[1]).all()
        before = (stage.low.copy(), stage.high.copy())
        expanded.append(stage.expanded)
    proof = b_star(ranges, strategy)
    assert proof.expanded == tuple(expanded)
    assert proof.nodes == sum(len(ranges.tree.children(node)) for node in expanded)


def test_same_seed_same_tree():
    one, other = (random_ranges(3, 3, seed=4, number=n) for n in (1, 1))
    assert one.tree == other.tree
    assert one.tree != random_ranges(3, 3, seed=4, number=2).tree


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: b_star(random_ranges(2, 2, 1), "guess"),
            "strategy is 'guess': it must be one of prove-best",
        ),
        (lambda: b_star(ranges_of(gt.Tree.from_nested(3))), "ranges has a tree without moves"),
        (lambda: random_ranges(1, 2, 1), "width is 1: it must be a whole number from 2 to 64"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
