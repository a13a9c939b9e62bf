"""Ordering, transposition table and killers leave the value alone; kernels and their references agree in all counts."""

import itertools

import numpy as np
import pytest

import gametree as gt
from companion.speedups.enhancement_study import figure_43
from gametree import enhance, games
from gametree.enhance import reference
from gametree.games.g_game_evaluation import E1, E2

ENHANCEMENTS = {
    "none": {},
    "fixed": {"ordering": "fixed"},
    "dynamic": {"ordering": "dynamic"},
    "dynamic with a margin": {"ordering": "dynamic", "margin": 1.0},
    "table": {"table": 2**10},
    "table of one bucket": {"table": 2},
    "small table": {"table": 12},
    "one killer": {"killers": 1},
    "killers": {"killers": 3},
    "deepening": {"deepening": True},
    "deepening with a table": {"deepening": True, "table": 2**10},
    "fixed, table, killers": {"ordering": "fixed", "table": 2**10, "killers": 2},
    "dynamic, table, killers": {"ordering": "dynamic", "table": 2**10, "killers": 2},
    "everything": {"ordering": "dynamic", "table": 32, "killers": 2, "deepening": True},
}
SCHEMES = ("incremental", "incremental-real", "integer-dependent", "real-dependent")


def random_tree(number):
    """Return a random tree: with static values that grow along its paths, a graph with cycles, or a G-game."""
    random = np.random.default_rng([85, number])
    kind = number % 4
    if kind == 0:
        scheme = SCHEMES[number // 4 % len(SCHEMES)]
        width, depth = int(random.integers(1, 5)), int(random.integers(0, 6))
        return games.growing_tree(width=width, depth=depth, scheme=scheme, seed=number)
    if kind == 1:
        board = random.choice([-1, 1], size=int(random.integers(2, 11)))
        return games.g_game_tree(
            board.tolist(), int(random.integers(1, len(board))), (E1, E2)[number // 4 % 2]
        )
    return games.random_graph_tree(
        positions=int(random.integers(3, 9)),
        width=int(random.integers(1, 4)),
        depth=int(random.integers(0, 8)),
        largest=int(random.choice([1, 5, 1000])),
        seed=random,
    )


@pytest.fixture(scope="module")
def trees():
    """2,000 random trees."""
    return [random_tree(number) for number in range(2000)]


@pytest.mark.parametrize("strategy", (*enhance.STRATEGIES, *enhance.DRIVERS))
@pytest.mark.parametrize("enhancements", ENHANCEMENTS)
def test_2000_random_trees_keep_their_value_and_a_best_move(trees, strategy, enhancements):
    for number, tree in enumerate(trees):
        found = enhance.search(tree, strategy, **ENHANCEMENTS[enhancements])
        assert found.value == tree.plain(tree.backed_up[0]), number
        if found.move is None:
            assert tree.n_nodes == 1
        else:
            assert tree.backed_up[tree.children(0)[found.move]] == tree.backed_up[0], number


@pytest.mark.parametrize("strategy", ["alphabeta", "scout"])
def test_without_enhancements_all_counts_are_those_of_the_plain_strategy(trees, strategy):
    for tree in trees:
        found, plain = enhance.search(tree, strategy), gt.search(tree, strategy)
        assert (found.value, found.move) == (plain.value, plain.move)
        assert (found.leaves, found.nodes, found.visits) == (plain.leaves, plain.nodes, plain.visits)
        assert found.evaluations == found.leaves


def test_without_enhancements_pvs_costs_at_most_what_it_costs_as_printed(trees):
    # As printed, it searches children again that can't lie in the window: that costs visits, and rarely nodes too.
    fewer = 0
    for tree in trees:
        found, plain = enhance.search(tree, "pvs"), gt.search(tree, "pvs")
        assert (found.value, found.move) == (plain.value, plain.move)
        assert found.leaves <= plain.leaves
        assert found.nodes <= plain.nodes
        assert found.visits <= plain.visits
        fewer += found.nodes < plain.nodes
    assert 0 < fewer < len(trees) / 20


@pytest.mark.parametrize("strategy", (*enhance.STRATEGIES, *enhance.DRIVERS))
@pytest.mark.parametrize("rule", enhance.RULES)
def test_reference_agrees_in_value_and_in_every_count(trees, strategy, rule):
    small = [tree for tree in trees if 1 <= tree.n_nodes <= 250][::40]
    assert len(small) >= 30
    for tree in small:
        for ordering, table, killers, deepening in itertools.product(
            enhance.ORDERINGS, (0, 4, 512), (0, 2), (False, True)
        ):
            enhancements = {"ordering": ordering, "table": table, "killers": killers, "deepening": deepening}
            found = enhance.search(tree, strategy, rule=rule, **enhancements)
            assert found == enhance.search_in_python(tree, strategy, rule=rule, **enhancements)


def test_without_ties_and_with_a_table_that_forgets_nothing_drivers_are_the_best_first_searches():
    names = {"sss*": "sss-2", "dual*": "dual-sss-2", "mtd(f)": "mtd(f)"}
    for number, (driver, plain) in itertools.product(range(60), names.items()):
        width, depth = 2 + number % 3, 2 + number % 4
        tree = games.growing_tree(width=width, depth=depth, scheme="incremental-real", seed=number)
        assert enhance.search(tree, driver, table=2**14).leaves == gt.search(tree, plain).leaves


def test_every_kind_of_count_is_reached(trees):
    sums = np.zeros(len(enhance.EnhancedResult._fields) - 2)
    for tree in trees[:200]:
        found = enhance.search(tree, "pvs", **ENHANCEMENTS["everything"])
        sums += np.array(found[1:-1], dtype=float)
    assert (sums > 0).all()
    assert (
        dict(zip(enhance.EnhancedResult._fields[1:-1], sums, strict=True)).keys()
        == dict.fromkeys(reference.COUNTS).keys()
    )


# -- transposition table -----------------------------------------------------------------------------------------------


def test_deeper_entries_may_change_the_value_and_never_where_a_position_has_one_level(trees):
    changed = [
        enhance.search(tree, "alphabeta", table=2**12, rule="deeper").value != tree.plain(tree.backed_up[0])
        for tree in trees
    ]
    assert any(changed)
    assert not any(changed[0::4])  # positions that never repeat
    assert not any(changed[1::4])  # G-games: the number of elements tells the level


def test_a_table_saves_leaves_where_positions_repeat_and_none_for_alphabeta_where_they_do_not():
    board = np.random.default_rng(1).choice([-1, 1], size=15).tolist()
    for strategy in enhance.STRATEGIES:
        tree = games.g_game_tree(board, 12, E2)
        with_table = enhance.search(tree, strategy, table=2**12)
        assert with_table.leaves < enhance.search(tree, strategy).leaves
        assert 0 < with_table.answers <= with_table.hits <= with_table.lookups
        tree = games.growing_tree(width=3, depth=6, scheme="incremental-real", seed=3)
        plain, with_table = enhance.search(tree, strategy), enhance.search(tree, strategy, table=2**12)
        if strategy == "alphabeta":
            assert with_table._replace(lookups=0) == plain
        else:  # these come back to the same node
            assert with_table.leaves < plain.leaves


def test_a_small_table_forgets_and_a_large_one_does_not():
    board = np.random.default_rng(2).choice([-1, 1], size=15).tolist()
    tree = games.g_game_tree(board, 13, E1)
    results = [enhance.search(tree, "alphabeta", table=entries) for entries in (2, 16, 128, 4096)]
    assert [r.replaced > 0 for r in results] == [True, True, True, False]
    leaves = [r.leaves for r in results]
    assert leaves == sorted(leaves, reverse=True)
    assert leaves[0] > leaves[-1]


# -- ordering ----------------------------------------------------------------------------------------------------------


def searched_in_order(tree, ordering):
    chosen = reference.EnhancedRecorder(tree, ordering, 0.0, reference.Table(0, "equal"), 0)
    chosen.begin(tree.depth)
    reference.STARTS["alphabeta"](chosen)
    return [tree.name(node) for node in chosen.entered]


def test_figure_43_dynamic_ordering_leaves_p1_for_p3_and_cuts_off_p12():
    tree = figure_43()
    fixed, dynamic = searched_in_order(tree, "fixed"), searched_in_order(tree, "dynamic")
    assert [name for name in fixed if len(name) == 2] == ["p1", "p3", "p2"]
    assert [name for name in dynamic if len(name) == 2] == ["p3", "p2", "p1"]
    assert "p12" in fixed
    assert "p11" in dynamic
    assert "p12" not in dynamic
    assert enhance.search(tree, "alphabeta", ordering="dynamic").leaves < len(
        [name for name in fixed if len(name) == 4]
    )


def test_a_margin_keeps_the_search_at_p1_until_it_disappoints_enough():
    tree = figure_43()
    fixed = enhance.search(tree, "alphabeta", ordering="fixed")
    assert enhance.search(tree, "alphabeta", ordering="dynamic", margin=4.9).leaves < fixed.leaves
    assert enhance.search(tree, "alphabeta", ordering="dynamic", margin=5).leaves == fixed.leaves


@pytest.mark.parametrize("scheme", ["integer-dependent", "real-dependent"])
def test_in_dependent_trees_static_values_never_mislead(scheme):
    # Every subtree of a level has the same value up to its offset, whatever the order of its children.
    tree = games.growing_tree(width=4, depth=5, scheme=scheme, seed=5)
    for node in np.flatnonzero(tree.fan_out > 0):
        children = tree.children(node)
        assert np.argsort(tree.estimate[children]).tolist() == np.argsort(tree.backed_up[children]).tolist()


def test_ordering_counts_what_it_evaluates():
    tree = games.growing_tree(width=3, depth=4, scheme="incremental-real", seed=1)
    plain = enhance.search(tree, "alphabeta")
    fixed = enhance.search(tree, "alphabeta", ordering="fixed")
    dynamic = enhance.search(tree, "alphabeta", ordering="dynamic")
    assert plain.evaluations == plain.leaves
    assert fixed.evaluations > fixed.leaves
    assert dynamic.evaluations > dynamic.leaves


# -- killers -----------------------------------------------------------------------------------------------------------


def test_the_killer_list_is_per_level_latest_first_and_as_long_as_asked_for():
    x = reference.EnhancedRecorder(figure_43(), "none", 0.0, reference.Table(0, "equal"), 2)
    x.begin(3)
    first, second, third = x.tree.children(0)
    for child in (first, second, third, second):
        x.tried(0, next(s for s in x.in_order(0, -1) if s.node == child), True)
    order = [(s.node, s.killer) for s in x.in_order(0, -1)]
    assert order == [(second, True), (third, True), (first, False)]
    assert not any(s.killer for s in x.in_order(first, -1))


# -- arguments ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("enhancements", "message"),
    [
        ({"ordering": "best"}, "ordering is 'best': it must be one of none, fixed, dynamic"),
        ({"rule": None}, "rule is None: it must be one of equal, deeper"),
        ({"margin": -1}, "margin is -1: it must be a finite number of at least 0"),
        ({"margin": float("nan")}, "margin is nan: it must be a finite number"),
        ({"table": 3}, "table is 3: it must be an even number"),
        ({"table": -2}, "table is -2: it must be a whole number from 0 to"),
        ({"killers": 1.5}, "killers is 1.5: it must be a whole number from 0 to"),
        ({"deepening": 1}, "deepening is 1: it must be True or False"),
    ],
)
def test_bad_options_are_refused_with_what_is_allowed(enhancements, message):
    for search in (enhance.search, enhance.search_in_python):
        with pytest.raises(ValueError, match=message):
            search(figure_43(), "alphabeta", **enhancements)


def test_unknown_strategies_and_plain_trees_are_refused():
    with pytest.raises(ValueError, match="strategy is 'sss-2': it must be one of alphabeta, pvs, scout"):
        enhance.search(figure_43(), "sss-2")
    with pytest.raises(TypeError, match="tree is a Tree: it must be a GameTree"):
        enhance.search(gt.Tree.from_nested([1, 2]), "alphabeta")


def test_a_table_that_does_not_fit_is_refused_before_it_is_made():
    with pytest.raises(MemoryError, match="table = 1099511627776 entries would need"):
        enhance.search(figure_43(), "alphabeta", table=2**40)
