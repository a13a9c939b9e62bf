"""Transcribe the printed numbers of the five documents into ``published/cells.csv``.

    python data/transcribe.py SEEDS_FOLDER

``SEEDS_FOLDER`` holds the scanned text of the documents; it is not part of the repository. The script
parses the tables, adds the hand-made rows of ``published/supplement.csv`` (prose, and what the scan broke
beyond parsing), then applies ``published/corrections.csv`` (what must be a misprint or misread, and remarks).
The hand-made ``published/claims.csv`` is checked: the words that each claim quotes must stand in the scan.
Running it twice gives the same bytes. Nothing is written unless every row, correction and remark has found
its place.
"""

from __future__ import annotations

import argparse
import csv
import io
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

PUBLISHED = Path(__file__).resolve().parent / "published"
COLUMNS = (
    "source", "table", "page", "row", "column", "value", "corrected", "note", "cause", "trivial", "same_as",
)  # fmt: skip
CAUSES = ("scan", "print", "undecided")
PLACE = "place"

# A scan is recognised by its title or author near its beginning: file names say nothing.
TITLES = {
    "muszycka1985": "Agata Muszycka",
    "knuth1975": "Donald E. Knuth and Ronald W. Moore",
    "debruin1994": "Arie de Bruin, Wim Pijls, Aske Plaat",
    "nau1983": "On Game Graph Structure and Its Influence on Pathology",
    "zenzel1989": "Daniel Zenzel",
}
TITLE_WITHIN = 6000

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
STRATEGIES = ("AB", "BB", "PAB", "Scout", "PVS", "SSS*")
MISREAD_STRATEGIES = {"BBS*": "SSS*", "SSG*": "SSS*"}

# The printed page of each table of the thesis, from its list of tables.
THESIS_PAGES = {
    "I": 42, "II": 53, "III": 54, "IV": 55, "V": 56, "VI": 57, "VII": 58, "VIII": 59, "IX": 60, "X": 61,
    "XI": 73, "XII": 74, "XIII": 75, "XIV": 76, "XV": 77, "XVI": 78, "XVII": 79, "XVIII": 80,
    "XIX": 146, "XX": 147, "XXI": 148, "XXII": 149, "XXIII": 152, "XXIV": 153,
    "XXV": 155, "XXVI": 156, "XXVII": 157, "XXVIII": 158,
}  # fmt: skip
LEAF_TABLES = ("III", "IV", "V", "VI", "VII", "VIII", "IX", "X",
               "XI", "XII", "XIII", "XIV", "XV", "XVI", "XVII", "XVIII")  # fmt: skip
WIDTH_TABLES = ("XIX", "XX", "XXI", "XXII", "XXIII", "XXIV")
LEVEL_TABLES = ("XXV", "XXVI", "XXVII", "XXVIII")

# Table XXV, line d=11: the scan has the last two numbers interchanged.
INTERCHANGED = {("XXV", "d=11"): ("t=12", "t=13")}
INTERCHANGED_NOTE = (
    "the scan has the last two cells of this line interchanged: d=t-1 is 1.000 in every other column, "
    "and d=t-2 falls steadily along the diagonal (0.711, 0.684, 0.677)"
)

KNUTH_PAGE = 321
KNUTH_LINES = 15  # d = 2..16 on the left of the page, d = 17..31 on the right

# Nau's columns come as one run of numbers each, some with cells lost. The layout says which depth each number
# of a run belongs to, per scanned column (None: a fragment that is no cell of this column).
NAU_PAGES = {"I": 376, "II": 376, "III": 377, "IV": 378, "V": 379, "VI": 379}


def _first(n: int) -> list[int | None]:
    return list(range(1, n + 1))


NAU_LAYOUT: dict[str, list[tuple[int, list[int | None]]]] = {
    "I": [(3, _first(3)), (4, _first(4)), (5, _first(5))] + [(k, _first(k - 1)) for k in range(6, 14)],
    "II": [
        (3, _first(3)), (4, _first(4)), (5, _first(5)), (6, []), (7, _first(6)), (8, _first(7)),
        (9, _first(8)), (10, _first(9)), (11, _first(10)), (12, _first(10)),
        (13, [1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13]),
    ],
    "III": [
        (4, [1, 2, None, 3, 4]), (5, _first(5)), (6, _first(6)), (7, _first(6)), (8, _first(7)),
        (9, _first(8)), (10, _first(9)), (11, _first(10)), (12, _first(11)),
        (13, [1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12]),
    ],
    "IV": [
        (3, _first(3)), (4, _first(4)), (5, _first(5)), (6, _first(5)), (7, _first(6)), (8, _first(7)),
        (9, [1, 2, 3, 4, 5, 6, 8]), (10, [1, 2, 3, 4, 5, 6, 7, 9, 10]), (11, _first(11)), (12, _first(12)),
        (13, [1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]),
    ],
    "V": [
        (3, _first(3)), (4, _first(4)), (5, _first(5)), (6, []), (7, _first(6)), (8, _first(7)),
        (9, [1, 2, 4, 5, 6, 7, 8]), (10, [1, 2, 3, 5, 6, 7, 8, 9]), (11, [7]), (12, [6, 7, 8, 9, 10]),
        (13, [9, 10, 11]),
    ],
    # The columns k=9..11 are too broken to parse: see the supplement.
    "VI": [
        (3, _first(3)), (4, _first(4)), (5, _first(5)), (6, [1]), (7, [4, 5]), (8, [4, 5, 6]),
        (0, []), (0, []),
        (12, [2, 3, 4, 5, 6, 7, 8, 9, 10]), (13, [3, 4, 5, 6, 7, 8, 9, 10, 11]),
    ],
}  # fmt: skip

ZENZEL_PAGES = {"2": 26, "3": 34}
ZENZEL_BROKEN = range(16, 31)  # lines of Table 2 that only the supplement can give


class TranscriptionError(ValueError):
    """The scan, the supplement or the corrections do not fit together."""


@dataclass(frozen=True)
class Cell:
    """One printed cell, all fields as they stand in the CSV."""

    source: str
    table: str
    page: int
    row: str
    column: str
    value: str
    corrected: str = ""
    note: str = ""
    cause: str = ""
    trivial: str = ""
    same_as: str = ""

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What names a cell: source, table, row and column."""
        return self.source, self.table, self.row, self.column

    def remark(self, note: str) -> Cell:
        """Return the same cell with one more remark."""
        return replace(self, note="; ".join(part for part in (self.note, note) if part))


# ---------------------------------------------------------------------------------------------- reading


def read_scans(folder: Path) -> dict[str, str]:
    """Return the text of each document that has numbers, found by its title among the folder's files."""
    if not folder.is_dir():
        raise TranscriptionError(
            f"the folder of scans {folder} is missing: give the folder with the five texts"
        )
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.txt"))]
    scans = {}
    for source, title in TITLES.items():
        found = [text for text in texts if title in text[:TITLE_WITHIN]]
        if len(found) != 1:
            raise TranscriptionError(
                f"{source}: {len(found)} texts in {folder} have the title {title!r}, not one"
            )
        scans[source] = found[0]
    return scans


def table_above(lines: list[str], caption: re.Pattern[str]) -> list[list[str]]:
    """Return the tab-separated block that stands right above the only line that matches `caption`."""
    at = [i for i, line in enumerate(lines) if caption.fullmatch(line.strip())]
    if len(at) != 1:
        raise TranscriptionError(f"caption {caption.pattern!r}: found {len(at)} times, not once")
    end = at[0]
    while not lines[end - 1].strip():
        end -= 1
    begin = end
    while lines[begin - 1].strip():
        begin -= 1
    return [line.split("\t") for line in lines[begin:end]]


# ---------------------------------------------------------------------------------------------- thesis


def strategies_of(heading: str) -> list[str]:
    """Return the strategies a heading stands for: several where a column was printed once for all of them."""
    names = [MISREAD_STRATEGIES.get(name.strip(), name.strip()) for name in heading.split(",")]
    unknown = set(names) - set(STRATEGIES)
    if unknown:
        raise TranscriptionError(f"heading {heading!r} names no strategy: {sorted(unknown)}")
    return names


def thesis_cell(table: str, row: str, column: str, value: str, note: str = "") -> Cell:
    """Return a cell of a table of the thesis, on the page of that table."""
    return Cell("muszycka1985", table, THESIS_PAGES[table], row, column, value, note=note)


def leaf_cells(table: str, block: list[list[str]]) -> Iterator[Cell]:
    """Yield Tables III-XVIII: one cell per tree size and strategy."""
    headings = [strategies_of(heading) for heading in block[0][1:]]
    for size, *values in block[1:]:
        for names, value in zip(headings, values, strict=True):
            note = f"printed once for {', '.join(names)}" if len(names) > 1 else ""
            for name in names:
                yield thesis_cell(table, size.replace(" ", ""), name, value.strip(), note)


def ranking_cells(block: list[list[str]]) -> Iterator[Cell]:
    """Yield Table I: the rank of each strategy in each case, the mean rank where strategies tie."""
    printed, first, last = "", 0, 0
    cases = [int(line[0].rstrip(".")) for line in block[1:]]
    listed = [case for case, line in zip(cases, block[1:], strict=True) if line[3].strip()]
    for case, line in zip(cases, block[1:], strict=True):
        if line[3].strip():
            printed, first = line[3].strip(), case
            last = min((c for c in listed if c > case), default=len(cases) + 1) - 1
        note = f"printed list: {printed}"
        if last > first:
            note += f"; one list for cases {first} to {last}, the scan shows it at case {first} only"
        for name, rank in ranks(printed).items():
            yield thesis_cell("I", f"case {case}", name, f"{rank:g}", note)


def ranks(printed: str) -> dict[str, float]:
    """Return the rank of each strategy in a list such as ``(SSS*, [PVS, PAB], Scout, AB, BB)``.

    >>> ranks("(SSS*, [PVS, PAB], Scout, AB, BB)")["PAB"]
    2.5
    """
    result: dict[str, float] = {}
    for group in re.findall(r"\[[^]]*\]|[^\s,()\[\]]+", printed):
        names = strategies_of(group.strip("[]"))
        rank = len(result) + (len(names) + 1) / 2
        result.update(dict.fromkeys(names, rank))
    return result


def newborn_cells(block: list[list[str]]) -> Iterator[Cell]:
    """Yield Table II: Newborn's expected leaf counts of Alphabeta under two schemes."""
    headings = [heading.removesuffix(" static-values assignment").lower() for heading in block[0][1:]]
    for size, *values in block[1:]:
        for heading, value in zip(headings, values, strict=True):
            yield thesis_cell("II", size, heading, value)


def width_cells(table: str, block: list[list[str]]) -> Iterator[Cell]:
    """Yield Tables XIX-XXIV: terminal level and depth against width, without what was not simulated."""
    widths = [width for width in block[1][2:] if width]
    level = ""
    for line in block[2:]:
        level = line[0].strip() or level
        for width, value in zip(widths, line[2:], strict=False):
            if NUMBER.fullmatch(value.strip()):
                row = f"t={level},d={line[1].strip()}"
                yield thesis_cell(table, row, f"w={width}", value.strip())


def level_cells(table: str, block: list[list[str]]) -> Iterator[Cell]:
    """Yield Tables XXV-XXVIII: search depth against terminal level, width two."""
    levels = [f"t={level}" for level in block[1][1:] if level]
    for depth, *values in block[2:]:
        row = f"d={depth.strip()}"
        printed = dict(zip(levels, (value.strip() for value in values), strict=False))
        swapped = INTERCHANGED.get((table, row))
        if swapped:
            left, right = swapped
            printed[left], printed[right] = printed[right], printed[left]
        for level in levels:
            if printed[level]:
                cell = thesis_cell(table, row, level, printed[level])
                if level in (swapped or ()):
                    cell = cell.remark(INTERCHANGED_NOTE)
                if int(level[2:]) < int(depth):
                    cell = cell.remark("d > t: the game is over before this depth")
                yield cell


def thesis_cells(text: str) -> Iterator[Cell]:
    """Yield the tables of the thesis, in the order of print."""
    lines = text.splitlines()
    for table in THESIS_PAGES:
        block = table_above(lines, re.compile(rf"TABLE {table}\.?"))
        if table == "I":
            yield from ranking_cells(block)
        elif table == "II":
            yield from newborn_cells(block)
        elif table in LEAF_TABLES:
            yield from leaf_cells(table, block)
        elif table in WIDTH_TABLES:
            yield from width_cells(table, block)
        else:
            yield from level_cells(table, block)


# ---------------------------------------------------------------------------------------------- Knuth & Moore


def cleaned(text: str) -> tuple[str, str]:
    """Return the number a scanned cell shows, and a note where it had to be put right or is unreadable."""
    text = text.strip()
    if NUMBER.fullmatch(text):
        return text, ""
    if NUMBER.fullmatch(text.replace(",", ".")):
        return text.replace(",", "."), f"the scan has a comma: {text}"
    if NUMBER.fullmatch(text[:-1]):
        return text[:-1], f"the scan has a stray mark after the number: {text}"
    return "", f"unreadable in the scan: {text}"


def knuth_cells(text: str) -> Iterator[Cell]:
    """Yield Table 1: three bounds on the branching factor for d = 2..31, printed in two halves."""
    lines = text.splitlines()
    begin = next(i for i, line in enumerate(lines) if line.startswith("d\t$r_0(d)$")) + 1
    block = [line.split("\t") for line in lines[begin : begin + KNUTH_LINES]]
    for half in (0, 1):
        for i, line in enumerate(block):
            d = 2 + half * KNUTH_LINES + i
            printed = line[half * 4].strip()
            label = "" if printed == str(d) else f"the label d={d} is unreadable in the scan: {printed}"
            for column, scanned in zip(("r0(d)", "r1(d)", "r*(d)"), line[half * 4 + 1 :], strict=False):
                value, note = cleaned(scanned)
                yield Cell("knuth1975", "1", KNUTH_PAGE, f"d={d}", column, value, note=note).remark(label)


# ---------------------------------------------------------------------------------------------- Nau


def nau_runs(lines: list[str], table: str) -> list[list[str]]:
    """Return the runs of numbers below the caption of a table, one per scanned column."""
    begin = next(i for i, line in enumerate(lines) if line.startswith(f"Table {table}. "))
    runs: list[list[str]] = []
    # The block ends at the first blank line after a line with numbers; Table II goes on for one more line.
    for line in lines[begin + 1 :]:
        if not line.strip():
            if any(runs):
                break
            continue
        if line.startswith("\t") or "---" in line or line.startswith("·"):
            continue  # a heading: its labels are broken, the layout above gives them
        for i, cell in enumerate(line.split("\t")[1:]):
            runs += [[] for _ in range(len(runs), i + 1)]
            runs[i] += re.findall(r"-?\d+(?:\.\d+)*%?", cell)
    return runs


def nau_cells(text: str) -> Iterator[Cell]:
    """Yield Tables I-VI, each run of numbers laid out over the depths it belongs to."""
    lines = text.splitlines()
    for table, layout in NAU_LAYOUT.items():
        runs = nau_runs(lines, table)
        for (k, depths), run in zip(layout, runs, strict=True):
            if not depths:
                continue
            if len(depths) != len(run):
                raise TranscriptionError(
                    f"nau1983 {table} k={k}: {len(run)} numbers for {len(depths)} depths"
                )
            lost = k - len([d for d in depths if d is not None])
            note = f"the scan lost {lost} of the {k} cells of this column" if lost else ""
            for d, printed in zip(depths, run, strict=True):
                if d is not None:
                    value = printed.removesuffix("%")
                    yield Cell("nau1983", table, NAU_PAGES[table], f"d={d}", f"k={k}", value, note=note)


# ---------------------------------------------------------------------------------------------- Zenzel


def entry_numbers(entry: str) -> Iterator[tuple[str, str]]:
    """Yield the numbers of one OPEN entry such as ``H, S, V=6, R=[6, 6]`` as (what, number)."""
    value = re.search(r"V=(-?[\d.]+)", entry)
    if value:
        yield "value", value[1]
    bounds = re.search(r"R=\[([\d.]+),\s*([\d.]+)\]", entry)
    if bounds:
        yield "lower", bounds[1]
        yield "upper", bounds[2]


def open_cells(lines: list[str]) -> Iterator[Cell]:
    """Yield Table 2 where the scan is whole: operator, values and ranges of every line of the OPEN list."""
    begin = next(i for i, line in enumerate(lines) if line.startswith("Loop Number\t")) + 1
    page = ZENZEL_PAGES["2"]
    for line in lines[begin:]:
        number, _, rest = line.partition("\t")
        if not number.isdigit():
            if not line.strip():
                return
            continue
        if int(number) in ZENZEL_BROKEN:
            continue
        operator, entries = rest.split("\t")
        row = f"line={number}"
        if operator.isdigit():
            yield Cell("zenzel1989", "2", page, row, "operator", operator)
        for position, entry in enumerate(re.findall(r"\(([^()]*)\)", entries), start=1):
            node = entry.split(",")[0].strip().replace(r"\lambda", "A")
            for what, value in entry_numbers(entry):
                yield Cell("zenzel1989", "2", page, row, f"{position}: {what}", value, note=f"node {node}")


def heuristic_cells(lines: list[str]) -> Iterator[Cell]:
    """Yield Table 3: the two bounds that the AOC* example assumes for the nodes A to O."""
    begin = next(i for i, line in enumerate(lines) if line.startswith("Node Id\t")) + 1
    for node, line in zip("ABCDEFGHIJKLMNO", lines[begin:], strict=False):
        _, lower, upper = line.split("\t")
        for column, value in (("h(node)", lower), ("u(node)", upper)):
            yield Cell("zenzel1989", "3", ZENZEL_PAGES["3"], node, column, value.strip())


def zenzel_cells(text: str) -> Iterator[Cell]:
    """Yield Tables 2 and 3; Tables 1 and 4 hold no numbers."""
    lines = text.splitlines()
    yield from open_cells(lines)
    yield from heuristic_cells(lines)


# ---------------------------------------------------------------------------------------------- by hand


def hand_made(path: Path) -> list[dict[str, str]]:
    """Return the rows of a hand-made CSV."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def supplement_cells(rows: list[dict[str, str]], scans: dict[str, str]) -> Iterator[Cell]:
    """Yield the hand-made rows, each only if the characters it quotes stand in the scan."""
    for row in rows:
        if row["scan"] not in scans[row["source"]]:
            raise TranscriptionError(
                f"supplement {row['source']} {row['table']}: the scan has no {row['scan']!r}"
            )
        fields = {name: row[name] for name in ("source", "table", "row", "column", "value", "note")}
        yield Cell(page=int(row["page"]), **fields)


def check_claims(rows: list[dict[str, str]], scans: dict[str, str]) -> None:
    """Raise unless the words by which a claim is found stand in the scan, and in one place only."""
    for row in rows:
        times = scans[row["source"]].count(row["words"]) if row["words"] else 0
        if times != 1:
            raise TranscriptionError(
                f"claim {row['id']}: the scan has {row['words']!r} {times} times, not once"
            )


def corrected_cells(cells: Iterable[Cell], rows: list[dict[str, str]]) -> list[Cell]:
    """Return the cells with every correction and remark applied; each must have a note and find its cell."""
    result = {cell.key: cell for cell in cells}
    for row in rows:
        key = (row["source"], row["table"], row["row"], row["column"])
        if key not in result:
            raise TranscriptionError(f"correction of a cell that does not exist: {' '.join(key)}")
        if not row["note"]:
            raise TranscriptionError(f"correction without a note: {' '.join(key)}")
        cell = result[key]
        if row["corrected"] and cell.corrected:
            raise TranscriptionError(f"corrected twice: {' '.join(key)}")
        if bool(row["corrected"]) != (row["cause"] in CAUSES) or row["cause"] not in ("", PLACE, *CAUSES):
            raise TranscriptionError(f"cause is {row['cause']!r} for {' '.join(key)}; allowed are {CAUSES}")
        changed = replace(
            cell, corrected=row["corrected"] or cell.corrected, cause=row["cause"] or cell.cause
        )
        result[key] = changed.remark(row["note"])
    return list(result.values())


# ---------------------------------------------------------------------------------------------- what counts


def sees_the_end(cell: Cell) -> bool:
    """Whether a search reaches the end of the game: then it is right by definition, and two of them do not differ."""
    labels = dict(re.findall(r"([dtk])=(\d+)", f"{cell.row},{cell.column}"))
    of_pathology = cell.source == "nau1983" or cell.table in (*WIDTH_TABLES, *LEVEL_TABLES)
    end = labels.get("t") or labels.get("k")
    if not (of_pathology and "d" in labels and end):
        return False
    of_differences = cell.source == "nau1983" and cell.table in ("V", "VI")
    if of_differences and labels["d"] == "1":  # before anything is backed up, the two procedures are the same
        return True
    certain = 0 if of_differences else 1
    return int(labels["d"]) >= int(end) - 1 and float(cell.corrected or cell.value) == certain


AT_DEPTH_1 = {"III": "I", "IV": "II"}
"""At depth 1 nothing is backed up, so Nau's two procedures decide alike, and two tables print the same numbers."""


def copies(cells: list[Cell]) -> dict[tuple[str, str, str, str], str]:
    """Return which cells repeat a number that stands in another: printed once for several strategies, or quoted."""
    by_key = {cell.key: cell for cell in cells}
    found = {}
    for cell in cells:
        once = re.search(r"printed once for ((?:[^,;]+, )*[^,;]+)", cell.note)
        listed = re.search(r"one list for cases (\d+) to", cell.note)
        quoted = re.search(r"quoted from Table ([IVX]+)", cell.note)
        original = cell.key
        if once:
            first = once[1].split(", ")[0].removeprefix("the ").split(" and ")[0]
            name = re.search(
                r"\((?:minimax|negamax)\)", cell.column
            )  # versions of one strategy, in Appendix 1
            column = cell.column.replace(
                name[0] if name else cell.column.split(" ")[0], f"({first})" if name else first
            )
            original = (*cell.key[:3], column)
        elif cell.source == "nau1983" and cell.table in AT_DEPTH_1 and cell.row == "d=1":
            again = (cell.source, AT_DEPTH_1[cell.table], cell.row, cell.column)
            original = again if again in by_key else cell.key
        elif listed:
            original = (*cell.key[:2], f"case {listed[1]}", cell.column)
        elif quoted:
            size, _, scheme = cell.row.partition(" ")
            column = scheme if cell.column.startswith("Newborn") else cell.column.split(" ")[0]
            original = (cell.source, quoted[1], size, column)
        if original != cell.key:
            if original not in by_key:
                raise TranscriptionError(
                    f"{' '.join(cell.key)} repeats a cell that does not exist: {original}"
                )
            if by_key[original].value == cell.value:
                found[cell.key] = "|".join(original[1:])
    return found


# ---------------------------------------------------------------------------------------------- all together


def in_order(cells: Iterable[Cell]) -> list[Cell]:
    """Return the cells by document, then by page, keeping the order of print within a table."""
    sources = ("muszycka1985", "knuth1975", "debruin1994", "nau1983", "zenzel1989")
    first_page: dict[tuple[str, str], int] = {}
    cells = list(cells)
    for cell in cells:
        table = cell.source, cell.table
        first_page[table] = min(cell.page, first_page.get(table, cell.page))
    tables = {table: i for i, table in enumerate(first_page)}

    def place(cell: Cell) -> tuple[int, ...]:
        table = cell.source, cell.table
        within = (0, 0)
        if table == ("zenzel1989", "2"):
            within = int(cell.row.removeprefix("line=")), 0
        elif cell.source == "nau1983" and cell.column.startswith("k="):
            within = int(cell.column.removeprefix("k=")), int(cell.row.removeprefix("d="))
        return sources.index(cell.source), first_page[table], tables[table], *within

    return sorted(cells, key=place)


def check(cells: list[Cell]) -> None:
    """Raise unless every cell is named once and shows a number, or is corrected where the scan shows none."""
    keys = set()
    for cell in cells:
        name = " ".join(cell.key)
        if cell.key in keys:
            raise TranscriptionError(f"two cells are named {name}")
        keys.add(cell.key)
        for number in (cell.value, cell.corrected):
            if number and not NUMBER.fullmatch(number):
                raise TranscriptionError(f"{name}: {number!r} is no number")
        if not cell.value and not cell.corrected:
            raise TranscriptionError(f"{name}: neither a value nor a correction")


def transcribe(folder: Path, hand: Path = PUBLISHED) -> str:
    """Return the text of ``cells.csv`` from the scans in `folder` and the hand-made files in `hand`."""
    scans = read_scans(folder)
    parsers = {
        "muszycka1985": thesis_cells,
        "knuth1975": knuth_cells,
        "nau1983": nau_cells,
        "zenzel1989": zenzel_cells,
    }
    parsed = [cell for source, parse in parsers.items() for cell in parse(scans[source])]
    check_claims(hand_made(hand / "claims.csv"), scans)
    added = list(supplement_cells(hand_made(hand / "supplement.csv"), scans))
    twice = {cell.key for cell in parsed} & {cell.key for cell in added}
    if twice:
        raise TranscriptionError(f"in the scan and in the supplement: {sorted(twice)[0]}")
    cells = in_order(corrected_cells(parsed + added, hand_made(hand / "corrections.csv")))
    check(cells)
    same_as = copies(cells)
    cells = [
        replace(cell, trivial="yes" if sees_the_end(cell) else "", same_as=same_as.get(cell.key, ""))
        for cell in cells
    ]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows([getattr(cell, column) for column in COLUMNS] for cell in cells)
    return out.getvalue()


def main(arguments: list[str] | None = None) -> int:
    """Rewrite ``cells.csv``; return 1 with one line on standard error if anything does not fit."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, metavar="SEEDS_FOLDER", help="the folder with the scanned texts")
    folder = parser.parse_args(arguments).folder
    try:
        text = transcribe(folder)
    except TranscriptionError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    target = PUBLISHED / "cells.csv"
    target.write_text(text, encoding="utf-8")
    print(f"{text.count(chr(10)) - 1} cells written to {target}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
