"""Compiling ahead does nothing twice."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gametree import warm


class StartedError(Exception):
    """Processes that compile would have been started."""


@pytest.fixture
def noted(tmp_path, monkeypatch):
    """The file that tells what was compiled last, with no process to compile anything."""

    def start(*arguments, **options):
        raise StartedError

    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(warm, "ProcessPoolExecutor", start)
    return tmp_path / "warm"


def test_nothing_is_compiled_when_nothing_has_changed(noted, capsys):
    noted.write_text(warm.state(), encoding="utf-8")
    warm.main()
    assert capsys.readouterr().out == "All kernels are compiled already.\n"


def test_a_changed_source_is_compiled(noted, tmp_path, monkeypatch):
    noted.write_text(warm.state(), encoding="utf-8")
    (tmp_path / "kernel.py").write_text("changed", encoding="utf-8")
    monkeypatch.setattr(warm, "PACKAGE", tmp_path)
    with pytest.raises(StartedError):
        warm.main()


def test_an_interrupted_compilation_is_not_taken_for_done(noted):
    with pytest.raises(StartedError):
        warm.main()
    assert not noted.exists()


def test_what_takes_checked_arguments_is_given_right_ones():
    assert warm.warm_decisions() and warm.warm_product()
    assert all(warm.warm_chance(method) for method in warm.chance.METHODS)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT])
def test_its_processes_end_with_it(tmp_path, ending):
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-m", "gametree.warm"]

    def hear_interrupts():  # which a shell keeps from what it starts in the background, these tests perhaps
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    with subprocess.Popen(
        command,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        preexec_fn=hear_interrupts,
    ) as process:
        process.stdout.readline()  # says that the processes have been started
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text(encoding="utf-8")
        process.send_signal(ending)
        assert process.wait() != 0
    assert len(children.split()) > 1
    # Those that compile would go on for minutes; what keeps account of shared memory ends a moment after them.
    deadline = time.monotonic() + 30
    while left := [child for child in children.split() if Path(f"/proc/{child}").exists()]:
        assert time.monotonic() < deadline, left
        time.sleep(0.1)
