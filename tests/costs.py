"""What something costs, in seconds that are the same on every machine."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from functools import _lru_cache_wrapper
from typing import TypeVar

Given = TypeVar("Given")


def cost(do: Callable[[], Given], *, most: float = 1, before: Callable[[], object] = lambda: None) -> Given:
    """What `do` gives, which costs at most that many seconds the first time; `before` is not counted.

    Asked five times where it seems to cost more, for what else a machine does makes it dearer, never cheaper.
    """
    spent: list[float] = []
    while not spent or (spent[-1] >= most and len(spent) < 5):
        before()
        _forget()
        began = time.process_time()
        given = do()
        spent.append(_seconds(time.process_time() - began))
    assert min(spent) < most
    return given


def _forget() -> None:
    """What was read is forgotten, so that it costs again what it costs the first time."""
    for one in gc.get_objects():
        if isinstance(one, _lru_cache_wrapper) and one.__module__.startswith("scorepad"):
            one.cache_clear()


def _seconds(spent: float) -> float:
    """The processor's time as it would be where a million small sums take a thirtieth of a second: a slow or busy
    machine is no excuse and no reproach."""
    began = time.process_time()
    sum(number % 7 for number in range(3_000_000))
    return spent / (time.process_time() - began) / 10
