"""What a bad argument is told: one sentence with its name, its value, what is allowed and, for a name, the nearest."""

from __future__ import annotations

import difflib
import math
import numbers
import re
from collections.abc import Iterable, Sequence
from typing import Any

LONGEST = 60
"""Characters of a value that are shown."""


def shown(value: Any) -> str:
    """Return a value as a message shows it: on one line, and not the whole of a long one.

    >>> shown("alpha-beta"), len(shown(list(range(1000)))) <= 63
    ("'alpha-beta'", True)
    """
    try:
        text = " ".join(repr(value).split())
    except Exception:  # a whole number of too many digits, or an object that can't be shown
        return f"a {type(value).__name__}"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def suggestion(value: Any, allowed: Iterable[str]) -> str:
    """Return the end of a sentence about a wrong name: the nearest right one, if one is near.

    >>> suggestion("alpha-beta", ["minimax", "alphabeta"]), suggestion("go", ["chess"])
    ("; did you mean 'alphabeta'?", '')
    """
    if not isinstance(value, str):
        return ""
    folded = {name.lower(): name for name in allowed}
    near = difflib.get_close_matches(value.strip().lower(), folded, n=1)
    return f"; did you mean {folded[near[0]]!r}?" if near else ""


class UnknownNameError(ValueError, KeyError):
    """No strategy or method has this name: a bad argument, and a key that the registry does not have."""

    __str__ = ValueError.__str__  # KeyError would show the sentence in quotes


def check_name(
    name: str, value: Any, allowed: Iterable[str], error: type[ValueError] = ValueError, scope: str = ""
) -> str:
    """Return `value` if it is one of the allowed names; otherwise raise an error that suggests the nearest.

    >>> check_name("rule", "product", ("minimax", "product"))
    'product'
    >>> check_name("rule", "produkt", ("minimax", "product"))
    Traceback (most recent call last):
        ...
    ValueError: rule is 'produkt': it must be one of minimax, product; did you mean 'product'?
    """
    names = tuple(allowed)
    if not isinstance(value, str) or value not in names:
        near = suggestion(value, names)
        raise error(f"{name} is {shown(value)}: {scope}it must be one of {', '.join(names)}{near}")
    return str(value)


def check_count(name: str, value: Any, least: int, most: int) -> int:
    """Return `value` as an int if it is a whole number from `least` to `most`; otherwise raise a ValueError.

    >>> check_count("width", 3, 1, 10)
    3
    >>> check_count("width", 2.5, 1, 10)
    Traceback (most recent call last):
        ...
    ValueError: width is 2.5: it must be a whole number from 1 to 10
    """
    whole = isinstance(value, numbers.Integral) and not _only_named_number(value)
    if not whole or not least <= int(value) <= most:
        raise ValueError(f"{name} is {shown(value)}: it must be a whole number from {least} to {most}")
    return int(value)


def check_number(name: str, value: Any, least: float = -math.inf, most: float = math.inf) -> float:
    """Return `value` as a float if it is a finite number from `least` to `most`; otherwise raise a ValueError.

    >>> check_number("p", 1, 0, 1)
    1.0
    >>> check_number("p", 1.5, 0, 1)
    Traceback (most recent call last):
        ...
    ValueError: p is 1.5: it must be a number from 0 to 1
    """
    number = as_float(value)
    if not math.isfinite(number) or not least <= number <= most:
        raise ValueError(f"{name} is {shown(value)}: it must be {_numbers_between(least, most)}")
    return number


def as_float(value: Any) -> float:
    """Return a number as a float, and anything else, Booleans and text among it, as NaN.

    >>> as_float(2), as_float("2"), as_float(True), as_float(10**400)
    (2.0, nan, nan, inf)
    """
    if type(value) is float:
        return value
    if not isinstance(value, numbers.Real) or _only_named_number(value):
        return math.nan
    try:
        return float(value)
    except OverflowError:
        return math.inf  # no float can hold it; whoever asks wants a finite number


def _only_named_number(value: Any) -> bool:
    """Whether a value only counts as a number: Booleans do, and numpy says so of spans of time."""
    return isinstance(value, bool) or type(value).__name__ == "timedelta64"


def _numbers_between(least: float, most: float) -> str:
    if least == -math.inf and most == math.inf:
        return "a finite number"
    if most == math.inf:
        return f"a finite number not less than {least:g}"
    return f"a number from {least:g} to {most:g}"


def check_flag(name: str, value: Any) -> bool:
    """Return `value` if it is True or False: any other text would count as true.

    >>> check_flag("timed", "no")
    Traceback (most recent call last):
        ...
    ValueError: timed is 'no': it must be True or False
    """
    if not isinstance(value, bool) and type(value).__name__ not in ("bool", "bool_"):
        raise ValueError(f"{name} is {shown(value)}: it must be True or False")
    return bool(value)


def check_kind(name: str, value: Any, kind: type | tuple[type, ...], wanted: str) -> None:
    """Raise a TypeError unless `value` is of a kind; `wanted` says it in words.

    >>> check_kind("orders", [1], dict, "a mapping from nodes to their children")
    Traceback (most recent call last):
        ...
    TypeError: orders is a list: it must be a mapping from nodes to their children
    """
    if not isinstance(value, kind):
        found = type(value).__name__
        if re.search(rf"\b{re.escape(found)}\b", wanted):  # another class of the same name
            found = f"{type(value).__module__}.{found}"
        found = "None" if value is None else f"a {found}"
        raise TypeError(f"{name} is {found}: it must be {wanted}")


def check_pair(name: str, value: Any, wanted: str) -> tuple[Any, Any]:
    """Return the two things that `value` holds; otherwise raise a ValueError.

    >>> check_pair("plies", (4, 8), "least and most")
    (4, 8)
    >>> check_pair("plies", 4, "least and most")
    Traceback (most recent call last):
        ...
    ValueError: plies is 4: it must be a pair, least and most
    """
    if isinstance(value, str | bytes) or not isinstance(value, Sequence) or len(value) != 2:
        raise ValueError(f"{name} is {shown(value)}: it must be a pair, {wanted}")
    return value[0], value[1]


def many(number: int) -> str:
    """Return a whole number as text: all its digits if they are few enough to be read.

    >>> many(2**40), many(2**5000)
    ('1099511627776', 'about 10^1505')
    """
    return str(number) if number < 10**24 else f"about 10^{int(number.bit_length() * math.log10(2))}"


def pandas() -> Any:
    """Return pandas, which every function that returns a frame needs."""
    try:
        import pandas
    except ImportError:
        raise ImportError('this needs pandas: pip install "gametree[frames]"') from None
    return pandas
