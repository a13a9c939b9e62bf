"""Sampled games: the kernel against plain Python in fractions, stopping and resuming, memory."""

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import numpy as np
import pytest

from gametree.backup.decisions import RULES, Sample, outcomes, run_part
from gametree.experiment import decisions, sampled_quality
from tests.oracles.decisions import decide


def plain_counts(sample):
    counts = np.zeros((sample.t + 1, len(RULES), 2), dtype=np.int64)
    for number in range(sample.decisions):
        for (d, rule), right in decide(sample, number).right.items():
            counts[d, RULES.index(rule)] += right == 1, right == Fraction(1, 2)
    return counts


SMALL = [("pearl", 2, 3, 60), ("pearl", 2, 6, 40), ("pearl", 3, 4, 40), ("pearl", 5, 3, 30)]
SMALL += [("incremental", 2, 4, 60), ("incremental", 2, 7, 25), ("incremental", 3, 4, 40)]


@pytest.mark.parametrize(("game", "w", "t", "n"), SMALL)
def test_the_kernel_counts_what_plain_python_counts_in_fractions(game, w, t, n):
    sample = Sample(game, w, t, n, 7)
    assert run_part(sample, 0, n).tolist() == plain_counts(sample).tolist()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "w", "t", "n"),
    [("pearl", 2, 10, 40), ("pearl", 3, 6, 100), ("pearl", 4, 5, 100), ("incremental", 2, 10, 40)],
)
def test_rounding_changes_no_decision_in_larger_games(game, w, t, n):
    sample = Sample(game, w, t, n, 11)
    assert run_part(sample, 0, n).tolist() == plain_counts(sample).tolist()


def test_only_pairs_of_a_win_and_a_loss_are_decided():
    for number in range(20):
        found = decide(Sample("pearl", 2, 5, 1, 3), number)
        assert found.win.won
        assert not found.loss.won


SAMPLES = [Sample("pearl", 2, 8, 700, 3), Sample("incremental", 3, 5, 500, 3)]


@pytest.fixture
def small_parts(monkeypatch):
    monkeypatch.setattr(decisions, "WORK_PER_PART", 25_000)


def test_sampling_that_was_stopped_goes_on_where_it_was(tmp_path, monkeypatch, small_parts):
    expected = sampled_quality(SAMPLES)
    played = []

    def until_stopped(sample, first, number):
        if len(played) >= 6:
            raise KeyboardInterrupt
        played.append((sample, first, number))
        return run_part(sample, first, number)

    monkeypatch.setattr(decisions, "run_part", until_stopped)
    with ThreadPoolExecutor(1) as pool, pytest.raises(KeyboardInterrupt):
        sampled_quality(SAMPLES, pool, checkpoint=tmp_path)
    kept = list(played)
    played.clear()
    monkeypatch.setattr(decisions, "run_part", lambda *part: played.append(part) or run_part(*part))
    assert sampled_quality(SAMPLES, checkpoint=tmp_path).equals(expected)
    assert len(kept) == 6
    assert not set(kept) & set(played)
    played.clear()
    assert sampled_quality(SAMPLES, checkpoint=tmp_path).equals(expected)
    assert not played


def test_decisions_that_are_known_are_not_played_again_and_count_as_if_they_were(monkeypatch):
    expected = sampled_quality(SAMPLES)
    known = {SAMPLES[0]: outcomes(SAMPLES[0], 0, 300), SAMPLES[1]: outcomes(SAMPLES[1], 0, 500)}
    played = []
    monkeypatch.setattr(decisions, "run_part", lambda *part: played.append(part) or run_part(*part))
    assert sampled_quality(SAMPLES, known=known).equals(expected)
    assert sum(number for _, _, number in played) == 400
    with pytest.raises(
        ValueError, match=r"known has an array of shape \(300, 7, 3\) for .*it must be \(n, 4, 3\)"
    ):
        sampled_quality(SAMPLES, known={SAMPLES[1]: known[SAMPLES[0]]})


def test_more_decisions_begin_with_those_that_were_kept(tmp_path, small_parts):
    few = [sample._replace(decisions=100) for sample in SAMPLES]
    sampled_quality(few, checkpoint=tmp_path)
    kept = set(tmp_path.iterdir())
    assert sampled_quality(SAMPLES, checkpoint=tmp_path).equals(sampled_quality(SAMPLES))
    whole = [part for sample in SAMPLES for part in decisions._parts(sample)]
    assert len(set(tmp_path.iterdir()) - kept) < len(whole)
    assert sampled_quality(few, checkpoint=tmp_path).equals(sampled_quality(few))


def test_what_was_kept_of_another_seed_or_is_damaged_is_not_taken(tmp_path):
    sampled_quality(SAMPLES, checkpoint=tmp_path)
    others = [sample._replace(seed=4) for sample in SAMPLES]
    assert sampled_quality(others, checkpoint=tmp_path).equals(sampled_quality(others))
    for path in tmp_path.iterdir():
        path.write_bytes(b"no archive")
    assert sampled_quality(SAMPLES, checkpoint=tmp_path).equals(sampled_quality(SAMPLES))


def test_progress_is_told_in_plain_lines(capsys, monkeypatch, small_parts):
    monkeypatch.setattr("gametree.experiment.runner.SECONDS_BETWEEN_LINES", 0.0)
    monkeypatch.setattr("gametree.experiment.runner.SHARE_BETWEEN_LINES", 0.0)
    sampled_quality(SAMPLES, progress=True)
    lines = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"decisions: 100% after \d+ s, incremental U\(3,d,5\)", lines[-1])
    assert len(lines) > 3
    sampled_quality(SAMPLES)
    assert capsys.readouterr().out == ""


MEASURED = """
import re
from gametree.experiment import sampled_quality
from gametree.backup.dependent_games import dependent_quality
from gametree.theory.p_games import p_game_quality
from gametree.backup.decisions import Sample
sizes = [(2, 13), (6, 7)]
sampled_quality([Sample(game, w, t, 40, 1) for game in ("pearl", "incremental") for w, t in sizes])
for w, t in sizes:
    p_game_quality(w, t)
dependent_quality("integer-dependent", 6, 7, 20, 1)
print(re.search(r"VmHWM:\\s+(\\d+) kB", open("/proc/self/status").read())[1])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_the_largest_games_of_the_thesis_need_less_than_a_gigabyte():
    done = subprocess.run([sys.executable, "-c", MEASURED], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 1_000_000
