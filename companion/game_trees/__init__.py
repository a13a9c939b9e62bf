"""Muszycka 1985, chapter 1: the specimen tree, and its values under minimax and negamax."""
