"""The hands to come, and how a game ends, continues and is played again."""

import pytest
from html_pages import Typed
from scorekeeper import Scorekeeper, new_game
from tables import beside, pike, refused

# --- the course ----------------------------------------------------------------------------------------------------


def test_the_next_hands_tell_who_deals_bids_first_and_shuffles(keeper: Scorekeeper) -> None:
    new_game(keeper, "murder", "A", "B", "C", "D", "E", scorer="C")
    assert "D shuffles the other pack" in keeper.page.text
    assert "A deals" in keeper.page.text
    page = keeper.follow("Remaining hands")
    rows = [[cell.text for cell in row.all("th", "td")] for row in page.root.all("tr")]
    assert rows[0] == ["Hand", "Cards", "Deals", "Bids first", "Shuffles"]
    assert rows[3:5] == [["3", "5", "D", "C", "A"], ["4", "6", "E", "D", "B"]]
    pike(keeper)
    assert "shuffles" not in keeper.page.text
    page = keeper.follow("Remaining hands")
    assert [[cell.text for cell in row.all("th", "td")] for row in page.root.all("tr")][:2] == [
        ["Hand", "Cards", "Deals"], ["1", "5", "Ann"],
    ]  # fmt: skip


def test_hands_to_come_are_planned_anew(keeper: Scorekeeper) -> None:
    pike(keeper, hands=1)
    page = keeper.follow("Remaining hands")
    assert page.form("/plan").value("cards") == "4 3 2 1 2 3 4 5"
    assert [chip.text for chip in page.root.all("label") if "chip" in chip.classes] == list("43212345")
    page = keeper.send("/plan", cards="1x2, 3")
    assert page.title == "Hand 2"
    assert "1 card " in page.text
    assert "2 to go" in page.text
    keeper.follow("Remaining hands")
    assert keeper.page.form("/plan").value("cards") == "1 1 3"


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("18", "18 cards for each of 3 players"), ("", "Enter at least one hand"), ("0", ""), ("1x999", ""),
        ("five", "“five” is not a hand size"),
    ],
)  # fmt: skip
def test_a_plan_that_cannot_be_dealt_is_refused(keeper: Scorekeeper, cards: str, why: str) -> None:
    pike(keeper, hands=1)
    keeper.follow("Remaining hands")
    page = keeper.send("/plan", cards=cards)
    refused(page, "cards", why)
    assert page.form("/plan").value("cards") == cards


def test_the_last_hand_is_the_last(keeper: Scorekeeper) -> None:
    pike(keeper, hands=1)
    keeper.follow("Remaining hands")
    assert "last hand" in keeper.send("/closing", "Make this the last hand").text
    keeper.follow("Remaining hands")
    assert "7 to go" in keeper.send("/closing", "Not the last hand").text
    keeper.follow("Remaining hands")
    keeper.send("/closing", "Make this the last hand")
    keeper.bid(Ann=0, Bob=1, Cat=1)
    page = keeper.take(Ann=0, Bob=1, Cat=3)
    assert "Bob wins" in page.text
    assert [form.action.rsplit("/", 1)[1] for form in page.forms[:2]] == ["rematch", "reopen"]


def test_the_game_is_ended_and_played_on(keeper: Scorekeeper) -> None:
    pike(keeper, hands=2)
    keeper.follow("Remaining hands")
    page = keeper.send("/end")
    assert "Bob and Cat tie −22 points each after 2 hands. The table ended the game." in page.text
    assert "The game is over." in page.status_text
    assert "Bob, Cat −22 Ann, Bob, Cat 2 hands" in beside(keeper).visit("/").text
    page = keeper.send("/reopen")
    assert page.title == "Hand 3"


def test_a_hand_under_way_is_finished_before_the_game_is_ended_and_without_a_hand_there_is_no_winner(
    keeper: Scorekeeper,
) -> None:
    home = pike(keeper).path
    keeper.bid(Ann=0, Bob=0, Cat=1)
    keeper.follow("Remaining hands")
    page = keeper.send("/end")
    assert (page.status, page.refusals) == (422, ["Hand 1 is being played. Save it first, or undo its bids."])
    keeper.visit(home)
    keeper.send("/undo")
    keeper.follow("Remaining hands")
    assert "Ended before the first hand" in keeper.send("/end").text


def test_a_rematch_is_the_same_table_and_the_next_dealer(keeper: Scorekeeper) -> None:
    first = pike(keeper, hands=2, location="The Crown", stake=5)
    keeper.follow("Remaining hands")
    keeper.send("/end")
    again = keeper.page.form("/rematch")
    page = keeper.send_form(again, {})
    assert page.path != first.path
    assert page.table[0][-3:] == ["Ann", "Bob", "Cat"]
    assert page.signed("●") == "Cat"
    assert "8 to go" in page.text
    assert keeper.send_form(again, {}).path == page.path


def test_a_rematch_that_the_pack_cannot_deal_says_so(keeper: Scorekeeper) -> None:
    new_game(keeper, "pike", "Ann", "Bob", "Cat", "Di", ladder="12-1")
    keeper.follow("Players")
    keeper.send("/players", name="Ed")
    keeper.follow("Remaining hands")
    keeper.send("/end")
    page = keeper.send("/rematch")
    assert page.status == 422
    assert "12 cards" in page.refusals[0]


def test_a_rematch_asks_who_plays_and_where_and_offers_who_left(keeper: Scorekeeper) -> None:
    first = pike(keeper, hands=2, location="The Crown")
    keeper.follow("Players")
    keeper.send("/p2/leave")
    keeper.visit(first.path + "/course")
    keeper.send("/end")
    page = keeper.follow("Play again with changes")
    form = page.form("/rematch")
    assert [form.value(f"plays.p{seat}") for seat in (1, 2, 3)] == ["yes", None, "yes"]
    assert form.value("location") == "The Crown"
    asked: dict[str, Typed] = {"plays.p1": False, "plays.p2": True, "new.0": "Di", "location": "The Mill"}
    page = keeper.send_form(form, asked)
    assert page.path != first.path
    assert page.table[0][-3:] == ["Bob", "Cat", "Di"]
    assert "The Mill" in page.text
    assert page.signed("●") == "Cat", "the deal goes on in turn"


def test_a_rematch_of_too_few_says_so_and_keeps_what_was_ticked(keeper: Scorekeeper) -> None:
    pike(keeper, hands=2)
    keeper.follow("Remaining hands")
    keeper.send("/end")
    form = keeper.follow("Play again with changes").form("/rematch")
    page = keeper.send_form(form, {"plays.p1": False, "plays.p2": False, "new.0": "Di"})
    assert page.status == 422
    assert page.refusals
    form = page.form("/rematch")
    assert [form.value(name) for name in ("plays.p1", "plays.p3", "new.0")] == [None, "yes", "Di"]


@pytest.mark.parametrize(
    ("house", "ends"),
    [
        ({"ladder": "5"}, "Ann wins By 1 point after 1 hand."),
        ({"ladder": "5-1", "ends": "{ reaching = 10 }"}, "A player has 10 points."),
        ({"ladder": "5-1", "ends": "{ exactly = 12 }"}, "Ann has exactly 12."),
    ],
)
def test_the_end_says_how_the_game_came_to_it(keeper: Scorekeeper, house: dict[str, str], ends: str) -> None:
    rules = "".join(f"{key} = {value}\n" for key, value in house.items() if key != "ladder")
    new_game(keeper, "pike", "Ann", "Bob", "Cat", ladder=house["ladder"], house=rules)
    keeper.bid(Ann=2, Bob=1, Cat=1)
    assert ends in keeper.take(Ann=2, Bob=1, Cat=2).text


def test_the_result_is_a_text_to_select_and_a_picture_with_a_way_back(keeper: Scorekeeper) -> None:
    game = pike(keeper, hands=2, location="The Crown", date="2026-11-20").path
    keeper.follow("Remaining hands")
    assert "The table ended the game." in keeper.send("/end").text
    page = keeper.follow("Send the result")
    text = next(paragraph for paragraph in page.root.all("p") if paragraph.get("id") == "result")
    assert text.raw.splitlines() == [
        "Mr Pike's Oh Hell! · The Crown · 20 November 2026",
        "Bob and Cat tie",
        "Bob −22, Cat −22, Ann −27",
    ]
    assert keeper.way.ask("GET", next(page.root.all("img")).get("src")).status == 200
    assert keeper.follow("Back to the game").path == game


def test_money_is_told_when_the_game_is_over(keeper: Scorekeeper) -> None:
    pike(keeper, hands=1, stake=10)
    keeper.follow("Remaining hands")
    page = keeper.send("/end")
    assert "Ann −20 cents" in page.text
    assert "Bob +10 cents" in page.text


def test_a_pot_is_agreed_by_numbers_and_taken_by_the_winner_in_the_end(keeper: Scorekeeper) -> None:
    amounts = {"pot:last": "200", "pot:places[1]": "50", "pot:miss": "10"}
    new_game(keeper, "pike", "Ann", "Bob", "Cat", ladder="2 1", pot="pays", **amounts)
    keeper.bid(Ann=1, Bob=1, Cat=1)
    keeper.take(Ann=1, Bob=1, Cat=0)
    keeper.follow("Change rules")
    assert {name: keeper.page.form("/house").value(name) for name in amounts} == amounts
    keeper.send("/house", pot="pays", **{"pot:miss": "20"})
    page = keeper.visit(keeper.page.path.removesuffix("/house"))
    assert "The pot is" not in page.text, "it is settled at the end"
    keeper.bid(Ann=1, Bob=0, Cat=1)
    page = keeper.take(Ann=1, Bob=0, Cat=0)
    for money in ("Ann +290 cents", "Bob −50 cents", "Cat −240 cents"):
        assert money in page.text
    assert "The pot is 290 cents, paid by: Bob 50, Cat 240." in page.text


# --- the end -------------------------------------------------------------------------------------------------------


def test_the_end_tells_by_how_much_who_is_worth_a_word_and_who_deals_the_rematch(keeper: Scorekeeper) -> None:
    new_game(keeper, "pike", "Ann", "Bob", "Cat", ladder="5 1 1")
    keeper.bid(Ann=5, Bob=2, Cat=0)
    keeper.take(Ann=3, Bob=2, Cat=0)
    for _hand in range(2):
        keeper.bid(Ann=1, Bob=0, Cat=0)
        page = keeper.take(Ann=1, Bob=0, Cat=0)
    assert "Bob wins By 2 points after 3 hands." in page.text
    assert "Best hand Bob +12 in hand 1" in page.text
    assert "Most bids made Bob, Cat 3" in page.text
    assert "Ann lost the pants in hand 1." in page.text
    assert page.form("/rematch").buttons[0].text == "Play again: Ann deals"
    assert keeper.follow("Standings").title == "Standings"
