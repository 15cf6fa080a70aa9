"""The years in words: the same on the page and on the command line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from scorepad.formats import capital, decimals, exact, ordinal, short_day, written
from scorepad.game.statistics.evening import Number
from scorepad.game.statistics.person import (
    Bidding,
    InHands,
    InScheme,
    LongestRow,
    OneEvening,
    Pair,
    PersonPage,
    PersonRow,
    Turn,
)
from scorepad.words import _, ngettext, ours


def total(value: Number) -> str:
    """A total as sheets write it."""
    return written(exact(value))


class Dated(Protocol):
    """Whatever was at a location, in a game, on a day."""

    @property
    def place(self) -> str: ...
    @property
    def game(self) -> str: ...
    @property
    def date(self) -> str: ...


def known_by(one: Dated) -> list[str]:
    """What an evening is known by: its location, else its game, and its day where that is known."""
    return [part for part in (where(one), short_day(one.date)) if part]


def where(one: Dated) -> str:
    """The location, else the game."""
    return one.place or ours(one.game)


def half(value: float) -> str:
    """Evenings, of which an equal one counts half: 15½."""
    return written(exact(value))


def stood(one: OneEvening) -> str:
    """`2 of 5`."""
    return _("{place} of {players}").format(place=one.stood, players=one.players)


def figures(row: PersonRow) -> list[str]:
    """The row of a person in sentences; what rests on too few cases says so."""
    played = ngettext("{won} of {count} evening won", "{won} of {count} evenings won", row.evenings)
    few = _("Too few evenings to say how many opponents were beaten")
    beaten = _("{share} % of opponents beaten").format(share=_share(row.beaten))
    told = [played.format(won=row.won, count=row.evenings), few if row.beaten is None else beaten]
    if row.bids:
        bids = ngettext("{count} bid", "{count} bids", row.bids).format(count=row.bids)
        made = ngettext("{share} % of {count} bid made", "{share} % of {count} bids made", row.bids)
        told.append(bids if row.made is None else made.format(share=_share(row.made), count=row.bids))
    if row.zeros:
        zeros = ngettext("{count} zero bid", "{count} zeros bid", row.zeros).format(count=row.zeros)
        made = ngettext("{share} % of {count} zero made", "{share} % of {count} zeros made", row.zeros)
        told.append(zeros if row.zeros_made is None else made.format(share=_share(row.zeros_made), count=row.zeros))
    return told


def _share(share: float | None) -> str:
    return "" if share is None else decimals(share)


class Best(NamedTuple):
    """What was best or worst: `Best evening` · `198, The Crown 2026-03-06` · the game it was, and the hand."""

    title: str
    what: str
    game_id: str
    hand: int | None = None


class Bests(NamedTuple):
    """What goes together: under the name of a scheme, or under none where it is clear."""

    title: str
    evenings: int
    bests: list[Best]


def bests(page: PersonPage) -> list[Bests]:
    """The longest row; best and worst evening and hand and the biggest comeback of each scheme, of one evening only its
    hands."""
    across = [] if page.longest is None else [_longest(page.longest, page.row.bids)]
    schemes = [Bests(ours(one.scheme), one.evenings, _bests(one)) for one in page.schemes]
    if len(schemes) == 1:
        return [schemes[0]._replace(title="", bests=across + schemes[0].bests)]
    return [one for one in (Bests("", page.row.evenings, across), *schemes) if one.bests]


def _longest(row: LongestRow, bids: int) -> Best:
    of_all = ngettext("{row} in a row, of {count} bid", "{row} in a row, of {count} bids", bids)
    what = ", ".join(part for part in (of_all.format(row=row.bids, count=bids), short_day(row.date)) if part)
    return Best(_("Longest row made"), what, row.game_id, row.hand)


def _bests(one: InScheme) -> list[Best]:
    evenings = [(_("Best evening"), one.best), (_("Worst evening"), one.worst)] if one.evenings > 1 else []
    points, when = _("{points}, hand {hand}, {date}"), _("{points}, hand {hand}")
    behind, then = _("{points} behind after hand {hand}, {date}"), _("{points} behind after hand {hand}")
    hands = [
        (_("Best hand"), one.best_hand, points, when),
        (_("Worst hand"), one.worst_hand, points, when),
        (_("Biggest comeback"), one.comeback, behind, then),
    ]
    found = [Best(title, _evening(evening), evening.game_id) for title, evening in evenings]
    for title, hand, dated, plain in hands:
        if hand is not None:
            words, day = dated if hand.date else plain, short_day(hand.date)
            what = words.format(points=total(hand.points), hand=hand.hand, date=day)
            found.append(Best(title, what, hand.game_id, hand.hand))
    return found


def _evening(one: OneEvening) -> str:
    return f"{total(one.total)}, {', '.join(known_by(one))}"


# --- people and each other ------------------------------------------------------------------------------


class Fact(NamedTuple):
    """`Nemesis` · `Cat, 15–20 over 35 evenings`; `person`, where there is one to read on about."""

    title: str
    what: str
    person: str = ""


def facts(page: PersonPage) -> list[Fact]:
    """Nemesis, favourite victim, comebacks: those that can be told."""
    found = [Fact(_("Nemesis"), _duel(one), one.person) for one in page.nemeses]
    found += [Fact(_("Favourite victim"), _duel(one), one.person) for one in page.victims]
    if page.comebacks.won:
        count = page.comebacks.won
        what = ngettext(
            "{comebacks} of {count} evening won, after standing last",
            "{comebacks} of {count} evenings won, after standing last",
            count,
        )
        found.append(Fact(_("Comebacks"), what.format(comebacks=page.comebacks.evenings, count=count)))
    return found


def _duel(one: Pair) -> str:
    what = ngettext("{person}, {score} over {count} evening", "{person}, {score} over {count} evenings", one.evenings)
    return what.format(person=one.person, score=score(one), count=one.evenings)


def score(one: Pair) -> str:
    """Evenings before and behind: `23–32`."""
    return f"{half(one.before)}–{half(one.evenings - one.before)}"


# --- bids -------------------------------------------------------------------------------------------------


class BidLine(NamedTuple):
    """`1 to 3 cards` · bids · how many of them were made, in per cent; None where they are too few."""

    title: str
    bids: int
    made: float | None


class BidTable(NamedTuple):
    """Lines under a head: `By size of hand`."""

    title: str
    lines: list[BidLine]


def bid_tables(bidding: Bidding) -> list[BidTable]:
    """Bids by size of hand, by place in the bidding, as dealer and not; no table without bids."""
    dealing = bidding.dealing
    dealt = BidLine(_("As dealer"), dealing.bids, dealing.made)
    other = BidLine(_("When others deal"), dealing.other_bids, dealing.other_made)
    return _with_bids([
        BidTable(_("By size of hand"), [BidLine(_size(one), one.bids, one.made) for one in bidding.sizes]),
        BidTable(_("By place in the bidding"), [BidLine(_turn(one.turn), one.bids, one.made) for one in bidding.turns]),
        BidTable(_("The dealer’s edge"), [one for one in (dealt, other) if dealt.bids]),
    ])  # fmt: skip


def finer_tables(bidding: Bidding) -> list[BidTable]:
    """Bids by each number of cards, and by each place in the bidding."""
    places = [BidLine(capital(ordinal(one.place)), one.bids, one.made) for one in bidding.places]
    return _with_bids([
        BidTable(_("By number of cards"), [BidLine(_size(one), one.bids, one.made) for one in bidding.cards]),
        BidTable(_("By each place in the bidding"), places),
    ])  # fmt: skip


def _with_bids(tables: Sequence[BidTable]) -> list[BidTable]:
    return [one for one in tables if one.lines]


def _size(one: InHands) -> str:
    if one.least == one.most:
        return ngettext("{count} card", "{count} cards", one.least).format(count=one.least)
    words = _("{least} cards and more") if one.most is None else _("{least} to {most} cards")
    return words.format(least=one.least, most=one.most)


def _turn(turn: Turn) -> str:
    return {"first": _("First"), "middle": _("In the middle"), "last": _("Last")}[turn]


def edge(bidding: Bidding) -> str:
    """What dealing brings, in words; "" where that cannot be said."""
    value = bidding.dealing.edge
    if value is None:
        return ""
    if not value:
        return _("Dealing changes nothing.")
    more = _("As dealer {edge} bids more in a hundred are made.")
    fewer = _("As dealer {edge} bids fewer in a hundred are made.")
    return (more if value > 0 else fewer).format(edge=decimals(abs(value)))
