"""The parts of a study are announced when they begin, once each, and keep what they found."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from companion import progress
from companion.progress import part


@dataclass(frozen=True)
class Study:
    trees: int

    @part
    def values(self) -> list[int]:
        """The values of all trees."""
        return list(range(self.trees))

    @part
    def total(self) -> int:
        """Their sum.

        It needs the values.
        """
        return sum(self.values)


@pytest.fixture
def announced(monkeypatch) -> list[str]:
    lines: list[str] = []
    monkeypatch.setattr(progress, "announce", lines.append)
    return lines


def test_a_part_is_announced_when_it_begins_with_its_number_among_all(announced):
    assert Study(4).total == 6
    assert announced == ["their sum (part 1 of 2)", "the values of all trees (part 2 of 2)"]


def test_a_part_that_is_known_is_announced_no_more(announced):
    study = Study(3)
    assert study.values is study.values
    assert study.total == 3
    assert announced == ["the values of all trees (part 1 of 2)", "their sum (part 2 of 2)"]


def test_two_studies_count_their_parts_apart(announced):
    assert (Study(1).values, Study(2).values) == ([0], [0, 1])
    assert announced == ["the values of all trees (part 1 of 2)"] * 2


def test_outside_of_a_kernel_an_announcement_does_nothing(capsys):
    progress.announce("nothing receives this")
    assert capsys.readouterr() == ("", "")
