"""How Sphinx builds the site; what depends on the project comes in a variable of the environment."""

import json
import os
from pathlib import Path

from companion.report.code import Code

project = "gametree"
author = "the gametree authors"
copyright = "the gametree authors, MIT licence"
html_title = "gametree"
html_short_title = "gametree"

extensions = [
    "myst_nb",
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.linkcode",
    "sphinxcontrib.bibtex",
    "companion.report.extension",
]
exclude_patterns = ["extra/**"]
language = "en"

_given = json.loads(os.environ["GAMETREE_SITE"])
project_root = _given["project_root"]
live_place = _given["live_place"]
live_assets = _given["live_assets"]

# Notebooks were executed by the runner; links and formulas mean what they mean in Jupyter.
nb_execution_mode = "off"
nb_ipywidgets_js: dict[str, dict[str, str]] = {}
nb_merge_streams = True
nb_render_markdown_format = "myst"
myst_enable_extensions = ["amsmath", "attrs_block", "dollarmath"]
myst_dmath_double_inline = True
myst_dmath_allow_digits = False
myst_dmath_allow_space = False
myst_heading_anchors = 4
myst_heading_slug_func = "companion.report.extension.slug"
# Places that Sphinx knows nothing of: figures in outputs, downloads.  The links are checked when the site is built.
myst_url_schemes = {
    "http": None,
    "https": None,
    "mailto": None,
    "site": "{{path}}",
    "place": "{{path}}#{{fragment}}",
}

bibtex_bibfiles = sorted(map(str, Path(project_root, "docs").glob("*.bib")))
bibtex_default_style = "plain"
bibtex_cite_id = "{key}"

autodoc_member_order = "bysource"
autodoc_typehints = "none"
numpydoc_class_members_toctree = False
numpydoc_show_class_members = False
python_use_unqualified_type_names = True

html_theme = "sphinx_book_theme"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_js_files = ["print.js"]
html_favicon = "static/favicon.svg"
html_math_renderer = "mathml"
html_copy_source = False
html_use_index = False
html_domain_indices = False
html_show_sphinx = False
html_permalinks_icon = "#"
html_theme_options = {
    "show_toc_level": 2,
    "use_download_button": False,
    "use_fullscreen_button": False,
    "home_page_in_toc": True,
    "show_navbar_depth": 1,
    "navbar_persistent": [],
    "article_header_end": ["article-header-buttons"],
}
html_context = {"default_mode": "auto"}
_code = Code(Path(project_root))


def linkcode_resolve(domain: str, info: dict[str, str]) -> str | None:
    """Return the address of an object's source."""
    place = _code.find(f"{info['module']}.{info['fullname']}") if domain == "py" else None
    return place.address if place else None
