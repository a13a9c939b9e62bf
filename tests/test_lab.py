"""JupyterLab as ``make lab`` starts it: an explorer that is ready, and files that stay as they were."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from tornado.web import HTTPError

from lab.contents import Contents, strip
from lab.start import EXPLORER, START, start_notebook
from tests.lab import keep_picture, marks, settle

ROOT = Path(__file__).parents[1]


def in_a_browser(test):
    """Mark a test that drives a real JupyterLab in a real browser."""
    for mark in marks:
        test = mark(test)
    return test


SOURCES = sorted((ROOT / "notebooks").glob("*.ipynb"))


def run_by_hand(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """Put into a notebook what JupyterLab puts in when somebody runs it."""
    for number, cell in enumerate(notebook.cells):
        cell.metadata["trusted"] = True
        if cell.cell_type == "code":
            cell.execution_count = number
            cell.outputs = [new_output("stream", text="computed")]
            cell.metadata |= {
                "execution": {"iopub.status.busy": "2026"},
                "scrolled": True,
                "collapsed": False,
            }
            cell.metadata.setdefault("jupyter", {})["outputs_hidden"] = True
    notebook.metadata["kernelspec"]["display_name"] = "Python 3 (ipykernel)"
    notebook.metadata["language_info"] = {"name": "python", "version": "3.99"}
    notebook.metadata["widgets"] = {"application/vnd.jupyter.widget-state+json": {}}
    return notebook


@pytest.fixture
def project(tmp_path, monkeypatch):
    """Return a project with one notebook and its report, and a place for what Jupyter keeps."""
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "jupyter"))
    cells = [
        new_markdown_cell("# A sum\n\nOf two numbers.", id="title"),
        new_code_cell("a = 1", id="first", metadata={"tags": ["parameters"]}),
        new_code_cell("a + 1", id="second"),
    ]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = new_notebook(cells=cells, metadata={"kernelspec": kernel, "language_info": {"name": "python"}})
    root = tmp_path / "project"
    for folder in ("notebooks", "reports/scratch"):
        (root / folder).mkdir(parents=True)
    nbformat.write(notebook, root / "notebooks/01_sum.ipynb")
    for cell in notebook.cells[1:]:
        cell.execution_count = 1
    notebook.cells[2].outputs = [new_output("execute_result", data={"text/plain": "2"}, execution_count=1)]
    nbformat.write(notebook, root / "reports/01_sum.ipynb")
    return root


def awaited(answer: Coroutine[Any, Any, Any]) -> Any:
    """Wait for an answer in a thread of its own: an open browser keeps the event loop of this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, answer).result()


def save(project: Path, path: str, notebook: nbformat.NotebookNode):
    model = {"type": "notebook", "format": "json", "content": notebook}
    return awaited(Contents(root_dir=str(project)).save(model, path))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_a_notebook_that_was_run_is_saved_as_it_was(path):
    before = path.read_text(encoding="utf-8")
    notebook = run_by_hand(nbformat.read(path, as_version=4))
    assert nbformat.writes(notebook) + "\n" != before
    strip(notebook, nbformat.read(path, as_version=4))
    assert nbformat.writes(notebook) + "\n" == before


def test_what_was_written_into_a_notebook_is_saved_and_what_was_computed_is_not(project):
    path = project / "notebooks/01_sum.ipynb"
    notebook = run_by_hand(nbformat.read(path, as_version=4))
    notebook.cells[2].source = "a + 2"
    notebook.cells[2].metadata["tags"] = ["mine"]
    save(project, "notebooks/01_sum.ipynb", notebook)
    saved = nbformat.read(path, as_version=4)
    assert saved.cells[2].source == "a + 2" and saved.cells[2].metadata == {"tags": ["mine"]}
    assert saved.cells[2].outputs == [] and saved.cells[2].execution_count is None
    assert saved.metadata.language_info == {"name": "python"}


def test_outputs_are_kept_everywhere_else(project):
    notebook = nbformat.read(project / "reports/01_sum.ipynb", as_version=4)
    for path in ("reports/scratch/mine.ipynb", "reports/my_copy.ipynb", "mine.ipynb"):
        save(project, path, notebook)
        assert nbformat.read(project / path, as_version=4).cells[2].outputs == notebook.cells[2].outputs


def test_a_report_is_for_reading(project):
    report = project / "reports/01_sum.ipynb"
    before = report.read_bytes()
    model = awaited(Contents(root_dir=str(project)).get("reports/01_sum.ipynb"))
    assert model["writable"] is False
    assert awaited(Contents(root_dir=str(project)).get("notebooks/01_sum.ipynb"))["writable"] is True
    with pytest.raises(HTTPError, match="save your copy under another name"):
        save(project, "reports/01_sum.ipynb", model["content"])
    assert report.read_bytes() == before


def test_the_start_notebook_leads_to_every_chapter():
    notebook = start_notebook(ROOT)
    text = notebook.cells[-1].source
    for path in SOURCES:
        assert f"](../../notebooks/{path.name})" in text and f"[report](../{path.name})" in text
    assert f'"{START}"' in (ROOT / "lab/labextensions/gametree-start/static/start.js").read_text(
        encoding="utf-8"
    )
    assert notebook.cells[1].source == EXPLORER
    exec(EXPLORER, {})


@contextmanager
def make_lab(project: Path):
    """Start what ``make lab`` starts, on another project, without a token; yield its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    kept = project.parent / "jupyter"
    environment = {
        **os.environ,
        "GAMETREE_ROOT": str(project),
        "JUPYTER_CONFIG_DIR": str(kept),
        "JUPYTER_DATA_DIR": str(kept),
        "JUPYTERLAB_SETTINGS_DIR": str(kept / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(kept / "workspaces"),
    }
    command = [
        sys.executable, "-m", "jupyterlab", f"--config={ROOT / 'lab/jupyter_config.py'}",
        f"--ServerApp.port={port}", "--ServerApp.port_retries=0", "--IdentityProvider.token=",
    ]  # fmt: skip
    log = project.parent / "log"
    with log.open("w") as stream:
        server = subprocess.Popen(command, env=environment, stdout=stream, stderr=stream, cwd=project)
        try:
            for _ in range(1200):
                assert server.poll() is None, log.read_text()
                try:
                    urllib.request.urlopen(f"http://localhost:{port}/api", timeout=2).close()
                    break
                except OSError:
                    time.sleep(0.25)
            assert f"http://localhost:{port}/lab/tree/{START}" in log.read_text()
            yield f"http://localhost:{port}"
        finally:
            server.terminate()
            server.wait(timeout=60)


def run_and_save(page, address: str, path: str) -> None:
    """Open a notebook in JupyterLab, run it, and ask for it to be saved."""
    page.goto(f"{address}/lab/workspaces/{Path(path).stem}-{Path(path).parent}/tree/{path}?reset")
    page.wait_for_selector(".jp-Notebook .jp-CodeCell")
    page.wait_for_selector("text=Python 3 (ipykernel) | Idle")
    page.click("text=Run >> nth=0")
    page.click(".lm-Menu-itemLabel:text-is('Run All Cells')")
    page.locator(".jp-InputPrompt", has_text="[2]:").wait_for()
    settle(page)
    page.keyboard.press("Control+s")


@in_a_browser
def test_running_and_saving_a_notebook_changes_nothing_and_neither_does_a_report(project, page):
    names = ("notebooks/01_sum.ipynb", "reports/01_sum.ipynb")
    before = {name: (project / name).read_bytes() for name in names}
    with make_lab(project) as address:
        source = project / names[0]
        when = source.stat().st_mtime_ns
        run_and_save(page, address, names[0])
        for _ in range(600):
            if source.stat().st_mtime_ns != when:
                break
            page.wait_for_timeout(100)
        assert source.stat().st_mtime_ns != when, "it was not saved at all"
        assert {name: (project / name).read_bytes() for name in names} == before

        run_and_save(page, address, names[1])
        page.wait_for_timeout(2000)
        assert {name: (project / name).read_bytes() for name in names} == before
        keep_picture(page.locator(".jp-LabShell"), "lab-report")
    assert sorted(path.name for path in (project / "reports").iterdir() if path.suffix) == ["01_sum.ipynb"]


@in_a_browser
def test_the_explorer_of_the_start_notebook_runs_by_itself_and_no_news_are_offered(project, page):
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))

    def note(request) -> None:
        if not request.url.startswith((address, "data:", "blob:")):
            wrong.append(request.url)

    with make_lab(project) as address:
        page.on("request", note)
        page.goto(f"{address}/lab/tree/{START}")
        page.locator(".jp-OutputArea-output .gametree-view svg").first.wait_for()
        page.locator(".jp-Notebook a", has_text="01 A sum").wait_for()
        settle(page)
        assert page.locator("text=Traceback").count() == 0
        assert page.locator(".Toastify__toast").count() == 0
        keep_picture(page.locator(".jp-LabShell"), "lab-start")
        with urllib.request.urlopen(f"{address}/api/sessions", timeout=60) as answer:
            sessions = json.load(answer)
        assert [each["path"] for each in sessions] == [START], (
            "the kernel that was started ahead is the one used"
        )
    assert wrong == []
