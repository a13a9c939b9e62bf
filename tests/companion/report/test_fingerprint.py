"""A report is made again when something it depends on changed, and only then."""

from __future__ import annotations

import nbformat
import pytest

from companion.report.fingerprint import (
    METADATA,
    fingerprint,
    out_of_date,
    results_digest,
    sources_of,
    survey,
)

MODULES = ["gametree.tree", "companion.report", "companion.report.results"]


@pytest.fixture
def project(make_project):
    return make_project("showcase", "00_scorecard")


def mark(project, notebook="showcase", values=None, modules=MODULES):
    return fingerprint(sources(project, notebook, values, modules))


def sources(project, notebook="showcase", values=None, modules=MODULES):
    return sources_of(survey(project, project.shelf("paper"), notebook, values or {}), modules)


def edit(path, change):
    notebook = nbformat.read(path, as_version=4)
    change(notebook)
    nbformat.write(notebook, path)


def test_a_changed_cell_changes_it(project):
    before = mark(project)
    edit(project.notebook("showcase"), lambda nb: nb.cells[0].update(source="# Other"))
    assert mark(project) != before


def test_a_changed_tag_changes_it(project):
    before = mark(project)
    edit(
        project.notebook("showcase"),
        lambda nb: nb.cells[1].metadata.update(tags=["parameters", "hide-input"]),
    )
    assert mark(project) != before


def test_what_an_editor_leaves_in_the_notebook_does_not(project):
    before = mark(project)

    def open_and_save(notebook):
        notebook.metadata["language_info"] = {"name": "python", "version": "3.99"}
        notebook.cells[3]["outputs"] = [nbformat.v4.new_output("stream", text="hello")]
        notebook.cells[3]["execution_count"] = 4

    edit(project.notebook("showcase"), open_and_save)
    assert mark(project) == before


def test_other_values_change_it(project):
    assert mark(project, values={"width": 4}) != mark(project, values={"width": 5})


@pytest.mark.parametrize("path", ["gametree/tree.py", "data/published/cells.csv", "data/published/cells.csv"])
def test_a_module_in_use_and_the_data_change_it(project, path):
    before = mark(project)
    with (project.root / path).open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    assert mark(project) != before


@pytest.mark.parametrize(
    "path", ["gametree/search/alphabeta.py", "companion/report/page.py", "gametree/__init__.py"]
)
def test_a_module_that_was_not_loaded_the_runner_and_the_facade_do_not(project, path):
    before = mark(project)
    (project.root / path).write_text("x = 2\n", encoding="utf-8")
    assert mark(project) == before


def test_a_change_in_a_figure_of_one_chapter_makes_that_report_stale_and_no_other(project):
    chapters = {name: ["gametree.tree", f"companion.{name}.figures"] for name in ("pathology", "g_games")}
    for name in chapters:
        (project.root / f"companion/{name}").mkdir()
        (project.root / f"companion/{name}/figures.py").write_text("x = 1\n", encoding="utf-8")
    before = {name: mark(project, modules=modules) for name, modules in chapters.items()}
    (project.root / "companion/pathology/figures.py").write_text("x = 2\n", encoding="utf-8")
    assert mark(project, modules=chapters["pathology"]) != before["pathology"]
    assert mark(project, modules=chapters["g_games"]) == before["g_games"]


def test_a_module_that_went_away_changes_it(project):
    before = mark(project)
    (project.root / "gametree/tree.py").unlink()
    assert mark(project) != before


def test_the_scorecard_depends_on_the_results_of_the_others(project):
    other, own = (project.shelf("paper").results(name) for name in ("showcase", "00_scorecard"))
    for folder in (other, own):
        folder.mkdir(parents=True)
    before, elsewhere = mark(project, "00_scorecard"), mark(project)
    (own / "scorecard.csv").write_text("a\n1\n", encoding="utf-8")
    assert mark(project, "00_scorecard") == before
    (other / "means.csv").write_text("a\n1\n", encoding="utf-8")
    assert mark(project, "00_scorecard") != before
    assert mark(project) == elsewhere


@pytest.mark.parametrize(
    ("path", "reader"),
    [
        ("data/seeds.csv", "companion.published.scorecard"),
        ("data/published/differences.csv", "companion.scorecard.study"),
    ],
)
def test_a_file_that_one_module_reads_counts_where_that_module_is_in_use(project, path, reader):
    reads, does_not = mark(project, modules=[*MODULES, reader]), mark(project)
    (project.root / path).write_text("changed\n", encoding="utf-8")
    assert mark(project, modules=[*MODULES, reader]) != reads
    assert mark(project) == does_not


@pytest.fixture
def reported(project):
    """A project with a report of its showcase as the runner would leave it."""
    shelf = project.shelf("paper")
    shelf.results("showcase").mkdir(parents=True)
    (shelf.results("showcase") / "means.csv").write_text("a\n1\n", encoding="utf-8")
    report = nbformat.v4.new_notebook()
    report.metadata[METADATA] = {
        "sources": sources(project),
        "results": results_digest(shelf.results("showcase")),
    }
    nbformat.write(report, shelf.report("showcase"))
    return project


def why(project, values=None):
    return out_of_date(project, project.shelf("paper"), "showcase", values or {})


def test_a_report_with_the_fingerprint_of_its_sources_is_up_to_date(reported):
    assert why(reported) is None


def test_a_missing_report_is_out_of_date(reported):
    reported.shelf("paper").report("showcase").unlink()
    assert why(reported) == "there is no report"


def test_a_report_of_other_sources_is_out_of_date_and_says_what_changed(reported):
    assert why(reported, {"width": 9}) == "changed: the values of its profile"
    (reported.root / "gametree/tree.py").write_text("x = 3\n", encoding="utf-8")
    edit(reported.notebook("showcase"), lambda notebook: notebook.cells[0].update(source="# Other"))
    assert why(reported) == "changed: gametree.tree, the notebook"


def test_a_report_without_a_fingerprint_is_out_of_date(reported):
    edit(reported.shelf("paper").report("showcase"), lambda report: report.metadata.pop(METADATA))
    assert why(reported) == "its report has no fingerprint"


def test_half_a_report_is_out_of_date(reported):
    reported.shelf("paper").report("showcase").write_text('{"cells": [', encoding="utf-8")
    assert why(reported) == "its report has no fingerprint"


def test_an_edited_result_is_out_of_date(reported):
    (reported.shelf("paper").results("showcase") / "means.csv").write_text("a\n2\n", encoding="utf-8")
    assert "results" in why(reported)
