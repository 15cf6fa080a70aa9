"""The name and the look of a device: stored in its cookie, shown in the log, and requested once."""

import re

import pytest
from flask import Flask
from scorekeeper import Scorekeeper, Within, new_game


def beginning(keeper: Scorekeeper) -> str:
    return new_game(keeper, "pike", "Ann", "Bob", "Cat", ladder="3-1-3").path


def log_of(keeper: Scorekeeper, game: str) -> str:
    return keeper.visit(game + "/log").text


def test_who_writes_without_a_name_is_the_scorer_in_the_language_of_who_reads(keeper: Scorekeeper) -> None:
    game = beginning(keeper)
    assert re.search(r"scorer · \S+ \S+ \S+ \S+ A game of .* starts: Ann, Bob, Cat\.", log_of(keeper, game))
    keeper.visit("/?lang=de")
    assert "Schreiber · " in log_of(keeper, game)
    keeper.visit("/?lang=nl")
    assert "schrijver · " in log_of(keeper, game)
    assert "Schreiber" not in keeper.page.text


def test_who_wrote_what_is_told_for_each_device(app: Flask, keeper: Scorekeeper) -> None:
    keeper.visit("/device")
    page = keeper.send("/device", name="  Ann’s   phone ")
    assert "Settings saved on this device." in page.status_text
    assert page.form("/device").value("name") == "Ann’s phone"
    game = beginning(keeper)
    keeper.bid(Ann=1, Bob=0, Cat=1)
    other = Scorekeeper(Within(app))
    other.visit("/device")
    other.send("/device", name="Bob")
    other.visit(game)
    other.take(Bob=1, Cat=1)
    notes = log_of(keeper, game)
    assert re.search(r"Bob · \S+ \S+ \S+ \S+ Tricks: Bob 1, Cat 1, Ann 1\. Ann’s phone · \S+ \S+ \S+ \S+ Bids", notes)


def test_it_is_asked_once_and_never_again_after_no(keeper: Scorekeeper) -> None:
    game = beginning(keeper)
    assert "Who uses this device?" in log_of(keeper, game)
    page = keeper.send("/device", "Do not ask again")
    assert page.path == game
    assert "Who uses this device?" not in log_of(keeper, game)
    assert "scorer · " in keeper.page.text


def test_a_game_asks_too_the_answer_leads_back_to_it_and_counts_from_then_on(keeper: Scorekeeper) -> None:
    game = beginning(keeper)
    page = keeper.follow("Who uses this device?")
    assert page.link("Back to the game") == game
    page = keeper.send("/device", name="Di")
    assert page.path == game
    assert "Who uses this device?" not in page.text
    keeper.bid(Ann=1, Bob=0, Cat=1)
    assert keeper.follow("This device").form("/device").value("name") == "Di"
    assert re.search(r"Di · \S+ \S+ \S+ \S+ Bids.* scorer · ", log_of(keeper, game))


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "x" * 500, "Ann\x00\n\u202e"])
def test_strange_names_do_no_harm(keeper: Scorekeeper, name: str) -> None:
    form = keeper.visit("/device").form("/device")
    keeper.forge(form, name=name)
    game = beginning(keeper)
    page = keeper.visit(game + "/log")
    assert "<script>alert" not in page.source
    assert len(page.text) < 600


@pytest.mark.parametrize("look", ["light", "dark", "black"])
def test_a_look_is_in_the_page_before_anything_is_drawn(keeper: Scorekeeper, look: str) -> None:
    assert "data-look" not in keeper.visit("/").source
    keeper.visit("/device")
    words = {"light": "Light", "dark": "Dark", "black": "Black"}[look]
    keeper.send("/device", look=look)
    for page in ("/", beginning(keeper), keeper.page.path + "/view"):
        source = keeper.visit(page).source
        assert f'<html lang="en" data-look="{look}">' in source
        assert "looks.css" in source.split("</head>")[0]
    assert words in keeper.visit("/device").text
    keeper.send("/device", look="")
    assert "data-look" not in keeper.visit("/").source


def test_the_look_does_not_take_the_name_away(keeper: Scorekeeper) -> None:
    keeper.visit("/device")
    keeper.send("/device", name="Ann")
    keeper.forge(keeper.page.form("/device"), look="dark", name=None)
    assert keeper.visit("/device").form("/device").value("name") == "Ann"
    keeper.forge(keeper.page.form("/device"), look="<b>", name="Ann")
    assert "data-look" not in keeper.visit("/").source


def test_the_way_back_leads_to_a_game_of_ours_only(keeper: Scorekeeper) -> None:
    form = keeper.visit("/device").form("/device")
    assert keeper.forge(form, name="Ann", game="//evil.example").status == 404


def test_it_outlives_the_closing_of_the_browser_with_and_without_a_name(app: Flask, keeper: Scorekeeper) -> None:
    form = keeper.visit("/device").form("/device")
    words = "&".join(f"{name}={value}" for name, value in form.untouched())
    kind = "application/x-www-form-urlencoded"
    answer = keeper.way.ask("POST", "/device", f"{words}&look=dark".encode(), kind)
    cookie = answer.headers.get("set-cookie", "") or answer.headers.get("Set-Cookie", "")
    assert "Max-Age=31536000" in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Max-Age=31536000" in app.test_client().get("/games/new?rulebook=pike").headers["Set-Cookie"]
