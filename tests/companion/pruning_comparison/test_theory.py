"""Trees too deep to store: costs, branching factors and quotients, the same on every machine and after every stop."""

import numpy as np
import pandas as pd
import pytest

import companion
import gametree as gt
from companion.pruning_comparison import figures, prose, theory
from companion.pruning_comparison.theory import TheoryStudy, table_iii
from gametree.experiment import using
from gametree.theory import expected

SMALL = theory.Effort(trees=30, cell_visits=2e4, tree_visits=2e4, table_visits=5e3)
PAIRS = [
    theory.Quotient(("alphabeta", "leaves"), ("sss*", "leaves")),
    theory.Quotient(("scout", theory.EVALUATIONS), ("alphabeta", "leaves")),
]


def counted(depths, strategies=("alphabeta", "scout", "sss*"), **options):
    return theory.deep_costs(depths, strategies, **{"effort": SMALL, "seed": 3} | options)


def costs(*args, **options):
    return theory.cost_frame(counted(*args, **options))


def test_costs_are_means_over_the_lazy_trees_of_the_seed():
    row = costs({3: [4]}, ["alphabeta"]).set_index("criterion").loc["leaves"]
    trees = [
        gt.lazy_tree(width=3, depth=4, scheme="unordered", seed=3, number=i) for i in range(int(row["n"]))
    ]
    leaves = [gt.search(tree, "alphabeta").leaves for tree in trees]
    assert len(leaves) > 1
    assert (row["mean"], row["sd"]) == pytest.approx((np.mean(leaves), np.std(leaves, ddof=1)), rel=1e-12)


def test_leaf_evaluations_are_given_beside_distinct_leaves_where_nodes_are_entered_again():
    found = costs({2: [6]}).groupby("strategy")["criterion"].apply(set)
    assert found["scout"] == {"leaves", theory.EVALUATIONS, "visits"}
    assert found["alphabeta"] == found["sss*"] == {"leaves", "visits"}


def test_deep_trees_are_searched_until_one_costs_too_much():
    found = costs({2: range(1, 30)})
    visits = found[found["criterion"] == "visits"]
    assert (visits["mean"] < 4 * SMALL.tree_visits).all()
    for _, line in visits[visits["strategy"] != "scout"].groupby("strategy"):
        assert line["n"].iloc[0] == SMALL.trees
        assert line["n"].iloc[-1] < SMALL.trees / 3
        assert 10 < line["depth"].max() < 29
    leaves = found[(found["strategy"] == "scout") & (found["criterion"] == "leaves")]
    again = found[(found["strategy"] == "scout") & (found["criterion"] == theory.EVALUATIONS)]
    assert leaves["depth"].max() < again["depth"].max()


def test_work_that_was_stopped_goes_on_from_the_checkpoint(tmp_path, monkeypatch):
    with using(checkpoint=tmp_path):
        first = costs({2: range(1, 12)})
    kept = sorted(tmp_path.iterdir())
    assert kept
    for path in kept[::3]:
        path.unlink()
    searched = []
    real = theory.search
    monkeypatch.setattr(theory, "search", lambda *args, **kw: searched.append(args) or real(*args, **kw))
    with using(checkpoint=tmp_path):
        again = costs({2: range(1, 12)})
    pd.testing.assert_frame_equal(first, again)
    assert 0 < len(searched) < first["n"].sum()
    assert sorted(tmp_path.iterdir()) == kept


def test_branching_factors_of_theory_go_to_pearls_limit():
    growth = (
        theory.growth_factors(theory.deep_theory({2: range(58, 61)})).dropna().set_index("strategy")["growth"]
    )
    for name in ("alphabeta", "sss*"):
        assert growth[name] == pytest.approx(expected.pearl_branching_factor(2), rel=0.01)
    assert growth["branch-and-bound"] > 1.1 * growth["alphabeta"]


def test_branching_factors_carry_the_error_of_their_means():
    frame = pd.DataFrame(
        {"width": 2, "depth": [4, 6, 8], "strategy": "alphabeta", "criterion": "leaves",
         "mean": [10.0, 40.0, 90.0], "sd": [5.0, 16.0, np.nan], "n": [25, 64, 1]}
    )  # fmt: skip
    found = theory.growth_factors(frame).set_index("depth")
    assert found.loc[6, "growth"] == 2.0
    assert found.loc[6, "growth_high"] == pytest.approx(2 * (1 + 0.98 * np.hypot(0.1, 0.05)))
    assert found.loc[6, "root_low"] == pytest.approx(40 ** (1 / 6) * (1 - 1.96 * 0.05 / 6))
    assert found.loc[8, "growth"] == 1.5
    assert found.loc[8, "root"] == pytest.approx(90 ** (1 / 8))
    assert found.loc[8, ["growth_low", "root_low"]].isna().all()
    assert np.isnan(found.loc[4, "growth"])


def test_quotients_of_theory_are_those_of_its_formulas():
    found = theory.theory_ratios(theory.deep_theory({3: [4, 5]}), PAIRS).set_index(["ratio", "depth"])
    assert found.loc[("alphabeta leaves / sss* leaves", 5), "value"] == pytest.approx(
        expected.alphabeta(3, 5) / expected.sss_star(3, 5)
    )
    assert len(found) == 4


def test_quotients_on_the_same_trees_are_closer_than_those_on_others():
    found = counted({3: [6]}, effort=theory.Effort(trees=200, cell_visits=1e6))
    row = theory.cost_ratios(found, PAIRS).set_index("ratio").loc["alphabeta leaves / sss* leaves"]
    exact = expected.alphabeta(3, 6) / expected.sss_star(3, 6)
    half = (row["high"] - row["low"]) / 2
    assert row["n"] == 200
    assert abs(row["value"] - exact) < 2.3 * half
    means = theory.cost_frame(found).set_index(["strategy", "criterion"])
    apart = [means.loc[(name, "leaves")] for name in ("alphabeta", "sss*")]
    independent = np.hypot(*(one["sd"] / one["mean"] / one["n"] ** 0.5 for one in apart)) * 1.96 * exact
    assert half < 0.7 * independent


def test_table_iii_has_a_theory_column_that_our_sample_agrees_with():
    table = table_iii(400, 7)
    assert len(table) == 144
    known = table.dropna(subset="theory")
    assert set(known["panel"]) == {"AB", "BB", "SSS*"}
    assert len(known) == 72
    assert (known["z_ours"].abs() < 4.5).all()
    printed = companion.published("muszycka1985", table="III").set_index(["row", "column"])["best"]
    row = table[(table["panel"] == "SSS*") & (table["size"] == "(3,6)")].iloc[0]
    assert row["of_50"] == printed["U(3,6)", "SSS*"]


@pytest.fixture(scope="module")
def whole():
    return TheoryStudy(200, 3, [[2, 11], [3, 7]], 30, [2e4, 2e4, 5e3], far_sizes=[[2, 13]])


def test_pictures_show_every_width_and_quotient_on_one_scale(whole):
    for column in ("root", "growth"):
        figure = figures.growth(whole, column)
        assert [ax.get_title(loc="left") for ax in figure.axes] == ["width 2", "width 3"]
        assert len({ax.get_ylim() for ax in figure.axes}) == 1
        # Every strategy of the theory is a line.
        lines = [
            line for line in figure.axes[0].lines if line.get_linestyle() == "-" and len(line.get_xdata()) > 2
        ]
        assert len(lines) == 3
    claimed = {PAIRS[0].name: (1.1, 3.0), PAIRS[1].name: (1.0, 1.275)}
    ratios = figures.quotients(whole.quotients, whole.exact_quotients, claimed)
    assert [ax.get_title(loc="left").replace("\n", " ").lower() for ax in ratios.axes] == list(claimed)
    table = figures.against_theory(whole.known, columns=1, height=6.9)
    assert [ax.get_title(loc="left") for ax in table.axes] == ["Alphabeta", "Branch-and-bound", "SSS*"]


def test_single_trees_go_on_where_the_effort_ends(whole):
    deepest = whole.deepest.set_index(["width", "strategy", "criterion"])
    assert deepest.loc[(2, "alphabeta", "leaves"), ["depth", "trees"]].tolist() == [13, 1]
    assert deepest.loc[(3, "alphabeta", "leaves"), "depth"] == 7


def test_what_is_said_of_theory_are_numbers_and_texts(whole):
    said = prose.of_theory(whole)
    assert all(isinstance(value, (str, int, float)) for value in said.values())
    assert said["off"] < 1e-3
    assert said["least_size"] == "U(2,3)"
    assert (whole.beside["AB theory"] > whole.beside["SSS* theory"]).all()


@pytest.mark.parametrize(
    ("depths", "strategies", "message"),
    [
        ({2: [3, 2]}, ["alphabeta"], r"depths is \[3, 2\]: it must be in rising order"),
        ({1: [3]}, ["alphabeta"], "width is 1"),
        ({2: [0]}, ["alphabeta"], "depth is 0"),
        ({2: [3]}, ["bestfirst"], "bestfirst"),
    ],
)
def test_bad_arguments_are_refused(depths, strategies, message):
    with pytest.raises(ValueError, match=message):
        costs(depths, strategies)
