"""What cannot be of a hand, or nobody knows: told alone, behind the number of the hand, or behind “as on paper”."""

from __future__ import annotations

from collections.abc import Sequence

from scorepad.errors.base import ClauseError
from scorepad.words import _, both, ngettext


class NoPointsKnown(ClauseError):
    """`names`: all whose points nobody knows."""

    def __init__(self, names: str) -> None:
        super().__init__("points", _("nobody knows the points of {names}, so they count as 0").format(names=names))


class MadeImpossible(ClauseError):
    """Nobody can have taken the tricks so: `left` are those that who made it leave over, `bids` those of the others,
    name and bid (None: they did not bid). `left` is below 0 where who made it took more than there are."""

    def __init__(self, left: int, bids: Sequence[tuple[str, int | None]]) -> None:
        super().__init__("made", _tricks_left(left, bids))


def _tricks_left(left: int, bids: Sequence[tuple[str, int | None]]) -> str:
    """`one trick is left, but Ann and Bob both bid 0 and missed`"""
    names, said = [name for name, _bid in bids], {bid for _name, bid in bids}
    told = ", ".join(name if bid is None else f"{name} ({bid})" for name, bid in bids)
    match len(names):
        case _ if left < 0:
            words = ngettext(
                "the bids that were made come to {n} trick more than there is",
                "the bids that were made come to {n} tricks more than there are",
                -left,
            )
        case 0:
            words = ngettext(
                "one trick is left, but everybody made the bid", "{n} tricks are left, but everybody made the bid", left
            )
        case 1:
            words = ngettext(
                "one trick is left, but {name} bid {bid} and missed",
                "{n} tricks are left, but {name} bid {bid} and missed",
                left,
            )
        case 2 if len(said) == 1:
            words = ngettext(
                "one trick is left, but {names} both bid {bid} and missed",
                "{n} tricks are left, but {names} both bid {bid} and missed",
                left,
            )
        case _:
            words = ngettext(
                "one trick is left for those who missed, and that cannot be with their bids: {bids}",
                "{n} tricks are left for those who missed, and that cannot be with their bids: {bids}",
                left,
            )
    name, bid = bids[0] if bids else ("", None)
    return words.format(n=abs(left), name=name, names=both(names) if names else "", bid=bid, bids=told)
