"""Named positions for experiments, from books and from self-play.

The openings of checkers have their names from books.  Its middle games and endings, and the positions of connect
four, occurred in games that a search played against itself.  A search ten moves deep finds a forced win in none
of these; in some of the middle games and endings one side is a man ahead.  The middle games of
chess come after ordinary moves of ten openings, which give them their names: ten to thirteen moves each, both sides
developed, material even, no side in check.  Its endings are of kings and
pawns: textbook ones, and some with more pawns, for wider trees.
"""

from __future__ import annotations

from typing import NamedTuple

from gametree._checks import check_name, shown, suggestion
from gametree.games.game import GAMES


class Named(NamedTuple):
    """A position with a name.

    >>> POSITIONS[0].name
    'start'
    """

    game: str
    phase: str
    name: str
    position: str


_CHECKERS = {
    "opening": {
        "Old Faithful": "11-15 23-19 8-11 22-17",
        "Glasgow": "11-15 23-19 8-11 22-17 11-16",
        "Ayrshire Lassie": "11-15 24-20",
        "Cross, accepted": "11-15 23-18 8-11",
        "Double Corner": "9-14",
        "Kelso": "10-15",
        "Bristol": "11-16",
        "Dundee": "12-16",
        "Edinburgh": "9-13",
        "Denny": "10-14",
    },
    "middle game": {
        "eight each, from Old Faithful": "B:W18,21,24,28,29,30,31,32:B1,2,3,4,5,9,11,16",
        "eight each, from Bristol": "W:W18,21,23,25,27,29,31,32:B1,2,4,6,9,12,13,16",
        "eight each, from Edinburgh": "W:W21,23,24,27,28,29,31,32:B1,2,3,4,7,10,12,14",
        "eight each, from Single Corner": "B:W14,18,23,24,27,28,29,31:B2,4,5,6,7,8,11,12",
        "nine each, from Cross": "W:W21,22,25,27,28,29,30,31,32:B1,2,3,4,5,6,7,13,19",
        "nine each, from Dyke": "W:W13,21,22,26,28,29,30,31,32:B1,2,4,5,6,7,9,10,19",
        "nine each, from Glasgow": "W:W17,21,22,25,28,29,30,31,32:B1,2,4,5,6,9,10,12,16",
        "nine each, from Kelso": "W:W23,25,26,27,28,29,30,31,32:B1,2,4,5,6,12,14,15,16",
        "nine each, from Laird and Lady": "W:W19,24,26,27,28,29,30,31,32:B1,2,4,5,10,11,12,13,15",
        "nine each, from Ayrshire Lassie": "B:W18,23,24,26,28,29,30,31,32:B1,2,3,4,5,8,9,16,19",
    },
    "ending": {
        "four each, men on the way": "B:W11,21,28,29:B2,3,9,26",
        "four men each": "B:W10,19,20,22:B8,11,21,23",
        "four men each, far apart": "B:W12,18,28,32:B3,4,10,19",
        "four men each, close": "B:W13,20,25,28:B4,6,7,11",
        "one king in eight": "B:W10,20,21,22:B5,12,19,K31",
        "one king, and none": "B:WK3,20,25,32:B4,6,10,11",
        "three each, a king each": "W:WK1,9,30:B19,21,K31",
        "four against three": "B:WK4,K16,21,28:B13,25,K26",
        "three against four": "W:W7,19,25:B11,12,27,K32",
        "three kings against one": "W:WK2,K4,K24,30:B17,21,22,K25",
    },
}

_CONNECT_FOUR = {
    "opening": {"start": ""},
    "middle game": {
        "8 stones, a": "63372356",
        "8 stones, b": "47234432",
        "12 stones, a": "526471313114",
        "12 stones, b": "754373454455",
        "16 stones, a": "3732443322565325",
        "16 stones, b": "5652552224333444",
    },
}

_CHESS = {
    "middle game": {
        "Ruy Lopez": "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Na5 Bc2 c5 d4 Qc7 Nbd2 cxd4 cxd4",
        "Italian": "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6 O-O O-O Re1 a6 Bb3 Ba7 h3 h6 Nbd2 Re8 Nf1 Be6",
        "Scheveningen": "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be2 e6 O-O Be7 f4 O-O Be3 Qc7 Qe1 Nc6",
        "Dragon": "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6 Be3 Bg7 f3 O-O Qd2 Nc6 Bc4 Bd7 O-O-O Rc8 Bb3 Ne5",
        "French": "e4 e6 d4 d5 Nc3 Nf6 e5 Nfd7 f4 c5 Nf3 Nc6 Be3 cxd4 Nxd4 Bc5 Qd2 O-O O-O-O a6",
        "Caro-Kann": "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5 Ng3 Bg6 h4 h6 Nf3 Nd7 h5 Bh7 Bd3 Bxd3 Qxd3 e6 Bd2 Ngf6 O-O-O Be7",
        "Queen's Gambit": "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 Nbd7 Rc1 c6 Bd3 dxc4 Bxc4 Nd5 Bxe7 Qxe7 O-O Nxc3 Rxc3 e5",
        "Slav": "d4 d5 c4 c6 Nf3 Nf6 Nc3 e6 e3 Nbd7 Bd3 dxc4 Bxc4 b5 Bd3 Bb7 O-O a6 e4 c5",
        "King's Indian": "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 O-O Nc6 d5 Ne7 Ne1 Nd7 Nd3 f5 Bd2 Nf6 f3 f4",
        "Nimzo-Indian": "d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O Bd3 d5 Nf3 c5 O-O Nc6 a3 Bxc3 bxc3 dxc4 Bxc4 Qc7",
    },
    "ending": {
        "Lasker and Reichhelm 1901": "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
        "Reti 1921": "7K/8/k1P5/7p/8/8/8/8 w - - 0 1",
        "opposition": "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1",
        "two pawns against one": "8/8/4k3/3p4/3P4/4K3/4P3/8 w - - 0 1",
        "three against three, apart": "8/pp3k2/2p5/8/8/5K2/PPP5/8 w - - 0 1",
        "breakthrough": "8/ppp5/8/PPP5/8/7k/8/7K w - - 0 1",
        "four against four": "8/1p3kpp/p7/8/8/P7/1P3KPP/8 w - - 0 1",
    },
}


def _all() -> tuple[Named, ...]:
    by_game = {"checkers": _CHECKERS, "connect-four": _CONNECT_FOUR, "chess": _CHESS}
    return tuple(
        Named(game, phase, name, position)
        for game in GAMES
        for phase, positions in by_game.get(game, {}).items()
        for name, position in positions.items()
    )


POSITIONS: tuple[Named, ...] = _all()
"""All of them, by game and phase."""


def named_positions(game: str, phase: str | None = None) -> tuple[Named, ...]:
    """Return the named positions of a game, or of one phase of it: opening, middle game or ending.

    >>> import gametree as gt
    >>> [each.name for each in gt.games.named_positions("checkers", "opening")][:2]
    ['Old Faithful', 'Glasgow']
    """
    found = [each for each in POSITIONS if isinstance(game, str) and each.game == game]
    if not found:
        allowed = tuple(dict.fromkeys(each.game for each in POSITIONS))
        near = suggestion(game, allowed)
        raise ValueError(f"game is {shown(game)}: positions are named in {', '.join(allowed)}{near}")
    phases = tuple(dict.fromkeys(each.phase for each in found))
    if phase is not None:
        check_name("phase", phase, phases, scope=f"for {game} ")
    return tuple(each for each in found if phase in (None, each.phase))
