"""What somebody has said of people, beside which names are one: how they are called, who is hidden, who are two."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

Two = tuple[str, str]
"""Two people by their keys, in the order of the letters."""


class Said(NamedTuple):
    """Of people, by their keys (`People.find`)."""

    names: Mapping[str, str] = {}
    """How somebody is called, whatever they mostly write."""
    hidden: frozenset[str] = frozenset()
    """Who stands in no table of the years."""
    two: frozenset[Two] = frozenset()
    """Names that look alike and are two people all the same."""

    def called(self, person: str, name: str | None) -> Said:
        """With another name for a person; None for the one they mostly write."""
        others = {one: said for one, said in self.names.items() if one != person}
        return self._replace(names=others if name is None else {**others, person: name})

    def hides(self, person: str, hide: bool) -> Said:
        """With a person hidden, or shown again."""
        return self._replace(hidden=self.hidden | {person} if hide else self.hidden - {person})

    def apart(self, one: str, other: str) -> Said:
        """With two who are not the same."""
        return self._replace(two=self.two | {two(one, other)})


NOTHING = Said()


def two(one: str, other: str) -> Two:
    """Two people in whichever order they are named."""
    return (one, other) if one < other else (other, one)


def to_text(said: Said) -> str:
    """What is kept of it, where it is found again by `from_text`; the same for the same."""
    kept = {"names": said.names, "hidden": sorted(said.hidden), "two": sorted(said.two)}
    return json.dumps(kept, sort_keys=True, separators=(",", ":"))


def from_text(text: str | None) -> Said:
    """What was said; nothing where nothing is kept."""
    kept = json.loads(text) if text else {}
    pairs = frozenset(two(*pair) for pair in kept.get("two", []))
    return Said(kept.get("names", {}), frozenset(kept.get("hidden", [])), pairs)
