"""The steps of a ladder, a whole sentence each.

A size is a number of cards, or, where nobody knows yet how many play, "top" or "players"; so is a number of hands of
one size, of which "players" says one for each player.
"""

from __future__ import annotations

from scorepad.rules.rulebook.ladder import Size, Stop
from scorepad.words import _, ngettext


def every_hand(size: Size) -> str:
    """Of a ladder with one size only, which is known: a number, or "players"."""
    if size == "players":
        return _("In every hand everybody gets as many cards as there are players.")
    words = ngettext(
        "Everybody gets {cards} card in every hand.", "Everybody gets {cards} cards in every hand.", _count(size)
    )
    return words.format(cards=size)


def first_hands(stop: Stop) -> str:
    """How the game begins."""
    count = _count(stop.size)
    words = {
        1: (
            _("The first hand is the largest."),
            _("In the first hand everybody gets as many cards as there are players."),
            ngettext(
                "In the first hand everybody gets {cards} card.",
                "In the first hand everybody gets {cards} cards.",
                count,
            ),
        ),
        "players": (
            _("First come hands of the largest size, as many as there are players."),
            _("First come hands with as many cards as players, one hand for each player."),
            ngettext(
                "First come hands of {cards} card each, as many as there are players.",
                "First come hands of {cards} cards each, as many as there are players.",
                count,
            ),
        ),
    }
    several = (
        _("The first {hands} hands are of the largest size."),
        _("In the first {hands} hands everybody gets as many cards as there are players."),
        ngettext(
            "In the first {hands} hands everybody gets {cards} card.",
            "In the first {hands} hands everybody gets {cards} cards.",
            count,
        ),
    )
    return _said(stop.size, *words.get(stop.times, several), hands=stop.times)


def next_hands(stop: Stop) -> str:
    """A jump to another size."""
    count = _count(stop.size)
    words = {
        1: (
            _("The next hand is of the largest size."),
            _("In the next hand everybody gets as many cards as there are players."),
            ngettext(
                "In the next hand everybody gets {cards} card.",
                "In the next hand everybody gets {cards} cards.",
                count,
            ),
        ),
        "players": (
            _("Then come hands of the largest size, as many as there are players."),
            _("Then come hands with as many cards as players, one hand for each player."),
            ngettext(
                "Then come hands of {cards} card each, as many as there are players.",
                "Then come hands of {cards} cards each, as many as there are players.",
                count,
            ),
        ),
    }
    several = (
        _("Then come {hands} hands of the largest size."),
        _("Then come {hands} hands with as many cards as there are players."),
        ngettext(
            "Then come {hands} hands of {cards} card each.", "Then come {hands} hands of {cards} cards each.", count
        ),
    )
    return _said(stop.size, *words.get(stop.times, several), hands=stop.times)


def again(size: Size) -> str:
    """The size that was just played comes once more."""
    return _said(
        size,
        _("Then the largest hand comes once more."),
        _("Then the hand with as many cards as players comes once more."),
        ngettext(
            "Then the hand of {cards} card comes once more.",
            "Then the hand of {cards} cards comes once more.",
            _count(size),
        ),
    )


def towards(size: Size, *, climbing: bool, by: int) -> str:
    """Some cards more, or fewer, from hand to hand as far as `size`."""
    if climbing:
        return _said(
            size,
            ngettext(
                "Then every hand has one card more, up to the largest.",
                "Then every hand has {by} cards more, up to the largest.",
                by,
            ),
            ngettext(
                "Then every hand has one card more, up to as many as there are players.",
                "Then every hand has {by} cards more, up to as many as there are players.",
                by,
            ),
            ngettext(
                "Then every hand has one card more, up to {cards}.",
                "Then every hand has {by} cards more, up to {cards}.",
                by,
            ),
            by=by,
        )
    return _said(
        size,
        ngettext(
            "Then every hand has one card fewer, down to the size called the largest.",
            "Then every hand has {by} cards fewer, down to the size called the largest.",
            by,
        ),
        ngettext(
            "Then every hand has one card fewer, down to as many as there are players.",
            "Then every hand has {by} cards fewer, down to as many as there are players.",
            by,
        ),
        ngettext(
            "Then every hand has one card fewer, down to {cards}.",
            "Then every hand has {by} cards fewer, down to {cards}.",
            by,
        ),
        by=by,
    )


def played_often(stop: Stop) -> str:
    """How often the size at the end of a way is played."""
    if stop.times == "players":
        return _said(
            stop.size,
            _("The largest hand is played once for each player."),
            _("The hand with as many cards as players is played once for each player."),
            ngettext(
                "The hand of {cards} card is played once for each player.",
                "The hand of {cards} cards is played once for each player.",
                _count(stop.size),
            ),
        )
    return _said(
        stop.size,
        _("The largest hand is played {hands} times."),
        _("The hand with as many cards as players is played {hands} times."),
        ngettext(
            "The hand of {cards} card is played {hands} times.",
            "The hand of {cards} cards is played {hands} times.",
            _count(stop.size),
        ),
        hands=stop.times,
    )


def _said(size: Size, top: str, players: str, number: str, **more: Size) -> str:
    """The sentence for this kind of size."""
    return {"top": top, "players": players}.get(str(size), number).format(cards=size, **more)


def _count(size: Size) -> int:
    return size if isinstance(size, int) else 0
