"""Pearl-games, incremental games and dependent games; rules on trees (Muszycka 1985, sections 5.1 to 5.3)."""

import itertools
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import numpy as np
import pytest

import gametree as gt
from gametree.backup.decisions import RULES, Sample, run_part
from gametree.backup.dependent_games import SCHEMES, dependent_quality
from gametree.backup.rules import preferred, winability
from gametree.experiment import sampled_quality
from gametree.theory import xi
from gametree.theory.p_games import p_game_quality


def plain_p_game(w, t, p):
    """All boards of a small P-game, by the definition: probability of a correct decision per depth."""
    quality = np.zeros(t)
    total = 0.0
    for board in itertools.product((0, 1), repeat=w**t):
        weight = p ** sum(board) * (1 - p) ** (w**t - sum(board))

        def won(squares):
            return squares[0] == 1 if len(squares) == 1 else not any(won(s) for s in split(squares))

        def split(squares):
            size = len(squares) // w
            return [squares[i * size : (i + 1) * size] for i in range(w)]

        def estimate(squares, moves, height):
            if moves == 0:
                ones = sum(squares)
                return ones if height % 2 == 0 else len(squares) - ones
            return -max(estimate(s, moves - 1, height - 1) for s in split(squares))

        children = split(board)
        pairs = [(a, b) for a in children for b in children if won(a) and not won(b)]
        for a, b in pairs:
            total += weight
            for d in range(1, t + 1):
                x, y = estimate(a, d - 1, t - 1), estimate(b, d - 1, t - 1)
                quality[d - 1] += weight * ((x > y) + (x == y) / 2)
    return quality / total


@pytest.mark.parametrize(("w", "t"), [(2, 3), (3, 2)])
def test_the_recurrence_equals_all_boards(w, t):
    assert p_game_quality(w, t) == pytest.approx(plain_p_game(w, t, 1 - xi(w)))
    assert p_game_quality(w, t, 0.3) == pytest.approx(plain_p_game(w, t, 0.3))


@pytest.mark.parametrize("w", [2, 3, 5])
def test_with_xi_every_other_height_is_won_equally_often(w):
    won = 1 - xi(w)
    for _ in range(6):
        won = (1 - won) ** w
        assert won == pytest.approx(1 - xi(w))


@pytest.mark.parametrize(("w", "t"), [(2, 3), (2, 7), (3, 5), (4, 4)])
def test_sampled_pearl_games_agree_with_theory(w, t):
    frame = sampled_quality([Sample("pearl", w, t, 4000, 11)])
    found = frame[frame.rule == "minimax"].set_index("d")
    expected = p_game_quality(w, t)
    for d in range(1, t + 1):
        assert found.probability[d] == pytest.approx(expected[d - 1], abs=0.03)


def test_the_same_seed_gives_the_same_numbers_whatever_the_workers():
    samples = [Sample("pearl", 2, 5, 300, 3), Sample("incremental", 3, 4, 300, 3)]
    one = sampled_quality(samples)
    with ThreadPoolExecutor(3) as pool:
        assert sampled_quality(samples, pool).equals(one)
    whole = run_part(samples[0], 0, 300)
    cut = sum(run_part(samples[0], first, 100) for first in (0, 100, 200))
    assert (whole == cut).all()
    assert not one.equals(sampled_quality([s._replace(seed=4) for s in samples]))


def test_the_last_two_depths_are_always_right():
    frame = sampled_quality([Sample(game, 3, 4, 200, 1) for game in ("pearl", "incremental")])
    assert (frame[frame.d >= frame.t - 1].probability == 1).all()


def test_all_rules_agree_at_depth_1():
    frame = sampled_quality([Sample("incremental", 2, 6, 500, 1)])
    assert frame[frame.d == 1].probability.nunique() == 1


def test_incremental_games_of_two_levels_below_a_child_by_hand():
    # t=3, w=2: over all values of the 14 nodes below the root.
    right = tied = n = 0.0
    values = [-1, 1]
    children = []
    for own in itertools.product(values, repeat=7):
        a, (b, c), leaves = own[0], own[1:3], own[3:]
        squares = [a + m + x > 0 for m, pair in ((b, leaves[:2]), (c, leaves[2:])) for x in pair]
        # Max moves last: he wins below a node if one of its squares is 1, and the child if both its nodes are his.
        children.append((all(any(pair) for pair in (squares[:2], squares[2:])), sum(squares)))
    for (won, x), (other, y) in itertools.product(children, repeat=2):
        if won and not other:
            n += 1
            right += x > y
            tied += x == y
    frame = sampled_quality([Sample("incremental", 2, 3, 20_000, 2)])
    found = frame[(frame.d == 1) & (frame.rule == "minimax")].probability.iloc[0]
    assert found == pytest.approx((right + tied / 2) / n, abs=0.01)


@pytest.mark.parametrize("scheme", ["integer-dependent", "real-dependent"])
def test_with_permutations_every_depth_finds_the_best_child(scheme):
    for w, t in ((2, 5), (3, 4), (4, 3)):
        frame = dependent_quality(scheme, w, t, 300, 1)
        assert (frame.probability == 1).all()
        assert (frame.equal == 0).all()


def test_without_permutations_depth_matters():
    frame = dependent_quality("integer, drawn independently", 2, 4, 3000, 1).set_index("d")
    assert frame.probability[1] < frame.probability[2] < frame.probability[3] < 1
    assert frame.probability[4] == 1
    assert set(SCHEMES) >= {"real, drawn independently"}


def test_the_blocks_of_wide_trees_fit_into_memory_and_larger_trees_are_refused():
    assert (dependent_quality("real-dependent", 6, 7, 2, 1).probability == 1).all()
    with pytest.raises(ValueError, match=r"w, t are 12, 12: w\^t must be at most"):
        dependent_quality("integer-dependent", 12, 12, 1, 1)


def test_levels_weigh_what_the_scheme_says():
    assert SCHEMES["integer-dependent"].weight(3) == 1
    assert SCHEMES["real-dependent"].weight(3) == Fraction(1, 3)
    assert SCHEMES["times 5/4 per level, drawn independently"].weight(3) == Fraction(5, 4)


def figure_54():
    return gt.Tree.from_nested([[0.42, 0.94], [0.55, 0.52]])


def test_figure_54_minimax_and_product_prefer_different_moves():
    tree = figure_54()
    assert preferred(tree, "minimax") == 1
    assert preferred(tree, "product") == 0
    children = tree.children(0)
    assert winability(tree, "minimax")[children] == pytest.approx([0.42, 0.52])
    assert winability(tree, "product")[children] == pytest.approx([0.3948, 0.2860])
    assert winability(tree, "average")[children] == pytest.approx([(0.42 + 0.3948) / 2, (0.52 + 0.286) / 2])


def test_certain_leaves_make_all_rules_agree_with_minimax():
    rng = np.random.default_rng(8)
    for _ in range(20):
        tree = gt.Tree.uniform(3, 3, rng.integers(0, 2, 27))
        for rule in RULES:
            assert winability(tree, rule) == pytest.approx(tree.backed_up)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: sampled_quality([Sample("chess", 2, 5, 10, 1)]), "game is 'chess': it must be one of pearl"),
        (lambda: sampled_quality([Sample("pearl", 2, 2, 10, 1)]), "t is 2: it must be a whole number from 3"),
        (
            lambda: sampled_quality([Sample("pearl", 12, 20, 10, 1)]),
            r"w, t are 12, 20: w\^\(t-1\) must be at most",
        ),
        (lambda: p_game_quality(2, 30), r"w, t are 2, 30: w\^\(t-1\) must be at most"),
        (lambda: p_game_quality(2, 3, 1.5), "p is 1.5: it must be between 0 and 1"),
        (lambda: dependent_quality("ordered", 2, 3, 10, 1), "scheme is 'ordered': it must be one of integer"),
        (lambda: winability(figure_54(), "sum"), "rule is 'sum': it must be one of minimax"),
        (
            lambda: winability(gt.Tree.from_nested([2, 0.5])),
            "tree has a leaf 2.0: an estimate must be from 0 to 1",
        ),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
