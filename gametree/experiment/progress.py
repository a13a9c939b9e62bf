"""How far a long piece of work has come: a bar for people who watch, plain lines for a log."""

from __future__ import annotations

import os
import sys
import time
from types import TracebackType

SECONDS_BETWEEN_LINES = 5.0
SHARE_BETWEEN_LINES = 0.03
"""Of the time so far: so that work of a day does not fill a log."""


class Progress:
    """Tell how many of `total` units are done, under a title.

    On a terminal one line is written over again; anywhere else (a log, an executed notebook) a plain line
    appears every few seconds, later every few minutes, and nothing at all for work that takes less.
    """

    def __init__(self, title: str, total: float, shown: bool = True):
        self._title = title
        self._total = total
        self._done = 0.0
        self._shown = shown
        self._bar = shown and sys.stderr.isatty() and "GAMETREE_RESULTS" not in os.environ
        self._begun = self._told = time.monotonic()

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar:
            print(file=sys.stderr)

    def add(self, amount: float, what: str = "") -> None:
        """Count `amount` more units as done."""
        self._done += amount
        now = time.monotonic()
        pause = max(SECONDS_BETWEEN_LINES, SHARE_BETWEEN_LINES * (now - self._begun))
        if not self._shown or (not self._bar and now - self._told < pause):
            return
        self._told = now
        share = min(1.0, self._done / self._total) if self._total else 1.0
        text = f"{self._title}: {share:4.0%} after {now - self._begun:.0f} s"
        if self._bar:
            filled = round(24 * share)
            print(
                f"\r{text} [{'#' * filled}{'.' * (24 - filled)}] {what:<24.24}",
                end="",
                file=sys.stderr,
                flush=True,
            )
        else:
            print(f"{text} {what}".rstrip(), flush=True)
