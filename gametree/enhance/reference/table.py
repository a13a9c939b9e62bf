"""The transposition table in plain Python (Muszycka 1985, section 4.3), and careless ones to learn from."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np

from gametree.generate.random import mix


@dataclass
class Entry:
    """What a search has proved of a position, for the player to move there.

    Attributes
    ----------
    position : int
        The identity of the position.
    draft : int
        How deep the search went.
    lower, upper : float
        Bounds of the value; equal if the search was completed.
    move : int
        The best move, or -1.
    """

    position: int
    draft: int
    lower: float
    upper: float
    move: int


class Table:
    """A table of so many entries, two to a bucket: the deepest, and the latest of the others."""

    def __init__(self, entries: int, rule: str) -> None:
        self.rule = rule
        self.buckets: list[list[Entry | None]] = [[None, None] for _ in range(entries // 2)]
        self.replaced = 0

    def __bool__(self) -> bool:
        return bool(self.buckets)

    def _bucket(self, position: int) -> list[Entry | None]:
        with np.errstate(over="ignore"):
            return self.buckets[int(mix(np.uint64(position))) % len(self.buckets)]

    def usable(self, entry: Entry, wanted: int) -> bool:
        """Whether an entry can stand for a search of the depth wanted."""
        return entry.draft == wanted if self.rule == "equal" else entry.draft >= wanted

    def look_up(self, position: int, wanted: int) -> tuple[float, float, int] | None:
        """Return bounds and the move to be searched first; None if the position is not there."""
        known = [entry for entry in self._bucket(position) if entry and entry.position == position]
        if not known:
            return None
        entry = max(known, key=lambda entry: (self.usable(entry, wanted), entry.draft))
        if self.usable(entry, wanted):
            return entry.lower, entry.upper, entry.move
        return -inf, inf, entry.move

    def store(self, new: Entry) -> None:
        """Store what was proved."""
        bucket = self._bucket(new.position)
        for place, old in enumerate(bucket):
            if old and (old.position, old.draft) == (new.position, new.draft):
                bucket[place] = self.merged(old, new)
                return
        first, second = bucket
        if first is None or new.draft >= first.draft:
            bucket[:] = [new, first]
            self.replaced += first is not None and second is not None
        else:
            bucket[1] = new
            self.replaced += second is not None

    def merged(self, old: Entry, new: Entry) -> Entry:
        """Return what two searches of the same depth have proved together."""
        lower, upper = max(old.lower, new.lower), min(old.upper, new.upper)
        if lower > upper:  # with the rule DEEPER, two searches may contradict each other
            lower, upper = new.lower, new.upper
        return Entry(new.position, new.draft, lower, upper, new.move if new.move >= 0 else old.move)


class BoundAsValue(Table):
    """Careless: takes whatever a search has returned for the value, although it may be a bound only."""

    def store(self, new: Entry) -> None:
        """Store a bound as a value."""
        value = new.lower if new.lower > -inf else new.upper
        super().store(Entry(new.position, new.draft, value, value, new.move))

    def merged(self, old: Entry, new: Entry) -> Entry:
        """Keep the latest."""
        return new


class NoDepth(Table):
    """Careless: takes an entry for a search of any depth."""

    def usable(self, entry: Entry, wanted: int) -> bool:
        """Take all."""
        return True


class OtherPlayer(Table):
    """Careless: takes bounds of the player to move for those of the opponent."""

    def store(self, new: Entry) -> None:
        """Store bounds with their signs changed."""
        super().store(Entry(new.position, new.draft, -new.upper, -new.lower, new.move))


CARELESS = {"a bound as a value": BoundAsValue, "any depth": NoDepth, "the other player's view": OtherPlayer}
"""Tables that go wrong."""
