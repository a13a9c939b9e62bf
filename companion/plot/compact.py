"""Smaller SVG: executed notebooks are committed, and hold their pictures.

Matplotlib writes for programs that read SVG back: names on every group, six decimals, a style on every dot.  A
browser needs none of that.  Coordinates are in points, so two decimals are finer than any screen.
"""

from __future__ import annotations

import itertools
import re
import string
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterator

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
