"""The state of every node at a step of a search, which decides how it is drawn."""

from __future__ import annotations

from enum import Enum

from gametree.trace import Snapshot
from gametree.tree import Tree


class State(Enum):
    """How a node stands; its value is what the legend says."""

    PLAIN = "node"
    WAITING = "not yet visited"
    VISITED = "visited"
    STACK = "under search (on the stack)"
    LIVE = "LIVE on OPEN"
    SOLVED = "SOLVED on OPEN"
    PRUNED = "pruned"


def classify(tree: Tree, snapshot: Snapshot | None) -> list[State]:
    """Return the state of every node, by number; all are PLAIN if there is no moment."""
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
    return [
        node
        for node in range(1, tree.n_nodes)
        if states[node] is State.PRUNED and states[int(tree.parent[node])] is not State.PRUNED
    ]


def is_over(snapshot: Snapshot) -> bool:
    """Whether the search has ended."""
    return snapshot.over
