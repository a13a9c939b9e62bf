"""Where everything is: notebooks and profiles go in, reports and pages come out; and what is said of bad input."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import nbformat

from gametree._checks import shown, suggestion


class ReportError(ValueError):
    """Bad input: one sentence that names the argument, its value and what is allowed.

    The command line prints it without a traceback and ends with status 2.
    """


PAPER = "paper"
"""The profile whose reports are committed."""

SCORECARD = "00_scorecard"
"""The notebook that judges what the others computed, and therefore runs after them."""


@dataclass(frozen=True)
class Shelf:
    """Where one kind of run puts what it makes.

    Everything is made below ``aside`` first, on the same file system, so that moving it into place is a
    rename.
    """

    folder: Path
    site: Path
    read_from: Path | None = None

    @property
    def others(self) -> Path:
        """Folder of the reports whose results a notebook reads: this one, unless its runs belong to no profile."""
        return self.read_from or self.folder

    @property
    def aside(self) -> Path:
        """Folder for work in progress."""
        return self.folder / ".aside"

    def kept(self, notebook: str) -> Path:
        """Return the folder of finished parts of a notebook's work, for the next run if this one is stopped."""
        return self.folder / ".kept" / notebook

    @property
    def scorecard(self) -> Path:
        """The judged table of printed cells."""
        return self.folder / "scorecard.csv"

    def report(self, notebook: str) -> Path:
        """Return the path of an executed notebook."""
        return self.folder / f"{notebook}.ipynb"

    def results(self, notebook: str) -> Path:
        """Return the folder of the CSV files that a notebook wrote."""
        return self.folder / "results" / notebook

    def failed(self, notebook: str) -> Path:
        """Return the path of the copy that is kept when a run fails."""
        return self.folder / "failed" / f"{notebook}.ipynb"


@dataclass(frozen=True)
class Project:
    """A checkout: a folder with ``notebooks/`` and ``profiles/``."""

    root: Path

    @classmethod
    def find(cls, start: Path | None = None) -> Project:
        """Return the project around ``start``; without it, around the current folder or else this package.

        Raises
        ------
        ReportError
            If there is none.
        """
        around = [start.resolve()] if start else [Path.cwd(), Path(__file__).resolve()]
        for place in around:
            for folder in (place, *place.parents):
                if (folder / "notebooks").is_dir() and (folder / "profiles").is_dir():
                    return cls(folder)
        raise ReportError(
            f"root is {str(around[0])!r}; it must be (in) a folder with notebooks/ and profiles/."
        )

    def names(self) -> list[str]:
        """Return the names of all notebooks in reading order, without ``.ipynb``."""
        return sorted(path.stem for path in (self.root / "notebooks").glob("*.ipynb"))

    def notebook(self, name: str) -> Path:
        """Return the path of a notebook's source."""
        return self.root / "notebooks" / f"{name}.ipynb"

    def profiles(self) -> list[str]:
        """Return the names of all profiles."""
        return sorted(path.stem for path in (self.root / "profiles").glob("*.toml"))

    def profile(self, name: str) -> Path:
        """Return the path of a profile."""
        return self.root / "profiles" / f"{name}.toml"

    def shelf(self, kind: str) -> Shelf:
        """Return the place of a profile's reports, or of ``scratch``: runs that belong to no profile.

        The paper profile has ``reports/`` and ``site/`` for itself; everything else stays in folders below
        them that are not committed.
        """
        reports, site = self.root / "reports", self.root / "site"
        return Shelf(reports, site) if kind == PAPER else Shelf(reports / kind, site / kind)

    def reproduced(self, profile: str) -> Shelf:
        """Return the place of reports that are executed to be compared with those of a profile; never committed."""
        return Shelf(self.root / "reproduced" / profile, self.shelf(profile).site)


def read_notebook(path: Path, kind: str = "notebook") -> nbformat.NotebookNode:
    """Read a notebook, or a report.

    Raises
    ------
    ReportError
        If the file is damaged, or no notebook at all.
    """
    invalid: dict[str, Exception] = {}
    try:
        notebook = nbformat.read(path, as_version=4, capture_validation_error=invalid)
        for error in invalid.values():
            raise error
    except (OSError, ValueError, TypeError, AttributeError, KeyError, nbformat.ValidationError) as error:
        raise ReportError(
            f"{kind} {path.stem!r} can't be read: {shown(error)}; it must be a file that Jupyter wrote."
        ) from None
    return notebook


def in_words(error: OSError) -> str:
    """Return what went wrong with which file, on one line."""
    where = f": {error.filename}" if error.filename else ""
    return f"{error.strerror or error}{where}"


def allowed_are(name: str, allowed: Sequence[str]) -> str:
    """Return the end of a sentence about a name that is not one of those allowed, with the nearest of them."""
    return f"allowed are: {', '.join(allowed) or 'none'}{suggestion(name, allowed) or '.'}"
