"""What all explorers share: the red sentence."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    pass


def alert(error: Exception) -> str:
    """Return an error as a sentence to show."""
    return f'<span role="alert" style="color:#B84A00"><b>{html.escape(str(error))}</b></span>'
