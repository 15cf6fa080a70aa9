"""Schemes and rulebooks as a command line names them: by the key of one in the rule library, or as a .toml file.

scorepad schemes keep FILE      into the group's own rules; also of a game, whose points are taken over
scorepad rulebooks keep FILE    likewise, with the points that lie beside it
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from scorepad.commands.arguments import Commands, add_data, add_format, command
from scorepad.commands.data import file_or_game, rule_library
from scorepad.commands.files import complain, put, put_json, read_text
from scorepad.errors import ScorepadError
from scorepad.words import _, labelled

if TYPE_CHECKING:
    from scorepad.errors import RuleFileError
    from scorepad.rule_library import FindScheme, RuleLibrary
    from scorepad.rules.rulebook import Rulebook
    from scorepad.rules.scheme import Scheme
    from scorepad.store import RuleFileKind

ENDING = ".toml"

# --- finding -----------------------------------------------------------------------------------------


def find_scheme(library: RuleLibrary, name: str) -> Scheme:
    """The scheme in a file, or the one of this key."""
    from scorepad.rules.scheme import Scheme

    return Scheme.from_toml(read_text(name)) if name.endswith(ENDING) else library.find_scheme(name)


def find_sound_scheme(library: RuleLibrary, name: str) -> Scheme:
    """The scheme in a file, checked first, so that no formula of it can fail on a hand; or the one of this key."""
    scheme = find_scheme(library, name)
    if name.endswith(ENDING):
        for problem in scheme.check():
            raise problem
    return scheme


def find_rulebook(library: RuleLibrary, name: str) -> Rulebook:
    """The rulebook in a file, or the one of this key."""
    from scorepad.rules.rulebook import Rulebook

    return Rulebook.from_toml(read_text(name)) if name.endswith(ENDING) else library.find_rulebook(name)


def points_of(library: RuleLibrary, name: str) -> FindScheme:
    """How the rulebook called `name` finds its points: a file may name a scheme file that lies beside it."""

    def find(key: str) -> Scheme:
        file = _beside(name, key)
        return library.find_scheme(key) if file is None else find_sound_scheme(library, str(file))

    return find


def _beside(name: str, key: str) -> Path | None:
    """The scheme file of this key beside a rulebook file; None where there is none, or the key is a built-in's."""
    from scorepad.errors import SchemeError
    from scorepad.rules import scheme

    file = Path(name).with_name(key + ENDING)
    if not name.endswith(ENDING) or not file.is_file():
        return None
    try:
        scheme.find(key)
    except SchemeError:
        return file
    return None


def tell_unreadable(own: Sequence[object]) -> None:
    """Own ones that cannot be read any more, on standard error."""
    from scorepad.rule_library import Unreadable

    for one in own:
        if isinstance(one, Unreadable):
            words = _("Your own {key} cannot be read any more: {reason}")
            complain(words.format(key=one.key, reason=one.error))


# --- keeping -----------------------------------------------------------------------------------------


def add_keep(actions: Commands, kind: RuleFileKind, about: str) -> None:
    """The command `keep`, below `schemes` or `rulebooks`."""

    def keep(arguments: argparse.Namespace) -> None:
        _keep(arguments, kind)

    parser = command(actions, "keep", keep, about)
    parser.add_argument(
        "file", metavar=_("FILE"), help=_("a .toml file; or a game (its file or id), whose rules are taken over")
    )
    parser.add_argument("--replace", metavar=_("KEY"), help=_("put it in the place of your own one of this key"))
    add_format(parser, "text", "json")
    add_data(parser)
    parser.set_defaults(misused=parser.error)


def _keep(arguments: argparse.Namespace, kind: RuleFileKind) -> None:
    """Tells the key under which it is kept."""
    if arguments.file.endswith(ENDING):
        key = _keep_file(arguments, kind)
    elif arguments.replace:
        arguments.misused(_("--replace goes with a .toml file."))
    else:
        key = _take_over(arguments, kind)
    if arguments.format == "json":
        put_json({"key": key})
    else:
        put(f"{key}\n")


def _take_over(arguments: argparse.Namespace, kind: RuleFileKind) -> str:
    """The rules of a game."""
    arguments.game = arguments.file
    sheet = file_or_game(arguments).sheet
    with rule_library(arguments, made=True) as library:
        if kind == "scheme":
            return library.take_over_scheme(sheet.scheme)
        return library.take_over(sheet.rulebook, sheet.scheme)


def _keep_file(arguments: argparse.Namespace, kind: RuleFileKind) -> str:
    text = _rule_file(arguments.file)
    with rule_library(arguments, made=True) as library:
        if kind == "rulebook":
            text = _points_kept(library, arguments.file, text, arguments.replace or "")
        return _keep_text(library, kind, arguments.file, text, arguments.replace or "")


def _rule_file(name: str) -> str:
    """Its text, with one kind of line end, as pages keep it."""
    return read_text(name).replace("\r\n", "\n").replace("\r", "\n")


def _points_kept(library: RuleLibrary, name: str, text: str, replaced: str) -> str:
    """The text of the rulebook file `name`; points that lie beside it are kept too, and named by their key there."""
    from scorepad.rules.rulebook import Rulebook

    scheme = Rulebook.from_toml(text).scheme
    file = _beside(name, scheme)
    if file is None:
        return text
    points = _rule_file(str(file))
    key = library.twin("scheme", points)
    if key is None:
        checked = library.check("rulebook", text, replaced=replaced, find_scheme=points_of(library, name))
        _refuse_first(name, checked[1])  # nothing is kept for a rulebook that will not be
        key = _keep_text(library, "scheme", str(file), points)
    return re.sub(rf"""^(scheme\s*=\s*)(["']){scheme}\2""", rf"\g<1>\g<2>{key}\2", text, flags=re.M)


def _keep_text(library: RuleLibrary, kind: RuleFileKind, name: str, text: str, replaced: str = "") -> str:
    """Keep the text of the file `name`, as a page does; its key."""
    from scorepad.rule_library import is_own, mark

    if replaced:
        before = library.text_of(kind, replaced)
        if before is None or not is_own(replaced):
            raise ScorepadError(_("You have no rules of your own called “{key}”.").format(key=replaced[:60]))
        _refuse_first(name, library.check(kind, text, replaced=replaced)[1])
        library.keep_again(kind, replaced, text, mark(before))
        return replaced
    known = library.twin(kind, text)
    if known is not None:
        return known
    found, problems = library.check(kind, text)
    _refuse_first(name, problems)
    assert found is not None
    return library.keep_new(kind, found.name, text)


def _refuse_first(name: str, problems: Sequence[RuleFileError]) -> None:
    for problem in problems:
        raise ScorepadError(told(name, problem))


def told(name: str, problem: RuleFileError) -> str:
    """FILE, line 3, column 8: Case 1, “give”: the reason."""
    place = name
    if problem.line:
        words = _("{file}, line {line}, column {column}") if problem.column else _("{file}, line {line}")
        place = words.format(file=name, line=problem.line, column=problem.column)
    return labelled(place, problem.what, problem.reason)
