"""Many notebooks, some at a time, each in a process of its own; visible progress, and a table at the end.

One run at a time works in a folder of reports.
"""

from __future__ import annotations

import contextlib
import fcntl
import multiprocessing
import os
import shutil
import signal
import sys
import textwrap
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import TextIO

import psutil

from companion.report.execute import CURRENT, FAILED, PASSED, SKIPPED, Job, Outcome, execute, forget
from companion.report.fingerprint import out_of_date
from companion.report.project import PAPER, SCORECARD, ReportError, Shelf, in_words
from companion.report.results import RESULTS_VARIABLE
from companion.report.tidy import wall_time
from gametree.experiment.runner import Screen


@contextlib.contextmanager
def locked(shelf: Shelf) -> Iterator[None]:
    """Keep other runs out of a shelf, and clear what this one, or one that was killed, leaves behind.

    Raises
    ------
    ReportError
        If another run holds the folder, or it can't be written to.
    """
    try:
        shelf.aside.mkdir(parents=True, exist_ok=True)
        file = (shelf.folder / ".lock").open("a+", encoding="utf-8")
    except OSError as error:
        raise ReportError(f"{shelf.folder} can't be written to: {error.strerror}.") from None
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.seek(0)
            who = file.read().strip() or "unknown"
            raise ReportError(
                f"{shelf.folder} is in use by another run (process {who}); wait until it has ended, or stop it."
            ) from None
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        clear(shelf)
        try:
            yield
        finally:
            clear(shelf)


def clear(shelf: Shelf) -> None:
    """Remove what runs left aside, and the temporary folders of their kernels, when no kernel can write there any more."""
    end_orphans(shelf)
    for left in shelf.aside.iterdir() if shelf.aside.is_dir() else ():
        if left.is_symlink():  # to the temporary folder of a kernel
            shutil.rmtree(left.resolve(), ignore_errors=True)
            left.unlink()
        else:
            shutil.rmtree(left, ignore_errors=True)


def end_orphans(shelf: Shelf) -> None:
    """End the kernels of a shelf that have lost their parent, and wait until they have ended.

    A kernel looks after its parent by itself, but only once a second, and not while it fights for the last of the memory.
    """
    orphans = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError, KeyError):
            environment = process.environ()
            is_ours = environment.get(RESULTS_VARIABLE, "").startswith(f"{shelf.aside}{os.sep}")
            if is_ours and not psutil.pid_exists(int(environment["JPY_PARENT_PID"])):
                process.kill()
                orphans.append(process)
    psutil.wait_procs(orphans, timeout=SECONDS_TO_END)


def run(
    jobs: Sequence[Job], workers: int, force: bool = False, stream: TextIO | None = None
) -> list[Outcome]:
    """Execute every job that is out of date (with ``force``, every job), at most ``workers`` at a time.

    A notebook that fails, or whose process dies, does not stop the others. The scorecard comes last, and not
    at all if another notebook failed: it would judge old results.

    Returns
    -------
    list of Outcome
        One per job, in the order of the jobs.
    """
    show = Screen(stream or sys.stdout)
    first = [job for job in jobs if job.notebook != SCORECARD]
    last = [job for job in jobs if job.notebook == SCORECARD]
    forecast = _Forecast(jobs, workers)
    outcomes = _run_all(first, workers, force, show, forecast)
    broken = ", ".join(outcome.notebook for outcome in outcomes if outcome.status == FAILED)
    if broken:
        outcomes += [
            Outcome(job.notebook, SKIPPED, reason=f"it judges the others, and failed: {broken}")
            for job in last
        ]
    else:
        outcomes += _run_all(last, workers, force, show, forecast)
    by_name = {outcome.notebook: outcome for outcome in outcomes}
    return [by_name[job.notebook] for job in jobs]


def table(outcomes: Iterable[Outcome]) -> str:
    """Return the closing table: which notebooks passed and failed, at which cell and why."""
    rows = [("notebook", "status", "cell", "time", "why")]
    for outcome in outcomes:
        cell = "" if outcome.cell is None else str(outcome.cell)
        seconds = f"{outcome.seconds:.0f} s" if outcome.status in (PASSED, FAILED) else ""
        why = textwrap.shorten(outcome.reason, 160, placeholder=" ...")
        rows.append((outcome.notebook, outcome.status, cell, seconds, why))
    widths = [max(len(row[i]) for row in rows) for i in range(4)]
    lines = [
        "  ".join([*(text.ljust(width) for text, width in zip(row, widths, strict=False)), row[4]])
        for row in rows
    ]
    return "\n".join(line.rstrip() for line in lines)


SECONDS_BETWEEN_LINES = 10.0
"""Between two lines of a log about the same part of the same notebook."""


@dataclass
class _Worker:
    job: Job
    process: BaseProcess
    messages: Connection
    started: float
    outcome: Outcome | None = None
    done: int = 0
    total: int = 1
    announced: str = ""
    shown: tuple[float, str] = (0.0, "")

    @classmethod
    def start(cls, job: Job) -> _Worker:
        # A fresh interpreter: a fork would share the parent's event loops and sockets with every kernel's
        # client.
        context = multiprocessing.get_context("spawn")
        receiver, sender = context.Pipe(duplex=False)
        process = context.Process(target=_work, args=(job, sender), name=job.notebook)
        process.start()
        sender.close()
        return cls(job, process, receiver, time.monotonic())

    def __str__(self) -> str:
        now = f": {self.announced}" if self.announced else ""
        return f"{self.job.notebook} {self.done}/{self.total} cells, {self.seconds():.0f} s{now}"

    def seconds(self) -> float:
        """Return how long it has been running."""
        return time.monotonic() - self.started

    def listen(self) -> bool:
        """Take in what the process said, and return whether it has ended."""
        try:
            message = self.messages.recv()
        except EOFError:
            self.process.join()
            return True
        if isinstance(message, Outcome):
            self.outcome = message
        else:
            self.done, self.total, self.announced = message
        return False

    def has_news(self) -> bool:
        """Return whether a log should say something: another part is computed, or a while has passed."""
        at, announced = self.shown
        if self.announced in ("", announced) and self.seconds() - at < SECONDS_BETWEEN_LINES:
            return False
        self.shown = self.seconds(), self.announced or announced
        return True

    def result(self) -> Outcome:
        """Return what the process reported, or that it died without a report."""
        if self.outcome is None:
            end_orphans(self.job.shelf)
        died = f"the process that ran it ended with status {self.process.exitcode}"
        return replace(
            self.outcome or Outcome(self.job.notebook, FAILED, reason=died), seconds=self.seconds()
        )


class _Forecast:
    """How long the rest takes: by the published reports, and by how much longer than those it took here so far."""

    def __init__(self, jobs: Sequence[Job], workers: int) -> None:
        self._workers, self._all = workers, len(jobs)
        self._left = {
            job.notebook: wall_time(job.project.shelf(PAPER), job.notebook) if job.profile == PAPER else None
            for job in jobs
        }
        self._published = self._here = 0.0

    def ended(self, outcome: Outcome) -> None:
        """Count a notebook as done, or not to be done."""
        published = self._left.pop(outcome.notebook)
        if published and outcome.status == PASSED:
            self._published += published
            self._here += outcome.seconds

    def share(self, running: Iterable[_Worker]) -> float:
        """Return how much is done, in notebooks."""
        done = self._all - len(self._left) + sum(worker.done / worker.total for worker in running)
        return done / max(self._all, 1)

    def rest(self, running: Iterable[_Worker]) -> str:
        """Say what remains, if anything; its time only if it is known of all of it."""
        if not self._left:
            return ""
        notebooks = "1 notebook" if len(self._left) == 1 else f"{len(self._left)} notebooks"
        known = {name: seconds for name, seconds in self._left.items() if seconds is not None}
        if len(known) < len(self._left):
            return f"; {notebooks} to go"
        under_way = {worker.job.notebook: worker.seconds() for worker in running}
        pace = self._here / self._published if self._published else 1.0
        # A notebook that takes longer than at this pace says that the others will, too.
        slower = (self._here + sum(under_way.values())) / max(
            self._published + sum(known[name] for name in under_way), 1.0
        )
        rest = {name: max(pace, slower) * seconds for name, seconds in known.items()}
        for name, seconds in under_way.items():
            rest[name] = max(0.0, rest[name] - seconds)
        seconds = max(*rest.values(), sum(rest.values()) / self._workers)
        return f"; {notebooks} to go, about {seconds:.0f} s"


SECONDS_TO_END = 20
"""How long a process whose parent has died may take to end its kernel."""


@contextlib.contextmanager
def terminated_as_interrupted() -> Iterator[None]:
    """Let SIGTERM do what Ctrl-C does, so that nothing is left behind."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _work(job: Job, messages: Connection) -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()
    # Ctrl-C reaches every process of the terminal; the one that started this tells the user, or is gone.
    with terminated_as_interrupted(), contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        try:
            outcome = execute(job, lambda *message: messages.send(message))
        except BrokenPipeError:
            raise
        except OSError as error:  # a full disk, a folder that is gone
            outcome = Outcome(job.notebook, FAILED, reason=in_words(error))
        messages.send(outcome)


def _end_with_parent() -> None:
    """End this process, its kernel and its folders when its parent was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(SECONDS_TO_END)
        os.kill(os.getpid(), signal.SIGKILL)


def _run_all(
    jobs: Sequence[Job], workers: int, force: bool, show: Screen, forecast: _Forecast
) -> list[Outcome]:
    outcomes, waiting = [], []

    def end(outcome: Outcome) -> None:
        outcomes.append(outcome)
        forecast.ended(outcome)

    for job in jobs:
        reason = "asked for" if force else out_of_date(job.project, job.shelf, job.notebook, job.values)
        if reason is None:
            show.line(f"{job.notebook} is up to date")
            forget(job)
            end(Outcome(job.notebook, CURRENT))
        else:
            waiting.append((job, reason))
    # The longest first: what comes last is short, and no core waits for another.
    waiting.sort(key=lambda one: -(wall_time(one[0].project.shelf(PAPER), one[0].notebook) or 0.0))
    running: dict[Connection, _Worker] = {}
    try:
        while waiting or running:
            while waiting and len(running) < workers:
                job, reason = waiting.pop(0)
                show.line(f"{job.notebook} starts: {reason}")
                worker = _Worker.start(job)
                running[worker.messages] = worker
            for ready in wait(list(running), timeout=1.0):
                worker = running[ready]  # type: ignore[index]
                if worker.listen():
                    del running[worker.messages]
                    outcome = worker.result()
                    end(outcome)
                    rest = forecast.rest(running.values())
                    show.line(f"{outcome.notebook} {outcome.status}, {outcome.seconds:.0f} s{rest}")
            under_way = running.values()
            if show.is_terminal and running:
                show.bar(forecast.share(under_way), ", ".join(map(str, under_way)) + forecast.rest(under_way))
            elif not show.is_terminal:
                for worker in under_way:
                    if worker.has_news():
                        show.line(f"{worker}{forecast.rest(under_way)}")
    finally:
        # Only after an interruption is anything left; a kernel ends by itself when its parent does.
        for worker in running.values():
            worker.process.terminate()
            worker.process.join()
    return outcomes
