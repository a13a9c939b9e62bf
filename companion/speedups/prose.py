"""The values that the text of notebook 04 names, by section."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pandas as pd

from companion.published.claims import Finding, all_claims
from companion.speedups.enhancement_study import saved
from companion.speedups.figures import GAMES, METHOD_NAMES, leaves_left, time_ratio
from companion.speedups.findings import (
    dynamic_costs,
    exponent_of_k,
    is_mixed,
    killers_and_table,
    speaks_against,
)
from companion.speedups.parallel_study import FEW, SIX_PROCESSORS, curves, levels_off_at
from companion.speedups.study import Study
from companion.widgets import listed

NEARLY = 0.95
"""The part of what an unlimited table saves from which on a smaller one is called large enough."""


def _named(values: Mapping[Any, float] | pd.Series[float], form: str = ".0f", unit: str = " %") -> str:
    """Return numbers by kind of trees as part of a sentence.

    >>> _named({"chess": 67.4, "checkers": 31.8})
    '67 % in pawn endings and 32 % in checkers'
    """
    return listed(f"{value:{form}}{unit} in {GAMES.get(name, name)}" for name, value in dict(values).items())


def _signed(value: float, digits: int = 1) -> str:
    return f"{value:+.{digits}f}".replace("-", "−")


IN_WORDS = {
    "abd-saturation": "where the nodes level off on uniform trees",
    "ad-time": "how sharply run time falls in checkers",
    **dict.fromkeys(("ad-nodes", "ad-small-growth"), "how fast nodes grow in checkers"),
    **dict.fromkeys(("ad-opening", "ad-midgame", "ad-endgame"), "who leads in checkers"),
    "ad-time-saturation": "the saturation point of the run time in checkers",
    "ad-nodes-saturation": "the saturation point of the nodes there",
    "sd-dynamic-depth": "whether dynamic ordering pays beyond depth six",
    "sd-dynamic-shallow": "whether dynamic ordering costs no more than it saves up to depth six",
    "sd-dynamic-minimum": "that dynamic ordering comes very close to the minimum",
    "kh-table": "that killers make a table more useful",
    **dict.fromkeys(
        ("kh-oscillates", "kh-start", "kh-width"),
        "how the gain of killers depends on depth, start and width",
    ),
}
"""What some claims are about."""


def _in_words(found: Iterable[Finding]) -> str:
    names = [each.claim for each in found]
    return listed(dict.fromkeys(IN_WORDS.get(name, f"“{all_claims()[name].claim}”") for name in names))


def _why_open(found: Sequence[Finding]) -> str:
    """Return why claims stay open: most for want of a larger sample, some because cases speak for and against them."""
    mixed = [each for each in found if is_mixed(each)]
    few = [each for each in found if not is_mixed(each)]
    reasons = (
        (few, "because our samples are too small for their scatter"),
        (mixed, "because some cases speak for them and some against"),
    )
    parts = [
        f"{'all' if len(part) == len(found) else len(part)} {why} ({_in_words(part)})"
        for part, why in reasons
        if part
    ]
    return listed(parts)


def _range(found: Mapping[str, float] | pd.Series[float]) -> dict[str, Any]:
    """Return least and greatest of some numbers, and where they stand."""
    values = pd.Series(found)
    ends = {"least": float(values.min()), "most": float(values.max())}
    return ends | {"least_at": values.idxmin(), "most_at": values.idxmax()}


Values = dict[str, Any]


def values(study: Study) -> Values:
    """Return all of them, by section."""
    sections = (
        claims, opening, games, ordering, table, killers, together, splitting, checkers, processor_trees, sss_star,
        methods,
    )  # fmt: skip
    return {section.__name__: section(study) for section in sections} | {"depth": depth(study)}


def claims(study: Study) -> Values:
    """Return how many claims there are that could have failed, by verdict, and why some stay open or cannot be judged."""
    verdicts, every = study.judged.set_index("row")["verdict"], all_claims()
    own = [each for each in study.found if not every[each.claim].trivial]
    by_verdict = {
        verdict: [each for each in own if verdicts[each.claim] == verdict]
        for verdict in ("agrees", "differs", "inconclusive", "underspecified")
    }
    untested = by_verdict["underspecified"]
    count = {verdict: len(part) for verdict, part in by_verdict.items()}
    return {
        "all": len(verdicts),
        "counted": len(own),
        "trivial": len(verdicts) - len(own),
        **count,
        "differ": f"{count['differs']} differ" if count["differs"] else "No claim differs",
        "open": _why_open(by_verdict["inconclusive"]),
        "assumed": sum(every[each.claim].quantifier == "assumption" for each in untested),
        "against": _in_words(filter(speaks_against, untested)) or "none",
    }


def depth(study: Study) -> int:
    """Return the depth that the first picture is drawn for: six, if all three games are searched so deep."""
    own = study.memories
    reached = [set(own.loc[own["game"] == game, "depth"]) for game in list(GAMES)[:3]]
    return int(max(depth for depth in set.intersection(*reached) if depth <= 6))


def left(study: Study) -> pd.DataFrame:
    """Return the leaves that enhancements leave at that depth (`leaves_left`)."""
    return leaves_left(study.ordering, study.memories, depth(study))


def _left(study: Study, game: str, enhancement: str) -> pd.Series[float]:
    return left(study)[(left(study)["game"] == game) & (left(study)["enhancement"] == enhancement)]["left"]


def opening(study: Study) -> Values:
    """Return what the first screen says."""
    time = curves(study.tree_splitting, ["size", "tree"], "time")
    falls = [100 * float((1 - curve[FEW] / curve[1]).mean()) for curve in time.values()]
    on = curves(study.checkers, ["phase", "method", "position"], "time")
    last = [100 * float((1 - own[max(own.columns)] / own[SIX_PROCESSORS]).mean()) for own in on.values()]
    dynamic = _left(study, "checkers", "dynamic ordering")
    return {
        "table": 100 - _left(study, "chess", "table").mean(),
        "killers": 100 - _left(study, "chess", "killers").mean(),
        "falls_least": min(falls),
        "falls_most": max(falls),
        "on_least": min(last),
        "on_most": max(last),
        "processors": max(study.processors),
        "deepest": int(study.ordering["depth"].max()),
        "dynamic": dynamic.mean() / 100,
        "worse": int((dynamic > 100).sum()),
        "positions": len(dynamic),
    }


def games(study: Study) -> Values:
    """Return what is said of trees of real games."""
    rows = study.games
    repeats = rows["nodes"] / rows["positions"]
    return {
        "nodes": int(rows["nodes"][0]),
        "leaves": int(rows["leaves"][0]),
        "connect_four": float(repeats[1]),
        "checkers": float(repeats[2]),
    }


def ordering(study: Study) -> Values:
    """Return what is said of fixed and dynamic ordering."""
    frame = study.ordering
    parts = {name: own.set_index(["game", "start", "depth"]) for name, own in frame.groupby("search")}
    plain, fixed, dynamic = (parts[f"alphabeta{name}"] for name in ("", ", fixed", ", dynamic"))
    faster = fixed["evaluations"] < plain["evaluations"]
    above = (dynamic["leaves"] / dynamic["fewest"]).map(math.log)
    close = above.groupby(["game", "start"]).mean().groupby("game").mean().map(math.exp)
    orders = study.judged.set_index("row")["ours"]["sd-fixed"]
    return {
        "faster": 100 * float(faster.mean()),
        "trees": len(faster),
        "orders": 0.0 if math.isnan(orders) else float(orders),
        "cost": _range(dynamic_costs(frame)),
        "close": _range(close.rename(index=GAMES)),
    }


def table(study: Study) -> Values:
    """Return what is said of the transposition table."""
    all_of_them = saved(study.memories, "none")
    own = all_of_them[all_of_them["depth"] == depth(study)]
    means = own.groupby(["search", "game"], sort=False)["saved"].mean()
    every = all_of_them.groupby(["search", "game", "depth"], sort=False)["saved"].mean()
    found = own[own["search"] == "table"].assign(found=lambda x: 100 * x["hits"] / x["lookups"])
    careless = study.careless.set_index(["table", "strategy"])["wrong"]
    return {
        "saved": _named(means["table"]),
        "found": _named(found.groupby("game", sort=False)["found"].mean()),
        "deeper": float((every["table, deeper too"] - every["table"]).abs().max()),
        "enough": listed(f"{n:,} in {GAMES[game]}" for game, n in _enough(study).items()),
        "graphs": int(study.careless["graphs"].max()),
        "careful": int(careless["careful"].sum()),
    }


def _enough(study: Study) -> dict[str, int]:
    """Return, by game, the smallest table that saves nearly as much as the largest."""
    sizes = saved(study.table_sizes, "none")
    means = sizes[sizes["table"] > 0].groupby(["game", "table"], sort=False)["saved"].mean()
    return {
        str(game): int(own[game].index[own >= NEARLY * own.max()].min())
        for game, own in means.groupby(level="game", sort=False)
    }


def careless(study: Study) -> pd.DataFrame:
    """Return values that are not minimax's, by kind of table and strategy."""
    wrong = study.careless.pivot(index="table", columns="strategy", values="wrong")
    names = {"alphabeta": "Alphabeta", "pvs": "PVS", "scout": "Scout"}
    return wrong.reindex(study.careless["table"].unique()).rename(columns=names).reset_index()


def killers(study: Study) -> Values:
    """Return what is said of killers in pawn endings."""
    own = saved(study.killers, "none")
    savings = own.loc[own["search"] == "killers", "saved"]
    found = study.judged.set_index("row")["note"]
    return {
        "worst": -float(savings.min()),
        "most": float(savings.max()),
        "cases": len(savings),
        "inside": 100 * float(savings.between(15, 80).mean()),
        "loss": 100 * float((savings < 0).mean()),
        "start": found["kh-start"],
        "width": found["kh-width"],
        "depth": found["kh-oscillates"],
    }


def together(study: Study) -> Values:
    """Return what is said of enhancements in combination."""
    factor = study.effects.set_index(["strategy", "game", "effect"])["factor"]["alphabeta"]
    memories = study.memories
    points = killers_and_table(memories)
    asked = memories.groupby("search")[["hits", "lookups"]].sum()
    found = 100 * asked["hits"] / asked["lookups"]
    # An interaction is half of what one enhancement changes in the effect of the other, in logarithms.
    game = str(factor[:, "ordering × killers"].idxmax())
    alone, shared = factor[game, "killers"], factor[game, "ordering × killers"]
    ordering = {game: 1 / factor[game, "ordering"] for game in points}
    return {
        "ordering": _named(ordering, ".1f", ""),
        "game": GAMES[game],
        "without": float(alone / shared),
        "with": float(alone * shared),
        "alone": float(found["table"]),
        "beside": float(found["table and killers"]),
        "points": listed(f"{_signed(own.mean())} in {GAMES[game]}" for game, own in points.items()),
    }


def splitting(study: Study) -> Values:
    """Return what is said of tree-splitting."""
    small, cuts = study.small, study.cut_offs
    alone, four, waiting = small.values()
    frame = study.tree_splitting
    time, nodes = (curves(frame, ["size", "tree"], column) for column in ("time", "nodes"))
    most = max(study.processors)
    mean = study.distributions.groupby(["distribution", "processors"])["speed_up"].mean()
    growth = {name: 100 * float((curve[FEW] / curve[1] - 1).mean()) for name, curve in nodes.items()}
    later = {name: 100 * float((curve[most] / curve[FEW] - 1).mean()) for name, curve in nodes.items()}
    flat = {name: levels_off_at(curve) for name, curve in time.items()}
    return {
        "one": alone.time,
        "four": four.time,
        "one_nodes": alone.nodes,
        "four_nodes": four.nodes,
        "busy": 100 * four.busy,
        "waiting": waiting.time,
        "waiting_nodes": waiting.nodes,
        "due": int(cuts["left_due"].sum()),
        "trees": len(cuts),
        "extra": int((cuts["only_parallel"] > 0).sum()),
        "missed": int((cuts["only_sequential"] > 0).sum()),
        "deep": int(cuts["deep_alphabeta"].sum()),
        "growth": _range(growth),
        "later": _range(later),
        "flat": _range(flat),
        "most": most,
        "ties": float(mean["few values", 16]),
        "no_ties": float(mean["uniform", 16]),
    }


def checkers(study: Study) -> Values:
    """Return what is said of parallel Scout and tree-splitting in checkers."""
    frame = study.checkers
    logs = time_ratio(frame).map(math.log).groupby(["phase", "processors"], sort=False)
    mean, error = logs.mean(), 2 * logs.sem()
    few = {}
    for phase in frame["phase"].unique():
        low, middle, high = (math.exp(mean[phase, FEW] + step * error[phase, FEW]) for step in (-1, 0, 1))
        few[phase] = f"{middle:.2f} times as long in {phase}s ({low:.2f} to {high:.2f})"
    nodes = curves(frame, ["phase", "method", "position"], "nodes")
    growth = {name: 100 * float((own[FEW] / own[1] - 1).mean()) for name, own in nodes.items()}
    scout, splitting = (
        {name: value for name, value in growth.items() if method in name}
        for method in ("parallel-scout", "tree-splitting")
    )
    return {
        "few": listed(few.values()),
        "one": listed(f"{math.exp(mean[phase, 1]):.2f} in {phase}s" for phase in few),
        "positions": int(frame["position"].nunique() / frame["phase"].nunique()),
        "scout": _range(scout),
        "splitting_least": _signed(min(splitting.values()), 0),
        "splitting_most": _signed(max(splitting.values()), 0),
    }


def processor_trees(study: Study) -> Values:
    """Return what is said of processor trees."""
    trees, positions = study.sorted_trees, study.processor_trees
    even = trees[trees["width"] % trees["slaves"] == 0]
    found = {case: exponent_of_k(own) for case, own in even.groupby("case", sort=False)}
    (best, best_error), (worst, worst_error) = found.values()
    means = positions.groupby(["slaves", "levels"])["speed_up"].mean()
    several = positions[positions["processors"] > 1]
    return {
        "best": best,
        "best_error": best_error,
        "worst": worst,
        "worst_error": worst_error,
        "least": float(several["speed_up"].min()),
        "most": float(several["speed_up"].max()),
        "more": 100 * float((several["more_nodes"] > 0).mean()),
        "three": float(means[3, 1]),
        "four": float(means[2, 2]),
        "all": float(means[3, 3]),
    }


def sss_star(study: Study) -> Values:
    """Return what is said of two parallel SSS*."""
    bounds, parts = study.bounds, study.parts
    guessed = 100 * bounds.dropna().groupby("quantile")["saved"].mean()
    known = 100 * bounds[bounds["quantile"].isna()].groupby("size", sort=False)["saved"].mean()
    means = parts.groupby(["part_search", "size"], sort=False)["speed_up"].mean()
    gains = []
    for _, own in parts[parts["part_search"] == "depth-first"].groupby("size", sort=False):
        dear = own["sequential"] >= own["sequential"].quantile(0.75)
        gains.append(100 * (own.loc[dear, "speed_up"].mean() / own["speed_up"].mean() - 1))
    return {
        "guessed": _range(guessed),
        "known": _range(known),
        "depth_first": _range(means["depth-first"]),
        "harder_least": min(gains),
        "harder_most": max(gains),
    }


def methods(study: Study) -> Values:
    """Return what is said of all methods side by side."""
    frame = study.methods
    last = frame[frame["processors"] == frame["processors"].max()]
    speed = last.groupby(["size", "method"], sort=False)["speed_up"].mean()
    narrow, wide = frame["size"].unique()
    return {
        "narrow": narrow,
        "wide": wide,
        "processors": int(frame["processors"].max()),
        "waiting": float(speed[wide, "young-brothers-wait"]),
        "splitting": float(speed[wide, "tree-splitting"]),
        "narrow_waiting": float(speed[narrow, "young-brothers-wait"]),
        "narrow_best": METHOD_NAMES[speed[narrow].idxmax()],
        "narrow_most": float(speed[narrow].max()),
    }
