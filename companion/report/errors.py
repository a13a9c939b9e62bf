"""What this package raises when it is given something it can't use."""

from __future__ import annotations


class ReportError(ValueError):
    """Bad input: one sentence that names the argument, its value and what is allowed.

    The command line prints it without a traceback and ends with status 2.
    """
