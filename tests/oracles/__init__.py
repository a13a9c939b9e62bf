"""The same things computed another way, slowly and plainly: what the package is tested against."""
