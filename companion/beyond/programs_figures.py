"""Pictures of simulations and programs: leaves of the searches as multiples of the fewest."""

from __future__ import annotations

from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from companion.beyond.axis_figures import LABELS, LOOKS
from companion.beyond.programs import EVALUATIONS, FIFTH, POSITIONS, SEARCHES, ProgramsStudy
from companion.plot.style import WIDE, styled

SHOWN = {"connect-four": "connect four", "chess": "chess pawn endings"}
"""What a row of the figure calls a game, if not by its name."""


def draw_programs(study: ProgramsStudy) -> Figure:
    """Draw, for random trees and games, how many more leaves each search needs than the best: without memory, with it.

    The bar is the 95 % interval of the greatest excess.
    """
    found = study.leaves[(study.leaves["sample"] == "larger") | (study.leaves["evaluation"] == "random")]
    random = [name for name in found["trees"].unique() if name not in POSITIONS]
    rows = [(trees, "random") for trees in random] + [(game, e) for game in POSITIONS for e in EVALUATIONS]
    names = [trees if e == "random" else f"{SHOWN.get(trees, trees)},\n{e} evaluation" for trees, e in rows]
    spreads = study.spreads[(study.spreads["sample"] == "larger") | (study.spreads["evaluation"] == "random")]
    errors = spreads.set_index(["trees", "evaluation", "memory"])["error"]
    with styled():
        figure = Figure(figsize=(WIDE, 6.2), layout="constrained")
        grid = figure.subplots(1, 2, sharex=True, sharey=True)
        for axes, memory in zip(grid, ("without", "with"), strict=True):
            part = found[found["memory"] == memory].set_index(["trees", "evaluation", "search"])
            for place, row in enumerate(rows):
                if (*row, SEARCHES[0]) not in part.index:
                    continue
                over = [100 * (part["in times of the fewest"][(*row, name)] - 1) for name in SEARCHES]
                axes.hlines(place, 0, max(over), color="#CCCCCC", linewidth=1.2, zorder=1)
                worst = place + 0.09 * (over.index(max(over)) - 2)
                limits = 196 * float(errors[(*row, memory)])
                axes.errorbar(
                    max(over), worst, xerr=limits, color="#555555", capsize=3, linewidth=1, zorder=1
                )
                for number, (name, more) in enumerate(zip(SEARCHES, over, strict=True)):
                    style = LOOKS[name] | {"linestyle": ""}
                    axes.plot([more], [place + 0.09 * (number - 2)], markersize=7, **style)
            axes.axvline(100 * FIFTH, color="#888888", linewidth=1, linestyle=":", marker="")
            axes.set_xlabel("leaves in excess of the fewest, %")
            axes.grid(axis="y", color="#EEEEEE", linewidth=0.7)
        grid[0].set_yticks(range(len(rows)), names)
        grid[0].invert_yaxis()
        grid[0].set_title("Without memory")
        grid[1].set_title("With deepening and a table")
        handles = [
            Line2D([], [], label=LABELS[name], **(LOOKS[name] | {"linestyle": ""})) for name in SEARCHES
        ]
        fifth = Line2D([], [], color="#888888", linewidth=1, linestyle=":", marker="", label="a fifth (20 %)")
        figure.legend(handles=[*handles, fifth], loc="outside lower center", ncols=6)
    return figure
