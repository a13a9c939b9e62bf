"""Formulas: LaTeX becomes MathML, which every browser shows without loading anything."""

from __future__ import annotations

import html
import re

from latex2mathml.converter import convert

# latex2mathml knows the starred display environments, not the ones for use inside a display.
_ENVIRONMENTS = {
    "aligned": "align*",
    "gathered": "gather*",
    "split": "align*",
    "equation": "",
    "equation*": "",
}
_ENVIRONMENT = re.compile(r"\\(begin|end)\{(aligned|gathered|split|equation\*?)\}")

# Elements whose text is not prose; formulas in them stay as they are.
_VERBATIM = {"code", "pre", "script", "style", "svg", "math", "textarea"}
_TAG = re.compile(r"(<!--.*?-->|</?([A-Za-z][A-Za-z0-9]*)\b[^>]*>)", re.DOTALL)
_DOLLARS = re.compile(
    r"(?<![\\$])\$\$(.+?)(?<!\\)\$\$|(?<![\\$\w])\$(?!\s)([^$\n]+?)(?<![\s\\])\$(?!\w)", re.DOTALL
)

_PUNCTUATED = re.compile(
    r'([(\[])?<math\b(?![^>]*display="block")(?:(?!</math>).)*</math>([,.;:?!)\]]+)?', re.DOTALL
)
"""A formula in a line, with the brackets before it and the signs after it."""


def mathml(formula: str, display: bool = False) -> str:
    """Return the MathML of one LaTeX formula (without its dollars).

    What can't be converted is shown as its source, in a ``code`` element of class ``formula``: readable, and
    easy to find on a page.
    """
    source = _ENVIRONMENT.sub(_translate, formula.strip())
    try:
        converted = convert(source, display="block" if display else "inline")
    except Exception:  # latex2mathml raises many kinds, all of which mean: it does not know this formula
        converted = ""
    # It passes over what it does not know, and leaves it in the result as plain text.
    understood = converted and "\\" not in converted and "<mi>&</mi>" not in converted and _balanced(source)
    return converted if understood else f'<code class="formula">{html.escape(formula.strip())}</code>'


def mathml_in_html(text: str) -> str:
    """Replace ``$...$`` and ``$$...$$`` in the text of some HTML, but not in code, scripts or drawings."""
    pieces = []
    verbatim: list[str] = []
    position = 0
    for tag in _TAG.finditer(text):
        pieces.append(_replace(text[position : tag.start()], verbatim))
        pieces.append(tag.group(0))
        position = tag.end()
        name = (tag.group(2) or "").lower()
        if tag.group(0).startswith("</"):
            if verbatim and verbatim[-1] == name:
                verbatim.pop()
        elif name in _VERBATIM and not tag.group(0).endswith("/>"):
            verbatim.append(name)
    pieces.append(_replace(text[position:], verbatim))
    return "".join(pieces)


def together(text: str) -> str:
    """Keep brackets and punctuation of some HTML on the line of the formula that they touch.

    Browsers may break a line between a formula and whatever stands beside it.
    """
    return _PUNCTUATED.sub(lambda m: f'<span class="together">{m[0]}</span>' if m[1] or m[2] else m[0], text)


def _replace(text: str, verbatim: list[str]) -> str:
    if verbatim:
        return text
    return _DOLLARS.sub(
        lambda m: mathml(html.unescape(m.group(1) or m.group(2)), display=m.group(1) is not None), text
    )


def _translate(match: re.Match[str]) -> str:
    name = _ENVIRONMENTS[match.group(2)]
    return f"\\{match.group(1)}{{{name}}}" if name else ""


def _balanced(source: str) -> bool:
    plain = re.sub(r"\\[{}\\]", "", source)
    return plain.count("{") == plain.count("}")
