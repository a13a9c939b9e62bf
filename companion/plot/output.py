"""Figures as files, as text and in notebooks: always the same bytes, and with alternative text.

Executed notebooks are committed, and hold their pictures.  Matplotlib writes for programs that read SVG back: names on
every group, six decimals, a style on every dot.  A browser needs none of that.  Coordinates are in points, so two decimals
are finer than any screen.
"""

from __future__ import annotations

import html
import io
import itertools
import re
import string
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from companion.plot.describe import describe
from companion.plot.style import styled
from companion.plot.tree import draw_tree
from gametree._checks import check_count, check_kind, check_number
from gametree.tree import Tree

WIDEST = 10.5
"""Inches that fit on a page: a wider picture keeps its size and scrolls, so that its labels can be read."""

NARROWEST = 560
"""Pixels below which no picture shrinks on a small screen: it scrolls there instead."""

MOST_DOTS = 1200
"""Dots per inch beyond which a picture has more than anything shows."""

PIXELS_PER_INCH = 96
"""What browsers take an inch to be."""


def to_svg(drawn: Figure | Axes, alt: str = "") -> str:
    """Return a picture as SVG, with `alt` as its accessible name."""
    check_kind("alt", alt, str, "text")
    text = io.StringIO()
    with styled():
        _figure(drawn).savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    label = f'role="img" aria-label="{html.escape(alt)}" ' if alt else ""
    return text.getvalue().replace("<svg ", f"<svg {label}", 1)


def to_png(drawn: Figure | Axes, alt: str = "", dpi: float = 160) -> bytes:
    """Return a picture as PNG, with `alt` as its description."""
    check_kind("alt", alt, str, "text")
    check_number("dpi", dpi, 1, MOST_DOTS)
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
    check_kind("path", path, (str, Path), "the path of a file")
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
    check_kind("alt", alt, str, "text")
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
    check_count("number", number, 0, 10**6)
    check_kind("content", content, str, "HTML, as text")
    check_kind("caption", caption, str, "text")
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


_SVG, _XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
_HREF = f"{{{_XLINK}}}href"
_DECIMALS = re.compile(r"-?\d+\.\d+(?:e-?\d+)?")
_MOVED = re.compile(r"translate\((\S+) 0\)")
_COORDINATES = ("d", "x", "y", "width", "height", "points")
_REFERENCE = re.compile(r"url\(#([^)]+)\)")


def compact(svg: str) -> str:
    """Return an SVG picture that looks the same, for a document of its own: its ids are short ones."""
    root = ElementTree.fromstring(svg)
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag == f"{{{_SVG}}}metadata":
                parent.remove(child)
    _shorten_ids(root)
    for element in root.iter():
        _shorten_attributes(element)
    _lift_styles(root)
    _unwrap(root)
    _name_styles(root)
    ElementTree.register_namespace("", _SVG)
    return ElementTree.tostring(root, encoding="unicode").replace(" />", "/>")


def data_address(svg: str) -> str:
    """Return an SVG picture as an address that holds it, to stand between double quotes in HTML."""
    text = compact(svg)
    # Single quotes are as good, and need no escape, neither in HTML nor in a notebook's JSON.
    text = text.replace("'", "&#39;").replace('"', "'")
    for character in '%#<>"':
        text = text.replace(character, f"%{ord(character):02X}")
    return f"data:image/svg+xml,{text}"


def _shorten_ids(root: ElementTree.Element) -> None:
    """Drop the ids that nothing refers to, and number the others."""
    used = {
        name
        for element in root.iter()
        for key, value in element.attrib.items()
        for name in ([value[1:]] if key == _HREF else _REFERENCE.findall(value))
    }
    short: dict[str, str] = {}
    names = _names()
    for element in root.iter():
        name = element.attrib.pop("id", "")
        if name in used:
            element.set("id", short.setdefault(name, next(names)))
    for element in root.iter():
        for key, value in list(element.attrib.items()):
            if key == _HREF:
                del element.attrib[key]
                element.set(
                    "href", f"#{short[value[1:]]}" if value.startswith("#") else "".join(value.split())
                )
            else:
                # Only what stands in url(#...) is a reference: a style may hold colours too, #ffffff.
                element.set(key, _REFERENCE.sub(lambda match: f"url(#{short[match[1]]})", value))


def _names() -> Iterator[str]:
    for length in itertools.count(1):
        for letters in itertools.product(string.ascii_letters, repeat=length):
            yield "".join(letters)


def _shorten_attributes(element: ElementTree.Element) -> None:
    for blank in ("text", "tail"):
        if not (getattr(element, blank) or "").strip():
            setattr(element, blank, None)
    for key in _COORDINATES:
        if key in element.attrib:
            element.set(key, _rounded(element.attrib[key]))
    if "d" in element.attrib:
        element.set("d", re.sub(r" ?([A-Za-z]) ?", r"\1", " ".join(element.attrib["d"].split())))
    if "style" in element.attrib:
        element.set("style", re.sub(r"([:;,]) ", r"\1", element.attrib["style"]).rstrip(";"))
    if "transform" in element.attrib:
        moved = _MOVED.fullmatch(element.attrib["transform"])
        if element.tag == f"{{{_SVG}}}use" and moved and "x" not in element.attrib:
            del element.attrib["transform"]
            element.set("x", _rounded(moved[1]))
        else:
            # Places only: a scale needs its decimals.
            places = re.sub(r"translate\([^)]*\)", lambda m: _rounded(m[0]), element.attrib["transform"])
            element.set("transform", places)


def _rounded(text: str) -> str:
    return _DECIMALS.sub(lambda match: _number(float(match[0])), text)


def _number(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _lift_styles(root: ElementTree.Element) -> None:
    """Say once, on the group, what all its dots say: they inherit it."""
    for group in root.iter(f"{{{_SVG}}}g"):
        styles = {child.get("style") for child in group if child.tag == f"{{{_SVG}}}use"}
        if len(styles) == 1 and len(group) == sum(child.tag == f"{{{_SVG}}}use" for child in group):
            style = styles.pop()
            if style is not None and "style" not in group.attrib:
                group.set("style", style)
                for child in group:
                    del child.attrib["style"]


def _unwrap(parent: ElementTree.Element) -> None:
    """Put the children of groups that say nothing into their place."""
    children: list[ElementTree.Element] = []
    for child in list(parent):
        _unwrap(child)
        if child.tag == f"{{{_SVG}}}g" and not child.attrib:
            children.extend(child)
        else:
            children.append(child)
    parent[:] = children


def _name_styles(root: ElementTree.Element) -> None:
    """Give the styles that come often a name, and say them once."""
    styles = Counter(element.attrib["style"] for element in root.iter() if "style" in element.attrib)
    often = dict(zip((style for style, count in styles.items() if count > 1), _names(), strict=False))
    for element in root.iter():
        if element.get("style") in often:
            element.set("class", often[element.attrib.pop("style")])
    sheet = root.find(f".//{{{_SVG}}}style")
    if sheet is not None:
        sheet.text = (sheet.text or "") + "".join(f".{name}{{{style}}}" for style, name in often.items())
