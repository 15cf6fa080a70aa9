"""What stands beside the record: drafts of the open hand, laws of one's own, settings."""

from __future__ import annotations

import contextlib
from pathlib import Path

from stores import AT, begin, line

from scorepad.store import Store, open_store

# --- drafts ---------------------------------------------------------------------------------------------


def test_nothing_tapped_is_an_empty_draft(store: Store) -> None:
    begin(store)
    assert store.draft("g") == {"hand": 0, "values": {}}


def test_two_phones_tap_into_one_draft(store: Store, tmp_path: Path) -> None:
    begin(store)
    with contextlib.closing(open_store(tmp_path)) as other:
        store.keep_draft("g", 1, "bid.p1", 0)
        other.keep_draft("g", 1, "bid.p2", 3)
        store.keep_draft("g", 1, "calls", ["1H", "pass"])
        other.keep_draft("g", 1, "bid.p1", 2)
    assert store.draft("g") == {"hand": 1, "values": {"bid.p1": 2, "bid.p2": 3, "calls": ["1H", "pass"]}}
    assert store.version("g") == 1, "a draft is no part of the record"


def test_a_tap_taken_back_is_unset_not_zero(store: Store) -> None:
    begin(store)
    store.keep_draft("g", 1, "bid.p1", 0)
    store.keep_draft("g", 1, "bid.p2", 0)
    store.keep_draft("g", 1, "bid.p1", None)
    assert store.draft("g")["values"] == {"bid.p2": 0}


def test_a_draft_of_another_hand_is_dropped(store: Store) -> None:
    begin(store)
    store.keep_draft("g", 1, "bid.p1", 1)
    store.keep_draft("g", 2, "bid.p2", 2)
    assert store.draft("g") == {"hand": 2, "values": {"bid.p2": 2}}


def test_recording_a_hand_can_clear_its_draft_but_a_retry_does_not_clear_the_next(store: Store) -> None:
    begin(store)
    store.keep_draft("g", 1, "taken.p1", 1)

    def record() -> int:
        return store.append("g", {}, id="h1", seen=1, by="", at=AT, summary=line(), clears_draft=True)

    assert record() == 2
    assert store.draft("g")["values"] == {}
    store.keep_draft("g", 2, "bid.p1", 1)
    assert record() == 2
    assert store.draft("g") == {"hand": 2, "values": {"bid.p1": 1}}


# --- laws and settings ----------------------------------------------------------------------------------


def test_own_laws_are_kept_replaced_and_dropped_kind_by_kind(store: Store) -> None:
    store.keep_law("scheme", "ours", "name = 'Ours'")
    store.keep_law("scheme", "ours", "name = 'Ours, mended'")
    store.keep_law("rulebook", "ours", "name = 'Our rules'")
    assert store.law("scheme", "ours") == "name = 'Ours, mended'"
    assert (store.laws("scheme"), store.laws("rulebook")) == (["ours"], ["ours"])
    store.drop_law("scheme", "ours")
    assert (store.law("scheme", "ours"), store.laws("scheme")) == (None, [])


def test_a_setting_is_made_once(store: Store, tmp_path: Path) -> None:
    assert store.setting("key") is None
    assert store.keep_setting("key", "first") == "first"
    with contextlib.closing(open_store(tmp_path)) as other:
        assert other.keep_setting("key", "second") == "first"
    store.drop_setting("key")
    assert store.keep_setting("key", "third") == "third"
