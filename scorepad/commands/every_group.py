"""scorepad groups check, backup, restore, owner: what whoever runs a host does for all groups, or for one that lost its
owners."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from scorepad.commands.arguments import Commands, command
from scorepad.commands.backups import mark_as_copy
from scorepad.commands.files import complain, put
from scorepad.commands.group_data import tell_link, told_of
from scorepad.commands.places import opened_groups
from scorepad.errors import ScorepadError, file_unreadable, file_unwritable
from scorepad.words import _, ngettext

if TYPE_CHECKING:
    from scorepad.store.groups import Groups


def add_to(inner: Commands) -> list[argparse.ArgumentParser]:
    """The commands; where the groups are is still to be asked for, and of the last one the address of the host."""
    check = command(inner, "check", check_all, _("Check every game of every group and put the lists right."))
    check.set_defaults(format="text")
    backup = command(inner, "backup", back_up_all, _("Write a checked copy of every group into a folder."))
    restore = command(
        inner, "restore", restore_all, _("Put the copies of a folder back; groups that are gone come back.")
    )
    for one in (backup, restore):
        one.add_argument("folder", metavar=_("FOLDER"), help=_("folder of the copies: a file a group, KEY.db"))
    owner = command(inner, "owner", tell_owner, _("Another owner’s link, for a group that has lost its own."))
    owner.add_argument("group", metavar=_("GROUP"), help=_("key of the group"))
    return [check, backup, restore, owner]


def check_all(arguments: argparse.Namespace) -> int:
    """What `scorepad check` says of each group; 1 where something is wrong in any."""
    from scorepad.commands.check import check_games

    failed = 0
    for key, name in _all(arguments):
        put(f"{key}  {name}\n")
        arguments.group = key
        failed |= _tried(key, lambda: check_games(arguments))
    return failed


def back_up_all(arguments: argparse.Namespace) -> int:
    """A copy a group; 1 where one could not be made, which stops no other. ScorepadError."""
    folder = Path(arguments.folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise file_unwritable(arguments.folder, error.strerror or str(error)) from error

    def copy(groups: Groups, key: str) -> int:
        with contextlib.closing(groups.open(key)) as store:
            store.backup(folder / f"{key}.db")
        return 0

    with opened_groups(arguments) as groups:
        keys = groups.keys()
        failed = [_tried(key, lambda key=key: copy(groups, key)) for key in keys]  # type: ignore[misc]
    count = len(keys) - sum(failed)
    words = ngettext("{count} group copied to {folder}", "{count} groups copied to {folder}", count)
    put(words.format(count=count, folder=arguments.folder) + "\n")
    return int(any(failed))


def restore_all(arguments: argparse.Namespace) -> int:
    """Each copy in the place of its group; 1 where one could not be put back, which stops no other. ScorepadError."""
    from scorepad.store.groups import KEY

    folder = Path(arguments.folder)
    copies = [one for one in sorted(folder.glob("*.db")) if KEY.fullmatch(one.stem)]
    if not copies:
        raise file_unreadable(arguments.folder, _("There are no copies of groups in it."))

    def put_back(groups: Groups, copy: Path) -> int:
        restored = groups.copies(copy.stem).restore(copy, date.today())
        with contextlib.closing(groups.open(copy.stem)) as store:
            mark_as_copy(store, restored, date.today())
        return 0

    with opened_groups(arguments) as groups:
        failed = [_tried(copy.stem, lambda copy=copy: put_back(groups, copy)) for copy in copies]  # type: ignore[misc]
    count = len(copies) - sum(failed)
    words = ngettext("{count} group put back from {folder}", "{count} groups put back from {folder}", count)
    put(words.format(count=count, folder=arguments.folder) + "\n")
    put(_("Who has no link any more gets one by “scorepad groups owner GROUP”.") + "\n")
    return int(any(failed))


def tell_owner(arguments: argparse.Namespace) -> None:
    """Another owner's link, for a group that has lost its own. GroupNotFound."""
    with opened_groups(arguments) as groups:
        tell_link(groups, arguments.group, "", arguments.address)


def _all(arguments: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """Keys and names of all groups."""
    with opened_groups(arguments) as groups:
        for key in groups.keys():  # noqa: SIM118  it is no mapping
            yield key, str(told_of(groups, key)["name"])


def _tried(key: str, act: Callable[[], int]) -> int:
    """0, or 1 where it is refused, which is told of the group."""
    try:
        return act()
    except ScorepadError as error:
        complain(_("Group {group}: {problem}").format(group=key, problem=error))
        return 1
