"""Random actions of scorers, valid or invalid for the sheet that they see."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from scorepad.game.state.game import played_rows
from scorepad.game.state.sheet import Sheet

ONLY_MADE = {"blackout", "norwegian"}
"""Schemes that need only which players made their bids."""

NAMES = ["Ann", "Bob", "Cat", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Zoë"]


class Action(NamedTuple):
    """What a scorer types into a form: `words` are its fields, and `path` follows the game's address."""

    do: str
    path: str
    words: dict[str, Any]
    hand: int = 0


Wanted = Callable[[Random, Sheet], Action]


def fields(kind: str, values: dict[str, Any]) -> dict[str, Any]:
    return {f"{kind}.{player}": value for player, value in values.items()}


def shared(luck: Random, cards: int, players: Sequence[str]) -> dict[str, Any]:
    taken: dict[str, Any] = dict.fromkeys(players, 0)
    for _trick in range(cards):
        taken[luck.choice(players)] += 1
    return taken


def made(luck: Random, players: Sequence[str]) -> dict[str, Any]:
    return fields("made", {player: luck.choice(["yes", "no"]) for player in players})


def hook_waived(luck: Random, chance: float) -> dict[str, Any]:
    return {"hook_waived": "yes"} if luck.random() < chance else {}


# --- the current hand ---


def bidding(luck: Random, sheet: Sheet) -> Action:
    """Return valid bids; at a table with a hook also bids that violate it."""
    hand, number = sheet.open_hand, sheet.hands_played + 1
    bids: dict[str, Any] = {}
    if hand is not None:
        bids = {player: luck.randint(0, min(hand.cards, 3)) for player in hand.bidders}
        if luck.random() < 0.3:
            bids = {player: shared(luck, hand.cards, hand.order)[player] for player in hand.bidders}
    return Action("bids", f"/hands/{number}/bids", fields("bid", bids) | hook_waived(luck, 0.6), number)


def tricks(luck: Random, sheet: Sheet) -> Action:
    hand, number = sheet.open_hand, sheet.hands_played + 1
    taken = shared(luck, hand.cards, hand.order) if hand else {}
    bids = sheet.bids.bids if sheet.bids else {}
    if hand and luck.random() < 0.5 and sum(bids.values()) == hand.cards:
        taken = dict.fromkeys(hand.order, 0) | dict(bids)
    return Action("taken", f"/hands/{number}/taken", fields("taken", taken), number)


def outcome(luck: Random, sheet: Sheet) -> Action:
    """Return which players made their bids: always if the scheme allows this, otherwise rarely."""
    hand = sheet.open_hand
    if hand is None or not sheet.bids or (sheet.scheme.key not in ONLY_MADE and luck.random() < 0.8):
        return go_on(luck, sheet)
    return Action("taken", f"/hands/{hand.number}/taken", made(luck, hand.order), hand.number)


def go_on(luck: Random, sheet: Sheet) -> Action:
    """Return the next action; reopen a finished game."""
    if sheet.finished:
        return Action("reopen", "/reopen", {})
    return (tricks if sheet.bids else bidding)(luck, sheet)


def nonsense(luck: Random, sheet: Sheet) -> Action:
    """Return the next action with a wrong, missing or superfluous number, or without numbers."""
    action = (tricks if sheet.bids else bidding)(luck, sheet)
    field = f"{'taken' if sheet.bids else 'bid'}.{luck.choice(sheet.seats.present)}"
    wrong = luck.choice(["1", "60", "-1", "two", "none", "nothing"])
    words = {name: value for name, value in action.words.items() if wrong != "nothing" and name != field}
    return action._replace(words=words if wrong in ("none", "nothing") else words | {field: wrong})


def void(luck: Random, sheet: Sheet) -> Action:
    player, wrong = luck.choice(list(sheet.names)), luck.sample(list(sheet.names), luck.randint(0, 2))
    words: list[dict[str, Any]] = [{"void": "misplay", "player": player}, {"wrong_count": sorted(wrong)}]
    return Action("void", f"/hands/{sheet.hands_played + 1}/void", luck.choice(words))


def correction(luck: Random, sheet: Sheet) -> Action:
    """Return a correction of any hand, or of the current hand's bids: its form with some changes."""
    rows, hand = played_rows(sheet), sheet.open_hand
    if not rows and not sheet.bids:
        return go_on(luck, sheet)
    number = luck.randint(1, len(rows) + bool(sheet.bids))
    row = rows[number - 1] if number <= len(rows) else None
    order = [*row.points] if row else [*hand.order] if hand else []
    cards = row.cards if row else hand.cards if hand else 0
    words = fields("bid", dict(row.bids if row else sheet.bids.bids if sheet.bids else {}))
    if words and luck.random() < 0.5:
        words[luck.choice(sorted(words))] = luck.randint(0, cards)
    if row and luck.random() < (0.1 if row.taken is not None else 0.7):
        words |= made(luck, order)
    elif row and row.taken is not None:
        words |= fields("taken", shared(luck, cards, order) if luck.random() < 0.6 else dict(row.taken))
    if luck.random() < 0.1:
        words[f"{luck.choice(['bid', 'taken'])}.{luck.choice(sheet.seats.present)}"] = luck.choice([60, "x", 1, 0])
    return Action("correct", f"/hands/{number}/correction", words | hook_waived(luck, 0.3), number)


# --- players and the course of the game ---


def join(luck: Random, sheet: Sheet) -> Action:
    new = [name for name in NAMES if name not in sheet.names.values()]
    words = {
        "name": luck.choice([*new, "ann", " ", "Bob"]),
        "before": luck.choice(["", *sheet.names]),
        "points": luck.choice(["", "", "", 14, -3, "many"]),
    }
    return Action("join", "/players", words)


def of_somebody(do: str, path: str, **more: list[Any]) -> Wanted:
    """Return an action on a player, usually one to whom it can apply; `path` may contain the player."""

    def action(luck: Random, sheet: Sheet) -> Action:
        away = [player for player in sheet.names if player not in sheet.seats.present]
        if do == "return" and not away:
            return go_on(luck, sheet)
        able = away if do == "return" else sheet.seats.present
        player = luck.choice(able if able and luck.random() < 0.9 else list(sheet.names))
        words = {name: luck.choice(values) for name, values in more.items()}
        return Action(do, path.format(player=player), words if "{player}" in path else {"player": player})

    return action


def points_by_hand(luck: Random, sheet: Sheet) -> Action:
    """Return an adjustment; some lead to the totals that Boerenbridge checks."""
    player = luck.choice(list(sheet.names))
    to = [total - sheet.totals[player] for total in (79, 80, 95, 100)]
    points = luck.choice([-20, -5, 5, 30, "much", *to])
    return Action("adjust", "/adjustments", {"player": player, "adjust_points": points, "why": "so"})


def swap(luck: Random, sheet: Sheet) -> Action:
    return Action("swap", "/swap", {name: luck.choice(list(sheet.names)) for name in ("one", "other")})


def plan(luck: Random, sheet: Sheet) -> Action:
    cards = [luck.randint(1, 5) for _hand in range(luck.randint(1, 4))] + [60] * (luck.random() < 0.1)
    if sheet.bids and luck.random() < 0.7:
        cards[0] = sheet.bids.cards
    return Action("plan", "/plan", {"cards": " ".join(map(str, cards))})


def ending(luck: Random, sheet: Sheet) -> Action:
    reopen = Action("reopen", "/reopen", {})
    if sheet.finished and luck.random() < 0.8:
        return reopen
    closing = Action("closing", "/closing", {"hands": luck.randint(0, 3)})
    return luck.choice([Action("end", "/end", {}), reopen, closing])
