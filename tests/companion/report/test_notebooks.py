"""The notebooks of the project run, in a file of their own: two at a time, they keep two cores busy."""

from __future__ import annotations

import platform
import shutil

import pytest

from companion.report.project import Project
from tests.companion.report.test_run import ROOT, run, status

pytestmark = pytest.mark.slow(seconds=300)


def test_every_notebook_runs_in_the_quick_profile_and_gives_the_published_results(tmp_path):
    for name in ("notebooks", "profiles", "data", "gametree", "companion", "docs"):
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / "reports").mkdir()
    shutil.copy(ROOT / "reports/quick.json", tmp_path / "reports")
    project = Project(tmp_path)
    # Pages of all chapters are built in test_site.
    done = run(project, "--profile", "quick", "--reproduce", "--jobs", "2", "--no-site")
    said = done.stdout + done.stderr
    assert set(status(done)) == set(project.names()) != set()
    assert all(row.startswith("passed") for row in status(done).values()), said
    if platform.machine() in (
        "x86_64",
        "AMD64",
    ):  # to the last digit; elsewhere logarithms may have another one
        assert done.stdout.count("  identical\n") == len(project.names()), said
        assert done.returncode == 0, said
