"""Leaves against depth for one position of chapter 4, plainly and with aids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from companion.plot.style import PALETTE, styled

if TYPE_CHECKING:
    import pandas as pd


def leaves_by_depth(frame: pd.DataFrame, enhanced: str, title: str) -> Figure:
    """Draw leaves against depth: all of the tree, plain Alphabeta's, and those of the enhanced search.

    Parameters
    ----------
    frame : DataFrame
        Columns depth, all, plain and enhanced.
    enhanced : str
        What the enhanced search is called.
    title : str
        What was searched.
    """
    lines = {
        "all": ("all leaves", PALETTE["black"], "o", ":"),
        "plain": ("Alphabeta", PALETTE["blue"], "s", "--"),
        "enhanced": (enhanced, PALETTE["vermillion"], "^", "-"),
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
