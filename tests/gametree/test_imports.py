"""What importing the library loads, and what it leaves until it is needed."""

import pkgutil
import subprocess
import sys

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
