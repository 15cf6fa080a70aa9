"""The groups of a host, as the rest of the house knows them; each opens as a `Store`. `open_groups` (opening.py) is the
way in.

All methods may be called from many threads and programs. What they raise beside what they name: StoreUnavailable where
something cannot be kept or read.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Hashable, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import date
from pathlib import Path
from typing import NamedTuple, Protocol

from scorepad.store import Store
from scorepad.store.maintenance import Copies
from scorepad.store.records import BackupFile, Restored

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
"""Of a key: small ones only, as some disks take large ones for the same, and none that is taken for another."""

LENGTH = 16
"""Letters of a key: 80 bits, which nobody guesses; what lets somebody in is a link all the same."""

KEY = re.compile(f"[{LETTERS}]{{{LENGTH}}}")

SECRET = "SCOREPAD_SECRET"
"""The variable that holds the host's own secret, where it is not to lie in a file."""


def new_key() -> str:
    """The key of a group that is begun: random."""
    return "".join(secrets.choice(LETTERS) for _letter in range(LENGTH))


class Beside(NamedTuple):
    """Folders of this machine for a host whose groups lie in a database."""

    own: Path
    """For the host's own secret, where it is not said otherwise."""
    copies: Path


class KeptCopies(Copies, Protocol):
    """The copies of a group, to be put back."""

    def copies(self) -> Sequence[BackupFile]:
        """Those that are there, latest first."""

    def restore(self, source: Path, today: date) -> Restored:
        """Put the games of a copy in the place of those that are kept; a group that is gone comes back."""


class Groups(Protocol):
    """What the rest of the house may ask of the groups of a host."""

    @property
    def where(self) -> str:
        """Where they are, as a message may have it."""

    def create(self, *, demonstration: bool = False) -> str:
        """Begin a group without games; its key. A `demonstration` is thrown away by `sweep`."""

    def arriving(self) -> AbstractContextManager[tuple[str, Store]]:
        """A group that is filled before anybody finds it: its key, and its store as long as it is filled. Where that
        fails there is none."""

    def has(self, key: str) -> bool:
        """Whether there is a group of this key."""

    def which(self, key: str) -> Hashable | None:
        """What tells the games of a group from any that were or will be put in their place; None where there are none.
        Cheap enough to ask with every request."""

    def changes(self, stores: Mapping[str, Store]) -> dict[str, tuple[Hashable, int]]:
        """What `which` and the store's `changes` say of each of these open groups, by its key; those that are not there
        any more, or cannot be asked just now, are left out. Cheap enough to ask fifty times a second."""

    def has_moved(self, key: str) -> bool:
        """Whether the games of a group went elsewhere."""

    def open(self, key: str) -> Store:
        """The store of a group. GroupNotFound where there is none, StoreMoved where it was given away."""

    def take(self, file: Path) -> str:
        """Make a group of the games of a laptop, with all that belongs to them; its key. What `move` raises."""

    def give(self, key: str, file: Path) -> None:
        """Let a group go to be that of a laptop, in this file. GroupNotFound; what `move` raises."""

    def keys(self) -> list[str]:
        """The keys of all groups, sorted."""

    def remove(self, key: str) -> None:
        """Throw a group away for good, with its copies and its recovery code. GroupNotFound where there is none."""

    def sweep(self, seconds: float) -> list[str]:
        """Throw away the demonstrations that are older than this, and what is left of groups that went or did not
        arrive; the keys of those that went now."""

    def is_demonstration(self, key: str) -> bool:
        """Whether a group is thrown away after a while."""

    def stranger(self) -> Store:
        """A store without games, for who asks for a group that is not there: they are answered as everybody is."""

    def is_ready(self) -> bool:
        """Whether groups can be found and begun; none is opened for that."""

    def close(self) -> None:
        """Let go of what is open; the stores of groups are closed by then."""

    # --- of the host ----------------------------------------------------------------------------------

    def secret(self) -> bytes:
        """The host's own secret, out of the environment or a file, and never out of a database."""

    def tally(self) -> Tally:
        """What is counted for all workers."""

    def upkeep(self) -> Turn:
        """Whose turn it is to look after the groups, of all workers."""

    @property
    def at_once(self) -> int | None:
        """How many requests of a worker are best run at once, None where more do no harm."""

    # --- copies ---------------------------------------------------------------------------------------

    def copies(self, key: str) -> KeptCopies:
        """The copies of a group, there or gone, that lie on this machine."""

    # --- how many games -------------------------------------------------------------------------------

    def written(self) -> Mapping[str, float]:
        """By the key of each group a number that is another one when it was written to."""

    def number_of_games(self, key: str) -> int:
        """How many games a group has, without opening it as whoever plays does: nothing of it is changed."""

    # --- recovery codes -------------------------------------------------------------------------------

    def keep_code(self, digest: str, key: str) -> None:
        """Let the code of which this is the digest lead to a group."""

    def group_of_code(self, digest: str) -> str | None:
        """The key of the group that a code leads to; None where it leads nowhere."""

    def drop_code(self, digest: str) -> bool:
        """Let a code lead nowhere any more; whether it led anywhere, which of several who ask one alone is told."""


class TallyUnavailable(Exception):
    """Nothing can be counted just now."""


class Tally(Protocol):
    """How often somebody has done something of late, counted for all workers of a host. It may be lost: nobody's game
    is in it. Who somebody is stands in it as the caller writes it, which is not readable. TallyUnavailable."""

    def note(self, what: str, who: str, at: float) -> None:
        """Somebody has done it, at this second of time.time."""

    def latest(self, what: str, who: str, *, number: int, after: float, until: float) -> float | None:
        """When somebody did it for the `number`-th last time between these seconds; None where they have not so
        often."""

    def size(self, what: str) -> int:
        """By how many it is known to have been done."""

    def forget(self, what: str, *, before: float, after: float) -> None:
        """Forget what was done before this second, or after one that is not yet."""


class Turn(Protocol):
    """What one of several programs does for all of them: the first that asks, until it ends, however it ends."""

    def take(self) -> bool:
        """Whether it is this program's."""

    def leave(self) -> None:
        """Let another one have it."""
