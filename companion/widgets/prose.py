"""What notebooks say: sentences with computed numbers in them, and the source of an algorithm."""

from __future__ import annotations

import ast
import inspect
import itertools
import math
import re
import string
import textwrap
from collections.abc import Callable, Iterable, Mapping
from numbers import Number
from types import ModuleType
from typing import TYPE_CHECKING, Any

from IPython.display import Markdown, display

from companion import plot
from gametree._checks import check_kind, shown

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

MAGIC = "prose"
"""A cell that begins with %%prose is text."""

_FIELD = re.compile(r"\{\{\s*(.+?)\s*\}\}")
_EXAMPLES = re.compile(r"\n+(?: +Examples\n +-+\n)? +>>> .*?(?=\"\"\")", re.DOTALL)
"""The examples at the end of a docstring, with their heading if they have one."""

_HYPHEN = re.compile(r"(?<![\w.)-])-(?=\.?\d)")
"""A hyphen that stands for a minus sign: before a number, and after nothing that it could join to it."""

_PER_CENT = re.compile(r"(`[^`]*`)|(?<=\d)%(?![\w%])")
"""Code, or a per cent sign right after a number, which is part of neither an address nor a format."""

_POWER = re.compile(r"\b(\d(?:\.\d+)?)e([+-]\d+)\b")
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")

WIDEST = 88
"""Characters of a line of code that a page shows without scrolling."""


def fill(text: str, values: Mapping[str, Any]) -> str:
    """Return a text with its fields replaced by named values.

    A field is ``{{name}}`` or ``{{name:format}}``; a name may lead on to an attribute or to an entry, as in
    ``{{saved.chess:.1f}}`` and ``{{counts[exact]:,}}``, and the format is that of `str.format`, or ``none`` for a count
    that is called so if it is zero.  What is not a number or a text has no place in a sentence.

    Raises
    ------
    ValueError
        If a name is unknown, or its value is neither a finite number nor a text.

    Examples
    --------
    >>> fill("Alphabeta examines {{leaves[0]:.1f}} of $3^{6}$ leaves.", {"leaves": [140.25]})
    'Alphabeta examines 140.2 of $3^{6}$ leaves.'
    >>> fill("{{found:none}} of {{trees:none}} trees", {"found": 0, "trees": 1500})
    'none of 1,500 trees'
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
            return typeset(format(value, form))
        if not isinstance(value, Number) or isinstance(value, bool) or not math.isfinite(value):  # type: ignore[arg-type]
            raise ValueError(
                f"field is {field[0]}: its value is {value!r}, but only finite numbers and texts belong in a sentence"
            )
        if form == "none":
            return number(value, ",") if value else "none"
        return number(value, form)

    check_kind("text", text, str, "text with fields such as {{name}}")
    check_kind("values", values, Mapping, "a mapping from names to values")
    return _FIELD.sub(filled, text)


def number(value: Any, form: str = "") -> str:
    r"""Return a number as `format` does, but with a minus sign in place of the hyphen, and a space before per cent.

    Examples
    --------
    >>> number(-0.25, "+.1f"), number(1234), number(0.5, ".0%")
    ('−0.2', '1234', '50\xa0%')
    """
    return format(value, form).replace("-", "−").replace("%", "\u00a0%")


def typeset(text: str) -> str:
    r"""Return a text whose numbers are as in print: a minus sign, powers of ten, a space before per cent; code stays.

    Examples
    --------
    >>> typeset("-0.020 to -0.037 in 1983-85, for AOC-1")
    '−0.020 to −0.037 in 1983-85, for AOC-1'
    >>> typeset("+0.8% (± 0.7%), `f'{x:5%}'` and /a1%20b")
    "+0.8\xa0% (± 0.7\xa0%), `f'{x:5%}'` and /a1%20b"
    >>> typeset("within 1e-15, the least 2e-04, the greatest 3.78e+10")
    'within 10⁻¹⁵, the least 2·10⁻⁴, the greatest 3.78·10¹⁰'
    """
    spaced = _PER_CENT.sub(lambda found: found[1] or "\u00a0%", text)
    return _POWER.sub(_power, _HYPHEN.sub("−", spaced))


def _power(found: re.Match[str]) -> str:
    factor, exponent = found[1], str(int(found[2]))
    return ("" if factor == "1" else f"{factor}·") + "10" + exponent.translate(_RAISED)


_PLAIN = string.Formatter()


def listed(parts: Iterable[object]) -> str:
    """Return some things as a sentence lists them.

    Examples
    --------
    >>> listed(["alphabeta", "PVS", "Scout"])
    'alphabeta, PVS and Scout'
    """
    if isinstance(parts, str) or not isinstance(parts, Iterable):
        raise TypeError(f"parts is {shown(parts)}: it must be a list of what is to be listed")
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
    code = "\n\n".join(fitted(_EXAMPLES.sub("", _code_of(part))) for part in parts)
    return Markdown(f"```python\n{code}```")


def _code_of(part: Any) -> str:
    try:
        return inspect.getsource(part)
    except (TypeError, OSError):  # no function, or one that was not read from a file
        raise TypeError(f"parts has {shown(part)}: it must be a function or a module, in Python") from None


def fitted(code: str) -> str:
    r"""Return code whose docstrings fit on a page: paragraphs of them that have a longer line are set anew.

    Examples
    --------
    >>> print(fitted("    def f():\n        'Return " + "nothing, " * 10 + "ever.'\n"), end="")
    def f():
        'Return nothing, nothing, nothing, nothing, nothing, nothing, nothing, nothing,
        nothing, nothing, ever.'
    """
    code = textwrap.dedent(code)
    lines = code.splitlines()
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    nodes = [node for node in ast.walk(ast.parse(code)) if isinstance(node, documented)]
    found = [node.body[0] for node in nodes if ast.get_docstring(node, clean=False)]
    for docstring in sorted(found, key=lambda node: node.lineno, reverse=True):
        own = slice(docstring.lineno - 1, docstring.end_lineno)
        lines[own] = [line for paragraph in _paragraphs(lines[own]) for line in _set_anew(paragraph)]
    return "\n".join(lines) + "\n"


def _paragraphs(lines: Iterable[str]) -> list[list[str]]:
    """Return lines in groups: those with one indentation that follow one another; closing quotes stand alone."""

    def kind(line: str) -> tuple[int, bool]:
        text = line.strip()
        return (len(line) - len(line.lstrip()) if text else -1), text in {'"""', "'''"}

    return [list(group) for _, group in itertools.groupby(lines, key=kind)]


def _set_anew(paragraph: list[str]) -> list[str]:
    if all(len(line) <= WIDEST for line in paragraph):
        return paragraph
    indent = paragraph[0][: len(paragraph[0]) - len(paragraph[0].lstrip())]
    text = " ".join(line.strip() for line in paragraph)
    return textwrap.wrap(
        text, WIDEST, initial_indent=indent, subsequent_indent=indent, break_long_words=False
    )
