"""Compiled kernels are kept on disk, and what is loaded from there does what was compiled."""

import os
import subprocess
import sys

import pytest

from gametree._compile import FINGERPRINT, KernelFiles

EVERYTHING = """
import gc
import gametree as gt
from numba.core.registry import CPUDispatcher

for kind in ("uniform", "nonuniform"):
    tree = gt.generate(kind, width=3, depth=5, scheme="unordered", seed=3)
    for name in gt.STRATEGIES:
        print(kind, name, gt.search(tree, name))

kernels = [k for k in gc.get_objects() if isinstance(k, CPUDispatcher) and k.py_func.__module__.startswith("gametree")]
for kernel in kernels:
    for signature in kernel.signatures:
        assert "Literal" not in str(signature), (kernel, signature)
print("compiled:", sum(sum(k.stats.cache_misses.values()) for k in kernels))
"""


@pytest.mark.slow
def test_kernels_loaded_from_disk_give_what_compiled_ones_gave(tmp_path):
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    runs = [
        subprocess.run(
            [sys.executable, "-c", EVERYTHING], capture_output=True, text=True, env=environment, check=True
        ).stdout.splitlines()
        for _ in range(2)
    ]
    assert runs[0][:-1] == runs[1][:-1]
    assert runs[0][-1] != "compiled: 0"
    assert runs[1][-1] == "compiled: 0"


def test_kernel_files_are_kept_per_signature(tmp_path):
    files = KernelFiles(str(tmp_path), "module.function-12")
    files.save("one signature", {"code": 1})
    files.save("another", {"code": 2})
    again = KernelFiles(str(tmp_path), "module.function-12")
    assert [again.load(key) for key in ("one signature", "another", "a third")] == [
        {"code": 1},
        {"code": 2},
        None,
    ]
    assert KernelFiles(str(tmp_path), "module.function-13").load("another") is None


def test_kernel_files_of_other_states_of_the_package_are_removed(tmp_path):
    old = tmp_path / "f-1.0123456789abcdef.0000.nbc"
    other = tmp_path / "g-1.0123456789abcdef.0000.nbc"
    for path in (old, other):
        path.write_bytes(b"")
    KernelFiles(str(tmp_path), "f-1").save("signature", 1)
    assert not old.exists()
    assert other.exists()
    assert [FINGERPRINT in path.name for path in tmp_path.glob("f-1.*")] == [True]


def test_flush_removes_what_was_saved(tmp_path):
    files = KernelFiles(str(tmp_path), "f-1")
    files.save("signature", 1)
    files.flush()
    assert files.load("signature") is None
