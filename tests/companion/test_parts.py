"""The parts of a study tell when they begin, once each, and keep what they found."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from companion import parts
from companion.parts import part


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
def told(monkeypatch) -> list[str]:
    lines: list[str] = []
    monkeypatch.setattr(parts, "tell", lines.append)
    return lines


def test_a_part_is_told_when_it_begins_with_its_number_among_all(told):
    assert Study(4).total == 6
    assert told == ["their sum (part 1 of 2)", "the values of all trees (part 2 of 2)"]


def test_a_part_that_is_known_is_told_no_more(told):
    study = Study(3)
    assert study.values is study.values
    assert study.total == 3
    assert told == ["the values of all trees (part 1 of 2)", "their sum (part 2 of 2)"]


def test_two_studies_count_their_parts_apart(told):
    assert (Study(1).values, Study(2).values) == ([0], [0, 1])
    assert told == ["the values of all trees (part 1 of 2)"] * 2


def test_outside_of_a_kernel_telling_does_nothing(capsys):
    parts.tell("nobody hears this")
    assert capsys.readouterr() == ("", "")
