"""Zenzel 1989: alpha-cutoff and AOC* on trees with chance nodes, every printed line and claim."""
