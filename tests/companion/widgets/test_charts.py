"""Figures whose state holds all they can show."""

import pytest

from companion.widgets.charts import Curves


def test_a_figure_must_start_with_a_combination_that_exists():
    line = {"at": ["pearl"], "line": "minimax", "x": [1], "y": [0.9]}
    named = {"label": "rules", "names": ["minimax"], "shown": ["minimax"]}
    with pytest.raises(ValueError, match=r"start is \['chess'\]: it must be one of the 1 combinations"):
        Curves(
            title="",
            choices=[{"name": "game"}],
            start=["chess"],
            lines=named,
            x={"label": ""},
            y={},
            series=[line],
        )
