"""Reader and writer of a game as one JSON file (`scorepad-game/1`).

The reader decides every entry as if it were recorded at the table. So the rules apply to files, too. FileError names
the entry, the field and the reason.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import fields
from typing import Any

from scorepad import errors
from scorepad.errors import BrokenEvent, FileError, RuleError, RuleFileError
from scorepad.formats import is_whole
from scorepad.game.decide import setup
from scorepad.game.decide.conflicts import decide_again
from scorepad.game.files import exporter
from scorepad.game.files.importer import RecordEntry
from scorepad.game.files.untrusted_input import (
    BUILT_IN,
    RuleFiles,
    WorkBudget,
    checked_scheme,
    read_head,
    read_rulebook,
    read_scheme,
    read_text,
    require_list,
    require_object,
)
from scorepad.game.report.sheet_files import sheet_json
from scorepad.game.state import events as e
from scorepad.game.state.dates import is_date
from scorepad.game.state.event_json import from_json, to_json
from scorepad.game.state.game import Game
from scorepad.rules.game_properties import is_named_only, rulebook_data, scheme_data
from scorepad.rules.rulebook import Rulebook
from scorepad.words import _

FORMAT = "scorepad-game/1"
MOST_ENTRIES = 2_000
_KEYS = {"format", *(field.name for field in fields(e.Opened)), "record", "log"}


def read_game(data: object, known: RuleFiles = BUILT_IN) -> Game:
    """Return the game that a file's JSON data describes.

    `known` finds the rule files that the data names by key. Raise FileError for invalid data.
    """
    head = require_object(data, "")
    if head.get("format") != FORMAT:
        raise FileError(
            _("This is not a Scorepad game file. Its “format” should be {format}.").format(format=FORMAT),
            field="format",
        )
    unknown = next((key for key in head if key not in _KEYS), None)
    if unknown is not None:
        raise FileError(_("A game file has no such key. Check the spelling."), field=str(unknown)[:60])
    if "log" in head:
        return read_log(head["log"])
    try:
        game = Game.replay([_opened(head, known)])
    except RuleError as error:
        raise FileError(str(error), field=error.field) from error
    except RuleFileError as error:
        raise FileError(error.reason, field=error.where) from error
    return add_record(game, require_list(head.get("record", []), "record"), known)


def add_record(game: Game, record: list[Any], known: RuleFiles = BUILT_IN) -> Game:
    """Return the game with the entries of a record added.

    Each entry is decided on the game before it. Raise FileError for an invalid entry.
    """
    if len(record) > MOST_ENTRIES:
        raise FileError(_("A record can have at most {most} entries.").format(most=MOST_ENTRIES), field="record")
    budget = WorkBudget()
    for number, entry in enumerate(record, 1):
        try:
            reading = RecordEntry(game, entry, known)
            for event in reading.events():
                budget.spend(game, event)
                reading.game = game = game.then(event)
        except FileError as error:
            raise FileError(error.reason, number, error.field, _hand_of(game, entry)) from error
        except RuleError as error:
            field, hand = _named(error.field, game), _hand_of(game, entry)
            if hand is None:
                raise FileError(str(error), number, field) from error
            raise FileError.of_hand(error, number, hand, field) from error
        except RuleFileError as error:
            raise FileError(str(error), number) from error
    return game


def _hand_of(game: Game, entry: object) -> int | None:
    """Return the number of the hand that an entry records or corrects, or None for other entries."""
    kind, value = next(iter(entry.items())) if isinstance(entry, dict) and len(entry) == 1 else ("", None)
    if kind == "hand":
        return game.sheet.hands_played + 1
    number: Any = value.get("hand") if kind == "correct" and isinstance(value, dict) else None
    return number if is_whole(number) and game.hand_row(number) else None


def _named(field: str, game: Game) -> str:
    """Return the path of a field with player names instead of ids, as in the file."""
    return ".".join(game.names.get(part, part) for part in field.split("."))


def _opened(head: Mapping[str, Any], known: RuleFiles) -> e.Opened:
    value = head.get("rulebook")
    only_named = value if is_named_only(value) else None
    rulebook = read_rulebook(rulebook_data(only_named) if only_named else value, known)
    if rulebook is None:
        raise FileError(_('Name a rulebook. Example: "rulebook": "pike".'), field="rulebook")
    house = require_object({} if head.get("house") is None else head["house"], "house")
    named = next((scheme for scheme in (head.get("scheme"), house.get("scheme")) if scheme is not None), None)
    usual = scheme_data(only_named) if only_named else rulebook.scheme
    scheme = read_scheme(named, known) or read_scheme(usual, known)
    if scheme is None:
        raise errors.scheme_missing(rulebook.name)
    return setup.open_game(
        rulebook, scheme, require_list(head.get("players"), "players"),
        first_dealer=read_text(head, "first_dealer") or None, house=house, **read_head(head),
    )  # fmt: skip


def write_game(game: Game, *, with_log: bool = False) -> dict[str, Any]:
    """Return the game as file data: the current record, or every event with `with_log`.

    After a correction, some hands may no longer be recordable as they were. If the current record does not give the
    same sheet, the original record is written, with corrections as entries.

    Early versions accepted any text as a date. A game with such a date is written as a log, which may hold it.
    """
    if with_log or any(date and not is_date(date) for date in (game.opened.date, game.sheet.date)):
        return {"format": FORMAT, "log": [to_json(event) for event in game.events]}
    data = {"format": FORMAT, **exporter.export_current(game)}
    with suppress(FileError):
        if sheet_json(read_game(data)) == sheet_json(game):
            return data
    return {"format": FORMAT, **exporter.export_in_order(game)}


MOST_EVENTS = 5_000


def read_log(data: object) -> Game:
    """Return the game of a log.

    Raise FileError with the number (from 1) of the first invalid event.
    """
    if not isinstance(data, list) or not data or len(data) > MOST_EVENTS:
        raise FileError(_("A log is a list of 1 to {most} events.").format(most=MOST_EVENTS), field="log")
    game: Game | None = None
    budget = WorkBudget()
    for number, item in enumerate(data, 1):
        try:
            event = from_json(item)
            if game is None:
                game = _opening(event)
            else:
                budget.spend(game, event)
                if isinstance(event, e.SchemeChanged):
                    checked_scheme(event.scheme)
                game = game.then(decide_again(game, event))
        except FileError as error:
            raise FileError(error.reason, number, error.field) from error
        except RuleError as error:
            hand = _hand_of_event(game, event)
            raise (FileError.of_hand(error, number, hand) if hand else FileError(str(error), number)) from error
        except (RuleFileError, BrokenEvent) as error:
            raise FileError(str(error), number) from error
        except (TypeError, ValueError, AttributeError, LookupError, ArithmeticError, RecursionError) as error:
            raise FileError(_("This event cannot be read."), number) from error
    assert game is not None
    return game


def _hand_of_event(game: Game | None, event: e.Event) -> int | None:
    """Return the number of the hand that an event is about, or None."""
    match event:
        case e.BidsRecorded() | e.TricksRecorded() if game is not None:
            return game.sheet.hands_played + 1
        case e.Corrected(hand=hand):
            return hand if is_whole(hand) else None
    return None


def _opening(event: e.Event) -> Game:
    if not isinstance(event, e.Opened):
        raise FileError(_("A log begins with the start of its game."))
    return Game.replay([validate_opening(event)])


def validate_opening(event: e.Opened) -> e.Opened:
    """Return the event of the same game opened again.

    Raise FileError if it differs from `event`.
    """
    scheme = checked_scheme(event.scheme)
    names = dict(event.players)
    head = {field.name: getattr(event, field.name) for field in fields(e.Head)}
    again = setup.open_game(
        Rulebook.from_dict(event.rulebook), scheme, list(names.values()), first_dealer=names.get(event.first_dealer),
        house=event.house, recorded=True, **head,
    )  # fmt: skip
    if again.players != event.players:
        raise FileError(_("The players of this log are not numbered p1, p2 …"), field="players")
    if again != event:
        raise FileError(_("The start of this game was not written by Scorepad."))
    return again
