"""scorepad check: its progress, its findings, and its repair of cached data."""

import contextlib
import os
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from builders import hand, play
from program import all_said, run
from stores import tamper

from scorepad import cli
from scorepad.repository import GameRepository
from scorepad.store import open_store
from scorepad.store.records import Facts
from scorepad.store.sqlite.backups import Backups

EVENING = play("ohell", "Ann Bob Cat", hand("Ann Bob Cat", [1, 0, 1], [1, 0, 1]), house={"ladder": "2", "hook": False})


def on_a_terminal(*words: object) -> str:
    """Return what a command prints on standard error if that is a terminal."""
    reader, writer = os.openpty()
    try:
        with open(writer, "w", encoding="utf-8") as error, contextlib.redirect_stderr(error):
            assert cli.main([str(word) for word in words]) == 0
        return all_said(reader)
    finally:
        os.close(reader)


def test_a_check_tells_what_was_not_as_it_should_be_game_by_game_and_mends_it(tmp_path: Path) -> None:
    with contextlib.closing(open_store(tmp_path / "data")) as store:
        games = GameRepository(store).append_together({}, [EVENING.events] * 4, by="test", event_id="kept")
        _whole, damaged, line, years = games
        store.rewrite_summary(line, replace(store.summary(line), leader="Eve"))
        mark, text = store.facts()[years]
        store.keep_facts({years: Facts(mark, text.replace("Ann", "Eve"))})
    number = f"(SELECT number FROM games WHERE id = '{damaged}')"
    tamper(tmp_path / "data", f"UPDATE events SET at = '' WHERE game = {number}")
    answer = run(tmp_path, "check")
    assert answer.text.splitlines() == [
        "4 games checked, 1 repaired in the list, 1 repaired in the statistics.",
        f"Game {line}: its line in the list did not match its record.",
        f"Game {years}: its statistics did not match its record.",
    ]
    assert answer.error.startswith(f"Game {damaged}: Event 1 was changed.\n")
    assert run(tmp_path, "check").text == "4 games checked.\n"


def test_what_was_never_kept_for_the_years_is_kept_by_a_check_and_nothing_was_wrong(tmp_path: Path) -> None:
    with contextlib.closing(open_store(tmp_path / "data")) as store:
        game_id = GameRepository(store).keep(EVENING, by="test")
        right = store.facts()
        tamper(tmp_path / "data", "DELETE FROM evenings")
        assert run(tmp_path, "check").text == "1 game checked, no errors found.\n"
        assert list(right) == [game_id]
        assert store.facts() == right


def test_a_check_finds_one_flipped_bit_in_any_file_of_the_data_folder(tmp_path: Path) -> None:
    with contextlib.closing(open_store(tmp_path / "data")) as store:
        GameRepository(store).append_together({}, [EVENING.events] * 3, by="test", event_id="kept")
        store.secret()
        Backups(tmp_path / "data" / "scorepad.db").keep(store, date(2026, 11, 20))
    assert run(tmp_path, "check").text == "3 games checked, no errors found.\n"
    files = [path for path in (tmp_path / "data").rglob("*") if path.is_file() and path.stat().st_size]
    assert {path.suffix for path in files} == {".db", ".secret"}
    for path in files:
        sound = path.read_bytes()
        at = sound.find(b'"kind": "bids"') if path.suffix == ".db" else 5
        path.write_bytes(sound[:at] + bytes([sound[at] ^ 0x40]) + sound[at + 1 :])
        assert run(tmp_path, "check").status == 1, path
        path.write_bytes(sound)


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="there are no such terminals here")
def test_on_a_terminal_a_check_says_how_far_it_is_and_elsewhere_nothing(tmp_path: Path) -> None:
    with contextlib.closing(open_store(tmp_path / "data")) as store:
        GameRepository(store).append_together({}, [EVENING.events] * 3, by="test", event_id="kept")
    text = on_a_terminal("check", "--data", tmp_path / "data")
    assert text.split("\r")[1:4] == [
        f"Game {number} of 3. Press Ctrl+C to stop; nothing is lost." for number in (1, 2, 3)
    ]
    assert run(tmp_path, "check").error == ""
