"""Experiments: sweeps over sizes and strategies, seeds, executors, checkpoints."""

from typing import TYPE_CHECKING

from gametree._later import imported_later
from gametree.experiment.runner import Progress, using
from gametree.experiment.sums import BATCH, CRITERIA, Sums, counts_of
from gametree.experiment.sweeps import Cell, cells, frame_of, paired, sweep

if TYPE_CHECKING:
    from gametree.experiment.decisions import sampled_quality

__all__ = [
    "BATCH",
    "CRITERIA",
    "Cell",
    "Progress",
    "Sums",
    "cells",
    "counts_of",
    "frame_of",
    "paired",
    "sampled_quality",
    "sweep",
    "using",
]

# Games of other rules need theory, and with it much of scipy; sweeps do not.
__getattr__ = imported_later(__name__, {"sampled_quality": "gametree.experiment.decisions"})
