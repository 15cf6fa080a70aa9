"""The rule files that come with Scorepad: one file each, found by its key, which is the file's name."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from importlib.resources import files
from typing import Generic, TypeVar

from scorepad.errors import RuleFileError

RuleFile = TypeVar("RuleFile")


class BuiltInFiles(Generic[RuleFile]):
    """The rule files of one folder. `read` makes one of a text and a key; `missing` is the error for an unknown key."""

    def __init__(
        self, folder: str, read: Callable[[str, str], RuleFile], missing: Callable[[str], RuleFileError]
    ) -> None:
        self._folder, self._read, self._missing = files("scorepad.rules") / folder, read, missing
        self._known: dict[str, RuleFile] = {}

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """All keys in order."""
        names = (file.name for file in self._folder.iterdir())
        return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))

    def find(self, key: str) -> RuleFile:
        """Return the one of this key; the error of `missing` if there is none."""
        if key not in self.keys:
            raise self._missing(key)
        if key not in self._known:
            self._known[key] = self._read((self._folder / f"{key}.toml").read_text(encoding="utf-8"), key)
        return self._known[key]

    def all(self) -> dict[str, RuleFile]:
        """Return all by key."""
        return {key: self.find(key) for key in self.keys}
