"""alpha-cutoff that improves all sons of a decision node at once (proposed in Zenzel 1989, section 5.0)."""

from gametree.chance.reference.examination import Examination, Range


def alpha_cutoff_all(x: Examination, node: int = 0) -> float:
    """Return the value of a node.

    Round after round, one more son of each remaining chance node below a decision node is evaluated; then
    all whose upper bound is below the greatest lower bound are cut off.  The last is evaluated to
    completion.  Sons that are not chance nodes are evaluated in the first round.  Of equal sons the leftmost
    is kept.
    """
    x.enter(node)
    if x.tree.is_leaf(node):
        return x.gain(node)
    if x.tree.is_chance(node):
        total = 0.0
        for son in x.sons(node):
            total += x.p(son) * alpha_cutoff_all(x, son)
        return x.solved(node, total)
    best, value = _compete(x, node)
    x.choice[node] = best
    return x.solved(node, value)


def _compete(x: Examination, node: int) -> tuple[int, float]:
    """Return the best son of a decision node, and its value."""
    remaining = x.sons(node)
    size: dict[int, int] = dict.fromkeys(remaining, 0)
    evaluated: dict[int, int] = dict.fromkeys(remaining, 0)
    totals: dict[int, float] = dict.fromkeys(remaining, 0.0)
    ranges: dict[int, Range] = {}
    while True:
        for son in remaining:
            if evaluated[son] == 0 or ranges[son][0] < ranges[son][1]:
                before = x.held
                ranges[son] = _improve(x, son, evaluated, totals)
                size[son] += x.held - before
        floor = max(ranges[son][0] for son in remaining)
        lost = [son for son in remaining if ranges[son][1] < floor]
        remaining = [son for son in remaining if son not in lost]
        if all(ranges[son][0] == ranges[son][1] for son in remaining):
            lost += remaining[1:]
            remaining = remaining[:1]
        for son in lost:
            x.release(size[son])
        if lost:
            text = f"{x.name(node)}: {x.listed(tuple(lost))} can't be better than {x.shown(floor)}"
            x.tell("cut-off", node, text, {}, tuple(lost))
        if len(remaining) == 1 and ranges[remaining[0]][0] == ranges[remaining[0]][1]:
            return remaining[0], ranges[remaining[0]][0]


def _improve(x: Examination, son: int, evaluated: dict[int, int], totals: dict[int, float]) -> Range:
    """Evaluate one more son of a chance node, or the whole node if it is none; return its range."""
    if not x.tree.is_chance(son):
        value = alpha_cutoff_all(x, son)
        evaluated[son] = 1
        return value, value
    if evaluated[son] == 0:
        x.enter(son)
    part = x.sons(son)[evaluated[son]]
    evaluated[son] += 1
    totals[son] += x.p(part) * alpha_cutoff_all(x, part)
    known = totals[son] + x.after(part) * x.low, totals[son] + x.after(part) * x.high
    x.narrowed(son, known)
    if known[0] == known[1]:
        x.solved(son, known[0])
    return known
