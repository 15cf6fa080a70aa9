"""scorepad people names, alike, join, part, tell-apart, rename, hide and show-again: who is who, by somebody's say."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from scorepad.commands.arguments import Commands, add_data, add_format, command
from scorepad.commands.data import repository
from scorepad.commands.files import complain_left_out, put_list
from scorepad.words import _, ngettext

if TYPE_CHECKING:
    from scorepad.game.years.table import Years
    from scorepad.game.years.who_is_who import Known
    from scorepad.repository.statistics import KeptYears


def add_to(actions: Commands) -> None:
    for name, tell, about in (
        ("names", tell_names, _("Everybody with all their names and the evenings of each.")),
        ("alike", tell_alike, _("Names that may be one person: who was at more evenings first.")),
    ):
        told = command(actions, name, tell, about)
        add_format(told, "text", "json")
        add_data(told)
    whose, other = (_("NAME"), _("any of the person's names")), (_("OTHER"), _("the other one"))
    _add(
        actions, "join", _("Say that two names are one person; no game is changed."), lambda people: people.join,
        (_("NAME"), _("the name that is somebody else's too")), (_("PERSON"), _("who it is: this name stands")),
    )  # fmt: skip
    _add(
        actions, "part", _("Let a joined name stand for itself again."), lambda people: people.part,
        (_("NAME"), _("the name that was joined")),
    )  # fmt: skip
    _add(
        actions, "tell-apart", _("Say that two names that are alike are two people."),
        lambda people: people.tell_apart, whose, other,
    )  # fmt: skip
    _add(
        actions, "rename", _("Call a person otherwise; no game is changed."), lambda people: people.rename,
        whose, (_("NEW"), _("what they are called from now on")),
    )  # fmt: skip
    _add(actions, "hide", _("Leave a person out of the tables of the years."), lambda people: people.hide, whose)
    _add(actions, "show-again", _("Let a hidden person stand there again."), lambda people: people.show_again, whose)


def _add(
    actions: Commands, name: str, about: str, say: Callable[[KeptYears], Callable[..., None]], *names: tuple[str, str]
) -> None:
    """A command that says something of one or two names."""

    def run(arguments: argparse.Namespace) -> None:
        with repository(arguments) as games:
            say(games.evenings)(*(getattr(arguments, f"name_{at}") for at in range(len(names))))

    said = command(actions, name, run, about)
    for at, (metavar, told) in enumerate(names):
        said.add_argument(f"name_{at}", metavar=metavar, help=told)
    add_data(said)


# --- lists ------------------------------------------------------------------------------------------------


def tell_names(arguments: argparse.Namespace) -> int:
    """Write all people with their names; return 1 if a damaged game is left out."""
    from scorepad.game.years.who_is_who import known
    from scorepad.terminal.columns import columns

    years = _years(arguments)
    found = known(years.people)
    data = [{**one._asdict(), "names": [name._asdict() for name in one.names]} for one in found]
    put_list(arguments.format, data, columns([_person(one) for one in found]), _("No evenings."))
    return complain_left_out(years.left_out)


def _years(arguments: argparse.Namespace) -> Years:
    with repository(arguments) as games:
        return games.evenings.years()


def _person(one: Known) -> Sequence[str]:
    from scorepad.terminal.columns import clean, fit

    names = [f"{', '.join(name.spellings)} {name.evenings}" for name in one.names]
    told = ", ".join(names if len(names) > 1 or one.names[0].name != one.person else [_evenings(one.evenings)])
    return fit(clean(one.person), 24), clean(_("{names} (hidden)").format(names=told) if one.hidden else told)


def tell_alike(arguments: argparse.Namespace) -> int:
    """Write pairs of names that are alike; return 1 if a damaged game is left out."""
    from scorepad.game.years.who_is_who import alike
    from scorepad.terminal.columns import clean, columns, fit

    years = _years(arguments)
    found = alike(years.people)
    rows = [
        [fit(clean(one.person), 24), _evenings(one.evenings), fit(clean(one.alike), 24), _evenings(one.alike_evenings)]
        for one in found
    ]
    lines, data = columns(rows, "<><>"), [one._asdict() for one in found]
    put_list(arguments.format, data, lines, _("No two names are alike."))
    return complain_left_out(years.left_out)


def _evenings(count: int) -> str:
    return ngettext("{count} evening", "{count} evenings", count).format(count=count)
