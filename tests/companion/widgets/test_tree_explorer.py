"""The explorer of trees as a widget: what it starts with, what it answers, what it leaves in a report."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import nbformat
import pytest

import gametree as gt
from companion.widgets import TreeExplorer
from companion.widgets.web.page_python import trace
from tests.lab import NOTEBOOKS, cells_for


def reply(widget, **question):
    return widget.reply({"number": 1, "question": question})


def test_it_starts_with_the_tree_strategy_and_step_that_were_given():
    widget = TreeExplorer([[3, 5], [2, 9]], "sss-0", step=4, options={"guess": 5})
    assert widget.state["tree"] == "[[3, 5], [2, 9]]" and widget.state["step"] == 4
    assert widget.state["options"] == {"guess": 5}
    lazy = gt.lazy_tree(width=2, depth=3, scheme="unordered", seed=3)
    assert TreeExplorer(lazy).state["tree"] == str(lazy.materialize().to_nested())
    costs = gt.chance.Tree.from_nested([((0.5, 1), (0.5, 4)), 3], goal="min")
    assert TreeExplorer(costs, "aoc*").state["goal"] == "min"


def test_the_kernel_answers_with_the_story_and_with_the_trees_of_generate():
    widget = TreeExplorer()
    question = {"tree": "[[3, 5], [2, 9]]", "strategy": "pvs"}
    assert reply(widget, engine="trace", **question)["answer"] == trace(question)
    rolled = {"kind": "nonuniform", "width": 3, "depth": 3, "scheme": "ordered", "p": 0.6, "seed": 5}
    tree = gt.generate(**rolled)
    assert reply(widget, engine="roll", **rolled)["answer"] == {"tree": str(tree.to_nested())}
    assert set(gt.STRATEGIES) | set(gt.chance.METHODS) == set(
        reply(widget, engine="about")["answer"]["programs"]
    )


def test_bad_questions_come_back_as_sentences():
    widget = TreeExplorer()
    assert "is not closed" in reply(widget, engine="trace", tree="[1, [2", strategy="pvs")["error"]
    large = {"kind": "uniform", "width": 10, "depth": 4, "scheme": "unordered", "seed": 1}
    assert "at most 1000 can be shown" in reply(widget, engine="roll", **large)["error"]
    vast = {"kind": "nonuniform", "width": 16, "depth": 9, "scheme": "unordered", "seed": 1}
    assert "of this seed has more than 1000 nodes" in reply(widget, engine="roll", **vast)["error"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"strategy": "alpha-beta"}, "did you mean 'alphabeta'?"),
        ({"race": ["pvs"]}, r"len\(race\) is 1: it must be a whole number from 2 to 4"),
        ({"tree": [[1] * 600] * 2}, "tree has 1203 nodes: at most 1000 can be shown"),
        ({"tree": [1, []]}, r"node at \[1\] is empty"),
        ({"step": -2}, "step is -2"),
        ({"options": {"guess": 3}}, "guess is 3: alphabeta takes no option"),
    ],
)
def test_bad_arguments_are_refused_before_anything_is_shown(given, said):
    with pytest.raises(ValueError, match=said):
        TreeExplorer(**given)


def test_a_report_holds_the_state_for_the_page_to_start_from():
    place = TreeExplorer([1, 2], "sss*", race=["sss*", "pvs"]).place()
    found = re.search(r'data-component="explorer"><script type="application/json">(.*?)</script>', place)
    assert json.loads(found[1]) == {
        "tree": "[1, 2]", "strategy": "sss*", "goal": "max", "options": {}, "step": 0, "race": ["sss*", "pvs"],
    }  # fmt: skip


@pytest.mark.parametrize("strategy", ["alphabeta", "sss*", "scout"])
def test_the_still_is_the_step_that_the_explorer_starts_with(strategy):
    shown = TreeExplorer.still(2, "At first.", strategy=strategy).data
    first = gt.trace(gt.examples.specimen(), strategy)[0].text
    assert f"{strategy}, step 1 of " in shown and first in shown and "Figure 2." in shown
    assert TreeExplorer.still(2, "At last.", strategy=strategy, step=-1).data != shown


EXPLORED = [
    path for path in sorted(NOTEBOOKS.glob("*.ipynb")) if "TreeExplorer(" in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("path", EXPLORED, ids=lambda path: path.stem)
def test_in_a_notebook_it_needs_parameters_and_imports_but_no_experiment(path):
    notebook = nbformat.read(path, as_version=4)
    needed = cells_for(notebook, ["widgets.TreeExplorer("])
    own = [cell.source for cell in needed if not cell.source.startswith("%load_ext")]
    assert any("widgets.TreeExplorer(" in source for source in own)
    assert not any("study" in source.lower() or "findings." in source for source in own)


def test_it_needs_none_of_the_packages_that_take_long_to_import():
    code = "import sys; from companion.widgets import TreeExplorer; TreeExplorer(); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not set(done.stdout.split()) & {"matplotlib", "pandas", "seaborn", "scipy.stats"}
