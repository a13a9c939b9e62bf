"""The numbers that the text of notebook 02 names."""

from __future__ import annotations

from typing import Any

from companion.pruning_strategies.findings import (
    failing,
    in_words,
    judged,
    open_lists,
    perfect_order,
    perfectly_ordered,
)
from companion.pruning_strategies.study import SEVEN, Study, examined, promise_kept, put_on_open, sharper
from companion.published.claims import all_claims
from companion.widgets.prose import listed
from gametree.examples import specimen
from gametree.theory.solution_trees import solution_trees

Values = dict[str, Any]


def values(study: Study) -> Values:
    """Return the values that the text of the notebook names."""
    side, searches, below = study.side.set_index("strategy"), study.searches, study.nodes["depth"] < 4
    other = ((study.nodes["saved"] != 0) | (study.nodes["added"] != 0))[below]
    own, nearer = judged(study), sharper(searches)
    trivial = own["row"].isin([name for name, claim in all_claims().items() if claim.trivial])
    verdicts = own["verdict"][~trivial]
    values = [plan.value for plan in solution_trees(specimen())]
    perfect, ordered = perfect_order(study.seed), perfectly_ordered(study.seed)
    same = open_lists()["verdict"] == "exact"
    return {
        "tree": "the specimen tree" if study.nested is None else "your tree",
        "value": side["value"].iloc[0],
        "all_leaves": study.tree.n_leaves,
        "leaves": side["leaves"].to_dict(),
        "visits": side["visits"].to_dict(),
        "dearer": in_words(n for n in SEVEN if side["visits"][n] > side["visits"]["minimax"])
        or "No strategies",
        "judged": len(verdicts),
        "trivial": int(trivial.sum()),
        "held": int(verdicts.isin(["exact", "agrees"]).sum()),
        "saved": study.saved["mean"].to_dict(),
        "shallow_trees": len(other) + len(study.shallow),
        "shallow_other": int(other.sum()) + failing(study.shallow),
        "deep_trees": len(study.nodes),
        "added": int((study.nodes["added"] > 0).sum()),
        "least_level": int(study.nodes["level"].min()),
        "windows": len(searches),
        "kept": int(promise_kept(searches).sum()),
        "same_nodes": int(searches["same nodes"].sum()),
        "failed": len(nearer),
        "nearer": int(nearer.sum()),
        "window_saved": float(searches["saved"].mean()),
        "window_cost": int((searches["saved"] < 0).sum()),
        "plans": len(values),
        "plan_values": listed(values),
        "best_plan": max(values),
        "plans_kept": sum(study.plans),
        "created": len(put_on_open(ordered)),
        "taken": len(examined(ordered, "sss*")),
        "outside": failing(study.within["sss*"]),
        "outside_newest": failing(study.within["sss*-newest-first"]),
        "lists": len(same),
        "exact_lists": int(same.sum()),
        "perfect_nodes": ordered.n_nodes - 1,
        "perfect_least": int(perfect["ours"].min()),
        "perfect_exact": int((perfect["published"] == perfect["ours"]).sum()),
    }
