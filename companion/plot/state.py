"""How a node stands at a moment of a search: the one place that decides what is drawn how."""

from __future__ import annotations

from enum import Enum

from gametree.trace import Moment
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


def classify(tree: Tree, moment: Moment | None) -> list[State]:
    """Return the state of every node, by number; all are PLAIN if there is no moment."""
    if moment is None:
        return [State.PLAIN] * tree.n_nodes
    states = [State.WAITING] * tree.n_nodes
    for node in moment.visited:
        states[node] = State.VISITED
    for node in moment.pruned:
        states[node] = State.PRUNED
    for node in moment.stack:
        states[node] = State.STACK
    for triple in moment.open or ():
        states[triple.node] = State.LIVE if triple.status == "LIVE" else State.SOLVED
    return states


def cut_edges(tree: Tree, states: list[State]) -> list[int]:
    """Return the nodes that a cut was made above: those pruned whose parent is not."""
    return [
        node
        for node in range(1, tree.n_nodes)
        if states[node] is State.PRUNED and states[int(tree.parent[node])] is not State.PRUNED
    ]


def is_over(moment: Moment) -> bool:
    """Whether the search has ended."""
    return moment.over
