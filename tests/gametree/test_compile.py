"""Compiled kernels are kept on disk, and what is loaded from there does what was compiled."""

import gc
import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest
from numba.core.registry import CPUDispatcher

import gametree as gt
from gametree import _compile
from gametree._compile import KernelFiles, fingerprint, pointer
from gametree.search import STRATEGIES

SEARCHES = """
import gc
import gametree as gt
from numba.core.registry import CPUDispatcher

tree = gt.generate("uniform", width=3, depth=5, scheme="unordered", seed=3)
for name in ("alphabeta", "sss*"):
    print(name, gt.search(tree, name))

kernels = [k for k in gc.get_objects() if isinstance(k, CPUDispatcher) and k.py_func.__module__.startswith("gametree")]
print("compiled:", sum(sum(k.stats.cache_misses.values()) for k in kernels))
"""


@pytest.mark.slow
def test_kernels_loaded_from_disk_give_what_compiled_ones_gave(tmp_path):
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    runs = [
        subprocess.run(
            [sys.executable, "-c", SEARCHES], capture_output=True, text=True, env=environment, check=True
        ).stdout.splitlines()
        for _ in range(2)
    ]
    assert runs[0][:-1] == runs[1][:-1]
    assert runs[0][-1] != "compiled: 0"
    assert runs[1][-1] == "compiled: 0"


def test_no_kernel_of_a_search_is_compiled_for_one_value_of_an_argument():
    for kind in ("uniform", "nonuniform"):
        tree = gt.generate(kind, width=3, depth=3, scheme="unordered", seed=3)
        for name in gt.STRATEGIES:
            gt.search(tree, name)
    # By type: isinstance would ask weak proxies for objects that are gone.
    kernels: list[Any] = [kernel for kernel in gc.get_objects() if issubclass(type(kernel), CPUDispatcher)]
    # Of these packages alone: which other kernels this process has compiled depends on the tests before.
    searches = ("gametree.search.", "gametree.generate.")
    own = [kernel for kernel in kernels if kernel.py_func.__module__.startswith(searches)]
    assert sum(len(kernel.signatures) for kernel in own) > len(gt.STRATEGIES)
    for kernel in own:
        assert "Literal" not in str(kernel.signatures), kernel


def test_kernel_files_are_kept_per_signature(tmp_path):
    files = KernelFiles(str(tmp_path), "module.function-12", "a")
    files.save("one signature", {"code": 1})
    files.save("another", {"code": 2})
    again = KernelFiles(str(tmp_path), "module.function-12", "a")
    assert [again.load(key) for key in ("one signature", "another", "a third")] == [
        {"code": 1},
        {"code": 2},
        None,
    ]
    assert KernelFiles(str(tmp_path), "module.function-13", "a").load("another") is None


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("stream", "shown"), [(Terminal, True), (io.StringIO, False)])
def test_a_terminal_is_told_what_is_compiled_until_it_is(tmp_path, monkeypatch, stream, shown):
    monkeypatch.setattr("sys.stderr", stream())
    files = KernelFiles(str(tmp_path), "scout.start_scout-108.py311", "a")
    files.load("signature")
    assert sys.stderr.getvalue() == "\r\033[Kcompiling start_scout ..." * shown
    files.save("signature", 1)
    files.load("signature")
    assert sys.stderr.getvalue().endswith("compiling start_scout ...\r\033[K" * shown)


@pytest.mark.parametrize("damage", ["one bit", "half", "nothing left", "an older format"])
def test_a_damaged_kernel_file_counts_as_missing(tmp_path, damage):
    files = KernelFiles(str(tmp_path), "f-1", "a")
    files.save("signature", {"code": 1})
    (path,) = tmp_path.glob("*.nbc")
    content = bytearray(path.read_bytes())
    if damage == "one bit":
        for bit in range(8 * len(content)):
            content[bit // 8] ^= 1 << bit % 8
            path.write_bytes(content)
            assert files.load("signature") is None
            content[bit // 8] ^= 1 << bit % 8
        return
    path.write_bytes({"half": content[: len(content) // 2], "nothing left": b""}.get(damage, content[32:]))
    assert files.load("signature") is None


def test_a_kernel_that_cannot_be_saved_is_a_warning(tmp_path):
    _compile._not_kept.cache_clear()
    with pytest.warns(UserWarning, match="compiled kernels can't be kept on disk"):
        KernelFiles(str(tmp_path / "missing"), "f-1", "a").save("signature", 1)


def test_without_a_place_for_kernels_they_are_compiled_all_the_same(monkeypatch):
    def no_locator(*arguments: Any, **options: Any) -> Any:
        if options.get("cache"):
            raise RuntimeError("cannot cache function: no locator available")
        return numba.jit(*arguments, **(options | {"nopython": True}))

    _compile._not_kept.cache_clear()
    monkeypatch.setattr(_compile.numba, "njit", no_locator)
    with pytest.warns(UserWarning, match="NUMBA_CACHE_DIR names another"):
        double = _compile.compiled(lambda x: 2 * x)
    assert double(4) == 8


def test_kernel_files_of_other_states_of_the_sources_are_removed(tmp_path):
    old = tmp_path / "f-1.0123456789abcdef.0000.nbc"
    other = tmp_path / "g-1.0123456789abcdef.0000.nbc"
    for path in (old, other):
        path.write_bytes(b"")
    KernelFiles(str(tmp_path), "f-1", "a").save("signature", 1)
    assert not old.exists()
    assert other.exists()
    assert [".a." in path.name for path in tmp_path.glob("f-1.*")] == [True]


def test_a_kernel_is_compiled_anew_when_something_it_imports_changed_and_only_then(tmp_path, monkeypatch):
    package = tmp_path / "gametree"
    monkeypatch.setattr(_compile, "PACKAGE", package)
    sources = {
        "kernel.py": "if TYPE_CHECKING:\n    from gametree.other import run\n\n"
        "from gametree.inner import (\n    constant,\n    helper as h,\n)\n",
        "inner/__init__.py": "from gametree.inner.deep import constant\nfrom gametree.inner import helper\n",
        "inner/deep.py": "def later():\n    import gametree.last\n",
        "inner/helper.py": "",
        "last.py": "",
        "other.py": "from gametree.kernel import run\n",
    }
    (package / "inner").mkdir(parents=True)
    for name, text in sources.items():
        (package / name).write_text(text)

    def state():
        _compile._imports.cache_clear()
        fingerprint.cache_clear()
        return fingerprint(package / "kernel.py")

    before = state()
    assert state() == before
    for name, text in sources.items():
        (package / name).write_text(text + "# changed\n")
        assert (state() == before) == (name == "other.py"), name
        (package / name).write_text(text)
    assert state() == before
    fingerprint.cache_clear()
    _compile._imports.cache_clear()


def test_imports_of_a_real_module_are_found():
    called = _compile._imports(Path(_compile.__file__).parent / "search" / "scout.py")
    assert {"start.py", "log.py"} <= {file.name for file in called}


class Inner(NamedTuple):
    numbers: Any
    scale: Any


class Outer(NamedTuple):
    inner: Any
    absent: Any
    weights: Any


@numba.njit
def read_and_write(arrays):
    given = pointer(arrays)
    given.weights[1] = given.inner.numbers[2] * given.inner.scale
    return given


@numba.njit
def read_weight(arrays):
    return read_and_write(arrays).weights[1]


def test_pointers_stand_for_the_arrays_of_a_named_tuple_and_of_those_within():
    arrays = Outer(Inner(np.array([3, 4, 5]), 0.5), (), np.zeros(2))
    assert read_weight(arrays) == 2.5
    assert arrays.weights.tolist() == [0, 2.5]
    (signature,) = read_and_write.nopython_signatures
    assert str(signature.return_type) == "Outer(Inner(int64*, float64), Tuple(), float64*)"


@pytest.mark.parametrize(("name", "file"), [("alphabeta", "alphabeta.py"), ("sss-2", "s_alphabeta.py")])
def test_a_start_is_kept_on_disk_under_its_own_name_and_the_state_of_its_own_file(name, file):
    files = STRATEGIES[name].start._cache._cache_file
    assert files._state == fingerprint(Path(_compile.__file__).parent / "search" / file)
    assert f"start_{name.replace('-', '_')}-" in files._function


def test_flush_removes_what_was_saved(tmp_path):
    files = KernelFiles(str(tmp_path), "f-1", "a")
    files.save("signature", 1)
    files.flush()
    assert files.load("signature") is None
