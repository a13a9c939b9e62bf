"""The stepper in a real JupyterLab in a real browser: run all, press, slide, type, and see it change."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
NAMES = ("01_game_trees", "02_pruning_strategies")
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

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed"),
]


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start JupyterLab on copies of the notebooks; yield its address."""
    folder = tmp_path_factory.mktemp("lab")
    # A notebook that is run by hand writes its results into the project around it: so this is one.
    for part in ("notebooks", "profiles"):
        (folder / part).mkdir()
    for name in NAMES:
        shutil.copy(NOTEBOOKS / f"{name}.ipynb", folder / "notebooks")
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


@pytest.fixture
def page() -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 1500, "height": 1600})
        yield page
        browser.close()


def run_all(page: Page, address: str) -> list[str]:
    """Open a notebook and run it; return the list that addresses outside are noted in."""
    outside: list[str] = []

    def note(url: str) -> None:
        if not re.match(r"(https?|wss?)://(127\.0\.0\.1|localhost)[:/]|data:|blob:|about:|chrome", url):
            outside.append(url)

    page.on("request", lambda request: note(request.url))
    page.on("websocket", lambda websocket: note(websocket.url))
    page.set_default_timeout(180_000)  # a kernel that compiles, on a busy machine, answers late
    page.goto(address)
    page.wait_for_selector(".jp-Notebook .jp-CodeCell", timeout=90_000)
    page.wait_for_selector("text=Python 3 (ipykernel) | Idle", timeout=90_000)
    page.click("text=Run >> nth=0")
    page.click(".lm-Menu-itemLabel:text-is('Run All Cells')")
    return outside


def stepper(page: Page):
    """Wait for the stepper, scroll to it and return it."""
    widget = page.locator(".gametree-stepper")
    widget.wait_for(state="attached", timeout=240_000)
    widget.scroll_into_view_if_needed()
    widget.locator("table").wait_for()
    return widget


def state(widget) -> tuple[str, str]:
    """Return the picture and the text of the panel."""
    return widget.locator("img").get_attribute("src"), widget.locator("table").inner_text()


def changes(page: Page, widget, before: tuple[str, str]) -> tuple[str, str]:
    """Wait until both picture and panel differ from before; return them."""
    for _ in range(1000):
        now = state(widget)
        if now[0] != before[0] and now[1] != before[1]:
            return now
        page.wait_for_timeout(100)
    raise AssertionError("picture and panel did not change")


@pytest.mark.parametrize("name", NAMES)
def test_the_stepper_in_jupyterlab(lab, page, name):
    outside = run_all(page, f"{lab}/lab/tree/{name}.ipynb")
    widget = stepper(page)
    start = state(widget)
    assert "step" in start[1]

    widget.get_by_role("button", name="back").click()
    earlier = changes(page, widget, start)
    widget.get_by_role("button", name="forward").click()
    assert changes(page, widget, earlier) == start

    widget.locator(".noUi-handle").focus()
    page.keyboard.press("ArrowLeft")
    assert changes(page, widget, start) == earlier

    widget.locator("select").first.select_option("sss*")
    opened = changes(page, widget, earlier)
    assert "OPEN" in opened[1]

    widget.get_by_role("button", name="roll").click()
    rolled = changes(page, widget, opened)

    widget.locator("textarea").fill("[[1, 2")
    widget.get_by_role("button", name="use this tree").click()
    widget.locator("[role=alert]").wait_for()
    assert "it must be nested lists of numbers" in widget.locator("[role=alert]").inner_text()
    assert state(widget) == rolled

    widget.locator("textarea").fill("[[3, 5], [2, 9]]")
    widget.get_by_role("button", name="use this tree").click()
    changes(page, widget, rolled)
    assert widget.locator("[role=alert]").count() == 0

    if folder := os.environ.get("GAMETREE_SCREENSHOTS"):
        widget.screenshot(path=f"{folder}/{name}.png")
    assert page.locator(".jp-OutputArea-output[data-mime-type='application/vnd.jupyter.error']").count() == 0
    assert page.locator("text=Traceback (most recent call last)").count() == 0
    assert outside == []
