"""The command line of the runner."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from companion.report.execute import FAILED, SKIPPED, Job, Outcome
from companion.report.fingerprint import out_of_date
from companion.report.parameters import declared, merged, read_hours, read_overrides, read_profile
from companion.report.project import PAPER, SCORECARD, Project, ReportError, Shelf, allowed_are, in_words
from companion.report.reproduction import (
    check_manifest,
    compare,
    seed_jobs,
    seed_shelf,
    write_digests,
    write_flips,
    write_manifest,
)
from companion.report.runner import locked, run, table, terminated_as_interrupted
from companion.report.site import build_site
from companion.report.workplace import EXECUTORS, THREADS, Workplace, workplace
from gametree._checks import shown
from gametree._memory import available_memory


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Returns 0 if all is well, 1 if a notebook failed or is out of date, 2 for bad input, 130 if interrupted.
    """
    options = _parser().parse_args(arguments)
    try:
        with terminated_as_interrupted():
            return _main(options)
    except ReportError as error:
        print(f"companion.report: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"companion.report: {in_words(error)}; what was finished before is whole.", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(
            "companion.report: interrupted; reports are whole, those of now or the former ones. What is finished of the "
            "others is kept: the next run goes on from there.",
            file=sys.stderr,
        )
        return 130


BYTES_PER_NOTEBOOK = 2**30
"""Memory that a notebook may need while it runs, rounded up."""


def side_by_side(environment: Mapping[str, str]) -> int:
    """Return how many notebooks to run side by side: N for ``make -jN``, else as many as cores and memory allow."""
    flags = environment.get("MAKEFLAGS", "").split(" -- ")[0].split()
    numbers = [int(flag[2:]) for flag in flags if flag.startswith("-j") and flag[2:].isdigit()]
    return max(
        1, numbers[-1] if numbers else min(os.cpu_count() or 1, available_memory() // BYTES_PER_NOTEBOOK)
    )


def _main(options: argparse.Namespace) -> int:
    project = Project.find(options.root)
    overrides = read_overrides(options.parameters)
    if options.digests and not options.reproduce:
        raise ReportError("--digests goes with --reproduce: it publishes what came out here.")
    if options.seeds and options.reproduce:
        raise ReportError("--seeds does not go with --reproduce: it is about what nobody has published.")
    whole = "--reproduce" if options.reproduce else "--seeds" if options.seeds else ""
    if whole and (overrides or options.names):
        raise ReportError(f"{whole} takes neither names nor --parameters: it is about a whole profile.")
    if options.seeds:
        return _seeds(project, options)
    # Values that no profile holds must not end up in that profile's reports.
    kind = "scratch" if overrides else options.profile
    profile = f"{options.profile} with overrides" if overrides else options.profile
    jobs = []
    shelf = project.reproduced(options.profile) if options.reproduce else project.shelf(kind)
    if overrides:
        shelf = replace(shelf, read_from=project.shelf(options.profile).folder)
    by_notebook = read_profile(project, options.profile)
    for name in _chosen(project, options.names):
        allowed = declared(project.notebook(name))
        values = merged(name, by_notebook[name], overrides, allowed)
        jobs.append(Job(project, shelf, name, profile, values))
    if options.check:
        return _check(project, shelf, jobs, is_published=shelf == project.shelf(PAPER))
    status = 0
    if not options.site:
        _check_judged(project, shelf, [job.notebook for job in jobs])
        with locked(shelf), workplace(options.executor, options.scheduler) as place:
            jobs = [replace(job, place=place) for job in jobs]
            _announce(project, options, jobs, place)
            outcomes = run(jobs, options.jobs or side_by_side(os.environ), options.force)
            if shelf == project.shelf(PAPER):
                write_manifest(shelf)
        print(f"\n{table(outcomes)}\n")
        status = 1 if any(outcome.status in (FAILED, SKIPPED) for outcome in outcomes) else 0
    if not options.no_site:
        for line in build_site(project, shelf):
            print(line)
    if options.reproduce and not options.site:
        status = _compare(project, options, shelf, outcomes) or status
    return status


def _check_judged(project: Project, shelf: Shelf, names: Sequence[str]) -> None:
    """Refuse a scorecard of reports that are not there and will not be made before it."""
    missing = [
        name
        for name in project.names()
        if name not in names and not (shelf.others / f"{name}.ipynb").is_file()
    ]
    if SCORECARD in names and missing:
        raise ReportError(
            f"{SCORECARD} judges all other notebooks, and {shelf.others} has no report of {', '.join(missing)}: "
            "execute these, too."
        )


def _announce(project: Project, options: argparse.Namespace, jobs: Sequence[Job], place: Workplace) -> None:
    """Say beforehand what a profile that takes hours will take, where it is done, and that it may be stopped."""
    waiting = [
        job.notebook
        for job in jobs
        if options.force or out_of_date(project, job.shelf, job.notebook, job.values) is not None
    ]
    hours = {name: hours for name, hours in read_hours(project, options.profile).items() if name in waiting}
    if place.executor != THREADS:
        print(f"The work is done by {place.executor} on {place.cores} cores {place.scheduler}".rstrip())
    if hours:
        each = ", ".join(f"{name} {taken:g}" for name, taken in hours.items())
        total = sum(hours.values())
        print(
            f"This takes about {total:g} hours of processor time ({each}), on {place.cores} cores "
            f"{total / max(place.cores, 1):.2g} or more. It can be stopped at any time: what is finished is kept in "
            f"{jobs[0].shelf.folder}, and the next run goes on from there."
        )


def _check(project: Project, shelf: Shelf, jobs: Sequence[Job], is_published: bool) -> int:
    """Say which reports are out of date and why, and what was lost or edited by hand; return 1 if anything is wrong."""
    stale = [(job.notebook, out_of_date(project, shelf, job.notebook, job.values)) for job in jobs]
    for name, reason in stale:
        print(f"{name}: {reason or 'up to date'}")
    problems = check_manifest(shelf) if is_published else []
    for problem in problems:
        print(f"{shelf.folder.name}/{problem}")
    return 1 if problems or any(reason for _, reason in stale) else 0


def _compare(project: Project, options: argparse.Namespace, shelf: Shelf, outcomes: Sequence[Outcome]) -> int:
    """Say per notebook whether its results are the published ones; return 1 if any is not."""
    if options.digests:
        write_digests(project, options.profile, shelf, [outcome.notebook for outcome in outcomes])
        write_manifest(project.shelf(PAPER))
    lines = compare(project, options.profile, shelf, outcomes)
    print()
    for line in lines:
        print(line)
    return 1 if any(line.differences for line in lines) else 0


def _seeds(project: Project, options: argparse.Namespace) -> int:
    """Execute the notebooks under other seeds and write down which verdicts change; 1 if a notebook failed."""
    by_notebook = read_profile(project, options.profile)
    status, others = 0, []
    for other in range(1, options.seeds):
        shelf = seed_shelf(project, other)
        with locked(shelf):
            outcomes = run(
                seed_jobs(project, by_notebook, options.profile, other),
                options.jobs or side_by_side(os.environ),
            )
        print(f"\n{table(outcomes)}\n")
        status = status or int(any(outcome.status == FAILED for outcome in outcomes))
        others.append(shelf)
    compared, flips = write_flips(project.root / "data" / "seeds.csv", project.shelf(options.profile), others)
    print(f"{compared:,} verdicts under {options.seeds} seeds; {flips or 'none'} not the same under all.")
    return status


def _chosen(project: Project, names: Sequence[str]) -> list[str]:
    every = project.names()
    for name in names:
        if name not in every:
            raise ReportError(f"notebook is {shown(name)}; {allowed_are(name, every)}")
    return list(dict.fromkeys(names)) or every


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m companion.report",
        description="Execute notebooks from a profile into reports/ (with --reproduce: into reproduced/) and render "
        "them as pages into site/. A report that is up to date is left alone.",
    )
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="notebooks, e.g. 01_game_trees (default: all)"
    )
    parser.add_argument("--profile", default=PAPER, help="one of profiles/*.toml (default: %(default)s)")
    parser.add_argument(
        "--jobs",
        type=_positive,
        help="notebooks side by side (default: the N of make -jN, else what cores and memory allow)",
    )
    parser.add_argument(
        "--executor",
        choices=EXECUTORS,
        default=THREADS,
        help="where the work of a notebook is done: in threads or processes here, or by Dask (default: %(default)s)",
    )
    parser.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="of Dask, e.g. tcp://10.0.0.1:8786 (default: a cluster of processes here)",
    )
    parser.add_argument("--force", action="store_true", help="also execute what is up to date")
    parser.add_argument(
        "--check", action="store_true", help="only say what is out of date; status 1 if anything is"
    )
    pages = parser.add_mutually_exclusive_group()
    pages.add_argument("--site", action="store_true", help="only render the pages from the reports there are")
    pages.add_argument("--no-site", action="store_true", help="execute and compare, but render no pages")
    parser.add_argument(
        "--reproduce",
        action="store_true",
        help="execute into reproduced/ and compare every result with the published one; status 1 if any differs",
    )
    parser.add_argument(
        "--digests",
        action="store_true",
        help="with --reproduce: publish what came out here as the digests to compare with",
    )
    parser.add_argument(
        "--seeds",
        type=_positive,
        metavar="N",
        help="execute under N seeds, the published one included, and write down which verdicts change",
    )
    parser.add_argument(
        "--parameters",
        nargs="+",
        action="extend",
        default=[],
        metavar="NAME=VALUE",
        help="values in place of the profile's; the reports then go to reports/scratch/",
    )
    parser.add_argument("--root", type=Path, help="the checkout (default: the one around the current folder)")
    return parser


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 up")
    return int(text)
