"""What a run says of itself: in a log, only what is worth a line; and what remains."""

from __future__ import annotations

import errno
import io
import os
import tempfile
import threading
import time
from dataclasses import replace
from multiprocessing import Pipe
from pathlib import Path

import pytest

from companion.report import runner
from companion.report.execute import CURRENT, FAILED, PASSED, Job, Outcome, _kernel_settings
from companion.report.results import REPORTS_VARIABLE
from companion.report.runner import _Forecast, _Worker, locked


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands until it is set."""
    now = [0.0]
    monkeypatch.setattr(runner.time, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def published(make_project):
    """A project with published reports that took 10, 20 and 100 s."""
    project = make_project("showcase", "failing", "dying")
    for name, seconds in (("showcase", 10), ("failing", 20), ("dying", 100)):
        path = project.shelf("paper").report(name)
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"| wall time | {seconds}.0 s |", encoding="utf-8")
    return project


def jobs(project, profile="paper"):
    return [
        Job(project, project.shelf(profile), name, profile, {}) for name in ("showcase", "failing", "dying")
    ]


def lines(worker: _Worker, clock: list[float], said: list[tuple[float, tuple[int, int, str]]]) -> list[str]:
    """The lines that a log gets when a process says something at these times."""
    worker.messages, sender = Pipe(duplex=False)
    found = []
    for at, message in said:
        clock[0] = at
        sender.send(message)
        assert not worker.listen()
        if worker.has_news():
            found.append(str(worker))
    return found


def test_a_log_gets_no_line_per_cell_but_every_part_and_one_now_and_then(published, clock):
    worker = _Worker(jobs(published)[0], None, None, 0.0)
    said = [(0.1 * cell, (cell, 42, "")) for cell in range(30)]
    said += [(4.0, (30, 42, "the trees (part 1 of 2)")), (4.1, (30, 42, "their values (part 2 of 2)"))]
    said += [(4.2 + 0.1 * cell, (31 + cell, 42, "")) for cell in range(5)]
    said += [(15.0, (37, 42, "")), (15.1, (38, 42, "")), (26.0, (39, 42, ""))]
    assert lines(worker, clock, said) == [
        "showcase 30/42 cells, 4 s: the trees (part 1 of 2)",
        "showcase 30/42 cells, 4 s: their values (part 2 of 2)",
        "showcase 37/42 cells, 15 s",
        "showcase 39/42 cells, 26 s",
    ]


def test_what_remains_follows_the_published_times_and_the_pace_here(published, clock):
    forecast = _Forecast(jobs(published), workers=1)
    assert forecast.rest([]) == "; 3 notebooks to go, about 130 s"
    forecast.ended(Outcome("showcase", PASSED, seconds=20.0))
    assert forecast.rest([]) == "; 2 notebooks to go, about 240 s"
    clock[0] = 30.0
    assert forecast.rest([_Worker(jobs(published)[1], None, None, 0.0)]) == "; 2 notebooks to go, about 210 s"
    forecast.ended(Outcome("failing", CURRENT))
    assert forecast.rest([]) == "; 1 notebook to go, about 200 s"
    forecast.ended(Outcome("dying", PASSED, seconds=1.0))
    assert forecast.rest([]) == ""


def test_a_notebook_that_takes_longer_than_published_makes_the_rest_longer(published, clock):
    forecast, under_way = (
        _Forecast(jobs(published), workers=1),
        [_Worker(jobs(published)[0], None, None, 0.0)],
    )
    clock[0] = 50.0
    assert forecast.rest(under_way) == "; 3 notebooks to go, about 600 s"


def test_a_log_is_not_silent_while_a_long_cell_runs(published, monkeypatch):
    """A process that says nothing for three seconds, where a line is due every second."""

    def silent(job, messages):
        time.sleep(3)
        messages.send(Outcome(job.notebook, PASSED))

    def start(job):
        receiver, sender = Pipe(duplex=False)
        thread = threading.Thread(target=lambda: (silent(job, sender), sender.close()))
        thread.exitcode = 0
        thread.start()
        return _Worker(job, thread, receiver, time.monotonic())

    monkeypatch.setattr(runner, "SECONDS_BETWEEN_LINES", 1.0)
    monkeypatch.setattr(_Worker, "start", start)
    stream = io.StringIO()
    runner.run(jobs(published)[:1], workers=1, force=True, stream=stream)
    assert sum("cells" in line for line in stream.getvalue().splitlines()) >= 2, stream.getvalue()


def test_the_time_of_a_damaged_report_is_unknown(published):
    published.shelf("paper").report("dying").write_bytes(b"\xff | wall time | 1..2 s |")
    assert _Forecast(jobs(published), workers=1).rest([]) == "; 3 notebooks to go"


def test_side_by_side_the_longest_notebook_may_be_all_that_counts(published):
    assert _Forecast(jobs(published), workers=4).rest([]) == "; 3 notebooks to go, about 100 s"


def test_of_other_profiles_only_the_number_is_known(published):
    assert _Forecast(jobs(published, "quick"), workers=1).rest([]) == "; 3 notebooks to go"


def test_the_bar_counts_whole_notebooks_and_the_cells_of_those_under_way(published, clock):
    forecast = _Forecast(jobs(published), workers=1)
    forecast.ended(Outcome("showcase", PASSED, seconds=20.0))
    worker = _Worker(jobs(published)[1], None, None, 0.0, done=5, total=10)
    assert forecast.share([worker]) == pytest.approx(0.5)


def test_a_disk_that_is_full_is_a_reason_and_not_a_traceback(published, monkeypatch):
    def full(job, progress):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "report.ipynb")

    monkeypatch.setattr(runner, "execute", full)
    receiver, sender = Pipe(duplex=False)
    runner._work(jobs(published)[0], sender)
    assert receiver.recv() == Outcome("showcase", FAILED, reason="No space left on device: report.ipynb")


def test_sockets_have_short_paths_wherever_temporary_files_go(published, monkeypatch, tmp_path):
    long = tmp_path / ("x" * 100)
    long.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(long))
    monkeypatch.setattr(os, "environ", dict(os.environ))
    job = jobs(published)[0]
    job.shelf.aside.mkdir()
    with _kernel_settings(job, tmp_path) as config:
        assert len(config.KernelManager.ip) < 100
        assert Path(config.KernelManager.ip).parent.is_dir()
    assert list(long.iterdir()) == []


def test_with_values_of_no_profile_a_notebook_reads_the_results_of_the_profile(
    published, monkeypatch, tmp_path
):
    monkeypatch.setattr(os, "environ", dict(os.environ))
    reports = published.shelf("paper").folder
    shelf = replace(published.shelf("scratch"), read_from=reports)
    shelf.aside.mkdir(parents=True)
    with _kernel_settings(replace(jobs(published)[0], shelf=shelf), tmp_path):
        assert os.environ[REPORTS_VARIABLE] == str(reports)


def test_what_a_dying_kernel_writes_after_its_folder_was_removed_is_cleared_by_this_run_or_the_next(
    published, monkeypatch, tmp_path
):
    monkeypatch.setattr(os, "environ", dict(os.environ))
    job = jobs(published)[0]

    def interrupted():
        with pytest.raises(KeyboardInterrupt), _kernel_settings(job, tmp_path) as config:
            folder = Path(config.KernelManager.ip).parent
            raise KeyboardInterrupt
        folder.mkdir()  # the kernel was about to make it
        return folder

    with locked(job.shelf):
        folder = interrupted()
    assert not folder.exists()
    folder = interrupted()  # and now the run itself was killed
    with locked(job.shelf):
        assert not folder.exists()
        assert list(job.shelf.aside.iterdir()) == []
