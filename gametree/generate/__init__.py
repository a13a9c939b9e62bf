"""Random trees: shapes and value schemes (Muszycka 1985, sections 3.2, 3.3 and 3.5), stored or computed on demand."""

from gametree.generate.lazy import LazyTree
from gametree.generate.recipe import KINDS, recipe, seed_number
from gametree.generate.stored import generate, lazy_tree
from gametree.generate.values import SCHEMES

__all__ = ["KINDS", "SCHEMES", "LazyTree", "generate", "lazy_tree", "recipe", "seed_number"]
