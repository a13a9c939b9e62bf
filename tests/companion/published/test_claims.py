"""Claims: the file, the quantifiers, and what turns measurements into a verdict."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.published import claims as cl
from companion.published.claims import Case, Finding, finding, judge_claim
from companion.published.tables import places

HOLDS, FAILS, OPEN = Case(1.0), Case(-1.0), Case(0.1, 1.0)
NOTEBOOK = "09_g_games"


@pytest.mark.parametrize(
    ("quantifier", "cases", "verdict"),
    [
        ("always", [HOLDS, HOLDS], "agrees"),
        ("always", [HOLDS, FAILS], "differs"),
        ("always", [HOLDS, OPEN], "inconclusive"),
        ("always", [OPEN, FAILS], "differs"),
        ("usually", [HOLDS, HOLDS, FAILS], "agrees"),
        ("usually", [HOLDS, FAILS], "differs"),
        ("usually", [HOLDS, OPEN], "inconclusive"),
        ("on average", [Case(3.0), Case(-1.0)], "agrees"),
        ("on average", [Case(1.0), Case(-3.0)], "differs"),
        ("on average", [Case(3.0, 1.0), Case(-1.0, 1.0)], "inconclusive"),
        ("may", [FAILS, HOLDS], "agrees"),
        ("may", [FAILS, FAILS], "inconclusive"),
        ("asymptotically", [FAILS, FAILS, HOLDS, HOLDS], "agrees"),
        ("asymptotically", [HOLDS, HOLDS, FAILS, FAILS], "differs"),
        ("asymptotically", [HOLDS, HOLDS, HOLDS, FAILS], "inconclusive"),
        ("about", [Case(0.01)], "agrees"),
        ("about", [Case(-0.01)], "differs"),
        ("about", [Case(-0.01, 0.1)], "inconclusive"),
        ("assumption", [FAILS], "underspecified"),
        ("suggestion", [HOLDS], "underspecified"),
        ("always", [], "underspecified"),
    ],
)
def test_the_quantifier_decides(quantifier, cases, verdict):
    assert judge_claim(quantifier, cases) == verdict


def test_an_unknown_quantifier_is_refused_with_what_is_allowed():
    with pytest.raises(ValueError, match="quantifier is 'mostly': it must be one of always, usually"):
        judge_claim("mostly", [HOLDS])


def test_a_strict_claim_fails_at_equality():
    assert judge_claim("always", [Case(0.0)]) == "differs"


def test_a_margin_must_be_exceeded():
    assert judge_claim("always", [Case(0.2)], margin=0.1) == "agrees"
    assert judge_claim("always", [Case(0.1)], margin=0.1) == "differs"


@given(st.lists(st.tuples(st.floats(-5, 5), st.floats(0, 2)), min_size=1, max_size=12))
def test_stronger_quantifiers_never_agree_where_weaker_ones_do_not(pairs):
    cases = [Case(*pair) for pair in pairs]
    agrees = {q for q in ("always", "usually", "may") if judge_claim(q, cases) == "agrees"}
    assert agrees in (set(), {"may"}, {"may", "usually"}, {"may", "usually", "always"})


@given(st.lists(st.tuples(st.floats(-5, 5), st.floats(0, 2)), min_size=1, max_size=12))
def test_a_claim_and_its_contrary_never_both_hold(pairs):
    cases, contrary = [Case(e, s) for e, s in pairs], [Case(-e, s) for e, s in pairs]
    for quantifier in ("always", "usually", "on average", "asymptotically"):
        assert {judge_claim(quantifier, cases), judge_claim(quantifier, contrary)} != {"agrees"}


def test_many_cases_ask_for_more_standard_errors_each():
    assert cl.limit(1) == pytest.approx(3.0)
    assert cl.limit(100) > 4.0
    one = Case(3.5, 1.0)
    assert judge_claim("always", [one]) == "agrees"
    assert judge_claim("always", [one] * 100) == "inconclusive"


def test_every_claim_has_a_place_a_quantifier_and_a_criterion():
    claims = cl.all_claims()
    assert len(claims) > 100
    assert {(claim.source, claim.table) for claim in claims.values()} <= set(places())
    assert all(claim.criterion != "to be written" for claim in claims.values())
    assert {claim.quantifier for claim in claims.values()} <= set(cl.QUANTIFIERS)


def test_about_is_said_of_a_number_with_a_margin():
    for claim in cl.all_claims().values():
        if claim.quantifier == "about":
            assert math.isfinite(claim.value)
            assert claim.margin > 0


def test_what_is_known_for_certain_is_a_case_without_error():
    assert finding("c", [True, False, Case(0.5, 0.1)], "").cases == (Case(1.0), Case(-1.0), Case(0.5, 0.1))


def test_a_number_within_the_margin_speaks_for_the_claim_by_the_room_that_is_left():
    claim = cl.all_claims()["ff-best"]
    assert (claim.value, claim.margin) == (0.5, 0.05)
    for ours, room in ((0.5, 0.05), (0.53, 0.02), (0.47, 0.02), (0.57, -0.02), (0.43, -0.02)):
        effect, error = cl.about(claim, ours, 0.01)
        assert (effect, error) == (pytest.approx(room), 0.01)


def all_of(notebook):
    return [finding(name, [True, False], "why") for name in cl.claims_of(notebook)]


def test_findings_come_back_in_the_order_of_the_file_with_the_verdict_of_their_quantifier():
    frame = cl.judged_claims(NOTEBOOK, reversed(all_of(NOTEBOOK)))
    assert frame["row"].tolist() == list(cl.claims_of(NOTEBOOK))
    assert set(frame["column"]) == {"claim"}
    assert set(frame["ours"]) == {0.5}
    for claim, verdict in zip(cl.claims_of(NOTEBOOK).values(), frame["verdict"], strict=True):
        by_quantifier = judge_claim(claim.quantifier, [Case(1.0), Case(-1.0)], claim.margin)
        tested = by_quantifier in ("agrees", "differs")
        assert verdict == ("underspecified" if claim.unsaid and tested else by_quantifier)


def test_what_needs_something_unsaid_is_neither_confirmed_nor_refuted():
    name = next(
        name for name, claim in cl.all_claims().items() if claim.unsaid and claim.quantifier == "always"
    )
    (refuted,) = cl.judged_claim(finding(name, [HOLDS, FAILS], "half")).to_dict("records")
    assert refuted["verdict"] == "underspecified"
    assert refuted["note"] == f"half; it does not hold in ours; not said: {cl.all_claims()[name].unsaid}"
    (held,) = cl.judged_claim(finding(name, [HOLDS, HOLDS], "both")).to_dict("records")
    assert held["verdict"] == "underspecified"
    assert held["note"] == f"both; it holds in ours; not said: {cl.all_claims()[name].unsaid}"
    (unclear,) = cl.judged_claim(finding(name, [Case(1.0, 2.0)], "noise")).to_dict("records")
    assert (unclear["verdict"], unclear["note"]) == ("inconclusive", "noise")


def test_a_row_tells_our_number_the_cases_and_the_one_that_speaks_least_for_the_claim():
    claims = cl.claims_of(NOTEBOOK)
    name = next(name for name, claim in claims.items() if claim.quantifier == "always" and not claim.margin)
    others = [finding(other, (), "not looked at") for other in claims if other != name]
    own = finding(name, [Case(3.0, 0.5), Case(2.0, 0.1), Case(7.0)], "why", ours=11.0)
    rows = cl.judged_claims(NOTEBOOK, [own, *others]).set_index("row")
    row = rows.loc[name]
    assert (row["ours"], row["n"], row["statistic"]) == (11.0, 3, 6.0)
    assert (row["verdict"], row["note"]) == ("agrees", "why")
    assert math.isnan(row["corrected"])
    assert math.isnan(row["sd"])
    rest = rows.drop(name)
    assert rest[["ours", "n", "statistic"]].isna().all(axis=None)
    assert set(rest["verdict"]) == {"underspecified"}


def test_the_statistic_of_a_claim_with_a_margin_is_what_exceeds_it():
    name, claim = next((n, c) for n, c in cl.all_claims().items() if c.margin > 0 and c.quantifier != "about")
    notebook = places()[claim.source, claim.table].notebook
    others = [finding(other, (), "not looked at") for other in cl.claims_of(notebook) if other != name]
    found = finding(name, [Case(claim.margin + 0.5, 0.25), Case(claim.margin + 9.0, 0.25)], "by far")
    row = cl.judged_claims(notebook, [found, *others]).set_index("row").loc[name]
    assert row["statistic"] == pytest.approx(2.0)


def test_the_margin_of_a_claim_about_a_number_is_not_asked_for_twice():
    name, claim = next((n, c) for n, c in cl.all_claims().items() if c.quantifier == "about")
    notebook = places()[claim.source, claim.table].notebook
    others = [finding(other, (), "not looked at") for other in cl.claims_of(notebook) if other != name]
    found = finding(
        name,
        [cl.about(claim, claim.value + 0.5 * claim.margin)],
        "near",
        ours=claim.value + 0.5 * claim.margin,
    )
    row = cl.judged_claims(notebook, [found, *others]).set_index("row").loc[name]
    assert row["verdict"] == "agrees"
    assert row["statistic"] == pytest.approx(0.5 * claim.margin)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda f: f[:-1], "findings lack .*: every claim of 09_g_games needs one"),
        (lambda f: [*f, f[0]], "judged twice"),
        (lambda f: [f[0]._replace(claim="x"), *f[1:]], "claim is 'x': it must be one of"),
        (lambda f: [Finding(f[0].claim, (), ""), *f[1:]], "has neither cases nor a note"),
    ],
)
def test_what_does_not_fit_is_refused(change, message):
    with pytest.raises(ValueError, match=message):
        cl.judged_claims(NOTEBOOK, change(all_of(NOTEBOOK)))


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("a,nobody,4,1,says,,always,how,,,,w", "line 2: source is 'nobody'"),
        ("a,nau1983,4,1,says,,mostly,how,,,,w", "line 2: quantifier is 'mostly'"),
        ("a,nau1983,4,1,says,,always,,,,,w", "line 2: id 'a' must be new, and claim and criterion not empty"),
        ("a,nau1983,4,1,says,,about,how,,,,w", "line 2: a claim about a number needs value and margin"),
    ],
)
def test_a_damaged_file_is_refused_with_file_line_and_problem(tmp_path, row, message):
    path = tmp_path / "claims.csv"
    head = "id,source,table,page,claim,value,quantifier,criterion,margin,trivial,unsaid,words"
    path.write_text(f"{head}\n{row}\n", encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        cl.all_claims(path)
