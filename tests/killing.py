"""Workers of a host that are killed one after the other, as if the system ran out of memory again and again."""

import contextlib
import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random


def children(pid: int) -> list[int]:
    """Return the running child processes of a program, oldest first, as Linux lists them."""
    return [int(part) for part in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@contextlib.contextmanager
def killing(pid: int, luck: Random, pauses: tuple[float, float]) -> Iterator[list[int]]:
    """Kill the older of a program's two workers repeatedly, and yield the killed ones.

    `pauses` are the shortest and longest time in seconds between both being ready and the next kill.
    """
    killed: list[int] = []
    over = threading.Event()

    def go_on() -> None:
        while not over.wait(luck.uniform(*pauses)):
            while len(children(pid)) < 2 and not over.wait(0.01):
                pass
            killed.append(children(pid)[0])
            os.kill(killed[-1], signal.SIGKILL)

    thread = threading.Thread(target=go_on)
    thread.start()
    try:
        yield killed
    finally:
        over.set()
        thread.join()
