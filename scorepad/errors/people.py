"""People over the years: why names cannot be joined or parted."""

from __future__ import annotations

from scorepad.errors.base import RuleError, ScorepadError, shown
from scorepad.words import _, both


class PersonUnknown(ScorepadError):
    """Nobody of this name has played an evening to its end."""

    def __init__(self, name: str) -> None:
        self.name = name
        nobody = _("Nobody called {name} has finished a game here.").format(name=shown(name))
        super().__init__(nobody if name.strip() else _("Write the name of somebody who has finished a game here."))


class AlreadyOne(ScorepadError):
    """Both names are the same person."""

    def __init__(self, name: str, other: str) -> None:
        text = _("{names} are one person already.")
        super().__init__(text.format(names=both([shown(name), shown(other)])))


class PeopleMet(ScorepadError):
    """Both sat at one table, so they are two."""

    def __init__(self, name: str, other: str, evening: str) -> None:
        text = _("{names} sat at one table ({evening}), so they are two people.")
        super().__init__(text.format(names=both([shown(name), shown(other)]), evening=evening))


class NotJoined(ScorepadError):
    """This name stands for itself."""

    def __init__(self, name: str) -> None:
        super().__init__(_("{name} is joined to nobody.").format(name=shown(name)))


class LeagueRefused(RuleError):
    """What was typed for a league does not fit; `field` is from, to, points or best."""


class NameOfAnother(ScorepadError):
    """A person cannot be called as somebody else is."""

    def __init__(self, name: str) -> None:
        text = _("{name} is somebody else here. Join the two names if they are one person.")
        super().__init__(text.format(name=shown(name)))


class TwoOfOne(ScorepadError):
    """Two names of one evening would be one person; `asked` is the one of which to ask who it is."""

    def __init__(self, one: str, other: str, person: str, asked: str) -> None:
        self.asked = asked
        text = _("{names} sat at one table, so they cannot both be {person}.")
        super().__init__(text.format(names=both([shown(one), shown(other)]), person=shown(person)))


class NoEvenings(ScorepadError):
    """No finished game is like what was asked for."""

    def __init__(self) -> None:
        super().__init__(_("No finished game is like this."))


class NotAYearsFile(ScorepadError):
    """A file that Scorepad has not written is not written over."""

    def __init__(self, path: str) -> None:
        text = _("{path} holds something else, so nothing was written. Name another file, or take that one away.")
        super().__init__(text.format(path=path))
