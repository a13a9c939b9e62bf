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


def clocked(what: str, done: Callable[[], object]) -> None:
    """Do something, and print a row with how many seconds it took."""
    begun = time.perf_counter()
    done()
    print(f"| {what} | {time.perf_counter() - begun:.1f} |", flush=True)


def run(command: list[str], folder: Path, kernels: str) -> None:
    """Run a command that keeps compiled kernels in a folder."""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(folder / kernels)}
    subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)


def main() -> None:
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    print("| from an empty folder | s |\n|---|---|")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "gametree"
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)
        python = str(folder / ".venv/bin/python")
        search = [python, "-c", SEARCH]
        report = [python, "-m", "companion.report", REPORT, "--force", "--no-site"]
        clocked(
            "`make venv`: packages come from an index nearby", lambda: run(["make", "venv"], folder, "none")
        )
        clocked("the first search in Python", lambda: run(search, folder, "searched"))
        clocked("the same in the next process", lambda: run(search, folder, "searched"))
        clocked(f"the first report, {REPORT}", lambda: run(report, folder, "reported"))
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
