"""Verdicts on parallel search, and its pictures."""

import math

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex

import gametree as gt
from companion.published.cells import published
from companion.speedups import parallel_figures as pictures
from companion.speedups import parallel_findings as verdicts
from companion.speedups import parallel_study as study
from gametree import games
from gametree.parallel import simulate

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


def by_claim(findings):
    return {(each.claim, each.column): each for each in findings}


def test_every_claim_of_the_section_has_one_finding(frames):
    cells = published("muszycka1985", "ch4")
    ours = cells[cells["row"].str.match(r"abd-|ad-|ff-|kk-")]
    found = [(each.claim, each.column) for each in all_findings(frames)]
    assert sorted(found) == sorted(zip(ours["row"], ours["column"], strict=True))


def test_the_printed_numbers_that_are_judged_are_those_of_the_published_data():
    cells = published("muszycka1985", "ch4").set_index(["row", "column"])["value"]
    points = pd.DataFrame({share: {"a": 5.0} for share in verdicts.SHARES})
    near = verdicts._saturation("abd-saturation", "processors", 5, points, "median")
    assert (near.ours, near.verdict) == (cells["abd-saturation", "processors"], "agrees")
    for claim in ("ad-time-saturation", "ad-nodes-saturation"):
        low, high = verdicts._range(claim, points)
        for each in (low, high):
            assert each.verdict == "agrees" and abs(each.ours - cells[claim, each.column]) <= verdicts.NEAR


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
    assert [each.verdict for each in found] == ["agrees"] * 4
    assert frames["cut_offs"]["deep_alphabeta"].sum() > 0


@pytest.mark.parametrize(
    ("changed", "claim", "verdict", "ours"),
    [
        ({"left_kept": 4}, "abd-left-cutoffs", "differs", 0.5),
        ({"deep": 1}, "abd-no-deep-cutoffs", "differs", 0.5),
        ({"only_parallel": 0}, "abd-extra-cutoffs", "agrees", 1),
        ({"only_sequential": 0}, "abd-missed-cutoffs", "agrees", 1),
    ],
)
def test_what_must_always_be_is_refuted_by_one_tree_and_what_may_be_is_not(changed, claim, verdict, ours):
    found = by_claim(verdicts.cut_off_findings(counted(**changed)))[claim, "holds"]
    assert (found.verdict, found.ours) == (verdict, ours)


def test_trees_that_can_show_nothing_are_no_evidence():
    nothing = pd.DataFrame([dict.fromkeys(counted().columns, 0)] * 3)
    found = verdicts.cut_off_findings(nothing)
    assert {each.verdict for each in found} == {"not yet"}
    # One tree on which Alphabeta has deep cut-offs is one case, the others are none.
    nothing.loc[0, "deep_alphabeta"] = 4
    assert by_claim(verdicts.cut_off_findings(nothing))["abd-no-deep-cutoffs", "holds"].n == 1


# -- levelling off -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "verdict"),
    [
        ((4, 5, 6), "agrees"),
        ((8, 12, 16), "differs"),
        ((2, 2, 2), "differs"),
        ((5, 8, 12), "underspecified"),
        ((3, 5, 6), "underspecified"),
    ],
)
def test_a_saturation_point_is_judged_only_if_the_verdict_does_not_depend_on_the_share(points, verdict):
    frame = pd.DataFrame(dict(zip(verdicts.SHARES, ([point] for point in points), strict=True)), index=["a"])
    found = verdicts._saturation("abd-saturation", "processors", 5, frame, "median")
    assert (found.verdict, found.ours) == (verdict, points[1])


def test_tree_splitting_is_judged_by_its_own_rows_only(frames):
    both = study.on_uniform_trees([(3, 4), (5, 3)], ["tree-splitting", "parallel-scout"], MACHINES, 4, 71)
    found, alone = (
        verdicts.tree_splitting_findings(each, frames["distributions"]) for each in (both, frames["trees"])
    )
    assert found == alone


def test_distributions_that_differ_are_noticed(frames):
    changed = frames["distributions"].copy()
    changed.loc[changed["distribution"] == "normal", "nodes"] += 1
    found = by_claim(verdicts.tree_splitting_findings(frames["trees"], changed))["abd-distribution", "holds"]
    assert (found.verdict, found.ours) == ("differs", 0)


# -- checkers ----------------------------------------------------------------------------------------------------------


def checkers(ratios):
    """A frame in which parallel Scout takes these times as long, a ratio per position, in all phases."""
    return pd.DataFrame(
        {"phase": phase, "position": f"{phase} {number}", "method": method, "processors": k,
         "time": 1000 / k * (ratio if method == "parallel-scout" else 1), "nodes": 100 + k}
        for phase in ("opening", "middle game", "ending")
        for number, ratio in enumerate(ratios)
        for method in ("tree-splitting", "parallel-scout")
        for k in MACHINES
    )  # fmt: skip


@pytest.mark.parametrize(
    ("ratios", "opening", "others"),
    [
        ([0.9, 0.95, 0.92], "agrees", "differs"),
        ([1.5, 1.6, 1.4], "differs", "agrees"),
        ([0.8, 1.6, 1.1], "differs", "differs"),  # behind, but no more than by chance
    ],
)
def test_slightly_ahead_is_ahead_on_average_and_distinctly_behind_is_more_than_chance(
    ratios, opening, others
):
    found = by_claim(verdicts.checkers_findings(checkers(ratios)))
    assert found["ad-opening", "holds"].verdict == opening
    assert {found[claim, "holds"].verdict for claim in ("ad-midgame", "ad-endgame")} == {others}
    assert found["ad-opening", "holds"].ours == pytest.approx(np.mean(np.array(ratios) < 1))


# -- processor trees ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("x", [0.5, 0.8, 1])
def test_the_exponent_of_a_power_of_k_is_found(x):
    k = np.array([1, 2, 3, 4, 8, 9, 27])
    assert verdicts.exponent_of_k(pd.DataFrame({"processors": k, "speed_up": k**x})) == pytest.approx(x)


def grown(four):
    speeds = {(1, 0): 1, (2, 1): 1.8, (3, 1): 2.7, (2, 2): four, (2, 3): 4.5, (3, 2): 5, (3, 3): 9}
    return pd.DataFrame(
        {"position": "a", "slaves": w, "levels": d, "processors": w**d, "speed_up": speed, "more_nodes": 0.1}
        for (w, d), speed in speeds.items()
    )


def test_the_speed_up_grows_only_if_every_larger_machine_is_faster(frames):
    for four, verdict in ((2.8, "agrees"), (2.6, "differs")):
        found = by_claim(verdicts.processor_tree_findings(grown(four), frames["sorted"]))["ff-grows", "holds"]
        assert found.verdict == verdict
        # From 3 to 4 processors the tree of processors changes its width: the reading by which it holds is told.
        assert "with 2 slaves each it grows from level to level" in found.note


def test_an_exponent_is_compared_to_one_digit(frames):
    cases = frames["sorted"].assign(speed_up=frames["sorted"]["processors"] ** 0.7)
    found = by_claim(verdicts.processor_tree_findings(grown(2.8), cases))
    for claim in ("ff-worst-case", "ff-best-case"):
        own = found[claim, "exponent of k"]
        assert own.ours == pytest.approx(0.7) and own.verdict == "differs"


# -- SSS* --------------------------------------------------------------------------------------------------------------


def test_what_the_source_does_not_tell_is_called_underspecified_however_near_we_come(frames):
    for saved in (0.1, 0.25):
        bounds = frames["bounds"].assign(saved=saved)
        found = by_claim(verdicts.sss_star_findings(bounds, frames["parts"]))
        own = found["kk-bounds", "% saved by two processors"]
        assert (own.verdict, own.ours) == ("underspecified", pytest.approx(100 * saved))
        assert {found["kk-parts", f"speed-up, {which}"].verdict for which in ("least", "greatest")} == {
            "underspecified"
        }


def test_starting_bounds_are_told_by_the_time_saved_by_those_that_could_be_known_beforehand(frames):
    bounds = frames["bounds"].copy()
    bounds.loc[bounds["quantile"].isna(), "saved"] = 0.9
    own = by_claim(verdicts.sss_star_findings(bounds, frames["parts"]))[
        "kk-bounds", "% saved by two processors"
    ]
    means = bounds.dropna().groupby("quantile")["saved"].mean()
    assert own.ours == pytest.approx(100 * means.max())


def test_parts_are_told_as_the_source_has_them_searched_depth_first(frames):
    found = by_claim(verdicts.sss_star_findings(frames["bounds"], frames["parts"]))
    own = frames["parts"][frames["parts"]["part_search"] == "depth-first"]
    means = own.groupby("size")["speed_up"].mean()
    assert found["kk-parts", "speed-up, least"].ours == means.min()
    assert found["kk-parts", "speed-up, greatest"].ours == means.max()


def test_harder_trees_must_gain_more_at_every_size(frames):
    parts = frames["parts"]
    for speed_up, verdict in ((parts["sequential"], "agrees"), (-parts["sequential"] + 10_000, "differs")):
        changed = parts.assign(speed_up=speed_up.astype(float))
        found = by_claim(verdicts.sss_star_findings(frames["bounds"], changed))["kk-harder", "holds"]
        assert found.verdict == verdict and math.isfinite(found.ours)


# -- pictures ----------------------------------------------------------------------------------------------------------


def test_bars_cover_the_timeline_unit_by_unit():
    tree = gt.generate("uniform", width=4, depth=4, scheme="unordered", seed=72)
    line = simulate(tree, "tree-splitting", 3).timeline
    units = [
        (processor, part, start + i)
        for processor, part, start, length in pictures.bars_of(line)
        for i in range(length)
    ]
    assert sorted(units) == sorted(zip(line["processor"], line["part"], line["start"], strict=True))
    assert len(pictures.bars_of(line)) < len(line)


@pytest.mark.parametrize("processors", [1, 4, 16, 64])
def test_a_timeline_has_a_row_per_processor_and_names_every_child(processors):
    tree = gt.generate("uniform", width=10, depth=3, scheme="unordered", seed=72)
    found = simulate(tree, "young-brothers-wait", processors)
    axes = pictures.draw_timeline(found.timeline, processors, title="a title")
    assert len(axes.patches) == len(pictures.bars_of(found.timeline))
    rows = {round(bar.get_y() + bar.get_height() / 2) for bar in axes.patches}
    assert rows <= set(range(1, processors + 1))
    assert axes.get_title(loc="left") == "a title" and axes.get_xlim() == (0, found.time)
    named = ", ".join(text.get_text() for text in axes.get_legend().get_texts())
    assert all(f"p{part + 1}" in named for part in set(found.timeline["part"]))


def test_pictures_can_be_compared_on_one_axis():
    found = simulate(gt.Tree.from_nested([[1, 2], [3, 4]]), "tree-splitting", 2)
    assert pictures.draw_timeline(found.timeline, 2, until=50).get_xlim() == (0, 50)


@pytest.mark.parametrize("processors", [0, 65])
def test_a_timeline_of_too_many_rows_is_refused(processors):
    found = simulate(gt.Tree.from_nested([[1, 2], [3, 4]]), "tree-splitting", 2)
    with pytest.raises(ValueError, match=f"processors is {processors}: a timeline can show 1 to 64"):
        pictures.draw_timeline(found.timeline, processors)


def lines_of(axes):
    """The curves of axes by their name: colour, marker, style and means."""
    return {
        container.get_label(): container.lines[0]
        for container in axes.containers
        if hasattr(container, "lines")
    }


def test_curves_show_the_means_and_differ_without_colour(frames):
    figure = pictures.draw_curves(
        frames["trees"], [("time", "run time"), ("nodes", "nodes")], "size", printed=5
    )
    assert [axes.get_ylabel() for axes in figure.axes] == ["run time", "nodes"]
    for axes, column in zip(figure.axes, ("time", "nodes"), strict=True):
        assert axes.get_xlabel() == "processors"
        lines = lines_of(axes)
        for size, own in frames["trees"].groupby("size"):
            assert list(lines[size].get_ydata()) == list(own.groupby("processors")[column].mean())
        looks = {(line.get_marker(), line.get_linestyle()) for line in lines.values()}
        assert len(looks) == len(lines) == 2


def test_phases_show_the_geometric_mean_of_the_ratio():
    axes = pictures.draw_phases(checkers([0.5, 2, 8]))
    lines = lines_of(axes)
    assert list(lines) == ["opening", "middle game", "ending"]
    for line in lines.values():
        assert np.allclose(line.get_ydata(), 2)
    assert axes.get_ylabel() and axes.get_yscale() == "log"


def test_processor_trees_show_every_case_beside_both_laws(frames):
    figure = pictures.draw_processor_trees(frames["sorted"], frames["positions"])
    left, right = figure.axes
    shown = sum(len(line.get_xdata()) for line in left.lines if line.get_linestyle() == "None")
    assert shown == (frames["sorted"]["processors"] > 1).sum()
    for axes in (left, right):
        assert axes.get_xlabel() == "processors" and axes.get_title(loc="left")


def test_bounds_show_time_saved_with_both_readings_of_the_claim(frames):
    axes = pictures.draw_bounds(frames["bounds"])
    assert {text.get_text() for text in axes.texts} == {"25 % more speed", "25 % less time"}
    means = 100 * frames["bounds"].dropna().groupby(["size", "quantile"])["saved"].mean()
    for size, line in lines_of(axes).items():
        assert np.allclose(line.get_ydata(), means[size])


def test_parts_show_every_tree_and_the_printed_range(frames):
    axes = pictures.draw_parts(frames["parts"], (1.71, 4.95))
    dots = sum(len(line.get_xdata()) for line in axes.lines if line.get_markersize() == 2.5)
    assert dots == len(frames["parts"])
    assert [text.get_text() for text in axes.get_xticklabels()] == list(frames["parts"]["size"].unique())
    span = next(patch for patch in axes.patches if to_hex(patch.get_facecolor()) == "#dddddd")
    assert span.get_window_extent().transformed(axes.transData.inverted()).y0 == pytest.approx(1.71)
