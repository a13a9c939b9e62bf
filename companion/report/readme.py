"""What the README and the guide show of the published reports, written by ``python -m companion.report.readme``.

The headline of the scorecard, a picture of every page, two searches that race on one tree, the numbers of the guide.
"""

from __future__ import annotations

import csv
import io
import re
import textwrap
from pathlib import Path
from urllib.parse import unquote

from PIL import Image

from companion import plot
from companion.published.cells import CELLS
from companion.report.guide import guide
from companion.report.page import first_screen
from companion.report.project import read_notebook
from gametree.examples import specimen
from gametree.trace import trace

ROOT = CELLS.parents[2]
README = ROOT / "README.md"
RESULTS = ROOT / "reports" / "results"
HEADLINE = RESULTS / "00_scorecard" / "headline.csv"
GUIDE = ROOT / "docs" / "guide.md"
THUMBNAILS = Path("docs", "thumbnails")
RACE = ROOT / "docs" / "race.gif"
RACING = ("alphabeta", "sss*")

_PLACE = re.compile("(<!-- headline[^>]*-->\n).*(<!-- end of headline -->)", re.DOTALL)
_STEP, _END = 700, 5000
"""Milliseconds that a step of the race, and its end, can be seen."""


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


def published_thumbnails() -> dict[Path, str]:
    """Return Figure 1 of every published report, as SVG, by the file that the README shows it from."""
    pictures = {}
    for path in sorted((ROOT / "reports").glob("*.ipynb")):
        picture = first_screen(read_notebook(path, "report"), path.stem).picture
        pictures[THUMBNAILS / f"{path.stem}.svg"] = unquote(picture.partition(",")[2])
    return pictures


def race() -> bytes:
    """Return the searches of one tree side by side, step by step, as a picture that moves (GIF)."""
    tree = specimen()
    traces = {name: trace(tree, name) for name in RACING}
    frames = []
    for step in range(max(map(len, traces.values()))):
        states = {name: traced.snapshot(min(step, len(traced) - 1)) for name, traced in traces.items()}
        panels = {
            f"{name}: {len(state.order)} leaves{', done' if state.over else ''}": {"snapshot": state}
            for name, state in states.items()
        }
        drawn = plot.draw_trees(panels, tree=tree, compact=True, legend=False)
        frames.append(
            Image.open(io.BytesIO(plot.to_png(drawn, dpi=90))).convert("P", palette=Image.Palette.ADAPTIVE)
        )
    moving = io.BytesIO()
    durations = [_STEP] * (len(frames) - 1) + [_END]
    frames[0].save(moving, "GIF", save_all=True, append_images=frames[1:], duration=durations, loop=0)
    return moving.getvalue()


def main() -> None:
    """Write all of it."""
    README.write_text(
        with_headline(README.read_text(encoding="utf-8"), published_headline()), encoding="utf-8"
    )
    (ROOT / THUMBNAILS).mkdir(exist_ok=True)
    for path, text in published_thumbnails().items():
        (ROOT / path).write_text(text, encoding="utf-8")
    RACE.write_bytes(race())
    GUIDE.write_text(guide(RESULTS), encoding="utf-8")


if __name__ == "__main__":
    main()
