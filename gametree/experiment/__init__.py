"""Experiments: sweeps over sizes and strategies, seeds, executors, checkpoints."""

from gametree.experiment.decisions import sampled_quality
from gametree.experiment.runner import Progress, using
from gametree.experiment.sums import BATCH, CRITERIA, Sums, counts_of
from gametree.experiment.sweeps import Cell, cells, frame_of, paired, sweep

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
