"""The record of the second implementation: which actions it accepts, undo, and late requests.

It keeps every version of a game whole. Undo, redo and requests from an old page are lookups in a list.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any, Literal

from soak.oracle import LADDERS, ONLY_MADE, Entry, Hand, Rules, Sheet

Action = dict[str, Any]
"""A requested action: the form's fields, numbers as int, everything else as typed."""
Outcome = Literal["recorded", "same", "refused", "stale"]


HAND = {"bids", "taken", "void"}
SEATS = {"join", "leave", "return", "swap", "dealer"}
COURSE = {"plan", "closing", "end", "reopen", "ladder"}
HISTORY = {"undo", "redo"}
CONFLICTS = {
    **dict.fromkeys(HAND, HAND | SEATS | HISTORY | {"ladder", "scheme", "end", "reopen"}),
    **dict.fromkeys(("join", "return"), HAND | SEATS | COURSE | HISTORY | {"correct", "adjust", "scheme"}),
    **dict.fromkeys(("leave", "swap"), HAND | SEATS | COURSE | HISTORY | {"scheme"}),
    **dict.fromkeys(COURSE, HAND | SEATS | COURSE | HISTORY | {"scheme"}),
    "dealer": HAND | SEATS | COURSE | HISTORY,
    "scheme": {"scheme", "ladder"},
    "correct": HISTORY,
}
"""The later entries that conflict with an entry, by its kind; `conflict` adds cases of two of a kind."""


@dataclass
class State:
    scheme: str
    entries: list[Entry]


@dataclass
class Version:
    """The active states, the undone ones, and the number of players who ever sat down, including undone joins."""

    standing: list[State]
    undone: list[State]
    sat_down: int


class Record:
    """A game; `written[v]` is the entry that made version `v + 1`."""

    def __init__(self, rules: Rules, scheme: str, names: list[str]) -> None:
        self.rules, self.began = rules, names
        self.versions = [Version([State(scheme, [])], [], len(names))]
        self.written: list[Entry] = [{"kind": "open"}]

    @property
    def version(self) -> int:
        return len(self.versions)

    def sheet(self, seen: int | None = None) -> Sheet:
        return self._sheet_of(self.versions[(seen or self.version) - 1].standing[-1])

    def _sheet_of(self, state: State) -> Sheet:
        return Sheet(self.rules, state.scheme, self.began, state.entries)

    def receive(self, action: Action, seen: int, *, instead: bool = False) -> Outcome:
        """Return the outcome of an action sent from a page of version `seen`, and record it if it is valid."""
        then = self.decide(action, self.versions[seen - 1], instead=instead)
        since = self.written[seen:]
        if since and (then is None or any(self.conflict(then, other, seen) for other in since)):
            return self._late(then, seen)
        entry = self.decide(action, self.versions[-1], instead=instead)
        if entry is None:
            return "refused"
        if since and entry != then:
            return self._late(then, seen)
        self.versions.append(self._after(self.versions[-1], entry))
        self.written.append(entry)
        return "recorded"

    def conflict(self, mine: Entry, other: Entry, seen: int) -> bool:
        """Return whether an entry written since version `seen` conflicts with mine, which is based on that version."""
        kind = mine["kind"]
        if kind in HISTORY:
            return True
        if kind in ("rename", "adjust"):
            return other["kind"] == kind and bool(other["player"] == mine["player"])
        if other["kind"] == "correct" and kind == "correct":
            return bool(other["hand"] == mine["hand"])
        if other["kind"] == "correct" and kind in HAND:
            played = sum(entry["kind"] == "taken" for entry in self.versions[seen - 1].standing[-1].entries)
            return bool(other["hand"] > played)
        return other["kind"] in CONFLICTS[kind]

    def _late(self, mine: Entry | None, seen: int) -> Outcome:
        """Return "same" if another scorer has written the same entry, without an earlier conflict or a later undo."""
        for at, other in enumerate(self.written[seen:], seen):
            if other == mine:
                undone = any(entry["kind"] in HISTORY for entry in self.written[at + 1 :])
                return "stale" if undone else "same"
            if mine is None or self.conflict(mine, other, seen):
                break
        return "stale"

    def _after(self, version: Version, entry: Entry) -> Version:
        standing, undone = version.standing, version.undone
        if entry["kind"] == "undo":
            return Version(standing[:-1], [*undone, standing[-1]], version.sat_down)
        if entry["kind"] == "redo":
            return Version([*standing, undone[-1]], undone[:-1], version.sat_down)
        return Version([*standing, written(standing[-1], entry)], [], version.sat_down + (entry["kind"] == "join"))

    # --- accepted actions ---

    def decide(self, action: Action, version: Version, *, instead: bool = False) -> Entry | None:
        """Return the entry, or None if the action is refused."""
        if action["do"] == "undo":
            return {"kind": "undo"} if len(version.standing) > 1 else None
        if action["do"] == "redo":
            return {"kind": "redo"} if version.undone else None
        state = version.standing[-1]
        sheet = self._sheet_of(state)
        if action["do"] in ("bids", "taken", "made", "correct"):
            recorded = 1 <= action["hand"] <= sheet.played
            begun = sheet.bids is not None and action["hand"] == sheet.played + 1
            if action["do"] == "correct":
                return self._correct(action, state, sheet) if recorded or begun else None
            if instead and (recorded or (begun and action["do"] == "bids")):
                both = recorded and action["do"] == "bids"  # own bids with another scorer's tricks need a check
                return None if both else self._in_its_place(action, state, sheet)
            hand = sheet.open_hand()
            if hand is None or not sheet.can_play or hand.number != action["hand"]:
                return None
            return _bids(action, sheet, hand) if action["do"] == "bids" else _tricks(action, sheet, hand)
        if action["do"] == "join":
            return _join(action, sheet, f"p{version.sat_down + 1}")
        may: dict[str, Any] = {
            "void": _void, "leave": _leave, "return": _return, "rename": _rename, "swap": _swap, "adjust": _adjust,
            "dealer": _dealer, "plan": _plan, "closing": _closing, "end": _end, "reopen": _reopen, "ladder": _ladder,
        }  # fmt: skip
        if action["do"] == "scheme":
            only_made = any(earlier["kind"] == "taken" and earlier["taken"] is None for earlier in state.entries)
            return (
                None if only_made and action["scheme"] not in ONLY_MADE else {"kind": "scheme", "key": action["scheme"]}
            )
        entry: Entry | None = may[action["do"]](action, sheet)
        return entry

    def _correct(self, action: Action, state: State, sheet: Sheet) -> Entry | None:
        """Return the differences from the recorded hand; an unchanged hand is no correction."""
        bids, tricks = entries_of(state, action["hand"])
        changes: dict[str, Any] = {}
        if action["bids"] != (bids["bids"] if bids else {}):
            changes["bids"] = action["bids"]
        if action["waived"] and not (bids and bids["waived"]):
            changes["waived"] = True
        if tricks is not None:
            if action["made"]:
                made = tricks["made"]
                if made is None:
                    made = {
                        player: tricks["taken"].get(player) == bid
                        for player, bid in (bids["bids"] if bids else {}).items()
                    }
                changes |= {"made": action["made"]} if action["made"] != made else {}
            elif action["taken"] != tricks["taken"]:
                changes["taken"] = action["taken"]
        return self._mended(action["hand"], changes, state, sheet)

    def _in_its_place(self, action: Action, state: State, sheet: Sheet) -> Entry | None:
        changes = {name: action[name] for name in ("bids", "taken", "made", "waived") if action.get(name)}
        return self._mended(action["hand"], changes, state, sheet)

    def _mended(self, number: int, changes: dict[str, Any], state: State, sheet: Sheet) -> Entry | None:
        """Return the correction, or None if it leaves the hand invalid."""
        if not changes:
            return None
        row = next((row for row in sheet.rows if row.kind == "hand" and row.hand and row.hand.number == number), None)
        hand = row.hand if row else sheet.open_hand()
        assert hand
        for name in ("bids", "taken"):
            for player, value in changes.get(name, {}).items():
                if player not in hand.order or type(value) is not int or not 0 <= value <= hand.cards:
                    return None
        if "made" in changes and (state.scheme not in ONLY_MADE or "taken" in changes):
            return None
        entry = {"kind": "correct", "hand": number, **changes}
        after = self._sheet_of(written(state, entry))
        if row is None:
            assert after.bids
            bids, begun = after.bids, after.open_hand()
            assert begun
            fits = after.bids_right(begun, bids["bids"]) and (bids["waived"] or not after.hooked(begun, bids["bids"]))
            return entry if fits else None
        corrected = next(row for row in after.rows if row.kind == "hand" and row.hand and row.hand.number == number)
        return entry if corrected.sound else None


def entries_of(state: State, number: int) -> tuple[Entry | None, Entry | None]:
    """Return the bids and the tricks of a hand, also of the current one; void hands do not count."""
    bids: Entry | None = None
    played = 0
    for entry in state.entries:
        if entry["kind"] == "bids":
            bids = entry
        elif entry["kind"] in ("taken", "void"):
            played += entry["kind"] == "taken"
            if played == number:
                return bids, entry
            bids = None
    return bids, None


def written(state: State, entry: Entry) -> State:
    """Return the state with one more entry; a correction changes its hand's entries."""
    after = copy.deepcopy(state)
    if entry["kind"] == "scheme":
        after.scheme = entry["key"]
    elif entry["kind"] == "correct":
        bids, tricks = entries_of(after, entry["hand"])
        if bids is None and tricks and entry.get("bids"):  # no player had to bid when the hand was played
            bids = {"kind": "bids", "cards": tricks["cards"], "bids": {}, "waived": False}
            after.entries.insert(next(at for at, earlier in enumerate(after.entries) if earlier is tricks), bids)
        if bids:
            bids["bids"] |= entry.get("bids", {})
            bids["waived"] = bids["waived"] or entry.get("waived", False)
        if tricks and "taken" in entry:
            tricks["taken"], tricks["made"] = (tricks["taken"] or {}) | entry["taken"], None
        elif tricks and "made" in entry:
            tricks["taken"], tricks["made"] = None, (tricks["made"] or {}) | entry["made"]
    else:
        after.entries.append(copy.deepcopy(entry))
    return after


# --- one kind each ---


def _bids(action: Action, sheet: Sheet, hand: Hand) -> Entry | None:
    bids = {player: bid for player, bid in action["bids"].items() if player in hand.order}
    if sheet.bids or not sheet.bids_right(hand, bids):
        return None
    hooked = sheet.hooked(hand, bids)
    if hooked and not action["waived"]:
        return None
    return {"kind": "bids", "cards": hand.cards, "bids": bids, "waived": hooked}


def _tricks(action: Action, sheet: Sheet, hand: Hand) -> Entry | None:
    if sheet.bids is None and hand.bidders:
        return None
    if action["do"] == "made" and sheet.scheme not in ONLY_MADE:
        return None
    entry = {"kind": "taken", "cards": hand.cards, "taken": action.get("taken"), "made": action.get("made")}
    return entry if sheet.tricks_right(hand, sheet.bids["bids"] if sheet.bids else {}, entry) else None


def _void(action: Action, sheet: Sheet) -> Entry | None:
    hand = sheet.open_hand()
    if hand is None or not sheet.can_play or hand.number != action["hand"]:
        return None
    named = [action["misplay"]] if action["misplay"] else action["wrong"]
    fits = set(named) <= set(hand.order)
    return {"kind": "void", "misplay": action["misplay"], "wrong": action["wrong"]} if fits else None


def _free_name(sheet: Sheet, name: str, player: str = "") -> bool:
    return bool(name.strip()) and name.lower() not in {
        known.lower() for player_id, known in sheet.names.items() if player_id != player
    }


def _join(action: Action, sheet: Sheet, player: str) -> Entry | None:
    fits = len(sheet.present) < sheet.rules.players[1] and _free_name(sheet, action["name"])
    if sheet.bids or not fits or not isinstance(action["points"], int | None):
        return None
    return {
        "kind": "join",
        "player": player,
        "name": action["name"],
        "before": action["before"],
        "points": action["points"],
    }


def _leave(action: Action, sheet: Sheet) -> Entry | None:
    gone = sheet.bids or action["player"] not in sheet.present or len(sheet.present) == 1
    return None if gone else {"kind": "leave", "player": action["player"]}


def _return(action: Action, sheet: Sheet) -> Entry | None:
    there = sheet.bids or action["player"] not in sheet.away or len(sheet.present) >= sheet.rules.players[1]
    return None if there else {"kind": "return", "player": action["player"]}


def _rename(action: Action, sheet: Sheet) -> Entry | None:
    fits = action["player"] in sheet.names and _free_name(sheet, action["name"], action["player"])
    return {"kind": "rename", "player": action["player"], "name": action["name"]} if fits else None


def _swap(action: Action, sheet: Sheet) -> Entry | None:
    first, other = action["players"]
    fits = not sheet.bids and first != other and {first, other} <= set(sheet.present)
    return {"kind": "swap", "players": [first, other]} if fits else None


def _adjust(action: Action, sheet: Sheet) -> Entry | None:
    fits = action["player"] in sheet.names and type(action["points"]) is int
    return {"kind": "adjust", "player": action["player"], "points": action["points"]} if fits else None


def _dealer(action: Action, sheet: Sheet) -> Entry | None:
    return (
        {"kind": "dealer", "player": action["player"]} if not sheet.bids and action["player"] in sheet.present else None
    )


def _plan(action: Action, sheet: Sheet) -> Entry | None:
    cards = action["cards"]
    fits = all(1 <= size <= 52 // len(sheet.present) for size in cards) and (
        not sheet.bids or sheet.bids["cards"] == cards[0]
    )
    return {"kind": "plan", "cards": cards} if fits else None


def _closing(action: Action, sheet: Sheet) -> Entry | None:
    return None if sheet.bids or sheet.finished else {"kind": "closing", "hands": action["hands"]}


def _end(_deed: Action, sheet: Sheet) -> Entry | None:
    return None if sheet.bids or sheet.finished else {"kind": "end"}


def _reopen(_deed: Action, sheet: Sheet) -> Entry | None:
    return {"kind": "reopen"} if sheet.finished else None


def _ladder(action: Action, sheet: Sheet) -> Entry | None:
    assert action["ladder"] in {*LADDERS, "top-1-top", "3-top-3 …"}
    refused = sheet.bids or action["ladder"] == sheet.ladder or not sheet.can_play
    return None if refused else {"kind": "ladder", "ladder": action["ladder"]}
