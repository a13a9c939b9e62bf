"""Readings of the thesis: which generator and which strategies stand for what it describes.

The literal reading is what the text says, word by word.  The chosen one was picked with the printed tables in sight,
because it comes closer to them; `notebooks/03_pruning_comparison` shows both side by side, `notebooks/11_detective_work`
what else was tried, and how the chosen ones do on numbers that had no part in the choice.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.published.cases import COLUMNS, TreeCase


class Reading(NamedTuple):
    """How a case is generated and searched.

    Attributes
    ----------
    name : str
        ``literal`` or ``chosen``.
    kind, scheme : str
        Arguments of `gametree.generate`.
    using : mapping
        Printed column -> the strategy that stands for it, where it is not the obvious one
        (`gametree.compare`).
    why : str
        What differs from the literal reading, in a few words; empty if nothing does.
    """

    name: str
    kind: str
    scheme: str
    using: Mapping[str, str]
    why: str

    @property
    def strategies(self) -> tuple[str, ...]:
        """The strategies behind the six printed columns."""
        return tuple((COLUMNS | dict(self.using)).values())


def literal_reading(case: TreeCase) -> Reading:
    """Return what the thesis says."""
    return Reading("literal", case.kind, case.scheme, {}, "")


def chosen_reading(case: TreeCase) -> Reading:
    """Return the reading that was chosen with the printed tables in sight, or the literal one if none was."""
    kind, scheme, using = case.kind, case.scheme, {}
    why = []
    if kind == "nonuniform" and scheme == "ordered":
        kind, scheme = "nonuniform-levels", "ordered-leaves"
        why.append("one fan-out per level, below the root up to w-1; only leaves are ordered")
    elif kind == "nonuniform" and scheme == "unordered":
        kind, scheme = "nonuniform-levels", "unordered-best-last"
        why.append("one fan-out per level, below the root up to w-1; the best of sibling leaves comes last")
    elif kind == "nonuniform":
        kind = "nonuniform-narrow"
        why.append("fan-outs below the root up to w-1")
    elif scheme == "ordered" and case.p != 1:
        scheme = "ordered-reset"
        why.append("a value that is not handed to the leftmost child is forgotten")
    if scheme == "integer-dependent":
        using = {"SSS*": "sss*-newest-first"}
        why.append("SSS* puts a newly solved triple above those of equal merit")
    if scheme == "real-dependent":
        using = {"PAB": "palphabeta-unit-window", "PVS": "pvs-unit-window"}
        why.append("windows of width 1")
    return Reading("chosen", kind, scheme, using, "; ".join(why)) if why else literal_reading(case)
