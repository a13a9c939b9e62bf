"""Packages that only some functions need: asked for when they are needed, with a sentence that says how to get them."""

from typing import Any


def pandas() -> Any:
    """Return pandas, which every function that returns a frame needs."""
    try:
        import pandas
    except ImportError:
        raise ImportError('this needs pandas: pip install "gametree[frames]"') from None
    return pandas
