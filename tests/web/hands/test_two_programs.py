"""Two programs that serve one folder: two phones act at the same moment, each through its own program.

Each program has its own connections to the file, so no lock inside a process separates the two.
"""

import contextlib
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest
from builders import play
from html_pages import Form
from scorekeeper import Scorekeeper, Within, new_game
from stores import AT, add, append, begin, file_behind, line, put_tap, sqlite3, tamper

from scorepad.errors import DraftChanged, RecordDamaged, StaleVersion
from scorepad.game.state import events as e
from scorepad.repository import GameRepository
from scorepad.store import Store, open_store
from scorepad.store.records import Action, DraftField
from scorepad.web import create_app

SUITS = "CDHSN"


@pytest.fixture
def stores(tmp_path: Path) -> Iterator[tuple[Store, Store]]:
    """Open the folder's store twice, once for each program."""
    with contextlib.closing(open_store(tmp_path)) as item, contextlib.closing(open_store(tmp_path)) as other:
        yield item, other


@pytest.fixture
def phones(stores: tuple[Store, Store]) -> list[Scorekeeper]:
    """Return two browsers, each with its own program."""
    return [Scorekeeper(Within(create_app(store))) for store in stores]


def at_once(stores: tuple[Store, Store], *sent: Callable[[], int]) -> list[int]:
    """Return the status of each answer: 303 for a saved form, 409 for one that came too late.

    A third connection locks the file until both have read the game and wait to write.
    """
    with (
        contextlib.closing(sqlite3.connect(file_behind(stores[0]), isolation_level=None)) as holding,
        ThreadPoolExecutor(len(sent)) as pool,
    ):
        holding.execute("BEGIN IMMEDIATE")
        answers = [pool.submit(send) for send in sent]
        while not all(wants_to_write(store) or answer.done() for store, answer in zip(stores, answers, strict=True)):
            time.sleep(0.002)
        holding.execute("ROLLBACK")
        return [answer.result() for answer in answers]


def wants_to_write(store: Store) -> bool:
    lock = store.engine._writer._lock  # type: ignore[attr-defined]
    if lock.acquire(blocking=False):
        lock.release()
        return False
    return True


def auction(phones: list[Scorekeeper], cards: int, players: str = "Ann Bob Cat Di") -> list[Form]:
    """Start a game of Murder and return each phone's call pad for its first hand."""
    page = new_game(phones[0], "murder", *players.split(), ladder=f"{cards} 4")
    return [phone.visit(page.address).form("/calls") for phone in phones]


def called(store: Store, form: Form) -> list[str]:
    """Return the stored calls of the current hand of the form's game."""
    calls: list[str] = store.draft(form.action.split("/")[2])["values"].get("calls", {}).get("calls", [])
    return calls


def bid(phone: Scorekeeper, form: Form, seen: list[str], text: str) -> Callable[[], int]:
    words = {"level": text[:-1], "call": text[-1]} if text[0].isdigit() else {"call": text}
    return filled_in(phone, form, calls=" ".join(seen), **words)


def filled_in(phone: Scorekeeper, form: Form, **typed: str) -> Callable[[], int]:
    """Return a function that sends the form; a double underscore in a name means a dot."""
    fields = dict(form.untouched()) | {name.replace("__", "."): word for name, word in typed.items()}
    sent, where = urlencode(fields).encode(), urlsplit(form.action).path
    return lambda: phone.way.ask("POST", where, sent, "application/x-www-form-urlencoded").status


def test_of_two_different_calls_at_once_one_is_kept_and_the_other_is_told(
    phones: list[Scorekeeper], stores: tuple[Store, Store]
) -> None:
    forms, kept, highest = auction(phones, cards=2), list[str](), len(SUITS) - 1  # zero only in the first round
    while highest + 2 < 3 * len(SUITS):
        parts = [f"{(highest + step) // len(SUITS)}{SUITS[(highest + step) % len(SUITS)]}" for step in (1, 2)]
        answers = at_once(stores, *(bid(phones[at], forms[at], kept, parts[at]) for at in (0, 1)))
        assert sorted(answers) == [303, 409], kept
        first = answers.index(303)
        kept.append(parts[first])
        assert called(stores[0], forms[0]) == kept, "what was accepted stays"
        highest += first + 1


def test_the_pass_that_ends_an_auction_does_not_wipe_out_a_call_that_was_accepted(
    phones: list[Scorekeeper], stores: tuple[Store, Store]
) -> None:
    for _game in range(3):
        forms, seen = auction(phones, cards=5, players="Ann Bob Cat"), ["1H", "pass"]
        for at, message in enumerate(seen):
            assert bid(phones[0], forms[0], seen[:at], message)() == 303
        answers = at_once(stores, bid(phones[0], forms[0], seen, "pass"), bid(phones[1], forms[1], seen, "2C"))
        assert sorted(answers) == [303, 409]
        ended = stores[0].version(forms[0].action.split("/")[2]) == 2
        assert ended == (answers[0] == 303)
        assert called(stores[0], forms[0]) == ([] if ended else [*seen, "2C"])


def test_a_hand_and_a_comment_that_come_at_once_are_both_written_down(
    phones: list[Scorekeeper], stores: tuple[Store, Store]
) -> None:
    page = new_game(phones[0], "ohell", "Ann", "Bob", "Cat", ladder="2-4")
    hand = filled_in(phones[0], page.form("/bids"), bid__p1="0", bid__p2="1", bid__p3="0")
    form = phones[1].visit(page.address).form("/comments")
    assert at_once(stores, hand, filled_in(phones[1], form, text="Tea")) == [303, 303]


def test_fifty_comments_from_one_old_page_through_two_programs_are_all_written_down(
    phones: list[Scorekeeper], stores: tuple[Store, Store]
) -> None:
    page = new_game(phones[0], "ohell", "Ann", "Bob", "Cat", ladder="2-4")
    forms = [phone.visit(page.address).form("/comments") for phone in phones]
    phones[0].bid(Ann=0, Bob=1, Cat=0)
    sent = [filled_in(phones[at % 2], forms[at % 2], text=f"{at}") for at in range(50)]
    with ThreadPoolExecutor(4) as pool:
        assert [*pool.map(lambda send: send(), sent)] == [303] * 50
    assert stores[0].version(page.path.rpartition("/")[2]) == 52


@pytest.mark.parametrize("seen", [None, ["1H"]])
def test_a_call_is_kept_on_the_calls_it_was_made_on_or_not_at_all(
    stores: tuple[Store, Store], seen: list[str] | None
) -> None:
    item, other = stores
    begin(item)
    put_tap(item, "g", 1, "calls", seen)
    put_tap(item, "g", 1, "bid.p1", "2")
    other.change_draft("g", Action("", "", "", 1, {"calls": (seen, [*(seen or []), "pass"])}), seen=1, checked=True)
    with pytest.raises(DraftChanged):
        item.change_draft("g", Action("", "", "", 1, {"calls": (seen, [*(seen or []), "2C"])}), seen=1, checked=True)
    now = [*(seen or []), "pass"]
    assert item.draft("g") == {"hand": 1, "values": {"bid.p1": "2", "calls": now}}
    add(other, 1, seen=1)
    with pytest.raises(StaleVersion):
        item.change_draft("g", Action("", "", "", 1, {"calls": (now, ["2C"])}), seen=1, checked=True)
    item.change_draft("g", Action("", "", "", 1, {"calls": (now, None)}), seen=2, checked=True)
    assert other.draft("g")["values"] == {"bid.p1": "2"}


def test_what_is_decided_on_taps_is_recorded_on_those_taps_or_not_at_all(stores: tuple[Store, Store]) -> None:
    item, other = stores
    begin(item)
    tap = DraftField(1, "calls", ["1H", "pass"])

    def record() -> int:
        return append(item, 
            "g", {}, id="h1", by="", at=AT, seen=1, summary=line(), clears_draft=True, builds_on=tap
        )  # fmt: skip

    put_tap(other, "g", 1, "calls", ["1H", "2C"])
    with pytest.raises(DraftChanged):
        record()
    assert (item.version("g"), item.draft("g")["values"]) == (1, {"calls": ["1H", "2C"]})
    put_tap(other, "g", 1, "calls", tap.value)
    assert record() == 2
    assert other.draft("g")["values"] == {}
    assert record() == 2, "sent again it counts once, whatever is tapped by now"


def test_two_rule_files_of_one_name_kept_by_two_programs_are_two(stores: tuple[Store, Store]) -> None:
    item, other = stores
    assert item.keep_new_rule_file("scheme", "own_ours", "10 + bid") == "own_ours"
    assert other.keep_new_rule_file("scheme", "own_ours", "5 + bid") == "own_ours_2"
    assert item.keep_new_rule_file("rulebook", "own_ours", "10 + bid") == "own_ours"
    assert other.keep_new_rule_file("scheme", "own_ours", "10 + bid") == "own_ours", "that text is there already"
    assert (item.rule_file("scheme", "own_ours"), item.rule_file("scheme", "own_ours_2")) == ("10 + bid", "5 + bid")


def test_a_rule_file_is_changed_as_it_was_seen_or_not_at_all(stores: tuple[Store, Store]) -> None:
    item, other = stores
    item.keep_rule_file("scheme", "own_ours", "10 + bid")
    assert other.swap_rule_file("scheme", "own_ours", "11 + bid", before="10 + bid")
    assert not item.swap_rule_file("scheme", "own_ours", "12 + bid", before="10 + bid")
    assert item.rule_file("scheme", "own_ours") == "11 + bid"
    other.drop_rule_file("scheme", "own_ours")
    assert not item.swap_rule_file("scheme", "own_ours", "12 + bid", before="11 + bid"), "what was dropped stays away"
    assert item.rule_files("scheme") == []


def test_a_line_made_anew_does_not_take_the_place_of_one_that_another_program_has_written(
    stores: tuple[Store, Store],
) -> None:
    item, other = stores
    begin(item)
    add(other, 1, seen=1)
    with pytest.raises(StaleVersion):
        item.rewrite_summary("g", line("Zoë"), seen=1)
    assert item.summary("g") == line()
    item.rewrite_summary("g", line("Zoë"), seen=2)
    assert item.summary("g") == line("Zoë")


def test_what_was_just_recorded_is_not_read_again(stores: tuple[Store, Store]) -> None:
    repository = GameRepository(stores[0])
    game_id = repository.create(play("ohell", "Ann Bob Cat").opened, by="Ann")
    repository.append(game_id, e.Ended(), seen=1, by="Ann")
    tamper(file_behind(stores[0]).parent, "UPDATE events SET by = 'Bob' WHERE seq = 1")  # which only reading would show
    assert repository.load(game_id).game.sheet.finished
    with pytest.raises(RecordDamaged):
        GameRepository(stores[1]).load(game_id)
