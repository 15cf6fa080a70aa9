"""The table view for a browser without scripts, and the request by which a view checks for changes."""

import json

from builders import hand, play
from scorekeeper import Scorekeeper
from tables import at_hand

from scorepad.web.reports.table_view import board

TABLE = "Ann Bob Cat"
NOTHING = {"hand": 0, "values": {}}


def version(keeper: Scorekeeper, game: str) -> dict[str, object]:
    """Return the answer to a view's check for changes."""
    answer: dict[str, object] = json.loads(keeper.way.ask("GET", game + "/version").body)
    return answer


def seen(keeper: Scorekeeper, game: str) -> list[str]:
    """Return the lines of the board, as another viewer sees it."""
    here = keeper.page
    board_now = keeper.visit(game + "/view").root.first("ul")
    keeper.page = here
    assert board_now is not None
    return [line.text.replace(" :", ":") for line in board_now.all("li")]


def test_bids_show_as_they_come_and_whose_turn_it_is_never_as_a_zero(keeper: Scorekeeper) -> None:
    game = at_hand(keeper, "ohell", "Ann", "Bob", "Cat", house={"ladder": "3-1-3"}).path
    assert seen(keeper, game) == ["Ann deals total 0", "Bob bids first total 0", "Cat total 0"]
    keeper.tap("bid.p2", 0)
    assert seen(keeper, game) == ["Ann deals total 0", "Bob bids first bid 0 total 0", "Cat total 0"]
    keeper.bid(Ann=1, Bob=0, Cat=1)
    assert seen(keeper, game) == ["Ann deals bid 1 total 0", "Bob leads bid 0 total 0", "Cat bid 1 total 0"]


def test_whose_bid_it_is_goes_round_where_they_bid_in_turn() -> None:
    in_turn, together = (play(rules, TABLE, house={"ladder": "3-1-3"}) for rules in ("ohell", "pike"))
    tapped = {"hand": 1, "values": {"bid.p2": "0"}}
    assert [row.turn for row in board(in_turn, NOTHING).lines] == [False, True, False]
    assert [row.turn for row in board(in_turn, tapped).lines] == [False, False, True]
    assert not any(row.turn for row in board(together, tapped).lines)


def test_the_head_counts_the_bids_and_tells_the_last_bidder_what_the_hook_forbids(keeper: Scorekeeper) -> None:
    game = at_hand(keeper, "ohell", "Ann", "Bob", "Cat", house={"ladder": "3-1-3"}).path
    keeper.tap("bid.p2", 0)
    keeper.tap("bid.p3", 1)
    assert "Hand 1 3 cards · 4 to go 1 of 3 bid Ann may not bid 2" in keeper.visit(game + "/view").text
    keeper.visit(game)
    keeper.bid(Ann=3, Bob=0, Cat=1)
    assert "4 of 3 bid 1 over" in keeper.visit(game + "/view").text


def test_every_tap_and_every_event_is_another_version_and_nothing_else_is(keeper: Scorekeeper) -> None:
    game = at_hand(keeper, "pike", "Ann", "Bob", "Cat", house={"ladder": "3-1-3"}).path
    versions = [version(keeper, game)]
    assert version(keeper, game) == versions[0] == {"v": 1, "draft": ""}
    for bid in (1, 2):
        keeper.tap("bid.p1", bid)
        versions.append(now := version(keeper, game))
        view = keeper.visit(game + "/view").source
        assert f'data-version="{now["v"]}.{now["draft"]}"' in view
        assert '<noscript><meta http-equiv="refresh" content="5"></noscript>' in view
        keeper.visit(game)
    keeper.tap("bid.p1", 2)
    assert version(keeper, game) == versions[-1]
    keeper.bid(Ann=1, Bob=0, Cat=1)
    versions.append(version(keeper, game))
    assert [version["v"] for version in versions] == [1, 1, 1, 2]
    assert len({str(version) for version in versions}) == 4
    assert keeper.way.ask("GET", "/games/nowhere/version").status == 404


def test_the_board_tells_the_last_hand_the_places_and_who_deals_next() -> None:
    game = play("pike", TABLE, hand(TABLE, [2, 1, 1], [2, 1, 2]), house={"ladder": "5-3"})
    shown = board(game, NOTHING)
    assert [(row.name, row.leads, row.made, row.total, row.gained, row.deals) for row in shown.lines] == [
        ("Ann", True, (True,), "12", "+12", False), ("Bob", False, (True,), "11", "+11", True),
        ("Cat", False, (False,), "−11", "−11", False),
    ]  # fmt: skip
    bidding = board(game, {"hand": 2, "values": {"bid.p2": "3"}})
    assert [(row.bid, row.gained) for row in bidding.lines] == [("", ""), ("3", ""), ("", "")]
    assert (shown.last, bidding.last) == (1, None)
    assert shown.next is not None
    assert (shown.next.cards, shown.next.dealer) == (3, "p3")


def test_the_last_hands_results_bear_its_number_until_the_first_bid(keeper: Scorekeeper) -> None:
    game = at_hand(keeper, "pike", "Ann", "Bob", "Cat", house={"ladder": "5-3"}).path
    keeper.bid(Ann=2, Bob=1, Cat=1)
    keeper.take(Ann=2, Bob=1, Cat=2)
    last = ["Ann ✓ Hand 1: +12 total 12", "Bob ✓ Hand 1: +11 · deals total 11"]
    assert seen(keeper, game) == [*last, "Cat ✗ Hand 1: −11 total −11"]
    keeper.tap("bid.p2", 3)
    assert seen(keeper, game) == ["Ann ✓ total 12", "Bob ✓ deals bid 3 total 11", "Cat ✗ total −11"]


def test_an_auction_is_followed_call_by_call(keeper: Scorekeeper) -> None:
    game = at_hand(keeper, "murder", "Ann", "Bob", "Cat").path
    assert seen(keeper, game)[0].startswith("Ann deals · bids first total")
    keeper.send("/calls", "♥", level="2")
    assert [line.split(" total")[0] for line in seen(keeper, game)] == ["Ann deals · bids first bid 2", "Bob", "Cat"]
    assert "Ann plays 2♥" in keeper.visit(game + "/view").text


def test_a_zero_that_was_named_shows_and_a_number_that_sleeps_stands_in_brackets(keeper: Scorekeeper) -> None:
    game = at_hand(keeper, "murder", "Ann", "Bob", "Cat").path
    keeper.send("/calls", "♥", level="0")
    assert [line.split(" total")[0] for line in seen(keeper, game)] == ["Ann deals · bids first bid 0", "Bob", "Cat"]
    keeper.send("/calls", "♥", level="1")
    keeper.send("/calls", "♥", level="2")
    keeper.send("/calls", "Ann passes")
    keeper.send("/calls", "Double")
    asleep = ["Ann deals · bids first bid 0", "Bob bid (1)", "Cat bid 2"]
    assert [line.split(" total")[0] for line in seen(keeper, game)] == asleep
    keeper.send("/calls", "Cat passes")
    keeper.send("/calls", "Ann passes")
    assert "bid (1)" in seen(keeper, game)[1]
