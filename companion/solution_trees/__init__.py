"""De Bruin, Pijls and Plaat 1994: SSS* as Alphabeta with a memory, and what a first guess is worth."""
