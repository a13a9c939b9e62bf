"""Finished cells on disk: so that a sweep that was stopped goes on where it was."""

from __future__ import annotations

import hashlib
import os
import uuid
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from gametree.experiment.sums import BATCH, Sums
from gametree.generate.recipe import Recipe

FORMAT = 1
"""Changes whenever what a file holds changes."""


def cell_key(
    recipe: Recipe, strategies: tuple[str, ...], seed: int, trees: int, precision: float | None
) -> str:
    """Return a name for all that the result of a cell depends on."""
    described = (FORMAT, BATCH, recipe.cell, strategies, seed, trees, precision)
    return hashlib.sha256(repr(described).encode()).hexdigest()[:24]


def save_cell(folder: Path, key: str, sums: Sums) -> None:
    """Keep a finished cell: written aside and moved into place, so that no half of a file is ever read."""
    folder.mkdir(parents=True, exist_ok=True)
    aside = folder / f"{key}.{uuid.uuid4().hex}.npz"
    numbers = sorted(sums.batches)
    np.savez(
        aside,
        n=sums.n,
        total=sums.total,
        products=sums.products,
        numbers=np.array(numbers, dtype=np.int64),
        batches=np.array([sums.batches[k] for k in numbers], dtype=np.int64),
        parts=np.array([first for first, _ in sums.times], dtype=np.int64),
        times=np.array([row for _, row in sums.times]),
    )
    os.replace(aside, folder / f"{key}.npz")


def load_cell(folder: Path, key: str) -> Sums | None:
    """Return a cell that was kept, or None; one that can't be read is as good as none."""
    try:
        with np.load(folder / f"{key}.npz") as kept:
            return Sums(
                int(kept["n"]),
                kept["total"],
                kept["products"],
                dict(zip(kept["numbers"].tolist(), kept["batches"], strict=True)),
                list(zip(kept["parts"].tolist(), kept["times"], strict=True)),
            )
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return None
