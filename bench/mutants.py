"""Would a fault have been noticed?  Deliberate faults, one at a time: how many tests and scorecard catch.

python -m bench.mutants judging --each 40         faults in verdicts, claims, tables and scorecard
python -m bench.mutants strategies --each 20      in every search of plain Python and every kernel
python -m bench.mutants generators --each 20      in every generator

A fault is a small change of the source: an inequality flipped or loosened, a number off by one, maximum for minimum, a
sum for a difference, *and* for *or*, a condition negated, two arguments interchanged.  It is put into a copy of the
sources; there the tests of that part run until one fails.  Separately the scorecard alone is asked: a part of Tables III, V
and X is computed and judged with the fault in place, and a verdict or a p-value tells, or does not.
"""

from __future__ import annotations

import argparse
import ast
import copy
import csv
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 900
"""Seconds after which a fault counts as noticed: nobody waits longer for a test."""

SEARCH_TESTS = ("tests/gametree/search", "tests/gametree/test_examples.py", "tests/gametree/test_trace.py")
GENERATE_TESTS = ("tests/gametree/generate", "tests/gametree/experiment")
PUBLISHED_TESTS = ("tests/companion/published", "tests/companion/scorecard")


@dataclass(frozen=True)
class Target:
    """A file that gets faults, and the tests that should notice them."""

    file: str
    tests: tuple[str, ...]


GROUPS = {
    "judging": [
        Target(f"companion/published/{name}.py", PUBLISHED_TESTS)
        for name in ("verdict", "claims", "tables", "scorecard", "numbers")
    ],
    "strategies": [
        Target(f"gametree/{folder}/{name}.py", SEARCH_TESTS)
        for folder in ("reference", "search")
        for name in ("minimax", "branch_and_bound", "alphabeta", "pvs", "scout", "sss_star", "s_alphabeta")
    ],
    "generators": [
        Target(f"gametree/generate/{name}.py", GENERATE_TESTS)
        for name in ("random", "uniform", "nonuniform", "values", "known_value", "lazy", "stored")
    ],
}

SCORECARD_ALONE = """
import companion, gametree as gt
from companion.published.cases import CASES, COLUMNS
sizes = [(2, 2), (3, 3), (4, 3), (3, 4), (2, 5)]
for table in ("III", "V", "X"):
    case = next(c for c in CASES if c.table == table)
    frame = gt.sweep(case.kind, case.scheme, p=case.p, sizes=sizes, strategies=list(COLUMNS.values()), trees=4000,
                     seed=1, progress=False)
    judged = companion.compare(frame, companion.published("muszycka1985", table=table))
    judged = judged[judged.verdict != "not yet"]
    print(table, *judged.verdict, round(float((judged.statistic ** 2).mean()), 1))
"""


@dataclass(frozen=True)
class Fault:
    """A change of one place of a file."""

    file: str
    line: int
    what: str
    source: str


_FLIPPED = {
    ast.Lt: (ast.LtE, ast.Gt), ast.LtE: (ast.Lt, ast.GtE), ast.Gt: (ast.GtE, ast.Lt), ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
}  # fmt: skip
_EXCHANGED = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult, ast.Pow: ast.Mult,
}  # fmt: skip
_NAMES = {
    "max": "min",
    "min": "max",
    "any": "all",
    "all": "any",
    "maximum": "minimum",
    "minimum": "maximum",
}


class _Changes(ast.NodeVisitor):
    """Collect the changes that can be made: a node, a description and the node in its place."""

    def __init__(self) -> None:
        self.found: list[tuple[ast.AST, str, ast.AST]] = []

    def _add(self, node: ast.AST, what: str, other: ast.AST) -> None:
        self.found.append((node, what, ast.copy_location(other, node)))

    def visit_Compare(self, node: ast.Compare) -> None:
        for place, operator in enumerate(node.ops):
            for other in _FLIPPED.get(type(operator), ()):
                changed = copy.deepcopy(node)
                changed.ops[place] = other()
                self._add(node, f"{type(operator).__name__} becomes {other.__name__}", changed)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        other = _EXCHANGED.get(type(node.op))
        if other:
            self._add(
                node,
                f"{type(node.op).__name__} becomes {other.__name__}",
                ast.BinOp(node.left, other(), node.right),
            )
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        other = ast.Or if isinstance(node.op, ast.And) else ast.And
        self._add(
            node, f"{type(node.op).__name__} becomes {other.__name__}", ast.BoolOp(other(), node.values)
        )
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.USub | ast.Not):
            self._add(node, f"{type(node.op).__name__} is dropped", node.operand)
        self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        self._add(node.test, "condition negated", ast.UnaryOp(ast.Not(), node.test))
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        other = _EXCHANGED.get(type(node.op))
        if other:
            changed = copy.deepcopy(node)
            changed.op = other()
            self._add(node, f"{type(node.op).__name__} becomes {other.__name__}", changed)
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if type(node.value) is int:
            self._add(node, f"{node.value} becomes {node.value + 1}", ast.Constant(node.value + 1))
        elif type(node.value) is float:
            self._add(
                node, f"{node.value} becomes {node.value * 1.5 + 0.5}", ast.Constant(node.value * 1.5 + 0.5)
            )
        elif type(node.value) is bool:
            self._add(node, f"{node.value} becomes {not node.value}", ast.Constant(not node.value))

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name in _NAMES:
            changed = copy.deepcopy(node)
            if isinstance(changed.func, ast.Name):
                changed.func.id = _NAMES[name]
            elif isinstance(changed.func, ast.Attribute):
                changed.func.attr = _NAMES[name]
            self._add(node, f"{name} becomes {_NAMES[name]}", changed)
        for place in range(len(node.args) - 1):
            if all(isinstance(argument, ast.Name) for argument in node.args[place : place + 2]):
                changed = copy.deepcopy(node)
                changed.args[place], changed.args[place + 1] = changed.args[place + 1], changed.args[place]
                self._add(node, f"arguments {place + 1} and {place + 2} of {name} interchanged", changed)
        self.generic_visit(node)


def faults(file: str, each: int, seed: int) -> Iterator[Fault]:
    """Return some faults of a file, drawn at random, spread over its functions."""
    text = (ROOT / file).read_text(encoding="utf-8")
    tree = ast.parse(text)
    changes = _Changes()
    for function in ast.walk(tree):
        # Only what runs: neither docstrings nor defaults nor annotations.
        if isinstance(function, ast.FunctionDef):
            for statement in function.body:
                if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
                    changes.visit(statement)
    every = list({(id(node), what): (node, what, other) for node, what, other in changes.found}.values())
    picked = random.Random(f"{seed} {file}").sample(every, min(each, len(every)))
    for node, what, other in picked:
        # The line is replaced, so that everything else stays as it is written.
        before = ast.get_source_segment(text, node)
        if before is None:
            continue
        lines = text.splitlines(keepends=True)
        start = sum(len(line.encode()) for line in lines[: node.lineno - 1]) + node.col_offset  # type: ignore[attr-defined]
        raw = text.encode()
        after = ast.unparse(ast.fix_missing_locations(other))
        if isinstance(other, ast.expr):
            after = f"({after})"
        changed = raw[:start] + after.encode() + raw[start + len(before.encode()) :]
        yield Fault(file, node.lineno, f"{what}: {before.splitlines()[0][:60]}", changed.decode())  # type: ignore[attr-defined]


def _run(folder: Path, *command: str) -> tuple[int, str]:
    environment = os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            [sys.executable, *command],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
    except subprocess.TimeoutExpired:
        return 1, "took too long"
    return done.returncode, done.stdout


def copy_of_the_sources(folder: Path) -> None:
    """Copy what tests need, compiled kernels included; reports and the environment stay where they are."""
    for name in ("gametree", "companion", "tests", "data", "notebooks", "profiles", "bench", "reports"):
        shutil.copytree(ROOT / name, folder / name)
    for path in ROOT.glob("*.*"):
        if path.is_file():
            shutil.copy2(path, folder)


def try_fault(folder: Path, fault: Fault, tests: tuple[str, ...], expected: str) -> dict[str, str]:
    """Put a fault in place, ask tests and scorecard, and put the source back."""
    path = folder / fault.file
    clean = path.read_text(encoding="utf-8")
    began = time.monotonic()
    try:
        path.write_text(fault.source, encoding="utf-8")
        status, said = _run(
            folder, "-m", "pytest", "-x", "-q", "-m", "not slow", "-p", "no:cacheprovider", *tests
        )
        first = next((line for line in said.splitlines() if line.startswith(("FAILED", "ERROR"))), "")
        code, told = _run(folder, "-c", SCORECARD_ALONE)
    finally:
        path.write_text(clean, encoding="utf-8")
    return {
        "file": fault.file, "line": str(fault.line), "fault": fault.what, "caught": "yes" if status else "no",
        "by": first[:160], "scorecard": "yes" if code or told != expected else "no",
        "seconds": f"{time.monotonic() - began:.0f}",
    }  # fmt: skip


def main() -> None:
    """Try the faults of a group and write down what was noticed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("group", choices=sorted(GROUPS))
    parser.add_argument("--each", type=int, default=20, help="faults per file (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the draw (default: %(default)s)")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="side by side (default: all cores)"
    )
    parser.add_argument("--only", default="", help="only files whose name holds this")
    parser.add_argument("--csv", type=Path, help="where to write every fault with what became of it")
    options = parser.parse_args()
    jobs = [
        (fault, target.tests)
        for target in GROUPS[options.group]
        if options.only in target.file
        for fault in faults(target.file, options.each, options.seed)
    ]
    rows: list[dict[str, str]] = []
    with tempfile.TemporaryDirectory() as aside:
        folders = [Path(aside) / str(k) for k in range(options.jobs)]
        for folder in folders:
            folder.mkdir()
            copy_of_the_sources(folder)
        expected = _run(folders[0], "-c", SCORECARD_ALONE)[1]
        free = list(folders)

        def work(job: tuple[Fault, tuple[str, ...]]) -> dict[str, str]:
            folder = free.pop()
            try:
                return try_fault(folder, *job, expected)
            finally:
                free.append(folder)

        with ThreadPoolExecutor(options.jobs) as pool:
            for row in pool.map(work, jobs):
                rows.append(row)
                told = f"{row['file']}:{row['line']} {row['fault']}: caught {row['caught']}, scorecard {row['scorecard']}"
                print(f"{len(rows)} of {len(jobs)}  {told}", flush=True)
                if options.csv:
                    with options.csv.open("w", encoding="utf-8", newline="") as file:
                        writer = csv.DictWriter(file, list(row))
                        writer.writeheader()
                        writer.writerows(rows)
    caught, shown = (sum(row[name] == "yes" for row in rows) for name in ("caught", "scorecard"))
    print(f"{len(rows)} faults; {caught} caught by tests, {shown} shown by the scorecard alone.")
    for row in rows:
        if row["caught"] == "no":
            print(f"survived: {row['file']}:{row['line']} {row['fault']}")


if __name__ == "__main__":
    main()
