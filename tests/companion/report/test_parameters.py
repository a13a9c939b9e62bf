"""Parameters that a notebook does not have, or that have another type, are refused before anything runs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.report import ReportError
from companion.report.parameters import Parameter, check, declared, merged, read_overrides, read_profile
from gametree._checks import shown

PARAMETERS = ["parameters"]


def test_the_tagged_cell_gives_names_and_defaults(write_notebook):
    path = write_notebook(
        ([], "other = 1"),
        (PARAMETERS, "# how many\ntrees = 1_000\nshift = -2.5\nsizes = [(3, 6)]\nlimit: int | None = None"),
    )
    found = declared(path)
    assert {name: parameter.default for name, parameter in found.items()} == {
        "trees": 1000,
        "shift": -2.5,
        "sizes": [(3, 6)],
        "limit": None,
    }
    assert found["limit"].accepts(7)
    assert not found["limit"].accepts("seven")


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ([([], "x = 1")], "0 code cells tagged 'parameters'"),
        ([(PARAMETERS, "x = 1"), (PARAMETERS, "y = 1")], "2 code cells tagged 'parameters'"),
        ([(PARAMETERS, "import os")], "only name = literal is allowed"),
        ([(PARAMETERS, "x = y = 1")], "only name = literal is allowed"),
        ([(PARAMETERS, "x = 2 ** 10")], "parameter x is '2 ** 10'; it must be a literal"),
        ([(PARAMETERS, "x = = 1")], "not valid Python"),
    ],
)
def test_a_parameters_cell_that_says_no_types_is_refused(write_notebook, cells, words):
    with pytest.raises(ReportError) as error:
        declared(write_notebook(*cells))
    assert words in str(error.value)
    assert "'sample'" in str(error.value)


def test_an_unknown_name_is_refused_with_the_allowed_names():
    allowed = {"trees": Parameter("trees", 1), "seed": Parameter("seed", 1)}
    with pytest.raises(ReportError) as error:
        check("02_x", allowed, {"treez": 5}, "profiles/quick.toml")
    assert str(error.value) == (
        "profiles/quick.toml: unknown parameter treez = 5 for notebook '02_x'; allowed are: seed, trees; "
        "did you mean 'trees'?"
    )


@pytest.mark.parametrize(
    ("default", "value"),
    [
        (1, "1"),
        (1, 1.0),
        (1, True),
        (True, 1),
        (True, "true"),
        (1.5, "1.5"),
        (1.5, True),
        ("a", 1),
        ("a", ["a"]),
        ([1], 1),
        ([1], ["a"]),
        ([1], [1, True]),
        ([[1, 2]], [1, 2]),
        ([1, "all"], [2.5]),
        ({"a": 1}, [1]),
    ],
)
def test_a_value_of_another_type_is_refused_with_what_is_allowed(default, value):
    with pytest.raises(ReportError) as error:
        check("02_x", {"size": Parameter("size", default)}, {"size": value}, "profiles/quick.toml")
    assert "parameter size of notebook '02_x'" in str(error.value)
    assert shown(value) in str(error.value)
    assert f"allowed is {type(default).__name__} like {default!r}" in str(error.value)


@pytest.mark.parametrize(
    ("default", "value"),
    [(1.5, 2), ([], ["anything", 1]), ([(3, 6)], [[2, 2], [4, 4]]), ([1, "all"], ["all", 3]), (None, None)],
)
def test_what_can_stand_for_the_default_is_accepted(default, value):
    check("02_x", {"size": Parameter("size", default)}, {"size": value}, "profiles/quick.toml")


scalars = st.one_of(st.booleans(), st.integers(), st.floats(allow_nan=False), st.text())


@given(default=scalars, value=scalars)
def test_a_scalar_is_accepted_exactly_when_it_has_the_type_or_is_an_int_for_a_float(default, value):
    same = type(value) is type(default) or (type(default) is float and type(value) is int)
    parameter = Parameter("x", default)
    in_range = isinstance(value, bool | str) or (value >= parameter.least and abs(value) <= parameter.most)
    assert parameter.accepts(value) == (same and in_range)


@pytest.mark.parametrize(
    ("default", "value"),
    [
        (500, -5),
        (500, 0),
        (0, -1),
        (0.01, -0.5),
        (0.01, float("nan")),
        (0.01, float("inf")),
        (500, 10**30),
        (1985, 2**63),
        ([[3, 6]], []),
        ({"small": [[3, 6]]}, {"small": []}),
        ([[3, 6]], [[3]]),
        ([[3, 6]], [[]]),
        ([[3, 6]], [[3, 6, 2]]),
        ({"small": [[3, 6]]}, {"small": [[3]]}),
        ([[3, 6]], [[3, 0]]),
        ({"random": 12}, {"random": -1}),
        ({"random": 12}, {"random": "many"}),
        ({"random": 12}, {"rnadom": 12}),
        ({"random": 12, "games": 3}, {"random": 12}),
    ],
)
def test_a_value_that_makes_no_sense_is_refused_before_the_notebook_runs(default, value):
    with pytest.raises(ReportError, match=r"parameter trees of notebook '02_x' is .*; allowed is .*"):
        check("02_x", {"trees": Parameter("trees", default)}, {"trees": value}, "profiles/quick.toml")


@pytest.mark.parametrize(
    ("name", "default", "value"),
    [("seed", 1985, 0), ("precision", 0.01, 0.0), ("low", -5, -9)],
)
def test_a_value_at_the_end_of_what_makes_sense_is_accepted(name, default, value):
    assert Parameter(name, default).accepts(value)


def test_a_list_may_be_empty_if_its_annotation_says_that_any_list_will_do(write_notebook):
    found = declared(write_notebook((PARAMETERS, "far: list = [[2, 36]]\nnear = [[2, 36]]")))
    assert found["far"].accepts([])
    assert found["far"].accepts([[3, 6]])
    assert not found["far"].accepts([[3]])
    assert not found["near"].accepts([])


@given(st.recursive(scalars, lambda inner: st.lists(inner, min_size=1), max_leaves=8))
def test_every_default_is_itself_accepted(default):
    assert Parameter("x", default).accepts(default)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[03_missing]\n", "section '03_missing' is not a notebook; allowed are: failing, showcase"),
        ("[showcase]\nwidht = 3\n", "unknown parameter widht = 3 for notebook 'showcase'; allowed are:"),
        ("[showcase]\nwidth = '3'\n", "parameter width of notebook 'showcase' is '3' (str); allowed is int"),
        ("[showcase]\nwidth = 1979-05-27\n", "parameter width of notebook 'showcase' is datetime.date"),
        ("showcase = 3\n", "showcase is 3; it must be a section"),
        ("[showcase\n", "is not valid TOML"),
        ("x = " + "[" * 3000, "is not valid TOML"),
        ("[showcase]\nwidth = " + "9" * 5000, "is not valid TOML: Exceeds the limit"),
        (
            "[showcase]\nwidth = 0x" + "f" * 5000,
            "parameter width of notebook 'showcase' is a int (int); allowed is",
        ),
    ],
)
def test_a_profile_is_refused_as_a_whole(make_project, text, words):
    project = make_project("showcase", "failing", paper=text)
    with pytest.raises(ReportError) as error:
        read_profile(project, "paper")
    assert words in str(error.value)
    assert str(error.value).startswith("profiles/paper.toml")


def test_an_unknown_profile_is_refused_with_the_allowed_names(make_project):
    project = make_project("showcase", quick="")
    with pytest.raises(
        ReportError, match=r"profile is 'papper'; allowed are: paper, quick; did you mean 'paper'\?"
    ):
        read_profile(project, "papper")


def test_a_notebook_without_a_section_keeps_its_defaults(make_project):
    project = make_project("showcase", "failing", paper="[showcase]\nwidth = 5\n")
    assert read_profile(project, "paper") == {"failing": {}, "showcase": {"width": 5}}


def test_overrides_are_written_as_in_a_profile_and_bare_words_are_strings():
    words = ["a=1", "b=2.5", "c=true", "d=[[3, 6]]", "e=ours", 'f="7"', "g=x=y"]
    assert read_overrides(["a=" + "9" * 5000]) == {"a": "9" * 5000}  # more digits than a number may have
    expected = {"a": 1, "b": 2.5, "c": True, "d": [[3, 6]], "e": "ours", "f": "7", "g": "x=y"}
    assert read_overrides(words) == expected


def test_nothing_of_an_override_is_dropped_after_a_line_break():
    assert read_overrides(["trees=1\nseed=2"]) == {"trees": "1\nseed=2"}


@pytest.mark.parametrize("word", ["trees", "=3", "a b=3"])
def test_an_override_without_a_name_is_refused(word):
    with pytest.raises(ReportError, match="name=value is allowed"):
        read_overrides([word])


def test_overrides_win_over_the_profile_and_are_checked():
    allowed = {"trees": Parameter("trees", 1)}
    assert merged("02_x", {"trees": 5}, {"trees": 7}, allowed) == {"trees": 7}
    with pytest.raises(ReportError, match="--parameters: unknown parameter seed = 7"):
        merged("02_x", {}, {"seed": 7}, allowed)
