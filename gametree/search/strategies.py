"""The strategies by name: how each is started, what it needs, and where it stands in the papers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from gametree import reference
from gametree.reference import Examination
from gametree.search.alphabeta import start_alphabeta
from gametree.search.alphabeta_iterative import start_alphabeta_iterative
from gametree.search.branch_and_bound import start_branch_and_bound
from gametree.search.falphabeta import start_falphabeta
from gametree.search.minimax import start_minimax
from gametree.search.palphabeta import start_palphabeta, start_palphabeta_unit_window
from gametree.search.pvs import start_pvs, start_pvs_unit_window
from gametree.search.scout import start_scout
from gametree.search.scout_campbell_marsland import (
    start_scout_campbell_marsland,
    start_scout_campbell_marsland_unit_window,
)
from gametree.search.scout_minimax import start_scout_minimax
from gametree.search.scout_testm import start_scout_testm
from gametree.search.sss_star import start_sss_star, start_sss_star_newest_first


@dataclass(frozen=True)
class Strategy:
    """A way of searching a game tree.

    Attributes
    ----------
    name : str
        What `gametree.search` calls it.
    label : str
        What the thesis' tables call it; empty for those that are in none.
    source : str
        Where it is described.
    start : compiled function
        ``start(tree.arrays, log, room) -> value``.
    twin : function
        The same in plain Python: ``twin(Examination(tree), 0) -> value``.
    enters_again : bool
        Whether a node may be entered more than once, so that distinct nodes must be told apart.
    keeps_open : bool
        Whether it needs room for a list OPEN.
    directional : bool
        Whether it goes from left to right, and returns the leftmost of the best moves.
    """

    name: str
    label: str
    source: str
    start: Any
    twin: Callable[[Examination, int], float]
    enters_again: bool = False
    keeps_open: bool = False
    directional: bool = True


def _registry(*strategies: Strategy) -> Mapping[str, Strategy]:
    return MappingProxyType({strategy.name: strategy for strategy in strategies})


STRATEGIES = _registry(
    Strategy("minimax", "", "Muszycka 1985, 1.2", start_minimax, reference.negamax),
    Strategy(
        "branch-and-bound", "BB", "Muszycka 1985, 2.1", start_branch_and_bound, reference.branch_and_bound
    ),
    Strategy("alphabeta", "AB", "Muszycka 1985, 2.2", start_alphabeta, reference.alphabeta),
    Strategy(
        "palphabeta", "PAB", "Muszycka 1985, 2.3", start_palphabeta, reference.palphabeta, enters_again=True
    ),
    Strategy("pvs", "PVS", "Muszycka 1985, 2.4", start_pvs, reference.pvs, enters_again=True),
    Strategy("scout", "Scout", "Muszycka 1985, 2.5", start_scout, reference.scout, enters_again=True),
    Strategy(
        "sss*",
        "SSS*",
        "Muszycka 1985, 2.6",
        start_sss_star,
        reference.sss_star,
        keeps_open=True,
        directional=False,
    ),
    Strategy(
        "scout-minimax",
        "",
        "Muszycka 1985, Appendix 1",
        start_scout_minimax,
        reference.scout_minimax,
        enters_again=True,
    ),
    Strategy(
        "scout-campbell-marsland",
        "",
        "Muszycka 1985, Appendix 1",
        start_scout_campbell_marsland,
        reference.scout_campbell_marsland,
        enters_again=True,
    ),
    Strategy(
        "scout-testm",
        "",
        "Muszycka 1985, Appendix 1",
        start_scout_testm,
        reference.scout_testm,
        enters_again=True,
    ),
    Strategy("falphabeta", "", "Muszycka 1985, 2.3", start_falphabeta, reference.falphabeta),
    Strategy(
        "palphabeta-unit-window",
        "",
        "Muszycka 1985, 2.3, the window as printed",
        start_palphabeta_unit_window,
        reference.palphabeta_unit_window,
        enters_again=True,
    ),
    Strategy(
        "pvs-unit-window",
        "",
        "Muszycka 1985, 2.4, the window as printed",
        start_pvs_unit_window,
        reference.pvs_unit_window,
        enters_again=True,
    ),
    Strategy(
        "scout-campbell-marsland-unit-window",
        "",
        "Muszycka 1985, Appendix 1, the window as printed",
        start_scout_campbell_marsland_unit_window,
        reference.scout_campbell_marsland_unit_window,
        enters_again=True,
    ),
    Strategy(
        "sss*-newest-first",
        "",
        "Muszycka 1985, 2.6, with another rule for ties",
        start_sss_star_newest_first,
        reference.sss_star_newest_first,
        keeps_open=True,
        directional=False,
    ),
    Strategy(
        "alphabeta-iterative",
        "",
        "Knuth & Moore 1975, section 3",
        start_alphabeta_iterative,
        reference.alphabeta_iterative,
    ),
)
"""All strategies, in the order of the papers, then those that the others call and the variants."""


class UnknownStrategyError(ValueError, KeyError):
    """No strategy has this name: a bad argument, and a key that the registry does not have."""

    __str__ = ValueError.__str__  # KeyError would show the sentence in quotes


def strategy_named(name: str) -> Strategy:
    """Return a strategy by name; an UnknownStrategyError lists the names there are."""
    if not isinstance(name, str) or name not in STRATEGIES:
        raise UnknownStrategyError(f"strategy is {name!r}: it must be one of {', '.join(STRATEGIES)}")
    return STRATEGIES[name]
