"""Pages compiled once: they are the same in every Scorepad that tests begin."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

from jinja2 import Environment


@contextlib.contextmanager
def compiled_once() -> Iterator[None]:
    """A page is compiled for the first Scorepad that shows it."""
    known: dict[Any, Any] = {}
    compiling: Any = Environment.compile

    def compiled(self: Environment, *page: Any, **how: Any) -> Any:
        asked = (*page, *how.items(), self.trim_blocks, *sorted(self.extensions))
        if asked not in known:
            known[asked] = compiling(self, *page, **how)
        return known[asked]

    with patch.object(Environment, "compile", compiled):
        yield
