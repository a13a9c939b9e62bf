"""The registry of strategies: their kernels, reference forms, properties and sources."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from gametree import reference
from gametree._checks import UnknownNameError, as_float, check_kind, check_name, shown, suggestion
from gametree.reference import Recorder
from gametree.search import alphabeta, branch_and_bound, minimax, pvs, s_alphabeta, scout, sss_star


@dataclass(frozen=True)
class Option:
    """A number that a strategy takes.

    Attributes
    ----------
    name : str
        The keyword.
    default : float
        The default.
    meaning : str
        Its meaning, for error messages.
    least : float
        The least number allowed.

    Examples
    --------
    >>> STEP.check(25)
    25.0
    >>> STEP.check(-1)
    Traceback (most recent call last):
        ...
    ValueError: step is -1: it must be a number not less than 0 (how far below an upper bound to look next)
    """

    name: str
    default: float
    meaning: str
    least: float = -math.inf

    def check(self, value: Any) -> float:
        """Return the value as a float; a ValueError says what is allowed."""
        number = as_float(value)
        beyond = math.isinf(number) and value != number  # a whole number that no float can hold
        if beyond or not number >= self.least:
            least = "" if self.least == -math.inf else f" not less than {self.least:g}"
            raise ValueError(f"{self.name} is {shown(value)}: it must be a number{least} ({self.meaning})")
        return number


GUESS = Option("guess", 0.0, "the first guess of the value")
STEP = Option("step", 10.0, "how far below an upper bound to look next", least=0.0)
CLOSE = Option("close", 10.0, "how near the bounds must be for the last call", least=0.0)


@dataclass(frozen=True)
class Strategy:
    """A way of searching a game tree.

    Attributes
    ----------
    name : str
        Its name in `gametree.search`.
    source : str
        Where it is described.
    start : compiled function
        ``start(tree.arrays, log, workspace) -> value``.
    reference : function
        The same in plain Python: ``reference(Recorder(tree), 0) -> value``.
    revisits_nodes : bool
        Whether a node may be entered more than once, so that distinct nodes must be marked.
    keeps_open : bool
        Whether it has a list OPEN.
    keeps_tree : bool
        Whether it keeps the search tree of S-alpha-beta between calls.
    directional : bool
        Whether it searches from left to right, and returns the leftmost of the best moves.
    options : tuple of Option
        Its options, as in ``search(tree, "sss-0", guess=504)``.
    label : str
        Its name in the tables of Muszycka 1985, if it is in one.

    Examples
    --------
    >>> STRATEGIES["sss*"].label, STRATEGIES["sss*"].keeps_open
    ('SSS*', True)
    """

    name: str
    source: str
    start: Any
    reference: Callable[[Recorder, int], float]
    revisits_nodes: bool = False
    keeps_open: bool = False
    keeps_tree: bool = False
    directional: bool = True
    options: tuple[Option, ...] = ()
    label: str = ""

    @property
    def counts_nodes(self) -> bool:
        """Whether its kernel counts distinct nodes; otherwise it enters no node twice, and nodes equal visits."""
        return self.revisits_nodes or self.keeps_open or self.keeps_tree


def _registry(*strategies: Strategy) -> Mapping[str, Strategy]:
    return MappingProxyType({strategy.name: strategy for strategy in strategies})


_THESIS, _APPENDIX = "Muszycka 1985", "Muszycka 1985, Appendix 1"
_PAPER = "de Bruin, Pijls & Plaat 1994"
_AGAIN: Any = {"revisits_nodes": True}
_OPEN: Any = {"keeps_open": True, "directional": False}
_TREE: Any = {"keeps_tree": True, "directional": False}

STRATEGIES = _registry(
    Strategy("minimax", f"{_THESIS}, 1.2", minimax.start_minimax, reference.negamax),
    Strategy(
        "branch-and-bound",
        f"{_THESIS}, 2.1", branch_and_bound.start_branch_and_bound, reference.branch_and_bound, label="BB",
    ),
    Strategy("alphabeta", f"{_THESIS}, 2.2", alphabeta.start_alphabeta, reference.alphabeta, label="AB"),
    Strategy("palphabeta", f"{_THESIS}, 2.3", alphabeta.start_palphabeta, reference.palphabeta, label="PAB", **_AGAIN),
    Strategy("pvs", f"{_THESIS}, 2.4", pvs.start_pvs, reference.pvs, label="PVS", **_AGAIN),
    Strategy("scout", f"{_THESIS}, 2.5", scout.start_scout, reference.scout, label="Scout", **_AGAIN),
    Strategy("sss*", f"{_THESIS}, 2.6", sss_star.start_sss_star, reference.sss_star, label="SSS*", **_OPEN),
    Strategy("scout-minimax", _APPENDIX, scout.start_scout_minimax, reference.scout_minimax, **_AGAIN),
    Strategy(
        "scout-campbell-marsland",
        _APPENDIX, scout.start_scout_campbell_marsland, reference.scout_campbell_marsland, **_AGAIN,
    ),
    Strategy("scout-testm", _APPENDIX, scout.start_scout_testm, reference.scout_testm, **_AGAIN),
    Strategy("falphabeta", f"{_THESIS}, 2.3", alphabeta.start_falphabeta, reference.falphabeta),
    Strategy(
        "s-alphabeta", f"{_PAPER}, Figure 4", s_alphabeta.start_s_alphabeta, reference.s_alphabeta_once, keeps_tree=True
    ),
    Strategy("sss-2", f"{_PAPER}, section 5", s_alphabeta.start_sss_2, reference.sss_2, **_TREE),
    Strategy("dual-sss-2", f"{_PAPER}, section 5", s_alphabeta.start_dual_sss_2, reference.dual_sss_2, **_TREE),
    Strategy("sss-0", f"{_PAPER}, section 5", s_alphabeta.start_sss_0, reference.sss_0, options=(GUESS,), **_TREE),
    Strategy("sss-4", f"{_PAPER}, section 5", s_alphabeta.start_sss_4, reference.sss_4, options=(STEP,), **_TREE),
    Strategy(
        "mtd(f)",
        "Plaat, Schaeffer, Pijls & de Bruin 1996", s_alphabeta.start_mtd_f, reference.mtd_f, options=(GUESS,), **_TREE,
    ),
    Strategy(
        "sss-4-wide-window",
        f"{_PAPER}, section 5, a variation",
        s_alphabeta.start_sss_4_wide_window, reference.sss_4_wide_window, options=(STEP, CLOSE), **_TREE,
    ),
    Strategy("second-best", f"{_PAPER}, section 6", s_alphabeta.start_second_best, reference.second_best, **_TREE),
    Strategy(
        "palphabeta-unit-window",
        f"{_THESIS}, 2.3, the window as printed",
        alphabeta.start_palphabeta_unit_window, reference.palphabeta_unit_window, **_AGAIN,
    ),
    Strategy(
        "pvs-unit-window",
        f"{_THESIS}, 2.4, the window as printed", pvs.start_pvs_unit_window, reference.pvs_unit_window, **_AGAIN,
    ),
    Strategy(
        "scout-campbell-marsland-unit-window",
        f"{_APPENDIX}, the window as printed",
        scout.start_scout_campbell_marsland_unit_window, reference.scout_campbell_marsland_unit_window, **_AGAIN,
    ),
    Strategy(
        "sss*-newest-first",
        f"{_THESIS}, 2.6, with another rule for ties",
        sss_star.start_sss_star_newest_first, reference.sss_star_newest_first, **_OPEN,
    ),
    Strategy(
        "alphabeta-iterative",
        "Knuth & Moore 1975, section 3", alphabeta.start_alphabeta_iterative, reference.alphabeta_iterative,
    ),
)  # fmt: skip
"""All strategies, in the order of the papers, then their subroutines and variants."""


def strategy_named(name: str) -> Strategy:
    """Return a strategy by name; an UnknownNameError lists the names.

    >>> strategy_named("pvs").source
    'Muszycka 1985, 2.4'
    """
    chosen = STRATEGIES.get(name) if type(name) is str else None
    return chosen or STRATEGIES[check_name("strategy", name, STRATEGIES, UnknownNameError)]


def check_options(strategy: Strategy, given: Mapping[str, Any]) -> dict[str, float]:
    """Return the values of all options of a strategy, in its order; a ValueError if it does not take one that is given.

    >>> check_options(STRATEGIES["sss-4"], {"step": 25})
    {'step': 25.0}
    >>> check_options(STRATEGIES["pvs"], {"step": 25})
    Traceback (most recent call last):
        ...
    ValueError: step is 25: pvs takes no option
    """
    check_kind("strategy", strategy, Strategy, "one of the values of STRATEGIES")
    check_kind("given", given, Mapping, "a mapping from names of options to numbers")
    taken = [option.name for option in strategy.options]
    for name, value in given.items():
        if name not in taken:
            takes = f"takes {', '.join(taken)}" if taken else "takes no option"
            near = suggestion(name, taken)
            raise ValueError(f"{name} is {shown(value)}: {strategy.name} {takes}{near}")
    return {option.name: option.check(given.get(option.name, option.default)) for option in strategy.options}
