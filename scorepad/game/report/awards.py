"""Awards in words, for the end of the game on a page and in a picture."""

from __future__ import annotations

from typing import NamedTuple

from scorepad.game.report.statistics import Award, awards
from scorepad.game.state.record import Game
from scorepad.rules.numbers import change
from scorepad.words import _, ngettext


class AwardText(NamedTuple):
    """An award in words: `Best hand` · `Ann, Bob` · `+13 in hand 3`."""

    title: str
    who: str
    what: str


def award_texts(game: Game) -> list[AwardText]:
    """Everybody who is named for something, in words; nobody before a few hands are played."""
    titles = {
        "best hand": _("Best hand"),
        "most made": _("Most bids made"),
        "longest run": _("Longest run"),
        "boldest": _("Boldest bid made"),
        "most zeros": _("Most zeros made"),
        "comeback": _("From last to first"),
        "worst hand": _("Worst hand"),
    }
    return [
        AwardText(titles[one.kind], ", ".join(game.names[player] for player in one.players), _what(one))
        for one in awards(game.sheet)
    ]


def _what(award: Award) -> str:
    match award.kind:
        case "best hand" | "worst hand":
            return _placed(change(award.value), award.hand)
        case "boldest":
            tricks = ngettext("{n} trick", "{n} tricks", int(award.value)).format(n=award.value)
            return _placed(tricks, award.hand)
        case "longest run":
            return _("{n} made in a row").format(n=award.value)
        case "comeback":
            return _("last after hand {hand}").format(hand=award.hand)
    return str(award.value)


def _placed(what: str, hand: int | None) -> str:
    return what if hand is None else _("{what} in hand {hand}").format(what=what, hand=hand)
