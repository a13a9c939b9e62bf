"""Every printed number beside ours: what notebook 00 gathers, counts and draws."""

from companion.scorecard import figures, study
from companion.scorecard.study import Study

__all__ = ["Study", "figures", "study"]
