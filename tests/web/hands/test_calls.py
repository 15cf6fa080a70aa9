"""The call pad without scripts: the auctions of rules.md F3; calls undone, sent twice, abandoned."""

import pytest
from flask import Flask
from murder import BOOK
from scorekeeper import Scorekeeper
from web.hands.calls import call, calls, lines, review, table

from scorepad.game.state.game import Game
from scorepad.repository import GameRepository


def game(app: Flask, keeper: Scorekeeper) -> Game:
    """Return the game on the page."""
    repository: GameRepository = app.extensions["scorepad"].games
    return repository.load(keeper.page.path.split("/")[2]).game


@pytest.mark.parametrize("name", BOOK)
def test_an_auction_of_the_book_is_called_on_the_page(keeper: Scorekeeper, app: Flask, name: str) -> None:
    players, cards, book, contract, held = BOOK[name]
    page, legal = table(keeper, players, cards), []
    for part in book.split():
        if not part.endswith("x"):
            page = call(keeper, part)
            assert page.status == 200, page.refusals
            legal.append(part)
        elif game(app, keeper).sheet.bids is None:
            before = review(page)
            page = call(keeper, part[:-1])
            assert page.status == 422
            assert len(page.refusals) == 1
            assert review(page) == before
    bids = game(app, keeper).sheet.bids
    assert bids is not None
    assert bids.contract is not None
    letter = {f"p{at}": player for at, player in enumerate(players, 1)}
    doubled = f" doubled by {letter[bids.contract.doubler]}" if bids.contract.doubler else ""
    assert f"{letter[bids.contract.declarer]} {bids.contract.level}{bids.trump}{doubled}" == contract
    assert " ".join(sorted(f"{letter[player]}{bid}" for player, bid in bids.bids.items())) == held
    assert [*bids.calls] == legal


def test_the_review_tells_who_holds_what_and_what_sleeps(keeper: Scorekeeper) -> None:
    table(keeper, cards=8)
    page = calls(keeper, "3H", "1", "double")
    assert "3 ♥ × Ann, doubled by Cat" in page.text
    assert review(page) == ["Ann 3 ♥ 3", "Bob 1 1", "Cat × (0)", "Di –"]
    assert "Di passes" in page.text
    page = calls(keeper, "pass", "redouble")
    assert "3 ♥ ×× Ann, redoubled, against Cat" in page.text
    page = calls(keeper, "4C")
    assert review(page) == ["Ann 3 ♥ ×× 3", "Bob 1 4 ♣ 4", "Cat × –", "Di pass –"]


def test_everybody_s_total_stands_beside_what_they_call(keeper: Scorekeeper) -> None:
    table(keeper)
    calls(keeper, "1H", "pass", "pass", "pass")
    keeper.take(Ann=1, Bob=2, Cat=2, Di=0)
    assert lines(keeper.page) == ["Bob −2 –", "Cat −2 –", "Di 6 –", "Ann 12 –"]


def test_only_what_may_be_called_can_be_pressed(keeper: Scorekeeper) -> None:
    form = table(keeper).form("/calls")
    pressed = [button.get("value") for button in form.buttons if button.get("name") == "call"]
    assert pressed == ["C", "D", "H", "S", "N", "pass"], "nothing to double, and no suit to name a number in"
    form = calls(keeper, "5N").form("/calls")
    pressed = [button.get("value") for button in form.buttons if button.get("name") == "call"]
    assert pressed == [*"CDHS", "number", "pass", "double", "others pass"]
    levels = [field for field in form.node.all("input") if field.get("name") == "level"]
    assert [level.get("data-may") for level in levels] == ["", "#", "#", "#", "#", "CDHS#"]
    assert "5N is already taken." in call(keeper, "5N").refusals


def test_calls_are_taken_back_one_by_one_and_are_no_part_of_the_record(keeper: Scorekeeper, app: Flask) -> None:
    table(keeper)
    calls(keeper, "1H", "pass", "2C")
    page = keeper.send("/undo")
    assert review(page) == ["Ann 1 ♥ 1", "Bob pass –", "Cat –", "Di –"]
    keeper.send("/undo")
    page = keeper.send("/undo")
    assert "No suit is named yet." in page.text
    assert len(game(app, keeper).events) == 1


def test_an_auction_taken_back_by_undo_lacks_only_the_call_that_ended_it(keeper: Scorekeeper, app: Flask) -> None:
    table(keeper)
    calls(keeper, "1H", "pass", "pass", "pass")
    assert game(app, keeper).sheet.bids is not None
    page = keeper.send("/undo")
    assert review(page) == ["Ann 1 ♥ 1", "Bob pass –", "Cat pass –", "Di –"]
    calls(keeper, "double", "pass", "pass", "pass")
    bids = game(app, keeper).sheet.bids
    assert bids
    assert bids.contract
    assert bids.contract.doubler == "p4"


def test_all_others_pass_with_one_tap_which_one_undo_takes_back(keeper: Scorekeeper, app: Flask) -> None:
    pressed = [button.get("value") for button in table(keeper).form("/calls").buttons]
    assert "others pass" not in pressed, "no suit is named yet"
    calls(keeper, "2H", "pass", "1")
    page = keeper.send("/calls", "All others pass")
    assert page.form("/taken")
    bids = game(app, keeper).sheet.bids
    assert bids
    assert bids.calls == ("2H", "pass", "1", "pass", "pass", "pass")
    page = keeper.send("/undo")
    assert review(page) == ["Ann 2 ♥ 2", "Bob pass –", "Cat 1 1", "Di –"]
    old = page
    keeper.send("/calls", "All others pass")
    keeper.page = old
    assert keeper.send("/calls", "All others pass").status == 200, "sent twice, it counts once"
    assert [event.kind for event in game(app, keeper).events] == ["open", "bids", "undo", "bids"]


def test_a_call_sent_twice_counts_once(keeper: Scorekeeper, app: Flask) -> None:
    page = table(keeper)
    form = page.form("/calls")
    keeper.forge(form, level="1", call="H")
    page = keeper.forge(form, level="1", call="H")
    assert (page.status, review(page)[0]) == (200, "Ann 1 ♥ 1")
    calls(keeper, "pass", "pass")
    form = keeper.page.form("/calls")
    keeper.forge(form, call="pass")
    assert keeper.forge(form, call="pass").status == 200
    assert len(game(app, keeper).events) == 2


def test_a_call_from_a_page_that_others_have_left_behind_is_told_so(keeper: Scorekeeper) -> None:
    other = Scorekeeper(keeper.way)
    other.page = table(keeper)
    calls(keeper, "1H", "pass")
    page = call(other, "2C")
    assert page.status == 409
    assert "The auction has continued" in page.text
    assert "Your taps: 2C" in page.text
    assert review(page)[:2] == ["Ann 1 ♥ 1", "Bob pass –"]


def test_an_auction_begins_anew_when_somebody_sits_down_in_the_midst_of_it(keeper: Scorekeeper) -> None:
    table(keeper)
    calls(keeper, "1H", "pass")
    here = keeper.page.address
    keeper.follow("Players")
    keeper.send("/players", name="Eve")
    page = keeper.visit(here)
    assert review(page) == ["Ann –", "Bob –", "Cat –", "Di –", "Eve –"]


def test_a_table_that_writes_outcomes_finds_its_form_first_and_the_pad_beside_it(keeper: Scorekeeper) -> None:
    page = table(keeper)
    assert page.form("/bids").node.within("details"), "at first the pad comes first"
    keeper.send("/bids", contract__declarer="Bob", contract__level="2", trump="H", bid__p1=0, bid__p3=1, bid__p4=1)
    page = keeper.take(Ann=1, Bob=2, Cat=1, Di=1)
    assert not page.form("/bids").node.within("details")
    assert page.form("/calls").node.within("details")


def test_a_call_into_an_auction_that_another_has_ended_is_told_so(keeper: Scorekeeper, app: Flask) -> None:
    other = Scorekeeper(keeper.way)
    table(keeper, "ABC")
    calls(keeper, "1H", "pass")
    other.page = keeper.page
    calls(keeper, "pass")
    page = call(other, "double")
    assert (page.status, page.path) == (409, other.page.path)
    assert "Your taps: double" in page.text
    assert "Save mine anyway" not in page.text, "a double after the last pass can be recorded nowhere"
    assert "Ann plays 1" in page.text
    assert len(game(app, keeper).events) == 2


def test_two_who_both_write_down_the_pass_that_ends_an_auction_agree(keeper: Scorekeeper, app: Flask) -> None:
    other = Scorekeeper(keeper.way)
    table(keeper, "ABC")
    calls(keeper, "1H", "pass")
    other.visit(keeper.page.address)
    calls(keeper, "pass")
    assert call(other, "pass").status == 200
    assert "Another scorer has just recorded the same." in other.page.status_text
    assert len(game(app, keeper).events) == 2


def test_a_call_taken_back_at_a_table_that_has_become_too_small_is_told_so(keeper: Scorekeeper) -> None:
    page = table(keeper, "ABC")
    calls(keeper, "1H")
    form = keeper.page.form("/undo")
    keeper.follow("Players")
    keeper.send("/leave", "Leaves the game")
    version = keeper.visit(page.address).form("/comments").value("seen")
    assert keeper.forge(form, seen=version, step=form.buttons[0].get("value")).status == 409
