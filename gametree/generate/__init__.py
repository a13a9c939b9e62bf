"""Random trees: shapes and value schemes (Muszycka 1985, sections 3.2, 3.3 and 3.5), stored or computed on demand."""

from gametree.generate.critical_games import critical_tree
from gametree.generate.known_value import KnownValue, known_value_tree
from gametree.generate.lazy import LazyTree, lazy_tree
from gametree.generate.recipes import KINDS, Recipe, recipe, seed_number
from gametree.generate.stored import generate
from gametree.generate.values import SCHEMES

__all__ = [
    "KINDS",
    "SCHEMES",
    "KnownValue",
    "LazyTree",
    "Recipe",
    "critical_tree",
    "generate",
    "known_value_tree",
    "lazy_tree",
    "recipe",
    "seed_number",
]
