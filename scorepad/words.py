"""Translation of every text that a user sees, by gettext.

English is in the code. Every other language is a file in `scorepad/languages`: `nl.po` for translators, and `nl.mo`,
which `make words` compiles from it and the standard library's gettext reads on first use. A message without a
translation is shown in English.
"""

from __future__ import annotations

import gettext
import os
import re
import struct
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from pathlib import Path
from typing import Generic, ParamSpec, TypeVar

ENGLISH = "en"
FOLDER = Path(os.environ.get("SCOREPAD_LANGUAGES") or Path(__file__).parent / "languages")

_WRITTEN_LEFTWARDS = frozenset({"ar", "fa", "he", "ur"})
_ASKED = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Of an environment, as gettext asks them."""

_reads: ContextVar[str] = ContextVar("language")

P = ParamSpec("P")
T = TypeVar("T")


# --- which language -------------------------------------------------------------------------------------------


@cache
def codes() -> frozenset[str]:
    """Those of the languages that there are."""
    return frozenset({ENGLISH, *(path.stem for path in FOLDER.glob("*.mo"))})


@cache
def languages() -> dict[str, str]:
    """Return what each language calls itself, by its code: English, then by name."""
    found = {code: _own_name(FOLDER / f"{code}.mo") for code in codes() - {ENGLISH}}
    return {ENGLISH: "English", **dict(sorted(found.items(), key=lambda one: one[1].casefold()))}


def language() -> str:
    """Return the code of the current reader's language, by default the language of the environment."""
    return _reads.get("") or _at_home()


def made_in(code: str, pieces: Iterator[T]) -> Iterator[T]:
    """Yield items that are each created in this language."""
    while True:
        with speaking(code):
            piece = next(pieces, None)
        if piece is None:
            return
        yield piece


def direction() -> str:
    """Return `ltr` or `rtl`, the direction of the language."""
    return "rtl" if language().partition("-")[0] in _WRITTEN_LEFTWARDS else "ltr"


def speak(code: str) -> None:
    """Use this language in the current thread or task, or English if it is unknown."""
    _reads.set(code if code in codes() else ENGLISH)


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """For so long."""
    before = _reads.set(code if code in codes() else ENGLISH)
    try:
        yield
    finally:
        _reads.reset(before)


def in_every_language(say: Callable[[], T]) -> list[T]:
    """Return what is said, once in each language that there is: all of them are read for it."""
    said = []
    for code in sorted(codes()):
        with speaking(code):
            said.append(say())
    return said


@cache
def _at_home() -> str:
    """Return the texts in every language; all of them are loaded for it."""
    said = next((os.environ[name] for name in _ASKED if os.environ.get(name)), "")
    asked = (one.partition(".")[0].partition("@")[0].replace("_", "-") for one in said.split(":"))
    known = (code for one in asked for code in (one, one.partition("-")[0]) if code in codes())
    return next(known, ENGLISH)


def _own_name(catalogue: Path) -> str:
    """Return what a language calls itself, for which its translators' team is named.

    Of the whole file only this is read, for a page that names all languages speaks one.
    """
    data = catalogue.read_bytes()
    at = struct.unpack_from("<I", data, 16)[0]
    length, begin = struct.unpack_from("<2I", data, at)
    head = data[begin : begin + length].decode("utf-8")
    named = [line.partition(": ")[2] for line in head.split("\n") if line.startswith("Language-Team: ")]
    name = named[0].partition(" <")[0] if named else catalogue.stem
    return name[:1].upper() + name[1:]


# --- the words ------------------------------------------------------------------------------------------------


@cache
def _catalogue(code: str) -> gettext.NullTranslations:
    if code == ENGLISH:
        return gettext.NullTranslations()
    with (FOLDER / f"{code}.mo").open("rb") as file:
        return gettext.GNUTranslations(file)


def _(text: str) -> str:
    """Return a text in the language of who reads it; as it is where that has none of it."""
    return _catalogue(language()).gettext(text) if text else ""


def pgettext(context: str, text: str) -> str:
    """Return the translation of an ambiguous text; the context tells translators the meaning."""
    return _catalogue(language()).pgettext(context, text)


def ngettext(one: str, many: str, number: int) -> str:
    """Return a text for this number of things."""
    return _catalogue(language()).ngettext(one, many, number)


ours = _
"""What a rule file says, in the language of who reads; a group's own stays as it is, unless it says just the same."""


# --- names and numbers in a row ---------------------------------------------------------------------------------

_SAID: Mapping[str, Sequence[tuple[re.Pattern[str], str]]] = {
    "es": ((re.compile(r"\by (?=[Hh]?[IiÍí](?![AaEe]))"), "e "), (re.compile(r"\bo (?=[Hh]?[OoÓó]|8|11\b)"), "u ")),
}
"""What a word of a language becomes before the sound of another."""


def as_said(text: str) -> str:
    """Return a text whose words go by the sound of those behind them: in Spanish “7 u 8”, “Ana e Inés”."""
    for before, after in _SAID.get(language(), ()):
        text = before.sub(after, text)
    return text


def both(names: Sequence[str]) -> str:
    """Names in a row: `Ann`, `Ann and Bob`, `Ann, Bob and Cat`."""
    *others, last = names
    if not others:
        return last
    return as_said(_("{others} and {last}").format(others=", ".join(others), last=last))


class later:  # noqa: N801  as it is used: like a function
    """A lazy text: `str` of it is in the language of the reader. `known` fills its placeholders."""

    def __init__(self, text: str, **known: Hashable) -> None:
        self._text, self._known = text, known

    def __str__(self) -> str:
        return _(self._text).format(**self._known) if self._known else _(self._text)

    def __mod__(self, _lengths: object) -> str:
        """As WTForms asks for a message; ours say themselves how long."""
        return str(self)


class Kept(Generic[P, T]):
    """What a function answered before, for each language apart."""

    def __init__(self, act: Callable[P, T], most: int) -> None:
        def answer(_language: str, *given: P.args, **named: P.kwargs) -> T:
            return act(*given, **named)

        self._known = lru_cache(maxsize=most)(answer)
        self.cache_info, self.cache_clear = self._known.cache_info, self._known.cache_clear

    def __call__(self, *given: P.args, **named: P.kwargs) -> T:
        return self._known(language(), *given, **named)  # type: ignore[arg-type]


def by_language(most: int) -> Callable[[Callable[P, T]], Kept[P, T]]:
    """Like `lru_cache(most)`, with one cache per language."""
    return lambda act: Kept(act, most)


# --- words put together -----------------------------------------------------------------------------------------


def labelled(*parts: str) -> str:
    """`Ann: blind`, each part what is said of the one before it; those that are empty are left out."""
    first, *others = [part for part in parts if part] or [""]
    # For translators: what something is called, and what is said of it; only the sign between them is yours.
    return _("{name}: {text}").format(name=first, text=labelled(*others)) if others else first


def headed(name: str) -> str:
    """`Source:`, above or before what it names."""
    # For translators: only the sign behind it is yours.
    return _("{name}:").format(name=name)


def clauses(*parts: str) -> str:
    """Join the parts that are not empty: `declarer, made; over half`."""
    first, *others = [part for part in parts if part] or [""]
    # For translators: two parts of a sentence, which may have commas in them; only the sign between them is yours.
    return _("{part}; {next}").format(part=first, next=clauses(*others)) if others else first


def quoted(text: str) -> str:
    """In quotation marks."""
    # Quote a user's text or a title in the quotation marks of the language.
    return _("“{text}”").format(text=text)
