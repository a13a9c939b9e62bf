"""``python -m companion.report``: execute notebooks from a profile into reports, and render the site."""

from __future__ import annotations

import sys

from companion.report.cli import main

if __name__ == "__main__":
    sys.exit(main())
