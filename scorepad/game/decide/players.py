"""Who is at the table: joining, leaving, returning, names, seats, and points given by hand."""

from __future__ import annotations

from scorepad import errors
from scorepad.formats import is_whole
from scorepad.game.decide.setup import MOST_TEXT, check_between_hands, check_count, new_name, plain_text
from scorepad.game.state.events import Adjusted, Commented, DealerSet, Joined, Left, Renamed, Returned, Swapped
from scorepad.game.state.record import Game
from scorepad.words import _

MOST_NAMES = 50  # who ever sat at one table in one game
MOST_POINTS = 10_000  # totals a formula is checked for


def _present(game: Game, player: str, field: str = "player") -> str:
    if player not in game.sheet.seats.present:
        raise errors.not_at_the_table(field, game.names.get(player, player))
    return player


def _room(game: Game, field: str) -> None:
    """One more may sit down, also where that is still too few to play: they come one by one."""
    rulebook = game.sheet.rulebook
    check_count(rulebook, max(rulebook.min_players, len(game.sheet.seats.present) + 1), field)


def join(game: Game, name: str, *, before: str | None = None, points: int | None = None) -> Joined:
    """Somebody sits down just before `before` (an id, clockwise), else after the last seat; `points` override the rule.

    RuleError for a name that is missing, too long or taken, a full table, a hand under way.
    """
    check_between_hands(game)
    if len(game.names) >= MOST_NAMES:
        text = _("{most} people have sat at this table; begin another game.")
        raise errors.RuleError("name", text.format(most=MOST_NAMES))
    name = new_name(name, list(game.names.values()))
    _room(game, "name")
    if before is not None and before not in game.names:
        raise errors.not_at_the_table("before", before)
    if points is not None:
        _points(points)
    return Joined(_new_id(game), name, before, points)


def _new_id(game: Game) -> str:
    """An id that nobody of this game ever had, also not somebody whose joining was undone: the log names them all."""
    return f"p{len(game.opened.players) + sum(isinstance(event, Joined) for event in game.events) + 1}"


def leave(game: Game, player: str) -> Left:
    """Somebody gets up. Too few may be left for a moment: the next hand waits until somebody sits down.

    RuleError.
    """
    check_between_hands(game)
    _present(game, player)
    if len(game.sheet.seats.present) == 1:
        text = _("{name} is the last one at the table. End the game instead.")
        raise errors.RuleError("player", text.format(name=game.names[player]))
    return Left(player)


def come_back(game: Game, player: str) -> Returned:
    """Somebody who left sits down again: with the old total, or as a newcomer where the table plays so (MU-38).

    RuleError where the table is full.
    """
    check_between_hands(game)
    if player not in game.names:
        raise errors.not_at_the_table("player", player)
    if player in game.sheet.seats.present:
        raise errors.RuleError("player", _("{name} is already at the table.").format(name=game.names[player]))
    _room(game, "player")
    return Returned(player)


def rename(game: Game, player: str, name: str) -> Renamed:
    """Another name for a player, who keeps the id; RuleError."""
    if player not in game.names:
        raise errors.not_at_the_table("player", player)
    others = [known for one, known in game.names.items() if one != player]
    return Renamed(player, new_name(name, others))


def swap(game: Game, one: str, other: str) -> Swapped:
    """Two players at the table change seats; RuleError."""
    check_between_hands(game)
    if one == other:
        raise errors.same_player()
    return Swapped((_present(game, one, "players"), _present(game, other, "players")))


def set_dealer(game: Game, player: str | None, first_bidder: str | None = None) -> DealerSet:
    """Who deals (and, where the two rotate apart, who first bids) the next hand; the rotation goes on from there.

    Raise RuleError if neither is said, or if they do not rotate apart.
    """
    check_between_hands(game)
    if player is None and first_bidder is None:
        raise errors.name_missing("player")
    if player is not None:
        _present(game, player)
    if first_bidder is not None:
        if not game.sheet.rulebook.bids_apart:
            raise errors.RuleError("first_bidder", _("Who bids first follows from the dealer in this game."))
        _present(game, first_bidder, "first_bidder")
    return DealerSet(player, first_bidder)


def adjust(game: Game, player: str, points: int, why: str = "") -> Adjusted:
    """A penalty or a present in points, counted from now on; RuleError."""
    if player not in game.names:
        raise errors.not_at_the_table("player", player)
    if len(why) > MOST_TEXT:
        raise errors.text_too_long("why", MOST_TEXT)
    return Adjusted(player, _points(points), plain_text(why))


def _points(points: int) -> int:
    if not is_whole(points) or abs(points) > MOST_POINTS:
        raise errors.not_whole("points", -MOST_POINTS, MOST_POINTS)
    return points


def comment(game: Game, text: str, hand: int | None = None) -> Commented:
    """A word to remember, about a hand (played, open or to come) or the whole evening.

    RuleError for a number beyond the hands to come.
    """
    if not plain_text(text):
        raise errors.RuleError("text", _("Write a few words first."))
    if len(text) > MOST_TEXT:
        raise errors.text_too_long("text", MOST_TEXT)
    hands = game.sheet.hands_played + max(1, len(game.sheet.coming()))
    if hand is not None and not (is_whole(hand) and 1 <= hand <= hands):
        raise errors.no_such_hand(hand)
    return Commented(plain_text(text), hand)
