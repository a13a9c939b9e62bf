"""All that the chapters compute side by side can be done elsewhere: it goes there and back as bytes, and is the same."""

from concurrent.futures import Executor

import numpy as np
import pandas as pd
import pytest

from companion.alphabeta_analysis.study import Study, sampled_costs
from companion.chance_nodes.experiment import runs
from companion.pathology.tables import play_all
from companion.pruning_comparison import theory
from companion.pruning_comparison.sample import SampledCase, _single
from companion.published.cases import CASES, literal_reading
from companion.solution_trees.study import first_guess_runs
from companion.speedups import enhancement_study as speedups
from gametree.backup.decisions import Sample
from gametree.experiment import sampled_quality, using
from gametree.generate.known_value import KnownValue
from tests.executors import Post

STUDIES = {
    "single trees of a case": lambda: _single([SampledCase(CASES[0], literal_reading(CASES[0]), [])], 1, 1),
    "deep trees": lambda: theory.deep_costs(
        {2: [3, 4]}, ["alphabeta"], effort=theory.Effort(5, 1e4, 1e4, 1e3), seed=1
    ),
    "enhanced searches of random trees": lambda: speedups.measure(
        speedups.random_trees("integer-dependent", 3, 2, 1), [2], speedups.ORDERED
    ),
    "enhanced searches of boards": lambda: speedups.measure(
        speedups.g_games(4, 2, 1), [2], speedups.MEMORIES
    ),
    "enhanced searches of games": lambda: speedups.measure(
        speedups.named_starts("connect-four", most=50), [1], speedups.ORDERED
    ),
    "decisions in games": lambda: sampled_quality([Sample("pearl", 2, 3, 50, 1)]),
    "games played again": lambda: {
        key: found.twice for key, found in play_all([Sample("pearl", 2, 4, 10, 1)]).items()
    },
    "costs of random trees": lambda: sampled_costs("unordered", [(2, 3)], 50, 1),
    "the tree of Figure 5": lambda: Study(1, 1, 1, 1, 3, (), value_samples=1).figure_5[2:],
    "first guesses": lambda: first_guess_runs([KnownValue(3, 3, 0.5)], [("sss-0", 504.0)], 2, seed=5),
    "trees with chance nodes": lambda: runs(sizes=[(2, 2)], replicates=3),
}
"""What the chapters do side by side, small."""


def text(found):
    """Return all digits of a frame, or of anything else."""
    with np.printoptions(threshold=10**9, floatmode="unique"):
        return found.to_csv() if isinstance(found, pd.DataFrame) else repr(found)


@pytest.mark.parametrize("study", STUDIES)
def test_a_study_gives_the_same_bytes_with_an_executor_elsewhere(study):
    expected, post = STUDIES[study](), Post()
    with using(post):
        found = STUDIES[study]()
    assert post.sizes and max(post.sizes) < 100_000
    assert text(found) == text(expected)


class Idle(Executor):
    """Does no work."""

    def submit(self, fn, /, *args, **kwargs):
        raise AssertionError(f"{fn} was to be done again with {args}")


@pytest.mark.parametrize("study", STUDIES)
def test_nothing_of_a_study_is_done_again_when_it_was_kept(study, tmp_path):
    with using(checkpoint=tmp_path):
        expected = STUDIES[study]()
    assert list(tmp_path.iterdir())
    with using(Idle(), checkpoint=tmp_path):
        found = STUDIES[study]()
    assert text(found) == text(expected)


def test_trees_with_chance_nodes_are_found_again_only_under_the_same_seed_and_errors(tmp_path):
    with using(checkpoint=tmp_path):
        found = [
            runs(sizes=[(2, 2)], replicates=3, **options) for options in ({}, {"seed": 1}, {"errors": [0.2]})
        ]
        again = runs(sizes=[(2, 2)], replicates=3)
    assert again.equals(found[0])
    assert [frame.equals(found[0]) for frame in found] == [True, False, False]
