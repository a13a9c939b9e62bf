"""What a page is made of: formulas, first screens, what is kept of an executed notebook, sources for the generator."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import nbformat
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from companion.report import ReportError
from companion.report.code import Code
from companion.report.extension import slug
from companion.report.first_screen import first_screen
from companion.report.mathml import mathml, mathml_in_html, together
from companion.report.site import BuiltPage, check_pages, read_pages, write_texts
from companion.report.sources import Sources, html_output, latex_output
from companion.report.tidy import WIDGET, WIDGET_NOTE, tidy

ROOT = Path(__file__).parents[3]


def shown(output_type="display_data", **content):
    return new_code_cell("pass", outputs=[new_output(output_type, **content)])


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


def test_formulas_in_html_outputs_are_replaced_but_not_in_code_or_drawings():
    result = mathml_in_html(
        "<th>$\\beta$</th><pre>$a$</pre><svg><text>$b$</text></svg><td>5$ or 6$</td><b>$c$</b>"
    )
    assert result.count("<math") == 2
    assert all(text in result for text in ("<pre>$a$</pre>", "<text>$b$</text>", "<td>5$ or 6$</td>"))


def test_punctuation_stays_on_the_line_of_its_formula():
    inline, display = mathml("x"), mathml("x", display=True)
    held = f'<span class="together">({inline}),</span>'
    assert together(f"<p>One ({inline}), two {inline} three</p>") == f"<p>One {held} two {inline} three</p>"
    assert together(f"{display}.") == f"{display}."


@pytest.mark.parametrize("text", [r"$x^2$", r"$$x^2$$", r"$\displaystyle x^2$", "x^2"])
def test_latex_outputs_are_displays(text):
    assert latex_output(text) == mathml("x^2", display=True)


# First screens


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
    assert found.picture == "data:,x"
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
    solution = new_code_cell("3", metadata={"tags": ["solution"]})
    notebook = new_notebook(cells=[said, failed, learned, new_code_cell("x = 3"), solution])
    tidy(notebook, tmp_path, "a", "b")
    text, error, open_, folded, solved = notebook.cells
    assert (text.cell_type, text.source, text.id) == ("markdown", "It is **3**.", said.id)
    assert error.cell_type == "code" and error.outputs
    assert open_.metadata == {"tags": ["show"]}
    assert folded.metadata == {"tags": ["hide-input"], "jupyter": {"source_hidden": True}}
    assert solved.metadata["tags"] == ["solution", "hide-cell"], "what a solution prints is folded with it"
    assert solved.metadata["jupyter"] == {"source_hidden": True, "outputs_hidden": True}
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


# Sources of the site


@pytest.fixture
def sources(make_project, tmp_path):
    """Return the sources of a small project with one report, and a function that writes that report."""
    project = make_project("showcase")
    shelf = project.shelf("paper")
    shelf.folder.mkdir()
    nbformat.write(new_notebook(), shelf.report("showcase"))
    (project.root / "docs").mkdir()
    (project.root / "docs/bibliography.md").write_text("# Works\n", encoding="utf-8")
    return Sources(project, shelf, tmp_path / "sources")


@pytest.mark.parametrize(
    ("link", "address"),
    [
        ("showcase.ipynb", "showcase.ipynb"),
        ("showcase.ipynb#Why-so", "showcase.ipynb#Why-so"),
        ("../reports/showcase.ipynb#figure-2", "place:showcase.html#figure-2"),
        ("../docs/bibliography.md#pearl1980", "place:bibliography.html#pearl1980"),
        ("../docs/bibliography.md", "bibliography.md"),
        ("../gametree/tree.py", "site:files/gametree/tree.py"),
        ("#Here", "#Here"),
        ("#figure-1", "place:#figure-1"),
        ("https://example.org/x.ipynb", "https://example.org/x.ipynb"),
    ],
)
def test_links_of_a_notebook_hold_on_the_site(sources, link, address):
    assert sources.linked(f"a [b [c]]({link}).", sources.root / "notebooks") == f"a [b [c]]({address})."


def test_links_in_code_stay_as_they_are(sources):
    text = "```md\n[x](gone.md)\n```\n"
    assert sources.linked(text, sources.root) == text


def test_a_picture_goes_with_the_sources(sources):
    text = sources.linked("![dot](dot.svg)", sources.root / "notebooks")
    assert text == "![dot](pictures/notebooks/dot.svg)"
    assert (sources.folder / "pictures/notebooks/dot.svg").is_file()


def test_a_link_to_what_is_not_there_is_refused(sources):
    with pytest.raises(ReportError, match=r"links to 'gone.png'; there is no such file"):
        sources.linked("![x](gone.png)", sources.root)


def test_folded_cells_are_called_what_they_hold(sources):
    figure = shown(
        data={"text/html": "<figure><figcaption style=''><b>Figure 3.</b> What it says.</figcaption>"}
    )
    figure.metadata["tags"] = ["hide-input"]
    cells = [
        new_code_cell("1 + 1", metadata={"tags": ["solution", "hide-cell"]}),
        new_code_cell("seed = 1", metadata={"tags": ["parameters", "hide-input"]}),
        figure,
        new_code_cell("2"),
    ]
    nbformat.write(new_notebook(cells=cells), sources.shelf.report("showcase"))
    sources.write()
    written = nbformat.read(sources.folder / "showcase.ipynb", as_version=4).cells[1:5]
    prompts = [cell.metadata["mystnb"]["code_prompt_show"] for cell in written]
    assert prompts == ["Show a solution", "Show the parameters", "Show the code of Figure 3", "Show code"]


def test_outputs_are_prepared_and_downloads_offered(sources):
    live = shown(data={WIDGET: {"model_id": "1"}, "text/plain": "IntSlider(value=3)"})
    script = shown(data={"application/javascript": "fetch('https://example.org')", "text/plain": "a script"})
    table = shown(data={"text/html": "<table><tr><td>$x$</td></tr></table>", "text/plain": "x"})
    nbformat.write(new_notebook(cells=[live, script, table]), sources.shelf.report("showcase"))
    sources.shelf.results("showcase").mkdir(parents=True)
    (sources.shelf.results("showcase") / "found.csv").write_text("a\n" * 1600, encoding="utf-8")
    sources.write()
    report = nbformat.read(sources.folder / "showcase.ipynb", as_version=4)
    title, live, script, table, downloads = report.cells
    assert title.source == "# showcase", "a page without a heading is called by its name"
    assert live.outputs[0].data == {"text/html": f'<p class="note">{WIDGET_NOTE}</p>'}
    assert script.outputs[0].data == {"text/plain": "a script"}
    assert "<math" in table.outputs[0].data["text/html"]
    assert "[found.csv](site:downloads/showcase/found.csv), 3 kB" in downloads.source
    assert (sources.folder / "extra/downloads/showcase/found.csv").is_file()
    assert (sources.folder / "extra/downloads/source/showcase.ipynb").is_file()


def test_a_figure_leads_to_the_function_that_made_it(sources):
    folder = sources.root / "companion/chapter"
    folder.mkdir()
    (folder / "figures.py").write_text("\n\ndef draw():\n    pass\n", encoding="utf-8")
    first = new_code_cell("%load_ext x\nfrom companion.chapter import figures")
    drawn = shown(data={"text/html": '<figure id="figure-1"></figure>'})
    drawn.source = "plot.show(figures.draw(1))"
    nbformat.write(new_notebook(cells=[first, drawn]), sources.shelf.report("showcase"))
    sources.write()
    report = nbformat.read(sources.folder / "showcase.ipynb", as_version=4)
    assert (
        '<a href="_modules/companion/chapter/figures.html#line-3"><code>figures.draw</code></a>'
        in report.cells[2].outputs[0].data["text/html"]
    )


def test_the_index_tells_title_question_answer_and_verdicts_of_every_notebook(sources):
    cells = [new_markdown_cell("# About $x$\n\nThe question?"), new_markdown_cell("The answer.")]
    nbformat.write(new_notebook(cells=cells), sources.shelf.report("showcase"))
    sources.shelf.scorecard.write_text(
        "notebook,verdict,counted\nshowcase,exact,yes\nshowcase,differs,yes\nshowcase,exact,copy\n",
        encoding="utf-8",
    )
    sources.write()
    index = (sources.folder / "index.md").read_text(encoding="utf-8")
    for part in (
        "### [About $x$](showcase.ipynb)",
        "*The question?*",
        "The answer.",
        "1 exact, 1 differs",
    ):
        assert part in index


def test_the_index_tells_what_the_scorecard_has_taught(make_project, tmp_path):
    project = make_project("00_scorecard")
    shelf = project.shelf("paper")
    shelf.folder.mkdir()
    texts = (
        "# Scorecard\n\nHow much?",
        "- **1** of 2",
        "## What we learned",
        "1. **Much**: see [this](#is).",
        "## Is",
    )
    cells = [new_markdown_cell(text) for text in texts]
    nbformat.write(new_notebook(cells=cells), shelf.report("00_scorecard"))
    Sources(project, shelf, tmp_path / "sources").write()
    index = (tmp_path / "sources/index.md").read_text(encoding="utf-8")
    assert "## What we learned\n\n1. **Much**: see [this](00_scorecard.ipynb#is).\n" in index
    assert index.index("1. **Much**") < index.index("## The pages") < index.index("- **1** of 2")


def test_the_scorecard_goes_to_the_site_whole(sources):
    sources.shelf.scorecard.write_text(
        "notebook,verdict,counted,function\nshowcase,exact,yes,gametree.tree\nshowcase,agrees,yes,\n",
        encoding="utf-8",
    )
    sources.write()
    text = (sources.folder / "extra/scorecard-data.js").read_text(encoding="utf-8")
    data = json.loads(text.removeprefix("window.scorecard = ").removesuffix(";\n"))
    rows = [[data["values"][place] for place in row] for row in data["rows"]]
    assert rows == [["showcase", "exact", "yes", "gametree.tree"], ["showcase", "agrees", "yes", ""]]
    assert data["code"] == {"gametree.tree": "_modules/gametree/tree.html#line-1"}


@pytest.mark.parametrize("content", [b"\xff", b"notebook,verdict,counted\nshowcase,exact,yes\n"])
def test_no_map_of_costs_is_drawn_from_a_damaged_scorecard(make_project, tmp_path, content):
    project = make_project("showcase")
    (project.root / "docs").mkdir()
    (project.root / "docs/explorer.md").write_text("# Map\n\n<!-- the map of costs -->\n", encoding="utf-8")
    shelf = project.shelf("paper")
    shelf.folder.mkdir()
    shelf.scorecard.write_bytes(content)
    with pytest.raises(
        ReportError, match=r"scorecard\.csv can't be read: .*; it must be as a notebook wrote it"
    ):
        Sources(project, shelf, tmp_path / "sources").write()


# Where functions are


@pytest.mark.parametrize(
    ("name", "module", "starts"),
    [
        ("gametree.search.search", "gametree.search.run", "def search("),
        ("gametree.Tree.from_nested", "gametree.tree", "def from_nested("),
        ("gametree.STRATEGIES", "gametree.search.strategies", "STRATEGIES"),
        ("companion.plot.show", "companion.plot.output", "def show("),
    ],
)
def test_a_function_is_found_where_it_is_defined(name, module, starts):
    code = Code(ROOT)
    place = code.find(name)
    assert place is not None and place.module == module
    line = dict(code.modules())[module].read_text(encoding="utf-8").splitlines()[place.line - 1]
    assert line.strip().startswith(starts)


@pytest.mark.parametrize("name", ["gametree.nothing", "numpy.array", "companion.plot.nothing.at_all"])
def test_what_the_project_does_not_define_is_not_found(name):
    assert Code(ROOT).find(name) is None


# Built pages, read again


def test_the_reader_of_pages_sees_what_a_browser_would_load():
    page = BuiltPage(
        '<link rel="stylesheet" href="a.css"><script src="b.js"></script>'
        '<style>@import "c.css"; x {y: url(d.png)}</style>'
        '<p style="background: url(e.png)"></p><a href="https://example.org">x</a>'
    )
    assert sorted(page.loads) == ["a.css", "b.js", "c.css", "d.png", "e.png"]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('<img src="https://example.org/x.png">', "loads 'https://example.org/x.png'"),
        ('<script src="//example.org/x.js"></script>', "loads '//example.org/x.js'"),
        ('<img src="gone.png">', "loads 'gone.png'"),
        ('<a href="gone.html">x</a>', "links to 'gone.html'"),
        ('<a href="#gone">x</a>', "links to '#gone'"),
        ('<a href="other.html#gone">x</a>', "links to 'other.html#gone'"),
    ],
)
def test_a_site_that_needs_the_network_or_has_a_dead_link_is_refused(tmp_path, text, wrong):
    (tmp_path / "other.html").write_text('<p id="here"></p>', encoding="utf-8")
    (tmp_path / "page.html").write_text('<a href="other.html#here">x</a>', encoding="utf-8")
    check_pages(tmp_path, read_pages(tmp_path))
    (tmp_path / "page.html").write_text(text, encoding="utf-8")
    with pytest.raises(ReportError, match=wrong.replace(".", r"\.")):
        check_pages(tmp_path, read_pages(tmp_path))


def test_the_text_for_the_search_has_sections_and_cells_apart_but_neither_scripts_nor_folded_code(tmp_path):
    page = BuiltPage(
        '<nav>menu</nav><article><section id="a"><h2>T<a class="headerlink" href="#a">#</a></h2>x &lt; y'
        '<script>no</script><details class="hide above-input"><summary>Hide code</summary><p>f()</p></details>'
        "<table><tr><td>1</td><td>2</td></tr></table></section></article>"
    )
    write_texts({"p.html": page, "_modules/m.html": page}, tmp_path / "texts.js")
    text = (tmp_path / "texts.js").read_text(encoding="utf-8")
    assert json.loads(text.removeprefix("window.searchTexts = ").removesuffix(";\n")) == {
        "p.html": '<div role="main"><section id="a">T x &lt; y1 2 </section></div>'
    }


def test_headings_keep_the_anchors_that_jupyter_gives_them():
    assert slug("What differs,  by cause") == "What-differs,-by-cause"


def test_a_wide_table_scrolls_by_itself():
    assert '<div class="scroll" tabindex="0"' in html_output("<p>x</p><table><tr><td>1</td></tr></table>")
