"""Sheets of other programs: the tables of a file, what their columns mean, and the games in them."""
