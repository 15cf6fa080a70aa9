"""What a correction may hold: the right kind of value in every field, before it is written into a hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from scorepad import errors
from scorepad.errors import RuleError
from scorepad.game.state.checks import mark_problems
from scorepad.game.state.contract import CONTRACT_FIELDS
from scorepad.game.state.events import Marks
from scorepad.game.state.record import Game
from scorepad.game.state.scoring import needs_tricks
from scorepad.rules.numbers import is_whole
from scorepad.words import _


def _text(value: object) -> bool:
    return value is None or isinstance(value, str)


def _by_player(value: object) -> bool:
    return value is None or isinstance(value, Mapping)


_WANTED: Mapping[str, Callable[[Any], bool]] = {
    "trump": _text,
    "turned": _text,
    "chosen_by": _text,
    "hook_waived": lambda value: isinstance(value, bool),
    "bids": lambda value: isinstance(value, Mapping),
    "taken": _by_player,
    "made": _by_player,
    "off": _by_player,
    "marks": lambda value: isinstance(value, Mapping) and all(isinstance(own, Mapping) for own in value.values()),
    "contract": lambda value: _by_player(value) and {*(value or ())} <= {*CONTRACT_FIELDS, "also_doubled"},
}


def shape_problems(game: Game, hand: int, changes: Mapping[str, Any]) -> Iterator[RuleError]:
    """Values that cannot stand in their field, whatever the hand was; `changes` as `hands.correct` takes them."""
    for field, fits in _WANTED.items():
        if field in changes and not fits(changes[field]):
            yield RuleError(field, _("This cannot be read."))
    yield from _contract_problems(changes.get("contract"))
    row = game.hand_row(hand)
    order = list(row.points) if row else game.sheet.seats.present
    names = {player: game.names[player] for player in order}
    cards = row.cards if row else game.sheet.bids.cards if game.sheet.bids else 0
    if "cards" in changes:
        cards = changes["cards"]
        yield from _cards_problems(game, cards, len(order))
    yield from _number_problems(game.names, names, changes, cards)
    yield from _off_problems(game.names, names, changes, cards)
    if changes.get("made") is not None:
        yield from _only_made_problems(game, names, changes, row.options if row else {})
    marks = _changed_marks(changes.get("marks") or {}, row.marks if row else {})
    yield from mark_problems(game.sheet.scheme, marks, order, game.names)


def _cards_problems(game: Game, cards: Any, players: int) -> Iterator[RuleError]:
    most = game.sheet.rulebook.most_for(players)
    if not is_whole(cards) or cards < 1:
        yield errors.NotWhole("cards", 1, most)
    elif cards > most:
        yield errors.TooManyCards("cards", cards, players, most)


def _changed_marks(marks: Marks, stand: Marks) -> Marks:
    """Those that are not as they stand; a mark of the scheme before this one may stay."""
    standing = {player: own.items() for player, own in stand.items()}
    return {
        player: {mark: value for mark, value in own.items() if (mark, value) not in standing.get(player, ())}
        for player, own in marks.items()
    }


def _contract_problems(contract: Mapping[str, Any] | None) -> Iterator[RuleError]:
    if contract is None:
        return
    if not isinstance(contract.get("declarer"), str):
        yield errors.WrongContract("declarer", _("The declarer is one of the players at the table."))
    if not is_whole(contract.get("level")):
        yield errors.WrongContract("level", _("The level is a whole number."))
    if not isinstance(contract.get("doubler"), str | None):
        yield errors.WrongContract("doubler", _("The doubler is one of the players at the table."))
    also = contract.get("also_doubled", ())
    if not (isinstance(also, list | tuple) and all(isinstance(one, str) for one in also)):
        yield errors.WrongContract("doubler", _("The doublers are players at the table."))
    if not isinstance(contract.get("redoubled", False), bool):
        yield errors.WrongContract("redoubled", _("A contract is redoubled or not: yes or no."))


def _number_problems(
    known: Mapping[str, str], names: Mapping[str, str], changes: Mapping[str, Any], cards: int
) -> Iterator[RuleError]:
    wrong = {"bids": errors.BidOutOfRange, "taken": errors.TricksOutOfRange}
    for field, error in wrong.items():
        for player, value in (changes.get(field) or {}).items():
            if player not in names and value is not None:
                yield errors.NotAtTheTable(f"{field}.{player}", known.get(player, player))
            elif value is not None and not (is_whole(value) and 0 <= value <= cards):
                yield error(player, names[player], value, cards)


def _off_problems(
    known: Mapping[str, str], names: Mapping[str, str], changes: Mapping[str, Any], cards: int
) -> Iterator[RuleError]:
    off = changes.get("off")
    if off is not None and (changes.get("taken") is not None or changes.get("made") is not None):
        yield errors.OffAndMore()
    for player, value in (off or {}).items():
        if player not in names and value is not None:
            yield errors.NotAtTheTable(f"off.{player}", known.get(player, player))
        elif value is not None and not (is_whole(value) and abs(value) <= cards):
            yield errors.OffMissing(player, names[player])


def _only_made_problems(
    game: Game, names: Mapping[str, str], changes: Mapping[str, Any], own: Mapping[str, Any]
) -> Iterator[RuleError]:
    if changes.get("taken") is not None:
        yield errors.MadeOrTaken()
    if needs_tricks(game.sheet.scheme, game.sheet.options, own):
        yield errors.MadeNeedsTricks(game.sheet.scheme.name)
    for player, value in changes["made"].items():
        if player not in names:
            yield errors.NotAtTheTable(f"made.{player}", game.names.get(player, player))
        elif value is not None and not isinstance(value, bool):
            yield errors.MadeMissing(player, names[player])
