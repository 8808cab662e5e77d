"""Finds the numbers: search over a game's data and the weights of its players, certified on fresh luck."""
