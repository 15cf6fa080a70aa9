"""How many files and connections this process may have."""

from __future__ import annotations

import contextlib

MOST = 1100
"""Connections at once, where the process may open as many files: a room of spectators."""

RESERVED = 256
"""Open files that connections leave for all else: 64 threads with the games' file and its journal, copies, printing."""


def open_files() -> int:
    """How many files this process may open, sockets among them; the limit is raised as far as needed and allowed."""
    try:
        import resource
    except ImportError:  # Windows, where select() takes 512 sockets
        return 512
    wanted = MOST + RESERVED
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with contextlib.suppress(OSError, ValueError):  # a system may allow less than it tells
            resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return wanted if soft == resource.RLIM_INFINITY else soft


def most_connections(files: int) -> int:
    """How many connections there may be in a process that may open so many files."""
    return min(MOST, max(files - RESERVED, files // 2))


def most_streams(connections: int) -> int:
    """How many of so many connections may follow a page: who asks and who taps have the others."""
    return connections - max(connections // 22, 8)
