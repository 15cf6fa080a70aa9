"""Random actions of scorers, valid or invalid for the sheet that they see, and their form fields."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from html_pages import Pairs

from scorepad.game.state.game import played_rows
from scorepad.game.state.sheet import Sheet

Action = dict[str, Any]
"""What a scorer wants to record: `do` is its kind."""

ONLY_MADE = {"blackout", "norwegian"}
"""Schemes that need only which players made their bids."""

NAMES = ["Ann", "Bob", "Cat", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Zoë"]


def request(action: Action) -> tuple[str, Pairs]:
    """Return the path of an action, relative to the game's address, and its form fields."""

    def each(field: str, values: dict[str, Any]) -> Pairs:
        return [(f"{field}.{player}", str(value)) for player, value in values.items()]

    do = action["do"]
    waived = [("hook_waived", "yes")] if action.get("waived") else []
    if do == "bids":
        return f"/hands/{action['hand']}/bids", each("bid", action["bids"]) + waived
    made = each("made", {player: "yes" if is_made else "no" for player, is_made in action.get("made", {}).items()})
    if do in ("taken", "made"):
        return f"/hands/{action['hand']}/taken", each("taken", action.get("taken", {})) + made
    if do == "correct":
        words = each("bid", action["bids"]) + each("taken", action["taken"]) + made + waived
        return f"/hands/{action['hand']}/correction", words
    if do == "void" and action["misplay"]:
        return f"/hands/{action['hand']}/void", [("void", "misplay"), ("player", action["misplay"])]
    if do == "void":
        return f"/hands/{action['hand']}/void", [("wrong_count", player) for player in action["wrong"]]
    if do == "join":
        words = [("name", action["name"]), ("before", action["before"] or "")]
        return "/players", [*words, ("points", "" if action["points"] is None else str(action["points"]))]
    if do in ("leave", "return"):
        return f"/players/{action['player']}/{do}", []
    if do == "rename":
        return f"/players/{action['player']}/name", [("name", action["name"])]
    if do == "swap":
        return "/swap", list(zip(("one", "other"), action["players"], strict=True))
    if do == "adjust":
        return "/adjustments", [("player", action["player"]), ("adjust_points", str(action["points"])), ("why", "so")]
    if do == "dealer":
        return "/dealer", [("player", action["player"])]
    if do == "plan":
        return "/plan", [("cards", " ".join(map(str, action["cards"])))]
    if do == "closing":
        return "/closing", [("hands", str(action["hands"]))]
    if do == "ladder":
        return "/house", [("ladder", action["ladder"])]
    return f"/{do}", [("scheme", action["scheme"])] if do == "scheme" else []


# --- valid and invalid actions ---


def shared(luck: Random, cards: int, players: Sequence[str]) -> dict[str, Any]:
    taken: dict[str, Any] = dict.fromkeys(players, 0)
    for _trick in range(cards):
        taken[luck.choice(players)] += 1
    return taken


def bidding(luck: Random, sheet: Sheet) -> Action:
    """Return valid bids; at a table with a hook also bids that violate it."""
    hand = sheet.open_hand
    if hand is None:
        return {"do": "bids", "hand": sheet.hands_played + 1, "bids": {}, "waived": False}
    bids = {player: luck.randint(0, min(hand.cards, 3)) for player in hand.bidders}
    if luck.random() < 0.3:
        bids = {
            bidder: tricks for bidder, tricks in shared(luck, hand.cards, hand.order).items() if bidder in hand.bidders
        }
    return {"do": "bids", "hand": hand.number, "bids": bids, "waived": luck.random() < 0.6}


def wrong_bidding(luck: Random, sheet: Sheet) -> Action:
    action = bidding(luck, sheet)
    player = luck.choice(sheet.seats.present)
    wrong = luck.choice(["nothing", "none", "more", "too many", "word", "less"])
    if wrong == "nothing":
        action["bids"] = {}
    elif wrong == "none":
        action["bids"].pop(player, None)
    else:
        action["bids"][player] = {"more": 1, "too many": 60, "word": "two", "less": -1}[wrong]
    return action


def tricks(luck: Random, sheet: Sheet) -> Action:
    hand = sheet.open_hand
    if hand is None:
        return {"do": "taken", "hand": sheet.hands_played + 1, "taken": {}}
    taken = shared(luck, hand.cards, hand.order)
    bids = sheet.bids.bids if sheet.bids else {}
    if luck.random() < 0.5 and sum(bids.values()) == hand.cards:
        taken |= dict.fromkeys(hand.order, 0) | dict(bids)
    return {"do": "taken", "hand": hand.number, "taken": taken}


def wrong_tricks(luck: Random, sheet: Sheet) -> Action:
    action = tricks(luck, sheet)
    player = luck.choice(sheet.seats.present)
    action["taken"][player] = luck.choice([action["taken"].get(player, 0) + 1, 60, -1, "all"])
    if luck.random() < 0.3:
        del action["taken"][player]
    elif luck.random() < 0.2:
        action["taken"] = {}
    return action


def outcome(luck: Random, sheet: Sheet) -> Action:
    """Return which players made their bids: always if the scheme allows this, otherwise rarely."""
    hand = sheet.open_hand
    if hand is None or not sheet.bids or (sheet.scheme.key not in ONLY_MADE and luck.random() < 0.8):
        return go_on(luck, sheet)
    order = hand.order
    return {"do": "made", "hand": sheet.hands_played + 1, "made": {player: luck.random() < 0.5 for player in order}}


def go_on(luck: Random, sheet: Sheet) -> Action:
    """Return the next action; reopen a finished game."""
    if sheet.finished:
        return {"do": "reopen"}
    return (tricks if sheet.bids else bidding)(luck, sheet)


def nonsense(luck: Random, sheet: Sheet) -> Action:
    return (wrong_tricks if sheet.bids else wrong_bidding)(luck, sheet)


def correction(luck: Random, sheet: Sheet) -> Action:
    """Return a correction of any hand, or of the current hand's bids: its form with some changes."""
    rows = played_rows(sheet)
    if not rows and not sheet.bids:
        return go_on(luck, sheet)
    number = luck.randint(1, len(rows) + bool(sheet.bids))
    row = rows[number - 1] if number <= len(rows) else None
    open_hand = sheet.open_hand
    order = [*row.points] if row else [*open_hand.order] if open_hand else []
    cards = row.cards if row else open_hand.cards if open_hand else 0
    bids: dict[str, Any] = dict(row.bids if row else sheet.bids.bids if sheet.bids else {})
    waived = luck.random() < 0.3
    action: Action = {"do": "correct", "hand": number, "bids": bids, "waived": waived, "made": {}, "taken": {}}
    if row and row.taken is not None:
        action["taken"] = shared(luck, cards, order) if luck.random() < 0.6 else dict(row.taken)
    if row and luck.random() < (0.1 if row.taken is not None else 0.7):
        action |= {"taken": {}, "made": {player: luck.random() < 0.5 for player in order}}
    if bids and luck.random() < 0.5:
        bids[luck.choice(sorted(bids))] = luck.randint(0, cards)
    if luck.random() < 0.1:
        luck.choice([bids, action["taken"]])[luck.choice(sheet.seats.present)] = luck.choice([60, "x", 1, 0])
    return action


def void(luck: Random, sheet: Sheet) -> Action:
    somebody = luck.choice(list(sheet.names))
    wrong = sorted(luck.sample(list(sheet.names), luck.randint(0, 2)))
    misplay = luck.choice(["", somebody])
    return {"do": "void", "hand": sheet.hands_played + 1, "misplay": misplay, "wrong": [] if misplay else wrong}


def join(luck: Random, sheet: Sheet) -> Action:
    name = luck.choice(
        [*(candidate for candidate in NAMES if candidate not in sheet.names.values()), "ann", " ", "Bob"]
    )
    before = luck.choice([None, *sheet.names])
    return {"do": "join", "name": name, "before": before, "points": luck.choice([None, None, None, 14, -3, "many"])}


def of_somebody(do: str, **more: list[Any]) -> Any:
    """Return an action on a player, usually one to whom it can apply."""

    def action(luck: Random, sheet: Sheet) -> Action:
        away = [player for player in sheet.names if player not in sheet.seats.present]
        if do == "return" and not away:
            return go_on(luck, sheet)
        able = away if do == "return" else sheet.seats.present
        player = luck.choice(able if able and luck.random() < 0.9 else list(sheet.names))
        return {"do": do, "player": player, **{name: luck.choice(values) for name, values in more.items()}}

    return action


def points_by_hand(luck: Random, sheet: Sheet) -> Action:
    """Return an adjustment; some lead to the totals that Boerenbridge checks."""
    player = luck.choice(list(sheet.names))
    to = [total - sheet.totals[player] for total in (79, 80, 95, 100)]
    return {"do": "adjust", "player": player, "points": luck.choice([-20, -5, 5, 30, "much", *to])}


def swap(luck: Random, sheet: Sheet) -> Action:
    return {"do": "swap", "players": [luck.choice(list(sheet.names)) for _one in range(2)]}


def plan(luck: Random, sheet: Sheet) -> Action:
    cards = [luck.randint(1, 5) for _hand in range(luck.randint(1, 4))]
    if sheet.bids and luck.random() < 0.7:
        cards[0] = sheet.bids.cards
    return {"do": "plan", "cards": [*cards, 60] if luck.random() < 0.1 else cards}


def ending(luck: Random, sheet: Sheet) -> Action:
    if sheet.finished and luck.random() < 0.8:
        return {"do": "reopen"}
    return luck.choice([{"do": "end"}, {"do": "reopen"}, {"do": "closing", "hands": luck.randint(0, 3)}])
