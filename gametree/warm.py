"""Compile everything ahead, on all cores: python -m gametree.warm.

Kernels are compiled when they are first used, and kept on disk.  This compiles, in one process per core, all strategies on
all kinds of stored trees, those that notebooks run on lazy trees, the loops of sweeps, the games and speed-ups of
chapter 4, other rules than minimax and chance nodes.  If nothing has changed since the last time, it only says so.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import signal
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import Any

import numba
from llvmlite.binding import get_host_cpu_name

from gametree import _compile, chance, enhance, games, parallel
from gametree._compile import PACKAGE
from gametree.backup import rules
from gametree.backup import search as backup_search
from gametree.backup.decisions import Sample, run_part
from gametree.experiment import Progress, cells
from gametree.games.g_game_evaluation import E2
from gametree.games.unfolding import METHODS as WAYS
from gametree.generate import critical_tree, generate, lazy_tree
from gametree.parallel.threads import shared
from gametree.search import STRATEGIES, at_least, search
from gametree.theory.expected_scout import leaf_evaluations
from gametree.theory.optimality import fewest_leaves
from gametree.tree import Tree

DEEP = (
    "branch-and-bound",
    "alphabeta",
    "palphabeta",
    "pvs",
    "scout",
    "sss*",
    "s-alphabeta",
    "sss-2",
    "dual-sss-2",
    "mtd(f)",
)
"""The strategies that notebooks 07 and 08 run on lazy trees."""

CRITICAL = ("alphabeta", "pvs", "scout", "sss*", "mtd(f)")
"""Those that notebook 12 runs on critical games."""


def warm_search(kind: str, strategy: str) -> str:
    """Compile the kernels of a strategy for a kind of tree, and those that generate it."""
    search(generate(kind, width=2, depth=2, scheme="unordered", seed=0), strategy)
    return f"{strategy} on {kind} trees"


def warm_lazy(strategy: str) -> str:
    """Compile the kernels of a strategy for unordered lazy trees, with and without counting distinct nodes."""
    tree = lazy_tree(width=2, depth=2, scheme="unordered", seed=0)
    for distinct in (True, False) if STRATEGIES[strategy].revisits_nodes else (True,):
        search(tree, strategy, distinct=distinct)
    return f"{strategy} on lazy trees"


def warm_critical(strategy: str) -> str:
    """Compile the kernels of a strategy for lazy trees whose values depend on those above."""
    tree = critical_tree(width=2, depth=2, rate=0.5, seed=0)
    for distinct in (True, False) if STRATEGIES[strategy].revisits_nodes else (True,):
        search(tree, strategy, distinct=distinct)
    at_least(tree, 1)
    return f"{strategy} on lazy trees whose values depend on those above"


def warm_product() -> str:
    """Compile the searches for the product rule."""
    tree = Tree.from_nested([[0.5, 0.25], [0.75, 0.5]])
    for method in rules.METHODS:
        backup_search(tree, method=method)
    return "the product rule"


def warm_decisions() -> str:
    """Compile the games of chapter 5, played by all rules."""
    run_part(Sample("pearl", 2, 3, 1, 0), 0, 1)
    return "decisions in sampled games"


def warm_chance(method: str) -> str:
    """Compile a search of trees with chance nodes."""
    chance.search(chance.Tree.from_nested([((0.5, 4), (0.5, 16)), 8]), method, low=0, high=20)
    return f"{method} among chance nodes"


def warm_sweep(kind: str, strategy: str) -> str:
    """Compile the loop that sweeps run with a strategy."""
    cells(kind, "unordered", sizes=[(2, 2)], strategies=[strategy], trees=1, seed=0, progress=False)
    return f"sweeps of {strategy} over {kind} trees"


def warm_theory() -> str:
    """Compile the count of the leaves that a best order needs, and what Scout costs in theory."""
    fewest_leaves(games.narrowed(games.g_game_tree([1, -1, 1], 2, E2), 1))
    leaf_evaluations(2, 1)
    return "the best order and the theory of Scout"


def warm_games() -> str:
    """Compile the kernels that play games, unfold them and search positions, the same for all games."""
    games.GAMES["tic-tac-toe"].moves()
    games.unfold("tic-tac-toe", 2)
    for method in WAYS:
        games.search_position("tic-tac-toe", 2, method=method)
    return "real games"


def warm_enhancements() -> str:
    """Compile the strategies with ordering, table and killers, and the generators of their trees."""
    tree = games.growing_tree(width=2, depth=2, scheme="incremental", seed=0)
    for strategy in (*enhance.STRATEGIES, *enhance.DRIVERS):
        enhance.search(tree, strategy, ordering="dynamic", table=16, killers=2)
    return "ordering, table and killers"


def warm_machine(method: str) -> str:
    """Compile a simulated machine."""
    parallel.simulate(generate("uniform", width=2, depth=2, scheme="unordered", seed=0), method, 2)
    return f"{method} on a simulated machine"


def warm_threads() -> str:
    """Compile the search in threads."""
    shared(generate("uniform", width=2, depth=4, scheme="unordered", seed=0), 2)
    shared(lazy_tree(width=2, depth=4, scheme="unordered", seed=0), 2)
    return "the search in threads"


def state() -> str:
    """Return a hash of what compiled kernels depend on: this package, numba, and the kind of processor."""
    digest = hashlib.sha256(f"{numba.__version__} {get_host_cpu_name()}".encode())
    for file in sorted(PACKAGE.rglob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def jobs() -> list[tuple[Callable[..., str], *tuple[str, ...]]]:
    """Return all that there is to compile: functions and their arguments, those that share kernels side by side."""
    uniform, nonuniform = (
        [(warm, kind, name) for name in STRATEGIES for warm in (warm_search, warm_sweep)]
        for kind in ("uniform", "nonuniform")
    )
    return [
        (warm_theory,),
        *uniform,
        # The other methods share the machine of the first.
        *((warm_machine, method) for method in ("tree-splitting", "parallel-scout", "sss*-parts")),
        (warm_threads,),
        *((warm_lazy, name) for name in DEEP),
        *((warm_critical, name) for name in CRITICAL),
        *((warm_chance, method) for method in chance.METHODS),
        *((warm,) for warm in (warm_product, warm_enhancements, warm_games)),
        *nonuniform,
        (warm_decisions,),
    ]


_taken: Any = None
"""In a process that compiles: how many processes there are, and how many jobs were taken from each end."""

_end = 0
"""Which end this process takes them from."""


def _begin(taken: Any) -> None:
    global _taken, _end
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # `main` ends its processes itself
    _compile.tells = False  # and tells what they compile
    _taken = taken
    with taken.get_lock():
        _end = taken[0] % 2
        taken[0] += 1


def _next() -> str:
    """Do the next job from this process's end of the list, so that processes seldom compile the same at the same time."""
    with _taken.get_lock():
        place = _taken[1 + _end]
        _taken[1 + _end] += 1
    warm, *arguments = jobs()[-1 - place if _end else place]
    return warm(*arguments)


def main() -> None:
    """Compile everything, if that has not been done since the last change, and print how long it took."""
    # Beside the kernels, so that it goes when they go.
    done = Path(os.environ.get("NUMBA_CACHE_DIR") or PACKAGE / "__pycache__") / "warm"
    now = state()
    if done.is_file() and done.read_text(encoding="utf-8") == now:
        print("All kernels are compiled already.")
        return
    begun = time.monotonic()
    cores = os.cpu_count() or 1
    context = get_context("spawn")
    with ProcessPoolExecutor(cores, context, _begin, (context.Array("q", 3),)) as pool:
        work = [pool.submit(_next) for _ in jobs()]
        print(f"Compiling kernels on {cores} cores; those that are compiled already are kept.", flush=True)
        try:
            with Progress("kernels compiled", total=len(work)) as progress:
                for part in as_completed(work):
                    progress.add(1, part.result())
        except BaseException:
            for process in active_children():
                process.terminate()
            raise
    with contextlib.suppress(OSError):  # where nothing can be kept, the next run looks at every kernel again
        done.parent.mkdir(parents=True, exist_ok=True)
        done.write_text(now, encoding="utf-8")
    print(f"All kernels are compiled, after {time.monotonic() - begun:.0f} s.")


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    main()
