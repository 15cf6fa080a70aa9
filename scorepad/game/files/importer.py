"""Reader of one entry of a game file's record.

It maps names to ids and decides the entry on the game so far.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import Field, fields
from typing import Any

from scorepad import errors
from scorepad.errors import FileError
from scorepad.game.decide import control, hands, paper, players, setup
from scorepad.game.decide.conflicts import decide_again
from scorepad.game.files.untrusted_input import (
    BUILT_IN,
    RuleFiles,
    read_boolean,
    read_head,
    read_scheme,
    read_text,
    require_list,
    require_object,
)
from scorepad.game.state import events as e
from scorepad.game.state.events import CONTRACT_FIELDS, Contract
from scorepad.game.state.game import Game
from scorepad.words import _

MOST_CALLS = 500


class RecordEntry:
    """One entry such as {"join": {"player": "Di"}}.

    Raise FileError if it is not an entry, or its kind is unknown.
    """

    def __init__(self, game: Game, entry: object, known: RuleFiles = BUILT_IN) -> None:
        self.game, self.rule_files = game, known
        self.ids = {name: player for player, name in game.names.items()}
        data = require_object(entry, "")
        if len(data) != 1:
            raise FileError(_("An entry has exactly one key, such as “hand” or “join”."))
        self.kind, value = next(iter(data.items()))
        if self.kind not in self._KINDS:
            raise FileError(_("There is no entry of the kind “{kind}”.").format(kind=str(self.kind)[:40]))
        self.value = require_object(value, self.kind)

    def events(self) -> Iterator[e.Event]:
        """Yield the events of the entry one at a time.

        Set `game` to the game with the last event before you ask for the next. The next event is decided on it.

        FileError names the field. RuleError and RuleFileError pass unchanged from the deciding function.
        """
        if self.kind not in self._DECIDED_APART:
            yield self._plain_event()
            return
        keys, decide = self._DECIDED_APART[self.kind]
        if keys is not None:
            self._check_keys(keys)
        if self.kind == "house":
            yield from self._house()
        elif decide is not None:
            yield decide(self)
        else:
            yield from self._hand()

    def _check_keys(self, keys: Collection[str]) -> None:
        for key in self.value:
            if key not in keys:
                raise FileError(_("There is no such key here. Check the spelling."), field=str(key)[:60])

    # --- players by name ---

    def _id(self, name: object, field: str) -> str:
        if name is None:
            raise FileError(_("Name a player."), field=field)
        typed = name if isinstance(name, str) else ""
        player = self.ids.get(typed) or self.ids.get(setup.normalize_name(typed))
        if player is None:
            raise FileError(_("“{name}” is not a player of this game.").format(name=str(name)[:40]), field=field[:60])
        return player

    def _player(self, key: str = "player") -> str:
        return self._id(self.value.get(key), key)

    def _player_or_none(self, key: str) -> str | None:
        return None if self.value.get(key) is None else self._player(key)

    def _by_player(self, key: str) -> dict[str, Any] | None:
        values = self.value.get(key)
        if values is None:
            return None
        by_id = {self._id(name, f"{key}.{name}"): value for name, value in require_object(values, key).items()}
        if len(by_id) < len(values):
            raise FileError(_("A player appears here twice."), field=key)
        return by_id

    def _bids(self) -> e.Bids:
        """Return bids by player id, without nulls.

        A null bid means that the player does not bid.
        """
        return {player: bid for player, bid in (self._by_player("bids") or {}).items() if bid is not None}

    def _bid_changes(self) -> dict[str, Any]:
        return self._by_player("bid_changes") or {}

    def _yes_no(self, key: str) -> bool:
        return read_boolean(self.value, key, key)

    # --- kinds of entry ---

    def _trumps(self) -> dict[str, str | None]:
        return {
            "trump": read_text(self.value, "trump") or None,
            "turned": read_text(self.value, "turned") or None,
            "chosen_by": self._player_or_none("chosen_by"),
        }

    def _hand(self) -> Iterator[e.Event]:
        if self.value.get("points") is not None or self._yes_no("on_paper"):
            yield from self._hand_on_paper()
            return
        value, hand = self.value, hands.open_hand(self.game)
        trumps, marks = self._trumps(), self._marks()
        if self.game.sheet.bids is None and (hand.bidders or value.keys() - hands.RESULT_FIELDS):
            yield hands.record_bids(
                self.game, self._bids(), cards=value.get("cards"), contract=self._contract(), calls=self._calls(),
                doublers=self._doublers(), hook_waived=self._yes_no("hook_waived"), marks=marks, **trumps,
            )  # fmt: skip
            trumps, marks = {}, {}
            if not value.keys() & {"taken", "made", "off", "wrong_count"}:
                return
        elif value.keys() & {"bids", "contract", "auction", "doublers", "hook_waived", "cards"}:
            raise errors.bids_already_recorded(hand.number)
        taken, made, off = (self._by_player(key) for key in ("taken", "made", "off"))
        yield hands.record_tricks(
            self.game, taken, made=made, off=off, cancelled=value.get("cancelled"), wrong_count=self._wrong_count(),
            marks=marks, bid_changes=self._bid_changes(), **trumps,
        )  # fmt: skip

    def _hand_on_paper(self) -> Iterator[e.Event]:
        """Yield the events of a hand from an old sheet.

        Null means unknown.

        Without `points`, the entry is an exported hand of which only the bids are recorded.
        """
        value, trumps, marks, cards = self.value, self._trumps(), self._marks(), self.value.get("cards")
        bids = self._bids()
        if bids or value.keys() & {"contract", "auction", "doublers", "hook_waived"} or value.get("points") is None:
            yield paper.record_bids(
                self.game, bids, cards=cards, contract=self._contract(), calls=self._calls(),
                doublers=self._doublers(), hook_waived=self._yes_no("hook_waived"), marks=marks, **trumps,
            )  # fmt: skip
            trumps, marks, cards = {}, {}, None
        if value.get("points") is None:
            return
        points, taken, made, off = (self._by_player(key) for key in ("points", "taken", "made", "off"))
        yield paper.record_tricks(
            self.game, points or {}, taken=taken, made=made, off=off,
            cancelled=value.get("cancelled"), wrong_count=self._wrong_count(), cards=cards, marks=marks,
            bid_changes=self._bid_changes(), **trumps,
        )  # fmt: skip

    def _house(self) -> Iterator[e.Event]:
        """Yield the events of changed house rules.

        A scheme among them rescores the whole game.
        """
        scheme = read_scheme(self.value.get("scheme"), self.rule_files)
        if scheme is not None:
            yield control.change_scheme(self.game, scheme)
        rest = {key: value for key, value in self.value.items() if key != "scheme"}
        if rest or scheme is None:
            yield control.change_house(self.game, rest)

    def _calls(self) -> list[str]:
        calls = require_list(self.value.get("auction") or [], "auction")
        if len(calls) > MOST_CALLS or not all(isinstance(call, str) for call in calls):
            raise FileError(_("An auction is a list of calls such as 1H, 2, pass, double, redouble."), field="auction")
        return calls

    def _contract(self) -> Contract | None:
        contract = self.value.get("contract")
        return None if contract is None else Contract(**self._contract_data(require_object(contract, "contract")))

    def _contract_data(self, given: Mapping[str, Any]) -> dict[str, Any]:
        doubler = given.get("doubler")
        if not given.keys() <= {*CONTRACT_FIELDS}:
            raise FileError(_("There is no such key here. Check the spelling."), field="contract")
        return {
            "declarer": self._id(given.get("declarer"), "contract.declarer"),
            "level": given.get("level"),
            "doubler": None if doubler is None else self._id(doubler, "contract.doubler"),
            "redoubled": read_boolean(given, "redoubled", "contract.redoubled"),
        }

    def _wrong_count(self) -> tuple[str, ...] | None:
        return None if self.value.get("wrong_count") is None else self._ids("wrong_count")

    def _doublers(self) -> list[str]:
        """Return the ids of all doublers.

        Some house rules allow several.
        """
        return [*self._ids("doublers")] if self.value.get("doublers") else []

    def _ids(self, key: str) -> tuple[str, ...]:
        return tuple(self._id(name, key) for name in require_list(self.value.get(key, []), key))

    def _marks(self) -> e.Marks:
        by_player = self._by_player("marks") or {}
        return {player: self._own_marks(require_object(marks, "marks")) for player, marks in by_player.items()}

    def _own_marks(self, marks: Mapping[str, Any]) -> dict[str, Any]:
        """Return the marks of a player with the ids of the players whose names are in them."""
        kinds = self.game.sheet.scheme.marks
        names = {mark for mark, value in marks.items() if isinstance(value, str) and kinds.get(mark) == "player"}
        return {mark: self._id(value, "marks") if mark in names else value for mark, value in marks.items()}

    def _correct(self) -> e.Event:
        changes = dict(self.value)
        for key in e.BY_PLAYER:
            if changes.get(key) is not None:
                changes[key] = self._marks() if key == "marks" else self._by_player(key)
        if changes.get("contract") is not None:
            changes["contract"] = self._contract_data(require_object(changes["contract"], "contract"))
        if self.value.get("doublers") is not None:
            changes["contract"] = self._doubled(changes.get("contract"))
        if changes.get("wrong_count") is not None:
            changes["wrong_count"] = self._ids("wrong_count")
        if changes.get("chosen_by") is not None:
            changes["chosen_by"] = self._player("chosen_by")
        return hands.correct(self.game, self.value.get("hand"), changes)  # type: ignore[arg-type]

    def _doubled(self, contract: dict[str, Any] | None) -> dict[str, Any]:
        """Return the contract of the correction, or of the hand, with the doublers of the entry."""
        row, sheet = self.game.hand_row(self.value.get("hand")), self.game.sheet  # type: ignore[arg-type]
        recorded = row.contract if row else sheet.bids.contract if sheet.bids else None
        base = contract or (recorded.to_dict() if recorded else None)
        if base is None:
            raise FileError(_("There is no contract to double."), field="doublers")
        doublers = self._doublers()
        return {**base, "doubler": next(iter(doublers), None), "also_doubled": doublers[1:]}

    def _join(self) -> e.Event:
        name, points = self.value.get("player"), self.value.get("points")
        return players.join(self.game, name, before=self._player_or_none("before"), points=points)  # type: ignore[arg-type]

    def _swap(self) -> e.Event:
        pair = [self._id(name, "players") for name in require_list(self.value.get("players"), "players")]
        if len(pair) != 2:
            raise errors.same_player()
        return players.swap(self.game, *pair)

    def _totals(self) -> e.Event:
        self.value = {"totals": self.value}
        return paper.only_totals(self.game, self._by_player("totals") or {})

    def _scheme(self) -> e.Event:
        value = self.value["scheme"] if self.value.keys() == {"scheme"} else self.value
        scheme = read_scheme(value, self.rule_files)
        if scheme is None:
            raise FileError(_("Name a scheme."), field="scheme")
        return control.change_scheme(self.game, scheme)

    def _details(self) -> e.Event:
        details = read_head(self.value)
        if "first_dealer" in self.value:
            details["first_dealer"] = self._player("first_dealer")
        return setup.describe(self.game, **details)

    def _plain_event(self) -> e.Event:
        """Return the event of an entry that has the same fields as its event, with names for ids."""
        event_type = e.KINDS[self.kind]
        self._check_keys([field.name for field in fields(event_type)])
        return decide_again(
            self.game, event_type(**{field.name: self._value_of(field) for field in fields(event_type)})
        )

    def _value_of(self, field: Field[Any]) -> Any:
        key, of_several = field.name, str(field.type).startswith("tuple")
        if key in e.PLAYER_FIELDS:
            if of_several:
                return self._ids(key)
            return self._player_or_none(key) if field.default is None else self._player(key)
        if of_several:
            return tuple(require_list(self.value.get(key), key))
        if field.default == "" or key == "text":
            return read_text(self.value, key)
        return self._yes_no(key) if field.type == "bool" else self.value.get(key)

    # Entries whose fields differ from those of their events. Values: the allowed keys (None: checked elsewhere) and the
    # function that decides (None: see `events`).
    _DECIDED_APART: Mapping[str, tuple[Collection[str] | None, Callable[[RecordEntry], e.Event] | None]] = {
        "hand": (hands.CORRECTABLE | {"auction", "doublers", "on_paper"}, None),
        "correct": (hands.CORRECTABLE | {"hand", "doublers"}, _correct),
        "join": ({"player", "before", "points"}, _join),
        "swap": ({"players"}, _swap),
        "totals": (None, _totals),
        "house": (None, None),
        "scheme": (None, _scheme),
        "details": (e.HEAD, _details),
    }
    _KINDS = (e.KINDS.keys() | _DECIDED_APART.keys()) - {"open", "bids", "tricks", "undo", "redo"}
