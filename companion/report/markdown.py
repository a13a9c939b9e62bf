"""Markdown of notebooks as HTML that stands alone: formulas as MathML, pictures inside, links that hold."""

from __future__ import annotations

import base64
import mimetypes
import os
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

from companion.report.errors import ReportError
from companion.report.mathml import mathml, mathml_in_html

_PAGES = {("notebooks", ".ipynb"), ("reports", ".ipynb"), ("docs", ".md")}
"""What becomes a page of the site: folder and kind of file."""


class Renderer(IPythonRenderer):
    """Renders one notebook's markdown for the page at ``site/<notebook>.html``.

    Parameters
    ----------
    notebooks, site
        Folder that relative links and pictures in the text start from, and folder that the page is in.
    attachments
        Of the cell: pictures that the notebook file itself holds.
    """

    def __init__(self, notebooks: Path, site: Path, attachments: dict[str, Any] | None = None) -> None:
        super().__init__(escape=False, attachments=attachments)
        self.notebooks = notebooks
        self.site = site

    def inline_math(self, body: str) -> str:
        """Turn ``$...$`` into MathML."""
        return mathml(body)

    def block_math(self, body: str) -> str:
        """Turn ``$$...$$`` into MathML on a line of its own."""
        return mathml(body, display=True)

    def latex_environment(self, name: str, body: str) -> str:
        """Turn an environment such as ``align`` into MathML on a line of its own."""
        return mathml(f"\\begin{{{name}}}{body}\\end{{{name}}}", display=True)

    def block_html(self, html: str) -> str:
        """Keep HTML as it is, but for its formulas."""
        return super().block_html(mathml_in_html(html))

    def table(self, text: str) -> str:
        """Let a wide table scroll by itself instead of the page."""
        return f'<div class="scroll"><table>\n{text}</table></div>\n'

    def link(self, text: str, url: str, title: str | None = None) -> str:
        """Lead to the page where the text leads to a notebook, and keep other relative links right."""
        return super().link(text, self._moved(url), title)

    def image(self, text: str, url: str, title: str | None = None) -> str:
        """Put the picture itself into the page."""
        if urlsplit(url).scheme:
            if not url.startswith("data:"):
                raise ReportError(
                    f"picture is {url!r}; only files of the project are allowed, a page loads nothing."
                )
        elif not url.startswith("attachment:"):
            url = _data_uri(self.notebooks / url)
        return super().image(text, url, title)

    def _moved(self, url: str) -> str:
        parts = urlsplit(url)
        if parts.scheme or parts.netloc or not parts.path:
            return url
        target = Path(os.path.normpath(self.notebooks / parts.path))
        if (target.parent.name, target.suffix) in _PAGES:
            path = f"{target.stem}.html"
        else:
            path = Path(os.path.relpath(target, self.site)).as_posix()
        return parts._replace(path=path).geturl()


def markdown_to_html(
    text: str, notebooks: Path, site: Path, attachments: dict[str, Any] | None = None
) -> str:
    """Render markdown with formulas as an HTML fragment."""
    return str(MarkdownWithMath(Renderer(notebooks, site, attachments)).render(text))


def _data_uri(path: Path) -> str:
    if not path.is_file():
        raise ReportError(f"picture is {path.name!r}; there is no such file in {path.parent.name}/.")
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return f"data:{kind};base64,{base64.b64encode(path.read_bytes()).decode('ascii')}"
