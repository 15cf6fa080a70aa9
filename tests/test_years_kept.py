"""Statistics of a store: correct after every change of a game, and computed once for each state of it."""

import contextlib
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from builders import hand, on, play
from stores import tamper

from scorepad.errors import ScorepadError
from scorepad.game.decide import control, hands, splitting
from scorepad.game.decide.splitting import Newcomer
from scorepad.game.state.events import Event
from scorepad.game.state.game import Game
from scorepad.game.statistics.people import RECENT_EVENINGS, find_similar_people
from scorepad.repository import GameRepository, store_check
from scorepad.repository.statistics_database import write_years
from scorepad.store import Store, open_store
from scorepad.store.records import Facts


def finished(players: str = "Ann Bob Cat", bids: tuple[int, ...] = (1, 0, 1), **head: Any) -> Game:
    house = {"ladder": "2", "hook": False}
    return play("ohell", players, hand(players, bids, [1, 0, 1]), **{"house": house, **head})


def number_of(game_id: str) -> str:
    return f"(SELECT number FROM games WHERE id = '{game_id}')"


def won(games: GameRepository) -> dict[str, int]:
    return {row.person: row.won for row in games.evenings.years().table()}


def test_the_years_are_right_at_once_whatever_happens_to_a_game(store: Store) -> None:
    games = GameRepository(store)
    assert won(games) == {}
    game_id = games.keep(finished(), by="test")
    assert won(games) == {"Ann": 0, "Bob": 1, "Cat": 0}
    games.append(game_id, games.load(game_id).game.undo(), seen=games.load(game_id).version, by="test")
    assert won(games) == {}, "it runs again"
    games.append(game_id, games.load(game_id).game.redo(), seen=games.load(game_id).version, by="test")
    assert won(games)["Bob"] == 1
    store.remove_game(game_id)
    assert won(games) == {}, "it lies in the bin"
    store.restore_game(game_id)
    assert won(games)["Bob"] == 1


def went_on_at_two(games: GameRepository, names: str) -> tuple[str, list[str]]:
    """Play a table of seven that is split in two when Hal joins; both tables begin.

    Gus is not yet joined with Gustav.
    """
    record = hand(names, [1, 0, 0, 0, 0, 0, 1], [1, 0, 1, 0, 0, 0, 0])
    left = games.keep(play("pike", names, record, house={"ladder": "2 2"}, scheme="tens"), by="test")
    stored = games.load(left)
    party = splitting.gather([stored.game], [Newcomer("Hal")])
    tables = splitting.tables(party, splitting.by_seat(party))
    endings, openings = splitting.endings(party, tables), splitting.openings(party, tables)
    return left, games.append_together({left: (stored.version, endings[0])}, openings, by="test", event_id="sent")


def ended(games: GameRepository, begun: list[str]) -> None:
    """Play one more hand at each of the tables, at which Gus is Gustav by the end."""
    for game_id in begun:
        item = games.load(game_id)
        here = [item.game.names[player] for player in item.game.sheet.seats.present]
        last = hand(" ".join(here), [2, 0, 0, 0], [0, 1, 1, 0])
        renamed = [{"rename": {"player": "Gus", "name": "Gustav"}}] if "Gus" in here else []
        for event in on(item.game, last, *renamed, {"end": {}}).events[len(item.game.events) :]:
            games.append(game_id, event, seen=games.load(game_id).version, by="test")


def test_a_table_that_went_on_at_two_is_one_evening(store: Store) -> None:
    games = GameRepository(store)
    names = "Ann Bob Cat Di Eve Fay Gus"
    left, begun = went_on_at_two(games, names)
    assert won(games) == {}, "both go on"
    ended(games, begun)
    rows = {row.person: row for row in games.evenings.years().table()}
    assert {name: (row.evenings, row.bids) for name, row in rows.items()} == {
        **dict.fromkeys([*names.split()[:-1], "Gustav"], (1, 2)), "Hal": (1, 1),
    }  # fmt: skip
    [boldest] = [record for record in games.evenings.years().records() if record.kind == "boldest"]
    assert [(holder.people, holder.hand, holder.game_id) for holder in boldest.held] == [(("Ann",), 1, left)]
    assert not any(record.facts for record in store_check.check_records(store, [left, *begun]))


def test_two_who_sat_at_a_table_before_it_was_split_are_two_people(store: Store, tmp_path: Path) -> None:
    """Even if the two were joined before the split was known, the tables are written."""
    games = GameRepository(store)
    _left, begun = went_on_at_two(games, "Ann Zoe Cat Di Anne Zoë Gus")
    ended(games, begun)
    people = games.evenings.years().people
    assert people.find("Zoe") != people.find("Zoë")
    assert find_similar_people(people) == []
    with pytest.raises(ScorepadError, match="so they are two people"):
        games.evenings.join("Anne", "Ann")
    store.join("anne", "Ann")
    assert write_years(games, tmp_path / "years.db") == (3, [])
    with contextlib.closing(sqlite3.connect(tmp_path / "years.db")) as years:
        assert years.execute("SELECT count(*) FROM points").fetchone() == (4 + 4 + 4,), "3 of 7 are not clear"


def test_another_program_sees_what_this_one_has_written(store: Store, tmp_path: Path) -> None:
    games = GameRepository(store)
    with contextlib.closing(open_store(tmp_path)) as other:
        theirs = GameRepository(other)
        assert won(theirs) == {}
        games.keep(finished(), by="test")
        assert won(theirs)["Bob"] == 1
        games.keep(finished("Anne Bob Cat"), by="test")
        games.evenings.join("Anne", "Ann")
        assert won(theirs) == {"Ann": 0, "Bob": 2, "Cat": 0}


def test_what_an_evening_says_is_kept_with_the_event_that_ends_or_changes_it(store: Store) -> None:
    """So a request for statistics need not compute it."""
    games = GameRepository(store)
    kept = games.keep(finished(), by="test")
    [together] = games.append_together({}, [finished().events], by="test", event_id="kept")
    running = games.keep(Game.replay(finished().events[:-2]), by="test")

    def facts_by_game() -> dict[str, str]:
        return {game: facts.text for game, facts in store.facts().items() if facts.mark.endswith(store.mark(game)[1])}

    def append(game_id: str, decide: Callable[[Game], Event]) -> None:
        stored = games.load(game_id)
        games.append(game_id, decide(stored.game), seen=stored.version, by="test")

    assert set(facts_by_game()) == {kept, together}, "and nothing of a game that runs"
    before = facts_by_game()[kept]
    append(kept, lambda game: hands.correct(game, 1, {"bids": {"p1": 0}}))
    assert before != facts_by_game()[kept]
    append(kept, Game.undo)
    assert before == facts_by_game()[kept]
    append(together, Game.undo)
    append(running, control.end)
    assert set(facts_by_game()) == {kept, running}, "this one has ended, the other runs again"


def test_an_evening_is_worked_out_once_for_each_state_of_its_game(store: Store, tmp_path: Path) -> None:
    games = GameRepository(store)
    item, two = (games.keep(finished(), by="test") for _game in range(2))
    games.evenings.years()
    with contextlib.closing(open_store(tmp_path)) as other, patch.object(other, "load", wraps=other.load) as load:
        again = GameRepository(other)
        assert won(again)["Bob"] == 2
        load.assert_not_called()
        decided = control.reopen(again.load(two).game)
        again.append(two, decided, seen=again.load(two).version, by="test")
        again.append(two, again.load(two).game.undo(), seen=again.load(two).version, by="test")
        load.reset_mock()
        assert won(again)["Bob"] == 2
        load.assert_not_called()  # it was kept with its last event
        tamper(tmp_path, f"UPDATE evenings SET facts = 'null' WHERE game = {number_of(item)}")
        assert won(GameRepository(other))["Bob"] == 2, "what the disk has spoilt is worked out anew"
        load.assert_called_once_with(item)


def test_a_damaged_game_keeps_nobody_from_the_others(store: Store, tmp_path: Path) -> None:
    games = GameRepository(store)
    damaged, _sound = (games.keep(finished(players), by="test") for players in ("Eve Bob Cat", "Ann Bob Cat"))
    tamper(tmp_path, f"UPDATE events SET event = '1' WHERE game = {number_of(damaged)}")
    assert won(GameRepository(store)) == {"Ann": 0, "Bob": 2, "Cat": 0, "Eve": 0}, "what it said is still known"
    store.keep_facts({damaged: Facts("", "")})
    assert won(GameRepository(store)) == {"Ann": 0, "Bob": 1, "Cat": 0}


# --- statements about people ----------------------------------------------------------------------------


def test_a_person_is_called_as_somebody_says_and_found_by_every_name(store: Store) -> None:
    games = GameRepository(store)
    for players in ("Ann Bob Cat", "Anne Bob Cat"):
        games.keep(finished(players), by="test")
    people = games.evenings
    people.join("Anne", "Ann")
    people.rename("Anne", "Annie")
    games.keep(finished("Annie Bob Cat"), by="test")
    assert {row.person: row.evenings for row in people.years().table()} == {"Annie": 3, "Bob": 3, "Cat": 3}
    people.rename("Annie", "Anna")
    games.keep(finished("Anna Bob Cat"), by="test")
    assert {row.person: row.evenings for row in people.years().table()} == {"Anna": 4, "Bob": 4, "Cat": 4}
    people.part("Anna")
    assert won(games).keys() == {"Ann", "Anna", "Bob", "Cat"}
    people.rename("Ann", "ANN")
    assert "ANN" in won(games), "in other letters it is the same name"


def test_joined_as_a_whole_or_by_one_name(store: Store) -> None:
    games = GameRepository(store)
    for players in ("Ann Bob Cat", "Anne Bob Cat", "Di Bob Cat"):
        games.keep(finished(players), by="test")
    people = games.evenings
    people.join("Anne", "Ann")
    people.rename("Ann", "Annie")
    people.join("Annie", "Di")
    assert won(games).keys() == {"Di", "Bob", "Cat"}, "by the name they are called, with all their names"
    people.part("Ann")
    assert won(games).keys() == {"Di", "Annie", "Bob", "Cat"}, "and apart again as they were"


def test_two_who_speak_at_one_moment_are_both_heard(store: Store, tmp_path: Path) -> None:
    names = [f"{letter}{letter}" for letter in "ABCDEFGHIJ"]
    totals = {"totals": {name: at for at, name in enumerate(names)}}
    GameRepository(store).keep(play("ohell", " ".join(names), totals), by="test")
    with contextlib.closing(open_store(tmp_path)) as other:
        both = [GameRepository(opened).evenings for opened in (store, other)]
        with ThreadPoolExecutor(2) as speakers:
            list(speakers.map(lambda at: both[at % 2].hide(names[at]), range(10)))
        assert both[0].years().table() == both[1].years().table() == []
        both[0].show_again("AA")
        assert [row.person for row in both[1].years().table()] == ["AA"]


def test_a_new_game_offers_who_plays_most_lately_first_and_reads_no_older_evenings(store: Store) -> None:
    games = GameRepository(store)
    lately = ["Ann Bob Cat", "Anne Di Cat"] * (RECENT_EVENINGS // 2)
    for number, players in enumerate(["Eve Fay Gus"] * RECENT_EVENINGS + lately, 1):
        day = date(2026, 1, 1) + timedelta(number)
        games.keep(finished(players, date=day.isoformat()), by="test")
    store.join("anne", "Ann")
    offered = games.evenings.suggested_names()
    assert offered[:2] in (["Ann", "Cat"], ["Cat", "Ann"])
    assert sorted(offered) == ["Ann", "Bob", "Cat", "Di", "Eve", "Fay", "Gus"]
    assert not {"eve", "fay"} & set(games.evenings.recent_people())


def test_a_new_game_offers_the_names_of_games_in_progress_and_none_from_the_trash(store: Store) -> None:
    games = GameRepository(store)
    games.keep(play("ohell", "Zoë Åke"), by="test")
    removed = games.keep(play("ohell", "Zoë Slip"), by="test")
    assert games.evenings.suggested_names() == ["Zoë", "Slip", "Åke"], "most games, then the latest"
    store.remove_game(removed)
    assert games.evenings.suggested_names() == ["Zoë", "Åke"]
