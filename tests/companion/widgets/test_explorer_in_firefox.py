"""The explorer on a page opened from disk with the network cut, in Firefox."""

from __future__ import annotations

import json

import gametree as gt
from tests.firefox import firefox, marks
from tests.pages import write_page

pytestmark = marks

EXPLORER = '<div class="gametree-live" data-component="explorer"></div>'
SHOWN = """new Promise((keep) => {
    const look = () => (document.querySelector(".explorer svg.tree") ? keep(true) : setTimeout(look, 50));
    look();
})"""


def test_the_explorer_steps_and_the_page_searches_rolls_and_sweeps_as_the_library(tmp_path):
    (tmp_path / "profile").mkdir()
    with firefox(tmp_path / "profile") as page:
        page.open(write_page(tmp_path, EXPLORER))
        assert page.evaluate(SHOWN)
        said = "document.querySelector('.explorer .sentence').textContent"
        before = page.evaluate(said)
        page.evaluate("document.querySelector('[aria-label=\"one step forward\"]').click()")
        assert before != page.evaluate(said), "a step is shown at once"
        tree = gt.generate("nonuniform", width=3, depth=4, scheme="unordered", seed=85)
        for name in gt.STRATEGIES:
            found = page.evaluate(f"gametree.search({json.dumps(tree.to_nested())}, {json.dumps(name)})")
            assert found == dict(
                zip(("value", "leaves", "nodes", "visits"), gt.search(tree, name)[:4], strict=True)
            )
        question = {"kind": "nonuniform", "width": 3, "depth": 4, "scheme": "unordered", "seed": 85}
        rolled = page.evaluate(f"gametree.engines.roll({json.dumps(question | {'engine': 'roll'})})")
        assert rolled == {"tree": str(tree.to_nested())}
        sweep = {"width": 3, "depth": 4, "strategies": ["alphabeta", "sss*"], "trees": 100, "seed": 7}
        frame = gt.sweep(
            "uniform",
            "unordered",
            sizes=[(3, 4)],
            strategies=sweep["strategies"],
            trees=100,
            seed=7,
            progress=False,
        )
        means = frame.pivot(index="strategy", columns="criterion", values="mean")
        assert page.evaluate(f"gametree.sweep({json.dumps(sweep)})") == [
            {"strategy": name, **means.loc[name, ["leaves", "nodes", "visits"]].to_dict()}
            for name in sweep["strategies"]
        ]
        assert page.troubles == []
