"""The kernel of the start notebook, started with JupyterLab: it is ready before anybody has opened the page."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from lab.start import EXPLORER, START

_begun: set[asyncio.Task[None]] = set()


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": "lab.kernel"}]


def _load_jupyter_server_extension(server: Any) -> None:
    """Nothing has to be added to the server: what is needed begins when it runs."""


async def _start_jupyter_server_extension(server: Any) -> None:
    """Begin, and let the server go on."""
    task = asyncio.create_task(start_kernel(server))
    _begun.add(task)
    task.add_done_callback(_begun.discard)


async def start_kernel(server: Any) -> None:
    """Start the session that JupyterLab looks for when it opens the notebook, and have what its explorer needs."""
    session = await server.session_manager.create_session(
        path=START, name=Path(START).name, type="notebook", kernel_name="python3"
    )
    client = server.kernel_manager.get_kernel(session["kernel"]["id"]).client()
    client.start_channels()
    try:
        await client.wait_for_ready(timeout=120)
        # What the explorer asks first is kept from then on: its examples load the compiled generators.
        imports = EXPLORER.partition("\n")[0]
        client.execute(f"{imports}\nTreeExplorer.engines['about']({{}})", silent=True)
    finally:
        client.stop_channels()
