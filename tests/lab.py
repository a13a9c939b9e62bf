"""Notebooks in a real JupyterLab in a real browser: what the tests of all widgets share.

A test module names its notebooks in ``NAMES`` (and in ``VALUES``, if need be, parameters that make them quick),
marks itself with ``pytestmark = marks``, and asks for the fixtures ``lab`` (an address) and ``page`` (a browser's
page), both in conftest.  Then::

    outside = run_all(page, lab, "05_pathology")
    widget = appeared(page, ".gametree-pearl")
    start = state(widget, "img", "table")
    widget.get_by_role("button", name="roll").click()
    changed(page, widget, start, "img", "table")
    type_into(page, widget.locator("textarea"), "[[1, 2]]")
    untroubled(page, outside)
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nbformat
import pytest
from playwright.sync_api import Locator, Page, sync_playwright

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


@contextmanager
def jupyterlab(folder: Path, names: tuple[str, ...], values: Mapping[str, Any]) -> Iterator[str]:
    """Start JupyterLab on copies of the notebooks, with settings of its own; yield its address.

    ``values`` stand in the cell of parameters as if a reader had added them: for samples that are small.
    """
    # A notebook that is run by hand writes its results into the project around it: so this is one.
    for part in ("notebooks", "profiles"):
        (folder / part).mkdir()
    for name in names:
        notebook = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)
        cell = next(cell for cell in notebook.cells if "parameters" in cell.metadata.get("tags", []))
        cell.source += "".join(f"\n{parameter} = {value!r}" for parameter, value in values.items())
        nbformat.write(notebook, folder / "notebooks" / f"{name}.ipynb")
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
        "--ServerApp.password=", f"--ServerApp.root_dir={folder / 'notebooks'}",
        "--LabApp.news_url=", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]  # fmt: skip
    log = (folder / "log").open("w")
    server = subprocess.Popen(command, env=environment, stdout=log, stderr=log, cwd=folder)
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_for(f"{address}/api", server, folder / "log")
        yield address
    finally:
        server.terminate()
        server.wait(timeout=30)
        log.close()


def _wait_for(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(240):
        if server.poll() is not None:
            break
        try:
            urllib.request.urlopen(address, timeout=2)
            return
        except OSError:
            time.sleep(0.25)
    raise AssertionError(f"JupyterLab did not start:\n{log.read_text()[-2000:]}")


@contextmanager
def browser_page() -> Iterator[Page]:
    """Start a browser; yield one page of it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 1500, "height": 1600})
        page.set_default_timeout(180_000)  # a kernel that compiles, on a busy machine, answers late
        yield page
        browser.close()


def run_all(page: Page, lab: str, name: str) -> list[str]:
    """Open a notebook and run it; return the list that addresses outside are noted in."""
    outside: list[str] = []

    def note(url: str) -> None:
        if not re.match(r"(https?|wss?)://(127\.0\.0\.1|localhost)[:/]|data:|blob:|about:|chrome", url):
            outside.append(url)

    page.on("request", lambda request: note(request.url))
    page.on("websocket", lambda websocket: note(websocket.url))
    # A workspace of its own: JupyterLab would open the notebooks of earlier tests again, in hidden tabs.
    page.goto(f"{lab}/lab/workspaces/{name}/tree/{name}.ipynb?reset")
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
    for _ in range(1000):
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
