"""Where notebooks have their work done: bad choices are one sentence, and a long run is announced."""

import pytest

from companion.report.cli import _announce, _parser, main
from companion.report.execute import Job
from companion.report.parameters import read_hours, read_profile
from companion.report.project import Project, ReportError
from companion.report.workplace import Cluster, Workplace, workplace


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ["--scheduler", "tcp://10.0.0.1:8786"],
            "scheduler is 'tcp://10.0.0.1:8786'; it goes with the executor dask, not threads.",
        ),
        (
            ["--executor", "dask", "--scheduler", "tcp://127.0.0.1:1"],
            "scheduler is 'tcp://127.0.0.1:1'; no Dask scheduler answers there",
        ),
        (["--executor", "dask", "--scheduler", "nowhere"], "scheduler is 'nowhere'; no Dask scheduler"),
    ],
)
def test_a_scheduler_that_can_not_be_is_one_sentence_and_nothing_runs(
    arguments, words, make_project, capsys, monkeypatch
):
    monkeypatch.setattr("companion.report.workplace._PATIENCE", "1s")
    project = make_project("showcase")
    assert main([*arguments, "--root", str(project.root)]) == 2
    assert words in capsys.readouterr().err
    assert not (project.root / "reports/showcase.ipynb").exists()


def test_without_dask_it_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(ReportError, match=r'pip install "gametree\[cluster\]"'), workplace("dask", None):
        pass


def test_a_cluster_is_not_called_before_there_is_work():
    with Cluster("tcp://127.0.0.1:1") as cluster:
        pass
    assert "client" not in vars(cluster)


def test_a_deep_run_says_beforehand_what_it_takes(capsys):
    project = Project.find()
    shelf = project.reproduced("deep")
    jobs = [
        Job(project, shelf, name, "deep", values) for name, values in read_profile(project, "deep").items()
    ]
    options = _parser().parse_args(["--profile", "deep", "--force"])
    _announce(project, options, jobs, Workplace("dask", "tcp://10.0.0.1:8786", 1000))
    said = capsys.readouterr().out
    total = sum(read_hours(project, "deep").values())
    assert "by dask on 1000 cores tcp://10.0.0.1:8786" in said
    assert f"about {total:g} hours of processor time" in said
    assert "05_pathology 30" in said and "the next run goes on from there" in said


@pytest.mark.parametrize(
    "text", ["processor_hours = 3", '[processor_hours]\nshowcase = "long"', "[processor_hours]\nx = 1"]
)
def test_hours_that_are_none_are_refused(text, make_project, capsys):
    project = make_project("showcase", paper=f"{text}\n")
    assert main(["--root", str(project.root)]) == 2
    assert "it must be a section of notebooks with a number of hours" in capsys.readouterr().err
