"""Parallel search (Muszycka 1985, section 4.1): simulated machines of k processors, and real threads.

import gametree as gt

gt.speedup.parallel.simulate(tree, "tree-splitting", processors=5)
"""

from gametree.speedup.parallel.simulate import METHODS, Simulation, simulate, tree_of_processors

__all__ = ["METHODS", "Simulation", "simulate", "tree_of_processors"]
