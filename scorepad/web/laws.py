"""All schemes and rulebooks there are: those that come with Scorepad and a group's own, kept in the store as texts.

An own law's key begins with `own_`, which no built-in key does, so neither can stand before the other.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, TypeVar

from flask import current_app

from scorepad.errors import FormulaError, LawError, RulebookError, SchemeError
from scorepad.rules import rulebook, scheme, toml_text
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.scheme import Scheme
from scorepad.store import LawKind, Store
from scorepad.words import _

MOST_CHARACTERS = 20_000
OWN = "own_"
_KEY_LETTERS = 40

T = TypeVar("T")


@dataclass(frozen=True)
class Unreadable:
    """An own law that this Scorepad cannot read (any more): it is listed, so that it can be mended."""

    key: str
    error: LawError


def all_schemes() -> dict[str, Scheme]:
    """Every scheme that can be read, by key: own ones first, then by name."""
    own = {key: one for key, one in own_schemes().items() if isinstance(one, Scheme)}
    return own | _by_name(scheme.built_in())


def all_rulebooks() -> dict[str, Rulebook]:
    """Every rulebook that can be read, by key: own ones first, then by name."""
    own = {key: one for key, one in own_rulebooks().items() if isinstance(one, Rulebook)}
    return own | _by_name(rulebook.built_in())


def find_scheme(key: str) -> Scheme:
    """The own or built-in scheme of this key; SchemeError when there is none or it cannot be read."""
    text = _store().law("scheme", key) if is_own(key) else None
    return scheme.find(key) if text is None else Scheme.from_toml(text, key)


def find_rulebook(key: str) -> Rulebook:
    """The own or built-in rulebook of this key; RulebookError when there is none or it cannot be read."""
    text = _store().law("rulebook", key) if is_own(key) else None
    return rulebook.find(key) if text is None else Rulebook.from_toml(text, key)


def is_own(key: str) -> bool:
    return key.startswith(OWN)


def own_schemes() -> dict[str, Scheme | Unreadable]:
    """The group's own schemes by key, in the order of their names; those that cannot be read come last."""
    found: dict[str, Scheme | Unreadable] = {}
    for key, text in _own_texts("scheme"):
        try:
            found[key] = Scheme.from_toml(text, key)
        except LawError as error:
            found[key] = Unreadable(key, error)
    return _by_name(found)


def own_rulebooks() -> dict[str, Rulebook | Unreadable]:
    """The group's own rulebooks likewise."""
    found: dict[str, Rulebook | Unreadable] = {}
    for key, text in _own_texts("rulebook"):
        try:
            found[key] = Rulebook.from_toml(text, key)
        except LawError as error:
            found[key] = Unreadable(key, error)
    return _by_name(found)


def _by_name(found: Mapping[str, T]) -> dict[str, T]:
    return dict(sorted(found.items(), key=lambda item: getattr(item[1], "name", "\uffff").casefold()))


def _own_texts(kind: LawKind) -> Iterator[tuple[str, str]]:
    for key in _store().laws(kind):
        text = _store().law(kind, key)
        if text is not None:  # dropped since we asked
            yield key, text


# --- texts ----------------------------------------------------------------------------------------


def text_of(kind: LawKind, key: str) -> str | None:
    """The TOML text of a law, as it was written; None when there is no such law."""
    if is_own(key):
        return _store().law(kind, key)
    known = scheme.built_in() if kind == "scheme" else rulebook.built_in_keys()
    if key not in known:  # also keeps “../” away from the file below
        return None
    return (files("scorepad.rules") / f"{kind}s" / f"{key}.toml").read_text(encoding="utf-8")


def read_scheme(text: str) -> tuple[Scheme | None, list[LawError]]:
    """The scheme in a text and all that is wrong with it; sound when that is nothing."""
    try:
        found = Scheme.from_toml(text)
    except SchemeError as error:
        return None, [error]
    return found, [*found.check()]


def read_rulebook(text: str) -> tuple[Rulebook | None, list[LawError]]:
    """The rulebook in a text and what is wrong with it: also a scheme nobody knows, or a ladder no pack can deal."""
    try:
        return toml_text.read(text, RulebookError, lambda data: _playable(Rulebook.from_dict(data))), []
    except LawError as error:
        return None, [error]


def _playable(found: Rulebook) -> Rulebook:
    if found.scheme:
        points = find_scheme(found.scheme)
        _known_options(points, found.options, "options")
        for count, special in enumerate(found.special, 1):
            _known_options(points, special.options, f"special[{count}].options")
    for players in range(found.min_players, found.max_players + 1):
        found.check_ladder(players)
    return found


def _known_options(points: Scheme, options: Mapping[str, Any], where: str) -> None:
    try:
        points.option_values(options)
    except (SchemeError, FormulaError) as error:
        name = getattr(error, "where", "").removeprefix("options")
        raise RulebookError(where + name, error.reason) from error


def name_taken(kind: LawKind, name: str, key: str, text: str) -> LawError | None:
    """Why a law may not have this name: another one has it, and lists would show two alike."""
    others: Mapping[str, Scheme | Rulebook] = all_schemes() if kind == "scheme" else all_rulebooks()
    if all(other.name.casefold() != name.casefold() or other.key == key for other in others.values()):
        return None
    line, column = toml_text.locate(text, "name") or (None, None)
    return LawError("name", _("there is already one of this name; give yours another"), line, column)


# --- keeping --------------------------------------------------------------------------------------


def keep_new(kind: LawKind, name: str, text: str) -> str:
    """Keep a new law; its key, made from its name. The very same text once more is the law that is there."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    key = OWN + (re.sub(r"[^a-z0-9]+", "_", plain)[:_KEY_LETTERS].strip("_") or kind)
    return _store().keep_new_law(kind, key, text)


def keep_again(kind: LawKind, key: str, text: str, seen: str) -> bool:
    """Keep a changed text if the one whose mark was `seen` still stands; whether it was kept.

    Sent twice, it counts once.
    """
    now = _store().law(kind, key)
    if now is None or (mark(now) != seen and now != text):
        return False
    return _store().swap_law(kind, key, text, before=now) or _store().law(kind, key) == text


def mark(text: str) -> str:
    """A short mark of a text, to know it again."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def twin(kind: LawKind, text: str) -> str | None:
    """The key of an own law with this very text: the same form sent twice makes one law."""
    return next((key for key, own in _own_texts(kind) if own == text), None)


def used_by(key: str) -> list[Rulebook]:
    """The rulebooks whose usual points are this scheme."""
    return [one for one in all_rulebooks().values() if one.scheme == key]


def drop(kind: LawKind, key: str) -> None:
    """Forget an own law. Games keep their copies."""
    _store().drop_law(kind, key)


def _store() -> Store:
    store: Store = current_app.extensions["scorepad"].store
    return store
