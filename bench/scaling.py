"""The constants behind docs/scaling.md, measured here: python -m bench.scaling (two minutes; it needs Dask)."""

from __future__ import annotations

import pickle
import statistics
import tempfile
import time
from pathlib import Path

from distributed import Client, LocalCluster

import gametree as gt
from gametree.experiment import sums, sweeps
from gametree.experiment.runner import _Checkpoint, results
from gametree.generate import recipe
from gametree.search.open_list import open_arrays
from gametree.theory import expected

SIX = ("alphabeta", "branch-and-bound", "palphabeta", "scout", "pvs", "sss*")
TASKS = 4000
CORES = 1000


def nothing(job: int) -> int:
    return job


def seconds_per_tree(strategies: tuple[str, ...], width: int, depth: int, trees: int) -> float:
    """Return processor time: other work on the machine does not count."""
    job = sweeps.SweepJob(recipe("uniform", "unordered", width, depth), strategies, 1, 0, trees, False)
    sums.run_job(job._replace(n_trees=50))
    taken = []
    for _ in range(5):
        begun = time.thread_time()
        sums.run_job(job)
        taken.append((time.thread_time() - begun) / trees)
    return statistics.median(taken)


def seconds_per_visit(strategy: str, width: int, depth: int, trees: int) -> float:
    """Return processor time per node that is entered in trees whose values are computed when they are asked for."""
    taken = []
    for number in range(trees + 1):
        tree = gt.lazy_tree(width=width, depth=depth, scheme="unordered", seed=1, number=number)
        begun = time.process_time()
        found = gt.search(tree, strategy, distinct=False)
        taken.append((time.process_time() - begun) / found.visits)
    return statistics.median(taken[1:])


def seconds_per_task() -> float:
    """Return what handing out a task and taking its result back costs the one process that does it."""
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0") as cluster,
        Client(cluster) as client,
    ):
        pool = client.get_executor()
        results(nothing, range(100), pool)
        begun = time.process_time()  # of the scheduler too, which a local cluster has in this process
        results(nothing, range(TASKS), pool)
        return (time.process_time() - begun) / TASKS


def main() -> None:
    """Measure and print."""
    small = seconds_per_tree(SIX, 3, 6, 5000)
    alone = seconds_per_tree(("alphabeta",), 3, 6, 20_000)
    print(f"U(3,6): {small * 1e6:.1f} us per tree by six strategies, {alone * 1e6:.2f} us by Alphabeta alone")
    job = sweeps.SweepJob(recipe("uniform", "unordered", 3, 6), SIX, 1, 10**9, 4000, False)
    sent, back = len(pickle.dumps(job)), len(pickle.dumps(sums.run_job(job)))
    with tempfile.TemporaryDirectory() as folder:
        kept = _Checkpoint(folder, sums.run_job)
        found = sums.run_job(job)
        begun = time.process_time()
        for number in range(200):
            kept.save(number, found)
        saving = (time.process_time() - begun) / 200
        (size, *_) = {path.stat().st_size for path in Path(folder).iterdir()}
    task = seconds_per_task()
    print(
        f"a task: {sent} bytes there, {back} back, {size} on disk; "
        f"{task * 1e3:.2f} ms to hand out, {saving * 1e3:.2f} ms to keep"
    )
    total = 1e12
    fine = total * 3**6 / sweeps.WORK_PER_JOB
    coarse = min(fine, sweeps.JOBS_PER_CELL)
    print(
        f"10^12 trees U(3,6), six strategies: {total * small / 3600:.3g} hours of processor time, "
        f"{total * small / CORES / 86400:.3g} days on {CORES} cores;\n"
        f"  in {fine:.3g} tasks {fine * (task + saving) / 86400:.3g} days to hand out, {fine * size / 1e12:.2g} TB kept;\n"
        f"  in {coarse:.3g} tasks of {total * small / coarse:.0f} s each "
        f"{coarse * (task + saving):.0f} s to hand out, {coarse * size / 1e6:.0f} MB kept"
    )
    visit = seconds_per_visit("alphabeta", 2, 28, 3)
    leaves = expected.alphabeta(2, 60)
    tree = gt.lazy_tree(width=2, depth=28, scheme="unordered", seed=1)
    found = gt.search(tree, "alphabeta", distinct=False)
    visits = leaves * found.visits / found.leaves
    print(
        f"U(2,60), Alphabeta: {visit * 1e9:.0f} ns per visit, {leaves:.3g} leaves expected, about {visits:.2g} visits: "
        f"{visits * visit / 86400:.3g} days of one core per tree; on {CORES} cores {CORES} trees in that time"
    )
    opened = sum(array.nbytes for array in open_arrays(2**20) if hasattr(array, "nbytes")) / 2**20
    print(
        f"U(2,60), SSS*: {expected.sss_star(2, 60):.3g} leaves expected; OPEN has up to 2^30 entries, "
        f"{opened * 2**30 / 1e9:.0f} GB at {opened:.0f} bytes"
    )
    print(f"U(2,60), minimax: 2^60 leaves, {2**60 * visit / CORES / 86400 / 365:.2g} years on {CORES} cores")


if __name__ == "__main__":
    main()
