"""What pages sweep with: the committed WebAssembly belongs to its sources, and the printed means are those in print."""

from __future__ import annotations

import json

import pytest

import companion
from bench import wasm
from companion.published.cases import printed_leaves
from companion.widgets import web
from tests.pages import same_sums, write_page


def test_the_committed_binary_was_made_from_the_committed_sources():
    assert wasm.HASHES.read_text(encoding="utf-8") == wasm.hashes(), "make wasm has to be run again"


@pytest.mark.slow
@pytest.mark.skipif(
    wasm.compiler() is None, reason="no compiler for WebAssembly: install clang and lld, or ziglang"
)
def test_the_sources_compile_to_a_binary_that_gives_the_same_sums(tmp_path, page, monkeypatch):
    (tmp_path / "web").mkdir()
    for path in web.FOLDER.glob("*.*"):
        (tmp_path / "web" / path.name).write_bytes(path.read_bytes())
    (tmp_path / "web" / "sweep.wasm").unlink()
    wasm.compile_to(tmp_path / "web" / "sweep.wasm")
    monkeypatch.setattr(web, "FOLDER", tmp_path / "web")
    page.goto(write_page(tmp_path / "page").as_uri())
    for scheme, p in (("unordered", None), ("ordered", 0.4)):
        same_sums(page, scheme=scheme, p=p, width=3, depth=5, trees=40, seed=3)


def test_pages_get_the_printed_means_of_uniform_trees(tmp_path):
    web.write_assets(tmp_path)
    text = (tmp_path / "sweep.printed.js").read_text(encoding="utf-8")
    tables = json.loads(text.removeprefix("gametree.printed = ").removesuffix(";\n"))
    cells = companion.published("muszycka1985", table="VIII").set_index(["row", "column"])
    assert tables["uniform ordered 0.6"]["3,6"]["sss*"]["value"] == cells.best["U(3,6)", "SSS*"]
    assert tables["uniform ordered 0.6"]["3,6"]["sss*"]["table"] == "VIII"
    assert all(trees.startswith("uniform ") for trees in tables)
    assert tables.items() <= printed_leaves().items()


def test_the_verdict_beside_a_printed_mean_is_that_of_the_text_read_word_by_word():
    scorecard = (wasm.ROOT / "reports" / "scorecard.csv").read_text(encoding="utf-8")
    assert "literal_verdict" in scorecard.splitlines()[0]
    assert printed_leaves()["uniform ordered 0.2"]["2,3"]["palphabeta"]["verdict"] == "differs"
    assert printed_leaves()["uniform unordered"]["2,3"]["palphabeta"]["verdict"] == "agrees"
