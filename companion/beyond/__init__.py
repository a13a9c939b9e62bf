"""Chapter 6 and beyond: what the authors asked for and could not do."""
