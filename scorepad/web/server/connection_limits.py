"""The number of files and connections that a process may have open."""

import contextlib

MOST = 1100
"""Maximum of concurrent connections, if the process may open enough files. It suits a room of spectators."""

RESERVED = 256
"""Open files not available to connections: 64 threads with database and journal, backups, printing."""

FILES_A_GROUP = 6
"""Open files of an open group: two connections to its database, and SQLite's own files."""

MOST_GROUPS = 256
"""Maximum of groups that a host has open at the same time, if the process may open enough files."""


def open_files(wanted: int = MOST + RESERVED) -> int:
    """Return how many files this process may open, including sockets.

    Increase the limit to `wanted` first, as far as the system allows.
    """
    try:
        import resource
    except ImportError:  # Windows, where select() is limited to 512 sockets
        return 512
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with contextlib.suppress(OSError, ValueError):  # a system may allow less than it reports
            resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return wanted if soft == resource.RLIM_INFINITY else soft


def most_connections(files: int) -> int:
    """Return how many connections a process with this many open files can accept."""
    return min(MOST, max(files - RESERVED, files // 2))


def host_shares() -> tuple[int, int]:
    """Return how many groups a host may have open, and how many connections it may accept in addition.

    Groups get half of the files that are not reserved.
    """
    files = open_files(MOST + RESERVED + 2 * FILES_A_GROUP * MOST_GROUPS)
    groups = max(1, min(MOST_GROUPS, max(files - RESERVED, files // 2) // 2 // FILES_A_GROUP))
    return groups, most_connections(files - FILES_A_GROUP * groups)


def most_streams(connections: int) -> int:
    """Return how many of these connections may be streams; the others are for requests."""
    return connections - max(connections // 22, 8)
