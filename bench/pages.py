"""Measure what a reader waits for: ``python -m bench.pages`` (needs chromium and the built site; nothing else should run).

Pages are opened from disk, JupyterLab as ``make lab`` starts it.  A step is the time from the click until the new picture
is laid out; a control, until the new picture is there.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from gametree import generate
from lab.start import START

ROOT = Path(__file__).parents[1]
PORT = 8765
WAIT = 600_000

PAINT = """() => performance.getEntriesByType("paint").find((each) => each.name === "first-contentful-paint").startTime"""
STEPS = """() => {
    const forward = document.querySelector('.explorer [aria-label="one step forward"]');
    const stage = document.querySelector(".explorer .stage");
    const times = [];
    while (!forward.disabled && times.length < 300) {
        const begun = performance.now();
        forward.click();
        stage.getBoundingClientRect();
        times.push(performance.now() - begun);
    }
    return times;
}"""
FRAMES = """() => new Promise((keep) => {
    const forward = document.querySelector('.explorer [aria-label="one step forward"]');
    document.querySelector('.explorer [aria-label="first step"]').click();
    const times = [];
    const frame = (now) => {
        times.push(now);
        forward.click();
        if (times.length < 121 && !forward.disabled) requestAnimationFrame(frame);
        else keep(times.slice(1).map((time, k) => time - times[k]));
    };
    requestAnimationFrame(frame);
})"""
CONTROL = """(strategy) => new Promise((keep) => {
    const explorer = document.querySelector(".explorer");
    const menu = document.querySelector('.explorer [aria-label="strategy"]');
    const begun = performance.now();
    menu.value = strategy;
    menu.dispatchEvent(new Event("change"));
    const look = () => {
        if (explorer.classList.contains("busy")) requestAnimationFrame(look);
        else keep(performance.now() - begun);
    };
    look();
})"""
SEARCH = """async ([tree, strategy, steps]) => {
    const begun = performance.now();
    await gametree.engines.trace({engine: "trace", tree, strategy, steps});
    return performance.now() - begun;
}"""


def row(what: str, aim: str, times: list[float]) -> None:
    """Print a line of the table: median and largest, in milliseconds."""
    print(f"| {what} | {aim} | {statistics.median(times):.0f} | {max(times):.0f} |", flush=True)


def shared(tree: str, strategy: str) -> str:
    return f"#explore?tree={tree.replace(' ', '')}&strategy={strategy}"


def ready(page: Page, nodes: int) -> None:
    """Wait until the explorer shows a tree of so many nodes."""
    page.wait_for_function(
        "nodes => document.querySelectorAll('.explorer g.node').length === nodes", arg=nodes, timeout=WAIT
    )


def steps_and_controls(page: Page, where: str, step_aim: str) -> None:
    """Measure steps and changes of the strategy on the tree that is shown."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = busy(session)
    times = page.evaluate(STEPS)
    row(f"{where}: a step, tree of 200 nodes", step_aim, times)
    row(f"{where}: the same in processor time", "", [1000 * (busy(session) - before) / len(times)])
    row(f"{where}: from frame to frame, a step in each", "17 ms", page.evaluate(FRAMES))
    names = ("scout", "sss*", "pvs", "sss-2", "alphabeta")
    row(f"{where}: another strategy", "150 ms or a sign", [page.evaluate(CONTROL, name) for name in names])


def busy(session: CDPSession) -> float:
    """Return the seconds of processor time that the page has taken."""
    metrics = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    return float(metrics["TaskDuration"])


def pages(browser: Browser, site: Path) -> None:
    """Measure first paints, the start of the explorer, steps, and searches of large trees."""
    for name in ("index", "scorecard", "explorer", "03_pruning_comparison", "07_alphabeta_analysis"):
        times = []
        for _ in range(5):
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.goto((site / f"{name}.html").as_uri())
            page.wait_for_function("performance.getEntriesByType('paint').length > 1", timeout=WAIT)
            times.append(page.evaluate(PAINT))
            page.close()
        row(f"first paint of {name}", "1000 ms", times)
    times = []
    for _ in range(3):
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        begun = time.perf_counter()
        page.goto((site / "explorer.html").as_uri())
        page.locator(".explorer svg.tree").wait_for(timeout=WAIT)
        times.append(1000 * (time.perf_counter() - begun))
        page.close()
    row("page: explorer shows its first tree", "", times)
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    tree, n_nodes = tree_of_200()
    page.goto((site / "explorer.html").as_uri() + shared(tree, "alphabeta"))
    ready(page, n_nodes)
    steps_and_controls(page, "page", "16 ms")
    large = str(generate("uniform", width=31, depth=2, scheme="unordered", seed=1).to_nested())
    deep = str(generate("uniform", width=3, depth=5, scheme="unordered", seed=1).to_nested())
    names = page.evaluate(
        "Object.keys(gametree.about.programs).filter((name) => !gametree.about.programs[name].chance)"
    )
    for steps, what in ((False, "result"), (True, "whole trace")):
        for text, size in ((large, "993 nodes, U(31,2)"), (deep, "364 nodes, U(3,5)")):
            row(
                f"page: {what} of each strategy, {size}",
                "",
                [page.evaluate(SEARCH, [text, name, steps]) for name in names],
            )
    page.close()


def tree_of_200() -> tuple[str, int]:
    """Return a tree of about 200 nodes, as text, and how many it has."""
    tree = generate("nonuniform", width=5, depth=5, scheme="unordered", seed=172)
    return str(tree.to_nested()), tree.n_nodes


@contextmanager
def make_lab(folder: Path, root: Path = ROOT) -> Iterator[str]:
    """Start what ``make lab`` starts in a copy of the project, with settings in a folder; yield its address."""
    kept = {"JUPYTER_CONFIG_DIR": str(folder), "JUPYTERLAB_SETTINGS_DIR": str(folder / "settings")}
    kept |= {"JUPYTERLAB_WORKSPACES_DIR": str(folder / "workspaces"), "JUPYTER_DATA_DIR": str(folder)}
    command = [
        str(root / ".venv/bin/python"),
        "-m",
        "jupyterlab",
        "--config=lab/jupyter_config.py",
        f"--ServerApp.port={PORT}",
    ]
    command.append("--IdentityProvider.token=")
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(
            command,
            env=os.environ | kept,
            stdout=log,
            stderr=log,
            cwd=root,
        )
        try:
            until(lambda: urllib.request.urlopen(f"http://localhost:{PORT}/api", timeout=2).close())
            yield f"http://localhost:{PORT}"
        finally:
            server.terminate()
            server.wait(timeout=60)


def until(try_it: Callable[[], None]) -> None:
    for _ in range(600):
        try:
            return try_it()
        except OSError:
            time.sleep(0.2)
    raise TimeoutError("JupyterLab does not start")


def explorer_in_lab(browser: Browser, address: str) -> Page:
    """Open JupyterLab; return its page when the explorer shows a tree."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(f"{address}/lab/tree/{START}")
    page.locator(".jp-OutputArea-output .explorer svg.tree").wait_for(timeout=WAIT)
    return page


def in_lab(browser: Browser) -> None:
    """Measure how soon the explorer of ``make lab`` answers, and how fast it is then."""
    with tempfile.TemporaryDirectory() as folder, make_lab(Path(folder)) as address:
        begun = time.perf_counter()
        page = explorer_in_lab(browser, address)
        times = [1000 * (time.perf_counter() - begun)]
        row("JupyterLab: explorer ready after its page is opened", "5000 ms", times)
        tree, n_nodes = tree_of_200()
        page.locator(".explorer summary", has_text="Change the tree").click()
        page.get_by_label("tree as nested lists").fill(tree)
        page.get_by_label("tree as nested lists").press("Enter")
        ready(page, n_nodes)
        steps_and_controls(page, "JupyterLab", "50 ms")
        page.close()


def main() -> None:
    site = ROOT / "site"
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None or not (site / "index.html").exists():
        raise SystemExit("This needs chromium and the built site: apt-get install chromium; make site")
    print("| what | aim | median, ms | most, ms |\n|---|---|---|---|")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        pages(browser, site)
        in_lab(browser)
        browser.close()
    print(f"\nLoad of the machine: {os.getloadavg()[0]:.1f} processes on {os.cpu_count()} cores")


if __name__ == "__main__":
    main()
