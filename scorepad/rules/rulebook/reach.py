"""What can come up at all in the games of a rulebook, whoever of its players sit down: so that nothing is asked or
told that can make no difference."""

from __future__ import annotations

from collections.abc import Iterable

from scorepad.rules.rulebook.house_option import Rules


def numbers_of_players(rulebook: Rules) -> range:
    """From the fewest to the most."""
    return range(rulebook.min_players, rulebook.max_players + 1)


def deals_all_cards(rulebook: Rules, numbers: Iterable[int] | None = None) -> bool:
    """Whether there is a hand that leaves no card to turn up, for one of these numbers of players (None: for any)."""
    return any(
        cards * number >= rulebook.pack_for(number)
        for number in numbers or numbers_of_players(rulebook)
        for cards in rulebook.sizes(number)
    )


def hands_differ(rulebook: Rules) -> bool:
    """Whether some hands are larger than others."""
    return any(len({*rulebook.sizes(number)}) > 1 for number in numbers_of_players(rulebook))


def ends_below_the_top(rulebook: Rules) -> bool:
    """Whether the last hand may be smaller than the largest: that of an endless ladder may be any."""
    if rulebook.ladder.endless:
        return hands_differ(rulebook)
    return any(rulebook.sizes(number)[-1] < rulebook.largest_for(number) for number in numbers_of_players(rulebook))


def has_jokers(rulebook: Rules) -> bool:
    """Return whether the pack has cards beyond whole suits of 13."""
    return any(
        rulebook.pack_for(number) > 52 and rulebook.pack_for(number) % 13 for number in numbers_of_players(rulebook)
    )
