"""Corrections on the pages of a game after its house rules, scheme or an earlier hand changed."""

from html_pages import Page
from scorekeeper import Scorekeeper, log_lines, new_game
from tables import at_hand, refused
from web.hands.calls import calls


def change(keeper: Scorekeeper, home: str, form: str, **typed: str) -> Page:
    """Change the house rules or the scheme; return to the page of the game."""
    keeper.visit(home)
    keeper.follow("Change rules")
    page = keeper.send(form, **typed)
    assert page.status == 200, page.refusals
    return keeper.visit(home)


def boerenbridge(keeper: Scorekeeper, **points: str) -> str:
    """Start a game of four and adjust some totals before hand 2; return its address."""
    home = at_hand(keeper, "boerenbridge", "Ann", "Bob", "Cat", "Di", house={"ladder": "5 4 3"}).path
    keeper.bid(Ann=1, Bob=1, Cat=1, Di=1)
    keeper.take(Ann=0, Bob=2, Cat=2, Di=1)
    for name, more in points.items():
        keeper.follow("Players")
        keeper.send("/adjustments", player=name, adjust_points=more)
        keeper.visit(home)
    return home


# --- house rules ---------------------------------------------------------------------------------------------------


def test_a_bid_against_the_hook_is_written_down_of_a_hand_played_while_there_was_one(keeper: Scorekeeper) -> None:
    home = at_hand(keeper, "pagat", "Ann", "Bob", "Cat", house={"ladder": "3 2 1"}).path
    keeper.bid(Ann=1, Bob=0, Cat=1)
    keeper.take(Ann=2, Bob=0, Cat=1)
    change(keeper, home, "/house", hook="no")
    keeper.correct(1)
    refused(keeper.send("/correction", bid__p1=2), "bid.p1", "Ann bids last and may not bid 2")
    assert keeper.send("/correction", hook_waived=True).totals == {"Ann": 12, "Bob": 10, "Cat": 11}


def test_nobody_is_asked_about_the_hook_of_a_hand_played_before_there_was_one(keeper: Scorekeeper) -> None:
    home = new_game(keeper, "pagat", "Ann", "Bob", "Cat", ladder="3 2 1", hook="no").path
    keeper.bid(Ann=1, Bob=1, Cat=1)
    keeper.take(Ann=1, Bob=1, Cat=1)
    change(keeper, home, "/house", hook="yes")
    keeper.correct(1)
    assert "hook_waived" not in keeper.send("/correction", taken__p1=3).form("/correction").names


def test_other_readings_of_the_points_are_refused_where_they_need_tricks_that_nobody_wrote_down(
    keeper: Scorekeeper,
) -> None:
    """With “base = standard” every trick scores a point, and the tricks of a missed bid are not recorded."""
    house = 'writes = "made"\noptions = { base = "blackout" }'
    home = new_game(keeper, "pagat", "Ann", "Bob", "Cat", ladder="3 2 1", scheme="zero_five", house=house).path
    keeper.bid(Ann=1, Bob=0, Cat=1)
    assert keeper.send("/taken", made__p1="yes", made__p2="no", made__p3="no").totals == {"Ann": 11, "Bob": 0, "Cat": 0}
    keeper.follow("Change rules")
    page = keeper.send("/house", option__base="standard")
    assert page.status == 422
    assert page.refusals == ["The scoring “Zero worth 5” needs the number of tricks, not only who made the bid."]
    assert change(keeper, home, "/house", ties="most made bids").totals == {"Ann": 11, "Bob": 0, "Cat": 0}


def test_tricks_that_were_cancelled_are_corrected_when_the_table_cancels_none_any_more(keeper: Scorekeeper) -> None:
    home = new_game(keeper, "pagat", "Ann", "Bob", "Cat", ladder="3 2 1", house="cancelled = true").path
    keeper.bid(Ann=1, Bob=0, Cat=1)
    keeper.send("/taken", taken__p1=1, taken__p2=0, taken__p3=1, cancelled="1")
    change(keeper, home, "/house", house="cancelled = false")
    keeper.correct(1)
    assert keeper.send("/correction", taken__p1=2).refusals == ["Tricks add up to 4, but the hand has 3."]
    assert keeper.send("/correction", cancelled="").totals == {"Ann": 2, "Bob": 10, "Cat": 11}
    keeper.correct(1)
    assert "cancelled" not in keeper.page.form("/correction").names


def test_the_trump_of_the_other_joker_is_written_down_later(keeper: Scorekeeper) -> None:
    house = 'turned_joker = "other joker"'
    new_game(keeper, "pagat", "Ann", "Bob", "Cat", ladder="3 2 1", house=house)
    keeper.bid(Ann=1, Bob=0, Cat=1)
    keeper.take(Ann=2, Bob=0, Cat=1)
    keeper.correct(1)
    keeper.send("/correction", trump="J")
    assert log_lines(keeper)[-1] == "Hand 1 corrected. Trump: the other joker."


def test_points_that_need_tricks_in_one_hand_alone_are_refused_where_it_has_none(keeper: Scorekeeper) -> None:
    """Hand 1 becomes a misère deal by the scheme of Clag, fives: every trick costs 5 points."""
    house = 'special = [{ at = "1", bid = 0, options = { misere = true } }]'
    home = new_game(keeper, "blackout", "Ann", "Bob", "Cat", "Di", ladder="2 1", writes="made", house=house).path
    keeper.send("/taken", made__p1="no", made__p2="no", made__p3="yes", made__p4="yes")
    keeper.follow("Change rules")
    page = keeper.send("/scheme", scheme="clag_five")
    assert page.refusals == ["The scoring “Clag, fives” needs the number of tricks, not only who made the bid."]
    assert keeper.visit(home).totals["Cat"] == 10


# --- who bids ------------------------------------------------------------------------------------------------------


def test_a_bid_of_the_open_hand_that_was_not_to_be_is_taken_away(keeper: Scorekeeper) -> None:
    """A correction of hand 1 brings Ann to 84 points after hand 2 was bid (Boerenbridge)."""
    boerenbridge(keeper, Ann="74")
    keeper.bid(Ann=0, Bob=1, Cat=1, Di=1)
    keeper.correct(1)
    keeper.send("/correction", bid__p1=0)
    page = keeper.follow("Edit bids")
    assert "⚠ Ann does not bid in this hand." in page.text
    assert ["" in page.form("/correction").choices(f"bid.p{n}") for n in (1, 2, 3, 4)] == [True, False, False, False]
    page = keeper.send("/correction", bid__p1="", bid__p2=2)
    assert page.status == 200
    assert log_lines(keeper)[-1] == "Hand 2 corrected. Bids: Bob 1 → 2, Ann 0 → –."


def test_a_bid_of_the_open_hand_that_other_points_ask_for_is_written_down(keeper: Scorekeeper) -> None:
    home = boerenbridge(keeper, Ann="85")
    keeper.bid(Bob=1, Cat=1, Di=1)
    change(keeper, home, "/scheme", scheme="standard")
    page = keeper.follow("Edit bids")
    assert "⚠ Ann has not bid yet." in page.text
    keeper.send("/correction", bid__p1=1)
    assert "⚠" not in keeper.take(Ann=1, Bob=1, Cat=1, Di=1).text


def test_bids_of_a_hand_in_which_nobody_was_to_bid_are_written_down_afterwards(keeper: Scorekeeper) -> None:
    """All have 80 points or more, so hand 2 is played without bids; by another scheme all players have to bid."""
    home = boerenbridge(keeper, Ann="90", Bob="90", Cat="90", Di="70")
    assert keeper.take(Ann=1, Bob=1, Cat=2, Di=0).status == 200
    assert "⚠" in change(keeper, home, "/scheme", scheme="standard").text
    assert "⚠ Cat has not bid yet." in keeper.correct(2).text
    page = keeper.send("/correction", bid__p1=1, bid__p2=1, bid__p3=2, bid__p4=1)
    assert "⚠" not in page.text
    assert log_lines(keeper)[-1] == "Hand 2 corrected. Bids: Ann 1, Bob 1, Cat 2, Di 1."
    keeper.correct(2)
    assert "⚠" not in keeper.send("/correction", bid__p3=1).text
    assert log_lines(keeper)[-1] == "Hand 2 corrected. Bids: Cat 2 → 1."


# --- nothing but the changes ---------------------------------------------------------------------------------------


def test_a_mark_that_was_taken_back_with_the_tricks_is_no_change(keeper: Scorekeeper) -> None:
    home = at_hand(keeper, "ninety_nine", "Ann", "Bob", "Cat").path
    keeper.send("/bids", bid__p1=3, bid__p2=3, bid__p3=4, mark__declared__p1=True)
    keeper.send("/taken", taken__p3=3, mark__declared__p1=False)
    keeper.correct(1)
    assert keeper.send("/correction").refusals == ["Nothing is changed yet."]
    keeper.send("/correction", taken__p2=4, taken__p3=2)
    assert log_lines(keeper)[-1] == "Hand 1 corrected. Tricks: Bob 3 → 4, Cat 3 → 2."
    keeper.visit(home)
    keeper.correct(1)
    keeper.send("/correction", mark__declared__p1=True)
    assert log_lines(keeper)[-1] == "Hand 1 corrected. Marks: Ann declared 0 → declared 1."


def test_that_somebody_without_a_bid_made_it_is_no_change(keeper: Scorekeeper) -> None:
    """A scheme that needs no tricks, and the reading of MU-06 that gives a player who only passed no bid."""
    house = 'writes = "made"\nauction = { only_passed = "no bid" }'
    new_game(keeper, "murder", "Ann", "Bob", "Cat", ladder="3-7", scheme="blackout", house=house)
    keeper.send("/bids", contract__declarer="Bob", contract__level="2", trump="H", bid__p1=1, bid__p2=2)
    keeper.send("/taken", made__p1="yes", made__p2="no", made__p3="yes")
    keeper.correct(1)
    assert keeper.send("/correction").refusals == ["Nothing is changed yet."]
    keeper.send("/correction", made__p1="no")
    assert log_lines(keeper)[-1] == "Hand 1 corrected. Made: Ann yes → no."


def test_an_auction_call_by_call_stays_when_those_who_doubled_have_changed_seats(keeper: Scorekeeper) -> None:
    house = 'auction = { doublers = "several" }'
    home = new_game(keeper, "murder", "Ann", "Bob", "Cat", "Di", ladder="3-7", house=house).path
    calls(keeper, "1H", "double", "double", "pass", "pass", "pass")
    keeper.take(Ann=1, Bob=1, Cat=1, Di=0)
    assert "×" in keeper.follow("Hand 1").text
    assert "Auction" in keeper.page.text
    keeper.visit(home)
    keeper.follow("Players")
    keeper.send_form([form for form in keeper.page.forms if form.action.endswith("/swap")][3], {})  # Bob moves down
    keeper.visit(home)
    keeper.correct(1)
    assert keeper.send("/correction").refusals == ["Nothing is changed yet."]
    keeper.send("/correction", taken__p1=2, taken__p2=0)
    assert log_lines(keeper)[-1] == "Hand 1 corrected. Tricks: Ann 1 → 2, Bob 1 → 0."
    assert "Auction" in keeper.follow("Hand 1").text
