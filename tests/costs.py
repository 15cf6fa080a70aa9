"""What something costs, counted: the same on every machine, however busy it is."""

from __future__ import annotations

import gc
from collections.abc import Callable
from cProfile import Profile
from functools import _lru_cache_wrapper
from typing import TypeVar

Given = TypeVar("Given")


def cost(do: Callable[[], Given], *, most: int, before: Callable[[], object] = lambda: None) -> Given:
    """What `do` gives, which calls at most that many functions the first time, ours and Python's own; what `before`
    calls does not count.

    Two to three million are about a second where points are worked out, five to ten where formulas are looked through.
    """
    before()
    _forget()
    counted = Profile(subcalls=False)  # who called whom is not asked
    counted.enable()
    try:
        given = do()
    finally:
        counted.disable()
    calls = sum(one.callcount for one in counted.getstats())
    assert calls <= most, f"{calls:,} calls, {most:,} at most"
    return given


def _forget() -> None:
    """What was read is forgotten, so that it costs again what it costs the first time."""
    for one in gc.get_objects():
        if isinstance(one, _lru_cache_wrapper) and one.__module__.startswith("scorepad"):
            one.cache_clear()
