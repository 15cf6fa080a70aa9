"""A whole game as one JSON file (`scorepad-game/1`): read, and written again.

Reading decides every entry as if it were recorded at the table, so that a file can hold nothing that the
rules refuse; FileError names the entry, the field and the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from scorepad import errors
from scorepad.errors import FileError, LawError, RuleError
from scorepad.game import events as e
from scorepad.game import hands, log, running, setting_up, table, written
from scorepad.game.answer import sheet_json
from scorepad.game.reading import Work, sound_scheme
from scorepad.game.record import Game
from scorepad.rules import rulebook as rulebooks
from scorepad.rules import scheme as schemes
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.scheme import Scheme
from scorepad.words import _

FORMAT = "scorepad-game/1"
MOST_ENTRIES = 2_000
HEAD = {
    "format", "rulebook", "scheme", "house", "stake", "players", "first_dealer", "scorer", "location", "date",
    "record", "log",
}  # fmt: skip


def read_game(data: object) -> Game:
    """The game that a file's JSON data describes; raises FileError."""
    head = _object(data, "")
    if head.get("format") != FORMAT:
        raise FileError(
            _("this is no Scorepad game file: it should say {format}").format(format=FORMAT), field="format"
        )
    unknown = next((key for key in head if key not in HEAD), None)
    if unknown is not None:
        raise FileError(_("a game file has no such key"), field=str(unknown)[:60])
    if "log" in head:
        return log.read_log(head["log"])
    try:
        game = Game.replay([_opened(head)])
    except RuleError as error:
        raise FileError(str(error), field=error.field) from error
    except LawError as error:
        raise FileError(error.reason, field=error.where) from error
    return _with_record(game, _list(head.get("record", []), "record"))


def _with_record(game: Game, record: list[Any]) -> Game:
    if len(record) > MOST_ENTRIES:
        raise FileError(_("a record has at most {most} entries").format(most=MOST_ENTRIES), field="record")
    work = Work()
    for number, entry in enumerate(record, 1):
        try:
            reading = _Entry(game, entry)
            for event in reading.events():
                work.spend(game, event)
                reading.game = game = game.then(event)
        except FileError as error:
            raise FileError(error.reason, number, error.field) from error
        except RuleError as error:
            raise FileError(str(error), number, _named(error.field, game)) from error
        except LawError as error:
            raise FileError(str(error), number) from error
    return game


def _named(field: str, game: Game) -> str:
    """A field as the file writes it: names, not ids."""
    return ".".join(game.names.get(part, part) for part in field.split("."))


def _opened(head: Mapping[str, Any]) -> e.Opened:
    rulebook = read_rulebook(head.get("rulebook"))
    if rulebook is None:
        raise FileError(_("name a rulebook"), field="rulebook")
    house = _object(head.get("house", {}), "house")
    scheme = read_scheme(next((one for one in (head.get("scheme"), house.get("scheme")) if one is not None), None))
    scheme = scheme or read_scheme(rulebook.scheme)
    if scheme is None:
        raise errors.SchemeMissing(rulebook.name)
    return setting_up.open_game(
        rulebook, scheme, _list(head.get("players"), "players"),
        first_dealer=_text(head, "first_dealer") or None, house=house, scorer=_text(head, "scorer"),
        location=_text(head, "location"), date=_text(head, "date"), stake=head.get("stake"),
    )  # fmt: skip


def read_rulebook(given: object) -> Rulebook | None:
    """A built-in's key, or the rulebook itself; None for nothing."""
    if isinstance(given, str):
        return rulebooks.find(given) if given else None
    return None if given is None else Rulebook.from_dict(_object(given, "rulebook"))


def read_scheme(given: object) -> Scheme | None:
    """A built-in's key, or the scheme itself, whose formulas are checked first; None for nothing."""
    if isinstance(given, str):
        return schemes.find(given) if given else None
    if given is None:
        return None
    return sound_scheme(_object(given, "scheme"))


def _object(value: object, field: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise FileError(_("an object with keys was expected here"), field=field)
    return value


def _list(value: object, field: str) -> list[Any]:
    if not isinstance(value, list):
        raise FileError(_("a list was expected here"), field=field)
    return value


def _yes_no(values: Mapping[str, Any], key: str, field: str) -> bool:
    value = values.get(key, False)
    if not isinstance(value, bool):
        raise FileError(_("true or false was expected here"), field=field)
    return value


def _text(values: Mapping[str, Any], key: str) -> str:
    text = values.get(key)
    if text is None:
        return ""
    if not isinstance(text, str):
        raise FileError(_("words were expected here"), field=key)
    return text


class _Entry:
    """One entry of the record, decided on the game so far."""

    def __init__(self, game: Game, entry: object) -> None:
        self.game = game
        self.ids = {name: player for player, name in game.names.items()}
        whole = _object(entry, "")
        if len(whole) != 1:
            raise FileError(_("an entry holds exactly one thing, such as “hand” or “join”"))
        self.kind, value = next(iter(whole.items()))
        if self.kind not in self._KINDS:
            raise FileError(_("there is no entry of the kind “{kind}”").format(kind=str(self.kind)[:40]))
        self.value = _object(value, self.kind)

    def events(self) -> Iterator[e.Event]:
        """What the entry says, an event at a time; the next is decided on `game` with the one before."""
        keys, decide = self._KINDS[self.kind]
        if keys is not None:
            self._known(keys)
        if decide is not None:
            yield decide(self)
        else:
            yield from self._hand()

    def _known(self, keys: Collection[str]) -> None:
        for key in self.value:
            if key not in keys:
                raise FileError(_("there is no such key here"), field=str(key)[:60])

    # --- players by name ---

    def _id(self, name: object, field: str) -> str:
        player = self.ids.get(" ".join(name.split())) if isinstance(name, str) else None
        if player is None:
            raise FileError(_("“{name}” is not a player of this game").format(name=str(name)[:40]), field=field[:60])
        return player

    def _player(self, key: str = "player") -> str:
        return self._id(self.value.get(key), key)

    def _perhaps(self, key: str) -> str | None:
        return None if self.value.get(key) is None else self._player(key)

    def _by_player(self, key: str) -> dict[str, Any] | None:
        given = self.value.get(key)
        if given is None:
            return None
        by_id = {self._id(name, f"{key}.{name}"): value for name, value in _object(given, key).items()}
        if len(by_id) < len(given):
            raise FileError(_("a player stands here twice"), field=key)
        return by_id

    def _yes_no(self, key: str) -> bool:
        return _yes_no(self.value, key, key)

    # --- kinds of entry ---

    def _hand(self) -> Iterator[e.Event]:
        if "auction" in self.value:
            raise FileError(_("auctions call by call are not read yet; write contract and bids"), field="auction")
        value, hand = self.value, hands.open_hand(self.game)
        trumps = {
            "trump": _text(value, "trump") or None,
            "turned": _text(value, "turned") or None,
            "chosen_by": self._perhaps("chosen_by"),
        }
        marks = self._marks()
        if self.game.sheet.bids is None and (hand.bidders or not value.keys() <= hands.OF_TRICKS):
            yield hands.record_bids(
                self.game, self._by_player("bids") or {}, cards=value.get("cards"), contract=self._contract(),
                hook_waived=self._yes_no("hook_waived"), marks=marks, **trumps,
            )  # fmt: skip
            trumps, marks = {}, {}
            if not value.keys() & {"taken", "made"}:
                return
        elif value.keys() & {"bids", "contract", "hook_waived", "cards"}:
            raise errors.BidsStand(hand.number)
        taken, made = self._by_player("taken"), self._by_player("made")
        cancelled = value.get("cancelled")
        yield hands.record_tricks(self.game, taken, made=made, cancelled=cancelled, marks=marks, **trumps)

    def _contract(self) -> e.Contract | None:
        given = self.value.get("contract")
        return None if given is None else e.Contract(**self._contract_data(_object(given, "contract")))

    def _contract_data(self, given: Mapping[str, Any]) -> dict[str, Any]:
        doubler = given.get("doubler")
        if not given.keys() <= {"declarer", "level", "doubler", "redoubled"}:
            raise FileError(_("there is no such key here"), field="contract")
        return {
            "declarer": self._id(given.get("declarer"), "contract.declarer"),
            "level": given.get("level"),
            "doubler": None if doubler is None else self._id(doubler, "contract.doubler"),
            "redoubled": _yes_no(given, "redoubled", "contract.redoubled"),
        }

    def _marks(self) -> e.Marks:
        given = self._by_player("marks") or {}
        return {player: dict(_object(marks, "marks")) for player, marks in given.items()}

    def _correct(self) -> e.Event:
        changes = {key: value for key, value in self.value.items() if key != "hand"}
        for key in ("bids", "taken", "made", "marks"):
            if changes.get(key) is not None:
                changes[key] = self._by_player(key)
        if changes.get("contract") is not None:
            changes["contract"] = self._contract_data(_object(changes["contract"], "contract"))
        if changes.get("chosen_by") is not None:
            changes["chosen_by"] = self._player("chosen_by")
        return hands.correct(self.game, self.value.get("hand"), changes)  # type: ignore[arg-type]

    def _join(self) -> e.Event:
        name, points = self.value.get("player"), self.value.get("points")
        return table.join(self.game, name, before=self._perhaps("before"), points=points)  # type: ignore[arg-type]

    def _swap(self) -> e.Event:
        pair = [self._id(name, "players") for name in _list(self.value.get("players"), "players")]
        if len(pair) != 2:
            raise errors.SamePlayer()
        return table.swap(self.game, *pair)

    def _misdeal(self) -> e.Event:
        wrong = _list(self.value.get("wrong_count", []), "wrong_count")
        return hands.misdeal(self.game, [self._id(name, "wrong_count") for name in wrong])

    def _closing(self) -> e.Event:
        return running.announce_closing(self.game, self.value.get("hands"))  # type: ignore[arg-type]

    def _comment(self) -> e.Event:
        return table.comment(self.game, _text(self.value, "text"), self.value.get("hand"))

    def _adjust(self) -> e.Event:
        return table.adjust(self.game, self._player(), self.value.get("points"), _text(self.value, "why"))  # type: ignore[arg-type]

    def _rename(self) -> e.Event:
        return table.rename(self.game, self._player(), self.value.get("name"))  # type: ignore[arg-type]

    def _scheme(self) -> e.Event:
        scheme = read_scheme(self.value["scheme"] if self.value.keys() == {"scheme"} else self.value)
        if scheme is None:
            raise FileError(_("name a scheme"), field="scheme")
        return running.change_scheme(self.game, scheme)

    def _details(self) -> e.Event:
        details: dict[str, Any] = {
            key: _text(self.value, key) for key in ("scorer", "location", "date") if key in self.value
        }
        if "stake" in self.value:
            details["stake"] = self.value["stake"]
        if "first_dealer" in self.value:
            details["first_dealer"] = self._player("first_dealer")
        return setting_up.describe(self.game, **details)

    # What an entry may hold (None: looked at elsewhere), and how it is decided; a hand is several events.
    _KINDS: Mapping[str, tuple[Collection[str] | None, Callable[[_Entry], e.Event] | None]] = {
        "hand": (hands.CORRECTABLE | {"auction"}, None),
        "correct": (hands.CORRECTABLE | {"hand"}, _correct),
        "join": ({"player", "before", "points"}, _join),
        "leave": ({"player"}, lambda entry: table.leave(entry.game, entry._player())),
        "return": ({"player"}, lambda entry: table.come_back(entry.game, entry._player())),
        "rename": ({"player", "name"}, _rename),
        "misdeal": ({"wrong_count"}, _misdeal),
        "misplay": ({"player"}, lambda entry: hands.misplay(entry.game, entry._player())),
        "closing": ({"hands"}, _closing),
        "comment": ({"text", "hand"}, _comment),
        "adjust": ({"player", "points", "why"}, _adjust),
        "swap": ({"players"}, _swap),
        "plan": ({"cards"}, lambda entry: running.plan(entry.game, _list(entry.value.get("cards"), "cards"))),
        "dealer": (
            {"player", "first_bidder"},
            lambda entry: table.set_dealer(entry.game, entry._perhaps("player"), entry._perhaps("first_bidder")),
        ),
        "house": (None, lambda entry: running.change_house(entry.game, entry.value)),
        "scheme": (None, _scheme),
        "details": ({"first_dealer", "scorer", "location", "date", "stake"}, _details),
        "end": ((), lambda entry: running.end(entry.game)),
        "reopen": ((), lambda entry: running.reopen(entry.game)),
    }  # fmt: skip


def write_game(game: Game, *, with_log: bool = False) -> dict[str, Any]:
    """The game as file data: the record as it stands, or with `with_log` every event there ever was.

    Where the record as it stands would not give the same sheet again (after a correction some hands could not
    be recorded as they were), it is written as it came about, with its corrections as entries.
    """
    if with_log:
        return {"format": FORMAT, "log": [e.to_json(event) for event in game.events]}
    data = {"format": FORMAT, **written.as_it_stands(game)}
    try:
        same = sheet_json(read_game(data)) == sheet_json(game)
    except FileError:
        same = False
    return data if same else {"format": FORMAT, **written.as_it_happened(game)}
