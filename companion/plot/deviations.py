"""Ours and the printed sample beside theory: relative deviations with bands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from companion.plot.style import PALETTE, WIDE, styled

if TYPE_CHECKING:
    import pandas as pd


def deviations(rows: pd.DataFrame) -> Figure:
    """Draw how far ours and the printed sample are from theory, in percent, with 95 % bands.

    Columns: `panel`, `size`, `ours`, `printed`, both relative deviations, and `band`, `printed_band`, their
    95 % half-widths if theory is right.
    """
    panels = list(dict.fromkeys(rows["panel"]))
    with styled():
        figure = Figure(figsize=(WIDE, 3.6), layout="constrained")
        axes = np.atleast_1d(figure.subplots(1, len(panels), sharey=True))
        for ax, panel in zip(axes, panels, strict=True):
            part = rows[rows["panel"] == panel].reset_index()
            at = np.arange(len(part))
            ax.fill_between(
                at,
                -100 * part["printed_band"],
                100 * part["printed_band"],
                color="#BBBBBB",
                alpha=0.4,
                linewidth=0,
                label="95 % of means of 50 trees",
            )
            ax.errorbar(
                at,
                100 * part["ours"],
                yerr=100 * part["band"],
                color=PALETTE["blue"],
                marker="o",
                linestyle="",
                markersize=4,
                capsize=2,
                label="ours, 95 % interval",
            )
            ax.plot(
                at, 100 * part["printed"], color="#1A1A1A", marker="x", linestyle="", label="thesis, 50 trees"
            )
            ax.axhline(0, color="#777777", linewidth=1, linestyle="--", marker="")
            ax.set_xticks(at, part["size"], rotation=90, fontsize=9.5)
            ax.set(title=panel, xlabel="size (width, depth)")
        axes[0].set_ylabel("leaves, difference from theory (%)")
        handles, labels = axes[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=3)
    return figure
