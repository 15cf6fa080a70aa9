"""Checks of the types and ranges in a correction or in a hand from paper."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from scorepad import errors
from scorepad.errors import RuleError
from scorepad.formats import is_whole, parse_exact, with_thousands
from scorepad.game.state.events import CONTRACT_FIELDS
from scorepad.game.state.game import Game
from scorepad.game.state.mark_checks import mark_limit_problems, mark_problems
from scorepad.game.state.scoring import needs_tricks
from scorepad.rules.cards import NO_TRUMPS, OTHER_JOKER
from scorepad.words import _


def _text(value: object) -> bool:
    return value is None or isinstance(value, str)


def _by_player(value: object) -> bool:
    return value is None or isinstance(value, Mapping)


_TYPE_CHECKS: Mapping[str, Callable[[Any], bool]] = {
    "trump": _text,
    "turned": _text,
    "chosen_by": _text,
    "hook_waived": lambda value: isinstance(value, bool),
    "bids": lambda value: isinstance(value, Mapping),
    "taken": _by_player,
    "made": _by_player,
    "off": _by_player,
    "marks": lambda value: isinstance(value, Mapping) and all(isinstance(own, Mapping) for own in value.values()),
    "points": _by_player,
    "wrong_count": lambda value: value is None or isinstance(value, list | tuple),
    "bid_changes": lambda value: isinstance(value, Mapping),
    "contract": lambda value: _by_player(value) and {*(value or ())} <= {*CONTRACT_FIELDS, "also_doubled"},
}


def shape_problems(game: Game, hand: int, changes: Mapping[str, Any]) -> Iterator[RuleError]:
    """Yield problems of each changed value alone, before the hand is checked as a whole.

    `changes` has the same form as in `hands.correct`.
    """
    for field, fits in _TYPE_CHECKS.items():
        if field in changes and not fits(changes[field]):
            yield errors.FieldError(field, _("This cannot be read."))
    yield from _contract_problems(changes.get("contract"))
    row = game.hand_row(hand)
    order = list(row.points) if row else game.sheet.seats.present
    names = {player: game.names[player] for player in order}
    paper = changes["points"] is not None if "points" in changes else row is not None and row.paper is not None
    cards = row.cards if row else game.sheet.bids.cards if game.sheet.bids else 0
    if "cards" in changes:
        cards = changes["cards"]
        yield from cards_problems(cards, len(order), MOST_CARDS if paper else game.sheet.rulebook.most_for(len(order)))
    most = MOST_WRITTEN if paper else cards
    yield from _number_problems(game.names, names, changes, most)
    for player, change in changes.get("bid_changes", {}).items():
        if player not in names:
            yield errors.not_at_the_table(f"bid_changes.{player}", game.name_of(player))
        elif change is not None and not (is_whole(change) and change in (-1, 0, 1)):
            text = _("The bid of {name} changes by 1.")
            yield RuleError(f"bid_changes.{player}", text.format(name=names[player]))
    if changes.get("made") is not None:
        yield from _only_made_problems(game, names, changes, None if paper else row.options if row else {})
    if paper:
        yield from _unreadable(game, names, changes)
    standing = row.marks if row else {}
    marks = {  # a recorded mark may belong to an earlier scheme and may stay
        player: {mark: value for mark, value in own.items() if (mark, value) not in standing.get(player, {}).items()}
        for player, own in (changes.get("marks") or {}).items()
    }
    yield from mark_problems(game.sheet.scheme, marks, order, game.names)
    if not paper and changes.get("marks"):
        yield from mark_limit_problems(game.sheet.scheme, {**standing, **changes["marks"]})


def cards_problems(cards: Any, players: int, most: int) -> Iterator[RuleError]:
    if not is_whole(cards) or cards < 1:
        yield errors.not_whole("cards", 1, most)
    elif cards > most:
        yield errors.too_many_cards(cards, players, most)


def _contract_problems(contract: Mapping[str, Any] | None) -> Iterator[RuleError]:
    if contract is None:
        return
    if not isinstance(contract.get("declarer"), str):
        yield RuleError("contract.declarer", _("The declarer must be a player at the table."))
    if not is_whole(contract.get("level")):
        yield RuleError("contract.level", _("The level must be a whole number."))
    if not isinstance(contract.get("doubler"), str | None):
        yield RuleError("contract.doubler", _("The doubler must be a player at the table."))
    also = contract.get("also_doubled", ())
    if not (isinstance(also, list | tuple) and all(isinstance(doubler, str) for doubler in also)):
        yield RuleError("contract.doubler", _("The doublers must be players at the table."))
    if not isinstance(contract.get("redoubled", False), bool):
        yield RuleError("contract.redoubled", _("A contract is redoubled or not: enter yes or no."))


def _number_problems(
    known: Mapping[str, str], names: Mapping[str, str], changes: Mapping[str, Any], most: int
) -> Iterator[RuleError]:
    more = changes.get("taken") is not None or changes.get("made") is not None
    for field in ("bids", "taken", "off"):
        if field == "off" and changes.get("off") is not None and more:
            yield errors.off_and_more()
        least = -most if field == "off" else 0
        for player, value in (changes.get(field) or {}).items():
            if player not in names and value is not None:
                yield errors.not_at_the_table(f"{field}.{player}", known.get(player, player))
            elif value is not None and not (is_whole(value) and least <= value <= most):
                if field == "off":
                    yield errors.off_missing(player, names[player])
                else:
                    yield errors.number_out_of_range(field, player, names[player], value, most)


def _only_made_problems(
    game: Game, names: Mapping[str, str], changes: Mapping[str, Any], own: Mapping[str, Any] | None
) -> Iterator[RuleError]:
    """Yield problems of `made`.

    `own` holds the options of the hand. It is None for a hand from paper, which may have less than its points need.
    """
    if changes.get("taken") is not None:
        yield errors.made_or_taken()
    if own is not None and needs_tricks(game.sheet.scheme, game.sheet.options, own):
        yield errors.made_needs_tricks(game.sheet.scheme.name)
    for player, value in changes["made"].items():
        if player not in names:
            yield errors.not_at_the_table(f"made.{player}", game.name_of(player))
        elif value is not None and not isinstance(value, bool):
            yield errors.made_missing(player, names[player])


# --- on paper ---------------------------------------------------------------------------------------------

MOST_WRITTEN = 99  # bids and tricks on paper
MOST_CARDS = 52  # of one hand, for each player
MOST_POINTS = 1_000_000


def _unreadable(game: Game, names: Mapping[str, str], changes: Mapping[str, Any]) -> Iterator[RuleError]:
    """Yield problems of a hand from paper: invalid trumps, wrong numbers and players not in the hand."""
    known, suits = game.names, game.sheet.rulebook.suits.letters
    if changes.get("trump") not in (None, *suits, NO_TRUMPS, OTHER_JOKER):
        yield errors.not_a_trump(suits)
    cancelled: Any = changes.get("cancelled")
    if cancelled is not None and not (is_whole(cancelled) and cancelled in range(MOST_WRITTEN + 1)):
        yield errors.not_whole("cancelled", 0, MOST_WRITTEN)
    contract = changes.get("contract") or {}
    if contract and contract["level"] not in range(MOST_WRITTEN + 1):
        yield RuleError("contract.level", _("The level must be a whole number."))
    people = [("chosen_by", changes.get("chosen_by")), ("contract.declarer", contract.get("declarer"))]
    people += [
        ("contract.doubler", doubler) for doubler in (contract.get("doubler"), *contract.get("also_doubled", ()))
    ]
    for field, player in people:
        if player is not None and player not in names:
            yield errors.not_at_the_table(field, known.get(player, player))
    yield from point_problems("points", known, names, changes.get("points") or {})


def point_problems(
    field: str, known: Mapping[str, str], names: Mapping[str, str], points: Mapping[str, Any]
) -> Iterator[RuleError]:
    """Yield problems of points on paper.

    They must belong to players in `names`, be whole or in hundredths, and not exceed MOST_POINTS either way.
    """
    text = _("{name} cannot have {given} points. Enter a number up to {most}, above or below 0. Examples: −29, 18.33.")
    for player, value in points.items():
        if player not in names:
            yield errors.not_at_the_table(f"{field}.{player}", known.get(player, player))
        elif value is not None and not _points(value):
            reason = text.format(name=names[player], given=errors.quote_value(value), most=with_thousands(MOST_POINTS))
            yield RuleError(f"{field}.{player}", reason)


def _points(value: object) -> bool:
    try:
        points = parse_exact(value)
    except ValueError:
        return False
    return -MOST_POINTS <= points <= MOST_POINTS and (points * 100).denominator == 1


def exact_points(points: Mapping[str, Any]) -> dict[str, Any]:
    """Return checked points as exact numbers; None, which removes a player's points, stays None."""
    return {player: None if value is None else parse_exact(value) for player, value in points.items()}
