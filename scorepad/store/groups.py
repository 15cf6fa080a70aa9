"""The groups of a host: a folder each, which is what a laptop has for its one, games, secret and copies.

In the folder of a host lie `groups/<key>/`, a folder a group; `codes/<digest>`, the key of the group that a recovery
code leads back to; `host.secret`, the host's own; `host.db`, what is counted for a while (tally.py); and `nobody/`, a
group without games for all who ask for one that is not there. What they raise beside what they name: StoreUnavailable
where the disk refuses something.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import shutil
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from scorepad.errors import GroupNotFound, NotAHost
from scorepad.store import Store, open_store
from scorepad.store.secret import secret_beside
from scorepad.store.sqlite.copies import went_to
from scorepad.store.sqlite.driver import sqlite3
from scorepad.store.sqlite.failures import refusal
from scorepad.store.tally import Tally
from scorepad.store.turn import Turn

__all__ = ["KEY", "FolderGroups", "open_groups"]

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
"""Of a key: small ones only, as some disks take large ones for the same, and none that is taken for another."""

LENGTH = 16
"""Letters of a key: 80 bits, which nobody guesses; what lets somebody in is a link all the same."""

KEY = re.compile(f"[{LETTERS}]{{{LENGTH}}}")

SECRET = "SCOREPAD_SECRET"
"""The variable that holds the host's own secret, where it is not to lie in a file beside the groups."""

_FILE = "scorepad.db"
_OWN = "host.db"
_DEMONSTRATION = "demonstration"
"""In the folder of a group that is thrown away after a day; how old the file is tells when."""

_GOING = ".going-"
"""What the folder of a group is called first that is being thrown away: it is none any more at once."""

_COMING, _UNFINISHED = ".coming-", 3600.0
"""And that of one that arrives; after so many seconds nobody is still at it."""


def open_groups(where: str | os.PathLike[str], environment: Mapping[str, str] = os.environ) -> FolderGroups:
    """The groups in a folder, which is made where there is none. NotAHost where it keeps the games of a laptop."""
    return FolderGroups(Path(where).expanduser(), environment)


class FolderGroups:
    """Groups in the folders of `where`. All methods may be called from many threads and programs."""

    def __init__(self, where: Path, environment: Mapping[str, str] = os.environ) -> None:
        if (where / _FILE).exists():
            raise NotAHost(str(where))
        self._groups, self._codes, self._nobody = where / "groups", where / "codes", where / "nobody"
        self._where, self._environment = where, environment
        with _own_words(where):
            for folder in (where, self._groups, self._codes):
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def create(self, *, demonstration: bool = False) -> str:
        """Begin a group without games; its key, which is random. A `demonstration` is thrown away by `sweep`."""
        key = self._new_key()
        folder = self._groups / key
        with _own_words(folder):
            folder.mkdir(mode=0o700)
            if demonstration:
                (folder / _DEMONSTRATION).touch()
        open_store(folder).close()
        return key

    @contextlib.contextmanager
    def arriving(self) -> Iterator[tuple[str, Store]]:
        """A group that is filled before anybody finds it: its key, and its store as long as it is filled. Where that
        fails there is none."""
        key = self._new_key()
        folder = self._groups / f"{_COMING}{key}"
        try:
            with _own_words(folder):
                folder.mkdir(mode=0o700)
            with contextlib.closing(open_store(folder)) as store:
                yield key, store
            with _own_words(folder):
                os.replace(folder, self._groups / key)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def has(self, key: str) -> bool:
        """Whether there is a group of this key."""
        return KEY.fullmatch(key) is not None and (self._groups / key).is_dir()

    def which(self, key: str) -> tuple[int, int] | None:
        """What tells the games of a group from any that were or will be put in their place; None where there are none.
        Cheap enough to ask with every request."""
        try:
            there = os.stat(self._groups / key / _FILE)
        except OSError:
            return None
        return there.st_dev, there.st_ino

    def has_moved(self, key: str) -> bool:
        """Whether the games of a group went elsewhere."""
        return bool(went_to(self._groups / key / _FILE))

    def open(self, key: str) -> Store:
        """The store of a group. GroupNotFound where there is none."""
        if not self.has(key):
            raise GroupNotFound(key)
        return open_store(self._groups / key, made=False)

    def place(self, key: str) -> Path:
        """Where the games of this group lie, or will when a copy of a group that is gone is put back."""
        folder = self._groups / key
        with _own_words(folder):
            folder.mkdir(mode=0o700, exist_ok=True)
        return folder / _FILE

    def take(self, file: Path) -> str:
        """Make a group of the games of a laptop, with all that belongs to them; its key. What `move` raises."""
        from scorepad.store.moving import move
        from scorepad.store.sqlite import SqliteStore  # late, as open_store does

        key = self._new_key()
        with contextlib.closing(SqliteStore(file, made=False)) as store:
            move(store, self._groups / key / _FILE, f"{self._where.absolute()}, {key}")
        return key

    def give(self, key: str, file: Path) -> None:
        """Let a group go to be that of a laptop, in this file. GroupNotFound; what `move` raises."""
        from scorepad.store.moving import move
        from scorepad.store.sqlite import SqliteStore

        if not self.has(key):
            raise GroupNotFound(key)
        with contextlib.closing(SqliteStore(self._groups / key / _FILE, made=False)) as store:
            move(store, file, str(file.parent.absolute()))

    def _new_key(self) -> str:
        return "".join(secrets.choice(LETTERS) for _letter in range(LENGTH))

    def is_demonstration(self, key: str) -> bool:
        """Whether a group is thrown away after a while."""
        return (self._groups / key / _DEMONSTRATION).exists()

    def keys(self) -> list[str]:
        """The keys of all groups, sorted."""
        with _own_words(self._groups):
            return sorted(one.name for one in self._groups.iterdir() if KEY.fullmatch(one.name))

    def remove(self, key: str) -> None:
        """Throw a group away for good, with its copies and its recovery code. GroupNotFound where there is none."""
        if not self.has(key):
            raise GroupNotFound(key)
        going = self._groups / f"{_GOING}{key}"
        with _own_words(going):
            os.replace(self._groups / key, going)
            for code in self._codes.iterdir():
                if _read(code) == key:
                    code.unlink(missing_ok=True)
        shutil.rmtree(going, ignore_errors=True)  # what is left of it the next sweep takes

    def sweep(self, seconds: float) -> list[str]:
        """Throw away the demonstrations that are older than this, and what is left of groups that went or did not
        arrive; the keys of those that went now."""
        for left in (*self._groups.glob(f"{_GOING}*"), *filter(_is_left, self._groups.glob(f"{_COMING}*"))):
            shutil.rmtree(left, ignore_errors=True)
        gone = [key for key in self.keys() if self._is_old(key, seconds)]
        for key in gone:
            with contextlib.suppress(GroupNotFound):  # another program was quicker
                self.remove(key)
        return gone

    def _is_old(self, key: str, seconds: float) -> bool:
        try:
            return time.time() - (self._groups / key / _DEMONSTRATION).stat().st_mtime > seconds
        except OSError:  # it is none
            return False

    def stranger(self) -> Store:
        """A store without games, for who asks for a group that is not there: they are answered as everybody is."""
        return open_store(self._nobody)

    def secret(self) -> bytes:
        """The host's own secret, out of the environment or a file beside the groups, and never out of a database."""
        said = self._environment.get(SECRET, "").strip()
        return said.encode() if said else secret_beside(self._where / _OWN)

    def tally(self) -> Tally:
        """What is counted for all workers."""
        return Tally(self._where / _OWN)

    def upkeep(self) -> Turn:
        """Whose turn it is to look after the groups, of all workers."""
        return Turn(self._where / "upkeep.lock")

    def is_ready(self) -> bool:
        """Whether groups can be found and begun; none is opened for that."""
        return os.access(self._groups, os.R_OK | os.W_OK | os.X_OK)

    # --- how many games -----------------------------------------------------------------------------

    def written(self, key: str) -> float:
        """When the games of a group were written to last, in seconds as the disk has it; 0 where there are none."""
        latest = 0.0
        for name in (_FILE, f"{_FILE}-wal"):
            with contextlib.suppress(OSError):
                latest = max(latest, os.stat(self._groups / key / name).st_mtime)
        return latest

    def number_of_games(self, key: str) -> int:
        """How many games a group has, without opening it as whoever plays does: nothing of it is changed."""
        address = f"{(self._groups / key / _FILE).absolute().as_uri()}?mode=ro"
        try:
            with contextlib.closing(sqlite3.connect(address, uri=True)) as sqlite:
                return int(sqlite.execute("SELECT count(*) FROM games WHERE binned = 0").fetchone()[0])
        except sqlite3.Error:
            return 0

    # --- recovery codes -----------------------------------------------------------------------------

    def keep_code(self, digest: str, key: str) -> None:
        """Let the code of which this is the digest lead to a group."""
        path = self._codes / digest
        with _own_words(path), open(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600), "w", encoding="ascii") as file:
            file.write(key)
            file.flush()
            os.fsync(file.fileno())

    def group_of_code(self, digest: str) -> str | None:
        """The key of the group that a code leads to; None where it leads nowhere."""
        return _read(self._codes / digest)

    def drop_code(self, digest: str) -> bool:
        """Let a code lead nowhere any more; whether it led anywhere, which of several who ask one alone is told."""
        with _own_words(self._codes):
            try:
                (self._codes / digest).unlink()
            except FileNotFoundError:
                return False
            return True


def _is_left(folder: Path) -> bool:
    with contextlib.suppress(OSError):
        return time.time() - folder.stat().st_mtime > _UNFINISHED
    return False


def _read(path: Path) -> str | None:
    try:
        return path.read_text("ascii")
    except (OSError, UnicodeDecodeError):
        return None


@contextlib.contextmanager
def _own_words(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise refusal(error, path) from error
