"""How fast the package is: `python -m bench`."""
