"""The rule files that come with Scorepad: their keys, which are their file names, and their texts."""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import IO, Any, TypeVar

RuleFile = TypeVar("RuleFile")

_RULES = files("scorepad.rules")


@cache
def keys_in(folder: str) -> tuple[str, ...]:
    """Return the keys of all files in this folder, sorted."""
    names = [file.name for file in (_RULES / folder).iterdir()]
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


@cache
def load(folder: str, key: str, read: Callable[[str, str], RuleFile]) -> RuleFile:
    """Return the result of `read` for the text and the key of a file, cached."""
    return read((_RULES / folder / f"{key}.toml").read_text(encoding="utf-8"), key)


def extract(file: IO[bytes], *_words: object, **_options: object) -> Iterator[tuple[int, str, str, list[str]]]:
    """Yield each translatable text of a rule file, for Babel.

    Each item has the line, the function name, the text and an empty list of comments.
    """
    text = file.read().decode("utf-8")
    data = tomllib.loads(text)
    for words in (*sentences(data), *labels(data)):
        line = text[: max(0, text.find(words[:20]))].count("\n") + 1
        yield line, "_", words, []


def sentences(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield the texts of a rule file that are whole sentences."""
    for key in ("about", "unsure", "notes"):
        yield from _texts(data.get(key, ()))
    section_sentences = data.get("told", ())
    for place in section_sentences.values() if isinstance(section_sentences, Mapping) else [section_sentences]:
        yield from _texts(place)
    yield from (special["note"] for special in data.get("special", ()) if "note" in special)
    yield from (game["about"] for game in data.get("games", ()))


def labels(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield the texts of a rule file that are labels.

    These are names, sources, options, cases and the notes of examples.
    """
    yield from (rules["name"] for rules in (data, *data.get("games", ())) if "name" in rules)
    yield from _texts(data.get("source", ()))
    for key in ("cancelled_label", "bid_changes_label", "ladders"):
        yield from _texts(data.get(key, ()))
    suits = data.get("suits", {})
    yield from (suit["name"] for key, suit in suits.items() if key != "highest") if isinstance(suits, dict) else ()
    yield from _texts(data.get("forfeit", {}).get("name", ()))
    yield from (example["note"] for example in data.get("examples", ()) if "note" in example)
    yield from (case["says"] for case in data.get("points", ()) if "says" in case)
    yield from data.get("says", {}).values()
    own = (*data.get("marks", {}), *(name for name in data.get("terms", {}) if name not in data.get("says", {})))
    yield from (name.replace("_", " ") for name in own)
    for name, option in data.get("options", {}).items():
        if isinstance(option, dict):
            yield name.replace("_", " ")
            yield from _texts(option.get("about", ()))
            yield from (choice for choice in option.get("choices", ()) if isinstance(choice, str))


def _texts(value: str | list[str | Mapping[str, Any]]) -> Iterator[str]:
    """Yield the text or texts of a value: a string, or a list of strings and tables with a `say` key."""
    for entry in [value] if isinstance(value, str) else value:
        yield entry if isinstance(entry, str) else entry["say"]
