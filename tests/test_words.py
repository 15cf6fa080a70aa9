"""Every word goes through gettext: a translator finds them all, and what is translated is what a user reads."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def words(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """What `make words` collects."""
    pot = tmp_path_factory.mktemp("words") / "scorepad.pot"
    command = [sys.executable, "-m", "babel.messages.frontend", "extract", "-F", "pyproject.toml", "-o", str(pot), "."]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    with pot.open("rb") as file:
        return read_po(file)


@pytest.mark.parametrize(
    "text",
    [
        "New game",
        "Write down the bids",
        "{name} has not bid yet.",
        "There is no name “{name}” here",
        "Hand {hand} corrected: {changes}.",
        "Settlement",
        "The place is shared",
    ],
)
def test_a_translator_finds_the_words_of_pages_errors_formulas_log_and_paper(words: Catalog, text: str) -> None:
    assert any(text in (message.id if isinstance(message.id, str) else message.id[0]) for message in words)


def test_what_is_translated_is_what_a_user_reads(words: Catalog, tmp_path: Path) -> None:
    english = "lowest {worst}, median {median} {arrow} {exact}, written {points}"
    assert words.get(english) is not None
    catalogue = Catalog(locale="nl")
    catalogue.add(english, "laagste {worst}, mediaan {median} {arrow} {exact}, geschreven {points}")
    folder = tmp_path / "nl" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "scorepad.mo").open("wb") as file:
        write_mo(file, catalogue)
    environment = {**os.environ, "SCOREPAD_LOCALE": str(tmp_path), "LANGUAGE": "nl", "LC_ALL": "nl_NL.UTF-8"}
    command = [sys.executable, "-m", "scorepad", "late-entry", "12", "38", "44", "50"]
    said = subprocess.run(
        command, cwd=ROOT, env={**environment, "PYTHONUTF8": "1"}, check=True, capture_output=True, encoding="utf-8"
    )
    assert said.stdout == "laagste 12, mediaan 41 → 26½, geschreven 26\n"


def test_what_tells_a_game_is_whole_sentences_that_can_be_turned_round(words: Catalog) -> None:
    """Of the rules in words, composed or from a rule file, none begins or ends in the middle; headings have no stop."""
    told = [
        message.id if isinstance(message.id, str) else message.id[0]
        for message in words
        if message.id and any("rules/telling/" in file or file.endswith(".toml") for file, _line in message.locations)
    ]
    assert "On the count of three everybody shows fingers, and a fist is zero." in told
    assert [one for one in told if not re.match(r"[A-Z0-9“]", one)] == []
    sentences = [one for one in told if len(one.split()) > 4]
    assert len(sentences) > 300
    assert [one for one in sentences if not one.endswith(".")] == []
