"""What the README shows is what was published, and every notebook has its row."""

from __future__ import annotations

import io

import pytest
from PIL import Image

import gametree as gt
from companion.report.project import Project
from companion.report.readme import (
    GUIDE,
    RACING,
    README,
    RESULTS,
    ROOT,
    guide,
    published_headline,
    published_thumbnails,
    race,
    with_headline,
)
from gametree.examples import specimen

TEXT = README.read_text(encoding="utf-8")


def test_the_readme_has_the_headline_of_the_published_scorecard():
    assert with_headline(TEXT, published_headline()) == TEXT, "run python -m companion.report.readme"
    assert published_headline().split(".")[0] in " ".join(TEXT.split())


def test_a_readme_without_a_place_for_the_headline_is_refused():
    with pytest.raises(ValueError, match=r"README\.md has 0 places"):
        with_headline("# nothing", "all is well")


@pytest.mark.parametrize("name", Project(ROOT).names())
def test_every_notebook_has_a_row_with_its_picture(name):
    (row,) = [
        line for line in TEXT.splitlines() if f"[{name}](reports/{name}.ipynb)" in line and "<img" in line
    ]
    assert f'src="docs/thumbnails/{name}.svg"' in row


def test_the_pictures_are_those_of_the_published_reports():
    pictures = published_thumbnails()
    assert {
        path for path, text in pictures.items() if (ROOT / path).read_text(encoding="utf-8") != text
    } == set()
    assert {path.name for path in (ROOT / "docs/thumbnails").iterdir()} == {path.name for path in pictures}


def test_the_race_shows_every_step_and_the_text_below_it_who_wins():
    steps = max(len(gt.trace(specimen(), name)) for name in RACING)
    with Image.open(io.BytesIO(race())) as made, Image.open(ROOT / "docs/race.gif") as kept:
        assert made.n_frames == kept.n_frames == steps
    first, second = (gt.search(specimen(), name).leaves for name in RACING)
    assert f"ends after {first} leaves, the best-first SSS* after {second}" in TEXT


def test_the_numbers_of_the_guide_are_those_of_the_published_results():
    assert GUIDE.read_text(encoding="utf-8") == guide(RESULTS), "run python -m companion.report.readme"
