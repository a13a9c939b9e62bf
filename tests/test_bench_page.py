"""The page of the bench says what its numbers say; nothing is measured here."""

import pytest

from bench import page
from bench.__main__ import SECTIONS

TITLES = {section: task.__doc__ for section, task in SECTIONS.items()}


def test_the_published_page_and_the_headline_are_those_of_the_published_numbers():
    found = page.read_numbers(page.PUBLISHED / page.NUMBERS)
    assert set(found) == {page.MACHINE, *SECTIONS}
    assert (page.PUBLISHED / page.PAGE).read_text(encoding="utf-8") == page.page(found, TITLES)
    readme = page.README.read_text(encoding="utf-8")
    assert page.with_headline(readme, found) == readme


def test_numbers_that_were_written_down_are_read_as_they_were(tmp_path):
    found = {
        page.MACHINE: [{"what": "processor", "which": "any, with a comma"}],
        "whole": [
            {"tree": "U(2,2)", "ratio": 0.1, "lower quartile": 1 / 3},
            {"tree": "all 24 sizes", "ratio": 2},
        ],
    }
    page.write_numbers(found, tmp_path / "numbers.csv")
    assert page.read_numbers(tmp_path / "numbers.csv") == found


def test_a_headline_gives_least_and_most_of_each_kind():
    rows = [
        {"package": "OpenSpiel", "tree": tree, "times as fast": times}
        for tree, times in (("a", 51.9), ("b", 434.0))
    ]
    assert (
        "| times as fast, one search of a random tree | against OpenSpiel | 51.90 to 434 |"
        in page.headline({"others": rows})
    )


def test_a_readme_without_a_place_for_the_headline_is_refused():
    with pytest.raises(ValueError, match="has 0 places"):
        page.with_headline("# Nothing", {})
