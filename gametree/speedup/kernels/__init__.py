"""The compiled searches with ordering, transposition table and killers, one per file."""
