"""One page of what a run measured: its numbers as a table, as Markdown with figures, and the headline of the README."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from bench import growth
from bench.compare import LOWER, UPPER
from companion import plot

PUBLISHED = Path(__file__).with_name("results")
README = Path(__file__).with_name("README.md")
NUMBERS, PAGE = "results.csv", "README.md"
RATIOS, COST, MEMORY = "ratios.svg", "growth.svg", "memory.svg"
MACHINE = "machine"

Row = dict[str, Any]
Found = Mapping[str, Sequence[Row]]
"""Section -> its rows; what was measured, and on what, is the section `machine`."""

_PLACE = re.compile("(<!-- headline[^>]*-->\n).*(<!-- end of headline -->)", re.DOTALL)


# -- numbers -----------------------------------------------------------------------------------------------------------


def write_numbers(found: Found, path: Path) -> None:
    """Write all numbers of a run into one table."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["section", "row", "column", "value"])
        for section, rows in found.items():
            for number, row in enumerate(rows):
                writer.writerows([section, number, column, value] for column, value in row.items())


def read_numbers(path: Path) -> dict[str, list[Row]]:
    """Return the sections of a run that was written down."""
    found: dict[str, list[Row]] = {}
    with path.open(encoding="utf-8", newline="") as file:
        for section, number, column, value in list(csv.reader(file))[1:]:
            rows = found.setdefault(section, [])
            if int(number) == len(rows):
                rows.append({})
            rows[-1][column] = _read(value)
    return found


def _read(value: str) -> str | int | float:
    for kind in (int, float):
        try:
            return kind(value)
        except ValueError:
            continue
    return value


# -- text --------------------------------------------------------------------------------------------------------------


def text_of(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}" if abs(value) < 1 else f"{value:.2f}"
    return str(value)


def table(rows: Sequence[Row]) -> str:
    """Return rows as a table that is also Markdown."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    cells = [names, *([text_of(row.get(name, "")) for name in names] for row in rows)]
    widths = [max(len(line[k]) for line in cells) for k in range(len(names))]
    lines = [
        "| " + " | ".join(cell.ljust(w) for cell, w in zip(line, widths, strict=True)) + " |"
        for line in cells
    ]
    lines.insert(1, "|" + "|".join("-" * (w + 2) for w in widths) + "|")
    return "\n".join(lines)


def page(found: Found, titles: Mapping[str, str]) -> str:
    """Return the page of a run: what it was measured on, then section by section a sentence, a figure, the numbers."""
    pictures = {
        "sweep": f"![Time of the kernels over that of C, by strategy and tree]({RATIOS})",
        "leaf": f"![Cost of Alphabeta per leaf evaluated, against the leaves of the tree]({COST})",
        "resident": f"![Peak memory of generating a tree and searching it]({MEMORY})",
    }
    lines = ["# What was measured", "", "Written by `python -m bench --page`, all of it in one run on:", ""]
    lines += [f"- {row['what']}: {row['which']}" for row in found[MACHINE]]
    for section, rows in found.items():
        if section != MACHINE and rows:
            lines += ["", f"## {section}", "", titles[section], ""]
            lines += [pictures[section], ""] if section in pictures else []
            lines.append(table(rows))
    return "\n".join(lines) + "\n"


def headline(found: Found) -> str:
    """Return the results that matter most, as a table: least and most of the medians of each kind."""
    rows = [
        _range("time over that of C, a sweep of stored trees", name, of_strategy, "ratio")
        for name in ("alphabeta", "scout", "pvs", "sss*")
        if (of_strategy := _where(found.get("sweep", ()), strategy=name))
    ]
    rows += [
        _range("time over that of C, trees generated, searched and added up", "six strategies", part, "ratio")
        for part in [_where(found.get("whole", ()), tree="all 24 sizes")]
        if part
    ]
    rows += [
        _range("time over that of C, trees never stored", f"alphabeta, {scheme}", part, "ratio")
        for scheme in dict.fromkeys(row["scheme"] for row in found.get("lazy", ()))
        if (part := _where(found["lazy"], scheme=scheme))
    ]
    rows += [
        _range("times as fast, one search of a random tree", f"against {package}", part, "times as fast")
        for package in dict.fromkeys(row["package"] for row in found.get("others", ()))
        if (part := _where(found["others"], package=package))
    ]
    rows += [
        _range("times as fast, real games from the start", f"against {package}", part, "times as fast")
        for package in dict.fromkeys(row["package"] for row in found.get("play", ()))
        if (part := _where(found["play"], package=package))
    ]
    if found.get("chance"):
        rows.append(
            _range(
                "times as fast, trees with chance nodes",
                "against OpenSpiel",
                found["chance"],
                "times as fast",
            )
        )
    rows += [
        _range("times as fast, two threads against one", f"alphabeta, {label}", part, "times as fast")
        for label, stored in (("trees never stored", "False"), ("stored trees", "True"))
        if (part := [row for row in found.get("threads", ()) if str(row["stored"]) == stored])
    ]
    rows += [
        _range("times as fast, a sweep on two workers against one", row["workers"], [row], "times as fast")
        for row in found.get("workers", ())
    ]
    rows += [
        {"what": "seconds of processor time", "of": row["what"], "found": text_of(float(row["processor, s"]))}
        for row in found.get("startup", ())
    ]
    return table(rows)


def _where(rows: Iterable[Row], **wanted: str) -> list[Row]:
    return [row for row in rows if all(row[name] == value for name, value in wanted.items())]


def _range(what: str, of: str, rows: Sequence[Row], column: str) -> Row:
    values = sorted(float(row[column]) for row in rows)
    ends = dict.fromkeys(text_of(value) for value in (values[0], values[-1]))
    return {"what": what, "of": of, "found": " to ".join(ends)}


def with_headline(readme: str, found: Found) -> str:
    """Return the text of the README with the headline of a run in its place."""
    text, places = _PLACE.subn(lambda place: f"{place[1]}{headline(found)}\n{place[2]}", readme)
    if places != 1:
        raise ValueError(f"bench/README.md has {places} places for the headline; it must have one")
    return text


# -- figures -----------------------------------------------------------------------------------------------------------


def draw_ratios(rows: Sequence[Row], path: Path) -> None:
    """Draw the time of every kernel over that of C, with quartiles, a panel per scheme."""
    schemes = list(dict.fromkeys(row["scheme"] for row in rows))
    strategies = list(dict.fromkeys(row["strategy"] for row in rows))
    trees = list(dict.fromkeys(row["tree"] for row in rows))
    colors = [plot.PALETTE[name] for name in ("blue", "vermillion", "green", "purple")]
    with plot.styled():
        figure = Figure(figsize=(8.5, 4.4), layout="constrained")
        axes = np.atleast_1d(figure.subplots(1, len(schemes), sharex=True, sharey=True))
        for ax, scheme in zip(axes, schemes, strict=True):
            for k, (tree, color, marker) in enumerate(zip(trees, colors, "osD^", strict=False)):
                part = _where(rows, scheme=scheme, tree=tree)
                at = [strategies.index(row["strategy"]) + (k - (len(trees) - 1) / 2) * 0.17 for row in part]
                middle = np.array([row["ratio"] for row in part])
                off = [middle - [row[LOWER] for row in part], np.array([row[UPPER] for row in part]) - middle]
                ax.errorbar(
                    middle, at, xerr=off, color=color, marker=marker, linestyle="none", capsize=2, label=tree
                )
            ax.axvline(1, color="#777777", linewidth=1)
            ax.set(xlabel="time of the kernel / time of C", title=scheme)
            ax.set_yticks(range(len(strategies)), strategies)
        axes[0].set_xlim(0, 1.05 * max(row[UPPER] for row in rows))
        axes[0].invert_yaxis()
        figure.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=len(trees))
    plot.save(figure, path, alt="Time of the kernels over that of C, by strategy and tree, with quartiles")


def draw_memory(rows: Sequence[Row], path: Path) -> None:
    """Draw by how much the peak of memory grows when a tree is generated and searched by one after the other."""
    trees = list(dict.fromkeys(row["tree"] for row in rows))
    with plot.styled():
        figure = Figure(figsize=(8.5, 2.6), layout="constrained")
        ax = figure.subplots()
        shades = [plot.PALETTE[name] for name in ("blue", "vermillion", "green", "purple")]
        for k, tree in enumerate(trees):
            left = 0.0
            for row, color, hatch in zip(
                _where(rows, tree=tree), shades, ("", "//", "..", "xx"), strict=True
            ):
                more = float(row["MB more"])
                label = row["what"] if k == 0 else None
                ax.barh(k, more, left=left, color=color, hatch=hatch, edgecolor="white", label=label)
                left += more
        ax.set_yticks(range(len(trees)), trees)
        ax.set(xlabel="peak of resident memory, MB above the start")
        ax.legend(title="in this order", loc="center left", bbox_to_anchor=(1, 0.5))
    plot.save(
        figure, path, alt="Peak memory of generating a tree and searching it by one strategy after the other"
    )


# -- all of it ---------------------------------------------------------------------------------------------------------


def write_page(found: Found, titles: Mapping[str, str], folder: Path) -> None:
    """Write the numbers of a run, its page and its figures into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    write_numbers(found, folder / NUMBERS)
    (folder / PAGE).write_text(page(found, titles), encoding="utf-8")
    for section, draw, name in (
        ("sweep", draw_ratios, RATIOS),
        ("leaf", growth.draw, COST),
        ("resident", draw_memory, MEMORY),
    ):
        if found.get(section):
            draw(list(found[section]), folder / name)
    if folder.resolve() == PUBLISHED.resolve():
        README.write_text(with_headline(README.read_text(encoding="utf-8"), found), encoding="utf-8")
