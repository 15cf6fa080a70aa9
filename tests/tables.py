"""Games to test the pages with, and a check of a page that refuses a form."""

from collections.abc import Sequence
from itertools import cycle, islice
from typing import Any

from builders import Entry
from html_pages import Page
from scorekeeper import Scorekeeper, Within

from scorepad.game.files.game_file import FORMAT, read_game
from scorepad.web.groups.group import Group


def beside(keeper: Scorekeeper) -> Scorekeeper:
    """Return another browser, for another tab or phone, on the same page."""
    other = Scorekeeper(keeper.way)
    other.page = keeper.page
    return other


def at_hand(keeper: Scorekeeper, rulebook: str, *players: str, record: Sequence[Entry] = (), **head: Any) -> Page:
    """Open the page of a game with this record, without filling in forms."""
    assert isinstance(keeper.way, Within)
    group: Group = keeper.way.client.application.extensions["scorepad"]
    game = read_game({"format": FORMAT, "rulebook": rulebook, "players": [*players], "record": [*record], **head})
    return keeper.visit("/games/" + group.games.keep(game, by="scorer"))


def pike(keeper: Scorekeeper, *players: str, hands: int = 0, **head: Any) -> Page:
    """Open a game by Mr Pike's rules.

    In each of the first `hands` all players bid 1, and the first bidder takes all tricks.
    """
    names = players or ("Ann", "Bob", "Cat")
    played = []
    for dealer in range(hands):
        in_turn = [*islice(cycle(names), dealer + 1, dealer + 1 + len(names))]
        taken = {name: 5 - dealer if name == names[0] else 0 for name in in_turn}
        played.append({"hand": {"bids": dict.fromkeys(in_turn, 1), "taken": taken}})
    return at_hand(keeper, "pike", *names, record=played, house={"ladder": "5-1-5"}, **head)


def refused(page: Page, field: str, why: str) -> None:
    """Assert that the page was shown again, with the reason at the field."""
    assert page.status == 422
    assert why in page.refusal_at(field), page.refusals


def at_table(keeper: Scorekeeper, *players: str, hands: int = 1) -> Page:
    pike(keeper, *players, hands=hands)
    return keeper.follow("Players")


def murder(keeper: Scorekeeper) -> Page:
    return at_hand(keeper, "murder", "Ann", "Bob", "Cat", house={"ladder": "3-7"})
