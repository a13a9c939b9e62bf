"""Muszycka 1985, chapter 2: six pruning strategies, and what each looks at."""
