"""Decisions: each function reads a game and returns an event, or raises a RuleError."""
