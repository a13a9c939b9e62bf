"""Pages with live parts, opened from disk with the network cut: what their tests share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from playwright.sync_api import Page

from companion.widgets import web
from gametree.experiment import counts_of
from gametree.generate import recipe

STRATEGIES = ("minimax", "branch-and-bound", "alphabeta", "palphabeta", "pvs", "scout", "sss*")


def write_page(folder: Path, body: str = "", theme: str = "light") -> Path:
    """Write a page with these elements and all that it needs; return its path."""
    names = web.write_assets(folder)
    head = "".join(
        f'<link rel="stylesheet" href="{name}">'
        if name.endswith(".css")
        else f'<script defer src="{name}"></script>'
        for name in names
    )
    path = folder / "page.html"
    path.write_text(
        f'<!doctype html><html lang="en" data-theme="{theme}"><head><meta charset="utf-8"><title>A page</title>'
        f'<meta name="viewport" content="width=device-width">{head}</head><body>{body}</body></html>',
        encoding="utf-8",
    )
    return path


def same_sums(
    page: Page, *, scheme: str, p: float | None, width: int, depth: int, trees: int, seed: int, first: int = 0
) -> None:
    """Assert that the page's engine gives the library's sums, products and tallies, to the last unit."""
    question: dict[str, Any] = {
        "scheme": scheme, "p": p, "width": width, "depth": depth, "trees": trees, "seed": seed, "first": first,
        "strategies": STRATEGIES,
    }  # fmt: skip
    found = page.evaluate("question => gametree.engines.sweep(question)", question)
    counts = counts_of(recipe("uniform", scheme, width, depth, p), STRATEGIES, seed, first, trees)
    assert found["trees"] == trees
    assert found["total"] == counts.sum(axis=0).tolist()
    assert found["products"] == np.einsum("iac,ibc->cab", counts, counts).tolist()
    for row, column in zip(found["tallies"], counts.transpose(1, 2, 0), strict=True):
        for (values, times), counted in zip(row, column, strict=True):
            expected = np.unique(counted, return_counts=True)
            assert sorted(zip(values, times, strict=True)) == list(
                zip(*map(np.ndarray.tolist, expected), strict=True)
            )
