"""What the scorecard amounts to: the headline, the tables under both readings, and the differences by cause."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.published.cases import CASES
from companion.published.cells import CELLS, KEY
from companion.published.claims import COLUMN
from companion.published.scorecard import DAMAGED, SHORT, evidence, reasons, table_verdicts
from companion.published.tables import TESTS, judged_tables

if TYPE_CHECKING:
    import pandas as pd

CAUSES = CELLS.with_name("differences.csv")


def headline(card: pd.DataFrame, tables: pd.DataFrame) -> str:
    """Return what the scorecard amounts to in a few sentences: tables first, then numbers and claims.

    Parameters
    ----------
    card : DataFrame
        The scorecard.
    tables : DataFrame
        The verdicts on whole tables (`companion.published.scorecard.table_verdicts`).
    """
    own = evidence(card)
    numbers, claims = own[own["kind"] == "number"], own[own["kind"] == "claim"]
    trivial, copies = ((card["counted"] == why).sum() for why in ("trivial", "copy"))
    of_tables = tables["outcome"].value_counts()
    of_numbers, of_claims = numbers["verdict"].value_counts(), claims["verdict"].value_counts()
    parts = [
        f"{of_tables.get(outcome, 0)} {words}"
        for outcome, words in (
            ("literally", "came out with the text read word by word"),
            ("under a chosen reading", "under a reading that was chosen with the printed numbers in sight"),
            ("not", "did not come out"),
            ("inconclusive", "left it undecided"),
            ("not computable", "could not be computed from what the source says"),
            ("not yet", "must wait for their notebooks"),
        )
        if of_tables.get(outcome, 0)
    ]
    return (
        f"Of **{len(tables)}** printed tables, {_listed(parts)}. "
        f"They and the text hold **{len(numbers):,}** distinct numbers that could have come out otherwise: "
        f"{_counts(of_numbers)} ({copies:,} more cells repeat one of them, and {trivial:,} are true by definition). "
        f"Of **{len(claims)}** claims in words, {_counts(of_claims)}."
    )


def _counts(counts: pd.Series[int]) -> str:
    words = {
        "exact": "came out to the last digit",
        "agrees": "agree",
        "inconclusive": "are inconclusive",
        "differs": "differ",
        "misprint": "are misprints",
        "scan": "are damaged in the scan",
        "underspecified": "can't be tested as stated",
        "not yet": "wait for their notebooks",
    }
    return _listed([f"**{counts[v]:,}** {word}" for v, word in words.items() if counts.get(v, 0)])


def _listed(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}" if parts else "none"


def tables_side_by_side(card: pd.DataFrame, wholes: pd.DataFrame) -> pd.DataFrame:
    """Return the printed tables, the literal and the chosen reading side by side, as the page shows them."""
    import pandas as pd

    verdicts = table_verdicts(card, wholes)
    judged = judged_tables(wholes) if len(wholes) else wholes
    tests = {(row["source"], str(row["table"]), row["reading"]): row for row in judged.to_dict("records")}
    rows = []
    for row in verdicts.to_dict("records"):
        source, table = str(row["source"]), str(row["table"])
        cells = evidence(card[(card["source"] == source) & (card["table"] == table)])
        shown = {"table": f"{SHORT[source]} {table}", "numbers": len(cells)}
        for reading in ("literal", "chosen"):
            test = tests.get((source, table, reading))
            shown[reading] = row[reading]
            shown[f"z² ({reading})"] = "" if test is None else f"{test['mean_square']:.2f}"
            shown[f"least p ({reading})"] = "" if test is None else _p(test)
        rows.append(shown | {"tried": row["tried"] or ""})
    return pd.DataFrame(rows)


def _p(test: Mapping[Any, Any]) -> str:
    """Return the least corrected p-value of a table, and the test that has it."""
    names = {"mean_square_p": "z²", "sign_p": "sign", "paired_p": "pairs"}
    least = min(TESTS, key=lambda name: _known(test[name]))
    corrected = test["corrected_p"]
    return f"{'< 0.01' if corrected < 0.01 else f'{corrected:.2f}'} ({names[least]})"


def _known(p: float) -> float:
    return 1.0 if p != p else p


class Cause(NamedTuple):
    """Why some printed numbers or claims differ from ours, as far as we know, and what would settle it."""

    cause: str
    settle: str


def causes() -> Mapping[tuple[str, str], Cause]:
    """Return the cause of differences by source and table, from ``data/published/differences.csv``."""
    with CAUSES.open(encoding="utf-8", newline="") as file:
        return {
            (row["source"], table.replace("_", " ")): Cause(row["cause"], row["settle"])
            for row in csv.DictReader(file)
            for table in row["tables"].split(" ")
        }


NO_CAUSE = Cause("no cause known", "an author's program or data")


def by_cause(card: pd.DataFrame) -> pd.DataFrame:
    """Return what differs, gathered by cause, the largest group first."""
    import pandas as pd

    known = causes()
    part = evidence(card)
    part = part[part["verdict"] == "differs"]
    of = [known.get((s, t), NO_CAUSE) for s, t in zip(part["source"], part["table"], strict=True)]
    rows = []
    for both in dict.fromkeys(of):
        group = part[[each == both for each in of]]
        where = [
            f"{SHORT[s]} {t}" for s, t in dict.fromkeys(zip(group["source"], group["table"], strict=True))
        ]
        far = group.sort_values("statistic", key=abs, ascending=False).to_dict("records")[0]
        farthest = f"{far['table']}, {far['row']}" + ("" if far["kind"] == "claim" else f", {far['column']}")
        rows.append((both.cause, len(group), ", ".join(where), farthest, both.settle))
    names = ["cause", "differ", "where", "farthest off", "what would settle it"]
    frame = pd.DataFrame(rows, columns=names)
    return frame.sort_values("differ", ascending=False, kind="stable", ignore_index=True)


def failed_claims(card: pd.DataFrame) -> pd.DataFrame:
    """Return the claims that fail by their criterion, as the page shows them."""
    import pandas as pd

    part = evidence(card)
    part = part[(part["kind"] == "claim") & (part["verdict"] == "differs")]
    return pd.DataFrame(
        {
            "where": part["source"].map(SHORT) + ", p. " + part["page"].astype(str),
            "claim": part["says"],
            "quantifier": part["quantifier"],
            "cases that hold": [
                f"{100 * share:.0f} % of {n:.0f}" for share, n in zip(part["ours"], part["n"], strict=True)
            ],
            "what we found": part["note"],
        }
    )


def corrected(card: pd.DataFrame, verdict: str) -> pd.DataFrame:
    """Return the numbers with a verdict of corrected ones (misprint, scan), as the page shows them."""
    import pandas as pd

    part = evidence(card)
    part = part[part["verdict"] == verdict]
    return pd.DataFrame(
        {
            "where": part["source"].map(SHORT) + " " + part["table"],
            "cell": part["row"] + " " + part["column"],
            "printed": part["published"].map(_number),
            "must be": part["corrected"].map(_number),
            "ours": part["ours"].map(_number),
            "cause": part["cause"].replace({"undecided": "print or scan"}),
            "evidence": part["note"],
        }
    )


def gathered(card: pd.DataFrame, verdict: str) -> pd.DataFrame:
    """Return what has a verdict, gathered by table and reason, as the page shows it."""
    import pandas as pd

    rows = reasons(evidence(card), verdict)
    places = [f"{first} and {len(rest)} more" if rest else first for first, *rest in rows["places"]]
    far = ["" if pd.isna(x) else f"{x:+.3g}" for x in rows["farthest"]]
    return pd.DataFrame(
        {
            "where": rows["source"].map(SHORT) + " " + rows["table"],
            "what": [place.removesuffix(f" {COLUMN}") for place in places],
            "farthest": far,
            "reason": rows["note"],
            "in": rows["notebook"].str[:2],
        }
    )


def evidence_of(card: pd.DataFrame, source: str, table: str, row: str, column: str) -> pd.Series[str]:
    """Return one row of the scorecard, from what was printed to the line that computes it again."""
    key = (source, table, row, column)
    same = [tuple(found) == key for found in card[list(KEY)].itertuples(index=False, name=None)]
    found = card[same].iloc[0].dropna().astype(str)
    return found[found != ""]


def _number(x: float) -> str:
    return "" if x != x else f"{x:.6g}"


NAUS = ("XIX", "XXI", "XXV", "XXVI")
"""The tables of chapter 5 that the thesis takes from Nau."""

OWN = ("XX", "XXII", "XXIII", "XXIV", "XXVII", "XXVIII")
"""Its own tables there."""


def lessons(card: pd.DataFrame, tables: pd.DataFrame) -> list[str]:
    """Return what was learned, in five sentences.

    Parameters
    ----------
    card : DataFrame
        The scorecard.
    tables : DataFrame
        The verdicts on whole tables (`companion.published.scorecard.table_verdicts`).
    """
    own = evidence(card)
    numbers, claims = own[own["kind"] == "number"], own[own["kind"] == "claim"]
    # Two tables of chapter 5 have no scatter with the trees as described, because those always decide right.
    of_games = (numbers["source"] == "muszycka1985") & numbers["table"].isin(OWN)
    fixed = numbers[~(numbers["sd"] > 0) & ~of_games & numbers["verdict"].isin(["exact", "differs"])]
    exact = int((fixed["verdict"] == "exact").sum())
    outcome = {(row["source"], row["table"]): row["outcome"] for row in tables.to_dict("records")}
    sampled = [table for table in (case.table for case in CASES) if table != "X"]
    literal = [t for t in sampled if outcome.get(("muszycka1985", t)) == "literally"]
    chosen = [t for t in sampled if outcome.get(("muszycka1985", t)) == "under a chosen reading"]
    single = numbers[numbers["table"].isin(sampled) & (numbers["source"] == "muszycka1985")]["verdict"]
    fails = claims[claims["verdict"] == "differs"]
    damaged = numbers["verdict"].isin(DAMAGED)
    return [
        f"**What is exact comes out.** Of {len(fixed):,} numbers of theory, enumeration and worked examples "
        f"{exact:,} are equal to the last digit: Knuth and Moore's growth rates, Newborn's expectations, Nau's games on "
        "every board, Zenzel's lists step by step.",
        f"**The trees decide, not the searches.** With trees made as the text says, {_tables(literal)} of the "
        f"{len(sampled)} sampled tables of chapter 3 pass{'es' if len(literal) == 1 else ''} as a whole; with a reading "
        f"chosen in sight of the numbers {_tables(chosen)} more. A single mean of 50 trees decides little: "
        f"{int((single == 'inconclusive').sum()):,} of {len(single):,} could be 10 % off and not show it.",
        f"**Pathology.** Of Nau's four tables {_names(outcome, NAUS, 'under a chosen reading')} agree with ours at a "
        f"sample size fitted to another one; of the thesis' own six {_names(outcome, OWN, 'not')} do not under any "
        "reading. Two can't follow from the trees as described, and two pairs contradict each other at depth 1, where "
        "both rules are the same.",
        f"**Words go further than numbers.** Of {len(claims)} claims {int((claims['verdict'] == 'agrees').sum())} hold "
        f"and {len(fails)} fail, {int((fails['quantifier'] == 'always').sum())} of them stated without exception; "
        "one corollary of Knuth and Moore is refuted by its own constant for degrees 3 to 6, and seven nodes suffice for a "
        "tree on which SSS\\* does not create the fewest.",
        f"**Few errors can be proved.** {int(damaged.sum())} numbers can't be right as we read them; "
        f"{int((numbers['verdict'] == 'misprint').sum())} of these are misprints with a proof, the others may be damage of "
        "the scan.",
    ]


def _tables(names: list[str]) -> str:
    return f"{len(names)} ({', '.join(names)})" if names else "none"


def _names(outcome: Mapping[tuple[str, str], str], tables: tuple[str, ...], which: str) -> str:
    found = [table for table in tables if outcome.get(("muszycka1985", table)) == which]
    return _tables(found)
