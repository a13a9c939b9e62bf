"""What the scorecard alone would show of a fault: a part of it computed again, as verdicts and nothing else.

Computed are printed tables at small sizes, number by number and as wholes (with their p-values), and chapters 1, 2, 6 and 8
with few trees.  The code is that of the reports, except that strategies are called one by one: the compiled loop over all
of them would have to be compiled anew for every fault.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from typing import Any

import numpy as np

TREES = 500
SEED = 1
SIZES = ((2, 2), (4, 2), (4, 3), (3, 4), (2, 5))
LEVELS = 32
"""More than any tree here has."""


class Counted:
    """Searches trees one by one, and remembers: what a fault can't change is known from a run without fault."""

    def __init__(self) -> None:
        self.affected: Collection[str] = ()
        self._known: dict[Any, Any] = {}

    def __call__(self, loop: Any, start: Any, revisits_nodes: bool) -> Callable[..., None]:
        """Return what stands for a loop of `gametree.experiment.forest`, with the strategy that starts so."""
        from gametree.search import STRATEGIES

        return partial(self._search, next(own for own in STRATEGIES.values() if own.start is start))

    def once(self, key: Any, compute: Callable[[], Any]) -> Any:
        """Return what is known under a key, or compute it."""
        if key not in self._known:
            self._known[key] = compute()
        return self._known[key]

    def _search(self, strategy: Any, forest: Any, marks: Any, stamp: int, workspace: Any, out: Any) -> None:
        content = hashlib.sha256(b"".join(part.tobytes() for part in forest if isinstance(part, np.ndarray)))
        given, left = (workspace.options, workspace.state) if strategy.keeps_tree else ((), np.empty(0))
        key = (strategy.name, tuple(given), content.hexdigest())
        if strategy.name in self.affected or key not in self._known:
            for i, arrays in enumerate(_trees(forest)):
                out[i] = _counts(strategy, arrays, marks, stamp + i, workspace)
            self._known[key] = (out.copy(), left.copy())
        out[:], left[:] = self._known[key]


def _counts(strategy: Any, arrays: Any, marks: Any, stamp: int, workspace: Any) -> Any:
    """Return what a search of one tree counts, with its line kept: so it is compiled already for `gametree.search`."""
    from gametree.search.log import ABSENT, Lines, Log, Marks

    counts = np.zeros(3, dtype=np.int64)
    lines = Lines(np.zeros(LEVELS * LEVELS, dtype=np.int64), LEVELS)
    seen = Marks(marks, stamp) if strategy.revisits_nodes else ABSENT
    strategy.start(arrays, Log(counts, seen, lines), workspace)
    return counts


def _trees(forest: Any) -> Iterator[Any]:
    """Yield the trees of a forest with arrays that can't be written to, like those of a `Tree`."""
    from gametree.experiment.forest import UniformForest
    from gametree.tree import NestedArrays, UniformArrays

    if isinstance(forest, UniformForest):
        levels = (_fixed(forest.span), _fixed(forest.offset))
        for leaves in forest.leaves:
            yield UniformArrays(forest.width, forest.depth, _fixed(leaves), *levels)
    else:
        for a, b in zip(forest.begin, forest.begin[1:], strict=False):
            yield NestedArrays(*(_fixed(part[a:b]) for part in (forest.end, forest.parent, forest.values)))


def _fixed(array: Any) -> Any:
    own = array.view()
    own.setflags(write=False)
    return own


def one_by_one(counted: Counted) -> None:
    """Let sweeps search tree by tree instead of in one compiled loop."""
    from gametree.experiment import forest, sums

    for module, name in (
        (forest, "_fill_uniform"),
        (forest, "_sizes"),
        (forest, "_fill_nonuniform"),
        (sums, "_add_up"),
    ):
        kernel = getattr(module, name)
        setattr(module, name, getattr(kernel, "py_func", kernel))
    forest._loop = counted


def of_tables(counted: Counted, tables: Iterable[str], judging: bool) -> Iterator[str]:
    """Yield the verdicts on printed tables: number by number, and as wholes.

    What depends on the counts alone is not simulated again for the same counts, unless it is the judging that has a fault.
    """
    import pandas as pd

    from companion.pruning_comparison.sample import sample_case
    from companion.pruning_comparison.tables import judge_table
    from companion.published.cases import CASES, Sampler, chosen_reading
    from companion.published.deviations import deviations
    from companion.published.tables import judged_tables

    sampler = Sampler(TREES, SEED, sizes=SIZES)
    wholes = []
    for table in tables:
        sampled = sample_case(next(case for case in CASES if case.table == table), sampler, chosen_reading)

        def judged(table: str = table, sampled: Any = sampled) -> tuple[list[str], dict[str, Any]]:
            frame = judge_table(sampled)
            own = deviations(table, sampled.cells, sampled.reading.using, SEED, sizes=SIZES)
            return lines_of(frame[frame["verdict"] != "not yet"]), own.whole()._asdict() if len(own.z) else {}

        sums = b"".join(part.tobytes() for cell in sampled.cells for part in cell.sums[1:4])
        key = (table, hashlib.sha256(sums).hexdigest())
        lines, whole = judged() if judging else counted.once(key, judged)
        yield from lines
        if whole:
            wholes.append(
                {"source": "muszycka1985", "table": table, "reading": "", "row": "", "column": ""} | whole
            )
    if wholes:
        yield from lines_of(judged_tables(pd.DataFrame(wholes), flips=()))


def of_game_trees() -> Any:
    """Return chapter 1, judged."""
    from companion.game_trees.findings import judged
    from companion.game_trees.study import Study

    return judged(Study(SEED, 10))


def of_strategies() -> Any:
    """Return chapter 2, judged."""
    from companion.pruning_strategies.findings import judged
    from companion.pruning_strategies.study import Study

    return judged(Study(SEED, 6))


def of_scout_variants() -> Any:
    """Return Appendix 1, judged."""
    from companion.scout_variants.findings import judged
    from companion.scout_variants.study import Study

    return judged(Study(SEED, 1, visited_trees=40, other_trees=20, window_trees=1, listing_trees=1, rounds=1))


def of_solution_trees() -> Any:
    """Return the claims of chapter 8, judged, but for the two on trees of width 20."""
    from companion.published.claims import finding, judged_claims
    from companion.solution_trees.findings import NOTEBOOK, measures
    from companion.solution_trees.study import Study

    study = Study(
        SEED, 1, 3, sizes=((5, 9),), steps=(0, 100), small=10, depths=(2,), memory_width=2, memory_trees=1
    )
    found = [
        finding(name, (), "left out") if name.endswith("-wide") else measures.finding(name, study)
        for name in measures
    ]
    return judged_claims(NOTEBOOK, found)


def of_saved_results() -> Iterator[str]:
    """Yield the whole scorecard, gathered from the results of the committed reports, with the verdicts on tables."""
    import pandas as pd

    from companion import report
    from companion.published import scorecard
    from companion.published.scorecard import read_flips

    def of(name: str) -> dict[str, Any]:
        return {notebook: report.load(notebook, saved) for notebook, saved in report.saved() if saved == name}

    flips = read_flips()
    card = scorecard.scorecard(scorecard.printed(), of("judged"), of("literal"), flips)
    for frame in (
        card[
            [
                "source",
                "table",
                "row",
                "column",
                "verdict",
                "literal_verdict",
                "counted",
                "reading",
                "notebook",
            ]
        ],
        scorecard.table_verdicts(card, pd.concat(of("whole_tables").values(), ignore_index=True), flips),
        scorecard.by_table(card),
        *(
            scorecard.reasons(card, verdict)[["source", "table", "cells"]]
            for verdict in ("differs", "misprint")
        ),
        *(rows for groups in scorecard.panels(scorecard.by_table(card)).values() for rows in groups.values()),
        scorecard.sampled(card)[["table", "row", "column", "family"]],
    ):
        for row in frame.itertuples(index=False):
            yield " ".join(map(str, row))


def lines_of(frame: Any) -> list[str]:
    """Return the verdicts of a frame, a line each."""
    return [
        f"{row['source']} {row['table']} {row['row']} {row['column']}: {row['verdict']}"
        for row in frame.to_dict("records")
    ]


CHAPTERS: dict[str, Callable[[], Any]] = {
    "chapter 1": of_game_trees,
    "chapter 2": of_strategies,
    "chapter 6": of_scout_variants,
    "chapter 8": of_solution_trees,
}
SECTIONS = (
    "tables III XII",
    "tables IV V",
    "tables VI",
    "tables X",
    "tables XVI XIII",
    "rejudged",
    *CHAPTERS,
    "saved",
)
"""Tables together need every shape and every scheme, under the readings that were chosen for them."""


def verdicts(counted: Counted, section: str) -> list[str]:
    """Return the verdicts of a section of the scorecard, a line each."""
    if section in CHAPTERS:
        return lines_of(CHAPTERS[section]())
    if section == "saved":
        return list(of_saved_results())
    tables = ["III"] if section == "rejudged" else section.split()[1:]
    return list(of_tables(counted, tables, judging=section == "rejudged"))
