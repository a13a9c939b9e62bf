"""Pictures of chapter 4 as a whole: leaves against depth for one position, and who searches what when."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from gametree.plot.style import PALETTE, styled

if TYPE_CHECKING:
    import pandas as pd

FILLS = ("black", "yellow", "blue", "sky", "vermillion", "green")
"""Colours of the parts of a tree: neighbours differ in grey too."""


def leaves_by_depth(frame: pd.DataFrame, aided: str, title: str) -> Figure:
    """Draw leaves against depth: all of the tree, plain Alphabeta's, and those of the aided search.

    Parameters
    ----------
    frame : DataFrame
        Columns depth, all, plain and aided.
    aided : str
        What the aided search is called.
    title : str
        What was searched.
    """
    lines = {
        "all": ("all leaves", PALETTE["black"], "o", ":"),
        "plain": ("Alphabeta", PALETTE["blue"], "s", "--"),
        "aided": (aided, PALETTE["vermillion"], "^", "-"),
    }
    with styled():
        figure = Figure(figsize=(7.5, 3.6), layout="constrained")
        ax = figure.subplots()
        for column, (label, colour, marker, style) in lines.items():
            ax.plot(frame["depth"], frame[column], color=colour, marker=marker, linestyle=style, label=label)
        ax.set_yscale("log")
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
        ax.set_xlabel("depth of search")
        ax.set_ylabel("leaves")
        ax.set_title(title)
        ax.legend(loc="upper left")
    return figure


def timeline(frame: pd.DataFrame, processors: int, title: str) -> Figure:
    """Draw who searches what when: a row per processor, a bar per unit of work, by son of the root.

    Parameters
    ----------
    frame : DataFrame
        The timeline of a `Simulation`.
    processors : int
        How many processors there are.
    title : str
        What was searched, and how.
    """
    with styled():
        figure = Figure(figsize=(9.0, 0.34 * processors + 1.6), layout="constrained")
        ax = figure.subplots()
        parts = sorted(frame["part"].unique())
        for part in parts:
            colour = FILLS[part % len(FILLS)]
            own = frame[frame["part"] == part]
            ax.barh(
                own["processor"], np.ones(len(own)), left=own["start"], height=0.8, color=PALETTE[colour],
                edgecolor="white", linewidth=0.3,
            )  # fmt: skip
        ax.set_yticks(range(processors), [str(k + 1) for k in range(processors)])
        ax.invert_yaxis()
        ax.set_xlabel("time, in nodes")
        ax.set_ylabel("processor")
        ax.set_title(title)
        handles = [Patch(facecolor=PALETTE[FILLS[part % len(FILLS)]], label=f"p{part + 1}") for part in parts]
        figure.legend(handles=handles, loc="outside right upper", title="below")
    return figure
