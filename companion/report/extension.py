"""What Sphinx does not do by itself: formulas as MathML, numbered displays, sources with a link per line, live pages."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

from companion.report.code import Code, source_page
from companion.report.mathml import mathml, together


def setup(app: Sphinx) -> dict[str, Any]:
    """Register everything with Sphinx."""
    app.add_html_math_renderer("mathml", (_visit_math, None), (_visit_display, None))
    app.add_config_value("project_root", "", "env", types=frozenset({str}))
    app.add_config_value("live_place", "", "html", types=frozenset({str}))
    app.add_config_value("live_assets", [], "html", types=frozenset({list}))
    app.add_lexer("csv", TextLexer)  # Pygments has none, and plain text is what it is
    app.connect("doctree-read", _number_displays)
    app.connect("autodoc-skip-member", _without_fields)
    app.connect("autodoc-process-docstring", _code_as_code)
    app.connect("html-collect-pages", _source_pages)
    app.connect("html-page-context", _Contents(), priority=400)  # before the theme asks for them
    app.connect("html-page-context", _scripts)
    app.connect("html-page-context", _without_false_roles)
    app.connect("html-page-context", _punctuated)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def slug(title: str) -> str:
    """Return the anchor that Jupyter gives a heading, which links in notebooks rely on."""
    return "-".join(title.split())


def _visit_math(translator: Any, node: nodes.math) -> None:
    translator.body.append(mathml(node.astext()))
    raise nodes.SkipNode


def _visit_display(translator: Any, node: nodes.math_block) -> None:
    number = node.get("number")
    place = f' id="equation-{number}"' if number else ""
    label = (
        f'<a class="eqno" href="#equation-{number}" aria-label="Equation {number}">({number})</a>'
        if number
        else ""
    )
    translator.body.append(
        f'<div class="equation"{place} tabindex="0">{mathml(node.astext(), display=True)}{label}</div>'
    )
    raise nodes.SkipNode


def _number_displays(app: Sphinx, document: nodes.document) -> None:
    for number, display in enumerate(document.findall(nodes.math_block), start=1):
        display["number"] = number


def _without_fields(app: Sphinx, what: str, name: str, obj: Any, skip: bool, options: Any) -> bool | None:
    """Leave out the fields of named tuples: of these Python says only which number they have."""
    return True if str(getattr(obj, "__doc__", "")).startswith("Alias for field number") else None


def _code_as_code(app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Show the paragraphs of a package's docstring that are lines of code as such."""
    paragraphs = [part.splitlines() for part in "\n".join(lines).split("\n\n")]
    if what == "module":
        lines[:] = []
        for part in paragraphs:
            is_code = part and all(re.search(r"\bgt\.|^import gametree", line) for line in part)
            lines += [*(["::", "", *(f"    {line}" for line in part)] if is_code else part), ""]


def _source_pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield a page per module of the project, every line of which can be linked to."""
    for module, path in Code(Path(app.config.project_root)).modules():
        code = app.builder.highlighter.highlight_block(  # type: ignore[attr-defined]
            path.read_text(encoding="utf-8"), "python", lineanchors="line"
        )
        body = f"<h1>{html.escape(module)}</h1>{code}"
        yield source_page(module), {"title": module, "body": body}, "page.html"


class _Contents:
    """The list of all pages beside a source: Sphinx makes it for every page, but it is the same for all in a folder."""

    def __init__(self) -> None:
        self._made: dict[tuple[Any, ...], str] = {}

    def __call__(self, app: Sphinx, page: str, template: str, context: dict[str, Any], document: Any) -> None:
        folder, _, _ = page.rpartition("/")
        if folder.startswith(source_page("").rstrip("/")):
            make = context["toctree"]

            def kept(**options: Any) -> str:
                key = (folder, *sorted(options.items()))
                if key not in self._made:
                    self._made[key] = make(**options)
                return self._made[key]

            context["toctree"] = kept


def _scripts(app: Sphinx, page: str, template: str, context: dict[str, Any], document: Any) -> None:
    """Include scripts where they are needed, and nowhere else."""
    if page == "search":
        app.add_js_file("../search-texts.js", priority=100)
        app.add_js_file("search-texts-shim.js", priority=101)
    elif page == "scorecard":
        app.add_js_file("../scorecard-data.js", loading_method="defer")
        app.add_js_file("scorecard.js", loading_method="defer")
    elif re.search(rf'class="[^"]*\b{app.config.live_place}\b', context.get("body", "")):
        for name in app.config.live_assets:
            if name.endswith(".css"):
                app.add_css_file(f"live/{name}")
            else:
                app.add_js_file(f"live/{name}", loading_method="defer")


_FALSE = {
    '<div role="list" class="citation-list">': '<div class="citation-list">',
    ' aria-label="Toggle hidden content"': "",
}
"""What screen readers are told wrongly: citations are no items of a list, and folded code has a name of its own."""


def _without_false_roles(
    app: Sphinx, page: str, template: str, context: dict[str, Any], document: Any
) -> None:
    for wrong, right in _FALSE.items():
        if "body" in context:
            context["body"] = context["body"].replace(wrong, right)


def _punctuated(app: Sphinx, page: str, template: str, context: dict[str, Any], document: Any) -> None:
    if "body" in context:
        context["body"] = together(context["body"])
