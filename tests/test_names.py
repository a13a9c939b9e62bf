"""A name stands for one thing."""

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]

SEVERAL = {
    "Tree",  # of moves, and of moves and chance: `gt.Tree` and `gt.chance.Tree`
    "Study",  # every chapter has one
}


def test_a_class_has_a_name_of_its_own_in_both_packages():
    places = defaultdict(list)
    for package in ("gametree", "companion"):
        for file in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef):
                    places[node.name].append(str(file.relative_to(ROOT)))
    assert {name: where for name, where in places.items() if len(where) > 1 and name not in SEVERAL} == {}
    assert set(SEVERAL) <= places.keys()
