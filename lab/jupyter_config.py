"""What ``make lab`` tells JupyterLab; Jupyter runs this file."""

import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = Path(os.environ.get("GAMETREE_ROOT", HERE.parent))
sys.path.insert(0, str(HERE.parent))

from lab.start import START, write_start  # noqa: E402 (found on the path just set)

write_start(ROOT)

c = get_config()  # noqa: F821 (Jupyter provides it)
c.ServerApp.ip = "localhost"
c.ServerApp.open_browser = False
c.ServerApp.root_dir = str(ROOT)
c.ServerApp.contents_manager_class = "lab.contents.Contents"
c.ServerApp.allow_root = hasattr(os, "getuid") and os.getuid() == 0  # as in a container; it is never needed
c.ServerApp.jpserver_extensions = {"jupyterlab": True, "lab.kernel": True}
c.LabApp.default_url = f"/lab/tree/{START}"
c.LabApp.app_settings_dir = str(HERE / "settings")  # neither news nor updates
c.LabApp.extra_labextensions_path = [str(HERE / "labextensions")]
