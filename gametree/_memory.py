"""How much memory there is, and what is said, before anything is allocated, if that is too little."""

from __future__ import annotations

import os
import resource
from contextlib import suppress
from functools import cache
from pathlib import Path

from gametree._checks import many


def available_memory() -> int:
    """Return how many bytes a new tree may take: half of what the machine, the container and the process may use."""
    of_process, _ = resource.getrlimit(resource.RLIMIT_AS)
    limits = [_memory_of_machine(), *([of_process] if of_process != resource.RLIM_INFINITY else [])]
    return min(limits) // 2


CGROUP = Path("/sys/fs/cgroup")
"""Where Linux shows a container its limits: the file of version 2, or that of version 1."""


@cache
def _memory_of_machine() -> int:
    """Return the bytes of memory of the machine, or of the container, if that has fewer."""
    found = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    for name in ("memory.max", "memory/memory.limit_in_bytes"):
        with suppress(OSError, ValueError):  # no such file, or "max"
            found = min(found, int((CGROUP / name).read_text(encoding="ascii")))
    return found


def check_memory(what: str, needed: int) -> None:
    """Raise MemoryError, before anything is allocated, if `needed` bytes do not fit."""
    limit = available_memory()
    if needed > limit:
        raise MemoryError(
            f"{what} would need {_readable(needed)} of memory; at most {_readable(limit)} may be used on this machine"
        )


def _readable(n_bytes: int) -> str:
    if n_bytes >= 10**300:  # more than a float can hold
        return f"{many(n_bytes // 10**15)} PB"
    amount = float(n_bytes)
    for unit in ("bytes", "kB", "MB", "GB", "TB"):
        if amount < 1000:
            return f"{amount:.3g} {unit}"
        amount /= 1000
    return f"{amount:.3g} PB"
