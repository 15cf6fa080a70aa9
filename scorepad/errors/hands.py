"""Errors of hands, players and people: what cannot be recorded, undone, corrected or seated."""

from collections.abc import Iterable, Sequence

from scorepad.errors.base import RuleError, ScorepadError, ValueMissing, quote_value
from scorepad.formats import capital
from scorepad.words import _, isolated, join_names, ngettext, ours


def game_over() -> RuleError:
    return RuleError("hand", _("The game is over. Reopen it to continue."))


def hand_under_way(hand: int) -> RuleError:
    text = _("Hand {hand} is being played. Save it first, or undo its bids.")
    return RuleError("hand", text.format(hand=hand), hand=hand)


def no_such_hand(hand: object) -> RuleError:
    return RuleError("hand", _("This game has no hand {hand} now.").format(hand=quote_value(hand)))


def tricks_missing(player: str, name: str) -> ValueMissing:
    return ValueMissing(f"taken.{player}", _("How many tricks did {name} take?").format(name=name))


def made_missing(player: str, name: str) -> ValueMissing:
    return ValueMissing(f"made.{player}", _("Did {name} make the bid or miss it?").format(name=name))


def number_out_of_range(kind: str, player: str, name: str, number: object, cards: int, least: int = 0) -> RuleError:
    """Return the error for a number that cannot be a bid (`kind` is "bids") or tricks ("taken")."""
    text = _("{name} cannot have taken {taken} tricks. Enter a whole number from 0 to {cards}.")
    if kind == "bids":
        text = _("{name} cannot bid {bid}. Enter a whole number from {least} to {cards}.")
    shown = quote_value(number)
    return RuleError(f"{kind}.{player}", text.format(name=name, bid=shown, taken=shown, cards=cards, least=least))


def made_needs_tricks(scheme: str) -> RuleError:
    text = _("The scoring “{scheme}” needs the number of tricks, not only who made the bid.")
    return RuleError("made", text.format(scheme=ours(scheme)))


def made_or_taken() -> RuleError:
    return RuleError("made", _("Enter the tricks or who made the bid, not both."))


def off_and_more() -> RuleError:
    text = _("The differences are enough. Leave out the tricks and who made the bid.")
    return RuleError("off", text)


def off_missing(player: str, name: str) -> ValueMissing:
    text = _("By how many tricks did {name} miss the bid? Enter 0 for a bid that was made.")
    return ValueMissing(f"off.{player}", text.format(name=name))


def only_totals() -> RuleError:
    return RuleError("hand", _("Only the totals of this game are known, so it cannot continue."))


def nothing_to_undo() -> RuleError:
    return RuleError("undo", _("There is nothing to undo."))


def nothing_to_redo() -> RuleError:
    return RuleError("redo", _("There is nothing to redo."))


def bid_not_asked(player: str, name: str) -> RuleError:
    return RuleError(f"bids.{player}", _("{name} does not bid in this hand.").format(name=name))


def bids_already_recorded(hand: int) -> RuleError:
    return RuleError("bids", _("The bids of hand {hand} are already saved. Edit the hand instead.").format(hand=hand))


def not_a_trump(letters: Iterable[str]) -> RuleError:
    words = _("Trumps are {letters}, or N for none.")
    return RuleError("trump", words.format(letters=", ".join(letters)))


def no_auction() -> RuleError:
    return RuleError("contract", _("There is no auction in this game."))


class IllegalCall(RuleError):
    """A call that the auction does not allow; `number` is its place in the list, from 1."""

    def __init__(self, number: int, call: str, reason: str) -> None:
        self.number, self.reason = number, reason
        text = _("Call {number}, {call}: {reason}")
        super().__init__("auction", text.format(number=number, call=quote_value(call), reason=reason))


def made_impossible(left: int, bids: Sequence[tuple[str, int | None]]) -> RuleError:
    """Return the error for results that contradict the number of tricks.

    `left` is the number of tricks that the players who made their bids leave. It is negative if they took more tricks
    than there are. `bids` has the other players with their bids (None: no bid).
    """
    names, distinct_bids = [name for name, _bid in bids], {bid for _name, bid in bids}
    bid_list = ", ".join(isolated(name) if bid is None else f"{isolated(name)} ({bid})" for name, bid in bids)
    match len(names):
        case _ if left < 0:
            words = ngettext(
                "the made bids add up to {n} trick more than the hand has",
                "the made bids add up to {n} tricks more than the hand has",
                -left,
            )
        case 0:
            words = ngettext(
                "one trick is left over, but all players made their bids",
                "{n} tricks are left over, but all players made their bids",
                left,
            )
        case 1:
            words = ngettext(
                "one trick is left over, but {name} bid {bid} and missed",
                "{n} tricks are left over, but {name} bid {bid} and missed",
                left,
            )
        case 2 if len(distinct_bids) == 1:
            words = ngettext(
                "one trick is left over, but {names} bid {bid} each and missed",
                "{n} tricks are left over, but {names} bid {bid} each and missed",
                left,
            )
        case _:
            words = ngettext(
                "one trick is left for the players who missed, which is impossible with their bids: {bids}",
                "{n} tricks are left for the players who missed, which is impossible with their bids: {bids}",
                left,
            )
    name, bid = bids[0] if bids else ("", None)
    reason = words.format(n=abs(left), name=name, names=join_names(names) if names else "", bid=bid, bids=bid_list)
    return RuleError("made", f"{capital(reason)}.", clause=reason)


def not_at_the_table(field: str, name: str) -> RuleError:
    return RuleError(field, _("{name} is not at the table.").format(name=name))


def name_missing(field: str) -> RuleError:
    return RuleError(field, _("Enter a name for the player."))


def same_player() -> RuleError:
    return RuleError("players", _("Choose two different players."))


class PersonUnknown(ScorepadError):
    """A name that no player of a finished game has; `hint` is empty or a sentence after a blank."""

    listed_by = "people names"

    def __init__(self, name: str, hint: str = "") -> None:
        self.name = name
        nobody = _("No person called {name} has finished a game here.").format(name=quote_value(name)) + hint
        super().__init__(nobody if name.strip() else _("Enter the name of a person who has finished a game here."))


class SamePerson(ScorepadError):
    """Two names that already belong to one person."""

    def __init__(self, name: str, other: str) -> None:
        text = _("{names} are already one person.")
        super().__init__(text.format(names=join_names([quote_value(name), quote_value(other)])))


class DuplicatePerson(ScorepadError):
    """Two names of one game that would become one person.

    `asked` is the name whose person the user must choose.
    """

    def __init__(self, first: str, other: str, person: str, asked: str) -> None:
        self.asked = asked
        text = _("{names} sat at one table, so they cannot both be {person}.")
        super().__init__(
            text.format(names=join_names([quote_value(first), quote_value(other)]), person=quote_value(person))
        )
