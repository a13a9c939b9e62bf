"""One number or claim of Appendix 1, computed again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.published.claims import COLUMN
from companion.scout_variants import findings
from companion.scout_variants.study import CHOSEN_KIND, MEANT, NAMED, count_versions, count_visits


def recompute(
    source: str, table: str, row: str, column: str, parameters: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the judged row of one printed number or claim, as the notebook saves it with these parameters."""
    seed = parameters["seed"]
    trees = {MEANT: parameters["visited_trees"], NAMED: parameters["other_trees"]}
    found = count_visits(CHOSEN_KIND, seed, trees)
    if column == COLUMN:
        frame = findings.judged(seed, count_versions(seed, parameters["trees"]), found)
    else:
        frame = findings.judged_visits(found)
    place = (frame["source"] == source) & (frame["table"] == table)
    (row_found,) = frame[place & (frame["row"] == row) & (frame["column"] == column)].to_dict("records")
    return {str(name): value for name, value in row_found.items()}
