"""The rule library: all schemes and rulebooks, built-in and custom.

Web pages and the command line share it. Custom rule files are stored as the texts that users wrote. Their keys begin
with `own_`, which no built-in key does.
"""

import hashlib
import itertools
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import Any, TypeVar

from scorepad.errors import RuleFileError, rules_unnamed
from scorepad.formats import is_visible, slug
from scorepad.rules import rulebook, scheme, toml_text
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.rulebook.equivalence import plays_alike
from scorepad.rules.scheme import Scheme
from scorepad.rules.scheme.equivalence import matching_key
from scorepad.rules.scheme.parts import MOST_NAME
from scorepad.store import Store
from scorepad.store.records import RuleFileKind
from scorepad.words import _

MOST_CHARACTERS = 20_000
"""The maximum length of a custom rule file."""

OWN = "own_"
_KEY_LETTERS = 40

T = TypeVar("T")
FindScheme = Callable[[str], Scheme]


@dataclass(frozen=True)
class Unreadable:
    """A custom rule file that this version cannot read.

    Lists include it, so that the user can edit it.
    """

    key: str
    error: RuleFileError


def is_custom_key(key: str) -> bool:
    """Return whether this can only be the key of a custom rule file."""
    return key.startswith(OWN)


def fingerprint(text: str) -> str:
    """Return a short fingerprint of a text, to detect whether it has changed."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class RuleLibrary:
    """The built-in rule files and the custom ones in a store.

    The first access to a custom rule file calls `open_own`. If that returns None, there are no custom rule files.
    Several threads may use one library if the store is open already.
    """

    def __init__(self, open_own: Callable[[], Store | None]) -> None:
        self._open_own = open_own

    @cached_property
    def _store(self) -> Store | None:
        return self._open_own()

    # --- reading ------------------------------------------------------------------------------------

    def schemes(self) -> dict[str, Scheme]:
        """Return all readable schemes by key: custom ones first, then built-in ones, each sorted by name."""
        own = {key: rules for key, rules in self.own_schemes().items() if isinstance(rules, Scheme)}
        return own | _by_name(scheme.built_in())

    def rulebooks(self) -> dict[str, Rulebook]:
        """Return all readable rulebooks by key: custom ones first, then built-in ones, each sorted by name."""
        own = {key: rules for key, rules in self.own_rulebooks().items() if isinstance(rules, Rulebook)}
        return own | _by_name(rulebook.built_in())

    def find_scheme(self, key: str) -> Scheme:
        """Return the custom or built-in scheme with this key.

        Raise RuleFileError if it does not exist or cannot be read.
        """
        text = self._own_text("scheme", key)
        return scheme.find(key) if text is None else Scheme.from_toml(text, key)

    def find_rulebook(self, key: str) -> Rulebook:
        """Return the custom or built-in rulebook with this key.

        Raise RuleFileError if it does not exist or cannot be read.
        """
        text = self._own_text("rulebook", key)
        return rulebook.find(key) if text is None else Rulebook.from_toml(text, key)

    def own_schemes(self) -> dict[str, Scheme | Unreadable]:
        """Return the group's custom schemes by key, sorted by name; unreadable ones come last."""
        return self._own("scheme", Scheme.from_toml)

    def own_rulebooks(self) -> dict[str, Rulebook | Unreadable]:
        """Return the group's custom rulebooks by key, sorted by name; unreadable ones come last."""
        return self._own("rulebook", Rulebook.from_toml)

    def _own(self, kind: RuleFileKind, read: Callable[[str, str], T]) -> dict[str, T | Unreadable]:
        rule_files: dict[str, T | Unreadable] = {}
        for key, text in self._own_texts(kind).items():
            try:
                rule_files[key] = read(text, key)
            except RuleFileError as error:
                rule_files[key] = Unreadable(key, error)
        return _by_name(rule_files)

    def _own_texts(self, kind: RuleFileKind) -> dict[str, str]:
        texts = {key: self._own_text(kind, key) for key in (self._store.rule_files(kind) if self._store else ())}
        return {key: text for key, text in texts.items() if text is not None}  # some may be deleted meanwhile

    def _own_text(self, kind: RuleFileKind, key: str) -> str | None:
        return self._store.rule_file(kind, key) if is_custom_key(key) and self._store else None

    def text_of(self, kind: RuleFileKind, key: str) -> str | None:
        """Return the TOML text of a rule file as it was written, or None if there is no such key."""
        if is_custom_key(key):
            return self._own_text(kind, key)
        known = scheme.built_in() if kind == "scheme" else rulebook.built_in_keys()
        if key not in known:  # also prevents path traversal (“../”)
            return None
        return (files("scorepad.rules") / f"{kind}s" / f"{key}.toml").read_text(encoding="utf-8")

    def used_by(self, key: str) -> list[Rulebook]:
        """Return the rulebooks whose usual scheme is this one."""
        return [book for book in self.rulebooks().values() if book.scheme == key]

    # --- checking -------------------------------------------------------------------------------------

    def check(
        self, kind: RuleFileKind, text: str, *, replaced: str = "", find_scheme: FindScheme | None = None
    ) -> tuple[Scheme | Rulebook | None, list[RuleFileError]]:
        """Return the scheme or rulebook in a text, and the problems that prevent saving it.

        The first is None if the text cannot be read. A rulebook must name a scheme that `find_scheme` knows; None means
        the schemes of this library. Its pack must suffice for its ladder. `replaced` is the key of the custom rule file
        that this text replaces; the new text may keep that file's name.
        """
        if len(text) > MOST_CHARACTERS:
            return None, [RuleFileError("", _("Enter at most {most} characters.").format(most=MOST_CHARACTERS))]
        rules: Scheme | Rulebook
        problems: list[RuleFileError] = []
        try:
            if kind == "scheme":
                rules = Scheme.from_toml(text)
                problems += rules.check()
            else:
                rules = _playable(text, find_scheme or self.find_scheme)
        except RuleFileError as error:
            return None, [error]
        unnamed = not is_visible(rules.name)
        if unnamed or self._is_taken(kind, rules.name, replaced):
            line, column = toml_text.locate(text, "name") or (None, None)
            reason = _("Another file has this name. Choose another name.")
            problems.append(RuleFileError("name", str(rules_unnamed(kind)) if unnamed else reason, line, column))
        return rules, problems

    def _is_taken(self, kind: RuleFileKind, name: str, replaced: str = "") -> bool:
        """Return whether another rule file has this name, ignoring case.

        Lists would otherwise show two entries with one name.
        """
        others: Mapping[str, Scheme | Rulebook] = self.schemes() if kind == "scheme" else self.rulebooks()
        return any(other.name.casefold() == name.casefold() and key != replaced for key, other in others.items())

    def free_name(self, kind: RuleFileKind, name: str) -> str:
        """Return this name if no rule file has it, otherwise the first free variant."""
        numbered = (f"{name[: MOST_NAME - 5]} {count}" for count in itertools.count(2))
        candidates = itertools.chain([name, custom_name(name)], numbered)
        return next(candidate for candidate in candidates if not self._is_taken(kind, candidate))

    # --- writing ----------------------------------------------------------------------------------------

    def save(self, kind: RuleFileKind, text: str, *, replaced: str = "", seen: str = "") -> str | None:
        """Save a custom rule file, new or in place of the one with the key `replaced`, and return its key.

        A new text that is saved already is not saved again. Return None if the replaced text no longer has the
        fingerprint `seen`. Raise RuleFileError for the first problem of `check`.
        """
        known = None if replaced else self.find_duplicate(kind, text)
        if known is not None:
            return known
        rules, problems = self.check(kind, text, replaced=replaced)
        for problem in problems:
            raise problem
        assert rules is not None, "a text that cannot be read has a problem"
        if not replaced:
            return self.save_new(kind, rules.name, text)
        return replaced if self.save_changes(kind, replaced, text, seen) else None

    def save_new(self, kind: RuleFileKind, name: str, text: str) -> str:
        """Save a new custom rule file under a key made from its name.

        Return the key. If a file with the same text exists, save nothing and return the key of that file.
        """
        key = OWN + slug(name, kind).lower().replace("-", "_")[:_KEY_LETTERS].strip("_")
        return self._to_write().keep_new_rule_file(kind, key, text)

    def save_changes(self, kind: RuleFileKind, key: str, text: str, seen: str) -> bool:
        """Save a changed text if the stored one still has the fingerprint `seen`.

        Return whether the new text is stored now. A repeated request changes nothing and also returns True.
        """
        now = self._own_text(kind, key)
        if now is None or (fingerprint(now) != seen and now != text):
            return False
        return self._to_write().swap_rule_file(kind, key, text, before=now) or self._own_text(kind, key) == text

    def find_duplicate(self, kind: RuleFileKind, text: str) -> str | None:
        """Return the key of a custom rule file with exactly this text, or None.

        A form that is submitted twice therefore creates only one rule file.
        """
        return next((key for key, own in self._own_texts(kind).items() if own == text), None)

    def drop(self, kind: RuleFileKind, key: str) -> None:
        """Delete a custom rule file; games contain their own copies."""
        self._to_write().drop_rule_file(kind, key)

    def _to_write(self) -> Store:
        assert self._store is not None, "whoever writes opens a store"
        return self._store

    # --- the rules of a game ---------------------------------------------------------------------------

    def key_of_scheme(self, wanted: Scheme) -> str | None:
        """Return the key of an equivalent scheme in the library, under any name, or None."""
        return matching_key(wanted.scored, {key: candidate.scored for key, candidate in self.schemes().items()})

    def key_of_rulebook(self, wanted: Rulebook, points: Scheme, players: Collection[int] | None = None) -> str | None:
        """Return the key of an equivalent rulebook in the library with this scheme, or None.

        `players` limits the comparison to these numbers of players. None compares all that `wanted` allows.
        """
        scheme_key = self.key_of_scheme(points)
        if scheme_key is None:
            return None
        books = ((key, book) for key, book in self.rulebooks().items() if book.scheme in ("", scheme_key))
        played = _play(wanted, points, scheme_key)
        return next((key for key, book in books if plays_alike(_play(book, points, scheme_key), played, players)), None)

    def save_game_rules(self, played: Rulebook, points: Scheme) -> str:
        """Save the rules of a game that are not in the library, the scheme first.

        Return the key of the rulebook. Raise RuleFileError if they cannot be saved.
        """
        known = self.key_of_rulebook(played, points)
        if known is not None:
            return known
        scheme_key = self.save_game_scheme(points)
        data = _data_played(played, points, scheme_key)
        if any(book.about == played.about for book in self.rulebooks().values()):
            data.pop("about", None)  # it describes the game before the table changed it
        return self._take("rulebook", data)

    def save_game_scheme(self, points: Scheme) -> str:
        """Save the scheme of a game if the library has no equivalent one.

        Return the key of the scheme. Raise RuleFileError if it cannot be saved.
        """
        return self.key_of_scheme(points) or self._take("scheme", points.to_dict())

    def _take(self, kind: RuleFileKind, data: Mapping[str, Any]) -> str:
        name = self.free_name(kind, data["name"])
        return str(self.save(kind, toml_text.format_toml({**data, "name": name})))


def _by_name(parts: Mapping[str, T]) -> dict[str, T]:
    return dict(sorted(parts.items(), key=lambda item: getattr(item[1], "name", "\uffff").casefold()))


def _playable(text: str, find_scheme: FindScheme) -> Rulebook:
    """Return the rulebook in a text.

    Raise RuleFileError if its scheme is unknown or its ladder does not fit every number of players.
    """

    def build(data: Mapping[str, Any]) -> Rulebook:
        book = Rulebook.from_dict(data)
        if book.scheme:
            points = find_scheme(book.scheme)
            of_hands = {f"special[{count}].options": special.options for count, special in enumerate(book.special, 1)}
            for where, options in {"options": book.options, **of_hands}.items():
                try:
                    points.option_values(options)
                except RuleFileError as error:
                    raise RuleFileError(where + error.where.removeprefix("options"), error.reason) from error
        for players in range(book.min_players, book.max_players + 1):
            book.check_ladder(players)
        return book

    return toml_text.read(text, build)


# --- names of custom rules ------------------------------------------------------------------------------


def custom_name(name: str) -> str:
    """Return the name of a custom version of these rules: “Murder” becomes “Murder (ours)”.

    A name that already ends like this stays the same.
    """
    ending = " " + _("(ours)")
    return name if name.endswith(ending) else name[: MOST_NAME - len(ending)] + ending


# --- comparison -----------------------------------------------------------------------------------------


def _data_played(played: Rulebook, points: Scheme, scheme_key: str) -> dict[str, Any]:
    """Return the rulebook's data with this scheme, without options that the scheme does not have."""
    data = {**played.to_dict(), "scheme": scheme_key}
    for table in (data, *data.get("special", ())):
        table["options"] = {name: value for name, value in table.get("options", {}).items() if name in points.options}
    return data


def _play(played: Rulebook, points: Scheme, scheme_key: str) -> Rulebook:
    """Return the rulebook without its name and with a value for every scheme option, for comparison."""
    data = _data_played(played, points, scheme_key)
    usual = {name: option.default for name, option in points.options.items()}
    return Rulebook.from_dict({**data, "name": "", "options": {**usual, **data["options"]}})
