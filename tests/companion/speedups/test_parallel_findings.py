"""What is measured of parallel search, and the verdicts that follow from it."""

import numpy as np
import pandas as pd
import pytest

from companion.published.claims import all_claims, judge_claim
from companion.speedups import parallel_findings as verdicts
from companion.speedups import parallel_study as study
from gametree import games

MACHINES = [1, 2, 3, 4, 5, 6, 8, 16]


@pytest.fixture(scope="module")
def frames():
    """All experiments, small."""
    middle_games = games.named_positions("checkers", "middle game")[:2]
    return {
        "cut_offs": study.count_cut_offs(3, 5, 5, 6, 71),
        "trees": study.on_uniform_trees([(3, 4), (5, 3)], ["tree-splitting"], MACHINES, 4, 71),
        "distributions": study.by_distribution((3, 4), "tree-splitting", [5, 16], 4, 71),
        "checkers": study.on_positions(
            ["opening", "middle game", "ending"], 4, ["tree-splitting", "parallel-scout"], MACHINES, positions=2
        ),
        "positions": study.processor_trees_on_positions(middle_games, 4, study.SHAPES),
        "sorted": study.on_sorted_trees([(6, 4), (4, 4)], study.SHAPES, 71),
        "bounds": study.by_starting_bound([(3, 4), (4, 3)], [0.25, 0.75], 6, 71),
        "parts": study.on_parts([(3, 4), (5, 3)], 8, 71),
    }  # fmt: skip


def all_findings(frames):
    return [
        *verdicts.cut_off_findings(frames["cut_offs"]),
        *verdicts.tree_splitting_findings(frames["trees"], frames["distributions"]),
        *verdicts.checkers_findings(frames["checkers"]),
        *verdicts.processor_tree_findings(frames["positions"], frames["sorted"]),
        *verdicts.sss_star_findings(frames["bounds"], frames["parts"]),
    ]


def verdict_of(findings, name):
    found = next(each for each in findings if each.claim == name)
    claim = all_claims()[name]
    return judge_claim(claim.quantifier, found.cases, claim.margin)


def found_for(findings, name):
    return next(each for each in findings if each.claim == name)


def test_judging_leaves_the_frames_as_they_were(frames):
    before = {name: frame.copy() for name, frame in frames.items()}
    all_findings(frames)
    for name, frame in frames.items():
        pd.testing.assert_frame_equal(frame, before[name])


# -- cut-offs ----------------------------------------------------------------------------------------------------------


def counted(**changed):
    row = {"tree": 0, "left_due": 5, "left_kept": 5, "only_parallel": 2, "only_sequential": 2, "deep": 0,
           "deep_alphabeta": 3}  # fmt: skip
    return pd.DataFrame([row, {**row, **changed}])


def test_cut_offs_agree_on_searched_trees(frames):
    found = verdicts.cut_off_findings(frames["cut_offs"])
    assert [verdict_of(found, each.claim) for each in found] == ["agrees"] * 4
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
    assert verdict_of(verdicts.cut_off_findings(counted(**changed)), claim) == verdict


def test_trees_that_can_show_nothing_are_no_evidence():
    nothing = pd.DataFrame([dict.fromkeys(counted().columns, 0)] * 3)
    found = verdicts.cut_off_findings(nothing)
    assert not found_for(found, "abd-left-cutoffs").cases
    assert verdict_of(found, "abd-missed-cutoffs") == "inconclusive"
    # One tree on which Alphabeta has deep cut-offs is one case, the others are none.
    nothing.loc[0, "deep_alphabeta"] = 4
    assert len(found_for(verdicts.cut_off_findings(nothing), "abd-no-deep-cutoffs").cases) == 1


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
def test_time_nodes_and_saturation_are_told_from_the_curves(frames, times, nodes, claim, verdict):
    found = verdicts.tree_splitting_findings(machine_room(times, nodes), frames["distributions"])
    assert verdict_of(found, claim) == verdict


def test_the_machine_that_is_told_is_the_one_from_which_on_no_curve_changes(frames):
    narrow = machine_room(TIMES, NODES)
    wide = machine_room(TIMES, {**NODES, 64: 150}).assign(size="U(9,4)")
    found = verdicts.tree_splitting_findings(pd.concat([narrow, wide]), frames["distributions"])
    assert found_for(found, "abd-saturation").ours == 64
    found = verdicts.tree_splitting_findings(narrow, frames["distributions"])
    assert found_for(found, "abd-saturation").ours == 2


def test_a_growth_beyond_the_saturation_point_does_not_count_against_growing(frames):
    found = verdicts.tree_splitting_findings(machine_room(TIMES, {**NODES, 64: 90}), frames["distributions"])
    assert verdict_of(found, "abd-nodes") == "agrees"


def test_distributions_that_differ_are_noticed(frames):
    changed = frames["distributions"].copy()
    assert (
        verdict_of(verdicts.tree_splitting_findings(frames["trees"], changed), "abd-distribution") == "agrees"
    )
    changed.loc[changed["distribution"] == "normal", "nodes"] += 1
    found = verdicts.tree_splitting_findings(frames["trees"], changed)
    assert verdict_of(found, "abd-distribution") == "differs"


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
    found = verdicts.checkers_findings(checkers(ratios))
    assert verdict_of(found, "ad-opening") == opening
    assert {verdict_of(found, claim) for claim in ("ad-midgame", "ad-endgame")} == {others}


def test_visits_count_where_nodes_are_visited_again():
    found = verdicts.checkers_findings(checkers([1.5, 1.6, 1.4]))
    curves_of_nodes, curves_of_visits, steps = 6, 3, 4
    assert len(found_for(found, "ad-nodes").cases) == (curves_of_nodes + curves_of_visits) * steps
    assert len(found_for(found, "ad-time").cases) == curves_of_nodes
    # 106 nodes on 6 processors become 116 on 16, but 112 visits become 132.
    assert verdict_of(found, "ad-nodes-saturation") == "differs"


# -- processor trees ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("x", [0.5, 0.8, 1])
def test_the_exponent_of_a_power_of_k_is_found(x):
    k = np.array([1, 2, 3, 4, 8, 9, 27])
    exact = verdicts.exponent_of_k(pd.DataFrame({"processors": k, "speed_up": k**x}))
    assert exact.effect == pytest.approx(x) and exact.error == pytest.approx(0, abs=1e-9)
    scattered = pd.DataFrame({"processors": k, "speed_up": k**x * [1, 1.1, 0.9, 1.1, 0.9, 1.1, 0.9]})
    assert verdicts.exponent_of_k(scattered).error > 0.01


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


def test_the_speed_up_must_grow_with_the_levels_of_each_width_and_widths_are_not_compared(frames):
    # Four processors in two levels are slower than three in one, and that is no matter.
    found = verdicts.processor_tree_findings(grown(), frames["sorted"])
    assert verdict_of(found, "ff-grows") == verdict_of(found, "ff-speed-up") == "agrees"
    slower = grown(_2x1=0.9, _2x2=0.8, _2x3=0.7, _3x1=0.9, _3x2=0.8, _3x3=0.7)
    found = verdicts.processor_tree_findings(slower, frames["sorted"])
    assert verdict_of(found, "ff-grows") == "differs"
    found = verdicts.processor_tree_findings(grown(_2x1=0.98), frames["sorted"])
    assert verdict_of(found, "ff-speed-up") == "differs"


@pytest.mark.parametrize(
    ("x", "worst", "best"),
    [(0.7, "differs", "differs"), (0.97, "agrees", "differs"), (0.53, "differs", "agrees")],
)
def test_an_exponent_may_differ_by_a_twentieth(frames, x, worst, best):
    cases = frames["sorted"].assign(speed_up=frames["sorted"]["processors"] ** x)
    found = verdicts.processor_tree_findings(grown(), cases)
    assert found_for(found, "ff-worst").ours == pytest.approx(x)
    assert (verdict_of(found, "ff-worst"), verdict_of(found, "ff-best")) == (worst, best)


def test_only_machines_that_can_share_evenly_are_judged(frames):
    uneven = frames["sorted"]["width"] % frames["sorted"]["slaves"] != 0
    assert uneven.any()
    cases = frames["sorted"].assign(speed_up=frames["sorted"]["processors"].astype(float))
    cases.loc[uneven, "speed_up"] = 1.0
    assert found_for(verdicts.processor_tree_findings(grown(), cases), "ff-worst").ours == pytest.approx(1)


# -- SSS* --------------------------------------------------------------------------------------------------------------


def test_what_the_source_does_not_tell_is_called_underspecified_however_near_we_come(frames):
    for saved in (0.1, 0.25):
        bounds = frames["bounds"].assign(saved=saved)
        found = verdicts.sss_star_findings(bounds, frames["parts"])
        assert found_for(found, "kk-bounds").ours == pytest.approx(100 * saved)
        for claim in ("kk-bounds", "kk-parts-least", "kk-parts-greatest"):
            assert verdict_of(found, claim) == "underspecified"


def test_starting_bounds_are_told_by_the_time_saved_by_those_that_could_be_known_beforehand(frames):
    bounds = frames["bounds"].copy()
    bounds.loc[bounds["quantile"].isna(), "saved"] = 0.9
    own = found_for(verdicts.sss_star_findings(bounds, frames["parts"]), "kk-bounds")
    means = bounds.dropna().groupby("quantile")["saved"].mean()
    assert own.ours == pytest.approx(100 * means.max())


def test_parts_are_told_as_the_source_has_them_searched_depth_first(frames):
    found = verdicts.sss_star_findings(frames["bounds"], frames["parts"])
    own = frames["parts"][frames["parts"]["part_search"] == "depth-first"]
    means = own.groupby("size")["speed_up"].mean()
    assert found_for(found, "kk-parts-least").ours == means.min()
    assert found_for(found, "kk-parts-greatest").ours == means.max()


@pytest.mark.parametrize(("sign", "verdict"), [(1, "agrees"), (-1, "differs")])
def test_harder_trees_must_gain_more_at_every_size(frames, sign, verdict):
    parts = study.on_parts([(3, 4)], 40, 71)
    dear = parts["sequential"] >= parts["sequential"].quantile(0.75)
    changed = parts.assign(speed_up=3.0 + sign * dear + 0.01 * (parts["tree"] % 3))
    assert verdict_of(verdicts.sss_star_findings(frames["bounds"], changed), "kk-harder") == verdict
    # The parts searched best-first are told, not judged.
    best_first = changed["part_search"] == "best-first"
    changed.loc[best_first, "speed_up"] = 6 - changed.loc[best_first, "speed_up"]
    assert verdict_of(verdicts.sss_star_findings(frames["bounds"], changed), "kk-harder") == verdict
