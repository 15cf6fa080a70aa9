"""scorepad groups: the groups of a host, begun, taken in, given away and thrown away."""

from __future__ import annotations

import argparse
import contextlib

from scorepad.commands import every_group
from scorepad.commands.arguments import Commands, add_beside, command
from scorepad.commands.files import put, put_columns, put_json
from scorepad.commands.group_data import tell_link, told_of
from scorepad.commands.places import opened_groups
from scorepad.commands.serve import address_option
from scorepad.errors import GroupNotFound, group_stays
from scorepad.words import _


def add_to(commands: Commands) -> None:
    groups = command(commands, "groups", tell, _("The groups of a host."))
    inner = groups.add_subparsers(title=_("commands"), metavar=_("COMMAND"))
    listing = command(inner, "list", tell, _("The groups of a host: key, name, how many games."))
    for one in (groups, listing):
        _add_where(one)
        one.add_argument("--format", choices=["text", "json"], default=argparse.SUPPRESS, help=_("how to answer"))
    new = command(inner, "new", begin, _("Begin a group; the link of its owner."))
    new.add_argument("name", type=_name, metavar=_("NAME"), help=_("what it is called"))
    take = command(inner, "take", take_in, _("Make a group of a folder of games; there it says where they went."))
    take.add_argument("folder", metavar=_("FOLDER"), help=_("folder of the games, as a laptop has it"))
    take.add_argument(
        "--name", type=_name, metavar=_("NAME"), help=_("what it is called; as the folder is unless said")
    )
    give = command(inner, "give", give_away, _("Let a group go to a folder, which a laptop opens; here it is closed."))
    give.add_argument("group", metavar=_("GROUP"), help=_("key of the group"))
    give.add_argument("folder", metavar=_("FOLDER"), help=_("folder for its games, which keeps none yet"))
    remove = command(inner, "remove", throw_away, _("Throw a group away for good, with its copies."))
    remove.add_argument("group", metavar=_("GROUP"), help=_("key of the group"))
    remove.add_argument("--yes", action="store_true", help=_("it is meant"))
    for_all = every_group.add_to(inner)
    for one in (new, take, give, remove, *for_all):
        _add_where(one)
    for one in (new, take, for_all[-1]):
        said = _("https://… of the host, for the link")
        one.add_argument("--address", type=address_option, metavar=_("ADDRESS"), help=said)


def _add_where(parser: argparse.ArgumentParser) -> None:
    said = _("folder of the groups, or the postgresql:// address of a database")
    parser.add_argument("--data", metavar=_("WHERE"), default=argparse.SUPPRESS, help=said)
    add_beside(parser)


def _name(text: str) -> str:
    """Return the name of a group as it is stored. ArgumentTypeError if nothing of it can be seen."""
    from scorepad.game.decide.setup import as_written

    name = as_written(text)
    if not name:
        raise argparse.ArgumentTypeError(_("A group needs a name."))
    return name


def tell(arguments: argparse.Namespace) -> None:
    """List the groups: key, name, how many games."""
    with opened_groups(arguments) as groups:
        found = [told_of(groups, key) for key in groups.keys()]  # noqa: SIM118  it is no mapping
    if vars(arguments).get("format") == "json":
        put_json(found)
    elif found:
        rows = [[str(one[column]) for column in ("key", "name", "games")] for one in found]
        put_columns([[_("KEY"), _("NAME"), _("GAMES")], *rows])
    else:
        put(_("No groups.") + "\n")


def begin(arguments: argparse.Namespace) -> None:
    """Begin a group and tell its owner's link."""
    with opened_groups(arguments) as groups:
        tell_link(groups, groups.create(), arguments.name, arguments.address)


def take_in(arguments: argparse.Namespace) -> None:
    """Make a group of a folder of games. NothingKept where it keeps none; what `move` raises."""
    from scorepad.store import GROUP_NAME, file_of
    from scorepad.web.host import recovery

    file = file_of(arguments.folder)
    with opened_groups(arguments) as groups:
        key = groups.take(file)
        with contextlib.closing(groups.open(key)) as store:
            for name in (recovery.CODE, recovery.ASKED, *([GROUP_NAME] if arguments.name else [])):
                store.drop_setting(name)  # of a host where it was before
        tell_link(groups, key, arguments.name or file.parent.absolute().name, arguments.address)


def give_away(arguments: argparse.Namespace) -> None:
    """Let a group go to a folder. GroupNotFound; GamesAreKept where that keeps games."""
    from scorepad.store import file_of

    with opened_groups(arguments) as groups:
        groups.give(arguments.group, file_of(arguments.folder))
    put(_("The group is in {folder} now: “scorepad --data {folder}” opens it.").format(folder=arguments.folder) + "\n")


def throw_away(arguments: argparse.Namespace) -> None:
    """Throw a group away. GroupNotFound; ScorepadError unless it is said that this is meant."""
    with opened_groups(arguments) as groups:
        if not groups.has(arguments.group):
            raise GroupNotFound(arguments.group)
        if not arguments.yes:
            told = told_of(groups, arguments.group)
            raise group_stays(str(told["name"]), int(told["games"]))
        groups.remove(arguments.group)
    put(_("The group is gone, with its copies.") + "\n")
