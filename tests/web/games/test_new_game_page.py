"""The pages before a game: starting, finding, deleting and importing games."""

import itertools
import json
import re
from datetime import timedelta
from random import Random
from urllib.parse import urlsplit

import pytest
from builders import hand, play
from html_pages import Page, Typed
from program import GAME
from scorekeeper import Scorekeeper, new_game
from tables import beside, refused

from scorepad.repository import GameRepository
from scorepad.rules import rulebook, scheme
from scorepad.rules.game_properties import other_end
from scorepad.store import Store
from scorepad.web.games import game_list
from scorepad.web.games.game_list import counted_names

# --- the form ------------------------------------------------------------------------------------------------


def test_a_newcomer_finds_the_way_to_a_game(newcomer: Scorekeeper) -> None:
    assert "The score sheet that knows the rules" in newcomer.visit("/").text
    page = newcomer.follow("New game")
    assert page.title == "New game"
    page = newcomer.follow("Oh Hell, the usual one")
    form = page.form("Start")
    assert (form.value("ladder"), form.value("scheme"), form.value("first_dealer")) == ("top-1-top", "standard", "")
    page = newcomer.send("Start", "Start", players__0="Ann", players__1="Bob", players__2="Cat")
    assert page.title == "Hand 1"
    assert "10 cards" in page.text
    assert page.signed("●") == "Ann"


def test_empty_seats_between_players_are_left_out(keeper: Scorekeeper) -> None:
    keeper.visit("/games/new?rulebook=pike")
    page = keeper.send("Start", "Start", players__0="Ann", players__2=" Bob ", players__5="Cat", first_dealer="seat.3")
    assert page.table[0][-3:] == ["Ann", "Bob", "Cat"]
    assert page.signed("●") == "Bob"


def test_a_random_first_dealer_is_a_choice_and_the_server_draws_one_of_the_players(keeper: Scorekeeper) -> None:
    page = keeper.visit("/games/new?rulebook=pike")
    assert page.form("Start").choices("first_dealer") == ["", *(f"seat.{seat}" for seat in range(2, 8)), "draw"]
    assert "“draw”" not in page.text
    begun = [new_game(keeper, "pike", "Ann", "Bob", "Cat", first_dealer="Random dealer") for _game in range(10)]
    dealers = {page.signed("●") for page in begun}
    assert len(dealers) > 1
    assert dealers <= {"Ann", "Bob", "Cat"}


def test_the_dealer_chosen_stays_when_the_form_comes_again(keeper: Scorekeeper) -> None:
    page = new_game(keeper, "pike", "Ann", "Bob", "Cat", first_dealer="seat.2", stake="lots")
    refused(page, "stake", "a whole number")
    page = keeper.send("/games", "Start", stake="", first_dealer="Cat")
    assert page.signed("●") == "Cat"


EVERYTHING: dict[str, Typed] = {
    "players__0": "Ann", "players__1": "Bob", "players__4": "Cat", "first_dealer": "seat.2", "ladder": "3-1-3",
    "scheme": "golf", "location": "The Crown", "scorer": "Di", "date": "2026-11-20", "stake": "25", "until": "13:00",
    "must_trump": "yes", "ties": "fewest misses", "house": "forfeit = { bid = 2, name = 'hat' }",
}  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "field", "why"),
    [
        ({"players__4": ""}, "players.0", "Mr Pike's Oh Hell! is for 3 to 7 players, not 2."),
        ({"players__4": "ann"}, "players.4", "There is already a player called ann."),
        ({"players__1": "x" * 41}, "players.1", "at most 40 letters"),
        ({"first_dealer": "seat.3"}, "first_dealer", "Seat 3 is not at the table."),
        ({"ladder": "abc"}, "ladder", "“abc” is not a hand size. Example: 1-10-1."),
        ({"ladder": "30-1"}, "ladder", ""),
        ({"stake": "lots"}, "stake", "a whole number from 0 to 1000000"),
        ({"location": "x" * 501}, "location", "Enter at most 500 letters"),
        ({"date": "x" * 41}, "date", "Enter at most 40 letters"),
        ({"until": "25:00"}, "until", "Enter a time of day. Examples: 13:00"),
        ({"house": "hook ="}, "house", "This cannot be read"),
        ({"house": "pack = 'x'"}, "house", "pack"),
        ({"house": "options = { prizes = true }"}, "house", "prizes"),
        ({"house": "[" * 5000}, "house", ""),
    ],
)
def test_what_cannot_be_is_told_at_its_field_and_everything_stays_typed(
    keeper: Scorekeeper, typed: dict[str, Typed], field: str, why: str
) -> None:
    before = games(keeper.visit("/"))
    keeper.visit("/games/new?rulebook=pike")
    page = keeper.send("Start", "Start", **(EVERYTHING | typed))
    refused(page, field, why)
    form = page.form("Start")
    stands = {name: form.value(name.replace("__", ".")) for name in EVERYTHING}
    filled = EVERYTHING | typed
    dealers = {"seat.2": filled["players__1"], "seat.3": "seat.3"}  # by name, once one is typed there
    assert stands == filled | {"first_dealer": dealers[str(filled["first_dealer"])]}
    assert games(keeper.visit("/")) == before, "no game was begun"


def test_everything_typed_is_in_the_game(keeper: Scorekeeper) -> None:
    keeper.visit("/games/new?rulebook=pike")
    page = keeper.send("Start", "Start", **EVERYTHING)
    assert "Mr Pike's Oh Hell! · Oh Hell-500, negative · 20 November 2026 · The Crown · scorer Di" in page.text
    keeper.bid(Ann=2, Bob=0, Cat=0)
    page = keeper.take(Ann=3, Bob=0, Cat=0)
    assert "Ann loses the hat in hand 1" in page.text
    file = json.loads(keeper.follow("Game file").source)
    ours = {"must_trump": True, "ties": "fewest misses", "ladder": "3-1-3", "forfeit": {"bid": 2, "name": "hat"}}
    assert file["house"] == ours
    assert (file["scheme"], file["stake"], file["first_dealer"]) == ("golf", 25, "Bob")


@pytest.mark.parametrize("key", ["pagat", "murder"])
def test_ties_are_asked_about_once_and_next_to_the_hands(keeper: Scorekeeper, key: str) -> None:
    page = keeper.visit(f"/games/new?rulebook={key}")
    summaries = [item.text.split("  ")[0] for item in page.root.all("summary")]
    assert [item.startswith("Ties") for item in summaries].index(True) < summaries.index("House rules as usual")
    answers = [item for item in page.root.all("input") if item.get("name") == "ties"]
    assert [item.get("value") for item in answers].count("more hands of the largest size") == 1


def test_a_start_sent_twice_is_one_game(newcomer: Scorekeeper) -> None:
    form = newcomer.visit("/games/new?rulebook=pike").form("Start")
    names: dict[str, Typed] = {"players.0": "Ann", "players.1": "Bob", "players.2": "Cat"}
    first = newcomer.send_form(form, names, "Start")
    assert newcomer.send_form(form, names, "Start").path == first.path
    assert len(games(newcomer.visit("/"))) == 1
    assert newcomer.send_form(form, names | {"players.2": "Di"}, "Start").path != first.path


def test_a_game_without_known_points_asks_for_a_scheme(keeper: Scorekeeper) -> None:
    page = new_game(keeper, "okenuff", "Ann", "Bob", "Cat", "Di")
    refused(page, "scheme", "The points of “Okenuff” are not known. Choose a scoring for it.")
    assert beside(keeper).follow("Create custom scoring").path == "/schemes/build"
    page = keeper.send("Start", "Start", scheme="tens")
    assert page.title == "Hand 1"


def test_options_of_the_points_are_asked_for_when_they_are_chosen(keeper: Scorekeeper) -> None:
    page = keeper.visit("/games/new?rulebook=pike")
    assert not [name for name in page.form("Start").names if name.startswith("option.")]
    page = keeper.send("Start", "Show", players__0="Ann", players__1="Bob", players__2="Cat", scheme="romanian_whist")
    form = page.form("Start")
    assert (page.status, page.refusals) == (200, [])
    assert [form.value(name) for name in ("players.1", "option.prizes", "option.prize")] == ["Bob", "no", "10"]
    for prize in ("many", "1.5", "99999999999"):
        page = keeper.send("Start", "Start", option__prizes="yes", option__prize=prize)
        refused(page, "option.prize", "")
        assert "“prize”" not in page.refusal_at("option.prize"), "the field has a label"
        assert page.form("Start").value("option.prizes") == "yes"
        assert page.form("Start").value("option.prize") == prize
    page = keeper.send("Start", "Start", option__prize="0")
    assert page.title == "Hand 1"
    house = json.loads(keeper.follow("Game file").source)["house"]
    assert house == {"options": {"prizes": True, "prize": 0}}


def test_more_seats_come_with_a_house_rule_for_more_players(keeper: Scorekeeper) -> None:
    keeper.visit("/games/new?rulebook=pike")
    page = keeper.send("Start", "Show", house="players = '2-10'")
    assert "2–10 players." in page.text
    names = [f"Player {letter}" for letter in "ABCDEFGHIJ"]
    seats: dict[str, Typed] = {f"players__{seat}": name for seat, name in enumerate(names)}
    page = keeper.send("Start", "Start", ladder="5-1", **seats)
    assert page.table[0][-10:] == names


def test_ones_own_scheme_can_be_played_and_changed_without_harm_to_the_game(keeper: Scorekeeper) -> None:
    text = 'name = "Sevens"\n[[points]]\nwhen = "made"\ngive = "7 * bid + 7"\n[[points]]\ngive = "-off"\n'
    keeper.visit("/schemes/new")
    assert keeper.send("Save", "Save", text=text).path == "/schemes/own_sevens"
    page = new_game(keeper, "pike", "Ann", "Bob", "Cat", ladder="2-1", scheme="Sevens")
    assert page.title == "Hand 1"
    game = page.path
    keeper.bid(Ann=0, Bob=1, Cat=0)
    assert keeper.take(Bob=2).totals == {"Ann": 7, "Bob": -1, "Cat": 7}
    page = keeper.follow("Change rules")
    assert page.form("/scheme").value("scheme") == "own_sevens"
    keeper.visit("/schemes/own_sevens")
    keeper.send("/drop")
    page = keeper.visit(game)
    assert page.totals == {"Ann": 7, "Bob": -1, "Cat": 7}
    page = keeper.follow("Change rules")
    assert page.form("/scheme").value("scheme") == ""
    refused(keeper.send("/scheme"), "scheme", "Choose a scoring.")


def test_a_form_for_a_game_nobody_knows_offers_those_there_are(keeper: Scorekeeper) -> None:
    assert keeper.visit("/games/new?rulebook=nothing").title == "New game"
    form = keeper.visit("/games/new?rulebook=pike").form("Start")
    assert keeper.forge(form, rulebook="nothing").status == 404
    page = keeper.forge(form, players__0="Ann", players__1="Bob", players__2="Cat", scheme="nothing")
    refused(page, "scheme", "There is no scheme “nothing”.")


def test_a_player_called_draw_can_deal_first(keeper: Scorekeeper) -> None:
    for _game in range(3):  # if the name meant a random draw, three games would show it
        assert new_game(keeper, "pike", "Ann", "draw", "Cat", first_dealer="seat.2").signed("●") == "draw"


OURS = """
name = "Ours"
scheme = "oh_hell_500"
options = { misses = "nothing" }
players = "3-7"
ladder = "3-1"
"""


def test_options_of_a_rulebooks_own_scheme_do_not_hinder_another(newcomer: Scorekeeper) -> None:
    newcomer.visit("/rulebooks/new")
    newcomer.send("Save", "Save", text=OURS)
    form = newcomer.visit("/games/new?rulebook=own_ours").form("Start")
    assert form.value("option.misses") == "nothing"
    page = newcomer.send("Start", "Show", players__0="Ann", players__1="Bob", players__2="Cat", scheme="romanian_whist")
    assert [name for name in page.form("Start").names if name.startswith("option.")] != ["option.misses"]
    page = newcomer.send("Start", "Start", option__prizes="yes")
    assert page.title == "Hand 1", page.refusals
    form = newcomer.follow("Change rules").form("/house")
    assert (form.value("option.prizes"), form.value("option.prize")) == ("yes", "10")


# --- the list ----------------------------------------------------------------------------------------------------


def games(page: Page) -> list[str]:
    """Return the games that a page lists, by the last part of their address."""
    paths = [urlsplit(link).path for link in page.links]
    return [path.removeprefix("/games/") for path in paths if re.fullmatch(r"/games/[\w-]{11}", path)]


def winners(page: Page) -> list[str]:
    """Return the winners in the list with their totals."""
    return [line.text for line in page.root.all("span") if line.get("class") == "won"]


def finished(keeper: Scorekeeper, *players: str, location: str = "") -> Page:
    new_game(keeper, "pike", *players, ladder="1", location=location)
    keeper.bid(**dict.fromkeys(players, 0) | {players[0]: 1})
    return keeper.take()


def test_a_game_is_found_by_player_place_and_rulebook(newcomer: Scorekeeper) -> None:
    new_game(newcomer, "pike", "Ann", "Bob", "Cat", location="The Crown")
    new_game(newcomer, "wizard", "Zoë", "Yan", "Xi")
    finished(newcomer, "Ann", "Dora", "Cat")
    page = newcomer.visit("/")
    assert page.title == "Scorepad"
    assert len(games(page)) == 3
    assert winners(page) == ["Ann 11"]
    counts = {"ann": 2, "ZOË": 1, "crown": 1, "wizard": 1, "ann crown": 1, "nobody": 0, "%": 0, "'": 2}
    for search, count in counts.items():
        page = newcomer.send("Find", search=search)
        assert len(games(page)) == count, search
        assert page.form("Find").value("search") == search
    page = newcomer.send("Find", search="<b>nobody</b>")
    assert "No game found for “<b>nobody</b>”." in page.text


def test_a_long_list_comes_in_pages(newcomer: Scorekeeper, store: Store) -> None:
    repository = GameRepository(store)
    played = hand("Ann Bob Cat", [1, 0, 0], [1, 0, 0])
    for number in range(65):
        game = play("pike", "Ann Bob Cat", played, house={"ladder": "1"}, location=f"Evening {number}")
        repository.keep(game, by="test")
    seen: list[str] = []
    page = newcomer.visit("/")
    for count in (30, 30, 5):
        assert len(games(page)) == count
        seen += games(page)
        if count == 30:
            page = newcomer.follow("Older games")
    assert len({*seen}) == 65
    assert "Older games" not in page.text
    for before in ("x", "-1", "0", "9" * 30, "1.5"):
        assert newcomer.visit(f"/?before={before}").status == 200
        assert newcomer.visit(f"/?running={before}").status == 200


def test_so_does_a_long_list_of_games_in_progress(newcomer: Scorekeeper, store: Store) -> None:
    repository = GameRepository(store)
    for number in range(32):
        repository.keep(play("pike", f"Ann Bob P{number}"), by="test")
    seen = games(newcomer.visit("/"))
    assert len(seen) == 30
    seen += games(newcomer.follow("Older games in progress"))
    assert len({*seen}) == 32
    assert "Older games" not in newcomer.page.text
    newcomer.visit("/")
    newcomer.send("Find", search="pike")
    assert len(games(newcomer.follow("Older games in progress"))) == 2


def test_a_game_is_put_in_the_bin_and_taken_out_again(newcomer: Scorekeeper) -> None:
    game = new_game(newcomer, "pike", "Ann", "Bob", "Cat", location="The Crown")
    newcomer.follow("Remaining hands")
    page = newcomer.send("/bin")
    assert "The game is in the trash. You can restore it there." in page.status_text
    assert games(page) == []
    page = newcomer.visit(game.path)
    assert "This game is in the trash." in page.text, "a link to it still leads there"
    page = newcomer.send("/unbin")
    assert page.path == game.path
    assert "This game is in the trash." not in page.text
    newcomer.follow("Remaining hands")
    newcomer.send("/bin")
    newcomer.follow("More")
    page = newcomer.follow("Trash")
    assert "The Crown" in page.text
    page = newcomer.send("/unbin")
    assert page.path == game.path
    assert "The game is back in the list." in page.status_text
    assert "The trash is empty." in newcomer.visit("/games/bin").text
    form = game.forms[0]
    for path in ("/games/nothing/bin", "/games/nothing/unbin"):
        form.action = path
        assert newcomer.forge(form).status == 404


# --- game files ---------------------------------------------------------------------------------------------------


def upload(keeper: Scorekeeper, file: bytes, name: str = "game.json") -> Page:
    keeper.visit("/more")
    return keeper.send_form(keeper.page.form("/upload"), {"file": (name, file)})


def test_a_game_file_is_read_in(keeper: Scorekeeper) -> None:
    page = upload(keeper, json.dumps(GAME).encode())
    assert "The game is imported." in page.status_text
    assert page.totals["Ann"] == 12
    assert "Tea" in page.text
    assert upload(keeper, b"\xef\xbb\xbf" + json.dumps(GAME).encode()).status == 200


@pytest.mark.parametrize(
    ("file", "why"),
    [
        (b"", "Choose a file first"),
        (b"{\n 'x': 1}", "Line 2, column 2"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"format": NaN}', "NaN"),
        (json.dumps({**GAME, "rulebook": None}).encode(), 'Name a rulebook. Example: "rulebook": "pike".'),
        (json.dumps(GAME | {"players": ["Ann", "ann", "Cat"]}).encode(), "players, “2”"),
        (json.dumps(GAME | {"rulebook": "murdr"}).encode(), "murder"),
        (json.dumps(GAME | {"colour": "<b>red</b>"}).encode(), "colour"),
        (json.dumps(GAME | {"record": [*GAME["record"], {"leave": {"player": "<i>Eve</i>"}}]}).encode(), "Entry 3"),
        (json.dumps(GAME | {"record": [*GAME["record"], {"hand": {"taken": {}}}]}).encode(), "Hand 2: Which player"),
    ],
)
def test_a_wrong_file_is_refused_with_the_place_and_nothing_is_kept(keeper: Scorekeeper, file: bytes, why: str) -> None:
    before = games(keeper.visit("/"))
    page = upload(keeper, file)
    assert page.status == 422
    assert why in page.refusals[0], page.refusals
    assert games(keeper.visit("/")) == before


def test_a_file_sent_twice_is_one_game_and_another_file_is_another(newcomer: Scorekeeper) -> None:
    form = newcomer.visit("/more").form("/upload")
    item, other = (json.dumps(GAME | {"date": day}).encode() for day in ("2026-01-03", "2026-01-10"))
    first = newcomer.send_form(form, {"file": ("game.json", item)})
    assert newcomer.send_form(form, {"file": ("game.json", item)}).path == first.path
    assert newcomer.send_form(form, {"file": ("game.json", other)}).path != first.path
    assert len(games(newcomer.visit("/"))) == 2


def test_a_file_larger_than_any_game_is_refused_kindly(keeper: Scorekeeper) -> None:
    page = upload(keeper, b" " * 300_000)
    assert (page.status, page.title) == (413, "Too large")
    assert "256 kB" in page.text
    assert "scorepad import" in page.text, "which takes larger ones"


def test_every_link_leads_to_a_page_that_is_whole(newcomer: Scorekeeper) -> None:
    """Only one of the schemes and one of the rulebooks: the others have their own tests."""
    finished(newcomer, "Ann", "Bob", "Cat")
    waiting, seen = ["/", new_game(newcomer, "murder", "Ann", "Bob", "Cat").address], set[str]()
    while waiting:
        address = waiting.pop().partition("#")[0]
        kind = re.sub(r"(schemes|rulebooks)/(?!new|build)\w+|(from|rulebook|cards)=\w+", r"\1\2", address)
        if kind not in seen:
            seen.add(kind)
            page = newcomer.visit(address)
            assert page.status == 200, address
            waiting += page.links if page.is_html else []
    assert {"/rules", "/late-entry", "/games/new", "/schemes/new", "/rulebooks", "/schemes.toml"} <= seen


def test_the_way_back_is_on_every_failure(keeper: Scorekeeper) -> None:
    for address in ("/nothing", "/games/nothing", "/schemes/nothing", "/rulebooks/nothing"):
        page = keeper.visit(address)
        assert page.status == 404
        assert keeper.follow("All games").status == 200


# --- schemes and rules that are chosen together ----------------------------------------------------------------


PAIRS = Random(14).sample([*itertools.product(rulebook.built_in(), scheme.built_in())], 6)


@pytest.mark.parametrize(("key", "points"), [("op_en_neer", "boerenbridge"), ("boerenbridge", "golf"), *PAIRS])
def test_any_points_with_any_rules_begin_a_game_that_says_how_it_ends(
    keeper: Scorekeeper, key: str, points: str
) -> None:
    book, chosen = rulebook.find(key), scheme.find(points)
    keeper.visit(f"/games/new?rulebook={key}")
    page = keeper.send("Start", "Show this scoring", scheme=points)
    hint = next(paragraph.text for paragraph in page.root.all("p") if paragraph.get("id") == "hint-scheme")
    assert hint == " ".join(f"{chosen.about} {other_end(book, chosen)}".split())
    names: dict[str, Typed] = {f"players__{seat}": f"Player {seat}" for seat in range(book.min_players)}
    assert keeper.send("Start", "Start", **names).title == "Hand 1"
    rules = keeper.visit(keeper.page.path + "/house").text
    assert " ".join(other_end(book, chosen).split()) in rules


@pytest.mark.parametrize(("letters", "shown"), [
    (18, "Konstantin +3"), (27, "Konstantin, Guus +2"), (500, "Konstantin, Guus, Wilhelmina, Al"), (5, "Konstantin +3"),
])  # fmt: skip
def test_names_in_the_list_are_whole_or_counted(letters: int, shown: str) -> None:
    assert counted_names(["Konstantin", "Guus", "Wilhelmina", "Al"], letters) == shown


def test_three_games_have_cards_and_one_that_rests_is_paused(
    newcomer: Scorekeeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(4):
        new_game(newcomer, "pike", "Ann", "Bob", "Cat", location=f"Room {number}")
    page = newcomer.visit("/")
    assert len(list(page.root.all("article"))) == 3
    assert page.text.partition("Also open")[2].count("Room") == 1
    assert "Paused" not in page.text
    monkeypatch.setattr(game_list, "PAUSED", timedelta(0))
    page = newcomer.visit("/")
    assert "In progress" not in page.text
    assert page.text.count("Paused") == 4


def test_a_game_that_is_stopped_before_its_total_is_met_says_that_nobody_met_it(keeper: Scorekeeper) -> None:
    new_game(keeper, "boerenbridge", "Ann", "Bob", "Cat", ladder="3 …")
    keeper.bid(Ann=1, Bob=1, Cat=1)
    home = keeper.take(Ann=1, Bob=2, Cat=0).path
    keeper.visit(home + "/course")
    page = keeper.send("End game now", "End game now")
    assert "No player has exactly 100" in page.text
    assert winners(keeper.visit("/")) == []


@pytest.mark.parametrize(("field", "folds"), [("ladder", []), ("until", ["Place, scorer, stake, closing time"])])
def test_only_the_fold_of_a_wrong_field_is_open(keeper: Scorekeeper, field: str, folds: list[str]) -> None:
    page = new_game(keeper, "pike", "Ann", "Bob", "Cat", **{field: "?"})
    assert page.status == 422
    opened = [item for item in page.root.all("details") if item.has("open")]
    assert [next(iter(item.all("summary"))).text for item in opened] == folds
