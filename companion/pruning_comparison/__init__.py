"""Chapter 3 of the thesis put to the test: its sixteen cases sampled, its rankings, its sentences.

from companion import pruning_comparison as chapter

study = chapter.Study(trees=10_000, precision=0.01, single=500, order_trees=100, seed=1985)
study.judged_whole_tables                             # every table as a whole, under both readings
chapter.figures.by_table(study.judged_whole_tables, study.chance)  # the same as a picture
"""

from companion.pruning_comparison import figures, prose
from companion.pruning_comparison.single_trees import BEATEN, fewer_than_sss
from companion.pruning_comparison.study import Study
from companion.pruning_comparison.widget import Comparison

__all__ = ["BEATEN", "Comparison", "Study", "fewer_than_sss", "figures", "prose"]
