"""The library alone: installed with its three dependencies and nothing else, it does all that it promises."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import venv
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
NEEDED = ("numpy", "numba", "llvmlite", "scipy")
"""What `pip install .` brings: the three that are declared, and what numba is built on."""


@pytest.fixture(scope="module")
def bare_python(tmp_path_factory):
    """An environment of its own with the library, and of all other packages only those that it declares."""
    folder = tmp_path_factory.mktemp("bare")
    venv.create(folder / "env", with_pip=False)
    (packages,) = (folder / "env").glob("lib/python*/site-packages")
    for name in NEEDED:
        for file in distribution(name).files or ():
            top = file.parts[0]
            if top != ".." and not (packages / top).exists():
                (packages / top).symlink_to(Path(str(distribution(name).locate_file(top))))
    source = folder / "source"
    source.mkdir()
    for name in ("gametree", "companion"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-deps"]
    subprocess.run([*pip, "--no-build-isolation", "--target", packages, source], check=True)
    # The same sources: kernels that are compiled already need not be compiled again.
    for compiled in (ROOT / "gametree").rglob("*.nbc"):
        place = packages / compiled.relative_to(ROOT)
        place.parent.mkdir(exist_ok=True)
        shutil.copy(compiled, place)
    return folder / "env" / "bin" / "python"


def run(python: Path, code: str) -> str:
    """What a fresh interpreter prints, which finds nothing but its own packages."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [python, "-c", code], cwd=python.parent, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_three_packages_are_declared_and_no_more(bare_python):
    (metadata,) = bare_python.parents[1].glob("lib/python*/site-packages/gametree-*.dist-info")
    declared = [Requirement(text) for text in Distribution.at(metadata).requires or ()]
    assert {r.name for r in declared if r.marker is None} == {"numba", "numpy", "scipy"}


def test_the_example_of_the_readme_runs_without_jupyter_matplotlib_and_pandas(bare_python):
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    example = re.findall(r"```python\n(.*?)```", text, re.DOTALL)[0]
    printed = run(bare_python, example)
    assert "alphabeta 40" in printed
    assert "sss* 40" in printed


def test_every_strategy_runs_there(bare_python):
    code = """
import sys
import gametree as gt
tree = gt.Tree.from_nested([[[12, 8], 6, [11, 14, 20]], [[40], [8, 47, 17, 23]]])
print(*(f"{name}={gt.search(tree, name).value}" for name in gt.STRATEGIES), sep="\\n")
import gametree.games, gametree.chance, gametree.enhance, gametree.parallel, gametree.backup, gametree.theory
foreign = {"pandas", "matplotlib", "IPython", "ipywidgets", "papermill", "chess", "companion"}
print(sorted(foreign & set(sys.modules)))
"""
    import gametree as gt

    assert run(bare_python, code).splitlines() == [*(f"{name}=40" for name in gt.STRATEGIES), "[]"]


def test_all_that_can_be_compiled_ahead_is_compiled_there(bare_python):
    code = """
from gametree import warm
for compile_one, arguments in {job[0]: job[1:] for job in warm.jobs()}.items():
    print(compile_one(*arguments))
"""
    assert len(run(bare_python, code).splitlines()) > 8


def test_what_needs_an_extra_says_which(bare_python):
    code = """
import gametree as gt
try:
    gt.sweep("uniform", "unordered", sizes=[(2, 2)], strategies=["alphabeta"], trees=2, seed=1)
except ImportError as error:
    print(error)
"""
    assert 'pip install "gametree[frames]"' in run(bare_python, code)
