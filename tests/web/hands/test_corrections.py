"""Errors in the record, on the pages of a game: corrected, undone, redone, and shown in the log."""

from flask import Flask
from html_pages import Page
from scorekeeper import Scorekeeper, Within, log_lines, new_game
from tables import at_hand, at_table, pike, refused

from scorepad.store import Store

# --- correction, undo, log -----------------------------------------------------------------------------------------


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
        "A game of Mr Pike's Oh Hell! starts: Ann, Bob, Cat.",
        "Bids for 5 cards: Bob 1, Cat 1, Ann 1.",
        "Tricks: Bob 0, Cat 0, Ann 5.",
        "~Hand 1 corrected. Tricks: Ann 5 → 4, Bob 0 → 1.~",
        "Undone: Hand 1 corrected. Tricks: Ann 4 → 5, Bob 1 → 0.",
    ]


def test_an_undo_is_told_with_the_names_of_then_and_a_change_as_it_is_again(keeper: Scorekeeper) -> None:
    at_table(keeper)
    keeper.send("/p1/name", name="Anna")
    keeper.follow("Back to the game")
    assert "Undone: Ann is now called Anna." in keeper.send("/undo").status_text
    assert "Redone: Ann is now called Anna." in keeper.send("/redo").status_text


def test_bids_written_down_wrong_can_be_corrected_before_the_tricks(keeper: Scorekeeper) -> None:
    pike(keeper)
    keeper.bid(Ann=1, Bob=0, Cat=2)
    keeper.follow("Edit bids")
    page = keeper.send("/correction", bid__p2=3, trump="S")
    assert "bid 3" in page.text
    assert keeper.take(Ann=0, Bob=3).totals == {"Ann": -11, "Bob": 13, "Cat": 12}


def test_a_bid_that_was_not_to_be_is_taken_away(keeper: Scorekeeper) -> None:
    """A correction brings Ann to 80 points before hand 2, in which she has bid (Boerenbridge)."""
    at_hand(keeper, "boerenbridge", "Ann", "Bob", "Cat", "Di", house={"ladder": "5 4 3"})
    keeper.follow("Players")
    keeper.send("/adjustments", player="Ann", adjust_points="74")
    keeper.bid(Ann=1, Bob=1, Cat=1, Di=1)
    keeper.take(Ann=0, Bob=2, Cat=2, Di=1)
    keeper.bid(Ann=0, Bob=1, Cat=1, Di=1)
    keeper.take(Ann=0, Bob=1, Cat=2, Di=1)
    assert "" not in keeper.correct(1).form("/correction").choices("bid.p1"), "they all bid here"
    assert "Ann does not bid in this hand." in keeper.send("/correction", bid__p1=0).text
    page = keeper.correct(2)
    assert "⚠ Ann does not bid in this hand." in page.text
    assert ["" in page.form("/correction").choices(f"bid.p{n}") for n in (1, 2, 3, 4)] == [True, False, False, False]
    refused(keeper.send("/correction", taken__p2=0, taken__p3=3), "bid.p1", "Ann does not bid in this hand.")
    page = keeper.send("/correction", bid__p1="")
    assert "⚠" not in page.text
    assert page.totals == {"Ann": 94, "Bob": 2, "Cat": 5, "Di": 22}
    assert log_lines(keeper)[-1] == "Hand 2 corrected. Bids: Ann 0 → –. Tricks: Bob 1 → 0, Cat 2 → 3."


def test_where_whoever_only_passed_has_no_bid_one_written_down_is_taken_away(keeper: Scorekeeper) -> None:
    """Murder by the reading of MU-06 in which a player who only passed is not held to zero."""
    house = 'auction = { only_passed = "no bid" }'
    new_game(keeper, "murder", "Ann", "Bob", "Cat", ladder="3-7", house=house)
    contract = {"contract__declarer": "Bob", "contract__level": "2", "trump": "H"}
    keeper.send("/bids", **contract, bid__p1=0, bid__p2=2, bid__p3=1)
    page = keeper.take(Ann=0, Bob=2, Cat=1)
    assert page.table[1][2] == "●▸ 0 6 ✓ +6"
    keeper.correct(1)
    page = keeper.send("/correction", bid__p1="")
    assert page.table[1][2].startswith("●▸ – 0 ")
    keeper.correct(1)
    assert keeper.send("/correction", bid__p1=0).table[1][2] == "●▸ 0 6 ✓ +6"


def test_a_mark_of_the_scheme_before_stays_when_its_hand_is_played_and_corrected_by_another(
    keeper: Scorekeeper,
) -> None:
    home = at_hand(keeper, "ninety_nine", "Ann", "Bob", "Cat").path
    keeper.send("/bids", bid__p1=3, bid__p2=3, bid__p3=4, mark__declared__p1=True)
    keeper.follow("Change rules")
    keeper.send("/scheme", scheme="standard")
    keeper.visit(home)
    assert keeper.send("/taken", taken__p3=3).totals == {"Ann": 13, "Bob": 13, "Cat": 3}
    keeper.correct(1)
    assert keeper.send("/correction").refusals == ["Nothing is changed yet."]
    keeper.send("/correction", taken__p2=4, taken__p3=2)
    assert log_lines(keeper)[-1] == "Hand 1 corrected. Tricks: Bob 3 → 4, Cat 3 → 2."
    keeper.visit(home)
    keeper.follow("Change rules")
    keeper.send("/scheme", scheme="ninety_nine")
    assert keeper.visit(home).totals == {"Ann": 3 + 30 + 30, "Bob": 4, "Cat": 2}, "she alone made it"


def test_what_happens_after_undo_cannot_be_redone(keeper: Scorekeeper) -> None:
    pike(keeper, hands=1)
    keeper.send("/undo")
    old = keeper.page.form("/redo")
    page = keeper.send("/comments", text="Tea")
    assert not page.form("/redo").buttons
    seen = page.form("/comments").value("seen")
    page = keeper.forge(old, seen=seen)
    assert (page.status, page.refusals) == (422, ["You have no action to redo."])


def test_the_opening_of_a_game_cannot_be_undone(keeper: Scorekeeper) -> None:
    page = pike(keeper)
    assert all(button.has("disabled") for button in page.root.all("button") if button.get("form") == "undo")
    bids = page.form("/bids")
    bids.action = page.address + "/undo"
    page = keeper.forge(bids)
    assert (page.status, page.refusals) == (422, ["You have no action to undo."])


def test_what_undo_says_never_grows_beyond_what_a_browser_keeps(keeper: Scorekeeper) -> None:
    pike(keeper)
    keeper.follow("Change rules")
    keeper.send("/house", house='notes = ["' + "long " * 300 + '"]')
    keeper.follow("Back to the game")
    assert len(keeper.send("/undo").status_text) < 300


# --- what a correction would change --------------------------------------------------------------------------------


def test_a_correction_shows_what_it_changes_for_whom_before_it_is_saved(keeper: Scorekeeper) -> None:
    before = pike(keeper, hands=2).totals
    keeper.correct(1)
    page = keeper.send("/correction", "What changes?", taken__p1=4)
    assert page.status == 422
    assert "Tricks add up to" in page.refusals[0]
    page = keeper.send("/correction", "What changes?", taken__p2=1)
    points = [span.text for span in page.root.all("span") if "total" in span.classes]
    assert [len(point.split()) for point in points] == [2, 2, 1], "the old total struck out"
    assert "Bob −22 → 0" in page.text
    assert "Ann −27 → −26" in page.text
    assert "Cat Place 1 → 2" in page.text, "the total stays"
    assert [page.form("/correction").value(f"taken.p{n}") for n in (1, 2)] == ["4", "1"]
    assert keeper.send("/correction", "Save changes").totals["Bob"] == 0
    assert keeper.send("Undo", "Undo").totals == before


def test_leaving_ending_and_throwing_away_are_undone_from_their_message(keeper: Scorekeeper, store: Store) -> None:
    game = at_table(keeper).address.removesuffix("/table")
    assert "has left" in keeper.send("/leave").status_text
    assert "Undone: Ann leaves." in keeper.send("Undo", "Undo").status_text
    keeper.follow("Remaining hands")
    assert "The game is over." in keeper.send("/end").status_text
    assert keeper.send("Undo", "Undo").form("/bids")
    keeper.follow("Remaining hands")
    assert "in the trash" in keeper.send("/bin").status_text
    assert keeper.send("Undo", "Undo").path == game
    assert store.count("binned") == 0


def undo_label(page: Page) -> str | None:
    """Return what Undo says it will do."""
    return next(button.get("aria-label") for button in page.root.all("button") if button.get("form") == "undo")


def test_two_scorers_undo_their_own_action_and_are_told_what_is_in_the_way(keeper: Scorekeeper, app: Flask) -> None:
    page = at_hand(keeper, "pike", "Ann", "Bob", "Cat", house={"ladder": "4 3"})
    other = Scorekeeper(Within(app))
    other.visit(page.address)
    keeper.tap("bid.p1", 1)
    other.tap("bid.p2", 0)
    assert undo_label(keeper.visit(page.address)) == "Undo Ann’s bid 1"
    assert undo_label(other.visit(page.address)) == "Undo Bob’s bid 0"
    assert keeper.send("/undo").form("/bids").value("bid.p2") == "0"
    assert keeper.send("/redo").form("/bids").value("bid.p1") == "1"
    other.visit(page.address)
    other.bid(Ann=1, Bob=0, Cat=1)
    page = keeper.send("/undo")
    assert page.status == 409
    assert page.refusals == ["“Ann’s bid 1” cannot be undone, because “bids of hand 1” came after it."]
