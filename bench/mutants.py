"""Would a fault have been noticed?  Deliberate faults, one at a time, put to the tests and to the scorecard alone.

python -m bench.mutants                     all groups; what the file of results has already is not tried again
python -m bench.mutants judging             faults in verdicts, claims, tables, numbers and scorecard
python -m bench.mutants generators          in the shapes, the value schemes and the random numbers
python -m bench.mutants strategies          in every strategy, half in its plain form and half in its kernel
python -m bench.mutants --survivors         only those again that no test has caught; with --further, by further tests
python -m bench.mutants --most 0            what the file of results amounts to, and nothing else

A fault (`bench.faults`) is put into modules that are loaded, in a process of its own; there the tests that are meant for
that part run until one fails.  Separately the scorecard alone is asked (`bench.verdicts`): a part of it is computed with
the fault in place, and a verdict is another one than without, or not.  What takes more than PATIENCE seconds of processor
time, and what crashes, counts as noticed.

A fault can only change kernels that contain it: those are compiled, all others come from the cache on disk.  For the same
reason the test that compares kernel and plain form of all strategies goes through those that the fault can reach.
"""

from __future__ import annotations

import argparse
import csv
import importlib.abc
import importlib.machinery
import importlib.util
import inspect
import json
import multiprocessing
import os
import random
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any

from bench.faults import ROOT, Fault, Place, changes, in_turn, is_plain, kernels_with, reached
from bench.verdicts import SECTIONS, Counted, one_by_one, verdicts

RESULTS = ROOT / "bench" / "mutants.csv"
COLUMNS = (
    "group",
    "part",
    "file",
    "function",
    "line",
    "fault",
    "caught",
    "by",
    "scorecard",
    "seen",
    "seconds",
)
PATIENCE = 20
"""Seconds of processor time after which a test, or a scorecard, would have been missed: the fault counts as noticed."""

LONGER = 300
"""The same for the tests that only survivors get to."""

# -- what gets faults --------------------------------------------------------------------------------------------------

_PUBLISHED = "tests/companion/published"
_AGREE = "tests/gametree/search/test_search.py::test_kernel_and_reference_agree_and_find_the_minimax_value"
_OPTIONS = "tests/gametree/search/test_s_alphabeta.py::test_kernel_and_reference_agree_whatever_the_options"


@dataclass(frozen=True)
class Tests:
    """What should notice: at first, if that does not, and if that does not either."""

    first: tuple[str, ...]
    more: tuple[str, ...]
    slow: tuple[str, ...] = ()


JUDGING_TESTS = Tests(
    (
        *(f"{_PUBLISHED}/test_{name}.py" for name in ("verdict", "claims", "tables", "scorecard", "numbers")),
        "tests/companion/scorecard",
    ),
    (f"{_PUBLISHED}/test_cells.py", "tests/companion/game_trees", "tests/companion/pruning_strategies"),
    ("tests/companion/test_recomputation.py",),
)
GENERATOR_TESTS = Tests(
    ("tests/gametree/generate/test_generate.py", "tests/gametree/generate/test_known_value.py"),
    ("tests/gametree/generate/test_lazy.py", "tests/gametree/test_docstrings.py"),
    ("tests/gametree/experiment", "tests/companion/solution_trees"),
)
LAZY_TESTS = Tests(("tests/gametree/generate/test_lazy.py",), ("tests/gametree/test_docstrings.py",))
SEARCH_TESTS = Tests(
    (_AGREE,),
    ("tests/gametree/search", "tests/gametree/test_examples.py", "tests/gametree/test_trace.py"),
    ("tests/gametree/search", "tests/gametree/test_docstrings.py"),
)

_G = "gametree/generate"
GENERATORS: dict[str, list[Place]] = {
    "shape: uniform": [
        (f"{_G}/uniform.py", "fill_leaves"), (f"{_G}/uniform.py", "uniform_leaves"),
        (f"{_G}/stored.py", "_generate_uniform"),
    ],
    "shape: nonuniform, three readings": [
        *((f"{_G}/nonuniform.py", name) for name in (
            "draw_fan_out", "count_nodes", "grow", "nonuniform_size", "nonuniform_arrays", "fan_out_law",
            "expected_nodes",
        )),
        (f"{_G}/stored.py", "_generate_nonuniform"),
    ],
    "values: unordered, dependent": [
        (f"{_G}/random.py", "fill_permutation"), (f"{_G}/values.py", "fill_children"),
        (f"{_G}/values.py", "root_value"), (f"{_G}/nonuniform.py", "carries_values"),
    ],
    "values: ordered": [(f"{_G}/values.py", "fill_ordered"), (f"{_G}/values.py", "ordered_ranges")],
    "values: ordered-reset, -second": [(f"{_G}/values.py", "fill_ordered_reset")],
    "values: ordered-leaves, best-last": [
        *((f"{_G}/values.py", name) for name in ("orders_leaves", "move_best_leaf", "fill_ordered_leaves")),
        (f"{_G}/nonuniform.py", "order_leaves"),
    ],
    "random numbers": [
        (f"{_G}/random.py", name) for name in ("mix", "stream", "next_bits", "below", "between", "bernoulli", "cell_number")
    ],
    "known value": [
        (f"{_G}/known_value.py", name) for name in ("fill_known_value", "known_value_leaves", "known_value_tree")
    ],
    "never stored": [
        (f"{_G}/lazy.py", name) for name in (
            "hashed_value", "lazy_value", "_remember_path", "_value_at", "_remember_children", "_remember_leaves",
            "LazyTree.arrays",
        )
    ],
}  # fmt: skip
GENERATED = {
    "shape: uniform": ("tables III XII", "tables IV V"),
    "shape: nonuniform, three readings": ("tables III XII", "tables XVI XIII"),
    "values: unordered, dependent": ("tables III XII", "tables IV V"),
    "values: ordered": ("tables X",),
    "values: ordered-reset, -second": ("tables VI",),
    "values: ordered-leaves, best-last": ("tables XVI XIII",),
    "random numbers": ("tables III XII",),
    "known value": ("chapter 8",),
    "never stored": (),
}
"""The sections of the scorecard that rest on them; no printed table rests on trees that are never stored."""

JUDGING = {"verdict": 24, "scorecard": 24, "claims": 16, "tables": 16, "numbers": 8}

_OWN = ("minimax", "branch_and_bound", "alphabeta", "pvs", "scout", "sss_star", "s_alphabeta")
PLAIN = tuple(f"gametree/reference/{name}.py" for name in ("alphabeta", "scout", "sss_star", "s_alphabeta"))
KERNELS = tuple(f"gametree/search/{name}.py" for name in (*_OWN, "search_tree", "open_list", "window"))

Registry = dict[str, tuple[Place, Place]]
"""Strategy -> where its plain form and its kernel begin."""


@dataclass(frozen=True)
class Trial:
    """A fault, the part that it belongs to, and what should notice it."""

    group: str
    part: str
    fault: Fault
    tests: Tests
    affected: tuple[str, ...] = ()


def judging(each: int, seed: int, registry: Registry) -> Iterator[Trial]:
    """Yield faults in what judges printed numbers."""
    for name, most in JUDGING.items():
        file = f"companion/published/{name}.py"
        nearest_first = sorted(JUDGING_TESTS.first, key=lambda path: name not in path)
        tests = Tests(tuple(nearest_first), JUDGING_TESTS.more, JUDGING_TESTS.slow)
        for fault in in_turn(changes(file).values(), f"{seed} {file}")[:most]:
            yield Trial("judging", name, fault, tests)


def generators(each: int, seed: int, registry: Registry) -> Iterator[Trial]:
    """Yield faults in the generators: in every shape, in every scheme and in the numbers that all draw."""
    for part, places in GENERATORS.items():
        most = each // 2 if part == "random numbers" else each
        tests = LAZY_TESTS if part == "never stored" else GENERATOR_TESTS
        for fault in in_turn((changes(file)[name] for file, name in places), f"{seed} {part}")[:most]:
            yield Trial("generators", part, fault, tests)


def strategies(each: int, seed: int, registry: Registry) -> Iterator[Trial]:
    """Yield faults until every strategy has so many in what it runs, half of them in its plain form."""
    chosen: dict[tuple[str, ...], tuple[str, Fault]] = {}
    of = {
        name: [
            [place for place in reached(begin) if place[0] in files]
            for begin, files in zip(begins, (PLAIN, KERNELS), strict=True)
        ]
        for name, begins in registry.items()
    }
    shared = Counter(place for both in of.values() for places in both for place in places)
    # First what no strategy, or one other, shares with it; then what is lacking.
    for most, sharing in ((each * 3 // 10, 2), (each // 2, len(of))):
        for name, both in of.items():
            for places in both:
                near = [place for place in places if shared[place] <= sharing]
                have = sum((fault.file, fault.function) in near for _, fault in chosen.values())
                for number in sorted({shared[place] for place in near}):
                    own = sorted(place for place in near if shared[place] == number)
                    possible = (changes(file).get(function, ()) for file, function in own)
                    for fault in in_turn(possible, f"{seed} {name} {number}"):
                        if have < most and fault.key not in chosen:
                            chosen[fault.key] = (name, fault)
                            have += 1
    for part, fault in chosen.values():
        affected = tuple(
            name
            for name, both in of.items()
            if any((fault.file, fault.function) in places for places in both)
        )
        first = (
            (_AGREE, _OPTIONS) if "s_alphabeta" in fault.file or "search_tree" in fault.file else (_AGREE,)
        )
        yield Trial("strategies", part, fault, Tests(first, SEARCH_TESTS.more, SEARCH_TESTS.slow), affected)


GROUPS = {"judging": judging, "generators": generators, "strategies": strategies}


# -- in a process of its own -------------------------------------------------------------------------------------------


def forked(task: Callable[[], Any], patience: int, folder: Path) -> tuple[Any, str]:
    """Run a task in a forked process; return what it returns, or how it ended.

    Patience is counted in processor time, so that other work on the machine makes no fault look endless.
    """
    result, said = folder / f"{os.getpid()}.json", folder / f"{os.getpid()}.txt"
    result.unlink(missing_ok=True)
    child = os.fork()
    if child == 0:
        try:
            with said.open("wb") as output:
                os.dup2(output.fileno(), 1)
                os.dup2(output.fileno(), 2)
            resource.setrlimit(resource.RLIMIT_CPU, (patience, patience))
            result.write_text(json.dumps(task()), encoding="utf-8")
        except BaseException:
            traceback.print_exc()
            sys.stderr.flush()
            os._exit(1)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        return None, "took too long" if number in (
            signal.SIGXCPU,
            signal.SIGKILL,
        ) else f"crashed with signal {number}"
    if status:
        raise RuntimeError(said.read_text(encoding="utf-8")[-3000:])
    return json.loads(result.read_text(encoding="utf-8")), ""


def put_in_place(fault: Fault) -> None:
    """Put a fault into the modules that are loaded, or, if kernels contain it, load them anew."""
    if is_plain(fault.file, fault.function):
        module = importlib.import_module(fault.file[:-3].replace("/", "."))
        names = fault.function.split(".")
        found = getattr(module, names[0])
        for name in names[1:]:
            found = vars(found)[name]
        found = getattr(found, "fget", found)
        inspect.unwrap(found).__code__ = _code_of(fault, names)
        for loaded in [m for name, m in sys.modules.items() if name.startswith("companion.")]:
            for thing in vars(loaded).values():
                if hasattr(thing, "cache_clear"):
                    thing.cache_clear()
        return
    for name in [name for name in sys.modules if name.split(".")[0] in ("gametree", "companion", "tests")]:
        del sys.modules[name]
    sys.meta_path.insert(0, _Changed(fault))
    compile_only(kernels_with(fault))


def _code_of(fault: Fault, names: list[str]) -> CodeType:
    """Return the code of a function with a fault."""
    code = compile(fault.source, str(ROOT / fault.file), "exec")
    for name in names:
        code = next(part for part in code.co_consts if isinstance(part, CodeType) and part.co_name == name)
    return code


class _Changed(importlib.abc.MetaPathFinder):
    """Finds the module that has a fault."""

    def __init__(self, fault: Fault) -> None:
        self._name, self._fault = fault.file[:-3].replace("/", "."), fault

    def find_spec(self, name: str, path: Any, target: Any = None) -> Any:
        """Return where the module is, with a loader that changes its source."""
        if name != self._name:
            return None
        file, source = str(ROOT / self._fault.file), self._fault.source.encode()

        class Loader(importlib.machinery.SourceFileLoader):
            def get_code(self, fullname: str) -> Any:
                return compile(source, file, "exec")

        return importlib.util.spec_from_file_location(name, file, loader=Loader(name, file))


def compile_only(changed: Iterable[Place]) -> None:
    """Let all kernels but the changed ones come from the cache on disk, and write nothing to it.

    What is compiled is not optimised (`main`): that takes longer than what it would save.
    """
    places = set(changed)
    module = _loaded("gametree._compile")
    module.KernelFiles.save = lambda self, key, data: None
    compiled = module.compiled

    def kept(function: Any, *given: Any) -> Any:
        dispatcher = compiled(function, *given)
        file = Path(function.__code__.co_filename).relative_to(ROOT).as_posix()
        if (file, function.__name__) in places:
            dispatcher._cache._cache_file._state = "none"
        return dispatcher

    module.compiled = kept


def _loaded(name: str) -> Any:
    """Load a module before the package that it belongs to, which loads everything."""
    spec = importlib.util.spec_from_file_location(name, ROOT / f"{name.replace('.', '/')}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def begins() -> Registry:
    """Return where strategies begin."""
    import gametree as gt

    def place(function: Any) -> Place:
        return Path(function.__code__.co_filename).relative_to(ROOT).as_posix(), function.__name__

    return {n: (place(inspect.unwrap(s.reference)), place(s.start.py_func)) for n, s in gt.STRATEGIES.items()}


class _FirstFailure:
    """A plugin of pytest that remembers what failed first."""

    name = ""

    def pytest_runtest_logreport(self, report: Any) -> None:
        self.name = self.name or (report.nodeid if report.failed else "")

    def pytest_collectreport(self, report: Any) -> None:
        self.name = self.name or (f"{report.nodeid} can't be collected" if report.failed else "")


def run_tests(paths: Sequence[str], marked: str, *options: str) -> str:
    """Run tests until one fails; return its name, or nothing.  Tests that are given by name are called as functions."""
    import pytest

    if not options and all("::" in path for path in paths):
        for path in paths:
            file, name = path.split("::")
            try:
                getattr(importlib.import_module(file[:-3].replace("/", ".")), name)()
            except Exception:
                return path
        return ""
    there = [str(ROOT / path) for path in paths if (ROOT / path.split("::")[0]).exists()]
    first = _FirstFailure()
    given = ["-x", "-q", "-m", marked, "-p", "no:cacheprovider", f"--rootdir={ROOT}", *options, *there]
    code = pytest.main(given, plugins=[first])
    return first.name or ("" if code in (0, 5) else f"pytest ended with {code}")


def do_not_shrink() -> None:
    """Let hypothesis be content with any tree that shows a fault: it need not be the smallest."""
    import hypothesis

    register, phases = (
        hypothesis.settings.register_profile,
        (hypothesis.Phase.explicit, hypothesis.Phase.generate),
    )
    without = staticmethod(
        lambda name, parent=None, **settings: register(name, parent, phases=phases, **settings)
    )
    type.__setattr__(hypothesis.settings, "register_profile", without)


def ask_scorecard(
    counted: Counted, sections: Iterable[str], affected: tuple[str, ...] = ()
) -> dict[str, list[str]]:
    """Return the verdicts by section; what breaks is a verdict too."""
    counted.affected = affected
    one_by_one(counted)
    found = {}
    for section in sections:
        try:
            found[section] = verdicts(counted, section)
        except Exception as error:
            found[section] = [f"{type(error).__name__}: {error}"[:200]]
    return found


# -- one after the other -----------------------------------------------------------------------------------------------


@dataclass
class Setting:
    """What all trials share: verdicts without fault, what was counted, a folder for notes; whether to try further tests."""

    expected: dict[str, list[str]]
    counted: Counted
    folder: Path
    further: bool
    tests_only: bool


def sections_of(trial: Trial) -> tuple[str, ...]:
    """Return the sections of the scorecard that have anything to do with what a fault can reach."""
    if trial.group == "judging":
        return ("rejudged", "chapter 1", "chapter 2", "saved")
    if trial.group == "generators":
        return GENERATED[trial.part]
    keeping = ("sss-", "dual", "mtd", "s-alphabeta", "second")
    chapters = {
        "chapter 1": any(name == "minimax" for name in trial.affected),
        "chapter 2": any(not name.startswith(keeping) for name in trial.affected),
        "chapter 6": any(name.startswith("scout") for name in trial.affected),
        "chapter 8": any(name.startswith(keeping) for name in trial.affected),
    }
    tables = () if is_plain(trial.fault.file, trial.fault.function) else ("tables III XII",)
    return (*tables, *(name for name, wanted in chapters.items() if wanted))


def asked(trial: Trial, setting: Setting, known_by: str) -> tuple[str, str]:
    """Return which test fails first (unless that is known) and which verdict is another one, or that nothing does."""
    told = setting.folder / f"{os.getpid()}.first"
    told.unlink(missing_ok=True)
    tests = trial.tests

    def load() -> None:
        put_in_place(trial.fault)
        import gametree  # noqa: F401

    def first() -> dict[str, list[str]]:
        try:
            load()
        except Exception as error:
            told.write_text(f"import: {error}", encoding="utf-8")
            return {"import": [str(error)]}
        import gametree as gt

        every = gt.STRATEGIES
        if trial.affected:
            gt.STRATEGIES = {name: every[name] for name in trial.affected}  # type: ignore[assignment]
        told.write_text(run_tests(tests.first, "not slow") or "nothing", encoding="utf-8")
        gt.STRATEGIES = every
        if setting.tests_only:
            return {}
        return ask_scorecard(setting.counted, sections_of(trial), trial.affected)

    def scorecard() -> dict[str, list[str]]:
        load()
        return ask_scorecard(setting.counted, sections_of(trial), trial.affected)

    def more(paths: tuple[str, ...], marked: str) -> str:
        load()
        return run_tests(paths, marked)

    card, ended = forked(scorecard if known_by else first, PATIENCE, setting.folder)
    by = known_by or (told.read_text(encoding="utf-8") if told.exists() else ended)
    if not (known_by or told.exists() or setting.tests_only):
        card, ended = forked(scorecard, PATIENCE, setting.folder)
    card = {"computation": [ended]} if ended else card or {}
    for paths, marked in ((tests.more, "not slow"), (tests.slow, "")) if setting.further else ():
        if by == "nothing" and paths:
            name, ended = forked(lambda p=paths, m=marked: more(p, m), LONGER, setting.folder)  # type: ignore[misc]
            by = ended or name or "nothing"
    for section, lines in card.items():
        expected = setting.expected.get(section)
        if lines != expected:
            other = [line for line in lines if line not in set(expected or ())]
            return by, f"{section}: {other[0] if other else 'rows are lacking'}"
    return by, ""


def try_fault(trial: Trial, setting: Setting, known_by: str) -> dict[str, str]:
    """Put a fault in place, and ask tests, unless it is known what they say, and scorecard."""
    began = time.monotonic()
    by, seen = asked(trial, setting, known_by)
    by = "" if by == "nothing" else by.removeprefix("tests/")[:120]
    shown = "" if setting.tests_only else "yes" if seen else "no"
    values = (
        trial.group, trial.part, *trial.fault.key, "yes" if by else "no", by, shown, seen[:100],
        f"{time.monotonic() - began:.0f}",
    )  # fmt: skip
    return dict(zip(COLUMNS, (" ".join(value.split()) for value in values), strict=True))


_setting: list[Setting] = []
"""What the processes that try faults find when they are forked."""


def _work(job: tuple[Trial, str]) -> dict[str, str]:
    return try_fault(job[0], _setting[0], job[1])


def clean(folder: Path, groups: Iterable[str], further: bool, tests_only: bool) -> Setting:
    """Load everything, run the first tests without a fault, and compute the verdicts without a fault."""
    do_not_shrink()
    known = (JUDGING_TESTS, GENERATOR_TESTS, LAZY_TESTS)
    every = (
        sorted({path for tests in known for path in tests.first}) if {*groups} != {"strategies"} else [_AGREE]
    )
    failed = run_tests(every, "not slow", "--collect-only") or run_tests((_AGREE, _OPTIONS), "not slow")
    counted = Counted()
    expected = {} if tests_only else ask_scorecard(counted, SECTIONS)
    broken = [lines for lines in expected.values() if len(lines) < 2]
    if failed or broken:
        raise RuntimeError(f"something fails without a fault: {failed or broken}")
    return Setting(expected, counted, folder, further, tests_only)


# -- what it amounts to ------------------------------------------------------------------------------------------------


def read_results(file: Path) -> dict[tuple[str, ...], dict[str, str]]:
    """Return the rows of a file of results by what the fault is known by."""
    if not file.exists():
        return {}
    with file.open(encoding="utf-8", newline="") as opened:
        return {(r["file"], r["function"], r["line"], r["fault"]): r for r in csv.DictReader(opened)}


def write_results(file: Path, rows: Iterable[dict[str, str]]) -> None:
    """Write rows of results, so that an interrupted run can go on."""
    aside = file.with_suffix(".new")
    with aside.open("w", encoding="utf-8", newline="") as opened:
        writer = csv.DictWriter(opened, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    aside.replace(file)


def as_table(trials: Iterable[Trial], known: Mapping[tuple[str, ...], Mapping[str, str]]) -> str:
    """Return what was tried as Markdown: a row per part; a strategy runs faults of others too, where code is shared."""
    tried = [(trial, known[trial.fault.key]) for trial in trials if trial.fault.key in known]
    lines = ["| | faults | caught by tests | shown by the scorecard alone |", "|---|---|---|---|"]
    for name in dict.fromkeys(part for trial, _ in tried for part in trial.affected or (trial.part,)):
        rows = [row for trial, row in tried if name in (trial.affected or (trial.part,))]
        counts = [sum(row[column] == "yes" for row in rows) for column in ("caught", "scorecard")]
        lines.append(f"| {name} | {len(rows)} | {counts[0]} | {counts[1]} |")
    return "\n".join(lines)


def main() -> None:
    """Try the faults of some groups and write down what was noticed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("groups", nargs="*", help=f"some of {', '.join(GROUPS)} (default: all)")
    parser.add_argument(
        "--each", type=int, default=20, help="faults per strategy and generator (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the draw (default: %(default)s)")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="side by side (default: all cores)"
    )
    parser.add_argument("--only", default="", help="only parts or files whose name holds this")
    parser.add_argument("--most", type=int, default=10**6, help="no more than so many in all")
    parser.add_argument(
        "--survivors",
        action="store_true",
        help="only those again that no test has caught",
    )
    parser.add_argument(
        "--further", action="store_true", help="what survives gets to further and slow tests, too"
    )
    parser.add_argument("--tests-only", action="store_true", help="leave the scorecard to a later run")
    parser.add_argument(
        "--csv", type=Path, default=RESULTS, help="the file of results (default: %(default)s)"
    )
    options = parser.parse_args()
    os.environ["NUMBA_OPT"] = "0"
    sys.dont_write_bytecode = True
    known = read_results(options.csv)
    with tempfile.TemporaryDirectory() as aside:
        _setting.append(clean(Path(aside), options.groups or GROUPS, options.further, options.tests_only))
        registry = begins()
        every = [
            t
            for group in options.groups or GROUPS
            for t in GROUPS[group](options.each, options.seed, registry)
        ]
        trials = [t for t in every if options.only in t.part or options.only in t.fault.file]
        nothing: dict[str, str] = {"caught": "", "scorecard": ""}
        jobs = [(trial, known.get(trial.fault.key, nothing)) for trial in trials]
        if options.survivors:
            jobs = [(trial, nothing) for trial, row in jobs if row["caught"] == "no"]
        else:
            jobs = [
                (trial, row)
                for trial, row in jobs
                if not row["caught" if options.tests_only else "scorecard"]
            ]
        work = [(trial, row["by"] or "nothing" if row["caught"] else "") for trial, row in jobs]
        random.Random(options.seed).shuffle(work)  # an interrupted run has something of everything
        work = work[: options.most]
        # Each in a session of its own: the scheduler shares cores out among sessions.
        with multiprocessing.get_context("fork").Pool(options.jobs, os.setsid) as pool:
            for number, row in enumerate(pool.imap_unordered(_work, work), 1):
                key = (row["file"], row["function"], row["line"], row["fault"])
                if options.tests_only and key in known:
                    row |= {name: known[key][name] for name in ("scorecard", "seen")}
                known[key] = row
                write_results(options.csv, known.values())
                told = f"{row['file']}:{row['line']} {row['fault']}: caught {row['caught']}"
                print(
                    f"{number} of {len(work)}, {row['seconds']} s  {told}, scorecard {row['scorecard']}",
                    flush=True,
                )
    print(as_table(every, known))


if __name__ == "__main__":
    main()
