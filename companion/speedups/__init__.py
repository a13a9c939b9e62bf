"""Muszycka 1985, chapter 4: ordering, tables, killers and parallel search, measured and judged."""
