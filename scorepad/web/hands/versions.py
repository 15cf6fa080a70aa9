"""Two versions of a hand next to each other: what another scorer has saved, and what was entered here."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode

from flask import request, url_for

from scorepad.game.report.log_text import Names, field_labels, player_value, value_in_words
from scorepad.game.state.events import BY_PLAYER, BidsRecorded
from scorepad.game.state.game import Game
from scorepad.game.state.rows import HandRow
from scorepad.repository import StoredGame
from scorepad.web.fields import Typed, parse_int
from scorepad.web.form_state import FormState
from scorepad.web.hands import hand_form
from scorepad.web.submit import UNNAMED, repository, version_seen
from scorepad.words import _

REST = "rest"
"""The form field with another entry of the same hand that waits on the phone, as a query string."""

MOST_REST = 200  # entries

_OF_HAND = ("trump", "turned", "chosen_by", "contract", "cancelled", "hook_waived")
_SAVES_NUMBERS = ("bids", "tricks", "correct")

Values = Mapping[str, Any]
"""The values of one version by field, without empty ones."""


class Line(NamedTuple):
    """A player, or a field of the whole hand, with the values of both versions in words."""

    label: str
    theirs: list[str]
    mine: list[str]


class Versions(NamedTuple):
    """Both versions of a hand, with a message. `columns` are the fields of the players.

    `bids` are the bids on which tricks were based, as a query string, if another scorer has changed them since.
    """

    hand: int
    words: str
    columns: list[str]
    players: list[Line]
    fields: list[Line]
    bids: str


def compare(stored: StoredGame, hand: int, mine: Typed, since: int) -> Versions | None:
    """Return the saved hand and the one in the form fields `mine`; None if no saved value differs.

    `since` is the version of the game on which the form is based.
    """
    game, recorded = stored.game, hand_form.recorded_hand(stored.game, hand)
    theirs, entered = _saved(recorded) if recorded else {}, _entered(game, hand, mine, since)
    versions = theirs, entered
    if not _differ(theirs, entered):
        return None
    entries = repository().store.load(stored.game_id)[max(since, 0) :]
    authors = [entry.by for entry in entries if entry.event["kind"] in _SAVES_NUMBERS]
    author = authors[-1] if authors and authors[-1] != UNNAMED else _("Another scorer")
    labels, names = field_labels(), Names(game.names, game.sheet.rulebook.suits)
    kinds = [kind for kind in BY_PLAYER if any(kind in version for version in versions)]
    fields = [field for field in _OF_HAND if any(field in version for version in versions)]
    known = {player for version in versions for kind in kinds for player in version.get(kind, {})}
    players = [player for player in game.sheet.seats.everyone if player in known]
    bids = entered.get("bids", {})
    has_other_bids = (
        bids != theirs.get("bids") and "contract" not in theirs and not any(name.startswith("bid.") for name in mine)
    )

    def numbers(version: Values, player: str) -> list[str]:
        return [player_value(kind, version.get(kind, {}).get(player), names) for kind in kinds]

    return Versions(
        hand,
        _("{who} has saved other numbers for hand {hand}.").format(who=author, hand=hand),
        [labels[kind] for kind in kinds],
        [Line(names[player], *(numbers(version, player) for version in versions)) for player in players],
        [Line(labels[field], *([value_in_words(field, v.get(field), names)] for v in versions)) for field in fields],
        urlencode({f"bid.{player}": bid for player, bid in bids.items()}) if has_other_bids else "",
    )


def _saved(recorded: HandRow | BidsRecorded) -> Values:
    values = {field: getattr(recorded, field, None) for field in ("bids", "bid_changes", "marks", *_OF_HAND)}
    outcome = next((name for name in ("taken", "off", "made") if getattr(recorded, name, None)), "taken")
    return _without_empty(values | {outcome: getattr(recorded, outcome, None)})


def _entered(game: Game, hand: int, form: Typed, since: int) -> Values:
    """Return the values of the form; without bids also those on which its tricks are based."""
    everyone = game.sheet.seats.everyone
    values, agreed = hand_form.read_hand(game, form), hand_form.read_contract(form)
    values["bids"] = {player: bid for player, bid in values["bids"].items() if player in everyone}
    if agreed and not {agreed.declarer, *agreed.doublers} <= {*everyone}:
        values["contract"] = None
    if values["trump"] not in game.sheet.rulebook.trump_choices():
        values["trump"] = None
    if values["chosen_by"] not in everyone:
        values["chosen_by"] = None
    if not values["bids"] and 0 < since < len(game.events) and values.keys() & {*hand_form.OUTCOMES}:
        before = hand_form.recorded_hand(Game.replay(game.events[:since]), hand)
        values["bids"] = before.bids if before else {}
    return _without_empty(values)


def _without_empty(values: Values) -> Values:
    contract = values["contract"]
    return {field: value for field, value in {**values, "contract": contract and contract.to_dict()}.items() if value}


def _differ(theirs: Values, mine: Values) -> bool:
    """Return whether a value is entered that another scorer has saved differently."""
    for field, value in mine.items():
        if field in BY_PLAYER:
            saved = theirs.get(field, {})
            if any(value[player] != saved[player] for player in value.keys() & saved.keys()):
                return True
        elif theirs and theirs.get(field) != value:
            return True
    return False


def show_conflict(stored: StoredGame, hand: int, form_state: FormState) -> None:
    """Show both versions on the page of a conflict, with those of the phone that come after this form."""
    if not form_state.is_wrong("stale"):
        return
    rest = [pair for query in request.form.getlist(REST)[:MOST_REST] for pair in parse_qsl(query)]
    versions = compare(stored, hand, {**request.form, **dict(rest)}, version_seen(stored.game_id))
    if versions:
        form_state.say("stale", " ".join([_("This was not saved."), versions.words]))
        form_state.versions = versions


# A page reloads when another scorer saves something. Its query then holds the numbers tapped on it, such as
# `mine.3.bid.p1=2` for a bid of hand 3, and in `seen` the version that it showed.

FIELD = re.compile(r"(bid|taken|made|off)\.p\d{1,3}|trump", re.ASCII)
_MINE = re.compile(rf"mine\.(\d{{1,4}})\.({FIELD.pattern})", re.ASCII)


def find_replaced(stored: StoredGame) -> list[tuple[Versions, str]]:
    """Return each hand that is saved with other numbers than those in the query, and the address of its form."""
    mine: dict[int, dict[str, str]] = {}
    for name, value in request.args.items():
        if match := _MINE.fullmatch(name):
            mine.setdefault(int(match[1]), {})[match[2]] = value
    since = parse_int(request.args.get("seen"), 0, stored.version) or 0
    found = [(compare(stored, hand, numbers, since), numbers) for hand, numbers in mine.items()]
    return [
        (versions, f"{url_for('corrections.show', game_id=stored.game_id, number=versions.hand)}?{urlencode(numbers)}")
        for versions, numbers in found
        if versions
    ]
