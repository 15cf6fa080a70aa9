"""A score keeper for exact-bid card games."""

__version__ = "0.2.0"
