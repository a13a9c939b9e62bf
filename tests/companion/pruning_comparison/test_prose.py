"""The numbers that the sentences of notebook 03 name."""

from companion.pruning_comparison import prose
from companion.published.tables import WHOLE


def test_print_has_sss_beaten_in_one_cell():
    assert prose.sss_beaten_in_print() == "once (U(10,3) in Table VIII, 199.98 leaves against 199.86)"


def test_seeds_are_counted_by_their_verdict(monkeypatch):
    key = ("muszycka1985", "XVII", WHOLE, "chosen")
    monkeypatch.setattr(prose, "read_flips", lambda: {key: "differs 9, not yet 2, agrees 1"})
    assert prose.seeds_saying("XVII", "differs") == "9 of 12"
    assert prose.seeds_saying("XVII", "inconclusive") == "0 of 12"
    assert prose.seeds_saying("XVI", "differs") == "all"
