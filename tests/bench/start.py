"""How long until a server that was just started answers."""

from __future__ import annotations

import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

TRIES = 2_000


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def program() -> list[str]:
    """The command as it is installed, beside this Python; else the package itself."""
    installed = Path(sys.executable).with_name("scorepad")
    return [str(installed)] if installed.exists() else [sys.executable, "-m", "scorepad"]


def first_answer() -> float:
    """ms from the start of the process to its first page, on a data folder that was used before."""
    with tempfile.TemporaryDirectory() as folder:
        _once(folder)
        return _once(folder)


def _once(folder: str) -> float:
    port = free_port()
    command = [*program(), "--no-open", "--port", str(port), "--data", folder]
    begin = time.perf_counter()
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
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
