"""The headline of the published scorecard in the README, generated."""

from __future__ import annotations

import csv
import re
import textwrap

from companion.published.cells import CELLS

ROOT = CELLS.parents[2]
README = ROOT / "README.md"
HEADLINE = ROOT / "reports" / "results" / "00_scorecard" / "headline.csv"

_PLACE = re.compile("(<!-- headline[^>]*-->\n).*(<!-- end of headline -->)", re.DOTALL)


def published_headline() -> str:
    """Return the headline that the committed scorecard has."""
    with HEADLINE.open(encoding="utf-8", newline="") as file:
        return next(csv.DictReader(file))["headline"]


def with_headline(readme: str, headline: str) -> str:
    """Return the text of the README with a headline in its place."""
    lines = "\n".join(textwrap.wrap(headline, 125, break_on_hyphens=False))
    text, places = _PLACE.subn(lambda found: f"{found[1]}{lines}\n{found[2]}", readme)
    if places != 1:
        raise ValueError(f"README.md has {places} places for the headline; it must have one")
    return text
