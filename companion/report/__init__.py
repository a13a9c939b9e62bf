"""Notebooks become reports, and reports become pages.

A notebook uses ``save`` to keep a frame as one of its results and ``save_timings`` for times of the processor;
``results`` is the folder they go to, ``load`` reads a result of another notebook, ``loaded`` those of all under one
name, and ``saved`` lists what there is. Everything else serves the runner, ``python -m companion.report``, which executes
notebooks from a profile (``execute``, ``runner``), refuses parameters they do not have (``parameters``), knows which
reports are up to date (``fingerprint``), lists what is published and compares results with it (``reproduction``), ends
each report with its provenance (``tidy``) and renders the pages (``sources``, ``site``).
"""

from __future__ import annotations

from companion.report.project import ReportError
from companion.report.results import load, loaded, results, save, save_timings, saved

__all__ = ["ReportError", "load", "loaded", "results", "save", "save_timings", "saved"]
