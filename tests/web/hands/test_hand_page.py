"""The page of one hand: how its points came about, its earlier versions, and the link to correct it."""

import json
from typing import Any

from builders import Entry, play
from html_pages import Node, Page
from scorekeeper import Scorekeeper
from tables import at_hand

from scorepad.game.files.game_file import write_game

AUCTION = ["1H", "pass", "2C", "double", "pass", "pass", "redouble", "pass", "pass", "pass"]
FIRST: Entry = {"hand": {"auction": AUCTION, "taken": {"Ann": 1, "Bob": 0, "Cat": 2, "Di": 0}}}
HOUSE = {"ladder": "3-7", "misdeal": {"dealer": -10, "wrong_count": -5}}


def keep(keeper: Scorekeeper, rulebook: str, players: str, *record: Entry, **head: Any) -> Page:
    """Import a game and return its page."""
    file = json.dumps(write_game(play(rulebook, players, *record, **head))).encode()
    form = keeper.visit("/more").form("/upload")
    return keeper.send_form(form, {"file": ("game.json", file)})


def murder(keeper: Scorekeeper, *more: Entry) -> Page:
    return keep(keeper, "murder", "Ann Bob Cat Di", FIRST, *more, house=HOUSE)


def part(page: Page, player: str) -> Node:
    """Return the part of the page about one player, the target of links."""
    return next(section for section in page.root.all("section") if section.get("id") == player)


def test_a_hand_tells_everybodys_points_in_words(keeper: Scorekeeper) -> None:
    murder(keeper)
    page = keeper.follow("Hand 1")
    assert page.title == "Hand 1"
    assert "Contract Cat plays 2 in clubs, doubled by Di, redoubled" in page.text
    assert part(page, "p1").text == "Ann Bid 1, took 1 ✓ made: 6 + 2 × 1 = 8 +8 0 → 8"
    assert part(page, "p3").text == (
        "Cat Bid 2, took 2 ✓ declarer, made; over half, redoubled; rate 4: 10 + 2 × 4 × 2 = 26 +26 0 → 26"
    )
    assert "doubler, contract made, loses the level; over half, redoubled; rate 3: −2 × 3 = −6" in page.text
    assert [[cell.text for cell in row.all("th", "td")] for row in page.root.all("tr")] == [
        ["Ann", "Bob", "Cat", "Di"],
        ["1 ♥", "pass", "2 ♣", "double"],
        ["pass", "pass", "redouble", "pass"],
        ["pass", "pass"],
    ], "the calls stand under the players who made them"
    assert next(link.text for link in page.root.all("a") if "button" in link.classes) == "Edit hand"
    assert keeper.follow("Edit hand").form("/correction").value("taken.p3") == "2"


def test_a_row_of_the_sheet_leads_to_its_hand_where_each_player_has_a_part(keeper: Scorekeeper) -> None:
    """The script adds the player's part to the address; the totals of the sheet name it."""
    page = murder(keeper)
    row = next(row for row in page.root.all("tr") if row.get("id") == "hand-1")
    (link,) = [link for head in row.all("th") for link in head.all("a")]
    assert [cell.get("data-total") for cell in page.root.all("td") if cell.get("data-total")] == [
        "p1",
        "p2",
        "p3",
        "p4",
    ]
    page = keeper.visit(link.get("href"))
    assert part(page, "p3").text.endswith("+26 0 → 26")


def test_a_void_deal_a_late_entry_and_a_penalty_stand_before_the_hand_they_came_before(keeper: Scorekeeper) -> None:
    aside: list[Entry] = [
        {"misdeal": {"wrong_count": ["Cat"]}},
        {"join": {"player": "Eve", "before": "Ann"}},
        {"adjust": {"player": "Bob", "points": -5, "why": "late again"}},
    ]
    murder(keeper, *aside)
    page = keeper.follow("Hand 2, a void hand")
    assert page.title == "Hand 2"
    assert "Edit hand" not in page.text
    text = page.text.partition("So far")[2]
    assert "misdeal, dealt again with 4 cards · Bob −10, Cat −5 · Dealer: Bob Bob −10 6 → −4 Cat −5 26 → 21" in text
    assert "Eve joins lowest −6, median 2 → −2 −2 0 → −2" in text
    assert "Bob: late again −5 −4 → −9" in text


def test_what_comes_after_the_last_hand_has_its_place_too(keeper: Scorekeeper) -> None:
    hand = {"hand": {"bids": {"Ann": 1, "Bob": 0, "Cat": 1}, "taken": {"Ann": 1, "Bob": 0, "Cat": 0}}}
    late = {"adjust": {"player": "Cat", "points": 2, "why": "paid for the drinks"}}
    keep(keeper, "pike", "Ann Bob Cat", hand, late, house={"ladder": "1"})
    page = keeper.follow("Hand 1")
    assert "Cat Bid 1, took 0 ✗ one short: −(10 + 1) = −11 −11 0 → −11" in page.text
    page = keeper.follow("Hand 2")
    assert page.title == "After hand 1"
    assert "Cat: paid for the drinks +2 −11 → −9" in page.text


def test_a_corrected_hand_is_told_as_it_stands_now(keeper: Scorekeeper) -> None:
    at_hand(keeper, "pike", "Ann", "Bob", "Cat", house={"ladder": "2-1"})
    keeper.bid(Ann=1, Bob=0, Cat=0)
    keeper.take(Ann=1, Bob=1, Cat=0)
    keeper.correct(1)
    keeper.send("/correction", taken__p1=2, taken__p2=0)
    page = keeper.follow("Hand 1")
    assert part(page, "p1").text == "Ann Bid 1, took 2 ✗ one over: −(10 + 1) = −11 −11 0 → −11"
    assert "Also corrected" in page.text


def test_who_writes_only_made_or_missed_reads_no_tricks(keeper: Scorekeeper) -> None:
    hand = {"hand": {"bids": {"Ann": 1, "Bob": 0, "Cat": 0}, "made": {"Ann": False, "Bob": False, "Cat": True}}}
    keep(keeper, "blackout", "Ann Bob Cat", hand, house={"writes": "made", "ladder": "1-3", "hook": False})
    page = keeper.follow("Hand 1")
    assert part(page, "p2").text == "Bob Bid 0, missed ✗ zero missed: 0 0 0 → 0"


def test_a_total_beyond_100_in_boerenbridge_says_how_it_bounces(keeper: Scorekeeper) -> None:
    hand = {"hand": {"bids": {"Bob": 0, "Cat": 1, "Di": 2}, "taken": {"Ann": 8, "Bob": 0, "Cat": 1, "Di": 4}}}
    keep(keeper, "boerenbridge", "Ann Bob Cat Di", {"adjust": {"player": "Ann", "points": 95}}, hand)
    assert "8; total 95 + 8 = 103, becomes 200 − 103 = 97" in part(keeper.follow("Hand 1"), "p1").text
