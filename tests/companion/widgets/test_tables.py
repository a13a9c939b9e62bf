"""Tables of rows: what a source prints is shown as it prints it."""

import math
import re

import pandas as pd

from companion import widgets


def cells(rows, **more):
    """Return the cells of a frame as a page shows them, row by row."""
    shown = widgets.frame(rows, **more).data
    return [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in re.findall(r"<tr>(.*?)</tr>", shown)[1:]]


def test_printed_numbers_have_the_digits_of_their_cell_whatever_is_the_greatest():
    names = {"table": ["III", "III", "I"], "row": ["d=7", "d=1", "d=7"], "column": ["k=13", "k=13", "k=10"]}
    rows = pd.DataFrame(names | {"published": [0.59, 0.5, 0.653], "corrected": [0.592, math.nan, 0.563]})
    # The margin of the scan has cut the first; a float does not know that the second was printed with three digits.
    assert [row[3:] for row in cells(rows)] == [["0.59\u2007", "0.592"], ["0.500", ""], ["0.653", "0.563"]]


def test_a_number_that_is_not_the_one_of_its_cell_has_the_digits_of_the_others():
    rows = pd.DataFrame(
        {"table": ["III", ""], "row": ["d=7", ""], "column": ["k=13", ""], "published": [0.6, 0.25]}
    )
    assert [row[3] for row in cells(rows)] == ["0.60", "0.25"]


def test_printed_whole_numbers_stay_whole_beside_others_and_points_stand_below_one_another():
    rows = pd.DataFrame({"section": ["1", "2"], "printed": [1440.0, 0.25]})
    assert cells(rows) == [["1", "1,440\u2008\u2007\u2007"], ["2", "0.25"]]
    assert cells(rows.iloc[:1]) == [["1", "1,440"]]


def test_a_form_that_is_asked_for_goes_before_the_digits_of_print():
    rows = pd.DataFrame({"printed": [43.8, 2.0]})
    assert cells(rows, forms={"printed": ".2f"}) == [["43.80"], ["2.00"]]
    assert cells(rows) == [["43.8"], ["2.0"]]


def test_what_was_computed_is_not_taken_for_print_by_its_name():
    assert cells(pd.DataFrame({"printed": [1 / 3, 20.0]})) == [["0.33"], ["20.00"]]
    assert cells(pd.DataFrame({"printed": ["(p, L)", "-3"]})) == [["(p, L)"], ["−3"]]
