"""Table III beside exact expectations, and trees far beyond depth 6: what theory says of unordered uniform trees.

Everything hangs on one `TheoryStudy`: its experiments run once, on first use.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from companion.pruning_comparison import deep
from companion.pruning_comparison.deep import Effort, Quotient
from companion.published.cases import COLUMNS, SIZES
from companion.published.cells import printed_cells
from companion.widgets import listed
from gametree.experiment import cells
from gametree.experiment.sums import BATCH
from gametree.theory import expected, expected_scout, no_deep_cutoffs

if TYPE_CHECKING:
    import pandas as pd

THEORY = {"AB": expected.alphabeta, "BB": expected.branch_and_bound, "SSS*": expected.sss_star}
"""The columns of Table III that there is a formula for: distinct leaves of the others have none that we know."""

STRATEGIES = ("branch-and-bound", "alphabeta", "palphabeta", "pvs", "scout", "sss*")
"""Those that the thesis compares, in its order."""

FAR_STRATEGIES = ("alphabeta", "sss*")
"""Those that are followed farthest."""

ONE_TREE = Effort(trees=1, tree_visits=1e12)
"""A single tree of every size, whatever it takes."""

QUOTED = {
    Quotient(("alphabeta", "leaves"), ("sss*", "leaves")): (1.1, 3.0),
    Quotient(("scout", "leaves"), ("alphabeta", "leaves")): (1.0, 1.275),
    Quotient(("scout", "looks"), ("alphabeta", "leaves")): (1.0, 1.275),
}
"""Quotients of costs -> the interval that the thesis quotes for them (Roizen & Pearl, Pearl)."""

FAR = 150
"""A depth at which growth per level is that of the limit."""

WIDTHS, DEPTHS, SCOUT_DEPTHS = (2, 3, 5, 10, 20), (2, 3, 6, 20, 200), (2, 3, 6, 20, 30)
"""Sizes at which quotients of expectations are computed; Scout's take seconds when a tree is deep."""


@dataclass(frozen=True)
class TheoryStudy:
    """How much is sampled and from what seed; what came out, each experiment run once.

    Attributes
    ----------
    trees : int
        Random trees per size of Table III.
    seed : int
        Of all trees.
    sizes : sequence
        Pairs of a width and the greatest depth of the deep trees.
    deep_trees : int
        Deep trees per size at most.
    visits : sequence of float
        About how many visits the deep trees of one size may cost together; a single one; a single one where nodes
        must be distinguished (see `Effort`).
    far_sizes : sequence
        Sizes of which a single tree is searched by `FAR_STRATEGIES`, whatever it takes.
    checkpoint : str
        A folder where finished sizes are kept; empty for none.
    """

    trees: int
    seed: int
    sizes: Sequence[Sequence[int]]
    deep_trees: int
    visits: Sequence[float]
    far_sizes: Sequence[Sequence[int]] = ()
    checkpoint: str = ""

    # -- Table III ---------------------------------------------------------------------------------------

    @cached_property
    def table_iii(self) -> pd.DataFrame:
        """`table_iii` of the seed."""
        return table_iii(self.trees, self.seed)

    @cached_property
    def known(self) -> pd.DataFrame:
        """The cells of Table III that there is a formula for."""
        return self.table_iii.dropna(subset="theory")

    @cached_property
    def beside(self) -> pd.DataFrame:
        """Those cells as a table for people: theory, ours and the printed mean, a row per size."""
        import pandas as pd

        kinds = {"theory": "theory", "mean": "ours", "of_50": "printed"}
        wide = {
            f"{panel} {name}": self.known[self.known["panel"] == panel].set_index(["depth", "width", "size"])[
                kind
            ]
            for panel in THEORY
            for kind, name in kinds.items()
        }
        shown = pd.DataFrame(wide).sort_index().reset_index()
        return shown.drop(columns=["depth", "width"]).round(2)

    # -- deep trees --------------------------------------------------------------------------------------

    @cached_property
    def deep(self) -> deep.DeepStudy:
        """The costs of deep trees: many of each size as far as the effort goes, then single ones."""
        given: dict[str, Any] = {
            "seed": self.seed,
            "checkpoint": self.checkpoint or None,
            "progress": False,
        }
        many = deep.deep_costs(
            {width: range(1, deepest + 1) for width, deepest in self.sizes},
            STRATEGIES,
            effort=Effort(self.deep_trees, *self.visits),
            **given,
        )
        far: dict[int, list[int]] = {}
        for width, depth in self.far_sizes:
            far.setdefault(width, []).append(depth)
        return many.joined(deep.deep_costs(far, FAR_STRATEGIES, effort=ONE_TREE, **given))

    @cached_property
    def costs(self) -> pd.DataFrame:
        """The means of `deep`, a row per width, depth, strategy and criterion."""
        return self.deep.frame()

    @cached_property
    def deepest(self) -> pd.DataFrame:
        """How deep each strategy was followed, and what it cost there."""
        of = self.costs[self.costs["criterion"] != "visits"].sort_values("depth")
        last = of.groupby(["width", "strategy", "criterion"], sort=False).tail(1)
        shown = last.sort_values(["width", "strategy", "criterion"])
        return shown[["width", "strategy", "criterion", "depth", "n", "mean"]].rename(columns={"n": "trees"})

    @cached_property
    def theory(self) -> pd.DataFrame:
        """`deep.deep_theory` at even depths."""
        return deep.deep_theory({width: range(2, deepest + 1, 2) for width, deepest in self.sizes})

    @cached_property
    def factors(self) -> pd.DataFrame:
        """Branching factors of the sampled trees at even depths."""
        found = deep.growth_factors(self.costs)
        return found[found["depth"] % 2 == 0]

    @cached_property
    def exact_factors(self) -> pd.DataFrame:
        """Branching factors by theory."""
        return deep.growth_factors(self.theory)

    @property
    def limits(self) -> dict[int, float]:
        """Width -> the limit of the branching factor of Alphabeta, xi / (1 - xi)."""
        return {width: expected.pearl_branching_factor(width) for width, _ in self.sizes}

    @cached_property
    def far_growth(self) -> pd.DataFrame:
        """Exact growth per level at depth `FAR`, beside Pearl's limit and Knuth & Moore's bounds for F1."""
        import pandas as pd

        costs = {
            "Alphabeta": expected.alphabeta,
            "SSS*": expected.sss_star,
            "Branch-and-bound": expected.branch_and_bound,
        }
        rows = [
            {"width": width, "ξ/(1−ξ)": limit}
            | {name: (cost(width, FAR) / cost(width, FAR - 2)) ** 0.5 for name, cost in costs.items()}
            | {"r0(w)": no_deep_cutoffs.r0(width), "r1(w)": no_deep_cutoffs.r1(width)}
            for width, limit in self.limits.items()
        ]
        return pd.DataFrame(rows)

    # -- quotients ---------------------------------------------------------------------------------------

    @cached_property
    def quotients(self) -> pd.DataFrame:
        """Quotients of the costs on the same trees."""
        return self.deep.ratios(QUOTED)

    @cached_property
    def exact_quotients(self) -> pd.DataFrame:
        """The same by theory, where there is one."""
        return deep.cost_ratios(self.theory, QUOTED)

    @cached_property
    def ab_over_sss(self) -> pd.DataFrame:
        """Alphabeta's leaves over those of SSS*, exactly: a row per width, a column per depth."""
        return _table_of(lambda w, d: expected.alphabeta(w, d) / expected.sss_star(w, d), DEPTHS)

    @cached_property
    def looks_over_ab(self) -> pd.DataFrame:
        """Scout's looks at leaves over Alphabeta's leaves, exactly: a row per width, a column per depth."""
        return _table_of(
            lambda w, d: expected_scout.leaf_evaluations(w, d) / expected.alphabeta(w, d), SCOUT_DEPTHS
        )

    @cached_property
    def prose(self) -> dict[str, Any]:
        """The numbers of the sentences, by name."""
        known, far, sampled = self.known, self.far_growth, self.quotients
        least = min(
            (expected.alphabeta(w, d) / expected.sss_star(w, d), w, d)
            for w, d in zip(known["width"], known["depth"], strict=True)
        )
        name = next(pair.name for pair in QUOTED if pair.above == ("scout", "leaves"))
        sure = sampled[(sampled["n"] >= deep.FEW) & (sampled["ratio"] == name)]
        ends = sure.sort_values("depth").groupby("width").tail(1).sort_values("width")
        scout = self.table_iii[(self.table_iii["panel"] == "Scout") & (self.table_iii["size"] == "(3,6)")]
        limit = self.ab_over_sss.set_index("width")[f"d = {DEPTHS[-1]}"]
        looks = self.looks_over_ab.set_index("width")[f"d = {SCOUT_DEPTHS[-1]}"]
        faster = far["Branch-and-bound"] / far["ξ/(1−ξ)"] - 1
        off = max(abs(far[one] / far["ξ/(1−ξ)"] - 1).max() for one in ("Alphabeta", "SSS*"))
        alphabeta = self.costs[
            (self.costs["strategy"] == "alphabeta") & (self.costs["criterion"] == "leaves")
        ]
        return {
            "cells": len(known),
            "printed_inside": 100 * float((known["printed"].abs() <= known["printed_band"]).mean()),
            "ours_inside": 100 * float((known["ours"].abs() <= known["band"]).mean()),
            "farthest": float(known["z_printed"].abs().max()),
            "scout_looks": expected_scout.leaf_evaluations(3, 6),
            "scout_printed": float(scout["of_50"].item()),
            "deepest": int(alphabeta["depth"].max()),
            "far": FAR,
            "off": off,
            "faster": listed(
                f"{share:.0%} per level at width {w}" for w, share in zip(far["width"], faster, strict=True)
            ),
            "limit_narrow": float(limit.loc[2]),
            "limit_wide": float(limit.loc[20]),
            "least": least[0],
            "least_size": f"U({least[1]},{least[2]})",
            "distinct": listed(
                f"{row['value']:.3f} ± {row['high'] - row['value']:.3f} at width {row['width']} and depth {row['depth']}"
                for row in ends.to_dict("records")
            ),
            "greatest_distinct": float(sure["value"].max()),
            "looks_narrow": float(looks.loc[2]),
            "looks_wide": float(looks.loc[20]),
            "looks_depth": SCOUT_DEPTHS[-1],
        }

    def check(self) -> None:
        """Assert what the sentences say; for the end of a notebook."""
        known, far, factors, looks = self.known, self.far_growth, self.factors, self.looks_over_ab
        assert (known["z_ours"].abs() < 4.5).all(), known[known["z_ours"].abs() >= 4.5]
        assert 85 <= self.prose["printed_inside"] <= 100
        assert self.prose["off"] < 1e-3 and (far["Branch-and-bound"] > 1.1 * far["ξ/(1−ξ)"]).all()
        assert far["Branch-and-bound"].between(far["r0(w)"], far["r1(w)"]).all()
        both = factors.merge(
            self.exact_factors, on=["width", "depth", "strategy", "criterion"], suffixes=("", "_exact")
        )
        error = (both["root_high"] - both["root"]) / 1.96
        z = ((both["root"] - both["root_exact"]) / error)[error > 0]
        assert len(z) > 10 and (z.abs() < 4.5).all(), both[z.abs() >= 4.5]
        many = factors[(factors["depth"] >= 6) & factors["root_low"].notna()]
        assert (many["root"] > many["width"] ** 0.5).all()
        exact = self.ab_over_sss.drop(columns=["width", "d = 3"]).to_numpy()
        assert ((exact > 1.099999) & (exact < 3)).all()
        assert round(self.prose["least"], 1) == 1.1 and self.prose["greatest_distinct"] < 1.275
        assert (looks[looks["width"] <= 5].drop(columns="width") > 1.275).all(axis=None)
        assert self.prose["looks_wide"] < 1


def _table_of(quotient: Any, depths: tuple[int, ...]) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(
        [{"width": width} | {f"d = {d}": quotient(width, d) for d in depths} for width in WIDTHS]
    )


def table_iii(trees: int, seed: int) -> pd.DataFrame:
    """Return all cells of Table III.

    Returns
    -------
    pandas.DataFrame
        A row per column of the table (`panel`) and size: `theory` (NaN where no formula is known), `mean` (ours),
        `of_50` (printed); `ours` and `printed`, their relative deviations from theory; `band` and `printed_band`, the
        95 % half-widths of these if theory is right; `z_ours` and `z_printed`, the deviations in standard errors.
    """
    import pandas as pd

    printed = printed_cells("III").set_index(["row", "column"])["best"]
    found = cells(
        "uniform", "unordered", sizes=SIZES, strategies=tuple(COLUMNS.values()), trees=trees, seed=seed,
        progress=False,
    )  # fmt: skip
    rows = []
    for k, label in enumerate(COLUMNS):
        for (width, depth), cell in zip(SIZES, found, strict=True):
            theory = THEORY[label](width, depth) if label in THEORY else math.nan
            mean, sd, n = cell.sums.mean()[k, 0], cell.sums.sd()[k, 0], cell.sums.n
            of_50 = printed[f"U({width},{depth})", label]
            error, error_50 = sd / math.sqrt(n), sd / math.sqrt(BATCH)
            rows.append(
                {
                    "panel": label, "size": f"({width},{depth})", "width": width, "depth": depth,
                    "theory": theory, "mean": mean, "of_50": of_50, "n": n,
                    "ours": mean / theory - 1, "printed": of_50 / theory - 1,
                    "band": 1.96 * error / theory, "printed_band": 1.96 * error_50 / theory,
                    "z_ours": np.divide(mean - theory, error), "z_printed": np.divide(of_50 - theory, error_50),
                }
            )  # fmt: skip
    return pd.DataFrame(rows)
