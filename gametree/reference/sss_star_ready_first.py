"""SSS* with the rule for ties under which it examines exactly the leaves that SSS-2 examines.

SSS-2 notices at once when a node's bounds have met; SSS*, of two triples of equal merit, takes the leftmost, and
may expand leaves below it although the other one would have settled the matter.  The rule: look at the lowest
node above both.  If one of them would solve it without a new leaf, and the other would not, that one stands
above; otherwise the leftmost does.
"""

from functools import reduce

from gametree.reference.examination import INFINITY, Examination, Triple
from gametree.reference.sss_star import LIVE, SOLVED, gamma
from gametree.tree import Tree


def sss_star_ready_first(x: Examination, root: int = 0) -> float:
    """Return the value of the root for MAX; of triples with equal merit, one that is ready to solve stands above."""
    critical: dict[int, int] = {}
    opened = [Triple(root, LIVE, INFINITY)]
    while True:
        highest = max(t.merit for t in opened)
        taken = reduce(lambda a, b: upper(x.tree, a, b), sorted(t for t in opened if t.merit == highest))
        opened.remove(taken)
        p, s, m = taken
        if p == root and s == SOLVED:
            x.lines[root] = x.tree.path(critical[p])
            return m
        x.take(p, live=s == LIVE)
        gamma(x, opened, taken, critical, newest_first=False)


def upper(tree: Tree, left: Triple, right: Triple) -> Triple:
    """Return which of two triples of equal merit, given from left to right, stands above the other."""
    common = right.node
    while not common <= left.node < tree.end[common]:
        common = int(tree.parent[common])
    return right if solves(tree, right, common) and not solves(tree, left, common) else left


def solves(tree: Tree, triple: Triple, goal: int) -> bool:
    """Whether a triple, taken from OPEN, would solve a node above it without a new leaf."""
    node = triple.node
    while triple.status == SOLVED and node != goal:
        parent = int(tree.parent[node])
        if tree.is_max(node) and node != tree.sons(parent)[-1]:
            return False  # its right sibling would be next, LIVE
        node = parent
    return triple.status == SOLVED
