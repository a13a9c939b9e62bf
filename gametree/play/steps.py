"""One step of a walk, for whoever plays instead of searching."""

from typing import Any

from gametree._compile import compiled
from gametree.play.walk import is_over, sons_of, walk_of
from gametree.search.view import ROOT, ROOT_LEVEL


@compiled
def one_level(walk_arrays: Any) -> int:
    """Write the sons of the first state of a walk in the room of level 1; return how many, 0 if the game is over."""
    walk = walk_of(walk_arrays)
    return 0 if is_over(walk, ROOT) else sons_of(walk, ROOT, ROOT_LEVEL)
