"""Shared compilation of templates and scripts, which are the same in every Scorepad that the tests start."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

from jinja2 import Environment

from scorepad.web.server.own_files import StaticFiles

STATIC = Path(__file__).parent.parent / "static"


@contextlib.contextmanager
def compiled_once() -> Iterator[None]:
    """Compile each template and prepare each static file once, for the first Scorepad that needs it.

    Files in a folder of a test are read as they are.
    """
    known: dict[Any, Any] = {}
    making_ready: Any = StaticFiles._sent
    compiling: Any = Environment.compile

    def compiled(self: Environment, *page: Any, **how: Any) -> Any:
        asked = (*page, *how.items(), self.trim_blocks, *sorted(self.extensions))
        if asked not in known:
            known[asked] = compiling(self, *page, **how)
        return known[asked]

    def sent(self: StaticFiles, name: str) -> bytes:
        asked = (self.folder, name)
        if self.folder != STATIC or asked not in known:
            known[asked] = making_ready(self, name)
        made: bytes = known[asked]
        return made

    with patch.object(Environment, "compile", compiled), patch.object(StaticFiles, "_sent", sent):
        yield
