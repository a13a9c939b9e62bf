"""The killer heuristic (Muszycka 1985, section 4.4, after Akl & Newborn).

Every level has a list of moves that have cut off at that level, the latest first.  Where one of them is
possible, it is searched early.
"""

from typing import Any

from numba.extending import register_jitable

from gametree.speedup.kernels.state import KILLER_CUTS, KILLER_TRIES, OTHER_CUTS, OTHER_TRIES

OPEN, TAKEN, KILLER = range(3)
"""How a son stands in the row of its parent: its promise may still be revised, or not, or it is a killer."""


@register_jitable
def tried(s: Any, level: int, place: int, cut: bool) -> None:
    """Count that a son was searched where a cut-off was possible; if it came, put its move on the list of the level."""
    killer = s.status[level * s.stride + place] == KILLER
    s.counts[KILLER_TRIES if killer else OTHER_TRIES] += 1
    if not cut:
        return
    s.counts[KILLER_CUTS if killer else OTHER_CUTS] += 1
    if s.n_killers == 0:
        return
    row = level * s.n_killers
    move = s.move[s.order[level * s.stride + place]]
    last = 0
    while last < s.n_killers - 1 and s.killers[row + last] != move:
        last += 1
    while last > 0:
        s.killers[row + last] = s.killers[row + last - 1]
        last -= 1
    s.killers[row] = move
