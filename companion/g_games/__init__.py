"""Nau 1983: G-games on every board there is, and when deeper search decides worse."""
