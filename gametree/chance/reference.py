"""The searches of trees with chance nodes in plain Python, as the papers describe them.

The notebooks show them, and the kernels are tested against them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from gametree.chance.recorder import INFINITY, ChanceRecorder, OpenState, Range

# -- Expectimax (Zenzel 1989, section 2.1): every leaf is evaluated ----------------------------------------------------


def expectimax(x: ChanceRecorder, node: int = 0) -> float:
    """Return the value of a node: the best of its children, or, for chance, their mean by probability.

    >>> import gametree as gt
    >>> tree = gt.chance.Tree.from_nested([((0.5, 4), (0.5, 16)), ((0.9, 8), (0.1, [3, 9]))])
    >>> x = ChanceRecorder(tree, low=0, high=20)
    >>> expectimax(x), x.counts.leaves
    (10.0, 5)
    """
    x.enter(node)
    if x.tree.is_leaf(node):
        return x.gain(node)
    if x.tree.is_chance(node):
        total = 0.0
        for child in x.children(node):
            total += x.p(child) * expectimax(x, child)
        return x.solved(node, total)
    best = -INFINITY
    for child in x.children(node):
        value = expectimax(x, child)
        best = x.keep_better(node, child, value, best)
    return x.solved(node, best)


# -- Star1 (Ballard 1983; Zenzel 1989, sections 3.1.2 and 3.1.3): alpha-beta bounds through chance nodes; Star2 --------


def star1(x: ChanceRecorder, node: int, alpha: float, beta: float) -> float:
    """Return v with: v = value if alpha < v < beta; value <= v if v <= alpha; value >= v if v >= beta.

    A chance node ends as soon as its bounds, with all unseen children at `high` or all at `low`, leave the
    window.  The window of a child follows from that of its parent; section 3.1.3 prints it with a wrong sign and
    without the division by the child's probability.

    >>> import gametree as gt
    >>> tree = gt.chance.Tree.from_nested([((0.5, 4), (0.5, 16)), ((0.9, 8), (0.1, [3, 9]))])
    >>> x = ChanceRecorder(tree, low=0, high=20)
    >>> star1(x, 0, alpha=0, beta=20), x.counts.leaves
    (10.0, 3)
    """
    x.enter(node, (alpha, beta))
    if x.tree.is_leaf(node):
        return x.gain(node)
    if x.tree.is_chance(node):
        total = 0.0
        for child in x.children(node):
            p, after = x.p(child), x.after(child)
            least = (alpha - total - after * x.high) / p
            most = (beta - total - after * x.low) / p
            value = star1(x, child, max(x.low, least), max(x.low, min(most, x.high)))
            total += p * value
            x.narrowed(node, (total + after * x.low, total + after * x.high))
            rest = tuple(s for s in x.children(node) if s > child)
            if value <= least:
                bound = total + after * x.high
                return x.solved(node, bound, rest, f"at best {x.shown(bound)}, {x.shown(alpha)} is at hand")
            if value >= most:
                bound = total + after * x.low
                return x.solved(
                    node, bound, rest, f"at least {x.shown(bound)}, and {x.shown(beta)} is enough"
                )
        return x.solved(node, total)
    best = -INFINITY
    for child in x.children(node):
        value = star1(x, child, max(alpha, best), beta)
        best = x.keep_better(node, child, value, best)
        if best >= beta:
            rest = tuple(s for s in x.children(node) if s > child)
            return x.solved(node, best, rest, f"{x.shown(best)} is as good as it needs to be")
    return x.solved(node, best)


def star1_from_root(x: ChanceRecorder) -> float:
    """Return the value of the root: Star1 with all values in its window."""
    return star1(x, 0, x.low, x.high)


def star2_from_root(x: ChanceRecorder) -> float:
    """Return the value of the root: Star2 with all values in its window, and nothing probed yet."""
    return star2(x, 0, x.low, x.high, {})


Probes = dict[int, float]


def star2(x: ChanceRecorder, node: int, alpha: float, beta: float, probed: Probes) -> float:
    """Return v as Star1 does; `probed` holds the values found by probes, so that no leaf is evaluated twice.

    The probe of a decision node searches its first child, whose value is a lower bound of the node's.  A leaf is
    evaluated.  In Ballard's trees the node below a chance node belongs to the opponent of the one
    above, a probe bounds it from the side that matters above, and many chance nodes end there.  With one
    player only leaves, and nodes with a single child, are bounded from that side.

    >>> import gametree as gt
    >>> tree = gt.chance.Tree.from_nested([((0.5, 4), (0.5, 16)), ((0.9, 8), (0.1, [3, 9]))])
    >>> x = ChanceRecorder(tree, low=0, high=20)
    >>> star2(x, 0, alpha=0, beta=20, probed={}), x.counts.leaves
    (10.0, 3)
    """
    x.enter(node, (alpha, beta))
    if x.tree.is_leaf(node):
        return x.gain(node)
    if x.tree.is_chance(node):
        return _chance_node(x, node, alpha, beta, probed)
    best = probed.get(node, -INFINITY)
    for child in x.children(node)[node in probed :]:
        if best >= beta:
            rest = tuple(s for s in x.children(node) if s >= child)
            return x.solved(node, best, rest, f"{x.shown(best)} is as good as it needs to be")
        value = star2(x, child, max(alpha, best), beta, probed)
        best = x.keep_better(node, child, value, best)
    return x.solved(node, best)


def _chance_node(x: ChanceRecorder, node: int, alpha: float, beta: float, probed: Probes) -> float:
    children = x.children(node)
    lower = {child: x.low for child in children}
    upper = {child: x.high for child in children}
    for child in children:
        least = (alpha - _mean(x, node, upper, child)) / x.p(child)
        most = (beta - _mean(x, node, lower, child)) / x.p(child)
        if x.tree.is_chance(child):
            continue
        value = _probe(x, child, max(x.low, least), max(x.low, min(most, x.high)), probed)
        if len(x.children(child)) <= 1:
            lower[child] = upper[child] = value
        elif value > max(x.low, least):
            lower[child] = value
        x.narrowed(node, (_mean(x, node, lower), _mean(x, node, upper)))
        rest = tuple(s for s in children if s > child)
        if upper[child] <= least:
            bound = _mean(x, node, upper)
            return x.solved(node, bound, rest, f"at best {x.shown(bound)}, {x.shown(alpha)} is at hand")
        if lower[child] >= most:
            bound = _mean(x, node, lower)
            return x.solved(node, bound, rest, f"at least {x.shown(bound)}, and {x.shown(beta)} is enough")
    for child in children:
        if (
            lower[child] >= upper[child]
        ):  # greater by rounding alone, where a probe found the greatest possible value
            continue
        least = (alpha - _mean(x, node, upper, child)) / x.p(child)
        most = (beta - _mean(x, node, lower, child)) / x.p(child)
        value = star2(x, child, max(x.low, least), max(x.low, min(most, x.high)), probed)
        lower[child] = upper[child] = value
        x.narrowed(node, (_mean(x, node, lower), _mean(x, node, upper)))
        rest = tuple(s for s in children if s > child and lower[s] < upper[s])
        if value <= least:
            bound = _mean(x, node, upper)
            return x.solved(node, bound, rest, f"at best {x.shown(bound)}, {x.shown(alpha)} is at hand")
        if value >= most:
            bound = _mean(x, node, lower)
            return x.solved(node, bound, rest, f"at least {x.shown(bound)}, and {x.shown(beta)} is enough")
    return x.solved(node, _mean(x, node, lower))


def _probe(x: ChanceRecorder, child: int, alpha: float, beta: float, probed: Probes) -> float:
    """Search the first child of a decision node, or evaluate a leaf; return its value as Star1 does."""
    x.enter(child, (alpha, beta))
    if x.tree.is_leaf(child):
        return x.gain(child)
    first = x.children(child)[0]
    probed[child] = star2(x, first, alpha, beta, probed)
    x.prefer(child, first)
    return probed[child]


def _mean(x: ChanceRecorder, node: int, bound: dict[int, float], without: int = -1) -> float:
    """Return the mean of a bound over the children of a chance node, one of them left out."""
    total = 0.0
    for child in x.children(node):
        if child != without:
            total += x.p(child) * bound[child]
    return total


# -- alpha-cutoff (Zenzel 1989, section 3.2): a list OPEN, and the state space operator of Table 1; section 5.0 --------


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
    >>> x = ChanceRecorder(tree, low=0, high=20)
    >>> alpha_cutoff(x), x.counts.leaves
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
    >>> x = ChanceRecorder(tree, low=0, high=20)
    >>> alpha_cutoff_all(x), x.counts.leaves
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


# -- AOC* (Zenzel 1989, section 3.3): AO* with chance nodes, a range [h, u] at every node, and pruning -----------------


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
    >>> x = ChanceRecorder(tree, low=0, high=20)
    >>> aoc_star(x), x.counts.leaves
    (10.0, 3)
    """
    return _aoc_star(x, deepest=False)


def aoc_star_deepest(x: ChanceRecorder) -> float:
    """AOC* with the other rule of section 3.3.2: the deepest leaf of the partial solution tree is expanded.

    >>> import gametree as gt
    >>> tree = gt.chance.Tree.from_nested([((0.5, 4), (0.5, 16)), ((0.9, 8), (0.1, [3, 9]))])
    >>> x = ChanceRecorder(tree, low=0, high=20)
    >>> aoc_star_deepest(x), x.counts.leaves
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
