"""The front end of everything that moves: the same scripts in JupyterLab and on the pages of the site.

A component is one file ``NAME.js`` of this folder that ends in ``export default { render }``, as anywidget takes it,
and imports nothing: ``common.js`` and its own parts, ``NAME.PART.js``, stand before it.  In JupyterLab it is part of
a `Live` widget, and the kernel answers its questions; on a page it is a plain script, because browsers refuse modules
in pages opened from a folder, and the page's own engines answer: each is one file ``NAME.engine.js``, a plain script
that puts functions into ``gametree.engines``.
"""

from __future__ import annotations

import base64
import json
import re
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
COMMON = "common"
WORKER = "page_worker"
ENGINE = ".engine"
"""How the names of scripts end that answer the questions of components on pages."""

PLACE = "gametree-live"
"""Class of the elements of a page that components are put into."""

_EXPORT = re.compile(r"^export default ", re.MULTILINE)


@cache
def components() -> tuple[str, ...]:
    """Return the names of all components."""
    return tuple(name for name in _scripts() if name != COMMON and "." not in name)


@cache
def module(component: str) -> str:
    """Return a component as a module of its own, with all it needs, for a widget."""
    return _source(COMMON) + _source(component)


@cache
def stylesheet() -> str:
    """Return the style of all components."""
    first = FOLDER / "live.css"
    others = sorted(path for path in FOLDER.glob("*.css") if path != first)
    return "".join(path.read_text(encoding="utf-8") for path in (first, *others))


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
    named = {"live.css": stylesheet(), f"{COMMON}.js": _source(COMMON)}
    named |= {f"{name}.js": _source(name) for name in _scripts() if name.endswith(ENGINE)}
    named |= {f"{name}.js": script(name) for name in components()}
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in (named | _loaded_later()).items():
        (folder / name).write_text(text, encoding="utf-8")
    return list(named)


def _loaded_later() -> dict[str, str]:
    """Return files that engines load when they are first asked, as scripts: nothing else is loaded from a folder."""
    # Here, because widgets and reports that only name a component need neither searches nor printed numbers.
    from companion.published.cases import printed_leaves
    from companion.widgets.web import page_python

    binary = base64.b64encode((FOLDER / "sweep.wasm").read_bytes()).decode("ascii")
    uniform = {trees: sizes for trees, sizes in printed_leaves().items() if trees.startswith("uniform ")}
    printed = json.dumps(uniform, separators=(",", ":"))
    return {
        "explorer.about.js": f"gametree.about = {json.dumps(page_python.about())};\n",
        "python.worker.js": f"gametree.pythonWorker = {json.dumps(page_python.worker())};\n",
        "sweep.wasm.js": f'gametree.wasm = "{binary}";\n',
        "sweep.printed.js": f"gametree.printed = {printed};\n",
    }


def _scripts() -> list[str]:
    return [path.stem for path in sorted(FOLDER.glob("*.js")) if path.stem != WORKER]


def _source(name: str) -> str:
    parts = sorted(path for path in FOLDER.glob(f"{name}.*.js") if not path.stem.endswith(ENGINE))
    return "".join(path.read_text(encoding="utf-8") for path in (*parts, FOLDER / f"{name}.js"))
