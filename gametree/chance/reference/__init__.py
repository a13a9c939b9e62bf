"""The searches in plain Python, as the papers describe them: what notebooks show and the kernels are tested against."""

from gametree.chance.reference.alpha_cutoff import alpha_cutoff, alpha_cutoff_all
from gametree.chance.reference.aoc_star import aoc_star, aoc_star_deepest
from gametree.chance.reference.expectimax import expectimax
from gametree.chance.reference.recorder import (
    ChanceCounts,
    ChanceRecorder,
    ChanceStep,
    OpenState,
    range_text,
    short_number,
)
from gametree.chance.reference.star import star1, star1_from_root, star2, star2_from_root

__all__ = [
    "ChanceCounts",
    "ChanceRecorder",
    "ChanceStep",
    "OpenState",
    "alpha_cutoff",
    "alpha_cutoff_all",
    "aoc_star",
    "aoc_star_deepest",
    "expectimax",
    "range_text",
    "short_number",
    "star1",
    "star1_from_root",
    "star2",
    "star2_from_root",
]
