"""Whatever is put into the readers, they take it or say in one sentence what is wrong with it.

``make fuzz`` goes on for ten minutes with each, with new examples; the tests try a few that are always the same.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

import gametree as gt
from companion.published.cells import COLUMNS, read_cells
from companion.published.claims import CLAIMS, all_claims
from companion.report.parameters import read_hours, read_overrides, read_profile
from companion.report.project import ReportError
from companion.report.reproduction import check_manifest, differing, numbers_in, write_manifest
from companion.widgets.tree_explorer import TreeExplorer
from companion.widgets.web import page_python

ROOT = Path(__file__).parents[1]
SECONDS = float(os.environ.get("FUZZ", "0"))
EXAMPLES = 60


def fuzz(check, *drawn, examples=EXAMPLES):
    """Try a check on a few examples, always the same; if time is given, on new ones until it is over."""
    begun, number = time.monotonic(), 0
    while number == 0 or time.monotonic() - begun < SECONDS:
        options = settings(
            max_examples=examples if not SECONDS else 20 * examples,
            derandomize=not SECONDS,
            database=None,
            suppress_health_check=list(HealthCheck),
        )

        @seed(number)
        @options
        @given(st.tuples(*drawn))
        def trial(example):
            check(*example)

        trial()
        number += 1


def clear(error: BaseException) -> bool:
    """Whether an error is one sentence for people: one line, and neither empty nor endless."""
    return 10 < len(str(error)) < 1000 and "\n" not in str(error)


numbers = st.one_of(
    st.integers(-(10**6), 10**6), st.floats(), st.integers(), st.booleans(), st.just(2**53 + 1), st.none()
)
anything = st.one_of(numbers, st.text(max_size=5), st.binary(max_size=3), st.just({}), st.just(object()))
nested = st.recursive(
    anything | st.integers(-99, 99),
    lambda inner: st.lists(inner, max_size=4) | st.tuples(inner, inner) | st.tuples(st.floats(0, 1), inner),
    max_leaves=20,
)
good = st.recursive(
    st.integers(-99, 99), lambda inner: st.lists(inner, min_size=1, max_size=4), max_leaves=20
)


def test_nested_lists_become_a_tree_or_one_sentence():
    def check(given):
        for kind in (gt.Tree, gt.chance.Tree):
            try:
                tree = kind.from_nested(given)
            except (ValueError, TypeError, MemoryError) as error:
                assert clear(error), error
            else:
                assert kind.from_nested(tree.to_nested()).to_nested() == tree.to_nested()

    fuzz(check, nested | good)


def test_a_list_that_holds_itself_is_refused():
    def check(given, place):
        loop = list(given)
        loop.insert(place % (len(loop) + 1), loop)
        for kind in (gt.Tree, gt.chance.Tree):
            with pytest.raises((ValueError, MemoryError, TypeError)) as caught:
                kind.from_nested(loop)
            assert clear(caught.value)

    fuzz(check, st.lists(good, max_size=3), st.integers(0, 3))


def damaged(text: str) -> st.SearchStrategy[bytes]:
    """Return a file with a piece put in, taken out or put twice; or anything at all."""
    content = text.encode()

    def changed(begin, length, piece):
        at = begin % (len(content) + 1)
        return content[:at] + piece + content[at + length :]

    pieces = st.sampled_from(
        [b"", b",", b'"', b"\n", b"\r", b"\0", b"\xff", b"nan", b"-1", b"1e999"]
    ) | st.binary(max_size=9)
    return st.binary(max_size=60) | st.builds(changed, st.integers(0), st.integers(0, 30), pieces)


def start_of(path: Path, lines: int = 6) -> str:
    return "".join(path.read_text(encoding="utf-8").splitlines(keepends=True)[:lines])


@pytest.mark.parametrize(
    ("reader", "text"),
    [
        (read_cells, start_of(ROOT / "data/published/cells.csv")),
        (all_claims.__wrapped__, start_of(CLAIMS)),
        (read_cells, ",".join(COLUMNS) + "\n"),
    ],
    ids=["cells", "claims", "no cells"],
)
def test_a_file_of_printed_numbers_is_read_or_its_line_and_problem_are_named(reader, text, tmp_path):
    path = tmp_path / "file.csv"

    def check(content):
        path.write_bytes(content)
        try:
            reader(path)
        except ValueError as error:
            assert clear(error) and str(path) in str(error), error

    fuzz(check, damaged(text))


def test_any_two_files_of_results_can_be_compared(tmp_path):
    for name in ("one", "other"):
        (tmp_path / name).mkdir()

    def check(one, other):
        (tmp_path / "one/a.csv").write_bytes(one)
        (tmp_path / "other/a.csv").write_bytes(other)
        differences, rounded = differing(tmp_path / "one", tmp_path / "other")
        assert bool(differences or rounded) == (one != other)
        assert numbers_in(tmp_path / "one") >= 0

    text = "name,mean\na,1.5\nb,nan\n"
    fuzz(check, damaged(text), damaged(text))


def test_a_profile_is_read_or_refused_with_one_sentence(make_project):
    project = make_project("showcase")
    path = project.profile("paper")

    def check(content):
        path.write_bytes(content)
        try:
            values = read_profile(project, "paper")
        except ReportError as error:
            assert len(str(error).splitlines()) == 1, error
        else:
            assert set(values) == {"showcase"}
            assert all(hours > 0 for hours in read_hours(project, "paper").values())

    text = '[processor_hours]\nshowcase = 2.5\n[showcase]\nwidth = 4\nlabel = "<b>x</b>"\n'
    fuzz(check, damaged(text))


def test_overrides_are_read_or_refused():
    def check(words):
        try:
            values = read_overrides(words)
        except ReportError as error:
            assert clear(error)
        else:
            assert all(name.isidentifier() for name in values)

    fuzz(
        check,
        st.lists(st.text(max_size=12) | st.builds("{}={}".format, st.just("trees"), st.text(max_size=9))),
    )


def test_a_manifest_is_checked_whatever_is_in_it(make_project):
    shelf = make_project("showcase").shelf("paper")
    shelf.folder.mkdir()
    (shelf.folder / "scorecard.csv").write_text("a\n1\n", encoding="utf-8")
    write_manifest(shelf)
    manifest = shelf.folder / "MANIFEST"
    written = manifest.read_bytes()
    assert check_manifest(shelf) == []

    def check(content):
        manifest.write_bytes(content)
        assert bool(check_manifest(shelf)) == (content != written) or content.split() == written.split()

    fuzz(check, damaged(written.decode()))


texts = st.text(alphabet="[](), .-0123456789e", max_size=30) | st.text(max_size=15) | good.map(repr)
strategy_names = st.sampled_from([*gt.STRATEGIES, *gt.chance.METHODS]) | st.text(max_size=8)
options = st.dictionaries(
    st.sampled_from(["guess", "step", "error"]) | st.text(max_size=4),
    numbers | st.text(max_size=3),
    max_size=2,
)


def test_what_an_address_says_is_told_or_refused_with_one_sentence():
    def check(tree, strategy, chosen, goal):
        question = {"tree": tree, "strategy": strategy, "options": chosen, "goal": goal, "steps": False}
        reply = TreeExplorer().reply({"number": 1, "question": {"engine": "trace", **question}})
        if "error" in reply:
            assert clear(ValueError(reply["error"])), reply
        else:
            json.dumps(reply, allow_nan=False)

    fuzz(check, texts, strategy_names, options, st.sampled_from(["max", "min", "", "both"]) | st.none())


@pytest.mark.skipif(shutil.which("node") is None, reason="node runs the front end's own code")
def test_the_front_end_reads_any_address_or_says_that_it_is_none(tmp_path):
    """What is read is read the same again after it was written."""
    source = (Path(page_python.__file__).parent / "explorer.js").read_text(encoding="utf-8")
    begin, end = source.index("const FIELDS"), source.index("// The nodes of a trace")
    program = tmp_path / "read.mjs"
    program.write_text(
        source[begin:end]
        + """
import { readFileSync } from "node:fs";
for (const text of JSON.parse(readFileSync(0, "utf-8"))) {
  let state;
  try { state = fromText(text); } catch (error) {
    if (!/^this is no shared view/.test(error.message)) throw error;
    continue;
  }
  const spaceless = { ...state, tree: state.tree.replaceAll(" ", "") };
  if (!spaceless.tree) continue; // what was typed is no tree either
  const again = fromText(asText(state));
  if (JSON.stringify(again) !== JSON.stringify(spaceless))
    throw new Error(`${JSON.stringify(text)}: ${JSON.stringify(state)}, then ${JSON.stringify(again)}`);
}
""",
        encoding="utf-8",
    )

    def check(addresses):
        done = subprocess.run(
            ["node", str(program)], input=json.dumps(addresses), capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr

    part = st.text(alphabet="%&=#?+,.<>\"'[]0a ", max_size=12) | st.text(max_size=8)
    address = part | st.builds(
        "#explore?tree={}&strategy={}&step={}&race={}&option.{}={}".format, *[part] * 6
    )
    fuzz(check, st.lists(address, min_size=200, max_size=200), examples=3)
