"""What a notebook calls to keep its numbers, and to read those of another.

A report's results are CSV files in ``reports/results/<notebook>/``. While the runner executes a notebook they
are written aside, and move into place together with the report when the whole notebook has succeeded. A
notebook that somebody runs by hand writes to ``reports/scratch/results/<notebook>/``, which is never
committed: so playing with parameters can't change a published result.
"""

from __future__ import annotations

import os
import platform
import re
from pathlib import Path
from typing import TYPE_CHECKING

from companion.report.project import PAPER, Project, ReportError
from gametree._checks import check_kind, shown

if TYPE_CHECKING:
    import pandas as pd

NOTEBOOK_VARIABLE = "GAMETREE_NOTEBOOK"
RESULTS_VARIABLE = "GAMETREE_RESULTS"
REPORTS_VARIABLE = "GAMETREE_REPORTS"
"""The runner tells the kernel: which notebook this is, where its results go, where all reports are."""

TIMINGS = "timings"
"""The name of the one result that may differ between two runs of the same profile."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")


def results(notebook: str) -> Path:
    """Return the folder for the results of ``notebook``, created if need be.

    Raises
    ------
    ReportError
        If the runner is executing another notebook than this one.
    """
    _check_name("notebook", notebook)

    running = os.environ.get(NOTEBOOK_VARIABLE)
    if running is None:
        folder = Project.find().shelf("scratch").results(notebook)
    elif running == notebook:
        folder = Path(os.environ[RESULTS_VARIABLE])
    else:
        raise ReportError(f"notebook is {notebook!r}; the notebook being executed is {running!r}.")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def save(frame: pd.DataFrame, notebook: str, name: str) -> Path:
    """Write ``frame`` to ``<name>.csv`` among the results of ``notebook``, and return the path.

    The index is not written: ``reset_index()`` first if it means something. Numbers are written so that
    reading them gives the same numbers. A reader never sees half a file.
    """
    import pandas as pd  # here and below, because the processes that run notebooks need none of it

    _check_name("name", name)
    check_kind("frame", frame, pd.DataFrame, "a DataFrame")
    target = results(notebook) / f"{name}.csv"
    partial = target.with_suffix(f".{os.getpid()}.part")
    frame.to_csv(partial, index=False, lineterminator="\n")
    return partial.replace(target)


def save_timings(frame: pd.DataFrame, notebook: str) -> Path:
    """Write times of the processor, and what was concluded from them, to ``timings.csv`` of ``notebook``.

    They differ from machine to machine and from run to run, so they are kept apart from what must come out the
    same everywhere, and say on what kind of machine they were taken.
    """
    import pandas as pd

    check_kind("frame", frame, pd.DataFrame, "a DataFrame")
    machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    return save(frame.assign(machine=machine), notebook, TIMINGS)


def load(notebook: str, name: str) -> pd.DataFrame:
    """Read what ``save(frame, notebook, name)`` wrote in the last successful run of that notebook.

    Under the runner this is the run of the same profile, by hand the committed one of the paper profile.

    Raises
    ------
    ReportError
        If there is no such result.
    """
    _check_name("notebook", notebook)
    _check_name("name", name)
    path = reports_read() / "results" / notebook / f"{name}.csv"
    if not path.is_file():
        names = ", ".join(f"{n}/{r}" for n, r in saved()) or "none yet"
        raise ReportError(f"there is no result {name!r} of notebook {notebook!r}; there are: {names}.")
    import pandas as pd

    return pd.read_csv(path)


def loaded(name: str) -> dict[str, pd.DataFrame]:
    """Return what the notebooks saved under a name, by notebook."""
    return {notebook: load(notebook, name) for notebook, kept in saved() if kept == name}


def saved() -> list[tuple[str, str]]:
    """Return what ``load`` can read: pairs of notebook and name, in order."""
    return sorted((path.parent.name, path.stem) for path in (reports_read() / "results").glob("*/*.csv"))


def reports_read() -> Path:
    """Return the folder of the reports whose results are read."""
    folder = os.environ.get(REPORTS_VARIABLE)
    return Path(folder) if folder else Project.find().shelf(PAPER).folder


def _check_name(argument: str, value: str) -> None:
    if not isinstance(value, str) or not _NAME.fullmatch(value):
        raise ReportError(f"{argument} is {shown(value)}; letters, digits, '-' and '_' are allowed.")
