"""Scorepad: a score sheet that knows the rules of exact-bid card games."""

__version__ = "0.2.0"
