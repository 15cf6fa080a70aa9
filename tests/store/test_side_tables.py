"""Data next to the record: drafts of the current hand, custom rule files, settings."""

import contextlib
from concurrent.futures import ThreadPoolExecutor

import pytest
from stores import AT, BOTH, Place, append, begin, in_file, line, put_tap

from scorepad.errors import DraftChanged
from scorepad.store import Store
from scorepad.store.records import Action

PLACES = BOTH

# --- drafts ---------------------------------------------------------------------------------------------


def test_nothing_tapped_is_an_empty_draft(store: Store) -> None:
    begin(store)
    assert store.draft("g") == {"hand": 0, "values": {}}


def test_two_phones_tap_into_one_draft(store: Store, place: Place) -> None:
    begin(store)
    with contextlib.closing(place.open()) as other:
        put_tap(store, "g", 1, "bid.p1", 0)
        put_tap(other, "g", 1, "bid.p2", 3)
        put_tap(store, "g", 1, "calls", ["1H", "pass"])
        put_tap(other, "g", 1, "bid.p1", 2)
    assert store.draft("g") == {"hand": 1, "values": {"bid.p1": 2, "bid.p2": 3, "calls": ["1H", "pass"]}}
    assert store.version("g") == 1, "a draft is no part of the record"


def test_a_tap_bears_who_has_tapped_it_last(store: Store) -> None:
    begin(store)
    put_tap(store, "g", 1, "bid.p1", 1, by="Ann’s phone")
    put_tap(store, "g", 1, "bid.p2", 1)
    put_tap(store, "g", 1, "bid.p3", 1, by="Bob")
    put_tap(store, "g", 1, "bid.p3", 2, by="Cat")
    store.change_draft("g", Action("Di", "Di", "", 1, {"bid.p3": (2, 0)}), seen=1, checked=True)
    assert store.draft("g")["by"] == {"bid.p1": "Ann’s phone", "bid.p3": "Di"}
    put_tap(store, "g", 2, "bid.p2", 1)
    assert store.draft("g") == {"hand": 2, "values": {"bid.p2": 1}}


def test_a_tap_whose_tapper_the_disk_has_changed_is_none(store: Store, place: Place) -> None:
    begin(store)
    put_tap(store, "g", 1, "bid.p1", 1, by="Ann")
    place.tamper("UPDATE drafts SET by = 'Eve'")
    assert store.draft("g") == {"hand": 0, "values": {}, "spoilt": 1}
    with pytest.raises(DraftChanged):
        store.change_draft("g", Action("", "", "", 1, {"bid.p1": (1, 0)}), seen=1, checked=True)
    assert len(store.spoilt_side_tables()) == 1


def test_an_event_ends_the_draft_and_one_that_undoes_it_puts_it_back(store: Store) -> None:
    begin(store)
    store.change_draft("g", Action("phone", "Ann", AT, 1, {"bid.p1": ("", "2")}), seen=1)
    late = Action("phone", "Ann", AT, 1, {"bid.p2": ("", "0")})
    append(store, 
        "g", {}, id="bids", seen=1, by="Ann", at=AT, summary=line(), clears_draft=True, author="phone", taps=[late]
    )  # fmt: skip
    assert store.draft("g")["values"] == {}
    append(store, "g", {}, id="undo", seen=2, by="Ann", at=AT, summary=line(), author="phone", restores=2)
    draft, actions = store.tapped("g")
    assert (draft, draft["values"]) == (store.draft("g"), {"bid.p1": "2", "bid.p2": "0"})
    assert draft["by"] == {"bid.p1": "Ann", "bid.p2": "Ann"}
    assert [(action.number, action.version, action.author, [*action.fields]) for action in actions] == [
        (1, 1, "phone", ["bid.p1"]), (2, 1, "phone", ["bid.p2"]), (3, 2, "phone", []), (4, 3, "phone", []),
    ]  # fmt: skip
    assert actions[0].at == AT


def test_an_action_that_the_disk_has_changed_is_left_out_and_told(store: Store, place: Place) -> None:
    begin(store)
    put_tap(store, "g", 1, "bid.p1", "2", by="Ann")
    put_tap(store, "g", 1, "bid.p2", "1", by="Ann")
    place.tamper("UPDATE actions SET version = 2 WHERE number = 1")
    assert [character.number for character in store.tapped("g")[1]] == [2]
    assert len(store.spoilt_side_tables(forget=True)) == 1
    assert store.spoilt_side_tables() == []


def test_a_tap_taken_back_is_unset_not_zero(store: Store) -> None:
    begin(store)
    put_tap(store, "g", 1, "bid.p1", 0)
    put_tap(store, "g", 1, "bid.p2", 0)
    put_tap(store, "g", 1, "bid.p1", None)
    assert store.draft("g")["values"] == {"bid.p2": 0}


def test_a_draft_of_another_hand_is_dropped(store: Store) -> None:
    begin(store)
    put_tap(store, "g", 1, "bid.p1", 1)
    put_tap(store, "g", 2, "bid.p2", 2)
    assert store.draft("g") == {"hand": 2, "values": {"bid.p2": 2}}


def test_recording_a_hand_can_clear_its_draft_but_a_retry_does_not_clear_the_next(store: Store) -> None:
    begin(store)
    put_tap(store, "g", 1, "taken.p1", 1)

    def record() -> int:
        return append(store, "g", {}, id="h1", seen=1, by="", at=AT, summary=line(), clears_draft=True)

    assert record() == 2
    assert store.draft("g")["values"] == {}
    put_tap(store, "g", 2, "bid.p1", 1)
    assert record() == 2
    assert store.draft("g") == {"hand": 2, "values": {"bid.p1": 1}}


def test_a_tap_that_the_disk_has_changed_bids_for_nobody_and_is_told_once(store: Store, place: Place) -> None:
    begin(store)
    for player, bid in (("p1", "1"), ("p2", "0"), ("p3", "2")):
        put_tap(store, "g", 1, f"bid.{player}", bid)
    place.tamper("UPDATE drafts SET value = '\"3\"' WHERE field = 'bid.p1'")
    place.tamper("UPDATE drafts SET field = 'bid.3' WHERE field = 'bid.p3'")
    assert store.draft("g") == {"hand": 1, "values": {"bid.p2": "0"}, "spoilt": 2}
    assert store.verify_all() == [], "the record is whole: copies of it are made"
    notes = store.spoilt_side_tables()
    assert store.spoilt_side_tables(forget=True) == notes
    assert len(notes) == 2
    assert "Game g: the tap “bid.p1” was changed from outside, so it no longer counts. Tap it again." in notes
    assert store.spoilt_side_tables() == []
    put_tap(store, "g", 1, "bid.p1", "1")
    assert store.draft("g") == {"hand": 1, "values": {"bid.p1": "1", "bid.p2": "0"}}


@in_file
def test_a_tap_whose_field_is_no_text_any_more_is_told_once(store: Store, place: Place) -> None:
    begin(store)
    put_tap(store, "g", 1, "bid.p3", "2")
    place.tamper("UPDATE drafts SET field = CAST(x'6269642eff33' AS TEXT)")
    assert store.draft("g") == {"hand": 0, "values": {}, "spoilt": 1}
    assert len(store.spoilt_side_tables(forget=True)) == 1
    assert store.spoilt_side_tables() == []


def test_a_tap_that_the_disk_has_put_into_another_hand_or_game_is_none_there(store: Store, place: Place) -> None:
    begin(store)
    begin(store, "other")
    put_tap(store, "g", 1, "bid.p1", "1")
    place.tamper("UPDATE drafts SET hand = 3")
    assert store.draft("g") == {"hand": 0, "values": {}, "spoilt": 1}
    put_tap(store, "g", 1, "bid.p1", "1")
    place.tamper("UPDATE drafts SET game = 2")
    assert store.draft("other") == {"hand": 0, "values": {}, "spoilt": 1}
    assert len(store.spoilt_side_tables(forget=True)) == 1
    put_tap(store, "g", 1, "bid.p1", "1")
    place.tamper("UPDATE drafts SET game = 77")
    assert len(store.spoilt_side_tables(forget=True)) == 1
    assert store.verify_all() == [], "nothing is left that belongs to no game"


# --- custom rule files and settings -------------------------------------------------------------------------------


def test_own_laws_are_kept_replaced_and_dropped_kind_by_kind(store: Store) -> None:
    store.keep_rule_file("scheme", "ours", "name = 'Ours'")
    store.keep_rule_file("scheme", "ours", "name = 'Ours, mended'")
    store.keep_rule_file("rulebook", "ours", "name = 'Our rules'")
    assert store.rule_file("scheme", "ours") == "name = 'Ours, mended'"
    assert (store.rule_files("scheme"), store.rule_files("rulebook")) == (["ours"], ["ours"])
    store.drop_rule_file("scheme", "ours")
    assert (store.rule_file("scheme", "ours"), store.rule_files("scheme")) == (None, [])


def test_a_setting_is_made_once(store: Store, place: Place) -> None:
    assert store.setting("key") is None
    assert store.keep_setting("key", "first") == "first"
    with contextlib.closing(place.open()) as other:
        assert other.keep_setting("key", "second") == "first"
    store.drop_setting("key")
    assert store.keep_setting("key", "third") == "third"


def test_settings_that_were_made_changed_or_forgotten_are_told_from_those_before(store: Store) -> None:
    signs = [store.settings_sign()]
    for write in (
        lambda: store.keep_setting("key", "first"), lambda: store.swap_setting("key", "first", "second"),
        lambda: store.keep_setting("owner", "here"), lambda: store.drop_setting("key"), lambda: store.put_settings({}),
    ):  # fmt: skip
        write()
        signs.append(store.settings_sign())
    begin(store)
    assert [signs.index(sign) for sign in signs] == [0, 1, 2, 3, 4, 0]
    assert store.settings_sign() == signs[0]


def test_of_two_who_forget_the_last_settings_of_a_kind_at_once_one_keeps_theirs(store: Store, place: Place) -> None:
    with contextlib.closing(place.open()) as other:
        for name in ("owner.a", "owner.b", "ownership"):
            store.keep_setting(name, "here")
        ways = [(store, "owner.a"), (other, "owner.b")]
        with ThreadPoolExecutor(2) as both:
            done = list(both.map(lambda way: way[0].drop_setting_unless_last(way[1], "owner."), ways))
        assert sorted(done) == [False, True]
        assert sum(store.setting(name) is not None for _whose, name in ways) == 1


def test_a_setting_is_swapped_only_where_it_is_still_what_was_seen(store: Store, place: Place) -> None:
    assert store.swap_setting("people", None, "first")
    with contextlib.closing(place.open()) as other:
        assert not other.swap_setting("people", None, "theirs")
        assert other.swap_setting("people", "first", "theirs")
    assert not store.swap_setting("people", "first", "mine")
    assert store.setting("people") == "theirs"
    assert not store.swap_setting("key", "never made", "first")
    assert store.setting("key") is None
    place.tamper("UPDATE settings SET value = 'thairs'")
    assert store.swap_setting("people", None, "again"), "what the disk has spoilt was never made"
    assert store.setting("people") == "again"


def test_what_was_said_of_people_or_the_league_and_is_spoilt_is_told_in_words_of_its_own(
    store: Store, place: Place
) -> None:
    store.keep_setting("people", "said")
    store.keep_setting("league", "said")
    place.tamper("UPDATE settings SET value = 'sayd'")
    assert sorted(store.spoilt_side_tables()) == [
        "The league was changed from outside, so it no longer counts. Save it again.",
        "The names and hidden people were changed from outside, so they no longer count. Enter them again.",
    ]


def test_a_setting_that_the_disk_has_changed_is_made_anew_and_told(store: Store, place: Place) -> None:
    store.keep_setting("owner", "first")
    place.tamper("UPDATE settings SET value = 'farst'")
    assert store.setting("owner") is None
    assert store.spoilt_side_tables(forget=True) == [
        "The setting “owner” was changed from outside. It is created again, so an old link may be invalid."
    ]
    assert store.spoilt_side_tables() == []
    store.keep_setting("owner", "second")
    place.tamper("UPDATE settings SET value = 'sacond'")
    assert store.keep_setting("owner", "third") == store.setting("owner") == "third"
    assert store.spoilt_side_tables() == []
