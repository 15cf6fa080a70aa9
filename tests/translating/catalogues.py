"""Catalogues of words: what the program says, collected anew, and each language's file of it."""

from __future__ import annotations

import string
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent.parent
LANGUAGES = ROOT / "scorepad" / "languages"


@cache
def collected() -> Catalog:
    """All messages of the program, of its rule files and pages; looked for once, which takes a second or two."""
    with tempfile.TemporaryDirectory() as folder:
        pot = Path(folder) / "scorepad.pot"
        asked = ["extract", "-k", "later", "-c", "For translators:", "-F", "pyproject.toml", "-o", str(pot), "."]
        command = [sys.executable, "-m", "babel.messages.frontend", *asked]
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
        with pot.open("rb") as file:
            words = read_po(file)
    for message in OF_PYTHON:
        words.add(message, locations=[("scorepad/commands/arguments.py", 0)])
    return words


OF_PYTHON: tuple[str | tuple[str, str], ...] = (
    "usage: ", "positional arguments", "options", "show this help message and exit",
    "%(prog)s: error: %(message)s\n",
    "the following arguments are required: %s", "unrecognized arguments: %s", "one of the arguments %s is required",
    "argument %(argument_name)s: %(message)s", "expected one argument", "expected at least one argument",
    "expected at most one argument", "invalid choice: %(value)r (choose from %(choices)s)",
    "invalid %(type)s value: %(value)r", "not allowed with argument %s", "ignored explicit argument %r",
    "unknown parser %(parser_name)r (choices: %(choices)s)", ("expected %s argument", "expected %s arguments"),
)  # fmt: skip
"""What argparse says, which the program has in the language of who reads."""


class Words(Catalog):
    """The words of a language, without dates and addresses above them, which nobody keeps up to date."""

    def __init__(self, code: str, name: str = "") -> None:
        super().__init__(locale=code.replace("-", "_"), fuzzy=False, header_comment="# The words of Scorepad.")
        self.language_team = name or (self.locale.display_name if self.locale else "") or code

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        """What means something; the team bears the language's own name."""
        told = {"Language", "Language-Team", "Plural-Forms", "Content-Type", "Content-Transfer-Encoding"}
        return [one for one in self._get_mime_headers() if one[0] in told]

    @mime_headers.setter
    def mime_headers(self, headers: Iterable[tuple[str, str]]) -> None:
        self._set_mime_headers(headers)


def read(path: Path) -> Words:
    """The file that a translator edits; its name is the language's code. An empty one begins a language."""
    data = path.read_bytes()
    found = read_po(BytesIO(data))
    words = Words(path.stem, found.language_team if data.strip() else "")
    if data.strip():  # another Babel may count other plurals in a language; the file tells which it has
        words.mime_headers = [("Plural-Forms", found.plural_forms)]
    for message in found:
        if message.id:
            words[message.id] = message
    return words


def brought_up(catalogue: Words, words: Catalog) -> Words:
    """The same with the messages that there are now: new ones empty, those that nobody says any more left out."""
    catalogue.update(words, no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()
    return catalogue


def as_text(catalogue: Catalog) -> bytes:
    """As it lies in the tree: in the order of rooms, without numbers of lines, which change with every edit."""
    out = BytesIO()
    write_po(out, catalogue, width=110, sort_by_file=True, include_lineno=False, ignore_obsolete=True)
    return out.getvalue()


def compiled(catalogue: Catalog) -> bytes:
    """As the program reads it; what is missing or fuzzy is in English."""
    out = BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def gaps(text: str) -> list[str]:
    """The names of the gaps in a text, `{name}` and `%(name)s`."""
    percent = [part.partition(")")[0] for part in text.split("%(")[1:]]
    return sorted([name for _text, name, _form, _turn in string.Formatter().parse(_plain(text)) if name] + percent)


def _plain(text: str) -> str:
    """Without braces that are none of a gap, as in a formula or a rule file."""
    try:
        list(string.Formatter().parse(text))
    except ValueError:
        return ""
    return text


def both(message: Message) -> Iterator[tuple[str, str]]:
    """Pairs of English and the other language: one, or one for each form of the plural."""
    if isinstance(message.id, str):
        yield message.id, str(message.string or "")
        return
    for form in message.string or ():
        yield message.id[1], form


def missing(catalogue: Catalog) -> list[Message]:
    """What a language lacks: not translated, not in every form, or doubtful."""
    return [one for one in catalogue if one.id and (one.fuzzy or not all(text for _english, text in both(one)))]


def wrong(catalogue: Catalog) -> Iterator[str]:
    """What would break a page, in a sentence each: gaps that are not those of the English text, and markup."""
    for message in catalogue:
        for english, text in both(message) if message.id else ():
            if text and set(gaps(text)) != set(gaps(english)) and not _says_one(message, text, english):
                yield f"“{text}” has other gaps than “{english}”."
            if text and ("<" in text) != ("<" in english):
                yield f"“{text}” has markup, or lacks it."


def shortcomings(path: Path) -> Iterator[str]:
    """Return what a language needs before a release, in a sentence each."""
    catalogue = read(path)
    wanted, there = ({(one.context, str(one.id)) for one in found if one.id} for found in (collected(), catalogue))
    if wanted != there or missing(catalogue):
        yield f"{path.name} does not say all that the program says: make words tells what it lacks."
    yield from wrong(catalogue)


def _says_one(message: Message, text: str, english: str) -> bool:
    """Whether this is the form for one, which may say it without the number, as the English one does."""
    is_one = not isinstance(message.id, str) and text == next(iter(message.string or ()))
    return is_one and set(gaps(text)) <= set(gaps(english))
