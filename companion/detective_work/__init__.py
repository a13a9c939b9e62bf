"""How the trees behind the thesis' tables must have been made: suspects, tests, held-out checks, contradictions.

from companion import detective_work as chapter

study = chapter.Study(trees=4000, precision=0.02, single=500, seed=1985)
study.outcomes                        # how every investigation ends
chapter.figures.suspects(study)       # the same as a picture
"""

from companion.detective_work import figures, prose
from companion.detective_work.contradictions import below_one
from companion.detective_work.fits import QUESTIONS, fit_question, overall
from companion.detective_work.study import Study

__all__ = ["QUESTIONS", "Study", "below_one", "figures", "fit_question", "overall", "prose"]
