"""The registry of searches: their kernels, reference forms and sources."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from gametree._checks import check_name
from gametree.chance import reference
from gametree.chance.kernels.alpha_cutoff import start_alpha_cutoff, start_alpha_cutoff_all
from gametree.chance.kernels.aoc_star import start_aoc_star, start_aoc_star_deepest
from gametree.chance.kernels.expectimax import start_expectimax
from gametree.chance.kernels.star import start_star1, start_star2
from gametree.chance.reference import ChanceRecorder


@dataclass(frozen=True)
class ChanceMethod:
    """A way of searching a tree with chance nodes.

    Attributes
    ----------
    name : str
        Its name in `gametree.chance.search`.
    source : str
        Where it is described.
    start : compiled function
        ``start(ChanceView(...)) -> gain``.
    reference : function
        The same in plain Python: ``reference(ChanceRecorder(tree, low, high)) -> gain``.
    takes_ranges : bool
        Whether it can use ranges of the nodes.

    Examples
    --------
    >>> import gametree as gt
    >>> gt.chance.METHODS["star1"].source
    'Ballard 1983'
    >>> [name for name, method in gt.chance.METHODS.items() if method.takes_ranges]
    ['aoc*', 'aoc*-deepest']
    """

    name: str
    source: str
    start: Any
    reference: Callable[[ChanceRecorder], float]
    takes_ranges: bool = False


def _registry(*methods: ChanceMethod) -> Mapping[str, ChanceMethod]:
    return MappingProxyType({method.name: method for method in methods})


METHODS = _registry(
    ChanceMethod("expectimax", "Zenzel 1989, 2.1", start_expectimax, reference.expectimax),
    ChanceMethod("star1", "Ballard 1983", start_star1, reference.star1_from_root),
    ChanceMethod("star2", "Ballard 1983", start_star2, reference.star2_from_root),
    ChanceMethod("alpha-cutoff", "Zenzel 1989, 3.2", start_alpha_cutoff, reference.alpha_cutoff),
    ChanceMethod("aoc*", "Zenzel 1989, 3.3", start_aoc_star, reference.aoc_star, takes_ranges=True),
    ChanceMethod("alpha-cutoff-all", "Zenzel 1989, 5.0", start_alpha_cutoff_all, reference.alpha_cutoff_all),
    ChanceMethod(
        "aoc*-deepest",
        "Zenzel 1989, 3.3.2 and 5.0",
        start_aoc_star_deepest,
        reference.aoc_star_deepest,
        takes_ranges=True,
    ),
)
"""All searches: expectimax, Ballard's, the two of the thesis, and the variants named in its conclusion."""


class UnknownMethodError(ValueError, KeyError):
    """No method has this name: a bad argument, and a key that the registry does not have."""

    __str__ = ValueError.__str__  # KeyError would show the sentence in quotes


def method_named(name: str) -> ChanceMethod:
    """Return a method by name; an UnknownMethodError lists the names."""
    return METHODS[check_name("method", name, METHODS, UnknownMethodError)]
