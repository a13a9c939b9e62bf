"""What is measured of ordering, table, killers and parallel search, and the verdicts that follow from it."""

import math
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from companion.published.claims import Case, finding, mean_case, verdict_on
from companion.speedups import findings as judged
from companion.speedups import parallel_study as study
from companion.speedups import prose
from gametree import games

STARTS = [f"start {number}" for number in range(12)]


def rows(search, game="chess", depths=(3, 4, 5, 6, 7, 8), width=0, **columns):
    """Rows of a measurement: a number per column, the same for all starts, or a function of (number, depth)."""
    return [
        {"game": game, "start": start, "width": width, "depth": depth, "search": search}
        | {name: give(number, depth) if callable(give) else give for name, give in columns.items()}
        for number, start in enumerate(STARTS)
        for depth in depths
    ]


def found_for(claim, **study):
    """Return what is measured for a claim by a study that has found only this."""
    return judged.measures.finding(claim, SimpleNamespace(**study))


def verdict_of(name, **study):
    return verdict_on(name, found_for(name, **study).cases)


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
    found = verdict_of(claim, ordering=ordering(**changed), correlations=CORRELATIONS)
    assert found == verdict


def test_the_depth_from_which_dynamic_ordering_pays_is_given():
    def pays_beyond_five(number, depth):
        return 95 if depth <= 5 else 80

    assert found_for("sd-dynamic-depth", ordering=ordering(dynamic=pays_beyond_five)).ours == 5
    assert found_for("sd-dynamic-depth", ordering=ordering(dynamic=95)).ours == 8


def test_the_orders_of_magnitude_are_those_of_games_at_depth_six():
    frame = ordering()
    frame.loc[frame["depth"] == 6, "all"] = 6000
    random = frame.assign(game="incremental, width 3", all=10**9)
    assert found_for("sd-fixed", ordering=pd.concat([frame, random])).ours == pytest.approx(2)


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
    assert verdict_of(claim, memories=memories(**changed)) == verdict


@pytest.mark.parametrize(
    ("values", "expected"),
    [([30, 50, 30, 50, 30], True), ([10, 20, 30, 40], False), ([10, 30, 28, 60, 58, 90], False)],
)
def test_oscillation_is_no_growth(values, expected):
    assert (judged.oscillation(values) > 0) is expected
    with pytest.raises(ValueError, match="line has 2 entries: at least 3 are needed"):
        judged.oscillation(values[:2])


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
    assert verdict_of(claim, killers=killers(saved)) == verdict


def test_the_least_and_the_greatest_saving_are_given():
    assert found_for("kh-least", killers=killers(wave)).ours == pytest.approx(20)
    assert found_for("kh-greatest", killers=killers(wave)).ours == pytest.approx(41.1)


def test_an_error_by_leaving_out_is_that_of_a_mean_where_the_statistic_is_a_mean():
    index = pd.MultiIndex.from_product([["chess"], STARTS, [2], [3]], names=judged.KEYS)
    values = pd.Series(np.random.default_rng(1).normal(size=12), index=index)
    error = judged._jackknife(lambda own: float(own.mean()), values)
    assert error == pytest.approx(mean_case(values).error)
    assert error > values.std() / math.sqrt(12)


# -- parallel search ---------------------------------------------------------------------------------------------------

MACHINES = [1, 2, 3, 4, 5, 6, 8, 16]


@pytest.fixture(scope="module")
def frames():
    """All experiments, small."""
    middle_games = games.named_positions("checkers", "middle game")[:2]
    return {
        "cut_offs": study.count_cut_offs(3, 5, 5, 6, 71),
        "tree_splitting": study.on_uniform_trees([(3, 4), (5, 3)], ["tree-splitting"], MACHINES, 4, 71),
        "distributions": study.by_distribution((3, 4), "tree-splitting", [5, 16], 4, 71),
        "checkers": study.on_positions(
            ["opening", "middle game", "ending"], 4, ["tree-splitting", "parallel-scout"], MACHINES, positions=2
        ),
        "processor_trees": study.processor_trees_on_positions(middle_games, 4, study.SHAPES),
        "sorted_trees": study.on_sorted_trees([(6, 4), (4, 4)], study.SHAPES, 71),
        "bounds": study.by_starting_bound([(3, 4), (4, 3)], [0.25, 0.75], 6, 71),
        "parts": study.on_parts([(3, 4), (5, 3)], 8, 71),
    }  # fmt: skip


def test_judging_leaves_the_frames_as_they_were(frames):
    before = {name: frame.copy() for name, frame in frames.items()}
    for claim in judged.measures:
        if claim.startswith(("abd-", "ad-", "ff-", "kk-")):
            found_for(claim, **frames)
    for name, frame in frames.items():
        pd.testing.assert_frame_equal(frame, before[name])


# -- cut-offs ----------------------------------------------------------------------------------------------------------


def counted(**changed):
    row = {"tree": 0, "left_due": 5, "left_kept": 5, "only_parallel": 2, "only_sequential": 2, "deep": 0,
           "deep_alphabeta": 3}  # fmt: skip
    return pd.DataFrame([row, {**row, **changed}])


def test_cut_offs_agree_on_searched_trees(frames):
    for kind in ("left", "extra", "missed", "no-deep"):
        assert verdict_of(f"abd-{kind}-cutoffs", **frames) == "agrees"
    assert frames["cut_offs"]["deep_alphabeta"].sum() > 0


@pytest.mark.parametrize(
    ("changed", "claim", "verdict"),
    [
        ({"left_kept": 4}, "abd-left-cutoffs", "differs"),
        ({"deep": 1}, "abd-no-deep-cutoffs", "differs"),
        ({"only_parallel": 0}, "abd-extra-cutoffs", "agrees"),
        ({"only_sequential": 0}, "abd-missed-cutoffs", "agrees"),
    ],
)
def test_what_must_always_be_is_refuted_by_one_tree_and_what_may_be_is_not(changed, claim, verdict):
    assert verdict_of(claim, cut_offs=counted(**changed)) == verdict


def test_trees_that_can_show_nothing_are_no_evidence():
    nothing = pd.DataFrame([dict.fromkeys(counted().columns, 0)] * 3)
    assert not found_for("abd-left-cutoffs", cut_offs=nothing).cases
    assert verdict_of("abd-missed-cutoffs", cut_offs=nothing) == "inconclusive"
    # One tree on which Alphabeta has deep cut-offs is one case, the others are none.
    nothing.loc[0, "deep_alphabeta"] = 4
    assert len(found_for("abd-no-deep-cutoffs", cut_offs=nothing).cases) == 1


# -- curves ------------------------------------------------------------------------------------------------------------


def machine_room(times, nodes, trees=6):
    """A frame of trees that all need these times and nodes, up to a little noise: processors -> number."""
    noise = np.random.default_rng(3).normal(1, 0.001, size=(trees, len(times)))
    return pd.DataFrame(
        {"size": "U(3,4)", "tree": number, "processors": k, "time": times[k] * factor, "nodes": nodes[k] * factor}
        for number in range(trees)
        for k, factor in zip(times, noise[number], strict=True)
    )  # fmt: skip


TIMES = {1: 100, 2: 60, 5: 30, 64: 29}
NODES = {1: 100, 2: 104, 5: 110, 64: 112}


@pytest.mark.parametrize(
    ("times", "nodes", "claim", "verdict"),
    [
        (TIMES, NODES, "abd-time", "agrees"),
        ({**TIMES, 5: 60}, NODES, "abd-time", "differs"),
        (TIMES, NODES, "abd-nodes", "agrees"),
        (TIMES, {**NODES, 2: 98}, "abd-nodes", "agrees"),
        (TIMES, {**NODES, 2: 90, 5: 95}, "abd-nodes", "differs"),
        (TIMES, {**NODES, 2: 100, 5: 100}, "abd-nodes", "inconclusive"),
        (TIMES, NODES, "abd-small-growth", "agrees"),
        (TIMES, {**NODES, 5: 190}, "abd-small-growth", "differs"),
        (TIMES, NODES, "abd-saturation", "agrees"),
        (TIMES, {**NODES, 64: 125}, "abd-saturation", "differs"),
        (TIMES, {**NODES, 64: 95}, "abd-saturation", "differs"),
    ],
)
def test_time_nodes_and_saturation_follow_from_the_curves(times, nodes, claim, verdict):
    assert verdict_of(claim, tree_splitting=machine_room(times, nodes)) == verdict


def test_the_machine_that_is_given_is_the_one_from_which_on_no_curve_changes():
    narrow = machine_room(TIMES, NODES)
    wide = machine_room(TIMES, {**NODES, 64: 150}).assign(size="U(9,4)")
    assert found_for("abd-saturation", tree_splitting=pd.concat([narrow, wide])).ours == 64
    assert found_for("abd-saturation", tree_splitting=narrow).ours == 2


def test_a_growth_beyond_the_saturation_point_does_not_count_against_growing():
    assert verdict_of("abd-nodes", tree_splitting=machine_room(TIMES, {**NODES, 64: 90})) == "agrees"


def test_distributions_that_differ_are_noticed(frames):
    changed = frames["distributions"].copy()
    assert verdict_of("abd-distribution", distributions=changed) == "agrees"
    changed.loc[changed["distribution"] == "normal", "nodes"] += 1
    assert verdict_of("abd-distribution", distributions=changed) == "differs"


# -- checkers ----------------------------------------------------------------------------------------------------------


def checkers(ratios):
    """A frame in which parallel Scout takes these times as long, a ratio per position, in all phases."""
    return pd.DataFrame(
        {"phase": phase, "position": f"{phase} {number}", "method": method, "processors": k,
         "time": 1000 / k * (ratio if method == "parallel-scout" else 1), "nodes": 100 + k,
         "visits": 100 + (2 * k if method == "parallel-scout" else k)}
        for phase in ("opening", "middle game", "ending")
        for number, ratio in enumerate(ratios)
        for method in ("tree-splitting", "parallel-scout")
        for k in MACHINES
    )  # fmt: skip


@pytest.mark.parametrize(
    ("ratios", "opening", "others"),
    [
        ([0.9, 0.91, 0.92, 0.9, 0.91, 0.92, 0.9, 0.9], "agrees", "differs"),
        ([1.5, 1.6, 1.4, 1.5, 1.6, 1.4, 1.5, 1.6], "differs", "agrees"),
        # A lead of 4 % is a lead, but not a distinct one.
        ([1.04, 1.041, 1.039, 1.04, 1.042, 1.04], "differs", "differs"),
        ([0.8, 1.6, 1.1, 0.9, 1.2], "inconclusive", "inconclusive"),
        # Two positions decide nothing, however alike they are.
        ([1.5, 1.6], "inconclusive", "inconclusive"),
    ],
)
def test_who_leads_is_asked_by_one_rule_in_all_phases(ratios, opening, others):
    frame = checkers(ratios)
    assert verdict_of("ad-opening", checkers=frame) == opening
    assert {verdict_of(claim, checkers=frame) for claim in ("ad-midgame", "ad-endgame")} == {others}


def test_visits_count_where_nodes_are_visited_again():
    frame = checkers([1.5, 1.6, 1.4])
    curves_of_nodes, curves_of_visits, steps = 6, 3, 4
    assert len(found_for("ad-nodes", checkers=frame).cases) == (curves_of_nodes + curves_of_visits) * steps
    assert len(found_for("ad-time", checkers=frame).cases) == curves_of_nodes
    # 106 nodes on 6 processors become 116 on 16, but 112 visits become 132.
    assert verdict_of("ad-nodes-saturation", checkers=frame) == "differs"


# -- processor trees ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("x", [0.5, 0.8, 1])
def test_the_exponent_of_a_power_of_k_is_found(x):
    k = np.array([1, 2, 3, 4, 8, 9, 27])
    exact = judged.exponent_of_k(pd.DataFrame({"processors": k, "speed_up": k**x}))
    assert exact.effect == pytest.approx(x) and exact.error == pytest.approx(0, abs=1e-9)
    scattered = pd.DataFrame({"processors": k, "speed_up": k**x * [1, 1.1, 0.9, 1.1, 0.9, 1.1, 0.9]})
    assert judged.exponent_of_k(scattered).error > 0.01


def grown(**changed):
    speeds = {(1, 0): 1, (2, 1): 1.8, (3, 1): 2.7, (2, 2): 2.6, (2, 3): 4.5, (3, 2): 5, (3, 3): 9} | {
        tuple(map(int, shape[1:].split("x"))): speed for shape, speed in changed.items()
    }
    return pd.DataFrame(
        {"position": name, "slaves": w, "levels": d, "processors": w**d, "speed_up": speed * factor**d,
         "more_nodes": 0.1}
        for (w, d), speed in speeds.items()
        for name, factor in (("a", 1.0), ("b", 1.01), ("c", 1.02), ("d", 1.0))
    )  # fmt: skip


def test_the_speed_up_must_grow_with_the_levels_of_each_width_and_widths_are_not_compared():
    # Four processors in two levels are slower than three in one, and that is no matter.
    for claim in ("ff-grows", "ff-speed-up"):
        assert verdict_of(claim, processor_trees=grown()) == "agrees"
    slower = grown(_2x1=0.9, _2x2=0.8, _2x3=0.7, _3x1=0.9, _3x2=0.8, _3x3=0.7)
    assert verdict_of("ff-grows", processor_trees=slower) == "differs"
    assert verdict_of("ff-speed-up", processor_trees=grown(_2x1=0.98)) == "differs"


@pytest.mark.parametrize(
    ("x", "worst", "best"),
    [(0.7, "differs", "differs"), (0.97, "agrees", "differs"), (0.53, "differs", "agrees")],
)
def test_an_exponent_may_differ_by_a_twentieth(frames, x, worst, best):
    cases = frames["sorted_trees"].assign(speed_up=frames["sorted_trees"]["processors"] ** x)
    assert found_for("ff-worst", sorted_trees=cases).ours == pytest.approx(x)
    assert verdict_of("ff-worst", sorted_trees=cases) == worst
    assert verdict_of("ff-best", sorted_trees=cases) == best


def test_only_machines_that_can_share_evenly_are_judged(frames):
    uneven = frames["sorted_trees"]["width"] % frames["sorted_trees"]["slaves"] != 0
    assert uneven.any()
    cases = frames["sorted_trees"].assign(speed_up=frames["sorted_trees"]["processors"].astype(float))
    cases.loc[uneven, "speed_up"] = 1.0
    assert found_for("ff-worst", sorted_trees=cases).ours == pytest.approx(1)


# -- SSS* --------------------------------------------------------------------------------------------------------------


def test_what_the_source_does_not_say_is_called_underspecified_however_near_we_come(frames):
    for saved in (0.1, 0.25):
        found = {"bounds": frames["bounds"].assign(saved=saved), "parts": frames["parts"]}
        assert found_for("kk-bounds", **found).ours == pytest.approx(100 * saved)
        for claim in ("kk-bounds", "kk-parts-least", "kk-parts-greatest"):
            assert verdict_of(claim, **found) == "underspecified"


def test_starting_bounds_are_measured_by_the_time_saved_by_those_that_could_be_known_beforehand(frames):
    bounds = frames["bounds"].copy()
    bounds.loc[bounds["quantile"].isna(), "saved"] = 0.9
    own = found_for("kk-bounds", bounds=bounds)
    means = bounds.dropna().groupby("quantile")["saved"].mean()
    assert own.ours == pytest.approx(100 * means.max())


def test_parts_are_measured_as_the_source_has_them_searched_depth_first(frames):
    own = frames["parts"][frames["parts"]["part_search"] == "depth-first"]
    means = own.groupby("size")["speed_up"].mean()
    assert found_for("kk-parts-least", **frames).ours == means.min()
    assert found_for("kk-parts-greatest", **frames).ours == means.max()


@pytest.mark.parametrize(("sign", "verdict"), [(1, "agrees"), (-1, "differs")])
def test_harder_trees_must_gain_more_at_every_size(sign, verdict):
    parts = study.on_parts([(3, 4)], 40, 71)
    dear = parts["sequential"] >= parts["sequential"].quantile(0.75)
    changed = parts.assign(speed_up=3.0 + sign * dear + 0.01 * (parts["tree"] % 3))
    assert verdict_of("kk-harder", parts=changed) == verdict
    # The parts searched best-first are told, not judged.
    best_first = changed["part_search"] == "best-first"
    changed.loc[best_first, "speed_up"] = 6 - changed.loc[best_first, "speed_up"]
    assert verdict_of("kk-harder", parts=changed) == verdict


# -- why claims stay open ----------------------------------------------------------------------------------------------


def test_a_claim_with_cases_for_it_and_against_it_is_open_for_another_reason_than_one_that_scatters():
    scattered = finding("kh-start", [Case(1.0, 5.0)], "")
    mixed = finding("abd-saturation", [True, True, False], "")
    assert (judged.is_mixed(scattered), judged.is_mixed(mixed)) == (False, True)
    said = prose._why_open([scattered, mixed])
    assert said.startswith(
        "1 because our samples are too small for their scatter (how the gain of killers depends"
    )
    assert said.endswith(
        "1 because some cases speak for them and some against (where the nodes level off on uniform trees)"
    )
    assert prose._why_open([mixed]).startswith("all because some cases")
    assert prose._why_open([]) == ""


def test_what_trees_speak_against_is_told_once_however_many_claims_it_is():
    found = [finding(name, [False], "") for name in ("ad-midgame", "ad-endgame", "kh-table")]
    assert all(map(judged.speaks_against, found))
    assert prose._in_words(found) == "who leads in checkers and that killers make a table more useful"
    assert prose._in_words([finding("ff-speed-up", [False], "")]).startswith("“")
