"""One notebook, one kernel: run it aside and move what it made into place only if all of it succeeded."""

from __future__ import annotations

import contextlib
import copy
import json
import logging
import os
import shutil
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat
import papermill
from papermill.exceptions import PapermillExecutionError
from traitlets.config import Config

from companion.report.engine import ENGINE
from companion.report.fingerprint import METADATA, fingerprint, results_digest, sources_of, survey
from companion.report.parameters import TAG, declared
from companion.report.project import SCORECARD, Project, Shelf, read_notebook
from companion.report.results import NOTEBOOK_VARIABLE, REPORTS_VARIABLE, RESULTS_VARIABLE
from companion.report.tidy import provenance_cell, tidy
from companion.report.workplace import STARTUP, Workplace

LONGEST_PLACE = 60
"""Characters that the path of the temporary folder may have, for the paths of sockets below it may have 107."""

ARITHMETIC = {
    "OPENBLAS_NUM_THREADS": "1",
    "OPENBLAS_CORETYPE": "Haswell",
    "NPY_DISABLE_CPU_FEATURES": "X86_V4 AVX512_ICL AVX512_SPR",
}
"""The same last digits on every x86-64 processor of the last ten years, whatever else it could do.

OpenBLAS adds up products, and numpy computes logarithms, in another order and by other formulas on processors with
AVX-512, and with several threads.  Compiled kernels need no such care.
"""

PASSED, FAILED, CURRENT, SKIPPED = "passed", "failed", "up to date", "not run"

Progress = Callable[[int, int, str], None]
"""Called with the number of cells before the one that runs, the number of all, and what it says that it computes."""

# Runs after the notebook's last cell and is not part of the report: which modules of the two packages were in use?
_RECORD = """\
import json as _json, sys as _sys
_sys.stdout.write(_json.dumps(sorted(m for m in _sys.modules if m.startswith(("gametree.", "companion.")))))
"""


@dataclass(frozen=True)
class Outcome:
    """How it went with one notebook; ``cell`` counts the source notebook's cells from 1."""

    notebook: str
    status: str
    cell: int | None = None
    reason: str = ""
    seconds: float = 0.0


@dataclass(frozen=True)
class Job:
    """One notebook to execute, with the values it gets in place of its defaults, and where its work is done."""

    project: Project
    shelf: Shelf
    notebook: str
    profile: str
    values: Mapping[str, Any]
    place: Workplace = field(default_factory=Workplace)


def execute(job: Job, progress: Progress = lambda done, of, announced: None) -> Outcome:
    """Execute one notebook, in a process that does nothing else: its environment is set for the kernel.

    If it succeeds, its results and then its report are moved into place, and a failed copy of an earlier run
    goes away. If it fails, what was there stays as it was and the failed copy is kept at
    ``shelf.failed(notebook)``. However it ends, the finished parts of its work are kept until it succeeds.
    """
    started = time.monotonic()
    reached = -1

    def before_cell(cell: nbformat.NotebookNode, cell_index: int) -> None:
        nonlocal reached
        reached = cell_index
        on_announced("")

    def on_announced(text: str) -> None:
        progress(_in_source(source, job, reached) - 1, len(source.cells), text)

    job.shelf.aside.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f"{job.notebook}-", dir=job.shelf.aside) as name:
        aside = Path(name)
        made, results = aside / "report.ipynb", aside / "results"
        results.mkdir()
        surveyed = survey(job.project, job.shelf, job.notebook, job.values)
        source = read_notebook(job.project.notebook(job.notebook))
        try:
            report = _run(job, source, made, results, on_cell_start=before_cell, on_announced=on_announced)
        except PapermillExecutionError as error:
            reached, reason = error.cell_index, f"{error.ename}: {error.evalue}"
        except Exception as error:  # a dead kernel, a full disk: whatever it was, the other notebooks go on
            reason = f"{type(error).__name__}: {error}"
        else:
            _finish(job, report, results, surveyed, time.monotonic() - started)
            nbformat.write(report, made)
            _move_into_place(job, made, results, aside)
            return Outcome(job.notebook, PASSED)
        _keep_failed(job, made)
    cell = _in_source(source, job, reached) if reached >= 0 else None
    return Outcome(job.notebook, FAILED, cell, reason)


def _run(
    job: Job, source: nbformat.NotebookNode, made: Path, results: Path, **listeners: Callable[..., None]
) -> nbformat.NotebookNode:
    notebook = copy.deepcopy(source)
    notebook.cells.append(nbformat.v4.new_code_cell(_RECORD, id="record"))
    logging.getLogger("papermill").setLevel(logging.ERROR)
    with _kernel_settings(job, results) as config:
        return papermill.execute_notebook(
            notebook,
            str(made),
            parameters=dict(job.values),
            engine_name=ENGINE,
            kernel_name="python3",
            start_timeout=300,  # a busy machine starts many kernels at once
            cwd=str(job.project.root / "notebooks"),
            config=config,
            **listeners,
        )


@contextlib.contextmanager
def _kernel_settings(job: Job, results: Path) -> Iterator[Config]:
    # Not below the reports: the path of a socket may have a hundred characters, and theirs can be longer.
    place = tempfile.gettempdir()
    private = Path(place if len(place) <= LONGEST_PLACE else "/tmp") / f"gt-{uuid.uuid4().hex[:12]}"
    link = job.shelf.aside / private.name
    # First, and for good: however this run ends, `clear` follows it when the kernel has ended.
    link.symlink_to(private)
    try:
        startup = private / "profile_default" / "startup"
        startup.mkdir(parents=True)
        private.chmod(0o700)
        (startup / "settle.py").write_text(STARTUP, encoding="utf-8")
        os.environ.update(
            {
                **job.place.environment(job.shelf.kept(job.notebook)),
                NOTEBOOK_VARIABLE: job.notebook,
                RESULTS_VARIABLE: str(results),
                REPORTS_VARIABLE: str(job.shelf.others),
                # The kernel is this interpreter, whatever kernels the user has installed elsewhere.
                "JUPYTER_PATH": str(Path(sys.prefix) / "share" / "jupyter"),
                # Nobody's startup files or history, and nothing that two kernels share.
                "JUPYTER_RUNTIME_DIR": str(private),
                "IPYTHONDIR": str(private),
                **ARITHMETIC,
                # Otherwise the order of sets of strings changes from run to run.
                "PYTHONHASHSEED": "0",
                # Frozen modules make the debugger warn on stderr.
                "PYDEVD_DISABLE_FILE_VALIDATION": "1",
            }
        )
        config = Config()
        # TCP ports are chosen before they are bound, so kernels that start side by side can get the same
        # ones.
        config.KernelManager.transport = "ipc"
        config.KernelManager.ip = str(private / "ipc")
        config.KernelManager.connection_file = str(private / "kernel.json")
        yield config
    finally:
        shutil.rmtree(private, ignore_errors=True)


def _finish(
    job: Job, report: nbformat.NotebookNode, results: Path, surveyed: Mapping[str, str], seconds: float
) -> None:
    recorded = report.cells.pop()
    modules = json.loads(
        "".join(output.text for output in recorded.outputs if output.get("name") == "stdout")
    )
    defaults = {name: p.default for name, p in declared(job.project.notebook(job.notebook)).items()}
    root = job.project.root
    sources = sources_of(surveyed, modules)
    mark = fingerprint(sources)
    target = job.shelf.report(job.notebook).relative_to(root).as_posix()
    tidy(report, root, source=f"notebooks/{job.notebook}.ipynb", target=target)
    report.metadata[METADATA] = {
        "sources": sources,
        "profile": job.profile,
        "results": results_digest(results),
    }
    report.cells.append(provenance_cell(root, job.profile, {**defaults, **job.values}, seconds, mark))


def _move_into_place(job: Job, made: Path, results: Path, aside: Path) -> None:
    # The report goes last: only it carries the fingerprint, so an interruption before it means: run again.
    place = job.shelf.results(job.notebook)
    place.parent.mkdir(parents=True, exist_ok=True)
    if place.exists():
        place.rename(aside / "former")
    results.rename(place)
    if job.notebook == SCORECARD and (place / "scorecard.csv").is_file():
        shutil.copyfile(place / "scorecard.csv", aside / "scorecard.csv")
        (aside / "scorecard.csv").replace(job.shelf.scorecard)
    made.replace(job.shelf.report(job.notebook))
    forget(job)


def forget(job: Job) -> None:
    """Remove what was kept of runs of a notebook that were stopped or failed: there is a report now."""
    kept, failed = job.shelf.kept(job.notebook), job.shelf.failed(job.notebook)
    shutil.rmtree(kept, ignore_errors=True)
    failed.unlink(missing_ok=True)
    for folder in (kept.parent, failed.parent):
        with contextlib.suppress(OSError):
            folder.rmdir()  # unless it has something of another notebook


def _in_source(source: nbformat.NotebookNode, job: Job, index: int) -> int:
    """Turn papermill's index, which counts the injected cell, into the number of a source cell, from 1."""
    tagged = next(i for i, cell in enumerate(source.cells) if TAG in cell.metadata.get("tags", []))
    return index if job.values and index > tagged else index + 1


def _keep_failed(job: Job, made: Path) -> None:
    if not made.is_file():
        return
    failed = nbformat.read(made, as_version=4)
    failed.cells = [cell for cell in failed.cells if cell.get("id") != "record"]
    place = job.shelf.failed(job.notebook)
    tidy(
        failed,
        job.project.root,
        f"notebooks/{job.notebook}.ipynb",
        place.relative_to(job.project.root).as_posix(),
    )
    nbformat.write(failed, made)
    place.parent.mkdir(parents=True, exist_ok=True)
    made.replace(place)
