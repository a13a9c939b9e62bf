"""What notebooks say and show: source, traces as tables, frames."""

import pandas as pd
import pytest
from IPython.utils.capture import capture_output

import gametree as gt
from companion import widgets
from gametree import reference
from gametree.examples import specimen


def test_the_source_is_that_of_the_function_without_the_examples_of_its_docstring():
    text = widgets.source(reference.test, reference.scout).data
    assert text.startswith("```python\ndef test(") and "def scout(" in text and text.endswith("```")
    assert ">>>" in (reference.scout.__doc__ or "")
    assert ">>>" not in text


@pytest.mark.parametrize("strategy", gt.STRATEGIES)
def test_the_table_has_a_row_for_every_step(strategy):
    traced = gt.trace(specimen(), strategy)
    text = widgets.table(traced).data
    assert text.count("<tr") == len(traced) + 1
    assert text.count("font-weight:bold") == sum(bool(step.pruned) for step in traced)
    assert ("OPEN</th>" in text) == (traced[0].open is not None)


def test_a_frame_is_the_same_text_every_time():
    rows = pd.DataFrame({"name": ["a < b"], "number": [0.123456]})
    text = widgets.frame(rows, "a caption").data
    assert text == widgets.frame(rows, "a caption").data
    assert "a &lt; b" in text and "0.1235" in text and "<caption>a caption</caption>" in text


def test_the_end_of_a_search_is_shown_with_alternative_text():
    # Displaying needs a shell; without one, IPython prints the text form only.
    with capture_output() as captured:
        widgets.show_end(gt.trace(specimen(), "alphabeta"))
        widgets.say("The value is **40**.")
    assert "HTML" in captured.stdout and "Markdown" in captured.stdout
