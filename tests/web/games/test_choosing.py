"""The choice of a game: found by any of its names and by the number of players, the usual ones first."""

import unicodedata

import pytest
from flask import Flask
from html_pages import Page
from scorekeeper import Scorekeeper, new_game

from scorepad import cli
from scorepad.errors import RuleFileError
from scorepad.formats import letters_of
from scorepad.rules import rulebook
from scorepad.rules.rulebook import Rulebook
from scorepad.web.games.new_game import offer


def offers(page: Page) -> list[str]:
    """Return the titles shown, in order, with those of collapsed groups."""
    items = [item for item in page.root.all("li") if item.has("data-names") and not item.has("hidden")]
    return [next(item.all("b")).text for item in items]


def missing(page: Page) -> list[str]:
    """Return the texts shown about games that Scorepad does not have."""
    return [item.text for item in page.root.all("p") if item.has("data-other") and not item.has("hidden")]


def looked_for(keeper: Scorekeeper, query: str, players: str = "") -> list[str]:
    keeper.visit("/games/new")
    return offers(keeper.send("Find", "Find", q=query, players=players))


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("oh pshaw", "Oh Hell, the usual one"), ("ELEVATOR", "L'Ascenseur"), ("elev", "Oh Hell, the usual one"),
        ("wuori’s", "Oh Hell, the usual one"), ("boerenbridge", "10 op en neer"), ("lascenseur", "L'Ascenseur"),
        ("la pocha", "La Pocha"), ("judgement", "Kachuful"), ("judgement", "Judgement"), ("Hefner", "Murder"),
        ("99", "Ninety-Nine"), ("einmal hölle", "Stiche-Raten"), ("Rage (Amigo)", "Rage"),
    ],
)  # fmt: skip
def test_a_game_is_found_by_the_names_that_people_have_for_it(keeper: Scorekeeper, name: str, title: str) -> None:
    assert title in looked_for(keeper, name)


def test_each_game_is_found_by_each_of_its_names_in_capitals_and_without_accents() -> None:
    for key, book in rulebook.built_in().items():
        assert book.also, key
        for name in (book.name, *book.also):
            for typed in (name, name.upper(), unicodedata.normalize("NFD", name), letters_of(name), f" {name} "):
                assert offer(key, book, letters_of(typed), None).shown, (key, typed)
        assert not offer(key, book, letters_of("canasta"), None).shown


def test_the_usual_games_come_first_then_what_was_played_lately_then_all_others_once(keeper: Scorekeeper) -> None:
    new_game(keeper, "michigan", "Ann", "Bob", "Cat")
    page = keeper.visit("/games/new")
    result = offers(page)
    assert result[:5] == ["Oh Hell, the usual one", "Boerenbridge", "Wizard", "Murder", "Michigan Oh Hell"]
    names = {book.name for book in rulebook.built_in().values()} - {"Oh Hell (Pagat)"}
    assert sorted(result) == sorted([*names, "Oh Hell, the usual one"])
    assert [details for details in page.root.all("details") if details.has("open")] == []


def test_how_many_play_leaves_the_games_for_so_many(keeper: Scorekeeper) -> None:
    assert "Ninety-Nine" in looked_for(keeper, "", "3")
    for players in (2, 5, 8):
        fit = {book.name for book in rulebook.built_in().values() if book.min_players <= players <= book.max_players}
        items = looked_for(keeper, "", str(players))
        result = {item.replace("Oh Hell, the usual one", "Oh Hell (Pagat)") for item in items}
        assert result == fit
    assert {"La Pocha", "Plump", "Rage"} <= fit, "8 stands for 8 or more"
    assert "Murder" not in fit, "its source splits eight players into two games"


def test_a_name_that_no_game_has_says_so(keeper: Scorekeeper) -> None:
    assert looked_for(keeper, "canasta") == []
    assert "No game found." in keeper.page.text
    assert keeper.page.link("Custom scoring").endswith("/schemes/build")
    for words, scheme in (("Oh Hell, the usual one", "standard"), ("Points by hand", "by_hand")):
        looked_for(keeper, "canasta")
        assert keeper.follow(words).form("Start game").value("scheme") == scheme


@pytest.mark.parametrize(
    ("typed", "name", "why"),
    [("callbr", "Call Break", "a bid is the least number of tricks"), ("preferans", "Préférence", "at least")],
)
def test_a_game_without_exact_bids_is_found_and_something_else_is_offered(
    app: Flask, keeper: Scorekeeper, capsys: pytest.CaptureFixture[str], typed: str, name: str, why: str
) -> None:
    looked_for(keeper, typed)
    (shown,) = missing(keeper.page)
    assert shown.startswith(name)
    assert why in shown
    assert "Scorepad is for games with exact bids." in keeper.page.text
    assert keeper.page.link("Custom scoring").endswith("/schemes/build")
    assert keeper.follow("Oh Hell, the usual one").form("Start game").value("scheme") == "standard"
    keeper.visit("/rules")
    assert why in keeper.send("Find", "Find", q=typed).text
    assert keeper.page.link("Create custom scoring").endswith("/schemes/build")
    assert keeper.page.link("Oh Hell, the usual one").endswith("rulebook=pagat")
    assert cli.main(["rulebooks", "--search", typed]) == 0
    assert why in capsys.readouterr().err


def test_a_missing_game_is_found_only_by_the_beginning_of_a_name(keeper: Scorekeeper) -> None:
    for typed in ("", "oh hell", "hist", "boerenbridge"):
        looked_for(keeper, typed)
        assert missing(keeper.page) == []


def test_an_own_rulebook_is_found_by_the_names_it_gives_itself(app: Flask, keeper: Scorekeeper) -> None:
    text = 'name = "Thursday"\nalso = ["Jeudi soirée"]\nscheme = "pike"\nladder = "3-1"\nplayers = "4"\n'
    app.extensions["scorepad"].rules.save_new("rulebook", "Thursday", text)
    assert looked_for(keeper, "jeudi soiree") == ["Thursday"]
    assert "Custom rules" in keeper.page.text
    assert "Also called Jeudi soirée" in keeper.page.text


@pytest.mark.parametrize("also", ["[1]", "['" + "x" * 201 + "']", str(["x"] * 31), "['a\\nb']"])
def test_names_that_cannot_be_are_refused(also: str) -> None:
    with pytest.raises(RuleFileError, match="also"):
        Rulebook.from_toml(f'name = "A"\nladder = "3"\nalso = {also}'.replace("'", '"'))
