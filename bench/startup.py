"""What it takes to begin: importing, compiling everything once, loading it from disk the next time."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

import numpy as np

IMPORT = """
import time
begin, busy = time.perf_counter(), time.process_time()
import gametree
print(time.perf_counter() - begin, time.process_time() - busy)
"""

EVERYTHING = """
import time
import gametree as gt
import gametree.experiment

begin, busy = time.perf_counter(), time.process_time()
for kind in ("uniform", "nonuniform"):
    tree = gt.generate(kind, width=3, depth=3, scheme="unordered", seed=1)
    for name in gt.STRATEGIES:
        gt.search(tree, name)
print(time.perf_counter() - begin, time.process_time() - busy)
begin, busy = time.perf_counter(), time.process_time()
for kind in ("uniform", "nonuniform"):
    gt.sweep(kind, "unordered", sizes=[(3, 3)], strategies=list(gt.STRATEGIES), trees=1, seed=1, progress=False)
print(time.perf_counter() - begin, time.process_time() - busy)
"""


def _told(script: str, cache: str | None = None) -> list[float]:
    environment = os.environ | ({"NUMBA_CACHE_DIR": cache} if cache else {})
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment
    )
    return [float(number) for number in run.stdout.split()]


def import_seconds(repetitions: int) -> tuple[str, float, float]:
    """Return (what, seconds passed, seconds of processor time) for `import gametree`.

    Medians over fresh processes, after one that fills the file cache.
    """
    passed, busy = np.median([_told(IMPORT) for _ in range(repetitions + 1)][1:], axis=0)
    return "import gametree", float(passed), float(busy)


def kernel_seconds() -> list[tuple[str, float, float]]:
    """Return (what, seconds passed, seconds of processor time) for compiling all kernels and for loading them again.

    Everything means: every strategy for one search (with line and move) and for sweeps (counters only), on
    uniform and on nonuniform trees, and the generators.
    """
    with tempfile.TemporaryDirectory() as cache:
        first, second = _told(EVERYTHING, cache), _told(EVERYTHING, cache)
    return [
        ("compile all searches, once", first[0], first[1]),
        ("compile all sweeps, once", first[2], first[3]),
        ("load all searches from disk", second[0], second[1]),
        ("load all sweeps from disk", second[2], second[3]),
    ]
