"""The pages of an evening by the clock: quitting time, pace, last hands announced and withdrawn."""

import json
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from html_pages import Page
from program import run
from reading_pdf import read
from scorekeeper import Scorekeeper, Within, new_game
from web.hands.calls import call

from printables.filled.score_sheet import score_sheet
from scorepad.game.files.game_file import read_game
from scorepad.repository import GameRepository
from scorepad.store import Store
from scorepad.web import create_app


class Clock:
    """A clock that the test advances; it shows local time in Tokyo."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 20, 3, 0, tzinfo=UTC)  # 12:00 in Tokyo

    def __call__(self) -> datetime:
        return self.now

    def wind(self, minutes: float) -> None:
        self.now += timedelta(minutes=minutes)


@pytest.fixture(autouse=True)
def _tokyo(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def keeper(store: Store, clock: Clock) -> Scorekeeper:
    app = create_app(store)
    app.extensions["scorepad"].games = GameRepository(store, clock)
    return Scorekeeper(Within(app))


def lunch(keeper: Scorekeeper, clock: Clock, *minutes: float, rulebook: str = "murder", **typed: str) -> Page:
    """Play a game from 12:00 in which all pass, one hand after each of these minutes."""
    page = new_game(keeper, rulebook, "Ann", "Bob", "Cat", "Di", **typed)
    for some in minutes:
        clock.wind(some)
        page = passed(keeper)
    return page


def passed(keeper: Scorekeeper) -> Page:
    """Record a hand in which all bid 0 and one player takes all tricks."""
    keeper.send("/bids", **{f"bid__p{seat}": 0 for seat in range(1, 5)})
    assert keeper.page.status == 200, keeper.page.refusals
    form = keeper.page.form("/taken")
    first, *others = form.names & {f"taken.p{seat}" for seat in range(1, 5)}
    page = keeper.send_form(form, {first: form.node.get("data-cards"), **dict.fromkeys(others, 0)})
    assert page.status == 200, page.refusals
    return page


def test_the_page_tells_quietly_how_many_hands_there_are_before_quitting_time(
    keeper: Scorekeeper, clock: Clock
) -> None:
    page = lunch(keeper, clock, 5, 6, 7, 6, until="13:00")
    assert "About 6 min per hand · Until 13:00: 6 more hands" in page.text
    assert "until 13:00" in page.text
    assert "Time for" not in page.text


def test_when_it_is_time_one_tap_announces_the_last_two_and_one_takes_them_back(
    keeper: Scorekeeper, clock: Clock
) -> None:
    page = lunch(keeper, clock, 5, 6, 7, 6, until="13:00")
    clock.wind(28)  # 12:52
    page = keeper.visit(page.path)
    assert "Time for the last two hands" in page.text
    page = keeper.send("Announce last hands", "Announce last hands")
    assert "The last hands are announced." in page.status_text
    assert "12 cards · second-last" in page.text
    assert "Time for" not in page.text
    page = keeper.send("Not the last hand")
    assert "The last hands are no longer announced" in page.status_text
    assert "7 cards" in page.text
    assert "Time for the last two hands" in page.text


def test_after_the_time_the_offer_is_one_more_hand(keeper: Scorekeeper, clock: Clock) -> None:
    page = lunch(keeper, clock, 5, 6, 7, 6, until="13:00")
    clock.wind(40)
    page = keeper.visit(page.path)
    assert "No time for another hand before 13:00" in page.text
    assert "Time for the last hand" in page.text
    page = keeper.send("Make this the last hand", "Make this the last hand")
    assert "13 cards · last hand" in page.text
    page = passed(keeper)
    assert page.form("Play again")
    assert "min per hand" not in page.text


@pytest.mark.parametrize("is_auction", [True, False])
def test_nothing_is_offered_while_a_hand_is_played(keeper: Scorekeeper, clock: Clock, is_auction: bool) -> None:
    lunch(keeper, clock, 5, 6, 7, 6, until="13:00")
    clock.wind(28)
    page = call(keeper, "pass") if is_auction else keeper.send("/bids", **{f"bid__p{seat}": 0 for seat in range(1, 5)})
    assert "Until 13:00: 2 more hands" in page.text
    assert "Time for" not in page.text
    assert not [form for form in page.forms if form.action.endswith("/closing")]


def test_without_a_quitting_time_the_pace_stands_with_the_hands_to_come(keeper: Scorekeeper, clock: Clock) -> None:
    page = lunch(keeper, clock, 5, 6, 7, 6)
    assert "min per hand" not in page.text
    assert "Recently about 6 min per hand." in keeper.follow("Remaining hands").text


def test_the_time_is_agreed_and_changed_at_the_head_of_the_sheet(keeper: Scorekeeper, clock: Clock) -> None:
    page = lunch(keeper, clock, 5, 6, until="13:00")
    game = page.path
    keeper.visit(f"{game}/house")
    assert keeper.page.form("/details").value("until") == "13:00"
    page = keeper.send("/details", until="noon", location="Canteen")
    assert "Enter a time of day. Examples: 13:00" in page.refusal_at("until")
    assert page.form("/details").value("location") == "Canteen"
    page = keeper.send("/details", until="13:30")
    assert "Until 13:30: 13 more hands" in page.text
    file = json.loads(keeper.visit(f"{game}/game.json").source)
    assert file["until"] == "13:30"


@pytest.mark.parametrize(("rulebook", "last"), [("murder", 13), ("pike", 10)])
def test_any_game_is_closed_with_two_taps_and_opened_again_with_one(
    keeper: Scorekeeper, clock: Clock, rulebook: str, last: int
) -> None:
    lunch(keeper, clock, rulebook=rulebook)
    page = keeper.send("Make this the last hand", "Make this the last hand")
    assert f"{last} cards · last hand" in page.text
    page = keeper.send("Not the last hand")
    assert "cards · last" not in page.text
    page = keeper.send("Play two more hands, then stop", "Play two more hands, then stop")
    assert "second-last" in page.text


def test_paper_and_terminal_show_the_time_at_the_head(tmp_path: Path) -> None:
    file = {"format": "scorepad-game/1", "rulebook": "murder", "players": ["Ann", "Bob", "Cat"], "until": "13:00"}
    paper = read(score_sheet(read_game({**file, "record": []})))[0]
    assert "until 13:00" in paper.text
    (tmp_path / "game.json").write_text(json.dumps(file))
    assert "Murder · until 13:00" in run(tmp_path, "score", tmp_path / "game.json").text
