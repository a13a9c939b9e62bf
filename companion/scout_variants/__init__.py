"""Muszycka 1985, Appendix 1: four versions of Scout, where they part, and which listings can't be meant as printed."""
