"""What stands on a blank sheet besides its lines, as words."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scorepad.game.report.blank import Blank
from scorepad.rules.game_end import other_end
from scorepad.rules.rulebook.house_options import sentences
from scorepad.rules.scheme.parts import winner_in_words
from scorepad.words import _

MOST_SPARE = 2  # lines without a number: a misdeal, somebody who joins, a tie

Fields = Callable[[], dict[str, tuple[str, float]]]

# Labels and their shares of the width, a line each. Called when they are printed, in the language of then.
FIELDS: tuple[Fields, ...] = (
    lambda: {"date": (_("Date"), 0.28), "location": (_("Location"), 0.38), "scorer": (_("Scorer"), 0.34)},
)


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


def hand_notes(blank: Blank) -> Iterator[str]:
    """What is special about some hands, each thing once."""
    hands: dict[str, list[int]] = {}
    for hand in blank.hands:
        if hand.note:
            hands.setdefault(hand.note, []).append(hand.number)
    for note, numbers in hands.items():
        yield _("* Hand {hands}: {note}").format(hands=", ".join(map(str, numbers)), note=note)


def reminders(blank: Blank) -> Iterator[str]:
    """The points in a line, and what the printed signs are for."""
    scheme = blank.game.sheet.scheme
    ends = other_end(blank.game.sheet.rulebook, scheme)
    yield " ".join(part for part in (scheme.about, winner_in_words(scheme.winner), ends) if part)
    yield from sentences(blank.game.sheet.rulebook, "sheet")
    if one_printed(blank):
        words = _("The 1 is printed: write your bid after it, blot both out if you miss.")
        if any(hand.cards > 9 for hand in blank.hands):
            words += " " + _("A bid of 10 made counts 20.")
        yield words
