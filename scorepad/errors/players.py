"""Players at a table and people in a group: what does not fit."""

from __future__ import annotations

from scorepad.errors.base import RuleError, ScorepadError, shown
from scorepad.words import _, both, ours


def not_at_the_table(field: str, name: str) -> RuleError:
    return RuleError(field, _("{name} is not at the table.").format(name=name))


def name_missing(field: str) -> RuleError:
    return RuleError(field, _("A player needs a name."))


def name_taken(field: str, name: str) -> RuleError:
    text = _("There is already a player called {name}. Add a letter or two.")
    return RuleError(field, text.format(name=name))


def same_player() -> RuleError:
    return RuleError("players", _("Choose two different players."))


def last_player(name: str) -> RuleError:
    return RuleError("player", _("{name} is the last one at the table. End the game instead.").format(name=name))


def too_many_names(most: int) -> RuleError:
    return RuleError("name", _("{most} people have sat at this table; begin another game.").format(most=most))


def more_names_than_players(names: int, players: int) -> RuleError:
    text = _("{names} names are too many for {players} players.")
    return RuleError("names", text.format(names=names, players=players))


def wrong_player_count(field: str, count: int, least: int, most: int, rulebook: str) -> RuleError:
    text = _("{rulebook} is for {least} to {most} players, not {count}.")
    if least == most:
        text = _("{rulebook} is for {least} players, not {count}.")
    return RuleError(field, text.format(rulebook=ours(rulebook), least=least, most=most, count=count))


def no_such_split(count: int, least: int, most: int, tables: int) -> RuleError:
    """So many players fill no tables of `least` to `most`, or more than `tables` of them."""
    text = _("{count} players cannot be seated: up to {tables} tables of {least} to {most}, please.")
    if least == most:
        text = _("{count} players cannot be seated: up to {tables} tables of {least}, please.")
    return RuleError("players", text.format(count=count, least=least, most=most, tables=tables))


def fits_at_one_table(count: int) -> RuleError:
    text = _("{count} players fit at one table. Add who is arriving, or another table.")
    return RuleError("players", text.format(count=count))


def table_does_not_fit(letter: str, count: int, least: int, most: int) -> RuleError:
    text = _("Table {letter} would have {count} players; it needs {least} to {most}.")
    if least == most:
        text = _("Table {letter} would have {count} players; it needs {least}.")
    return RuleError("tables", text.format(letter=letter, count=count, least=least, most=most))


def no_such_table(name: str, letters: str) -> RuleError:
    text = _("Choose a table for {name}: {letters}.")
    return RuleError("tables", text.format(name=name, letters=", ".join(letters)))


def not_a_draw(count: int) -> RuleError:
    return RuleError("order", _("The draw is not for these {count} players. Draw again.").format(count=count))


def other_points(title: str) -> RuleError:
    text = _("{table} is counted by other rules or points: its totals do not go with these.")
    return RuleError("games", text.format(table=title))


def half_total(name: str, total: str) -> RuleError:
    text = _("{name} stands at {total}, and a new table begins with whole points. Let all begin at 0.")
    return RuleError("restart", text.format(name=name, total=total))


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


def people_met(name: str, other: str, evening: str) -> ScorepadError:
    """Both sat at one table, so they are two."""
    text = _("{names} sat at one table ({evening}), so they are two people.")
    return ScorepadError(text.format(names=both([shown(name), shown(other)]), evening=evening))


class LeagueRefused(RuleError):
    """What was typed for a league does not fit; `field` is from, to, points or best."""


def name_of_another(name: str) -> ScorepadError:
    """A person cannot be called as somebody else is."""
    text = _("{name} is somebody else here. Join the two names if they are one person.")
    return ScorepadError(text.format(name=shown(name)))


class TwoOfOne(ScorepadError):
    """Two names of one evening would be one person; `asked` is the one of which to ask who it is."""

    def __init__(self, one: str, other: str, person: str, asked: str) -> None:
        self.asked = asked
        text = _("{names} sat at one table, so they cannot both be {person}.")
        super().__init__(text.format(names=both([shown(one), shown(other)]), person=shown(person)))


def not_a_years_file(path: str) -> ScorepadError:
    """A file that Scorepad has not written is not written over."""
    text = _("{path} holds something else, so nothing was written. Name another file, or take that one away.")
    return ScorepadError(text.format(path=path))
