"""The worked examples of Zenzel 1989: sections 3.1.1 and 3.1.2, Figures 6 to 9, Tables 2 and 3."""

import math

import pytest

import companion
import gametree as gt
from companion.chance_nodes import findings as thesis
from gametree import chance
from gametree.chance import examples


def names(tree, nodes):
    return [tree.names[node] for node in nodes]


def test_section_3_1_1_a_minimizing_node_below_the_bound_is_cut_off():
    # X maximizes over Y = min(8, 9) and Z, whose first successor C is worth 1.
    tree = gt.Tree.from_nested([[8, 9], [1, 5]])
    told = gt.trace(tree, "alphabeta")
    assert told.result.value == 8
    assert [tree.name(n) for step in told for n in step.pruned] == ["p22"]


def test_section_3_1_2_bounds_of_a_chance_node_with_one_known_child():
    traced = chance.trace(examples.figure_5(), "star1", low=0, high=20)
    assert next(step.ranges[0] for step in traced if 0 in step.ranges) == (4, 16)


def test_figure_6_is_worth_6_52_to_every_method():
    for method in chance.METHODS:
        assert chance.search(examples.figure_6(), method, 0, 10).value == pytest.approx(6.52)


def test_figure_7_is_the_solution_tree():
    tree = examples.figure_6()
    found = chance.search(tree, "alpha-cutoff", 0, 10)
    assert sorted(names(tree, found.solution)) == sorted("ABDEHKPQVW")
    assert found.move == 0


def test_table_2_has_43_lines():
    traced = thesis.table_2()
    assert len(traced) == 43
    assert traced.frame().OPEN[[0, 6, 42]].tolist() == [
        "(A, L, V=None, OR-Node)",
        "(I, L, V=None, R=None), (H, L, V=None, R=[5.6, 7.6])",
        "(A, S, V=6.52, OR-Node)",
    ]


def test_every_printed_cell_of_table_2_follows_from_the_operator():
    ours = thesis.table_2_cells(thesis.table_2())
    cells = companion.published("zenzel1989", table="2")
    for cell in cells.itertuples():
        assert ours[cell.row, cell.column] == pytest.approx(cell.best), (cell.row, cell.column)
    lost = {("line=16", "operator"): 1, ("line=24", "operator"): 5, ("line=25", "operator"): 3}
    assert {key: ours[key] for key in set(ours) - set(zip(cells.row, cells.column, strict=True))} == lost


def test_table_2_the_nodes_on_open_are_the_printed_ones():
    traced = thesis.table_2()
    first = "ABDHPHIRIHQHDBCFLXLMZMYLM" + "-MFCBEJTJKVKKWKEBA"
    for number, (step, letter) in enumerate(zip(traced, first, strict=True), start=1):
        expected = "Z1" if letter == "-" else letter
        assert traced.tree.names[step.open[0].node] == expected, number
    assert [n for step in traced for n in names(traced.tree, step.pruned)] == ["I", "L", "C", "J"]


def test_iteration_10_cuts_off_i_because_its_upper_bound_is_below_the_lower_bound_of_h():
    traced = thesis.table_2()
    assert names(traced.tree, traced[9].pruned) == ["I"]
    assert traced[8].open[0].range == pytest.approx((2.4, 4.4))
    assert traced[8].open[1].range == pytest.approx((5.6, 7.6))


def test_figure_8_is_chosen_to_agree_with_what_is_known_of_it():
    tree = examples.figure_8()
    value = dict(zip(tree.names, tree.backed_up, strict=True))
    assert (value["I"], value["J"], value["D"], value["E"], value["B"], value["A"]) == (
        -8.5,
        -8.0,
        -8.5,
        -8.0,
        -8.25,
        -8.25,
    )
    for name, (h, u) in examples.TABLE_3.items():
        assert h <= value[name] <= u, name


def test_table_3_is_the_printed_one():
    for cell in companion.published("zenzel1989", table="3").itertuples():
        h, u = examples.TABLE_3[cell.row]
        assert cell.best == (h if cell.column == "h(node)" else u)


def test_figure_9_six_iterations_lead_to_minus_8_25():
    tree = examples.figure_8()
    traced = chance.trace(tree, "aoc*", ranges=examples.TABLE_3)
    assert traced.result.value == -8.25
    assert names(tree, [step.node for step in traced if step.event == "expand"]) == list("ABDEIJ")
    assert [names(tree, step.pruned) for step in traced if step.pruned] == [["C"], ["H"], ["K"]]
    assert sorted(names(tree, traced.result.solution)) == sorted("ABDEIJRSTU")
    solved = {
        tree.names[s.node]: s.ranges[s.node][0] for s in traced if s.event == "solved" and s.node in s.ranges
    }
    assert solved == {"I": -8.5, "D": -8.5, "J": -8.0, "E": -8.0, "B": -8.25, "A": -8.25}


def test_figure_9_the_deepest_leaf_first_takes_six_iterations_in_another_order():
    tree = examples.figure_8()
    traced = chance.trace(tree, "aoc*-deepest", ranges=examples.TABLE_3)
    assert names(tree, [step.node for step in traced if step.event == "expand"]) == list("ABDIEJ")


def test_table_3_is_not_monotone_although_the_thesis_relies_on_it():
    assert thesis.not_monotone() == [("D", "I"), ("E", "J"), ("F", "L")]


def test_figure_9_without_ranges_takes_more():
    tree = examples.figure_8()
    known, unknown = chance.search(tree, "aoc*", ranges=examples.TABLE_3), chance.search(tree, "aoc*")
    assert known.value == unknown.value
    assert known.nodes < unknown.nodes
    assert not math.isnan(unknown.value)
