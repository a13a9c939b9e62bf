"""Work goes to any executor, such as a Dask cluster, and the same bytes come back; one with other code is refused."""

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import gametree as gt
from gametree.experiment import runner, sums, sweeps, using
from gametree.experiment.runner import results
from tests.executors import Post

distributed = pytest.importorskip("distributed")

MOST_BYTES = 100_000


def swept(trees=600, **options):
    return gt.sweep(
        "nonuniform",
        "unordered",
        sizes=[(3, 3), (2, 5)],
        strategies=list(gt.STRATEGIES),
        trees=trees,
        seed=4,
        progress=False,
        **options,
    )


@pytest.fixture(scope="module")
def cluster():
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0"
        ) as cluster,
        distributed.Client(cluster, set_as_default=False) as client,
    ):
        yield client


def test_a_task_takes_less_than_100_kilobytes_there_and_back():
    with ThreadPoolExecutor(1) as pool:
        expected = swept(trees=12_000, executor=pool)
    post = Post()
    assert swept(trees=12_000, executor=post).equals(expected)
    assert 0 < max(post.sizes) < MOST_BYTES


def test_work_that_names_no_executor_goes_to_the_one_in_use():
    post = Post()
    with using(post):
        found = swept()
    assert len(post.sizes) == 4
    assert found.equals(swept())
    assert len(post.sizes) == 4


def test_work_is_kept_in_the_folder_in_use_and_not_by_the_workers(tmp_path):
    with using(checkpoint=tmp_path):
        found = swept()
    assert len(list(tmp_path.iterdir())) == 2
    with using(Post(), checkpoint=tmp_path):
        assert swept().equals(found)
    assert len(list(tmp_path.iterdir())) == 2


def test_a_worker_with_other_code_is_refused(monkeypatch):
    class Other(Post):
        def submit(self, fn, /, *args, **kwargs):
            with monkeypatch.context() as there:
                there.setattr(runner, "fingerprint", lambda *files: "another")
                return super().submit(fn, *args, **kwargs)

    with pytest.raises(RuntimeError, match="with another version of the code"):
        swept(executor=Other())


@pytest.mark.parametrize("parts", [1, 7, 100_000])
def test_a_very_large_cell_is_cut_into_so_many_jobs_at_most_and_comes_out_the_same(parts, monkeypatch):
    expected = swept()
    monkeypatch.setattr(sweeps, "WORK_PER_JOB", 1)
    monkeypatch.setattr(sweeps, "JOBS_PER_CELL", parts)
    monkeypatch.setattr(sums, "TREES_AT_ONCE", 100)
    post = Post()
    assert swept(executor=post).equals(expected)
    assert len(post.sizes) <= 2 * 2 * min(parts, 12)


def test_sums_beyond_64_bits_are_kept_and_found_again(tmp_path):
    kept = runner._Checkpoint(tmp_path, sums.run_job)
    kept.save("job", (np.array([2**70], dtype=object), np.arange(3)))
    large, small = kept.load("job")
    assert large.tolist() == [2**70] and small.tolist() == [0, 1, 2]


@pytest.mark.slow
def test_two_worker_processes_of_dask_give_the_same_bytes_as_one_thread(
    cluster, tmp_path, capsys, monkeypatch
):
    with ThreadPoolExecutor(1) as one_thread:
        expected = swept(executor=one_thread)
    monkeypatch.setattr(sweeps, "WORK_PER_JOB", 50 * 2**5)
    monkeypatch.setattr(runner, "SECONDS_BETWEEN_LINES", 0.0)
    monkeypatch.setattr(runner, "SHARE_BETWEEN_LINES", 0.0)
    with using(cluster.get_executor(), checkpoint=tmp_path):
        found = gt.sweep(
            "nonuniform",
            "unordered",
            sizes=[(3, 3), (2, 5)],
            strategies=list(gt.STRATEGIES),
            trees=600,
            seed=4,
        )
    assert found.to_csv() == expected.to_csv()
    assert capsys.readouterr().out.splitlines()[-1].startswith("nonuniform unordered: 100% after")
    assert len(list(tmp_path.iterdir())) > 12


def die_once(job):
    """Take a worker along that has work under way; whoever gets the job next does it."""
    number, place = job
    if number == 5:
        try:
            place.mkdir()
        except FileExistsError:
            return number**2
        os.kill(os.getpid(), signal.SIGKILL)
    return number**2


@pytest.mark.slow
def test_a_worker_that_is_killed_loses_nothing(cluster, tmp_path):
    jobs = [(number, tmp_path / "died") for number in range(20)]
    assert results(die_once, jobs, cluster.get_executor()) == [number**2 for number in range(20)]
    assert (tmp_path / "died").is_dir()


def test_the_library_does_not_need_dask():
    program = (
        "import sys, gametree.experiment; sys.exit('distributed' in sys.modules or 'dask' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0
