"""The recipes of ARCHITECTURE.md work as they stand there, in a copy of the project."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
RECIPES = dict(
    re.findall(r"^## (A [^\n]+)\n(.*?)(?=^## |\Z)", TEXT.split("# Recipes")[1], re.DOTALL | re.MULTILINE)
)
STEP = re.compile(
    r"^(Put into|Append to|Run)(?: `([^`]+)`)?:\n\n```(\w+)\n(.*?)^```", re.DOTALL | re.MULTILINE
)

pytestmark = pytest.mark.slow


@pytest.fixture
def copy(tmp_path):
    """A copy of the project, with the kernels that are compiled already."""
    for name in ("gametree", "companion", "data", "notebooks", "profiles"):
        shutil.copytree(ROOT / name, tmp_path / name)
    return tmp_path


def run(copy: Path, language: str, code: str) -> None:
    python = f"{sys.executable} -P"
    command = (
        ["sh", "-ec", code.replace("python -m", f"{python} -m")]
        if language == "sh"
        else [sys.executable, "-c", code]
    )
    environment = os.environ | {"PYTHONPATH": str(copy)}
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, f"{code}\n{done.stdout}\n{done.stderr}"


def test_there_is_a_recipe_for_each_thing_that_people_add():
    assert list(RECIPES) == ["A strategy", "A game", "A printed table", "A chapter"]


@pytest.mark.parametrize("name", RECIPES)
def test_the_recipe_works(copy, name):
    steps = STEP.findall(RECIPES[name])
    assert len(steps) == RECIPES[name].count("```") // 2, "every block says what is to be done with it"
    for what, place, language, code in steps:
        if what == "Run":
            run(copy, language, code)
        else:
            file = copy / place
            file.parent.mkdir(parents=True, exist_ok=True)
            before = file.read_text(encoding="utf-8") if what == "Append to" else ""
            file.write_text(before + code, encoding="utf-8")
