"""Star1 (Ballard 1983; Zenzel 1989, sections 3.1.2 and 3.1.3): alpha-beta bounds through chance nodes.

Star2 (Ballard 1983) probes every child of a chance node before it searches any of them in full.
"""

from __future__ import annotations

from gametree.chance.reference.recorder import INFINITY, ChanceRecorder


def star1(x: ChanceRecorder, node: int, alpha: float, beta: float) -> float:
    """Return v with: v = value if alpha < v < beta; value <= v if v <= alpha; value >= v if v >= beta.

    A chance node ends as soon as its bounds, with all unseen children at `high` or all at `low`, leave the
    window.  The window of a child follows from that of its parent; section 3.1.3 prints it with a wrong sign and
    without the division by the child's probability.

    >>> import gametree as gt
    >>> tree = gt.chance.Tree.from_nested([((0.5, 4), (0.5, 16)), ((0.9, 8), (0.1, [3, 9]))])
    >>> x = gt.chance.ChanceRecorder(tree, low=0, high=20)
    >>> gt.chance.reference.star1(x, 0, alpha=0, beta=20), x.counts.leaves
    (10.0, 3)
    """
    x.enter(node)
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
    >>> x = gt.chance.ChanceRecorder(tree, low=0, high=20)
    >>> gt.chance.reference.star2(x, 0, alpha=0, beta=20, probed={}), x.counts.leaves
    (10.0, 3)
    """
    x.enter(node)
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
    x.enter(child)
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
