"""The rows of the sheet on a game's page: rendered once, and again when their content changes."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from builders import hand, play
from flask import Flask
from jinja2 import Environment, nodes
from jinja2.meta import find_undeclared_variables
from markupsafe import Markup
from scorekeeper import Scorekeeper
from soak import sampled
from tables import at_hand

from scorepad.game.decide import hands
from scorepad.game.files.game_file import read_game
from scorepad.game.state.game import Game
from scorepad.repository import StoredGame
from scorepad.web.reports.sheet_rows import columns, row_html, sheet_html

GAMES = Path(__file__).parent.parent.parent / "games"
NAMES = sorted(path.name.removesuffix(".sheet.json") for path in GAMES.glob("*.sheet.json"))
FOUR = "Ann Bob Cat Di"


@contextmanager
def drawn(app: Flask) -> Iterator[list[int]]:
    """Yield a list that holds, after the block, the number of rows rendered in it."""
    count: list[int] = []
    with app.test_request_context():
        before = row_html.cache_info().misses
        yield count
        count.append(row_html.cache_info().misses - before)


def stored(game: Game) -> StoredGame:
    return StoredGame(game, len(game.events), "kept", repr(game.events))


def drawn_anew(game: Game) -> Markup:
    """Return the sheet rendered without the cache."""
    row_html.cache_clear()
    return sheet_html.anew(stored(game))


def evening(played: int = 5) -> Game:
    chance = [hand(FOUR, [1, 1, 0, 0], [1, 0, 2, 0], cards=3, trump="H")] * played
    return play("ohell", FOUR, *chance, house={"ladder": "3x9"})


@pytest.mark.parametrize(("key", "names", "heads"), [
    ("ohell", "Christopher Anne-Sophie Bartholomew Konstantin Guus Maxi Wil", "Chri Anne Bart Kons Guus Maxi Wil"),
    ("murder", "Ann Bartholomew Cat Di Eve Fay Maximilian", "Ann Bar Cat Di Eve Fay Ma"),
])  # fmt: skip
def test_seven_names_are_whole_or_have_as_many_letters_as_fit_on_a_phone(key: str, names: str, heads: str) -> None:
    assert [*columns(play(key, names)).narrow.values()] == heads.split()


def test_after_the_next_hand_one_row_more_is_drawn(app: Flask, keeper: Scorekeeper) -> None:
    at_hand(keeper, "pike", "Ann", "Bob", "Cat", house={"ladder": "5x6"})
    for played in range(1, 5):
        with drawn(app) as count:
            keeper.bid(Ann=1, Bob=0, Cat=2)
            keeper.take(Ann=1, Bob=2, Cat=2)
            assert len(list(keeper.page.root.all("tr"))) == 1 + played + 2, "heads, hands, open one, totals"
        assert count == [1]


def test_a_correction_draws_every_row_that_it_changes_and_no_other(app: Flask) -> None:
    game = evening()
    corrected = game.then(hands.correct(game, 3, {"taken": {"p1": 0, "p2": 1}}))
    with drawn(app) as at_first:
        sheet_html(stored(game))
    with drawn(app) as afterwards:
        page = sheet_html(stored(corrected))
    assert (at_first, afterwards) == ([5], [3]), "hand 3, and the totals from there on"
    with app.test_request_context():
        assert page == drawn_anew(corrected)
        assert page.count("✎") == 1


@pytest.mark.parametrize("name", sampled(NAMES, 3))
def test_a_sheet_of_kept_rows_is_the_sheet_drawn_anew_at_every_step_of_a_recorded_game(app: Flask, name: str) -> None:
    game = read_game(json.loads((GAMES / f"{name}.json").read_text("utf-8")))
    steps = [Game.replay(game.events[:number]) for number in range(1, len(game.events) + 1)]
    with app.test_request_context():
        assert [sheet_html(stored(step)) for step in steps] == [drawn_anew(step) for step in steps]


def read_by(app: Flask, macro: str, template: str) -> set[str]:
    """Return the names that a macro reads apart from its arguments."""
    assert app.jinja_env.loader is not None
    bare = Environment(autoescape=True)  # without globals, so that each use of Scorepad's own is found
    whole = bare.parse(app.jinja_env.loader.get_source(bare, template)[0])
    whole.body = [item for item in whole.find_all(nodes.Macro) if item.name == macro]
    assert len(whole.body) == 1
    return find_undeclared_variables(whole)


def test_a_row_reads_nothing_but_what_it_is_kept_for(app: Flask) -> None:
    """A row must not depend on the user, the language or the rest of the game."""
    assert read_by(app, "row", "reports/_sheet_row.html") == {"suit"}
    assert read_by(app, "suit", "_macros.html") == set()
    assert read_by(app, "suit_chips", "_fields.html") == {"shown_trump"}, "what is read is seen"
