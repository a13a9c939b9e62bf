"""Results are CSV: aside while the runner works, in scratch when somebody plays, exact in every digit."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion import report
from companion.report.results import NOTEBOOK_VARIABLE, REPORTS_VARIABLE, RESULTS_VARIABLE

FRAME = pd.DataFrame({"size": ["U(3,6)", "U(8,3)"], "mean": [0.1, 220.62]})


@pytest.fixture
def by_hand(make_project, monkeypatch):
    project = make_project("showcase")
    monkeypatch.chdir(project.root / "notebooks")
    for variable in (NOTEBOOK_VARIABLE, RESULTS_VARIABLE, REPORTS_VARIABLE):
        monkeypatch.delenv(variable, raising=False)
    return project


@pytest.fixture
def under_the_runner(tmp_path, monkeypatch):
    monkeypatch.setenv(NOTEBOOK_VARIABLE, "showcase")
    monkeypatch.setenv(RESULTS_VARIABLE, str(tmp_path / "aside"))
    monkeypatch.setenv(REPORTS_VARIABLE, str(tmp_path / "reports"))
    return tmp_path


def test_by_hand_results_go_to_scratch(by_hand):
    path = report.save(FRAME, "showcase", "means")
    assert path == by_hand.root / "reports/scratch/results/showcase/means.csv"
    assert path.read_text(encoding="utf-8") == 'size,mean\n"U(3,6)",0.1\n"U(8,3)",220.62\n'


def test_by_hand_the_committed_results_are_read(by_hand):
    folder = by_hand.root / "reports/results/other"
    folder.mkdir(parents=True)
    FRAME.to_csv(folder / "means.csv", index=False)
    report.save(FRAME.head(1), "showcase", "mine")
    assert report.saved() == [("other", "means")]
    pd.testing.assert_frame_equal(report.load("other", "means"), FRAME)


def test_under_the_runner_results_go_aside(under_the_runner):
    assert report.save(FRAME, "showcase", "means") == under_the_runner / "aside/means.csv"
    assert not (under_the_runner / "reports").exists()


def test_under_the_runner_only_the_own_results_can_be_written(under_the_runner):
    with pytest.raises(
        report.ReportError, match="notebook is 'other'; the notebook being executed is 'showcase'"
    ):
        report.save(FRAME, "other", "means")


def test_a_result_that_is_not_there_is_named_with_those_that_are(under_the_runner):
    folder = under_the_runner / "reports/results/other"
    folder.mkdir(parents=True)
    FRAME.to_csv(folder / "means.csv", index=False)
    with pytest.raises(
        report.ReportError, match=r"no result 'median' of notebook 'other'; there are: other/means\."
    ):
        report.load("other", "median")


@pytest.mark.parametrize("name", ["", "a/b", "../up", "a b", ".hidden", "means.csv"])
def test_a_name_that_is_no_plain_file_name_is_refused(under_the_runner, name):
    with pytest.raises(report.ReportError, match="letters, digits, '-' and '_' are allowed"):
        report.save(FRAME, "showcase", name)


def test_nothing_else_is_left_beside_a_saved_result(under_the_runner):
    report.save(FRAME, "showcase", "means")
    report.save(FRAME, "showcase", "means")
    assert [path.name for path in (under_the_runner / "aside").iterdir()] == ["means.csv"]


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_numbers_come_back_as_they_were(by_hand, numbers):
    path: Path = report.save(pd.DataFrame({"x": numbers}), "showcase", "numbers")
    assert pd.read_csv(path)["x"].tolist() == numbers
