"""When deeper search decides worse: backing-up rules, how often they decide right, and B*.

Muszycka 1985, chapter 5, and Nau 1983.

gt.backup.winability(tree, "product")           the value of every node under a rule
gt.backup.search(tree, rule="product")          the value of the root, or only the best move, with pruning
gt.backup.dependent_quality(...)                how often searches to each depth find a best move
gt.backup.b_star(ranges)                        which move is best, proved from ranges
"""

from gametree.backup.b_star import (
    Proof,
    Ranges,
    Stage,
    b_star,
    b_star_stages,
    exhaustive,
    random_ranges,
    ranges_of,
)
from gametree.backup.decisions import Sample, outcomes, run_part
from gametree.backup.dependent_games import dependent_quality
from gametree.backup.rules import RULES, preferred, search, search_in_python, winability

__all__ = [
    "RULES",
    "Proof",
    "Ranges",
    "Sample",
    "Stage",
    "b_star",
    "b_star_stages",
    "dependent_quality",
    "exhaustive",
    "outcomes",
    "preferred",
    "random_ranges",
    "ranges_of",
    "run_part",
    "search",
    "search_in_python",
    "winability",
]
