"""Write the headline of the published scorecard into the README: ``python -m companion.scorecard``."""

from __future__ import annotations

from companion.scorecard.readme import README, published_headline, with_headline

README.write_text(with_headline(README.read_text(encoding="utf-8"), published_headline()), encoding="utf-8")
