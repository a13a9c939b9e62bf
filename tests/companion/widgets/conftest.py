"""What the tests of pages with live parts share."""

from __future__ import annotations

import pytest


@pytest.fixture
def troubles(page):
    """Return what the page complains about, and what it asks of the network; all but files is refused."""
    found: list[str] = []
    page.on(
        "console",
        lambda message: found.append(message.text) if message.type in ("error", "warning") else None,
    )
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on(
        "request",
        lambda request: (
            None if request.url.startswith(("file:", "blob:", "data:")) else found.append(request.url)
        ),
    )
    page.context.set_offline(True)
    yield found
    assert found == []
