"""Errors of the store, its backups, the groups of a host, and of reading, printing and serving."""

from scorepad.errors.base import RuleError, ScorepadError
from scorepad.formats import with_thousands
from scorepad.words import _, ngettext


class StoreUnavailable(ScorepadError):
    """A store that cannot be opened, read or written.

    The change was not saved.
    """


def store_full() -> StoreUnavailable:
    """Return the error for a full disk, or an exhausted quota of the user; nothing was written."""
    return StoreUnavailable(
        _("The disk is full, or your share of it, so nothing was saved. Free some space and try again.")
    )


def too_many_open() -> StoreUnavailable:
    """Return the error for too many open files and connections, of this process or of the computer."""
    return StoreUnavailable(
        _(
            "Too many browsers or files are open at once, so the games could not be read. Wait a moment and "
            "try again. If it happens again, restart Scorepad."
        )
    )


def disk_failed(path: str, reason: str) -> StoreUnavailable:
    """Return the error for a disk that fails; `reason` is the system's message."""
    text = _(
        "The disk with the games fails ({said}), so nothing was saved. Try again, or copy the folder of {path} "
        "to another disk and start Scorepad there (--data)."
    )
    return StoreUnavailable(text.format(path=path, said=reason))


class StoreBusy(StoreUnavailable):
    """A file that another program has locked for longer than the timeout."""

    def __init__(self, message: str = "") -> None:
        text = _("Another program is using the games, so nothing was saved. Close it there and try again.")
        super().__init__(message or text)


def database_busy(where: str) -> StoreBusy:
    """Return the error for a database that others lock for longer than the timeout."""
    text = _("The database {where} is busy, so nothing was saved. Try again in a moment.")
    return StoreBusy(text.format(where=where))


def file_read_only(path: str) -> StoreUnavailable:
    """Return the error for a file or folder that cannot be written or opened."""
    text = _(
        "The file with the games cannot be opened for writing: {path}. Check its owner and the permissions of "
        "its folder."
    )
    return StoreUnavailable(text.format(path=path))


class StoreEmptied(StoreUnavailable):
    """A missing or empty database file, although `folder` has backups with games.

    A file without tables counts as empty. The store is therefore not a new one.
    """

    def __init__(self, path: str, folder: str) -> None:
        text = _(
            "The file with the games is missing or empty: {path}. Backups are in {folder}: “scorepad restore” "
            "restores one; “scorepad begin” starts without games."
        )
        super().__init__(text.format(path=path, folder=folder))


class StoreMoved(StoreUnavailable):
    """A folder whose games moved to `where`; nothing more is written here."""

    def __init__(self, folder: str, where: str) -> None:
        text = _("The games of {folder} moved to {where}. Open them there; nothing is saved here any more.")
        super().__init__(text.format(folder=folder, where=where))


class StoreForeign(StoreUnavailable):
    """A database of another program; it was not changed."""

    def __init__(self, path: str) -> None:
        text = _(
            "{path} belongs to another program, so games cannot be saved in it. Choose another file or folder (--data)."
        )
        super().__init__(text.format(path=path))


class StoreDamaged(StoreUnavailable):
    """A file that is not a database, or is corrupt."""

    def __init__(self, path: str) -> None:
        text = _(
            "The file with the games is damaged: {path}. “scorepad check” shows what is wrong; “scorepad restore” "
            "restores a backup."
        )
        super().__init__(text.format(path=path))


def copy_damaged(path: str) -> StoreUnavailable:
    """Return the error for an invalid or incomplete backup; nothing was changed."""
    text = _(
        "“{path}” is not a complete backup, so nothing was restored. “scorepad restore” without a file lists yours."
    )
    return StoreUnavailable(text.format(path=path))


class StoreNewer(StoreUnavailable):
    """A file that a newer Scorepad has changed in ways that this one does not know."""

    def __init__(self, path: str) -> None:
        text = _(
            "A newer Scorepad wrote the file with the games: {path}. Use that version, or another folder (--data)."
        )
        super().__init__(text.format(path=path))


class NoStore(ScorepadError):
    """A place without a store."""

    def __init__(self, folder: str) -> None:
        super().__init__(_("There are no saved games in {folder}.").format(folder=folder))


def games_exist(path: str) -> ScorepadError:
    """Return the error for existing games, although the command would start without games."""
    text = _("There are saved games in {path}, so nothing was started. Use --data FOLDER to start in another folder.")
    return ScorepadError(text.format(path=path))


class GroupFull(ScorepadError):
    """A group at the host's limit of games or MB."""

    def __init__(self, *, games: int = 0, megabytes: int = 0) -> None:
        full = (
            ngettext(
                "A group can have {count} game on this server", "A group can have {count} games on this server", games
            )
            if games
            else ngettext(
                "A group can have {count} MB on this server", "A group can have {count} MB on this server", megabytes
            )
        ).format(count=with_thousands(games or megabytes))
        text = _(
            "{full}, and yours has reached that. Nothing new was started. Move old games to the trash, or "
            "download the group (“Owners of this group”) and create another."
        )
        super().__init__(text.format(full=full))


class GroupNotFound(ScorepadError):
    """A key that no group of the host has."""

    def __init__(self, key: str) -> None:
        super().__init__(_("There is no group {key} here. “scorepad groups” lists the groups.").format(key=key))


def other_secret(where: str, variable: str, place: str) -> StoreUnavailable:
    """Return the error for a database whose groups belong to a host with another secret.

    No link would work with this host's secret.
    """
    text = _(
        "Another server with another secret created the groups in {where}. Put its secret into the variable "
        "{variable}, or copy its file to {place}."
    )
    return StoreUnavailable(text.format(where=where, variable=variable, place=place))


def host_outdated() -> ScorepadError:
    """Return the error for groups that a newer Scorepad has opened."""
    return ScorepadError(_("A newer Scorepad has opened a group, so this one has stopped. Start the newer one."))


def group_ambiguous(folder: str, text: str = "") -> ScorepadError:
    """Return the error for a folder with several groups, or without one of this name."""
    which = _("{folder} has groups. Choose one with --group; “scorepad groups” lists them.")
    none = _("There is no group “{group}” in {folder}, or more than one. “scorepad groups” lists them.")
    return ScorepadError((none if text else which).format(folder=folder, group=text))


class EmptyImport(ScorepadError):
    """An imported file without a usable group; `why` is a sentence."""

    def __init__(self, why: str = "") -> None:
        super().__init__(why or _("There is no game in this file."))


def nothing_to_print() -> RuleError:
    """Return the error for a print of all games that has no game; a PDF needs at least one page."""
    return RuleError("year", _("There is no game to print. Choose another year, place or game."))


class TooBusy(ScorepadError):
    """Too many concurrent requests for work that takes long; clients must retry later."""


def readers_busy() -> TooBusy:
    """Return the error for too many files that are read at the same time."""
    return TooBusy(_("Other files are being read. Nothing was imported. Try again in a moment."))


def file_unreadable(name: str, reason: str) -> ScorepadError:
    """Return the error for a file that cannot be read."""
    return ScorepadError(_("“{name}” cannot be read: {reason}").format(name=name, reason=reason))


def file_unwritable(name: str, reason: str) -> ScorepadError:
    """Return the error for a file that cannot be written."""
    return ScorepadError(_("“{name}” cannot be written: {reason}").format(name=name, reason=reason))
