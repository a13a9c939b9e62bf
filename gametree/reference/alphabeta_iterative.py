"""Alphabeta without recursion (Knuth & Moore 1975, section 3)."""

from gametree.reference.examination import INFINITY, Examination


def alphabeta_iterative(x: Examination, p: int) -> float:
    """Return the value of p, the root, for the player to move.

    At level l, a[l-2], a[l-1], a[l] and a[l+1] are alpha, -beta, m and -t of `alphabeta`; r[l] and r[l+1] are p and its
    son under search.  The paper's jumps are the two loops.
    """
    level = 0
    a = {-2: -INFINITY, -1: -INFINITY}
    r = {0: p}
    waiting: dict[int, list[int]] = {}
    while True:
        waiting[level] = x.generate(r[level], "alphabeta-iterative", a[level - 2], -a[level - 1])
        if waiting[level]:
            a[level] = a[level - 2]
        else:
            a[level] = x.staticvalue(r[level])
            level = _resume(x, a, r, waiting, level - 1)
            if level < 0:
                return a[0]
        r[level + 1] = waiting[level].pop(0)
        level += 1


def _resume(
    x: Examination, a: dict[int, float], r: dict[int, int], waiting: dict[int, list[int]], level: int
) -> int:
    """Hand the value of a son up, and on, until a node has a son left to search; return its level, -1 for none."""
    while level >= 0:
        improved = -a[level + 1] > a[level]
        if improved:
            a[level] = -a[level + 1]
            x.best(r[level], r[level + 1])
        if improved and a[level + 1] <= a[level - 1]:
            x.cut(r[level], a[level], r[level + 1])
        elif waiting[level]:
            return level
        else:
            x.done(r[level], a[level])
        level -= 1
    return level
