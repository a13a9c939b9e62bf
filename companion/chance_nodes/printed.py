"""The worked examples of the thesis in the form in which it prints them (Zenzel 1989, Tables 2 and 3)."""

from __future__ import annotations

from gametree.chance.examples import TABLE_3, figure_6, figure_8
from gametree.chance.trace import Trace, trace


def table_2() -> Trace:
    """Return the alpha-cutoff search of Figure 6, with values from 0 to 10: a step per line of Table 2."""
    return trace(figure_6(), "alpha-cutoff", low=0, high=10)


def table_2_cells(traced: Trace) -> dict[tuple[str, str], float]:
    """Return what Table 2 prints, by line and column: the operator, and value, lower and upper of each state."""
    cells: dict[tuple[str, str], float] = {}
    for number, step in enumerate(traced, start=1):
        line = f"line={number}"
        if step.operator is not None:
            cells[line, "operator"] = step.operator
        for place, state in enumerate(step.open or (), start=1):
            if state.value is not None:
                cells[line, f"{place}: value"] = state.value
            if state.range is not None and traced.tree.is_chance(state.node):
                cells[line, f"{place}: lower"], cells[line, f"{place}: upper"] = state.range
    return cells


def not_monotone() -> list[tuple[str, str]]:
    """Return the nodes of Figure 8 whose h exceeds the least h of their children, with that child.

    Section 3.3.2 relies on costs that never decrease when they are revised ("monotone restriction").  At such a
    node the revised cost is less than the h it replaces.
    """
    tree = figure_8()
    pairs = []
    for node in map(tree.node, TABLE_3):
        children = [tree.names[child] for child in tree.children(node)]
        if tree.is_chance(node) or children[0] not in TABLE_3:
            continue
        least = min(children, key=lambda child: TABLE_3[child][0])
        if TABLE_3[least][0] < TABLE_3[tree.names[node]][0]:
            pairs.append((tree.names[node], least))
    return pairs
