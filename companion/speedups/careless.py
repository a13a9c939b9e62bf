"""How often a careless transposition table gives a wrong value, and a careful one does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.enhance.options import STRATEGIES
from gametree.enhance.reference import CARELESS, Table
from gametree.enhance.run import search_in_python
from gametree.games.graphs import random_graph_tree
from gametree.tree import check_count

if TYPE_CHECKING:
    import pandas as pd

ENTRIES = 2**10
CAREFUL = "careful"


def careless_tables(n: int, seed: int) -> pd.DataFrame:
    """Search random graphs, in which positions come back at other levels, with careful and careless tables.

    Parameters
    ----------
    n : int
        How many graphs.
    seed : int
        Where randomness comes from.

    Returns
    -------
    DataFrame
        One row per kind of table and strategy: table, strategy, graphs, wrong (how many values were not that of
        minimax).
    """
    import pandas as pd

    n = check_count("n", n, 1, 10**6)
    trees = [
        random_graph_tree(positions=6, width=3, depth=6, largest=20, seed=seed + number)
        for number in range(n)
    ]
    kinds: dict[str, type[Table]] = {CAREFUL: Table, **CARELESS}
    rows = []
    for kind, memory in kinds.items():
        for strategy in STRATEGIES:
            wrong = sum(
                search_in_python(tree, strategy, table=ENTRIES, memory=memory).value
                != tree.plain(tree.backed_up[0])
                for tree in trees
            )
            rows.append((kind, strategy, n, wrong))
    return pd.DataFrame(rows, columns=["table", "strategy", "graphs", "wrong"])
