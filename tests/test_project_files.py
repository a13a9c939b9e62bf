"""The project's own files agree with one another, and with what they promise."""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from pathlib import Path

import nbformat
import pytest
import yaml
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from companion.report.fingerprint import changed, out_of_date, survey
from companion.report.parameters import HOURS, declared, read_profile
from companion.report.project import PAPER, Project
from companion.report.reproduction import check_manifest, read_digests
from tests.lab import python_of

ROOT = Path(__file__).parents[1]
PROJECT = Project(ROOT)
NAMES = PROJECT.names()
PYTHONS = ["3.11", "3.12", "3.13", "3.14"]

CONDA_NAMES = {"playwright-python": "playwright"}
"""Where conda-forge calls a package otherwise."""


def pyproject() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def required(*extras: str) -> dict[str, Requirement]:
    """What pyproject.toml asks for, by normal name; an extra that names others of ours brings them along."""
    texts = list(pyproject()["dependencies"])
    waiting = list(extras)
    while waiting:
        texts += pyproject()["optional-dependencies"][waiting.pop()]
        own = [text for text in texts if Requirement(text).name == pyproject()["name"]]
        texts = [text for text in texts if text not in own]
        waiting += [extra for text in own for extra in Requirement(text).extras]
    return {canonicalize_name(r.name): r for r in map(Requirement, texts)}


def conda() -> dict[str, Requirement]:
    """What environment.yml asks for but Python and pip, by the name it has on the package index."""
    entries = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))["dependencies"]
    from_pip = next(entry["pip"] for entry in entries if isinstance(entry, dict))
    found = {}
    for entry in [*entries, *from_pip]:
        if isinstance(entry, str) and entry.split()[0] not in ("python", "pip", "--editable"):
            name, _, bounds = entry.partition(" ")
            name = CONDA_NAMES.get(name, name)
            found[canonicalize_name(name)] = Requirement(f"{name}{bounds}")
    return found


def pins(lock: str, python: str) -> dict[str, Version]:
    """What a lock file installs on Linux with this Python."""
    text = (ROOT / lock).read_text(encoding="utf-8")
    environment = {"python_version": python, "python_full_version": f"{python}.0", "sys_platform": "linux"}
    found = {}
    for line in re.findall(r"^([a-z0-9].*?)\s*\\?$", text, re.MULTILINE):
        pin, _, marker = line.partition(" ; ")
        if not marker or Marker(marker).evaluate(environment):
            name, _, version = pin.partition("==")
            found[canonicalize_name(name)] = Version(version)
    return found


# One environment in three forms


@pytest.mark.parametrize("package", ["numpy", "scipy", "pandas", "numba", "llvmlite"])
def test_what_computes_is_the_same_for_every_python(package):
    assert len({pins("requirements.lock", python)[package] for python in PYTHONS}) == 1


def test_conda_asks_for_the_same_packages_with_the_same_bounds():
    wanted, found = required("dev"), conda()
    assert {name: str(r.specifier) for name, r in found.items()} == {
        name: str(r.specifier) for name, r in wanted.items()
    }


def test_conda_asks_for_the_same_python():
    entries = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))["dependencies"]
    assert f"python {pyproject()['requires-python']}" in entries
    assert pyproject()["requires-python"] == ">=3.11"


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize(
    ("lock", "extras"), [("requirements.lock", ["dev"]), ("requirements-bench.lock", ["bench"])]
)
def test_the_lock_pins_every_package_within_its_bounds(lock, extras, python):
    pinned = pins(lock, python)
    wanted = required(*extras)
    if extras == ["bench"]:
        wanted = {name: r for name, r in wanted.items() if name not in required()}
    for name, requirement in wanted.items():
        assert name in pinned, f"{name} is not in {lock}"
        assert pinned[name] in requirement.specifier, f"{name} {pinned[name]} is not {requirement.specifier}"


@pytest.mark.parametrize("python", PYTHONS)
def test_benchmarks_change_no_version_of_the_environment(python):
    base, bench = pins("requirements.lock", python), pins("requirements-bench.lock", python)
    shared = base.keys() & bench.keys()
    assert "numpy" in shared
    assert {name: bench[name] for name in shared} == {name: base[name] for name in shared}


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-bench.lock"])
def test_the_lock_is_pins_with_hashes_and_nothing_else(lock):
    text = (ROOT / lock).read_text(encoding="utf-8")
    entries = re.split(r"\n(?=\S)", text.strip())
    for entry in entries:
        pin, *hashes = [line.strip(" \\") for line in entry.splitlines()]
        assert re.fullmatch(r"[a-z0-9._-]+==[^\s;]+( ; .+)?", pin), pin
        assert hashes, f"{pin} has no hash"
        assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", line) for line in hashes), pin


# What the repository says


def tracked() -> list[Path]:
    """The files of the repository, with those that wait to be added."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this is not a git checkout")
    return [ROOT / name for name in listed.splitlines() if (ROOT / name).is_file()]


def test_no_file_names_a_package_registry_or_a_folder_of_somebodys_machine():
    forbidden = re.compile(
        rb"pypi[.]org|pythonhosted[.]org|index-url|(?<![\w.~-])/(?:home|root|Users|work)/\w"
    )
    found = [
        f"{path.relative_to(ROOT)}: {match.group(0).decode()}"
        for path in tracked()
        if path != Path(__file__) and path.name != "Makefile"
        for match in forbidden.finditer(path.read_bytes())
    ]
    assert found == []


def test_the_readme_shows_a_picture_and_the_two_commands_on_its_first_screen():
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()[:20]
    screen = "\n".join(lines)
    assert re.search(r"^!\[.{20,}\]\(docs/\S+\)$", screen, re.MULTILINE)
    assert "    make reproduce" in screen
    assert "    make test" in screen


def test_every_file_that_the_readme_and_contributing_link_to_exists():
    missing = []
    for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"):
        links = re.findall(r"\]\((?!https?:|#)([^)#]+)", (ROOT / name).read_text(encoding="utf-8"))
        missing += [f"{name}: {link}" for link in links if not (ROOT / link).exists()]
    assert missing == []


def test_the_example_of_the_readme_runs(capsys):
    (example,) = re.findall(
        r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL
    )
    exec(compile(example, "README.md", "exec"), {})
    printed = capsys.readouterr().out
    assert "alphabeta 40" in printed
    assert "sss* 40" in printed


def test_the_readme_lists_every_notebook():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [name for name in NAMES if f"](reports/{name}.ipynb)" not in text] == []


def test_the_citation_is_complete_and_of_this_version():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert {"cff-version", "message", "title", "authors", "version", "license"} <= citation.keys()
    assert str(citation["version"]) == pyproject()["version"]
    assert citation["license"] == pyproject()["license"] == "MIT"
    assert len(citation["references"]) == 5


def test_the_version_is_the_same_everywhere():
    import gametree

    assert gametree.__version__ == pyproject()["version"]
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(r"^## (Unreleased|\[?\d)", changelog, re.MULTILINE)


# Notebooks, profiles and reports


@pytest.mark.parametrize("name", NAMES)
def test_notebooks_are_source_only(name):
    for cell in nbformat.read(PROJECT.notebook(name), as_version=4).cells:
        assert not cell.get("outputs"), f"cell {cell.id} has outputs"
        assert cell.get("execution_count") is None, f"cell {cell.id} was executed"


@pytest.mark.parametrize("name", NAMES)
def test_every_table_that_a_notebook_makes_is_shown(name):
    """A table is returned, not displayed: anywhere but at the end of its cell nobody would see it."""
    for cell in nbformat.read(PROJECT.notebook(name), as_version=4).cells:
        if cell.cell_type != "code":
            continue
        for statement in ast.parse(python_of(cell.source)).body[:-1]:
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
                called = ast.unparse(statement.value.func).rpartition(".")[2]
                assert called not in ("show_frame", "frame", "table", "source"), f"cell {cell.id}"


@pytest.mark.parametrize("profile", ["quick", "paper", "deep"])
def test_profiles_fit_the_notebooks(profile):
    assert read_profile(PROJECT, profile).keys() == set(NAMES)
    sections = tomllib.loads(PROJECT.profile(profile).read_text(encoding="utf-8"))
    sections.pop(HOURS, None)
    assert set(sections) == set(NAMES), "every notebook has a section in every profile, if only an empty one"


@pytest.mark.parametrize("name", NAMES)
def test_notebooks_declare_their_parameters(name):
    assert declared(PROJECT.notebook(name))


@pytest.mark.parametrize("name", NAMES)
def test_the_committed_report_is_up_to_date_with_its_sources(name):
    values = read_profile(PROJECT, PAPER)[name]
    assert out_of_date(PROJECT, PROJECT.shelf(PAPER), name, values) is None, (
        "make reports, and commit reports/"
    )


@pytest.mark.parametrize("name", NAMES)
def test_the_published_digests_of_the_quick_profile_are_of_these_sources(name):
    digests = read_digests(PROJECT, "quick")
    assert digests is not None
    assert set(digests) == set(NAMES)
    surveyed = survey(PROJECT, PROJECT.reproduced("quick"), name, read_profile(PROJECT, "quick")[name])
    # What the scorecard read are the other results, whose digests stand beside its own.
    different = [
        what for what in changed(digests[name]["sources"], surveyed) if "other notebooks" not in what
    ]
    assert different == [], "make reports, and commit reports/"


def test_every_published_file_is_on_the_manifest_and_was_not_edited():
    assert check_manifest(PROJECT.shelf(PAPER)) == []


@pytest.mark.parametrize("name", NAMES)
def test_no_report_shows_where_its_results_went(name):
    assert "PosixPath(" not in PROJECT.shelf(PAPER).report(name).read_text(encoding="utf-8")


def test_no_report_or_result_is_left_of_a_notebook_that_is_gone():
    reports = {path.stem for path in (ROOT / "reports").glob("*.ipynb")}
    results = {path.name for path in (ROOT / "reports/results").glob("*")}
    assert (reports | results) <= set(NAMES)


def test_committed_reports_are_together_below_15_megabytes():
    size = sum(path.stat().st_size for path in tracked() if path.is_relative_to(ROOT / "reports"))
    assert size < 15e6
