"""The game repository: each game is folded once, counted once and listed correctly."""

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from stores import append, begin, tamper

from scorepad.errors import RecordDamaged, StaleVersion
from scorepad.game.decide import control, hands, setup
from scorepad.game.state import events as e
from scorepad.game.state.game import Game
from scorepad.repository import GAME_CACHE_SIZE, GameRepository, ids_begun_by, summary_of
from scorepad.repository.folding import new_game_id
from scorepad.rules import rulebook, scheme
from scorepad.store import Store

NOON = datetime(2026, 11, 20, 12, 0, 30, 999, tzinfo=UTC)


def opening(**more: Any) -> e.Opened:
    book = rulebook.find("pagat").with_house({"ladder": "2-3", "hook": False})
    return setup.open_game(book, scheme.find("tens"), ["Ann", "Bob", "Cat"], **more)


def bids(game: Game, *numbers: int) -> e.Event:
    return hands.record_bids(game, dict(zip(("p1", "p2", "p3"), numbers, strict=True)))


def tricks(game: Game, *numbers: int) -> e.Event:
    return hands.record_tricks(game, dict(zip(("p1", "p2", "p3"), numbers, strict=True)))


@pytest.fixture
def repository(store: Store) -> GameRepository:
    return GameRepository(store, lambda: NOON)


def play_a_hand(repository: GameRepository, game_id: str) -> None:
    stored = repository.load(game_id)
    seen = repository.append(game_id, bids(stored.game, 1, 1, 0), seen=stored.version, by="Ann")
    repository.append(game_id, tricks(repository.load(game_id).game, 1, 0, 1), seen=seen, by="Ann")


def test_a_game_comes_back_as_it_was_put_in(repository: GameRepository, store: Store) -> None:
    opened = opening(location="Kitchen", stake=5)
    game_id = repository.create(opened, by="Ann")
    play_a_hand(repository, game_id)
    again = GameRepository(store).load(game_id)
    assert again.version == 3
    assert again.game.events == repository.load(game_id).game.events
    assert again.game.opened == opened
    assert again.game.sheet.rows == repository.load(game_id).game.sheet.rows


def test_a_game_seen_again_is_folded_again_only_if_another_program_has_written(
    repository: GameRepository, store: Store
) -> None:
    game_id = repository.create(opening(), by="Ann")
    fresh = GameRepository(store)
    assert fresh.load(game_id).game is fresh.load(game_id).game
    play_a_hand(repository, game_id)
    assert fresh.load(game_id).version == 3
    assert fresh.load(game_id).game.sheet.hands_played == 1


def test_an_old_game_is_forgotten_when_many_others_are_looked_at_and_can_be_read_again(
    repository: GameRepository,
) -> None:
    first = repository.create(opening(), by="Ann")
    folded = repository.load(first).game
    for _count in range(GAME_CACHE_SIZE):
        repository.create(opening(), by="Ann")
    assert repository.load(first).game is not folded
    assert repository.load(first).game.events == folded.events


def test_an_event_sent_again_counts_once_and_answers_the_version_it_made(repository: GameRepository) -> None:
    game_id = repository.create(opening(), by="Ann")
    event = bids(repository.load(game_id).game, 1, 0, 0)
    for seen in (1, 1, 2):  # 2: from a newer page
        assert repository.append(game_id, event, seen=seen, by="Ann", event_id="tap-1") == 2
        assert len(repository.load(game_id).game.events) == repository.load(game_id).version == 2
    repository.append(game_id, tricks(repository.load(game_id).game, 1, 0, 1), seen=2, by="Ann")
    assert repository.append(game_id, event, seen=1, by="Ann", event_id="tap-1") == 2
    assert repository.load(game_id).game.sheet.hands_played == 1


def test_an_opening_sent_again_is_one_game_as_it_has_become(repository: GameRepository, store: Store) -> None:
    opened = opening()
    game_id = repository.create(opened, by="Ann", event_id="form-1")
    play_a_hand(repository, game_id)
    assert repository.create(opened, by="Ann", event_id="form-1") == game_id
    assert repository.load(game_id).version == 3
    assert store.game_ids() == [game_id]
    others = {repository.create(opened, by="Ann", event_id=event_id) for event_id in (None, None, "form-2")}
    assert len(others | {game_id}) == 4


def test_events_are_written_with_the_time_in_utc_and_who_wrote_them(store: Store) -> None:
    east = timezone(timedelta(hours=2))
    repository = GameRepository(store, lambda: NOON.astimezone(east))
    entry = store.load(repository.create(opening(), by="Ann's phone"))[0]
    assert (entry.at, entry.by) == ("2026-11-20T12:00:30+00:00", "Ann's phone")
    assert len(entry.id) == 32


def test_the_line_that_lists_a_game_follows_it(repository: GameRepository, store: Store) -> None:
    game_id = repository.create(opening(date="2026-11-20"), by="Ann")
    line = store.summary(game_id)
    assert (line.title, line.rulebook, line.players) == (
        line.rulebook,
        rulebook.find("pagat").name,
        ["Ann", "Bob", "Cat"],
    )
    assert (line.state, line.leader, line.hands, line.date) == ("running", "", 0, "2026-11-20")
    play_a_hand(repository, game_id)
    line = store.summary(game_id)
    assert (line.state, line.leader, line.hands) == ("running", "Ann", 1)
    seen = repository.load(game_id)
    repository.append(game_id, control.end(seen.game), seen=seen.version, by="Ann")
    assert store.summary(game_id).state == "finished"


def test_a_line_names_the_place_and_all_who_share_the_lead() -> None:
    game = Game.replay([opening(location="The Crown")])
    game = game.then(bids(game, 1, 1, 1))
    summary = summary_of(game.then(tricks(game, 1, 1, 0)))
    assert (summary.title, summary.leader) == ("The Crown", "Ann, Bob")


def test_games_that_end_and_begin_together_are_kept_once_and_listed_rightly(
    repository: GameRepository, store: Store
) -> None:
    old = repository.create(opening(location="Kitchen"), by="Ann")
    ending: list[e.Event] = [e.Commented("On to table A."), e.Ended()]
    beginning: list[list[e.Event]] = [
        [opening(location=place), e.Adjusted("p1", 7)] for place in ("Table A", "Table B")
    ]
    with pytest.raises(StaleVersion):
        repository.append_together({old: (2, ending)}, beginning, by="Ann", event_id="split")
    assert store.game_ids() == [old]
    new = repository.append_together({old: (1, ending)}, beginning, by="Ann", event_id="split")
    assert repository.append_together({old: (1, ending)}, beginning, by="Ann", event_id="split") == new
    assert store.game_ids() == [old, *new] == [old, *ids_begun_by("split", 2)]
    assert [repository.load(game).game.sheet.totals["p1"] for game in (old, *new)] == [0, 7, 7]
    assert [store.summary(game).state for game in (old, *new)] == ["finished", "running", "running"]
    assert not any(repository.rebuild_list_row(game) for game in (old, *new))


def test_a_line_that_was_spoilt_is_listed_as_it_should_be(
    repository: GameRepository, store: Store, tmp_path: Path
) -> None:
    game_id, binned = repository.create(opening(), by="Ann"), repository.create(opening(), by="Ann")
    store.remove_game(binned)
    right = repository.games("running"), repository.games("binned")
    tamper(tmp_path, "UPDATE games SET title = 'Fridax', hands = 9")
    assert not store.games("running")[0].sound
    assert (repository.games("running"), repository.games("binned")) == right
    tamper(tmp_path, "UPDATE games SET title = 'Fridax'", "UPDATE events SET by = 'Bob'")
    assert repository.games("running")[0].game_id == game_id, "a damaged game is listed as it is"


@pytest.mark.parametrize("broken", [{"kind": "dance"}, {"kind": "leave"}, {"kind": "open"}, {}])
def test_a_record_that_makes_no_sense_any_more_names_the_event(
    repository: GameRepository, store: Store, broken: dict[str, Any]
) -> None:
    game_id = repository.create(opening(), by="Ann")
    append(store, game_id, broken, id="x", seen=1, by="?", at="?", summary=store.summary(game_id))
    with pytest.raises(RecordDamaged) as refused:
        repository.load(game_id)
    assert refused.value.seq == 2


def test_a_record_without_its_opening_is_damaged(repository: GameRepository, store: Store) -> None:
    begin(store, "headless", event={"kind": "end"})
    with pytest.raises(RecordDamaged) as refused:
        repository.load("headless")
    assert refused.value.seq == 1


def test_ids_can_be_typed_on_a_command_line() -> None:
    ids = [new_game_id() for _count in range(2000)]
    assert all(game_id[0].isalnum() and len(game_id) == 11 for game_id in ids)
    assert len(set(ids)) == len(ids)
