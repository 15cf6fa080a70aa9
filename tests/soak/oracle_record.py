"""The record of the second Scorepad: what may be written down, what is undone, and what comes too late.

Every version of a game is kept whole, so that undo, redo and a page of an hour ago are a look back in a list.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any, Literal

from soak.oracle import LADDERS, ONLY_MADE, Entry, Hand, Rules, Sheet

Deed = dict[str, Any]
"""What somebody wants written down: the form's words, numbers as such, everything else as typed."""
Outcome = Literal["recorded", "same", "refused", "stale"]


@dataclass
class State:
    scheme: str
    entries: list[Entry]


@dataclass
class Version:
    """What stands, what can be done again, and how many ever sat down, also those whose sitting down was undone."""

    standing: list[State]
    undone: list[State]
    sat_down: int


class Record:
    """One game; `written[v]` is what made version `v + 1`."""

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

    def receive(self, deed: Deed, seen: int, *, instead: bool = False) -> Outcome:
        """What becomes of a deed sent from a page of version `seen`; it is written down where that is so."""
        if seen != self.version:
            mine = self.decide(deed, self.versions[seen - 1])
            return "same" if mine is not None and self.written[seen:] == [mine] else "stale"
        entry = self.decide(deed, self.versions[-1], instead=instead)
        if entry is None:
            return "refused"
        self.versions.append(self._after(self.versions[-1], entry))
        self.written.append(entry)
        return "recorded"

    def _after(self, version: Version, entry: Entry) -> Version:
        standing, undone = version.standing, version.undone
        if entry["kind"] == "undo":
            return Version(standing[:-1], [*undone, standing[-1]], version.sat_down)
        if entry["kind"] == "redo":
            return Version([*standing, undone[-1]], undone[:-1], version.sat_down)
        return Version([*standing, written(standing[-1], entry)], [], version.sat_down + (entry["kind"] == "join"))

    # --- what may be written down ---

    def decide(self, deed: Deed, version: Version, *, instead: bool = False) -> Entry | None:
        """The entry; None where it is refused."""
        if deed["do"] == "undo":
            return {"kind": "undo"} if len(version.standing) > 1 else None
        if deed["do"] == "redo":
            return {"kind": "redo"} if version.undone else None
        state = version.standing[-1]
        sheet = self._sheet_of(state)
        if deed["do"] in ("bids", "taken", "made", "correct"):
            recorded = 1 <= deed["hand"] <= sheet.played
            begun = sheet.bids is not None and deed["hand"] == sheet.played + 1
            if deed["do"] == "correct":
                return self._correct(deed, state, sheet) if recorded or begun else None
            if instead and (recorded or (begun and deed["do"] == "bids")):
                return self._in_its_place(deed, state, sheet)
            hand = sheet.open_hand()
            if hand is None or not sheet.can_play or hand.number != deed["hand"]:
                return None
            return _bids(deed, sheet, hand) if deed["do"] == "bids" else _tricks(deed, sheet, hand)
        if deed["do"] == "join":
            return _join(deed, sheet, f"p{version.sat_down + 1}")
        may: dict[str, Any] = {
            "void": _void, "leave": _leave, "return": _return, "rename": _rename, "swap": _swap, "adjust": _adjust,
            "dealer": _dealer, "plan": _plan, "closing": _closing, "end": _end, "reopen": _reopen, "ladder": _ladder,
        }  # fmt: skip
        if deed["do"] == "scheme":
            only_made = any(one["kind"] == "taken" and one["taken"] is None for one in state.entries)
            return None if only_made and deed["scheme"] not in ONLY_MADE else {"kind": "scheme", "key": deed["scheme"]}
        entry: Entry | None = may[deed["do"]](deed, sheet)
        return entry

    def _correct(self, deed: Deed, state: State, sheet: Sheet) -> Entry | None:
        """What differs from what stands; nothing is no correction."""
        bids, tricks = entries_of(state, deed["hand"])
        changes: dict[str, Any] = {}
        if deed["bids"] != (bids["bids"] if bids else {}):
            changes["bids"] = deed["bids"]
        if deed["waived"] and not (bids and bids["waived"]):
            changes["waived"] = True
        if tricks is not None:
            if deed["made"]:
                made = tricks["made"]
                if made is None:
                    made = {one: tricks["taken"].get(one) == bid for one, bid in (bids["bids"] if bids else {}).items()}
                changes |= {"made": deed["made"]} if deed["made"] != made else {}
            elif deed["taken"] != tricks["taken"]:
                changes["taken"] = deed["taken"]
        return self._mended(deed["hand"], changes, state, sheet)

    def _in_its_place(self, deed: Deed, state: State, sheet: Sheet) -> Entry | None:
        changes = {name: deed[name] for name in ("bids", "taken", "made", "waived") if deed.get(name)}
        return self._mended(deed["hand"], changes, state, sheet)

    def _mended(self, number: int, changes: dict[str, Any], state: State, sheet: Sheet) -> Entry | None:
        """A correction that leaves its hand as a hand can be."""
        if not changes:
            return None
        row = next((row for row in sheet.rows if row.kind == "hand" and row.hand and row.hand.number == number), None)
        hand = row.hand if row else sheet.open_hand()
        assert hand
        for name in ("bids", "taken"):
            for player, one in changes.get(name, {}).items():
                if player not in hand.order or type(one) is not int or not 0 <= one <= hand.cards:
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
        mended = next(one for one in after.rows if one.kind == "hand" and one.hand and one.hand.number == number)
        return entry if mended.sound else None


def entries_of(state: State, number: int) -> tuple[Entry | None, Entry | None]:
    """The bids and the tricks of a hand, those of the open one too; what was void is passed over."""
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
    """The state with one more entry; a correction is written into its hand."""
    after = copy.deepcopy(state)
    if entry["kind"] == "scheme":
        after.scheme = entry["key"]
    elif entry["kind"] == "correct":
        bids, tricks = entries_of(after, entry["hand"])
        if bids is None and tricks and entry.get("bids"):  # nobody was to bid when it was played
            bids = {"kind": "bids", "cards": tricks["cards"], "bids": {}, "waived": False}
            after.entries.insert(next(at for at, one in enumerate(after.entries) if one is tricks), bids)
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


# --- one by one ---


def _bids(deed: Deed, sheet: Sheet, hand: Hand) -> Entry | None:
    bids = {player: bid for player, bid in deed["bids"].items() if player in hand.order}
    if sheet.bids or not sheet.bids_right(hand, bids):
        return None
    hooked = sheet.hooked(hand, bids)
    if hooked and not deed["waived"]:
        return None
    return {"kind": "bids", "cards": hand.cards, "bids": bids, "waived": hooked}


def _tricks(deed: Deed, sheet: Sheet, hand: Hand) -> Entry | None:
    if sheet.bids is None and hand.bidders:
        return None
    if deed["do"] == "made" and sheet.scheme not in ONLY_MADE:
        return None
    entry = {"kind": "taken", "cards": hand.cards, "taken": deed.get("taken"), "made": deed.get("made")}
    return entry if sheet.tricks_right(hand, sheet.bids["bids"] if sheet.bids else {}, entry) else None


def _void(deed: Deed, sheet: Sheet) -> Entry | None:
    hand = sheet.open_hand()
    if hand is None or not sheet.can_play or hand.number != deed["hand"]:
        return None
    named = [deed["misplay"]] if deed["misplay"] else deed["wrong"]
    fits = set(named) <= set(hand.order)
    return {"kind": "void", "misplay": deed["misplay"], "wrong": deed["wrong"]} if fits else None


def _free_name(sheet: Sheet, name: str, player: str = "") -> bool:
    return bool(name.strip()) and name.lower() not in {
        known.lower() for one, known in sheet.names.items() if one != player
    }


def _join(deed: Deed, sheet: Sheet, player: str) -> Entry | None:
    fits = len(sheet.present) < sheet.rules.players[1] and _free_name(sheet, deed["name"])
    if sheet.bids or not fits or not isinstance(deed["points"], int | None):
        return None
    return {"kind": "join", "player": player, "name": deed["name"], "before": deed["before"], "points": deed["points"]}


def _leave(deed: Deed, sheet: Sheet) -> Entry | None:
    gone = sheet.bids or deed["player"] not in sheet.present or len(sheet.present) == 1
    return None if gone else {"kind": "leave", "player": deed["player"]}


def _return(deed: Deed, sheet: Sheet) -> Entry | None:
    there = sheet.bids or deed["player"] not in sheet.away or len(sheet.present) >= sheet.rules.players[1]
    return None if there else {"kind": "return", "player": deed["player"]}


def _rename(deed: Deed, sheet: Sheet) -> Entry | None:
    fits = deed["player"] in sheet.names and _free_name(sheet, deed["name"], deed["player"])
    return {"kind": "rename", "player": deed["player"], "name": deed["name"]} if fits else None


def _swap(deed: Deed, sheet: Sheet) -> Entry | None:
    one, other = deed["players"]
    fits = not sheet.bids and one != other and {one, other} <= set(sheet.present)
    return {"kind": "swap", "players": [one, other]} if fits else None


def _adjust(deed: Deed, sheet: Sheet) -> Entry | None:
    fits = deed["player"] in sheet.names and type(deed["points"]) is int
    return {"kind": "adjust", "player": deed["player"], "points": deed["points"]} if fits else None


def _dealer(deed: Deed, sheet: Sheet) -> Entry | None:
    return {"kind": "dealer", "player": deed["player"]} if not sheet.bids and deed["player"] in sheet.present else None


def _plan(deed: Deed, sheet: Sheet) -> Entry | None:
    cards = deed["cards"]
    fits = all(1 <= one <= 52 // len(sheet.present) for one in cards) and (
        not sheet.bids or sheet.bids["cards"] == cards[0]
    )
    return {"kind": "plan", "cards": cards} if fits else None


def _closing(deed: Deed, sheet: Sheet) -> Entry | None:
    return None if sheet.bids or sheet.finished else {"kind": "closing", "hands": deed["hands"]}


def _end(_deed: Deed, sheet: Sheet) -> Entry | None:
    return None if sheet.bids or sheet.finished else {"kind": "end"}


def _reopen(_deed: Deed, sheet: Sheet) -> Entry | None:
    return {"kind": "reopen"} if sheet.finished else None


def _ladder(deed: Deed, sheet: Sheet) -> Entry | None:
    assert deed["ladder"] in {*LADDERS, "top-1-top", "3-top-3 …"}
    kept = sheet.bids or deed["ladder"] == sheet.ladder or not sheet.can_play
    return None if kept else {"kind": "ladder", "ladder": deed["ladder"]}
