"""What is measured of ordering, table and killers, and the verdicts that follow from it."""

import math

import numpy as np
import pandas as pd
import pytest

from companion.published.claims import all_claims, judge_claim
from companion.speedups import enhancement_findings as enhancements

STARTS = [f"start {number}" for number in range(12)]


def rows(search, game="chess", depths=(3, 4, 5, 6, 7, 8), width=0, **columns):
    """Rows of a measurement: a number per column, the same for all starts, or a function of (number, depth)."""
    return [
        {"game": game, "start": start, "width": width, "depth": depth, "search": search}
        | {name: give(number, depth) if callable(give) else give for name, give in columns.items()}
        for number, start in enumerate(STARTS)
        for depth in depths
    ]


def verdict_of(findings, name):
    found = next(each for each in findings if each.claim == name)
    claim = all_claims()[name]
    return judge_claim(claim.quantifier, found.cases, claim.margin)


def noisy(mean, spread=0.01):
    """Return numbers near a mean, others for every start and depth."""
    return lambda number, depth: mean * (1 + spread * ((7 * number + depth) % 5 - 2))


# -- ordering ----------------------------------------------------------------------------------------------------------


def ordering(fixed=90, dynamic=80, leaves=52, fewest=50):
    plain = {"leaves": 60, "all": 1000, "fewest": fewest}
    return pd.DataFrame(
        rows("alphabeta", evaluations=100, **plain)
        + rows("alphabeta, fixed", evaluations=fixed, **plain)
        + rows("alphabeta, dynamic", evaluations=dynamic, **{**plain, "leaves": leaves})
    )


CORRELATIONS = pd.DataFrame({"game": ["chess"], "start": ["a"], "correlation": [0.8]})


@pytest.mark.parametrize(
    ("changed", "claim", "verdict"),
    [
        ({}, "sd-faster", "agrees"),
        ({}, "sd-not-always", "inconclusive"),
        ({"fixed": 100}, "sd-not-always", "agrees"),
        ({"fixed": 100}, "sd-faster", "inconclusive"),
        ({"dynamic": noisy(80)}, "sd-dynamic-depth", "agrees"),
        ({"dynamic": noisy(99)}, "sd-dynamic-depth", "differs"),
        ({"dynamic": lambda number, depth: 85 if depth < 8 else 99}, "sd-dynamic-depth", "differs"),
        ({"dynamic": lambda number, depth: 95 if depth <= 6 else 80}, "sd-dynamic-depth", "agrees"),
        ({"dynamic": noisy(92)}, "sd-dynamic-shallow", "agrees"),
        ({"dynamic": noisy(110)}, "sd-dynamic-shallow", "differs"),
        ({"dynamic": noisy(75)}, "sd-dynamic-shallow", "differs"),
        ({"leaves": noisy(52)}, "sd-dynamic-minimum", "agrees"),
        ({"leaves": noisy(60)}, "sd-dynamic-minimum", "differs"),
        ({"leaves": noisy(55, spread=0.1)}, "sd-dynamic-minimum", "inconclusive"),
        ({}, "sd-figure-43", "agrees"),
        ({}, "sd-correlation", "underspecified"),
        ({}, "sd-fixed", "underspecified"),
    ],
)
def test_ordering_is_judged_by_the_words_of_the_claim(changed, claim, verdict):
    found = enhancements.ordering_findings(ordering(**changed), CORRELATIONS)
    assert verdict_of(found, claim) == verdict


def test_the_depth_from_which_dynamic_ordering_pays_is_told():
    def pays_beyond_five(number, depth):
        return 95 if depth <= 5 else 80

    found = enhancements.ordering_findings(ordering(dynamic=pays_beyond_five), CORRELATIONS)
    assert next(each for each in found if each.claim == "sd-dynamic-depth").ours == 5
    never = enhancements.ordering_findings(ordering(dynamic=95), CORRELATIONS)
    assert next(each for each in never if each.claim == "sd-dynamic-depth").ours == 8


def test_the_orders_of_magnitude_are_those_of_games_at_depth_six():
    frame = ordering()
    frame.loc[frame["depth"] == 6, "all"] = 6000
    random = frame.assign(game="incremental, width 3", all=10**9)
    found = enhancements.ordering_findings(pd.concat([frame, random]), CORRELATIONS)
    assert next(each for each in found if each.claim == "sd-fixed").ours == pytest.approx(2)


# -- table and killers -------------------------------------------------------------------------------------------------


def memories(table=60, both=20, hits=30):
    counts = {
        "lookups": 100,
        "hits": hits,
        "killer_cuts": 5,
        "killer_tries": 10,
        "other_cuts": 3,
        "other_tries": 10,
    }
    return pd.DataFrame(
        rows("none", leaves=100, **counts)
        + rows("table", leaves=table, **counts)
        + rows("killers", leaves=50, **counts)
        + rows("table and killers", leaves=both, **counts)
    )  # fmt: skip


@pytest.mark.parametrize(
    ("changed", "claim", "verdict"),
    [
        ({"hits": noisy(30)}, "tt-common", "agrees"),
        ({"hits": noisy(8)}, "tt-common", "differs"),
        ({"table": noisy(60)}, "tt-endgames", "agrees"),
        ({"table": noisy(75)}, "tt-endgames", "differs"),
        ({"table": lambda number, depth: 60 if depth == 6 else 99}, "tt-endgames", "agrees"),
        ({"table": 70}, "tt-depth-six", "underspecified"),
        # Without killers the table leaves 60 %, with them 40 or 80 % of what they leave.
        ({"both": noisy(20)}, "kh-table", "agrees"),
        ({"both": noisy(40)}, "kh-table", "differs"),
        ({}, "kh-refutes", "underspecified"),
    ],
)
def test_table_and_killers_are_judged_by_the_words_of_the_claim(changed, claim, verdict):
    assert verdict_of(enhancements.memory_findings(memories(**changed)), claim) == verdict


@pytest.mark.parametrize(
    ("values", "expected"),
    [([30, 50, 30, 50, 30], True), ([10, 20, 30, 40], False), ([10, 30, 28, 60, 58, 90], False)],
)
def test_oscillation_is_told_from_growth(values, expected):
    assert (enhancements.oscillation(values) > 0) is expected
    with pytest.raises(ValueError, match="line has 2 entries: at least 3 are needed"):
        enhancements.oscillation(values[:2])


def killers(saved):
    """Killers that save so many per cent of the leaves: a function of width, number of the start and depth."""
    found = []
    for width in (2, 4):
        found += rows("none", width=width, leaves=100)
        found += rows("killers", width=width, leaves=lambda n, depth, w=width: 100 - saved(w, n, depth))
    return pd.DataFrame(found)


def wave(width, number, depth):
    return 30 + 10 * (-1) ** depth + 0.1 * number


@pytest.mark.parametrize(
    ("saved", "claim", "verdict"),
    [
        (wave, "kh-oscillates", "agrees"),
        (lambda w, n, d: 10 * d + 0.1 * n, "kh-oscillates", "differs"),
        # One width at which it grows is enough against all.
        (lambda w, n, d: wave(w, n, d) if w == 2 else 10 * d + 0.1 * n, "kh-oscillates", "differs"),
        (wave, "kh-start", "differs"),
        (lambda w, n, d: 40 * (n % 2), "kh-start", "agrees"),
        (wave, "kh-width", "differs"),
        (lambda w, n, d: 10 * w + n % 3 * (w == 2), "kh-width", "agrees"),
        (wave, "kh-least", "underspecified"),
        (wave, "kh-greatest", "underspecified"),
    ],
)
def test_killers_are_judged_by_the_words_of_the_claim(saved, claim, verdict):
    assert verdict_of(enhancements.killer_findings(killers(saved)), claim) == verdict


def test_the_least_and_the_greatest_saving_are_told():
    found = {each.claim: each for each in enhancements.killer_findings(killers(wave))}
    assert found["kh-least"].ours == pytest.approx(20)
    assert found["kh-greatest"].ours == pytest.approx(41.1)


def test_an_error_by_leaving_out_is_that_of_a_mean_where_the_statistic_is_a_mean():
    index = pd.MultiIndex.from_product([["chess"], STARTS, [2], [3]], names=enhancements.KEYS)
    values = pd.Series(np.random.default_rng(1).normal(size=12), index=index)
    error = enhancements._jackknife(lambda own: float(own.mean()), values)
    assert error == pytest.approx(enhancements.mean_case(values).error)
    assert error > values.std() / math.sqrt(12)
