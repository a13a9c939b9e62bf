"""Figures of solution trees, of search trees that are kept between calls, and of the effect of a first guess."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isinf
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, StrMethodFormatter

from companion.explanations.trace_data import number_label
from companion.plot.layout import Layout
from companion.plot.picture import bare_axes
from companion.plot.style import PALETTE, key, look, panels, styled
from companion.plot.tree import draw_tree
from companion.published.claims import Case
from companion.solution_trees.calls import CallTrace, proof, root_bounds
from companion.solution_trees.study import HIGH, LOW, VALUE
from gametree.theory.solution_trees import critical_types, optimal_solution_tree
from gametree.tree import Tree

UPPER, LOWER = "max solution tree: an upper bound", "min solution tree: a lower bound"
COLUMN = 9.3
"""Inches of a page's column: what is drawn so wide is shown as large as it was drawn."""

LARGEST = 1.3
"""How much a tree is enlarged at most, to fill the column."""

_LINES: tuple[tuple[str, str, Any], ...] = (
    ("blue", "o", "-"),
    ("vermillion", "s", "--"),
    ("green", "^", "-."),
    ("purple", "D", ":"),
    ("black", "v", (0, (5, 1, 1, 1))),
)


def bound_label(lower: float, upper: float) -> str:
    """Return two bounds in as few characters as possible: 4, ≤5, ≥3, 3–5; empty if nothing is known."""
    if lower == upper:
        return number_label(lower)
    if isinf(lower) and isinf(upper):
        return ""
    if isinf(lower):
        return f"≤{number_label(upper)}"
    return f"≥{number_label(lower)}" if isinf(upper) else f"{number_label(lower)}–{number_label(upper)}"


def _fitted(tree: Tree, **options: Any) -> Axes:
    """Draw a tree as wide as the column of a page, unless it is small: a wider one would be cut."""
    drawn = draw_tree(tree, **options)
    if _inches(drawn)[0] <= COLUMN:
        return drawn
    options["compact"] = True
    width, height = _inches(draw_tree(tree, **options))
    scale = min(COLUMN / width, LARGEST)
    figure = Figure(figsize=(scale * width, scale * height))
    return draw_tree(tree, ax=bare_axes(figure, (0, 0, 1, 1)), **options)


def _inches(drawn: Axes) -> tuple[float, float]:
    figure = drawn.get_figure(root=True)
    assert figure is not None
    width, height = figure.get_size_inches()
    return float(width), float(height)


def draw_solution_trees(tree: Tree) -> Figure:
    """Draw a tree with an optimal max and an optimal min solution tree in it, and both with the types of their nodes."""
    upper, lower = optimal_solution_tree(tree, "max"), optimal_solution_tree(tree, "min")
    both = {UPPER: upper.nodes, LOWER: lower.nodes}
    types = {n: str(kind) for n, kind in critical_types(tree, upper, lower).items()}
    look: dict[str, Any] = {"highlight": both, "names": False, "compact": True}
    panels: list[dict[str, Any]] = [
        look | {"title": "The values, and two proofs of the root's value", "legend": False},
        look | {"title": "The same two proofs: the types of their nodes", "values": types},
    ]
    sizes = [_inches(draw_tree(tree, **panel)) for panel in panels]
    scale = min(COLUMN / sizes[0][0], LARGEST)
    total = sum(height for _, height in sizes)
    figure = Figure(figsize=(scale * sizes[0][0], scale * total))
    above = 0.0
    for panel, (_, height) in zip(panels, sizes, strict=True):
        above += height
        draw_tree(tree, ax=bare_axes(figure, (0, 1 - above / total, 1, height / total)), **panel)
    return figure


def draw_call(traced: CallTrace, index: int, layout: Layout | None = None) -> Axes:
    """Draw the search tree after a call: f- and f+ in its nodes, and the solution trees that prove the root's."""
    call = traced[index]
    known = {n: bound_label(call.lower[n], call.upper[n]) for n in call.lower}
    known[0] = bound_label(*root_bounds(traced.tree, call))
    return _fitted(
        traced.tree,
        snapshot=call.snapshot(),
        values={n: text for n, text in known.items() if text},
        highlight={UPPER: proof(traced.tree, call, "max"), LOWER: proof(traced.tree, call, "min")},
        principal=traced.result.line if index == len(traced) - 1 else (),
        layout=layout,
    )


@styled()
def draw_bounds(traced: CallTrace, index: int) -> Figure:
    """Draw how f- and f+ of the root close in on the value: the calls so far, and in grey those still to come.

    A bound that is not known yet is an arrow at the edge.
    """
    bounds = np.array([root_bounds(traced.tree, call) for call in traced.calls])
    finite = bounds[np.isfinite(bounds)]
    low, high = float(finite.min()), float(finite.max())
    room = 0.2 * max(high - low, 1.0)
    edges = np.clip(bounds, low - room, high + room)
    figure, (ax,) = panels(1, 2.4, width=COLUMN)
    ax.axhline(traced.result.value, color="#777777", linewidth=0.9, linestyle=":")
    shown: dict[str, Any] = {}
    for number, (lower, upper) in enumerate(edges, start=1):
        seen = number <= index + 1
        ax.plot(
            [number] * 2, [lower, upper], color="#444444" if seen else "#CCCCCC", marker="", linestyle="-"
        )
        known = np.isfinite(bounds[number - 1])
        ends = [("D", lower, "black", True, "both: the value")]
        if lower < upper:
            ends = [
                ("v" if known[1] else "^", upper, "vermillion", known[1], "upper bound $f^{+}$"),
                ("^" if known[0] else "v", lower, "blue", known[0], "lower bound $f^{-}$"),
            ]
        for marker, end, name, full, text in ends:
            color = PALETTE[name] if seen else "#BBBBBB"
            look = {"marker": marker, "color": color, "markerfacecolor": color if full else "white"}
            ax.plot([number], [end], **look, clip_on=False)
            label = (text if full else f"no {text} yet") if seen else "calls to come"
            shown.setdefault(label, key(label, linestyle="" if seen else "-", **look))
    handles = [*shown.values(), key("the value", "#777777", None, ":", linewidth=0.9)]
    ax.set(
        xlim=(0.5, len(traced) + 0.5),
        ylim=(low - room, high + room),
        xlabel="call",
        ylabel="bounds of the root",
    )
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.yaxis.set_major_locator(MaxNLocator(nbins=5, integer=traced.tree.integral))
    ax.legend(handles=handles, loc="upper left", bbox_to_anchor=(1.0, 1.05))
    return figure


def ordering_label(ordering: float, width: int) -> str:
    """Return how well children are ordered, in words."""
    return "no order (1/w)" if ordering == 1 / width else f"{100 * ordering:.0f} %"


@styled()
def draw_first_guess(means: pd.DataFrame, saved: pd.DataFrame) -> Figure:
    """Draw Figure 5: mean nodes over the first guess, a line per ordering, a panel per size, with 95 % bands.

    Parameters
    ----------
    means : DataFrame
        width, depth, ordering, guess, mean, half (half the width of the band).
    saved : DataFrame
        width, depth, ordering, alphabeta (its mean nodes, drawn at the right of each line).
    """
    sizes = list(dict.fromkeys(zip(means["width"], means["depth"], strict=True)))
    aside = HIGH + 0.1 * (HIGH - LOW)
    figure, axes = panels(len(sizes), 4.6, sharey=True)
    for ax, (width, depth) in zip(axes, sizes, strict=True):
        part = means[(means["width"] == width) & (means["depth"] == depth)]
        others = saved[(saved["width"] == width) & (saved["depth"] == depth)].set_index("ordering")[
            "alphabeta"
        ]
        for (color, marker, line), (ordering, rows) in zip(_LINES, part.groupby("ordering"), strict=False):
            guess, mean, half = (
                rows.sort_values("guess")[name].to_numpy() for name in ("guess", "mean", "half")
            )
            look: dict[str, Any] = {"color": PALETTE[color], "marker": marker}
            label = ordering_label(float(ordering), width)
            ax.plot(guess, mean, **look, markersize=3.5, linestyle=line, label=label)
            ax.fill_between(guess, mean - half, mean + half, color=PALETTE[color], alpha=0.18, linewidth=0)
            ax.plot([aside], [others[ordering]], **look, markerfacecolor="white", markersize=8, linestyle="")
        ax.axvline(VALUE, color="#777777", linewidth=0.9, linestyle=":")
        ax.set(xlabel="first guess of SSS-0", title=f"w = {width}, d = {depth}", yscale="log")
        ax.set_xticks(
            [LOW, VALUE, HIGH, aside],
            [f"{LOW}\ndual SSS-2", f"{VALUE}\nthe value", f"{HIGH}\nSSS-2", "\n\nAlphabeta"],
        )
        ticks = [5000, 10_000, 20_000, 50_000, 100_000]
        ax.set_yticks(ticks, [f"{tick:,}" for tick in ticks])
        ax.set_ylim(top=120_000)
        ax.minorticks_off()
        ax.grid(axis="y", color="#E5E5E5", linewidth=0.7)
    axes[0].set_ylabel("nodes expanded (mean)")
    axes[-1].legend(title="first child best", loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return figure


@styled()
def draw_gains(gains: Mapping[tuple[int, int], Mapping[float, Case]]) -> Figure:
    """Draw what guessing the value saves on SSS-2, by size and ordering, with 95 % intervals."""
    figure, (ax,) = panels(1, 3.2, width=COLUMN)
    for number, ((color, marker, line), ((width, depth), found)) in enumerate(
        zip(_LINES, gains.items(), strict=False)
    ):
        places = np.arange(len(found)) + 0.08 * (number - (len(gains) - 1) / 2)
        effects, errors = ([100 * c.effect for c in found.values()], [196 * c.error for c in found.values()])
        ax.errorbar(
            places, effects, yerr=errors, color=PALETTE[color], marker=marker, linestyle=line, capsize=4,
            label=f"w = {width}, d = {depth}",
        )  # fmt: skip
        labels = [ordering_label(q, width) for q in found]
    ax.axhline(0, color="#777777", linewidth=0.9, linestyle=":")
    ax.set_xticks(range(len(labels)), labels)
    ax.set(xlabel="probability that the first child is best", ylabel="nodes saved, %")
    ax.legend(loc="lower left")
    return figure


@styled()
def draw_lines(
    frame: pd.DataFrame,
    x: str,
    y: str,
    groups: Sequence[tuple[Any, str]],
    by: str,
    xlabel: str,
    ylabel: str,
    *,
    key: str = "",
    log: bool = False,
) -> Figure:
    """Draw a line over x for each of some groups (a value of `by`, its label), with 95 % bands of half-width `half`."""
    figure, (ax,) = panels(1, 3.7, width=COLUMN)
    for (color, marker, line), (value, label) in zip(_LINES, groups, strict=False):
        # A strategy looks here as it does in every chapter.
        own = {"color": PALETTE[color], "marker": marker, "linestyle": line}
        own = look(str(value)) if by == "strategy" else own
        rows = frame[frame[by] == value]
        across, up, half = (rows[name].to_numpy() for name in (x, y, "half"))
        ax.plot(across, up, markersize=4.5, label=label, **own)
        ax.fill_between(across, up - half, up + half, color=own["color"], alpha=0.18, linewidth=0)
    ax.set(xlabel=xlabel, ylabel=ylabel)
    if log:
        ax.set_yscale("log")
    else:
        ax.set_ylim(bottom=0)
        ax.yaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    ax.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
    ax.legend(title=key, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return figure


def draw_steps(by_step: pd.DataFrame, width: int) -> Figure:
    """Draw the mean nodes of SSS-4 over its step, a line per ordering."""
    groups = [(q, ordering_label(q, width)) for q in sorted(set(by_step["ordering"]))]
    return draw_lines(
        by_step,
        "option",
        "mean",
        groups,
        "ordering",
        "step of SSS-4",
        "nodes expanded (mean)",
        key="first child best",
    )


def draw_memory(memory: pd.DataFrame) -> Figure:
    """Draw the bytes that strategies keep over the depth of the tree, on a logarithmic scale."""
    names = {
        "s-alphabeta": "S-alpha-beta, one call", "mtd(f)": "MTD(f) from 1/2", "dual-sss-2": "dual SSS-2", "sss-2": "SSS-2",
        "sss*": "SSS* (OPEN)",
    }  # fmt: skip
    return draw_lines(
        memory,
        "depth",
        "bytes",
        list(names.items()),
        "strategy",
        "depth of the tree",
        "bytes kept (mean)",
        log=True,
    )
