"""Compiling ahead does nothing twice."""

import pytest

from gametree import warm


class StartedError(Exception):
    """Processes that compile would have been started."""


@pytest.fixture
def noted(tmp_path, monkeypatch):
    """The file that tells what was compiled last, with no process to compile anything."""

    def start(*arguments, **options):
        raise StartedError

    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(warm, "ProcessPoolExecutor", start)
    return tmp_path / "warm"


def test_nothing_is_compiled_when_nothing_has_changed(noted, capsys):
    noted.write_text(warm.state(), encoding="utf-8")
    warm.main()
    assert capsys.readouterr().out == "All kernels are compiled already.\n"


def test_a_changed_source_is_compiled(noted, tmp_path, monkeypatch):
    noted.write_text(warm.state(), encoding="utf-8")
    (tmp_path / "kernel.py").write_text("changed", encoding="utf-8")
    monkeypatch.setattr(warm, "PACKAGE", tmp_path)
    with pytest.raises(StartedError):
        warm.main()


def test_an_interrupted_compilation_is_not_taken_for_done(noted):
    with pytest.raises(StartedError):
        warm.main()
    assert not noted.exists()


def test_what_takes_checked_arguments_is_given_right_ones():
    assert warm.warm_decisions() and warm.warm_product()
    assert all(warm.warm_chance(method) for method in warm.chance.METHODS)
