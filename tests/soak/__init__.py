"""Tests of durability under faults: short in `make test`, long in `make soak`.

`make soak` runs this folder, tests marked `soak`, property tests, and every file that imports SOAK or `often`.
"""

import os
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

SOAK = bool(os.environ.get("SCOREPAD_SOAK"))


def often(test: int, soak: int) -> int:
    """Return the first number in `make test`, the second in `make soak`."""
    return soak if SOAK else test


def only_in_soak(*cases: Any) -> list[Any]:
    """Return these cases for `make soak` alone; a case of several parameters is a tuple."""
    return [pytest.param(*(case if type(case) is tuple else [case]), marks=pytest.mark.soak) for case in cases if SOAK]


def sampled(cases: Iterable[Any], number: int = 8) -> list[Any]:
    """Return all of these cases; in `make test` only `number` of them."""
    every = [*cases]
    chosen = Random(7).sample(range(len(every)), number)
    return [case for at, one in enumerate(every) for case in ([one] if at in chosen else only_in_soak(one))]
