"""Python in a page: the package's own plain-Python searches, under Brython, in a worker.

What is put into the page is the source of `companion.explanations.trace_data`, of the generators and of all that they
import, as it is, and of Brython (its core, and the few modules of its standard library that are needed).
"""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from math import inf
from pathlib import Path
from typing import Any

import gametree.chance
from companion.explanations.listing import Listing, listing
from companion.explanations.trace_data import trace_data
from companion.widgets.web import page_roll
from gametree import STRATEGIES, examples, generate
from gametree.chance.draws import ORDERS, PROBABILITIES
from gametree.generate import KINDS, SCHEMES
from gametree.search import Strategy

ENTRY = "companion.explanations.trace_data"
PACKAGES = (
    "companion", "companion.explanations",
    "gametree", "gametree.chance", "gametree.generate", "gametree.reference", "numba",
)  # fmt: skip
"""Packages whose own files stay out of the page: they list names, and bring in what needs a compiler."""

STANDARD = ("__future__", "crypto_js.rollups.sha256", "hashlib", "math", "sys")
STAND_INS = {
    "dataclasses": "dataclasses",
    "typing": "typing",
    "numpy": "numpy",
    "numpy.typing": "numpy",
    "numba.extending": "numpy",
    "gametree._compile": "numpy",
    "page_roll": "roll",
}
"""What stands for a module in the page: it imports the file ``page_NAME.py``."""

ERROR = {
    "default": None,
    "least": 0.0,
    "label": "heuristic off by",
    "meaning": "how far the heuristic is off, as a share of a node's value; nothing if there is no heuristic",
}


@cache
def programs() -> Mapping[str, Mapping[str, Any]]:
    """Return all searches by name, as `companion.explanations.trace_data.trace_data` takes them: plain data.

    >>> programs()["sss-0"]["options"]["guess"]["default"]
    0.0
    >>> programs()["aoc*"]["chance"]
    True
    """
    found: dict[str, Mapping[str, Any]] = {name: _program(strategy) for name, strategy in STRATEGIES.items()}
    for name, method in gametree.chance.METHODS.items():
        options = {"error": ERROR} if method.takes_ranges else {}
        found[name] = _place(method.reference) | {
            "source": method.source, "options": options, "chance": True, "keeps": "ranges", "group": "with chance nodes",
        }  # fmt: skip
    return found


def _preset(name: str, tree: Any, strategy: str, race: Sequence[str] = (), **more: Any) -> dict[str, Any]:
    text = tree if isinstance(tree, str) else str(tree.to_nested())
    return {"name": name, "tree": text, "strategy": strategy, "race": list(race), **more}


@cache
def presets() -> Sequence[Mapping[str, Any]]:
    """Return trees that are worth a look, each with what to search it by, and with whom in a race."""
    unordered = generate("uniform", width=2, depth=4, scheme="unordered", seed=2)
    ordered = generate("uniform", width=2, depth=4, scheme="ordered", p=1.0, seed=0)
    scouts = examples.figure_57()[0]
    chance = gametree.chance.examples.figure_6()
    return (
        _preset("the specimen of Muszycka 1985", examples.specimen(), "alphabeta"),
        _preset("race: SSS* wins", unordered, "sss*", ("alphabeta", "sss*")),
        _preset("race: Alphabeta wins by visits", ordered, "alphabeta", ("alphabeta", "sss*")),
        _preset("race: Scout beats SSS*, seven nodes", "[1, [[2, 3], 0]]", "scout", ("scout", "sss*")),
        _preset("race: the smallest tree that parts the Scouts", scouts, "scout", ("scout", "scout-testm")),
        _preset("bounds close in: SSS-2", examples.critical_tree(), "sss-2"),
        _preset("chance nodes: Figure 6 of Zenzel 1989", chance, "alpha-cutoff", goal=chance.goal),
    )


@cache
def about() -> Mapping[str, Any]:
    """Return what an explorer offers: programs, presets, and the trees that can be rolled."""
    return {
        "programs": programs(),
        "presets": presets(),
        "rolls": {
            "kind": [*KINDS, page_roll.WITH_CHANCE],
            "scheme": list(SCHEMES),
            "probabilities": list(PROBABILITIES),
            "order": list(ORDERS),
        },
    }


def roll(question: Mapping[str, Any]) -> Any:
    """Return the random tree that a question describes, as one would type it; pages have `page_roll.roll` for it.

    >>> roll({"kind": "uniform", "width": 2, "depth": 2, "scheme": "unordered", "seed": 1})
    {'tree': '[[4, 2], [3, 1]]'}
    """
    page_roll.check_size(question)
    given = {name: value for name, value in question.items() if name not in ("engine", "kind")}
    if question["kind"] == page_roll.WITH_CHANCE:
        tree: Any = gametree.chance.generate(**given)[0]
    else:
        tree = generate(question["kind"], **given)
    return {"tree": str(tree.to_nested())}


def _program(strategy: Strategy) -> dict[str, Any]:
    options = {
        option.name: {
            "default": option.default,
            "least": None if option.least == -inf else option.least,
            "meaning": option.meaning,
        }
        for option in strategy.options
    }
    keeps = "open" if strategy.keeps_open else "tree" if strategy.keeps_tree else ""
    compared = strategy.label or strategy.name == "minimax"
    group = "compared in 1985" if compared else "by solution trees" if strategy.keeps_tree else "variants"
    return _place(strategy.reference) | {
        "source": strategy.source, "options": options, "chance": False, "keeps": keeps, "group": group,
    }  # fmt: skip


def _place(function: Any) -> dict[str, str]:
    return {"module": function.__module__, "function": function.__name__}


def listing_of(name: str) -> Listing:
    """Return a search as a paper would print it.

    >>> listing_of("scout").lines[0]
    'def scout(p):'
    """
    program = programs()[name]
    return listing(getattr(sys.modules[program["module"]], program["function"]))


def trace(question: Mapping[str, Any]) -> Any:
    """Answer a question in the kernel: the engine that pages have under the same name."""
    return trace_data(question, programs(), listing_of)


@cache
def modules() -> Mapping[str, str]:
    """Return the modules of the package that run in the page, with their sources."""
    found: dict[str, str] = {}
    waiting = [
        ENTRY,
        *sorted({program["module"] for program in programs().values()}),
        *_imports(_stand_in("roll")),
    ]
    while waiting:
        name = waiting.pop()
        if name in found or name in PACKAGES or name in STAND_INS:
            continue
        found[name] = inspect.getsource(sys.modules[name])
        waiting += _imports(found[name])
    return found


def _imports(text: str) -> list[str]:
    return [
        line.split()[1]
        for line in text.splitlines()
        if line.startswith(("from gametree.", "from companion."))
    ]


def _stand_in(name: str) -> str:
    return (Path(__file__).parent / f"page_{name}.py").read_text(encoding="utf-8")


@cache
def worker() -> str:
    """Return the script of the worker: Brython, the modules, and what answers questions."""
    data = Path(str(resources.files("brython"))) / "data"
    library = (data / "brython_stdlib.js").read_text(encoding="utf-8")
    first, last = library.index("{"), library.rindex("}")
    standard = json.loads(library[first : last + 1])
    files: dict[str, list[Any]] = {name: standard[name] for name in STANDARD}
    for name, file in STAND_INS.items():
        files[name] = [".py", _stand_in(file), [], *([1] if name == "numpy" else [])]
    for name in PACKAGES:
        files[name] = [".py", "", [], 1]
    files |= {name: [".py", text, []] for name, text in modules().items()}
    core = (data / "brython.js").read_text(encoding="utf-8")
    end = (Path(__file__).parent / "page_worker.js").read_text(encoding="utf-8")
    return (
        'globalThis.__BRYTHON__ = {brython_path: "http://localhost/"};\n'  # never asked: a worker has no address
        f"{core}\n"
        f"__BRYTHON__.use_VFS = true;\n__BRYTHON__.update_VFS({json.dumps(files)});\n"
        f"const programs = {json.dumps(json.dumps(programs()))};\n"
        f"const listings = {json.dumps(json.dumps({name: listing_of(name) for name in programs()}))};\n{end}"
    )
