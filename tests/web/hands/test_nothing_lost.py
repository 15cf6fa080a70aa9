"""Nothing is lost: two scorers at once, a full disk, a changed record.

As the pages show it.
"""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from builders import play
from clients import looker, owner
from html_pages import Page
from scorekeeper import Scorekeeper, Within, log_lines, new_game
from stores import file_behind, tamper
from tables import at_hand, beside

from scorepad.repository import GameRepository
from scorepad.store import Store, open_store
from scorepad.store.sqlite import SqliteStore
from scorepad.web import create_app
from scorepad.web.groups.links import Links


@pytest.fixture
def keeper(store: Store) -> Scorekeeper:
    """Return a browser of a new store for each test, because these tests damage it."""
    return Scorekeeper(Within(create_app(store)))


def table(keeper: Scorekeeper, hands: int = 0) -> Page:
    page = at_hand(keeper, "pike", "Ann", "Bob", "Cat", house={"ladder": "5x5"})
    for _hand in range(hands):
        keeper.bid(Ann=1, Bob=0, Cat=2)
        page = keeper.take(Bob=2)
    return page


# --- two scorers at once ------------------------------------------------------------------------------


def test_who_was_slower_with_the_bids_sees_both_and_can_put_theirs_with_one_tap(keeper: Scorekeeper) -> None:
    mine = table(keeper).form("/bids")
    keeper.bid(Ann=1, Bob=0, Cat=2)
    page = keeper.send_form(mine, {"bid.p1": 2, "bid.p2": 0, "bid.p3": 3})
    assert page.status == 409
    assert page.refusals == ["This was not saved. Another scorer has saved other numbers for hand 1."]
    assert page.rows("versions") == [
        ["", "Theirs", "Mine"], ["", "Bids", "Bids"], ["Ann", "1", "2"], ["Bob", "0", "0"], ["Cat", "2", "3"],
    ]  # fmt: skip
    theirs = beside(keeper).follow("Keep theirs").form("/taken")
    assert [theirs.value(f"taken.p{n}") for n in (1, 2, 3)] == ["1", "0", "2"]
    page = keeper.send("Save mine anyway", "Save mine anyway")
    assert page.status == 200
    assert [page.form("/taken").value(f"taken.p{n}") for n in (1, 2, 3)] == ["2", "0", "3"]
    assert len(log_lines(keeper)) == 3, "both are in the log"


def test_who_was_slower_with_the_tricks_puts_them_in_that_hand_and_not_into_the_next(keeper: Scorekeeper) -> None:
    table(keeper)
    keeper.bid(Ann=1, Bob=0, Cat=2)
    mine = keeper.page.form("/taken")
    keeper.take(Bob=2)
    for _hand in range(2):
        keeper.bid(Ann=0, Bob=0, Cat=0)
        keeper.take(Ann=5)
    page = keeper.send_form(mine, {"taken.p1": 4, "taken.p2": 1, "taken.p3": 0, "trump": "H"})
    assert page.status == 409
    assert page.rows("versions")[1:] == [
        ["", "Bids", "Tricks", "Bids", "Tricks"],
        ["Ann", "1", "1", "1", "4"],
        ["Bob", "0", "2", "0", "1"],
        ["Cat", "2", "2", "2", "0"],
        ["Trump", "–", "hearts"],
    ], "of that hand, not of the last one"
    page = keeper.send("Save mine anyway", "Save mine anyway")
    assert page.status == 200
    assert page.title == "Hand 4"
    assert [cell for cell in page.table[1] if "4" in cell], page.table


def test_tricks_are_not_saved_with_bids_that_another_scorer_has_changed_meanwhile_unless_both_are_checked(
    keeper: Scorekeeper,
) -> None:
    table(keeper)
    keeper.bid(Ann=1, Bob=0, Cat=2)
    mine = keeper.page.form("/taken")
    keeper.visit(f"{keeper.page.path}/hands/1/correction")
    keeper.send("/correction", bid__p1=3)
    page = keeper.send_form(mine, {"taken.p1": 1, "taken.p2": 2, "taken.p3": 2})
    assert page.rows("versions")[2] == ["Ann", "3", "–", "1", "1"]
    page = keeper.send("Save mine anyway", "Save mine anyway")
    assert (page.status, page.refusals) == (
        422,
        ["These are your tricks and the bids of the other scorer. Check both."],
    )
    assert len(log_lines(keeper)) == 3
    assert keeper.send_form(page.form("/taken"), {}).totals == {"Ann": -12, "Bob": -12, "Cat": 12}


def test_a_phone_that_sends_a_hand_with_the_rest_of_it_is_shown_all_of_it(keeper: Scorekeeper) -> None:
    """Fields that no form has are left out."""
    mine = at_hand(keeper, "murder", "Ann", "Bob", "Cat").form("/bids")
    bids = {"bid.p1": "1", "bid.p3": "0", "contract.declarer": "p2", "contract.level": "3", "trump": "H"}
    keeper.send_form(mine, {**bids, "contract.level": 2, "trump": "S"}, "Save bids")
    page = keeper.forge(mine, **bids, chosen_by="x", rest="taken.p1=2&taken.p2=1&taken.p3=0&taken.p9=1&x")
    assert page.status == 409
    assert page.rows("versions")[1:] == [
        ["", "Bids", "Tricks", "Bids", "Tricks"],
        ["Ann", "1", "–", "1", "2"],
        ["Bob", "2", "–", "3", "1"],
        ["Cat", "0", "–", "0", "0"],
        ["Trump", "spades", "hearts"],
        ["Contract", "Bob plays 2", "Bob plays 3"],
    ]


@pytest.mark.parametrize("none_cancelled", ["0", ""])
def test_who_was_slower_takes_away_a_trick_that_the_other_had_cancelled(
    keeper: Scorekeeper, none_cancelled: str
) -> None:
    page = new_game(keeper, "pike", "Ann", "Bob", "Cat", ladder="4 3", house="cancelled = true")
    ann, bob, cat = (page.player(name) for name in ("Ann", "Bob", "Cat"))
    keeper.bid(Ann=1, Bob=1, Cat=1)
    mine = keeper.page.form("/taken")
    taken = {f"taken.{ann}": 1, f"taken.{bob}": 1, f"taken.{cat}": 1}
    assert keeper.send_form(mine, {**taken, "cancelled": "1"}).status == 200
    keeper.send_form(mine, {**taken, f"taken.{ann}": 2, "cancelled": none_cancelled})
    page = keeper.send("Save mine anyway", "Save mine anyway")
    assert page.status == 200, page.refusals
    assert page.totals == {"Ann": -11, "Bob": 11, "Cat": 11}


def test_who_was_slower_with_the_outcome_of_an_auction_puts_the_own_contract(keeper: Scorekeeper) -> None:
    page = at_hand(keeper, "murder", "Ann", "Bob", "Cat", "Di", house={"ladder": "3x3"})
    rest = [page.player(name) for name in ("Bob", "Cat", "Di")]
    mine = page.form("/bids")
    typed = {f"bid.{player}": 0 for player in rest} | {"contract.declarer": "Ann", "trump": "H"}
    keeper.send_form(mine, {**typed, "contract.level": "1"}, "Save bids")
    assert keeper.page.form("/taken")
    keeper.send_form(mine, {**typed, "contract.level": "2"}, "Save bids")
    assert keeper.page.status == 409
    page = keeper.send("Save mine anyway", "Save mine anyway")
    assert page.status == 200, page.refusals
    assert "2♥" in page.text.replace(" ", "") or "2 hearts" in page.text, page.text[:600]


def test_who_was_slower_takes_away_a_mark_that_the_other_had_ticked(keeper: Scorekeeper) -> None:
    page = at_hand(keeper, "ninety_nine", "Ann", "Bob", "Cat")
    ann, bob, cat = (page.player(name) for name in ("Ann", "Bob", "Cat"))
    mine, bids = page.form("/bids"), {f"bid.{player}": 3 for player in (ann, bob, cat)}
    keeper.send_form(mine, {**bids, f"mark.declared.{ann}": True})
    keeper.send_form(mine, {**bids, f"mark.declared.{bob}": True})
    page = keeper.send("Save mine anyway", "Save mine anyway")
    assert page.status == 200, page.refusals
    ticked = [page.form("/taken").value(f"mark.declared.{player}") for player in (ann, bob, cat)]
    assert ticked == [None, "yes", None]


def test_who_was_slower_with_an_empty_form_corrects_nothing_with_it(keeper: Scorekeeper) -> None:
    mine = table(keeper).form("/bids")
    keeper.bid(Ann=1, Bob=0, Cat=2)
    assert keeper.send_form(mine, {}).status == 409
    page = keeper.send("Save mine anyway", "Save mine anyway")
    assert (page.status, page.refusals) == (422, ["Nothing is changed yet."])
    assert len(log_lines(keeper)) == 2, "no correction of nothing is in the log"


def test_who_was_slower_with_a_correction_of_what_was_taken_back_is_told_so_on_the_games_page(
    keeper: Scorekeeper,
) -> None:
    game = table(keeper, hands=1).path
    keeper.correct(1)
    mine = keeper.page.form("/correction")
    keeper.visit(game)
    keeper.send("Undo")
    keeper.send("Undo")
    assert keeper.send_form(mine, {"bid.p1": 0}, "Save changes").status == 409
    page = keeper.send("Save mine anyway", "Save mine anyway")
    assert (page.status, page.refusals) == (422, ["This game has no hand 1 now."])
    assert page.form("/bids")


def test_bids_that_do_not_go_with_a_hand_that_is_over_are_mended_on_the_page_of_that_hand(keeper: Scorekeeper) -> None:
    """The table records only how far off the bids were, so other bids make another player miss."""
    home = new_game(keeper, "pike", "Ann", "Bob", "Cat", ladder="5x5", writes="off")
    mine = home.form("/bids")
    keeper.bid(Ann=1, Bob=0, Cat=2)
    keeper.send("/taken", off__p1=0, off__p2=2, off__p3=0)
    keeper.send_form(mine, {"bid.p1": 2, "bid.p2": 0, "bid.p3": 3})
    page = keeper.send("Save mine anyway", "Save mine anyway")
    assert (page.status, page.title) == (422, "Edit hand 1")
    assert "with these bids and differences the tricks cannot add up to 5" in page.refusals[0]
    assert "Another scorer has finished hand 1." in page.status_text
    form = page.form("/correction")
    assert [form.value(f"bid.p{n}") for n in (1, 2, 3)] == ["2", "0", "3"]
    assert [form.value(f"off.p{n}") for n in (1, 2, 3)] == ["0", "2", "0"], "what the other has written"
    page = keeper.send("/correction", off__p1=0, off__p2=0, off__p3=0)
    assert (page.status, page.title) == (200, "Hand 2")
    assert page.totals == {"Ann": 12, "Bob": 10, "Cat": 13}


def test_a_phone_that_plays_on_is_told_how_bids_of_a_hand_that_is_over_are_mended(keeper: Scorekeeper) -> None:
    """The phone sends the bids automatically and returns to the game's page without filling the next hand's fields."""
    mine = new_game(keeper, "pike", "Ann", "Bob", "Cat", ladder="5x5", writes="off").form("/bids")
    keeper.bid(Ann=1, Bob=0, Cat=2)
    keeper.send("/taken", off__p1=0, off__p2=2, off__p3=0)
    typed = {"bid.p1": "2", "bid.p2": "0", "bid.p3": "3", "queued": "yes", "instead": "yes"}
    sent = urlencode({**dict(mine.untouched()), **typed, "seen": "3"}).encode()
    answer = keeper.way.ask("POST", mine.action, sent, "application/x-www-form-urlencoded")
    page = Page(answer.status, mine.action, answer.headers, answer.body)
    assert (page.status, page.title) == (422, "Hand 2")
    assert "Hand 1 was finished on another device. Set yours aside" in " ".join(page.refusals)
    assert [page.form("/bids").value(f"bid.p{n}") for n in (1, 2, 3)] == [None, None, None]


def test_two_scorers_who_write_the_same_are_not_bothered(keeper: Scorekeeper) -> None:
    mine = Scorekeeper(keeper.way).visit(table(keeper).path).form("/bids")
    keeper.bid(Ann=1, Bob=0, Cat=2)
    page = keeper.send_form(mine, {"bid.p1": 1, "bid.p2": 0, "bid.p3": 2})
    assert (page.status, page.refusals) == (200, [])
    assert "the same" in page.status_text
    assert len(log_lines(keeper)) == 2


def test_two_scorers_who_undo_the_same_thing_take_it_back_once(keeper: Scorekeeper) -> None:
    mine = Scorekeeper(keeper.way).visit(table(keeper, hands=1).path).form("/undo")
    keeper.send("/undo")
    page = keeper.send_form(mine, {})
    assert "the same" in page.status_text
    assert page.form("/hands/1/taken")


def test_an_undo_that_comes_late_takes_nothing_else_back(keeper: Scorekeeper) -> None:
    mine = table(keeper, hands=1).form("/undo")
    keeper.send("/comments", text="Tea")
    page = keeper.send_form(mine, {})
    assert page.status == 409
    assert "Save mine anyway" not in page.text
    assert log_lines(keeper)[-1] == "Hand 2: “Tea”", "the comment stands"


# --- a browser that was closed ------------------------------------------------------------------------


def test_a_form_whose_session_is_gone_is_offered_again_with_all_that_was_typed(keeper: Scorekeeper) -> None:
    page = table(keeper)
    typed = page.form("/comments").filled({"text": "Tea"}, "")
    assert isinstance(keeper.way, Within)
    keeper.way.client = keeper.way.client.application.test_client()
    answer = keeper.way.client.post(
        page.form("/comments").action, data=dict(typed), headers={"Origin": "http://localhost"}
    )
    keeper.page = Page(answer.status_code, page.address, dict(answer.headers), answer.data)
    assert keeper.page.status == 400
    assert "What you typed is still here" in keeper.page.text
    page = keeper.send("Send it again", "Send it again")
    assert page.status == 200
    assert log_lines(keeper)[-1].endswith("“Tea”")


# --- a full disk --------------------------------------------------------------------------------------


@contextlib.contextmanager
def full(store: Store, keeper: Scorekeeper) -> Iterator[None]:
    """Prevent the file of the games from growing."""
    keeper.without_room = True
    assert isinstance(store, SqliteStore)
    limit = "PRAGMA max_page_count = {}"
    with store.engine.writing() as sqlite:
        pages = sqlite.execute("PRAGMA page_count").fetchone()[0]
        sqlite.execute(limit.format(pages)).fetchall()
    yield
    keeper.without_room = False
    with store.engine.writing() as sqlite:
        sqlite.execute(limit.format(100_000)).fetchall()


def test_on_a_full_disk_what_was_typed_stays_and_goes_through_once_there_is_room(
    keeper: Scorekeeper, store: Store
) -> None:
    game = table(keeper).path
    text, kept = "A long evening. " * 30, 0
    with full(store, keeper):
        while keeper.send("/comments", text=text).status == 200:
            kept += 1
        refused = keeper.page
        assert refused.status == 507
        assert "disk is full" in refused.refusals[0]
        assert refused.form("/comments").value("text") == text
        assert keeper.visit(game).status == 200, "pages are still shown"
    keeper.page = refused
    assert keeper.send("Send it again", "Send it again").status == 200
    assert sum("A long evening." in line for line in log_lines(keeper)) == kept + 1
    keeper.page = refused
    assert keeper.send("Send it again", "Send it again").status == 200
    assert sum("A long evening." in line for line in log_lines(keeper)) == kept + 1, "sent twice it counts once"


def test_a_new_game_that_finds_no_room_is_begun_with_one_tap_once_there_is(keeper: Scorekeeper, store: Store) -> None:
    begun = 0
    with full(store, keeper):
        while new_game(keeper, "pike", "Ann", "Bob", "Cat").status == 200:
            begun += 1
        assert (keeper.page.status, keeper.page.title) == (507, "This could not be saved")
        assert "disk is full" in keeper.page.text
    page = keeper.send("Send it again", "Send it again")
    assert page.title == "Hand 1"
    assert len(store.game_ids()) == begun + 1


def test_where_nothing_can_be_written_any_more_pages_say_so_and_go_on_once_it_can(
    keeper: Scorekeeper, store: Store
) -> None:
    game = table(keeper).path
    keeper.without_room = True
    assert isinstance(store, SqliteStore)
    with store.engine._writer.held(1) as sqlite:
        sqlite.execute("PRAGMA query_only = ON")
    refused = keeper.send("/comments", text="Tea")
    assert refused.status == 507
    assert "Check its owner" in refused.refusals[0]
    assert refused.form("/comments").value("text") == "Tea"
    assert keeper.visit(game).status == 200
    with store.engine._writer.held(1) as sqlite:
        sqlite.execute("PRAGMA query_only = OFF")
    keeper.page = refused
    assert keeper.send("Send it again", "Send it again").status == 200
    assert log_lines(keeper)[-1].endswith("“Tea”")


def test_a_newer_scorepad_that_takes_the_file_over_meanwhile_is_told_on_the_page(
    keeper: Scorekeeper, store: Store
) -> None:
    game = table(keeper).path
    keeper.without_room = True
    tamper(
        file_behind(store).parent, "CREATE TABLE later (word TEXT)",
        "INSERT INTO _sqlite_migrations VALUES (99, 'scorepad', 'm099_later', '2030-01-01')",
    )  # fmt: skip
    before = store.version(game.rpartition("/")[2])
    refused = keeper.send("/comments", text="Tea")
    assert refused.status == 507
    assert "newer Scorepad" in refused.refusals[0]
    assert refused.form("/comments").value("text") == "Tea"
    assert keeper.visit(game).status == 200
    assert store.version(game.rpartition("/")[2]) == before


# --- a record that was changed ------------------------------------------------------------------------


@pytest.fixture
def damaged(keeper: Scorekeeper, store: Store, tmp_path: Path) -> str:
    """Change the second hand of a game on the disk; return the path of the game."""
    path = table(keeper, hands=3).path
    tamper(tmp_path, "UPDATE events SET event = replace(event, '\"p2\": 2', '\"p2\": 3') WHERE seq = 5")
    return path


@pytest.fixture
def later(damaged: str, tmp_path: Path) -> Iterator[Scorekeeper]:
    """Return a browser after a restart."""
    with contextlib.closing(open_store(tmp_path)) as store:
        yield Scorekeeper(Within(create_app(store)))


def test_a_tap_that_the_disk_has_changed_is_no_bid_and_the_page_says_so_until_the_hand_is_recorded(
    keeper: Scorekeeper, tmp_path: Path
) -> None:
    table(keeper)
    for player, bid in (("p1", 1), ("p2", 0), ("p3", 2)):
        keeper.tap(f"bid.{player}", bid)
    tamper(tmp_path, "UPDATE drafts SET value = '\"3\"' WHERE field = 'bid.p1'")
    page = keeper.visit(keeper.page.path)
    assert page.refusals == ["A tap of this hand was changed on the disk and no longer counts. Check what is tapped."]
    assert [page.form("/bids").value(f"bid.p{n}") for n in (1, 2, 3)] == [None, "0", "2"]
    assert keeper.send("/bids").status == 422, "nobody bids for Ann"
    assert keeper.bid(Ann=1).refusals == []


def test_a_damaged_game_shows_what_is_sound_which_can_be_taken_away_and_read_in_again(
    later: Scorekeeper, damaged: str
) -> None:
    page = later.visit(damaged)
    assert page.status == 200
    assert "is damaged" in page.refusals[0]
    assert "Event 5 was changed." in page.text
    assert "Its first 4 events" in page.text
    assert page.totals == {"Ann": 11, "Bob": -12, "Cat": 12}, "the first hand is there"
    assert page.forms == [], "nothing can be written on it"
    file = later.follow("Game file up to the damage").body
    page = later.visit("/print/all.pdf")
    assert (page.status, page.title) == (422, "Print all sheets"), "there is nothing else to print"
    assert "its record is damaged" in page.refusal_at("year")
    later.visit(damaged)
    assert "is damaged" in later.follow("Log").refusals[0]
    later.visit("/more")
    page = later.send("/games/upload", file=("game.json", file))
    assert page.status == 200
    assert page.title == "Hand 2"
    assert "Mr Pike's Oh Hell!, damaged after hand 1" in page.text, "the copy names the damage on every sheet"


def test_nothing_can_be_written_on_a_damaged_game(later: Scorekeeper, damaged: str) -> None:
    form = new_game(later, "pike", "Ann", "Bob", "Cat").form("/comments")
    for address in ("undo", "comments", "hands/4/bids", "end"):
        form.action = f"{damaged}/{address}"
        page = later.forge(form, text="Tea", seen="7")
        assert (page.status, page.title) == (409, "This game is damaged")
    assert later.follow("Show the readable part").path == damaged


def test_a_game_damaged_under_a_running_server_is_not_written_on(
    keeper: Scorekeeper, store: Store, tmp_path: Path
) -> None:
    page = table(keeper, hands=1)
    game = page.path.rpartition("/")[2]
    tamper(tmp_path, "UPDATE games SET head = 'x' || substr(head, 2)")  # no digit of a hash
    keeper.page = page
    assert keeper.send("/comments", text="Tea").status == 409
    assert store.version(game) == 3


def test_a_game_whose_opening_is_gone_is_told(later: Scorekeeper, damaged: str, tmp_path: Path) -> None:
    tamper(tmp_path, "UPDATE events SET event = '{' WHERE seq = 1")
    page = later.visit(damaged)
    assert (page.status, page.title) == (409, "This game is damaged")


def test_who_looks_at_a_damaged_game_is_not_told_to_do_what_only_its_owner_can(store: Store, tmp_path: Path) -> None:
    game_id = GameRepository(store).keep(play("pike", "Ann Bob Cat", {"closing": {"hands": 2}}), by="test")
    tamper(tmp_path, "UPDATE events SET by = 'Zed' WHERE seq = 2")
    app = create_app(store, links=Links(store))
    assert (
        "To continue from there, download the game file below and import it in"
        in owner(app).visit(f"/games/{game_id}").text
    )
    page = looker(app, game_id).page
    assert "list of games" not in page.text
    assert "Tell the person who gave you the link" in page.text
