"""What all tests share: reproducible hypothesis runs, and small projects of notebooks to run."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import nbformat
import pytest
from hypothesis import settings
from playwright.sync_api import Page

from companion.report.project import Project
from tests.lab import browser_page, jupyterlab

# The same examples everywhere, and no deadline: compiling a kernel takes long the first time.
settings.register_profile("gametree", deadline=None, derandomize=True)
settings.load_profile("gametree")

NOTEBOOKS = Path(__file__).parent / "notebooks"
MakeProject = Callable[..., Project]


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


@pytest.fixture(scope="module")
def lab(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start JupyterLab on copies of the module's NAMES, with its VALUES as parameters; yield its address."""
    values = getattr(request.module, "VALUES", {})
    with jupyterlab(tmp_path_factory.mktemp("lab"), request.module.NAMES, values) as address:
        yield address


@pytest.fixture
def page() -> Iterator[Page]:
    """Start a browser; yield one page of it."""
    with browser_page() as page:
        yield page
