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
    r"(?:(Put into|Append to) `([^`]+)`|(Run)|(After) `([^`]+)` in `([^`]+)`):\n\n```(\w+)\n(.*?)^```",
    re.DOTALL | re.MULTILINE,
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
    for write, place, runs, _, line, within, language, code in steps:
        if runs:
            run(copy, language, code)
            continue
        file = copy / (place or within)
        file.parent.mkdir(parents=True, exist_ok=True)
        before = "" if write == "Put into" else file.read_text(encoding="utf-8")
        if line:
            code = after(before, line, code)
        elif write == "Append to":
            code = before + code
        file.write_text(code, encoding="utf-8")


def after(text: str, beginning: str, more: str) -> str:
    """Put more text behind the one line that begins so."""
    assert len(re.findall(f"^{re.escape(beginning)}", text, re.MULTILINE)) == 1, beginning
    return re.sub(f"^({re.escape(beginning)}.*\n)", lambda m: m[0] + more, text, flags=re.MULTILINE)
