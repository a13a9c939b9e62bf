"""One number or claim computed again is what the notebook saves."""

import pytest

from companion.game_trees import findings
from companion.game_trees.study import Study
from companion.recomputation import recompute_row

SEED, TREES = 3, 4


@pytest.fixture(scope="module")
def saved():
    return findings.judged(Study(SEED, TREES))


@pytest.mark.parametrize(
    ("table", "row", "column"),
    [
        ("Figure 1", "p2", "fan-out"),
        ("Figure 2", "p22", "minimax"),
        ("Figure 3", "p1", "negamax"),
        ("1.2", "negamax-line", "claim"),
    ],
)
def test_a_row_is_found_again(saved, table, row, column):
    parameters = {"seed": SEED, "random_trees": TREES}
    found = recompute_row("game_trees", table, row, column, parameters)
    (expected,) = saved.query("table == @table and row == @row and column == @column").to_dict("records")
    names = ("published", "ours", "n", "statistic")
    assert [found[name] for name in names] == pytest.approx([expected[name] for name in names], nan_ok=True)
    assert found["verdict"] == expected["verdict"]
