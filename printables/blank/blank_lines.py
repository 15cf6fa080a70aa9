"""The words on a blank sheet."""

from collections.abc import Iterator, Sequence

from printables.page.page import BIDS_FIRST, DEALS
from scorepad.formats import format_points
from scorepad.game.report.blank_sheet import Blank, ranges
from scorepad.game.report.card_lines import depends_on_more, notes_for_tables
from scorepad.game.state.rows import OpenHand
from scorepad.rules.game_properties import other_end
from scorepad.rules.rulebook.hook import MORE_THAN_THE_CARDS, NOT_THE_CARDS, SIGNS
from scorepad.rules.rulebook.house_options import sentences
from scorepad.rules.scheme.parts import winner_in_words
from scorepad.rules.scheme.scheme import SchemeAsPlayed
from scorepad.rules.telling.points import sums_in_words
from scorepad.words import _, ngettext, ours

DOTTED = "  \u00b7  "
MADE, MISSED = "\u2713", "\u2717"


CARDS = "cards "  # before the numbers of players in the name of a column


def bid_heads() -> tuple[str, str]:
    """Return what stands over a column of bids, and in short."""
    # For translators: short for “bid”, over a narrow column.
    return _("bid"), _("bd.")


def total_heads() -> tuple[str, str]:
    """Return what stands over a column of running totals, and in short."""
    # For translators: short for “total”, over a narrow column.
    return _("total"), _("tot.")


def leading_one_text(blank: Blank) -> str:
    """ "1" where a made bid counts 10 and the bid and a miss nothing.

    It is written before the bid, and a miss blotted out (Blackout, rules.md A9). Worked out from the scheme, so a
    table's own is known too.
    """
    scheme = blank.game.sheet.scheme
    if scheme.winner != "high" or not len(blank.hands) > 0:
        return ""
    table = scheme.points_table(9, len(blank.names))
    blackout = all(
        points == (10 + bid if bid == taken else 0) for bid, row in table for taken, points in enumerate(row)
    )
    return "1" if blackout else ""


def made_bid_hint(blank: Blank) -> str:
    """Return the points of every made bid, or their part that does not depend on the bid.

    "1" if a made bid is 10 + bid; "" if there is no such part.
    """
    sheet, points = blank.game.sheet, as_played(blank)
    if not blank.scored or points.by_contract or depends_on_more(sheet.scheme):
        return ""
    worth = [(bid, points(bid, bid, cards)) for cards in blank.sizes for bid in range(min(cards, 9) + 1)]
    alone, before = {made for _bid, made in worth}, {made - bid for bid, made in worth}
    if len(alone) == 1:
        return format_points(alone.pop())
    ten = before.pop() if len(before) == 1 else 0
    return str(ten // 10) if 0 < ten < 100 and ten % 10 == 0 else ""


def dealers_known(blank: Blank) -> bool:
    """Return whether the dealers of the hands are known.

    Without names the first dealer takes the first column. On a sheet for several numbers of players they are unknown.
    """
    if blank.several:
        return False
    sheet = blank.game.sheet
    excused = not sheet.rulebook.scorer_deals and not sheet.scorer
    return blank.dealer_known or (not any(blank.names.values()) and not excused)


def mark_first_bidders(blank: Blank, hand: OpenHand) -> dict[str, str]:
    """Return the players marked as bidding first, each with the numbers of players for which it is them; "" for all.

    None are marked if that is not known, or if the mark of the dealer says it in every hand.
    """
    if not blank.several:
        is_known = blank.first_known or not any(blank.names.values())
        deals = hand.dealer if dealers_known(blank) and not blank.has_separate_first_bidder else ""
        return {hand.first_bidder: ""} if is_known and hand.first_bidder and hand.first_bidder != deals else {}
    if not blank.has_separate_first_bidder or any(blank.names.values()):
        return {}
    counts: dict[str, list[int]] = {}
    for table in blank.tables:
        count = len(table.names)
        lines = [hand.number for hand in blank.hands if count in blank.played_by.get(hand.number, (count,))]
        if hand.number in lines:
            counts.setdefault(table.hands[lines.index(hand.number)].order[0], []).append(count)
    return {player: ranges(of) if len(counts) > 1 else "" for player, of in counts.items()}


def writes_off(blank: Blank) -> bool:
    """Whether only how far off each bid was is written in the boxes."""
    return blank.game.sheet.rulebook.writes == "off"


def sum_sign(blank: Blank, hand: OpenHand) -> str:
    """Return the text in the column of the sum of bids: `≠ 5` for the hook, or nothing if no player bids."""
    if hand.fixed_bid is not None:
        return ""
    sizes = {cards[hand.number - 1] for cards in blank.cards.values()} or {hand.cards}
    sign = SIGNS.get(hand.hook_rule) if hand.hook else None
    return f"{sign or '/'} {hand.cards if len(sizes) == 1 else ''}".rstrip()


def cards_by_players(blank: Blank) -> dict[str, Sequence[int]]:
    """Of a sheet on which each number of players has its own cards: those of every hand, by the numbers of players."""
    alike: dict[tuple[int, ...], list[int]] = {}
    for count, cards in blank.cards.items():
        alike.setdefault(tuple(cards), []).append(count)
    return {ranges(counts): cards for cards, counts in alike.items()}


def player_counts(blank: Blank, hand: OpenHand) -> str:
    """Return the numbers of players who play this hand, where the sheet serves others too that do not."""
    return ranges(blank.played_by.get(hand.number, ()))


def about(blank: Blank, page: tuple[int, int] | None = None, hands: tuple[int, int] | None = None) -> str:
    """How many play, by which points; which sheet of how many this `page` is, from hand to hand."""
    sheet = blank.game.sheet
    few, many = blank.counts[0], blank.counts[-1]
    parts = [ngettext("{n} player", "{n} players", many).format(n=many)]
    if blank.several:
        parts = [_("{few} to {many} players").format(few=few, many=many)]
    if sheet.scheme.name != sheet.rulebook.name:
        parts.append(_("Scoring: {scheme}").format(scheme=ours(sheet.scheme.name)))
    if page and hands and blank.numbered:
        words = _("Sheet {sheet} of {count}: hands {first} to {last}")
        parts.append(words.format(sheet=page[0], count=page[1], first=hands[0], last=hands[1]))
    elif page:
        parts.append(_("Sheet {sheet} of {count}").format(sheet=page[0], count=page[1]))
    return DOTTED.join(parts)


def hint_note(begins: str) -> str:
    """Return what a light number before the bids is there for."""
    words = _("Light {number}: circle the points if the bid is made, cross them out if it is missed.")
    return words.format(number=begins) if begins else ""


def sums(blank: Blank) -> list[str]:
    """Return the points in sentences that need no table; none if there are no such sentences."""
    points = as_played(blank)
    complete = blank.scored and not notes_for_tables(points, every=True)
    return sums_in_words(points, whole=True) if complete else []


def remarks(blank: Blank, text: str, sums: Sequence[str] = ()) -> Iterator[str]:
    """Yield the legend.

    It explains the printed signs (such as `text` before bids), the special hands, and the points: `sums`, or what the
    points table does not say.
    """
    boxed = not text and not writes_off(blank)
    yield DOTTED.join(_signs(blank, boxed=boxed))
    if blank.played_by:
        yield _(
            "A number before a hand says how many players play it. Without a number, all do. Number the hands "
            "as you go."
        )
    if len(cards_by_players(blank)) > 1:
        yield _("The number above the cards is the number of players.")
    yield from _hand_notes(blank)
    yield from sentences(blank.game.sheet.rulebook, "sheet")
    yield from sentences(blank.game.sheet.rulebook, "end")
    if blank.scored:
        yield from _points(blank, sums)
    else:
        yield _("The scoring is not known. Agree on it before you start.")
    if text:
        words = _("The 1 is printed. Write your bid after it. Black out both if you miss.")
        if max(blank.sizes) > 9:
            words += " " + _("A bid of 10 that is made counts 20.")
        yield words


def as_played(blank: Blank) -> SchemeAsPlayed:
    """Return the scoring of the table."""
    sheet = blank.game.sheet
    return SchemeAsPlayed(sheet.scheme, max(sheet.top, *blank.sizes), len(blank.names), sheet.options, blank.sizes)


def _points(blank: Blank, sums: Sequence[str]) -> Iterator[str]:
    sheet, points = blank.game.sheet, as_played(blank)
    ends = other_end(sheet.rulebook, sheet.scheme)
    lines = sums or notes_for_tables(points, every=points.by_contract) or [sheet.scheme.about_with(sheet.options)]
    yield " ".join(part for part in (*lines, winner_in_words(sheet.scheme.winner), ends) if part)


def _signs(blank: Blank, *, boxed: bool) -> Iterator[str]:
    if dealers_known(blank):
        yield _("{dot} deals").format(dot=DEALS)
    else:
        yield _("Mark the dealer with a dot.")
    marked = [numbers for hand in blank.hands for numbers in mark_first_bidders(blank, hand).values()]
    if any(marked):
        words = _("{sign} bids first; the number after it is the number of players")
        yield words.format(sign=BIDS_FIRST)
    elif marked:
        yield _("{sign} bids first").format(sign=BIDS_FIRST)
    if boxed:
        yield _("{made} {missed} tick or cross the box").format(made=MADE, missed=MISSED)
    sheet = blank.game.sheet
    if sheet.rulebook.bidding == "auction" and sheet.scheme.reads("doubler"):
        yield _("(2) the doubler’s own bid, which does not count now")
    if sheet.has_trumps and sheet.rulebook.write_trump:
        yield from sheet.rulebook.suits.legend()
    yield _("Total: the running total")
    hooked = next((hand for hand in blank.hands if hand.hook), None)
    if hooked and hooked.hook_rule == MORE_THAN_THE_CARDS:
        yield _("{sign}: the bids must add up to more than the cards").format(sign=SIGNS[MORE_THAN_THE_CARDS])
    elif hooked and hooked.hook_rule == NOT_THE_CARDS:
        sign = sum_sign(blank, hooked)
        if sign == SIGNS[NOT_THE_CARDS]:
            yield _("{sign}: the bids may not add up to the cards").format(sign=sign)
        else:
            yield _("{sign}: the bids may not add up to {cards}").format(sign=sign, cards=hooked.cards)


def stars(blank: Blank, note: str) -> str:
    """Return the note next to a special hand.

    A sheet for several numbers of players has no hand numbers to refer to, so each kind of hand has its own note.
    """
    kinds = list(dict.fromkeys(hand.note for hand in blank.hands if hand.note))
    return ("*" * (1 if blank.numbered else kinds.index(note) + 1)) if note else ""


def _hand_notes(blank: Blank) -> Iterator[str]:
    """Yield what is special about some hands, each thing once."""
    hands: dict[str, list[int]] = {}
    for hand in blank.hands:
        if hand.note:
            hands.setdefault(hand.note, []).append(hand.number)
    for note, numbers in hands.items():
        if not blank.numbered:
            yield f"{stars(blank, note)} {note}"
            continue
        words = ngettext("* Hand {hands}: {note}", "* Hands {hands}: {note}", len(numbers))
        yield words.format(hands=", ".join(map(str, numbers)), note=note)
