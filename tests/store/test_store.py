"""The record of a game: confirmed events are stored once, in order, and later changes are detected."""

import contextlib
import json
import threading
from collections.abc import Callable

import pytest
from stores import AT, BOTH, Place, add, append, begin, in_file, line, played, put_tap

from scorepad.errors import GameNotFound, RecordDamaged, ScorepadError, StaleVersion
from scorepad.store import Store
from scorepad.store.records import Batch, NewEvent, Snapshot, StoredEvent

PLACES = BOTH

# --- the record -------------------------------------------------------------------------------------


def test_a_record_is_read_as_it_was_written_also_after_closing(place: Place) -> None:
    with contextlib.closing(place.open()) as store:
        assert begin(store) == 1
        assert add(store, 1, seen=1) == 2
    with contextlib.closing(place.open()) as again:
        first, second = again.load("g")
        assert again.version("g") == 2
    assert first == StoredEvent("e1", 1, AT, "laptop", {"type": "begun"}, "", first.hash)
    assert (second.id, second.seq, second.by, second.previous) == ("h1", 2, "Ann’s phone", first.hash)
    assert list(second.event["bids"]) == ["Zoë", "Ann"], "the order of seats is kept"


def test_an_event_sent_twice_counts_once(store: Store) -> None:
    begin(store)
    assert add(store, 1, seen=1) == 2
    assert add(store, 2, seen=2) == 3
    assert add(store, 1, seen=1) == 2
    assert begin(store) == 1
    assert [entry.id for entry in store.load("g")] == ["e1", "h1", "h2"]
    assert (store.version_of("g", "h2"), store.version_of("g", "h3")) == (3, None)


def test_whatever_anybody_writes_is_noticed_and_nothing_else_is(store: Store, place: Place) -> None:
    begin(store)
    with contextlib.closing(place.open()) as other:
        writes: list[Callable[[], object]] = [
            lambda: add(store, 1, seen=1), lambda: add(other, 2, seen=2), lambda: put_tap(other, "g", 3, "bid.p1", 1),
            lambda: put_tap(store, "g", 3, "bid.p1", 2), lambda: other.drop_setting("link look g"),
            lambda: store.remove_game("g"),
        ]  # fmt: skip
        other.keep_setting("link look g", "word")
        for write in writes:
            before = store.changes()
            store.load("g")
            store.draft("g")
            assert store.changes() == before
            write()
            assert store.changes() != before


def test_an_event_decided_on_a_stale_sheet_is_refused_and_nothing_changes(store: Store) -> None:
    played(store, 2)
    with pytest.raises(StaleVersion) as refused:
        add(store, 9, seen=2)
    assert (refused.value.seen, refused.value.now) == (2, 3)
    with pytest.raises(StaleVersion):
        add(store, 9, seen=4)
    assert [entry.id for entry in store.load("g")] == ["e1", "h1", "h2"]


def test_an_event_decided_on_another_game_of_the_same_length_is_refused(store: Store) -> None:
    """A restored backup may have replaced the games that the client saw."""
    played(store, 2)
    end = NewEvent("x", {"type": "end"}, "laptop", AT)
    now = store.mark("g").head
    with pytest.raises(StaleVersion):
        append(store, "g", end.event, id="x", seen=3, after="another", by="laptop", at=AT, summary=line())
    with pytest.raises(StaleVersion):
        store.append(Batch("g", [end], 3, line(), after="another"))
    assert store.mark("g") == (3, now, 0)
    assert append(store, "g", end.event, id="x", seen=3, after=now, by="laptop", at=AT, summary=line()) == 4


def test_several_games_are_written_together_or_none_of_them(store: Store) -> None:
    begin(store)
    end, start = NewEvent("x", {"type": "end"}, "laptop", AT), NewEvent("x", {"type": "begun"}, "laptop", AT)
    with pytest.raises(StaleVersion):
        store.append_together([Batch("new", [start], 0, line()), Batch("g", [end], 5, line())])
    assert store.game_ids() == ["g"]
    together = [Batch("g", [end], 1, line(state="finished")), Batch("new", [start], 0, line())]
    for _time in range(2):
        store.append_together(together)
        assert (store.version("g"), store.version("new"), store.summary("g").state) == (2, 1, "finished")
    assert store.verify_all() == []


def test_a_game_that_is_not_there_is_named(store: Store) -> None:
    for ask in (store.load, store.version, store.verify, store.summary, store.remove_game, store.restore_game):
        with pytest.raises(GameNotFound, match="“nowhere”"):
            ask("nowhere")
    with pytest.raises(GameNotFound):
        add(store, 1, seen=1, game="nowhere")
    with pytest.raises(GameNotFound):
        put_tap(store, "nowhere", 1, "bid.p1", 0)


def test_a_second_game_of_the_same_id_is_refused(store: Store) -> None:
    begin(store)
    with pytest.raises(ScorepadError, match="There is already a game “"):
        begin(store, id="other")


def test_a_game_is_imported_whole_or_not_at_all(store: Store) -> None:
    events = [NewEvent(f"i{n}", {"n": n}, "import", AT) for n in range(5)]
    for _sent in range(2):
        store.append(Batch("g", events, 0, line()))
        assert store.version("g") == 5
    broken = NewEvent("i9", {"points": float("nan")}, "import", AT)
    with pytest.raises(ValueError):
        store.append(Batch("h", [*events, broken], 0, line()))
    assert store.game_ids() == ["g"]
    assert len(store.load("g")) == 5


def test_of_threads_that_write_on_one_sheet_one_wins_each_version(store: Store) -> None:
    begin(store)
    won: list[int] = []

    def score(me: int) -> None:
        for n in range(20):
            with contextlib.suppress(StaleVersion):
                won.append(add(store, n, seen=store.version("g"), id=f"{me}-{n}"))

    threads = [threading.Thread(target=score, args=[me]) for me in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(won) == list(range(2, store.version("g") + 1))
    assert store.verify("g") == []


# --- the chain ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        ("UPDATE events SET event = replace(event, '1', '2') WHERE seq = 3", "Event 3 was changed."),
        ("UPDATE events SET by = 'Bob' WHERE seq = 3", "Event 3 was changed."),
        ("UPDATE events SET at = '1999' WHERE seq = 3", "Event 3 was changed."),
        ("UPDATE events SET event = '{' WHERE seq = 3", "Event 3 was changed."),
        (f"UPDATE events SET event = '{'[' * 100_000}' WHERE seq = 3", "Event 3 was changed."),
        (f"UPDATE events SET event = '{'[' * 900 + ']' * 900}' WHERE seq = 3", "Event 3 was changed."),
        ("DELETE FROM events WHERE seq = 3", "Event 3 is missing."),
        ("DELETE FROM events WHERE seq = 5", "There are 4 events, not 5."),
        ("UPDATE events SET seq = seq + 1 WHERE seq = 5", "Event 5 is missing."),
    ],
)
def test_the_chain_notices_what_was_changed_or_taken_out(store: Store, place: Place, statement: str, text: str) -> None:
    played(store, 4)
    assert store.verify("g") == []
    place.tamper(statement)
    assert text in store.verify("g")
    assert f"Game g: {text}" in store.verify_all()


@in_file
@pytest.mark.parametrize(
    ("statement", "text"),
    [
        ("UPDATE events SET event = x'ff00' WHERE seq = 3", "Event 3 was changed."),
        ("UPDATE events SET event = CAST(event AS BLOB) WHERE seq = 3", "Event 3 was changed."),
        ("UPDATE games SET version = x'05'", "There are 5 events, not b'\\x05'."),
    ],
)
def test_the_chain_notices_what_the_disk_has_made_no_text_and_no_number(
    store: Store, place: Place, statement: str, text: str
) -> None:
    played(store, 4)
    place.tamper(statement)
    assert text in store.verify("g")
    assert f"Game g: {text}" in store.verify_all()


def test_the_chain_notices_events_that_changed_places(store: Store, place: Place) -> None:
    played(store, 4)
    move = "UPDATE events SET seq = {to} WHERE seq = {at}"
    place.tamper(move.format(at=3, to=99), move.format(at=4, to=3), move.format(at=99, to=4))
    assert "Event 3 does not follow the one before it." in store.verify("g")


def test_the_chain_notices_an_end_put_in_the_place_of_another(store: Store, place: Place) -> None:
    played(store, 2)
    whole = store.load("g")[-1]
    with contextlib.closing(place.another().open()) as other:
        played(other, 1)
        add(other, 7, seen=2)
        forged = other.load("g")[-1]
    assert forged.previous == whole.previous
    place.tamper(
        f"""UPDATE events SET id = 'h7', event = '{json.dumps(forged.event)}', hash = '{forged.hash}'
            WHERE hash = '{whole.hash}'"""
    )
    assert store.verify("g") == ["The last event is not the one that was recorded last."]


@in_file
@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("DROP INDEX games_on_shelf", ["The file has lost its “games_on_shelf”."]),
        ("DROP TABLE people", ["The file has lost its “people”."]),
        ("CREATE TRIGGER quiet BEFORE INSERT ON events BEGIN SELECT raise(IGNORE); END",
         ["An unknown program works in the file: “quiet”."]),
    ],
)  # fmt: skip
def test_what_the_file_has_lost_or_what_works_in_it_unasked_is_named(
    store: Store, place: Place, statement: str, message: list[str]
) -> None:
    played(store, 2)
    assert store.verify_all() == []
    place.tamper(statement)
    assert store.verify_all() == message


@in_file
def test_a_game_whose_id_is_no_text_any_more_hides_no_other(store: Store, place: Place) -> None:
    played(store, 1, "a")
    played(store, 1)
    place.tamper("UPDATE games SET id = x'00ff' WHERE id = 'a'", "UPDATE events SET by = 'Bob' WHERE game = 2")
    problems = store.verify_all()
    assert len(problems) == 4, "each event of the one, each of the other"
    assert problems[2:] == ["Game g: Event 1 was changed.", "Game g: Event 2 was changed."]


def test_events_of_a_game_that_is_gone_are_noticed(store: Store, place: Place) -> None:
    played(store, 2)
    place.tamper("DELETE FROM games")
    assert store.verify_all() == ["3 rows belong to no game."]


def test_an_event_that_cannot_be_read_is_named(store: Store, place: Place) -> None:
    played(store, 2)
    place.tamper("UPDATE events SET event = '{' WHERE seq = 2")
    with pytest.raises(RecordDamaged, match="Event 2"):
        store.load("g")


def test_nothing_is_written_behind_an_event_that_was_changed(store: Store, place: Place) -> None:
    played(store, 2)
    place.tamper("UPDATE events SET hash = 'x' WHERE seq = 3")
    with pytest.raises(RecordDamaged):
        add(store, 3, seen=3)
    assert store.version("g") == 3


def test_many_games_are_asked_at_once_how_they_stand(store: Store) -> None:
    """The version changes after each event and each tap, and at no other time."""
    for game in ("one", "other"):
        begin(store, game)

    def asked() -> dict[str, Snapshot]:
        result = store.moments(["one", "other", "none"])
        assert result == {game: Snapshot(store.mark(game), store.draft(game)) for game in ("one", "other")}
        return result

    seen = [asked()]

    def changed() -> list[str]:
        seen.append(asked())
        return [game for game, moment in seen[-1].items() if moment != seen[-2][game]]

    add(store, 1, seen=1, game="one")
    assert changed() == ["one"]
    for field, value, by in (("bid.p1", 1, ""), ("bid.p2", 2, "Ann"), ("bid.p1", None, "")):
        put_tap(store, "other", 1, field, value, by=by)
        assert changed() == ["other"]
    store.remove_game("other")
    assert changed() == ["other"]
    store.keep_setting("link look one", "a word")
    assert changed() == []
    assert store.moments([]) == {}
    assert store.moments(["one"] * 300)["one"] == seen[-1]["one"]


def test_of_games_that_are_asked_at_once_a_spoilt_tap_counts_for_none(store: Store, place: Place) -> None:
    begin(store)
    put_tap(store, "g", 1, "bid.p1", 1)
    put_tap(store, "g", 1, "bid.p2", 2)
    place.tamper("UPDATE drafts SET value = '3' WHERE field = 'bid.p2'")
    assert store.moments(["g"])["g"].draft == store.draft("g") == {"hand": 1, "values": {"bid.p1": 1}, "spoilt": 1}


def test_the_size_grows_with_games_and_with_own_rules(store: Store) -> None:
    sizes = [store.size()]
    store.keep_rule_file("scheme", "own_one", "#" + "x" * 200_000)
    sizes.append(store.size())
    store.append(Batch("g", [NewEvent("e1", {"type": "x" * 200_000}, "laptop", AT)], 0, line()))
    sizes.append(store.size())
    assert sizes[1] - sizes[0] >= 100_000
    assert sizes[2] - sizes[1] >= 100_000
