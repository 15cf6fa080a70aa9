"""A Scorepad that is killed, hung and started again under a phone."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from raw_http import ask


class Server:
    """A Scorepad in a process of its own, which can be killed."""

    PROGRAM = (
        "import sys\n"
        "from scorepad.store import open_store\n"
        "from scorepad.web import create_app\n"
        "from scorepad.web.server import starting\n"
        "store = open_store(sys.argv[1])\n"
        "store._connection.wait = float(sys.argv[3])\n"
        "starting.start(create_app(store), port=int(sys.argv[2]), no_open=True, threads=4)\n"
    )

    def __init__(self, folder: Path, patience: float = 8) -> None:
        """`patience`: seconds that it waits for another program that writes, before it says so."""
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self.folder, self.patience = folder, patience
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-c", self.PROGRAM, str(self.folder), str(self.port), str(self.patience)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(200):
            try:
                ask(("127.0.0.1", self.port))
            except OSError:
                assert self.process.poll() is None, "the server has ended by itself"
                time.sleep(0.05)
            else:
                return
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(10)

    def hang(self) -> None:
        """It answers nothing any more, and yet is there."""
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self.process.send_signal(signal.SIGCONT)
