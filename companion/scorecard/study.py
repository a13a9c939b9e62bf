"""Summaries of the scorecard: the headline, the tables under both readings, and the differences by cause."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import SimpleNamespace
from typing import Any, NamedTuple

import pandas as pd
from scipy.special import ndtr

from companion.published.cases import CASES
from companion.published.cells import CELLS, KEY, records
from companion.published.claims import COLUMN
from companion.published.scorecard import (
    DAMAGED,
    FAMILIES,
    OTHERS,
    OUTCOMES,
    SHORT,
    evidence,
    printed,
    read_flips,
    reasons,
    sampled,
    scorecard,
    table_verdicts,
)
from companion.published.tables import BY_NAU, DEPENDENT, LEVEL, SIMULATED, TESTS, judged_tables
from companion.published.verdict import LIMIT, OF_A_MEAN, OF_A_PROBABILITY, POWER, SAYS, VERDICTS
from companion.widgets import listed

CAUSES = CELLS.with_name("differences.csv")


def headline(card: pd.DataFrame, tables: pd.DataFrame) -> str:
    """Return what the scorecard amounts to, as a list in Markdown; `tables` is from `table_verdicts`."""
    own = evidence(card)
    numbers, claims = own[own["kind"] == "number"], own[own["kind"] == "claim"]
    cells = card[card["kind"] == "number"]
    trivial, copies = ((cells["counted"] == why).sum() for why in ("trivial", "copy"))
    held = claims[claims["verdict"] == "agrees"]
    possible = int((held["quantifier"] == "may").sum())
    read_otherwise = int((held["literal_verdict"] == "differs").sum())
    lost = int((numbers["cause"] == "place").sum())
    asides = {"scan": f" ({lost} of them have only lost their place)"} if lost else {}
    of_tables = tables["outcome"].value_counts()
    of_numbers, of_claims = numbers["verdict"].value_counts(), claims["verdict"].value_counts()
    but_one = sum(_fails_by_one_number(numbers, row) for row in tables.to_dict("records"))
    failed = "did not come out" + (f" ({but_one} of them for one number alone)" if but_one else "")
    parts = [
        f"{of_tables.get(outcome, 0)} {words}"
        for outcome, words in (
            ("literally", "came out with the text read word by word"),
            ("under a chosen reading", "under a reading that was chosen with the printed numbers in sight"),
            ("not", failed),
            ("inconclusive", f"could not be decided{_leanings(tables)}"),
            (
                "not judged",
                "cannot be judged, because the source assumes the numbers or does not say what one would need to know",
            ),
            ("not yet", "must wait for a notebook"),
        )
        if of_tables.get(outcome, 0)
    ]
    return (
        f"- **{_count(len(tables), 'printed table', 'printed tables')}**: {listed(parts)}.\n"
        f"- **{_count(len(numbers), 'distinct number', 'distinct numbers')}** in them and in the text that "
        f"{'is' if len(numbers) == 1 else 'are'} not true by definition: "
        f"{_counts(of_numbers, asides)} ({_count(copies, 'more cell repeats', 'more cells repeat')} one of them, and "
        f"{_count(trivial, 'can only be what it is', 'can only be what they are')}).\n"
        f"- **{_count(len(claims), 'claim in words', 'claims in words')}**: {_counts(of_claims)}; of those that agree "
        f"{_count(possible, 'says', 'say')} only that something may happen, and "
        f"{_count(read_otherwise, 'holds', 'hold')} under a chosen reading alone."
    )


def _leanings(tables: pd.DataFrame) -> str:
    """Return how most seeds judge the tables that other seeds leave undecided."""
    undecided = tables[(tables["outcome"] == "inconclusive") & (tables["seeds"] != "")]
    # The most frequent verdict comes first.
    mostly = undecided["seeds"].str.split(n=1).str[0].value_counts()
    parts = [_count(mostly[v], *_WORDS[v]) for v in ("differs", "agrees") if v in mostly]
    return f" ({' and '.join(parts)} under most seeds, not under all)" if parts else ""


def _fails_by_one_number(numbers: pd.DataFrame, table: Mapping[Any, Any]) -> bool:
    """Whether nothing of a table was sampled, and all but one of its numbers that can be read came out."""
    own = numbers[(numbers["source"] == table["source"]) & (numbers["table"] == table["table"])]
    return (
        table["outcome"] == "not" and not (own["sd"] > 0).any() and (own["verdict"] == "differs").sum() == 1
    )


def _count(count: int, one: str, more: str, form: str = "{:,}") -> str:
    """Return a count with the words for one, or for any other number.

    Examples
    --------
    >>> _count(1, "agrees", "agree"), _count(2000, "agrees", "agree")
    ('1 agrees', '2,000 agree')
    """
    return f"{form.format(count)} {one if count == 1 else more}"


_WORDS = SAYS | {
    "exact": ("came out to the last digit", "came out to the last digit"),
    "underspecified": ("can't be tested as stated", "can't be tested as stated"),
    "not yet": ("waits for its notebook", "wait for their notebooks"),
}
"""What is said of one row with a verdict, and of more."""


def _counts(counts: pd.Series[int], asides: Mapping[str, str] | None = None) -> str:
    """Return how many rows have each verdict; an aside follows its own."""
    more = asides or {}
    return listed(
        [
            _count(counts[v], *words, "**{:,}**") + more.get(v, "")
            for v, words in _WORDS.items()
            if counts.get(v, 0)
        ]
    )


def tables_side_by_side(
    card: pd.DataFrame, wholes: pd.DataFrame, flips: Mapping[tuple[str, ...], str]
) -> pd.DataFrame:
    """Return the printed tables, the literal and the chosen reading side by side, as the page shows them."""
    verdicts = table_verdicts(card, wholes, flips)
    judged = judged_tables(wholes, flips)
    tests = {(row["source"], str(row["table"]), row["reading"]): row for row in judged.to_dict("records")}
    rows = []
    for row in verdicts.to_dict("records"):
        source, table = str(row["source"]), str(row["table"])
        cells = evidence(card[(card["source"] == source) & (card["table"] == table)])
        shown = {"table": f"{SHORT[source]}\N{NO-BREAK SPACE}{table}", "numbers": len(cells)}
        for reading in ("literal", "chosen"):
            test = tests.get((source, table, reading))
            seeds = "" if test is None else test["seeds"]
            shown[reading] = f"{row[reading]} ({seeds})" if seeds else row[reading]
            shown[f"z², least p ({reading})"] = (
                "" if test is None else f"{test['mean_square']:,.2f}, {_p(test)}"
            )
        rows.append(shown | {"tried": row["tried"] or ""})
    return pd.DataFrame(rows)


def _p(test: Mapping[Any, Any]) -> str:
    """Return the least corrected p-value of a table, and the test that has it."""
    names = {"mean_square_p": "z²", "sign_p": "sign", "paired_p": "pairs"}
    least = min(TESTS, key=lambda name: _known(test[name]))
    corrected = test["corrected_p"]
    # The least that so many simulated tables can show is a bound, not a value.
    sign = "≤ " if test[least] <= 1 / (SIMULATED + 1) else ""
    return f"{sign}{corrected:.2f} ({names[least]})"


def _known(p: float) -> float:
    return 1.0 if p != p else p


class Cause(NamedTuple):
    """Why some printed numbers or claims differ from ours, as far as we know, and what would settle it."""

    cause: str
    settle: str


def causes() -> Mapping[tuple[str, str, str], Cause]:
    """Return the cause of differences by source, table and row, from ``data/published/differences.csv``.

    An entry without a row is for all rows of its table that have none of their own.
    """
    return {
        (row["source"], table.replace("_", " "), label.replace("_", " ")): Cause(row["cause"], row["settle"])
        for row in records(CAUSES)
        for table in row["tables"].split(" ")
        for label in row["rows"].split(" ")
    }


NO_CAUSE = Cause("no cause known", "an author's program or data")


def by_cause(card: pd.DataFrame) -> pd.DataFrame:
    """Return what differs, gathered by cause, the largest group first."""
    known = causes()
    part = evidence(card)
    part = part[part["verdict"] == "differs"]
    keys = zip(part["source"], part["table"], part["row"], strict=True)
    of = [known.get((s, t, r)) or known.get((s, t, ""), NO_CAUSE) for s, t, r in keys]
    rows = []
    for both in dict.fromkeys(of):
        group = part[[each == both for each in of]]
        where = [
            f"{SHORT[s]} {t}" for s, t in dict.fromkeys(zip(group["source"], group["table"], strict=True))
        ]
        far = group.sort_values("statistic", key=abs, ascending=False).to_dict("records")[0]
        farthest = far["says"] or f"{far['table']}, {far['row']}, {far['column']}"
        rows.append((both.cause, len(group), ", ".join(where), farthest, both.settle))
    names = ["cause", "differ", "where", "farthest off", "what would settle it"]
    frame = pd.DataFrame(rows, columns=names)
    return frame.sort_values("differ", ascending=False, kind="stable", ignore_index=True)


def failed_claims(card: pd.DataFrame) -> pd.DataFrame:
    """Return the claims that fail by their criterion, as the page shows them."""
    part = evidence(card)
    part = part[(part["kind"] == "claim") & (part["verdict"] == "differs")]
    return pd.DataFrame(
        {
            "where": part["source"].map(SHORT) + ", p. " + part["page"].astype(str),
            "claim": part["says"],
            "quantifier": part["quantifier"],
            "cases that hold, or our number": [_outcome(row) for row in part.to_dict("records")],
            "what we found": part["note"],
        }
    )


def _outcome(row: Mapping[Any, Any]) -> str:
    """Return what a claim came to: our number where it names one, else how many of its cases hold."""
    if row["published"] == row["published"]:
        return f"{row['ours']:.4g}, not {row['published']:.4g}"
    cases = round(row["n"])
    held = round(row["ours"] * cases)
    return "it does not hold" if cases == 1 else f"{f'{held:,}' if held else 'none'} of {cases:,} hold"


def corrected(card: pd.DataFrame, verdict: str) -> pd.DataFrame:
    """Return the numbers with a verdict of corrected ones (misprint, scan), as the page shows them."""
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
    rows = reasons(evidence(card), verdict)
    places = [f"{first}, and {len(rest)} more" if rest else first for first, *rest in rows["places"]]
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


def evidence_of(card: pd.DataFrame, source: str, table: str, row: str, column: str) -> pd.DataFrame:
    """Return one row of the scorecard, from what was printed to the line that computes it again."""
    key = (source, table, row, column)
    same = [tuple(found) == key for found in card[list(KEY)].itertuples(index=False, name=None)]
    found = (
        card[same]
        .iloc[0]
        .dropna()
        .map(lambda entry: f"{entry:.7g}" if isinstance(entry, float) else str(entry))
    )
    return found[found != ""].rename("entry").rename_axis("column").reset_index()


def as_frame(headline: str) -> pd.DataFrame:
    """Return the headline as a frame, so that it can be kept among the results."""
    return pd.DataFrame({"headline": [headline]})


def _number(x: float) -> str:
    return "" if x != x else f"{x:.6g}"


OWN = ("XX", "XXII", *DEPENDENT, "XXVII", "XXVIII")
"""The thesis' own tables of chapter 5."""

CERTAIN = (("muszycka1985", "X"), ("knuth1975", "1"), ("nau1983", "I"), ("zenzel1989", "2"))
"""Tables that need no sampling."""

REFUTED = ("km-corollary-4", "cmp-sss-ever", "depth-1-incremental")
"""Claims of which the page says that they fail."""


def lessons(card: pd.DataFrame, tables: pd.DataFrame) -> SimpleNamespace:
    """Return the numbers behind what was learned; `tables` is from `table_verdicts`."""
    own = evidence(card)
    numbers, claims = own[own["kind"] == "number"], own[own["kind"] == "claim"]
    # Two tables of chapter 5 have no scatter with the trees as described, because those always decide right.
    of_games = (numbers["source"] == "muszycka1985") & numbers["table"].isin(OWN)
    fixed = numbers[~(numbers["sd"] > 0) & ~of_games & numbers["verdict"].isin(["exact", "differs"])]
    outcome = {(row["source"], row["table"]): row["outcome"] for row in tables.to_dict("records")}
    sampled = [table for table in (case.table for case in CASES) if table != "X"]
    single = numbers[numbers["table"].isin(sampled) & (numbers["source"] == "muszycka1985")]["verdict"]
    fails = claims[claims["verdict"] == "differs"]
    return SimpleNamespace(
        # Numbers of theory, enumeration and worked examples that are neither damaged nor misprints, without the tables that
        # can't be; and those that came out to the last digit.
        fixed=len(fixed),
        exact=int((fixed["verdict"] == "exact").sum()),
        # Sampled tables of chapter 3; those that pass with the text read word by word, or only as chosen.
        sampled=len(sampled),
        literal=_names(outcome, sampled, "literally"),
        chosen=_names(outcome, sampled, "under a chosen reading"),
        # The single means in them, and those that could be off by what matters and not show it.
        means=len(single),
        unseen=int((single == "inconclusive").sum()),
        # Nau's tables of pathology in the thesis that agree, its own that do not, and those that can't be.
        naus=len(BY_NAU),
        nau=_names(outcome, BY_NAU, "under a chosen reading"),
        owns=len(OWN),
        own=_names(outcome, OWN, "not"),
        own_fail=_own_fail(outcome),
        impossible=len(DEPENDENT),
        # Claims in words: those that hold, that fail, and that fail though stated without exception.
        claims=len(claims),
        held=int((claims["verdict"] == "agrees").sum()),
        failed=len(fails),
        without_exception=int((fails["quantifier"] == "always").sum()),
        # The least tree on which SSS* is beaten, as far as the note on that claim names its nodes.
        beaten=_beaten(claims),
        # Numbers that can't be right as we read them, and those of them that are misprints with a proof; what only has
        # lost its place in the scan can be read.
        damaged=int((numbers["verdict"].isin(DAMAGED) & (numbers["cause"] != "place")).sum()),
        misprints=int((numbers["verdict"] == "misprint").sum()),
    )


def _names(outcome: Mapping[tuple[str, str], str], tables: Collection[str], which: str) -> str:
    found = [
        t for (source, t), o in outcome.items() if source == "muszycka1985" and t in tables and o == which
    ]
    return f"{len(found)} ({', '.join(found)})" if found else "none"


def _own_fail(outcome: Mapping[tuple[str, str], str]) -> str:
    """Return in words how many of the thesis' own tables of pathology fail."""
    found = [table for table in OWN if outcome.get(("muszycka1985", table)) == "not"]
    if not found:
        return f"none of its own {len(OWN)} fails"
    some = f"all {len(OWN)} of its own" if len(found) == len(OWN) else f"{len(found)} of its own {len(OWN)}"
    return f"{some} ({', '.join(found)}) {'fails' if len(found) == 1 else 'fail'}"


def _beaten(claims: pd.DataFrame) -> str:
    """Return in words how large a tree is on which another strategy creates fewer nodes than SSS*."""
    notes = " ".join(claims["note"][claims["row"] == "cmp-sss-ever"])
    nodes = re.search(r"(\d+) nodes suffice", notes)
    return f"a tree of {nodes[1]} nodes" if nodes else "a small tree"


class Rules(NamedTuple):
    """The numbers that the verdicts rest on, as the page states them."""

    limit: float = LIMIT
    mean: float = OF_A_MEAN
    probability: float = OF_A_PROBABILITY
    power: float = POWER
    simulated: int = SIMULATED
    level: float = LEVEL
    beyond: float = 10_000 * 2 * float(ndtr(-LIMIT))
    beyond_two: float = 1 / (2 * float(ndtr(-2)))


@dataclass(frozen=True)
class Study:
    """Everything that the notebooks judged, as one scorecard.

    Parameters
    ----------
    judged, literal, wholes : mapping
        Notebook -> what it saved under that name: its verdicts, the same with the text read word by word, and the tests
        of whole tables.
    """

    judged: Mapping[str, pd.DataFrame]
    literal: Mapping[str, pd.DataFrame]
    wholes: Mapping[str, pd.DataFrame]

    rules = Rules()

    @cached_property
    def flips(self) -> dict[tuple[str, ...], str]:
        """What is not judged alike under all seeds."""
        return read_flips()

    @cached_property
    def other_seeds(self) -> str:
        """What other seeds make of the verdicts, in a sentence.

        Under how many everything was judged is known from what they do not judge alike.
        """
        if not self.flips:
            return "No number, claim or whole table is judged otherwise under another seed."
        seeds = max(sum(map(int, re.findall(r"\d+", verdicts))) for verdicts in self.flips.values())
        rows = _count(len(self.flips), "row", "rows")
        return (
            f"Everything was judged under {seeds} seeds; what they do not judge alike, numbers, claims and whole tables, "
            f"is inconclusive ({rows})."
        )

    @cached_property
    def printed(self) -> pd.DataFrame:
        """Everything that was printed."""
        return printed()

    @cached_property
    def card(self) -> pd.DataFrame:
        """The scorecard."""
        return scorecard(self.printed, self.judged, self.literal, self.flips)

    @cached_property
    def _wholes(self) -> pd.DataFrame:
        return pd.concat(self.wholes.values(), ignore_index=True) if self.wholes else pd.DataFrame()

    @cached_property
    def tables(self) -> pd.DataFrame:
        """The verdicts on whole tables."""
        return table_verdicts(self.card, self._wholes, self.flips)

    @cached_property
    def both_readings(self) -> pd.DataFrame:
        """The printed tables, the literal and the chosen reading side by side."""
        return tables_side_by_side(self.card, self._wholes, self.flips)

    @cached_property
    def headline(self) -> str:
        """What the scorecard amounts to, as a list in Markdown."""
        return headline(self.card, self.tables)

    @cached_property
    def lessons(self) -> SimpleNamespace:
        """The numbers behind what was learned."""
        return lessons(self.card, self.tables)

    @cached_property
    def count(self) -> dict[str, int]:
        """How many rows that are evidence have each verdict."""
        own = evidence(self.card)["verdict"]
        return {verdict: int((own == verdict).sum()) for verdict in VERDICTS}

    @cached_property
    def outcomes(self) -> dict[str, int]:
        """How many tables have each outcome."""
        counts = self.tables["outcome"].value_counts()
        return {name: int(counts.get(name, 0)) for name in OUTCOMES}

    @cached_property
    def families(self) -> dict[str, list[float]]:
        """The distances in standard errors of sampled numbers, by family of tables."""
        found = dict(sampled(self.card).groupby("family")["statistic"].apply(list))
        return {name: found[name] for name in (*FAMILIES, OTHERS) if name in found}

    def check(self) -> None:
        """Raise an AssertionError unless all have judged, ours is no copy, and what is certain came out so."""
        card, points = self.card, sampled(self.card)
        assert set(card["notebook"]) == set(self.judged), "every notebook has judged what is its own"
        assert (card["note"][card["verdict"].isin(DAMAGED)] != "").all(), "a correction needs evidence"
        assert (points["ours"] != points["published"]).mean() > 0.9, "ours is never a copy"
        shares = card[(card["kind"] == "claim") & card["published"].isna() & card["ours"].notna()]["ours"]
        assert shares.between(0, 1).all(), "a claim that names no number has a share of cases"
        outcome = {(row["source"], row["table"]): row["outcome"] for row in self.tables.to_dict("records")}
        assert {outcome[key] for key in CERTAIN} == {"literally"}, "what needs no sampling comes out"
        assert {outcome["muszycka1985", table] for table in DEPENDENT} == {"not"}
        assert set(card["verdict"][card["row"].isin(REFUTED)]) == {"differs"}, (
            "what the page calls refuted is"
        )
