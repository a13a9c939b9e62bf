"""Notebooks really run: aside, side by side, with provenance, and a failure harms nothing that was there."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from companion.report.cli import main
from companion.report.fingerprint import METADATA, fingerprint, out_of_date
from companion.report.project import Project
from companion.report.tidy import WIDGET_NOTE

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]


def run(project: Project, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "companion.report", "--root", str(project.root), *arguments]
    environment = {name: value for name, value in os.environ.items() if name != "MAKEFLAGS"}
    environment["OPENBLAS_CORETYPE"] = "SkylakeX"  # a notebook must not heed it
    return subprocess.run(command, env=environment, capture_output=True, text=True)


def run_here(project: Project, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Do what `run` does without pages, and without another interpreter that imports everything first."""
    command = ["--root", str(project.root), "--jobs", "1", "--no-site", *arguments]
    said, complained = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(complained):
        ended = main(command)
    return subprocess.CompletedProcess(command, ended, said.getvalue(), complained.getvalue())


def everything(folder: Path) -> dict[str, bytes]:
    """The content of every file below a folder but the lock, which says who ran last."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != ".lock"]
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def status(done: subprocess.CompletedProcess[str]) -> dict[str, str]:
    """The closing table: status per notebook, and where it failed and why."""
    rows = done.stdout.split("notebook  ")[1].split("\n\n")[0].splitlines()[1:]
    return {row.split()[0]: row.split(maxsplit=1)[1] for row in rows}


@pytest.fixture(scope="module")
def reported(tmp_path_factory) -> tuple[Project, subprocess.CompletedProcess[str]]:
    """A project whose showcase was run once from its profile."""
    root = tmp_path_factory.mktemp("project")
    for folder in ("notebooks", "profiles"):
        (root / folder).mkdir()
    shutil.copy(ROOT / "tests/notebooks/dot.svg", root / "notebooks")
    # It is alone here, so the link to its neighbour would be dead, and a dead link is an error.
    source = (ROOT / "tests/notebooks/showcase.ipynb").read_text(encoding="utf-8")
    (root / "notebooks/showcase.ipynb").write_text(
        source.replace("failing.ipynb#why", "dot.svg"), encoding="utf-8"
    )
    (root / "profiles/paper.toml").write_text("[showcase]\nwidth = 4\n", encoding="utf-8")
    project = Project(root)
    return project, run(project)


@pytest.fixture(scope="module")
def report(reported) -> nbformat.NotebookNode:
    project, done = reported
    assert done.returncode == 0, done.stdout + done.stderr
    return nbformat.read(project.shelf("paper").report("showcase"), as_version=4)


def text_of(report: nbformat.NotebookNode) -> str:
    return "\n".join(json.dumps(cell) for cell in report.cells)


def test_a_run_leaves_report_results_and_pages(reported, report):
    project, done = reported
    shelf = project.shelf("paper")
    assert status(done)["showcase"].startswith("passed")
    with (shelf.results("showcase") / "means.csv").open(encoding="utf-8") as file:
        assert [row["w"] for row in csv.DictReader(file)] == ["1", "2", "3", "4"]
    assert (shelf.site / "showcase.html").is_file()
    assert (shelf.site / "index.html").is_file()
    assert list(shelf.aside.iterdir()) == []


def test_a_log_names_the_notebook_its_begin_and_end_and_no_kernel_complains(reported):
    _, done = reported
    assert "showcase starts: there is no report" in done.stdout
    assert re.search(r"^showcase passed, \d+ s$", done.stdout, re.MULTILINE)
    assert "Interrupt" not in done.stdout + done.stderr


def test_kernels_compute_by_what_every_processor_can_whatever_the_environment_says(report):
    said = text_of(report)
    assert "OpenBLAS as Haswell" in said
    assert re.search(r"numpy with .*'found': \[(?!.*(V4|AVX512).*'not found)", said)


def test_the_report_ends_with_its_provenance(report):
    last = report.cells[-1]
    assert last.cell_type == "markdown"
    for words in (
        "| commit |",
        "numpy 2",
        "`paper`",
        "`width = 4`",
        "`label = 'ours'`",
        "| seed | `7` |",
        "wall time",
    ):
        assert words in last.source
    assert fingerprint(report.metadata[METADATA]["sources"]) in last.source


def test_the_report_is_a_valid_notebook_that_names_no_folder_of_the_machine(reported, report):
    project, _ = reported
    nbformat.validate(report)
    kept = project.shelf("paper").report("showcase").read_text(encoding="utf-8")
    for path in (project.root, ROOT, Path(sys.prefix), Path.home()):
        assert f"{path}/" not in kept
    assert "run from notebooks" in kept
    assert "run in .venv/bin" in kept


def test_the_report_keeps_a_note_in_place_of_the_widget_and_no_widget_state(report):
    assert WIDGET_NOTE in text_of(report)
    assert "widget-view" not in text_of(report)
    assert "widgets" not in report.metadata


def test_the_report_was_run_by_the_interpreter_of_the_project(report):
    version = ".".join(map(str, sys.version_info[:3]))
    assert report.metadata.language_info.version == version


def test_what_is_up_to_date_is_left_alone_and_said_so(reported, report):
    project, _ = reported
    before = everything(project.shelf("paper").folder)
    done = run_here(project)
    assert done.returncode == 0
    assert "showcase is up to date" in done.stdout
    assert everything(project.shelf("paper").folder) == before
    assert run_here(project, "--check").returncode == 0


def test_a_second_run_gives_the_same_report_but_for_its_provenance(reported, report):
    project, _ = reported
    assert run_here(project, "--force").returncode == 0
    again = nbformat.read(project.shelf("paper").report("showcase"), as_version=4)
    assert again.cells[:-1] == report.cells[:-1]
    assert again.metadata == report.metadata


def test_a_changed_profile_makes_it_run_again(reported, report):
    project, _ = reported
    profile = project.profile("paper")
    profile.write_text("[showcase]\nwidth = 5\n", encoding="utf-8")
    try:
        assert run_here(project, "--check").returncode == 1
        assert "profile" in out_of_date(project, project.shelf("paper"), "showcase", {"width": 5})
    finally:
        profile.write_text("[showcase]\nwidth = 4\n", encoding="utf-8")


def test_overrides_go_to_scratch_and_leave_the_reports_alone(reported, report):
    project, _ = reported
    before = everything(project.shelf("paper").folder)
    done = run_here(project, "showcase", "--parameters", "width=2", "label=x")
    assert done.returncode == 0, done.stderr
    scratch = project.shelf("scratch")
    assert len((scratch.results("showcase") / "means.csv").read_text(encoding="utf-8").splitlines()) == 3
    assert "paper with overrides" in scratch.report("showcase").read_text(encoding="utf-8")
    after = everything(project.shelf("paper").folder)
    assert {name: text for name, text in after.items() if not name.startswith("scratch/")} == before


def test_a_failure_leaves_the_former_report_and_the_others_finish(make_project):
    project = make_project("failing", "showcase", "00_scorecard", "dying")
    shelf = project.shelf("paper")
    (project.root / "notebooks/dying.ipynb").rename(project.root / "dying.ipynb")
    first = run_here(project, "--jobs", "2")
    assert first.returncode == 0, first.stdout + first.stderr
    assert shelf.scorecard.read_text(encoding="utf-8").splitlines()[0] == "notebook,verdict,counted,rows"
    others = ("showcase", "MANIFEST")
    before = {
        name: text
        for name, text in everything(shelf.folder).items()
        if not any(other in name for other in others)
    }

    (project.root / "dying.ipynb").rename(project.root / "notebooks/dying.ipynb")
    project.profile("paper").write_text(
        "[failing]\nfail = true\nvalue = 2\n[showcase]\nwidth = 6\n", encoding="utf-8"
    )
    done = run_here(project, "--jobs", "2")
    assert done.returncode == 1
    said = status(done)
    assert re.match(r"failed +5 +\d+ s +AssertionError: it was told to fail$", said["failing"])
    assert re.match(r"failed +4 +\d+ s +DeadKernelError", said["dying"])
    assert said["showcase"].startswith("passed")
    assert said["00_scorecard"].startswith("not run")

    after = everything(shelf.folder)
    assert {name: after.get(name) for name in before} == before
    failed = nbformat.read(shelf.failed("failing"), as_version=4)
    assert "it was told to fail" in text_of(failed)
    assert str(project.root) not in text_of(failed)
    assert len((shelf.results("showcase") / "means.csv").read_text(encoding="utf-8").splitlines()) == 7

    project.profile("paper").write_text("", encoding="utf-8")
    assert run_here(project, "failing", "--force").returncode == 0
    assert not shelf.failed("failing").exists()


@pytest.mark.timeout(900)
def test_many_widgets_do_not_bring_a_run_to_a_halt(make_project):
    # Without the silencing of their answers about one in ten such cells waits forever.
    project = make_project("showcase")
    notebook = nbformat.read(project.notebook("showcase"), as_version=4)
    cell = nbformat.v4.new_code_cell("ipywidgets.interact(lambda w: print(w) or w, w=(1, 9));")
    notebook.cells = [notebook.cells[1], nbformat.v4.new_code_cell("import ipywidgets"), *[cell.copy()] * 80]
    for number, cell in enumerate(notebook.cells):
        notebook.cells[number] = nbformat.from_dict({**cell, "id": f"cell-{number}"})
    nbformat.write(notebook, project.notebook("showcase"))
    done = run_here(project)
    assert done.returncode == 0, done.stdout + done.stderr
    report = nbformat.read(project.shelf("paper").report("showcase"), as_version=4)
    assert text_of(report).count(WIDGET_NOTE) == 80


def test_make_j2_runs_two_notebooks_side_by_side(make_project, tmp_path):
    # Each of the two waits until the other has begun: one after the other, the first would wait in vain.
    place = f'place = "{tmp_path}"\npatience = 300.0\n'
    project = make_project("meets_alice", "meets_bob", paper=f"[meets_alice]\n{place}[meets_bob]\n{place}")
    for name in ("Makefile", "requirements.lock"):
        shutil.copy(ROOT / name, project.root)
    python = project.root / ".venv/bin/python"
    python.parent.mkdir(parents=True)
    # -P: not the little package of the test project, but the one under test. No kernel is needed, and no page.
    python.write_text(
        f'#!/bin/sh\n[ "$2" = gametree.warm ] || exec {sys.executable} -P "$@" --no-site\n', encoding="utf-8"
    )
    python.chmod(0o755)
    lock = (project.root / "requirements.lock").read_text(encoding="utf-8")
    (project.root / ".venv/made-from").write_text(f"{lock}# {project.root}\n", encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    command = ["make", "-j2", "reproduce"]
    done = subprocess.run(command, cwd=project.root, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert all(text.startswith("passed") for text in status(done).values())
