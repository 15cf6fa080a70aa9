"""The rule library: all schemes and rulebooks, built-in and custom.

Pages and the command line use it alike. Custom rule files are stored as the texts that were written. Their keys begin
with `own_`, which no built-in key does.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import Any, TypeVar

from scorepad.errors import FormulaError, RulebookError, RuleFileError, SchemeError, rules_unnamed
from scorepad.formats import is_visible, slug
from scorepad.rules import rulebook, scheme, toml_text
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.rulebook.rulebook import plays_alike
from scorepad.rules.scheme import Scheme
from scorepad.rules.scheme.parts import MOST_NAME, counted
from scorepad.store import Store
from scorepad.store.records import RuleFileKind
from scorepad.words import _

MOST_CHARACTERS = 20_000
"""Of an own rule file."""

OWN = "own_"
_KEY_LETTERS = 40

T = TypeVar("T")
FindScheme = Callable[[str], Scheme]


@dataclass(frozen=True)
class Unreadable:
    """A custom rule file that this version cannot read. It is listed, so that it can be edited."""

    key: str
    error: RuleFileError


def is_own(key: str) -> bool:
    """Whether this can only be the key of a group's own rule file."""
    return key.startswith(OWN)


def mark(text: str) -> str:
    """Return a short mark of a text, to know it again."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class RuleLibrary:
    """The built-in rule files and those in the store that `open_own` opens when an own one is first asked for.

    None from it: there are no own ones. All methods may be called from many threads if the store is open already.
    """

    def __init__(self, open_own: Callable[[], Store | None]) -> None:
        self._open_own = open_own

    @cached_property
    def _store(self) -> Store | None:
        return self._open_own()

    # --- finding ------------------------------------------------------------------------------------

    def schemes(self) -> dict[str, Scheme]:
        """Every scheme that can be read, by key: own ones first, then by name."""
        own = {key: one for key, one in self.own_schemes().items() if isinstance(one, Scheme)}
        return own | _by_name(scheme.built_in())

    def rulebooks(self) -> dict[str, Rulebook]:
        """Every rulebook that can be read, by key: own ones first, then by name."""
        own = {key: one for key, one in self.own_rulebooks().items() if isinstance(one, Rulebook)}
        return own | _by_name(rulebook.built_in())

    def find_scheme(self, key: str) -> Scheme:
        """Return the own or built-in scheme of this key; SchemeError when there is none or it cannot be read."""
        text = self._own_text("scheme", key)
        return scheme.find(key) if text is None else Scheme.from_toml(text, key)

    def find_rulebook(self, key: str) -> Rulebook:
        """Return the own or built-in rulebook of this key; RulebookError when there is none or it cannot be read."""
        text = self._own_text("rulebook", key)
        return rulebook.find(key) if text is None else Rulebook.from_toml(text, key)

    def own_schemes(self) -> dict[str, Scheme | Unreadable]:
        """Return the group's own schemes by key, in the order of their names; those that cannot be read come last."""
        return self._own("scheme", Scheme.from_toml)

    def own_rulebooks(self) -> dict[str, Rulebook | Unreadable]:
        """Return the group's own rulebooks by key, in the order of their names; those that cannot be read come last."""
        return self._own("rulebook", Rulebook.from_toml)

    def _own(self, kind: RuleFileKind, read: Callable[[str, str], T]) -> dict[str, T | Unreadable]:
        found: dict[str, T | Unreadable] = {}
        for key, text in self._own_texts(kind):
            try:
                found[key] = read(text, key)
            except RuleFileError as error:
                found[key] = Unreadable(key, error)
        return _by_name(found)

    def _own_texts(self, kind: RuleFileKind) -> Iterator[tuple[str, str]]:
        for key in self._store.rule_files(kind) if self._store else ():
            text = self._own_text(kind, key)
            if text is not None:  # dropped since we asked
                yield key, text

    def _own_text(self, kind: RuleFileKind, key: str) -> str | None:
        return self._store.rule_file(kind, key) if is_own(key) and self._store else None

    def text_of(self, kind: RuleFileKind, key: str) -> str | None:
        """Return the TOML text of a rule file, as it was written; None when there is none of this key."""
        if is_own(key):
            return self._own_text(kind, key)
        known = scheme.built_in() if kind == "scheme" else rulebook.built_in_keys()
        if key not in known:  # also keeps “../” away from the file below
            return None
        return (files("scorepad.rules") / f"{kind}s" / f"{key}.toml").read_text(encoding="utf-8")

    def used_by(self, key: str) -> list[Rulebook]:
        """Return the rulebooks whose usual points are this scheme."""
        return [one for one in self.rulebooks().values() if one.scheme == key]

    # --- checking -------------------------------------------------------------------------------------

    def check(
        self, kind: RuleFileKind, text: str, *, replaced: str = "", find_scheme: FindScheme | None = None
    ) -> tuple[Scheme | Rulebook | None, list[RuleFileError]]:
        """Return the scheme or rulebook in a text, and all that keeps it from being kept; nothing: it may be.

        A rulebook must name points that `find_scheme` knows (None: those of this library), and a ladder that its pack
        can deal. `replaced` is the key of the own one whose place it shall take, and whose name it may have.
        """
        if len(text) > MOST_CHARACTERS:
            return None, [RuleFileError("", _("At most {most} characters, please.").format(most=MOST_CHARACTERS))]
        found: Scheme | Rulebook
        wrong: list[RuleFileError] = []
        try:
            if kind == "scheme":
                found = Scheme.from_toml(text)
                wrong += found.check()
            else:
                found = _playable(text, find_scheme or self.find_scheme)
        except RuleFileError as error:
            return None, [error]
        unnamed = not is_visible(found.name)
        if unnamed or self._is_taken(kind, found.name, replaced):
            line, column = toml_text.locate(text, "name") or (None, None)
            reason = _("There is already one of this name; give yours another.")
            wrong.append(RuleFileError("name", str(rules_unnamed(kind)) if unnamed else reason, line, column))
        return found, wrong

    def _is_taken(self, kind: RuleFileKind, name: str, replaced: str = "") -> bool:
        """Whether another one has this name: lists would show two alike."""
        others: Mapping[str, Scheme | Rulebook] = self.schemes() if kind == "scheme" else self.rulebooks()
        return any(one.name.casefold() == name.casefold() and key != replaced for key, one in others.items())

    def free_name(self, kind: RuleFileKind, name: str) -> str:
        """Return the name, or the first one like it that no other has."""
        return next(one for one in _names_like(name) if not self._is_taken(kind, one))

    # --- keeping ----------------------------------------------------------------------------------------

    def keep_new(self, kind: RuleFileKind, name: str, text: str) -> str:
        """Keep a new rule file; its key, made from its name. The very same text once more is the one that is there."""
        key = OWN + slug(name, kind).lower().replace("-", "_")[:_KEY_LETTERS].strip("_")
        return self._to_write().keep_new_rule_file(kind, key, text)

    def keep_again(self, kind: RuleFileKind, key: str, text: str, seen: str) -> bool:
        """Save a changed text if the stored one still has the mark `seen`; return whether it was saved.

        Repeats count once.
        """
        now = self._own_text(kind, key)
        if now is None or (mark(now) != seen and now != text):
            return False
        return self._to_write().swap_rule_file(kind, key, text, before=now) or self._own_text(kind, key) == text

    def twin(self, kind: RuleFileKind, text: str) -> str | None:
        """Return the key of an own one with this very text: the same form sent twice makes one rule file."""
        return next((key for key, own in self._own_texts(kind) if own == text), None)

    def drop(self, kind: RuleFileKind, key: str) -> None:
        """Forget an own rule file. Games keep their copies."""
        self._to_write().drop_rule_file(kind, key)

    def _to_write(self) -> Store:
        assert self._store is not None, "whoever writes opens a store"
        return self._store

    # --- rules that came in with a game -----------------------------------------------------------------

    def key_of_scheme(self, wanted: Scheme) -> str | None:
        """Return the key of an equivalent scheme in the library, under any name."""
        return next((key for key, one in self.schemes().items() if _unnamed(one) == _unnamed(wanted)), None)

    def key_of_rulebook(self, wanted: Rulebook, points: Scheme, players: Collection[int] | None = None) -> str | None:
        """Return the key of an equivalent rulebook in the library, with this scheme.

        `players` limits the comparison to a number of players; None compares all that it allows.
        """
        scheme_key = self.key_of_scheme(points)
        if scheme_key is None:
            return None
        books = ((key, one) for key, one in self.rulebooks().items() if one.scheme in ("", scheme_key))
        played = _play(wanted, points, scheme_key)
        return next((key for key, one in books if plays_alike(_play(one, points, scheme_key), played, players)), None)

    def take_over(self, played: Rulebook, points: Scheme) -> str:
        """Save the rules of a game that are not in the library, the scheme first.

        Return the key of the rulebook. Raise RuleFileError if they cannot be saved.
        """
        known = self.key_of_rulebook(played, points)
        if known is not None:
            return known
        scheme_key = self.take_over_scheme(points)
        data = _data_played(played, points, scheme_key)
        if any(one.about == played.about for one in self.rulebooks().values()):
            data.pop("about", None)  # it describes the game before the table changed it
        return self._take("rulebook", data)

    def take_over_scheme(self, points: Scheme) -> str:
        """Save the scheme of a game if the library has none like it; return its key.

        Raise RuleFileError if it cannot be saved.
        """
        return self.key_of_scheme(points) or self._take("scheme", points.to_dict())

    def _take(self, kind: RuleFileKind, data: Mapping[str, Any]) -> str:
        name = self.free_name(kind, data["name"])
        text = toml_text.written({**data, "name": name})
        for problem in self.check(kind, text)[1]:
            raise problem
        return self.keep_new(kind, name, text)


def _by_name(found: Mapping[str, T]) -> dict[str, T]:
    return dict(sorted(found.items(), key=lambda item: getattr(item[1], "name", "\uffff").casefold()))


def _playable(text: str, find_scheme: FindScheme) -> Rulebook:
    """Return the rulebook in a text, its points known and its ladder fit for every number of players.

    Else RulebookError.
    """

    def build(data: Mapping[str, Any]) -> Rulebook:
        found = Rulebook.from_dict(data)
        if found.scheme:
            points = find_scheme(found.scheme)
            _known_options(points, found.options, "options")
            for count, special in enumerate(found.special, 1):
                _known_options(points, special.options, f"special[{count}].options")
        for players in range(found.min_players, found.max_players + 1):
            found.check_ladder(players)
        return found

    return toml_text.read(text, RulebookError, build)


def _known_options(points: Scheme, options: Mapping[str, Any], where: str) -> None:
    try:
        points.option_values(options)
    except (SchemeError, FormulaError) as error:
        name = getattr(error, "where", "").removeprefix("options")
        raise RulebookError(where + name, error.reason) from error


# --- names of one's own ---------------------------------------------------------------------------------


def ours(name: str) -> str:
    """Return the name of one's own that is like this one: “Murder” becomes “Murder (ours)”, which stays as it is."""
    ending = " " + _("(ours)")
    return name if name.endswith(ending) else name[: MOST_NAME - len(ending)] + ending


def _names_like(name: str) -> Iterator[str]:
    """Yield the name, and what it may be called where others are called so."""
    yield name
    yield ours(name)
    yield from (f"{name[: MOST_NAME - 5]} {count}" for count in itertools.count(2))


# --- what is the same -----------------------------------------------------------------------------------


def _unnamed(one: Scheme) -> dict[str, Any]:
    return {key: value for key, value in counted(one.data).items() if key != "name"}


def _data_played(played: Rulebook, points: Scheme, scheme_key: str) -> dict[str, Any]:
    """Return the rulebook's data with these points, without options that the scheme does not have."""
    data = {**played.to_dict(), "scheme": scheme_key}
    for one in (data, *data.get("special", ())):
        one["options"] = {name: value for name, value in one.get("options", {}).items() if name in points.options}
    return data


def _play(played: Rulebook, points: Scheme, scheme_key: str) -> Rulebook:
    """Return the data that decides the play, without names."""
    data = _data_played(played, points, scheme_key)
    usual = {name: option.default for name, option in points.options.items()}
    return Rulebook.from_dict({**data, "name": "", "options": {**usual, **data["options"]}})
