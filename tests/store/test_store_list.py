"""The list of games and the names of players: right after every event, and quick however many there are."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from stores import AT, add, begin, line, played, tamper

from scorepad.errors import GameBinned
from scorepad.store import Batch, DraftField, Listed, NewEvent, Store, open_store
from scorepad.store.sqlite import SqliteStore


def names(rows: list[Listed]) -> list[str]:
    return [row.game_id for row in rows]


def test_games_are_listed_latest_played_first_page_by_page(store: Store) -> None:
    for game in "abcde":
        begin(store, game)
    add(store, 1, seen=1, game="b")
    first = store.games("running", limit=2)
    assert names(first) == ["b", "e"]
    rest = store.games("running", limit=9, before=first[-1].place)
    assert names(rest) == ["d", "c", "a"]
    assert (store.count("running"), store.count("finished")) == (5, 0)


def test_a_listed_game_tells_what_its_last_event_said(store: Store) -> None:
    begin(store)
    done = line("Ann", "Bob", title="Friday", state="finished", hands=1, leader="Bob")
    later = "2026-11-20T21:00:00Z"
    store.append("g", {}, id="h1", seen=1, by="", at=later, summary=done)
    (row,) = store.games("finished")
    assert (row.game_id, row.summary, row.updated) == ("g", done, later)
    assert store.summary("g") == done
    assert store.games("running") == []


def test_a_search_finds_every_word_in_title_names_and_rulebook_whatever_the_case(store: Store) -> None:
    begin(store, "a", line("Zoë", "Bob", title="Friday 100%"))
    begin(store, "b", line("Zora", "Bob", title="Saturday"))
    assert names(store.games("running", search="ZOË")) == ["a"]
    assert names(store.games("running", search="zoe")) == ["a"], "without the sign that not every keyboard has"
    assert names(store.games("running", search="murder satur")) == ["b"]
    assert names(store.games("running", search="100%")) == ["a"]
    assert names(store.games("running", search="bob")) == ["b", "a"]
    assert names(store.games("running", search="bob nobody")) == []


def test_a_binned_game_is_listed_in_the_bin_only_and_comes_back_whole(store: Store) -> None:
    played(store, 2)
    place = store.games("running")[0].place
    assert not store.days_binned("g")
    store.remove_game("g")
    assert store.days_binned("g") == 1
    assert (names(store.games("running")), names(store.games("binned"))) == ([], ["g"])
    assert store.known_names() == []
    assert store.version("g") == 3
    store.restore_game("g")
    assert not store.days_binned("g")
    assert store.games("running")[0].place == place
    assert store.known_names() == ["Ann", "Bob"]


def test_a_summary_can_be_rebuilt_without_moving_its_game(store: Store) -> None:
    begin(store, "a")
    begin(store, "b")
    store.rewrite_summary("a", line("Ann", "Cy", title="mended"))
    rows = store.games("running")
    assert names(rows) == ["b", "a"]
    assert rows[1].summary == line("Ann", "Cy", title="mended")
    assert store.known_names() == ["Ann", "Bob", "Cy"]


@pytest.mark.parametrize("players", ['["An', "[" * 100_000, "{}"])
def test_a_spoilt_summary_does_not_hide_the_list(store: Store, tmp_path: Path, players: str) -> None:
    begin(store)
    tamper(tmp_path, f"UPDATE games SET players = '{players}', title = CAST(x'41ff' AS TEXT)")
    assert store.games("running")[0].summary.players == []
    store.rewrite_summary("g", line())
    assert store.summary("g") == line()


def test_a_line_that_the_disk_has_changed_is_known_and_made_anew(store: Store, tmp_path: Path) -> None:
    played(store, 2)
    begin(store, "other")
    right = store.games("running")
    for spoilt in (
        "title = 'Fridax'", "players = '[\"Ann\", \"Bok\"]'", "state = 'runnyng'", "leader = 'Z'", "hands = 64",
        "hands = x'01'", "date = '2036-11-20'", "updated = '2026'", "place = 99", "searched = 'x'", "line_hash = ''",
    ):  # fmt: skip
        tamper(tmp_path, f"UPDATE games SET {spoilt} WHERE id = 'g'")
        assert (store.line_holds("g"), store.line_holds("other")) == (False, True)
        assert not any(one.sound for one in store.games("running") if one.game_id == "g")
        store.rewrite_summary("g", line())
        assert store.line_holds("g")
        assert store.games("running") == right


def test_a_game_that_a_spoilt_bit_has_put_in_the_bin_comes_out_and_is_never_thrown_away(
    store: Store, tmp_path: Path
) -> None:
    played(store, 2)
    begin(store, "other")
    tamper(tmp_path, "UPDATE games SET binned = 64 WHERE id = 'g'")
    store.remove_game("other")
    tamper(tmp_path, "UPDATE games SET binned = 33 WHERE id = 'other'")
    store.age_bin(30)
    assert names(store.games("binned")) == ["other", "g"]
    for game in ("g", "other"):
        assert not store.line_holds(game)
        store.rewrite_summary(game, line())
        assert store.line_holds(game)
    assert names(store.games("running")) == ["other", "g"]
    assert len(store.load("g")) == 3


def test_a_binned_game_whose_line_is_made_anew_stays_in_the_bin(store: Store, tmp_path: Path) -> None:
    begin(store)
    store.remove_game("g")
    store.age_bin(30)
    tamper(tmp_path, "UPDATE games SET title = 'x'")
    store.rewrite_summary("g", line())
    assert store.line_holds("g")
    assert names(store.games("binned")) == ["g"]


def test_nothing_is_written_on_a_game_in_the_bin_nor_tapped_in_it(store: Store) -> None:
    """Whoever looked before it was put there and writes after it is refused by the store itself."""
    begin(store)
    begin(store, "other")
    store.keep_draft("g", 1, "bid.p1", "1")
    store.remove_game("g")
    draft, more = store.draft("g"), NewEvent("x", {}, "", AT)
    for write in (
        lambda: add(store, 1, seen=1),
        lambda: store.append_all("g", [more], seen=1, summary=line()),
        lambda: store.append_together([Batch("other", [more], 1, line()), Batch("g", [more], 1, line())]),
        lambda: store.keep_draft("g", 1, "bid.p2", "2"),
        lambda: store.keep_draft("g", 2, "bid.p2", None, seen=1),
        lambda: store.swap_draft("g", DraftField(1, "bid.p1", "1"), "2", seen=1),
    ):
        with pytest.raises(GameBinned):
            write()
    assert (store.version("g"), store.version("other"), store.draft("g")) == (1, 1, draft)
    assert begin(store) == 1, "sent again it is known"
    store.restore_game("g")
    assert add(store, 1, seen=1) == 2
    store.keep_draft("g", 2, "bid.p2", "2")


def test_a_game_that_only_a_spoilt_bit_has_put_in_the_bin_is_written_on(store: Store, tmp_path: Path) -> None:
    begin(store)
    tamper(tmp_path, "UPDATE games SET binned = 64")
    assert store.days_binned("g") == 0
    assert add(store, 1, seen=1) == 2


def test_names_that_the_disk_has_changed_are_counted_anew(store: Store, tmp_path: Path) -> None:
    begin(store, "a", line("Ann", "Bob"))
    begin(store, "b", line("Ann", "Åke"))
    begin(store, "c", line("Cy", "Di"))
    store.remove_game("c")
    assert store.recount_names() is False
    for spoilt in ("name = 'Akn' WHERE name = 'Ann'", "games = 9 WHERE name = 'Bob'", "folded = 'x' WHERE games = 1"):
        tamper(tmp_path, f"UPDATE names SET {spoilt}")
        assert store.recount_names() is True
        assert store.recount_names() is False
        assert (store.known_names(), store.known_names("å")) == (["Ann", "Åke", "Bob"], ["Åke"])


def test_known_names_come_by_use_then_by_age_and_forget_a_mended_slip(store: Store) -> None:
    begin(store, "a", line("Ann", "Bbo"))
    begin(store, "b", line("Ann", "Åke"))
    begin(store, "c", line("Ann", "Cy"))
    store.append("a", {}, id="r", seen=1, by="", at=AT, summary=line("Ann", "Bob"))
    assert store.known_names() == ["Ann", "Bob", "Cy", "Åke"]
    assert store.known_names("å") == ["Åke"]
    assert store.known_names(limit=2) == ["Ann", "Bob"]


def test_half_a_character_in_a_name_spoils_neither_record_nor_list(store: Store) -> None:
    begin(store, event={"name": "A\ud800"}, summary=line("A\ud800", title="\ud800"))
    assert store.load("g")[0].event == {"name": "A\ud800"}
    assert store.summary("g").players == ["A?"]
    assert store.verify("g") == []


def many(folder: Path, games: int) -> Store:
    """A store of so many games, written at once: what matters here is reading."""
    store = open_store(folder)
    rows = (
        f"('g{n}', 1, '', 'Friday {n}', 'Murder', '[\"Ann\", \"Bob\"]', "
        f"'{'running' if n % 2 else 'finished'}', 'Ann', 3, '', '', {n}, 'friday {n}\nmurder\nann\nbob')"
        for n in range(1, games + 1)
    )
    columns = "id, version, head, title, rulebook, players, state, leader, hands, date, updated, place, searched"
    tamper(folder, f"INSERT INTO games ({columns}) VALUES {','.join(rows)}")
    return store


def steps_of_a_list(store: Store, *, before: int) -> int:
    """Steps that SQLite takes to list a page from the middle of the list; what was looked up once does not count."""
    assert isinstance(store, SqliteStore)
    steps: list[None] = []
    assert len(store.games("running", limit=20, before=before)) == 20
    store._connection._reader.sqlite.set_progress_handler(lambda: steps.append(None), 1)
    assert len(store.games("running", limit=20, before=before)) == 20
    return len(steps)


def test_a_list_of_20_000_games_asks_no_more_of_the_file_than_one_of_100(tmp_path: Path) -> None:
    with (
        contextlib.closing(many(tmp_path / "few", 100)) as few,
        contextlib.closing(many(tmp_path / "many", 20_000)) as crowd,
    ):
        assert crowd.count("running") == 10_000
        assert names(crowd.games("finished", search="friday 19998", limit=2)) == ["g19998"]
        assert 0 < steps_of_a_list(crowd, before=10_000) == steps_of_a_list(few, before=60)
