"""Many notebooks, some at a time, each in a process of its own; visible progress, and a table at the end."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
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

from companion.report.execute import CURRENT, FAILED, PASSED, SKIPPED, Job, Outcome, execute, forget
from companion.report.fingerprint import out_of_date
from companion.report.lock import end_orphans
from companion.report.project import PAPER, SCORECARD
from companion.report.provenance import wall_time
from gametree.experiment.runner import Screen


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
    outcomes = _run_all(first, workers, force, show)
    broken = ", ".join(outcome.notebook for outcome in outcomes if outcome.status == FAILED)
    if broken:
        outcomes += [
            Outcome(job.notebook, SKIPPED, reason=f"it judges the others, and failed: {broken}")
            for job in last
        ]
    else:
        outcomes += _run_all(last, workers, force, show)
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


@dataclass
class _Worker:
    job: Job
    process: BaseProcess
    messages: Connection
    started: float
    outcome: Outcome | None = None

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

    def listen(self, show: Screen) -> bool:
        """Handle what the process said, and return whether it has ended."""
        try:
            message = self.messages.recv()
        except EOFError:
            self.process.join()
            return True
        if isinstance(message, Outcome):
            self.outcome = message
        else:
            done, total, told = message
            seconds = time.monotonic() - self.started
            now = f": {told}" if told else ""
            show.bar(done / max(total, 1), f"{self.job.notebook} {done}/{total} cells, {seconds:.0f} s{now}")
        return False

    def result(self) -> Outcome:
        """Return what the process reported, or that it died without a report."""
        seconds = time.monotonic() - self.started
        if self.outcome is None:
            end_orphans(self.job.shelf)
        died = f"the process that ran it ended with status {self.process.exitcode}"
        return replace(self.outcome or Outcome(self.job.notebook, FAILED, reason=died), seconds=seconds)


def _remaining(waiting: Sequence[Job], running: Sequence[_Worker], workers: int) -> str:
    """Say about how long the rest will take, from the times of the published reports; nothing if they tell nothing."""
    rest = [wall_time(job.project.shelf(PAPER), job.notebook) for job in waiting]
    for worker in running:
        whole = wall_time(worker.job.project.shelf(PAPER), worker.job.notebook)
        rest.append(None if whole is None else max(0.0, whole - (time.monotonic() - worker.started)))
    known = [seconds for seconds in rest if seconds is not None]
    is_paper = all(job.profile == PAPER for job in (*waiting, *(worker.job for worker in running)))
    if not rest or len(known) < len(rest) or not is_paper:
        return ""
    return f"; about {max(*known, sum(known) / workers, 0.0):.0f} s remain for {len(rest)} more"


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
        messages.send(execute(job, lambda *message: messages.send(message)))


def _end_with_parent() -> None:
    """End this process, its kernel and its folders when its parent was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(SECONDS_TO_END)
        os.kill(os.getpid(), signal.SIGKILL)


def _run_all(jobs: Sequence[Job], workers: int, force: bool, show: Screen) -> list[Outcome]:
    outcomes, waiting = [], []
    for job in jobs:
        reason = "asked for" if force else out_of_date(job.project, job.shelf, job.notebook, job.values)
        if reason is None:
            show.line(f"{job.notebook} is up to date")
            forget(job)
            outcomes.append(Outcome(job.notebook, CURRENT))
        else:
            waiting.append((job, reason))
    running: dict[Connection, _Worker] = {}
    try:
        while waiting or running:
            while waiting and len(running) < workers:
                job, reason = waiting.pop(0)
                show.line(f"{job.notebook} starts: {reason}")
                worker = _Worker.start(job)
                running[worker.messages] = worker
            for ready in wait(list(running)):
                worker = running[ready]  # type: ignore[index]
                if worker.listen(show):
                    del running[worker.messages]
                    outcome = worker.result()
                    outcomes.append(outcome)
                    left = _remaining([job for job, _ in waiting], list(running.values()), workers)
                    show.line(f"{outcome.notebook} {outcome.status}, {outcome.seconds:.0f} s{left}")
    finally:
        # Only after an interruption is anything left; a kernel ends by itself when its parent does.
        for worker in running.values():
            worker.process.terminate()
            worker.process.join()
    return outcomes
