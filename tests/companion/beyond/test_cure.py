"""Games played out between backing-up rules, and B* in P-games."""

import numpy as np
import pytest

import gametree as gt
from companion.beyond.cure import (
    KINDS,
    RIVALS,
    SPREADS,
    BStarStudy,
    CureStudy,
    backed_up,
    bin_of,
    drawn,
    learned,
    max_moves,
    played,
    ranges_of_shares,
)
from gametree.backup.b_star import STRATEGIES, b_star
from gametree.games.g_game import GGame
from gametree.games.g_game_evaluation import E1, E2
from gametree.theory.p_games import p_game_quality

STUDY = CureStudy(boards=30, counted=5, t=6, seed=2)
B_STAR = BStarStudy(boards=25, t=6, seed=1)


@pytest.mark.parametrize("rule", ["minimax", "product", "average"])
@pytest.mark.parametrize("name", ["P-game", "N-game"])
def test_values_are_those_of_the_library(name, rule):
    kind, t, horizon = KINDS[name], 6, 4
    static, _ = drawn(kind, t, 3, seed=1, name=name)[0]
    values = backed_up(kind, static, horizon, rule)
    for board in range(3):
        is_max = max_moves(0, t)
        tree = gt.Tree.uniform(2, horizon, static[horizon][board] if is_max else 1 - static[horizon][board])
        expected = gt.backup.winability(tree, rule)[tree.children(0)]
        assert values[1][board] == pytest.approx(expected if is_max else 1 - expected)


@pytest.mark.parametrize(("name", "evaluation"), [("G-game, e1", E1), ("G-game, e2", E2)])
@pytest.mark.parametrize(("rule", "theirs"), [("minimax", "minimax"), ("product", "probability estimation")])
def test_values_of_g_games_are_nau_s(name, evaluation, rule, theirs):
    kind, t, horizon = KINDS[name], 6, 3
    static, _ = drawn(kind, t, 4, seed=1, name=name)[0]
    values = backed_up(kind, static, horizon, rule)
    for board in range(4):
        game = GGame([1 if square else -1 for square in static[t][board]])
        for (i, j), value in game.values(horizon, evaluation, theirs).items():
            if i + j == 1 and rule == "product":
                # Nau's value is for the player who moves to a node; minimax values he counts from -1.
                mine = values[1][board, i]
                assert (mine if game.max_moved((i, j)) else 1 - mine) == pytest.approx(float(value))
        order = [values[1][board, i] for i in (0, 1)]
        choice = game.choose(horizon, evaluation, theirs).move
        difference = (order[1] - order[0]) * (1 if max_moves(0, t) else -1)
        assert choice == ("either" if abs(difference) < 1e-12 else "left" if difference > 0 else "right")


@pytest.mark.parametrize("name", ["G-game, e1", "G-game, e2"])
def test_a_board_and_its_mirror_image_have_the_same_values(name):
    static, _ = drawn(KINDS[name], 8, 50, seed=1, name=name)[0]
    n = 8
    for evaluation in (E1, E2):
        if name.endswith(evaluation.name):
            weights = np.array(evaluation.weights(n), dtype=float)
            assert (static[0][:, 0] == (static[n][:, ::-1] @ weights) / weights.sum()).all()


def test_decisions_in_p_games_are_as_good_as_theory_says():
    t, boards = 7, 4000
    theory = p_game_quality(2, t)
    right = {d: [] for d in (1, 3, 5)}
    for static, _ in drawn(KINDS["P-game"], t, boards, seed=4, name="P-game"):
        truth = backed_up(KINDS["P-game"], static, t, "minimax")[1]
        critical = truth[:, 0] != truth[:, 1]
        sign = 1 if max_moves(0, t) else -1
        better = np.sign(sign * np.diff(truth, axis=1)[:, 0])
        for d, found in right.items():
            value = backed_up(KINDS["P-game"], static, d, "minimax")[1]
            seen = np.sign(sign * np.diff(value, axis=1)[:, 0])
            found.append(((1 + seen * better) / 2)[critical])
    for d, found in right.items():
        sample = np.concatenate(found)
        assert abs(sample.mean() - theory[d - 1]) < 4 * sample.std() / np.sqrt(len(sample))


def test_who_sees_the_end_plays_perfectly_and_two_of_the_same_share_the_points():
    for name, kind in KINDS.items():
        for static, ties in drawn(kind, 5, 40, seed=1, name=name):
            perfect = [backed_up(kind, static, 5, "minimax") for _ in range(5)]
            truth = backed_up(kind, static, 5, "minimax")[1]
            won = truth.max(axis=1) if max_moves(0, 5) else truth.min(axis=1)
            assert (played(kind, 5, (perfect, perfect), ties) == won).all()
        for rule in RIVALS:
            assert (STUDY.scores[name, rule, 6, 6] == 0.5).all()


def test_scores_do_not_depend_on_how_many_boards_are_played():
    more = CureStudy(boards=40, counted=5, t=6, seed=2)
    for rule in ("product", "average"):  # error-minimising minimax learns from as many boards as are played
        assert (more.scores["P-game", rule, 3, 3][:30] == STUDY.scores["P-game", rule, 3, 3]).all()


def test_errors_are_learned_where_the_static_value_is_better():
    keep = learned(KINDS["P-game"], 6, 500, seed=1, name="P-game")
    assert any(kept.any() for kept in keep.values()) and not all(kept[1:].all() for kept in keep.values())


def test_the_opponent_at_equal_work_needs_no_more_leaves():
    for (game, rule, depth), other in STUDY.opponent.items():
        assert other == 1 or STUDY.work[game, "minimax", other] <= STUDY.work[game, rule, depth]
        assert other == STUDY.t or STUDY.work[game, "minimax", other + 1] > STUDY.work[game, rule, depth]


@pytest.mark.parametrize("name", KINDS)
def test_the_tree_that_error_minimising_minimax_searches_ends_where_it_keeps_the_static_value(name):
    kind, depth = KINDS[name], 3
    (static, _), *_ = drawn(kind, STUDY.t, STUDY.counted, STUDY.seed, name)
    values = backed_up(kind, static, depth, "minimax", STUDY.keep[name][depth])[1]
    wanted = values if max_moves(0, STUDY.t) else 1 - values
    trees = STUDY.trees(name, depth, STUDY.counted, cut=True)
    assert [gt.search(tree, "alphabeta").value for tree in trees] == pytest.approx(wanted.max(axis=1))
    kept = STUDY.keep[name][depth]
    whole = [tree.n_leaves == 2**depth for tree in trees]
    assert all(whole) == (not any(kept[level][bin_of(static[level])].any() for level in (1, 2)))


def test_every_rule_is_played_against_minimax_at_every_depth():
    found = STUDY.pairings.set_index(["game", "rule", "depth", "depth of minimax"])["score"]
    assert len(found) == len(KINDS) * len(RIVALS) * (len(STUDY.depths) * STUDY.t + 1)
    rows = STUDY.frame.set_index(["game", "rule", "depth", "depth of minimax"])
    assert (found[rows.index].to_numpy() == rows["score"].to_numpy()).all()


def test_every_claim_is_judged():
    assert set(STUDY.claims["verdict"]) <= {"agrees", "differs", "inconclusive"}


def test_ranges_narrow_downwards_and_begin_around_the_share():
    static = B_STAR.critical[0]
    ranges = ranges_of_shares(static, 1.0)
    for node in range(1, ranges.tree.n_nodes):
        parent = int(ranges.tree.parent[node])
        assert ranges.low[parent] <= ranges.low[node] <= ranges.high[node] <= ranges.high[parent]
    assert ranges.low[0] <= static[0][0] <= ranges.high[0]


def test_with_ranges_that_exclude_nothing_b_star_never_errs():
    for static in B_STAR.critical:
        ranges = ranges_of_shares(static, 1e6)
        values = ranges.tree.backed_up[ranges.tree.children(0)]
        for strategy in STRATEGIES:
            assert values[b_star(ranges, strategy).move] == values.max()


def test_every_board_has_one_winning_move_and_a_search_to_the_end_finds_it():
    assert len(B_STAR.critical) == 25
    assert (B_STAR.quality["minimax", 6] == 1).all()
    assert all(np.isin(level, (0, 1)).all() for level in (board[-1] for board in B_STAR.critical))


def test_work_grows_with_the_spread_and_every_claim_is_judged():
    for strategy in STRATEGIES:
        nodes = [B_STAR.nodes[f"B*, {strategy}", spread] for spread in SPREADS]
        assert nodes == sorted(nodes)
    assert len(B_STAR.claims) == 2
