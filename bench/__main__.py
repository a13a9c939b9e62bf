"""Measure how fast the package is: ratios, in one run, on one core.

python -m bench                       everything, about ten minutes on an idle core
python -m bench --quick               fewer repetitions and smaller trees
python -m bench --only sweep --only lazy  some sections
python -m bench --page FOLDER         a page with figures, and the numbers as a table, too
"""

from __future__ import annotations

import argparse
import platform
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from bench import chance, growth, lazy, others, page, play, startup, threads, whole, yardstick
from bench.compare import compare, stay_on_one_core
from bench.kernels import KernelSearch, SweepSearch, compile_kernels, generate_trees
from bench.trees import SEED, Forest, empty_forest, forest
from gametree.search import search, search_in_python

SIZES = [(3, 6, 2000), (10, 3, 2000), (8, 6, 64), (8, 8, 1)]
"""Width, depth and number of trees: many, so that no branch predictor learns one tree by heart."""

AIMS = {(name, "U(8,8)"): 1 / 1.6 for name in ("alphabeta", "scout", "pvs")}
"""The most that a kernel should take, in times of C, where it is less than 1: nearly all the work is on rows of leaves."""

Row = dict[str, Any]


def progress(text: str) -> None:
    print(f"  {text}", file=sys.stderr, flush=True)


def same_or_fail(what: str, ours: Any, theirs: Any) -> None:
    """Refuse to time two things that do not find the same."""
    if not np.array_equal(ours, theirs):
        raise SystemExit(f"{what}: the results differ, so there is nothing to compare: {ours} and {theirs}")


# -- sections ----------------------------------------------------------------------------------------------------------


def sweeps_against_c(quick: bool) -> Iterator[Row]:
    """Each kernel, in the package's own loop for sweeps, against C: time of the kernel / time of C."""
    for scheme in ("unordered", "integer-dependent"):
        for width, depth, n_trees in SIZES:
            trees = forest(scheme, width, depth, n_trees)
            for name in yardstick.FUNCTIONS:
                ours, theirs = SweepSearch(trees, name), yardstick.CSearch(trees, name)
                ours(), theirs()
                same_or_fail(f"{name} on {trees.name}, counts", ours.counts, theirs.counts)
                found = compare(ours, theirs, 5 if quick else 9)
                visits = ours.counts[:, 2].sum()
                yield {
                    "scheme": scheme,
                    "tree": trees.name,
                    "strategy": name,
                    **found.time_over_theirs(),
                    "aim": AIMS.get((name, trees.name), 1.0),
                    "C, ns per visit": 1e9 * float(np.median(found.theirs)) / visits,
                    "kernel, ns per visit": 1e9 * float(np.median(found.ours)) / visits,
                }


def whole_sweep(quick: bool) -> Iterator[Row]:
    """The whole unordered sweep, 24 sizes and six strategies, with generation and sums: our time / time of C."""
    yield from whole.rows(500 if quick else 2000, 5 if quick else 9)


def generation(quick: bool) -> Iterator[Row]:
    """Generating random trees: time of the kernel / time of C."""
    for scheme in yardstick.SCHEMES:
        for width, depth, n_trees in SIZES:
            ours, theirs = (empty_forest(scheme, width, depth, n_trees) for _ in range(2))
            generate_trees(ours, SEED)
            yardstick.generate_trees(theirs, SEED)
            same_or_fail(f"{scheme} {ours.name}", ours.leaves, theirs.leaves)
            found = compare(
                lambda trees=ours: generate_trees(trees, SEED),
                lambda trees=theirs: yardstick.generate_trees(trees, SEED),
                5 if quick else 9,
            )
            yield {
                "scheme": scheme,
                "tree": ours.name,
                **found.time_over_theirs(),
                "aim": 1.0,
                "C, ns per leaf": 1e9 * float(np.median(found.theirs)) / ours.leaves.size,
                "kernel, ns per leaf": 1e9 * float(np.median(found.ours)) / ours.leaves.size,
            }


def against_reference(quick: bool) -> Iterator[Row]:
    """Each kernel against its plain form: many trees per call, as in a sweep, and one by one (`search`)."""
    for width, depth, n_trees in [(3, 6, 20), (10, 3, 20), (8, 6, 1)]:
        if quick and width**depth > 10**5:
            continue
        trees = forest("unordered", width, depth, n_trees)
        stored = [trees.tree(i) for i in range(n_trees)]
        for name in yardstick.FUNCTIONS:
            batch = KernelSearch(trees, name)
            batch()
            _check_reference(trees, name, batch)

            def reference(name: str = name, stored: list[Any] = stored) -> None:
                for tree in stored:
                    search_in_python(tree, name)

            def one_by_one(name: str = name, stored: list[Any] = stored) -> None:
                for tree in stored:
                    search(tree, name)

            found = compare(batch, reference, 9)
            single = compare(one_by_one, reference, 9)
            yield {
                "tree": trees.name,
                "strategy": name,
                "plain Python, ms per tree": 1e3 * float(np.median(found.theirs)) / n_trees,
                **found.times_as_fast(),
                "aim": 100,
                "one by one": single.times_as_fast()["times as fast"],
            }


def _check_reference(trees: Forest, name: str, batch: KernelSearch) -> None:
    for i in range(trees.n_trees):
        reference = search_in_python(trees.tree(i), name)
        same_or_fail(f"{name} on {trees.name}, tree {i}, value", batch.values[i], reference.value)
        same_or_fail(f"{name} on {trees.name}, tree {i}, counts", list(batch.counts[i]), list(reference[1:4]))


def against_others(quick: bool) -> Iterator[Row]:
    """`gametree.search(tree, "alphabeta")`, with move and line, against other packages' Alphabeta."""
    for label, (package, make) in others.PACKAGES.items():
        if not others.installed(package):
            progress(f"{label} is not installed: left out")
            continue
        for width, depth in [(3, 6), (10, 3), (8, 6)]:
            if quick and width**depth > 10**5:
                continue
            tree = forest("unordered", width, depth, 1).tree(0)
            task = make(tree)
            same_or_fail(f"{label} on U({width},{depth})", search(tree, "alphabeta").value, task())
            found = compare(lambda tree=tree: search(tree, "alphabeta"), task, 9)
            yield {
                "package": label,
                "tree": f"U({width},{depth})",
                "theirs, ms": 1e3 * float(np.median(found.theirs)),
                "ours, ms": 1e3 * float(np.median(found.ours)),
                **found.times_as_fast(),
            }


def cost_growth(quick: bool) -> Iterator[Row]:
    """How the cost of Alphabeta and SSS* grows, from about 10^2 to 10^7 leaves."""
    last = 4 if quick else 6
    yield from growth.cost(growth.WIDE[:last] + growth.NARROW[:last], ("alphabeta", "sss*"), 9)


def cost_per_leaf(quick: bool) -> Iterator[Row]:
    """Alphabeta's cost per leaf evaluated, on trees stored and never stored."""
    last = 4 if quick else 6
    yield from growth.per_leaf(growth.NARROW[:last] + growth.WIDE[:last], 5 if quick else 9)


def memory(quick: bool) -> Iterator[Row]:
    """What is stored takes how many bytes."""
    yield from growth.memory()


def resident(quick: bool) -> Iterator[Row]:
    """By how much the peak of resident memory grows: a tree is generated, then searched by one after the other."""
    for width, depth in [(10, 6)] if quick else [(10, 7), (3, 14)]:
        yield from growth.resident(width, depth)


def lazy_trees(quick: bool) -> Iterator[Row]:
    """Alphabeta on trees that are never stored: leaves per second, and time of the kernel / time of C."""
    for scheme, width, depth in lazy.SIZES:
        ours, theirs = (way(scheme, width, depth, 2 if quick else 8) for way in (lazy.Ours, lazy.Theirs))
        ours(), theirs()
        same_or_fail(f"{scheme} U({width},{depth}), lazy, values", ours.values, theirs.values)
        same_or_fail(f"{scheme} U({width},{depth}), lazy, counts", ours.counts, theirs.counts)
        found = compare(ours, theirs, 5 if quick else 9)
        leaves = ours.counts[:, 0].sum()
        yield {
            "scheme": scheme,
            "tree": f"U({width},{depth})",
            **found.time_over_theirs(),
            "aim": 1.0,
            "C, million leaves per s": 1e-6 * leaves / float(np.median(found.theirs)),
            "kernel, million leaves per s": 1e-6 * leaves / float(np.median(found.ours)),
        }


def start_up(quick: bool) -> Iterator[Row]:
    """Importing and compiling, in fresh processes."""
    for what, passed, busy in [startup.import_seconds(3 if quick else 9), *startup.kernel_seconds()]:
        aim = 0.3 if "import" in what else 60 if "once" in what else ""
        yield {"what": what, "s": passed, "processor, s": busy, "aim": aim}


SECTIONS = {
    "sweep": sweeps_against_c,
    "whole": whole_sweep,
    "generate": generation,
    "reference": against_reference,
    "others": against_others,
    "chance": chance.against_expectiminimax,
    "threads": threads.in_threads,
    "workers": threads.on_workers,
    "play": play.against_packages,
    "lazy": lazy_trees,
    "growth": cost_growth,
    "leaf": cost_per_leaf,
    "memory": memory,
    "resident": resident,
    "startup": start_up,
}
NEEDS_C = ("sweep", "whole", "generate", "lazy")


# -- the command -------------------------------------------------------------------------------------------------------


def machine() -> Iterator[tuple[str, str]]:
    """Yield what kind of machine this is and what software was measured."""
    yield "processor", _processor()
    yield "system", f"{platform.system()} {platform.machine()}"
    yield "C", f"{yardstick.compiler_version()}, {yardstick.flags}" if yardstick.compiler() else "none"
    yield "Python", platform.python_version()
    for package in ("numba", "llvmlite", "numpy", "open_spiel", "easyAI"):
        yield package, others.installed(package) or "not installed"


def _processor() -> str:
    try:
        told = subprocess.run(["lscpu"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return platform.processor() or "unknown"
    facts = dict(line.split(":", 1) for line in told.splitlines() if ":" in line)
    wanted = (
        "Model name",
        "CPU family",
        "Model",
        "CPU(s)",
        "L1d cache",
        "L2 cache",
        "L3 cache",
        "Hypervisor vendor",
    )
    return ", ".join(f"{key} {facts[key].strip()}" for key in wanted if key in facts)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="fewer repetitions, smaller trees")
    parser.add_argument(
        "--only", action="append", choices=SECTIONS, help="a section; may be given more than once"
    )
    parser.add_argument(
        "--page", type=Path, help="a folder for the page of this run: numbers, tables, figures"
    )
    parser.add_argument("--cflags", default=yardstick.flags, help="what the C compiler is told (-O3)")
    options = parser.parse_args()
    yardstick.flags = options.cflags

    wanted = options.only or list(SECTIONS)
    if not yardstick.compiler():
        progress("there is no C compiler `cc`: left out are the comparisons with C")
        wanted = [section for section in wanted if section not in NEEDS_C]
    progress("compiling what is not on disk yet")
    compile_kernels()
    if not stay_on_one_core():
        progress("this system does not let a process stay on one core")
    found: dict[str, list[Row]] = {}
    for section in wanted:
        progress(f"{section}: {SECTIONS[section].__doc__}")
        found[section] = []
        for row in SECTIONS[section](options.quick):
            progress("  ".join(page.text_of(value) for value in row.values()))
            found[section].append(row)
    found = {page.MACHINE: [{"what": what, "which": which} for what, which in machine()], **found}
    titles = {section: task.__doc__ or "" for section, task in SECTIONS.items()}
    print(page.page(found, titles))
    if options.page:
        page.write_page(found, titles, options.page)
        progress(f"the page is {options.page / page.PAGE}")


if __name__ == "__main__":
    main()
