"""Pages of special games: auctions, marks, cancelled tricks, a turned-up card, ten players."""

import json

import pytest
from builders import csv_rows
from flask import Flask
from html_pages import Typed
from scorekeeper import Scorekeeper, new_game
from tables import at_hand, murder, pike, refused

from scorepad.game.files.game_file import read_game
from scorepad.game.report.sheet_files import sheet_csv, sheet_json
from scorepad.importing.sheets.cells import parse_tricks


def test_murder_asks_for_its_contract_and_keeps_it_when_refused(keeper: Scorekeeper) -> None:
    page = murder(keeper)
    page = keeper.bid(Ann=1, Bob=0, Cat=0)
    refused(page, "contract.declarer", "Which player plays which contract?")
    page = keeper.send("/bids", contract__declarer="Bob", trump="H", contract__doubler="Cat", bid__p1=3, bid__p2=2)
    refused(page, "contract.level", "The level must be a whole number from 0 to 3.")
    page = keeper.send("/bids", contract__level="2")
    refused(page, "bid.p1", "Ann cannot be held to 3: no player named more than the contract’s 2.")
    form = page.form("/bids")
    assert [form.value(f"contract.{part}") for part in ("declarer", "level", "doubler")] == ["p2", "2", "p3"]
    assert form.value("trump") == "H"
    page = keeper.send("/bids", bid__p1=0, bid__p2=2, contract__redoubled=True)
    assert "Bob plays 2 ♥ · doubled by Cat · redoubled" in page.text
    assert "does not count now" in page.text


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
    refused(page, "contract.level", "Which player plays which contract?")
    page = keeper.send("/correction", contract__level="2", contract__declarer="Bob", contract__doubler="")
    assert page.status == 200
    assert "×" not in page.table[1][4]


def test_who_stands_at_80_does_not_bid(keeper: Scorekeeper) -> None:
    at_hand(keeper, "boerenbridge", "Ann", "Bob", "Cat", "Di")
    keeper.follow("Players")
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
    at_hand(keeper, "ninety_nine", "Ann", "Bob", "Cat")
    page = keeper.send("/bids", bid__p1=3, bid__p2=3, bid__p3=4, mark__declared__p1=True)
    assert page.form("/taken").value("mark.declared.p1") == "yes"
    assert keeper.send("/taken", taken__p3=3, mark__declared__p1=False).totals == {"Ann": 3 + 20, "Bob": 23, "Cat": 3}
    keeper.send("/undo")
    page = keeper.send("/taken", taken__p3=3, mark__declared__p1=True)
    assert page.totals == {"Ann": 3 + 20 + 30, "Bob": 23, "Cat": 3}
    keeper.send("/undo")
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
    assert "The made bids add up to 1 trick more than the hand has." in page.refusals[0]
    page = keeper.send("/taken", made__p1="no")
    assert page.totals == {"Ann": 0, "Bob": 11, "Cat": 11}
    form = keeper.send("/undo").form("/taken")
    assert [form.value(f"made.p{n}") for n in (1, 2, 3)] == ["no", "yes", "yes"]
    keeper.send("/taken")
    keeper.correct(1)
    page = keeper.send("/correction", made__p1="yes", made__p3="no")
    assert page.totals == {"Ann": 12, "Bob": 11, "Cat": 0}
    keeper.follow("Change rules")
    page = keeper.send("/scheme", scheme="pike")
    refused(page, "scheme", "needs the number of tricks")


def test_a_table_that_writes_only_who_made_it_writes_the_tricks_of_a_misere_deal(keeper: Scorekeeper) -> None:
    """Clag, fives: other hands need no tricks of missed bids, but in hand 9 every trick costs 5 points."""
    page = new_game(keeper, "clag_five", "Ann", "Bob", "Cat", "Di", ladder="1x8 5", writes="made")
    for _hand in range(8):
        keeper.send("/bids", bid__p1=0, bid__p2=0, bid__p3=0, bid__p4=0)
        page = keeper.send("/taken", made__p1="no", made__p2="yes", made__p3="yes", made__p4="yes")
    assert page.totals == {"Ann": 0, "Bob": 80, "Cat": 80, "Di": 80}
    assert keeper.take(Ann=3, Bob=2, Cat=0, Di=0).totals == {"Ann": -15, "Bob": 70, "Cat": 90, "Di": 90}


def test_tricks_may_be_cancelled_where_the_table_plays_so(keeper: Scorekeeper) -> None:
    new_game(keeper, "ohell", "Ann", "Bob", "Cat", ladder="4", house="cancelled = true")
    keeper.bid(Bob=1, Cat=1, Ann=1)
    page = keeper.send("/taken", cancelled="2")
    assert page.status == 422
    assert "Tricks add up to 5" in page.refusals[0]
    assert page.form("/taken").value("cancelled") == "2"
    page = keeper.send("/taken", cancelled="1")
    assert page.status == 200
    assert "1 trick cancelled" in page.text
    assert keeper.send("/undo").form("/taken").value("cancelled") == "1"
    keeper.send("/taken", taken__p1=2, cancelled="0")
    keeper.correct(1)
    assert keeper.page.form("/correction").value("cancelled") == "0"


def test_a_card_changes_one_bid_which_is_corrected_undone_exported_and_imported(keeper: Scorekeeper) -> None:
    """Wizard with the cloud and the bomb: made 20 + 10 per trick, missed −10 per trick off, on the changed bid."""
    new_game(keeper, "wizard", "Ann", "Bob", "Cat", ladder="2-4", bid_changes="must", cancelled="yes")
    page = keeper.bid(Ann=1, Bob=1, Cat=0)
    assert page.form("/taken").choices("change.p3") == ["", "1"], "a bid of zero can only rise"
    page = keeper.send("/taken", taken__p1=0, cancelled="1", change__p1="-1", change__p3="1")
    refused(page, "change.p1", "Only one player can change the bid in a hand.")
    page = keeper.send("/taken", change__p3="")
    assert page.totals == {"Ann": 20, "Bob": 30, "Cat": 20}
    assert page.form("/undo")
    assert keeper.send("/undo").form("/taken").value("change.p1") == "-1"
    keeper.send("/taken")
    assert "Bid 1→0, took 0" in keeper.follow("Hand 1").text
    form = keeper.follow("Edit hand").form("/correction")
    assert [form.value(name) for name in ("bid.p1", "change.p1", "bid.p2", "change.p2")] == ["1", "-1", "1", ""]
    page = keeper.send("/correction", change__p1="", change__p2="-1")
    assert page.totals == {"Ann": -10, "Bob": -10, "Cat": 20}
    file = json.loads(keeper.follow("Game file").source)
    assert '"bid_changes": {"Bob": -1}' in json.dumps(file["record"])
    row = sheet_json(read_game(file))["rows"][0]
    assert (row["bids"], row["bid_changes"]) == ({"Ann": 1, "Bob": 1, "Cat": 0}, {"Bob": -1})
    (line,) = csv_rows(sheet_csv(read_game(file)))
    assert (line["Bob bid"], parse_tricks(line["Bob bid"], 1)) == ("1→0", 0)
    assert sheet_json(read_game(file))["totals"] == page.totals


def test_a_card_turned_up_says_what_is_trumps(keeper: Scorekeeper) -> None:
    at_hand(keeper, "oh_hell_500", "Ann", "Bob", "Cat", house={"ladder": "2-4"})
    bids = {"bid__p1": 0, "bid__p2": 0, "bid__p3": 0}
    page = keeper.send("/bids", turned="5X", **bids)
    refused(page, "turned", "” for a joker is how to write a turned-up card")
    assert (page.form("/bids").value("turned"), page.form("/bids").value("bid.p3")) == ("5X", "0")
    refused(
        keeper.send("/bids", turned="5H", trump="S"), "turned", "With 5H turned up the trumps are hearts, not spades."
    )
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


def test_a_card_turned_up_is_typed_and_read_by_the_letters_of_ones_own_pack(keeper: Scorekeeper) -> None:
    at_hand(keeper, "oh_hell_500", "Ann", "Bob", "Cat", house={"ladder": "2-4"})
    keeper.visit(f"{keeper.page.address}?lang=nl")
    refused(
        keeper.send("/bids", turned="VS", trump="H"), "turned", "Met VS opengelegd is de troef schoppen, niet harten."
    )
    page = keeper.send("/bids", bid__p1=0, bid__p2=0, bid__p3=0, turned="vs", trump="S")
    assert "troef ♠" in page.text
    keeper.visit(f"{page.address}?lang=")
    page = keeper.take(Ann=2)
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
    assert (page.signed("●"), page.signed("▸")) == ("Ann", "Ann")
    page = keeper.follow("Players")
    keeper.send_form(
        [form for form in page.forms if "first_bidder" in form.names][-1], {}
    )  # the key of the last seat, Cat
    page = keeper.follow("Back to the game")
    assert (page.signed("●"), page.signed("▸")) == ("Ann", "Cat")
    keeper.page = pike(keeper)
    assert all("first_bidder" not in form.names for form in keeper.follow("Players").forms)


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


# --- Wizard's card ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tapped", "trump", "turned"),
    [
        ({"turned": "H"}, "H", None), ({"turned": "none"}, "N", None), ({"turned": "jester"}, "N", "jester"),
        ({"turned": "wizard", "trump": "D"}, "D", "wizard"), ({"turned": "wizard"}, None, "wizard"),
        ({"turned": "S", "trump": "D"}, "S", None), ({"turned": "jester", "trump": "D"}, "N", "jester"),
        ({}, None, None),
    ],
)  # fmt: skip
def test_wizards_card_turned_up_is_tapped_and_says_what_is_trumps(
    keeper: Scorekeeper, tapped: dict[str, Typed], trump: str | None, turned: str | None
) -> None:
    page = at_hand(keeper, "wizard", "Ann", "Bob", "Cat")
    assert "Card turned up humans elves dwarves giants wizard jester none" in page.text
    assert "A wizard is turned up: the dealer Ann names the trumps." in page.text
    page = keeper.send("/bids", **{f"bid__p{seat}": 0 for seat in (1, 2, 3)}, **tapped)
    assert ("Card turned up" in page.text) == (trump is None)
    keeper.take(Ann=1, Bob=0, Cat=0)
    row = json.loads(keeper.follow("Game file").source)["record"][0]["hand"]
    assert (row.get("trump"), row.get("turned")) == (trump, turned)


def test_a_wizards_suit_may_be_named_with_the_tricks_and_what_was_tapped_stands_again_after_an_undo(
    keeper: Scorekeeper,
) -> None:
    at_hand(keeper, "wizard", "Ann", "Bob", "Cat")
    for tapped in ("H", "none", "jester"):
        keeper.send("/bids", bid__p1=0, bid__p2=0, bid__p3=0, turned=tapped)
        assert keeper.send("/undo").form("/bids").value("turned") == tapped
    page = keeper.send("/bids", turned="wizard")
    assert page.form("/taken").value("turned") == "wizard"
    page = keeper.send("/taken", taken__p1=1, taken__p2=0, taken__p3=0, trump="S")
    assert page.title == "Hand 2"
    row = json.loads(keeper.follow("Game file").source)["record"][0]["hand"]
    assert (row["trump"], row["turned"]) == ("S", "wizard")


# --- marks that are tapped ---------------------------------------------------------------------------


def test_a_mark_with_choices_is_tapped_and_stands_at_what_it_usually_is(app: Flask, keeper: Scorekeeper) -> None:
    text = 'name = "Sure"\n[marks]\nsure = { default = 10, choices = [0, 5, 10] }\n[[points]]\ngive = "sure"\n'
    key = app.extensions["scorepad"].rules.save_new("scheme", "Sure", text)
    assert "one of 0, 5, 10; default 10" in keeper.visit(f"/schemes/{key}").text
    page = new_game(keeper, "pike", "Ann", "Bob", "Cat", ladder="2 2", scheme=key)
    assert page.form("/bids").value("mark.sure.p1") == "10"
    keeper.send("/bids", bid__p1=0, bid__p2=1, bid__p3=1, mark__sure__p1=5, mark__sure__p2=0)
    page = keeper.take(Ann=0, Bob=1, Cat=1)
    assert page.totals == {"Ann": 5, "Bob": 0, "Cat": 10}
    page = keeper.correct(1)
    assert page.form("/correction").value("mark.sure.p1") == "5"
    page = keeper.send("/correction", mark__sure__p1=10)
    assert page.totals == {"Ann": 10, "Bob": 0, "Cat": 10}
