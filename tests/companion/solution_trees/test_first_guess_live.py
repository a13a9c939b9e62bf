"""The curves of the first guess: the study's means, and what they do on a page without a kernel."""

import pytest

from companion.solution_trees.figures import ordering_label
from companion.solution_trees.study import VALUE, Study
from companion.solution_trees.widget import first_guess_curves
from tests.lab import marks
from tests.live_page import SCREENS, on_page, press, reading


@pytest.fixture(scope="module")
def study():
    return Study(1994, 6, 8, [[3, 4], [5, 3]], [0, 100], 10, [2, 3], 2, 1)


@pytest.fixture(scope="module")
def curves(study):
    return first_guess_curves(study.means, study.saved)


def test_curves_hold_the_means_of_every_size_ordering_and_guess(study, curves):
    series = curves.state["series"]
    assert [part["at"] for part in series[::5]] == [[3, 4], [5, 3]]
    assert sum(len(part["x"]) for part in series) == len(study.means)
    found = study.means[(study.means.width == 5) & (study.means.ordering == 0.9)].sort_values("guess")
    (line,) = (part for part in series if part["at"] == [5, 3] and part["line"] == ordering_label(0.9, 5))
    assert line["x"] == found.guess.tolist() == study.guesses
    assert line["y"] == pytest.approx(found["mean"].tolist(), rel=1e-3)
    assert line["half"] == pytest.approx(found["half"].tolist(), rel=1e-2)
    alphabeta = study.saved[(study.saved.width == 5) & (study.saved.ordering == 0.9)].alphabeta.item()
    assert line["base"] == pytest.approx(alphabeta, rel=1e-3)


class TestOnAPage:
    pytestmark = marks

    @pytest.mark.parametrize(("width", "theme"), SCREENS)
    def test_the_guess_moves_and_costs_are_compared_with_alphabeta(
        self, browser, tmp_path, study, curves, width, theme
    ):
        with on_page(browser, tmp_path, curves, width, theme) as shown:
            mean = study.means[
                (study.means.width == 3) & (study.means.guess == VALUE) & (study.means.ordering == 1)
            ]
            assert f"{ordering_label(1.0, 3)} {mean['mean'].item():.0f}" in reading(shown)
            assert reading(shown).startswith(f"first guess {VALUE}:")
            press(shown, "first guess", "End")
            assert reading(shown).startswith("first guess 999:")
            shown.get_by_role("checkbox", name="in % of Alphabeta").check()
            alphabeta = study.saved[(study.saved.width == 3) & (study.saved.ordering == 1)].alphabeta.item()
            at_end = study.means[
                (study.means.width == 3) & (study.means.guess == 999) & (study.means.ordering == 1)
            ]
            share = 100 * at_end["mean"].item() / alphabeta
            assert f"{ordering_label(1.0, 3)} {share:.{0 if share >= 100 else 1}f}" in reading(shown)
            shown.get_by_label("width", exact=True).select_option("5")
            assert shown.get_by_label("depth", exact=True).input_value() == "3"
