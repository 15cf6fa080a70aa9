"""The games' file and its copies: why they cannot be opened, read, written or put back."""

from __future__ import annotations

from scorepad.errors.base import ScorepadError
from scorepad.formats import grouped
from scorepad.words import _, ngettext


class StoreUnavailable(ScorepadError):
    """The store cannot be opened, read or written; what was sent is not kept."""


class StoreFull(StoreUnavailable):
    """The disk is full, or as much of it as this user may fill; nothing was written."""

    def __init__(self) -> None:
        super().__init__(
            _("The disk is full, or your share of it, so nothing was written down. Free some space and try again.")
        )


class TooManyOpen(StoreUnavailable):
    """This process, or the whole computer, has as many files and connections open as it may."""

    def __init__(self) -> None:
        super().__init__(
            _(
                "Too many browsers or files are open at once, so the games' file could not be used. "
                "Wait a moment and try again; if it stays so, start Scorepad again."
            )
        )


class DiskFailed(StoreUnavailable):
    """The disk with the file refuses what should be possible; `said` is its complaint."""

    def __init__(self, path: str, said: str) -> None:
        text = _(
            "The disk with the games' file fails ({said}), so nothing was written down. Is it still connected? "
            "Try again; if it stays so, copy the folder of {path} to another disk and start Scorepad there (--data)."
        )
        super().__init__(text.format(path=path, said=said))


class StoreBusy(StoreUnavailable):
    """Another program has held the file for longer than we wait."""

    def __init__(self) -> None:
        super().__init__(
            _("Another program is holding the games' file, so nothing was written down. Close it there and try again.")
        )


class DatabaseBusy(StoreBusy):
    """Others have written in a database for longer than we wait."""

    def __init__(self, where: str) -> None:
        text = _("Too many write in the database {where} just now, so nothing was written down. Try again in a moment.")
        super(StoreBusy, self).__init__(text.format(where=where))


class DatabaseLost(StoreUnavailable):
    """A database does not answer; `said` is the complaint of whatever lies on the way to it."""

    def __init__(self, where: str, said: str) -> None:
        text = _("The database {where} does not answer ({said}). Try again in a moment.")
        super().__init__(text.format(where=where, said=said))


class AddressUnsafe(StoreUnavailable):
    """A password stands in the address of a database; `where` is the address without it."""

    def __init__(self, where: str) -> None:
        text = _(
            "A password in an address is read by everybody who lists the programs of this machine. Leave it out of "
            "{where}, and say it in the variable PGPASSWORD or in a file that PGPASSFILE names."
        )
        super().__init__(text.format(where=where))


class StoreReadOnly(StoreUnavailable):
    """The file or its folder may not be written or opened."""

    def __init__(self, path: str) -> None:
        text = _("The games' file cannot be opened for writing: {path}. Whose is it, and may its folder be written to?")
        super().__init__(text.format(path=path))


class StoreReplaced(StoreReadOnly):
    """Another file has taken the place of the one that is open; what is written in that one nobody would find."""

    def __init__(self, path: str) -> None:
        text = _("Another games' file has taken the place of the one that was open: {path}. Start Scorepad anew.")
        super(StoreReadOnly, self).__init__(text.format(path=path))


class StoreEmptied(StoreUnavailable):
    """The file is gone, empty or without its tables, and copies in `folder` hold games: it is no new one."""

    def __init__(self, path: str, folder: str) -> None:
        text = _(
            "The games' file is gone or empty: {path}. Copies of your games are left in {folder}: “scorepad restore” "
            "lists them and puts one back; “scorepad begin” begins anew without games and leaves the copies there."
        )
        super().__init__(text.format(path=path, folder=folder))


class StoreMoved(StoreUnavailable):
    """The games went to another place, `where`; nothing more is written here."""

    def __init__(self, folder: str, where: str) -> None:
        text = _("The games of {folder} went to {where}. Open them there; nothing is written here any more.")
        super().__init__(text.format(folder=folder, where=where))


class StoreForeign(StoreUnavailable):
    """The file is a database of another program; nothing was changed in it."""

    def __init__(self, path: str) -> None:
        text = _(
            "{path} is another program’s file, so no games can be kept in it. Name another file or folder (--data)."
        )
        super().__init__(text.format(path=path))


class StoreDamaged(StoreUnavailable):
    """The file is no database, or a broken one."""

    def __init__(self, path: str) -> None:
        text = _("The games' file is damaged: {path}. “scorepad check” tells what is wrong, “scorepad restore” helps.")
        super().__init__(text.format(path=path))


class CopyDamaged(StoreUnavailable):
    """What is to be put back is no copy of games, or not a whole one; nothing was changed."""

    def __init__(self, path: str) -> None:
        text = _("“{path}” is no whole copy of games, so nothing was put back. “scorepad restore” alone lists yours.")
        super().__init__(text.format(path=path))


class BackupWithoutGames(StoreUnavailable):
    """A backup without games would take the place of one that holds some; that one stays."""

    def __init__(self, path: str) -> None:
        text = _("“{path}” holds games and there are none to copy now, so it was left alone. Give another name.")
        super().__init__(text.format(path=path))


class StoreNewer(StoreUnavailable):
    """A later Scorepad has changed the file in ways this one does not know."""

    def __init__(self, path: str) -> None:
        text = _("The games' file was written by a newer Scorepad: {path}. Use that one, or another folder (--data).")
        super().__init__(text.format(path=path))


class TextUnkeepable(StoreUnavailable):
    """A text that no database keeps as it is: NUL is in it, or half a character (a lone surrogate)."""

    def __init__(self) -> None:
        super().__init__(_("There is a character in it that nobody can read, so nothing was written down."))


class NothingKept(ScorepadError):
    """There is no store where one was looked for."""

    def __init__(self, folder: str) -> None:
        super().__init__(_("No games are kept in {folder}.").format(folder=folder))


class GamesAreKept(ScorepadError):
    """Games are where somebody would begin anew without them."""

    def __init__(self, path: str) -> None:
        text = _("Games are kept in {path}, so nothing was begun anew. Say --data FOLDER to begin in another folder.")
        super().__init__(text.format(path=path))


class NotACopy(ScorepadError):
    """What is to be restored is the very file it would replace."""

    def __init__(self, name: str) -> None:
        super().__init__(_("“{name}” is the games’ file itself; restore a copy of it.").format(name=name))


class BackupOntoItself(ScorepadError):
    """A backup would take the place of the very file it copies, or of one that lives beside it."""

    def __init__(self, name: str) -> None:
        super().__init__(
            _("“{name}” is the games’ file itself or belongs to it; give the backup another name.").format(name=name)
        )


class GroupFull(ScorepadError):
    """A group of a host keeps as many games, or as many MB, as the host lets a group keep."""

    def __init__(self, *, games: int = 0, megabytes: int = 0) -> None:
        full = (
            ngettext("This host keeps {count} game for a group", "This host keeps {count} games for a group", games)
            if games
            else ngettext("This host keeps {count} MB for a group", "This host keeps {count} MB for a group", megabytes)
        ).format(count=grouped(games or megabytes))
        text = _(
            "{full}, and yours has them. Nothing was begun, and what goes on can be played to its end. Put old games "
            "into the bin, or take the group home (“Owners of this group”) and begin another."
        )
        super().__init__(text.format(full=full))
