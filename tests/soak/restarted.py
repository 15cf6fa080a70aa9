"""A server that is killed and restarted on the same socket: `python -m soak.restarted FOLDER`.

It prints its port. For every line of standard input it kills the server with SIGKILL and starts another. The last line
stops it. Imports and the template of a game's page are loaded once, so a start takes no longer than a fork.
"""

import contextlib
import os
import signal
import sys

from compiled import compiled_once

from scorepad.store import open_store
from scorepad.web import create_app
from scorepad.web.server import run_server
from scorepad.web.server.http_server import Server


def main(folder: str) -> None:
    show_a_game(folder)
    listener = run_server.listen("127.0.0.1", 0)
    listener.listen(64)  # clients that connect between two servers wait for the next one
    print(listener.getsockname()[1], flush=True)
    while True:
        server = os.fork()
        if server == 0:
            app = create_app(open_store(folder))
            Server(app, listener, 8).run()
            os._exit(1)
        word = sys.stdin.readline()
        os.kill(server, signal.SIGKILL)
        os.waitpid(server, 0)
        print("killed", flush=True)
        if word != "again\n":
            return


def show_a_game(folder: str) -> None:
    """Render a game's page before the first fork, so that all servers share the compiled template."""
    with contextlib.closing(open_store(folder)) as store:
        page = create_app(store).test_client().get(f"/games/{store.game_ids()[0]}")
    assert page.status_code == 200


if __name__ == "__main__":
    with compiled_once():
        main(sys.argv[1])
