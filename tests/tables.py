"""Games to test the pages with, and what a page shows that refuses a form."""

from __future__ import annotations

from scorekeeper import Page, Scorekeeper, new_game


def beside(keeper: Scorekeeper) -> Scorekeeper:
    """A browser once more, on the page where it is: another tab, another phone."""
    other = Scorekeeper(keeper.way)
    other.page = keeper.page
    return other


def pike(keeper: Scorekeeper, *players: str, hands: int = 0, **typed: str) -> Page:
    """A game by Mr Pike's rules; in each of the first `hands` everybody bids 1 and the first one takes all."""
    names = players or ("Ann", "Bob", "Cat")
    page = new_game(keeper, "pike", *names, ladder="5-1-5", **typed)
    for _hand in range(hands):
        keeper.bid(**dict.fromkeys(names, 1))
        cards = len(keeper.page.form("/taken").choices(f"taken.{keeper.page.player(names[0])}")) - 1
        page = keeper.take(**dict.fromkeys(names, 0) | {names[0]: cards})
    return page


def refused(page: Page, field: str, why: str) -> None:
    """The page came again, with the reason at the field."""
    assert page.status == 422
    assert why in page.refusal_at(field), page.refusals


def at_table(keeper: Scorekeeper, *players: str, hands: int = 1) -> Page:
    pike(keeper, *players, hands=hands)
    return keeper.follow("Who plays")


def murder(keeper: Scorekeeper) -> Page:
    return new_game(keeper, "murder", "Ann", "Bob", "Cat", ladder="3-7")
