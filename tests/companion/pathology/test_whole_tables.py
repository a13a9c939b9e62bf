"""Tables of chapter 5 as wholes: games drawn as printed, readings of the sample size, numbers that must be equal."""

import numpy as np
import pytest

from companion.pathology import findings, tables
from companion.published.cells import printed_cell
from companion.published.tables import judged_tables
from gametree.backup.decisions import RULES, Sample
from gametree.experiment import sampled_quality

GAMES = 3000


@pytest.fixture(scope="module")
def cells():
    return tables.printed()


@pytest.fixture(scope="module")
def samples(cells):
    return tables.samples_of(cells, GAMES, seed=1, highest=7, widest=3)


@pytest.fixture(scope="module")
def played(samples):
    return tables.play_all(samples)


@pytest.fixture(scope="module")
def quality(samples):
    return tables.with_theory(sampled_quality(samples))


@pytest.fixture(scope="module")
def judged(cells, quality):
    return findings.judged_cells(cells, tables.beside(cells, quality, tables.described_quality(1)), 4000)


def test_games_one_by_one_are_those_that_were_counted(played, quality):
    for row in quality[quality["d"] < quality["t"] - 1].itertuples():
        own = played[row.game, row.w, row.t].twice[:, row.d - 1, RULES.index(row.rule)]
        assert ((own == 2).sum(), (own == 1).sum()) == (row.right, row.tied)


def test_only_so_many_games_are_kept(monkeypatch):
    monkeypatch.setattr(tables, "MOST", 30)
    assert len(tables.play(Sample("pearl", 2, 4, 100, 1)).twice) == 30


def test_simulated_columns_scatter_as_samples_of_that_size_do(played):
    own = played["pearl", 2, 7]
    apart = tables.simulated_columns(own, "minimax", 500, np.inf, np.random.default_rng(1))
    of_one = own.of("minimax")
    assert apart.shape == (5, tables.SIMULATED)
    assert np.allclose(apart.std(axis=1), of_one.std(axis=0) / np.sqrt(500), rtol=0.05)
    steps = np.diff(apart, axis=0).std(axis=1)
    assert np.allclose(steps, np.diff(of_one, axis=1).std(axis=0) / np.sqrt(500), rtol=0.05)


def test_our_own_sample_adds_to_the_scatter(played):
    rng = np.random.default_rng(1)
    exact, sampled = (
        tables.simulated_columns(played["pearl", 2, 7], "product", 500, n, rng).var() for n in (np.inf, 500)
    )
    assert sampled == pytest.approx(2 * exact, rel=0.1)


def printed_like(judged, played, sample, shift=0.0):
    """Return judged cells as if every column had been drawn from our games, with a shift."""
    rng = np.random.default_rng(2)
    made = judged.copy()
    made["corrected"] = np.nan
    for table, columns in tables.columns_of(judged).items():
        rule = tables.TABLES[table][1]
        for column in (c for c in columns if c in played):
            apart = tables.simulated_columns(played[column], rule, sample, np.inf, rng, tables=1)[:, 0]
            for index, row in tables.with_places(judged[judged["table"] == table]).iterrows():
                if (row["w"], row["t"]) == column[1:] and row["d"] < row["t"] - 1:
                    made.loc[index, "published"] = row["ours"] + apart[row["d"] - 1] + shift
    return made


@pytest.mark.parametrize(("shift", "verdict"), [(0.0, "agrees"), (-0.03, "differs")])
def test_tables_drawn_from_our_games_agree_and_shifted_ones_do_not(judged, played, shift, verdict):
    made = printed_like(judged, played, tables.TREES, shift)
    found = tables.table_tests(made, played, 4000, np.random.default_rng(1))
    literal = judged_tables(found[found["reading"] == "literal"], {})
    assert literal["table"].tolist() == list(tables.OWN)
    assert (literal["verdict"] == verdict).all()
    assert (literal["below"] > 0.95).all() == (shift < 0)


def test_a_number_out_of_line_with_its_neighbours_shows_in_the_steps(judged, played):
    made = printed_like(judged, played, tables.TREES)
    one = (made["table"] == "XXVII") & (made["row"] == "d=3") & (made["column"] == "t=7")
    made.loc[one, "published"] += 0.05
    found = tables.table_tests(made, played, 4000, np.random.default_rng(1))
    paired = found[found["reading"] == "literal"].set_index("table")["paired_p"]
    assert paired["XXVII"] < 0.001 and paired["XXVIII"] > 0.01


def test_both_readings_are_judged_and_the_fitted_table_is_not(judged, played):
    found = tables.table_tests(judged, played, 4000, np.random.default_rng(1))
    readings = set(zip(found["table"], found["reading"], found["sample"], found["tried"], strict=True))
    of_the_thesis = {(t, "literal", 20_000, 0) for t in tables.OWN}
    of_the_thesis |= {(t, "chosen", 20_000 // n, 2) for t, n in zip(tables.OWN, (9, 9, 11, 11), strict=True)}
    assert readings == of_the_thesis | {(t, "chosen", 4000, 1) for t in ("XXI", "XXV", "XXVI")}


def test_corrected_numbers_and_those_of_the_fit_are_left_out(judged):
    used = tables.scattering(judged, "XXV")
    assert used["corrected"].isna().all() and not used["column"].isin(["t=5", "t=6", "t=7"]).any()
    assert tables.scattering(judged, "XIX").empty


def test_the_fit_varies_around_the_size_that_tables_were_drawn_with(judged, played):
    sizes = tables.sizes_fitted_again(judged, played, 4000, np.random.default_rng(1))
    assert np.median(sizes) == pytest.approx(4000, rel=0.1)
    assert sizes.std() > 200


def test_numbers_that_must_be_equal_come_from_the_printed_tables(judged, played):
    same = tables.same_at_depth_1(judged, played)
    assert len(same) == 12
    for row in same.to_dict("records"):
        minimax = printed_cell("muszycka1985", row["minimax"], f"t={row['t']},d=1", "w=2")["value"]
        product = printed_cell("muszycka1985", row["product"], "d=1", f"t={row['t']}")["value"]
        assert (row["by_minimax"], row["by_product"]) == (minimax, product)


def test_three_pairs_of_the_thesis_contradict_one_another_and_none_of_nau_s(judged, played):
    same = tables.same_at_depth_1(judged, played)
    nau = same["minimax"].isin(tables.BY_NAU)
    assert (same["apart"][nau] == 0).all()
    far = same[~nau & (same[tables.DISTANCES[0]].abs() > 7)]
    assert sorted(zip(far["by_minimax"], far["by_product"], strict=True)) == [
        (0.751, 0.79),
        (0.931, 0.91),
        (0.96, 0.931),
    ]
    assert (same[tables.DISTANCES[1]].abs() < same[tables.DISTANCES[0]].abs())[~nau].all()


def test_both_rules_decide_alike_at_depth_1(played):
    for own in played.values():
        assert (own.twice[:, 0, 0] == own.twice[:, 0, 1]).all()
