"""A sheet as text that one would like to read in a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from scorepad.formats import day_in_words
from scorepad.game.report.notes import bid_sign
from scorepad.game.state.record import Game
from scorepad.game.state.turns import first_leader
from scorepad.rules.combined import other_end
from scorepad.terminal.columns import clean, columns, listed, wrapped
from scorepad.terminal.signs import ASCII, UNICODE, Signs, signs_for
from scorepad.terminal.table import Table
from scorepad.words import _, labelled, ngettext, ours, quoted

__all__ = ["ASCII", "UNICODE", "Signs", "sheet_text", "signs_for"]

PLAIN = str.maketrans("“”„«»‘’‚·–—\u00a0\u202f", '"""""\'\'\'---  ')
MOST_COMING = 12  # hands to come that are told


def sheet_text(game: Game, *, width: int = 80, signs: Signs = UNICODE, explain: bool = False) -> str:
    """The whole sheet, lines of at most `width` cells: hands, notes, standings, what comes next; with
    `explain` everybody's points in words."""
    parts = [
        _head(game, width),
        *Table(game, width, signs, explain=explain).blocks(),
        _standings(game, width, signs),
        _after(game, width, signs),
    ]
    text = "\n\n".join("\n".join(lines) for lines in parts if lines) + "\n"
    return text.translate(PLAIN) if signs is ASCII else text


def _head(game: Game, width: int) -> list[str]:
    sheet = game.sheet
    until = _("until {time}").format(time=sheet.until) if sheet.until else ""
    title = [ours(sheet.rulebook.name), sheet.location, day_in_words(sheet.date), until]
    lines = wrapped(" · ".join(clean(one) for one in title if one), width)
    lines += wrapped(_("Points: {scheme}").format(scheme=clean(ours(sheet.scheme.name))), width, "  ", "")
    ends = other_end(sheet.rulebook, sheet.scheme)
    lines += wrapped(ends, width) if ends else []
    if sheet.scorer:
        lines += wrapped(_("{name} keeps the sheet").format(name=clean(sheet.scorer)), width)
    return lines


def _standings(game: Game, width: int, signs: Signs) -> list[str]:
    sheet, paid = game.sheet, game.sheet.settlement()
    rows = []
    for one in sheet.standings():
        left = one.player not in sheet.seats.present
        name = clean(game.names[one.player]) + (" " + _("(left)") if left else "")
        money = [] if paid is None else [f"{paid[one.player]:+d}"]
        rows.append([f"{one.place}.", name, signs.number(one.total), *money])
    title = _("Result") if sheet.finished else _("Standings")
    if paid is not None:
        title += " " + _("(last column: money in the smallest coin, {stake} a point)").format(stake=sheet.stake)
    return [*wrapped(title, width), *(f"  {line}" for line in columns(rows, "><>>"))]


def _after(game: Game, width: int, signs: Signs) -> list[str]:
    """Comments on no played hand, and what comes next or who won."""
    sheet = game.sheet
    lines = []
    for one in sheet.comments:
        if one.hand is None or one.hand > sheet.hands_played:
            place = "" if one.hand is None else _("hand {hand}").format(hand=one.hand)
            lines += wrapped(labelled(place, quoted(clean(one.text))), width, "  ")
    if sheet.only_totals:
        lines += wrapped(_("Only the totals of this evening are known."), width, "  ")
    for sentence in [_ending(game)] if sheet.finished else _next(game, signs):
        lines += wrapped(sentence, width, "  ", "")
    return lines


def _ending(game: Game) -> str:
    if game.sheet.moved:
        return _("The game goes on at other tables.")
    winners = [clean(game.names[player]) for player in game.sheet.winners]
    if not winners:
        return _("The game is over. Nobody stands at exactly {points}.").format(points=game.sheet.ends.points)
    if len(winners) == 1:
        return _("The game is over. {name} wins.").format(name=winners[0])
    return _("The game is over. {names} share the first place.").format(names=listed(winners))


def _next(game: Game, signs: Signs) -> Iterator[str]:
    """The open hand, the bids already written down for it, and the sizes of the hands after it."""
    sheet, hand = game.sheet, game.sheet.open_hand
    assert hand is not None
    names = {player: clean(name) for player, name in game.names.items()}
    cards = ngettext("{cards} card", "{cards} cards", hand.cards).format(cards=hand.cards)
    said = [_("Next: hand {hand}, {cards}").format(hand=hand.number, cards=cards)]
    deals = _("{name} deals and bids first") if hand.first_bidder == hand.dealer else _("{name} deals")
    said.append(deals.format(name=names[hand.dealer]))
    if hand.first_bidder not in (None, hand.dealer):
        said.append(_("{name} bids first").format(name=names[hand.first_bidder or ""]))
    trump = sheet.open_trump
    if trump == "N":
        said.append(_("no trumps"))
    elif trump:
        said.append(_("trumps {suit}").format(suit=signs.suits.get(trump, trump)))
    yield " ".join([listed(said) + ".", clean(hand.note)])
    if sheet.bids is not None:
        said = [f"{names[one]} {bid_sign(bid, asleep=one in sheet.asleep)}" for one, bid in sheet.bids.bids.items()]
        total = sum(sheet.bids.bids.values())
        yield _("Bid: {bids}; {total} of {cards}.").format(bids=listed(said), total=total, cards=hand.cards)
    leader = first_leader(sheet, hand)
    if leader:
        yield _("{name} leads to the first trick.").format(name=names[leader])
    later = [str(one.cards) for one in sheet.coming()[1:]]
    if later:
        sizes = " ".join(later[:MOST_COMING]) + (f" {signs.more}" if len(later) > MOST_COMING else "")
        yield _("Then {sizes} cards.").format(sizes=sizes)
