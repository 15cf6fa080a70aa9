"""Message catalogues: extraction from the program, and the file of each language."""

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

ROOT = Path(__file__).parents[3]
LANGUAGES = ROOT / "scorepad" / "languages"


@cache
def collected() -> Catalog:
    """Return all messages of the program, its rule files and its pages; cached, as it takes 1–2 seconds."""
    with tempfile.TemporaryDirectory() as folder:
        pot = Path(folder) / "scorepad.pot"
        arguments = ["extract", "-k", "later", "-c", "For translators:", "-F", "pyproject.toml", "-o", str(pot), "."]
        command = [sys.executable, "-m", "babel.messages.frontend", *arguments]
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
"""Messages of argparse, which the program shows in the user's language."""


class Words(Catalog):
    """The catalogue of a language, without dates and addresses in the header, which become outdated."""

    def __init__(self, code: str, name: str = "") -> None:
        super().__init__(locale=code.replace("-", "_"), fuzzy=False, header_comment="# The words of Scorepad.")
        self.language_team = name or (self.locale.display_name if self.locale else "") or code

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        """Return the meaningful headers; the team field holds the language's own name."""
        names = {"Language", "Language-Team", "Plural-Forms", "Content-Type", "Content-Transfer-Encoding"}
        return [header for header in self._get_mime_headers() if header[0] in names]

    @mime_headers.setter
    def mime_headers(self, headers: Iterable[tuple[str, str]]) -> None:
        self._set_mime_headers(headers)


def read(path: Path) -> Words:
    """Return the catalogue of a translator's file, named by language code; an empty file starts a language."""
    data = path.read_bytes()
    catalogue = read_po(BytesIO(data))
    words = Words(path.stem, catalogue.language_team if data.strip() else "")
    if data.strip():  # another Babel version may have other plural rules; the file defines its own
        words.mime_headers = [("Plural-Forms", catalogue.plural_forms)]
    for message in catalogue:
        if message.id:
            words[message.id] = message
    return words


def brought_up(catalogue: Words, words: Catalog) -> Words:
    """Return the catalogue with the current messages: new ones are empty, obsolete ones are removed."""
    catalogue.update(words, no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()
    return catalogue


def as_text(catalogue: Catalog) -> bytes:
    """Return the file's bytes, sorted by module and without line numbers, which change with every edit."""
    out = BytesIO()
    write_po(out, catalogue, width=110, sort_by_file=True, include_lineno=False, ignore_obsolete=True)
    return out.getvalue()


def compiled(catalogue: Catalog) -> bytes:
    """Return the compiled catalogue; missing and fuzzy messages stay English."""
    out = BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def gaps(text: str) -> list[str]:
    """Return the names of a text's placeholders, `{name}` and `%(name)s`."""
    percent = [part.partition(")")[0] for part in text.split("%(")[1:]]
    return sorted([name for _text, name, _form, _turn in string.Formatter().parse(_plain(text)) if name] + percent)


def _plain(text: str) -> str:
    """Return the text without braces that are no placeholder, as in a formula or a rule file."""
    try:
        list(string.Formatter().parse(text))
    except ValueError:
        return ""
    return text


def both(message: Message) -> Iterator[tuple[str, str]]:
    """Yield pairs of English and translation, one for each plural form."""
    if isinstance(message.id, str):
        yield message.id, str(message.string or "")
        return
    for form in message.string or ():
        yield message.id[1], form


def missing(catalogue: Catalog) -> list[Message]:
    """Return the messages that are missing in some form, or fuzzy."""
    return [
        message
        for message in catalogue
        if message.id and (message.fuzzy or not all(text for _english, text in both(message)))
    ]


def wrong(catalogue: Catalog) -> Iterator[str]:
    """Yield a sentence for each message that would break a page: different placeholders, or markup."""
    for message in catalogue:
        for english, text in both(message) if message.id else ():
            if text and set(gaps(text)) != set(gaps(english)) and not _says_one(message, text, english):
                yield f"“{text}” has other gaps than “{english}”."
            if text and ("<" in text) != ("<" in english):
                yield f"“{text}” has markup, or lacks it."


def shortcomings(path: Path) -> Iterator[str]:
    """Yield what a language needs before a release, in a sentence each."""
    catalogue = read(path)
    wanted, there = (
        {(message.context, str(message.id)) for message in source if message.id} for source in (collected(), catalogue)
    )
    if wanted != there or missing(catalogue):
        yield f"{path.name} does not say all that the program says: make words tells what it lacks."
    yield from wrong(catalogue)


def _says_one(message: Message, text: str, english: str) -> bool:
    """Return whether this is the singular form, which may leave out the number as the English one does."""
    is_one = not isinstance(message.id, str) and text == next(iter(message.string or ()))
    return is_one and set(gaps(text)) <= set(gaps(english))
