"""Pictures in notebooks take few bytes, and look as they did."""

from __future__ import annotations

import base64
import io
import re
import urllib.parse
import xml.etree.ElementTree as ElementTree

import matplotlib.pyplot as plt
import numpy as np
import pytest
from PIL import Image

import gametree as gt
from companion import plot
from companion.plot.output import compact, data_address
from tests.lab import marks


@pytest.fixture
def pictures() -> list[str]:
    """A searched tree, and a figure with lines, dots, bands, bars, an image and text."""
    tree = gt.Tree.from_nested([[[12, 8], 6, [11, 14, 20]], [[40], [8, 47, 17, 23]]])
    traced = gt.trace(tree, "sss*")
    with plot.styled():
        figure, axes = plt.subplots(2, 2, figsize=(8, 6))
        x = np.linspace(0, 1e-3, 40)
        axes[0, 0].plot(x, np.sin(9000 * x), "o--", label=r"$\alpha_{10}$ 'quoted' <&> 100 %")
        axes[0, 0].fill_between(x, np.sin(9000 * x) - 0.2, np.sin(9000 * x) + 0.2, alpha=0.3)
        axes[0, 0].legend()
        axes[0, 1].bar([1, 2, 3], [3, 1, 2], hatch="///", color="#FEDCBA", edgecolor="white")
        axes[1, 0].imshow(np.arange(12).reshape(3, 4))
        axes[1, 1].scatter(x, x**2, c=x)
    plt.close(figure)
    return [plot.svg(tree, snapshot=traced.snapshot(9)), plot.to_svg(figure, alt="a figure")]


def test_an_address_stands_in_html_and_holds_the_compact_picture(pictures):
    for svg in pictures:
        address = data_address(svg)
        assert not re.search(r'["<>\n]', address)
        kind, _, text = address.partition(",")
        assert kind == "data:image/svg+xml"
        held = ElementTree.fromstring(urllib.parse.unquote(text))
        assert ElementTree.tostring(held) == ElementTree.tostring(ElementTree.fromstring(compact(svg)))


def test_every_reference_in_a_compact_picture_leads_somewhere(pictures):
    for svg in pictures:
        text = compact(svg)
        wanted = set(re.findall(r'href="#(\w+)"', text)) | set(re.findall(r"url\(#(\w+)\)", text))
        ids = re.findall(r'\bid="(\w+)"', text)
        assert wanted == set(ids) and len(ids) == len(set(ids))


def test_a_colour_beside_a_reference_stays_a_colour():
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg"><defs><pattern id="bead"/></defs>'
        '<path id="unused" style="fill: url(#bead); stroke: #bead00"/></svg>'
    )
    assert '<pattern id="a"/>' in compact(svg)
    assert '<path style="fill:url(#a);stroke:#bead00"/>' in compact(svg)


def test_an_address_takes_less_than_half_of_what_base64_took(pictures):
    for svg in pictures:
        assert len(data_address(svg)) < 0.5 * len(base64.b64encode(svg.encode()))


def test_a_picture_is_the_same_text_every_time(pictures):
    for svg in pictures:
        assert compact(svg) == compact(svg)
        assert "aria-label" not in svg or "aria-label" in compact(svg)


@pytest.mark.slow
@marks[1]
def test_a_browser_draws_the_compact_picture_as_the_full_one(pictures, page):
    for svg in pictures:
        full = f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode('ascii')}"
        shots = []
        for address in (full, data_address(svg)):
            page.set_content(f'<img width="1200" src="{address}">')
            page.wait_for_function("document.images[0].complete && document.images[0].naturalWidth > 0")
            shots.append(np.asarray(Image.open(io.BytesIO(page.screenshot())).convert("RGB"), dtype=int))
        assert shots[0].std() > 5
        # Edges may be a shade lighter or darker where two decimals were kept of six.
        apart = np.abs(shots[0] - shots[1])
        assert apart.max() < 100 and (apart > 16).mean() < 1e-3
