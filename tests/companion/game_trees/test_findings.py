"""Verdicts on chapter 1, and that they would be others if the values were."""

from copy import deepcopy
from types import SimpleNamespace

import pandas as pd
import pytest

import gametree as gt
from companion.game_trees import findings, prose
from companion.game_trees.study import Equivalence, Study
from gametree.examples import SPECIMEN


@pytest.fixture(scope="module")
def compared():
    return Study(1, 5).compared


def study_of(compared, seed=1):
    """Return the study that has found this."""
    study = Study(seed, 5)
    vars(study)["compared"] = compared
    return study


def verdicts(frame):
    return dict(zip(frame["row"] + " " + frame["column"], frame["verdict"], strict=True))


def changed_tree(monkeypatch, path, value):
    """Put another static value at a leaf of the specimen tree."""
    nested = deepcopy(SPECIMEN)
    here = nested
    for step in path[:-1]:
        here = here[step]
    here[path[-1]] = value
    monkeypatch.setattr(findings, "specimen", lambda: gt.Tree.from_nested(nested))


def test_three_subscripts_are_left_to_the_scan_and_all_values_are_ours():
    found = verdicts(findings.figures())
    left = [name for name, verdict in found.items() if verdict != "exact"]
    assert left == ["ancestor of p11 subscript", "p2 fan-out", "node worth 12 subscript"]
    assert {found[name] for name in left} == {"scan"}
    assert len(found) == 16


def test_another_static_value_changes_the_verdicts_on_its_ancestors(monkeypatch):
    changed_tree(monkeypatch, (1, 0, 0), 41)
    found = verdicts(findings.figures())
    differing = {name for name, verdict in found.items() if verdict == "differs"}
    assert differing == {f"{node} {how}" for node in ("p21", "p2", "p") for how in ("minimax", "negamax")}


def test_another_best_leaf_refutes_both_lines(monkeypatch):
    changed_tree(monkeypatch, (1, 1, 1), 30)
    frame = findings.judged(Study(1, 2))
    differing = set(frame["row"][frame["verdict"] == "differs"])
    assert {"specimen-line", "specimen-line-negamax"} <= differing


def test_all_claims_hold(compared):
    claims = findings.judged(study_of(compared)).query("column == 'claim'")
    assert len(claims) == 6 and (claims["verdict"] == "agrees").all()
    assert (claims.set_index("row").loc[["negamax-root", "negamax-line"], "n"] == 5).all()


def test_one_tree_refutes_equivalence(compared):
    roots = compared.nodes.copy()
    roots.loc[0, "negamax"] += 1
    other_root = Equivalence(roots, compared.same_line)
    other_line = Equivalence(compared.nodes, (*compared.same_line[:4], False))
    for found, refuted in ((other_root, "negamax-root"), (other_line, "negamax-line")):
        frame = findings.judged(study_of(found))
        assert frame["row"][frame["verdict"] == "differs"].tolist() == [refuted]


def test_the_frame_says_how_it_was_read_and_seeded(compared):
    frame = findings.judged(study_of(compared, seed=7))
    assert set(frame["reading"]) == {"literal"} and set(frame["seed"]) == {7}
    assert isinstance(frame, pd.DataFrame) and not frame.duplicated(["table", "row", "column"]).any()


def test_every_value_is_told_but_the_one_at_the_doubtful_subscript():
    values = findings.values().set_index("node")
    assert (values["negamax, printed"] == values["negamax, ours"]).all() and len(values) == 7
    assert values.index[values["minimax, printed"].isna()].tolist() == ["p11"]


def test_what_the_page_tells_is_what_was_found():
    study = Study(2, 30)
    values = SimpleNamespace(**prose.values(study))
    assert (values.value, values.line, values.exact, values.scan) == (40, "p2, p21, p211", 13, 3)
    assert values.nodes == len(study.compared.nodes) and values.other_nodes == values.other_lines == 0
    assert (values.dependent_values, values.dependent_value) == (1, 7) and values.unordered_values > 1
    assert values.worst_order < values.by_chance and values.uniform_nodes == (3**7 - 1) // 2
