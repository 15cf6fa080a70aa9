"""Costs counted in function calls: the same on every machine, however busy it is."""

import gc
from collections.abc import Callable
from cProfile import Profile
from functools import _lru_cache_wrapper
from typing import TypeVar

Given = TypeVar("Given")


def cost(do: Callable[[], Given], *, most: int, before: Callable[[], object] = lambda: None) -> Given:
    """Return the result of `do`; fail if its first run needs more than `most` function calls.

    Python's built-in functions count too; calls in `before` do not. Two to three million calls take about a second
    when Scorepad computes points. Five to ten million take a second when it parses formulas.
    """
    before()
    _forget()
    counted = Profile(subcalls=False)  # callers are not needed
    counted.enable()
    try:
        given = do()
    finally:
        counted.disable()
    calls = sum(entry.callcount for entry in counted.getstats())
    assert calls <= most, f"{calls:,} calls, {most:,} at most"
    return given


def _forget() -> None:
    """Clear all caches of Scorepad, so that the next call costs as much as the first."""
    for value in gc.get_objects():
        if isinstance(value, _lru_cache_wrapper) and value.__module__.startswith("scorepad"):
            value.cache_clear()
