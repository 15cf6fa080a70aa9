"""Random games, step by step."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from scorepad.errors import ScorepadError
from scorepad.game.decide import control, hands, paper, players, setup
from scorepad.game.state.events import Contract, Event, replace_doublers
from scorepad.game.state.game import Game
from scorepad.rules import rulebook as rulebooks
from scorepad.rules import scheme as schemes

RULEBOOKS = [
    "pike", "boerenbridge", "murder", "oh_hell_500", "pagat", "blackout", "ninety_nine", "romanian_whist", "pocha",
    "ohell", "nominations", "clag_five", "seven_truf", "kachuful", "wizard", "podrida_app", "okenuff", "op_en_neer",
    "atkinson_blackout", "bust",
]  # fmt: skip


SCHEMES = ["standard", "golf", "boerenbridge", "squares", "blackout", "murder", "ninety_nine", "romanian_whist"]


HOUSES: list[dict[str, Any]] = [
    {"ladder": "3-1-3"}, {"ladder": "2 …"}, {"hook": True}, {"hook": False}, {"ends": {"reaching": 30}},
    {"ends": {"exactly": 20}}, {"ties": "fewest misses"}, {"ties": "more hands of the largest size"},
    {"late_entry": "mean"}, {"direction": "anticlockwise"}, {"scorer_deals": False}, {"trump": "cycle H S N"},
    {"bidding": "in turn from the dealer"}, {"cancelled": True}, {"players": "2-8"}, {"closing": "the largest hands"},
    {"wrong_count": -4}, {"trump": "by makers D S H C"}, {"forfeit": {"bid": 1, "name": "hat"}}, {"pack": 60},
    {"auction": {"only_passed": "no bid", "doublers": "several", "all_pass": "dealer"}}, {"void_moves_on": True},
    {"scorer_deals": False, "scorers_turn": "scorer's left"}, {"dealer_pays_both": True},
    {"returning": "as a newcomer"}, {"seats_change": "the ladder begins anew"}, {"closing": "the largest hand"},
    {"late_median": "lower of the middle two"}, {"late_rounding": "half up"}, {"late_rounding": "to quarters"},
    {"late_totals": "everybody's"}, {"writes": "off"}, {"writes": "made"},
]  # fmt: skip


def _any_number(luck: Random) -> Any:
    return luck.choice([-1, 0, 1, 2, 14, None, True, "", "x", 10**30, 1.5, [1]])


def _shared(luck: Random, tricks: int, players: Sequence[str]) -> dict[str, Any]:
    """Return this number of tricks, dealt out among the players."""
    taken = dict.fromkeys(players, 0)
    for _trick in range(tricks):
        taken[luck.choice(players)] += 1
    return taken


def _bids(luck: Random, game: Game) -> Event:
    hand = hands.open_hand(game)
    bids: dict[str, Any] = {player: luck.randint(0, min(hand.cards, 3)) for player in hand.bidders}
    contract = None
    if hand.call_first and luck.random() < 0.95:
        caller = luck.choice(hand.bidders)
        bids[caller] = luck.randint(3, 13)
        contract = Contract(caller, bids[caller])
    elif game.sheet.rulebook.bidding == "auction":
        declarer, doubler = luck.choice(hand.order), luck.choice([None, *hand.order])
        contract = Contract(declarer, max(bids.values(), default=0), doubler, bool(doubler) and luck.random() < 0.5)
        bids[declarer] = contract.level
        if luck.random() < 0.2:
            contract = replace_doublers(contract, luck.sample(hand.order, 2))
        if luck.random() < 0.1:
            del bids[luck.choice(hand.order)]
    if luck.random() < 0.1 and bids:
        bids[luck.choice(sorted(bids))] = _any_number(luck)
    trump = luck.choice([None, "H", "N"]) if contract is None else "S"
    marks = sorted(game.sheet.scheme.marks)
    marked = {luck.choice(hand.order): {luck.choice(marks): 1}} if marks else {}
    return hands.record_bids(game, bids, contract=contract, trump=trump, hook_waived=luck.random() < 0.8, marks=marked)


def _tricks(luck: Random, game: Game) -> Event:
    hand = hands.open_hand(game)
    if luck.random() < 0.2:
        return hands.record_tricks(game, made={player: luck.random() < 0.5 for player in hand.order})
    taken = _shared(luck, hand.cards, hand.order)
    if luck.random() < 0.2 and game.sheet.bids:
        return hands.record_tricks(game, off=_how_far_off(luck, taken, game.sheet.bids.bids))
    if luck.random() < 0.1:
        taken[luck.choice(hand.order)] = _any_number(luck)
    return hands.record_tricks(game, taken, cancelled=luck.choice([None, None, None, 1]))


def _how_far_off(luck: Random, taken: dict[str, Any], bids: dict[str, int]) -> dict[str, Any]:
    """Return how far off the bids these tricks are, in most cases; with the sign or without."""
    sides = {player: tricks - bids.get(player, 0) for player, tricks in taken.items()}
    off: dict[str, Any] = sides if luck.random() < 0.5 else {player: abs(far) for player, far in sides.items()}
    if luck.random() < 0.1:
        off[luck.choice(sorted(off))] = _any_number(luck)
    return off


def _some(luck: Random, people: list[str], value: Callable[[], Any]) -> dict[str, Any]:
    return {player: value() for player in people if luck.random() < 0.7}


def _paper_points(luck: Random, people: list[str]) -> dict[str, Any]:
    return _some(luck, people, lambda: luck.choice([-29, 0, 5, Fraction(1, 2), 18.33, _any_number(luck)]))


def _bids_on_paper(luck: Random, game: Game) -> Event:
    people = game.sheet.seats.present
    bids = _some(luck, people, lambda: luck.randint(0, 4))
    contract = luck.choice(
        [None, None, Contract(luck.choice(people), luck.randint(0, 3), luck.choice([None, *people]))]
    )
    return paper.record_bids(game, bids, cards=luck.choice([None, 3, 60]), contract=contract,
                             trump=luck.choice([None, "H", "X"]))  # fmt: skip


def _tricks_on_paper(luck: Random, game: Game) -> Event:
    people = game.sheet.seats.present
    message: Any = luck.choice([
        {}, {"taken": _some(luck, people, lambda: luck.choice([0, 1, 2, _any_number(luck)]))},
        {"made": _some(luck, people, lambda: luck.random() < 0.5)},
        {"off": _some(luck, people, lambda: luck.randint(-1, 2))}, {"taken": _shared(luck, 3, people)},
    ])  # fmt: skip
    return paper.record_tricks(game, _paper_points(luck, people), cards=luck.choice([None, None, 4, 0]), **message)


def _correct(luck: Random, game: Game) -> Event:
    hand = luck.randint(0, game.sheet.hands_played + 2)
    row, open_hand, players = game.hand_row(hand), game.sheet.open_hand, sorted(game.names)
    order = tuple(row.points) if row else open_hand.order if open_hand else tuple(players)
    cards = row.cards if row else 3
    somebody, bid = luck.choice(players), luck.randint(0, cards)
    return hands.correct(
        game,
        hand,
        luck.choice(
            [
                {"taken": _shared(luck, cards, order)},
                {"taken": {somebody: _any_number(luck)}},
                {"bids": {luck.choice(order): bid}},
                {"bids": {luck.choice(order): bid}, "hook_waived": True},
                {"bids": {somebody: _any_number(luck)}},
                {"cards": _any_number(luck)},
                {"cards": cards - 1, "taken": _shared(luck, cards - 1, order), "bids": dict.fromkeys(order, 0)},
                {"trump": luck.choice(["H", "N", None, "X"])},
                {"marks": {somebody: {"declared": _any_number(luck)}}},
                {"made": {player: luck.random() < 0.5 for player in order}},
                {"off": {player: luck.randint(-1, 2) for player in order}},
                {"off": {somebody: _any_number(luck)}},
                {"contract": {"declarer": somebody, "level": _any_number(luck)}},
                {"points": None},
                {"points": {somebody: luck.choice([None, -29, 18.33])}},
                {"points": _paper_points(luck, list(order)), "taken": {somebody: _any_number(luck)}},
                {"bids": dict.fromkeys(order, 0), "contract": {"declarer": order[0], "level": 0}},
            ]
        ),
    )


def _somebody(luck: Random, game: Game) -> str:
    return luck.choice([*sorted(game.names), "p99"])


def _perhaps(luck: Random, game: Game) -> str | None:
    return luck.choice([None, _somebody(luck, game)])


def _join(luck: Random, game: Game) -> Event:
    name, before = luck.choice(["Di", "Eve", "Fay", "ann", "Gus"]), luck.choice([None, "p1", "p2"])
    return players.join(game, name, before=before, points=luck.choice([None, None, 14, -3]))


DETAILS: list[dict[str, Any]] = [{"first_dealer": "p2"}, {"scorer": "Bob"}, {"stake": 7}, {"first_dealer": "p8"}]


Step = Callable[[Random, Game], Event]


OFTEN: list[Step] = [_bids, _tricks]


SELDOM: list[Step] = [
    _bids_on_paper,
    _tricks_on_paper,
    _tricks_on_paper,
    lambda luck, game: paper.only_totals(game, {player: luck.randint(-5, 90) for player in game.names}),
    _correct,
    _correct,
    _join,
    lambda _luck, game: game.undo(),
    lambda _luck, game: game.redo(),
    lambda luck, game: hands.misdeal(game, luck.sample(sorted(game.names), luck.randint(0, 2))),
    lambda luck, game: hands.misplay(game, _somebody(luck, game)),
    lambda luck, game: hands.record_tricks(game, wrong_count=(_somebody(luck, game),)),
    lambda luck, game: players.leave(game, _somebody(luck, game)),
    lambda luck, game: players.return_player(game, _somebody(luck, game)),
    lambda luck, game: players.rename(game, _somebody(luck, game), luck.choice(["Ann", "Zoe", "Bob", "Di", "Kim"])),
    lambda luck, game: players.swap(game, _somebody(luck, game), _somebody(luck, game)),
    lambda luck, game: players.set_dealer(game, _perhaps(luck, game), _perhaps(luck, game)),
    lambda luck, game: players.adjust(game, _somebody(luck, game), luck.randint(-40, 90)),
    lambda luck, game: players.comment(game, "well!", luck.choice([None, 0, 1, 2, 5])),
    lambda luck, game: control.plan(game, [luck.randint(0, 6) for _hand in range(luck.randint(0, 4))]),
    lambda luck, game: control.announce_closing(game, luck.randint(0, 3)),
    lambda _luck, game: control.end(game),
    lambda _luck, game: control.reopen(game),
    lambda luck, game: control.change_house(game, luck.choice(HOUSES)),
    lambda luck, game: control.change_scheme(game, schemes.find(luck.choice(SCHEMES))),
    lambda luck, game: setup.describe(game, **luck.choice(DETAILS)),
]


def _opened(luck: Random, keys: Sequence[str]) -> Game:
    rulebook = rulebooks.find(luck.choice(keys))
    house = luck.choice([{}, {}, {"ladder": "3-1-3"}, {"ladder": "2x3 4"}])
    names = ["Ann", "Bob", "Cat", "Dan", "Ed", "Flo"][: max(rulebook.min_players, luck.randint(3, 4))]
    return Game.replay(
        [
            setup.open_game(
                rulebook, schemes.find(rulebook.scheme or "standard"), names[: rulebook.max_players], house=house,
                scorer=luck.choice(["", "Cat"]), stake=3,
            )
        ]
    )  # fmt: skip


def course(luck: Random, steps: int, keys: Sequence[str] = RULEBOOKS) -> Iterator[Game]:
    """Yield a new game of one of these rulebooks, and the game after each of `steps` random steps that it accepted."""
    game = _opened(luck, keys)
    yield game
    for _step in range(steps):
        decide = luck.choice(OFTEN) if luck.random() < 0.7 else luck.choice(SELDOM)
        try:
            game = game.then(decide(luck, game))
        except ScorepadError:
            continue
        yield game
