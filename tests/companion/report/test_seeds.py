"""Other seeds: which notebooks run again, and which verdicts change."""

import csv

import pandas as pd
import pytest

from companion.published.tables import TESTS
from companion.report import reproduction
from companion.report.parameters import declared
from companion.report.project import Shelf

HEAD = ["source", "table", "row", "column", "verdict"]


def shelf_with(folder, verdicts):
    place = folder / "results" / "01_a"
    place.mkdir(parents=True)
    with (place / "judged.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(
            [HEAD, *(["s", "t", row, "c", verdict] for row, verdict in verdicts.items())]
        )
    return Shelf(folder, folder / "site")


def test_what_is_not_judged_alike_is_written_down_with_how_often(tmp_path):
    kept = tmp_path / "seeds.csv"
    published = shelf_with(tmp_path / "0", {"a": "agrees", "b": "agrees"})
    others = [
        shelf_with(tmp_path / str(k), {"a": "agrees", "b": "differs" if k == 2 else "agrees"}) for k in (1, 2)
    ]
    assert reproduction.write_flips(kept, published, others) == (2, 1)
    assert (
        kept.read_text(encoding="utf-8")
        == 'source,table,row,column,verdicts\ns,t,b,c,"agrees 2, differs 1"\n'
    )


def test_a_whole_table_that_is_not_judged_alike_is_written_down_with_its_reading(tmp_path):
    kept = tmp_path / "seeds.csv"
    shelves = [shelf_with(tmp_path / str(k), {"a": "agrees"}) for k in range(2)]
    for shelf, p in zip(shelves, (0.5, 0.0002), strict=True):
        whole = {
            "source": "muszycka1985",
            "table": "IX",
            "reading": "chosen",
            "resolution": 0.5,
        } | dict.fromkeys(TESTS, p)
        pd.DataFrame([whole]).to_csv(shelf.results("01_a") / "whole_tables.csv", index=False)
    assert reproduction.write_flips(kept, shelves[0], shelves[1:]) == (2, 1)
    assert (
        kept.read_text(encoding="utf-8").splitlines()[1]
        == 'muszycka1985,IX,whole table,chosen,"agrees 1, differs 1"'
    )


@pytest.mark.parametrize("own", [None, 7])
def test_a_notebook_that_has_a_seed_and_judges_runs_once_per_other_seed(make_project, own):
    project = make_project("showcase", "failing")
    judged = project.shelf("paper").results("showcase") / reproduction.JUDGED
    default = declared(project.notebook("showcase"))["seed"].default
    values = {"showcase": {} if own is None else {"seed": own}, "failing": {}}
    first = default if own is None else own
    assert reproduction.seed_jobs(project, values, "paper", 1) == []
    judged.parent.mkdir(parents=True)
    judged.touch()
    for other in (1, 2):
        (job,) = reproduction.seed_jobs(project, values, "paper", other)
        assert (job.notebook, job.values["seed"]) == ("showcase", first + other)
        assert job.shelf == reproduction.seed_shelf(project, other)
