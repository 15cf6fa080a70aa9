"""Changes at the table: joining, leaving, returning, names, seats, adjustments and comments."""

from scorepad import errors
from scorepad.formats import is_whole
from scorepad.game.decide.setup import MOST_TEXT, check_between_hands, check_count, clean_text, new_name
from scorepad.game.state.events import Adjusted, Commented, DealerSet, Joined, Left, Renamed, Returned, Swapped
from scorepad.game.state.game import Game
from scorepad.words import _

MOST_NAMES = 50  # players of one game, including those who left
MOST_POINTS = 10_000  # range of the totals that formulas are checked for


def _present(game: Game, player: str, field: str = "player") -> str:
    if player not in game.sheet.seats.present:
        raise errors.not_at_the_table(field, game.name_of(player))
    return player


def _check_room(game: Game, field: str) -> None:
    """Raise RuleError for `field` if no further player fits at the table.

    Too few players are allowed, because they join one by one.
    """
    rulebook = game.sheet.rulebook
    check_count(rulebook, max(rulebook.min_players, len(game.sheet.seats.present) + 1), field)


def join(game: Game, name: str, *, before: str | None = None, points: int | None = None) -> Joined:
    """Seat a new player just before `before` (an id, clockwise), or after the last seat.

    `points` override the rulebook's late entry. Raise RuleError if the name is missing, too long or taken. Raise it
    also if the table is full or a hand is in play.
    """
    check_between_hands(game)
    if len(game.names) >= MOST_NAMES:
        text = _("{most} people have sat at this table, which is the most. Start another game.")
        raise errors.RuleError("name", text.format(most=MOST_NAMES))
    name = new_name(name, list(game.names.values()))
    _check_room(game, "name")
    if before is not None and before not in game.names:
        raise errors.not_at_the_table("before", game.name_of(before))
    if points is not None:
        _points(points)
    # Ids of undone joins are not used again, because the log names those players too.
    joined = sum(isinstance(event, Joined) for event in game.events)
    return Joined(f"p{len(game.opened.players) + joined + 1}", name, before, points)


def leave(game: Game, player: str) -> Left:
    """Record that a player leaves.

    Too few players may remain: the next hand waits until a player joins. Raise RuleError for the last player, and while
    a hand is in play.
    """
    check_between_hands(game)
    _present(game, player)
    if len(game.sheet.seats.present) == 1:
        text = _("{name} is the last player at the table. End the game instead.")
        raise errors.RuleError("player", text.format(name=game.names[player]))
    return Left(player)


def return_player(game: Game, player: str) -> Returned:
    """Record that a player returns, with the old total or as a late joiner (MU-38).

    Raise RuleError if the table is full.
    """
    check_between_hands(game)
    if player not in game.names:
        raise errors.not_at_the_table("player", game.name_of(player))
    if player in game.sheet.seats.present:
        raise errors.RuleError("player", _("{name} is already at the table.").format(name=game.names[player]))
    _check_room(game, "player")
    return Returned(player)


def rename(game: Game, player: str, name: str) -> Renamed:
    """Give a player another name and keep the id; raise RuleError if the name is invalid."""
    if player not in game.names:
        raise errors.not_at_the_table("player", game.name_of(player))
    others = [known for other, known in game.names.items() if other != player]
    return Renamed(player, new_name(name, others))


def swap(game: Game, first: str, other: str) -> Swapped:
    """Exchange the seats of two players at the table; raise RuleError if they are the same."""
    check_between_hands(game)
    if first == other:
        raise errors.same_player()
    return Swapped((_present(game, first, "players"), _present(game, other, "players")))


def set_dealer(game: Game, player: str | None, first_bidder: str | None = None) -> DealerSet:
    """Set the dealer and, if they rotate separately, the first bidder of the next hand.

    The rotation continues from there. Raise RuleError if both are None. Raise it also for a first bidder if the two do
    not rotate separately.
    """
    check_between_hands(game)
    if player is None and first_bidder is None:
        raise errors.name_missing("player")
    if player is not None:
        _present(game, player)
    if first_bidder is not None:
        if not game.sheet.rulebook.bids_apart:
            raise errors.RuleError("first_bidder", _("In this game the dealer decides who bids first."))
        _present(game, first_bidder, "first_bidder")
    return DealerSet(player, first_bidder)


def adjust(game: Game, player: str, points: int, why: str = "") -> Adjusted:
    """Record a penalty or bonus in points; raise RuleError for invalid values.

    It counts from this event on.
    """
    if player not in game.names:
        raise errors.not_at_the_table("player", game.name_of(player))
    if len(why) > MOST_TEXT:
        raise errors.text_too_long("why", MOST_TEXT)
    return Adjusted(player, _points(points), clean_text(why))


def _points(points: int) -> int:
    if not is_whole(points) or abs(points) > MOST_POINTS:
        raise errors.not_whole("points", -MOST_POINTS, MOST_POINTS)
    return points


def comment(game: Game, text: str, hand: int | None = None) -> Commented:
    """Record a comment on a hand (played, current or to come) or on the whole game.

    Raise RuleError for a hand number beyond the hands to come, and for an empty or too long text.
    """
    if not clean_text(text):
        raise errors.RuleError("text", _("Enter a comment first."))
    if len(text) > MOST_TEXT:
        raise errors.text_too_long("text", MOST_TEXT)
    hands = game.sheet.hands_played + max(1, len(game.sheet.coming()))
    if hand is not None and not (is_whole(hand) and 1 <= hand <= hands):
        raise errors.no_such_hand(hand)
    return Commented(clean_text(text), hand)
