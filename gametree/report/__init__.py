"""Notebooks become reports, and reports become pages.

A notebook uses four names: ``save`` keeps a frame as one of its results, ``results`` is the folder they go
to, ``load`` reads a result of another notebook and ``saved`` lists what there is. Everything else serves the
runner, ``python -m gametree.report``, which executes notebooks from a profile (``execute``, ``runner``),
refuses parameters they do not have (``parameters``, ``profiles``), knows which reports are up to date
(``fingerprint``), ends each with its ``provenance`` and renders the pages (``markdown``, ``page``, ``site``).
"""

from __future__ import annotations

from gametree.report.errors import ReportError
from gametree.report.results import load, results, save, saved

__all__ = ["ReportError", "load", "results", "save", "saved"]
