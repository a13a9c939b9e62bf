"""The same numbers everywhere: a fixed set of results, each by a hash of all its digits, whoever computes it and how.

``make digests`` runs this alone: with another Python, other versions of the libraries, another processor, or without
compiling (``NUMBA_DISABLE_JIT=1``), it says whether the numbers are the same there.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import gametree as gt
from gametree.backup.decisions import Sample
from gametree.experiment import sampled_quality, sums, sweeps, using

ROOT = Path(__file__).parents[1]
PUBLISHED = Path(__file__).with_name("digests.json")
CLASSES = [
    ("uniform", "unordered", None),
    ("uniform", "ordered", 0.6),
    ("nonuniform", "integer-dependent", None),
    ("nonuniform-narrow", "real-dependent", None),
]


def digest(frame: pd.DataFrame) -> str:
    """Return a hash of a frame with all digits; a mean or deviation is a quotient of exact sums, so all are the same."""
    return hashlib.sha256(frame.to_csv(index=False, float_format="%.15g").encode()).hexdigest()[:16]


def swept(kind: str, scheme: str, p: float | None) -> pd.DataFrame:
    return gt.sweep(
        kind, scheme, p=p, sizes=[(2, 3), (3, 2)], strategies=list(gt.STRATEGIES), trees=120, seed=4, progress=False
    )  # fmt: skip


def searched() -> pd.DataFrame:
    """Return what single searches find: values, counts, moves and lines."""
    rows = []
    for number in range(3):
        tree = gt.generate("nonuniform", width=3, depth=3, scheme="unordered", seed=6, number=number)
        rows += [(number, name, *map(str, gt.search(tree, name))) for name in gt.STRATEGIES]
    return pd.DataFrame(rows)


def with_chance() -> pd.DataFrame:
    tree, _ = gt.chance.generate(width=2, depth=2, seed=3)
    return pd.DataFrame(
        [(name, *map(str, gt.chance.search(tree, name))) for name in ("alpha-cutoff", "star1", "star2")]
    )


RESULTS = {
    **{
        f"sweep, {kind} {scheme}": (lambda args=(kind, scheme, p): swept(*args))
        for kind, scheme, p in CLASSES
    },
    "decisions": lambda: sampled_quality([Sample("pearl", 2, 4, 60, 1)]),
    "searches": searched,
    "chance nodes": with_chance,
}


def digests() -> dict[str, str]:
    return {name: digest(found()) for name, found in RESULTS.items()}


def published() -> dict[str, str]:
    return json.loads(PUBLISHED.read_text(encoding="utf-8"))


def test_one_thread_gives_the_published_digests():
    with ThreadPoolExecutor(1) as pool, using(pool):
        assert digests() == published()


@pytest.mark.parametrize("workers", [2, 3])
def test_several_threads_give_them(workers):
    with ThreadPoolExecutor(workers) as pool, using(pool):
        assert digests() == published()


@pytest.mark.parametrize(("work", "leaves"), [(1, 1), (50 * 9, 70), (10**9, 10**9)])
def test_any_chunk_size_gives_them(work, leaves, monkeypatch):
    monkeypatch.setattr(sweeps, "WORK_PER_JOB", work)
    monkeypatch.setattr(sums, "LEAVES_AT_ONCE", leaves)
    assert digests() == published()


@pytest.mark.slow
@pytest.mark.parametrize("executor", ["processes", "dask"])
def test_other_processes_give_them(executor):
    with ExitStack() as stack:
        pool: Executor
        if executor == "processes":
            pool = stack.enter_context(ProcessPoolExecutor(2, mp_context=get_context("spawn")))
        else:
            distributed = pytest.importorskip("distributed")
            cluster = distributed.LocalCluster(
                n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0"
            )
            pool = stack.enter_context(distributed.Client(stack.enter_context(cluster))).get_executor()
        with using(pool):
            assert digests() == published()


@pytest.mark.slow
def test_plain_python_gives_them():
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    program = "import json; from tests.test_digests import digests; print(json.dumps(digests()))"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == published()


def test_a_digest_tells_the_last_digit():
    frame = pd.DataFrame({"mean": [1 / 3]})
    assert digest(frame) != digest(frame * (1 + 1e-14))
    assert digest(frame) == digest(pd.DataFrame({"mean": [np.float64(1) / 3]}))
