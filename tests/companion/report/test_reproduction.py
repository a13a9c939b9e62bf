"""A reproduction proves itself: every result beside the published one, and every published file on a list."""

import pytest

from companion.report.execute import PASSED, Outcome
from companion.report.project import ReportError, Shelf
from companion.report.reproduction import check_manifest, compare, differing, numbers_in, write_manifest
from companion.report.runner import locked


def results(shelf, notebook="showcase", **files):
    folder = shelf.results(notebook)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def both(make_project):
    project = make_project("showcase")
    return project, project.shelf("paper"), project.reproduced("paper")


def test_equal_results_are_identical_whatever_the_times(both):
    project, published, here = both
    results(published, means="w,x\n1,2.5\n", timings="s\n1\n")
    results(here, means="w,x\n1,2.5\n", timings="s\n2\n")
    (line,) = compare(project, "paper", here, [Outcome("showcase", PASSED, seconds=3.0)])
    assert str(line) == f"{'showcase':24}      3 s         2 numbers  identical"
    assert not line.differences


def test_a_difference_names_file_cell_and_how_far(both):
    _, published, here = both
    one = results(published, means="w,x\n1,2.5\n2,8\n", only_there="a\n")
    other = results(here, means="w,x\n1,2.5000001\n2,9\n", only_here="a\n")
    assert differing(one, other) == (
        [
            "means.csv: 2 cells differ, most in line 3, x: '8', here '9'",
            "only_here.csv is new",
            "only_there.csv was not written",
        ],
        0,
    )


def test_numbers_that_differ_by_rounding_alone_are_counted_apart(both):
    project, published, here = both
    results(published, means="w,x\n1,0.30000000000000004\n2,8\n", verdicts="v\n1e-17\nagrees\n")
    results(here, means="w,x\n1,0.3\n2,8.0\n", verdicts="v\n-3e-17\nagrees\n")
    (line,) = compare(project, "paper", here, [Outcome("showcase", PASSED)])
    assert str(line).endswith("  equal but for the last digits of 3 numbers")
    assert not line.differences
    results(here, means="w,x\n1,0.3\n2,8.0000001\n")
    (line,) = compare(project, "paper", here, [Outcome("showcase", PASSED)])
    assert line.differences == ("means.csv: 1 cell differs, most in line 3, x: '8', here '8.0000001'",)
    assert line.rounded == 2


@pytest.mark.parametrize("other", ["", "nan", "inf", "differs"])
def test_what_is_no_number_does_not_differ_by_rounding(both, other):
    _, published, here = both
    one, two = results(published, means="w,x\n1,8\n"), results(here, means=f"w,x\n1,{other}\n")
    differences, rounded = differing(one, two)
    assert len(differences) == 1
    assert rounded == 0


def test_a_file_with_fewer_rows_differs_whatever_its_last_digits(both):
    _, published, here = both
    one, two = results(published, means="x\n1.5\n2\n"), results(here, means="x\n1.5000000000000002\n")
    assert differing(one, two) == (["means.csv: 2 rows, here 1"], 1)


def test_a_text_that_differs_counts_more_than_a_number():
    from companion.report.reproduction import _distance

    assert (
        _distance("agrees", "differs")
        > _distance("1", "1e9")
        > _distance("1", "1.5")
        > _distance("0", "0.0")
        == 0
    )


def test_numbers_are_counted_without_texts_and_missing_values(tmp_path):
    (tmp_path / "a.csv").write_text("x,name,y\n1,one,\n2.5,two,nan\n", encoding="utf-8")
    assert numbers_in(tmp_path) == 2


def test_an_edited_missing_or_foreign_file_is_found_by_the_manifest(both):
    _, published, _ = both
    folder = results(published, means="w\n1\n", more="w\n1\n")
    published.scorecard.write_text("verdict\ndiffers\n", encoding="utf-8")
    write_manifest(published)
    assert check_manifest(published) == []
    published.scorecard.write_text("verdict\nexact\n", encoding="utf-8")
    (folder / "more.csv").unlink()
    results(published, new="w\n1\n")
    assert check_manifest(published) == [
        "results/showcase/more.csv is missing",
        "results/showcase/new.csv is not on the list",
        "scorecard.csv was edited",
    ]


@pytest.mark.parametrize(
    "content", [b"{", b"\xff", b"[]", b"3", b'{"showcase": 3}', b'{"showcase": {"results": 3}}']
)
def test_damaged_digests_are_refused(both, content):
    project, published, here = both
    published.folder.mkdir(parents=True)
    (published.folder / "quick.json").write_bytes(content)
    with pytest.raises(ReportError, match=r"quick\.json can't be read: .*; `make reports` writes it"):
        compare(project, "quick", here, [Outcome("showcase", PASSED)])


def test_two_runs_do_not_share_a_folder_and_what_a_killed_one_left_is_cleared(tmp_path):
    shelf = Shelf(tmp_path / "reports", tmp_path / "site")
    (shelf.aside / "left-behind").mkdir(parents=True)
    with locked(shelf):
        assert list(shelf.aside.iterdir()) == []
        with pytest.raises(ReportError, match=r"is in use by another run \(process \d+\)"), locked(shelf):
            pass
    with locked(shelf):
        pass


def test_a_folder_that_cannot_be_made_is_said_so(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    with (
        pytest.raises(ReportError, match="can't be written to: Not a directory"),
        locked(Shelf(tmp_path / "file" / "reports", tmp_path)),
    ):
        pass
