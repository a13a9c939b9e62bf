"""Profiles: parameter values per notebook, one TOML file each, one section per notebook."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from math import inf
from typing import Any

from companion.report.errors import ReportError, allowed_are
from companion.report.parameters import Parameter, check, declared
from companion.report.project import Project
from gametree._checks import shown

HOURS = "processor_hours"
"""The section of a profile that says about how long its notebooks take; the others hold their parameters."""


def read_profile(project: Project, name: str) -> dict[str, dict[str, Any]]:
    """Read ``profiles/<name>.toml`` and check all of it: every section, every name, every type.

    Returns
    -------
    dict
        Values per notebook, for every notebook of the project; a notebook without a section has none.

    Raises
    ------
    ReportError
        If there is no such profile, a section names no notebook, or a value is not one that its notebook
        takes.
    """
    path = project.profile(name)
    if name not in project.profiles():
        raise ReportError(f"profile is {shown(name)}; {allowed_are(name, project.profiles())}")
    origin = f"profiles/{name}.toml"
    try:
        sections = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ReportError(f"{origin} is not valid TOML: {' '.join(str(error).split())}.") from None
    names = project.names()
    _check_hours(sections.pop(HOURS, {}), names, origin)
    for section, values in sections.items():
        if section not in names:
            raise ReportError(
                f"{origin}: section {shown(section)} is not a notebook; {allowed_are(section, names)}"
            )
        if not isinstance(values, dict):
            raise ReportError(f"{origin}: {section} is {shown(values)}; it must be a section, [{section}].")
        check(section, declared(project.notebook(section)), values, origin)
    return {notebook: sections.get(notebook, {}) for notebook in names}


def read_hours(project: Project, name: str) -> dict[str, float]:
    """Return about how many hours of processor time notebooks take in a profile, as far as it says so."""
    return tomllib.loads(project.profile(name).read_text(encoding="utf-8")).get(HOURS, {})


def _check_hours(hours: Any, names: Sequence[str], origin: str) -> None:
    known = isinstance(hours, dict) and set(hours) <= set(names)
    if not known or not all(type(value) in (int, float) and 0 < value < inf for value in hours.values()):
        raise ReportError(
            f"{origin}: {HOURS} is {shown(hours)}; it must be a section of notebooks with a number of hours."
        )


def read_overrides(words: Iterable[str]) -> dict[str, Any]:
    """Read ``name=value`` words; a value is written as in a profile, and bare words are strings.

    Raises
    ------
    ReportError
        If a word has no ``=`` or no name before it.
    """
    values: dict[str, Any] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals or not name.isidentifier():
            raise ReportError(f"--parameters got {shown(word)}; name=value is allowed, e.g. trees=100.")
        try:
            read = tomllib.loads(f"value = {text}")
        except (tomllib.TOMLDecodeError, RecursionError):
            read = {}
        values[name] = read["value"] if len(read) == 1 else text  # what follows a line break is no value
    return values


def merged(
    notebook: str, values: Mapping[str, Any], overrides: Mapping[str, Any], allowed: Mapping[str, Parameter]
) -> dict[str, Any]:
    """Return the profile's values with the overrides, which are checked like the profile was."""
    check(notebook, allowed, overrides, "--parameters")
    return {**values, **overrides}
