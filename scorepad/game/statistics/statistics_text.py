"""Statistics in words, for the page and the command line."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from scorepad.formats import capital, decimals, format_change, format_points, ordinal, parse_exact, short_day
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
)
from scorepad.game.statistics.rating import FEWEST_GAMES, certainty
from scorepad.words import _, ngettext, ours


def total(value: Number) -> str:
    """Return a total, or a number of evenings in which equal places count half, as sheets show it: 15½."""
    return format_points(parse_exact(value))


class Dated(Protocol):
    """A result with the place, the game and the date of its evening."""

    @property
    def place(self) -> str: ...
    @property
    def game(self) -> str: ...
    @property
    def date(self) -> str: ...


def evening_label(dated: Dated) -> list[str]:
    """Return the place or the game of an evening, and its date if known."""
    return [part for part in (where(dated), short_day(dated.date)) if part]


def where(dated: Dated) -> str:
    """Return the place, or the game if there is no place."""
    return dated.place or ours(dated.game)


def place_in_words(evening: OneEvening) -> str:
    """Return `2 of 5`."""
    return _("{place} of {players}").format(place=evening.stood, players=evening.players)


def figures(row: PersonRow) -> list[str]:
    """Return a person's row in sentences.

    A sentence says if a share has too few cases.
    """
    played = ngettext("{won} of {count} evening won", "{won} of {count} evenings won", row.evenings)
    few = _("Too few evenings for a share of opponents beaten")
    beaten = _("{share} % of opponents beaten").format(share=_share(row.beaten))
    sentences = [played.format(won=row.won, count=row.evenings), few if row.beaten is None else beaten]
    if row.bids:
        bids = ngettext("{count} bid", "{count} bids", row.bids).format(count=row.bids)
        made = ngettext("{share} % of {count} bid made", "{share} % of {count} bids made", row.bids)
        sentences.append(bids if row.made is None else made.format(share=_share(row.made), count=row.bids))
    if row.zeros:
        zeros = ngettext("{count} zero bid", "{count} zeros bid", row.zeros).format(count=row.zeros)
        made = ngettext("{share} % of {count} zero made", "{share} % of {count} zeros made", row.zeros)
        sentences.append(
            zeros if row.zeros_made is None else made.format(share=_share(row.zeros_made), count=row.zeros)
        )
    sentences += [money_in_words(row.money)] if row.money is not None else []
    return [*sentences, rating_in_words(row)] if row.rating is not None else sentences


def money_in_words(cents: int) -> str:
    """Return the sum of a person's settlements, such as `Money: −120 cents`."""
    return ngettext("Money: {n} cent", "Money: {n} cents", abs(cents)).format(n=format_change(cents))


def rating_in_words(row: PersonRow) -> str:
    """Return `Rating 1087 ± 95, well known`; the person has a rating."""
    text = _("Rating {rating} ± {spread}, {certainty}")
    return text.format(rating=row.rating, spread=row.rating_spread, certainty=certainty(row.rating_spread or 0))


def rating_rules() -> str:
    """Return what a rating is, in sentences."""
    text = _(
        "Ratings show who finishes ahead of whom. Everybody starts at 1000. A game with at least three people counts; "
        "a place ahead of a strong player raises a rating more. Ratings appear after {count} games."
    )
    return text.format(count=FEWEST_GAMES)


def _share(share: float | None) -> str:
    return "" if share is None else decimals(share)


class Fact(NamedTuple):
    """A fact such as `Nemesis` · `Cat, 15–20 over 35 evenings`, or `Best evening` · `198, The Crown 6 Mar 2026`.

    It is about a `person`, or about a game and its hand.
    """

    title: str
    what: str
    person: str = ""
    game_id: str = ""
    hand: int | None = None


class Bests(NamedTuple):
    """Best and worst results in one scheme.

    The title is "" if there is only one scheme.
    """

    title: str
    evenings: int
    bests: list[Fact]


def bests(page: PersonPage) -> list[Bests]:
    """Return the longest row of bids, and the best and worst results in each scheme.

    A scheme has evenings, hands and the biggest comeback. With only one evening, it has only hands and the comeback.
    """
    across = [] if page.longest is None else [_longest(page.longest, page.row.bids)]
    schemes = [Bests(ours(scheme.scheme), scheme.evenings, _bests(scheme)) for scheme in page.schemes]
    if len(schemes) == 1:
        return [schemes[0]._replace(title="", bests=across + schemes[0].bests)]
    return [group for group in (Bests("", page.row.evenings, across), *schemes) if group.bests]


def _longest(row: LongestRow, bids: int) -> Fact:
    of_all = ngettext("{row} in a row, of {count} bid", "{row} in a row, of {count} bids", bids)
    what = ", ".join(part for part in (of_all.format(row=row.bids, count=bids), short_day(row.date)) if part)
    return Fact(_("Longest run of bids made"), what, game_id=row.game_id, hand=row.hand)


def _bests(scheme: InScheme) -> list[Fact]:
    evenings = [(_("Best evening"), scheme.best), (_("Worst evening"), scheme.worst)] if scheme.evenings > 1 else []
    points, when = _("{points}, hand {hand}, {date}"), _("{points}, hand {hand}")
    behind, then = _("{points} behind after hand {hand}, {date}"), _("{points} behind after hand {hand}")
    hands = [
        (_("Best hand"), scheme.best_hand, points, when),
        (_("Worst hand"), scheme.worst_hand, points, when),
        (_("Biggest comeback"), scheme.comeback, behind, then),
    ]
    results = [
        Fact(title, ", ".join([total(evening.total), *evening_label(evening)]), game_id=evening.game_id)
        for title, evening in evenings
    ]
    for title, hand, dated, plain in hands:
        if hand is not None:
            words, day = dated if hand.date else plain, short_day(hand.date)
            what = words.format(points=total(hand.points), hand=hand.hand, date=day)
            results.append(Fact(title, what, game_id=hand.game_id, hand=hand.hand))
    return results


# --- people and their opponents -------------------------------------------------------------------------


def facts(page: PersonPage) -> list[Fact]:
    """Return the nemeses, favourite victims and comebacks, as far as known."""
    items = [Fact(_("Nemesis"), _duel(pair), pair.person) for pair in page.nemeses]
    items += [Fact(_("Favourite victim"), _duel(pair), pair.person) for pair in page.victims]
    if page.comebacks.won:
        count = page.comebacks.won
        what = ngettext(
            "{comebacks} of {count} evening won after being last",
            "{comebacks} of {count} evenings won after being last",
            count,
        )
        items.append(Fact(_("Comebacks"), what.format(comebacks=page.comebacks.evenings, count=count)))
    return items


def _duel(pair: Pair) -> str:
    what = ngettext("{person}, {score} over {count} evening", "{person}, {score} over {count} evenings", pair.evenings)
    return what.format(person=pair.person, score=score(pair), count=pair.evenings)


def score(pair: Pair) -> str:
    """Return evenings before and behind: `23–32`."""
    return f"{total(pair.before)}–{total(pair.evenings - pair.before)}"


# --- bids -------------------------------------------------------------------------------------------------


class BidLine(NamedTuple):
    """A line such as `1 to 3 cards` · bids · the percentage made, or None for too few bids."""

    title: str
    bids: int
    made: float | None


class BidTable(NamedTuple):
    """Lines under a heading such as `By size of hand`."""

    title: str
    lines: list[BidLine]


def bid_tables(bidding: Bidding) -> list[BidTable]:
    """Return bids by size of hand, by turn, and as dealer or not.

    Tables without bids are left out.
    """
    dealing = bidding.dealing
    turns = {"first": _("First"), "middle": _("In the middle"), "last": _("Last")}
    dealt = BidLine(_("As dealer"), dealing.bids, dealing.made)
    other = BidLine(_("When another player deals"), dealing.other_bids, dealing.other_made)
    return _with_bids([
        BidTable(_("By size of hand"), [BidLine(_size(row), row.bids, row.made) for row in bidding.sizes]),
        BidTable(_("By place in the bidding"), [BidLine(turns[row.turn], row.bids, row.made) for row in bidding.turns]),
        BidTable(_("The dealer’s edge"), [line for line in (dealt, other) if dealt.bids]),
    ])  # fmt: skip


def finer_tables(bidding: Bidding) -> list[BidTable]:
    """Return bids by each number of cards, and by each place in the bidding."""
    places = [BidLine(capital(ordinal(row.place)), row.bids, row.made) for row in bidding.places]
    return _with_bids([
        BidTable(_("By number of cards"), [BidLine(_size(row), row.bids, row.made) for row in bidding.cards]),
        BidTable(_("By each place in the bidding"), places),
    ])  # fmt: skip


def _with_bids(tables: Sequence[BidTable]) -> list[BidTable]:
    return [table for table in tables if table.lines]


def _size(hands: InHands) -> str:
    if hands.least == hands.most:
        return ngettext("{count} card", "{count} cards", hands.least).format(count=hands.least)
    words = _("{least} cards and more") if hands.most is None else _("{least} to {most} cards")
    return words.format(least=hands.least, most=hands.most)


def edge(bidding: Bidding) -> str:
    """Return the effect of dealing in words, or "" if it is unknown."""
    value = bidding.dealing.edge
    if value is None:
        return ""
    if not value:
        return _("Dealing makes no difference.")
    shown = decimals(abs(value))
    count = 1 if shown == "1" else 2
    more = ngettext(
        "As dealer, {edge} more bid in a hundred is made.", "As dealer, {edge} more bids in a hundred are made.", count
    )
    fewer = ngettext(
        "As dealer, {edge} fewer bid in a hundred is made.",
        "As dealer, {edge} fewer bids in a hundred are made.",
        count,
    )
    return (more if value > 0 else fewer).format(edge=shown)
