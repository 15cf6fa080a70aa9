"""Checks of a database on a full disk: `python -m soak.small_database FOLDER`, which is a small disk."""

import contextlib
import os
import sys
from pathlib import Path

from databases import Server, new_group
from stores import AT, append, begin, line

from scorepad.errors import StoreUnavailable
from scorepad.store.postgres import PostgresStore
from scorepad.store.postgres.database import Database

TEXT = os.urandom(4000).hex()  # incompressible


def main(folder: Path) -> None:
    with contextlib.closing(Server(folder)) as server, contextlib.closing(Database(server.address())) as database:
        database.wait = 1.0
        store = PostgresStore(database, new_group(database))
        begin(store)
        filler = folder / "filler"
        left = os.statvfs(folder)
        filler.write_bytes(bytes(left.f_bavail * left.f_frsize - 1_000_000))
        answered, refused = write(store, 2_000)
        assert answered, "there was room for some"
        assert isinstance(refused, StoreUnavailable), refused
        filler.unlink()
        if server.has_ended():
            server.start()
        database.wait = 20.0
        assert [event.id for event in store.load("g")][1:] == answered
        assert append(store, "g", {}, id="more", seen=len(answered) + 1, by="", at=AT, summary=line())
        assert store.verify_all() == []
        print(refused, "after", len(answered))


def write(store: PostgresStore, most: int) -> tuple[list[str], StoreUnavailable | None]:
    """Write until the database refuses; return the ids of the saved events, and the error or None."""
    answered: list[str] = []
    for number in range(1, most):
        try:
            append(store, "g", {"text": TEXT}, id=f"h{number}", seen=number, by="", at=AT, summary=line())
        except StoreUnavailable as error:
            return answered, error
        answered.append(f"h{number}")
    return answered, None


if __name__ == "__main__":
    main(Path(sys.argv[1]))
