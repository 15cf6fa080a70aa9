"""The command groups: list, create, take over, give away, delete, check and back up groups of a host."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Callable, Iterable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from scorepad.commands.arguments import Commands, add_flag, add_groups_data, add_value, command
from scorepad.commands.data import open_groups_of_data
from scorepad.commands.files import format_columns, print_error, write_output, write_result
from scorepad.commands.maintenance import check_games, mark_as_copy
from scorepad.commands.serve import address_option
from scorepad.errors import GroupNotFound, ScorepadError, file_unreadable, file_unwritable
from scorepad.words import _, ngettext

if TYPE_CHECKING:
    from scorepad.store.groups import Groups


def add_to(commands: Commands) -> None:
    groups = command(commands, "groups", list_groups, _("The groups of a public server."))
    inner = groups.add_subparsers(title=_("commands"), metavar=_("COMMAND"))
    listing = command(inner, "list", list_groups, _("List the groups of a public server: key, name, number of games."))
    for parser in (groups, listing):
        add_groups_data(parser)
        parser.add_argument("--format", choices=["text", "json"], default=argparse.SUPPRESS, help=_("output format"))
    new = command(inner, "new", create_group, _("Create a group; prints its owner’s link."))
    add_value(new, "name", _("NAME"), _("name of the group"), type=_name)
    about = _("Create a group from a folder of games; the folder then names the group.")
    take = command(inner, "take", take_over_folder, about)
    add_value(take, "folder", _("FOLDER"), _("folder of the games, as on a laptop"))
    add_value(take, "--name", _("NAME"), _("name of the group; default: the name of the folder"), type=_name)
    about = _("Move a group into a folder that a laptop can open; the group is closed here.")
    give = command(inner, "give", move_to_folder, about)
    add_value(give, "group", _("GROUP"), _("key of the group"))
    add_value(give, "folder", _("FOLDER"), _("folder for the games; it must have none yet"))
    remove = command(inner, "remove", delete_group, _("Delete a group for good, with its backups."))
    add_value(remove, "group", _("GROUP"), _("key of the group"))
    add_flag(remove, "--yes", _("confirm the deletion"))
    check = command(inner, "check", check_all, _("Check every game of every group, and repair the lists."))
    check.set_defaults(format="text")
    backup = command(inner, "backup", back_up_all, _("Write a checked backup of every group into a folder."))
    about = _("Restore the backups in a folder, including deleted groups.")
    restore = command(inner, "restore", restore_all, about)
    for parser in (backup, restore):
        add_value(parser, "folder", _("FOLDER"), _("folder of the backups: one file per group, KEY.db"))
    about = _("Create another owner’s link for a group that has lost its own.")
    owner = command(inner, "owner", print_new_owner_link, about)
    add_value(owner, "group", _("GROUP"), _("key of the group"))
    add_groups_data(new, take, give, remove, check, backup, restore, owner)
    for parser in (new, take, owner):
        help_text = _("https://… address of the public server, for the link")
        add_value(parser, "--address", _("ADDRESS"), help_text, type=address_option)


def _name(text: str) -> str:
    """Return the name of a group as it is stored.

    Raise ArgumentTypeError if it has no visible characters.
    """
    from scorepad.game.decide.setup import normalize_name

    name = normalize_name(text)
    if not name:
        raise argparse.ArgumentTypeError(_("Enter a name for the group."))
    return name


def list_groups(arguments: argparse.Namespace) -> None:
    """List the groups: key, name, number of games."""
    with open_groups_of_data(arguments) as groups:
        data = [group_data(groups, key) for key in groups.keys()]  # noqa: SIM118  not a mapping
    rows = [[str(cell) for cell in group.values()] for group in data]
    lines = format_columns([[_("KEY"), _("NAME"), _("GAMES")], *rows]) if rows else [_("No groups.")]
    write_result(arguments, data, lines)


def create_group(arguments: argparse.Namespace) -> None:
    """Create a group and print the link of its owner."""
    with open_groups_of_data(arguments) as groups:
        print_owner_link(groups, groups.create(), arguments.name, arguments.address)


def take_over_folder(arguments: argparse.Namespace) -> None:
    """Create a group from a folder of games.

    Raise NoStore if the folder has none, and any error of moving them.
    """
    from scorepad.store import GROUP_NAME, database_file
    from scorepad.web.host import owners

    file = database_file(arguments.folder)
    with open_groups_of_data(arguments) as groups:
        key = groups.take(file)
        with contextlib.closing(groups.open(key)) as store:
            for name in (owners.CODE, owners.ASKED, *([GROUP_NAME] if arguments.name else [])):
                store.drop_setting(name)  # left over if the games belonged to a host before
        print_owner_link(groups, key, arguments.name or file.parent.absolute().name, arguments.address)


def move_to_folder(arguments: argparse.Namespace) -> None:
    """Move a group to a folder.

    Raise GroupNotFound, or ScorepadError if the folder already has games.
    """
    from scorepad.store import database_file

    with open_groups_of_data(arguments) as groups:
        groups.give(arguments.group, database_file(arguments.folder))
    words = _("The group is now in {folder}. Open it with “scorepad --data {folder}”.")
    write_output(words.format(folder=arguments.folder) + "\n")


def delete_group(arguments: argparse.Namespace) -> None:
    """Delete a group.

    Raise GroupNotFound, or ScorepadError without --yes.
    """
    with open_groups_of_data(arguments) as groups:
        if not groups.has(arguments.group):
            raise GroupNotFound(arguments.group)
        if not arguments.yes:
            group = group_data(groups, arguments.group)
            text = ngettext(
                "“{name}” has {games} game. It and its backups would be deleted for good. Add --yes to confirm.",
                "“{name}” has {games} games. They and their backups would be deleted for good. Add --yes to confirm.",
                int(group["games"]),
            )
            raise ScorepadError(text.format(**group))
        groups.remove(arguments.group)
    write_output(_("The group and its backups are deleted.") + "\n")


def group_data(groups: Groups, key: str) -> dict[str, str | int]:
    """Return the key, name and number of games of a group.

    If the group cannot be opened, the name is the error message.
    """
    from scorepad.errors import StoreUnavailable
    from scorepad.store import GROUP_NAME

    try:
        with contextlib.closing(groups.open(key)) as store:
            return {"key": key, "name": store.setting(GROUP_NAME) or "", "games": len(store.game_ids())}
    except StoreUnavailable as error:
        return {"key": key, "name": str(error), "games": 0}


def print_owner_link(groups: Groups, key: str, name: str, address: str | None) -> None:
    """Create and print an owner link of a group; set its name to `name` if it has none.

    Raise GroupNotFound.
    """
    from scorepad.store import GROUP_NAME
    from scorepad.web.groups.group import root_of
    from scorepad.web.groups.links import OwnerLinks

    with contextlib.closing(groups.open(key)) as store:
        if name:
            store.keep_setting(GROUP_NAME, name)
        links = OwnerLinks(store, root_of(key))
        link = links.link_of(address or "", links.add(_("Founder"), date.today()))
    write_output(_("Group {key}. Its owner opens it with {link}").format(key=key, link=link) + "\n")


# --- all groups, or one whose owners lost their links -------------------------------------------------------------


def check_all(arguments: argparse.Namespace) -> int:
    """Run `scorepad check` for each group; return 1 if any group has problems."""
    with open_groups_of_data(arguments) as groups:
        names = {key: group_data(groups, key)["name"] for key in groups.keys()}  # noqa: SIM118  not a mapping

    def check(key: str) -> int:
        write_output(f"{key}  {names[key]}\n")
        arguments.group = key
        return check_games(arguments)

    return int(_count_failures(names, check) > 0)


def back_up_all(arguments: argparse.Namespace) -> int:
    """Back up each group.

    If a backup fails, continue with the others and return 1. Raise ScorepadError for an unusable folder.
    """
    folder = Path(arguments.folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise file_unwritable(arguments.folder, error.strerror or str(error)) from error
    with open_groups_of_data(arguments) as groups:

        def copy(key: str) -> None:
            with contextlib.closing(groups.open(key)) as store:
                store.backup(folder / f"{key}.db")

        keys = groups.keys()
        failed = _count_failures(keys, copy)
    count = len(keys) - failed
    words = ngettext("{count} group backed up to {folder}", "{count} groups backed up to {folder}", count)
    write_output(words.format(count=count, folder=arguments.folder) + "\n")
    return int(failed > 0)


def restore_all(arguments: argparse.Namespace) -> int:
    """Restore each group from its backup.

    If one fails, continue with the others and return 1. Raise ScorepadError for a folder without backups.
    """
    from scorepad.store import KEY

    folder = Path(arguments.folder)
    keys = [path.stem for path in sorted(folder.glob("*.db")) if KEY.fullmatch(path.stem)]
    if not keys:
        raise file_unreadable(arguments.folder, _("There are no backups of groups in this folder."))
    with open_groups_of_data(arguments) as groups:

        def put_back(key: str) -> None:
            restored = groups.copies(key).restore(folder / f"{key}.db", date.today())
            with contextlib.closing(groups.open(key)) as store:
                mark_as_copy(store, restored)

        failed = _count_failures(keys, put_back)
    count = len(keys) - failed
    words = ngettext("{count} group restored from {folder}", "{count} groups restored from {folder}", count)
    write_output(words.format(count=count, folder=arguments.folder) + "\n")
    write_output(_("To create a lost owner’s link, run “scorepad groups owner GROUP”.") + "\n")
    return int(failed > 0)


def print_new_owner_link(arguments: argparse.Namespace) -> None:
    """Create and print an owner link for a group whose owners lost theirs.

    Raise GroupNotFound.
    """
    with open_groups_of_data(arguments) as groups:
        print_owner_link(groups, arguments.group, "", arguments.address)


def _count_failures(keys: Iterable[str], act: Callable[[str], int | None]) -> int:
    """Call `act` for each group, report the errors, and return the number of failures."""
    failed = 0
    for key in keys:
        try:
            failed += act(key) or 0
        except ScorepadError as error:
            print_error(_("Group {group}: {problem}").format(group=key, problem=error))
            failed += 1
    return failed
