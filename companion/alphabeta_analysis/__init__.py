"""Knuth and Moore 1975: critical positions, the flawed proof and its repair, growth, trees too deep to store."""
