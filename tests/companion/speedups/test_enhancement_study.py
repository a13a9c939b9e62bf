"""Ordering, transposition table and killers on real positions, and what is measured there."""

from concurrent.futures import ThreadPoolExecutor
from functools import cache

import chess
import numpy as np
import pandas as pd
import pytest

import gametree as gt
from companion.speedups import enhancement_study as studied
from companion.speedups.enhancement_study import EFFECTS
from gametree import enhance, games, parallel
from gametree.experiment import using
from gametree.games.g_game import GGame
from gametree.games.g_game_evaluation import E2
from gametree.generate.random import cell_number
from tests.gametree.enhance.test_enhance import ENHANCEMENTS, random_tree
from tests.positions import random_positions
from tests.trees import many

GAMES = {"tic-tac-toe": 5, "connect-four": 4, "checkers": 5, "chess": 4}
"""How deep real positions are searched."""


def random_pawn_endings(pawns, n, seed):
    """Return endings of chess with both kings and so many pawns on each side, anywhere they may stand, as FEN."""
    random = np.random.default_rng([seed, cell_number("pawn ending", pawns)])
    found = []
    while len(found) < n:
        board = chess.Board(None)
        kings = random.choice(64, size=2, replace=False)
        for square, color in zip(kings, (chess.WHITE, chess.BLACK), strict=True):
            board.set_piece_at(int(square), chess.Piece(chess.KING, color))
        free = [square for square in range(8, 56) if board.piece_at(square) is None]
        for number, square in enumerate(random.choice(free, size=2 * pawns, replace=False)):
            board.set_piece_at(int(square), chess.Piece(chess.PAWN, bool(number % 2)))
        board.turn = bool(random.integers(2))
        if board.is_valid() and any(board.legal_moves):
            found.append(board.fen())
    return found


@cache
def real_trees(game, n):
    """Return the trees of n real positions; in chess, of endings with one pawn on each side."""
    texts = random_pawn_endings(1, n, seed=7) if game == "chess" else random_positions(game, n, 7)
    return [games.unfold(game, GAMES[game], text) for text in texts]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_real_positions_keep_their_value_and_a_best_move_with_every_aid(game):
    for number, tree in enumerate(real_trees(game, many() // 10)):
        value = gt.search(tree, "minimax").value
        for name, arguments in ENHANCEMENTS.items():
            for strategy in enhance.STRATEGIES:
                found = enhance.search(tree, strategy, **arguments)
                assert found.value == value, (number, name, strategy)
                assert tree.backed_up[tree.children(0)[found.move]] == value, (number, name, strategy)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_real_positions_keep_their_value_on_parallel_machines_and_in_threads(game, monkeypatch):
    monkeypatch.setattr(parallel.threads, "LEAVES_TOGETHER", 0)
    for number, tree in enumerate(real_trees(game, many() // 10)):
        known = gt.search(tree, "minimax")
        processors = (1, 2, 3, 5, 16, 64)[number % 6]
        for method in parallel.METHODS:
            found = parallel.simulate(tree, method, processors, timeline=False)
            assert found.value == known.value, (number, method)
            assert found.move is None or tree.backed_up[tree.children(0)[found.move]] == known.value
        threaded = parallel.search_in_threads(tree, threads=2 + number % 3)
        assert (threaded.value, threaded.move) == (known.value, known.move), number


@pytest.mark.parametrize("game", GAMES)
def test_a_position_has_one_value_per_depth_which_is_what_the_table_relies_on(game):
    for tree in real_trees(game, 5):
        known = {}
        for node in range(tree.n_nodes):
            key = int(tree.position[node]), int(tree.level[node])
            assert known.setdefault(key, tree.backed_up[node]) == tree.backed_up[node]


@pytest.mark.parametrize("game", GAMES)
def test_kernels_and_references_agree_on_real_positions(game):
    tree = games.unfold(game, 3, random_pawn_endings(1, 1, seed=3)[0] if game == "chess" else None)
    for strategy in enhance.STRATEGIES:
        for name in ("everything", "fixed, table, killers", "dynamic"):
            found = enhance.search(tree, strategy, **ENHANCEMENTS[name])
            assert found == enhance.search_in_python(tree, strategy, **ENHANCEMENTS[name])


# -- trees -------------------------------------------------------------------------------------------------------------


def test_a_narrowed_tree_keeps_the_best_estimates_in_their_order():
    tree = games.unfold("connect-four", 4, "4453")
    narrow = games.narrowed(tree, 3)
    assert narrow.width == 3
    best = sorted(sorted(tree.children(0), key=lambda child: -tree.estimate[child])[:3])
    assert narrow.move[narrow.children(0)].tolist() == tree.move[best].tolist()
    whole = games.narrowed(tree, 7)
    assert (whole.end == tree.end).all()
    assert (whole.parent == tree.parent).all()


def test_a_g_game_tree_has_the_positions_and_the_value_of_its_graph():
    board = [1, -1, -1, 1, 1, -1, 1]
    tree = games.g_game_tree(board, 6, E2)
    assert tree.n_leaves == 2**6
    assert len(set(tree.position.tolist())) == 7 * 8 // 2
    game = GGame(board)
    assert tree.backed_up[0] == (game.max_wins == game.max_moved((1, 0)))


@pytest.mark.parametrize("scheme", ["incremental", "incremental-real", "integer-dependent", "real-dependent"])
def test_the_same_seed_grows_the_same_tree_and_another_number_another(scheme):
    first, again, other = (
        games.growing_tree(width=3, depth=4, scheme=scheme, seed=9, number=number) for number in (0, 0, 1)
    )
    assert (first.estimate == again.estimate).all()
    assert (first.estimate != other.estimate).any()
    deepest = first.level == 4
    assert (first.estimate[deepest] == first.values[deepest]).all()


def test_trees_that_can_t_be_grown_are_refused():
    with pytest.raises(ValueError, match="scheme is 'even': it must be one of integer-dependent"):
        games.growing_tree(width=2, depth=2, scheme="even", seed=1)
    with pytest.raises(MemoryError, match=r"U\(10,12\) with its 1111111111111 nodes would need"):
        games.growing_tree(width=10, depth=12, scheme="incremental", seed=1)
    with pytest.raises(MemoryError, match="depth = 60 with its"):
        games.random_graph_tree(positions=9, width=9, depth=60, largest=9, seed=1)
    with pytest.raises(ValueError, match="width is 5: it must be a whole number from 1 to 4"):
        games.random_graph_tree(positions=4, width=5, depth=2, largest=9, seed=1)


# -- measurements ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def frames():
    """Small versions of the frames that the notebook measures."""
    random = studied.random_trees("incremental-real", 3, 2, seed=1)
    games = (
        studied.named_starts("connect-four", most=20_000)[:2]
        + studied.named_starts("chess", "ending", 20_000)[:2]
    )
    ordering = studied.measure(random + games, range(2, 7), studied.ORDERED)
    memories = studied.measure(games + studied.g_games(8, 2, seed=1), range(2, 7), studied.MEMORIES)
    chess = [start for start in games if start.game == "chess"]
    killers = pd.concat(
        [studied.measure(chess, range(3, 7), studied.MEMORIES, width=width) for width in (2, None)]
    )
    return ordering, studied.correlations(random + games, 4), memories, killers


def test_a_frame_is_the_same_with_threads(frames):
    starts = studied.random_trees("incremental-real", 3, 2, seed=1)
    with ThreadPoolExecutor(2) as pool, using(pool):
        threaded = studied.measure(starts, range(2, 7), studied.ORDERED)
    alone = frames[0]
    pd.testing.assert_frame_equal(threaded, alone[alone["game"] == starts[0].game].reset_index(drop=True))


def test_what_is_saved_is_relative_to_the_same_tree(frames):
    memories = studied.saved(frames[2], "none")
    assert (memories.loc[memories["search"] == "none", "saved"] == 0).all()
    row = memories[memories["search"] == "table"].iloc[-1]
    same = memories[(memories["start"] == row["start"]) & (memories["game"] == row["game"])]
    base = same[(same["search"] == "none") & (same["depth"] == row["depth"])].iloc[0]
    assert row["saved"] == pytest.approx(100 * (1 - row["leaves"] / base["leaves"]))
    with pytest.raises(ValueError, match="without is 'nothing': it must be one of none, table"):
        studied.saved(frames[2], "nothing")


def test_effects_add_up_to_the_leaves_they_were_computed_from():
    starts = studied.named_starts("connect-four", most=20_000)[:1]
    effects = studied.factorial(starts, 4)
    tree = starts[0].grow(4)
    for strategy in enhance.STRATEGIES:
        part = effects[effects["strategy"] == strategy].set_index("effect")["log2"]
        assert list(part.index) == list(EFFECTS)
        none = np.log2(enhance.search(tree, strategy).leaves)
        both = np.log2(enhance.search(tree, strategy, ordering="fixed", table=2**18, killers=2).leaves)
        # From all factors absent to all present, only effects of an odd number of factors change sign.
        odd = part["ordering"] + part["table"] + part["killers"] + part["all three"]
        assert both - none == pytest.approx(odd)


@pytest.mark.parametrize("strategy", enhance.STRATEGIES)
@pytest.mark.parametrize("careless", studied.CARELESS)
def test_a_careless_table_goes_wrong_somewhere_and_ours_does_not(strategy, careless):
    wrong = 0
    for tree in map(random_tree, range(2, 1002, 4)):
        value = tree.plain(tree.backed_up[0])
        kept = {"table": 2**10, "killers": 1}
        theirs = enhance.search_in_python(tree, strategy, memory=studied.CARELESS[careless], **kept)
        wrong += theirs.value != value
        assert enhance.search(tree, strategy, **kept).value == value
    assert wrong > 0
