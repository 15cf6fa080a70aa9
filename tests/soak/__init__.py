"""Nothing lost, proved by doing harm: short in `make test`, long in `make soak`."""

import os

SOAK = bool(os.environ.get("SCOREPAD_SOAK"))


def often(test: int, soak: int) -> int:
    """How often: in `make test`, and in `make soak`."""
    return soak if SOAK else test
