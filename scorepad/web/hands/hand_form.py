"""Parsing of the forms of a hand into the values of the model.

Text that is not a number stays as typed, so that the model refuses it. A correction contains only the values that
differ from the recorded hand.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorepad.errors import RuleError, no_such_hand
from scorepad.game.decide import hands
from scorepad.game.state.events import BidsRecorded, Contract, Event, Marks, replace_doublers
from scorepad.game.state.game import Game
from scorepad.game.state.rows import HandRow
from scorepad.rules.rulebook.turned_card import trump_and_card
from scorepad.rules.scheme import Scheme
from scorepad.web.fields import Typed, parse_points_text
from scorepad.web.fields import parse_bounded_int as whole_number
from scorepad.words import _


def replaces_recorded(form: Typed) -> bool:
    """Return True if the form replaces the values that another scorer recorded in the meantime."""
    return form.get("instead") == "yes"


def read_by_player(form: Typed, field: str, players: Iterable[str]) -> dict[str, Any]:
    """Parse `bid.p1=2&bid.p2=0` as {"p1": 2, "p2": 0}.

    Leave out players without a value, since an empty field is not zero.
    """
    values = {player: whole_number(form.get(f"{field}.{player}")) for player in players}
    return {player: value for player, value in values.items() if value is not None}


def read_outcome(form: Typed, players: Sequence[str]) -> dict[str, Any]:
    """Parse the outcome of the tricks: `made.p1=yes` and `off.p2=1` as {"made": {"p1": True}, "off": {"p2": 1}}.

    Leave out fields and players without a value.
    """
    made = {player: form[f"made.{player}"] == "yes" for player in players if form.get(f"made.{player}")}
    by_field = {"made": made, **{name: read_by_player(form, name, players) for name in ("off", "taken")}}
    return {name: values for name, values in by_field.items() if values}


def read_bid_changes(form: Typed, players: Iterable[str]) -> dict[str, Any]:
    """Parse `change.p1=-1` as {"p1": -1}; leave out players whose bid is not changed."""
    return {player: change for player, change in read_by_player(form, "change", players).items() if change}


def read_text(form: Typed, field: str) -> str | None:
    """Return the text of a field, at most 40 characters; None if it is empty."""
    return form.get(field, "").strip()[:40] or None


def read_contract(form: Typed) -> Contract | None:
    """Return the outcome of an auction; None if the form has neither a declarer nor a level."""
    declarer, level = read_text(form, "contract.declarer"), whole_number(form.get("contract.level"))
    if declarer is None and level is None:
        return None
    redoubled = form.get("contract.redoubled") == "yes"
    agreed = Contract(declarer or "", -1 if level is None else level, redoubled=redoubled)
    doubler, prefix = read_text(form, "contract.doubler"), "contract.doubler."  # with a player: several may double
    several = [field.removeprefix(prefix) for field in form if field.startswith(prefix)]
    return replace_doublers(agreed, [doubler] if doubler else several)


def read_marks(form: Typed, scheme: Scheme, players: Iterable[str]) -> Marks:
    """Parse `mark.blind.p1=yes`, `mark.bonus.p1=20` and `mark.loot.p1=p2` as marks; a yes counts 1."""
    marked: Marks = {}
    for player in players:
        for mark, kind in scheme.marks.items():
            text = form.get(f"mark.{mark}.{player}", "").strip()
            if text:
                marked.setdefault(player, {})[mark] = _MARK_VALUES[kind](text)
    return marked


_MARK_VALUES: Mapping[str, Callable[[str], Any]] = {
    "yes or no": lambda text: int(text == "yes"), "number": whole_number, "player": lambda text: text[:40],
}  # fmt: skip


def read_trumps(game: Game, form: Typed) -> dict[str, Any]:
    """Return the known parts of the trump in the form: the suit, the turned card, and the player who chose it."""
    turned = read_text(form, "turned")
    trump, turned = trump_and_card(read_text(form, "trump"), turned and game.sheet.rulebook.suits.parse_card(turned))
    return {"trump": trump, "turned": turned, "chosen_by": read_text(form, "chosen_by")}


def read_hand(game: Game, form: Typed) -> dict[str, Any]:
    """Return the values of a hand by their names in events; those that the form omits are None, False or empty."""
    players, agreed = game.sheet.seats.everyone, read_contract(form)
    return {
        **read_trumps(game, form),
        **read_outcome(form, players),
        "bids": read_by_player(form, "bid", players) | _level(agreed),
        "marks": read_marks(form, game.sheet.scheme, players),
        "contract": agreed,
        "cancelled": whole_number(form.get("cancelled")),
        "bid_changes": read_bid_changes(form, players),
        "hook_waived": form.get("hook_waived") == "yes",
    }


# --- corrections -----------------------------------------------------------------------------------------

OUTCOMES = ("taken", "made", "off")


def recorded_hand(game: Game, number: int) -> HandRow | BidsRecorded | None:
    """Return the row of a finished hand, or the bids of the current hand if it is `number`; None for any other hand.

    The bids of the row are those before a card changed them.
    """
    if row := game.hand_row(number):
        return replace(row, bids=row.spoken_bids)
    return game.sheet.bids if number == game.sheet.hands_played + 1 else None


def read_correction(game: Game, number: int, form: Typed) -> dict[str, Any]:
    """Return what the form changes in the recorded hand, as `hands.correct` takes it.

    Raise RuleError if there is no such hand, or if nothing is changed.
    """
    recorded = recorded_hand(game, number)
    if recorded is None:
        raise no_such_hand(number)
    typed = _typed_of_bids(game, form, recorded)
    if not isinstance(recorded, HandRow):
        return _require_changes(_changed_values(typed, recorded))
    typed |= _typed_of_tricks(game, form, recorded, typed["bids"])
    return _require_changes(_changed_values(typed, recorded) | _typed_of_paper(form, recorded))


def _changed_values(typed: dict[str, Any], recorded: HandRow | BidsRecorded) -> dict[str, Any]:
    """Return the typed values that differ from the recorded ones."""
    changed = {name: value for name, value in typed.items() if value != getattr(recorded, name, None)}
    if getattr(recorded, "paper", None) is None:
        return changed
    # A hand from a paper sheet may lack bids or tricks. Its empty fields are no changes.
    for name in changed.keys() & {"bids", *OUTCOMES}:
        stand = getattr(recorded, name) or {}
        changed[name] = {player: value for player, value in changed[name].items() if stand.get(player) != value}
        if not changed[name]:
            del changed[name]
    return changed


def _typed_of_paper(form: Typed, row: HandRow) -> dict[str, Any]:
    """Return the points that the form takes from paper, if it has fields for them.

    `{"points": None}` means that the rules determine the points.
    """
    players = [player for player in row.totals if player in row.points and f"points.{player}" in form]
    typed = {player: parse_points_text(form.get(f"points.{player}")) for player in players}
    non_empty = {player: value for player, value in typed.items() if value is not None}
    keeps_paper = form.get("paper") == "yes" or (row.paper is None and bool(non_empty))
    if not players or not (keeps_paper or row.paper is not None):
        return {}
    if not keeps_paper:
        return {"points": None}
    on_paper = row.paper or {}
    changed = {player: value for player, value in typed.items() if value != on_paper.get(player)}
    return {"points": changed} if changed or row.paper is None else {}


def _typed_of_bids(game: Game, form: Typed, recorded: HandRow | BidsRecorded) -> dict[str, Any]:
    """Return the bids and trumps, the contract if it differs, and a waived hook."""
    agreed = read_contract(form)
    cleared = {player: None for player in recorded.bids if form.get(f"bid.{player}") == ""}
    bids = read_by_player(form, "bid", game.sheet.seats.everyone)
    typed: dict[str, Any] = {"bids": bids | cleared | _level(agreed)}
    typed |= {name: value for name, value in read_trumps(game, form).items() if name in form}
    mine, theirs = (contract and hands.in_seat_order(game, contract) for contract in (agreed, recorded.contract))
    if mine != theirs:  # the order of the doublers does not matter
        typed["contract"] = None if agreed is None else agreed.to_dict()
    if form.get("hook_waived") == "yes":
        typed["hook_waived"] = True
    return typed


def _typed_of_tricks(game: Game, form: Typed, row: HandRow, bids: dict[str, Any]) -> dict[str, Any]:
    """Return the marks and the tricks, in the form that the hand records: tricks taken, bids made, or tricks off."""
    wrong_count = tuple(player for player in row.points if form.get(f"wrong_count.{player}"))
    if wrong_count:
        return {"marks": _marks(game, form, row.marks), "wrong_count": wrong_count}
    typed_outcome = read_outcome(form, game.sheet.seats.everyone)
    if row.taken is None and "made" in typed_outcome:  # without a bid, “made” has no meaning
        typed_outcome["made"] = {
            player: made for player, made in typed_outcome["made"].items() if player in row.made or player in bids
        }
    if not typed_outcome and row.paper is None:
        typed_outcome = {"taken": {}}
    typed: dict[str, Any] = {"marks": _marks(game, form, row.marks), **typed_outcome}
    typed |= _bid_changes(game, form, row)
    if "cancelled" in form:
        typed["cancelled"] = whole_number(form.get("cancelled"))
    return typed


# --- replacing what another scorer recorded in the meantime ----------------------------------------------


def replace_recorded(game: Game, number: int, form: Typed) -> Event:
    """Return a correction that replaces the recorded values of the hand with those of this form."""
    recorded, typed = recorded_hand(game, number), read_hand(game, form)
    typed["marks"] = _marks(game, form, recorded.marks if recorded else {})
    typed["contract"] = typed["contract"] and typed["contract"].to_dict()
    changed = {name: value for name, value in (typed | _bid_changes(game, form, recorded)).items() if value}
    if "cancelled" in form:  # 0 and an empty field are values too
        changed["cancelled"] = typed["cancelled"]
    return hands.correct(game, number, _require_changes(changed))


# --- parts of the form -----------------------------------------------------------------------------------


def _level(agreed: Contract | None) -> dict[str, Any]:
    """Return the declarer's bid, which is the level of the contract."""
    return {} if agreed is None else {agreed.declarer: agreed.level}


def _bid_changes(game: Game, form: Typed, recorded: object) -> dict[str, Any]:
    """Return the changed bids if the form has fields for them, with None for recorded changes that it takes back."""
    if not any(field.startswith("change.") for field in form):
        return {}
    taken_back = dict.fromkeys(getattr(recorded, "bid_changes", ()))
    return {"bid_changes": taken_back | read_bid_changes(form, game.sheet.seats.everyone)}


def _marks(game: Game, form: Typed, stand: Marks) -> Marks:
    """Return the marks of the form, plus recorded marks that the form cannot show.

    Keep the marks of another scheme, since the game may use that scheme again. Keep recorded zeros too.
    """
    scheme = game.sheet.scheme
    typed = {
        player: {
            mark: value
            for mark, value in values.items()
            if mark in stand.get(player, {}) or value != scheme.unmarked[mark]
        }
        for player, values in read_marks(form, scheme, game.sheet.seats.everyone).items()
    }
    other = {
        player: {mark: value for mark, value in values.items() if mark not in scheme.marks or value == 0}
        for player, values in stand.items()
    }
    merged = {player: other.get(player, {}) | typed.get(player, {}) for player in {**stand, **typed}}
    return {player: values for player, values in merged.items() if values or player in stand}


def _require_changes(changes: dict[str, Any]) -> dict[str, Any]:
    if not changes:
        raise RuleError("correction", _("Nothing is changed yet."))
    return changes
