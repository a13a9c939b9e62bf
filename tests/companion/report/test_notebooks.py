"""The notebooks of the project run, in a file of their own: two at a time, they keep two cores busy."""

from __future__ import annotations

import pytest

from companion.report.project import Project
from tests.companion.report.test_run import ROOT, run, status

pytestmark = pytest.mark.slow(seconds=300)


def test_every_notebook_runs_in_the_quick_profile(tmp_path):
    for name in ("notebooks", "profiles", "data", "gametree", "companion", "docs"):
        (tmp_path / name).symlink_to(ROOT / name)
    project = Project(tmp_path)
    # Pages of all chapters are built in test_site.
    done = run(project, "--profile", "quick", "--jobs", "2", "--no-site")
    assert done.returncode == 0, done.stdout + done.stderr
    assert set(status(done)) == set(project.names()) != set()
