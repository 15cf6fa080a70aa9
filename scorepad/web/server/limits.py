"""How many files and connections this process may have."""

from __future__ import annotations

import contextlib

MOST = 1100
"""Connections at once, where the process may open as many files: a room of spectators."""

RESERVED = 256
"""Open files that connections leave for all else: 64 threads with the games' file and its journal, copies, printing."""


FILES_A_GROUP = 6
"""Open files of an open group: its database twice, and what SQLite lays beside it."""

MOST_GROUPS = 256
"""Groups open at once on a host, where the process may open as many files."""


def open_files(wanted: int = MOST + RESERVED) -> int:
    """How many files this process may open, sockets among them; the limit is raised as far as `wanted` and allowed."""
    try:
        import resource
    except ImportError:  # Windows, where select() takes 512 sockets
        return 512
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


def most_groups(files: int) -> int:
    """How many groups a host may have open in a process that may open so many files: half of what is not reserved."""
    return max(1, min(MOST_GROUPS, max(files - RESERVED, files // 2) // 2 // FILES_A_GROUP))


def host_shares() -> tuple[int, int]:
    """How many groups a host may have open, and how many connections there may be beside them."""
    files = open_files(MOST + RESERVED + 2 * FILES_A_GROUP * MOST_GROUPS)
    groups = most_groups(files)
    return groups, most_connections(files - FILES_A_GROUP * groups)


def most_streams(connections: int) -> int:
    """How many of so many connections may follow a page: who asks and who taps have the others."""
    return connections - max(connections // 22, 8)
