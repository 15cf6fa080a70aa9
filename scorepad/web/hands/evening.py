"""How the evening runs: the pace by the clock of this machine, and what is quietly said of it beside the open hand."""

from __future__ import annotations

from collections.abc import Iterator

from scorepad.game.report.pace import Pace, pace
from scorepad.game.state.rows import OpenHand
from scorepad.game.state.turns import next_shuffler
from scorepad.repository import StoredGame
from scorepad.web.filters import cut_short
from scorepad.web.submit import repository
from scorepad.words import _, ngettext

LETTERS = 12
"""Of a name in the line, where its words come first."""


def pace_of(stored: StoredGame) -> Pace:
    """How the game runs now."""
    return pace(stored.game, *repository().clock_times(stored.game_id))


def quitting_pace(stored: StoredGame) -> Pace | None:
    """How the game runs now, where a quitting time was agreed and a hand is open; else None, for nobody asks."""
    return pace_of(stored) if stored.game.sheet.until and stored.game.sheet.open_hand else None


def now_words(stored: StoredGame, hand: OpenHand, known: Pace | None, *, on_pad: bool) -> str:
    """`Ann deals · Di shuffles the other pack · about 6 min a hand · 13:00: 5 more hands`, as far as it is known; who
    deals only `on_pad`, which stands in the place of the rows that say it beside the name."""
    dealing = [_("{name} deals").format(name=cut_short(stored.game.names[hand.dealer], LETTERS))] if on_pad else ()
    quitting = _quitting(stored.game.sheet.until, known) if known else ()
    return " · ".join([*dealing, *_shuffling(stored, hand), *quitting])


def _shuffling(stored: StoredGame, hand: OpenHand) -> Iterator[str]:
    sheet = stored.game.sheet
    shuffler = next_shuffler(sheet, hand.dealer)
    if shuffler is not None and sheet.bids is None:
        yield _("{name} shuffles the other pack").format(name=cut_short(stored.game.names[shuffler], LETTERS))


def _quitting(until: str, known: Pace) -> Iterator[str]:
    if known.minutes is not None:
        yield _("About {n} min a hand").format(n=known.minutes)
    if known.hands is None:
        yield _("Until {time}").format(time=until)
    elif known.hands == 0:
        yield _("{time}: no more hands").format(time=until)
    else:
        words = ngettext("{time}: {n} more hand", "{time}: {n} more hands", known.hands)
        yield words.format(time=until, n=known.hands)
