"""Random trees: shapes and value schemes (Muszycka 1985, sections 3.2, 3.3 and 3.5)."""

from gametree.generate.front import KINDS, generate, recipe, seed_number
from gametree.generate.values import SCHEMES

__all__ = ["KINDS", "SCHEMES", "generate", "recipe", "seed_number"]
