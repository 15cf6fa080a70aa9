"""A server that is killed and started again on the same line: `python -m soak.restarted FOLDER`.

Tells its port, then for every line read from standard input kills the server with SIGKILL and starts another, until the
last line: that one stops for good. Everything is imported once, so that a start takes no longer than a fork.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from scorepad.store import open_store
from scorepad.web import create_app
from scorepad.web.server import starting
from scorepad.web.server.connections import Server


def main(folder: str) -> None:
    listener = starting.listen("127.0.0.1", 0)
    listener.listen(64)  # whoever asks while no server is there waits for the next one
    print(listener.getsockname()[1], flush=True)
    while True:
        server = os.fork()
        if server == 0:
            app = create_app(open_store(folder), pages=Path(folder, "pages"))
            Server(app, listener, 8, most_sent=starting.MOST_AT_ALL).run()
            os._exit(1)
        word = sys.stdin.readline()
        os.kill(server, signal.SIGKILL)
        os.waitpid(server, 0)
        print("killed", flush=True)
        if word != "again\n":
            return


if __name__ == "__main__":
    main(sys.argv[1])
