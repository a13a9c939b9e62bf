"""Muszycka 1985, chapter 2: six pruning strategies, and the nodes that each examines."""
