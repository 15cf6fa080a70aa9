"""Ports for servers that are started, killed and restarted at the same port."""

import contextlib
import os
import socket
from itertools import count

_SHARE = 4_000
_FIRST = 10_000 + _SHARE * (int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]) % 5)
_ports = (_FIRST + (os.getpid() + number) % _SHARE for number in count())
"""Ports below the system's ephemeral range, a separate range for each test worker. So no other process takes a port
between choosing and using it, nor while its server is down.
"""


def free_port() -> int:
    """Return a free port on loopback, a different one each time."""
    for port in _ports:
        with contextlib.suppress(OSError), socket.socket() as item:
            item.bind(("127.0.0.1", port))
            return port
    raise AssertionError
