"""Star1 (Ballard 1983; Zenzel 1989, sections 3.1.2 and 3.1.3): alpha-beta bounds through chance nodes.

Star2 (Ballard 1983): Star1 with a probe of every son of a chance node before any of them is searched in full.
"""

from gametree.chance.reference.recorder import INFINITY, Examination


def star1(x: Examination, node: int, alpha: float, beta: float) -> float:
    """Return v with: v = value if alpha < v < beta; value <= v if v <= alpha; value >= v if v >= beta.

    A chance node ends as soon as its bounds, with all unseen sons at `high` or all at `low`, leave the
    window.  The window of a son follows from that of its parent: section 3.1.3 prints it with a wrong sign
    and without the division by the son's probability, which nothing else can be meant by.
    """
    x.enter(node)
    if x.tree.is_leaf(node):
        return x.gain(node)
    if x.tree.is_chance(node):
        total = 0.0
        for son in x.sons(node):
            p, after = x.p(son), x.after(son)
            least = (alpha - total - after * x.high) / p
            most = (beta - total - after * x.low) / p
            value = star1(x, son, max(x.low, least), max(x.low, min(most, x.high)))
            total += p * value
            x.narrowed(node, (total + after * x.low, total + after * x.high))
            rest = tuple(s for s in x.sons(node) if s > son)
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
    for son in x.sons(node):
        value = star1(x, son, max(alpha, best), beta)
        if value > best:
            best = value
            x.prefer(node, son)
        else:
            x.drop(son)
        if best >= beta:
            rest = tuple(s for s in x.sons(node) if s > son)
            return x.solved(node, best, rest, f"{x.shown(best)} is as good as it needs to be")
    return x.solved(node, best)


Probes = dict[int, float]


def star2(x: Examination, node: int, alpha: float, beta: float, probed: Probes) -> float:
    """Return v as Star1 does; `probed` remembers what probes have found, so that no leaf is evaluated twice.

    The probe of a decision node searches its first son: what that is worth, the node is worth at least.  A
    leaf is evaluated.  In Ballard's trees the node below a chance node belongs to the opponent of the one
    above, a probe bounds it from the side that matters above, and many chance nodes end there.  With one
    player only leaves, and nodes with a single son, are bounded from that side.
    """
    x.enter(node)
    if x.tree.is_leaf(node):
        return x.gain(node)
    if x.tree.is_chance(node):
        return _chance_node(x, node, alpha, beta, probed)
    best = probed.get(node, -INFINITY)
    for son in x.sons(node)[node in probed :]:
        if best >= beta:
            rest = tuple(s for s in x.sons(node) if s >= son)
            return x.solved(node, best, rest, f"{x.shown(best)} is as good as it needs to be")
        value = star2(x, son, max(alpha, best), beta, probed)
        if value > best:
            best = value
            x.prefer(node, son)
        else:
            x.drop(son)
    return x.solved(node, best)


def _chance_node(x: Examination, node: int, alpha: float, beta: float, probed: Probes) -> float:
    sons = x.sons(node)
    lower = {son: x.low for son in sons}
    upper = {son: x.high for son in sons}
    for son in sons:
        least = (alpha - _mean(x, node, upper, son)) / x.p(son)
        most = (beta - _mean(x, node, lower, son)) / x.p(son)
        if x.tree.is_chance(son):
            continue
        value = _probe(x, son, max(x.low, least), max(x.low, min(most, x.high)), probed)
        if len(x.sons(son)) <= 1:
            lower[son] = upper[son] = value
        elif value > max(x.low, least):
            lower[son] = value
        x.narrowed(node, (_mean(x, node, lower), _mean(x, node, upper)))
        rest = tuple(s for s in sons if s > son)
        if upper[son] <= least:
            bound = _mean(x, node, upper)
            return x.solved(node, bound, rest, f"at best {x.shown(bound)}, {x.shown(alpha)} is at hand")
        if lower[son] >= most:
            bound = _mean(x, node, lower)
            return x.solved(node, bound, rest, f"at least {x.shown(bound)}, and {x.shown(beta)} is enough")
    for son in sons:
        if lower[son] == upper[son]:
            continue
        least = (alpha - _mean(x, node, upper, son)) / x.p(son)
        most = (beta - _mean(x, node, lower, son)) / x.p(son)
        value = star2(x, son, max(x.low, least), max(x.low, min(most, x.high)), probed)
        lower[son] = upper[son] = value
        x.narrowed(node, (_mean(x, node, lower), _mean(x, node, upper)))
        rest = tuple(s for s in sons if s > son and lower[s] < upper[s])
        if value <= least:
            bound = _mean(x, node, upper)
            return x.solved(node, bound, rest, f"at best {x.shown(bound)}, {x.shown(alpha)} is at hand")
        if value >= most:
            bound = _mean(x, node, lower)
            return x.solved(node, bound, rest, f"at least {x.shown(bound)}, and {x.shown(beta)} is enough")
    return x.solved(node, _mean(x, node, lower))


def _probe(x: Examination, son: int, alpha: float, beta: float, probed: Probes) -> float:
    """Look at the first son of a decision node, or at a leaf; return what it is worth, as Star1 does."""
    x.enter(son)
    if x.tree.is_leaf(son):
        return x.gain(son)
    first = x.sons(son)[0]
    probed[son] = star2(x, first, alpha, beta, probed)
    x.prefer(son, first)
    return probed[son]


def _mean(x: Examination, node: int, bound: dict[int, float], without: int = -1) -> float:
    """Return the mean of a bound over the sons of a chance node, one of them left out."""
    total = 0.0
    for son in x.sons(node):
        if son != without:
            total += x.p(son) * bound[son]
    return total
