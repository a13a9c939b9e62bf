"""Every page has the same form: short cells, prose with generated numbers, numbered figures, exercises that work."""

from __future__ import annotations

import html
import re
from functools import cache
from pathlib import Path

import nbformat
import pytest

from companion.report.project import SCORECARD, Project
from companion.report.tidy import PROSE

ROOT = Path(__file__).parents[3]
NAMES = Project(ROOT).names()
CHAPTERS = [name for name in NAMES if name != SCORECARD]
LONGEST_CELL = 15
EXERCISES = 3

ANY_NOTEBOOK = pytest.mark.parametrize("name", NAMES)
ANY_CHAPTER = pytest.mark.parametrize("name", CHAPTERS)


@cache
def notebook(name: str) -> nbformat.NotebookNode:
    return nbformat.read(ROOT / "notebooks" / f"{name}.ipynb", as_version=4)


@cache
def report(name: str) -> nbformat.NotebookNode:
    return nbformat.read(ROOT / "reports" / f"{name}.ipynb", as_version=4)


def texts(name: str) -> list[str]:
    """Return what a notebook says: its Markdown, and the cells of prose that numbers are filled into."""
    return [
        cell.source.removeprefix(PROSE)
        for cell in notebook(name).cells
        if cell.cell_type == "markdown" or cell.source.startswith(PROSE)
    ]


CODE = re.compile(r"```.*?```|`[^`\n]*`|<pre>.*?</pre>|<code>.*?</code>", re.DOTALL)
MATH = re.compile(r"\$\$.*?\$\$|\$[^$\n]+\$|\\begin\{.*?\\end\{[^}]*\}", re.DOTALL)
FIELD = re.compile(r"\{\{.*?\}\}", re.DOTALL)
ADDRESS = re.compile(r"\]\([^)]*\)|<[^>]+>")


def bare(text: str, math: bool = False) -> str:
    """Return a text without its code, generated numbers and addresses, and without its formulas unless asked for."""
    for pattern in (CODE, FIELD, ADDRESS, *(() if math else (MATH,))):
        text = pattern.sub(" ", text)
    return text


# Code


@ANY_NOTEBOOK
def test_a_cell_has_at_most_fifteen_lines(name):
    for cell in notebook(name).cells:
        if cell.cell_type == "code":
            lines = len(cell.source.splitlines())
            assert lines <= LONGEST_CELL or cell.source.startswith(PROSE), (lines, cell.source[:80])


@ANY_NOTEBOOK
def test_no_text_lives_in_a_string_of_a_notebook(name):
    for cell in notebook(name).cells:
        if cell.cell_type == "code" and not cell.source.startswith(PROSE):
            assert not re.search(r"\bMarkdown\(|\bprint\(|\bsay\(", cell.source), cell.source[:80]


# Prose

LEFTOVERS = {
    "a Boolean or a missing value": r"\b(True|False|NaN|nan|None)\b",
    "a name of a variable": r"\b[a-z]+_[a-z_]+\b",
    "an expectation": r"\b[Ww]e expect(ed)?\b",
    "a formula in letters and signs": r"\w\s?\^\s?\w|\\?lceil|\\?lfloor|<=|>=|!=|\bsqrt\(",
    "an asterisk that turns bold off": r"(?<!\\)SSS\*",
    "an empty range": r"\bbetween ([\d.]+) and \1\b",
}


@ANY_NOTEBOOK
@pytest.mark.parametrize("leftover", LEFTOVERS)
def test_no_sentence_holds(name, leftover):
    said = [cell.source for cell in report(name).cells if cell.cell_type == "markdown"]
    for text in [*texts(name), *said]:
        found = re.search(LEFTOVERS[leftover], bare(text))
        assert not found, (found[0], text[max(0, text.find(found[0]) - 60) :][:160])


PLACES = re.compile(
    r"(?:\b(?:[Tt]ables?|[Ff]ig(?:ure|s)?\.?|[Ff]igures|[Ss]ections?|[Cc]hapters?|[Pp]ages?|pp?\.|[Tt]heorems?|[Cc]orollar(?:y|ies)|[Ll]emmas?|"
    r"[Ee]quations?|[Ee]xercises?|[Aa]ppendix|[Nn]otebooks?|[Pp]art|[Ll]istings?|[Ee]xamples?|[Dd]efinitions?|[Aa]lgorithms?)\s+)"
    r"[A-Z]?-?\d[\d.]*(?:\s?(?:,|to|and|or|-|–)\s?[A-Z]?-?\d[\d.]*)*"
    r"|\b1[89]\d\d\b|\b20\d\d\b|\(\d+\)|\[\d+\]|\b[A-Z]\w*\(\d+,\s?\d+\)|^\s*\d+\.\s|\b[A-Za-z]+-?\d+\b",
    re.MULTILINE,
)
"""Numbers that say where something stands, what it is called, or when it was written."""

QUOTED = re.compile(
    r"\bp(?:age|p?\.)\s?\d|\bpages\s\d|\b[A-Z]\w+(?: et al\.)?,? \(?(?:18|19|20)\d\d", re.MULTILINE
)
"""What makes a sentence a quotation: a page, or an author with a year."""


@ANY_NOTEBOOK
def test_every_number_in_prose_is_generated_or_quoted_from_a_source_with_its_place(name):
    for text in texts(name):
        for paragraph in re.split(r"\n\s*\n|\n(?=[|*-])", text):
            if QUOTED.search(paragraph):
                continue
            sentence = PLACES.sub(" ", bare(paragraph))
            found = re.search(
                r"\d[\d,.]*", re.sub(r"\b0 and 1\b|\b0 to 1\b|\b[01]\b(?![.,%]\d)", " ", sentence)
            )
            assert not found, (found[0], paragraph[:200])
            decimal = re.search(r"\d\.\d", " ".join(MATH.findall(paragraph)))
            assert not decimal, (decimal[0], paragraph[:200])


# Figures


def figures(name: str) -> list[str]:
    """Return what a report shows as HTML, output by output, where there is a picture in it."""
    shown = (
        str(output.get("data", {}).get("text/html", ""))
        for cell in report(name).cells
        for output in cell.get("outputs", [])
    )
    return [text for text in shown if "<img" in text or "<svg" in text]


@ANY_NOTEBOOK
def test_every_picture_has_alternative_text_and_a_caption_and_figures_are_numbered_in_order(name):
    numbers = []
    for text in figures(name):
        assert all(len(html.unescape(alt)) > 20 for alt in re.findall(r'<img alt="([^"]*)"', text))
        assert text.count("<img") == len(re.findall(r'<img alt="', text))
        captions = re.findall(r"<figcaption.*?</b>(.*?)</figcaption>", text, re.DOTALL)
        assert captions and all(len(caption.split()) > 3 for caption in captions), text[:200]
        numbers += [int(number) for number in re.findall(r'<figure id="figure-(\d+)"', text)]
    assert numbers == list(range(1, len(numbers) + 1))


@ANY_NOTEBOOK
def test_no_other_kind_of_picture_slips_past_the_captions(name):
    for cell in report(name).cells:
        for output in cell.get("outputs", []):
            assert not {kind for kind in output.get("data", {}) if kind.startswith("image/")}


# First screen


@ANY_NOTEBOOK
def test_the_first_screen_asks_answers_and_shows(name):
    cells = report(name).cells
    first, answer = [cell.source for cell in cells if cell.cell_type == "markdown"][:2]
    assert re.match(r"# .+\n\n[^#*|].*\?", first), "a title, then a question"
    assert re.search(r"\d", answer), "the answer has numbers"
    assert "surpris" in answer.lower(), "and says what is surprising"
    hero = next(place for place, cell in enumerate(cells) if 'id="figure-1"' in str(cell.get("outputs", "")))
    before = [cell for cell in cells[:hero] if cell.cell_type == "markdown"]
    assert len(before) <= 3, "the figure stands on the first screen"


# Exercises


def solutions(name: str) -> list[str]:
    return [cell.source for cell in notebook(name).cells if "solution" in cell.metadata.get("tags", [])]


@ANY_CHAPTER
def test_every_exercise_has_a_solution_that_works_by_itself(name):
    asked = sum(len(re.findall(r"^\*\*Exercise \d", text, re.MULTILINE)) for text in texts(name))
    assert asked == len(solutions(name)) == EXERCISES
    for text in solutions(name):
        assert "assert " in text
        exec(compile(text, f"solution in {name}", "exec"), {})


# Links


@ANY_NOTEBOOK
def test_every_link_to_the_bibliography_finds_its_entry(name):
    known = set(
        re.findall(r"^@\w+\{(\w+),", (ROOT / "docs/references.bib").read_text(encoding="utf-8"), re.MULTILINE)
    )
    cited = {key for text in texts(name) for key in re.findall(r"bibliography\.md#([\w-]+)", text)}
    assert cited <= known, cited - known
    assert cited or name == SCORECARD
