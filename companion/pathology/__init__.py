"""Muszycka 1985, chapter 5: error models, games on boards and the depth of search."""
