"""The standings, as a page and as a picture."""

from collections.abc import Callable
from io import BytesIO
from itertools import pairwise
from typing import Any
from urllib.parse import urlsplit

import pytest
from builders import hand, play
from flask import Flask
from html_pages import Page
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from scorekeeper import Scorekeeper
from soak import only_in_soak

from printables.filled.picture import COLOURS, MARGIN, PAPER, PLAYER_ROW, standings_picture
from scorepad.game.files.game_file import FORMAT, read_game
from scorepad.game.report.statistics import ChartSeries, chart_series
from scorepad.game.state.game import Game
from scorepad.game.state.rows import Points
from scorepad.repository import GameRepository
from scorepad.web.reports.standings import LETTER, chart

TABLE = "Ann Bob Cat"
THREE = [hand(TABLE, [2, 1, 1], [2, 1, 2]), hand(TABLE, [0, 2, 1], [0, 2, 2]), hand(TABLE, [1, 1, 1], [1, 1, 1])]


Standings = Callable[[Game], Page]


@pytest.fixture
def standings(app: Flask, keeper: Scorekeeper) -> Standings:
    """Return a function that opens the standings of a game."""
    games: GameRepository = app.extensions["scorepad"].games
    return lambda game: keeper.visit(f"/games/{games.keep(game, by='test')}/standings")


def rows(page: Page, table: int) -> list[str]:
    result = list(page.root.all("table"))[table]
    return [row.text for row in result.all("tr")]


def test_it_says_who_can_still_win_how_far_all_can_get_and_the_best_and_the_worst_hand(standings: Standings) -> None:
    page = standings(play("pike", TABLE, *THREE, house={"ladder": "5-3 1"}))
    assert rows(page, 0)[1:] == ["1 Bob 34 – 23 … 45 ✓", "2 Ann 33 −1 22 … 44 ✓", "3 Cat −11 −45 −22 … 0 ✗"]
    assert "With 1 hand left" in page.text
    assert rows(page, 1)[1] == "Ann 3 of 3 100 % 3 Now 3 +12 Hand 1 +10 Hand 2"
    assert rows(page, 1)[3] == "Cat 1 of 3 33 % 1 +11 Hand 3 −11 Hand 1"


def test_where_nobody_knows_who_can_win_it_says_why(standings: Standings) -> None:
    played = hand(TABLE, [1, 1, 0], [1, 1, 1], trump="H", contract={"declarer": "Ann", "level": 1})
    text = standings(play("murder", TABLE, played)).text
    assert "Possible winners are not known, because the number of hands left is" in text


def test_before_the_first_hand_and_after_the_last_it_has_something_to_say(standings: Standings) -> None:
    assert "before the first hand" in standings(play("pike", TABLE)).text
    over = standings(play("pike", TABLE, *THREE, house={"ladder": "5-3"}))
    assert rows(over, 0) == ["Player Total Behind", "1 Bob 34 –", "2 Ann 33 −1", "3 Cat −11 −45"]


# --- in a chat --------------------------------------------------------------------------------------------


def about(page: Page) -> dict[str, str]:
    return {meta.get("property") or meta.get("name"): meta.get("content") for meta in page.root.all("meta")}


def test_a_chat_shows_of_a_link_where_it_is_played_and_how_it_stands(keeper: Scorekeeper, standings: Standings) -> None:
    game = play("pike", TABLE, *THREE, house={"ladder": "5-3 1"}, location="The Mill", date="2026-11-20", stake=5)
    page = standings(game)
    text = about(page)
    assert text["og:title"] == "The Mill · 20 November 2026"
    assert text["og:description"] == text["description"] == "After 3 hands: Bob 34, Ann 33, Cat −11"
    assert text["og:image"].startswith("http://")
    assert keeper.way.ask("GET", urlsplit(text["og:image"]).path).body.startswith(b"\x89PNG")


def test_of_a_game_that_is_over_it_names_the_winner(standings: Standings) -> None:
    wild = '"><b>Ann Bob Cat'
    game = play("pike", wild, hand(wild, [1, 0, 0], [1, 0, 0]), house={"ladder": "1"})
    page = standings(game)
    assert about(page)["og:description"].startswith('"><b>Ann wins: "><b>Ann 11, ')
    assert "<b>Ann" not in page.source


# --- the chart --------------------------------------------------------------------------------------------

_TOTALS = st.lists(st.lists(st.integers(-500, 500), min_size=31, max_size=31), min_size=2, max_size=10)


@given(_TOTALS, st.integers(1, 30), st.sampled_from([(360, 300), (736, 420)]), st.integers(1, 24))
def test_everything_lies_inside_the_chart_and_no_name_on_another(
    totals: list[list[int]], hands: int, size: tuple[int, int], letters: int
) -> None:
    names = {f"p{seat}": "W" * letters for seat in range(len(totals))}
    result: dict[str, list[tuple[int, Points]]] = {
        player: list(enumerate(total[: hands + 1])) for player, total in zip(names, totals, strict=True)
    }
    drawn = chart(ChartSeries(hands, result), names, *size)
    for curve in drawn.chart_series:
        xs, ys = zip(*[map(float, point.split(",")) for point in curve.path.split()], strict=True)
        assert drawn.left <= min(xs) <= max(xs) <= drawn.right
        assert 0 <= min(ys) <= max(ys) <= drawn.foot
        assert curve.label.x + len(curve.name) * LETTER <= drawn.width
    heights = sorted(curve.label.y for curve in drawn.chart_series)
    assert all(lower - upper > 14 for upper, lower in pairwise(heights))
    assert 0 < heights[0] <= heights[-1] < drawn.height


def test_higher_totals_stand_higher_and_every_line_has_its_own_look() -> None:
    names = "A B C D E F G"
    game = play("pike", names, hand(names, [1, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0]), house={"ladder": "1 1"})
    drawn = chart(chart_series(game.sheet), game.names, 360, 300)
    assert drawn.chart_series[0].label.y < drawn.chart_series[1].label.y
    assert len({(chart_sery.colour, chart_sery.broken) for chart_sery in drawn.chart_series}) == 7


# --- the picture ------------------------------------------------------------------------------------------


def test_names_that_differ_in_what_cannot_be_drawn_are_told_apart_in_the_picture() -> None:
    def drawn(*names: str) -> bytes:
        bids = {name: int(at == 0) for at, name in enumerate(names)}
        record = [{"hand": {"bids": bids, "taken": bids}}]
        file = {"format": FORMAT, "rulebook": "pike", "players": [*names], "house": {"ladder": "1 1"}, "record": record}
        return standings_picture(read_game(file))

    assert drawn("Ann 🎉", "Bob", "Cat") == drawn("Ann", "Bob", "Cat"), "no box"
    assert drawn("Ann 🎉", "Ann 🎈", "Cat") == drawn("Ann 1", "Ann 2", "Cat")


def test_the_picture_shows_every_players_colour() -> None:
    names = "A B C D E F G"
    game = play("pike", names, *[hand(names, [1, *[0] * 6], [1, *[0] * 6])] * 2, house={"ladder": "1 1 1"})
    image = Image.open(BytesIO(standings_picture(game))).convert("RGB")
    drawn = bytes(image.tobytes())
    colours = {drawn[at : at + 3] for at in range(0, len(drawn), 3)}
    for wanted in COLOURS:
        there = bytes.fromhex(wanted[1:])
        assert min(max(abs(a - b) for a, b in zip(there, colour, strict=True)) for colour in colours) <= 8, wanted


def test_the_winners_mark_is_whole_and_the_eighth_players_hollow() -> None:
    names = "A B C D E F G H"
    game = play(
        "ohell", names, hand(names, [1, 0, 0, 0, 0, 0, 0, 1], [1, 0, 0, 0, 0, 0, 0, 0]), house={"ladder": "1 1"}
    )
    image = Image.open(BytesIO(standings_picture(game))).convert("RGB")
    first = MARGIN + 46 + 58 + 30 + PLAYER_ROW - 24 - 15
    assert _near(image.getpixel((MARGIN + 96, first)), COLOURS[0])
    assert _near(image.getpixel((MARGIN + 96, first + 7 * PLAYER_ROW)), PAPER)


def _near(pixel: Any, colour: str) -> bool:
    return all(abs(item - other) <= 8 for item, other in zip(pixel, bytes.fromhex(colour[1:]), strict=True))


@pytest.mark.parametrize("names", ["אבג 张伟 🃏Ace", *only_in_soak("Bartholomew-James-the-Great B C", "A B C D E F G")])
def test_whatever_the_names_are_there_is_a_picture_of_the_same_bytes_each_time(names: str) -> None:
    count = len(names.split())
    played = hand(names, [1, *[0] * (count - 1)], [1, *[0] * (count - 1)])
    game = play("pike", names, played, house={"ladder": "1 1"}, stake=12345, location="x" * 60)
    assert standings_picture(game) == standings_picture(game)
    assert len(standings_picture(game)) < 60_000
    assert Image.open(BytesIO(standings_picture(play("pike", names)))).width == 1080, "not begun"
