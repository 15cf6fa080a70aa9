"""Translation of every text that a user sees, by gettext.

The texts in the code are English. Every other language has two files in `scorepad/languages`: `nl.po` for translators,
and `nl.mo` for the program. `make words` compiles `nl.mo`, which gettext reads on first use. A message without a
translation is shown in English.
"""

import gettext
import os
import re
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from pathlib import Path
from typing import Generic, ParamSpec, TypeVar

ENGLISH = "en"
FOLDER = Path(os.environ.get("SCOREPAD_LANGUAGES") or Path(__file__).parent / "languages")

_WRITTEN_LEFTWARDS = frozenset({"ar", "fa", "he", "ur"})
_ENVIRONMENT_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables that name the user's language, in gettext's order."""

_current_language: ContextVar[str] = ContextVar("language")

P = ParamSpec("P")
T = TypeVar("T")


# --- the current language -------------------------------------------------------------------------------------------


@cache
def codes() -> frozenset[str]:
    """Return the codes of all available languages."""
    return frozenset({ENGLISH, *(path.stem for path in FOLDER.glob("*.mo"))})


@cache
def languages() -> dict[str, str]:
    """Return each language's own name by its code: English first, the others sorted by name."""
    names = {code: _own_name(FOLDER / f"{code}.mo") for code in codes() - {ENGLISH}}
    return {ENGLISH: "English", **dict(sorted(names.items(), key=lambda item: item[1].casefold()))}


def language() -> str:
    """Return the code of the current reader's language, by default that of the environment."""
    return _current_language.get("") or _environment_language()


def translated_items(code: str, pieces: Iterator[T]) -> Iterator[T]:
    """Yield the items of an iterator, each created in this language."""
    while True:
        with use_language(code):
            piece = next(pieces, None)
        if piece is None:
            return
        yield piece


def direction() -> str:
    """Return the direction of the current language, `ltr` or `rtl`."""
    return "rtl" if language().partition("-")[0] in _WRITTEN_LEFTWARDS else "ltr"


def set_language(code: str) -> None:
    """Use this language in the current thread or task, or English if it is unknown."""
    _current_language.set(code if code in codes() else ENGLISH)


@contextmanager
def use_language(code: str) -> Iterator[None]:
    """Use this language inside the `with` block, or English if it is unknown."""
    before = _current_language.set(code if code in codes() else ENGLISH)
    try:
        yield
    finally:
        _current_language.reset(before)


def call_in_every_language(say: Callable[[], T]) -> list[T]:
    """Return the result of `say` in each language.

    This loads all languages.
    """
    texts = []
    for code in sorted(codes()):
        with use_language(code):
            texts.append(say())
    return texts


@cache
def _environment_language() -> str:
    """Return the first known language that the environment names, otherwise English."""
    setting = next((os.environ[name] for name in _ENVIRONMENT_VARIABLES if os.environ.get(name)), "")
    tags = (tag.partition(".")[0].partition("@")[0].replace("_", "-") for tag in setting.split(":"))
    known = (code for tag in tags for code in (tag, tag.partition("-")[0]) if code in codes())
    return next(known, ENGLISH)


def _own_name(catalogue: Path) -> str:
    """Return a language's own name, which its catalogue stores as the name of its translation team.

    Read only the header. A page that lists all languages needs the catalogue of one.
    """
    data = catalogue.read_bytes()
    at = struct.unpack_from("<I", data, 16)[0]
    length, begin = struct.unpack_from("<2I", data, at)
    head = data[begin : begin + length].decode("utf-8")
    teams = [line.partition(": ")[2] for line in head.split("\n") if line.startswith("Language-Team: ")]
    name = teams[0].partition(" <")[0] if teams else catalogue.stem
    return name[:1].upper() + name[1:]


# --- translations ------------------------------------------------------------------------------------------------


@cache
def _catalogue(code: str) -> gettext.NullTranslations:
    if code == ENGLISH:
        return gettext.NullTranslations()
    with (FOLDER / f"{code}.mo").open("rb") as file:
        return gettext.GNUTranslations(file)


class Message(str):
    """A translated text. The right-to-left names that `format` inserts are isolated."""

    __slots__ = ()

    def format(self, *given: object, **known: object) -> str:
        """Return the text with its placeholders filled."""
        return super().format(*map(isolated_value, given), **{key: isolated_value(known[key]) for key in known})


def _(text: str) -> str:
    """Return the translation of a text in the reader's language, or the text itself if there is none."""
    return Message(_catalogue(language()).gettext(text)) if text else ""


def pgettext(context: str, text: str) -> str:
    """Return the translation of an ambiguous text; `context` explains the meaning to translators."""
    return Message(_catalogue(language()).pgettext(context, text))


def ngettext(singular: str, many: str, number: int) -> str:
    """Return the translation of the singular or plural for a number."""
    return Message(_catalogue(language()).ngettext(singular, many, number))


ours = _
"""Translate a text of a rule file. A group's custom text stays as it is, unless it equals a built-in one."""


# --- names from right to left -----------------------------------------------------------------------------------

ISOLATES = {0x2068: "", 0x2069: ""}
"""The signs around isolated text, as a table for `str.translate` that deletes them."""
RIGHT_TO_LEFT = re.compile("[\u0590-\u065f\u066a-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")  # no digits


def isolated(text: str) -> str:
    """Return a text that has right-to-left letters between U+2068 and U+2069, so that it reorders nothing around it.

    The languages of the program are written from left to right, so other names stay as they are, and so does a text
    with isolated names in it.
    """
    return f"\u2068{text}\u2069" if RIGHT_TO_LEFT.search(text) and "\u2068" not in text else text


def isolated_value(value: object) -> object:
    """Return a text isolated, in its own class, such as markup; any other value as it is."""
    return type(value)(isolated(value)) if isinstance(value, str) and RIGHT_TO_LEFT.search(value) else value


# --- lists of names and numbers ---------------------------------------------------------------------------------

_SOUND_CHANGES: Mapping[str, Sequence[tuple[re.Pattern[str], str]]] = {
    "es": ((re.compile(r"\by (?=[Hh]?[IiÍí](?![AaEe]))"), "e "), (re.compile(r"\bo (?=[Hh]?[OoÓó]|8|11\b)"), "u "))
}
"""By language, words that change before certain sounds, with their replacements."""


def adapt_to_sound(text: str) -> str:
    """Return a text with words adapted to the sound after them: “7 u 8”, “Ana e Inés” in Spanish."""
    for before, after in _SOUND_CHANGES.get(language(), ()):
        text = before.sub(after, text)
    return text


def join_names(names: Sequence[str]) -> str:
    """Return names as a list in words: `Ann`, `Ann and Bob`, `Ann, Bob and Cat`."""
    *others, last = map(isolated, names)
    if not others:
        return last
    return adapt_to_sound(_("{others} and {last}").format(others=", ".join(others), last=last))


class later:  # noqa: N801  used like a function
    """A lazy text: `str()` translates it into the reader's language, with `known` in its placeholders."""

    def __init__(self, text: str, **known: object) -> None:
        self._text, self._known = text, known

    def __str__(self) -> str:
        return _(self._text).format(**self._known) if self._known else _(self._text)


class LanguageCache(Generic[P, T]):
    """An LRU cache of a function's results, with the reader's language as part of the key."""

    def __init__(self, act: Callable[P, T], most: int) -> None:
        def answer(_language: str, *given: P.args, **named: P.kwargs) -> T:
            return act(*given, **named)

        self._known = lru_cache(maxsize=most)(answer)
        self.cache_info, self.cache_clear = self._known.cache_info, self._known.cache_clear

    def __call__(self, *given: P.args, **named: P.kwargs) -> T:
        return self._known(language(), *given, **named)  # type: ignore[arg-type]


def by_language(most: int) -> Callable[[Callable[P, T]], LanguageCache[P, T]]:
    """Return a decorator like `lru_cache(most)`, with the language as part of the key."""
    return lambda act: LanguageCache(act, most)


# --- combined texts -----------------------------------------------------------------------------------------


def join_label(*parts: str) -> str:
    """Join a label and its text: `Ann: blind`.

    Each further part is the text of the part before it. Skip empty parts.
    """
    first, *others = [part for part in parts if part] or [""]
    # For translators: what something is called, and what is said of it; only the sign between them is yours.
    return _("{name}: {text}").format(name=first, text=join_label(*others)) if others else first


def with_colon(name: str) -> str:
    """Return a label with a colon: `Source:`."""
    # For translators: only the sign behind it is yours.
    return _("{name}:").format(name=name)


def clauses(*parts: str) -> str:
    """Join the parts that are not empty: `declarer, made; over half`."""
    first, *others = [part for part in parts if part] or [""]
    # For translators: two parts of a sentence, which may have commas in them; only the sign between them is yours.
    return _("{part}; {next}").format(part=first, next=clauses(*others)) if others else first


def quoted(text: str) -> str:
    """Return a text in the quotation marks of the language."""
    # For translators: what somebody wrote, or what something is called, in the marks of your language.
    return _("“{text}”").format(text=text)
