"""Sheets of games, the archive of many, and the picture of the standings."""
