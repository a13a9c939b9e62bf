"""A run that is struck at any moment, and started again, gives the same bytes, repeats nothing, and leaves nothing behind.

``make faults`` tries 30 moments of every kind; the tests try `FAULTS` of them, by default one, drawn with `FAULTS_SEED`.
A run that goes on from where another was struck is struck as well, up to `IN_A_ROW` times: then it must finish.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.report.project import Project

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
KINDS = ["parent killed", "kernel killed", "interrupted", "terminated", "full disk", "memory limit"]
MOMENTS = int(os.environ.get("FAULTS", "1"))
SEED = int(os.environ.get("FAULTS_SEED", "1"))
IN_A_ROW = 3
PARTS = 12
CHAPTERS = ("01_game_trees", "02_pruning_strategies")
SHARE_OF_CHAPTERS = 5
"""Of so many moments one strikes real chapters: they take several times as long, and most of that is not ours."""

NOTEBOOK = """\
import sys
from companion.report import cli
cli.build_site = lambda *pages: []  # pages are made anew by every run
sys.exit(cli.main(["--profile", "quick", "--root", sys.argv[1]]))
"""
SWEEP = """\
import os, sys
import gametree as gt
from gametree.experiment import sweeps
sweeps.WORK_PER_JOB = 50 * 2**5
frame = gt.sweep("uniform", "unordered", sizes=[(2, 5)], strategies=["alphabeta", "sss*"], trees=600, seed=7,
                 progress=False, checkpoint=sys.argv[1] + "/kept")
os.makedirs(sys.argv[1] + "/reports/quick/results", exist_ok=True)
frame.to_csv(sys.argv[1] + "/means.part", index=False)
os.replace(sys.argv[1] + "/means.part", sys.argv[1] + "/reports/quick/results/means.csv")
"""
PROGRAMS = {"a sweep": SWEEP, "a notebook": NOTEBOOK, "chapters": NOTEBOOK}
CASES = [
    *(("a sweep", kind, MOMENTS) for kind in KINDS if kind != "kernel killed"),
    *(("a notebook", kind, MOMENTS) for kind in (KINDS if "FAULTS" in os.environ else KINDS[:2])),
    *(("chapters", kind, MOMENTS // SHARE_OF_CHAPTERS) for kind in KINDS if MOMENTS >= SHARE_OF_CHAPTERS),
]
"""Two kinds will do where time counts: a notebook takes ten seconds to start, and again to be finished."""


def _tried_by_tempfile(path: Path) -> bool:
    return (
        bool(re.fullmatch(r"[a-z0-9_]{8}", path.name))
        and path.is_file()
        and path.read_bytes() in (b"", b"blat")
    )


class Struck(NamedTuple):
    """A project in a folder of its own with a short name, because the paths of sockets must be short."""

    top: Path
    program: str

    @property
    def project(self) -> Project:
        return Project(self.top / "project")

    def run(self, kind: str = "none", moment: int = 0) -> int:
        """Run it from the quick profile, struck at its n-th event, and return its status when no process is left."""
        for mark in ("struck", "kernel"):
            (self.top / mark).unlink(missing_ok=True)
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "FAULT"))},
            "PYTHONPATH": os.pathsep.join([str(ROOT / "tests" / "faults"), str(ROOT)]),
            "FAULT_TOP": str(self.top),
            "FAULT_KIND": kind,
            "FAULT_MOMENT": str(len(self.events()) + moment),
            "TMPDIR": str(self.top / "tmp"),
        }
        command = [sys.executable, "-c", PROGRAMS[self.program], str(self.project.root)]
        with (self.top / "log").open("a", encoding="utf-8") as log:
            ended = subprocess.run(command, env=environment, stdout=log, stderr=log, start_new_session=True)
        until = time.monotonic() + 300
        while left := self.processes():
            assert time.monotonic() < until, f"{left} are left of a run that was struck: {kind}, {moment}"
            time.sleep(0.1)
        return ended.returncode

    def processes(self) -> list[str]:
        """Return all processes of a run, by what it put into their environment."""
        mark, found = f"FAULT_TOP={self.top}\0".encode(), []
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                if mark in (entry / "environ").read_bytes():
                    found.append((entry / "cmdline").read_bytes().replace(b"\0", b" ").decode())
            except OSError:
                continue
        return [line for line in found if line]  # one that has ended but was not waited for has none

    def results(self) -> dict[str, bytes]:
        folder = self.project.shelf("quick").folder / "results"
        return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*.csv"))}

    def is_struck(self) -> bool:
        return (self.top / "struck").exists()

    def events(self) -> list[str]:
        return (self.top / "journal").read_text(encoding="utf-8").splitlines()

    def log(self) -> str:
        return (self.top / "log").read_text(encoding="utf-8")

    def finished(self) -> set[str]:
        """Return the parts of the work that are finished and kept."""
        return {str(path) for path in self.project.root.rglob("*.kept")}

    def written(self) -> list[str]:
        """Return the parts that were moved into place, or about to be, in the order of time."""
        moved = [event.partition(" ")[2] for event in self.events() if event.startswith("os.rename")]
        return [path for path in moved if path.endswith(".kept")]

    def left(self) -> list[str]:
        """Return what is there besides sources and results, and what belongs there."""
        folder = self.project.shelf("quick").folder
        places = (self.top / "tmp", folder, folder / ".aside", folder / ".kept", folder / "failed")
        found = {path.name for place in places if place.is_dir() for path in place.iterdir()}
        # A killed process may leave the file with which Python's tempfile tries whether it can write there.
        found -= {path.name for path in (self.top / "tmp").iterdir() if _tried_by_tempfile(path)}
        return sorted(
            found - {".aside", ".lock", "results", *(f"{name}.ipynb" for name in self.project.names())}
        )


@pytest.fixture
def prepare() -> Iterator:
    """Return a function that makes a project: one notebook whose sweep has many parts, or chapters of this project."""
    made = []

    def new(program: str) -> Struck:
        top = Path(tempfile.mkdtemp(prefix="f-", dir="/tmp"))
        made.append(top)
        for folder in ("project/notebooks", "project/profiles", "tmp"):
            (top / folder).mkdir(parents=True)
        (top / "journal").touch()
        project = top / "project"
        if program == "chapters":
            values = tomllib.loads((ROOT / "profiles/quick.toml").read_text(encoding="utf-8"))
            sources = [ROOT / f"notebooks/{name}.ipynb" for name in CHAPTERS]
            for name in ("data", "gametree", "companion"):
                (project / name).symlink_to(ROOT / name)
        else:
            values, sources = {"sweeping": {"trees": 600}}, [ROOT / "tests/notebooks/sweeping.ipynb"]
        for source in sources:
            shutil.copy(source, project / "notebooks")
        lines = [
            "\n".join(
                [f"[{source.stem}]", *(f"{name} = {value}" for name, value in values[source.stem].items())]
            )
            for source in sources
        ]
        (project / "profiles/quick.toml").write_text("\n".join(lines), encoding="utf-8")
        return Struck(top, program)

    yield new
    for top in made:
        shutil.rmtree(top, ignore_errors=True)


@pytest.fixture(scope="module")
def undisturbed() -> dict[str, tuple[dict[str, bytes], int]]:
    """The results of undisturbed runs, and how many events they have, by program."""
    return {}


@pytest.mark.timeout(7200)
@pytest.mark.parametrize(("program", "kind", "moments"), CASES)
def test_what_was_struck_is_finished_by_the_next_run_with_the_same_bytes(
    program, kind, moments, prepare, undisturbed
):
    if program not in undisturbed:
        whole = prepare(program)
        assert whole.run() == 0, whole.log()
        undisturbed[program] = whole.results(), len(whole.events())
        assert program == "chapters" or len(whole.written()) == PARTS
    expected, n_events = undisturbed[program]
    draw = random.Random(f"{SEED} {kind}")
    n_struck, in_a_row, struck = 0, 0, prepare(program)
    while n_struck < moments or in_a_row:
        is_last = in_a_row == IN_A_ROW or n_struck == moments
        moment = draw.randint(1, n_events)
        said = f"seed {SEED}: {program}, {'none' if is_last else kind} at event {moment} of {n_events}, {in_a_row} before"
        finished, n_written = struck.finished(), len(struck.written())
        status = struck.run() if is_last else struck.run(kind, moment)
        print(f"{said}: {'struck' if struck.is_struck() else 'not struck'}, status {status}", file=sys.stderr)
        assert struck.results().items() <= expected.items(), f"{said}: half a result"
        assert not finished & set(struck.written()[n_written:]), f"{said}: a finished part was repeated"
        if struck.is_struck():
            n_struck, in_a_row = n_struck + 1, in_a_row + 1
            continue
        assert status == 0, f"{said}, status {status}:\n{struck.log()}"
        assert struck.results() == expected, said
        assert struck.left() == [], said
        in_a_row, struck = 0, prepare(program)
