"""The state of every node at a step of a search, which decides how it is drawn, and the picture in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum

from companion.explanations.trace_data import number_label, window_label
from gametree._checks import check_kind, shown
from gametree.trace import Snapshot, trace
from gametree.tree import Tree, check_stored_tree

MOST_LISTED = 24
"""How many nodes are listed one by one before the rest is only counted."""


class State(Enum):
    """How a node stands; its value is what the legend says."""

    PLAIN = "node"
    WAITING = "not yet visited"
    VISITED = "visited"
    STACK = "under search (on the stack)"
    LIVE = "LIVE on OPEN"
    SOLVED = "SOLVED on OPEN"
    PRUNED = "pruned"


def check_shown(tree: Tree, snapshot: Snapshot | None) -> None:
    """Refuse what is no tree, or no moment of a search of this tree."""
    check_stored_tree(tree)
    if snapshot is None:
        return
    check_kind(
        "snapshot", snapshot, Snapshot, "a Snapshot, as gametree.trace(tree, strategy).snapshot() returns it"
    )
    last = max((snapshot.node, *snapshot.visited, *snapshot.pruned))
    if last >= tree.n_nodes:
        raise ValueError(f"snapshot has node {last}: it must be of this tree, which has {tree.n_nodes} nodes")


def classify(tree: Tree, snapshot: Snapshot | None) -> list[State]:
    """Return the state of every node, by number; all are PLAIN if there is no moment."""
    check_shown(tree, snapshot)
    if snapshot is None:
        return [State.PLAIN] * tree.n_nodes
    states = [State.WAITING] * tree.n_nodes
    for node in snapshot.visited:
        states[node] = State.VISITED
    for node in snapshot.pruned:
        states[node] = State.PRUNED
    for node in snapshot.stack:
        states[node] = State.STACK
    for triple in snapshot.open or ():
        states[triple.node] = State.LIVE if triple.status == "LIVE" else State.SOLVED
    return states


def cut_edges(tree: Tree, states: list[State]) -> list[int]:
    """Return the nodes that a cut was made above: those pruned whose parent is not."""
    check_stored_tree(tree)
    if not isinstance(states, Sequence) or len(states) != tree.n_nodes:
        raise ValueError(
            f"states is {shown(states)}: it must be a list of the state of each of {tree.n_nodes} nodes"
        )
    return [
        node
        for node in range(1, tree.n_nodes)
        if states[node] is State.PRUNED and states[int(tree.parent[node])] is not State.PRUNED
    ]


def describe(tree: Tree, snapshot: Snapshot | None = None) -> str:
    """Return what a picture of a tree, at a moment of a search, shows."""
    check_shown(tree, snapshot)
    parts = [
        f"Game tree of depth {tree.depth} with {_count(tree.n_leaves, 'leaf', 'leaves')}",
        f"static values from left to right: {shortened(map(number_label, tree.leaves.tolist()))}",
    ]
    if snapshot is None:
        parts.append(f"value of the root: {number_label(float(tree.backed_up[0]))}")
    else:
        parts.extend(_what_happened(tree, snapshot))
    return "; ".join(parts) + "."


def describe_searches(tree: Tree, names: Iterable[str]) -> str:
    """Return in words what `draw_searches` shows."""
    return " ".join(f"{name}: {describe(tree, trace(tree, name).snapshot())}" for name in names)


def _what_happened(tree: Tree, snapshot: Snapshot) -> list[str]:
    order = sorted(snapshot.order, key=lambda leaf: snapshot.order[leaf])
    evaluated = shortened(f"{tree.name(leaf)} = {number_label(float(tree.values[leaf]))}" for leaf in order)
    pruned = shortened(tree.name(node) for node in cut_edges(tree, classify(tree, snapshot)))
    parts = [f"leaves evaluated, in this order: {evaluated}", f"pruned: {pruned}"]
    if snapshot.over:
        return [*parts, f"the search has ended with the value {number_label(snapshot.values[0])}"]
    if snapshot.open is not None:
        triples = (f"{tree.name(t.node)} {t.status} {number_label(t.merit)}" for t in snapshot.open)
        return [
            *parts,
            f"the last step dealt with {tree.name(snapshot.node)}",
            f"OPEN from the top: {shortened(triples)}",
        ]
    stack = (f"{tree.name(node)} {window_label(*snapshot.windows[node])}".strip() for node in snapshot.stack)
    return [*parts, f"the last step was at {tree.name(snapshot.node)}", f"under search: {shortened(stack)}"]


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def shortened(items: Iterable[str]) -> str:
    """Return a list in words, of which only so many (`MOST_LISTED`) are named."""
    words = list(items)
    if not words:
        return "none"
    rest = f", and {len(words) - MOST_LISTED} more" if len(words) > MOST_LISTED else ""
    return ", ".join(words[:MOST_LISTED]) + rest
