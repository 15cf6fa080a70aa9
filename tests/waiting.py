"""Waiting until something has happened, and threads that act at the same time."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar


def until(true: Any) -> None:
    """Wait up to 60 s until the function `true` returns a true value."""
    for _moment in range(600):
        if true():
            return
        time.sleep(0.1)
    raise AssertionError("it never happened")


T = TypeVar("T")


def started(act: Callable[[], T]) -> Future[T]:
    """Run a function in a daemon thread; return its future."""
    answer: Future[T] = Future()
    threading.Thread(target=lambda: answer.set_result(act()), daemon=True).start()
    return answer
