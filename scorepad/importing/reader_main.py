"""The process that reads files of other programs, within limits of the operating system.

For each file it gets a line of JSON and the bytes of the file. It answers with a line of JSON for each game, and an
empty line.
"""

import contextlib
import json
import os
import sys
import time
from collections.abc import Iterator, Mapping
from typing import Any

MOST_SECONDS = 10
"""Maximum seconds of processor time for a file."""

MOST_MEMORY = 280_000_000
"""Maximum bytes of memory of the process. The code of libraries is not counted and takes 20 MB."""

OUT_OF_MEMORY = 3
"""The exit status if the memory is not enough."""

PRIORITY = 10
"""The increment of the niceness, so that requests come first."""


def main() -> None:
    """Answer until the standard input ends."""
    with contextlib.suppress(AttributeError, OSError):
        os.nice(PRIORITY)
    incoming, outgoing = sys.stdin.buffer, sys.stdout.buffer
    for line in iter(incoming.readline, b""):
        job = json.loads(line)
        data = incoming.read(job["size"])
        if data.startswith(b"PK"):  # perhaps a workbook
            import openpyxl.reader.excel  # noqa: F401  before the limits are set
        limit_resources()
        try:
            for text in lines_of_job(job, data):
                outgoing.write(text.encode() + b"\n")
            outgoing.write(b"\n")
            outgoing.flush()
        except MemoryError:
            os._exit(OUT_OF_MEMORY)


def lines_of_job(job: Mapping[str, Any], data: bytes) -> Iterator[str]:
    """Yield a line of JSON for each game of a file."""
    from scorepad.importing.evening_json import lines_of_file
    from scorepad.words import use_language

    with use_language(job["language"]):
        yield from lines_of_file(job["name"], data, job["first"], job["columns"])


def limit_resources() -> None:
    """Limit the memory, and the processor time from now on, if the system can do this."""
    try:
        import resource
    except ImportError:  # Windows
        return
    seconds = int(time.process_time()) + 1 + MOST_SECONDS
    for kind, most in (
        (resource.RLIMIT_CORE, 0), (resource.RLIMIT_DATA, MOST_MEMORY), (resource.RLIMIT_CPU, seconds),
    ):  # fmt: skip
        hard = resource.getrlimit(kind)[1]
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
