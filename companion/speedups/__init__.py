"""Muszycka 1985, chapter 4: ordering, tables, killers and parallel search, measured and judged.

`study` is the place to begin: its `Study` runs every experiment once. What it runs is in `enhancement_study` (one
processor) and `parallel_study` (several); `findings` judges it, `figures` draws it, `prose` has the numbers of the page's
sentences, `widget` lets people play.
"""
