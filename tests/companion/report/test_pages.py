"""A page needs nothing but itself: formulas are MathML, pictures inside, nothing from the network."""

from __future__ import annotations

import base64
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import nbformat
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from companion.report import ReportError
from companion.report.markdown import markdown_to_html
from companion.report.mathml import mathml, mathml_in_html
from companion.report.page import first_screen, html_output, latex_output, render_page
from companion.report.site import build_site
from companion.report.tidy import WIDGET, WIDGET_NOTE, tidy

PIXEL = base64.b64encode(b"not really a picture").decode()
LOADING = {"src", "srcset", "poster", "data", "action", "background"}


class Resources(HTMLParser):
    """Collects every address that a browser would load by itself."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.style = False
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.style = tag == "style"
        for name, value in attributes:
            if name in LOADING or (name in ("href", "xlink:href") and tag not in ("a", "area")):
                self.found.append(value or "")
            if name == "style":
                self.handle_style(value or "")

    def handle_endtag(self, tag):
        self.style = False

    def handle_data(self, data):
        if self.style:
            self.handle_style(data)

    def handle_style(self, text):
        self.found += re.findall(r"url\(\s*['\"]?([^'\")]*)", text) + re.findall(
            r"@import\s+['\"]([^'\"]*)", text
        )


def loaded(page: str) -> list[str]:
    """What a browser would load for this page from somewhere else."""
    return [address for address in Resources(page).found if not address.startswith(("data:", "#"))]


@pytest.fixture
def page(tmp_path):
    """Return a function that renders cells as a page of a small project."""
    (tmp_path / "notebooks").mkdir()
    shutil.copy(Path(__file__).parents[2] / "notebooks/dot.svg", tmp_path / "notebooks")

    def render(*cells: nbformat.NotebookNode) -> str:
        return render_page(
            new_notebook(cells=list(cells)), "Title", tmp_path / "notebooks", tmp_path / "site", None, None
        )

    return render


def shown(output_type="display_data", **content):
    return new_code_cell("pass", outputs=[new_output(output_type, **content)])


# Nothing from the network


def test_the_collector_sees_what_a_browser_would_load():
    page = (
        '<link rel="stylesheet" href="a.css"><script src="b.js"></script>'
        '<style>@import "c.css"; x {y: url(d.png)}</style>'
        '<p style="background: url(e.png)"></p><img src="data:,"><a href="https://example.org">x</a>'
    )
    assert sorted(loaded(page)) == ["a.css", "b.js", "c.css", "d.png", "e.png"]


def test_a_page_with_every_kind_of_output_loads_nothing(page):
    result = page(
        new_markdown_cell("# Title\n\n$x$ ![dot](dot.svg) [web](//x.invalid)\n\n```mermaid\ngraph\n```"),
        shown(data={"image/png": PIXEL}),
        shown(data={"image/svg+xml": "<svg xmlns='http://www.w3.org/2000/svg'/>"}),
        shown(data={"text/html": "<table><tr><td>$x$</td></tr></table>"}),
        shown(data={"text/latex": "$x$"}),
        shown(data={"application/javascript": "fetch('https://example.org')", "text/plain": "script"}),
        shown(data={WIDGET: {"model_id": "1"}, "text/plain": "IntSlider()"}),
        shown("stream", text="printed"),
        shown("error", ename="E", evalue="v", traceback=["\x1b[31mE\x1b[0m"]),
    )
    assert loaded(result) == []
    assert "example.org'" not in result
    assert "Content-Security-Policy\" content=\"default-src 'none'" in result
    assert not re.search(r"<script|mathjax|require\.js|mermaid\.", result, re.IGNORECASE)


def test_a_picture_from_the_network_is_refused(page):
    with pytest.raises(ReportError, match="a page loads nothing"):
        page(new_markdown_cell("![x](https://example.org/x.png)"))


def test_a_picture_that_is_not_there_is_refused(page):
    with pytest.raises(ReportError, match=r"picture is 'gone.png'; there is no such file"):
        page(new_markdown_cell("![x](gone.png)"))


# Formulas


@pytest.mark.parametrize(
    "formula",
    [
        r"\alpha \le \beta",
        r"w^{\lfloor d/2 \rfloor} + w^{\lceil d/2 \rceil} - 1",
        r"\begin{cases} a & x < y \\ b & \text{otherwise} \end{cases}",
        r"\begin{aligned} a &= b \\ c &= d \end{aligned}",
        r"\begin{equation} r_0(d) \end{equation}",
        r"\max_{i} \left( \frac{a_i}{b_i} \right) \in \{1, \dots, f\}",
    ],
)
def test_a_formula_becomes_mathml(formula):
    result = mathml(formula, display=True)
    root = ElementTree.fromstring(result)
    assert root.tag == "{http://www.w3.org/1998/Math/MathML}math"
    assert root.get("display") == "block"
    assert "\\" not in "".join(root.itertext())


@pytest.mark.parametrize(
    "formula", [r"\nosuchthing x", r"\frac{1", r"\begin{tikzpicture} a & b \end{tikzpicture}"]
)
def test_a_formula_that_is_not_understood_is_shown_as_its_source(formula):
    assert mathml(formula) == f'<code class="formula">{formula.replace("&", "&amp;")}</code>'


@given(st.text(alphabet=st.characters(codec="ascii", exclude_categories=["Cc"])))
def test_any_formula_gives_wellformed_markup(formula):
    ElementTree.fromstring(f"<p>{mathml(formula)}</p>")


def test_formulas_in_text_are_replaced_and_code_keeps_its_dollars(tmp_path):
    result = markdown_to_html("a $x_1$ b `$y$`\n\n    $z$\n\n$$q$$\n\n```\n$r$\n```", tmp_path, tmp_path)
    assert result.count("<math") == 2
    assert all(f"${name}$" in result for name in "yzr")
    assert "$x_1$" not in result
    assert "$$q$$" not in result


def test_formulas_in_html_outputs_are_replaced_but_not_in_code_or_drawings():
    result = mathml_in_html(
        "<th>$\\beta$</th><pre>$a$</pre><svg><text>$b$</text></svg><td>5$ or 6$</td><b>$c$</b>"
    )
    assert result.count("<math") == 2
    assert all(text in result for text in ("<pre>$a$</pre>", "<text>$b$</text>", "<td>5$ or 6$</td>"))


@pytest.mark.parametrize("text", [r"$x^2$", r"$$x^2$$", r"$\displaystyle x^2$", "x^2"])
def test_latex_outputs_are_displays(text):
    assert latex_output(text) == mathml("x^2", display=True)


# Pictures, tables, code, links


def test_pictures_are_inside_and_keep_their_alternative_text(page):
    result = page(
        shown(data={"image/png": PIXEL}, metadata={"image/png": {"alt": 'Falls "fast"'}}),
        new_markdown_cell("![A dot](dot.svg)"),
    )
    assert f'<img alt="Falls &quot;fast&quot;" src="data:image/png;base64,{PIXEL}">' in result
    assert re.search(r'<img src="data:image/svg\+xml;base64,[A-Za-z0-9+/=]+" alt="A dot"', result)


def test_a_wide_table_scrolls_by_itself(tmp_path):
    assert '<div class="scroll"><table' in html_output("<p>x</p><table><tr><td>1</td></tr></table>")
    assert '<div class="scroll"><table' in markdown_to_html("| a |\n|---|\n| 1 |", tmp_path, tmp_path)


def test_code_can_be_folded_and_is_folded_when_it_is_tagged(page):
    hidden = new_code_cell("hidden = 1")
    hidden.metadata["tags"] = ["hide-input"]
    result = page(new_code_cell("visible = 1"), hidden)
    assert result.count('<details class="code" open>') == 1
    assert result.count('<details class="code">') == 1


def test_a_live_widget_becomes_a_note(page):
    result = page(shown(data={WIDGET: {"model_id": "1"}, "text/plain": "IntSlider(value=3)"}))
    assert WIDGET_NOTE in result
    assert "IntSlider" not in result


@pytest.mark.parametrize(
    ("link", "href"),
    [
        ("02_pruning.ipynb", "02_pruning.html"),
        ("02_pruning.ipynb#why", "02_pruning.html#why"),
        ("../reports/02_pruning.ipynb", "02_pruning.html"),
        ("../docs/bibliography.md#pearl1980", "bibliography.html#pearl1980"),
        ("../gametree/tree.py", "../../gametree/tree.py"),
        ("#here", "#here"),
        ("https://example.org/x.ipynb", "https://example.org/x.ipynb"),
    ],
)
def test_links_hold_on_the_site(tmp_path, link, href):
    result = markdown_to_html(f"[x]({link})", tmp_path / "notebooks", tmp_path / "site/quick")
    assert f'<a href="{href}">x</a>' in result


def test_the_first_screen_is_title_question_answer_and_figure():
    hero = '<figure id="figure-1"><div><img alt="Falls" width="9" src="data:,x"></div></figure>'
    report = new_notebook(
        cells=[
            new_markdown_cell("# Scout and $x$\n\nWhat is it?\nWhy?\n\n**Source.** A book."),
            shown(data={"text/html": '<figure id="figure-2"><img alt="no" src="data:,y"></figure>'}),
            new_markdown_cell("It is [a search](#figure-1).\n\nSurprising."),
            shown(data={"text/html": hero}),
        ]
    )
    found = first_screen(report, "name")
    assert (found.title, found.question) == ("Scout and $x$", "What is it?\nWhy?")
    assert found.answer == "It is [a search](name.ipynb#figure-1).", (
        "elsewhere, the link leads back to the page"
    )
    assert (found.alt, found.picture) == ("Falls", "data:,x")
    assert first_screen(new_notebook(), "name").title == "name"


# What is kept of an executed notebook


def test_an_executed_notebook_is_kept_without_widgets_times_and_machine_paths(tmp_path):
    cell = shown(data={WIDGET: {"model_id": "1"}, "text/plain": "IntSlider(value=3)"})
    cell.metadata.update(papermill={"start_time": "now"}, execution={"iopub.execute_input": "now"})
    printed = shown(
        "stream", text=f"{tmp_path}/data/x.csv in {tmp_path} and /tmp/ipykernel_12/34.py:5: Warning"
    )
    injected = new_code_cell("width = 4")
    injected.metadata["tags"] = ["injected-parameters"]
    notebook = new_notebook(cells=[injected, cell, printed])
    notebook.metadata.update(
        widgets={"state": {}},
        papermill={"input_path": str(tmp_path), "start_time": "now", "parameters": {"width": 4}},
    )
    tidy(notebook, tmp_path, "notebooks/x.ipynb", "reports/x.ipynb")
    assert notebook.cells[1].outputs[0].data == {"text/plain": WIDGET_NOTE}
    assert notebook.cells[2].outputs[0].text == "data/x.csv in . and <cell>:5: Warning"
    assert notebook.cells[0].id == "injected-parameters"
    assert notebook.cells[1].metadata == {"tags": ["hide-input"], "jupyter": {"source_hidden": True}}
    assert notebook.metadata == {
        "papermill": {
            "input_path": "notebooks/x.ipynb",
            "output_path": "reports/x.ipynb",
            "parameters": {"width": 4},
            "version": "",
        }
    }
    nbformat.validate(notebook)


def test_prose_becomes_text_and_code_is_folded_unless_readers_learn_from_it(tmp_path):
    said = shown(data={"text/markdown": "It is **3**.\n", "text/plain": "<Markdown>"})
    said.source = "%%prose\nIt is **{{x}}**."
    failed = shown("error", ename="ValueError", evalue="no", traceback=[])
    failed.source = "%%prose\n{{y}}"
    learned = new_code_cell("search(tree)")
    learned.metadata["tags"] = ["show"]
    notebook = new_notebook(cells=[said, failed, learned, new_code_cell("x = 3")])
    tidy(notebook, tmp_path, "a", "b")
    text, error, open_, folded = notebook.cells
    assert (text.cell_type, text.source, text.id) == ("markdown", "It is **3**.", said.id)
    assert error.cell_type == "code" and error.outputs
    assert open_.metadata == {"tags": ["show"]}
    assert folded.metadata == {"tags": ["hide-input"], "jupyter": {"source_hidden": True}}
    nbformat.validate(notebook)


def test_ids_and_addresses_that_change_from_run_to_run_are_replaced(tmp_path):
    def executed(first: str, second: str) -> nbformat.NotebookNode:
        html = f'<style>#T_{first}_row0 {{}}</style><table id="T_{first}"></table><p id="T_{second}"></p>'
        data = {"text/html": html, "text/plain": f"<Line2D at 0x7f{first}>"}
        cell = shown(data=data)
        cell["id"] = "x"
        notebook = new_notebook(cells=[cell])
        tidy(notebook, tmp_path, "a", "b")
        return notebook

    assert executed("c7335", "00af1") == executed("12345", "fffff")
    assert executed("c7335", "00af1") != executed("12345", "12345")


# The site


@pytest.fixture
def site(make_project):
    project = make_project("showcase", "failing")
    shelf = project.shelf("paper")
    shelf.folder.mkdir()
    for name, text in (
        ("showcase", "# About $x$\n\nThe question?"),
        ("failing", "# Other"),
        ("renamed", "# Gone"),
    ):
        nbformat.write(new_notebook(cells=[new_markdown_cell(text)]), shelf.report(name))
    return project, shelf


def test_the_index_lists_title_question_and_verdicts_of_every_notebook(site):
    project, shelf = site
    shelf.scorecard.write_text(
        "notebook,verdict,counted\nshowcase,exact,yes\nshowcase,differs,yes\nshowcase,exact,copy\n",
        encoding="utf-8",
    )
    shelf.results("00_scorecard").mkdir(parents=True)
    (shelf.results("00_scorecard") / "headline.csv").write_text("headline\n**1** of 2\n", encoding="utf-8")
    build_site(project, shelf)
    index = (shelf.site / "index.html").read_text(encoding="utf-8")
    assert sorted(path.name for path in shelf.site.iterdir()) == [
        "failing.html",
        "index.html",
        "showcase.html",
    ]
    assert re.search(r'<a href="showcase.html">About <math.*</math></a>', index)
    assert "The question?" in index
    assert "1 exact, 1 differs</p>" in index
    assert "<p><strong>1</strong> of 2</p>" in index
    assert loaded(index) == []


def test_pages_lead_to_their_neighbours(site):
    project, shelf = site
    build_site(project, shelf)
    first, second = (
        (shelf.site / f"{name}.html").read_text(encoding="utf-8") for name in ("failing", "showcase")
    )
    assert 'rel="next" href="showcase.html"' in first
    assert 'rel="prev"' not in first
    assert 'rel="prev" href="failing.html"' in second
    assert 'rel="next"' not in second
    assert 'href="index.html"' in first


def test_a_page_whose_notebook_is_gone_goes_too_and_other_profiles_stay(site):
    project, shelf = site
    (shelf.site / "quick").mkdir(parents=True)
    (shelf.site / "quick/index.html").touch()
    (shelf.site / "renamed.html").touch()
    build_site(project, shelf)
    assert not (shelf.site / "renamed.html").exists()
    assert (shelf.site / "quick/index.html").exists()


def test_texts_in_docs_are_pages_too(site):
    project, shelf = site
    (project.root / "docs").mkdir(exist_ok=True)
    (project.root / "docs/works.md").write_text('# Works\n\n- <a id="a1"></a>A book.\n', encoding="utf-8")
    build_site(project, shelf)
    page = (shelf.site / "works.html").read_text(encoding="utf-8")
    assert "<title>Works</title>" in page and '<a id="a1"></a>A book.' in page


def test_formulas_that_are_not_understood_are_counted(site):
    project, shelf = site
    nbformat.write(new_notebook(cells=[new_markdown_cell(r"# T" "\n\n" r"$\nope$")]), shelf.report("failing"))
    assert "failing: 1 formulas could not be converted and are shown as their source" in build_site(
        project, shelf
    )
