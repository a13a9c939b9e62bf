"""Firefox as it is installed, driven by WebDriver BiDi, its own protocol: playwright drives only a Firefox of its own."""

from __future__ import annotations

import itertools
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import websocket

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
OFFLINE = """\
user_pref("network.proxy.type", 1);
user_pref("network.proxy.socks", "127.0.0.1");
user_pref("network.proxy.socks_port", 9);
"""
"""All but files goes to a proxy that is not there."""

marks = [
    pytest.mark.slow,
    pytest.mark.skipif(FIREFOX is None, reason="Firefox is not installed: apt-get install firefox-esr"),
]


class Firefox:
    """A page of Firefox, and what went wrong in it."""

    def __init__(self, address: str) -> None:
        self.socket = websocket.create_connection(address, timeout=300, suppress_origin=True)
        self.numbers = itertools.count(1)
        self.troubles: list[str] = []
        self.command("session.new", capabilities={})
        self.command("session.subscribe", events=["log.entryAdded"])
        self.context = self.command("browsingContext.getTree")["contexts"][0]["context"]

    def command(self, method: str, **params: Any) -> Any:
        """Send a command; return its result."""
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            heard = json.loads(self.socket.recv())
            if heard.get("method") == "log.entryAdded" and heard["params"]["level"] in ("error", "warn"):
                self.troubles.append(heard["params"]["text"])
            if heard.get("id") == number:
                assert heard["type"] == "success", heard
                return heard["result"]

    def open(self, path: Path) -> None:
        """Open a page from disk and wait until it is loaded."""
        self.command("browsingContext.navigate", context=self.context, url=path.as_uri(), wait="complete")

    def evaluate(self, script: str) -> Any:
        """Return what an expression, or the promise of it, gives in the page."""
        found = self.command(
            "script.evaluate",
            expression=f"Promise.resolve({script}).then((found) => JSON.stringify(found ?? null))",
            target={"context": self.context},
            awaitPromise=True,
        )
        assert found["type"] == "success", found
        return json.loads(found["result"]["value"])


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """Start Firefox with a profile of its own, without a window and without a network."""
    (folder / "user.js").write_text(OFFLINE, encoding="utf-8")
    command = [
        str(FIREFOX),
        "--headless",
        "--no-remote",
        "--profile",
        str(folder),
        "--remote-debugging-port",
        "0",
    ]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    try:
        assert process.stderr is not None
        said = (re.search(r"WebDriver BiDi listening on (ws://\S+)", line) for line in process.stderr)
        address = next(found[1] for found in said if found)
        yield Firefox(f"{address}/session")
    finally:
        process.terminate()
        process.wait(timeout=60)
