"""What the forms of a hand say, read into the model's own words; what is no number stays as typed, to be refused.

A correction has only what the hand has, and of that only what is another.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypedDict
from urllib.parse import urlencode

from flask import request, url_for

from scorepad.errors import RuleError, no_such_hand
from scorepad.game.decide import hands
from scorepad.game.state.events import BidsRecorded, Contract, Event, Marks, doubled_by
from scorepad.game.state.record import Game
from scorepad.game.state.rows import HandRow
from scorepad.repository import StoredGame
from scorepad.rules import cards
from scorepad.rules.rulebook.turned_card import as_tapped
from scorepad.rules.scheme import Scheme
from scorepad.web.fields import Typed, points, whole
from scorepad.web.fields import number as whole_number
from scorepad.web.submit import UNNAMED, repository
from scorepad.words import _


def instead(form: Typed) -> bool:
    """Whether what is sent is to stand even where another scorer has written meanwhile."""
    return form.get("instead") == "yes"


def by_player(form: Typed, field: str, players: Iterable[str]) -> dict[str, Any]:
    """`bid.p1=2&bid.p2=0` as {"p1": 2, "p2": 0}; players without a value are left out: unset is not zero."""
    values = {player: whole_number(form.get(f"{field}.{player}")) for player in players}
    return {player: value for player, value in values.items() if value is not None}


def outcome(form: Typed, players: Sequence[str]) -> dict[str, Any]:
    """What is said of the tricks, by field: `made.p1=yes` and `off.p2=1` as {"made": {"p1": True}, "off": {"p2": 1}}.
    Fields and players without a value are left out."""
    made = {player: form[f"made.{player}"] == "yes" for player in players if form.get(f"made.{player}")}
    said = {"made": made, **{name: by_player(form, name, players) for name in ("off", "taken")}}
    return {name: own for name, own in said.items() if own}


def word(form: Typed, field: str) -> str | None:
    """A text, None for nothing."""
    return form.get(field, "").strip()[:40] or None


def contract(form: Typed) -> Contract | None:
    """The outcome of an auction, None where nothing of it is typed."""
    declarer, level = word(form, "contract.declarer"), whole_number(form.get("contract.level"))
    if declarer is None and level is None:
        return None
    redoubled = form.get("contract.redoubled") == "yes"
    agreed = Contract(declarer or "", -1 if level is None else level, redoubled=redoubled)
    return doubled_by(agreed, _doublers(form))


def _doublers(form: Typed) -> list[str]:
    """`contract.doubler=p1`, or `contract.doubler.p1=yes` where several may double."""
    one, several = word(form, "contract.doubler"), "contract.doubler."
    return [one] if one else [field.removeprefix(several) for field in form if field.startswith(several)]


def marks(form: Typed, scheme: Scheme, players: Iterable[str]) -> Marks:
    """`mark.blind.p1=yes` and `mark.bonus.p1=20`; a yes counts 1."""
    found: Marks = {}
    for player in players:
        for mark, kind in scheme.marks.items():
            text = form.get(f"mark.{mark}.{player}", "").strip()
            if text:
                found.setdefault(player, {})[mark] = whole_number(text) if kind == "number" else int(text == "yes")
    return found


class Trumps(TypedDict):
    """The trump as far as it is said."""

    trump: str | None
    turned: str | None
    chosen_by: str | None


def trumps(form: Typed) -> Trumps:
    """The trump as far as the form says it: the suit, the card turned, who chose."""
    turned = word(form, "turned")
    trump, turned = as_tapped(word(form, "trump"), turned and cards.typed(turned))
    return {"trump": trump, "turned": turned, "chosen_by": word(form, "chosen_by")}


# --- a correction ----------------------------------------------------------------------------------------

OUTCOMES = ("taken", "made", "off")


def as_recorded(game: Game, number: int) -> HandRow | BidsRecorded | None:
    """What is written down of a hand: all of one played, the bids of the open one; None for any other."""
    return game.hand_row(number) or (game.sheet.bids if number == game.sheet.hands_played + 1 else None)


def changes(game: Game, number: int, form: Typed) -> dict[str, Any]:
    """Return what the form changes in the recorded hand, as `hands.correct` takes it.

    Raise RuleError if there is no such hand, or if nothing is changed.
    """
    recorded = as_recorded(game, number)
    if recorded is None:
        raise no_such_hand(number)
    typed = _typed_of_bids(game, form, recorded)
    if not isinstance(recorded, HandRow):
        return _something(_otherwise(typed, recorded))
    typed |= _typed_of_tricks(game, form, recorded, typed["bids"])
    return _something(_otherwise(typed, recorded) | _typed_of_paper(form, recorded))


def _otherwise(typed: dict[str, Any], recorded: HandRow | BidsRecorded) -> dict[str, Any]:
    """What is typed otherwise than it stands."""
    found = {name: value for name, value in typed.items() if value != getattr(recorded, name, None)}
    if getattr(recorded, "paper", None) is None:
        return found
    # On paper bids and tricks may be missing, so that as many fields are empty.
    some = {name: _others(found[name], getattr(recorded, name)) for name in found.keys() & {"bids", *OUTCOMES}}
    return {name: value for name, value in {**found, **some}.items() if value or name not in some}


def _others(typed: dict[str, Any], stand: dict[str, Any] | None) -> dict[str, Any]:
    return {player: value for player, value in typed.items() if (stand or {}).get(player) != value}


def _typed_of_paper(form: Typed, row: HandRow) -> dict[str, Any]:
    """Points as on paper, where the form asks for them: as typed, or as the rules count."""
    asked = [player for player in row.totals if player in row.points and f"points.{player}" in form]
    typed = {player: points(form.get(f"points.{player}")) for player in asked}
    given = {player: one for player, one in typed.items() if one is not None}
    kept = form.get("paper") == "yes" or (row.paper is None and bool(given))
    if not asked or not (kept or row.paper is not None):
        return {}
    if not kept:
        return {"points": None}
    stand = row.paper or {}
    changed = {player: one for player, one in typed.items() if one != stand.get(player)}
    return {"points": changed} if changed or row.paper is None else {}


def _typed_of_bids(game: Game, form: Typed, recorded: HandRow | BidsRecorded) -> dict[str, Any]:
    """Bids, trumps, the contract where it is another, and a hook that was waived."""
    agreed = contract(form)
    taken_away = {player: None for player in recorded.bids if form.get(f"bid.{player}") == ""}
    bids = by_player(form, "bid", game.sheet.seats.everyone)
    typed: dict[str, Any] = {"bids": bids | taken_away | _level(agreed)}
    typed |= {name: value for name, value in trumps(form).items() if name in form}
    if not _same(game, agreed, recorded.contract):
        typed["contract"] = None if agreed is None else agreed.to_dict()
    if form.get("hook_waived") == "yes":
        typed["hook_waived"] = True
    return typed


def _typed_of_tricks(game: Game, form: Typed, row: HandRow, bids: dict[str, Any]) -> dict[str, Any]:
    """Marks, and the tricks, who made it or how far off they were, as the hand has them."""
    said = outcome(form, game.sheet.seats.everyone)
    if row.taken is None and "made" in said:  # of whoever has no bid it means nothing
        said["made"] = {player: one for player, one in said["made"].items() if player in row.made or player in bids}
    if not said and row.paper is None:
        said = {"taken": {}}
    typed: dict[str, Any] = {"marks": _marks(game, form, row.marks), **said}
    if "cancelled" in form:
        typed["cancelled"] = whole_number(form.get("cancelled"))
    return typed


# --- what another scorer has written meanwhile -----------------------------------------------------------


def bids_in_place(game: Game, number: int, form: Typed) -> Event:
    """The bids as this scorer has them, in the place of those that another has written meanwhile."""
    agreed = contract(form)
    typed = _typed_anyway(game, number, form)
    typed["bids"] = by_player(form, "bid", game.sheet.seats.everyone) | _level(agreed)
    typed["contract"] = agreed and agreed.to_dict()
    typed["hook_waived"] = form.get("hook_waived") == "yes"
    return hands.correct(game, number, _something(_said(typed)))


def tricks_in_place(game: Game, number: int, form: Typed) -> Event:
    """The tricks as this scorer has them, in the place of those that another has written meanwhile."""
    typed = {**_typed_anyway(game, number, form), **outcome(form, game.sheet.seats.everyone)}
    said = _said(typed)
    if game.sheet.rulebook.cancelled:  # said by 0 and by nothing too
        said["cancelled"] = whole_number(form.get("cancelled"))
    return hands.correct(game, number, _something(said))


def _typed_anyway(game: Game, number: int, form: Typed) -> dict[str, Any]:
    """Trumps and marks, which stand on both forms."""
    recorded = as_recorded(game, number)
    return {**trumps(form), "marks": _marks(game, form, recorded.marks if recorded else {})}


def _said(typed: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in typed.items() if value}


# --- what another scorer has saved in the place of this phone's numbers ------------------------------------
# A page that is loaded again because another scorer has saved something names the numbers tapped on it in its query:
# `mine.3.bid.p1=2` for a bid of hand 3, and in `seen` the version that it showed.

NUMBER = re.compile(r"(bid|taken|made|off)\.(p\d{1,3})", re.ASCII)
_MINE = re.compile(rf"mine\.(\d{{1,4}})\.({NUMBER.pattern})", re.ASCII)
_KINDS = ("bids", "tricks", "correct")


class Replaced(NamedTuple):
    """What another scorer has saved of a hand, in words, and the address of the form that changes it."""

    hand: int
    words: str
    address: str


def replaced(stored: StoredGame) -> list[Replaced]:
    """Return a line for each hand of which other numbers are saved than the query names."""
    mine: dict[int, dict[str, str]] = {}
    for name, value in request.args.items():
        if found := _MINE.fullmatch(name):
            mine.setdefault(int(found[1]), {})[found[2]] = value
    return [line for hand, numbers in mine.items() if (line := _of_hand(stored, hand, numbers))]


def _of_hand(stored: StoredGame, hand: int, mine: Mapping[str, str]) -> Replaced | None:
    recorded = as_recorded(stored.game, hand)
    saved = {field: _saved(recorded, field) for field in mine} if recorded else {}
    others = {field: value for field, value in saved.items() if value not in (None, mine[field])}
    if not others:
        return None
    names, signs = stored.game.names, {"yes": "✓", "no": "✗"}
    numbers = []
    for field, value in others.items():
        here, there = (signs.get(str(one), str(one)) for one in (mine[field], value))
        player = names[field.rpartition(".")[2]]
        numbers.append(_("{name} {saved}, not {mine}").format(name=player, saved=there, mine=here))
    words = _("{who} has saved other numbers for hand {hand}: {numbers}.")
    words = words.format(who=_author(stored), hand=hand, numbers="; ".join(numbers))
    own = urlencode({field: mine[field] for field in saved})
    return Replaced(hand, words, f"{url_for('corrections.show', game_id=stored.game_id, number=hand)}?{own}")


def _saved(recorded: HandRow | BidsRecorded, field: str) -> str | None:
    """Return a number as a form would send it; None if it is not recorded."""
    kind, _dot, player = field.partition(".")
    values: Mapping[str, int | bool] = getattr(recorded, "bids" if kind == "bid" else kind, None) or {}
    value = values.get(player)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return None if value is None else str(value)


def _author(stored: StoredGame) -> str:
    """Return who has saved numbers last since the version that the page showed."""
    seen = whole(request.args.get("seen"), 0, stored.version) or 0
    by = [one.by for one in repository().store.load(stored.game_id)[seen:] if one.event["kind"] in _KINDS]
    return by[-1] if by and by[-1] != UNNAMED else _("Another scorer")


# --- parts of the form -----------------------------------------------------------------------------------


def _level(agreed: Contract | None) -> dict[str, Any]:
    """A declarer bids what the contract says."""
    return {} if agreed is None else {agreed.declarer: agreed.level}


def _marks(game: Game, form: Typed, stand: Marks) -> Marks:
    """The marks as the form has them; those of another scheme as they are, for it may count again, and zeros too."""
    scheme = game.sheet.scheme
    typed = {
        player: {
            mark: value
            for mark, value in own.items()
            if mark in stand.get(player, {}) or value != scheme.unmarked[mark]
        }
        for player, own in marks(form, scheme, game.sheet.seats.everyone).items()
    }
    other = {
        player: {mark: value for mark, value in own.items() if mark not in scheme.marks or value == 0}
        for player, own in stand.items()
    }
    found = {player: other.get(player, {}) | typed.get(player, {}) for player in {**stand, **typed}}
    return {player: own for player, own in found.items() if own or player in stand}


def _same(game: Game, one: Contract | None, other: Contract | None) -> bool:
    """Whether two contracts are one, whoever doubled first."""
    if one is None or other is None:
        return one == other
    return hands.in_seat_order(game, one) == hands.in_seat_order(game, other)


def _something(changes: dict[str, Any]) -> dict[str, Any]:
    if not changes:
        raise RuleError("correction", _("Nothing is changed yet."))
    return changes
