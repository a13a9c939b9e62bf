"""Table 1 and beyond: bounds for the branching factor of F1, the branching factor itself, and how they grow."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.optimize import curve_fit

from gametree.theory import expected, no_deep_cutoffs, true_growth

BOUNDS = {"r0(d)": no_deep_cutoffs.r0, "r1(d)": no_deep_cutoffs.r1, "r*(d)": no_deep_cutoffs.r_star}
"""The columns of Table 1."""

ORDERS = {"r0(d)": 1.0, "r*(d)": 1.0, "r1(d)": 0.5}
"""Bound -> the power of log d that its order d / (log d)^power has, as the paper proves."""


def growth_table(degrees: tuple[int, ...]) -> pd.DataFrame:
    """Return branching factors for d = 2 to 31 and further degrees: d, the columns of Table 1, r(d), xi, root.

    `xi` is that of Alphabeta with deep cut-offs (Pearl 1982), `root` the square root of d.
    """
    table = pd.DataFrame({"d": [*range(2, 32), *degrees]})
    for name, bound in (*BOUNDS.items(), ("r(d)", true_growth.r), ("xi", expected.pearl_branching_factor)):
        table[name] = [bound(int(d)) for d in table["d"]]
    table["root"] = np.sqrt(table["d"])
    return table


def slope(table: pd.DataFrame, name: str, low: int, high: int) -> float:
    """Return x of the best C d^x on a range of degrees, by least squares of the logarithms."""
    part = table[table["d"].between(low, high)]
    return float(np.polyfit(np.log(part["d"]), np.log(part[name]), 1)[0])


def power_alone(table: pd.DataFrame, name: str, low: int, high: int) -> float:
    """Return x of the best d^x on a range of degrees, by least squares of the logarithms."""
    part = table[table["d"].between(low, high)]
    logs = np.log(part["d"])
    return float((logs * np.log(part[name])).sum() / (logs**2).sum())


def fitted_powers(table: pd.DataFrame, name: str, low: int, high: int) -> dict[str, float]:
    """Return x of the best power of d on a range of degrees, by each way to fit it with least squares."""
    part = table[table["d"].between(low, high)]
    d, r = part["d"].to_numpy(dtype=float), part[name].to_numpy(dtype=float)
    with_factor, alone = slope(table, name, low, high), power_alone(table, name, low, high)
    (_, of_values), _ = curve_fit(lambda d, c, x: c * d**x, d, r, p0=(1.0, with_factor))
    (alone_of_values,), _ = curve_fit(lambda d, x: d**x, d, r, p0=(alone,))
    return {
        "C d^x, logarithms": with_factor,
        "d^x, logarithms": alone,
        "C d^x, values": float(of_values),
        "d^x, values": float(alone_of_values),
    }


def local_exponents(table: pd.DataFrame, name: str) -> list[tuple[float, float]]:
    """Return, for neighbouring degrees from 31 on, the degree between them and the exponent of d from one to the other."""
    far = table[table["d"] >= 31]
    d, r = far["d"].to_numpy(dtype=float), far[name].to_numpy()
    exponents = np.diff(np.log(r)) / np.diff(np.log(d))
    return list(zip(np.sqrt(d[1:] * d[:-1]).tolist(), exponents.tolist(), strict=True))


def exponent_of(order: float, d: float) -> float:
    """Return the local exponent of d / (log d)^order at a degree."""
    return 1 - order / math.log(d)


class Exponents(NamedTuple):
    """Powers of d fitted to a branching factor by least squares of the logarithms.

    Attributes
    ----------
    with_factor, wide : float
        x of C d^x over d = 10 to 30, and over d = 2 to 30.
    alone : float
        x of d^x over d = 10 to 30.
    far : float
        The local exponent between the last two degrees.
    far_degree : float
        The degree between them.
    """

    with_factor: float
    wide: float
    alone: float
    far: float
    far_degree: float


def exponents(table: pd.DataFrame) -> dict[str, Exponents]:
    """Return the exponents of the columns of Table 1, of r(d), and of Alphabeta (`xi`)."""
    found = {}
    for name in ("r0(d)", "r(d)", "r1(d)", "r*(d)", "xi"):
        far_degree, far = local_exponents(table, name)[-1]
        found[name] = Exponents(
            slope(table, name, 10, 30),
            slope(table, name, 2, 30),
            power_alone(table, name, 10, 30),
            far,
            far_degree,
        )
    return found
