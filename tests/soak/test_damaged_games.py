"""Tests of a flipped bit in a stored game: each page and file is as before, or says that the game is damaged."""

import contextlib
import io
import json
import random
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from builders import hand, play
from databases import DatabasePlace
from flask import Flask
from flask.testing import FlaskClient
from program import refused, run
from reading_pdf import read
from scorekeeper import Scorekeeper, Within
from stores import BOTH, FilePlace, Place, tamper

from scorepad.game.state.game import Game
from scorepad.repository import GameRepository
from scorepad.store import Store, open_store
from scorepad.web import create_app
from soak import often

PLAYERS = "Ann Bob Cat"
FLIPS = {"file": often(8, 600), "database": often(3, 60)}
COLUMNS = ["event", "event", "event", "at", "by", "id", "previous", "hash"]
VALUES = {"number": 1, "kind": "standings", "sent": "x"}
"""The other values in an address besides the game."""

SHOW_THE_BEGINNING = {"game_page.show", "history.log"}
"""Pages that may show the intact beginning of a damaged game if they say that it is incomplete."""

CHANGES_BY_THE_REQUEST = re.compile(rb"[\w.-]{25,}")
"""Form tokens and version hashes."""


def evening() -> Game:
    hands = [hand(PLAYERS, bids, [1, 1, 0]) for bids in ([1, 0, 0], [1, 1, 1], [0, 1, 0], [2, 0, 1])]
    comment = {"comment": {"text": "Tea"}}
    head = {"location": "The Crown", "date": "2026-11-20", "house": {"ladder": "2 2 2 2", "hook": False}}
    return play("ohell", PLAYERS, hands[0], comment, *hands[1:], **head)


@pytest.fixture(params=BOTH)
def place(request: pytest.FixtureRequest) -> Place:
    if request.param == "database":
        return DatabasePlace(request.getfixturevalue("database"))
    return FilePlace(request.getfixturevalue("tmp_path"))


@pytest.fixture
def store(place: Place) -> Iterator[Store]:
    with contextlib.closing(place.open()) as opened:
        yield opened


def flip(place: Place, store: Store, game_id: str, chance: random.Random) -> None:
    """Flip one bit of one stored event of a game; a database refuses invalid text."""
    event = chance.choice(store.read(game_id).sound)
    column = chance.choice(COLUMNS if event.previous else [name for name in COLUMNS if name != "previous"])
    text = bytearray((json.dumps(event.event) if column == "event" else getattr(event, column)).encode())
    is_file = isinstance(place, FilePlace)
    spots = [(at, bit) for at in range(len(text)) for bit in range(8 if is_file else 5)]
    at, bit = chance.choice([spot for spot in spots if is_file or 32 < text[spot[0]] ^ 1 << spot[1] < 127])
    text[at] ^= 1 << bit
    spoilt = f"CAST(X'{text.hex()}' AS TEXT)" if is_file else f"convert_from('\\x{text.hex()}', 'UTF8')"
    place.tamper(f"UPDATE events SET {column} = {spoilt} WHERE {of_game(game_id)} AND seq = {event.seq}")


def of_game(game_id: str) -> str:
    return f"game = (SELECT max(number) FROM games WHERE id = '{game_id}')"


def addresses(app: Flask, game_id: str) -> dict[str, str]:
    """Return the address of every page and file of a game, by its endpoint."""
    with app.test_request_context():
        urls = app.url_map.bind("localhost")
        return {
            rule.endpoint: urls.build(rule.endpoint, {name: VALUES.get(name, game_id) for name in rule.arguments})
            for rule in app.url_map.iter_rules()
            if "GET" in (rule.methods or ()) and "game_id" in rule.arguments
        }


def answers(client: FlaskClient, app: Flask, game_id: str) -> dict[str, tuple[int, bytes]]:
    """Return status and body of every page and file of a game, without tokens."""
    by_endpoint = {}
    for endpoint, address in addresses(app, game_id).items():
        answer = client.get(address)
        body = answer.data.replace(game_id.encode(), b"GAME")
        if answer.mimetype in ("text/html", "text/event-stream"):
            body = CHANGES_BY_THE_REQUEST.sub(b"", body)
        by_endpoint[endpoint] = answer.status_code, body
    return by_endpoint


def test_of_a_game_with_a_flipped_bit_nothing_is_answered_as_if_it_were_whole(place: Place, store: Store) -> None:
    kind = "file" if isinstance(place, FilePlace) else "database"
    games = GameRepository(store)
    whole, *damaged = (games.keep(evening(), by="Zoë’s phone") for _count in range(1 + FLIPS[kind]))
    chance = random.Random(31)
    for game_id in damaged:
        flip(place, store, game_id, chance)
    app = create_app(store)
    client = app.test_client()
    right = answers(client, app, whole)
    assert right["printing.sheet_as_csv"][0] == right["printing.game_file"][0] == 200
    for game_id in damaged:
        for endpoint, (status, body) in answers(client, app, game_id).items():
            text = body.decode(errors="replace")
            if endpoint in SHOW_THE_BEGINNING and status == 200:
                assert "damaged" in text, endpoint
                assert 'class="ahead"' not in text, f"{endpoint} has a leader"
            elif (status, body) != right[endpoint]:
                assert status == 409, (endpoint, status, text)
                assert re.search(r"is damaged: Event \d+ ", text) or "There are" in text, (endpoint, text)


def test_what_is_said_of_all_games_leaves_no_damaged_one_out_in_silence(place: Place, store: Store) -> None:
    games = GameRepository(store)
    _whole, damaged = (games.keep(evening(), by="Zoë’s phone") for _count in range(2))
    client = create_app(store).test_client()
    lists = [
        f"/{page_name}.{kind}" for page_name in ("years", "records", "league", "people/Ann") for kind in ("csv", "json")
    ]
    right = {path: client.get(path).data for path in lists}
    event = store.read(damaged).sound[4]
    place.tamper(f"UPDATE events SET at = 'X{event.at[1:]}' WHERE id = '{event.id}'")
    keeper = Scorekeeper(Within(create_app(store)))
    assert {path: keeper.visit(path).body for path in lists} == right, "each evening is stored with its last event"
    page = keeper.visit("/")
    lines = [link for link in page.root.all("a") if "Ann, Bob, Cat" in link.text or "damaged" in link.text]
    won = [any(part.get("class") == "won" for part in line.all("span")) for line in lines]
    assert ["damaged after hand 1" not in line.text for line in lines] == won
    assert sum(won) == 1
    place.tamper("DELETE FROM evenings")
    keeper = Scorekeeper(Within(create_app(store)))
    for path in (*lists, "/years.pdf", "/league.pdf"):
        page = keeper.visit(path)
        assert (page.status, page.title) == (409, "This game is damaged"), path
    for path in ("/years", "/years/Ann", "/records", "/league", "/people"):
        assert "1 game is left out: its record is damaged." in keeper.visit(path).text, path
    with zipfile.ZipFile(io.BytesIO(keeper.visit("/print/all.zip").body)) as packed:
        assert len([name for name in packed.namelist() if name.endswith(".pdf")]) == 1
        assert len(packed.namelist()) == 2, "a text names the game that is left out"
    assert "records are damaged: The Crown" in read(keeper.visit("/print/all.pdf").body)[0].text
    games.store.remove_game(damaged)
    assert len(GameRepository(store).evenings.years().evenings) == 1
    assert keeper.visit("/years.csv").status == 200, "in the bin it is left out"
    assert "damaged after hand 1" in keeper.visit("/games/bin").text


def test_no_command_writes_a_damaged_game_as_if_it_were_whole(tmp_path: Path) -> None:
    with contextlib.closing(open_store(tmp_path / "data")) as store:
        _whole, damaged = (GameRepository(store).keep(evening(), by="test") for _count in range(2))
    changed = f"UPDATE events SET by = 'x' WHERE seq = 5 AND {of_game(damaged)}"
    tamper(tmp_path / "data", changed, "DELETE FROM evenings")
    for words, file in (("score", "out.pdf"), ("export", "out.json"), ("print", "out.pdf")):
        answer = run(tmp_path, words, damaged, "-o", file)
        refused(answer, damaged, "damaged: Event 5 was changed.")
        assert not (tmp_path / file).exists()
    refused(run(tmp_path, "print", "year", "all", "-o", "year.pdf"), damaged)
    rescued = run(tmp_path, "export", damaged, "--rescue")
    assert (rescued.status, "Event 5 was changed." in rescued.error) == (1, True)
    assert "The Crown, damaged after hand 1" in rescued.text
    (tmp_path / "sound.json").write_text(rescued.text, "utf-8")
    assert run(tmp_path, "score", "sound.json", "--format", "json").status == 0
    assert run(tmp_path, "check").error == f"Game {damaged}: Event 5 was changed.\n", "it is told once"
    assert "finished, damaged after hand 1\n" in run(tmp_path, "games").text
    games = run(tmp_path, "games", "--format", "json").json
    [listed] = [game for game in games if game["id"] == damaged]
    assert (listed["leader"], listed["damaged_after"]) == ("", 1)
    about_all = ("people", "people show Ann", "people records", "people league", "people names")
    for words in (*about_all, "years --sqlite out.db"):
        answer = run(tmp_path, *words.split())
        assert (answer.status, answer.error.count("It is left out.")) == (1, 1), words
        assert damaged in answer.error, words
