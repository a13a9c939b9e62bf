"""Costs and decisions in critical games: recurrences against every tree there is, and against sampled ones."""

from itertools import product
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gametree as gt
from gametree.generate import critical_tree, known_value_tree
from gametree.search import at_least
from gametree.theory import critical_games, expected
from gametree.theory.p_games import p_game_quality

WIDTHS = st.integers(2, 20)
RATES = st.floats(0, 1)


def critical(g, values):
    """Return the law of children other than the heir: worse at rate g, uniformly, where anything worse exists."""

    def other(value, level):
        worse = range(value + 1, values + 1) if level % 2 else range(1, value)
        return [(value, 1 - g if worse else 1.0), *((y, g / len(worse)) for y in worse)]

    return other


def forward(mu):
    """Return that of the forward model: drawn from `mu`, as who moves there sees it, given that it is not better."""

    def other(value, level):
        values = len(mu)
        # At odd levels MIN moves, to whom y is worth V + 1 - y; his children are MAX's to move.
        seen = {y: mu[y - 1] if level % 2 else mu[values - y] for y in range(1, values + 1)}
        left = {y: chance for y, chance in seen.items() if (y >= value if level % 2 else y <= value)}
        return [(y, chance / sum(left.values())) for y, chance in left.items()]

    return other


def all_children(value, level, b, law, first=None):
    """Yield every list of children's values of a node, with its probability; the heir is first with probability `first`."""
    other = law(value, level)
    for heir in range(b):
        place = 1 / b if first is None else first if heir == 0 else (1 - first) / (b - 1)
        for drawn in product(*([(value, 1.0)] if i == heir else other for i in range(b))):
            yield [y for y, _ in drawn], place * float(np.prod([chance for _, chance in drawn]))


def all_trees(value, level, h, b, law, first=None):
    """Yield every game below a node, as nested lists, with its probability; equal ones may come again."""
    if h == 0:
        yield value, 1.0
        return
    for below, chance in all_children(value, level, b, law, first):
        for trees in product(*(list(all_trees(y, level + 1, h - 1, b, law, first)) for y in below)):
            yield [tree for tree, _ in trees], chance * float(np.prod([one for _, one in trees]))


def mean_leaves(trees, cost):
    """Return the expected cost over trees with their probabilities."""
    found = [(cost(gt.Tree.from_nested(tree)), chance) for tree, chance in trees if chance > 0]
    assert sum(chance for _, chance in found) == pytest.approx(1)
    return sum(leaves * chance for leaves, chance in found)


@pytest.mark.parametrize("first", [None, 0.2])
@pytest.mark.parametrize(("b", "h"), [(2, 1), (2, 2), (3, 1), (2, 3)])
def test_leaves_of_a_win_loss_game_are_the_mean_over_all_games(b, h, first):
    g = 0.7
    k = critical_games.failures(b, g, first)
    for value in (1, 2):
        trees = all_trees(value, 0, h, b, critical(g, 2), first)
        ours = mean_leaves(trees, lambda tree: at_least(tree, 2).leaves)
        assert critical_games.leaves(b, h, k, won=value == 2) == pytest.approx(ours)


@given(WIDTHS)
def test_the_ends_of_the_axis_are_a_perfect_order_and_saks_and_wigdersons_bound(b):
    assert critical_games.growth(b, critical_games.failures(b, 0)) == pytest.approx(sqrt(b))
    hardest = (b - 1 + sqrt(b * b + 14 * b + 1)) / 4
    assert critical_games.growth(b, critical_games.failures(b, 1)) == pytest.approx(hardest)
    assert critical_games.growth(b, critical_games.failures(b, 1, p=0)) <= b
    assert critical_games.growth(b, b - 1) == pytest.approx(b)  # the best child last: everything is searched


@given(WIDTHS)
def test_independent_values_lie_inside_the_axis_with_pearls_growth(b):
    k = critical_games.independent_failures(b)
    assert critical_games.growth(b, k) == pytest.approx(expected.pearl_branching_factor(b))
    assert 0 < k < critical_games.failures(b, 1)


@given(WIDTHS, RATES, st.booleans())
def test_leaves_become_constant_times_growth(b, g, won):
    k = critical_games.failures(b, g)
    r = critical_games.growth(b, k)
    factor = critical_games.constant(b, k, won)
    for h in (0, 1, 7, 40):
        # What the second root, -b / r, adds changes sign from level to level.
        told = factor * r**h + (1 - factor) * (-b / r) ** h
        assert critical_games.leaves(b, h, k, won) == pytest.approx(told)


@pytest.mark.parametrize(
    ("b", "h", "values"), [(2, 1, 3), (2, 2, 2), (2, 2, 3), (3, 1, 4), (2, 3, 2), (3, 2, 2)]
)
def test_costs_of_test_alphabeta_and_scout_are_the_means_over_all_games(b, h, values):
    g = 0.6
    costs = critical_games.expected_leaves(b, h, g, values)
    found = mean_costs(b, h, critical(g, values), [1 / values] * values)
    assert [cost[h] for cost in costs] == pytest.approx(found)


def mean_costs(b, h, law, root):
    """Return the mean costs of Test, Alphabeta and Scout over all games, if the value of the root follows a law."""
    found = np.zeros(3)
    for value, chance in enumerate(root, start=1):
        trees = list(all_trees(value, 0, h, b, law))
        found += chance * np.array(
            [
                mean_leaves(trees, lambda t, v=value: at_least(t, v).leaves + at_least(t, v + 1).leaves),
                mean_leaves(trees, lambda t: gt.search(t, "alphabeta").leaves),
                mean_leaves(trees, lambda t: gt.search(t, "scout", distinct=False).leaves),
            ]
        )
    return found


@pytest.mark.parametrize(
    ("b", "h", "mu"),
    [(2, 2, (0.5, 0.3, 0.2)), (2, 3, (0.7, 0.3)), (3, 1, (0.1, 0.2, 0.3, 0.4)), (3, 2, (0.4, 0.6))],
)
def test_costs_in_the_forward_model_are_the_means_over_all_games(b, h, mu):
    costs = critical_games.forward_leaves(b, h, mu)
    assert [cost[h] for cost in costs] == pytest.approx(mean_costs(b, h, forward(mu), mu))


@pytest.mark.parametrize("b", [2, 3, 7])
def test_the_forward_model_with_two_equally_likely_values_is_the_critical_game_of_rate_one_half(b):
    ours, theirs = (
        critical_games.expected_leaves(b, 20, 0.5, 2),
        critical_games.forward_leaves(b, 20, [0.5, 0.5]),
    )
    assert np.array(ours) == pytest.approx(np.array(theirs))


@pytest.mark.parametrize("q", [0.2, 0.9])
def test_the_forward_model_with_two_values_grows_as_the_critical_game_whose_rate_is_a_win_s_chance(q):
    test = critical_games.forward_leaves(3, 300, [1 - q, q]).test
    grown = critical_games.growth(3, critical_games.failures(3, q))
    assert sqrt(test[300] / test[298]) == pytest.approx(grown)


def test_trees_of_known_value_without_order_cost_what_the_forward_model_with_a_uniform_law_says():
    b, h, values = 3, 6, 9
    counts = []
    for value, number in product(range(1, values + 1), range(60)):
        made = {"width": b, "depth": h, "ordering": 1 / b, "value": value, "low": 1, "high": values}
        tree = known_value_tree(**made, seed=3, number=number)
        both = at_least(tree, value).leaves + at_least(tree, value + 1).leaves
        looks = gt.search(tree, "scout", distinct=False).leaves
        counts.append((both, gt.search(tree, "alphabeta").leaves, looks))
    errors = np.std(counts, axis=0) / sqrt(len(counts))
    costs = [cost[h] for cost in critical_games.forward_leaves(b, h, [1 / values] * values)]
    assert (np.abs(np.mean(counts, axis=0) - costs) < 4 * errors).all()


@pytest.mark.parametrize("law", [[1.0], [0.5, 0.6], [1.0, 0.0], [[0.5, 0.5]]])
def test_a_law_must_be_one(law):
    with pytest.raises(ValueError, match=r"law is .*: it must be 2 to 64 positive numbers whose sum is 1"):
        critical_games.forward_leaves(2, 3, law)


@pytest.mark.parametrize(("b", "h", "g", "values"), [(2, 9, 1.0, 5), (3, 6, 0.5, 20)])
def test_costs_are_those_of_sampled_games(b, h, g, values):
    counts = []
    for number in range(400):
        tree = critical_tree(width=b, depth=h, rate=g, values=values, seed=5, number=number)
        found = gt.search(tree, "alphabeta")
        both = at_least(tree, found.value).leaves + at_least(tree, found.value + 1).leaves
        counts.append((both, found.leaves, gt.search(tree, "scout", distinct=False).leaves))
    errors = np.std(counts, axis=0) / sqrt(len(counts))
    costs = [cost[h] for cost in critical_games.expected_leaves(b, h, g, values)]
    assert (np.abs(np.mean(counts, axis=0) - costs) < 4 * errors).all()


def test_two_values_cost_test_what_the_formula_says():
    for b, g, h in product((2, 3, 7), (0.0, 0.3, 1.0), (1, 4, 11)):
        k = critical_games.failures(b, g)
        # The bound that is not between the values is no question, but Test does not know: a smallest proof either way.
        smallest = (b ** ((h + 1) // 2) + b ** (h // 2)) / 2
        told = (critical_games.leaves(b, h, k) + critical_games.leaves(b, h, k, won=False)) / 2 + smallest
        assert critical_games.expected_leaves(b, h, g, 2).test[h] == pytest.approx(told)


def decisions(w, t, g, value):
    """Return, for depths 1 to t, the law of the backed-up values of a child of the root: from all trees."""
    laws = [{} for _ in range(t)]
    for tree, chance in all_trees(value, 1, t - 1, w, critical(g, 2)):
        for depth in range(1, t + 1):
            found = backed_up(tree, 1, depth)
            laws[depth - 1][found] = laws[depth - 1].get(found, 0.0) + chance
    return laws


def backed_up(tree, level, depth):
    """Return the minimax value, for MAX, of searching to a level: below, the share of squares that MAX wins."""
    if level == depth or not isinstance(tree, list):
        return float(np.mean(np.array(tree) == 2))
    values = [backed_up(child, level + 1, depth) for child in tree]
    return min(values) if level % 2 else max(values)


@pytest.mark.parametrize(("w", "t", "g"), [(2, 3, 1.0), (2, 4, 0.6), (3, 3, 0.4)])
def test_the_quality_of_decisions_is_that_over_all_games(w, t, g):
    won, lost = (decisions(w, t, g, value) for value in (2, 1))
    for depth, ours in enumerate(critical_games.decision_quality(w, t, g)):
        right = sum(
            a * b * (1.0 if x > y else 0.5 if x == y else 0.0)
            for x, a in won[depth].items()
            for y, b in lost[depth].items()
        )
        assert ours == pytest.approx(right)


@pytest.mark.parametrize("g", [0.0, 1.0])
def test_where_the_count_of_squares_tells_who_wins_every_decision_is_right(g):
    assert critical_games.decision_quality(3, 6, g) == pytest.approx(np.ones(6))


def test_between_the_ends_deeper_searches_decide_worse_as_in_p_games():
    for quality in (critical_games.decision_quality(2, 12, 0.8), p_game_quality(2, 12)):
        assert (np.diff(quality[:8]) < 0).all()


@pytest.mark.parametrize("g", [0.0, 0.8, 1.0])
def test_a_fixed_error_is_backed_up_as_over_all_games_and_all_errors(g):
    w, error, depth = 2, 0.15, 3
    laws = []
    for value in (2, 1):
        law = np.zeros(3)
        for tree, chance in all_trees(value, 1, depth - 1, w, critical(g, 2)):
            leaves = np.ravel(tree)
            for flips in product((False, True), repeat=len(leaves)):
                seen = np.where(flips, 3 - leaves, leaves).reshape(w, w)
                wrong = sum(flips)
                law[int(seen.max(axis=1).min())] += (
                    chance * error**wrong * (1 - error) ** (len(leaves) - wrong)
                )
        laws.append(law)
    won, lost = laws
    right = won[2] * lost[1] + (won[2] * lost[2] + won[1] * lost[1]) / 2
    assert critical_games.quality_with_errors(w, depth, g, error)[depth - 1] == pytest.approx(right)


@given(st.integers(2, 12))
def test_small_errors_die_out_below_the_threshold_and_grow_above_it(w):
    g = critical_games.error_threshold(w)
    for rate, sign in ((0.9 * g, 1), (min(1.0, 1.1 * g), -1)):
        quality = critical_games.quality_with_errors(w, 5, rate, 1e-7)
        assert sign * (quality[4] - quality[0]) > 0
