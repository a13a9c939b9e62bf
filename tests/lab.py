"""Widgets in a real JupyterLab in a real browser: what the tests of all of them share.

A notebook as a whole is run elsewhere; here runs what a widget needs of it, the cells that make the widget and those
that they depend on.  A test module marks itself with ``pytestmark = marks`` and asks for the fixtures ``lab`` (one
server for all tests) and ``page`` (a page of one browser), both in conftest.  Then::

    outside = run_cells(page, lab, "10_chance_nodes", ["TreeExplorer("], {"seed": 7})
    widget = appeared(page, ".gametree-stepper")
    start = state(widget, "img", "table")
    widget.get_by_role("button", name="roll").click()
    changed(page, widget, start, "img", "table")
    type_into(page, widget.locator("textarea"), "[[1, 2]]")
    untroubled(page, outside)
"""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
import pytest
from playwright.sync_api import Browser, Locator, Page, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
]
SETTINGS = {
    # All cells at once: otherwise what is out of view is not there to be found.
    "notebook-extension/tracker": '{"windowingMode": "none"}',
    "apputils-extension/notification": '{"fetchNews": "false", "checkForUpdates": false}',
}

marks = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed"),
]


@dataclass(frozen=True)
class Lab:
    """A running JupyterLab: its address, and the folder whose notebooks it shows."""

    address: str
    notebooks: Path

    def shut_down_kernels(self) -> None:
        """End all kernels, which would otherwise live as long as the server."""
        with urllib.request.urlopen(f"{self.address}/api/kernels", timeout=60) as answer:
            kernels = json.load(answer)
        for kernel in kernels:
            request = urllib.request.Request(f"{self.address}/api/kernels/{kernel['id']}", method="DELETE")
            urllib.request.urlopen(request, timeout=60).close()


@contextmanager
def jupyterlab(folder: Path) -> Iterator[Lab]:
    """Start JupyterLab on an empty project, with settings of its own."""
    # A notebook that is run by hand writes its results into the project around it: so this is one.
    for part in ("notebooks", "profiles"):
        (folder / part).mkdir()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    settings = folder / "settings"
    for plugin, text in SETTINGS.items():
        path = settings / "@jupyterlab" / f"{plugin}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    environment = {
        **os.environ,
        "JUPYTERLAB_SETTINGS_DIR": str(settings),
        "JUPYTERLAB_WORKSPACES_DIR": str(folder / "workspaces"),
        "JUPYTER_CONFIG_DIR": str(settings),
    }
    command = [
        sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.port={port}", "--ServerApp.port_retries=0", "--IdentityProvider.token=",
        "--ServerApp.password=", "--ServerApp.disable_check_xsrf=True", f"--ServerApp.root_dir={folder / 'notebooks'}",
        "--LabApp.news_url=", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]  # fmt: skip
    log = (folder / "log").open("w")
    server = subprocess.Popen(command, env=environment, stdout=log, stderr=log, cwd=folder)
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_for(f"{address}/api", server, folder / "log")
        yield Lab(address, folder / "notebooks")
    finally:
        server.terminate()
        server.wait(timeout=30)
        log.close()


def _wait_for(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(1200):
        if server.poll() is not None:
            break
        try:
            urllib.request.urlopen(address, timeout=2)
            return
        except OSError:
            time.sleep(0.25)
    raise AssertionError(f"JupyterLab did not start:\n{log.read_text()[-2000:]}")


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start a browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS, timeout=180_000)
        yield browser
        browser.close()


def cells_for(notebook: nbformat.NotebookNode, calls: Sequence[str]) -> list[nbformat.NotebookNode]:
    """Return the code cells that contain one of these calls, with all those that they take their names from."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    names = [_names(cell.source) for cell in cells]
    needed = ["%load_ext", *calls]
    waiting = [k for k, cell in enumerate(cells) if any(call in cell.source for call in needed)]
    kept = set(waiting)
    while waiting:
        k = waiting.pop()
        for name in names[k][1]:
            source = next((j for j in reversed(range(k)) if name in names[j][0]), None)
            if source is not None and source not in kept:
                kept.add(source)
                waiting.append(source)
    return [cells[k] for k in sorted(kept)]


def python_of(source: str) -> str:
    """Return the Python of a cell: nothing of one that is prose, and no line that speaks to the shell."""
    return "" if source.startswith("%%") else re.sub(r"^%.*$", "", source, flags=re.MULTILINE)


def _names(source: str) -> tuple[set[str], set[str]]:
    """Return the names that a cell binds, and those that it takes from earlier cells."""
    bound: set[str] = set()
    taken: set[str] = set()
    for statement in ast.parse(python_of(source)).body:
        stored: set[str] = set()
        loaded: set[str] = set()
        inner: set[str] = set()  # loop variables and the like are bound before they are used
        for node in ast.walk(statement):
            if isinstance(node, ast.Name):
                (loaded if isinstance(node.ctx, ast.Load) else stored).add(node.id)
            elif isinstance(node, ast.Import | ast.ImportFrom):
                stored |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
            elif isinstance(node, ast.FunctionDef | ast.ClassDef):
                stored.add(node.name)
            elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
                loaded.add(node.target.id)
            if isinstance(node, ast.For | ast.comprehension):
                inner |= {part.id for part in ast.walk(node.target) if isinstance(part, ast.Name)}
            elif isinstance(node, ast.arg):
                inner.add(node.arg)
        taken |= loaded - bound - inner
        bound |= stored
    return bound, taken


def run_cells(
    page: Page, lab: Lab, name: str, calls: Sequence[str], values: Mapping[str, Any] | None = None
) -> list[str]:
    """Open the cells of a notebook that contain these calls, and what they need, and run them.

    ``values`` stand in the cell of parameters as if a reader had added them: for samples that are small.
    Returns the list that addresses outside are noted in.
    """
    notebook = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)
    parameters = next(cell for cell in notebook.cells if "parameters" in cell.metadata.get("tags", []))
    notebook.cells = cells_for(notebook, calls)
    assert all(any(call in cell.source for cell in notebook.cells) for call in calls)
    if values:
        parameters.source += "".join(f"\n{parameter} = {value!r}" for parameter, value in values.items())
    nbformat.write(notebook, lab.notebooks / f"{name}.ipynb")
    outside: list[str] = []

    def note(url: str) -> None:
        if not re.match(r"(https?|wss?)://(127\.0\.0\.1|localhost)[:/]|data:|blob:|about:|chrome", url):
            outside.append(url)

    page.on("request", lambda request: note(request.url))
    page.on("websocket", lambda websocket: note(websocket.url))
    # A workspace of its own: JupyterLab would open the notebooks of earlier tests again, in hidden tabs.
    page.goto(f"{lab.address}/lab/workspaces/{name}/tree/{name}.ipynb?reset")
    page.wait_for_selector(".jp-Notebook .jp-CodeCell")
    page.wait_for_selector("text=Python 3 (ipykernel) | Idle")
    page.click("text=Run >> nth=0")
    page.click(".lm-Menu-itemLabel:text-is('Run All Cells')")
    return outside


def appeared(page: Page, selector: str) -> Locator:
    """Wait until a widget is there and the notebook has run; scroll to the widget and return it."""
    widget = page.locator(selector)
    widget.wait_for(state="attached", timeout=600_000)
    settle(page)
    widget.scroll_into_view_if_needed()
    return widget


def settle(page: Page, seconds: float = 600) -> None:
    """Wait until the kernel has been idle for a moment, so that it has heard of all that was typed."""
    indicator = page.locator(".jp-Notebook-ExecutionIndicator").first
    calm = 0
    for _ in range(round(seconds / 0.1)):
        calm = calm + 1 if indicator.get_attribute("data-status") == "idle" else 0
        if calm == 5:
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"The kernel was not idle within {seconds} s")


def type_into(page: Page, box: Locator, text: str) -> None:
    """Fill a text box, leave it, and wait: otherwise a click that follows can reach the kernel before the text."""
    box.fill(text)
    box.blur()
    settle(page)


def state(widget: Locator, *selectors: str) -> tuple[str, ...]:
    """Return what a reader sees in parts of a widget: the address of a picture, the text of anything else."""
    return tuple(_seen(widget.locator(selector).first) for selector in selectors)


def _seen(part: Locator) -> str:
    if part.evaluate("element => element.tagName") == "IMG":
        return part.get_attribute("src") or ""
    return part.inner_text()


def changed(page: Page, widget: Locator, before: tuple[str, ...], *selectors: str) -> tuple[str, ...]:
    """Wait until every one of these parts differs from before; return them."""
    for _ in range(3000):
        now = state(widget, *selectors)
        if all(new != old for new, old in zip(now, before, strict=True)):
            return now
        page.wait_for_timeout(100)
    raise AssertionError(f"not all of {selectors} changed")


def untroubled(page: Page, outside: list[str]) -> None:
    """Assert that no cell failed and that nothing was asked of the network."""
    assert page.locator(".jp-OutputArea-output[data-mime-type='application/vnd.jupyter.error']").count() == 0
    assert page.locator("text=Traceback (most recent call last)").count() == 0
    assert outside == []


def keep_picture(widget: Locator, name: str) -> None:
    """Keep a picture of a widget in the folder that GAMETREE_SCREENSHOTS names, if it does."""
    if folder := os.environ.get("GAMETREE_SCREENSHOTS"):
        widget.screenshot(path=f"{folder}/{name}.png")
