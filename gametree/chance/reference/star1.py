"""Star1 (Ballard 1983; Zenzel 1989, sections 3.1.2 and 3.1.3): alpha-beta bounds through chance nodes."""

from gametree.chance.reference.examination import INFINITY, Examination


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
