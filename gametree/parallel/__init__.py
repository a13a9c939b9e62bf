"""Parallel search (Muszycka 1985, section 4.1): simulated machines of k processors, and real threads.

>>> import gametree as gt
>>> tree = gt.generate("uniform", width=3, depth=6, scheme="unordered", seed=7)
>>> gt.parallel.simulate(tree, "tree-splitting", processors=5).time
86
>>> gt.parallel.search_in_threads(tree, threads=2).value == gt.search(tree, "alphabeta").value
True
"""

from gametree.parallel.simulate import METHODS, Simulation, simulate, tree_of_processors
from gametree.parallel.threads import ThreadedSearch, search_in_threads

__all__ = ["METHODS", "Simulation", "ThreadedSearch", "search_in_threads", "simulate", "tree_of_processors"]
