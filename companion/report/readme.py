"""What the README and the guide show of the published reports, written by ``python -m companion.report.readme``.

The headline of the scorecard, a picture of every page, two searches that race on one tree, the numbers of the guide.
"""

from __future__ import annotations

import io
import re
import textwrap
from collections.abc import Hashable
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import numpy as np
import pandas as pd
from PIL import Image

from companion import plot
from companion.published.cells import CELLS, records
from companion.report.first_screen import first_screen
from companion.report.project import read_notebook
from companion.widgets.prose import fill
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

TEMPLATE = Path(__file__).parent / "templates" / "guide.md"
HEAD = "<!-- Written by python -m companion.report.readme from companion/report/templates/guide.md. -->\n\n"
_PLACE = re.compile("(<!-- headline[^>]*-->\n).*(<!-- end of headline -->)", re.DOTALL)
_STEP, _END = 700, 5000
"""Milliseconds that a step of the race, and its end, can be seen."""


def published_headline() -> str:
    """Return the headline that the committed scorecard has."""
    return records(HEADLINE)[0]["headline"]


def with_headline(readme: str, headline: str) -> str:
    """Return the text of the README with a headline in its place."""
    lines = "\n".join(
        textwrap.fill(point, 125, subsequent_indent="  ", break_on_hyphens=False)
        for point in headline.splitlines()
    )
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


def guide(results: Path) -> str:
    """Return the guide with the numbers of the results in a folder, which has one folder per notebook."""
    return HEAD + fill(TEMPLATE.read_text(encoding="utf-8"), _numbers(results))


def _numbers(results: Path) -> dict[str, Any]:
    unordered, well_ordered = _leaves_over_alphabeta(results, "III"), _leaves_over_alphabeta(results, "IX")
    effects = pd.read_csv(results / "04_speedups" / "effects.csv").query("strategy == 'alphabeta'")
    factor = effects.pivot_table(index="effect", columns="game", values="factor")
    split = pd.read_csv(results / "04_speedups" / "tree_splitting.csv").query("size == 'U(5,6)'")
    errors = pd.read_csv(results / "10_chance_nodes" / "break_even.csv")
    one = errors.query("depth == 4 and branch == 4 and order == 'random'")
    chance = {
        "least": errors.groupby("criterion")["error"].min(),
        "one": one.set_index("criterion")["error"],
    }
    incremental = _quality(results, "incremental")
    return {
        "sizes": len(unordered),
        "fewer": 1 - np.exp(np.log(unordered).mean()),
        "well_ordered": 1 - np.exp(np.log(well_ordered).mean()),
        "deep": unordered["BB"].max() - 1,
        "memory": _memory(results),
        "guess": _guess(results),
        "effect": factor.to_dict(),
        "both": factor.loc["ordering × killers"],
        "split": split.set_index("processors")["speed_up"].to_dict(),
        "pearl": _quality(results, "pearl"),
        "incremental": incremental,
        "ahead": max(quality[7] for quality in incremental.values()) - incremental["minimax"][7],
        "spread": _spread(results),
        "work": _equal_work(results),
        "g": _g_games(results),
        "chance": chance,
    }


def _leaves_over_alphabeta(results: Path, table: str) -> pd.DataFrame:
    judged = pd.read_csv(results / "03_pruning_comparison" / "judged.csv")
    judged = judged[(judged["table"] == table) & judged["row"].astype(str).str.startswith("U(")]
    ours = judged.pivot(index="row", columns="column", values="ours")
    return ours.div(ours["AB"], axis=0)


def _memory(results: Path) -> pd.Series:
    kept = pd.read_csv(results / "08_solution_trees" / "memory.csv")
    deepest = kept[kept["depth"] == kept["depth"].max()].set_index("strategy")
    times = deepest["bytes"]["sss-2"] / deepest["bytes"]["sss*"]
    return pd.Series({"depth": int(deepest["depth"].iloc[0]), "times": times}, dtype=object)


def _guess(results: Path) -> pd.Series:
    """Return what the best first guess saves of the nodes of SSS-2, which guesses too high."""
    searched = (
        pd.read_csv(results / "08_solution_trees" / "figure_5.csv").query("width == 5").sort_values("guess")
    )
    saved = searched.groupby("ordering")["mean"].agg(lambda nodes: 1 - nodes.min() / nodes.iloc[-1])
    return pd.Series({"unordered": saved[0.2], "ordered": saved[0.9]})


def _spread(results: Path) -> pd.Series:
    """Return how far the searches of games lie apart, in the median, without memory and with it."""
    found = pd.read_csv(results / "12_beyond" / "programs_spreads.csv")
    found = found[(found["sample"] == "larger") & ~found["trees"].str.contains("middle games")]
    median = found.groupby("memory")["spread"].median()
    cases = len(found[found["memory"] == "with"])
    return pd.Series({"without": median["without"], "with": median["with"], "cases": cases}, dtype=object)


def _equal_work(results: Path) -> pd.Series:
    """Return the score of the product rule in P-games at its greatest depth, against minimax that spends as many leaves."""
    played = pd.read_csv(results / "12_beyond" / "cure_scores.csv")
    played = played[
        (played["game"] == "P-game") & (played["rule"] == "product") & (played["at"] == "equal work")
    ]
    deepest = played.sort_values("depth").iloc[-1]
    names = {"depth": "depth", "depth of minimax": "other", "score": "score"}
    return pd.Series({name: deepest[column] for column, name in names.items()}, dtype=object)


def _quality(results: Path, game: str) -> dict[Hashable, Any]:
    quality = pd.read_csv(results / "05_pathology" / "quality.csv")
    quality = quality[(quality["game"] == game) & (quality["w"] == 2) & (quality["t"] == 9)]
    return quality.pivot(index="d", columns="rule", values="probability").to_dict()


def _g_games(results: Path) -> pd.Series:
    """Return which steps to a deeper search decide worse, with the evaluation e2; with e1 none may."""
    quality = pd.read_csv(results / "09_g_games" / "quality.csv").query(
        "rule == 'minimax' and game == 'G-game'"
    )
    by_depth = quality.sort_values("d").set_index("d").groupby(["evaluation", "k"])["probability"]
    steps = by_depth.apply(lambda probability: probability.diff().dropna())
    worse = steps[steps < 0]
    if (
        set(worse.index.get_level_values("evaluation")) != {"e2"}
        or worse.index.get_level_values("d").nunique() != 1
    ):
        raise ValueError(
            "steps that decide worse are not those the guide speaks of: its sentence must be changed"
        )
    deep = int(worse.index.get_level_values("d")[0])
    return pd.Series(
        {
            "least": int(quality["k"].min()),
            "most": int(quality["k"].max()),
            "worse": len(worse),
            "steps": len(steps.loc["e2"]),
            "shallow": deep - 1,
            "deep": deep,
            "loss": -worse.min(),
        },
        dtype=object,
    )


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
