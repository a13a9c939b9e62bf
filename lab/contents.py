"""Files as JupyterLab sees and saves them: notebooks without outputs, reports for reading only."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import nbformat
from jupyter_server.services.contents.largefilemanager import AsyncLargeFileManager
from tornado.web import HTTPError

SOURCE = re.compile(r"notebooks/[^/]+\.ipynb")
REPORT = re.compile(r"reports/[^/]+\.ipynb")
OF_THE_SESSION = ("collapsed", "execution", "scrolled", "trusted")
"""Metadata of cells that tell of a session, not of the notebook."""


def strip(notebook: dict[str, Any], before: dict[str, Any] | None = None) -> None:
    """Take out of a notebook what running it has put in: outputs, numbers, times, the kernel's version.

    ``before`` is the notebook as it was: what it says of its kernel stays.

    >>> cell = {"cell_type": "code", "source": "1 + 1", "outputs": [2], "execution_count": 7, "metadata": {"trusted": True}}
    >>> strip({"cells": [cell], "metadata": {"widgets": {}}})
    >>> cell
    {'cell_type': 'code', 'source': '1 + 1', 'outputs': [], 'execution_count': None, 'metadata': {}}
    """
    for cell in notebook.get("cells", []):
        metadata = cell.get("metadata", {})
        for name in OF_THE_SESSION:
            metadata.pop(name, None)
        if "jupyter" in metadata:
            metadata["jupyter"].pop("outputs_hidden", None)
            if not metadata["jupyter"]:
                del metadata["jupyter"]
        if cell.get("cell_type") == "code":
            cell["outputs"], cell["execution_count"] = [], None
    metadata = notebook.setdefault("metadata", {})
    metadata.pop("widgets", None)
    for name in ("kernelspec", "language_info"):
        if before is not None and name in before["metadata"]:
            metadata[name] = before["metadata"][name]


class Contents(AsyncLargeFileManager):
    """The project's files."""

    async def get(self, path: str, *args: Any, **named: Any) -> Any:
        """Return a file or folder; a report can't be written to."""
        model = await super().get(path, *args, **named)
        if REPORT.fullmatch(path.strip("/")):
            model["writable"] = False
        return model

    async def save(self, model: dict[str, Any], path: str = "") -> Any:
        """Save a file; of the project's notebooks only what was written, not what was computed."""
        path = path.strip("/")
        file = Path(self._get_os_path(path))
        if REPORT.fullmatch(path) and file.exists():
            raise HTTPError(
                403, f"{path} is a report, made by make reports: save your copy under another name"
            )
        if SOURCE.fullmatch(path) and model.get("type") == "notebook" and model.get("content"):
            strip(model["content"], nbformat.read(file, as_version=4) if file.exists() else None)
        return await super().save(model, path)
