"""A doubler's own bid is dormant (rules.md MU-14): in brackets wherever the sheet is shown, neither made nor missed."""

from typing import Any

from builders import FOUR, check_whole, csv_rows, hand, play, points
from printing.printed_games import text_of
from reading_pdf import assert_all_in_its_box, read
from scorekeeper import Scorekeeper, new_game
from web.hands.calls import call, calls, review

from printables.filled.score_sheet import score_sheet
from scorepad.game.report.sheet_files import sheet_csv
from scorepad.game.state.game import Game, played_rows
from scorepad.importing.sheets.cells import lines_of
from scorepad.importing.sheets.sheet_reader import evenings_in
from scorepad.terminal.sheet import sheet_text


def doubled(bids: list[int], taken: list[int], *, doublers: list[str] | None = None, **head: Any) -> Game:
    more = {"doublers": doublers} if doublers else {}
    contract = {"declarer": "Ann", "level": 3, "doubler": "Bob"}
    played = hand(FOUR, bids, taken, trump="S", contract=contract, **more)
    return play("murder", FOUR, played, **{"house": {"ladder": "8 9"}, **head})


def m10(**head: Any) -> Game:
    """Return rules.md M10: Bob doubled, Bob's own 2 is dormant, and Bob took 3."""
    return doubled([3, 2, 2, 2], [1, 3, 2, 2], **head)


def m09(**head: Any) -> Game:
    """Return rules.md M09: Bob took exactly the dormant 2, which is irrelevant."""
    return doubled([3, 2, 2, 1], [3, 2, 2, 1], **head)


def test_it_is_neither_made_nor_missed_and_costs_no_trousers() -> None:
    for game, makers in ((m10(), 2), (m09(), 3)):
        (row,) = played_rows(game.sheet)
        assert row.asleep == ("p2",)
        assert "p2" not in row.made
        assert game.sheet.makers_before == makers
        check_whole(game)
    pants = {"forfeit": {"bid": 2, "name": "pants"}, "ladder": "8 9"}
    assert [forfeit.player for forfeit in m10(house=pants).sheet.forfeits] == ["p1"]


def test_points_that_ask_first_who_made_it_find_the_doubler_neither_way() -> None:
    cases = [{"when": "made", "give": "10"}, {"when": "missed", "give": "-1"}, {"when": "doubler", "give": "5"}]
    scheme = {"name": "ours", "points": [*cases, {"give": "0"}]}
    assert points(m09(scheme=scheme)) == {"Ann": 10, "Bob": 5, "Cat": 10, "Di": 10}
    assert points(m10(scheme=scheme))["Bob"] == 5


def test_under_points_that_know_no_doubler_he_is_scored_on_it() -> None:
    game = m10(scheme="standard")
    (row,) = played_rows(game.sheet)
    assert (row.asleep, row.made["p2"]) == ((), False)
    assert points(game)["Bob"] == 3
    assert "(2)" not in sheet_text(game)


def test_a_terminal_shows_it_in_brackets_with_the_tricks_beside() -> None:
    text = sheet_text(m10())
    assert "(2) 3" in text
    assert "In brackets: the doubler’s own bid, which does not count now." in " ".join(text.split())


def test_a_spreadsheet_shows_it_in_brackets_that_make_no_number_below_zero_and_need_no_apostrophe() -> None:
    text = sheet_csv(m10())
    (row,) = csv_rows(text)
    assert [row[f"Bob {part}"] for part in ("bid", "taken", "points", "total")] == ["[2]", "3", "16", "16"]
    for as_written in ("[2]", "'(2)", "(2)"):
        (evening,) = evenings_in(lines_of(text.replace("[2]", as_written).encode()))
        assert evening.hands[0].bids["Bob"] == 2


def test_the_print_shows_it_in_brackets_unstruck() -> None:
    game = m10()
    pages = read(score_sheet(game))
    assert pages[0].rows()[1][2][:2] == ["(2)", "3"]
    assert "does not count now" in pages[0].text
    assert "does not count now" not in text_of(play("murder", FOUR, house={"ladder": "8 9"}))
    assert_all_in_its_box(pages)


def test_the_print_names_several_doublers() -> None:
    game = m10(doublers=["Bob", "Di"], house={"ladder": "8 9", "auction": {"doublers": "several"}})
    pages = read(score_sheet(game))
    assert "× Bob, Di" in pages[0].text
    assert_all_in_its_box(pages)
    assert "Bob and Di doubled" in sheet_text(game)


# --- on the pages ---------------------------------------------------------------------------------------


def murder(keeper: Scorekeeper, **typed: Any) -> None:
    new_game(keeper, "murder", "Ann", "Bob", "Cat", "Di", ladder="8 9", **typed)


BIDS = {"bid__p1": 3, "bid__p2": 2, "bid__p3": 2, "bid__p4": 2}
CONTRACT = {"contract__declarer": "Ann", "contract__level": "3", "trump": "S"}


def test_the_page_shows_it_in_brackets_while_the_hand_is_played_and_after(keeper: Scorekeeper) -> None:
    murder(keeper)
    page = keeper.send("/bids", contract__doubler="Bob", **CONTRACT, **BIDS)
    assert "bid 2 (does not count now)" in page.text
    assert page.table[-2][-3] == "(2)"
    page = keeper.take(Ann=1, Bob=3, Cat=2, Di=2)
    assert page.table[1][-3] == "(2) 16 3 +16"


def test_several_doublers_are_ticked_taken_back_and_corrected(keeper: Scorekeeper) -> None:
    murder(keeper, auction__doublers="several")
    page = keeper.send("/bids", contract__doubler__p2=True, contract__doubler__p4=True, **CONTRACT, **BIDS)
    assert "doubled by Bob and Di" in page.text
    assert page.text.count("(does not count now)") == 2
    form = keeper.send("/undo").form("/bids")
    assert [form.value(f"contract.doubler.p{seat}") for seat in (1, 2, 3, 4)] == [None, "yes", None, "yes"]
    keeper.send("/bids")
    page = keeper.take(Ann=1, Bob=3, Cat=2, Di=2)
    assert page.totals == {"Ann": -6, "Bob": 16, "Cat": 10, "Di": 16}  # rules.md M10 and MU-13
    keeper.correct(1)
    assert keeper.send("/correction").refusals == ["Nothing is changed yet."]
    page = keeper.send("/correction", contract__doubler__p4=False)
    assert page.totals == {"Ann": -6, "Bob": 16, "Cat": 10, "Di": 10}


def test_one_doubler_too_many_is_refused_where_the_house_allows_one(keeper: Scorekeeper) -> None:
    murder(keeper)
    assert "contract.doubler.p2" not in keeper.page.form("/bids").names
    murder(keeper, auction__doublers="several")
    page = keeper.send("/bids", contract__doubler__p1=True, **CONTRACT, **BIDS)
    assert page.refusals == ["Players cannot double their own contract."]


def test_who_only_passed_may_be_left_empty_where_passing_is_no_bid(keeper: Scorekeeper) -> None:
    murder(keeper, auction__only_passed="no bid")
    page = keeper.send("/bids", **CONTRACT, bid__p3=2)
    assert page.text.count("no bid") == 2
    page = keeper.take(Ann=3, Bob=3, Cat=2, Di=0)
    assert page.totals == {"Ann": 16, "Bob": 0, "Cat": 10, "Di": 0}
    assert page.table[1][-1].startswith("– 0")
    keeper.correct(1)
    assert keeper.send("/correction", bid__p4=0).totals["Di"] == 6, "Di had named zero after all"


def test_quarters_are_kept_on_every_page(keeper: Scorekeeper) -> None:
    murder(keeper, late_rounding="to quarters", returning="as a newcomer")
    keeper.send("/bids", **CONTRACT, **BIDS)
    keeper.take(Ann=3, Bob=2, Cat=2, Di=1)
    keeper.follow("Players")
    keeper.send("/players", name="Eve")
    page = keeper.page
    assert "Eve joins · lowest −1, median 10 → 4½" in page.text
    keeper.follow("Players")
    keeper.send("/p1/leave")
    keeper.follow("Players")
    page = keeper.send("/p1/return")
    assert "Ann is back · lowest −1, median 10 → 4½" in page.text
    assert "−11½" in page.text


def test_the_call_pad_follows_the_readings_of_the_house(keeper: Scorekeeper) -> None:
    murder(keeper, auction__doublers="several", auction__only_passed="no bid", auction__doubler_names_numbers="no")
    page = calls(keeper, "3S", "double", "2", "double")
    assert "Ann, doubled by Bob and Di" in page.text
    assert review(page)[1].endswith("(–)")
    calls(keeper, "redouble")
    assert "the doubler names no numbers" in call(keeper, "2").refusals[0].lower()
    page = calls(keeper, "pass", "pass", "pass")
    assert "doubled by Bob and Di · redoubled" in page.text
    assert page.text.count("no bid") == 2
