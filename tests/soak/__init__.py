"""Nothing lost, proved by doing harm: short in `make test`, long in `make soak`.

`make soak` runs this folder, what is marked `soak`, property tests, and every file that imports SOAK or `often`.
"""

import os
from typing import Any

import pytest

SOAK = bool(os.environ.get("SCOREPAD_SOAK"))


def often(test: int, soak: int) -> int:
    """How often: in `make test`, and in `make soak`."""
    return soak if SOAK else test


def only_in_soak(*cases: Any) -> list[Any]:
    """Return these cases of a parameter for `make soak` alone."""
    return [pytest.param(case, marks=pytest.mark.soak) for case in cases]
