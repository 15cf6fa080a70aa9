"""The rule files that come with Scorepad: one file each in a folder, found by its key, which is the file's name."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import TypeVar

RuleFile = TypeVar("RuleFile")

_RULES = files("scorepad.rules")


@cache
def keys_in(folder: str) -> tuple[str, ...]:
    """The keys of all files of this folder, in order."""
    names = [file.name for file in (_RULES / folder).iterdir()]
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


@cache
def load(folder: str, key: str, read: Callable[[str, str], RuleFile]) -> RuleFile:
    """What `read` makes of the text of a file and its key."""
    return read((_RULES / folder / f"{key}.toml").read_text(encoding="utf-8"), key)
