"""Experiments: sweeps over sizes and strategies, seeds, executors, checkpoints."""

from gametree.experiment.cells import BATCH, CRITERIA, Sums, counts_of
from gametree.experiment.progress import Progress
from gametree.experiment.sweep import Cell, cells, frame_of, paired, sweep

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
    "sweep",
]
