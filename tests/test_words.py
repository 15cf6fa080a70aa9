"""Every text goes through gettext: translators find each one, and users read its translation."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from tools.translating import catalogues

from scorepad.rules.built_in_files import sentences

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def words() -> Catalog:
    """Return the messages that `make words` collects."""
    return catalogues.collected()


def english(words: Catalog) -> list[tuple[str, Message]]:
    """Return each message with its English text; of a plural, the singular."""
    return [(message.id if isinstance(message.id, str) else message.id[0], message) for message in words if message.id]


@pytest.mark.parametrize(
    "text",
    [
        "New game",
        "Save bids",
        "{name} has not bid yet.",
        "There is no “",
        "Hand {hand} corrected.",
        "Settlement",
        "A tie stays a tie",
    ],
)
def test_a_translator_finds_the_words_of_pages_errors_formulas_log_and_paper(words: Catalog, text: str) -> None:
    assert any(text in (message.id if isinstance(message.id, str) else message.id[0]) for message in words)


def test_what_is_translated_is_what_a_user_reads(words: Catalog, tmp_path: Path) -> None:
    english = "lowest {worst}, median {median} {arrow} {exact}, rounded to {points}"
    assert words.get(english) is not None
    catalogue = Catalog(locale="nl")
    catalogue.add(english, "laagste {worst}, mediaan {median} {arrow} {exact}, geschreven {points}")
    with (tmp_path / "nl.mo").open("wb") as file:
        write_mo(file, catalogue)
    environment = {**os.environ, "SCOREPAD_LANGUAGES": str(tmp_path), "LANGUAGE": "nl", "LC_ALL": "nl_NL.UTF-8"}
    command = [sys.executable, "-m", "scorepad", "late-entry", "12", "38", "44", "50"]
    process = subprocess.run(
        command, cwd=ROOT, env={**environment, "PYTHONUTF8": "1"}, check=True, capture_output=True, encoding="utf-8"
    )
    assert process.stdout == "laagste 12, mediaan 41 → 26½, geschreven 26\n"


def test_what_tells_a_game_is_whole_sentences_that_can_be_turned_round(words: Catalog) -> None:
    """Rules in words, composed or from a rule file, are whole sentences; headings have no full stop."""
    composed = [
        text for text, message in english(words) if any("rules/telling/" in file for file, _line in message.locations)
    ]
    files = [tomllib.loads(path.read_text("utf-8")) for path in (ROOT / "scorepad" / "rules").rglob("*.toml")]
    notes = composed + [text for file in files for text in sentences(file)]
    assert (
        "On the count of three all players show fingers; a fist is zero. For more than five, use both hands." in notes
    )
    assert [item for item in notes if not re.match(r"[A-Z0-9“]", item)] == []
    whole = [item for item in notes if len(item.split()) > 4]
    assert len(whole) > 300
    assert [item for item in whole if not item.endswith(".")] == []


def test_no_message_stands_where_a_translator_does_not_find_it() -> None:
    """The collector does not look into f-strings."""
    hidden = re.compile(r"""f["'][^"\n]*{[^}"\n]*\b(_|[np]gettext)\(""")
    files = [path for room in ("scorepad", "printables") for path in (ROOT / room).rglob("*.py")]
    assert len(files) > 200
    assert [path.name for path in files if hidden.search(path.read_text("utf-8"))] == []


def test_no_message_begins_in_the_middle_of_a_sentence(words: Catalog) -> None:
    """Translators can reorder a whole sentence, but not a fragment that is joined to other text."""
    assert [text for text, _message in english(words) if text[0] in ",.;:)]} "] == []
