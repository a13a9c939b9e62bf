"""What this package raises when it is given something it can't use."""

from __future__ import annotations

from collections.abc import Sequence

from gametree._checks import suggestion


class ReportError(ValueError):
    """Bad input: one sentence that names the argument, its value and what is allowed.

    The command line prints it without a traceback and ends with status 2.
    """


def in_words(error: OSError) -> str:
    """Return what went wrong with which file, on one line."""
    where = f": {error.filename}" if error.filename else ""
    return f"{error.strerror or error}{where}"


def allowed_are(name: str, allowed: Sequence[str]) -> str:
    """Return the end of a sentence about a name that is not one of those allowed, with the nearest of them."""
    return f"allowed are: {', '.join(allowed) or 'none'}{suggestion(name, allowed) or '.'}"
