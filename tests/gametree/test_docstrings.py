"""Everything that the packages of the library offer explains itself, with an example that runs."""

import doctest
import importlib
import inspect
import pkgutil

import pytest

import gametree

FOUND = list(pkgutil.walk_packages(gametree.__path__, "gametree."))
MODULES = ["gametree", *(each.name for each in FOUND)]
PACKAGES = ["gametree", *(each.name for each in FOUND if each.ispkg and each.name.count(".") == 1)]


def offered():
    """Yield a name for each function and class in an `__all__`, and the thing itself, once however often it is offered."""
    seen = set()
    for package in PACKAGES:
        module = importlib.import_module(package)
        for name in module.__all__:
            thing = getattr(module, name)
            if (inspect.isfunction(thing) or inspect.isclass(thing)) and thing not in seen:
                seen.add(thing)
                yield pytest.param(thing, id=f"{package}.{name}")


@pytest.mark.parametrize("package", PACKAGES)
def test_every_package_says_what_it_offers(package):
    module = importlib.import_module(package)
    assert module.__doc__
    assert len(set(module.__all__)) == len(module.__all__) > 0


@pytest.mark.parametrize("thing", list(offered()))
def test_what_is_offered_has_a_docstring_with_an_example(thing):
    assert inspect.getdoc(thing), "it has no docstring"
    assert doctest.DocTestParser().get_examples(thing.__doc__ or ""), "its docstring has no example"


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_of_a_module_give_what_they_say(module):
    found = doctest.testmod(importlib.import_module(module))
    assert found.failed == 0
