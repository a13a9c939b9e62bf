"""Muszycka 1985, Appendix 1: four versions of Scout, where they differ, and listings that can't be meant as printed.

`study` measures, and its `Study` runs every experiment once; `findings` judges, `figures` draws, `prose` has the numbers of
the page's sentences.
"""
