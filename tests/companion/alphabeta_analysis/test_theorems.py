"""Knuth & Moore 1975: critical positions, optimality, Figures 1 to 5, and section 7 put right."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gametree as gt
from companion.alphabeta_analysis import all_orders as ours
from companion.alphabeta_analysis import study, tables
from companion.alphabeta_analysis.study import deep_cutoffs
from gametree.examples import pi_tree
from gametree.reference import Recorder, alphabeta
from gametree.theory import (
    branch_sums,
    critical,
    expected,
    no_deep_cutoffs,
    optimality,
    totally_dependent,
    true_growth,
)
from gametree.theory.optimality import all_orders, perfectly_ordered, reordered
from gametree.theory.small_trees import perfect_order_is_not_best, smallest_better_unordered
from tests.trees import nested_trees, uniform_trees

ANY_TREE = st.one_of(nested_trees().map(gt.Tree.from_nested), uniform_trees())


def searched(tree, name="alphabeta"):
    x = Recorder(tree)
    gt.STRATEGIES[name].reference(x, 0)
    return x


# ------------------------------------------------------------------------------------------ Figures 1 to 3


def test_the_five_leaves_that_deep_cut_offs_save_in_figure_3():
    tree = pi_tree()
    found = deep_cutoffs(tree)
    assert [tree.name(cut.node) for cut in found] == ["p211", "p311", "p321"]
    left_out = [tree.name(child) for cut in found for child in cut.left_out]
    assert left_out == ["p2113", "p3112", "p3113", "p3212", "p3213"]
    assert {(cut.bound, cut.holder) for cut in found} == {(2, 0)}
    entered = searched(tree, "branch-and-bound").nodes - searched(tree).nodes
    assert {tree.name(node) for node in entered} == set(left_out)


@given(ANY_TREE)
def test_deep_cut_offs_are_at_level_3_or_below_and_come_from_three_levels_up_or_more(tree):
    for cut in deep_cutoffs(tree):
        assert tree.level[cut.node] >= 3
        assert tree.level[cut.node] - tree.level[cut.holder] in range(3, tree.depth, 2)


def test_the_narrowed_call_of_section_4_saves_the_last_4_and_the_position_above_it():
    tree = pi_tree()
    wide, narrow = Recorder(tree), Recorder(tree)
    assert alphabeta(wide, 0, -10, 10) == alphabeta(narrow, 0, 0, 4) == 2
    saved = sorted(wide.nodes - narrow.nodes)
    assert [tree.level[node] for node in saved] == [3, 4]
    assert tree.backed_up[saved].tolist() == [4, 4]
    assert not narrow.nodes - wide.nodes


# ------------------------------------------------------------------------------------------ critical positions


@given(ANY_TREE)
def test_types_follow_from_the_definition_of_critical_positions(tree):
    kinds = critical.types(tree)
    for node in range(tree.n_nodes):
        path = [step + 1 for step in tree.path(node)]
        assert (kinds[node] > 0) == critical.is_critical(path)
        if kinds[node] == 0:
            continue
        first = next((j for j, a in enumerate(path, start=1) if a > 1), None)
        assert kinds[node] == (1 if first is None else 2 if (len(path) - first) % 2 == 0 else 3)


@pytest.mark.parametrize("path", [(2, 1, 4, 1, 2), (1, 3, 1, 5, 1, 2), (1, 1, 1, 2, 1, 1, 1, 3), (1, 1), ()])
def test_the_examples_of_critical_positions(path):
    assert critical.is_critical(path)
    assert not critical.is_critical((1, 2, 1, 1, 2))


@given(ANY_TREE)
def test_theorem_1_alphabeta_examines_precisely_the_critical_positions_of_a_perfectly_ordered_tree(tree):
    ordered = perfectly_ordered(tree).tree
    kinds = critical.types(ordered)
    assert searched(ordered).nodes == set(np.flatnonzero(kinds).tolist()) - {0}


@pytest.mark.parametrize(("d", "h"), [(2, 5), (3, 4), (4, 3), (1, 4)])
def test_corollary_1_counts_critical_positions_on_every_level(d, h):
    tree = gt.Tree.uniform(d, h, np.arange(d**h))
    kinds = critical.types(tree)
    for level in range(h + 1):
        assert np.count_nonzero(kinds[tree.level == level]) == critical.on_level(d, level)
        assert critical.expected_on_level([1] * level, [d] * level) == critical.on_level(d, level)


def test_corollary_2_holds_if_the_order_says_nothing_about_the_shape_and_fails_if_it_was_made_by_sorting():
    measured = studied(seed=7, trees=75)
    # N(3,5): 1 to 3 successors of the root, then 0 to 3.
    theory = [critical.expected_on_level([1] + [0.75] * k, [2] + [1.5] * k) for k in range(5)]
    assert measured.corollary_2["formula"].tolist() == theory
    far = tables.distances(measured)
    assert (far["drawn"].abs() < 4.5).all() and (far["sorted"][2:].abs() > 4).all()


@pytest.mark.parametrize(("root", "exponent"), [(1, lambda h: h // 2), (-1, lambda h: (h + 1) // 2)])
def test_a_root_worth_infinity_costs_about_half(root, exponent):
    rng = np.random.default_rng(3)
    for d, h in ((2, 4), (3, 3), (3, 4)):
        trees = (gt.Tree.uniform(d, h, rng.choice([-1.0, 1.0], d**h)) for _ in range(1000))
        tree = next(tree for tree in trees if tree.backed_up[0] == root)
        x = Recorder(perfectly_ordered(tree).tree)
        alphabeta(x, 0, -1, 1)  # with the ends of the scale as infinity
        assert len(x.leaves) == d ** exponent(h)


# ------------------------------------------------------------------------------------------ Theorem 2


@pytest.mark.parametrize("name", ["sss*", "scout", "pvs"])
@given(tree=ANY_TREE)
def test_theorem_2_any_search_teaches_an_order_in_which_alphabeta_examines_only_its_leaves(name, tree):
    leaves = optimality.examined(tree, name)
    ordered, origin = optimality.best_order(tree, leaves)
    found = searched(ordered)
    assert {int(origin[leaf]) for leaf in found.leaves} <= leaves
    kinds = critical.types(ordered)
    assert found.nodes == set(np.flatnonzero(kinds).tolist()) - {0}
    assert ordered.backed_up[0] == tree.backed_up[0]
    assert (ordered.backed_up == tree.backed_up[origin]).all()


def test_leaves_that_do_not_determine_the_value_are_refused():
    tree = gt.Tree.from_nested([[1, 2], [3, 4]])
    with pytest.raises(ValueError, match=r"between 3.0 and inf: they must determine it"):
        optimality.best_order(gt.Tree.from_nested([3, [5, 4]]), [1])
    with pytest.raises(ValueError, match=r"orders\[1\] is \[2, 2\]: it must have the children \[2, 3\]"):
        reordered(tree, {1: [2, 2]})


@settings(max_examples=60)
@given(nested_trees(values=st.integers(0, 5)).map(gt.Tree.from_nested))
def test_the_fewest_leaves_are_those_of_the_best_of_all_orders(tree):
    orders = math.prod(math.factorial(len(tree.children(node))) for node in range(tree.n_nodes))
    if orders <= 300:
        found = min(gt.search(other.tree, "alphabeta").leaves for other in all_orders(tree))
        assert optimality.fewest_leaves(tree) == found


def test_figure_4_the_smallest_tree_that_is_better_off_unordered():
    tree = smallest_better_unordered()
    assert tree == gt.Tree.from_nested([3, [[1, 0], 2]])
    assert perfect_order_is_not_best(tree)
    assert gt.search(tree, "alphabeta").leaves == 3
    assert gt.search(gt.Tree.from_nested([3, [2, [1, 0]]]), "alphabeta").leaves == 2
    with pytest.raises(ValueError, match="most_nodes is 6: no tree of so few nodes"):
        smallest_better_unordered(6)


@given(uniform_trees())
def test_perfect_order_is_best_on_uniform_trees(tree):
    assert not perfect_order_is_not_best(tree)


def test_figure_5_one_placement_alone_forces_cut_offs_in_every_order():
    found = [placement for placement in ours.placements() if ours.forced(placement) > 0]
    assert len(found) == 1
    (figure_5,) = found
    assert ours.forced(figure_5) == 2
    assert figure_5.tolist() == [0, 0, 1, 1] * 4
    rng = np.random.default_rng(5)
    for _ in range(12):
        leaves = ours.with_distinct_values(figure_5, rng)
        assert ours.fewest_cutoffs(leaves, deep=True) >= 2
        assert ours.fewest_cutoffs(leaves, deep=False) == 0


def test_fewest_cut_offs_are_those_of_all_orders_searched_one_by_one():
    rng = np.random.default_rng(1)
    for _ in range(5):
        leaves = rng.random(8)
        tree = gt.Tree.uniform(2, 3, leaves)
        for deep, name in ((True, "alphabeta"), (False, "branch-and-bound")):
            # In a binary tree a cut-off leaves out one child: 2 children per inner node entered, less the visits.
            found = [gt.search(other.tree, name) for other in all_orders(tree)]
            fewest = min(2 * (f.visits - f.leaves + 1) - f.visits for f in found)
            assert ours.fewest_cutoffs(leaves, deep=deep) == fewest
    with pytest.raises(ValueError, match="leaves has 6 values"):
        ours.fewest_cutoffs(np.zeros(6), deep=True)


# ------------------------------------------------------------------------------------------ section 7


@given(ANY_TREE)
def test_every_tree_has_values_that_make_alphabeta_examine_all_of_it(tree):
    worst = optimality.without_cutoffs(tree)
    assert (worst.end == tree.end).all()
    assert searched(worst).nodes == set(range(1, tree.n_nodes))
    assert sorted(worst.leaves) == list(range(tree.n_leaves))


def test_all_8_factorial_orders_give_6_89_105_and_the_probabilities_of_figure_7():
    probabilities = ours.examined_in_all_orders(2, 3)
    third = Fraction(2, 3)
    assert probabilities == [1, 1, 1, third, 1, 1, third, Fraction(18, 35)]
    assert sum(probabilities) == 6 + Fraction(89, 105)
    assert ours.examined_in_all_orders(2, 3, deep=False) == probabilities
    assert ours.examined_in_all_orders(2, 0) == [1]


def test_all_9_factorial_orders_of_a_ternary_tree_give_the_sum_of_p():
    probabilities = ours.examined_in_all_orders(3, 2)
    assert probabilities == [q for row in no_deep_cutoffs.p_exact(3) for q in row]


def test_orders_of_too_many_leaves_are_refused():
    with pytest.raises(ValueError, match=r"number of leaves of U\(2,4\) is 16"):
        ours.examined_in_all_orders(2, 4)


@pytest.mark.parametrize("d", [2, 3, 7, 24])
def test_the_operator_gives_what_is_known_exactly(d):
    assert true_growth.leaves(d, 0) == 1
    assert true_growth.leaves(d, 1) == pytest.approx(d, rel=1e-12)
    assert true_growth.leaves(d, 2) == pytest.approx(no_deep_cutoffs.level_2(d), rel=1e-12)
    # Without deep cut-offs, which need level 4, Alphabeta costs the same.
    assert true_growth.leaves(d, 3) == pytest.approx(expected.alphabeta(d, 3), rel=1e-12)


def test_the_last_of_the_leaves_has_the_probabilities_of_figure_7_and_more():
    assert true_growth.chain(2, 1) == pytest.approx(2 / 3, rel=1e-13)
    assert true_growth.chain(2, 2) == pytest.approx(18 / 35, rel=1e-13)
    assert true_growth.chain(2, 3) < 4 / 9
    for d in (2, 5):
        assert true_growth.chain(d, 1) == pytest.approx(float(no_deep_cutoffs.p_exact(d)[-1][-1]), rel=1e-12)


@pytest.mark.parametrize(("d", "h"), [(2, 6), (3, 4), (3, 5), (5, 4)])
def test_leaves_without_deep_cut_offs_are_those_of_sampled_trees(d, h):
    frame = gt.sweep(
        "uniform",
        "unordered",
        sizes=[(d, h)],
        strategies=["branch-and-bound"],
        trees=4000,
        seed=5,
        progress=False,
    )
    row = frame[frame["criterion"] == "leaves"].iloc[0]
    assert abs(row["mean"] - true_growth.leaves(d, h)) < 4.5 * row["sd"] / row["n"] ** 0.5


@pytest.mark.parametrize(("d", "h"), [(2, 10), (3, 6), (5, 8), (24, 3)])
def test_one_operator_for_all_levels_gives_what_an_integral_per_level_gives(d, h):
    assert true_growth.leaves(d, h) == pytest.approx(expected.branch_and_bound(d, h), rel=1e-10)


@pytest.mark.parametrize("d", [2, 3, 8, 24, 31, 1000])
def test_the_true_growth_lies_between_the_bounds(d):
    growth = true_growth.r(d)
    assert no_deep_cutoffs.r0(d) < growth < min(no_deep_cutoffs.r1(d), no_deep_cutoffs.r_star(d))
    ratio = true_growth.leaves(d, 41) / true_growth.leaves(d, 40)
    assert ratio == pytest.approx(growth, rel=1e-10)


def test_the_true_growth_does_not_depend_on_the_quadrature(monkeypatch):
    usual = true_growth.r(2), true_growth.r(31)
    true_growth._operator.cache_clear()
    monkeypatch.setattr(true_growth, "POINTS", 8)
    monkeypatch.setattr(true_growth, "SHRINK", 0.6)
    other = true_growth.r(2), true_growth.r(31)
    true_growth._operator.cache_clear()
    assert other == pytest.approx(usual, rel=1e-11)


def test_the_first_analysis_for_ternary_trees():
    assert no_deep_cutoffs.c0(3) == pytest.approx(1.162125, abs=5e-7)
    theory = [no_deep_cutoffs.c0(3) * no_deep_cutoffs.r0(3) ** h for h in (4, 12)]
    exact = [float(no_deep_cutoffs.first_analysis(3, h)) for h in (4, 12)]
    assert theory == pytest.approx(exact, rel=1e-3)
    assert theory[1] == pytest.approx(exact[1], rel=1e-9)


@pytest.mark.parametrize("d", [1, 2, 9, 120])
def test_the_sum_of_p_has_two_terms_per_column(d):
    assert no_deep_cutoffs.level_2(d) == pytest.approx(
        float(sum(map(sum, no_deep_cutoffs.p_exact(d)))), rel=1e-12
    )


def test_lemma_1_bounds_the_binomial_coefficients():
    for k, x in product(range(1, 40), np.linspace(0, 1, 21)):
        binomial = math.exp(math.lgamma(k + x) - math.lgamma(k) - math.lgamma(1 + x))
        assert k**x <= binomial * (1 + 1e-12)
        assert binomial <= k**x / math.gamma(1 + x) * (1 + 1e-12)


@pytest.mark.parametrize(("d", "h"), [(2, 5), (3, 4), (5, 3)])
def test_the_share_of_type_3_is_that_of_a_tree(d, h):
    tree = gt.Tree.uniform(d, h, np.arange(d**h))
    kinds = critical.types(tree)[tree.level < h]
    assert study.share_of_type_3(d, h) == pytest.approx((kinds == 3).sum() / (kinds > 0).sum())


def test_what_the_paper_says_is_found_of_every_tree():
    found = studied(trees=40)
    for name in (
        "corollary_1",
        "infinite_roots",
        "order_at_type_3",
        "iterative",
        "corollary_3",
        "without_cutoffs",
    ):
        cases = list(getattr(found, name))
        assert cases and all(cases), name
    assert study.examined_by_level(pi_tree()).sum() == gt.search(pi_tree(), "alphabeta").nodes + 1


def studied(seed=1, trees=4, sampled=800, sums_trees=50):
    return study.Study(seed, trees, sampled, sums_trees, heights=3, degrees=(60,), value_samples=1)


def test_studies_count_what_they_say_and_repeat_themselves():
    found, again = studied(trees=60), studied(trees=60)
    taught = found.theorem_2
    assert (taught["within"] == 60).all() and (taught["critical"] == 60).all()
    assert (taught["Alphabeta after"] <= taught["its leaves"]).all()
    assert taught["Alphabeta after"][0] == 17
    ordered = found.theorem_1
    assert (ordered["critical"] == 60).all()
    uniform = ordered["kind"] == "uniform"
    assert (ordered["not best"][uniform] == 0).all() and (ordered["not best"][~uniform] > 0).all()
    assert ordered.equals(again.theorem_1)
    assert studied().corollary_2["formula"].tolist()[:3] == [2, 2.25, 2.8125]
    few = found.few_values
    assert (few["mean"] < few["distinct"])[few["values"] == 2].all()
    assert found.sums.equals(again.sums)


# ------------------------------------------------------------------------------------------ section 9


def test_corollary_4_fails_for_degrees_3_to_6():
    for d in range(3, 40):
        bounded = totally_dependent.harmonic(d) ** 2 < d
        assert bounded == (d >= 7)


@pytest.mark.parametrize("d", [2, 3, 4])
def test_the_probabilities_of_the_sums_model_are_those_of_sampled_numbers(d):
    rng = np.random.default_rng(2)
    n = 40_000
    x, y = rng.random((n, d)), rng.random((n, d, d))
    theory = branch_sums.p(d)
    for i, j in product(range(d), repeat=2):
        best = (x[:, :i] + y[:, :i].min(axis=2)).max(axis=1, initial=-np.inf)
        reply = x[:, i] + y[:, i, :j].min(axis=1, initial=np.inf)
        assert (best < reply).mean() == pytest.approx(theory[i, j], abs=4.5 * 0.5 / n**0.5)


def test_balkema_the_sums_model_never_has_the_greater_probability():
    for d in (2, 3, 8, 20):
        assert (branch_sums.p(d) <= no_deep_cutoffs.p(d) + 1e-12).all()


def test_level_2_of_sampled_trees_of_the_sums_model():
    d, trees = 3, 4000
    rng = np.random.default_rng(4)
    leaves = np.array([gt.search(branch_sums.tree(d, 2, rng), "alphabeta").leaves for _ in range(trees)])
    assert abs(leaves.mean() - branch_sums.p(d).sum()) < 4.5 * leaves.std(ddof=1) / trees**0.5


def test_bad_arguments_are_refused():
    for call in (
        lambda: critical.on_level(0, 2),
        lambda: true_growth.r(0),
        lambda: true_growth.leaves(2, -1),
        lambda: no_deep_cutoffs.r0(10**7),
        lambda: branch_sums.p(0),
        lambda: branch_sums.tree(2, 61, np.random.default_rng(1)),
        lambda: list(ours.placements(17)),
    ):
        with pytest.raises(ValueError, match="it must be a whole number from"):
            call()
    with pytest.raises(ValueError, match="nonterminal has 2 levels, successors 3"):
        critical.expected_on_level([1, 1], [2, 2, 2])
