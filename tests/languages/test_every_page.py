"""Every page and command in the reader's language, with nothing left in English.

Text that one person saves in one language is shown to another in theirs.
"""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from browser.every_page import over_the_years, pages, played
from browser.phone import LONG
from flask import Flask
from flask.testing import FlaskClient
from hosting import hosted
from languages.spoken import FIGURES, SPOKEN, commands, signs
from stores import file_behind
from tools.translating import pseudo

from scorepad import words
from scorepad.cli import parser
from scorepad.game.files.game_file import read_game
from scorepad.game.report import example_hand
from scorepad.store import open_store
from scorepad.web import create_app

pytestmark = pytest.mark.usefixtures("spoken")

NAMES = {*" ".join(LONG).replace("-", " ").split(), "Alexa", "Alexandr", "Ev", "Łu", "Ma", *example_hand.NAMES, "test"}
"""Names of people, some of them cut for a card of the games list, and of the scorekeeper."""

TABLES_OWN = ("Thursday at the mill",)
"""A place; its text is shown as written."""

OURS = {"Excel", "BG", "Stats", "Scorepad", "English", "Löñger", "Léftwards", "scorepad", "lan", "CSV", "Letter"}
TELLING = ("title", "aria-label", "placeholder", "alt", "aria-description")


class Told(HTMLParser):
    """A parser for the text that a page shows or speaks to its readers; code is left out."""

    def __init__(self) -> None:
        super().__init__()
        self.text, self.texts = "", list[str]()
        self._within: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._within.append(tag)
        self.texts += [value or "" for name, value in attrs if name in TELLING]
        worded = [value for name, value in attrs if name in ("data-words", "data-waiting") and value]
        for told in worded:
            self.texts += json.loads(told).values() if told[0] == "{" else [told]

    def handle_endtag(self, tag: str) -> None:
        while self._within and self._within.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not {"script", "style", "code", "textarea", "pre"} & set(self._within):
            self.text += f"{data} "

    def all_texts(self) -> list[str]:
        """Return the page's text, whose sentences may contain tags, and all other texts."""
        return [self.text, *self.texts]


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    store = open_store(tmp_path)
    yield create_app(store)
    store.close()


def paths(app: Flask) -> list[str]:
    """Return every page of a store with all kinds of games and events."""
    repository = app.extensions["scorepad"].games
    games = played(repository)
    over_the_years(repository)
    return pages(app, games)


def read(client: FlaskClient, path: str, language: str) -> str:
    answer = client.get(path, headers={"Accept-Language": language}, follow_redirects=True)
    assert answer.status_code == 200, path
    return answer.get_data(as_text=True)


def spoken_in(page: str) -> list[str]:
    notes = Told()
    notes.feed(page)
    return notes.all_texts()


RULE_FILES = ("/edit", "/schemes/new", "/rulebooks/new", "/schemes/murder/build")
"""Pages with a rule file to edit, whose keys are there in small letters; the last one is for schemes that the builder
cannot express.
"""


def is_known(word: str) -> bool:
    """Return whether it is a name, or a short form of one."""
    return word in NAMES | OURS or any(len(word) >= 3 and name.startswith(word) for name in NAMES)


def test_no_page_is_left_in_english_and_what_one_writes_in_their_language_another_reads_in_theirs(app: Flask) -> None:
    """Only what people wrote is stored, both in the store and between two requests."""
    client, result, everything = app.test_client(), dict[str, set[str]](), paths(app)
    for path in everything:
        texts = spoken_in(read(client, path, pseudo.LONGER))
        assert any(pseudo.OPEN in text for text in texts), path
        text = pseudo.english_in(" ".join(texts))
        for words_kept in TABLES_OWN:
            text = text.replace(words_kept, "")
        left = {word for word in SPOKEN.findall(text) if not is_known(word)} | signs(texts) | {*FIGURES.findall(text)}
        if path.endswith(RULE_FILES):
            left = {word for word in left if not word[0].islower()}
        result |= {path: left} if left else {}
    assert result == {}
    for path in everything:
        texts = spoken_in(read(client, path, "en"))
        known = "".join(texts).replace("Löñger", "").replace("Léftwards", "")
        assert pseudo.OPEN not in known, path
    store = app.extensions["scorepad"].store
    assert pseudo.OPEN.encode() not in file_behind(store).read_bytes()


def test_a_page_says_in_which_language_it_is_and_that_others_get_another(app: Flask) -> None:
    client = app.test_client()
    for asked, begun in (("ar-XB, en;q=0.5", '<html lang="ar-XB" dir="rtl"'), ("nl, *;q=0.1", '<html lang="en"')):
        answer = client.get("/", headers={"Accept-Language": asked})
        assert begun in answer.get_data(as_text=True)
        assert {"accept-language", "cookie"} <= {header.lower() for header in answer.vary}


def test_who_chooses_a_language_reads_it_from_then_on_until_they_let_the_browser_choose(app: Flask) -> None:
    client = app.test_client()
    assert f'href="/late-entry?totals=1+2&amp;lang={pseudo.LONGER}"' not in read(client, "/", "en")
    chosen = client.get(f"/late-entry?totals=1+2&lang={pseudo.LONGER}")
    assert (chosen.status_code, chosen.location) == (303, "/late-entry?totals=1+2")
    assert f'<html lang="{pseudo.LONGER}"' in read(client, "/", "en")
    assert client.get("/?lang=").status_code == 303
    assert '<html lang="en"' in read(client, "/", "en")


def test_a_language_that_nobody_speaks_changes_nothing(app: Flask) -> None:
    client = app.test_client()
    for lang in ("tlh", "../en", "é" * 500, ""):
        assert client.get("/", query_string={"lang": lang}).status_code == 303
        assert '<html lang="en"' in read(client, "/", "en")


def test_a_page_that_answers_a_form_leads_to_the_first_page_in_another_language(tmp_path: Path) -> None:
    with hosted(tmp_path) as host:
        refused = host.stranger().way.ask("POST", "/begin", b"name=", "application/x-www-form-urlencoded")
        assert refused.status == 422
        assert f'href="/?lang={pseudo.LONGER}"'.encode() in refused.body


def test_no_language_is_chosen_for_whoever_is_led_here_by_a_strange_name_nor_are_they_led_elsewhere(app: Flask) -> None:
    client = app.test_client()
    strange = client.get(f"/?lang={pseudo.LONGER}", headers={"Host": "evil.example"})
    assert (strange.status_code, strange.headers.getlist("Set-Cookie")) == (400, [])
    for path in ("//evil.example/", "/%2Fevil.example", "/%5Cevil.example"):
        location = client.get(path, query_string={"lang": pseudo.LONGER}).location or "/"
        assert re.match(r"/(?![/\\])", location), path


def test_whoever_looks_on_is_told_of_what_is_new_in_their_own_language(app: Flask) -> None:
    record = {"format": "scorepad-game/1", "rulebook": "pike", "players": ["Ann", "Bob", "Cat"], "record": []}
    game_id = app.extensions["scorepad"].games.keep(read_game(record), by="test")
    client = app.test_client()
    fields = {}
    for asked in (pseudo.LONGER, "en"):
        answer = client.get(f"/games/{game_id}/stream/standings", headers={"Accept-Language": asked})
        fields[asked] = answer.get_data(as_text=True)
    assert pseudo.OPEN in fields[pseudo.LONGER]
    assert pseudo.OPEN not in fields["en"]


def test_no_command_explains_itself_in_english() -> None:
    """Except its own names, which are typed."""
    words.set_language(pseudo.LONGER)
    typed = re.compile(r"--?[\w-]+|\{[^}]*\}")
    left: set[str] = set()
    every = list(commands(parser()))
    named = {part for command in every for part in re.split(r"[ -]", command.prog)}
    named |= {str(choice) for command in every for action in command._actions for choice in action.choices or ()}
    for item in every:
        notes = item.format_help()
        left |= set(SPOKEN.findall(typed.sub("", pseudo.english_in(notes)))) | signs([notes])
    assert len(every) > 40
    assert left - named == set()
