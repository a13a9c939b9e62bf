"""Jobs side by side: results in order, kept as they come and only as long as they hold, and how far the work is."""

import importlib
import io
import itertools
import shutil
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
import pytest

from gametree import _compile
from gametree.experiment import runner
from gametree.experiment.runner import Progress, Screen, results, run

done = []


@pytest.fixture(autouse=True)
def nothing_done():
    done.clear()


class Square(NamedTuple):
    number: int
    size: float = 1.0
    name: str = "a square"


def square(job):
    done.append(job.number)
    if job.number < 0:
        raise ArithmeticError(f"{job.number} is negative")
    return job.number, np.full(3, job.number**2)


def squares(numbers, work=square, **options):
    return [
        (job.number, int(n), found.tolist()) for job, (n, found) in run(work, map(Square, numbers), **options)
    ]


def expected(numbers):
    return [(n, n, [n * n] * 3) for n in numbers]


def test_results_come_in_the_order_of_the_jobs_whatever_the_order_in_which_they_finish():
    second_has_finished = threading.Event()

    def work(number):
        if number == 1:
            assert second_has_finished.wait(60)
        if number == 2:
            second_has_finished.set()
        return -number

    with ThreadPoolExecutor(2) as pool:
        assert results(work, [1, 2, 3], pool) == [-1, -2, -3]


def test_jobs_are_drawn_as_the_work_proceeds():
    drawn = []
    jobs = (drawn.append(n) or n for n in itertools.count())
    for _, found in itertools.islice(run(lambda n: n + 1, jobs), 10):
        assert len(drawn) == found + runner.JOBS_AT_ONCE - 1


def test_finished_jobs_are_found_again(tmp_path):
    assert squares(range(5), checkpoint=tmp_path) == expected(range(5))
    assert sorted(done) == [0, 1, 2, 3, 4]
    done.clear()
    assert squares(range(3, 8), checkpoint=tmp_path) == expected(range(3, 8))
    assert sorted(done) == [5, 6, 7]


def power(number, exponent):
    done.append(number)
    return {"power": number**exponent}


def test_results_of_any_kind_are_found_again_and_those_of_other_fixed_arguments_are_not(tmp_path):
    with runner.using(checkpoint=tmp_path):
        for exponent in (2, 3, 2, 3):
            work = partial(power, exponent=exponent)
            assert results(work, [3, 4]) == [{"power": 3**exponent}, {"power": 4**exponent}]
    assert sorted(done) == [3, 3, 4, 4]


def test_a_job_is_found_again_whether_or_not_its_parts_are_one_object(tmp_path):
    name = "".join(["a ", "square"])
    assert name is not (other := "".join(["a", " square"]))
    assert runner._bytes_of((name, name)) == runner._bytes_of((name, other))


def test_a_finished_job_is_kept_while_an_earlier_one_is_under_way(tmp_path):
    def work(job):
        until = time.monotonic() + 60
        while job.number == 0 and not list(tmp_path.glob("*.kept")):
            assert time.monotonic() < until
            time.sleep(0.01)
        return square(job)

    with ThreadPoolExecutor(2) as pool:
        assert squares([0, 1], work, executor=pool, checkpoint=tmp_path) == expected([0, 1])
    assert done == [1, 0]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_job_that_fails_leaves_the_finished_ones_kept(workers, tmp_path):
    others = threading.Event()

    def work(job):
        if job.number == 2:
            others.set()
        if job.number == -1 and workers == 2:
            assert others.wait(60)
        return square(job)

    with ThreadPoolExecutor(workers) as pool, pytest.raises(ArithmeticError, match="-1 is negative"):
        squares([0, 1, -1, 2], work, executor=pool, checkpoint=tmp_path)
    finished = set(done) - {-1}
    assert len(list(tmp_path.iterdir())) == len(finished) >= 2
    done.clear()
    assert squares([0, 1, 2], work, checkpoint=tmp_path) == expected([0, 1, 2])
    assert not finished & set(done)


def test_ctrl_c_leaves_the_finished_jobs_kept_and_drops_those_that_have_not_begun(tmp_path):
    begun, dropped, all_dropped = threading.Event(), [], threading.Event()

    class Pool(ThreadPoolExecutor):
        def submit(self, *call):
            future = super().submit(*call)
            future.add_done_callback(note)
            return future

    def note(future):
        dropped.extend([future] * future.cancelled())
        if len(dropped) == 18:
            all_dropped.set()

    def work(job):
        if job.number == 1:
            begun.set()
            assert all_dropped.wait(60)
        return square(job)

    def numbers():
        yield from range(20)
        assert begun.wait(60)
        raise KeyboardInterrupt

    with Pool(1) as pool:
        with pytest.raises(KeyboardInterrupt):
            squares(numbers(), work, executor=pool, checkpoint=tmp_path)
        assert done == [0, 1]
        assert squares(range(3), work, executor=pool, checkpoint=tmp_path) == expected(range(3))
    assert done == [0, 1, 2]


def test_work_that_nobody_waits_for_any_more_is_dropped(tmp_path):
    with ThreadPoolExecutor(1) as pool:
        for job, _ in run(
            square, map(Square, range(2 * runner.JOBS_AT_ONCE)), executor=pool, checkpoint=tmp_path
        ):
            if job.number == 3:
                break
        n_done = len(done)
        assert len(list(tmp_path.iterdir())) == n_done
    assert len(done) == n_done


SOURCES = {
    "__init__.py": "",
    "work.py": "from lab.kernel import power\n\ndef work(job):\n    return (job.number ** power(),)\n",
    "kernel.py": "from lab.constant import POWER\n\ndef power():\n    return POWER\n",
    "constant.py": "POWER = 2\n",
    "other.py": "",
}


def test_a_checkpoint_is_not_taken_when_a_source_that_the_work_imports_has_changed(tmp_path, monkeypatch):
    package = tmp_path / "lab"
    package.mkdir()
    for name, text in SOURCES.items():
        (package / name).write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def found():
        for name in [name for name in sys.modules if name.split(".")[0] == "lab"]:
            del sys.modules[name]
        importlib.invalidate_caches()
        _compile._imports.cache_clear()
        _compile.fingerprint.cache_clear()
        work = importlib.import_module("lab.work").work
        return [int(n) for _, (n,) in run(work, map(Square, (3, 4)), checkpoint=tmp_path / "kept")]

    assert found() == [9, 16]
    (package / "constant.py").write_text("POWER = 3\n")
    assert found() == [27, 64]
    (package / "other.py").write_text("# not imported\n")
    assert found() == [27, 64]
    assert len(list((tmp_path / "kept").iterdir())) == 4


def swapped(files):
    first, second = (path.read_bytes() for path in files)
    files[0].write_bytes(second)
    files[1].write_bytes(first)


def foreign(files):
    with open(files[0], "wb") as file:
        np.savez(file, 7, np.array([49, 49, 49]))


DAMAGE = {
    "emptied": lambda files: files[0].write_bytes(b""),
    "cut off": lambda files: files[0].write_bytes(files[0].read_bytes()[:-1]),
    "one bit changed": lambda files: files[0].write_bytes(
        files[0].read_bytes().replace(b"\x04" + b"\0" * 7, b"\x05" + b"\0" * 7)
    ),
    "a text": lambda files: files[0].write_text("n = 7"),
    "an archive of something else": foreign,
    "results of another job": swapped,
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_what_is_damaged_or_foreign_is_as_good_as_missing(damage, tmp_path):
    squares([2], checkpoint=tmp_path)
    (first,) = tmp_path.iterdir()
    squares([3], checkpoint=tmp_path)
    before = first.read_bytes()
    DAMAGE[damage]([first, *(path for path in tmp_path.iterdir() if path != first)])
    assert first.read_bytes() != before
    done.clear()
    assert squares([2, 3], checkpoint=tmp_path) == expected([2, 3])
    assert 2 in done
    assert first.read_bytes() == before


def test_work_goes_on_with_a_warning_when_nothing_can_be_written(tmp_path):
    folder = tmp_path / "kept"

    def work(job):
        shutil.rmtree(folder, ignore_errors=True)
        return square(job)

    with pytest.warns(
        UserWarning, match="the work goes on, but not all of it is kept in .*kept: No such file"
    ):
        assert squares(range(3), work, checkpoint=folder) == expected(range(3))


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def clock(monkeypatch):
    """A clock that goes on by a second whenever something is told."""
    seconds = itertools.count()
    monkeypatch.setattr(runner, "time", SimpleNamespace(monotonic=lambda: float(next(seconds))))
    monkeypatch.setattr(runner, "SECONDS_BETWEEN_LINES", 2.0)


def test_a_log_gets_a_line_now_and_then_with_what_remains(capsys, clock):
    with Progress("squares", 8) as progress:
        squares(range(8), progress=progress)
    assert capsys.readouterr().out.splitlines() == [
        "squares:  25% after 2 s, 6 s left, a square",
        "squares:  50% after 4 s, 4 s left, a square",
        "squares:  75% after 6 s, 2 s left, a square",
        "squares: 100% after 8 s, a square",
    ]


def test_what_was_kept_is_done_but_says_nothing_about_the_pace(capsys, clock, tmp_path):
    squares(range(4), checkpoint=tmp_path)
    with Progress("squares", 8) as progress:
        squares(range(8), progress=progress, checkpoint=tmp_path)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "squares:  25% after 2 s, a square"
    assert lines[2] == "squares:  75% after 6 s, 6 s left, a square"


def test_a_terminal_gets_a_bar_with_what_remains(monkeypatch, clock):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with Progress("squares", 4) as progress:
        squares(range(3), progress=progress)
    assert terminal.getvalue().split("\r\x1b[K")[1:] == [
        "[#####...............] squares:  25% after 1 s, 3 s left, a square",
        "[##########..........] squares:  50% after 2 s, 2 s left, a square",
        "[###############.....] squares:  75% after 3 s, 1 s left, a square\n",
    ]


@pytest.mark.parametrize("name", ["stdout", "stderr"])
@pytest.mark.parametrize("closed", [True, False])
def test_without_a_console_work_goes_on_untold(name, closed, monkeypatch, clock):
    stream = io.StringIO() if closed else None
    if stream:
        stream.close()
    monkeypatch.setattr(sys, name, stream)
    with Progress("squares", 4) as progress:
        assert squares(range(3), progress=progress)


def test_a_bar_is_not_longer_than_the_line(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    terminal = Terminal()
    Screen(terminal).bar(0.5, "x" * 100)
    assert terminal.getvalue() == "\r\x1b[K[##########..........] " + "x" * 16


def test_a_line_stays_beside_a_bar():
    terminal = Terminal()
    screen = Screen(terminal)
    screen.bar(0.5, "02_b 5/10 cells, 1 s")
    screen.line("02_b passed")
    assert terminal.getvalue().endswith("] 02_b 5/10 cells, 1 s\r\x1b[K02_b passed\n")


def test_a_bar_is_a_plain_line_in_a_log():
    log = io.StringIO()
    Screen(log).bar(0.5, "02_b 7/31 cells, 12 s")
    assert log.getvalue() == "02_b 7/31 cells, 12 s\n"
