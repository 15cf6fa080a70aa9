"""The groups of a host: a folder each, which is what a laptop has for its one, games, secret and copies.

In the folder of a host lie `groups/<key>/`, a folder a group; `codes/<digest>`, the key of the group that a recovery
code leads back to; `host.secret`, the host's own; `host.db`, what is counted for a while; and `nobody/`, a
group without games for all who ask for one that is not there. What they raise beside what they name: StoreUnavailable
where the disk refuses something.
"""

from __future__ import annotations

import contextlib
import math
import os
import shutil
import time
from collections.abc import Callable, Hashable, Iterator, Mapping
from pathlib import Path

from scorepad.errors import GroupNotFound, StoreUnavailable, not_a_host
from scorepad.store import KEY, SECRET, Store, new_key, open_store
from scorepad.store.sql.engine import Answer, Tally, TallyUnavailable
from scorepad.store.sqlite import SqliteStore, move
from scorepad.store.sqlite.backups import Backups
from scorepad.store.sqlite.driver import FileSql, own_words, sqlite3
from scorepad.store.sqlite.files import secret_beside, went_to

try:
    import fcntl
except ImportError:  # Windows, where there is one worker
    fcntl = None  # type: ignore[assignment]

_FILE = "scorepad.db"
_OWN = "host.db"
_DEMONSTRATION = "demonstration"
"""In the folder of a group that is thrown away after a day; how old the file is tells when."""

_GOING = ".going-"
"""What the folder of a group is called first that is being thrown away: it is none any more at once."""

_COMING, _UNFINISHED = ".coming-", 3600.0
"""And that of one that arrives; after so many seconds nobody is still at it."""


BUSY = 1.0
"""Seconds that a count waits for those of other workers."""


class FolderGroups:
    """The groups in the folders of `where`, which is made where there is none. ScorepadError if it keeps the games of a
    laptop.

    All methods may be called from many threads and programs. What they raise beside what they name: StoreUnavailable
    where something cannot be kept or read.
    """

    at_once = None
    """How many requests of a worker are best run at once, None where more do no harm."""

    def __init__(self, where: Path, environment: Mapping[str, str] = os.environ) -> None:
        if (where / _FILE).exists():
            raise not_a_host(str(where))
        self._groups, self._codes, self._nobody = where / "groups", where / "codes", where / "nobody"
        self.where, self._where, self._environment = str(where), where, environment
        with own_words(where):
            for folder in (where, self._groups, self._codes):
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def create(self, *, demonstration: bool = False) -> str:
        """Begin a group without games; its key. A `demonstration` is thrown away by `sweep`."""
        key = new_key()
        folder = self._groups / key
        with own_words(folder):
            folder.mkdir(mode=0o700)
            if demonstration:
                (folder / _DEMONSTRATION).touch()
        open_store(folder).close()
        return key

    @contextlib.contextmanager
    def arriving(self) -> Iterator[tuple[str, Store]]:
        """A group that is filled before anybody finds it: its key, and its store as long as it is filled. Where that
        fails there is none."""
        key = new_key()
        folder = self._groups / f"{_COMING}{key}"
        try:
            with own_words(folder):
                folder.mkdir(mode=0o700)
            with contextlib.closing(open_store(folder)) as store:
                yield key, store
            with own_words(folder):
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

    def changes(self, stores: Mapping[str, Store]) -> dict[str, tuple[Hashable, int]]:
        """What `which` and the store's `changes` say of each of these open groups, by its key; those that are not there
        any more, or cannot be asked just now, are left out. Cheap enough to ask fifty times a second."""
        found: dict[str, tuple[Hashable, int]] = {}
        for key, store in stores.items():
            which = self.which(key)
            if which is not None:
                with contextlib.suppress(StoreUnavailable):
                    found[key] = which, store.changes()
        return found

    def has_moved(self, key: str) -> bool:
        """Whether the games of a group went elsewhere."""
        return bool(went_to(self._groups / key / _FILE))

    def open(self, key: str) -> Store:
        """The store of a group. GroupNotFound where there is none, StoreMoved where it was given away."""
        if not self.has(key):
            raise GroupNotFound(key)
        return open_store(self._groups / key, made=False)

    def copies(self, key: str) -> Backups:
        """The copies of a group, there or gone, that lie on this machine."""
        return Backups(self._groups / key / _FILE)

    def take(self, file: Path) -> str:
        """Make a group of the games of a laptop, with all that belongs to them; its key. What `move` raises."""
        key = new_key()
        with contextlib.closing(SqliteStore(file, made=False)) as store:
            move(store, self._groups / key / _FILE, f"{self._where.absolute()}, {key}")
        return key

    def give(self, key: str, file: Path) -> None:
        """Let a group go to be that of a laptop, in this file. GroupNotFound; what `move` raises."""
        if not self.has(key):
            raise GroupNotFound(key)
        with contextlib.closing(SqliteStore(self._groups / key / _FILE, made=False)) as store:
            move(store, file, str(file.parent.absolute()))

    def is_demonstration(self, key: str) -> bool:
        """Whether a group is thrown away after a while."""
        return (self._groups / key / _DEMONSTRATION).exists()

    def keys(self) -> list[str]:
        """The keys of all groups, sorted."""
        with own_words(self._groups):
            return sorted(one.name for one in self._groups.iterdir() if KEY.fullmatch(one.name))

    def remove(self, key: str) -> None:
        """Throw a group away for good, with its copies and its recovery code. GroupNotFound where there is none."""
        if not self.has(key):
            raise GroupNotFound(key)
        going = self._groups / f"{_GOING}{key}"
        with own_words(going):
            os.replace(self._groups / key, going)
            for code in self._codes.iterdir():
                if _read(code) == key:
                    code.unlink(missing_ok=True)
        shutil.rmtree(going, ignore_errors=True)  # what is left of it the next sweep takes

    def sweep(self, seconds: float) -> list[str]:
        """Throw away the demonstrations that are older than this, and what is left of groups that went or did not
        arrive; the keys of those that went now."""
        coming = [one for one in self._groups.glob(f"{_COMING}*") if _age(one) > _UNFINISHED]
        for left in (*self._groups.glob(f"{_GOING}*"), *coming):
            shutil.rmtree(left, ignore_errors=True)
        gone = [key for key in self.keys() if _age(self._groups / key / _DEMONSTRATION) > seconds]
        for key in gone:
            with contextlib.suppress(GroupNotFound):  # another program was quicker
                self.remove(key)
        return gone

    def stranger(self) -> Store:
        """A store without games, for who asks for a group that is not there: they are answered as everybody is."""
        return open_store(self._nobody)

    def secret(self) -> bytes:
        """The host's own secret, out of the environment or a file, and never out of a database."""
        said = self._environment.get(SECRET, "").strip()
        return said.encode() if said else secret_beside(self._where / _OWN)

    def tally(self) -> FileTally:
        """What is counted for all workers."""
        return FileTally(self._where / _OWN)

    def upkeep(self) -> FileTurn:
        """Whose turn it is to look after the groups, of all workers."""
        return FileTurn(self._where / "upkeep.lock")

    def is_ready(self) -> bool:
        """Whether groups can be found and begun; none is opened for that."""
        return os.access(self._groups, os.R_OK | os.W_OK | os.X_OK)

    # --- how many games -----------------------------------------------------------------------------

    def written(self) -> dict[str, float]:
        """By the key of each group a number that is another one when it was written to."""
        return {key: self._written(key) for key in self.keys()}

    def _written(self, key: str) -> float:
        """When its files were written to, as the disk has it; 0 where there are none."""
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

    def close(self) -> None:
        """Nothing is open."""

    # --- recovery codes -----------------------------------------------------------------------------

    def keep_code(self, digest: str, key: str) -> None:
        """Let the code of which this is the digest lead to a group."""
        path = self._codes / digest
        with own_words(path), open(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600), "w", encoding="ascii") as file:
            file.write(key)
            file.flush()
            os.fsync(file.fileno())

    def group_of_code(self, digest: str) -> str | None:
        """The key of the group that a code leads to; None where it leads nowhere."""
        return _read(self._codes / digest)

    def drop_code(self, digest: str) -> bool:
        """Let a code lead nowhere any more; whether it led anywhere, which of several who ask one alone is told."""
        with own_words(self._codes):
            try:
                (self._codes / digest).unlink()
            except FileNotFoundError:
                return False
            return True


def _age(path: Path) -> float:
    """Seconds since a file or folder was written to; less than any number where there is none."""
    with contextlib.suppress(OSError):
        return time.time() - path.stat().st_mtime
    return -math.inf


def _read(path: Path) -> str | None:
    try:
        return path.read_text("ascii")
    except (OSError, UnicodeDecodeError):
        return None


class FileTally(Tally):
    """What is counted in the file at `path`, opened for each: it happens seldom, and a copy of this process (fork)
    bears none open."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def _run(self, work: Callable[[FileSql], Answer]) -> Answer:
        try:
            with contextlib.closing(sqlite3.connect(self._path, timeout=BUSY, isolation_level=None)) as sqlite:
                sqlite.execute("PRAGMA synchronous = OFF")
                sqlite.execute("CREATE TABLE IF NOT EXISTS times (what TEXT, who TEXT, at REAL)")
                sqlite.execute("CREATE INDEX IF NOT EXISTS times_of ON times (what, who, at)")
                return work(FileSql(sqlite))
        except sqlite3.OperationalError as error:  # another one has it, a full disk
            raise TallyUnavailable from error
        except sqlite3.DatabaseError as error:  # what a power cut has left of it: the next begins anew
            with contextlib.suppress(OSError):
                self._path.unlink()
            raise TallyUnavailable from error


class FileTurn:
    """A `Turn` (scorepad.store.groups) by a lock on the file at `path`; a copy of this process (fork) asks for
    itself."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._held: int | None = None

    def take(self) -> bool:
        """Nobody's where the file cannot be made."""
        if fcntl is None or self._held is not None:
            return True
        with contextlib.suppress(OSError):
            file = os.open(self._path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                os.close(file)
            else:
                self._held = file
        return self._held is not None

    def leave(self) -> None:
        if self._held is not None:
            os.close(self._held)
            self._held = None
