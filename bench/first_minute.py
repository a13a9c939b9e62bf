"""Measure how long it takes to begin: ``python -m bench.first_minute`` (needs git and make; nothing else should run).

The project, as committed, is cloned into an empty folder.  There ``.venv`` is made; then, each time with no kernel compiled
yet, come the first search in Python, the first report, and, where there is chromium, the explorer that ``make lab`` opens.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import sync_playwright

from bench.pages import explorer_in_lab, make_lab

ROOT = Path(__file__).parents[1]
SEARCH = """\
import gametree as gt
tree = gt.Tree.from_nested([[[12, 8], 6, [11, 14, 20]], [[40], [8, 47, 17, 23]]])
print(gt.search(tree, "alphabeta"))
"""
REPORT = "01_game_trees"


def clocked(what: str, done: Callable[[], object]) -> float:
    """Do something, print a row with how many seconds it took, and return them."""
    begun = time.perf_counter()
    done()
    passed = time.perf_counter() - begun
    print(f"| {what} | {passed:.1f} |", flush=True)
    return passed


def without_kernels(command: list[str], folder: Path) -> None:
    """Run a command with an empty cache of kernels."""
    with tempfile.TemporaryDirectory() as cache:
        environment = os.environ | {"NUMBA_CACHE_DIR": cache}
        subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)


def main() -> None:
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    print("| from an empty folder | s |\n|---|---|")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "gametree"
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)
        python = str(folder / ".venv/bin/python")

        def made() -> None:
            subprocess.run(["make", "venv"], cwd=folder, check=True, capture_output=True)

        clocked("make `.venv`: packages come from the index, or from pip's cache", made)
        clocked(
            "the first search in Python, compiled", lambda: without_kernels([python, "-c", SEARCH], folder)
        )
        clocked("the same again", lambda: without_kernels([python, "-c", SEARCH], folder))
        report = [python, "-m", "companion.report", REPORT, "--force", "--no-site"]
        clocked(f"the first report, {REPORT}", lambda: without_kernels(report, folder))
        if chromium:
            with sync_playwright() as playwright, tempfile.TemporaryDirectory() as settings:
                browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])

                def opened() -> None:
                    with make_lab(Path(settings), folder) as address:
                        explorer_in_lab(browser, address)

                clocked("`make lab` until its explorer shows a tree", opened)
                browser.close()


if __name__ == "__main__":
    main()
