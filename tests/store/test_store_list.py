"""The list of games: correct after every event, and fast for many games."""

from dataclasses import replace

import pytest
from stores import AT, BOTH, Place, add, append, begin, in_file, line, played, put_tap

from scorepad.errors import GameInTrash, GameNotFound, StoreUnavailable
from scorepad.store import Store
from scorepad.store.records import DEMO_GAME, Action, Batch, Facts, Listed, NewEvent, Pile

PLACES = BOTH


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
    append(store, "g", {}, id="h1", seen=1, by="", at=later, summary=done)
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
    assert not store.mark("g").days_binned
    store.remove_game("g")
    assert store.mark("g").days_binned == 1
    assert (names(store.games("running")), names(store.games("binned"))) == ([], ["g"])
    assert store.version("g") == 3
    store.restore_game("g")
    assert not store.mark("g").days_binned
    assert store.games("running")[0].place == place


@pytest.mark.parametrize("players", ['["An', "[" * 100_000, "{}"])
def test_a_spoilt_summary_does_not_hide_the_list(store: Store, place: Place, players: str) -> None:
    begin(store)
    place.tamper(f"UPDATE games SET players = '{players}'")
    assert store.games("running")[0].summary.players == []
    store.rewrite_summary("g", line())
    assert store.summary("g") == line()


@in_file
def test_a_title_that_is_no_text_any_more_does_not_hide_the_list(store: Store, place: Place) -> None:
    begin(store)
    place.tamper("UPDATE games SET players = '{}', title = CAST(x'41ff' AS TEXT)")
    assert store.games("running")[0].summary.players == []
    store.rewrite_summary("g", line())
    assert store.summary("g") == line()


def test_a_line_that_the_disk_has_changed_is_known_and_made_anew(store: Store, place: Place) -> None:
    played(store, 2)
    begin(store, "other")
    right = store.games("running")
    for spoilt in (
        "title = 'Fridax'", "players = '[\"Ann\", \"Bok\"]'", "state = 'runnyng'", "leader = 'Z'", "hands = 64",
        "date = '2036-11-20'", "updated = '2026'", "place = 99", "rank = 99", "searched = 'x'",
        "line_hash = ''",
    ):  # fmt: skip
        place.tamper(f"UPDATE games SET {spoilt} WHERE id = 'g'")
        assert (store.is_list_row_intact("g"), store.is_list_row_intact("other")) == (False, True)
        assert not any(game.sound for game in store.games("running") if game.game_id == "g")
        store.rewrite_summary("g", line())
        assert store.is_list_row_intact("g")
        assert store.games("running") == right


@in_file
def test_a_line_with_a_number_that_is_none_is_known_and_made_anew(store: Store, place: Place) -> None:
    begin(store)
    place.tamper("UPDATE games SET hands = x'01'")
    assert not store.is_list_row_intact("g")
    store.rewrite_summary("g", line())
    assert store.is_list_row_intact("g")


def test_a_game_that_a_spoilt_bit_has_put_in_the_bin_comes_out_and_is_never_thrown_away(
    store: Store, place: Place
) -> None:
    played(store, 2)
    begin(store, "other")
    place.tamper("UPDATE games SET binned = 64 WHERE id = 'g'")
    store.remove_game("other")
    place.tamper("UPDATE games SET binned = 33 WHERE id = 'other'")
    store.age_bin(30)
    assert names(store.games("binned")) == ["other", "g"]
    for game in ("g", "other"):
        assert not store.is_list_row_intact(game)
        store.rewrite_summary(game, line())
        assert store.is_list_row_intact(game)
    assert names(store.games("running")) == ["other", "g"]
    assert len(store.load("g")) == 3


def test_a_binned_game_whose_line_is_made_anew_stays_in_the_bin(store: Store, place: Place) -> None:
    begin(store)
    store.remove_game("g")
    store.age_bin(30)
    place.tamper("UPDATE games SET title = 'x'")
    store.rewrite_summary("g", line())
    assert store.is_list_row_intact("g")
    assert names(store.games("binned")) == ["g"]


def test_nothing_is_written_on_a_game_in_the_bin_nor_tapped_in_it(store: Store) -> None:
    """The store itself refuses a client that opened the game before it was moved to the trash."""
    begin(store)
    begin(store, "other")
    put_tap(store, "g", 1, "bid.p1", "1")
    store.remove_game("g")
    draft, more = store.draft("g"), NewEvent("x", {}, "", AT)
    for write in (
        lambda: add(store, 1, seen=1),
        lambda: store.append(Batch("g", [more], 1, line())),
        lambda: store.append_together([Batch("other", [more], 1, line()), Batch("g", [more], 1, line())]),
        lambda: put_tap(store, "g", 1, "bid.p2", "2"),
        lambda: put_tap(store, "g", 2, "bid.p2", None, seen=1),
        lambda: store.change_draft("g", Action("", "", "", 1, {"bid.p1": ("1", "2")}), seen=1, checked=True),
    ):
        with pytest.raises(GameInTrash):
            write()
    assert (store.version("g"), store.version("other"), store.draft("g")) == (1, 1, draft)
    assert begin(store) == 1, "sent again it is known"
    store.restore_game("g")
    assert add(store, 1, seen=1) == 2
    put_tap(store, "g", 2, "bid.p2", "2")


def test_a_game_that_only_a_spoilt_bit_has_put_in_the_bin_is_written_on(store: Store, place: Place) -> None:
    begin(store)
    place.tamper("UPDATE games SET binned = 64")
    assert store.mark("g").days_binned == 0
    assert add(store, 1, seen=1) == 2


def test_half_a_character_in_a_name_spoils_neither_record_nor_list(store: Store) -> None:
    begin(store, event={"name": "A\ud800"}, summary=line("A\ud800", "B\0", title="\ud800"))
    assert store.load("g")[0].event == {"name": "A\ud800"}
    assert store.summary("g").players == ["A?", "B?"]
    assert store.verify("g") == []


@pytest.mark.parametrize("text", ["A\0", "A\ud800"])
def test_what_no_database_keeps_is_refused_in_a_sentence_and_found_nowhere(store: Store, text: str) -> None:
    begin(store)
    for write in (
        lambda: append(store, "g", {}, id=text, seen=1, by="", at=AT, summary=line()),
        lambda: append(store, "g", {}, id="e2", seen=1, by=text, at=AT, summary=line()),
        lambda: begin(store, text),
        lambda: put_tap(store, "g", 1, text, 1),
        lambda: store.keep_rule_file("scheme", "ours", text),
        lambda: store.put_settings({"name": text}),
        lambda: store.join("anne", text),
        lambda: store.keep_facts({"g": Facts("one", text)}),
    ):
        with pytest.raises(StoreUnavailable, match="so nothing was saved"):
            write()
    with pytest.raises(GameNotFound):
        store.load(text)
    assert (store.games("running", search=text), store.setting(text)) == ([], None)
    assert (store.version("g"), store.draft("g")["values"], store.settings(), store.joined()) == (1, {}, {}, {})


def test_names_of_every_tongue_are_sorted_and_found_alike(store: Store) -> None:
    """By code points, not by the rules of a language, which differ between databases."""
    names_in_order = ["Di", "Zoë", "di", "zoe", "Åke", "Æsa", "Ölaf", "İpek", "ılgın", "Жанна", "王芳", "🂡"]
    begin(store, "g", line(*reversed(names_in_order), title="Café İstanbul 🂡 50% _"))
    begin(store, "h", line("Bob", title="elsewhere"))
    for search in ("ZOE", "ÅKE", "ake", "istanbul", "ipek", "ilgin", "жанна", "芳", "🂡", "0%", "_", "cafe ölaf"):
        assert names(store.games("running", search=search)) == ["g"], search
    for search in ("%", "_", "di%", "d_"):
        assert names(store.games("running", search=search)) == (["g"] if search in "%_" else []), search


def test_games_are_listed_by_the_day_they_were_played_whenever_they_came_in(store: Store) -> None:
    for game, date in (
        ("today", "2026-11-20"), ("spring", "2025-03-06"), ("year", "2024"), ("month", "2025-03"),
        ("again", "2025-03-06"), ("none", ""), ("word", "last Thursday"), ("never", "2025-02-30"),
    ):  # fmt: skip
        begin(store, game, replace(line(state="finished"), date=date))
    by_day = ["never", "word", "none", "today", "again", "spring", "month", "year"]
    assert names(store.games("finished")) == by_day, "without a date, the day they were written on tells"
    pages = store.games("finished", limit=5)
    assert names(pages + store.games("finished", before=pages[-1].place)) == by_day
    store.rewrite_summary("spring", line(state="finished"))
    assert names(store.games("finished"))[3:5] == ["spring", "today"], "a date that is mended counts"


def test_the_demo_game_is_in_no_list_and_removing_it_deletes_it(store: Store) -> None:
    begin(store, DEMO_GAME, replace(line(state="demo"), players=[]))
    assert store.mark(DEMO_GAME).version == 1
    assert store.game_ids() == []
    piles: tuple[Pile, ...] = ("running", "finished", "binned")
    assert [store.count(pile) for pile in piles] == [0, 0, 0]
    store.remove_game(DEMO_GAME)
    with pytest.raises(GameNotFound):
        store.mark(DEMO_GAME)
    assert store.verify_all() == []
