"""The command line and make: bad input is one sentence and status 2, before anything runs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.report import cli
from companion.report.cli import main, side_by_side
from companion.report.execute import CURRENT, FAILED, PASSED, SKIPPED, Outcome
from companion.report.project import Project
from companion.report.runner import table

ROOT = Path(__file__).parents[3]
CORES = os.cpu_count()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--profile", "papper"], "profile is 'papper'; allowed are: paper, quick; did you mean 'paper'?"),
        (["--profile", "x" * 5000], "...; allowed are: paper, quick."),
        (["showcas"], "notebook is 'showcas'; allowed are: failing, showcase; did you mean 'showcase'?"),
        (["--digests"], "--digests goes with --reproduce"),
        (["--seeds", "2", "--reproduce"], "--seeds does not go with --reproduce"),
        (["03_missing"], "notebook is '03_missing'; allowed are: failing, showcase."),
        (["--profile", "quick"], "profiles/quick.toml: unknown parameter widht = 3"),
        (["--parameters", "nosuch=3"], "--parameters: unknown parameter nosuch = 3 for notebook 'failing'"),
        (
            ["showcase", "--parameters", "width=x"],
            "parameter width of notebook 'showcase' is 'x' (str); allowed is int",
        ),
        (["--parameters", "width"], "--parameters got 'width'; name=value is allowed"),
    ],
)
def test_bad_input_is_one_sentence_and_status_2_and_nothing_runs(make_project, capsys, arguments, words):
    project = make_project("showcase", "failing", quick="[showcase]\nwidht = 3\n")
    assert main([*arguments, "--root", str(project.root)]) == 2
    printed, complaint = capsys.readouterr()
    assert words in complaint
    assert complaint.startswith("companion.report: ")
    assert complaint.count("\n") == 1
    assert len(complaint) < 300
    assert printed == ""
    assert not (project.root / "reports").exists()


NO_NOTEBOOKS = [
    *(b"{", b"\xff", b"[]", b"3", b"", b'{"cells": 3}', b'{"nbformat": "x"}'),
    b'{"cells": [{}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}',
    b'{"cells": [{"cell_type": "code"}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}',
]


@pytest.mark.parametrize("content", NO_NOTEBOOKS)
def test_a_damaged_notebook_is_one_sentence_and_nothing_runs(make_project, capsys, content):
    project = make_project("showcase", "failing")
    project.notebook("failing").write_bytes(content)
    assert main(["--root", str(project.root)]) == 2
    complaint = capsys.readouterr().err
    assert complaint.startswith("companion.report: notebook 'failing' can't be read: ")
    assert complaint.count("\n") == 1


@pytest.mark.parametrize("content", NO_NOTEBOOKS)
def test_a_damaged_report_is_out_of_date_and_no_page_is_made_of_it(make_project, capsys, content):
    project = make_project("showcase", quick="")
    report = project.shelf("quick").report("showcase")
    report.parent.mkdir(parents=True)
    report.write_bytes(content)
    quick = ["--profile", "quick", "--root", str(project.root)]
    assert main([*quick, "--check"]) == 1
    assert capsys.readouterr().out == "showcase: its report has no fingerprint\n"
    assert main([*quick, "--site"]) == 2
    complaint = capsys.readouterr().err
    assert complaint.startswith("companion.report: report 'showcase' can't be read: ")
    assert complaint.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("scorecard.csv", b"\xff"),
        ("scorecard.csv", b"row,column\n1,2\n"),
    ],
)
def test_a_damaged_result_is_one_sentence_and_no_pages_are_made(make_project, capsys, name, content):
    project = make_project("showcase", quick="")
    path = project.shelf("quick").folder / name
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    assert main(["--profile", "quick", "--site", "--root", str(project.root)]) == 2
    complaint = capsys.readouterr().err
    assert complaint.startswith(f"companion.report: {path.name} ")
    assert complaint.count("\n") == 1


def test_a_file_that_can_not_be_written_is_one_sentence(make_project, capsys, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device", "site/index.html")

    monkeypatch.setattr("companion.report.cli.build_site", full)
    assert main(["--site", "--root", str(make_project("showcase").root)]) == 2
    assert capsys.readouterr().err == (
        "companion.report: No space left on device: site/index.html; what was finished before is whole.\n"
    )


@pytest.mark.parametrize("jobs", ["0", "-1", "two", "1.5", "²"])
def test_a_number_of_jobs_below_one_is_refused(capsys, jobs):
    with pytest.raises(SystemExit) as stopped:
        main([f"--jobs={jobs}"])
    assert stopped.value.code == 2
    assert f"'{jobs}' is not a whole number from 1 up" in capsys.readouterr().err


def test_a_notebook_without_parameters_is_refused(make_project, capsys):
    project = make_project("showcase")
    text = project.notebook("showcase").read_text(encoding="utf-8")
    project.notebook("showcase").write_text(text.replace('"parameters"', '"other"'), encoding="utf-8")
    assert main(["--root", str(project.root)]) == 2
    assert "notebook 'showcase' has 0 code cells tagged 'parameters'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("overrides", "folder"), [([], "reports/quick"), (["--parameters", "x=1"], "reports")]
)
def test_a_scorecard_of_reports_that_are_not_there_is_refused(
    make_project, write_notebook, capsys, overrides, folder
):
    project = make_project("showcase", quick="")
    shutil.move(
        write_notebook((["parameters"], "x = 1"), name="00_scorecard"), project.notebook("00_scorecard")
    )
    profile = "paper" if overrides else "quick"
    assert main(["00_scorecard", *overrides, "--profile", profile, "--root", str(project.root)]) == 2
    assert capsys.readouterr().err == (
        f"companion.report: 00_scorecard judges all other notebooks, and {project.root / folder} has no report of "
        "showcase: execute these, too.\n"
    )


def test_a_root_that_is_no_project_is_refused(tmp_path, capsys):
    assert main(["--root", str(tmp_path)]) == 2
    assert f"root is '{tmp_path}'; it must be (in) a folder with" in capsys.readouterr().err


def test_the_project_is_found_from_inside(make_project, monkeypatch):
    project = make_project("showcase")
    monkeypatch.chdir(project.root / "notebooks")
    assert Project.find() == project


def test_check_names_what_is_out_of_date_or_missing_with_status_1(make_project, capsys):
    project = make_project("showcase", "failing")
    assert main(["--check", "--root", str(project.root)]) == 1
    said = "failing: there is no report\nshowcase: there is no report\nreports/MANIFEST is missing\n"
    assert capsys.readouterr().out == said


@pytest.mark.parametrize("option", [["--reproduce"], ["--seeds", "2"]])
def test_what_is_about_a_whole_profile_takes_no_names(make_project, capsys, option):
    project = make_project("showcase")
    assert main([*option, "showcase", "--root", str(project.root)]) == 2
    assert f"{option[0]} takes neither names nor --parameters" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("flags", "jobs"),
    [
        ("", CORES),
        ("k", CORES),
        (" -j1", 1),
        (" -j2 --jobserver-auth=3,4", 2),
        ("kw -j16 --jobserver-auth=fifo:/tmp/x -- PROFILE=quick", 16),
        (" -j", CORES),
        (" --jobserver-fds=3,4 -j", CORES),
        (" -- NOTE=-j7", CORES),
    ],
)
def test_notebooks_run_side_by_side_on_all_cores_unless_make_names_a_number(flags, jobs, monkeypatch):
    monkeypatch.setattr(cli, "available_memory", lambda: 2**50)
    assert side_by_side({"MAKEFLAGS": flags}) == side_by_side({"MAKEFLAGS": flags, "OTHER": "-j3"}) == jobs


def test_no_more_notebooks_run_side_by_side_than_memory_allows(monkeypatch):
    monkeypatch.setattr(cli.os, "cpu_count", lambda: 64)
    for gigabytes, jobs in ((0.5, 1), (1, 1), (3.5, 3), (1000, 64)):
        monkeypatch.setattr(cli, "available_memory", lambda gigabytes=gigabytes: int(gigabytes * 2**30))
        assert side_by_side({}) == jobs


def test_the_table_says_what_failed_at_which_cell_and_why():
    outcomes = [
        Outcome("00_scorecard", SKIPPED, reason="it judges the others, and failed: 02_b"),
        Outcome("01_a", PASSED, seconds=3.2),
        Outcome("02_b", FAILED, 7, "ValueError: bad\nnews " + "x" * 300, 12.0),
        Outcome("03_c", CURRENT),
    ]
    lines = table(outcomes).splitlines()
    assert lines[0].split() == ["notebook", "status", "cell", "time", "why"]
    assert lines[1] == "00_scorecard  not run                 it judges the others, and failed: 02_b"
    assert lines[2] == "01_a          passed            3 s"
    assert lines[3].startswith("02_b          failed      7     12 s  ValueError: bad news")
    assert lines[4] == "03_c          up to date"
    assert max(map(len, lines)) < 220


# The Makefile, with a stand-in for Python that writes down how it was called


@pytest.fixture
def checkout(tmp_path):
    """A folder with the Makefile and the lock, and a Python that only notes what is asked of it."""
    for name in ("Makefile", "requirements.lock"):
        shutil.copy(ROOT / name, tmp_path)
    stand_in = tmp_path / "stand-in"
    stand_in.write_text(
        f'#!/bin/sh\necho "$@" >> {tmp_path}/calls\n'
        f'case "$*" in *"-m venv"*) mkdir -p .venv/bin; cp "$0" .venv/bin/python;;\n'
        f"*--check) exit $(cat {tmp_path}/status-of-check 2> /dev/null || echo 0);; esac\n",
        encoding="utf-8",
    )
    stand_in.chmod(0o755)
    return tmp_path


def make(folder, *arguments, **variables):
    environment = {
        name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL")
    }
    command = ["make", f"PYTHON={folder}/stand-in", *arguments]
    done = subprocess.run(command, cwd=folder, env=environment | variables, capture_output=True, text=True)
    calls = folder / "calls"
    said = calls.read_text(encoding="utf-8").splitlines() if calls.exists() else []
    calls.unlink(missing_ok=True)
    return done, said


def test_make_alone_prints_help_and_does_nothing(checkout):
    done, calls = make(checkout)
    assert done.returncode == 0
    assert calls == []
    for target in (
        "reproduce",
        "verify",
        "reports",
        "check",
        "seeds",
        "test",
        "test-fast",
        "lint",
        "format",
        "bench",
        "lab",
        "clean",
    ):
        assert f"\n  {target} " in done.stdout


def test_the_environment_is_made_from_the_lock_with_hashes_once(checkout):
    done, calls = make(checkout, "reproduce")
    assert done.returncode == 0, done.stderr
    assert any(call.startswith("-m venv --clear .venv") for call in calls)
    assert any("install" in call and "--require-hashes -r requirements.lock" in call for call in calls)
    assert calls[-1] == "-m companion.report --profile paper --reproduce"
    done, calls = make(checkout, "reproduce", "PROFILE=quick")
    assert calls[-1] == "-m companion.report --profile quick --reproduce"
    assert not any("venv" in call for call in calls)


@pytest.mark.parametrize(("target", "profile"), [("reproduce", "paper"), ("verify", "quick")])
def test_kernels_are_compiled_ahead_only_if_a_notebook_is_out_of_date(checkout, target, profile):
    make(checkout, target)
    run = f"-m companion.report --profile {profile} --reproduce"
    for status, then in (("0", [run]), ("1", ["-m gametree.warm", run]), ("2", [])):
        (checkout / "status-of-check").write_text(status, encoding="utf-8")
        done, calls = make(checkout, target)
        assert calls == [f"{run} --check", *then]
        assert (done.returncode == 0) == bool(then)


@pytest.mark.parametrize("target", ["reproduce", "test", "test-fast", "lint", "format", "bench", "lab"])
def test_every_target_makes_the_environment(checkout, target):
    _, calls = make(checkout, target)
    assert any(call.startswith("-m venv") for call in calls)


def test_the_environment_is_made_again_when_the_lock_changed(checkout):
    make(checkout, "reproduce")
    with (checkout / "requirements.lock").open("a", encoding="utf-8") as lock:
        lock.write("# changed\n")
    _, calls = make(checkout, "reproduce")
    assert any(call.startswith("-m venv --clear .venv") for call in calls)


def test_an_environment_that_was_not_finished_is_made_again(checkout):
    (checkout / ".venv").mkdir()
    _, calls = make(checkout, "reproduce")
    assert any(call.startswith("-m venv --clear .venv") for call in calls)


def test_an_old_python_is_refused_in_one_sentence(checkout):
    program = "import sys; sys.version_info = (3, 9, 1); exec(sys.argv[1])"
    stand_in = checkout / "stand-in"
    stand_in.write_text(f"#!/bin/sh\nshift\nexec {sys.executable} -c '{program}' \"$@\"\n", encoding="utf-8")
    done, _ = make(checkout, "reproduce")
    assert done.returncode != 0
    assert "Python 3.11 or newer is needed" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (checkout / ".venv").exists()


def test_clean_removes_what_was_built_and_nobodys_files(checkout):
    kept = ["reports/01_a.ipynb", "reports/results/01_a/x.csv", ".venv/bin/x", ".venv/__pycache__/x"]
    kept += ["reports/deep/x", "notebooks/thesis", "notebooks/thesis notes/x.ipynb"]
    removed = [
        "site/index.html",
        "reproduced/paper/x",
        "reports/quick/x",
        "reports/scratch/x",
        "reports/failed/x",
    ]
    removed += ["reports/.aside/x", "gametree/__pycache__/x", ".pytest_cache/x"]
    removed += ["notebooks/thesis notes/.ipynb_checkpoints/x"]
    for name in kept + removed:
        (checkout / name).parent.mkdir(parents=True, exist_ok=True)
        (checkout / name).touch()
    done, _ = make(checkout, "clean")
    assert done.returncode == 0, done.stderr
    assert [name for name in kept + removed if (checkout / name).exists()] == kept
