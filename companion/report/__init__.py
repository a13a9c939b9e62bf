"""Notebooks become reports, and reports become pages.

A notebook uses five names: ``save`` keeps a frame as one of its results, ``save_timings`` times of the
processor, ``results`` is the folder they go to, ``load`` reads a result of another notebook and ``saved`` lists
what there is. Everything else serves the runner, ``python -m companion.report``, which executes notebooks from a
profile (``execute``, ``runner``), refuses parameters they do not have (``parameters``, ``profiles``), knows which
reports are up to date (``fingerprint``), lists what is published (``manifest``), compares results with it
(``reproduction``, ``seeds``), ends each report with its ``provenance`` and renders the pages (``markdown``, ``page``,
``site``).
"""

from __future__ import annotations

from companion.report.errors import ReportError
from companion.report.results import load, results, save, save_timings, saved

__all__ = ["ReportError", "load", "results", "save", "save_timings", "saved"]
