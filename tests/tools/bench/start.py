"""The time until a newly started server answers."""

import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

from ports import free_port

TRIES = 2_000

Command = Callable[[int], list[str]]
"""Returns the command line for a server on the given port."""


def program() -> list[str]:
    """Return the command installed next to this Python, or a command that runs the package."""
    installed = Path(sys.executable).with_name("scorepad")
    return [str(installed)] if installed.exists() else [sys.executable, "-m", "scorepad"]


def scorepad(folder: str) -> Command:
    """Return the command for the program over this data folder."""
    return lambda port: [*program(), "--no-open", "--port", str(port), "--data", folder]


BARE = """
import sys
import uvicorn
from a2wsgi import WSGIMiddleware
from flask import Flask
app = Flask("bare")
app.add_url_rule("/", view_func=lambda: "")
uvicorn.run(WSGIMiddleware(app), port=int(sys.argv[1]), http="h11", loop="asyncio", ws="none", lifespan="off")
"""


def bare(port: int) -> list[str]:
    """Return the control: a Flask application of one empty page on the same server."""
    return [sys.executable, "-c", BARE, str(port)]


def first_answer(command: Command) -> float:
    """Return ms from the start of the process to its first page."""
    port = free_port()
    begin = time.perf_counter()
    server = subprocess.Popen(command(port), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _try in range(TRIES):
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5) as answer:
                    assert answer.status == 200
                    return (time.perf_counter() - begin) * 1000
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.002)
        raise RuntimeError("the server never answered")
    finally:
        server.terminate()
        server.wait(10)
