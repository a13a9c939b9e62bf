"""What notebooks say and show: prose with numbers in it, source, traces as tables, frames, claims."""

import ast
import html
import inspect
import math
import re
import textwrap

import pandas as pd
import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output

import gametree as gt
from companion import widgets
from companion.plot.style import VERDICTS
from companion.published.claims import all_claims
from companion.widgets.prose import WIDEST
from gametree import reference
from gametree.chance.reference import revise
from gametree.examples import specimen
from gametree.games.g_game import GGame
from gametree.reference.s_alphabeta import figure_4
from gametree.theory import optimality


def test_the_source_is_that_of_the_function_without_the_examples_of_its_docstring():
    text = widgets.source(reference.test, reference.scout).data
    assert text.startswith("```python\ndef test(") and "def scout(" in text and text.endswith("```")
    assert ">>>" in (reference.scout.__doc__ or "")
    assert ">>>" not in text


@pytest.mark.parametrize(
    "part",
    [
        reference.alphabeta,
        reference.pvs,
        reference.testm,
        optimality.best_order,
        GGame.values,
        revise,
        figure_4,
    ],
)
def test_docstrings_of_shown_code_fit_the_page_and_the_code_is_the_same(part):
    shown = widgets.source(part).data.removeprefix("```python\n").removesuffix("```")
    (now,), (then,) = (ast.parse(code).body for code in (shown, textwrap.dedent(inspect.getsource(part))))
    assert ast.dump(ast.Module(now.body[1:], [])) == ast.dump(ast.Module(then.body[1:], []))
    docstring = shown.splitlines()[now.body[0].lineno - 1 : now.body[0].end_lineno]
    assert max(map(len, docstring)) <= WIDEST
    words = (ast.get_docstring(then) or "").partition(">>>")[0].partition("Examples\n")[0].split()
    assert (ast.get_docstring(now) or "").split() == words


@pytest.mark.parametrize(
    "cells", [["1.50", "\u200710"], ["\u2007\u2008\u200710.20", "1,003.40"], ["-3", "2"]]
)
def test_numbers_that_are_written_out_stand_at_the_right_below_their_heading(cells):
    assert "text-align:left" not in widgets.frame(pd.DataFrame({"S(d)": cells})).data
    assert "text-align:left" in widgets.frame(pd.DataFrame({"S(d)": [*cells, "none"]})).data


def test_numbers_in_texts_are_written_as_in_print():
    told = {"change": "-0.020 to +0.037", "end": "within 1e-15", "name": "AOC-1, 1983-85"}
    text = widgets.fill("{{change}}; {{end}}; {{name}}; {{share:.0%}}", told | {"share": 0.5})
    assert text == "−0.020 to +0.037; within 10⁻¹⁵; AOC-1, 1983-85; 50\u00a0%"
    shown = widgets.frame(pd.DataFrame({"printed": ["-3", "2e-04"]})).data
    assert "−3</td>" in shown and "2·10⁻⁴</td>" in shown


@pytest.mark.parametrize("strategy", gt.STRATEGIES)
def test_the_table_has_a_row_for_every_step(strategy):
    traced = gt.trace(specimen(), strategy)
    text = widgets.table(traced).data
    assert text.count("<tr") == len(traced) + 1
    assert text.count("font-weight:bold") == sum(bool(step.pruned) for step in traced)
    assert ("OPEN</th>" in text) == (traced[0].open is not None)


def test_a_frame_aligns_numbers_at_the_point_and_puts_text_at_the_left():
    rows = pd.DataFrame(
        {"name": ["a < b", "c"], "x": [0.123456, 12.5], "n": [1234, 5], "p": [0.00001, math.nan]}
    )
    text = widgets.frame(rows, "a caption").data
    assert text == widgets.frame(rows, "a caption").data
    assert '<td style="text-align:left">a &lt; b</td>' in text
    assert "<td>0.12</td>" in text and "<td>12.50</td>" in text, (
        "as many decimals in a column as its greatest can bear"
    )
    assert "<td>1,234</td>" in text and "<td>5</td>" in text
    assert "<td>1e−05</td><" in text and "<td></td>" in text and "nan" not in text.lower()
    assert ">a caption</caption>" in text


def test_a_long_table_is_folded_and_whole_and_says_how_long_it_is():
    rows = pd.DataFrame({"n": range(30)})
    text = widgets.frame(rows, "many").data
    assert text.startswith("<details><summary>many (30 rows)</summary>") and text.count("<tr>") == 31
    assert "<details" not in widgets.frame(rows, "many", folded=False).data
    assert "<details" not in widgets.frame(rows.head(5), "few").data


def test_a_claim_is_a_sentence_with_what_was_found_and_its_verdict():
    (name, claim), *_ = all_claims().items()
    judged = pd.DataFrame(
        [
            {"row": name, "column": "claim", "note": "3 < 4", "verdict": "agrees"},
            {"row": "U(3,6)", "column": "AB", "note": "a number", "verdict": "differs"},
        ]
    )
    text = widgets.claims(judged).data
    assert html.escape(claim.claim) in text and "3 &lt; 4" in text and f"page&nbsp;{claim.page}" in text
    assert "agrees" in text and VERDICTS["agrees"]["facecolor"] in text
    assert "a number" not in text


def test_the_end_of_a_search_is_a_numbered_figure():
    # Displaying needs a shell; without one, IPython prints the text form only.
    with capture_output() as captured:
        widgets.show_end(3, gt.trace(specimen(), "alphabeta"), "What is left.")
    assert "HTML" in captured.stdout


@pytest.mark.parametrize(
    ("value", "problem"),
    [(True, "its value is True"), (None, "None"), (math.nan, "nan"), (math.inf, "inf"), ([1, 2], "[1, 2]")],
)
def test_what_is_no_number_and_no_text_is_refused_in_a_sentence(value, problem):
    with pytest.raises(ValueError, match=f"field is {{{{x}}}}: .*{re.escape(problem)}"):
        widgets.fill("It is {{x}}.", {"x": value})


@pytest.mark.parametrize("field", ["{{y}}", "{{x.none}}", "{{x[7]}}"])
def test_an_unknown_name_in_a_sentence_is_refused(field):
    with pytest.raises(ValueError, match="there is no such value"):
        widgets.fill(f"It is {field}.", {"x": [1.5]})


def test_a_cell_of_prose_is_markdown_with_the_values_of_the_notebook():
    shell = InteractiveShell()
    widgets.load_ipython_extension(shell)
    shell.user_ns["counts"] = {"exact": 1234}
    with capture_output() as captured:
        shell.run_cell("%%prose\n**{{counts[exact]:,}}** of $w^{d}$ are exact.")
    assert "Markdown" in captured.stdout
    failed = shell.run_cell("%%prose\n{{unknown}}", silent=True)
    assert isinstance(failed.error_in_exec, ValueError)
