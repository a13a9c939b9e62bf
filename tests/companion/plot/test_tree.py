"""Trees drawn as trees: every node once, labels apart, states as the search left them, stable bytes."""

import re
from itertools import pairwise

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

import gametree as gt
from companion import plot
from companion.explanations.trace_data import number_label, window_label
from companion.plot.output import WIDEST

SPECIMEN = gt.Tree.from_nested([[[12, 8], 6, [11, 14, 20]], [[40], [8, 47, 17, 23]]])


def random_tree(n_leaves: int, seed: int, values: str = "int") -> gt.Tree:
    """A tree of any shape with so many leaves: a row of numbers, cut into pieces again and again."""
    rng = np.random.default_rng(seed)
    row = (
        [int(v) for v in rng.integers(-99, 500, n_leaves)]
        if values == "int"
        else [float(v) for v in rng.random(n_leaves)]
    )

    def nest(items: list, depth: int) -> object:
        if len(items) == 1 and (depth or rng.random() < 0.5):
            return items[0]
        if depth == 4:
            return items
        cuts = sorted({0, len(items), *rng.integers(0, len(items) + 1, 2).tolist()})
        return [nest(items[a:b], depth + 1) for a, b in pairwise(cuts)]

    return gt.Tree.from_nested(nest(row, 0))


def rendered(ax) -> Figure:
    figure = ax.get_figure(root=True)
    FigureCanvasAgg(figure).draw()
    return figure


def boxes(ax, kinds: tuple[str, ...]) -> dict:
    renderer = rendered(ax).canvas.get_renderer()
    return {
        text.get_gid(): text.get_window_extent(renderer)
        for text in ax.texts
        if text.get_gid() and text.get_gid().split("-")[0] in kinds
    }


def patches(ax) -> dict[str, object]:
    found = [patch for patch in ax.patches if (patch.get_gid() or "").startswith("node-")]
    by_name = {patch.get_gid().removeprefix("node-"): patch for patch in found}
    assert len(by_name) == len(found)
    return by_name


@pytest.mark.parametrize("n_leaves", [*range(1, 13), 20, 30, 40, 50, 60, 64])
@pytest.mark.parametrize("values", ["int", "real"])
def test_leaf_labels_do_not_overlap(n_leaves, values):
    tree = random_tree(n_leaves, seed=n_leaves, values=values)
    ax = plot.draw_tree(tree, snapshot=gt.trace(tree, "minimax").snapshot())
    labels = boxes(ax, ("value", "order", "name"))
    assert len([gid for gid in labels if gid.startswith("value-")]) == n_leaves
    items = list(labels.items())
    for i, (gid, box) in enumerate(items):
        for other, further in items[i + 1 :]:
            apart = (
                box.x1 <= further.x0 or further.x1 <= box.x0 or box.y1 <= further.y0 or further.y1 <= box.y0
            )
            assert apart, f"{gid} overlaps {other}"


@pytest.mark.parametrize("n_leaves", [1, 2, 11, 33, 64])
def test_every_node_is_drawn_once_inside_the_figure(n_leaves):
    tree = random_tree(n_leaves, seed=n_leaves)
    ax = plot.draw_tree(tree)
    assert set(patches(ax)) == {tree.name(n) for n in range(tree.n_nodes)}
    figure = rendered(ax)
    for patch in patches(ax).values():
        box = patch.get_window_extent()
        assert box.x0 >= 0 and box.y0 >= 0 and box.x1 <= figure.bbox.x1 and box.y1 <= figure.bbox.y1
    for box in boxes(ax, ("value", "name")).values():
        assert box.x0 >= 0 and box.y0 >= 0 and box.x1 <= figure.bbox.x1 and box.y1 <= figure.bbox.y1


@pytest.mark.parametrize("n_leaves", [5, 24, 64])
def test_nodes_do_not_overlap(n_leaves):
    ax = plot.draw_tree(random_tree(n_leaves, seed=7))
    rendered(ax)
    drawn = [patch.get_window_extent() for patch in patches(ax).values()]
    for i, box in enumerate(drawn):
        for other in drawn[i + 1 :]:
            assert not box.overlaps(other)


def test_layout_spaces_leaves_evenly_and_centres_parents():
    layout = plot.tidy_layout(SPECIMEN)
    leaves = [n for n in range(SPECIMEN.n_nodes) if SPECIMEN.is_leaf(n)]
    assert layout.x[leaves].tolist() == list(range(11))
    for node in range(SPECIMEN.n_nodes):
        if children := SPECIMEN.children(node):
            assert layout.x[node] == (layout.x[children[0]] + layout.x[children[-1]]) / 2
    assert layout.y.tolist() == SPECIMEN.level.tolist()


@pytest.mark.parametrize("strategy", gt.STRATEGIES)
def test_states_are_those_of_the_moment(strategy):
    traced = gt.trace(SPECIMEN, strategy)
    for index in range(len(traced)):
        snapshot = traced.snapshot(index)
        states = plot.classify(SPECIMEN, snapshot)
        on_open = {t.node: t.status for t in snapshot.open or ()}
        for node, state in enumerate(states):
            if node in on_open:
                assert state.name == on_open[node]
            elif node in snapshot.stack:
                assert state is plot.State.STACK
            elif node in snapshot.visited:
                assert state is plot.State.VISITED
            elif node in snapshot.pruned:
                assert state is plot.State.PRUNED
            else:
                assert state is plot.State.WAITING
    assert plot.State.WAITING not in states


def test_alphabeta_on_the_specimen_cuts_four_edges():
    snapshot = gt.trace(SPECIMEN, "alphabeta").snapshot()
    cut = plot.cut_edges(SPECIMEN, plot.classify(SPECIMEN, snapshot))
    assert [SPECIMEN.name(n) for n in cut] == ["p132", "p133", "p223", "p224"]
    ax = plot.draw_tree(SPECIMEN, snapshot=snapshot)
    (bars,) = [c for c in ax.collections if c.get_gid() == "cuts"]
    assert len(bars.get_segments()) == 2 * len(cut)
    orders = {t.get_gid(): t.get_text() for t in ax.texts if (t.get_gid() or "").startswith("order-")}
    assert orders == {f"order-{SPECIMEN.name(n)}": str(k) for n, k in snapshot.order.items()}


def test_bounds_are_marked_as_bounds():
    snapshot = gt.trace(SPECIMEN, "alphabeta").snapshot()
    assert {SPECIMEN.name(n): sign for n, sign in snapshot.bounds.items()} == {"p13": "≥", "p22": "≥"}
    texts = [t.get_text() for t in plot.draw_tree(SPECIMEN, snapshot=snapshot).texts]
    assert "≥11" in texts and "≥47" in texts


@pytest.mark.parametrize("strategy", gt.STRATEGIES)
@pytest.mark.parametrize("seed", range(8))
def test_bounds_are_true(strategy, seed):
    tree = random_tree(14, seed)
    snapshot = gt.trace(tree, strategy).snapshot()
    for node, value in snapshot.values.items():
        true = tree.backed_up[node]
        sign = snapshot.bounds.get(node, "")
        if sign:
            assert true <= value if sign == "≤" else true >= value
        elif strategy not in ("sss*", "sss*-newest-first"):
            assert true == value


def test_negamax_changes_the_sign_at_min_nodes_only():
    def texts(framework):
        return sorted(
            t.get_text()
            for t in plot.draw_tree(SPECIMEN, framework=framework, legend=False, names=False).texts
        )

    wanted = [
        number_label(v if SPECIMEN.is_max(n) else -v) for n, v in enumerate(SPECIMEN.backed_up.tolist())
    ]
    assert texts("negamax") == sorted([*wanted, "MAX", "MIN", "MAX", "MIN"])
    assert texts("minimax") == sorted([*map(number_label, SPECIMEN.backed_up), "MAX", "MIN", "MAX", "MIN"])


def test_the_same_picture_gives_the_same_bytes():
    snapshot = gt.trace(SPECIMEN, "sss*").snapshot(9)
    first, second = (plot.svg(SPECIMEN, snapshot=snapshot, highlight={"S": {0, 1, 2, 3}}) for _ in range(2))
    assert first == second
    assert plot.png(SPECIMEN, snapshot=snapshot) == plot.png(SPECIMEN, snapshot=snapshot)
    assert "<dc:date>" not in first
    assert len(re.findall(r'id="node-p\d*"', first)) == SPECIMEN.n_nodes


def test_the_style_outside_does_not_change_a_picture():
    import matplotlib as mpl

    plain = plot.svg(SPECIMEN)
    with mpl.rc_context({"font.size": 20, "axes.facecolor": "red", "savefig.dpi": 30}):
        assert plot.svg(SPECIMEN) == plain


def test_files_and_images_carry_alternative_text(tmp_path):
    ax = plot.draw_tree(SPECIMEN)
    text = plot.save(ax, tmp_path / "a.svg", alt='a "tree" & more').read_text(encoding="utf-8")
    assert 'aria-label="a &quot;tree&quot; &amp; more"' in text
    assert plot.save(ax, tmp_path / "a.png", alt="a tree").read_bytes().startswith(b"\x89PNG")
    assert 'alt="a &lt;tree&gt;"' in plot.image_html(ax, "a <tree>")
    with pytest.raises(ValueError, match=r"must end in \.svg or \.png"):
        plot.save(ax, tmp_path / "a.gif")


def test_alternative_text_says_what_matters():
    assert "value of the root: 40" in plot.describe(SPECIMEN)
    traced = gt.trace(SPECIMEN, "alphabeta")
    text = plot.describe(SPECIMEN, traced.snapshot())
    assert (
        "p111 = 12" in text and "pruned: p132, p133, p223, p224" in text and "ended with the value 40" in text
    )
    middle = plot.describe(SPECIMEN, traced.snapshot(20))
    assert "under search: p (−∞, ∞), p2 (6, ∞), p22 (6, 40)" in middle
    opened = plot.describe(SPECIMEN, gt.trace(SPECIMEN, "sss*").snapshot(9))
    assert "OPEN from the top: p21 SOLVED 40, p111 SOLVED 12, p112 SOLVED 8" in opened


def test_windows_as_labels():
    assert window_label(None, None) == ""
    assert window_label(6, 40) == "(6, 40)"
    assert window_label(None, 40) == "(·, 40)"
    assert window_label(12.0, float(np.nextafter(12.0, np.inf))) == "(12, 12⁺)"
    assert window_label(float(np.nextafter(12.0, -np.inf)), 12.0) == "(12⁻, 12)"


def test_what_cannot_be_read_is_refused():
    with pytest.raises(ValueError, match=r"tree has 81 leaves: at most 64 can be drawn"):
        plot.draw_tree(gt.Tree.uniform(3, 4, np.arange(81)))
    deep: object = 1
    for _ in range(30):
        deep = [deep]
    with pytest.raises(ValueError, match=r"tree has depth 30: at most 24 levels"):
        plot.draw_tree(gt.Tree.from_nested(deep))
    with pytest.raises(ValueError, match=r"framework is 'both': it must be one of minimax, negamax"):
        plot.draw_tree(SPECIMEN, framework="both")


def test_trees_side_by_side_share_a_legend():
    panels = {
        name: {"tree": SPECIMEN, "snapshot": gt.trace(SPECIMEN, name).snapshot()}
        for name in ("minimax", "scout", "sss*")
    }
    figure = plot.draw_trees(panels, columns=2, compact=True)
    assert len(figure.axes) == 4
    legend = [t.get_text() for t in figure.axes[-1].texts]
    assert legend.count("visited") == 1 and "cut-off" in legend


def test_the_looks_of_strategies_differ_in_more_than_colour():
    looks = [
        plot.look(name) for name in ("branch-and-bound", "alphabeta", "palphabeta", "pvs", "scout", "sss*")
    ]
    for part in ("color", "marker", "linestyle"):
        assert len({str(look[part]) for look in looks}) == len(looks)


def test_windows_of_finished_nodes_are_written_where_there_is_room():
    traced = gt.trace(SPECIMEN, "alphabeta")
    windows = {step.node: (step.low, step.high) for step in traced if not SPECIMEN.is_leaf(step.node)}
    ax = plot.draw_tree(SPECIMEN, snapshot=traced.snapshot(), windows=windows)
    written = sorted(t.get_text() for t in ax.texts if t.get_text().startswith("(") and "," in t.get_text())
    assert [w for w in written if w != "( , )"] == sorted(window_label(*w) for w in windows.values())


@pytest.mark.parametrize("n_leaves", [1, 5, 11, 14, 18, 22, 24, 40, 64])
@pytest.mark.parametrize("compact", [False, True])
def test_every_word_can_be_read_in_the_column_of_a_page(n_leaves, compact):
    tree = random_tree(n_leaves, seed=n_leaves)
    ax = plot.draw_tree(tree, snapshot=gt.trace(tree, "alphabeta").snapshot(), compact=compact)
    inches = ax.get_figure(root=True).get_size_inches()[0]
    # A page is 848 pixels wide, and shrinks what is not too wide for that.
    shrunk = min(1.0, 848 / 96 / inches) if inches <= WIDEST else 1.0
    outside = [text for text in ax.texts if not (text.get_weight() == "bold" and text.get_gid() is None)]
    assert outside and min(text.get_fontsize() for text in outside) * shrunk > 7.5


def test_the_ring_of_the_last_step_hides_no_name():
    traced = gt.trace(SPECIMEN, "alphabeta")
    ax = plot.draw_tree(SPECIMEN, snapshot=traced.snapshot(0))
    renderer = rendered(ax).canvas.get_renderer()
    (name,) = [text for text in ax.texts if text.get_text() == "p"]
    (ring,) = [patch for patch in ax.patches if patch.get_gid() == "current"]
    assert not name.get_window_extent(renderer).overlaps(ring.get_window_extent(renderer))


def test_a_picture_shrinks_on_a_small_screen_only_as_far_as_it_can_be_read():
    wide, narrow = Figure(figsize=(9, 2)), Figure(figsize=(3, 2))
    assert "max-width:100%;min-width:560px" in plot.image_html(wide, "a picture")
    assert "max-width:100%;min-width:288px" in plot.image_html(narrow, "a picture")
    assert "max-width:none" in plot.image_html(Figure(figsize=(14, 2)), "a picture")
