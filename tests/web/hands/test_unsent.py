"""Import of hands that a phone could not send, from the file it saved: each once, in order, and none lost."""

import json
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from clients import links_of, looker, owner, scorer
from html_pages import Page
from scorekeeper import Scorekeeper, log_lines
from tables import beside, pike

from scorepad.repository import GameRepository
from scorepad.store import Store
from scorepad.web import create_app
from scorepad.web.groups.links import Links


class Phone:
    """A phone that stores hands of a game of three while the laptop is away, and the file it saves of them."""

    def __init__(self, keeper: Scorekeeper) -> None:
        self.keeper, self.game = keeper, keeper.page.path
        self.seen = keeper.page.form("/bids").value("seen") or ""
        self.entries: list[dict[str, Any]] = []

    def _tap(self, where: str, about: dict[str, Any], **typed: object) -> None:
        pairs = [["seen", self.seen], *([name, str(value)] for name, value in typed.items())]
        after = self.entries[-1]["id"] if self.entries else ""
        entry = {"id": uuid4().hex, "address": f"{self.game}/{where}", "pairs": pairs, "after": after}
        self.entries.append({**entry, **about})

    def bid(self, hand: int, *bids: int) -> None:
        typed = {f"bid.p{at}": bid for at, bid in enumerate(bids, 1)}
        self._tap(f"hands/{hand}/bids", {"hand": hand, "stage": "bids"}, **typed)

    def take(self, hand: int, *taken: int) -> None:
        typed = {f"taken.p{at}": tricks for at, tricks in enumerate(taken, 1)}
        self._tap(f"hands/{hand}/taken", {"hand": hand, "stage": "taken"}, **typed)

    def undo(self) -> None:
        self._tap("undo", {"hand": 0, "stage": "undo"})

    def comment(self, text: str) -> None:
        self._tap("comments", {"hand": 0, "stage": "comment"}, text=text, hand="")

    def play(self, hand: int) -> None:
        """Play a hand in which all bid 1 and the first player takes all tricks."""
        self.bid(hand, 1, 1, 1)
        self.take(hand, [5, 4, 3, 2][hand - 1], 0, 0)

    def send(self, entry: dict[str, Any]) -> int:
        """Send an entry as the phone's script does when the laptop answers again; return the status."""
        seal = self.keeper.visit(self.game + "/unsent").form("/unsent").value("csrf_token") or ""
        signs = [("csrf_token", seal), ("event_id", entry["id"]), ("queued", "yes"), ("after", entry["after"])]
        body = urlencode([*map(tuple, entry["pairs"]), *signs]).encode()
        return self.keeper.way.ask("POST", entry["address"], body, "application/x-www-form-urlencoded").status

    def file(self, **others: Any) -> bytes:
        held = {"format": "scorepad-unsent/1", "game": self.game.rpartition("/")[2], "entries": self.entries}
        return json.dumps({**held, **others}).encode()


@pytest.fixture
def phone(keeper: Scorekeeper) -> Phone:
    pike(keeper)
    return Phone(keeper)


def take_in(keeper: Scorekeeper, game: str, file: bytes) -> Page:
    keeper.visit(game)
    keeper.follow("Not sent yet")
    return keeper.send("/unsent", file=("unsent.json", file))


def events(keeper: Scorekeeper, game: str) -> list[str]:
    keeper.visit(game)
    return log_lines(keeper)


def test_a_whole_evening_out_of_a_file_is_what_was_tapped(keeper: Scorekeeper, phone: Phone) -> None:
    phone.play(1)
    phone.play(2)
    phone.undo()
    phone.take(2, 1, 1, 2)
    phone.comment("Tea")
    phone.bid(3, 1, 1, 0)
    page = take_in(keeper, phone.game, phone.file())
    assert (page.status, page.path) == (200, phone.game)
    assert "Everything in this file is imported." in page.status_text
    other = beside(keeper)
    pike(other, hands=1)
    other.bid(Ann=1, Bob=1, Cat=1)
    other.take(Ann=1, Bob=1, Cat=2)
    assert page.totals == other.page.totals
    assert page.form("/hands/3/taken")
    assert "“Tea”" in keeper.visit(phone.game + "/log").text


def test_hands_that_two_phones_have_played_alike_count_once_and_the_second_phone_goes_on_from_them(
    keeper: Scorekeeper, phone: Phone
) -> None:
    first, second = phone, Phone(keeper)
    for hand in (1, 2):
        first.play(hand)
        second.play(hand)
    second.play(3)
    assert take_in(keeper, first.game, first.file()).status == 200
    notes = events(keeper, first.game)
    page = take_in(keeper, first.game, second.file())
    assert (page.status, page.refusals) == (200, [])
    assert events(keeper, first.game)[: len(notes)] == notes
    assert len(events(keeper, first.game)) == len(notes) + 2


def test_a_file_sent_twice_counts_once_and_so_does_the_phone_that_comes_back(keeper: Scorekeeper, phone: Phone) -> None:
    phone.play(1)
    phone.play(2)
    assert take_in(keeper, phone.game, phone.file()).status == 200
    notes = events(keeper, phone.game)
    assert "the others were already here" in take_in(keeper, phone.game, phone.file()).status_text
    for entry in phone.entries:
        assert phone.send(entry) == 303
    assert events(keeper, phone.game) == notes
    assert len(notes) == 5


def test_half_of_it_arrived_before_and_the_rest_is_put_behind_it(keeper: Scorekeeper, phone: Phone) -> None:
    phone.play(1)
    phone.play(2)
    for entry in phone.entries[:2]:
        assert phone.send(entry) == 303
    page = take_in(keeper, phone.game, phone.file())
    assert "Imported: 2 of 4; the others were already here." in page.status_text
    assert page.form("/hands/3/bids")
    assert len(events(keeper, phone.game)) == 5


@pytest.fixture
def met_by_others(keeper: Scorekeeper, phone: Phone) -> Phone:
    """Return a phone with two hands: the bids of the first arrived, and another scorer recorded its tricks."""
    phone.play(1)
    phone.play(2)
    phone.send(phone.entries[0])
    keeper.visit(phone.game)
    keeper.take(Ann=1, Bob=1, Cat=3)
    return phone


def test_where_somebody_has_written_meanwhile_it_stops_there_and_says_what_is_in_and_what_is_not(
    keeper: Scorekeeper, met_by_others: Phone
) -> None:
    phone = met_by_others
    before = events(keeper, phone.game)
    page = take_in(keeper, phone.game, phone.file())
    assert page.status == 409
    words = "Not imported: tricks of hand 1. Another scorer has saved other numbers for hand 1."
    assert page.refusals == [words]
    assert page.rows("versions")[2:] == [
        ["Ann", "1", "1", "1", "5"], ["Bob", "1", "1", "1", "0"], ["Cat", "1", "3", "1", "0"],
    ]  # fmt: skip
    for text in (
        "Already here: bids of hand 1.",
        "Not imported, because it builds on that: bids of hand 2, tricks of hand 2.",
        "Nothing was saved.",
    ):
        assert text in page.text
    assert page.faults == []
    assert events(keeper, phone.game) == before


def test_when_theirs_is_taken_back_the_rest_of_the_file_can_be_put_upon_it(
    keeper: Scorekeeper, met_by_others: Phone
) -> None:
    phone = met_by_others
    keeper.send("/undo")
    refused = take_in(keeper, phone.game, phone.file())
    assert refused.status == 409
    page = keeper.send("/unsent", "Import the rest anyway")
    assert "Imported: 3 of 4" in page.status_text
    assert page.form("/hands/3/bids")
    notes = events(keeper, phone.game)
    for entry in phone.entries:
        assert phone.send(entry) == 303, "the phone that comes back"
    assert events(keeper, phone.game) == notes


def test_all_the_same_puts_nothing_into_a_hand_that_is_played(keeper: Scorekeeper, phone: Phone) -> None:
    phone.play(1)
    keeper.bid(Ann=1, Bob=0, Cat=2)
    keeper.take(Ann=1, Bob=2, Cat=2)
    before = events(keeper, phone.game)
    assert take_in(keeper, phone.game, phone.file()).status == 409
    page = keeper.send("/unsent", "Import the rest anyway")
    assert page.status == 422
    assert "bids of hand 1. " in page.refusals[0]
    assert events(keeper, phone.game) == before


def test_an_undo_takes_back_no_more_than_what_was_seen_all_the_same(keeper: Scorekeeper, phone: Phone) -> None:
    phone.bid(1, 1, 1, 1)
    phone.undo()
    phone.send(phone.entries[0])
    keeper.visit(phone.game)
    keeper.take(Ann=1, Bob=1, Cat=3)
    page = take_in(keeper, phone.game, phone.file())
    assert page.status == 409
    assert "Not imported: undo. " in page.refusals[0]
    assert "Import the rest anyway" not in page.text
    assert len(events(keeper, phone.game)) == 3


def test_what_the_rules_refuse_stops_the_file_and_what_came_before_it_counts(keeper: Scorekeeper, phone: Phone) -> None:
    phone.bid(1, 1, 1, 1)
    phone.take(1, 5, 5, 5)
    phone.bid(2, 1, 1, 1)
    page = take_in(keeper, phone.game, phone.file())
    assert page.status == 422
    assert "tricks of hand 1. " in page.refusals[0]
    assert "Imported: bids of hand 1." in page.text
    assert "Not imported, because it builds on that: bids of hand 2." in page.text
    assert keeper.visit(phone.game).form("/hands/1/taken")


def test_single_taps_are_left_out(keeper: Scorekeeper, phone: Phone) -> None:
    phone.bid(1, 1, 1, 1)
    tap = {"id": "t", "address": f"{phone.game}/hands/1/draft", "pairs": [["bid.p1", "2"]], "stage": "draft"}
    page = take_in(keeper, phone.game, phone.file(entries=[tap, *phone.entries]))
    assert page.form("/taken").value("taken.p1") == "1"


ENTRY = {"id": "a", "address": "GAME/hands/1/bids", "pairs": [["seen", "1"], ["bid.p1", "1"]], "after": ""}


def held(**others: Any) -> bytes:
    return json.dumps({"format": "scorepad-unsent/1", "game": "ID", "entries": [{**ENTRY, **others}]}).encode()


HEAD = b'{"format": "scorepad-unsent/1", "game": "%s", "entries": %s}'
NO_HAND_OF_THIS_GAME: list[dict[str, Any]] = [
    {"id": ""}, {"id": 7}, {"after": None}, {"pairs": "x"}, {"pairs": [["seen"]]}, {"pairs": ["ab"]},
    {"pairs": [["seen", 1]]}, {"pairs": [["bid.p1", "1" * 601]]}, {"pairs": [["bid.p1", "1"]] * 201},
    {"address": None}, {"address": "GAME/hands/1/correction"}, {"address": "GAME/end"}, {"address": "GAME/unsent"},
    {"address": "/games/another/hands/1/bids"}, {"address": "http://elsewhere.example/hands/1/bids"},
    {"address": "GAME/hands/1/bids?instead=yes"},
]  # fmt: skip


def test_what_is_no_file_of_this_games_unsent_hands_is_refused_and_changes_nothing(keeper: Scorekeeper) -> None:
    game = pike(keeper).path
    before = events(keeper, game)
    for file, why in (
        (b"", "Choose a file first"),
        (b"no JSON", "not JSON"),
        (b"\xff\xfe", "not UTF-8"),
        (b"[]", "Expected an object with keys here"),
        (b"{}", "This is not a file of hands not sent yet, as a phone saves it"),
        (b'{"format": "scorepad-game/1", "players": []}', "This is not a file of hands not sent yet"),
        (HEAD % (b"another", b"[]"), "another game"),
        (HEAD % (b"ID", b"{}"), "entries"),
        (HEAD % (b"ID", b"[]"), "There is no hand in this file, or too many for one evening"),
        (HEAD % (b"ID", b'["x"]'), "Entry 1"),
        *[(held(**wrong), "Entry 1") for wrong in NO_HAND_OF_THIS_GAME],
        (held(pairs=[["text", "x" * 140_000]]), "too large"),
    ):
        named = file.replace(b"GAME", game.encode()).replace(b"ID", game.rpartition("/")[2].encode())
        page = take_in(keeper, game, named)
        assert (page.status, why in page.refusals[0]) == (422, True), file[:200]
        assert page.form("/unsent")
    assert events(keeper, game) == before


def test_a_file_has_no_more_hands_than_an_evening(keeper: Scorekeeper, phone: Phone) -> None:
    entries = [{**ENTRY, "id": str(at), "address": f"{phone.game}/undo", "pairs": []} for at in range(301)]
    refusal = take_in(keeper, phone.game, phone.file(entries=entries)).refusals[0]
    assert "There is no hand in this file, or too many for one evening" in refusal


def test_a_file_cannot_say_that_it_stands_in_the_place_of_another_hand(keeper: Scorekeeper, phone: Phone) -> None:
    phone.bid(1, 0, 0, 0)
    phone.entries[0]["pairs"] += [["instead", "yes"], ["queued", ""], ["event_id", "x"]]
    keeper.bid(Ann=1, Bob=1, Cat=1)
    assert take_in(keeper, phone.game, phone.file()).status == 409
    assert keeper.visit(phone.game).form("/taken").value("taken.p1") == "1"


def test_who_scores_and_who_owns_takes_in_and_who_looks_does_not(store: Store) -> None:
    app = create_app(store, links=Links(store))
    mine = owner(app)
    pike(mine)
    phone = Phone(mine)
    game_id = phone.game.rpartition("/")[2]
    phone.play(1)
    sent = scorer(app, game_id)
    file = phone.file()
    for somebody in (sent, mine):
        assert take_in(somebody, phone.game, file).path == phone.game
    assert GameRepository(store).load(game_id).version == 3
    assert looker(app, game_id).visit(phone.game).forms == []


def test_by_https_through_a_proxy_a_file_is_taken_in_as_well(store: Store) -> None:
    app = create_app(store, links=Links(store), address="https://scores.example.org")
    mine = owner(app)
    client = mine.way.client  # type: ignore[attr-defined]
    client.environ_base |= {"HTTP_HOST": "scores.example.org", "HTTP_REFERER": "https://scores.example.org/"}
    mine.visit(links_of(app).new_owner_link(""))
    pike(mine)
    phone = Phone(mine)
    phone.play(1)
    assert take_in(mine, phone.game, phone.file()).path == phone.game
    assert GameRepository(store).load(phone.game.rpartition("/")[2]).version == 3


def test_what_is_taken_in_bears_the_name_of_who_took_it_in(keeper: Scorekeeper) -> None:
    keeper.visit("/device")
    keeper.send("/device", name="Di")
    pike(keeper)
    phone = Phone(keeper)
    phone.bid(1, 1, 1, 1)
    take_in(keeper, phone.game, phone.file())
    assert "Di · " in keeper.visit(phone.game + "/log").text
