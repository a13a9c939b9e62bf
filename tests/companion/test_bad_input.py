"""What is wrong with an argument of the companion's own functions is told in one sentence, with what is allowed."""

from __future__ import annotations

import math

import pandas as pd
import pytest

import companion
from companion import plot, report

CELLS = companion.published("muszycka1985", table="III")
FRAME = pd.DataFrame(
    {
        "kind": ["uniform"], "scheme": ["unordered"], "p": [math.nan], "width": [3], "depth": [6],
        "strategy": ["alphabeta"], "criterion": ["leaves"], "mean": [121.0], "sd": [8.0], "n": [10_000],
    }
)  # fmt: skip


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
