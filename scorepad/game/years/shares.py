"""Shares in per cent, and how many cases they need: a share of fewer is not told."""

from __future__ import annotations

FEWEST_EVENINGS = 5
FEWEST_BIDS = 20
FEWEST_ZEROS = 10
FEWEST_TOGETHER = 5


def share(part: float, whole: int, least: int = 1) -> float | None:
    """Per cent with one decimal, a half upwards; None of fewer than `least`. `part` is in halves at the finest."""
    return (1000 * int(2 * part) + whole) // (2 * whole) / 10 if whole >= least else None


def of_bids(made: int, bids: int) -> float | None:
    """The share of bids that were made."""
    return share(made, bids, FEWEST_BIDS)
