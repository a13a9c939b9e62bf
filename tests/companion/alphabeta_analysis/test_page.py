"""What the page on Knuth & Moore shows and says: pictures, tables and the numbers of its sentences."""

import math

import pytest

from companion.alphabeta_analysis import Study, figures, findings, prose, tables
from companion.widgets import fill
from gametree.examples import pi_tree

STUDY = Study(1975, 12, 200, 20, 5, (60, 200), 2)


@pytest.fixture(scope="module")
def judged():
    return findings.judged(STUDY)


def letters(figure):
    return [text.get_text() for ax in figure.axes for text in ax.texts]


def test_the_tree_of_pi_shows_every_digit_of_what_was_examined():
    tree = pi_tree()
    leaves = {node for node in range(tree.n_nodes) if tree.is_leaf(node)}
    figure = figures.examined_trees(
        tree, {"all": set(range(tree.n_nodes))}, {"all": {n: tree.values[n] for n in leaves}}, marked=[3]
    )
    assert (
        "".join(letters(figure))
        == "314159265358979323846264338327950288419716939937510582097494459230781640628620899"
    )


def test_no_position_of_the_searched_trees_is_worth_minus_zero():
    shown = letters(figures.pi_searched())
    assert "0" in shown
    assert "−0" not in shown
    assert [ax.get_title(loc="left") for ax in figures.pi_searched().axes] == [
        "F1: 36 leaves",
        "F2: 31 leaves",
    ]


def test_the_picture_of_corollary_4_names_the_degrees_for_which_it_fails():
    assert letters(figures.corollary_4(40)) == ["$d = 3$", "$d = 4$", "$d = 5$", "$d = 6$", "$d = 7$ to $10$"]


def test_lines_of_the_bounds_enclose_the_truth():
    left, right = figures.growth(STUDY.growth).axes
    by_color = {line.get_color(): line.get_ydata() for line in left.lines if len(line.get_xdata()) > 1}
    upper, nearer, truth, lower, _ = by_color.values()
    assert (truth == 1).all() and (lower < 1).all() and (upper > 1).all() and (nearer > 1).all()
    assert right.get_xscale() == "log"


@pytest.mark.parametrize("draw", [figures.shares, figures.first_analysis, figures.models, figures.forcing])
def test_every_picture_of_the_study_is_drawn_within_the_page(draw):
    assert draw(STUDY).get_size_inches()[0] <= 11


def test_numbers_stand_below_one_another():
    assert tables.aligned([9.2, 10.35], ".3f") == ["\u20079.200", "10.350"]
    assert tables.aligned([3.67, 2737.22], ",.2f") == ["\u2007\u2008\u2007\u20073.67", "2,737.22"]
    assert tables.aligned([-1.5, 2.5], "+.1f") == ["−1.5", "+2.5"]


def test_the_witness_and_the_first_analysis_part_at_the_last_leaf():
    found = tables.witness()
    apart = found[found["first analysis"] != found["all 8! orders"]]
    assert apart["leaf"].tolist() == ["f8", "together"]
    assert apart["all 8! orders"].tolist() == ["18/35", "719/105"]


def test_corollary_4_is_false_for_four_degrees_and_for_no_other():
    assert tables.without_ceiling(500) == [3, 4, 5, 6]
    assert tables.over_optimum(6, 100) == pytest.approx(52.07, abs=0.005)


def test_every_table_of_the_page_has_rows(judged):
    for rows in (
        tables.share_of_type_3(), tables.levels(STUDY), tables.taught(STUDY), tables.probabilities(),
        tables.few_values(STUDY), tables.level_2(), tables.table_1(STUDY), tables.fits(STUDY), tables.best_cases(STUDY),
        tables.without_deep(), tables.corollary_4(), tables.numbers(judged),
    ):  # fmt: skip
        assert len(rows) >= 3 and not rows.isna().any(axis=None)


def test_what_is_told_can_stand_in_a_sentence(judged):
    passages = [
        prose.opening(STUDY, judged), prose.digits_of_pi(), prose.windows(), prose.theorem_1(STUDY), prose.type_3(),
        prose.corollary_2(STUDY), prose.theorem_2(STUDY), prose.not_best(STUDY), prose.figure_5(STUDY),
        prose.eighth_leaf(STUDY), prose.ties(STUDY), prose.second_order(), prose.dependencies(STUDY),
    ]  # fmt: skip
    for passage in passages:
        for name in passage:
            assert fill(f"{{{{passage[{name}]}}}}", {"passage": passage})
    fits = prose.table_1(STUDY, judged)["r0"]
    assert all(math.isfinite(x) for x in fits)


def test_what_is_counted_says_all_only_if_all_are_right():
    assert prose.counted([True] * 1200) == "all 1,200"
    assert prose.counted([True, False]) == "1 of 2"


@pytest.mark.parametrize(
    "say",
    [
        prose.of_shares,
        prose.of_first_analysis,
        prose.of_growth,
        prose.of_models,
        lambda _: prose.of_corollary_4(),
    ],
)
def test_alternative_texts_have_numbers(say):
    assert any(sign.isdigit() for sign in say(STUDY)) and "nan" not in say(STUDY)
