"""The front end of everything that moves: the same scripts in JupyterLab and on the pages of the site.

A component is one file ``NAME.js`` of this folder that ends in ``export default { render }``, as anywidget takes it,
and imports nothing: ``common.js`` stands before it.  In JupyterLab it is part of a `Live` widget, and the kernel
answers its questions; on a page it is a plain script, because browsers refuse modules in pages opened from a folder,
and the page's own engines answer.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
COMMON = "common"
PLACE = "gametree-live"
"""Class of the elements of a page that components are put into."""

_EXPORT = re.compile(r"^export default ", re.MULTILINE)


@cache
def components() -> tuple[str, ...]:
    """Return the names of all components."""
    return tuple(path.stem for path in sorted(FOLDER.glob("*.js")) if path.stem != COMMON)


@cache
def module(component: str) -> str:
    """Return a component as a module of its own, with all it needs, for a widget."""
    return _source(COMMON) + _source(component)


@cache
def stylesheet() -> str:
    """Return the style of all components."""
    return (FOLDER / "live.css").read_text(encoding="utf-8")


def script(component: str) -> str:
    """Return a component as a script for a page, which finds it as ``gametree.components[NAME]``."""
    source, exports = _EXPORT.subn(f"gametree.components[{component!r}] = ", _source(component))
    if exports != 1:
        raise ValueError(f"component {component} has {exports} default exports: it must have one")
    return f"(() => {{\n{source}}})();\n"


def write_assets(folder: Path) -> list[str]:
    """Write what pages with live parts need into a folder; return the files that a page names, in this order.

    Scripts are to be loaded with ``defer``; further files in the folder are loaded by them when they are needed.
    """
    written = {"live.css": stylesheet(), f"{COMMON}.js": _source(COMMON)}
    written |= {f"{name}.js": script(name) for name in components()}
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in written.items():
        (folder / name).write_text(text, encoding="utf-8")
    return list(written)


def _source(name: str) -> str:
    return (FOLDER / f"{name}.js").read_text(encoding="utf-8")
