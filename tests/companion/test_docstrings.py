"""The examples in the companion's docstrings give what they say."""

import doctest
import importlib
import pkgutil

import pytest

import companion

MODULES = ["companion", *(each.name for each in pkgutil.walk_packages(companion.__path__, "companion."))]


@pytest.mark.parametrize("module", [name for name in MODULES if not name.endswith("__main__")])
def test_the_examples_of_a_module_give_what_they_say(module):
    assert doctest.testmod(importlib.import_module(module), optionflags=doctest.ELLIPSIS).failed == 0
