"""What pruning spares under the product rule: how its trees are made, and how its claims are judged."""

import csv

import numpy as np
import pytest

import gametree as gt
from companion.beyond.claims import CLAIMS, asked, judged
from companion.beyond.product import ProductStudy, estimates, ordered
from companion.published.claims import QUANTIFIERS, finding

STUDY = ProductStudy(trees=12, sizes=((2, 4), (2, 6), (3, 6), (20, 2)), seed=3)


@pytest.mark.parametrize("rule", ["product", "minimax"])
def test_sorted_trees_have_the_same_value_and_the_best_child_of_every_node_first(rule):
    leaves = estimates(3, 4, trees=5, seed=1, quality=0.3)
    for before, after in zip(leaves, ordered(leaves, 3, rule), strict=True):
        tree = gt.Tree.uniform(3, 4, after)
        value = gt.backup.winability(tree, rule)
        assert value[0] == pytest.approx(gt.backup.winability(gt.Tree.uniform(3, 4, before), rule)[0])
        assert sorted(before) == sorted(after)
        for node in range(tree.n_nodes):
            children = value[tree.children(node)]
            assert (np.diff(children) * (-1 if tree.is_max(node) else 1) >= 0).all()


def test_a_tree_does_not_depend_on_how_many_are_drawn():
    assert (
        estimates(2, 5, trees=3, seed=1, quality=0.5) == estimates(2, 5, trees=9, seed=1, quality=0.5)[:3]
    ).all()


def test_shares_are_those_of_single_searches():
    leaves = estimates(2, 6, STUDY.trees, STUDY.seed, 0.9)
    for number, row in enumerate(leaves):
        tree = gt.Tree.uniform(2, 6, row)
        shares = [
            STUDY.shares[2, 6, "quality 0.9", name][number] for name in ("best-first, move", "alphabeta")
        ]
        found = (
            gt.backup.search(tree, "product", "best-first", "move").leaves,
            gt.search(tree, "alphabeta").leaves,
        )
        assert shares == [leaves / 64 for leaves in found]


def test_every_claim_of_the_section_is_judged():
    assert list(STUDY.claims["id"]) == list(asked("product"))
    assert STUDY.claims.set_index("id")["verdict"]["product-value"] == "agrees"


def test_a_claim_without_a_finding_is_refused():
    with pytest.raises(
        ValueError, match="findings of cure are cure-p-depth: they must be cure-p-depth, cure-p-work"
    ):
        judged("cure", [finding("cure-p-depth", [True], "")])


def test_every_question_has_what_it_takes_to_be_judged():
    with CLAIMS.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len({row["id"] for row in rows}) == len(rows)
    assert len({(row["section"], row["question"], row["claim"]) for row in rows}) == len(rows), (
        "shown rows differ"
    )
    for row in rows:
        assert row["quantifier"] in QUANTIFIERS and np.isfinite(float(row["margin"]))
        assert all(row[column] for column in ("section", "question", "claim", "criterion", "sample"))
