"""Real games: known counts, known outcomes, and the same moves and values by other means."""

import hashlib
import struct

import chess
import numpy as np
import pytest

import gametree as gt
from gametree import games
from gametree.games.game import CHESS_BY_MOBILITY
from tests.oracles import chess_boards
from tests.oracles import games as plain_games
from tests.positions import random_positions

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

PERFT = [
    ("tic-tac-toe", None, [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]),
    ("connect-four", None, [7, 49, 343, 2401, 16807, 117649, 823536, 5673234]),
    ("checkers", None, [7, 49, 302, 1469, 7361, 36768, 179740, 845931]),
    ("chess", None, [20, 400, 8902, 197281]),
    ("chess", KIWIPETE, [48, 2039, 97862]),
    ("chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2812, 43238]),
    ("chess", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", [6, 264, 9467]),
    ("chess", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", [44, 1486, 62379]),
]
"""Nodes per level below a position (the start, if none is named), as the literature has them."""

DEEP_PERFT = [
    ("connect-four", None, [39394572, 268031646]),
    ("checkers", None, [3963680, 18391564, 85242128]),
    ("chess", None, [4865609]),
    ("chess", KIWIPETE, [4085603]),
    ("chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [674624, 11030083]),
    ("chess", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", [422333]),
    ("chess", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", [2103487]),
]
"""The levels after those."""

OUTCOMES = [
    ("tic-tac-toe", 9, None, 0),
    ("tic-tac-toe", 9, "XX.OO....", games.WIN),
    ("tic-tac-toe", 9, "O..OX.XX.", -games.WIN),
    ("connect-four", 1, "112233", games.WIN),
    ("connect-four", 2, "41513", -games.WIN),
    ("connect-four", 8, "X.XO..O OXOX.OX XXOO.XO XOOXXOX OXXOOXO OXXXOXO", 0),
    ("checkers", 1, "B:W18:B14", games.WIN),
    ("checkers", 2, "W:W29:B4,K11,21", -games.WIN),
    ("checkers", 1, "B:WK1:BK32:H79", 0),
    ("chess", 1, "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", games.WIN),
    ("chess", 2, "k7/8/1K6/8/8/8/8/7Q b - - 0 1", -games.WIN),
    ("chess", 2, "k7/2Q5/8/8/8/8/8/K7 b - - 0 1", 0),
]
"""Won, lost and drawn positions of each game, and how far one must look to know."""


def levels(name, position, depth):
    return games.nodes_per_level(name, depth, position)


@pytest.mark.parametrize(("name", "position", "known"), PERFT)
def test_the_levels_of_each_game_have_the_known_sizes(name, position, known):
    assert levels(name, position, len(known)) == [1, *known]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "position", "known"), DEEP_PERFT)
def test_the_deeper_levels_have_the_known_sizes(name, position, known):
    shallow = next(len(sizes) for game, place, sizes in PERFT if (game, place) == (name, position))
    assert levels(name, position, shallow + len(known))[shallow + 1 :] == known


def test_the_whole_tree_of_tic_tac_toe_has_549946_nodes_with_255168_ends_and_is_a_draw():
    tree = games.unfold("tic-tac-toe", 9)
    assert (tree.n_nodes, tree.n_leaves) == (549_946, 255_168)
    outcomes = dict(zip(*np.unique(tree.leaves, return_counts=True), strict=True))
    # X wins 131,184 of all games, O wins 77,904, and 46,080 are drawn.
    assert outcomes == {games.WIN: 131_184, -games.WIN: 77_904, 0: 46_080}
    assert gt.search(tree, "alphabeta").value == 0
    assert len(np.unique(tree.position)) == 5478


@pytest.mark.parametrize(("name", "depth", "position", "value"), OUTCOMES)
def test_won_lost_and_drawn_positions_are_worth_what_they_are(name, depth, position, value):
    assert games.search_position(name, depth, position).value == value
    assert gt.search(games.unfold(name, depth, position), "sss*").value == value


@pytest.mark.parametrize(
    ("name", "depth"), [("tic-tac-toe", 9), ("connect-four", 6), ("checkers", 7), ("chess", 3)]
)
@pytest.mark.parametrize("method", ["minimax", "alphabeta"])
def test_searching_from_a_position_gives_what_searching_the_tree_gives(name, depth, method):
    assert games.search_position(name, depth, method=method) == gt.search(games.unfold(name, depth), method)


@pytest.mark.parametrize("name", games.GAMES)
def test_searching_random_positions_gives_what_searching_their_trees_gives(name):
    for position in random_positions(name, 25, seed=11):
        depth = 2 if name == "chess" else 4
        tree = games.unfold(name, depth, position)
        for method in ("minimax", "alphabeta"):
            assert games.search_position(name, depth, position, method) == gt.search(tree, method)


# -- by other means ----------------------------------------------------------------------------------------------------


def test_connect_four_agrees_with_a_board_of_squares():
    assert len(plain_games.FOURS) == 69
    game = games.GAMES["connect-four"]
    for position in random_positions("connect-four", 120, seed=2, plies=(0, 38)):
        board = plain_games.four_board(position)
        tree = games.unfold("connect-four", 1, position)
        assert tree.estimate[0] == plain_games.four_worth(board, games.WIN)[1]
        children = plain_games.four_children(board)
        assert tree.move[1:].tolist() == list(children)
        for move, estimate in zip(game.moves(position), tree.estimate[1:], strict=True):
            assert plain_games.four_board(move.position) == children[move.number]
            over, worth = plain_games.four_worth(children[move.number], games.WIN)
            assert estimate == -worth
            assert over == (not game.moves(move.position))


def test_checkers_agrees_with_a_board_of_squares():
    game = games.GAMES["checkers"]
    several_jumps = 0
    for position in random_positions("checkers", 300, seed=3, plies=(0, 90)):
        turn, board = plain_games.draughts_board(position)
        expected = plain_games.draughts_moves(turn, board)
        moves = game.moves(position)
        ours = [plain_games.draughts_board(move.position)[1] for move in moves]
        assert sorted(map(sorted, (b.items() for b in ours))) == sorted(
            map(sorted, (b.items() for b in expected))
        )
        several_jumps += any(move.text.count("x") > 1 for move in moves)
        assert len({move.number for move in moves}) == len(moves)
    assert several_jumps >= 10


def test_a_sequence_of_jumps_is_one_move_and_ends_where_a_man_becomes_a_king():
    game = games.GAMES["checkers"]
    assert [move.text for move in game.moves("B:W6,15,24:B1")] == ["1x10x19x28"]
    # The man is crowned on 32 and may not go on over 27.
    (only,) = game.moves("B:W27,28:B23")
    assert (only.text, only.position) == ("23x32", "W:W28:BK32")
    # A king may come back to where it began.
    assert {move.text for move in game.moves("B:W14,15,22,23:BK10")} == {"10x17x26x19x10", "10x19x26x17x10"}


def test_checkers_estimates_are_the_sum_that_the_game_says():
    tree = games.unfold("checkers", 0, "B:W18,K30:B1,9,15")
    # Black: men on rows 0, 2 and 3, one in the centre, one at home; White: a man three rows up in the centre, a king.
    black = 3 * 100 + 3 * (0 + 2 + 3) + 4 + 6
    white = 100 + 3 * 3 + 4 + 150
    assert tree.estimate[0] == black - white


def boards_of_chess():
    """Yield positions of random games, many of them with what is rare next or behind them, and some ends."""
    for text in ENDS_OF_CHESS:
        yield chess.Board(text)
    random = np.random.default_rng(14)
    for number in range(120):
        board = chess.Board(KIWIPETE if number % 3 == 0 else chess.STARTING_FEN)
        for _ in range(int(random.integers(0, 100))):
            moves = sorted(board.legal_moves, key=chess_boards.number)
            if not moves:
                break
            rare = [
                move
                for move in moves
                if move.promotion or board.is_en_passant(move) or board.is_castling(move)
            ]
            if rare and random.random() < 0.3:
                break
            among = rare if rare and random.random() < 0.5 else moves
            board.push(among[int(random.integers(len(among)))])
        yield board


ENDS_OF_CHESS = (
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 0 1",
    "8/8/8/8/8/1k6/p7/K7 w - - 0 1",
    "8/8/3k4/8/8/3KB3/8/8 w - - 0 1",
    "8/8/3k4/8/5n2/3K4/8/8 w - - 0 1",
    "8/8/3k2n1/8/8/3KB3/8/8 w - - 0 1",
    "8/b7/3k4/8/8/3KB3/8/8 w - - 0 1",
    "b7/8/3k4/8/8/3KB3/8/8 w - - 0 1",
    "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
)
"""Mate, stalemate, bishops and knights alone, and a capture en passant that would leave the king in check."""


def test_chess_agrees_with_the_package_of_that_name():
    game = games.GAMES["chess"]
    captured_passing = promoted = castled = 0
    for board in boards_of_chess():
        text = chess_boards.text(board)
        assert game.text(board.fen()) == text
        ended = chess_boards.ended(board, games.WIN)
        expected = [] if ended is not None else chess_boards.children(board)
        assert game.moves(text) == expected, text
        root = games.unfold("chess", 0, text)
        if ended is None:
            assert root.estimate[0] == chess_boards.material(board) + chess_boards.places(board)
            by_mobility = games.unfold(CHESS_BY_MOBILITY, 0, text).estimate[0]
            assert by_mobility == chess_boards.material(board) + 5 * chess_boards.mobility(board)
        else:
            assert root.estimate[0] == games.unfold(CHESS_BY_MOBILITY, 0, text).estimate[0] == ended
        captured_passing += board.has_legal_en_passant()
        promoted += any(move.promotion for move in board.legal_moves)
        castled += any(map(board.is_castling, board.legal_moves))
    assert min(captured_passing, promoted, castled) >= 3


def test_the_number_of_a_chess_position_is_the_hash_that_its_rules_describe():
    for board in boards_of_chess():
        passing = board.ep_square if board.has_legal_en_passant() else 255
        message = struct.pack(
            "<9QBB",
            board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings,
            board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK], board.clean_castling_rights(),
            board.turn, passing,
        )  # fmt: skip
        digest = hashlib.blake2b(message, digest_size=8).digest()
        assert games.unfold("chess", 0, board.fen()).position[0] == int.from_bytes(digest, "little")


# -- what nodes carry --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "depth", "position"),
    [
        ("tic-tac-toe", 6, None),
        ("connect-four", 6, None),
        ("checkers", 6, "B:WK4,K16,21,28:B13,25,K26"),
        ("chess", 4, "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1"),
    ],
)
def test_equal_numbers_are_equal_positions_and_different_ones_are_not(name, depth, position):
    game, tree = games.GAMES[name], games.unfold(name, depth, position)
    text = {0: game.text(position)}
    by_number, by_text = {}, {}
    for node in range(tree.n_nodes):
        if node not in text:
            continue
        board = text[node].split(":H")[0]
        assert by_number.setdefault(int(tree.position[node]), board) == board
        assert by_text.setdefault(board, int(tree.position[node])) == tree.position[node]
        if tree.level[node] < 4:
            moves = game.moves(text[node])
            children = tree.children(node)
            assert [move.number for move in moves] == tree.move[children].tolist()
            text |= {child: move.position for child, move in zip(children, moves, strict=True)}
    assert 1 < len(by_number) < len(text)


def test_the_clock_of_checkers_is_part_of_a_position_once_it_can_matter():
    early = [games.unfold("checkers", 0, f"B:WK1:BK32:H{clock}").position[0] for clock in (0, 39)]
    late = [games.unfold("checkers", 0, f"B:WK1:BK32:H{clock}").position[0] for clock in (40, 41)]
    assert early[0] == early[1]
    assert len({early[0], *late}) == 3
    assert games.unfold("checkers", 5, "B:WK1:BK32:H80").n_nodes == 1


@pytest.mark.parametrize("name", games.GAMES)
def test_estimates_vary_and_stay_below_a_win(name):
    tree = games.unfold(name, 3 if name == "chess" else 6)
    inside = tree.estimate[np.isnan(tree.values)]
    assert len(np.unique(inside)) > 5
    assert np.abs(inside).max() < games.WIN
    assert games.unfold(name, 0).estimate[0] == 0 or name == "tic-tac-toe"


# -- positions ---------------------------------------------------------------------------------------------------------


def test_named_positions_can_be_played_and_are_not_over():
    for each in games.POSITIONS:
        game = games.GAMES[each.game]
        assert len(game.moves(each.position)) > 1, each
        assert game.text(game.text(each.position)) == game.text(each.position)
    assert len(games.named_positions("checkers", "opening")) == 10
    assert {each.phase for each in games.named_positions("checkers")} == {"opening", "middle game", "ending"}


def test_ten_moves_force_a_win_in_no_named_position_of_checkers_and_connect_four():
    for name in ("checkers", "connect-four"):
        for each in games.named_positions(name):
            assert abs(games.search_position(name, 10, each.position).value) < games.WIN / 2, each


@pytest.mark.parametrize("name", games.GAMES)
def test_a_position_is_where_its_moves_lead(name):
    game = games.GAMES[name]
    line = {
        "tic-tac-toe": "5 1 9",
        "connect-four": "4 4 3",
        "checkers": "11-15 22-18 15x22",
        "chess": "e4 e5 Nf3",
    }
    here = game.after(line[name])
    assert game.text(line[name].replace(" ", "") if name == "connect-four" else here) == here
    with pytest.raises(ValueError, match="move 1 of moves is 'zz': allowed are "):
        game.after("zz")


@pytest.mark.parametrize(
    ("name", "position", "message"),
    [
        ("tic-tac-toe", "XX", "position is 'XX': it must have 9 squares, each X, O or ."),
        ("tic-tac-toe", "XXX......", "as many stones as the other or one more, not 3 against 0"),
        ("tic-tac-toe", "XXXOOO...", "only one player may have three in a row"),
        ("tic-tac-toe", "XXXOO.O..", "the player with three in a row must have moved last"),
        ("connect-four", "448", "move 3 is 8: columns are 1 to 7"),
        ("connect-four", "1111111", "move 7: column 1 is full"),
        ("connect-four", "11223344", "move 8 comes after the end of the game"),
        ("connect-four", "X" + "." * 41, "a stone must lie on the bottom or on another stone"),
        ("connect-four", "hello", "it must have 42 squares, each X, O or ."),
        ("checkers", "11-16 24-20 16-21", "move 3 is 16-21: allowed are "),
        ("checkers", "first", "move 1 is first: it must be like 11-15 or 15x24"),
        ("checkers", "B:W40:B1", "40 is no piece: squares are 1 to 32"),
        ("checkers", "B:W1:B5", "White has a man on the last row: there it must be a king"),
        ("checkers", "B:W20,20:B1", "square 20 is taken twice"),
        ("checkers", "B:W20-32:B1", "White has 13 pieces: at most 12 are allowed"),
        ("checkers", "B:W20:B1:H99", "its last part must be H and a number from 0 to 80"),
        ("checkers", "X:W20:B1", "it must be like W:W18,24,K30:B1-4,K12"),
        ("chess", "8/8/8/8/8/8/8/8 w - - 0 1", "it can't be on a board: no white king, no black king"),
        ("chess", "x/8 w - - 0 1", "it must be a FEN, such as "),
        ("chess", "8/8/8/4k3/8/4K3/8/8 x - - 0 1", "it must be a FEN, such as "),
        ("chess", "8/8/8/4k3/8/4K2R/8/8 w K - 0 1", "it can't be on a board: bad castling rights"),
        ("chess", "8/8/8/4k3/8/4K3/8/8 w - d6 0 1", "it can't be on a board: invalid ep square"),
        ("chess", "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "it can't be on a board: opposite check"),
        ("chess", "4k2P/8/8/8/8/8/8/4K2K w - - 0 1", "too many kings, pawns on backrank"),
        ("chess", "e4 e5 Ke3", "move 3 is Ke3: allowed are "),
    ],
)
def test_positions_that_can_not_be_are_refused_in_one_sentence(name, position, message):
    with pytest.raises(ValueError, match="position is ") as caught:
        games.unfold(name, 2, position)
    assert message in str(caught.value)
    with pytest.raises(ValueError, match="position is "):
        games.search_position(name, 2, position)


def test_unknown_names_and_depths_are_refused():
    with pytest.raises(
        ValueError, match=r"game is 'go': it must be one of tic-tac-toe, connect-four, checkers, chess"
    ):
        games.unfold("go", 2)
    with pytest.raises(ValueError, match="depth is 10: it must be a whole number from 0 to 9"):
        games.unfold("tic-tac-toe", 10)
    with pytest.raises(ValueError, match="depth is -1"):
        games.search_position("checkers", -1)
    with pytest.raises(ValueError, match="method is 'sss\\*': it must be one of minimax, alphabeta"):
        games.search_position("checkers", 1, method="sss*")
    with pytest.raises(TypeError, match="position is a int: it must be text"):
        games.unfold("checkers", 1, 5)
    with pytest.raises(ValueError, match="phase is 'end': for chess it must be one of middle game, ending"):
        games.named_positions("chess", "end")


# -- size --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "depth"), [("connect-four", 30), ("checkers", 30), ("chess", 20)])
def test_a_depth_that_would_not_fit_is_refused_with_an_estimate(name, depth):
    with pytest.raises(
        MemoryError, match=r"to depth \d+ with about \d.*e\+\d+ nodes would need .* of memory"
    ):
        games.unfold(name, depth)


@pytest.mark.parametrize(("name", "depth"), [("connect-four", 42), ("checkers", 40), ("chess", 40)])
def test_a_search_that_can_not_end_is_not_begun(name, depth):
    for method in ("alphabeta", "minimax"):
        with pytest.raises(ValueError, match=rf"^depth is {depth}: {method} would examine about \S+ leaves"):
            games.search_position(name, depth, method=method)


def test_a_search_to_the_end_of_a_game_that_is_nearly_over_is_begun():
    full = "X.XO..O OXOX.OX XXOO.XO XOOXXOX OXXOOXO OXXXOXO"
    assert games.search_position("connect-four", 42, full).value == 0
    pawns = "8/8/8/8/8/k7/p7/K7 w - - 0 1"
    assert games.search_position("chess", 40, pawns).leaves == 1


def test_the_estimate_of_the_size_is_near_the_truth():
    for name, depth in (("connect-four", 9), ("checkers", 10)):
        truth = sum(games.nodes_per_level(name, depth))
        assert 0.7 < games.expected_nodes(name, depth) / truth < 1.5
    assert games.expected_nodes("tic-tac-toe", 9) == 549_946


def test_a_graph_of_too_many_positions_is_refused_while_it_is_made(monkeypatch):
    monkeypatch.setattr("gametree.games.graphs.MOST_POSITIONS", 50)
    followed = []

    def children(number):
        followed.append(number)
        return [(0, 2 * number), (1, 2 * number + 1)]

    with pytest.raises(MemoryError, match="depth = 9 leads to more than 50 different positions"):
        games.graph_of(1, 9, children, float)
    assert len(followed) < 50


def test_a_graph_of_positions_meets_each_once():
    met = []

    def worth(number):
        met.append(number)
        return float(number)

    graph = games.graph_of(0, 4, lambda n: [(1, n + 1), (2, n + 2)] if n < 5 else [], worth)
    assert met == sorted(set(met)) == list(range(7))
    assert graph.first.tolist() == [0, 2, 4, 6, 8, 10, 10, 10]


def test_a_game_written_in_python_unfolds_into_the_tree_of_the_compiled_one():
    game = games.GAMES["tic-tac-toe"]

    def moves(position):
        return [(move.number, move.position) for move in game.moves(position)]

    def worth(position):
        estimate = float(games.unfold(game, 0, position).estimate[0])
        return estimate if position.count("X") == position.count("O") else -estimate

    ours, theirs = (
        games.unfold_graph(games.graph_of(game.text(), 5, moves, worth), root=0, depth=5),
        games.unfold(game, 5),
    )
    assert ours == theirs
    assert np.array_equal(ours.move, theirs.move) and np.array_equal(ours.estimate, theirs.estimate)
    same = set(zip(ours.position.tolist(), theirs.position.tolist(), strict=True))
    assert len(same) == len(set(ours.position.tolist())) == len(set(theirs.position.tolist()))
