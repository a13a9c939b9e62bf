"""How much memory a tree may take."""

import resource

import pytest

from gametree import _memory


@pytest.mark.parametrize(
    ("name", "text", "share"),
    [
        ("memory.max", "1000000\n", 500_000),
        ("memory/memory.limit_in_bytes", "1000000\n", 500_000),
        ("memory.max", "max\n", None),
        ("memory.max", f"{2**63}\n", None),
    ],
)
def test_a_tree_may_take_half_of_what_the_container_has(name, text, share, monkeypatch, tmp_path):
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    monkeypatch.setattr(_memory, "CGROUP", tmp_path / "none")
    monkeypatch.setattr(resource, "getrlimit", lambda _: (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    _memory._memory_of_machine.cache_clear()
    of_machine = _memory.available_memory()
    path.write_text(text, encoding="ascii")
    monkeypatch.setattr(_memory, "CGROUP", tmp_path)
    _memory._memory_of_machine.cache_clear()
    try:
        assert _memory.available_memory() == (share or of_machine)
        monkeypatch.setattr(resource, "getrlimit", lambda _: (600_000, resource.RLIM_INFINITY))
        assert _memory.available_memory() == 300_000
    finally:
        _memory._memory_of_machine.cache_clear()
