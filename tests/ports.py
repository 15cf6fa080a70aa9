"""Ports for servers that are started, killed and started again at the same place."""

from __future__ import annotations

import contextlib
import os
import socket
from itertools import count

_SHARE = 4_000
_FIRST = 10_000 + _SHARE * (int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]) % 5)
_ports = (_FIRST + (os.getpid() + number) % _SHARE for number in count())
"""Below those that the system gives out: between asking for a port and using it, and while a server is away, nobody
else gets it; each worker of the tests has its own."""


def free_port() -> int:
    """A port of loopback that nobody listens at, another one each time."""
    for port in _ports:
        with contextlib.suppress(OSError), socket.socket() as one:
            one.bind(("127.0.0.1", port))
            return port
    raise AssertionError
