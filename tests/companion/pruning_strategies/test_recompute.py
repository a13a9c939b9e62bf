"""One number or claim computed again is what the notebook saves."""

import pytest

from companion.pruning_strategies.findings import judged
from companion.pruning_strategies.study import Study
from companion.recomputation import recompute_row

SEED, TREES = 3, 4


@pytest.fixture(scope="module")
def saved():
    return judged(Study(SEED, TREES))


@pytest.mark.parametrize(
    ("table", "row", "column"),
    [
        ("2.1", "sons worth 3 and 4", "bound for p3"),
        ("2.2", "ab-narrow", "claim"),
        ("Figure 4", "leaf that Alphabeta alone prunes", "level"),
        ("2.3", "fab-nodes", "claim"),
        ("Figure 5", "pvs-figure-5", "claim"),
        ("Figure 6", "scout-figure-6", "claim"),
        ("2.6", "sss-dominates", "claim"),
        ("Figure 7", "solution tree 8", "value"),
        ("Figure 8", "sss-created", "claim"),
    ],
)
def test_a_row_is_found_again(saved, table, row, column):
    parameters = {"seed": SEED, "random_trees": TREES}
    found = recompute_row("pruning_strategies", table, row, column, parameters)
    (expected,) = saved.query("table == @table and row == @row and column == @column").to_dict("records")
    names = ("published", "ours", "n", "statistic")
    assert [found[name] for name in names] == pytest.approx([expected[name] for name in names], nan_ok=True)
    assert found["verdict"] == expected["verdict"]
