"""A hand recorded without scripts: its bids, the hook, its tricks, and a misdeal."""

from html_pages import Page
from scorekeeper import Scorekeeper, log_lines, new_game
from tables import at_hand, beside, murder, pike, refused

# --- a hand --------------------------------------------------------------------------------------------------------


def test_a_hand_is_its_bids_and_then_its_tricks_which_start_as_the_bids(keeper: Scorekeeper) -> None:
    page = pike(keeper)
    assert page.title == "Hand 1"
    assert [page.form("/bids").value(f"bid.p{n}") for n in (1, 2, 3)] == [None, None, None]
    page = keeper.bid(Ann=1, Bob=0, Cat=2)
    assert [page.form("/taken").value(f"taken.p{n}") for n in (1, 2, 3)] == ["1", "0", "2"]
    page = keeper.take(Bob=2)
    assert "Hand 1 is saved." in page.status_text
    assert page.totals == {"Ann": 11, "Bob": -12, "Cat": 12}
    assert page.table[1] == ["1 5", "● 1 11 ✓ +11", "0 −12 ✗ 2 −12", "2 12 ✓ +12"]
    assert page.title == "Hand 2"


def test_a_bid_that_is_missing_is_asked_for_and_the_zero_stays_tapped(keeper: Scorekeeper) -> None:
    pike(keeper)
    page = keeper.bid(Ann=0, Cat=2)
    refused(page, "bid.p2", "Bob has not bid yet.")
    assert page.refusals == ["Bob has not bid yet."]
    form = page.form("/bids")
    assert [form.value(f"bid.p{n}") for n in (1, 2, 3)] == ["0", None, "2"]
    assert keeper.bid(Bob=0).form("/taken")


def test_tricks_that_do_not_add_up_stay_as_typed_zeros_too(keeper: Scorekeeper) -> None:
    pike(keeper)
    keeper.bid(Ann=1, Bob=1, Cat=1)
    page = keeper.take(Ann=0, Bob=5)
    assert page.status == 422
    assert page.refusals == ["Tricks add up to 6, but the hand has 5."]
    assert [page.form("/taken").value(f"taken.p{n}") for n in (1, 2, 3)] == ["0", "5", "1"]
    assert keeper.take(Cat=0).totals == {"Ann": -11, "Bob": -14, "Cat": -11}


def test_a_forged_bid_is_refused_at_the_player_and_a_form_that_saw_no_page_changes_nothing(keeper: Scorekeeper) -> None:
    form = pike(keeper).form("/bids")
    for bid in ("6", "-1", "one", "1.5", "٣", "9" * 5000):
        page = keeper.forge(form, bid__p1=bid, bid__p2="0", bid__p3="1")
        refused(page, "bid.p1", "Ann cannot bid")
        assert page.form("/bids").value("bid.p3") == "1"
    for seen in ("", "x", "-1", "²", "9" * 5000, None):
        page = keeper.forge(form, seen=seen, bid__p1="0", bid__p2="0", bid__p3="1")
        assert page.status == 409
        assert page.form("/bids").value("bid.p3") == "1"
    page = keeper.forge(form, csrf_token=None)
    assert (page.status, page.title) == (400, "Please send it again")


def test_taps_are_kept_as_they_come_and_come_back_with_the_page(keeper: Scorekeeper) -> None:
    page = pike(keeper)
    for field, value in {"bid.p1": 0, "bid.p3": 4, "trump": "H"}.items():
        assert keeper.tap(field, value).status == 200
    form = keeper.visit(page.address).form("/bids")
    assert [form.value(name) for name in ("bid.p1", "bid.p2", "bid.p3", "trump")] == ["0", None, "4", "H"]
    keeper.tap("bid.p1", "")
    assert keeper.visit(page.address).form("/bids").value("bid.p1") is None


def test_taps_of_another_hand_are_not_kept(keeper: Scorekeeper) -> None:
    old = beside(keeper)
    old.page = pike(keeper)
    keeper.bid(Ann=0, Bob=0, Cat=1)
    keeper.take(Cat=5)
    assert old.tap("bid.p1", 3).status == 409
    assert keeper.visit(keeper.page.address).form("/bids").value("bid.p1") is None


# --- the hook ------------------------------------------------------------------------------------------------------


def test_the_hook_is_told_before_refused_after_and_waived_where_the_table_allows_it(keeper: Scorekeeper) -> None:
    page = at_hand(keeper, "pagat", "Ann", "Bob", "Cat", house={"ladder": "2-1"})
    assert "Ann bids last: the bids may not add up to 2." in page.text
    assert "hook_waived" not in page.form("/bids").names
    page = keeper.bid(Bob=0, Cat=1, Ann=1)
    refused(page, "bid.p1", "Ann bids last and may not bid 1: the bids would add up to 2.")
    assert [page.form("/bids").value(f"bid.p{n}") for n in (1, 2, 3)] == ["1", "0", "1"]
    assert keeper.send("/bids", hook_waived=True).status == 200
    assert "The hook was waived." in log_lines(keeper)[-1]
    assert keeper.take().totals == {"Ann": 11, "Bob": 10, "Cat": 11}


def test_a_correction_against_the_hook_asks_the_table_too(keeper: Scorekeeper) -> None:
    at_hand(keeper, "pagat", "Ann", "Bob", "Cat", house={"ladder": "2-1"})
    keeper.bid(Bob=0, Cat=1, Ann=2)
    keeper.take(Ann=1)
    keeper.correct(1)
    page = keeper.send("/correction", bid__p1=1)
    refused(page, "bid.p1", "may not bid 1")
    page = keeper.send("/correction", hook_waived=True)
    assert page.totals == {"Ann": 11, "Bob": 10, "Cat": 11}


# --- dealt again ---------------------------------------------------------------------------------------------------


def auction_over(keeper: Scorekeeper, *passed: int) -> Page:
    """Record that Bob plays 2♥ and the other players have passed."""
    bids = {f"bid__p{number}": 0 for number in passed or (1, 3)}
    return keeper.send("/bids", trump="H", contract__declarer="Bob", contract__level="2", **bids)


def test_a_misdeal_during_the_auction_costs_nothing(keeper: Scorekeeper) -> None:
    murder(keeper)
    page = keeper.follow("This hand went wrong")
    assert [button.text for form in page.forms for button in form.buttons] == ["Deal again, nothing charged"]
    page = keeper.send("/void")
    assert "Hand 1 is dealt again, nothing is charged. ↶ Undo" in page.status_text
    assert page.totals == {"Ann": 0, "Bob": 0, "Cat": 0}
    assert log_lines(keeper)[-1] == "Misdeal, dealt again, nothing charged."


def test_a_void_hand_costs_what_the_rules_say_is_dealt_again_and_undo_brings_it_back(keeper: Scorekeeper) -> None:
    murder(keeper)
    auction_over(keeper)
    page = keeper.misdealt(button="nothing charged")
    assert page.totals == {"Ann": 0, "Bob": 0, "Cat": 0}
    assert keeper.send("/undo").form("/taken").value("taken.p2") == "2"
    page = keeper.misdealt("p2")
    assert "Hand 1 is dealt again: Ann −10, Bob −5. ↶ Undo" in page.status_text
    assert page.totals == {"Ann": -10, "Bob": -5, "Cat": 0}
    assert page.title == "Hand 1"
    assert page.signed("●") == "Ann"
    keeper.send("/undo")
    page = keeper.misplayed("Cat −10")
    assert "Hand 1 is dealt again: Cat −10. ↶ Undo" in page.status_text
    assert page.totals == {"Ann": 0, "Bob": 0, "Cat": -10}


def test_a_misdeal_forgets_the_taps(keeper: Scorekeeper) -> None:
    pike(keeper)
    keeper.tap("bid.p1", 3)
    page = keeper.misdealt(button="nothing charged")
    assert page.form("/bids").value("bid.p1") is None


def test_a_hand_spoilt_twice_is_told_twice_and_dealt_by_the_same_dealer(keeper: Scorekeeper) -> None:
    new_game(keeper, "murder", "Ann", "Bob", "Cat", "Di", scorer="Ann", ladder="3-7")
    auction_over(keeper, 1, 3, 4)
    keeper.misdealt()
    auction_over(keeper, 1, 3, 4)
    page = keeper.misplayed("Di −10")
    assert [row[0].startswith("✗") for row in page.table[1:-1]] == [True, True, False]
    assert [row[0].endswith("1 3") for row in page.table[1:-1]] == [True, True, True]
    assert [page.signed("●", row) for row in (1, 2, 3)] == ["Bob", "Bob", "Bob"]
    assert "misdeal, dealt again with 3 cards · Bob −10" in page.text
    assert "misplay, dealt again with 3 cards · Di −10" in page.text
    assert page.totals == {"Ann": 0, "Bob": -10, "Cat": 0, "Di": -10}


def test_what_spoilt_a_hand_is_asked_of_the_open_one_alone(keeper: Scorekeeper) -> None:
    page = pike(keeper)
    for number in (2, 99):
        assert keeper.visit(f"{page.path}/hands/{number}/void").path == page.path


def test_what_a_void_hand_costs_is_said_before_it_is_written(keeper: Scorekeeper) -> None:
    murder(keeper)
    auction_over(keeper)
    page = keeper.follow("This hand went wrong")
    assert "Had a wrong number of cards: −5" in page.text
    assert [button.text for button in page.form("Deal again:").buttons][1].startswith("Deal again: Ann −10")
    assert [button.text for button in page.form("Bob −10").buttons] == ["Ann −10", "Bob −10", "Cat −10"]
    pike(keeper)
    keeper.bid(Ann=0, Bob=0, Cat=0)
    page = keeper.follow("This hand went wrong")
    assert page.form("nothing charged")
    assert "−" not in page.text


def test_a_wrong_number_of_cards_ends_the_hand_and_is_corrected_printed_and_undone(keeper: Scorekeeper) -> None:
    game = new_game(keeper, "op_en_neer", "Ann", "Bob", "Cat")
    assert "End this hand" not in keeper.follow("This hand went wrong").text, "before the bids it is a misdeal"
    keeper.visit(game.address)
    bidding = keeper.bid(Ann=2, Bob=3, Cat=0)
    keeper.follow("This hand went wrong")
    page = keeper.send("End this hand", "End this hand")
    assert (page.status, page.refusals) == (422, ["Choose the players who had a wrong number of cards."])
    page = keeper.send("End this hand", "End this hand", wrong_count=["p2"])
    assert "Hand 1 is over: Bob −4, Cat +5, Ann +7. ↶ Undo" in page.status_text
    assert page.totals == {"Ann": 7, "Bob": -4, "Cat": 5}
    assert "wrong number of cards: Bob; the others score as they bid" in page.text
    assert "Bid 3 · wrong number of cards" in keeper.follow("Hand 1").text
    keeper.visit(bidding.address)
    keeper.correct(1)
    page = keeper.send("/correction", wrong_count__p2=[], wrong_count__p3=["yes"])
    assert page.totals == {"Ann": 7, "Bob": 8, "Cat": -4}
    assert "Wrong number of cards: Bob → Cat." in log_lines(keeper)[-1]
    keeper.correct(1)
    page = keeper.send("/correction", wrong_count__p3=[], taken__p1=2, taken__p2=3, taken__p3=5)
    assert page.totals == {"Ann": 7, "Bob": 8, "Cat": -5}
    keeper.send("/undo")
    keeper.send("/undo")
    assert keeper.send("/undo").form("/taken").value("taken.p2") == "3"


def test_what_no_page_taps_is_not_kept(keeper: Scorekeeper) -> None:
    pike(keeper)
    for field in ("junk", "bid", "bid.p1.p2", "bid.x", "contract.colour", "mark.a b.p1", "ｂid.p1", "", "bid.p1; DROP"):
        assert keeper.tap(field, "1").status == 400, field
    assert keeper.tap("bid.p1", "x" * 100).status == 400
