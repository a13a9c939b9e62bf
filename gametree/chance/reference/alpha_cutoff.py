"""alpha-cutoff (Zenzel 1989, section 3.2): a list OPEN, and the state space operator of Table 1.

Its variant `alpha_cutoff_all` improves all children of a decision node at once (section 5.0).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from gametree.chance.reference.recorder import ChanceRecorder, OpenState, Range

LIVE, SOLVED = "LIVE", "SOLVED"


@dataclass
class AlphaCutoffSearch:
    """The data of the operator: OPEN (nodes, from the front), and what is known of each node that was on it."""

    x: ChanceRecorder
    opened: list[int] = field(default_factory=list)
    ranges: dict[int, Range] = field(default_factory=dict)
    solved: set[int] = field(default_factory=set)
    processed: dict[int, int] = field(default_factory=dict)
    total: dict[int, float] = field(default_factory=dict)
    size: dict[int, int] = field(default_factory=dict)
    pruned: tuple[int, ...] = ()

    def add(self, node: int) -> None:
        """Add a node to the front of OPEN; a terminal node is SOLVED."""
        self.opened.insert(0, node)
        if node in self.size:
            return
        self.x.hold(node)
        self.size[node], self.processed[node], self.total[node] = 1, 0, 0.0
        if self.x.tree.is_leaf(node):
            self.solve(node, self.x.evaluate(node))

    def add_next_child(self, node: int) -> None:
        """Add the next unprocessed child of a node to the front of OPEN."""
        child = self.x.children(node)[self.processed[node]]
        self.processed[node] += 1
        self.add(child)

    def solve(self, node: int, value: float) -> None:
        """Label a node SOLVED."""
        self.ranges[node] = (value, value)
        self.solved.add(node)

    def sibling_on_open(self, node: int) -> int | None:
        """Return the sibling that competes with a node, if any: it is next on OPEN."""
        parent = self.x.tree.shape.parent
        if self.opened and parent[self.opened[0]] == parent[node]:
            return self.opened[0]
        return None

    def cutoff(self, a: int, b: int) -> int | None:
        """Return which of two siblings can be cut off, if any; the other is then alone on OPEN.

        The criterion of section 3.2.1 is strict.  Two SOLVED siblings of equal value, which Table 1 does not consider,
        would be exchanged for ever, so the one at the right is cut off.
        """
        loser = None
        if self.ranges[a][1] < self.ranges[b][0]:
            loser = a
        elif self.ranges[b][1] < self.ranges[a][0]:
            loser = b
        elif a in self.solved and b in self.solved:
            loser = max(a, b)
        if loser is not None:
            self.opened[0] = a + b - loser
            self.x.release(self.size[loser])
            self.pruned = (loser,)
        return loser

    def hand_on(self, node: int, parent: int) -> None:
        """Replace a SOLVED node at the front of OPEN by its parent, which keeps the nodes held below it."""
        self.size[parent] += self.size[node]
        self.opened.insert(0, parent)


def alpha_cutoff(x: ChanceRecorder) -> float:
    """Return the value of the root, which is SOLVED when it is taken from OPEN for the second time.

    >>> import gametree as gt
    >>> tree = gt.chance.Tree.from_nested([((0.5, 4), (0.5, 16)), ((0.9, 8), (0.1, [3, 9]))])
    >>> x = gt.chance.ChanceRecorder(tree, low=0, high=20)
    >>> gt.chance.reference.alpha_cutoff(x), x.counts.leaves
    (10.0, 3)
    """
    search = AlphaCutoffSearch(x)
    search.add(0)
    _record(search, 0, None)
    while True:
        node = search.opened.pop(0)
        if node == 0 and node in search.solved:
            return search.ranges[0][0]
        x.visit(node)
        search.pruned = ()
        state_space_operator(search, node)


def state_space_operator(s: AlphaCutoffSearch, i: int) -> None:
    """Apply Table 1 to the state of node i, taken from OPEN.

    The thesis alternates OR-nodes and CHANCE-nodes.  In other trees, its rule for SOLVED CHANCE-nodes is applied to all
    SOLVED children of a decision node, and its rule for SOLVED OR-nodes to all SOLVED children of a chance node; a
    chance node below another, or at the root, has no sibling to compete with.
    """
    x = s.x
    parent = int(x.tree.shape.parent[i])
    competes = i != 0 and not x.tree.is_chance(parent)
    if i not in s.solved and not x.tree.is_chance(i):
        s.add_next_child(i)
        return _record(s, i, 4)
    if i not in s.solved and i not in s.ranges:
        s.add_next_child(i)
        return _record(s, i, 1)
    if i in s.solved and not competes:
        k = i
        s.total[parent] += x.p(k) * s.ranges[k][0]
        upper = s.total[parent] + x.after(k) * x.high
        lower = s.total[parent] + x.after(k) * x.low
        s.ranges[parent] = (lower, upper)
        if lower == upper:
            s.solve(parent, lower)
        s.hand_on(k, parent)
        return _record(s, i, 5)
    sibling = s.sibling_on_open(i) if competes else None
    unprocessed = competes and s.processed[parent] < len(x.children(parent))
    if i not in s.solved:
        if sibling is not None:
            if s.cutoff(i, sibling) is None:
                if sibling not in s.solved:
                    s.opened[0] = i
                    s.add_next_child(sibling)
                else:
                    s.add_next_child(i)
        elif unprocessed:
            s.add(i)
            s.add_next_child(parent)
        else:
            s.add_next_child(i)
        return _record(s, i, 2)
    if sibling is not None:
        if s.cutoff(i, sibling) is None:
            s.opened.insert(1, i)
    elif unprocessed:
        s.add(i)
        s.add_next_child(parent)
    else:
        x.choice[parent] = i
        s.solve(parent, s.ranges[i][0])
        s.hand_on(i, parent)
    return _record(s, i, 3)


def _record(s: AlphaCutoffSearch, node: int, case: int | None) -> None:
    """Record OPEN after a case of Table 1."""
    x = s.x
    if x.steps is None:
        return
    opened = [_state(s, n) for n in s.opened]
    text = "the root is put on OPEN" if case is None else f"{x.name(node)} is taken: case {case}"
    if s.pruned:
        text += f"; {x.listed(s.pruned)} is cut off"
    known = {n: s.ranges[n] for n in s.opened if n in s.ranges}
    x.record("open", node, text, known, s.pruned, opened, case)


def _state(s: AlphaCutoffSearch, node: int) -> OpenState:
    value = s.x.tree.sign * s.ranges[node][0] + 0.0 if node in s.solved else None
    known = s.x.in_values(s.ranges[node]) if node in s.ranges else None
    return OpenState(node, SOLVED if node in s.solved else LIVE, value, known)


def alpha_cutoff_all(x: ChanceRecorder, node: int = 0) -> float:
    """Return the value of a node.

    Round after round, one more child of each remaining chance node below a decision node is evaluated; then
    all whose upper bound is below the greatest lower bound are cut off.  The last is evaluated to
    completion.  Children that are not chance nodes are evaluated in the first round.  Of equal children the leftmost
    is kept.

    >>> import gametree as gt
    >>> tree = gt.chance.Tree.from_nested([((0.5, 4), (0.5, 16)), ((0.9, 8), (0.1, [3, 9]))])
    >>> x = gt.chance.ChanceRecorder(tree, low=0, high=20)
    >>> gt.chance.reference.alpha_cutoff_all(x), x.counts.leaves
    (10.0, 5)
    """
    x.enter(node)
    if x.tree.is_leaf(node):
        return x.gain(node)
    if x.tree.is_chance(node):
        total = 0.0
        for child in x.children(node):
            total += x.p(child) * alpha_cutoff_all(x, child)
        return x.solved(node, total)
    best, value = _compete(x, node)
    x.choice[node] = best
    return x.solved(node, value)


def _compete(x: ChanceRecorder, node: int) -> tuple[int, float]:
    """Return the best child of a decision node, and its value."""
    remaining = x.children(node)
    size: dict[int, int] = dict.fromkeys(remaining, 0)
    evaluated: dict[int, int] = dict.fromkeys(remaining, 0)
    totals: dict[int, float] = dict.fromkeys(remaining, 0.0)
    ranges: dict[int, Range] = {}
    while True:
        for child in remaining:
            if evaluated[child] == 0 or ranges[child][0] < ranges[child][1]:
                before = x.held
                ranges[child] = _improve(x, child, evaluated, totals)
                size[child] += x.held - before
        floor = max(ranges[child][0] for child in remaining)
        lost = [child for child in remaining if ranges[child][1] < floor]
        remaining = [child for child in remaining if child not in lost]
        if all(ranges[child][0] == ranges[child][1] for child in remaining):
            lost += remaining[1:]
            remaining = remaining[:1]
        for child in lost:
            x.release(size[child])
        if lost:
            text = f"{x.name(node)}: {x.listed(tuple(lost))} can't be better than {x.shown(floor)}"
            x.record("cut-off", node, text, {}, tuple(lost))
        if len(remaining) == 1 and ranges[remaining[0]][0] == ranges[remaining[0]][1]:
            return remaining[0], ranges[remaining[0]][0]


def _improve(x: ChanceRecorder, child: int, evaluated: dict[int, int], totals: dict[int, float]) -> Range:
    """Evaluate one more child of a chance node, or the whole node if it is none; return its range."""
    if not x.tree.is_chance(child):
        value = alpha_cutoff_all(x, child)
        evaluated[child] = 1
        return value, value
    if evaluated[child] == 0:
        x.enter(child)
    part = x.children(child)[evaluated[child]]
    evaluated[child] += 1
    totals[child] += x.p(part) * alpha_cutoff_all(x, part)
    known = totals[child] + x.after(part) * x.low, totals[child] + x.after(part) * x.high
    x.narrowed(child, known)
    if known[0] == known[1]:
        x.solved(child, known[0])
    return known
