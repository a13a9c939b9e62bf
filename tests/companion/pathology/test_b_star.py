"""B* on simulated trees."""

from companion.pathology import b_star
from gametree.backup.b_star import random_ranges


def test_the_tree_of_figure_55_is_the_first_of_its_kind():
    found = b_star.find_figure_55(1985)
    sample = (random_ranges(3, 2, 1985, number) for number in range(10_000))
    first = next(r for r in sample if b_star.like_figure_55(r))
    assert b_star.like_figure_55(found) and found.tree == first.tree
    children = found.tree.children(0)
    assert found.high[children].argmax() == 0


def test_every_proof_is_right_and_saves_work():
    found = b_star.saving(20, 1)
    assert found["trees"].tolist() == [f"U({w},{d})" for w, d in b_star.SIZES]
    assert (found["best move proved"] == 20).all()
    assert (found["saved, palay"] > 0).all()
    assert (found["saved, palay, of all nodes"] >= found["saved, palay"]).all()
