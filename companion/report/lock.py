"""One run at a time in a folder of reports."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
from collections.abc import Iterator

import psutil

from companion.report.errors import ReportError
from companion.report.project import Shelf
from companion.report.results import RESULTS_VARIABLE


@contextlib.contextmanager
def locked(shelf: Shelf) -> Iterator[None]:
    """Keep other runs out of a shelf, and clear what one that was killed left behind.

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
        end_orphans(shelf)
        for left in shelf.aside.iterdir():
            if left.is_symlink():  # to the temporary folder of a kernel
                shutil.rmtree(left.resolve(), ignore_errors=True)
                left.unlink()
            else:
                shutil.rmtree(left, ignore_errors=True)
        yield


def end_orphans(shelf: Shelf) -> None:
    """End the kernels of a shelf that have lost their parent.

    A kernel looks after its parent by itself, but not while it fights for the last of the memory.
    """
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError, KeyError):
            environment = process.environ()
            is_ours = environment.get(RESULTS_VARIABLE, "").startswith(f"{shelf.aside}{os.sep}")
            if is_ours and not psutil.pid_exists(int(environment["JPY_PARENT_PID"])):
                process.kill()
