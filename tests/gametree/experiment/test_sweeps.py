"""Sweeps: the same numbers whatever the executor and the order, resumed where they stopped."""

import os
import pickle
import shutil
import subprocess
import sys
import threading
import tracemalloc
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import wraps
from multiprocessing import get_context

import numpy as np
import pytest

import gametree as gt
from gametree import _compile
from gametree._compile import fingerprint
from gametree.experiment import BATCH, CRITERIA, cells, counts_of, paired, runner
from gametree.experiment.sums import BATCHES_KEPT, Sums, SweepJob, run_job
from gametree.generate import recipe

SIX = ["alphabeta", "branch-and-bound", "palphabeta", "scout", "pvs", "sss*"]
CLASSES = [
    ("uniform", "unordered", None),
    ("uniform", "ordered", 0.6),
    ("nonuniform", "integer-dependent", None),
    ("nonuniform-narrow", "real-dependent", None),
    ("nonuniform", "ordered-reset", 0.4),
]


def quick(kind="uniform", scheme="unordered", p=None, **changed):
    arguments = {
        "sizes": [(3, 3), (2, 5)],
        "strategies": SIX,
        "trees": 130,
        "seed": 4,
        "p": p,
        "progress": False,
    }
    return gt.sweep(kind, scheme, **(arguments | changed))


@pytest.mark.parametrize(("kind", "scheme", "p"), CLASSES)
def test_counts_are_those_of_single_searches_of_the_trees_with_these_numbers(kind, scheme, p):
    names = tuple(gt.STRATEGIES)
    counts = counts_of(recipe(kind, scheme, 3, 4, p), names, seed=5, first=7, n_trees=12)
    for i in range(12):
        tree = gt.generate(kind, width=3, depth=4, scheme=scheme, p=p, seed=5, number=7 + i)
        for k, name in enumerate(names):
            found = gt.search(tree, name)
            assert tuple(counts[i, k]) == (found.leaves, found.nodes, found.visits), (name, i)


@pytest.mark.parametrize(("kind", "scheme", "p"), CLASSES)
def test_means_and_deviations_are_those_of_the_counts(kind, scheme, p):
    frame = quick(kind, scheme, p)
    for (width, depth), part in frame.groupby(["width", "depth"]):
        counts = counts_of(recipe(kind, scheme, width, depth, p), tuple(SIX), seed=4, first=0, n_trees=130)
        for row in part.itertuples():
            sample = counts[:, SIX.index(row.strategy), CRITERIA.index(row.criterion)]
            assert row.n == 130
            assert row.mean == pytest.approx(sample.mean(), rel=1e-14)
            assert row.sd == pytest.approx(sample.std(ddof=1), rel=1e-12, abs=1e-12)


def test_frame_has_one_row_per_size_strategy_and_criterion():
    frame = quick()
    assert len(frame) == 2 * 6 * 3
    assert not frame.duplicated(["kind", "scheme", "width", "depth", "strategy", "criterion"]).any()
    assert set(frame["criterion"]) == {"leaves", "nodes", "visits"}
    assert set(frame["seed"]) == {4}


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_same_numbers_whatever_the_number_of_threads(workers):
    expected = quick(trees=2000)
    with ThreadPoolExecutor(workers) as pool:
        assert quick(trees=2000, executor=pool).equals(expected)


@pytest.mark.slow
def test_same_numbers_from_other_processes(tmp_path):
    expected = quick("nonuniform", "unordered", trees=3000)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        found = quick("nonuniform", "unordered", trees=3000, executor=pool, checkpoint=tmp_path)
    assert found.equals(expected)
    assert len(list(tmp_path.iterdir())) == 2


def test_same_numbers_however_the_work_is_cut(monkeypatch):
    expected = quick(trees=1000)
    monkeypatch.setattr("gametree.experiment.sweeps.WORK_PER_JOB", 5000)
    monkeypatch.setattr("gametree.experiment.sums.LEAVES_AT_ONCE", 1700)
    assert quick(trees=1000).equals(expected)


def test_same_numbers_whatever_else_is_swept():
    together, alone = quick(), quick(sizes=[(2, 5)])
    assert together[together["width"] == 2].reset_index(drop=True).equals(alone)


def test_batches_are_means_of_fifty_trees_in_order():
    (cell,) = cells("uniform", "unordered", sizes=[(3, 3)], strategies=SIX, trees=170, seed=2, progress=False)
    counts = counts_of(recipe("uniform", "unordered", 3, 3), tuple(SIX), seed=2, first=0, n_trees=170)
    assert BATCH == 50
    assert np.array_equal(cell.sums.batch_means(), counts[:150].reshape(3, 50, 6, 3).mean(axis=1))


def test_only_so_many_batches_are_kept():
    made = recipe("uniform", "unordered", 2, 2)
    sums = run_job(SweepJob(made, ("alphabeta",), 1, (BATCHES_KEPT - 1) * BATCH, 3 * BATCH, False))
    assert len(sums.batches) == 1


def test_sums_of_large_counts_keep_their_variance():
    counts = 10**9 + np.array([1, 2, 3, 4])
    sums = Sums.nothing(1)._replace(n=4)
    sums.total[:] = counts.sum()
    sums.products[:] = (counts.astype(object) ** 2).sum()
    assert sums.sd()[0, 0] == pytest.approx(counts.std(ddof=1), rel=1e-12)


def test_precision_is_reached():
    frame = quick("nonuniform", "unordered", sizes=[(4, 3)], trees=100, precision=0.02)
    assert (frame["n"] > 100).all()
    assert (frame["sd"] / frame["n"] ** 0.5 <= 0.0205 * frame["mean"]).all()


def test_paired_differences_are_those_of_the_counts():
    found = cells("uniform", "unordered", sizes=[(3, 4)], strategies=SIX, trees=200, seed=2, progress=False)
    counts = counts_of(recipe("uniform", "unordered", 3, 4), tuple(SIX), seed=2, first=0, n_trees=200)
    for criterion in CRITERIA:
        frame = paired(found, criterion)
        assert len(frame) == 15
        for row in frame.itertuples():
            a, b = (counts[:, SIX.index(name), CRITERIA.index(criterion)] for name in (row.first, row.second))
            assert row.difference == pytest.approx((a - b).mean(), abs=1e-12)
            assert row.sd == pytest.approx((a - b).std(ddof=1), abs=1e-9)


def test_timed_sweeps_have_a_row_with_quartiles_per_strategy():
    frame = quick(timed=True)
    times = frame[frame["criterion"] == "microseconds"]
    assert len(times) == 2 * 6
    assert (times["low"] <= times["median"]).all()
    assert (times["median"] <= times["high"]).all()
    assert (times["median"] > 0).all()
    counted = frame[frame["criterion"] != "microseconds"].reset_index(drop=True)
    assert counted.equals(quick())


@pytest.mark.parametrize("reason", [KeyboardInterrupt, MemoryError])
def test_a_stopped_sweep_goes_on_where_it_was(reason, tmp_path, monkeypatch):
    expected = quick()

    @wraps(run_job)
    def stops_at_the_second_size(job):
        if job.recipe.width == 2:
            raise reason
        return run_job(job)

    with monkeypatch.context() as patched:
        patched.setattr("gametree.experiment.sweeps.run_job", stops_at_the_second_size)
        with pytest.raises(reason):
            quick(checkpoint=tmp_path)
    assert len(list(tmp_path.iterdir())) == 1

    resumed = []
    watched = wraps(run_job)(lambda job: resumed.append(job) or run_job(job))
    monkeypatch.setattr("gametree.experiment.sweeps.run_job", watched)
    assert quick(checkpoint=tmp_path).equals(expected)
    assert {(job.recipe.width, job.recipe.depth) for job in resumed} == {(2, 5)}


def test_a_killed_sweep_goes_on_where_it_was(tmp_path):
    """Nothing is told to a process that is killed: what counts is on disk by then."""
    program = (
        "import gametree as gt, os, pathlib, threading\n"
        "real, folder, alone = os.replace, pathlib.Path(os.environ['KEPT']), threading.Lock()\n"
        "def replace(aside, path):\n"
        "    with alone:\n"
        "        real(aside, path)\n"
        "        if len(list(folder.glob('*.kept'))) == 2:\n"
        "            os.kill(os.getpid(), 9)\n"
        "os.replace = replace\n"
        f"gt.sweep('uniform', 'unordered', sizes=[(3, 3), (2, 5), (2, 4)], strategies={SIX}, trees=130,\n"
        "         seed=4, progress=False, checkpoint=folder)\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], env=os.environ | {"KEPT": str(tmp_path)})
    assert ended.returncode == -9
    assert len(list(tmp_path.glob("*.kept"))) == 2
    sizes = [(3, 3), (2, 5), (2, 4)]
    assert quick(sizes=sizes, checkpoint=tmp_path).equals(quick(sizes=sizes))


def test_checkpoints_of_other_arguments_are_not_taken(tmp_path):
    quick(checkpoint=tmp_path)
    for changed in ({"trees": 140}, {"seed": 5}, {"strategies": SIX[:3]}, {"largest": 400}):
        assert quick(checkpoint=tmp_path, **changed).equals(quick(**changed))


def test_a_damaged_checkpoint_is_computed_again(tmp_path):
    expected = quick(checkpoint=tmp_path)
    for path in tmp_path.iterdir():
        path.write_bytes(path.read_bytes()[:100])
    assert quick(checkpoint=tmp_path).equals(expected)


def test_a_checkpoint_is_not_taken_when_a_kernel_has_changed(tmp_path, monkeypatch):
    """A change far below: in what the kernels import."""
    sources = tmp_path / "gametree"
    shutil.copytree(_compile.PACKAGE, sources, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(_compile, "PACKAGE", sources)
    monkeypatch.setattr(runner.inspect, "getfile", lambda work: str(sources / "experiment" / "sums.py"))
    searched = []
    monkeypatch.setattr(
        "gametree.experiment.sweeps.run_job", lambda job: searched.append(job) or run_job(job)
    )

    def n_searched():
        _compile._imports.cache_clear()
        fingerprint.cache_clear()
        searched.clear()
        quick(checkpoint=tmp_path / "kept")
        return len(searched)

    try:
        assert [n_searched(), n_searched()] == [2, 0]
        with open(sources / "generate" / "values.py", "a", encoding="utf-8") as file:
            file.write("# changed\n")
        assert [n_searched(), n_searched()] == [2, 0]
    finally:
        _compile._imports.cache_clear()
        fingerprint.cache_clear()


@pytest.mark.parametrize("n", [7, 0, -5])
def test_a_checkpoint_that_tells_another_number_of_trees_is_computed_again(n, tmp_path):
    expected = quick(checkpoint=tmp_path)
    for path in tmp_path.iterdir():
        checksum, kept = path.read_bytes()[:32], pickle.loads(path.read_bytes()[32:])
        assert kept.n == 130
        path.write_bytes(checksum + pickle.dumps(kept._replace(n=n), pickle.HIGHEST_PROTOCOL))
    assert quick(checkpoint=tmp_path).equals(expected)


def test_a_large_cell_is_kept_and_told_in_parts(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("gametree.experiment.sweeps.WORK_PER_JOB", 32 * 50)
    monkeypatch.setattr("gametree.experiment.runner.SECONDS_BETWEEN_LINES", 0.0)
    monkeypatch.setattr("gametree.experiment.runner.SHARE_BETWEEN_LINES", 0.0)

    @wraps(run_job)
    def stops_in_the_middle(job):
        if job.first == 150:
            raise KeyboardInterrupt
        return run_job(job)

    with monkeypatch.context() as patched:
        patched.setattr("gametree.experiment.sweeps.run_job", stops_in_the_middle)
        with pytest.raises(KeyboardInterrupt):
            quick(sizes=[(2, 5)], trees=230, checkpoint=tmp_path, progress=True)
    told = [line.split(" after")[0] for line in capsys.readouterr().out.splitlines()]
    assert told == [f"uniform unordered:  {share}%" for share in (22, 43, 65)]
    resumed = []
    watched = wraps(run_job)(lambda job: resumed.append(job) or run_job(job))
    monkeypatch.setattr("gametree.experiment.sweeps.run_job", watched)
    again = quick(sizes=[(2, 5)], trees=230, checkpoint=tmp_path)
    assert {150} <= {job.first for job in resumed} <= {150, 200}
    assert again.equals(quick(sizes=[(2, 5)], trees=230))


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"strategies": []}, r"strategies is \[\]: it must be a list of names"),
        ({"strategies": "alphabeta"}, "strategies is 'alphabeta': it must be a list of names"),
        ({"strategies": ["alphabeta", "gamma"]}, "strategy is 'gamma': it must be one of"),
        ({"trees": 0}, "trees is 0: it must be a whole number from 1"),
        ({"sizes": [3]}, "sizes has 3: it must be a list of pairs"),
        ({"sizes": [(0, 3)]}, "width is 0"),
        ({"sizes": 3}, "sizes is 3: it must be a list of pairs"),
        ({"sizes": []}, r"sizes is \[\]: it must be a list of pairs"),
        ({"sizes": [(3, 3), (3, 3)]}, r"sizes has \(3, 3\) twice"),
        ({"strategies": ["pvs", "scout", "pvs"]}, "strategies has 'pvs' twice"),
        ({"precision": 0.01, "trees": 1}, "trees is 1: it must be a whole number from 2"),
        ({"precision": "x"}, "precision is 'x'"),
        ({"executor": 3}, "executor is 3: it must be a concurrent.futures.Executor"),
        ({"checkpoint": __file__}, "checkpoint is .*: it must be a folder"),
        ({"precision": 2}, "precision is 2: it must be a number between 0 and 1"),
        ({"seed": "x"}, "seed is 'x'"),
    ],
)
def test_bad_arguments_are_refused_before_any_work(changed, message, monkeypatch):
    monkeypatch.setattr("gametree.experiment.sweeps.run_job", lambda job: pytest.fail("work has begun"))
    with pytest.raises(ValueError, match=message):
        quick(**changed)


def test_sizes_that_do_not_fit_are_refused_before_any_work(monkeypatch):
    monkeypatch.setattr("gametree.experiment.sweeps.run_job", lambda job: pytest.fail("work has begun"))
    with pytest.raises(MemoryError, match=r"U\(10,12\) with its 1000000000000 leaves would need"):
        quick(sizes=[(2, 2), (10, 12)])


def test_progress_is_told_in_plain_lines_in_a_log(capsys, monkeypatch):
    monkeypatch.setattr("gametree.experiment.runner.SECONDS_BETWEEN_LINES", 0.0)
    monkeypatch.setattr("gametree.experiment.runner.SHARE_BETWEEN_LINES", 0.0)
    quick(progress=True)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert lines[-1].startswith("uniform unordered: 100% after")
    assert {line.split()[-1] for line in lines} == {"U(3,3)", "U(2,5)"}


def test_what_was_kept_counts_as_progress(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr("gametree.experiment.runner.SECONDS_BETWEEN_LINES", 0.0)
    monkeypatch.setattr("gametree.experiment.runner.SHARE_BETWEEN_LINES", 0.0)
    quick(checkpoint=tmp_path, sizes=[(3, 3)])
    quick(checkpoint=tmp_path, progress=True)
    assert capsys.readouterr().out.splitlines()[-1].startswith("uniform unordered: 100% after")


def test_two_jobs_are_under_way_at_the_same_time(monkeypatch):
    """Both cores are used, also by cells that are a single job each: neither goes on before the other has begun."""
    both = threading.Barrier(2, timeout=60)

    def job_that_waits_for_another(job):
        both.wait()
        return run_job(job)

    monkeypatch.setattr("gametree.experiment.sweeps.run_job", job_that_waits_for_another)
    with ThreadPoolExecutor(2) as pool:
        assert quick(executor=pool).equals(quick(executor=pool))


def test_cells_without_scatter_need_no_more_trees():
    frame = quick("nonuniform-narrow", sizes=[(1, 1)], trees=10, precision=0.01)
    assert (frame["n"] == 10).all() and (frame["sd"] == 0).all()


def test_memory_is_flat_in_the_number_of_trees():
    def peak(trees):
        """Return the most bytes that were allocated at a time, which no other process has a part in."""
        tracemalloc.start()
        quick(sizes=[(2, 2), (3, 4)], strategies=["alphabeta", "sss*"], trees=trees, timed=True)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    peak(100)  # what is loaded or compiled the first time is no part of it
    assert peak(600_000) < 1.1 * peak(200_000)
