"""Figures as files, as text and in notebooks: always the same bytes, and with alternative text."""

from __future__ import annotations

import html
import io
from pathlib import Path
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from companion.plot.compact import data_address
from companion.plot.describe import describe
from companion.plot.style import styled
from companion.plot.tree import draw_tree
from gametree._checks import check_kind
from gametree.tree import Tree

WIDEST = 10.5
"""Inches that fit on a page: a wider picture keeps its size and scrolls, so that its labels can be read."""

NARROWEST = 560
"""Pixels below which no picture shrinks on a small screen: it scrolls there instead."""

PIXELS_PER_INCH = 96
"""What browsers take an inch to be."""


def to_svg(drawn: Figure | Axes, alt: str = "") -> str:
    """Return a picture as SVG, with `alt` as its accessible name."""
    text = io.StringIO()
    with styled():
        _figure(drawn).savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    label = f'role="img" aria-label="{html.escape(alt)}" ' if alt else ""
    return text.getvalue().replace("<svg ", f"<svg {label}", 1)


def to_png(drawn: Figure | Axes, alt: str = "", dpi: float = 160) -> bytes:
    """Return a picture as PNG, with `alt` as its description."""
    data = io.BytesIO()
    metadata = {"Software": None, "Description": alt} if alt else {"Software": None}
    with styled():
        _figure(drawn).savefig(data, format="png", dpi=dpi, metadata=metadata)
    return data.getvalue()


def svg(tree: Tree, **options: Any) -> str:
    """Return a tree as SVG; options are those of `draw_tree`."""
    return to_svg(draw_tree(tree, **options), alt=describe(tree, options.get("snapshot")))


def png(tree: Tree, dpi: float = 160, **options: Any) -> bytes:
    """Return a tree as PNG; options are those of `draw_tree`."""
    return to_png(draw_tree(tree, **options), alt=describe(tree, options.get("snapshot")), dpi=dpi)


def save(drawn: Figure | Axes, path: str | Path, alt: str = "") -> Path:
    """Write a picture to a file whose name ends in .svg or .png."""
    path = Path(path)
    if path.suffix == ".svg":
        path.write_text(to_svg(drawn, alt), encoding="utf-8")
    elif path.suffix == ".png":
        path.write_bytes(to_png(drawn, alt))
    else:
        raise ValueError(f"path is {str(path)!r}: its name must end in .svg or .png")
    return path


def image_html(drawn: Figure | Axes, alt: str) -> str:
    """Return a picture as an HTML element that holds the picture itself and its alternative text."""
    inches = float(_figure(drawn).get_size_inches()[0])
    width = round(inches * PIXELS_PER_INCH)
    limit = "100%" if inches <= WIDEST else "none"
    return (
        f'<div style="overflow-x:auto"><img alt="{html.escape(alt)}" width="{width}" style="max-width:{limit};'
        f'min-width:{min(width, NARROWEST)}px;height:auto;background:#fff;border-radius:4px" '
        f'src="{data_address(to_svg(drawn))}"></div>'
    )


def captioned(number: int, content: str, caption: str) -> str:
    """Return some HTML as a numbered figure with a caption, to which links can lead: ``#figure-3``.

    The caption may hold formulas between dollars and HTML.

    Raises
    ------
    ValueError
        If the caption says nothing.
    """
    if not caption.strip():
        raise ValueError(f"caption of figure {number} is {caption!r}: it must say what to see")
    return (
        f'<figure id="figure-{number}" style="margin:1em 0">{content}'
        f'<figcaption style="margin-top:.4em"><b>Figure {number}.</b> {caption}</figcaption></figure>'
    )


def show(number: int, drawn: Figure | Axes, *, caption: str, alt: str) -> None:
    """Display a numbered picture in a notebook; `alt` says what it shows to people who can't see it."""
    from IPython.display import HTML, display

    display(HTML(captioned(number, image_html(drawn, alt), caption)))


def _figure(drawn: Figure | Axes) -> Figure:
    check_kind("drawn", drawn, (Figure, Axes), "a figure or axes of matplotlib")
    figure = drawn if isinstance(drawn, Figure) else drawn.get_figure(root=True)
    assert isinstance(figure, Figure)
    return figure
