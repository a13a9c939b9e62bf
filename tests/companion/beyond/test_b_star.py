"""B* in P-games."""

import numpy as np

from companion.beyond.b_star import SPREADS, BStarStudy, ranges_of_shares
from gametree.backup.b_star import STRATEGIES, b_star

STUDY = BStarStudy(boards=25, t=6, seed=1)


def test_ranges_narrow_downwards_and_begin_around_the_share():
    static = STUDY.critical[0]
    ranges = ranges_of_shares(static, 1.0)
    for node in range(1, ranges.tree.n_nodes):
        parent = int(ranges.tree.parent[node])
        assert ranges.low[parent] <= ranges.low[node] <= ranges.high[node] <= ranges.high[parent]
    assert ranges.low[0] <= static[0][0] <= ranges.high[0]


def test_with_ranges_that_exclude_nothing_b_star_never_errs():
    for static in STUDY.critical:
        ranges = ranges_of_shares(static, 1e6)
        values = ranges.tree.backed_up[ranges.tree.children(0)]
        for strategy in STRATEGIES:
            assert values[b_star(ranges, strategy).move] == values.max()


def test_every_board_has_one_winning_move_and_a_search_to_the_end_finds_it():
    assert len(STUDY.critical) == 25
    assert (STUDY.quality["minimax", 6] == 1).all()
    assert all(np.isin(level, (0, 1)).all() for level in (board[-1] for board in STUDY.critical))


def test_work_grows_with_the_spread_and_every_claim_is_judged():
    for strategy in STRATEGIES:
        nodes = [STUDY.nodes[f"B*, {strategy}", spread] for spread in SPREADS]
        assert nodes == sorted(nodes)
    assert len(STUDY.claims) == 2
