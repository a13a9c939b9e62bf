"""As much of numpy and of the compiler as drawing a tree needs: numbers of 64 bits, lists for arrays, no compiling.

It stands for `numpy`, `numpy.typing`, `numba.extending` and `gametree._compile` alike: see `page_dataclasses`.
"""

from __future__ import annotations

from math import inf, nan
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

_ALL = 0xFFFFFFFFFFFFFFFF


class uint64:  # noqa: N801
    """A whole number below 2**64; what is beyond is forgotten."""

    def __init__(self, value: Any) -> None:
        self.value = int(value) & _ALL

    def __int__(self) -> int:
        return self.value

    def __index__(self) -> int:
        return self.value

    def __float__(self) -> float:
        return float(self.value)

    def __invert__(self) -> uint64:
        return uint64(~self.value)

    def __add__(self, other: uint64) -> uint64:
        return uint64(self.value + other.value)

    def __sub__(self, other: uint64) -> uint64:
        return uint64(self.value - other.value)

    def __mul__(self, other: uint64) -> uint64:
        return uint64(self.value * other.value)

    def __mod__(self, other: uint64) -> uint64:
        return uint64(self.value % other.value)

    def __xor__(self, other: uint64) -> uint64:
        return uint64(self.value ^ other.value)

    def __and__(self, other: uint64) -> uint64:
        return uint64(self.value & other.value)

    def __rshift__(self, other: uint64) -> uint64:
        return uint64(self.value >> other.value)

    def __lt__(self, other: uint64) -> bool:
        return self.value < other.value


int64 = int32 = int8 = int
float64 = float
bool_ = bool
__all__ = ["inf", "nan"]


class Array(list):
    """A list that can be filled with one value."""

    def __setitem__(self, place: Any, value: Any) -> None:
        super().__setitem__(place, [value] * len(self) if isinstance(place, slice) else value)


def array(values: Any, dtype: Any = None) -> Any:
    """Return an array of these values."""
    return Array(values)


def full(n: int, value: Any, dtype: Any = float) -> Any:
    """Return an array of n values that are the same."""
    return Array([dtype(value)] * n)


def ones(n: int, dtype: Any = float) -> Any:
    """Return an array of n ones."""
    return full(n, 1, dtype)


def zeros(n: int, dtype: Any = float) -> Any:
    """Return an array of n zeros."""
    return full(n, 0, dtype)


class NDArray:
    """What arrays are called where types are told."""

    def __class_getitem__(cls, kind: Any) -> Any:
        return cls


Reals = Wholes = NDArray


def register_jitable(function: Any = None, **options: Any) -> Any:
    """Return the function as it is, whatever the options: it is not compiled."""
    return register_jitable if function is None else function


compiled = pointer = register_jitable
