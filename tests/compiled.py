"""Pages compiled and scripts shortened once: they are the same in every Scorepad that tests begin."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

from jinja2 import Environment

from scorepad.web.server.own_files import OwnFiles

STATIC = Path(__file__).parent.parent / "static"


@contextlib.contextmanager
def compiled_once() -> Iterator[None]:
    """A page is compiled for the first Scorepad that shows it, a file of ours made ready for the first that sends it;
    files in a folder of a test are read as they are."""
    known: dict[Any, Any] = {}
    making_ready: Any = OwnFiles._sent
    compiling: Any = Environment.compile

    def compiled(self: Environment, *page: Any, **how: Any) -> Any:
        asked = (*page, *how.items(), self.trim_blocks, *sorted(self.extensions))
        if asked not in known:
            known[asked] = compiling(self, *page, **how)
        return known[asked]

    def sent(self: OwnFiles, name: str) -> bytes:
        asked = (self.folder, name)
        if self.folder != STATIC or asked not in known:
            known[asked] = making_ready(self, name)
        made: bytes = known[asked]
        return made

    with patch.object(Environment, "compile", compiled), patch.object(OwnFiles, "_sent", sent):
        yield
