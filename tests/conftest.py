"""What all tests share: reproducible hypothesis runs, and small projects of notebooks to run."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import nbformat
import pytest
from hypothesis import settings
from playwright.sync_api import Browser, Page

from companion.report.project import Project
from tests.lab import Lab, chromium, jupyterlab

# The same examples everywhere, and no deadline: compiling a kernel takes long the first time.
settings.register_profile("gametree", deadline=None, derandomize=True)
# Ten times as many, for a change of the kernels: pytest --hypothesis-profile thorough.
settings.register_profile("thorough", settings.get_profile("gametree"), max_examples=1000)
settings.load_profile("gametree")

NOTEBOOKS = Path(__file__).parent / "notebooks"
MakeProject = Callable[..., Project]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the files first whose slow tests take longest: what comes last is short, and no core waits for another."""
    seconds: Counter[Path] = Counter()
    for item in items:
        if slow := item.get_closest_marker("slow"):
            seconds[item.path] += slow.kwargs.get("seconds", 5)
    items.sort(key=lambda item: -seconds[item.path])


@pytest.fixture
def make_project(tmp_path: Path) -> MakeProject:
    """Return a function that makes a project of some of tests/notebooks, and of profiles as TOML text."""

    def make(*names: str, **profiles: str) -> Project:
        root = tmp_path / "project"
        for folder in ("notebooks", "profiles", "data/published", "gametree/search", "companion/report"):
            (root / folder).mkdir(parents=True)
        for name in names:
            shutil.copy(NOTEBOOKS / f"{name}.ipynb", root / "notebooks")
        shutil.copy(NOTEBOOKS / "dot.svg", root / "notebooks")
        for name, text in {"paper": "", **profiles}.items():
            (root / "profiles" / f"{name}.toml").write_text(text, encoding="utf-8")
        (root / "data/published/cells.csv").write_text("source,table\n", encoding="utf-8")
        (root / "gametree/__init__.py").touch()
        (root / "gametree/tree.py").write_text("x = 1\n", encoding="utf-8")
        (root / "gametree/search/alphabeta.py").write_text("x = 1\n", encoding="utf-8")
        (root / "companion/report/page.py").write_text("x = 1\n", encoding="utf-8")
        return Project(root)

    return make


@pytest.fixture
def write_notebook(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that writes a notebook from (tags, source) pairs of code cells."""

    def write(*cells: tuple[list[str], str], name: str = "sample") -> Path:
        notebook = nbformat.v4.new_notebook()
        for tags, source in cells:
            cell = nbformat.v4.new_code_cell(source)
            cell.metadata["tags"] = tags
            notebook.cells.append(cell)
        path = tmp_path / f"{name}.ipynb"
        nbformat.write(notebook, path)
        return path

    return write


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """Start JupyterLab, once for all tests."""
    with jupyterlab(tmp_path_factory.mktemp("lab")) as lab:
        yield lab


@pytest.fixture
def lab(server: Lab) -> Iterator[Lab]:
    """Yield the running JupyterLab, and end the kernels that the test has started."""
    yield server
    server.shut_down_kernels()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start a browser, once for all tests."""
    with chromium() as browser:
        yield browser


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Open a page that shares nothing with those of other tests."""
    page = browser.new_page(viewport={"width": 1500, "height": 1600})
    page.set_default_timeout(300_000)  # a kernel that compiles, on a busy machine, answers late
    yield page
    page.close()
