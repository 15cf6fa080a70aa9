"""Groups of a host: which one is meant, who owns it, what would be lost."""

from __future__ import annotations

from scorepad.errors.base import ScorepadError
from scorepad.errors.store import StoreUnavailable
from scorepad.words import _, ngettext


class GroupNotFound(ScorepadError):
    """A host keeps no such group."""

    def __init__(self, key: str) -> None:
        super().__init__(_("There is no group {key} here.").format(key=key))


class NotAHost(ScorepadError):
    """The folder of a host would be the one of a laptop's games."""

    def __init__(self, folder: str) -> None:
        text = _(
            "{folder} keeps the games of this computer, so no groups are begun in it. Name another folder (--data)."
        )
        super().__init__(text.format(folder=folder))


class OtherSecret(StoreUnavailable):
    """The groups of a database were begun by a host with another secret; with this one no link would open anything."""

    def __init__(self, where: str, variable: str, place: str) -> None:
        text = _(
            "The groups in {where} were begun by a host with another secret. Put that one into the variable "
            "{variable}, or copy its file to {place}."
        )
        super().__init__(text.format(where=where, variable=variable, place=place))


class NoPostgres(ScorepadError):
    """What speaks with PostgreSQL is not installed."""

    def __init__(self) -> None:
        super().__init__(_("Games in PostgreSQL need one more package: pip install 'scorepad[postgres]'."))


class LastOwner(ScorepadError):
    """The last link of an owner would be taken back."""

    def __init__(self) -> None:
        super().__init__(_("This is the only link to the group. Make another one before you take it back."))


class NoFigures(ScorepadError):
    """What counts for whoever runs a host is not installed."""

    def __init__(self) -> None:
        super().__init__(_("Figures need one more package: pip install 'scorepad[host]'."))


class OneWorker(ScorepadError):
    """This system cannot make copies of a process."""

    def __init__(self) -> None:
        super().__init__(_("On this system a host has one worker and no figures: leave --workers and --figures away."))


class HostOutdated(ScorepadError):
    """A newer Scorepad has taken the groups over."""

    def __init__(self) -> None:
        super().__init__(_("A newer Scorepad has opened a group, so this one has ended. Start the newer one instead."))


class SayWhichGroup(ScorepadError):
    """A folder keeps several groups, or none that is called so."""

    def __init__(self, folder: str, said: str = "") -> None:
        which = _("{folder} keeps groups. Say which one you mean with --group; “scorepad groups” lists them.")
        none = _("There is no group “{group}” in {folder}, or more than one; “scorepad groups” lists them.")
        super().__init__((none if said else which).format(folder=folder, group=said))


class GroupStays(ScorepadError):
    """A group would be thrown away for good, and nobody has said that this is meant."""

    def __init__(self, name: str, games: int) -> None:
        text = ngettext(
            "“{name}” keeps {games} game; with its copies it is gone for good. Say --yes if that is meant.",
            "“{name}” keeps {games} games; with its copies they are gone for good. Say --yes if that is meant.",
            games,
        )
        super().__init__(text.format(name=name, games=games))


class NothingBrought(ScorepadError):
    """A file that somebody brings to a host makes no group; `why` is a sentence."""

    def __init__(self, why: str = "") -> None:
        super().__init__(why or _("There is no game in this file."))


class TooMuchBrought(ScorepadError):
    """A file that somebody brings to a host is more work than whoever plays meanwhile can wait for."""

    def __init__(self) -> None:
        text = _(
            "This is more than a host takes in by a page; nothing was begun. Whoever runs the host can take in the "
            "folder itself, by the command line: {command}."
        )
        super().__init__(text.format(command="scorepad groups take"))
