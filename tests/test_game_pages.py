"""The pages of a game as a scorekeeper uses them, without scripts: every form, typed well, typed badly, sent twice."""

from __future__ import annotations

import json

import pytest
from scorekeeper import Form, Page, Scorekeeper, log_lines, new_game

from scorepad.game.file import read_game


def beside(keeper: Scorekeeper) -> Scorekeeper:
    """The same browser once more, on the same page: another tab, another phone."""
    other = Scorekeeper(keeper.way)
    other.page = keeper.page
    return other


def pike(keeper: Scorekeeper, *players: str, hands: int = 0, **typed: str) -> Page:
    """A game by Mr Pike's rules; in each of the first `hands` everybody bids 1 and the first one takes all."""
    names = players or ("Ann", "Bob", "Cat")
    page = new_game(keeper, "pike", *names, ladder="5-1-5", **typed)
    for _hand in range(hands):
        keeper.bid(**dict.fromkeys(names, 1))
        cards = len(keeper.page.form("/taken").choices(f"taken.{keeper.page.player(names[0])}")) - 1
        page = keeper.take(**dict.fromkeys(names, 0) | {names[0]: cards})
    return page


def refused(page: Page, field: str, why: str) -> None:
    """The page came again, with the reason at the field."""
    assert page.status == 422
    assert why in page.refusal_at(field), page.refusals


# --- a hand --------------------------------------------------------------------------------------------


def test_a_hand_is_its_bids_and_then_its_tricks_which_start_as_the_bids(keeper: Scorekeeper) -> None:
    page = pike(keeper)
    assert page.title == "Hand 1"
    page = keeper.bid(Ann=1, Bob=0, Cat=2)
    assert [page.form("/taken").value(f"taken.p{n}") for n in (1, 2, 3)] == ["1", "0", "2"]
    page = keeper.take(Bob=2)
    assert "Hand 1 is written down." in page.said
    assert page.totals == {"Ann": 11, "Bob": -12, "Cat": 12}
    assert page.table[1][1:] == ["5", "Ann", "1 11 ✓ +11", "0 −12 ✗ 2 −12", "2 12 ✓ +12"]
    assert page.title == "Hand 2"


def test_nobody_has_bid_until_somebody_says_so(keeper: Scorekeeper) -> None:
    form = pike(keeper).form("/bids")
    assert [form.value(f"bid.p{n}") for n in (1, 2, 3)] == [None, None, None]


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
    assert page.refusals == ["The tricks add up to 6, but the hand has 5."]
    assert [page.form("/taken").value(f"taken.p{n}") for n in (1, 2, 3)] == ["0", "5", "1"]
    assert keeper.take(Cat=0).totals == {"Ann": -11, "Bob": -14, "Cat": -11}


@pytest.mark.parametrize("bid", ["6", "-1", "one", "1.5", "٣", "9" * 5000])
def test_a_bid_nobody_can_tap_is_refused_at_the_player(keeper: Scorekeeper, bid: str) -> None:
    form = pike(keeper).form("/bids")
    page = keeper.forge(form, bid__p1=bid, bid__p2="0", bid__p3="1")
    refused(page, "bid.p1", "Ann cannot bid")
    assert page.form("/bids").value("bid.p3") == "1"


@pytest.mark.parametrize("seen", ["", "x", "-1", "²", "9" * 5000, None])
def test_a_form_that_saw_no_page_changes_nothing(keeper: Scorekeeper, seen: str | None) -> None:
    form = pike(keeper).form("/bids")
    page = keeper.forge(form, seen=seen, bid__p1="0", bid__p2="0", bid__p3="1")
    assert page.status == 409
    assert page.form("/bids").value("bid.p3") == "1"


def test_a_form_without_its_seal_is_sent_again_by_hand(keeper: Scorekeeper) -> None:
    form = pike(keeper).form("/bids")
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


def test_a_tap_that_is_none_is_refused(keeper: Scorekeeper) -> None:
    pike(keeper)
    assert keeper.tap("bid.p1; DROP TABLE", 1).status == 400
    assert keeper.tap("bid.p1", "x" * 100).status == 400


# --- the hook --------------------------------------------------------------------------------------------


def hooked(keeper: Scorekeeper) -> Page:
    new_game(keeper, "pagat", "Ann", "Bob", "Cat", ladder="2-1")
    return keeper.bid(Bob=0, Cat=1, Ann=1)


def test_the_hook_is_told_before_and_refused_after(keeper: Scorekeeper) -> None:
    page = new_game(keeper, "pagat", "Ann", "Bob", "Cat", ladder="2-1")
    assert "Ann bids last: the bids may not add up to 2." in page.text
    assert "hook_waived" not in page.form("/bids").names
    page = hooked(keeper)
    refused(page, "bid.p1", "Ann bids last and may not bid 1: the bids would add up to 2.")
    assert [page.form("/bids").value(f"bid.p{n}") for n in (1, 2, 3)] == ["1", "0", "1"]


def test_the_table_may_allow_what_the_hook_forbids(keeper: Scorekeeper) -> None:
    hooked(keeper)
    page = keeper.send("/bids", hook_waived=True)
    assert page.status == 200
    assert "The hook was waived." in log_lines(keeper)[-1]
    assert keeper.take().totals == {"Ann": 11, "Bob": 10, "Cat": 11}


def test_a_correction_against_the_hook_asks_the_table_too(keeper: Scorekeeper) -> None:
    new_game(keeper, "pagat", "Ann", "Bob", "Cat", ladder="2-1")
    keeper.bid(Bob=0, Cat=1, Ann=2)
    keeper.take(Ann=1)
    keeper.correct(1)
    page = keeper.send("/correction", bid__p1=1)
    refused(page, "bid.p1", "may not bid 1")
    page = keeper.send("/correction", hook_waived=True)
    assert page.totals == {"Ann": 11, "Bob": 10, "Cat": 11}


# --- sent twice, sent late ---------------------------------------------------------------------------------


def test_the_same_form_sent_twice_counts_once(keeper: Scorekeeper) -> None:
    pike(keeper)
    bids = keeper.page.form("/bids")
    for _again in range(2):
        keeper.send_form(bids, {"bid.p1": 1, "bid.p2": 0, "bid.p3": 2})
    tricks = keeper.page.form("/taken")
    for _again in range(2):
        page = keeper.send_form(tricks, {"taken.p2": 2})
    assert page.status == 200
    assert page.totals == {"Ann": 11, "Bob": -12, "Cat": 12}
    assert len(log_lines(keeper)) == 3


def test_a_form_that_comes_again_when_the_game_has_gone_on_since_counts_once_and_nobody_is_blamed(
    keeper: Scorekeeper,
) -> None:
    pike(keeper)
    bids, tapped = keeper.page.form("/bids"), {"bid.p1": 1, "bid.p2": 0, "bid.p3": 2}
    keeper.send_form(bids, tapped)
    assert "Somebody else" not in keeper.send_form(bids, tapped).text
    keeper.take(Bob=2)
    page = keeper.send_form(bids, tapped)
    assert (page.status, page.refusals) == (200, [])
    assert len(log_lines(keeper)) == 3


def test_a_double_tap_on_undo_takes_back_one_thing(keeper: Scorekeeper) -> None:
    pike(keeper, hands=2)
    undo = keeper.page.form("/undo")
    keeper.send_form(undo, {})
    page = keeper.send_form(undo, {})
    assert page.status == 200
    assert page.form("/hands/2/taken")


def test_bids_on_an_old_page_are_not_lost_and_not_mixed_up(keeper: Scorekeeper) -> None:
    pike(keeper)
    old = keeper.page.form("/bids")
    keeper.bid(Ann=1, Bob=0, Cat=2)
    page = keeper.send_form(old, {"bid.p1": 2, "bid.p2": 0, "bid.p3": 3})
    assert page.status == 409
    assert "Bids for 5 cards: Bob 0, Cat 2, Ann 1." in page.refusals[0]
    assert "You had tapped: bids Ann 2, Bob 0, Cat 3." in page.refusals[0]
    assert [page.form("/taken").value(f"taken.p{n}") for n in (1, 2, 3)] == ["1", "0", "2"]
    assert len(log_lines(keeper)) == 2


def test_tricks_of_an_old_page_are_not_put_into_another_hand(keeper: Scorekeeper) -> None:
    pike(keeper)
    keeper.bid(Ann=1, Bob=0, Cat=2)
    old = keeper.page.form("/taken")
    keeper.take(Bob=2)
    keeper.bid(Ann=1, Bob=1, Cat=1)
    page = keeper.send_form(old, {"taken.p1": 4, "taken.p2": 1, "taken.p3": 0})
    assert page.status == 409
    assert [page.form("/taken").value(f"taken.p{n}") for n in (1, 2, 3)] == ["1", "1", "1"]


def test_taps_on_an_old_page_of_the_same_hand_only_need_to_be_sent_again(keeper: Scorekeeper) -> None:
    page = pike(keeper)
    old = page.form("/bids")
    keeper.send("/comments", text="Tea")
    page = keeper.send_form(old, {"bid.p1": 1, "bid.p2": 0, "bid.p3": 2})
    assert page.status == 409
    assert "“Tea”" in page.refusals[0]
    assert keeper.send("/bids").form("/taken").value("taken.p2") == "0"


LATE = [
    ("Table", "/players", {"name": "Di", "points": "7"}),
    ("Table", "/p2/name", {"name": "Barbara"}),
    ("Table", "/adjustments", {"adjust_points": "-3", "why": "late again"}),
    ("Hands to come", "/plan", {"cards": "2 1"}),
    ("Rules and points", "/details", {"location": "The Crown", "stake": "25"}),
    ("Rules and points", "/house", {"ladder": "4-1", "house": "best = '5'"}),
    ("Rules and points", "/scheme", {"scheme": "golf"}),
    ("Hand 1, Correct this hand", "/correction", {"taken.p1": "3", "taken.p2": "2"}),
]


@pytest.mark.parametrize(("page", "form", "typed"), LATE, ids=[form for _page, form, _typed in LATE])
def test_any_form_of_an_old_page_says_what_happened_and_keeps_what_was_typed(
    keeper: Scorekeeper, page: str, form: str, typed: dict[str, str]
) -> None:
    game = pike(keeper, hands=1)
    for link in page.split(", "):
        old = keeper.follow(link)
    keeper.page = game
    keeper.send("/comments", text="Tea")
    again = keeper.send_form(old.form(form), typed)
    assert again.status == 409
    assert "“Tea”" in again.refusals[0]
    assert {name: again.form(form).value(name) for name in typed} == typed
    assert keeper.send_form(again.form(form), {}).status == 200


def test_a_hand_taken_back_meanwhile_cannot_be_corrected(keeper: Scorekeeper) -> None:
    pike(keeper, hands=1)
    old = beside(keeper).correct(1).form("/correction")
    keeper.send("/undo")
    keeper.send("/undo")
    page = keeper.send_form(old, {"taken.p1": 3, "taken.p2": 2})
    assert page.status == 409
    assert "You had tapped: bids" in page.refusals[0]


# --- correction, undo, log ---------------------------------------------------------------------------------


def test_a_correction_moves_every_total_after_it(keeper: Scorekeeper) -> None:
    page = pike(keeper, hands=3)
    assert page.totals == {"Ann": -39, "Bob": -33, "Cat": -33}
    page = keeper.correct(1)
    form = page.form("/correction")
    assert [form.value(name) for name in ("bid.p2", "taken.p1", "taken.p2")] == ["1", "5", "0"]
    page = keeper.send("/correction", taken__p1=4, taken__p2=1)
    assert page.totals == {"Ann": -38, "Bob": -11, "Cat": -33}
    assert "✎" in page.table[1][0]
    page = keeper.send("/undo")
    assert page.totals == {"Ann": -39, "Bob": -33, "Cat": -33}
    assert keeper.send("/redo").totals == {"Ann": -38, "Bob": -11, "Cat": -33}


def test_the_log_tells_everything_and_strikes_out_what_was_taken_back(keeper: Scorekeeper) -> None:
    pike(keeper, hands=1)
    keeper.correct(1)
    keeper.send("/correction", taken__p1=4, taken__p2=1)
    keeper.send("/undo")
    assert log_lines(keeper) == [
        "A game of Mr Pike's Oh Hell! begins: Ann, Bob, Cat.",
        "Bids for 5 cards: Bob 1, Cat 1, Ann 1.",
        "Tricks: Bob 0, Cat 0, Ann 5.",
        "~Hand 1 corrected: tricks Ann 5 → 4, Bob 0 → 1.~",
        "Taken back: Hand 1 corrected: tricks Ann 4 → 5, Bob 1 → 0.",
    ]


def test_an_undo_is_told_with_the_names_of_then_and_a_change_as_it_is_again(keeper: Scorekeeper) -> None:
    at_table(keeper)
    keeper.send("/p1/name", name="Anna")
    keeper.follow("Back to the game")
    assert "Taken back: Ann is now called Anna." in keeper.send("/undo").said
    assert "Done again: Ann is now called Anna." in keeper.send("/redo").said


def test_corrections_are_told_in_words(keeper: Scorekeeper) -> None:
    murder(keeper)
    keeper.send("/bids", trump="H", contract__declarer="Bob", contract__level="2", bid__p1=0, bid__p3=1)
    keeper.take(Ann=0, Bob=2, Cat=1)
    keeper.correct(1)
    keeper.send("/correction", contract__doubler="Cat", contract__redoubled=True)
    assert log_lines(keeper)[-1] == ("Hand 1 corrected: contract Bob plays 2 → Bob plays 2 doubled by Cat redoubled.")
    keeper.follow("Rules and points")
    keeper.send("/house", hook="yes")
    keeper.follow("Back to the game")
    assert log_lines(keeper)[-1] == "House rules: hook yes."


def test_a_correction_that_cannot_be_stays_typed(keeper: Scorekeeper) -> None:
    pike(keeper, hands=1)
    keeper.correct(1)
    page = keeper.send("/correction", bid__p1=0, taken__p1=4)
    assert page.status == 422
    assert page.refusals == ["The tricks add up to 4, but the hand has 5."]
    form = page.form("/correction")
    assert [form.value(name) for name in ("bid.p1", "taken.p1", "taken.p2")] == ["0", "4", "0"]


def test_a_correction_of_nothing_is_none(keeper: Scorekeeper) -> None:
    pike(keeper, hands=1)
    keeper.correct(1)
    page = keeper.send("/correction")
    assert page.status == 422
    assert page.refusals == ["Nothing is changed yet."]


def test_bids_written_down_wrong_can_be_corrected_before_the_tricks(keeper: Scorekeeper) -> None:
    pike(keeper)
    keeper.bid(Ann=1, Bob=0, Cat=2)
    keeper.follow("Correct the bids")
    page = keeper.send("/correction", bid__p2=3, trump="S")
    assert "bid 3" in page.text
    assert keeper.take(Ann=0, Bob=3).totals == {"Ann": -11, "Bob": 13, "Cat": 12}


def test_a_trump_forgotten_is_written_down_later(keeper: Scorekeeper) -> None:
    pike(keeper, hands=1)
    keeper.correct(1)
    page = keeper.send("/correction", trump="H")
    assert "♥" in page.table[1][4] or "♥" in page.table[1][3]


def test_undo_brings_the_taps_back_zeros_and_trump_too(keeper: Scorekeeper) -> None:
    pike(keeper)
    keeper.send("/bids", trump="D", bid__p1=0, bid__p2=5, bid__p3=1)
    keeper.take(Bob=4)
    page = keeper.send("/undo")
    assert "Taken back: Tricks: Bob 4, Cat 1, Ann 0." in page.said
    assert [page.form("/taken").value(f"taken.p{n}") for n in (1, 2, 3)] == ["0", "4", "1"]
    form = keeper.send("/undo").form("/bids")
    assert [form.value(name) for name in ("bid.p1", "bid.p2", "bid.p3", "trump")] == ["0", "5", "1", "D"]


def test_a_tap_after_undo_leaves_the_other_taps(keeper: Scorekeeper) -> None:
    page = pike(keeper)
    keeper.bid(Ann=0, Bob=5, Cat=1)
    keeper.send("/undo")
    keeper.tap("bid.p1", 2)
    form = keeper.visit(page.address).form("/bids")
    assert [form.value(f"bid.p{n}") for n in (1, 2, 3)] == ["2", "5", "1"]


def test_what_happens_after_undo_cannot_be_redone(keeper: Scorekeeper) -> None:
    pike(keeper, hands=1)
    keeper.send("/undo")
    old = keeper.page.form("/redo")
    page = keeper.send("/comments", text="Tea")
    assert all(not form.action.endswith("/redo") for form in page.forms)
    seen = page.form("/undo").value("seen")
    page = keeper.forge(old, seen=seen)
    assert (page.status, page.refusals) == (422, ["There is nothing to redo."])


def test_the_opening_of_a_game_cannot_be_undone(keeper: Scorekeeper) -> None:
    page = pike(keeper)
    assert all(not form.action.endswith("/undo") for form in page.forms)
    bids = page.form("/bids")
    bids.action = page.address + "/undo"
    page = keeper.forge(bids)
    assert (page.status, page.refusals) == (422, ["There is nothing to undo."])


# --- the table -----------------------------------------------------------------------------------------------


def at_table(keeper: Scorekeeper, *players: str, hands: int = 1) -> Page:
    pike(keeper, *players, hands=hands)
    return keeper.follow("Table")


def test_a_newcomer_begins_half_way_between_the_worst_and_the_median(keeper: Scorekeeper) -> None:
    page = at_table(keeper)
    assert "By the rules: lowest −14, median −11 → −12½, written −13." in page.text
    page = keeper.send("/players", name="Di", before="Bob")
    assert "Di has joined." in page.said
    assert page.totals == {"Ann": -14, "Di": -13, "Bob": -11, "Cat": -11}
    assert any("Di joins" in cell for row in page.table for cell in row)


def test_where_low_wins_a_newcomer_begins_between_the_highest_and_the_median(keeper: Scorekeeper) -> None:
    pike(keeper, hands=1, scheme="golf")
    page = keeper.follow("Table")
    assert "By the rules: highest " in page.text
    page = keeper.send("/players", name="Di")
    assert "Di joins · highest " in page.text


@pytest.mark.parametrize(("typed", "points"), [("0", 0), ("-7", -7), ("−7", -7), ("+4", 4), (" 3 ", 3)])
def test_the_points_of_a_newcomer_may_be_typed_and_zero_is_typed(keeper: Scorekeeper, typed: str, points: int) -> None:
    at_table(keeper)
    assert keeper.send("/players", name="Di", points=typed).totals["Di"] == points


@pytest.mark.parametrize("points", ["many", "1.5", "10001", "--3", "-"])
def test_points_that_are_none_are_refused_at_their_field(keeper: Scorekeeper, points: str) -> None:
    at_table(keeper)
    page = keeper.send("/players", name="Di", before="Bob", points=points)
    refused(page, "points", "a whole number")
    form = page.form("/players")
    assert [form.value(name) for name in ("name", "before", "points")] == ["Di", "p2", points]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "A player needs a name."),
        ("ann", "There is already a player called ann."),
        ("x" * 41, "at most 40 letters"),
        ("\u200b", "A player needs a name."),
    ],
)
def test_a_name_that_cannot_be_is_refused_at_its_field(keeper: Scorekeeper, name: str, why: str) -> None:
    at_table(keeper)
    page = keeper.send("/players", name=name, points="5")
    refused(page, "name", why)
    assert page.form("/players").value("points") == "5"
    keeper.page = page
    page = keeper.send("/p2/name", name=name or " ")
    assert page.status == 422
    assert why in page.refusals[0]
    assert page.form("/p2/name").value("name") == (name or " ")
    assert page.form("/players").value("name") == ""
    assert page.form("/p1/name").value("name") == "Ann"


def test_more_than_the_game_takes_cannot_sit_down(keeper: Scorekeeper) -> None:
    at_table(keeper, *"ABCDEFG", hands=0)
    refused(keeper.send("/players", name="H"), "name", "is for 3 to 7 players, not 8")


def test_somebody_leaves_and_comes_back_to_the_old_total(keeper: Scorekeeper) -> None:
    at_table(keeper, "Ann", "Bob", "Cat", "Di")
    page = keeper.send("/p2/leave")
    assert "The seat is empty now." in page.said
    page = keeper.visit(page.link("Back to the game"))
    assert page.table[0][-3] == "Bob left"
    keeper.bid(Ann=0, Cat=0, Di=0)
    page = keeper.take(Ann=4)
    assert page.totals == {"Ann": -28, "Bob": -11, "Cat": -1, "Di": -1}
    keeper.follow("Table")
    page = keeper.send("/p2/return")
    assert "Welcome back." in page.said
    keeper.follow("Back to the game")
    assert keeper.page.player("Bob") == "p2"


def test_too_few_wait_with_the_next_hand_until_somebody_sits_down(keeper: Scorekeeper) -> None:
    at_table(keeper)
    assert keeper.send("/p2/leave").status == 200
    keeper.follow("Back to the game")
    keeper.bid(Ann=1, Cat=1)
    assert keeper.page.status == 422
    assert keeper.page.refusals == ["Mr Pike's Oh Hell! is for 3 to 7 players, not 2."]


def test_a_name_is_changed_and_the_record_stays(keeper: Scorekeeper) -> None:
    at_table(keeper)
    page = keeper.send("/p2/name", name="  Barbara   Ann ")
    assert page.form("/p2/name").value("name") == "Barbara Ann"
    keeper.follow("Back to the game")
    assert keeper.page.totals == {"Ann": -14, "Barbara Ann": -11, "Cat": -11}


def test_two_change_seats_and_the_deal_goes_on_round_the_table(keeper: Scorekeeper) -> None:
    at_table(keeper)
    refused(keeper.send("/swap", one="Bob", other="Bob"), "one", "Choose two different players.")
    keeper.send("/swap", one="Bob", other="Cat")
    page = keeper.follow("Back to the game")
    assert page.table[0][3:] == ["Ann", "Cat", "Bob"]
    assert page.table[2][2] == "Cat"


def test_somebody_else_deals_next(keeper: Scorekeeper) -> None:
    at_table(keeper)
    keeper.send_form(_deals(keeper.page, "p3"), {})
    page = keeper.follow("Back to the game")
    assert page.table[2][2] == "Cat"


def _deals(page: Page, player: str) -> Form:
    return next(
        form
        for form in page.forms
        if form.action.endswith("/dealer") and any(one.get("value") == player for one in form.buttons)
    )


@pytest.mark.parametrize(("typed", "points"), [("-5", -19), ("−5", -19), ("10", -4), ("+10", -4)])
def test_a_penalty_or_a_present_counts_from_now_on(keeper: Scorekeeper, typed: str, points: int) -> None:
    at_table(keeper)
    page = keeper.send("/adjustments", player="Ann", adjust_points=typed, why="late again")
    assert page.totals["Ann"] == points
    assert any("Ann: late again" in cell for row in page.table for cell in row)


@pytest.mark.parametrize("points", ["", "lots", "10001"])
def test_a_penalty_needs_its_points_and_keeps_its_reason(keeper: Scorekeeper, points: str) -> None:
    at_table(keeper)
    page = keeper.send("/adjustments", player="Cat", adjust_points=points, why="late again")
    refused(page, "adjust_points", "a whole number")
    form = page.form("/adjustments")
    assert [form.value(name) for name in ("player", "adjust_points", "why")] == ["p3", points, "late again"]
    assert page.form("/players").value("points") == ""


def test_seats_stay_while_a_hand_is_being_played(keeper: Scorekeeper) -> None:
    pike(keeper)
    keeper.bid(Ann=0, Bob=0, Cat=1)
    page = keeper.follow("Table")
    assert "Hand 1 is being played" in page.text
    page = keeper.send("/players", name="Di")
    assert page.status == 422
    assert page.refusals == ["Hand 1 is being played. Record it first, or take its bids back with Undo."]
    assert page.form("/players").value("name") == "Di"


def test_a_comment_stands_under_the_sheet(keeper: Scorekeeper) -> None:
    pike(keeper)
    page = keeper.send("/comments", text=" ")
    refused(page, "text", "Write a few words first.")
    page = keeper.send("/comments", text="x" * 501)
    refused(page, "text", "At most 500 letters")
    assert page.form("/comments").value("text") == "x" * 501
    assert "Hand 1 Ann said “never”" in keeper.send("/comments", text="Ann said “never”").text


# --- dealt again -----------------------------------------------------------------------------------------------


def murder(keeper: Scorekeeper) -> Page:
    return new_game(keeper, "murder", "Ann", "Bob", "Cat", ladder="3-7")


def test_a_misdeal_costs_what_the_rules_say_and_the_hand_is_dealt_again(keeper: Scorekeeper) -> None:
    murder(keeper)
    page = keeper.send("Misdeal: deal again", "Misdeal", wrong_count=["p2"])
    assert "Hand 1 is dealt again." in page.said
    assert page.totals == {"Ann": -10, "Bob": -5, "Cat": 0}
    assert page.title == "Hand 1"
    assert page.table[-2][2] == "Ann"
    assert "misdealt, dealt again" in page.text


def test_a_misplay_costs_the_one_who_did_it(keeper: Scorekeeper) -> None:
    murder(keeper)
    page = keeper.misplayed("Cat")
    assert page.totals == {"Ann": 0, "Bob": 0, "Cat": -10}
    assert "misplayed, dealt again" in page.text


def test_a_misdeal_forgets_the_taps(keeper: Scorekeeper) -> None:
    pike(keeper)
    keeper.tap("bid.p1", 3)
    page = keeper.send("Misdeal: deal again", "Misdeal")
    assert page.form("/bids").value("bid.p1") is None


def test_a_hand_spoilt_twice_is_told_twice_and_dealt_by_the_same_dealer(keeper: Scorekeeper) -> None:
    new_game(keeper, "murder", "Ann", "Bob", "Cat", "Di", scorer="Ann", ladder="3-7")
    keeper.send("Misdeal: deal again, 3 cards", "Misdeal")
    page = keeper.misplayed("Di")
    dealt = [row[:3] for row in page.table if row[0].startswith("1 ")]
    assert dealt == [["1 ✗ 3 Bob", "3", "Bob"], ["1 ✗ 3 Bob", "3", "Bob"], ["1 3 Bob", "3", "Bob"]]
    assert "misdealt, dealt again with 3 cards · Bob −10" in page.text
    assert "misplayed, dealt again with 3 cards · Di −10" in page.text
    assert page.totals == {"Ann": 0, "Bob": -10, "Cat": 0, "Di": -10}


def test_what_a_void_hand_costs_is_said_before_it_is_written(keeper: Scorekeeper) -> None:
    page = murder(keeper)
    assert "Found later: Ann dealt, −10." in page.text
    assert "Held a wrong number of cards: −5" in page.text
    assert "One tap writes it down: −10" in page.text
    page = pike(keeper)
    assert "Found later" not in page.text
    assert "−" not in page.form("Misdeal").node.text


# --- the course ---------------------------------------------------------------------------------------------------


def test_the_next_hands_tell_who_deals_bids_first_and_shuffles(keeper: Scorekeeper) -> None:
    new_game(keeper, "murder", "A", "B", "C", "D", "E", scorer="C")
    assert "E shuffles the other pack" in keeper.page.text
    assert "A deals" in keeper.page.text
    page = keeper.follow("Hands to come")
    rows = [[cell.text for cell in row.all("th", "td")] for row in page.root.all("tr")]
    assert rows[0] == ["Hand", "Cards", "Deals", "Bids first", "Shuffles"]
    assert rows[3:5] == [["3", "5", "D", "C", "B"], ["4", "6", "E", "D", "D"]]
    pike(keeper)
    assert "shuffles" not in keeper.page.text
    page = keeper.follow("Hands to come")
    assert [[cell.text for cell in row.all("th", "td")] for row in page.root.all("tr")][:2] == [
        ["Hand", "Cards", "Deals"], ["1", "5", "Ann"],
    ]  # fmt: skip


def test_hands_to_come_are_planned_anew(keeper: Scorekeeper) -> None:
    pike(keeper, hands=1)
    page = keeper.follow("Hands to come")
    assert page.form("/plan").value("cards") == "4 3 2 1 2 3 4 5"
    page = keeper.send("/plan", cards="1x2, 3")
    assert page.title == "Hand 2"
    assert "1 card " in page.text
    assert "2 to go" in page.text
    keeper.follow("Hands to come")
    assert keeper.page.form("/plan").value("cards") == "1 1 3"


@pytest.mark.parametrize(
    ("cards", "why"),
    [("18", "18 cards each for 3 players"), ("", "ladder"), ("five", "ladder"), ("0", ""), ("1x999", "")],
)
def test_a_plan_that_cannot_be_dealt_is_refused(keeper: Scorekeeper, cards: str, why: str) -> None:
    pike(keeper, hands=1)
    keeper.follow("Hands to come")
    page = keeper.send("/plan", cards=cards)
    refused(page, "cards", why)
    assert page.form("/plan").value("cards") == cards


def test_the_last_hand_is_announced_and_called_off(keeper: Scorekeeper) -> None:
    pike(keeper)
    keeper.follow("Hands to come")
    page = keeper.send("/closing", "This hand is the last")
    assert "last hand" in page.text
    keeper.follow("Hands to come")
    page = keeper.send("/closing", "Not the last after all")
    assert "8 to go" in page.text


def test_the_last_hand_is_the_last(keeper: Scorekeeper) -> None:
    pike(keeper, hands=1)
    keeper.follow("Hands to come")
    keeper.send("/closing", "This hand is the last")
    keeper.bid(Ann=0, Bob=1, Cat=1)
    page = keeper.take(Ann=0, Bob=1, Cat=3)
    assert "Bob wins" in page.text
    assert [form.action.rsplit("/", 1)[1] for form in page.forms[:2]] == ["rematch", "reopen"]


def test_the_game_is_ended_and_played_on(keeper: Scorekeeper) -> None:
    pike(keeper, hands=2)
    keeper.follow("Hands to come")
    page = keeper.send("/end")
    assert "Shared by Bob, Cat" in page.text
    assert "The game is over." in page.said
    page = keeper.send("/reopen")
    assert page.title == "Hand 3"


def test_a_game_ended_before_its_first_hand_has_no_winner(keeper: Scorekeeper) -> None:
    pike(keeper)
    keeper.follow("Hands to come")
    assert "Ended before the first hand" in keeper.send("/end").text


def test_a_hand_under_way_is_finished_before_the_game_is_ended(keeper: Scorekeeper) -> None:
    pike(keeper)
    keeper.bid(Ann=0, Bob=0, Cat=1)
    keeper.follow("Hands to come")
    page = keeper.send("/end")
    assert page.status == 422
    assert page.refusals == ["Hand 1 is being played. Record it first, or take its bids back with Undo."]


def test_a_rematch_is_the_same_table_and_the_next_dealer(keeper: Scorekeeper) -> None:
    first = pike(keeper, hands=2, location="The Crown", stake="5")
    keeper.follow("Hands to come")
    keeper.send("/end")
    again = keeper.page.form("/rematch")
    page = keeper.send_form(again, {})
    assert page.path != first.path
    assert page.table[0][-3:] == ["Ann", "Bob", "Cat"]
    assert page.table[1][2] == "Cat"
    assert "8 to go" in page.text
    assert keeper.send_form(again, {}).path == page.path


def test_a_rematch_that_the_pack_cannot_deal_says_so(keeper: Scorekeeper) -> None:
    new_game(keeper, "pike", "Ann", "Bob", "Cat", "Di", ladder="12-1")
    keeper.follow("Table")
    keeper.send("/players", name="Ed")
    keeper.follow("Hands to come")
    keeper.send("/end")
    page = keeper.send("/rematch")
    assert page.status == 422
    assert "12 cards" in page.refusals[0]


def test_money_is_told_when_the_game_is_over(keeper: Scorekeeper) -> None:
    pike(keeper, hands=1, stake="10")
    keeper.follow("Hands to come")
    page = keeper.send("/end")
    assert "Ann −20 coins" in page.text
    assert "Bob +10 coins" in page.text


# --- rules and points ---------------------------------------------------------------------------------------------


def test_another_scheme_counts_the_whole_game_anew(keeper: Scorekeeper) -> None:
    pike(keeper, hands=2)
    page = keeper.follow("Rules and points")
    assert page.form("/scheme").value("scheme") == "pike"
    page = keeper.send("/scheme", scheme="Tens")
    assert "The whole game is counted anew." in page.said
    assert page.totals != {"Ann": -27, "Bob": -22, "Cat": -22}
    assert keeper.follow("Rules and points").form("/scheme").value("scheme") == "tens"
    keeper.page = page
    assert keeper.send("/undo").totals == {"Ann": -27, "Bob": -22, "Cat": -22}


def test_a_scheme_nobody_knows_is_refused(keeper: Scorekeeper) -> None:
    pike(keeper, hands=1)
    form = keeper.follow("Rules and points").form("/scheme")
    for key in ("own_nothing", "murdr", ""):
        page = keeper.forge(form, scheme=key)
        assert page.status == 422
        assert page.refusal_at("scheme")
        assert page.form("/scheme").value("scheme") == "pike"


def test_a_house_rule_changed_on_the_way_counts_from_the_next_hand(keeper: Scorekeeper) -> None:
    pike(keeper, hands=1)
    keeper.follow("Rules and points")
    page = keeper.send("/house", hook="yes", bidding="in turn from the dealer's left", ladder="2-1")
    assert "The house rules are changed." in page.said
    assert page.form("/house").value("ladder") == "2-1"
    keeper.follow("Back to the game")
    refused(keeper.bid(Cat=0, Ann=1, Bob=1), "bid.p2", "may not bid 1")
    assert keeper.page.totals == {"Ann": -14, "Bob": -11, "Cat": -11}


@pytest.mark.parametrize(
    ("typed", "field", "why"),
    [
        ({}, "house", "Nothing is changed yet."),
        ({"house": "hook ="}, "house", "This cannot be read"),
        ({"house": "hok = true"}, "house", "hok"),
        ({"house": "ends = 3"}, "house", "ends"),
        ({"house": "players = '4-7'"}, "house", "is for 4 to 7 players, not 3"),
        ({"house": "options = { prizes = true }"}, "house", "prizes"),
        ({"ladder": "5-x"}, "ladder", ""),
        ({"ladder": "30"}, "ladder", ""),
    ],
)
def test_a_house_rule_that_cannot_be_is_refused_and_stays_typed(
    keeper: Scorekeeper, typed: dict[str, str], field: str, why: str
) -> None:
    pike(keeper, hands=1)
    keeper.follow("Rules and points")
    page = keeper.send("/house", **typed)
    refused(page, field, why)
    form = page.form("/house")
    assert {name: form.value(name) for name in typed} == typed
    assert page.form("/scheme").value("scheme") == "pike"


def test_the_head_of_the_sheet_is_mended(keeper: Scorekeeper) -> None:
    pike(keeper, hands=1)
    keeper.follow("Rules and points")
    page = keeper.send("/details", location="The Crown", scorer="Bob", date="Friday", stake="0", first_dealer="Cat")
    assert page.table[1][2] == "Cat"
    assert "Friday · The Crown · scorer Bob" in page.text
    keeper.follow("Rules and points")
    for stake in ("lots", "-1", "1000001", "1.5"):
        page = keeper.send("/details", stake=stake, location="Elsewhere")
        refused(page, "stake", "a whole number")
        form = page.form("/details")
        assert (form.value("stake"), form.value("location")) == (stake, "Elsewhere")


# --- games of their own kind ---------------------------------------------------------------------------------------


def test_murder_asks_for_its_contract_and_keeps_it_when_refused(keeper: Scorekeeper) -> None:
    page = murder(keeper)
    page = keeper.bid(Ann=1, Bob=0, Cat=0)
    refused(page, "contract.declarer", "Who plays which contract?")
    page = keeper.send("/bids", contract__declarer="Bob", trump="H", contract__doubler="Cat", bid__p1=3, bid__p2=2)
    refused(page, "contract.level", "The level is a whole number from 0 to 3.")
    page = keeper.send("/bids", contract__level="2")
    refused(page, "bid.p1", "Ann cannot be held to 3: nobody named more than the contract’s 2.")
    form = page.form("/bids")
    assert [form.value(f"contract.{part}") for part in ("declarer", "level", "doubler")] == ["p2", "2", "p3"]
    assert form.value("trump") == "H"
    page = keeper.send("/bids", bid__p1=0, bid__p2=2, contract__redoubled=True)
    assert "Bob plays 2 ♥ · doubled by Cat · redoubled" in page.text
    assert "asleep" in page.text


def test_a_contract_is_undone_with_its_bids_and_corrected_later(keeper: Scorekeeper) -> None:
    murder(keeper)
    contract = {"contract__declarer": "Bob", "contract__level": "2", "contract__doubler": "Cat"}
    bids = {"bid__p1": 0, "bid__p2": 2, "bid__p3": 1}
    keeper.send("/bids", trump="H", contract__redoubled=True, **contract, **bids)
    form = keeper.send("/undo").form("/bids")
    stands = [form.value(f"contract.{part}") for part in ("declarer", "level", "doubler", "redoubled")]
    assert stands == ["p2", "2", "p3", "yes"]
    assert [form.value(name) for name in ("trump", "bid.p1", "bid.p2", "bid.p3")] == ["H", "0", "2", "1"]
    keeper.send("/bids")
    page = keeper.take(Ann=0, Bob=2, Cat=1)
    assert page.totals["Bob"] > 0
    keeper.correct(1)
    page = keeper.send("/correction", contract__redoubled=False, contract__level="0")
    refused(page, "bid.p3", "Cat cannot be held to 1")
    form = page.form("/correction")
    assert (form.value("contract.level"), form.value("contract.redoubled")) == ("0", None)
    page = keeper.forge(form, contract__level=None, contract__declarer=None)
    refused(page, "contract.level", "Who plays which contract?")
    page = keeper.send("/correction", contract__level="2", contract__declarer="Bob", contract__doubler="")
    assert page.status == 200
    assert "×" not in page.table[1][4]


def test_who_stands_at_80_does_not_bid(keeper: Scorekeeper) -> None:
    new_game(keeper, "boerenbridge", "Ann", "Bob", "Cat", "Di")
    keeper.follow("Table")
    keeper.send("/adjustments", player="Ann", adjust_points="80")
    page = keeper.page
    assert "Ann does not bid" in page.text
    assert "bid.p1" not in page.form("/bids").names
    page = keeper.bid(Bob=0, Cat=0, Di=0)
    assert page.form("/taken").value("taken.p1") is None
    assert "no bid" in page.text
    refused(keeper.take(Bob=0), "taken.p1", "How many tricks did Ann take?")
    assert keeper.take(Ann=13).totals == {"Ann": 93, "Bob": 20, "Cat": 20, "Di": 20}


def test_marks_are_ticked_corrected_and_unticked(keeper: Scorekeeper) -> None:
    new_game(keeper, "ninety_nine", "Ann", "Bob", "Cat")
    page = keeper.send("/bids", bid__p1=3, bid__p2=3, bid__p3=4, mark__declared__p1=True)
    page = keeper.take(Cat=3)
    assert page.totals == {"Ann": 3 + 20 + 30, "Bob": 23, "Cat": 3}
    form = keeper.send("/undo").form("/taken")
    keeper.send("/undo")
    form = keeper.page.form("/bids")
    assert (form.value("mark.declared.p1"), form.value("mark.declared.p2")) == ("yes", None)
    keeper.send("/bids")
    keeper.take(Cat=3)
    page = keeper.correct(1)
    assert page.form("/correction").value("mark.declared.p1") == "yes"
    page = keeper.send("/correction", mark__declared__p1=False, mark__revealed__p2=True)
    assert page.totals == {"Ann": 23, "Bob": 23 + 60, "Cat": 3}


def test_a_table_may_write_only_who_made_it(keeper: Scorekeeper) -> None:
    new_game(keeper, "blackout", "Ann", "Bob", "Cat", ladder="3-1", writes="made")
    page = keeper.bid(Bob=1, Cat=1, Ann=2)
    form = page.form("/taken")
    assert form.choices("made.p1") == ["yes", "no"]
    assert "taken.p1" not in form.names
    refused(keeper.send("/taken"), "made.p2", "Did Bob make the bid or miss it?")
    page = keeper.send("/taken", made__p1="no", made__p2="yes")
    refused(page, "made.p3", "Did Cat make the bid or miss it?")
    assert [page.form("/taken").value(f"made.p{n}") for n in (1, 2, 3)] == ["no", "yes", None]
    page = keeper.send("/taken", made__p1="yes", made__p2="yes", made__p3="yes")
    assert page.status == 422
    assert "That cannot be" in page.refusals[0]
    page = keeper.send("/taken", made__p1="no")
    assert page.totals == {"Ann": 0, "Bob": 11, "Cat": 11}
    form = keeper.send("/undo").form("/taken")
    assert [form.value(f"made.p{n}") for n in (1, 2, 3)] == ["no", "yes", "yes"]
    keeper.send("/taken")
    keeper.correct(1)
    page = keeper.send("/correction", made__p1="yes", made__p3="no")
    assert page.totals == {"Ann": 12, "Bob": 11, "Cat": 0}
    keeper.follow("Rules and points")
    page = keeper.send("/scheme", scheme="pike")
    refused(page, "scheme", "needs the number of tricks")


def test_tricks_may_be_cancelled_where_the_table_plays_so(keeper: Scorekeeper) -> None:
    new_game(keeper, "ohell", "Ann", "Bob", "Cat", ladder="4", house="cancelled = true")
    keeper.bid(Bob=1, Cat=1, Ann=1)
    page = keeper.send("/taken", cancelled="2")
    assert page.status == 422
    assert "The tricks add up to 5" in page.refusals[0]
    assert page.form("/taken").value("cancelled") == "2"
    page = keeper.send("/taken", cancelled="x")
    refused(page, "cancelled", "a whole number")
    page = keeper.send("/taken", cancelled="1")
    assert page.status == 200
    assert "1 trick cancelled" in page.text
    assert keeper.send("/undo").form("/taken").value("cancelled") == "1"
    keeper.send("/taken", taken__p1=2, cancelled="0")
    keeper.correct(1)
    assert keeper.page.form("/correction").value("cancelled") == "0"


def test_prizes_of_romanian_whist_come_in_the_fifth_hand(keeper: Scorekeeper) -> None:
    new_game(keeper, "romanian_whist", "Ann", "Bob", "Cat", ladder="2x5", option__prizes="yes", option__prize="7")
    for hand in range(5):
        leader = ["Ann", "Bob", "Cat"][hand % 3]
        keeper.bid(**dict.fromkeys(["Ann", "Bob", "Cat"], 0) | {leader: 0})
        keeper.take(Ann=0, Bob=0, Cat=2)
    page = keeper.page
    assert page.totals == {"Ann": 5 * 5 + 7, "Bob": 32, "Cat": 5 * -2 - 7}


def test_a_card_turned_up_says_what_is_trumps(keeper: Scorekeeper) -> None:
    new_game(keeper, "wizard", "Ann", "Bob", "Cat", ladder="2-4")
    bids = {"bid__p1": 0, "bid__p2": 0, "bid__p3": 0}
    page = keeper.send("/bids", turned="5X", **bids)
    refused(page, "turned", "A turned card is written like")
    assert (page.form("/bids").value("turned"), page.form("/bids").value("bid.p3")) == ("5X", "0")
    refused(keeper.send("/bids", turned="5H", trump="S"), "turned", "With 5H turned up, the trump is H, not S.")
    page = keeper.send("/bids", trump="H")
    assert "trump ♥" in page.text
    page = keeper.take(Ann=2)
    assert any("♥" in cell and "5H" in cell for cell in page.table[1])
    keeper.send("/undo")
    assert keeper.send("/undo").form("/bids").value("turned") == "5H"
    keeper.send("/bids")
    keeper.take(Ann=2)
    page = keeper.correct(1)
    assert page.form("/correction").value("turned") == "5H"
    page = keeper.send("/correction", turned="QS", trump="S")
    assert any("♠" in cell and "QS" in cell for cell in page.table[1])


def test_the_highest_bidder_names_trumps_after_the_bidding(keeper: Scorekeeper) -> None:
    new_game(keeper, "okenuff", "Ann", "Bob", "Cat", "Di", scheme="standard")
    page = keeper.bid(Bob=0, Cat=3, Di=0, Ann=0)
    assert page.form("/taken").value("trump") is None
    assert "Cat names trumps." in page.text
    page = keeper.send("/taken", trump="C", taken__p1=1)
    assert page.status == 200, page.refusals
    assert "trump chosen by Cat" in page.text
    form = keeper.send("/undo").form("/taken")
    assert [form.value(name) for name in ("trump", "taken.p1")] == ["C", "1"]


def test_the_table_says_who_bids_first_where_that_goes_round_apart_from_the_deal(keeper: Scorekeeper) -> None:
    page = murder(keeper)
    assert page.table[1][2:4] == ["Ann", "Ann"]
    page = keeper.follow("Table")
    form = next(one for one in page.forms if "first_bidder" in one.names)
    keeper.send_form(form, {"first_bidder": "Cat"})
    page = keeper.follow("Back to the game")
    assert page.table[1][2:4] == ["Ann", "Cat"]
    keeper.page = pike(keeper)
    assert all("first_bidder" not in one.names for one in keeper.follow("Table").forms)


def test_a_hand_everybody_counts_as_bidding_the_same_has_no_bids(keeper: Scorekeeper) -> None:
    house = "special = [{ at = 'first', bid = 1, note = 'All bid one' }]"
    page = new_game(keeper, "pike", "Ann", "Bob", "Cat", ladder="3-1", house=house)
    assert "All bid one" in page.text
    form = page.form("/taken")
    assert [form.value(f"taken.p{n}") for n in (1, 2, 3)] == ["1", "1", "1"]
    page = keeper.take(Ann=2, Bob=0)
    assert page.totals == {"Ann": -11, "Bob": -11, "Cat": 11}
    keeper.correct(1)
    assert keeper.send("/correction", taken__p1=1, taken__p2=1).totals == {"Ann": 11, "Bob": 11, "Cat": 11}


def test_ten_play(keeper: Scorekeeper) -> None:
    names = [f"Player {letter}" for letter in "ABCDEFGHIJ"]
    page = new_game(keeper, "ohell", *names, ladder="5-3")
    form = page.form("/bids")
    page = keeper.send_form(form, {f"bid.p{n}": 0 for n in range(1, 11)})
    page = keeper.send_form(page.form("/taken"), {"taken.p10": 5})
    assert list(page.totals) == names
    assert page.totals["Player A"] == 15


# --- names and words ------------------------------------------------------------------------------------------------

NAMES = ["<script>alert(1)</script>", '"O\'Brien" & <b>', "🂡🎉 Zoë", "שרה", "=1+1", "{{ 7*7 }}", "%(name)s {name}"]


def test_names_of_all_kinds_are_shown_as_they_are(keeper: Scorekeeper) -> None:
    page = new_game(keeper, "pike", *NAMES, ladder="2-1", location="<i>Pub</i>", scorer="</title><b>")
    page = keeper.send_form(page.form("/bids"), {f"bid.p{n}": 0 for n in range(1, 8)})
    page = keeper.send_form(page.form("/taken"), {"taken.p1": 2})
    assert list(page.totals) == NAMES
    keeper.send("/comments", text="<img src=x onerror=alert(1)>")
    game = keeper.page
    for words in ("Table", "Hands to come", "Rules and points", "Log", "Hand 1", "All games"):
        keeper.page = game
        page = keeper.follow(words)
        assert "<script>alert" not in page.source
        assert "<img" not in page.source
        assert "<i>" not in page.source
    keeper.page = game
    keeper.follow("Table")
    keeper.send("/p5/leave")
    refused(keeper.send("/players", name="<SCRIPT>alert(1)</SCRIPT>"), "name", "<SCRIPT>alert(1)</SCRIPT>")


def test_a_spreadsheet_runs_no_name(keeper: Scorekeeper) -> None:
    page = new_game(keeper, "pike", "=1+1", "@SUM(A1)", "-2", "Ann", ladder="2-1")
    page = keeper.send_form(page.form("/bids"), {f"bid.p{n}": 0 for n in range(1, 5)})
    game = keeper.send_form(page.form("/taken"), {"taken.p1": 2})
    keeper.follow("Table")
    keeper.send("/adjustments", player="=1+1", adjust_points="-5", why="=HYPERLINK(1)")
    keeper.page = game
    answer = keeper.follow("CSV")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    cells = [cell.strip('"') for line in answer.source.splitlines() for cell in line.lstrip("\ufeff").split(",")]
    assert [cell for cell in cells if cell.startswith(("=", "@", "+"))] == []
    assert "'=1+1 bid" in cells
    assert "'=1+1: =HYPERLINK(1)" in cells


def test_the_game_file_has_a_line_for_every_hand(keeper: Scorekeeper) -> None:
    pike(keeper, hands=2)
    text = keeper.follow("Game file").source
    assert [line.strip()[:8] for line in text.splitlines() if '"taken"' in line] == ['{"hand":'] * 2
    assert read_game(json.loads(text)).sheet.hands_played == 2


KINDS = ("json", "csv", "pdf")

# --- no such page ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    [
        "",
        "/table",
        "/course",
        "/house",
        "/log",
        "/hands/1",
        "/hands/1/correction",
        "/sheet.json",
        "/sheet.csv",
        "/sheet.pdf",
        "/game.json",
    ],
)
def test_a_game_nobody_has_is_not_there(keeper: Scorekeeper, address: str) -> None:
    for game in ("nothing", "..%2f..", "a" * 3000, "%00", "%ff"):
        assert keeper.visit(f"/games/{game}{address}").status == 404


def test_a_hand_nobody_has_played_is_not_there(keeper: Scorekeeper) -> None:
    page = pike(keeper, hands=1)
    for number in ("0", "2", "99", "9" * 30, "x", "-1"):
        assert keeper.visit(f"{page.path}/hands/{number}/correction").status == 404
    form = keeper.visit(f"{page.path}/hands/1/correction").form("/correction")
    form.action = f"{page.path}/hands/9/correction"
    assert keeper.forge(form).status == 404


HANDS = [f"/hands/1/{what}" for what in ("bids", "taken", "void", "draft")]
PLAYERS = [f"/players/p1/{what}" for what in ("leave", "return", "name")]
TABLE = ["/players", "/swap", "/dealer", "/adjustments", "/comments", "/undo", "/redo", "/rematch"]
COURSE = ["/plan", "/closing", "/end", "/reopen", "/house", "/scheme", "/details"]
POSTS = [*HANDS, *PLAYERS, *TABLE, *COURSE, "/bin", "/unbin"]


def test_what_a_form_sends_cannot_be_had_by_a_link_nor_without_its_seal(keeper: Scorekeeper) -> None:
    page = pike(keeper)
    for path in POSTS:
        if path not in ("/house",):
            assert keeper.visit(page.path + path).status == 405, path
        assert keeper.way.ask("POST", page.path + path).status == 400, path
    assert keeper.visit("/games/upload").status in (404, 405)
    assert len(log_lines(_back(keeper, page))) == 1


def _back(keeper: Scorekeeper, page: Page) -> Scorekeeper:
    keeper.visit(page.path)
    return keeper


@pytest.mark.parametrize("path", [path for path in POSTS if path not in ("/bin", "/unbin")])
def test_a_form_sent_to_a_game_nobody_has_is_not_there(keeper: Scorekeeper, path: str) -> None:
    form = pike(keeper).form("/bids")
    form.action = f"/games/nothing{path}"
    assert keeper.forge(form).status == 404


@pytest.mark.parametrize("path", ["/players/p9/leave", "/players/p9/return", "/players/p9/name", "/players/x/leave"])
def test_a_player_nobody_knows_cannot_be_meant(keeper: Scorekeeper, path: str) -> None:
    page = pike(keeper)
    form = page.form("/bids")
    form.action = page.path + path
    page = keeper.forge(form, name="Di")
    assert page.status == 422
    assert "is not at the table" in page.refusals[0]


def test_a_mark_made_with_the_bids_stands_on_the_tricks_page_and_can_be_taken_off_there(keeper: Scorekeeper) -> None:
    new_game(keeper, "ninety_nine", "Ann", "Bob", "Cat")
    page = keeper.send("/bids", bid__p1=3, bid__p2=3, bid__p3=4, mark__declared__p1=True)
    assert page.form("/taken").value("mark.declared.p1") == "yes"
    page = keeper.send("/taken", taken__p3=3, mark__declared__p1=False)
    assert page.totals == {"Ann": 3 + 20, "Bob": 23, "Cat": 3}


def test_a_correction_leaves_the_trump_alone_where_the_table_writes_none_down_any_more(keeper: Scorekeeper) -> None:
    pike(keeper)
    keeper.send("/bids", bid__p1=1, bid__p2=1, bid__p3=1, trump="H")
    keeper.take(Ann=3, Bob=1, Cat=1)
    game = keeper.page.path
    keeper.follow("Rules and points")
    keeper.send("/house", write_trump="no")
    keeper.visit(game)
    keeper.correct(1)
    keeper.send("/correction", taken__p1=2, taken__p2=2)
    assert log_lines(keeper)[-1] == "Hand 1 corrected: tricks Ann 3 → 2, Bob 1 → 2."


@pytest.mark.parametrize("text", ["a." * 9_000 + "a = 1", "a." * 20 + "a = 1", "pack = " + "1" * 5_000, "[" * 2_000])
def test_house_rules_that_would_choke_the_reader_are_refused_at_once(keeper: Scorekeeper, text: str) -> None:
    pike(keeper)
    keeper.follow("Rules and points")
    refused(keeper.send("/house", house=text), "house", "")


@pytest.mark.parametrize(
    "field", ["junk", "bid", "bid.p1.p2", "bid.x", "contract.colour", "mark.a b.p1", "ｂid.p1", ""]
)
def test_what_no_page_taps_is_not_kept(keeper: Scorekeeper, field: str) -> None:
    pike(keeper)
    assert keeper.tap(field, "1").status == 400


def test_what_undo_says_never_grows_beyond_what_a_browser_keeps(keeper: Scorekeeper) -> None:
    pike(keeper)
    keeper.follow("Rules and points")
    keeper.send("/house", house='notes = ["' + "long " * 300 + '"]')
    keeper.follow("Back to the game")
    assert len(keeper.send("/undo").said) < 300


# --- what a correction would change ---------------------------------------------------------------------------------


def test_a_correction_shows_what_it_changes_for_whom_before_it_is_saved(keeper: Scorekeeper) -> None:
    pike(keeper, hands=2)
    keeper.correct(1)
    page = keeper.send("/correction", "What changes?", taken__p1=4, taken__p2=1)
    assert "Bob −22 → 0" in page.text
    assert "Ann −27 → −26" in page.text
    assert "Cat place 1 → 2" in page.text, "his total stays"
    assert [page.form("/correction").value(f"taken.p{n}") for n in (1, 2)] == ["4", "1"]
    page = keeper.send("/correction")
    assert page.totals["Bob"] == 0


def test_a_correction_that_is_refused_changes_nothing_in_its_preview_either(keeper: Scorekeeper) -> None:
    pike(keeper, hands=1)
    keeper.correct(1)
    page = keeper.send("/correction", "What changes?", taken__p1=4)
    assert page.status == 422
    assert any("tricks" in why for why in page.refusals)


# --- the end ------------------------------------------------------------------------------------------------------


def test_the_end_tells_by_how_much_who_is_worth_a_word_and_who_deals_the_rematch(keeper: Scorekeeper) -> None:
    new_game(keeper, "pike", "Ann", "Bob", "Cat", ladder="5 1 1")
    keeper.bid(Ann=5, Bob=2, Cat=0)
    keeper.take(Ann=3, Bob=2, Cat=0)
    for _hand in range(2):
        keeper.bid(Ann=1, Bob=0, Cat=0)
        page = keeper.take(Ann=1, Bob=0, Cat=0)
    assert "Bob wins by 2, after 3 hands" in page.text
    assert "Best hand Bob +12 in hand 1" in page.text
    assert "Most bids made Bob, Cat 3" in page.text
    assert "Ann lost the pants in hand 1." in page.text
    assert page.form("/rematch").buttons[0].text == "Rematch: Ann deals"
    assert keeper.follow("Chart").title == "How it stands"


def test_a_hand_for_a_tie_is_told_at_the_end(keeper: Scorekeeper) -> None:
    new_game(keeper, "pike", "Ann", "Bob", "Cat", ladder="2")
    keeper.bid(Ann=1, Bob=1, Cat=1)
    keeper.take(Ann=1, Bob=1, Cat=0)
    keeper.bid(Ann=2, Bob=1, Cat=0)
    page = keeper.take(Ann=2, Bob=0, Cat=0)
    assert "Ann wins by 23, after 2 hands · hand 2 was one more, for it stood level" in page.text


def test_a_bid_taken_back_after_an_undo_stays_taken_back(keeper: Scorekeeper) -> None:
    page = new_game(keeper, "pike", "Ann", "Bob", "Cat", ladder="4 3")
    keeper.bid(Ann=1, Bob=1, Cat=1)
    keeper.send("/undo")
    keeper.tap("bid.p1", "")
    form = keeper.visit(page.address).form("/bids")
    assert [form.value(f"bid.p{seat}") for seat in (1, 2, 3)] == [None, "1", "1"]
