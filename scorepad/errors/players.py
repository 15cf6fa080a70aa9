"""Who sits at a table, and who at which of several."""

from __future__ import annotations

from scorepad.errors.base import RuleError
from scorepad.words import _, ours


class NotAtTheTable(RuleError):
    def __init__(self, field: str, name: str) -> None:
        super().__init__(field, _("{name} is not at the table.").format(name=name))


class NameMissing(RuleError):
    def __init__(self, field: str) -> None:
        super().__init__(field, _("A player needs a name."))


class NameTooLong(RuleError):
    def __init__(self, field: str, most: int) -> None:
        super().__init__(field, _("A name has at most {most} letters.").format(most=most))


class NameTaken(RuleError):
    def __init__(self, field: str, name: str) -> None:
        text = _("There is already a player called {name}. Add a letter or two.")
        super().__init__(field, text.format(name=name))


class AlreadyThere(RuleError):
    def __init__(self, name: str) -> None:
        super().__init__("player", _("{name} is already at the table.").format(name=name))


class SamePlayer(RuleError):
    def __init__(self) -> None:
        super().__init__("players", _("Choose two different players."))


class LastPlayer(RuleError):
    def __init__(self, name: str) -> None:
        super().__init__("player", _("{name} is the last one at the table. End the game instead.").format(name=name))


class TooManyNames(RuleError):
    def __init__(self, most: int) -> None:
        super().__init__("name", _("{most} people have sat at this table; begin another game.").format(most=most))


class MoreNamesThanPlayers(RuleError):
    def __init__(self, names: int, players: int) -> None:
        text = _("{names} names are too many for {players} players.")
        super().__init__("names", text.format(names=names, players=players))


class WrongPlayerCount(RuleError):
    def __init__(self, field: str, count: int, least: int, most: int, rulebook: str) -> None:
        text = _("{rulebook} is for {least} to {most} players, not {count}.")
        if least == most:
            text = _("{rulebook} is for {least} players, not {count}.")
        super().__init__(field, text.format(rulebook=ours(rulebook), least=least, most=most, count=count))


class NoSuchSplit(RuleError):
    """So many players fill no tables of `least` to `most`, or more than `tables` of them."""

    def __init__(self, count: int, least: int, most: int, tables: int) -> None:
        text = _("{count} players cannot be seated: up to {tables} tables of {least} to {most}, please.")
        if least == most:
            text = _("{count} players cannot be seated: up to {tables} tables of {least}, please.")
        super().__init__("players", text.format(count=count, least=least, most=most, tables=tables))


class FitsAtOneTable(RuleError):
    def __init__(self, count: int) -> None:
        text = _("{count} players fit at one table. Add who is arriving, or another table.")
        super().__init__("players", text.format(count=count))


class TableDoesNotFit(RuleError):
    def __init__(self, letter: str, count: int, least: int, most: int) -> None:
        text = _("Table {letter} would have {count} players; it needs {least} to {most}.")
        if least == most:
            text = _("Table {letter} would have {count} players; it needs {least}.")
        super().__init__("tables", text.format(letter=letter, count=count, least=least, most=most))


class NoSuchTable(RuleError):
    def __init__(self, name: str, letters: str) -> None:
        text = _("Choose a table for {name}: {letters}.")
        super().__init__("tables", text.format(name=name, letters=", ".join(letters)))


class NotADraw(RuleError):
    def __init__(self, count: int) -> None:
        super().__init__("order", _("The draw is not for these {count} players. Draw again.").format(count=count))


class TableNotReady(RuleError):
    """Another table that cannot be taken in; `why` is a sentence."""

    def __init__(self, title: str, why: str) -> None:
        super().__init__("games", f"{title}: {why}")


class OtherPoints(RuleError):
    def __init__(self, title: str) -> None:
        text = _("{table} is counted by other rules or points: its totals do not go with these.")
        super().__init__("games", text.format(table=title))


class HalfTotal(RuleError):
    def __init__(self, name: str, total: str) -> None:
        text = _("{name} stands at {total}, and a new table begins with whole points. Let all begin at 0.")
        super().__init__("restart", text.format(name=name, total=total))
