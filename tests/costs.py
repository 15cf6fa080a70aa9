"""What something costs, in seconds that are the same on every machine."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

Given = TypeVar("Given")


def cost(do: Callable[[], Given], *, most: float = 1, before: Callable[[], object] = lambda: None) -> Given:
    """What `do` gives, which costs at most that many seconds; `before` is not counted.

    Asked three times where it seems to cost more, for what else a machine does makes it dearer, never cheaper.
    """
    spent: list[float] = []
    while not spent or (spent[-1] >= most and len(spent) < 3):
        before()
        began = time.process_time()
        given = do()
        spent.append(_seconds(time.process_time() - began))
    assert min(spent) < most
    return given


def _seconds(spent: float) -> float:
    """The processor's time as it would be where a million small sums take a thirtieth of a second: a slow or busy
    machine is no excuse and no reproach."""
    began = time.process_time()
    sum(number % 7 for number in range(3_000_000))
    return spent / (time.process_time() - began) / 10
