"""What stands on a blank sheet besides its lines, as words."""

from __future__ import annotations

from collections.abc import Iterator

from scorepad.game.report.blank import Blank
from scorepad.game.state.rows import OpenHand
from scorepad.rules.game_end import other_end
from scorepad.rules.rulebook.house_options import sentences
from scorepad.rules.scheme.parts import winner_in_words
from scorepad.words import _, ngettext, ours

DEALS, BIDS_FIRST, MADE, MISSED = "\u25cf", "\u25b8", "\u2713", "\u2717"


def fields() -> dict[str, tuple[str, float]]:
    """What is known of an evening, or to be written: labels and their shares of the width."""
    return {
        "date": (_("Date"), 0.22), "location": (_("Location"), 0.34), "scorer": (_("Scorer"), 0.26),
        "stake": (_("Stake"), 0.18),
    }  # fmt: skip


def one_printed(blank: Blank) -> str:
    """ "1" where a made bid counts 10 and the bid and a miss nothing: it is written before the bid, and a miss
    blotted out (Blackout, rules.md A9). Worked out from the scheme, so a table's own is known too."""
    scheme = blank.game.sheet.scheme
    if scheme.winner != "high" or not len(blank.hands) > 0:
        return ""
    table = scheme.points_table(9, len(blank.names))
    blackout = all(
        points == (10 + bid if bid == taken else 0) for bid, row in table for taken, points in enumerate(row)
    )
    return "1" if blackout else ""


def dealers_known(blank: Blank) -> bool:
    """Whether it is known, or as good as that, who deals each hand: without names whoever deals first takes the first
    column."""
    sheet = blank.game.sheet
    excused = not sheet.rulebook.scorer_deals and not sheet.scorer
    return blank.dealer_known or (not any(blank.names.values()) and not excused)


def first_marked(blank: Blank, hand: OpenHand) -> str:
    """Who bids first in a hand, where that is known, or as good as that, and not said by who deals in every one; else
    ""."""
    if not (blank.first_known or not any(blank.names.values())):
        return ""
    deals = hand.dealer if dealers_known(blank) and not blank.first_apart else ""
    return hand.first_bidder if hand.first_bidder and hand.first_bidder != deals else ""


def writes_off(blank: Blank) -> bool:
    """Whether only how far off each bid was is written in the boxes."""
    return blank.game.sheet.rulebook.writes == "off"


def sum_sign(hand: OpenHand) -> str:
    """What stands in the column of the sum of bids: `≠ 5` where the hook binds; nothing where nobody bids."""
    if hand.fixed_bid is not None:
        return ""
    return f"\u2260 {hand.cards}" if hand.hook else f"/ {hand.cards}"


def remarks(blank: Blank, one: str) -> Iterator[str]:
    """What the printed signs mean, `one` before bids among them, what is special about some hands, and the points in a
    line."""
    boxed = not one and not writes_off(blank)
    yield "  \u00b7  ".join(_signs(blank, boxed=boxed))
    yield from _hand_notes(blank)
    yield from sentences(blank.game.sheet.rulebook, "sheet")
    if blank.scored:
        yield from _points(blank)
    if one:
        words = _("The 1 is printed: write your bid after it, blot both out if you miss.")
        if any(hand.cards > 9 for hand in blank.hands):
            words += " " + _("A bid of 10 made counts 20.")
        yield words


def _points(blank: Blank) -> Iterator[str]:
    scheme = blank.game.sheet.scheme
    ends = other_end(blank.game.sheet.rulebook, scheme)
    yield " ".join(part for part in (scheme.about, winner_in_words(scheme.winner), ends) if part)
    chosen = scheme.option_values(blank.game.sheet.options)
    yield from (ours(one.say) for one in scheme.told if one.card and one.holds(chosen))


def _signs(blank: Blank, *, boxed: bool) -> Iterator[str]:
    if dealers_known(blank):
        yield _("{dot} deals").format(dot=DEALS)
    else:
        yield _("Mark who deals with a dot.")
    if any(first_marked(blank, hand) for hand in blank.hands):
        yield _("{sign} bids first").format(sign=BIDS_FIRST)
    if boxed:
        yield _("{made} {missed} tick or cross the box").format(made=MADE, missed=MISSED)
    yield _("Total: the running total")
    hooked = next((hand for hand in blank.hands if hand.hook), None)
    if hooked:
        sign = sum_sign(hooked)
        yield _("{sign}: the bids may not add up to {cards}").format(sign=sign, cards=hooked.cards)


def _hand_notes(blank: Blank) -> Iterator[str]:
    """What is special about some hands, each thing once."""
    hands: dict[str, list[int]] = {}
    for hand in blank.hands:
        if hand.note:
            hands.setdefault(hand.note, []).append(hand.number)
    for note, numbers in hands.items():
        words = ngettext("* Hand {hands}: {note}", "* Hands {hands}: {note}", len(numbers))
        yield words.format(hands=", ".join(map(str, numbers)), note=note)
