"""The schemes that come with Scorepad: a file each in `rules/schemes`, found by its key, which is its name."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from scorepad.errors import SchemeError
from scorepad.rules.scheme.scheme import Scheme
from scorepad.words import _, quoted

_FOLDER = files("scorepad.rules") / "schemes"


@cache
def _keys() -> tuple[str, ...]:
    return tuple(sorted(file.name.removesuffix(".toml") for file in _FOLDER.iterdir() if file.name.endswith(".toml")))


def find(key: str) -> Scheme:
    """The built-in scheme of this key; SchemeError with the closest keys."""
    if key not in _keys():
        shown = str(key)[:40]
        close = get_close_matches(shown, _keys())
        hint = _("Did you mean {close}?").format(close=", ".join(map(quoted, close))) if close else ""
        reason = _("There is no scheme “{key}”.").format(key=shown)
        raise SchemeError("scheme", " ".join(filter(None, [reason, hint])), says_of_what=True)
    return _load(key)


@cache
def _load(key: str) -> Scheme:
    return Scheme.from_toml((_FOLDER / f"{key}.toml").read_text(encoding="utf-8"), key)


def built_in() -> Mapping[str, Scheme]:
    """All built-in schemes by key."""
    return MappingProxyType({key: _load(key) for key in _keys()})
