"""AOC* (Zenzel 1989, section 3.3): AO* with chance nodes, a range [h, u] at every node, and pruning."""

from __future__ import annotations

from dataclasses import dataclass, field

from gametree.chance.reference.recorder import ChanceRecorder, Range


@dataclass
class AocStarSearch:
    """The search tree T: the children of its expanded nodes, and the range of every node in it."""

    x: ChanceRecorder
    children: dict[int, list[int]] = field(default_factory=dict)
    ranges: dict[int, Range] = field(default_factory=dict)
    solved: set[int] = field(default_factory=set)

    def generate(self, node: int) -> None:
        """Put a node into T, with its known range; a terminal node is SOLVED."""
        self.x.visit(node)
        self.x.hold(node)
        self.ranges[node] = self.x.estimate(node)
        if self.x.tree.is_leaf(node):
            self.solved.add(node)

    def size(self, node: int) -> int:
        """Return how many nodes of T are below a node, itself included."""
        return 1 + sum(map(self.size, self.children.get(node, [])))


def aoc_star(x: ChanceRecorder) -> float:
    """Return the value of the root; of the leaves of the partial solution tree the one nearest the root is expanded.

    >>> import gametree as gt
    >>> tree = gt.chance.Tree.from_nested([((0.5, 4), (0.5, 16)), ((0.9, 8), (0.1, [3, 9]))])
    >>> x = gt.chance.ChanceRecorder(tree, low=0, high=20)
    >>> gt.chance.reference.aoc_star(x), x.counts.leaves
    (10.0, 3)
    """
    return _aoc_star(x, deepest=False)


def aoc_star_deepest(x: ChanceRecorder) -> float:
    """AOC* with the other rule of section 3.3.2: the deepest leaf of the partial solution tree is expanded.

    >>> import gametree as gt
    >>> tree = gt.chance.Tree.from_nested([((0.5, 4), (0.5, 16)), ((0.9, 8), (0.1, [3, 9]))])
    >>> x = gt.chance.ChanceRecorder(tree, low=0, high=20)
    >>> gt.chance.reference.aoc_star_deepest(x), x.counts.leaves
    (10.0, 3)
    """
    return _aoc_star(x, deepest=True)


def _aoc_star(x: ChanceRecorder, deepest: bool) -> float:
    s = AocStarSearch(x)
    s.generate(0)
    x.record("enter", 0, f"{x.name(0)} is known to be in {x.range_text(s.ranges[0])}", {0: s.ranges[0]})
    while 0 not in s.solved:
        n = select(s, deepest)
        s.children[n] = x.children(n)
        for child in s.children[n]:
            s.generate(child)
        text = f"{x.name(n)} is expanded: {x.listed(tuple(s.children[n]))}"
        x.record("expand", n, text, {child: s.ranges[child] for child in s.children[n]})
        prune(s, n)
        m = n
        while m >= 0 and revise(s, m):
            m = int(x.tree.shape.parent[m])
    return s.ranges[0][0]


def select(s: AocStarSearch, deepest: bool) -> int:
    """Follow the marked connectors down from the root; return the leaf to expand, the leftmost of its level."""
    x = s.x
    leaves = []
    waiting = [0]
    while waiting:
        node = waiting.pop()
        if node in s.solved:
            continue
        x.visit(node)
        if node not in s.children:
            leaves.append(node)
        elif x.tree.is_chance(node):
            waiting.extend(s.children[node])
        else:
            waiting.append(x.choice[node])
    level = x.tree.shape.level
    far = -1 if deepest else 1
    return min(leaves, key=lambda node: (far * level[node], node))


def revise(s: AocStarSearch, m: int) -> bool:
    """Revise the range of m from those of its children, mark its best child, prune; return whether anything has changed.

    The thesis recomputes the cost q(m) from the children, and assumes that it never decreases ("monotone
    restriction").  Table 3 and the ranges of section 4 violate that, so the former range is kept where it is tighter.
    """
    x = s.x
    s.x.visit(m)
    before = s.ranges[m]
    if x.tree.is_chance(m):
        low = high = 0.0
        for child in s.children[m]:
            low += x.p(child) * s.ranges[child][0]
            high += x.p(child) * s.ranges[child][1]
        done = all(child in s.solved for child in s.children[m])
    else:
        marked = max(s.children[m], key=lambda child: (s.ranges[child][1], -child))
        x.choice[m] = marked
        low, high = max(s.ranges[child][0] for child in s.children[m]), s.ranges[marked][1]
        done = marked in s.solved
    if done:
        s.solved.add(m)
        s.ranges[m] = (high, high)
        x.record("solved", m, f"{x.name(m)} is SOLVED, worth {x.shown(high)}", {m: s.ranges[m]})
    else:
        high = min(before[1], high)
        s.ranges[m] = (min(max(before[0], low), high), high)
        if s.ranges[m] != before:
            x.record("revise", m, f"{x.name(m)} is now in {x.range_text(s.ranges[m])}", {m: s.ranges[m]})
    prune(s, m)
    return done or s.ranges[m] != before


def prune(s: AocStarSearch, m: int) -> None:
    """Cut off the children of a decision node that can't be better than another one."""
    x = s.x
    if x.tree.is_chance(m):
        return
    floor = max(s.ranges[child][0] for child in s.children[m])
    lost = tuple(child for child in s.children[m] if s.ranges[child][1] < floor)
    if not lost:
        return
    for child in lost:
        x.release(s.size(child))
    s.children[m] = [child for child in s.children[m] if child not in lost]
    x.record("cut-off", m, f"{x.listed(lost)} can't be better than {x.shown(floor)}", {}, lost)
