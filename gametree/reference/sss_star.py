"""SSS* (Muszycka 1985, section 2.6): a sorted list, kept as literally as the thesis describes it.

By the thesis' rule for ties the leftmost of two triples of equal merit stands above; two other rules prefer the newest, or
one that is ready.  Under the last SSS* examines exactly the leaves that SSS-2 examines.  SSS-2 notices at once when a
node's bounds have met; SSS* with the thesis' rule may expand leaves below the leftmost triple although another of the same
merit would have solved the node.  The rule: if one of two triples would solve their lowest common ancestor without a new
leaf, and the other would not, that one stands above; otherwise the leftmost does.
"""

from __future__ import annotations

from gametree.nodes import StoredTree
from gametree.reference.recorder import INFINITY, Recorder, Triple

LIVE, SOLVED = "LIVE", "SOLVED"


def sss_star(x: Recorder, root: int = 0) -> float:
    """Return the value of the root for MAX; of triples with equal merit the leftmost node's stands above.

    >>> from gametree.examples import specimen
    >>> x = Recorder(specimen())
    >>> sss_star(x), len(x.leaves)
    (40.0, 5)
    """
    return _sss_star(x, root, newest_first=False)


def sss_star_newest_first(x: Recorder, root: int = 0) -> float:
    """SSS* with the other rule for ties: a newly solved triple stands above those of equal merit.

    >>> from gametree.examples import specimen
    >>> x = Recorder(specimen())
    >>> sss_star_newest_first(x), len(x.leaves)
    (40.0, 5)
    """
    return _sss_star(x, root, newest_first=True)


def _sss_star(x: Recorder, root: int, newest_first: bool) -> float:
    critical: dict[int, int] = {}
    opened = [Triple(root, LIVE, INFINITY)]
    x.record_open(opened, root, "the root is put on OPEN")
    while True:
        p, s, m = opened.pop(0)
        if p == root and s == SOLVED:
            x.lines[root] = x.tree.path(critical[p])
            return m
        x.take(p, live=s == LIVE)
        gamma(x, opened, Triple(p, s, m), critical, newest_first)


def gamma(
    x: Recorder, opened: list[Triple], taken: Triple, critical: dict[int, int], newest_first: bool
) -> None:
    """Put the successors of a triple on OPEN; `critical` has the leaf that gave a triple its merit."""
    p, s, m = taken
    tree = x.tree
    children = tree.children(p)
    name = tree.name(p)
    parent = int(tree.parent[p])
    if s == LIVE:
        if not children:
            value = float(tree.values[p])
            if value < m:
                critical[p] = p
            _insert(opened, Triple(p, SOLVED, min(m, value)), newest_first)
            x.record_open(opened, p, f"leaf {name} is solved")
        elif not tree.is_max(p):
            _pass_on(critical, p, children[0])
            opened.insert(0, Triple(children[0], s, m))
            x.record_open(opened, p, f"MIN node {name}: its leftmost child")
        else:
            for child in reversed(children):
                _pass_on(critical, p, child)
                opened.insert(0, Triple(child, s, m))
            x.record_open(opened, p, f"MAX node {name}: all its children")
    elif not tree.is_max(p):
        purged = tuple(t.node for t in opened if parent < t.node < tree.end[parent])
        opened[:] = [t for t in opened if not parent < t.node < tree.end[parent]]
        _pass_on(critical, p, parent)
        opened.insert(0, Triple(parent, s, m))
        x.record_open(opened, p, f"MIN node {name} is solved, and with it its parent", purged)
    elif p == x.tree.children(parent)[-1]:
        _pass_on(critical, p, parent)
        opened.insert(0, Triple(parent, s, m))
        x.record_open(opened, p, f"MAX node {name} was the last child: its parent is solved")
    else:
        right = int(tree.end[p])
        _pass_on(critical, p, right)
        opened.insert(0, Triple(right, LIVE, m))
        x.record_open(opened, p, f"MAX node {name} is solved: its right sibling is next")


def _pass_on(critical: dict[int, int], giver: int, taker: int) -> None:
    if giver in critical:
        critical[taker] = critical[giver]


def _insert(opened: list[Triple], new: Triple, newest_first: bool) -> None:
    """Put a triple into its proper sorted position."""

    def stands_above(t: Triple) -> bool:
        if t.merit != new.merit:
            return t.merit > new.merit
        return not newest_first and t.node < new.node

    position = 0
    while position < len(opened) and stands_above(opened[position]):
        position += 1
    opened.insert(position, new)


def sss_star_ready_first(x: Recorder, root: int = 0) -> float:
    """Return the value of the root for MAX; of triples with equal merit, one that is ready to solve stands above.

    >>> from gametree.examples import specimen
    >>> x = Recorder(specimen())
    >>> sss_star_ready_first(x), len(x.leaves)
    (40.0, 5)
    """
    critical: dict[int, int] = {}
    opened = [Triple(root, LIVE, INFINITY)]
    while True:
        highest = max(t.merit for t in opened)
        taken, *others = sorted(t for t in opened if t.merit == highest)
        for other in others:
            taken = upper(x.tree, taken, other)
        opened.remove(taken)
        p, s, m = taken
        if p == root and s == SOLVED:
            x.lines[root] = x.tree.path(critical[p])
            return m
        x.take(p, live=s == LIVE)
        gamma(x, opened, taken, critical, newest_first=False)


def upper(tree: StoredTree, left: Triple, right: Triple) -> Triple:
    """Return which of two triples of equal merit, given from left to right, stands above the other."""
    common = right.node
    while not common <= left.node < tree.end[common]:
        common = int(tree.parent[common])
    return right if solves(tree, right, common) and not solves(tree, left, common) else left


def solves(tree: StoredTree, triple: Triple, goal: int) -> bool:
    """Whether a triple, taken from OPEN, would solve a node above it without a new leaf."""
    node = triple.node
    while triple.status == SOLVED and node != goal:
        parent = int(tree.parent[node])
        if tree.is_max(node) and node != tree.children(parent)[-1]:
            return False  # its right sibling would be next, LIVE
        node = parent
    return triple.status == SOLVED
