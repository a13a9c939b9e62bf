"""What notebooks say: sentences with computed numbers in them, and the source of an algorithm."""

from __future__ import annotations

import inspect
import math
import re
import string
from collections.abc import Callable, Iterable, Mapping
from numbers import Number
from types import ModuleType
from typing import TYPE_CHECKING, Any

from IPython.display import Markdown, display

from companion import plot

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

MAGIC = "prose"
"""A cell that begins with %%prose is text."""

_FIELD = re.compile(r"\{\{\s*(.+?)\s*\}\}")
_EXAMPLES = re.compile(r"\n+ +Examples\n +-+\n.*?(?=\"\"\")", re.DOTALL)
"""The last section of a docstring."""


def fill(text: str, values: Mapping[str, Any]) -> str:
    """Return a text with its fields replaced by named values.

    A field is ``{{name}}`` or ``{{name:format}}``; a name may lead on to an attribute or to an entry, as in
    ``{{saved.chess:.1f}}`` and ``{{counts[exact]:,}}``, and the format is that of `str.format`.  What is not a number or
    a text has no place in a sentence.

    Raises
    ------
    ValueError
        If a name is unknown, or its value is neither a finite number nor a text.

    Examples
    --------
    >>> fill("Alphabeta examines {{leaves[0]:.1f}} of $3^{6}$ leaves.", {"leaves": [140.25]})
    'Alphabeta examines 140.2 of $3^{6}$ leaves.'
    >>> fill("The claim holds: {{held}}.", {"held": True})
    Traceback (most recent call last):
    ...
    ValueError: field is {{held}}: its value is True, but only finite numbers and texts belong in a sentence
    """

    def filled(field: re.Match[str]) -> str:
        name, _, form = field[1].partition(":")
        try:
            value = _PLAIN.get_field(name, (), values)[0]
        except (KeyError, IndexError, AttributeError, ValueError) as error:
            raise ValueError(f"field is {field[0]}: there is no such value ({error!r})") from None
        if isinstance(value, str):
            return format(value, form)
        if not isinstance(value, Number) or isinstance(value, bool) or not math.isfinite(value):  # type: ignore[arg-type]
            raise ValueError(
                f"field is {field[0]}: its value is {value!r}, but only finite numbers and texts belong in a sentence"
            )
        return number(value, form)

    return _FIELD.sub(filled, text)


def number(value: Any, form: str = "") -> str:
    """Return a number as `format` does, but with a minus sign in place of the hyphen.

    Examples
    --------
    >>> number(-0.25, "+.1f"), number(1234)
    ('−0.2', '1234')
    """
    return format(value, form).replace("-", "−")


_PLAIN = string.Formatter()


def listed(parts: Iterable[object]) -> str:
    """Return some things as a sentence lists them.

    Examples
    --------
    >>> listed(["alphabeta", "PVS", "Scout"])
    'alphabeta, PVS and Scout'
    """
    texts = [str(part) for part in parts]
    return f"{', '.join(texts[:-1])} and {texts[-1]}" if len(texts) > 1 else "".join(texts)


def load_ipython_extension(shell: InteractiveShell) -> None:
    """Let a notebook draw in the shared style and write ``%%prose`` cells: Markdown with named values in it."""
    plot.apply()

    def prose(line: str, cell: str) -> None:
        display(Markdown(fill(cell, shell.user_ns)))

    shell.register_magic_function(prose, "cell", MAGIC)  # type: ignore[arg-type]


def source(*parts: Callable[..., Any] | ModuleType) -> Markdown:
    """Return the source of functions or modules, highlighted; a page that runs them needs no examples of theirs."""
    shown = "\n\n".join(_EXAMPLES.sub("", inspect.getsource(part)) for part in parts)
    return Markdown(f"```python\n{shown}```")
