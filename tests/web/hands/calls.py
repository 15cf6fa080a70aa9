"""Calls on the pad without scripts."""

import re

from html_pages import Page
from scorekeeper import Scorekeeper
from tables import at_hand

NAMES = dict(zip("ABCDE", ("Ann", "Bob", "Cat", "Di", "Eve"), strict=True))


def table(keeper: Scorekeeper, players: str = "ABCD", cards: int = 5) -> Page:
    """Start a game of Murder whose first hand has this number of cards; A bids first."""
    return at_hand(keeper, "murder", *(NAMES[player] for player in players), house={"ladder": f"{cards} 4"})


def call(keeper: Scorekeeper, text: str) -> Page:
    """Press the keys of one call, even if the pad does not offer it."""
    form = keeper.page.form("/calls")
    words = {"level": text.rstrip("CDHSN"), "call": text[-1]} if text[0].isdigit() and not text.isdigit() else {}
    words = words or ({"level": text, "call": "number"} if text.isdigit() else {"call": text})
    return keeper.forge(form, **words)


def calls(keeper: Scorekeeper, *text: str) -> Page:
    for item in text:
        page = call(keeper, item)
        assert page.status == 200, page.refusals
    return keeper.page


def review(page: Page) -> list[str]:
    """Return the lines of the review, one per player, in a first hand, whose totals are 0."""
    return [re.sub(r" 0(?= [^ ]+$)", "", line) for line in lines(page)]


def lines(page: Page) -> list[str]:
    section = next(section for section in page.root.all("section") if "review" in section.classes)
    return [item.text for item in section.all("li")]
