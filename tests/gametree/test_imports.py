"""What importing the library loads, and what it leaves until it is needed."""

import importlib
import pkgutil
import subprocess
import sys
from types import ModuleType

import gametree

EVERYTHING = [each.name for each in pkgutil.walk_packages(gametree.__path__, "gametree.")]


def loaded(*modules):
    code = f"import sys, {', '.join(modules)}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_no_module_needs_a_package_that_only_some_functions_use():
    assert {"gametree.theory", "gametree.games.chess_rules"} < set(EVERYTHING)
    assert not loaded(*EVERYTHING) & {"pandas", "chess", "matplotlib", "IPython", "companion"}


def test_importing_the_library_leaves_what_is_used_rarely_for_later():
    later = {
        f"gametree.{name}"
        for name in ("backup", "chance", "enhance", "experiment", "games", "parallel", "theory")
    }
    assert later < set(EVERYTHING)
    assert not loaded("gametree") & later


def test_only_functions_that_are_promised_or_named_after_an_algorithm_hide_a_module_of_their_name():
    hidden = {
        name
        for name in EVERYTHING
        if importlib.import_module(name)
        and not isinstance(getattr(sys.modules[name.rpartition(".")[0]], name.rpartition(".")[2]), ModuleType)
    }
    assert hidden == {
        "gametree.generate",
        "gametree.search",
        "gametree.trace",
        "gametree.backup.b_star",
        "gametree.chance.trace",
        "gametree.parallel.simulate",
        *(f"gametree.reference.{name}" for name in ("alphabeta", "s_alphabeta", "scout", "sss_star")),
    }


def test_a_module_behind_a_function_is_imported_like_any_other():
    import gametree.search.run
    from gametree.reference.alphabeta import alphabeta
    from gametree.search import STRATEGIES, run

    assert callable(gametree.search) and run is sys.modules["gametree.search.run"]
    assert alphabeta.__module__ == "gametree.reference.alphabeta" and STRATEGIES is gametree.STRATEGIES
