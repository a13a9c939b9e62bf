"""Experiments with parallel searches: what their frames must say, and which cut-offs are made."""

import numpy as np
import pandas as pd
import pytest

import gametree as gt
from companion.speedups import parallel_study as study
from gametree import games
from gametree.parallel import simulate

# -- frames ------------------------------------------------------------------------------------------------------------

EXPERIMENTS = {
    "on_uniform_trees": lambda seed: study.on_uniform_trees(
        [(3, 4), (4, 3)], ["tree-splitting", "parallel-scout"], [2, 8], 3, seed
    ),
    "by_distribution": lambda seed: study.by_distribution((3, 4), "tree-splitting", [2, 5], 3, seed),
    "on_sorted_trees": lambda seed: study.on_sorted_trees([(4, 4), (6, 3)], study.SHAPES, seed),
    "by_starting_bound": lambda seed: study.by_starting_bound([(3, 4), (4, 3)], [0.25, 0.75], 3, seed),
    "on_parts": lambda seed: study.on_parts([(3, 4), (4, 3)], 3, seed),
    "count_cut_offs": lambda seed: study.count_cut_offs(3, 4, 3, 3, seed),
}


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_the_same_seed_gives_the_same_frame_and_another_seed_another(name):
    one, again, other = (EXPERIMENTS[name](seed) for seed in (7, 7, 8))
    pd.testing.assert_frame_equal(one, again, check_exact=True)
    assert not one.equals(other)


@pytest.mark.parametrize("name", ["on_uniform_trees", "by_starting_bound", "on_parts", "count_cut_offs"])
def test_more_trees_leave_the_first_ones_as_they_were(name):
    few = EXPERIMENTS[name](7)
    more = {
        "on_uniform_trees": lambda: study.on_uniform_trees(
            [(3, 4), (4, 3)], ["tree-splitting", "parallel-scout"], [2, 8], 5, 7
        ),
        "by_starting_bound": lambda: study.by_starting_bound([(3, 4), (4, 3)], [0.25, 0.75], 5, 7),
        "on_parts": lambda: study.on_parts([(3, 4), (4, 3)], 5, 7),
        "count_cut_offs": lambda: study.count_cut_offs(3, 4, 3, 5, 7),
    }[name]()
    pd.testing.assert_frame_equal(few, more[more["tree"] < 3].reset_index(drop=True))


def test_speed_up_and_more_nodes_are_measured_against_one_processor_with_the_same_method():
    frame = EXPERIMENTS["on_uniform_trees"](7)
    alone = frame[frame["processors"] == 1]
    assert len(frame) == 2 * 3 * 2 * 3
    assert (alone["speed_up"] == 1).all() and (alone["more_nodes"] == 0).all()
    for _, own in frame.groupby(["size", "tree", "method"]):
        one = own[own["processors"] == 1].iloc[0]
        assert np.allclose(own["speed_up"], one["time"] / own["time"])
        assert np.allclose(own["more_nodes"], own["nodes"] / one["nodes"] - 1)
        assert own["value"].nunique() == 1
        assert (own["busy"] <= 1).all() and (own["speed_up"] > 0).all()


def test_one_processor_is_simulated_even_if_it_is_not_asked_for():
    frame = study.on_uniform_trees([(3, 3)], ["tree-splitting"], [4], 1, 7)
    assert list(frame["processors"]) == [1, 4]


def test_positions_come_by_phase_with_the_value_of_minimax():
    frame = study.on_positions(
        ["opening", "ending"], 3, ["tree-splitting", "parallel-scout"], [2], positions=2
    )
    assert frame.groupby("phase", sort=False)["position"].nunique().to_dict() == {"opening": 2, "ending": 2}
    for phase in ("opening", "ending"):
        for named in games.named_positions("checkers", phase)[:2]:
            known = gt.search(games.unfold("checkers", 3, named.position), "minimax").value
            assert set(frame.loc[frame["position"] == named.name, "value"]) == {known}


def test_distributions_without_ties_give_one_search_and_ties_another():
    frame = study.by_distribution((4, 4), "tree-splitting", [2, 5], 5, 7)
    counts = frame.pivot(index=["tree", "processors"], columns="distribution", values="nodes")
    assert list(frame["distribution"].unique()) == list(study.DISTRIBUTIONS)
    assert (counts["uniform"] == counts["normal"]).all() and (
        counts["uniform"] == counts["exponential"]
    ).all()
    assert (counts["uniform"] != counts["few values"]).any()


# -- sorted trees ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "depth"), [(2, 5), (3, 4), (4, 3), (5, 2), (6, 1)])
def test_sorting_keeps_leaves_and_value_and_gives_the_best_and_the_worst_case(width, depth):
    tree = gt.generate("uniform", width=width, depth=depth, scheme="unordered", seed=62)
    best, worst = (study.sorted_by_value(tree, best_first) for best_first in (True, False))
    for each in (best, worst):
        assert sorted(each.leaves) == sorted(tree.leaves)
        assert gt.search(each, "minimax").value == gt.search(tree, "minimax").value
    # Knuth & Moore 1975, theorem 1: the fewest leaves that any search needs.
    fewest = width ** (depth // 2) + width ** ((depth + 1) // 2) - 1
    assert gt.search(best, "alphabeta").leaves == fewest
    assert gt.search(worst, "branch-and-bound").leaves == width**depth
    if depth < 4:  # too shallow for a deep cut-off
        assert gt.search(worst, "alphabeta").leaves == width**depth


def test_only_uniform_trees_are_sorted():
    with pytest.raises(ValueError, match="it must be a uniform tree"):
        study.sorted_by_value(gt.Tree.from_nested([[1, 2], 3]), best_first=True)


def test_shapes_are_those_of_finkel_and_fishburn_and_one_processor():
    assert [width**depth for width, depth in study.SHAPES] == [1, 2, 3, 4, 8, 9, 27]
    frame = EXPERIMENTS["on_sorted_trees"](7)
    assert (frame["slaves"] ** frame["levels"] == frame["processors"]).all()


def test_with_the_rightmost_child_best_slaves_that_share_evenly_give_a_speed_up_of_nearly_k():
    frame = study.on_sorted_trees([(12, 3)], [(1, 0), (2, 1), (3, 1)], 7)
    worst = frame[frame["case"] == "rightmost child best"].set_index("processors")
    assert (worst["more_nodes"] == 0).all()
    assert worst.loc[2, "speed_up"] == pytest.approx(2, rel=0.02)
    assert worst.loc[3, "speed_up"] == pytest.approx(3, rel=0.02)


# -- SSS* --------------------------------------------------------------------------------------------------------------


def test_no_starting_bound_saves_more_than_the_least_that_succeeds_and_none_costs_time():
    frame = study.by_starting_bound([(3, 5), (4, 4)], [0.1, 0.5, 0.9], 10, 7)
    least = frame[frame["quantile"].isna()].set_index(["size", "tree"])["saved"]
    others = frame[frame["quantile"].notna()].set_index(["size", "tree"])
    assert least.min() >= 0 and others["saved"].min() >= 0
    assert (others["saved"] <= least.reindex(others.index)).all()
    # A bound that the value exceeds can't succeed, so the first process must do everything.
    assert (others.loc[~others["succeeds"], "saved"] == 0).all()
    assert 0 < others["succeeds"].mean() < 1


def test_no_part_has_more_leaves_than_all_and_the_speed_up_is_counted_in_leaves():
    frame = study.on_parts([(3, 5), (5, 3)], 10, 7)
    assert (frame["speed_up"] == frame["sequential"] / frame["most"]).all()
    for (size, number), own in frame.groupby(["size", "tree"]):
        tree = gt.generate(
            "uniform", width=own["width"].iloc[0], depth=own["depth"].iloc[0], scheme="unordered", seed=7,
            number=number,
        )  # fmt: skip
        assert (own["sequential"] == gt.search(tree, "sss*").leaves).all(), size
        assert (own["most"] <= tree.n_leaves // tree.width).all(), size


# -- levelling off -----------------------------------------------------------------------------------------------------


def frame_of(times, tree=0, size="a"):
    return pd.DataFrame({"size": size, "tree": tree, "processors": [1, 2, 4, 8], "time": times})


@pytest.mark.parametrize(
    ("times", "point"),
    [
        ([100, 109, 105, 100], 1),
        ([100, 80, 93, 100], 4),
        ([400, 200, 100, 50], 8),
        ([7, 7, 7, 7], 1),
        ([100, 50, 100, 100], 4),
    ],
)
def test_a_curve_levels_off_where_all_larger_machines_have_the_result_of_the_largest(times, point):
    assert study.levels_off_at(study.curves(frame_of(times), ["size", "tree"], "time")["a"]) == point


def test_curves_have_a_row_per_tree_and_a_column_per_machine_whatever_the_order_of_rows():
    frame = pd.concat(
        [frame_of([80, 40, 20, 10]), frame_of([40, 40, 20, 20], tree=1), frame_of([1, 2, 3, 4], size="b")]
    )
    for each in (frame, frame.sample(frac=1, random_state=1)):
        found = study.curves(each, ["size", "tree"], "time")
        assert set(found) == {"a", "b"}
        assert found["a"].to_dict("list") == {1: [80, 40], 2: [40, 40], 4: [20, 20], 8: [10, 20]}
    # From four processors on one tree halves its time and the other does not: on average it is not constant there.
    assert study.levels_off_at(found["a"]) == 8
    assert study.levels_off_at(found["a"], within=0.3) == 4


# -- cut-offs ----------------------------------------------------------------------------------------------------------


def order(tree, method, processors):
    return simulate(tree, method, processors).timeline["node"].tolist()


def test_a_deep_cut_off_of_alphabeta_is_found_and_its_shallow_ones_are_not():
    # p1 is worth 5.  Below p2, MIN can hold p211 to 3, p212 to 4: neither reaches 5, so p2112 and p2122 are not needed.
    tree = gt.Tree.from_nested([5, [[[3, 9], [4, 9]], 9]])
    assert study.deep_cut_offs(tree, order(tree, "processor-tree", 1)) == 2
    assert study.deep_cut_offs(tree, order(tree, "tree-splitting", 1)) == 0
    shallow = gt.Tree.from_nested([[5, 6], [3, 9], [4, 7]])
    names = set(simulate(shallow, "processor-tree", 1).timeline["name"])
    assert not {"p22", "p32"} & names
    assert study.deep_cut_offs(shallow, order(shallow, "processor-tree", 1)) == 0


def test_whoever_enters_everything_has_made_no_deep_cut_off_and_whoever_stops_at_once_has():
    for number in range(20):
        tree = gt.generate("nonuniform", width=4, depth=4, scheme="unordered", seed=63, number=number)
        everything = list(range(1, tree.n_nodes))
        assert study.deep_cut_offs(tree, everything) == 0
        assert study.deep_cut_offs(tree, []) == 1


def test_branch_and_bound_has_no_deep_cut_off_where_alphabeta_enters_less_it_has_some():
    less = 0
    for number in range(60):
        tree = gt.generate("uniform", width=3, depth=5, scheme="unordered", seed=64, number=number)
        full, alphabeta = (order(tree, method, 1) for method in ("tree-splitting", "processor-tree"))
        assert study.deep_cut_offs(tree, full) == 0
        found = study.deep_cut_offs(tree, alphabeta)
        assert found == 0 or len(alphabeta) < len(full)
        less += found > 0
    assert less > 30


@pytest.mark.parametrize("processors", [2, 5, 64])
def test_tree_splitting_makes_all_cut_offs_of_the_left_child_and_no_deep_one(processors):
    counts = study.count_cut_offs(3, 5, processors, 10, 65)
    assert (counts["left_due"] > 0).all() and (counts["left_due"] == counts["left_kept"]).all()
    assert (counts["deep"] == 0).all()
    assert counts["deep_alphabeta"].sum() > 0


def test_a_cut_off_of_the_left_child_that_was_not_made_is_noticed():
    tree = gt.Tree.from_nested([[5, 6], [3, 9], [4, 7]])
    assert study.left_cut_offs(tree, set(order(tree, "tree-splitting", 1))) == (2, 2)
    assert study.left_cut_offs(tree, set(range(1, tree.n_nodes))) == (2, 0)


def test_one_processor_differs_from_itself_in_no_node():
    counts = study.count_cut_offs(3, 4, 1, 5, 66)
    assert (counts["only_parallel"] == 0).all() and (counts["only_sequential"] == 0).all()
