"""Keeping: games as chains of events, and what stands beside them.

`open_store` is the only way in; what it returns is a `Store`. Every write is on the disk when its call returns.
All methods may be called from many threads. StoreUnavailable is raised where something cannot be kept or read,
or where a text holds what no database keeps (NUL, half a character); GameNotFound where there is no game of the
id, GameBinned where a game in the bin would be written or tapped on.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import unquote, urlsplit

from scorepad.errors import StoreUnavailable
from scorepad.store.records import (
    Action,
    Batch,
    Chain,
    DraftField,
    Event,
    Facts,
    Listed,
    Mark,
    Moment,
    NewEvent,
    Pile,
    RuleFileKind,
    State,
    StoredEvent,
    Summary,
)
from scorepad.words import _

__all__ = [
    "BINNED",
    "GROUP_NAME",
    "LINKS_BY",
    "Action",
    "Batch",
    "Chain",
    "DraftField",
    "Event",
    "Facts",
    "Listed",
    "Mark",
    "Moment",
    "NewEvent",
    "Pile",
    "RuleFileKind",
    "State",
    "Store",
    "StoredEvent",
    "Summary",
    "file_of",
    "open_store",
]

BINNED = 30
"""A game lies in the bin for so many days on which Scorepad runs; a clock that jumps is one day."""

GROUP_NAME = "group-name"
"""The setting that keeps what a group on a host is called."""

LINKS_BY = "links-made-by"
"""The setting that tells by which secret the links were made; nobody learns the secret from it."""


class Store(Protocol):
    """What the rest of the house may ask of a store.

    A game's version is the number of its events; `seen` is the version at which something was decided. `id` is an
    event's own, `by` names who wrote it, `at` is when (ISO 8601, UTC).
    """

    # --- the record -------------------------------------------------------------------------------

    def append(
        self,
        game_id: str,
        event: Event,
        *,
        id: str,
        seen: int,
        after: str | None = None,
        by: str,
        at: str,
        summary: Summary,
        facts: Facts | None = None,
        clears_draft: bool = False,
        builds_on: DraftField | None = None,
        author: str = "",
        taps: Sequence[Action] = (),
        restores: int | None = None,
    ) -> int:
        """Add an event decided at version `seen`, whose hash is `after` where that is known; the new version.
        StaleVersion when the game has gone on since, or is another one.

        An `id` already kept means that the event was sent before: answered with its version, nothing written.
        `facts` are kept with it, as `keep_facts` does; where there are none, those of an earlier state stay.
        `clears_draft` empties the draft in the same transaction. `builds_on` is what was tapped when the event was
        decided: DraftChanged when that field of the draft is another by now.

        `author` is the browser's session. `taps` are changes of the draft that came just before the event. `restores`
        is the version of an event that this one undoes: the draft which that one had cleared is put back.
        """

    def append_all(
        self, game_id: str, events: Sequence[NewEvent], *, seen: int, summary: Summary, facts: Facts | None = None
    ) -> int:
        """Add all events or none, decided at version `seen`, and `facts` as `append` does; the new version. An `id` of
        the last one that is already stored means that they were sent before: answered with its version, nothing
        written.

        `seen=0` begins a game with them: ScorepadError when another event began it. StaleVersion when it has gone on.
        """

    def append_together(self, batches: Sequence[Batch]) -> None:
        """Add to several games, begin others: all of it in one write, or nothing. StaleVersion where one has gone on.

        A batch whose last event is kept already was sent before: nothing is written for it again.
        """

    def load(self, game_id: str) -> list[StoredEvent]:
        """The whole record of a game, in order, its hashes verified. RecordDamaged when it is not as it was written."""

    def read(self, game_id: str) -> Chain:
        """The record of a game that may be damaged: what is sound of it, and what is wrong."""

    def mark(self, game_id: str) -> Mark:
        """In which state a game is, by one read: its version, its last hash, and on how many days on which Scorepad ran
        it has lain in the bin: 1 on the first, 0 when it does not."""

    def version(self, game_id: str) -> int:
        """How many events the game has; cheap enough to ask twice a second for every phone."""

    def changes(self) -> int:
        """A number that is another one whenever anybody, here or in another program, has written anything since this
        store was last asked; cheap enough to ask fifty times a second."""

    def moments(self, game_ids: Collection[str]) -> dict[str, Moment]:
        """How each of these games stands, by its id; nothing of a game that is not there. One read, cheap for
        hundreds."""

    def version_of(self, game_id: str, id: str) -> int | None:
        """The version an event made when it was recorded, None when no event bears this id."""

    # --- checking ---------------------------------------------------------------------------------

    def verify(self, game_id: str) -> list[str]:
        """What is wrong in the chain of a game, as sentences; [] when it is whole."""

    def verify_side_tables(self) -> list[str]:
        """What is wrong in the file apart from the chains of games, as sentences: its build, own rule files."""

    def verify_all(self) -> list[str]:
        """What is wrong in the file and in any game, binned ones too, as sentences; [] when all is whole."""

    def spoilt_side_tables(self, *, forget: bool = False) -> list[str]:
        """Which taps, settings and joined names are not as they were kept, as sentences; they count no more. `forget`
        throws them away."""

    # --- the list of games ------------------------------------------------------------------------

    def games(self, pile: Pile, *, limit: int = 50, before: int | None = None, search: str = "") -> list[Listed]:
        """At most `limit` games of a pile, latest played first, behind the one whose `place` is `before`; with `search`
        those only that hold all its words, or words they are parts of, in whatever letters: capital or small, with
        accents or without.

        When a game was played its date tells; where that is none, the day of its last event does."""

    def count(self, pile: Pile) -> int:
        """How many games lie on a pile."""

    def game_ids(self) -> list[str]:
        """Every game, binned ones too, in the order they were begun."""

    def summary(self, game_id: str) -> Summary:
        """The line that lists a game."""

    def rewrite_summary(self, game_id: str, summary: Summary, *, seen: int | None = None) -> None:
        """Put right the line that lists a game; its place in the list is that of its last event.

        A game that only a spoilt bit has put in the bin comes out of it. `seen` is the version that the summary is of:
        StaleVersion when the game has gone on, for then its line was written anew.
        """

    def line_holds(self, game_id: str) -> bool:
        """Whether the line that lists a game, and whether it is binned, are as they were written."""

    def known_names(self, prefix: str = "", *, limit: int = 50) -> list[str]:
        """At most `limit` names of players that begin with `prefix`, in capital or small letters, out of games that are
        not binned: those of most games first, then the latest."""

    def recount_names(self) -> bool:
        """Count the names of players anew from the lines of the list; whether they were miscounted."""

    def mend_search(self) -> bool:
        """Put right what a search goes by, from the lines of the list; whether anything was amiss."""

    def remove_game(self, game_id: str) -> None:
        """Put a game in the bin: it is listed on the pile "binned" alone, and its record stays."""

    def restore_game(self, game_id: str) -> None:
        """Take a game out of the bin."""

    def age_bin(self, most: int) -> None:
        """Count one day more for every game in the bin, and throw away for good what has lain there for more than
        `most` days."""

    # --- drafts: what is tapped for the open hand ---------------------------------------------------

    def draft(self, game_id: str) -> dict[str, Any]:
        """What is tapped: {"hand": its number, "values": {field: value}}; hand 0 and no values when nothing is.

        "by", where anybody has said who they are, is who tapped it: {field: name}; "spoilt", where it is there, is how
        many taps were left out because they are not as they were kept.
        """

    def keep_draft(
        self, game_id: str, hand: int, field: str, value: object | None, *, seen: int | None = None, by: str = ""
    ) -> None:
        """Keep one field ("bid.p1") of the open hand, None to unset it; fields of another hand are dropped.

        `seen` is the version at which that hand was open: StaleVersion when the game has gone on, so that a tap that
        comes late drops no taps of the next hand.
        """

    def change_draft(self, game_id: str, action: Action, *, seen: int, checked: bool = False) -> None:
        """Write the fields of an action into the draft as `keep_draft` does, and note it for Undo.

        `checked`: DraftChanged when a field's value is not the one before, as for a call on those before it.
        StaleVersion when the game has gone on since version `seen`.
        """

    def tapped(self, game_id: str) -> tuple[dict[str, Any], list[Action]]:
        """Return the draft as `draft` does, and the actions of the game in their order, by one read. Actions that the
        disk has changed are left out."""

    # --- own rule files -----------------------------------------------------------------------------

    def rule_files(self, kind: RuleFileKind) -> list[str]:
        """Keys of own schemes or rulebooks, sorted."""

    def rule_file(self, kind: RuleFileKind, key: str) -> str | None:
        """The text of an own rule file; None where there is none of this key."""

    def keep_rule_file(self, kind: RuleFileKind, key: str, text: str) -> None:
        """Keep an own rule file, or replace the one of this key."""

    def keep_new_rule_file(self, kind: RuleFileKind, key: str, text: str) -> str:
        """Keep one more own rule file, under this key or the next that is free (`key_2`); the key it has.

        A text that is kept already, under whatever key, is not kept again: its key is answered.
        """

    def swap_rule_file(self, kind: RuleFileKind, key: str, text: str, *, before: str) -> bool:
        """Put an own rule file in the place of the text `before`; False, and nothing kept, where another stands or
        none."""

    def drop_rule_file(self, kind: RuleFileKind, key: str) -> None:
        """Forget an own rule file; games carry copies of theirs."""

    # --- settings -----------------------------------------------------------------------------------

    def setting(self, name: str) -> str | None:
        """A setting, None when it was never made."""

    def keep_setting(self, name: str, value: str) -> str:
        """Make a setting once: the value that stands, which is the earlier one if somebody was first.

        The name of a setting that belongs to a game ends in a blank and the game's id.
        """

    def swap_setting(self, name: str, old: str | None, new: str) -> bool:
        """Put `new` in the place of the setting `old`, None where it was never made; False, and nothing kept, where
        another stands by now."""

    def drop_setting(self, name: str) -> None:
        """Forget a setting, so that it can be made anew."""

    def drop_setting_beside(self, name: str, prefix: str) -> bool:
        """Forget a setting where another one stays whose name begins with `prefix`; False, and nothing forgotten, where
        none would, whoever else forgets some at this moment."""

    def settings(self) -> dict[str, str]:
        """All settings that are as they were made, by their names, but for those of games that are gone."""

    def settings_sign(self) -> Hashable:
        """What is another one once any setting was made, changed or forgotten. One read."""

    def put_settings(self, settings: Mapping[str, str]) -> None:
        """Replace all settings by these."""

    # --- the years ----------------------------------------------------------------------------------

    def heads(self, pile: Pile, *, latest: int | None = None) -> list[tuple[str, str]]:
        """Every game of a pile, or so many of those played last, with the hash of its last event, earliest played
        first; cheap for thousands of games."""

    def facts(self, of: Sequence[str] | None = None) -> dict[str, Facts]:
        """What is kept of these games, or of all, by their ids; what is not as it was kept is left out."""

    def keep_facts(self, facts: Mapping[str, Facts]) -> None:
        """Keep what these games say, by their ids. It may be thrown away at any time; games that are gone are passed
        over."""

    def joined(self) -> dict[str, str]:
        """Names that are somebody else's too: {folded name: name of the person}."""

    def join(self, name: str, person: str) -> None:
        """Say that a folded name is this person; what was said of it before is forgotten."""

    def part(self, name: str) -> bool:
        """Forget what was said of a folded name; whether anything was."""

    # --- all of it ----------------------------------------------------------------------------------

    def secret(self) -> bytes:
        """256 random bits of these games' own, from which sessions, links and seals of forms are made; in no copy."""

    def size(self) -> int:
        """Bytes that the games take where they are kept, without copies."""

    def again(self) -> Callable[[], Store]:
        """What opens these games once more in another process: it can be pickled."""

    def backup(self, path: Path, *, even_damaged: bool = False) -> None:
        """Write a whole, checked copy to `path`; a file of that name is replaced when the copy is good, not before.

        StoreUnavailable when that file holds games and the copy would hold none; StoreDamaged when the copy is not
        whole. `even_damaged` takes what there is, unchecked, to be looked at later.
        """

    def close(self) -> None:
        """Let go of what is open."""


def open_store(where: str | os.PathLike[str], *, made: bool = True) -> Store:
    """The store in a folder, in a file ending in `.db`, or at a `sqlite:///` address; with `made` it is made where
    there is none, else NothingKept is raised.

    StoreUnavailable when it cannot be opened: StoreNewer when a later Scorepad has written it, StoreEmptied when it is
    gone or empty while copies beside it hold games, StoreForeign where it would be made in another program's file.
    """
    from scorepad.store.sqlite import SqliteStore  # late: sqlite-utils takes longer to import than `--version` may

    return SqliteStore(file_of(os.fspath(where)), made=made)


def file_of(where: str) -> Path:
    """The file that the store at a folder, file or address keeps its games in. StoreUnavailable for an address that is
    not SQLite's, RuntimeError for the home (`~name`) of nobody."""
    address = urlsplit(where)
    if len(address.scheme) > 1 and "://" in where:  # one letter is a Windows drive
        if address.scheme != "sqlite":
            raise StoreUnavailable(_("“{where}” is no SQLite address.").format(where=address.scheme + "://"))
        where = unquote(where.removeprefix("sqlite://").removeprefix("/"))
    path = Path(where).expanduser()
    return path if path.suffix == ".db" else path / "scorepad.db"
