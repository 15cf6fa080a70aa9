"""Random evenings with all kinds of events; some continue at other tables."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from builders import current_hand, hand, on, play

from scorepad.game.decide import splitting
from scorepad.game.decide.splitting import Newcomer
from scorepad.game.state.game import Game, played_rows
from scorepad.game.statistics.evening import Evening, evening_of, from_text, merge_moved, to_text
from scorepad.game.statistics.group_statistics import GroupStatistics

PEOPLE = ["Ann", "Bob", "Cat", "Di", "Eve", "Zoë"]
LATE = ["Fay", "Gus", "Hal", "Ivo", "Jo"]  # join a full table, which is then split


class Played(NamedTuple):
    """A game, and the games that its players left for it."""

    game: Game
    came_from: tuple[Played, ...] = ()

    @property
    def before(self) -> list[Game]:
        """Return all games in which the evening began, each once."""
        result = [game for evening in self.came_from for game in (evening.game, *evening.before)]
        return [game for at, game in enumerate(result) if all(game is not other for other in result[:at])]


def some_evenings(luck: Random, count: int) -> list[Played]:
    """Return at least this number of evenings, by date."""
    result: list[Played] = []
    while len(result) < count:
        result += _split(luck) if luck.random() < 0.08 else [Played(_played(luck, _opened(luck)))]
    return sorted(result, key=lambda item: item.game.sheet.date)


def years_of(played: list[Played]) -> GroupStatistics:
    """Return their joint statistics, as stored and read; the first game is `0`."""
    kept, onward = dict[str, Evening | None](), dict[str, list[str]]()
    names = {id(evening.game): str(at) for at, evening in enumerate(played)}
    waiting = [*played]
    for future in waiting:  # the list grows in the loop
        game_id = names.setdefault(id(future.game), f"moved{len(names)}")
        if game_id not in kept:
            kept[game_id] = from_text(to_text(evening_of(future.game)), game_id)
            for left in future.came_from:
                onward.setdefault(names.setdefault(id(left.game), f"moved{len(names)}"), []).append(game_id)
            waiting += future.came_from
    evenings = merge_moved([item for item in kept.values() if item], onward)
    return GroupStatistics(sorted(evenings, key=lambda item: item.date))


def _opened(luck: Random, players: int = 0) -> Game:
    names = luck.sample(PEOPLE, players or luck.randint(3, 5))
    ladders = ["2 3 2 1 2", "1-5", "8 1 2 7" if players else "10 1 2"]
    head: dict[str, Any] = {
        "date": f"20{luck.randint(24, 26)}-0{luck.randint(1, 9)}-1{luck.randint(0, 9)}",
        "location": luck.choice(["Mill", "mill", "Kitchen", ""]),
        "house": {"ladder": luck.choice(ladders), "hook": False, "cancelled": True},
        "scheme": luck.choice(["tens", "golf", "standard"]),
    }
    if luck.random() < 0.5:
        head |= {"stake": 2, "house": {**head["house"], "pot": {"last": 50, "places": [20, 31], "miss": 3}}}
    rulebook = luck.choice(["ohell", "pike"] if not players else ["pike"])
    if luck.random() < 0.1 and not players:
        return play(rulebook, " ".join(names), {"totals": {name: luck.randint(3, 6) for name in names}}, **head)
    return play(rulebook, " ".join(names), **head)


def _played(luck: Random, game: Game, hands: int = 99) -> Game:
    """Play this number of hands, or to the end, with events between them."""
    while not game.sheet.finished and hands:
        played = game.sheet.hands_played
        game = on(game, _what_happens(luck, game))
        hands -= game.sheet.hands_played - played
    return game


def _what_happens(luck: Random, game: Game) -> dict[str, Any]:
    here = [game.names[player] for player in game.sheet.seats.present]
    everybody = set(game.names.values())
    away, left = [name for name in PEOPLE if name not in everybody], sorted(everybody - {*here})
    chance, begun = luck.random(), game.sheet.hands_played > 0
    if chance < 0.08:
        return {"misdeal": {}}
    if chance < 0.16 and len(here) > 3 and begun:
        return {"leave": {"player": luck.choice(here)}}
    if chance < 0.2 and left and len(here) < 5:
        return {"return": {"player": luck.choice(left)}}
    if chance < 0.26 and away and len(here) < 5 and begun:
        return {"join": {"player": luck.choice(away)}}
    if chance < 0.34 and begun:
        return _a_correction(luck, game)
    return _a_hand(luck, game, here)


def _a_hand(luck: Random, game: Game, here: list[str]) -> dict[str, Any]:
    open_hand = current_hand(game)
    taken = _shared_out(luck, open_hand.cards, len(here))
    bids = [luck.choice([item, item, luck.randint(0, open_hand.cards)]) for item in taken]
    paper = {"points": {luck.choice(here): luck.randint(-9, 19)}} if luck.random() < 0.1 else {}
    return hand(" ".join(here), bids, taken, **paper)


def _a_correction(luck: Random, game: Game) -> dict[str, Any]:
    """Return a correction with other tricks in a played hand."""
    row = luck.choice(played_rows(game.sheet))
    who = [game.names[player] for player in row.points]
    return {"correct": {"hand": row.hand, "taken": dict(zip(who, _shared_out(luck, row.cards, len(who)), strict=True))}}


def _shared_out(luck: Random, tricks: int, players: int) -> list[int]:
    taken = [0] * players
    for _trick in range(tricks):
        taken[luck.randrange(players)] += 1
    return taken


def _split(luck: Random) -> list[Played]:
    """Split a table of six which more people join; sometimes the two new tables are split again."""
    game = _played(luck, _opened(luck, players=6), hands=luck.randint(1, 3))
    arriving = LATE[: game.sheet.rulebook.max_players + 1 - len(game.sheet.seats.present)]
    party = splitting.gather([game], [Newcomer(name) for name in arriving], carry=luck.random() < 0.7)
    tables = splitting.tables(party, splitting.by_seat(party))
    begun = [Game.replay(events) for events in splitting.openings(party, tables)]
    left = _ended(game, splitting.endings(party, tables)[0])
    if luck.random() < 0.5:
        return [Played(_played(luck, begun_game), (Played(left),)) for begun_game in begun]
    halves = [_played(luck, begun_game, hands=1) for begun_game in begun]
    party = splitting.gather(halves)
    tables = splitting.tables(party, splitting.by_seat(party))
    endings = splitting.endings(party, tables)
    before = [Played(_ended(halve, more), (Played(left),)) for halve, more in zip(halves, endings, strict=True)]
    again = [Game.replay(events) for events in splitting.openings(party, tables)]
    return [Played(_played(luck, game), tuple(before)) for game in again]


def _ended(game: Game, events: Any) -> Game:
    for event in events:
        game = game.then(event)
    return game
