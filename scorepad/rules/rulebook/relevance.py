"""What follows from a rulebook: its family, its numbers of players, and which situations can occur.

Forms and explanations use it to omit what makes no difference.
"""

from collections.abc import Iterable

from scorepad.formats import format_range
from scorepad.rules.rulebook.house_option import Rules
from scorepad.words import _


def numbers_of_players(rulebook: Rules) -> range:
    """Return the allowed numbers of players, from the fewest to the most."""
    return range(rulebook.min_players, rulebook.max_players + 1)


def deals_all_cards(rulebook: Rules, numbers: Iterable[int] | None = None) -> bool:
    """Return whether some hand leaves no card to turn up.

    Consider these numbers of players, or all that the rulebook allows if `numbers` is None.
    """
    return any(
        cards * rulebook.playing(number) >= rulebook.pack_for(number)
        for number in numbers or numbers_of_players(rulebook)
        for cards in rulebook.sizes(number)
    )


def hands_differ(rulebook: Rules) -> bool:
    """Return whether some hands are larger than others."""
    return any(len({*rulebook.sizes(number)}) > 1 for number in numbers_of_players(rulebook))


def has_auction(rulebook: Rules) -> bool:
    """Return whether the players bid in an auction."""
    return bool(rulebook.bidding == "auction")


def has_jokers(rulebook: Rules) -> bool:
    """Return whether the pack has cards besides whole suits of 13."""
    return any(
        rulebook.pack_for(number) > 52 and rulebook.pack_for(number) % 13 for number in numbers_of_players(rulebook)
    )


DOWN_UP, UP_DOWN, ONE_WAY, TOGETHER, TRUMPS = "down and up", "up and down", "one way", "together", "trumps"
FAMILIES = (DOWN_UP, UP_DOWN, ONE_WAY, TOGETHER, TRUMPS)

USUAL = ("pagat", "boerenbridge", "wizard", "murder")
"""Keys of the best-known rulebooks, in the order in which lists show them."""


def family(rulebook: Rules) -> str:
    """Return the family of a rulebook, one of FAMILIES."""
    if rulebook.bids_at_once:
        return TOGETHER
    if rulebook.trump.way != "turned up":
        return TRUMPS
    sizes = rulebook.sizes(rulebook.min_players)
    if sizes in (sorted(sizes), sorted(sizes, reverse=True)):
        return ONE_WAY
    return DOWN_UP if sizes[0] > min(sizes) else UP_DOWN


def family_in_words(kind: str) -> str:
    """Return the heading for a family."""
    return {
        DOWN_UP: _("Down to few cards and up again"),
        UP_DOWN: _("Up to many cards and down again"),
        ONE_WAY: _("One way only"),
        TOGETHER: _("All bid at once"),
        TRUMPS: _("Trumps in turn, chosen or by auction"),
    }[kind]


def players_span(rulebook: Rules, dash: str = "–") -> str:
    """Return the number of players: `3–7` or `4`."""
    return format_range(rulebook.min_players, rulebook.max_players, dash)


def players_in_words(rulebook: Rules) -> str:
    """Return the number of players with the noun: `3–7 players` or `4 players`."""
    return _("{span} players").format(span=players_span(rulebook))
