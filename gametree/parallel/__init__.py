"""Parallel search (Muszycka 1985, section 4.1): simulated machines of k processors, and real threads.

import gametree as gt

gt.parallel.simulate(tree, "tree-splitting", processors=5)
gt.parallel.search_in_threads(tree, threads=2)
"""

from gametree.parallel.simulate import METHODS, Simulation, simulate, tree_of_processors
from gametree.parallel.threads import ThreadedSearch, search_in_threads

__all__ = ["METHODS", "Simulation", "ThreadedSearch", "search_in_threads", "simulate", "tree_of_processors"]
