"""Tricks, points and the course of a game: what may not be recorded, undone or put right."""

from __future__ import annotations

from scorepad.errors.base import RuleError, ScorepadError, shown
from scorepad.formats import grouped
from scorepad.words import _, ngettext, ours


class GameWasOver(RuleError):
    def __init__(self) -> None:
        super().__init__("hand", _("The game was already over before this hand."))


class GameOver(RuleError):
    def __init__(self) -> None:
        super().__init__("hand", _("The game is over. Reopen it to play on."))


class NotOver(RuleError):
    def __init__(self) -> None:
        super().__init__("hand", _("The game is still running."))


class HandUnderWay(RuleError):
    def __init__(self, hand: int) -> None:
        text = _("Hand {hand} is being played. Record it first, or take its bids back with Undo.")
        self.hand = hand
        super().__init__("hand", text.format(hand=hand))


class NoSuchHand(RuleError):
    def __init__(self, hand: object) -> None:
        super().__init__("hand", _("This game has no hand {hand} now.").format(hand=shown(hand)))


class WrongCards(RuleError):
    def __init__(self, given: object, planned: int, hand: int) -> None:
        text = ngettext(
            "Hand {hand} has {planned} card by the ladder, not {given}.",
            "Hand {hand} has {planned} cards by the ladder, not {given}.",
            planned,
        )
        self.hand = hand
        super().__init__("cards", text.format(hand=hand, planned=planned, given=shown(given)))


class TricksMissing(RuleError):
    def __init__(self, player: str, name: str) -> None:
        super().__init__(f"taken.{player}", _("How many tricks did {name} take?").format(name=name))


class MadeMissing(RuleError):
    def __init__(self, player: str, name: str) -> None:
        super().__init__(f"made.{player}", _("Did {name} make the bid or miss it?").format(name=name))


class TricksOutOfRange(RuleError):
    def __init__(self, player: str, name: str, taken: object, cards: int) -> None:
        text = _("{name} cannot have taken {taken} tricks: it is a whole number from 0 to {cards}.")
        super().__init__(f"taken.{player}", text.format(name=name, taken=shown(taken), cards=cards))


class TricksDoNotAddUp(RuleError):
    def __init__(self, total: int, cards: int) -> None:
        text = _("The tricks add up to {total}, but the hand has {cards}.")
        super().__init__("taken", text.format(total=total, cards=cards))


class NothingCancelled(RuleError):
    def __init__(self) -> None:
        super().__init__("cancelled", _("No tricks are cancelled in this game."))


class MadeNeedsTricks(RuleError):
    def __init__(self, scheme: str) -> None:
        text = _("The scheme “{scheme}” needs the number of tricks, not only who made it.")
        super().__init__("made", text.format(scheme=ours(scheme)))


class MadeOrTaken(RuleError):
    def __init__(self) -> None:
        super().__init__("made", _("Write either the tricks or who made it, not both."))


class OffAndMore(RuleError):
    def __init__(self) -> None:
        text = _("How far off the bids were is enough: leave out the tricks, and who made it.")
        super().__init__("off", text)


class OffMissing(RuleError):
    def __init__(self, player: str, name: str) -> None:
        text = _("By how many tricks did {name} miss the bid? It is 0 for a bid that was made.")
        super().__init__(f"off.{player}", text.format(name=name))


class OffOutOfRange(RuleError):
    """`least` and `most`: how far off a bid can be, in tricks as the sheet writes them; under 0 where too few are told
    from too many."""

    def __init__(self, player: str, name: str, off: object, bid: int, hand: int, least: str, most: str) -> None:
        text = _(
            "Hand {hand}: {name} bid {bid} and cannot be off by {off}. Write a whole number from {least} to {most}, "
            "or correct the bid."
        )
        told = text.format(hand=hand, name=name, bid=bid, off=shown(off), least=least, most=most)
        self.hand = hand
        super().__init__(f"off.{player}", told)


class OffDoesNotAddUp(RuleError):
    def __init__(self, hand: int, total: int, cards: int) -> None:
        text = _(
            "Hand {hand}: the bids and how far off they were come to {total} tricks, but there are {cards}. "
            "Look again at who was over and who was under."
        )
        self.hand = hand
        super().__init__("off", text.format(hand=hand, total=total, cards=cards))


class OffImpossible(RuleError):
    def __init__(self, hand: int, cards: int) -> None:
        text = _(
            "Hand {hand}: with these bids and so much off the tricks never come to {cards}, whoever was over or under. "
            "Look again at the bids, and at who missed by how many."
        )
        self.hand = hand
        super().__init__("off", text.format(hand=hand, cards=cards))


class OffNeedsTricks(RuleError):
    def __init__(self, scheme: str, hand: int) -> None:
        text = _(
            "Hand {hand} says only how far off the bids were, and the scheme “{scheme}” needs to know who was over "
            "and who under. Keep the points that count now."
        )
        self.hand = hand
        super().__init__("off", text.format(scheme=ours(scheme), hand=hand))


class WrongMark(RuleError):
    def __init__(self, player: str, mark: str, reason: str) -> None:
        super().__init__(f"marks.{player}.{mark}", reason)


class TotalTooLarge(ScorepadError):
    """A running total that no game comes to."""

    def __init__(self, most: int) -> None:
        super().__init__(_("That would be a total of more than {most}.").format(most=most))


class PointsUnreadable(RuleError):
    """Points on paper that are no number, finer than hundredths, or more than `most`."""

    def __init__(self, field: str, name: str, given: object, most: int) -> None:
        text = _("{name} cannot have {given} points: it is a number up to {most}, above or below 0, like −29 or 18.33.")
        super().__init__(field, text.format(name=name, given=shown(given), most=grouped(most)))


class PointsUnknown(RuleError):
    def __init__(self, name: str, reason: str) -> None:
        text = _("The points of {name} cannot be worked out: {reason}")
        super().__init__("points", text.format(name=name, reason=reason))


class OnlyTotals(RuleError):
    def __init__(self) -> None:
        super().__init__("hand", _("Only the totals of this evening are known: there are no hands to go on with."))


class TotalsAndHands(RuleError):
    def __init__(self) -> None:
        super().__init__("totals", _("Totals by themselves are for an evening of which no hand is known."))


class TotalMissing(RuleError):
    def __init__(self, player: str, name: str) -> None:
        super().__init__(f"totals.{player}", _("What was the total of {name}?").format(name=name))


class NothingToUndo(RuleError):
    def __init__(self) -> None:
        super().__init__("undo", _("There is nothing to undo."))


class NothingToRedo(RuleError):
    def __init__(self) -> None:
        super().__init__("redo", _("There is nothing to redo."))
