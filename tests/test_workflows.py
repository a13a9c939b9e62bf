"""What runs on other machines are the same commands as here."""

import re
import subprocess
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def commands(path):
    jobs = yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]
    return [(job, step["run"]) for job in jobs.values() for step in job.get("steps", []) if "run" in step]


def expanded(job, command):
    """Return a command for every cell of its job's matrix."""
    found = [command]
    for name, values in job.get("strategy", {}).get("matrix", {}).items():
        found = [text.replace(f"${{{{ matrix.{name} }}}}", value) for text in found for value in values]
    return list(dict.fromkeys(found))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_calls_make_and_nothing_else(path):
    assert commands(path)
    for job, command in commands(path):
        for text in expanded(job, command):
            assert re.fullmatch(r"make [a-z-]+( [A-Z]+=[a-z]+)*", text), text
            assert text.split()[1] in TARGETS, text


def test_every_command_of_the_checks_is_one_that_make_can_carry_out():
    (path,) = (path for path in WORKFLOWS if path.stem == "checks")
    for job, command in commands(path):
        for text in expanded(job, command):
            done = subprocess.run([*text.split(), "--dry-run"], cwd=ROOT, capture_output=True, text=True)
            assert done.returncode == 0, done.stderr


def test_the_checks_try_every_python_that_is_allowed_and_every_executor():
    jobs = yaml.safe_load((ROOT / ".github/workflows/checks.yml").read_text(encoding="utf-8"))["jobs"]
    assert jobs["tests"]["strategy"]["matrix"]["python"] == ["3.11", "3.12", "3.13"]
    assert jobs["executors"]["strategy"]["matrix"]["executor"] == ["threads", "processes", "dask"]


def test_what_must_hold_here_is_among_the_checks():
    lines = re.findall(
        r"^make (.*?)(?: 2>| \|)", (ROOT / ".ci/run").read_text(encoding="utf-8"), re.MULTILINE
    )
    here = [word for line in lines for word in line.split() if not word.startswith("--")]
    called = {command.split()[1] for _, command in commands(ROOT / ".github/workflows/checks.yml")}
    assert here == ["lint", "warm", "test"]
    assert {"lint", "test-fast", "digests", "lowest", "verify", "faults", "fuzz"} <= called
