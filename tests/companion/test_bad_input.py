"""What is wrong with an argument of the companion's own functions is told in one sentence, with what is allowed."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest

import companion
import gametree as gt
from companion import plot, report, widgets
from companion.alphabeta_analysis import all_orders
from companion.alphabeta_analysis.study import deep_cutoffs

CELLS = companion.published("muszycka1985", table="III")
FRAME = pd.DataFrame(
    {
        "kind": ["uniform"], "scheme": ["unordered"], "p": [math.nan], "width": [3], "depth": [6],
        "strategy": ["alphabeta"], "criterion": ["leaves"], "mean": [121.0], "sd": [8.0], "n": [10_000],
    }
)  # fmt: skip


TREE = gt.Tree.from_nested([[1, 2], [3, 4]])
TRACED = gt.trace(TREE, "alphabeta")


class Unshowable:
    """An object that can't even be shown."""

    def __repr__(self):
        raise RuntimeError("it can't be shown")


def changed(**columns):
    return lambda: companion.compare(FRAME.assign(**columns), CELLS)


BAD = {
    "source, misspelt": (lambda: companion.published("knuth1976"), "source is 'knuth1976'; .* did you mean 'knuth1975'"),
    "source, a path": (lambda: companion.published("../../etc/passwd"), "source is '../../etc/passwd'; allowed are "),
    "source, nothing": (lambda: companion.published(None), "source is None; allowed are "),
    "source, a list": (lambda: companion.published(["knuth1975"]), "source is .*; allowed are "),
    "source, unshowable": (lambda: companion.published(Unshowable()), "source is a Unshowable; allowed are "),
    "table, a list": (lambda: companion.published("knuth1975", ["1"]), r"table is \['1'\]; allowed for knuth1975 are "),
    "table, unshowable": (lambda: companion.published("knuth1975", Unshowable()), "table is a Unshowable; allowed "),
    "table, a number": (lambda: companion.recompute("knuth1975", 1, "d=2", "r0(d)"), "table is 1: it must be one of "),
    "row, with blanks": (
        lambda: companion.recompute("knuth1975", "1", "d = 2", "r0(d)"),
        "row is 'd = 2'; allowed for knuth1975, table 1 are .*; did you mean 'd=2'",
    ),
    "row, a list": (
        lambda: companion.recompute("knuth1975", "1", ["d=2"], "r0(d)"),
        r"row is \['d=2'\]; allowed for knuth1975, table 1 are ",
    ),
    "row, no claim": (
        lambda: companion.recompute("knuth1975", "1", "d=2"),
        "row is 'd=2'; the claims of knuth1975, 1 are none: name one of its columns, not 'claim'",
    ),
    "column, cut off": (
        lambda: companion.recompute("knuth1975", "1", "d=2", "r0(d"),
        r"column is 'r0\(d'; allowed for .*; did you mean 'r0\(d\)'",
    ),
    "column, unshowable": (
        lambda: companion.recompute("knuth1975", "1", "d=2", Unshowable()),
        "column is a Unshowable; allowed for ",
    ),
    "frame, nothing": (lambda: companion.compare(None, None), "frame is None: it must be a DataFrame, "),
    "frame, a mapping": (lambda: companion.compare(FRAME.to_dict(), CELLS), "frame is a dict: it must be "),
    "frame and cells, exchanged": (lambda: companion.compare(CELLS, FRAME), "frame lacks the columns kind, "),
    "cells, without values": (
        lambda: companion.compare(FRAME, CELLS.drop(columns="value")),
        "cells lacks the columns value: ",
    ),
    "cells, text": (
        lambda: companion.compare(FRAME, CELLS.assign(value="many")),
        "cells has text in the column value: ",
    ),
    "mean, text": (changed(mean="x"), "frame has text in the column mean: it must be what gametree.sweep returns"),
    "depth, text": (changed(depth="6"), "frame has text in the column depth: "),
    "n, none": (changed(n=0), "frame has 0 in the column n: it must be 1 or more"),
    "n, negative": (changed(n=-5), "frame has -5 in the column n: it must be 1 or more"),
    "sd, negative": (changed(sd=-1.0), "frame has -1 in the column sd: it must be 0 or more"),
    "using, text": (lambda: companion.compare(FRAME, CELLS, "sss*"), "using is a str: it must be a mapping "),
    "sample, none": (lambda: companion.compare(FRAME, CELLS, sample=0), "sample is 0: it must be a whole number "),
    "case, twice": (lambda: companion.compare(pd.concat([FRAME] * 2), CELLS), "frame has the case .* twice: "),
    "result, a path": (lambda: report.load("../..", "x"), r"notebook is '../..'; letters, digits, "),
    "result, nothing": (lambda: report.load(None, None), "notebook is None; letters, digits, "),
    "result, a number": (lambda: report.save(FRAME, "01_game_trees", 5), "name is 5; letters, digits, "),
    "result, with a zero": (lambda: report.save(FRAME, "01_game_trees", "a\0b"), r"name is 'a\\x00b'; letters, "),
    "result, a list": (lambda: report.save([1], "01_game_trees", "x"), "frame is a list: it must be a DataFrame"),
    "times, nothing": (lambda: report.save_timings(None, "01_game_trees"), "frame is None: it must be a DataFrame"),
    "picture, nothing": (
        lambda: plot.show(1, None, caption="A tree.", alt="A tree."),
        "drawn is None: it must be a figure or axes of matplotlib",
    ),
    "mean, not there": (changed(mean=pd.NA), "frame has <NA> in the column mean: it must be what gametree.sweep returns"),
    "table, not there": (lambda: companion.published("knuth1975", pd.NA), "table is <NA>; allowed for knuth1975 are "),
    "column, not there": (
        lambda: companion.recompute("knuth1975", "1", "d=2", pd.NA),
        "column is <NA>; allowed for knuth1975, table 1, row d=2 are ",
    ),
    "tree, a number": (lambda: plot.draw_tree(3), "tree is a int: it must be a Tree, "),
    "tree, lazy": (
        lambda: plot.draw_tree(gt.lazy_tree(width=2, depth=2, scheme="unordered", seed=1)),
        "tree is a LazyTree: it must be a Tree, ",
    ),
    "tree, as svg": (lambda: plot.svg(None), "tree is None: it must be a Tree, "),
    "tree, in words": (lambda: plot.describe([1, 2]), "tree is a list: it must be a Tree, "),
    "tree, laid out": (lambda: plot.tidy_layout(3), "tree is a int: it must be a Tree, "),
    "tree, its size": (lambda: plot.check_drawable(3), "tree is a int: it must be a Tree, "),
    "tree, its states": (lambda: plot.classify(3, None), "tree is a int: it must be a Tree, "),
    "tree, its cuts": (lambda: plot.cut_edges(3, []), "tree is a int: it must be a Tree, "),
    "states, too few": (lambda: plot.cut_edges(TREE, []), r"states is \[\]: it must be a list of the state of each "),
    "snapshot, a number": (lambda: plot.draw_tree(TREE, snapshot=3), "snapshot is a int: it must be a Snapshot, "),
    "snapshot, in words": (lambda: plot.describe(TREE, "x"), "snapshot is a str: it must be a Snapshot, "),
    "snapshot, of another tree": (
        lambda: plot.draw_tree(gt.Tree.from_nested([1, 2]), snapshot=TRACED.snapshot()),
        "snapshot has node 6: it must be of this tree, which has 3 nodes",
    ),
    "option, misspelt": (lambda: plot.draw_tree(TREE, titel="x"), "option is 'titel': .*; did you mean 'title'"),
    "option, of another panel": (lambda: plot.draw_trees({"a": {"tee": 3}}), "option is 'tee': .* did you mean 'tree'"),
    "title, a number": (lambda: plot.draw_tree(TREE, title=3), "title is a int: it must be text"),
    "framework, misspelt": (lambda: plot.draw_tree(TREE, framework="minmax"), "framework is 'minmax': .* 'minimax'"),
    "legend, text": (lambda: plot.draw_tree(TREE, legend="no"), "legend is 'no': it must be True or False"),
    "names, text": (lambda: plot.draw_tree(TREE, names="no"), "names is 'no': it must be True or False"),
    "ax, a number": (lambda: plot.draw_tree(TREE, ax=3), "ax is a int: it must be axes of matplotlib"),
    "values, text": (lambda: plot.draw_tree(TREE, values="no"), "values is a str: it must be True, False or a mapping"),
    "windows, a list": (lambda: plot.draw_tree(TREE, windows=[1]), "windows is a list: it must be a mapping "),
    "principal, a number": (lambda: plot.draw_tree(TREE, principal=1), "principal is a int: it must be moves "),
    "principal, outside": (lambda: plot.draw_tree(TREE, principal=[9]), r"path\[0\] is 9: it must be a whole number "),
    "highlight, a list": (lambda: plot.draw_tree(TREE, highlight=[1]), "highlight is a list: it must be a mapping "),
    "highlight, outside": (
        lambda: plot.draw_tree(TREE, highlight={"x": [99]}),
        r"a node of highlight\['x'\] is 99: it must be a whole number from 0 to 6",
    ),
    "layout, a tree": (lambda: plot.draw_tree(TREE, layout=TREE), "layout is a Tree: it must be a Layout, "),
    "panels, a tree": (lambda: plot.draw_trees(TREE), "panels is a Tree: it must be a mapping "),
    "panels, none": (lambda: plot.draw_trees({}), "panels is empty: it must have a tree"),
    "panels, a tree each": (lambda: plot.draw_trees({"a": TREE}), r"panels\['a'\] is a Tree: it must be a mapping"),
    "panels, without a tree": (lambda: plot.draw_trees({"a": {}}), "tree is None: it must be a Tree, "),
    "columns, none": (lambda: plot.draw_trees({"a": {"tree": TREE}}, columns=0), "columns is 0: it must be a whole "),
    "dpi, negative": (lambda: plot.png(TREE, dpi=-1), "dpi is -1: it must be a number from 1 to 1200"),
    "dpi, huge": (lambda: plot.png(TREE, dpi=10**9), "dpi is 1000000000: it must be a number from 1 to 1200"),
    "path, a number": (lambda: plot.save(None, 3), "path is a int: it must be the path of a file"),
    "alt, nothing": (lambda: plot.image_html(None, None), "alt is None: it must be text"),
    "look, a number": (lambda: plot.look(3), "name is a int: it must be the name of a strategy"),
    "figure, not there": (lambda: plot.captioned(pd.NA, "<svg></svg>", "A."), "number is <NA>: it must be a whole number "),
    "figure, no content": (lambda: plot.captioned(1, 3, "A."), "content is a int: it must be HTML, as text"),
    "figure, no caption": (lambda: plot.captioned(1, "<svg></svg>", None), "caption is None: it must be text"),
    "rows, a number": (lambda: widgets.frame(3), "rows is a int: it must be a DataFrame"),
    "rows, their caption": (lambda: widgets.frame(FRAME, 3), "caption is a int: it must be text"),
    "rows, folded": (lambda: widgets.frame(FRAME, folded="no"), "folded is 'no': it must be True or False"),
    "rows, their forms": (lambda: widgets.frame(FRAME, forms=".2f"), "forms is a str: it must be a mapping "),
    "claims, a number": (lambda: widgets.claims(3), "judged is a int: it must be a DataFrame"),
    "claims, of no scorecard": (lambda: widgets.claims(FRAME), "judged lacks the columns row, column, note, verdict: "),
    "verdict, misspelt": (lambda: widgets.verdict("agree"), "verdict is 'agree': .* did you mean 'agrees'"),
    "trace, a number": (lambda: widgets.table(3), "traced is a int: it must be a Trace, "),
    "trace, its end": (lambda: widgets.show_end(1, TREE, "A."), "traced is a Tree: it must be a Trace, "),
    "list, a number": (lambda: widgets.listed(3), "parts is 3: it must be a list "),
    "list, a text": (lambda: widgets.listed("abc"), "parts is 'abc': it must be a list "),
    "source, a number": (lambda: widgets.source(3), "parts has 3: it must be a function or a module, in Python"),
    "source, not in Python": (lambda: widgets.source(len), "parts has <built-in function len>: it must be a function "),
    "prose, a number": (lambda: widgets.fill(3, {}), "text is a int: it must be text "),
    "prose, without values": (lambda: widgets.fill("{{x}}", 3), "values is a int: it must be a mapping "),
    "cut-offs, of a list": (lambda: deep_cutoffs([1, 2]), "tree is a list: it must be a Tree"),
    "orders, too many": (
        lambda: all_orders.examined_in_all_orders(3, 3),
        r"number of leaves of U\(3,3\) is 27: it must be a whole number from 1 to 10",
    ),
    "orders, deep": (lambda: all_orders.examined_in_all_orders(2, 2, deep="no"), "deep is 'no': it must be True or False"),
    "placements, high": (lambda: all_orders.placements(high=99), "high is 99: it must be a whole number from 0 to 16"),
    "placements, height": (lambda: all_orders.placements(height=9), "height is 9: it must be a whole number from 1 to 4"),
    "placement, a list": (lambda: all_orders.forced([0, 1]), r"placement is \[0, 1\]: it must be a row of finite numbers"),
    "placement, too long": (lambda: all_orders.forced(np.zeros(3)), "placement has 3 values: they must be those of "),
    "placement, endless": (
        lambda: all_orders.with_distinct_values(np.array([0, math.inf]), np.random.default_rng(1)),
        r"placement is array\(\[ 0., inf\]\): it must be a row of finite numbers",
    ),
    "placement, no generator": (
        lambda: all_orders.with_distinct_values(np.zeros(2), 1),
        "rng is a int: it must be a numpy Generator",
    ),
    "leaves, text": (
        lambda: all_orders.fewest_cutoffs(np.array(["a", "b"]), deep=True),
        "leaves is array.*: it must be a row of finite numbers",
    ),
    "leaves, strict": (
        lambda: all_orders.fewest_cutoffs(np.zeros(2), deep=True, strict=1),
        "strict is 1: it must be True or False",
    ),
    "picture, without caption": (
        lambda: plot.captioned(1, "<svg></svg>", " "),
        "caption of figure 1 is ' ': it must say what to see",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_a_bad_argument_is_named_shown_and_told_what_is_allowed(case):
    call, words = BAD[case]
    with pytest.raises((ValueError, TypeError, report.ReportError), match=f"^{words}") as caught:
        call()
    assert "\n" not in str(caught.value)
