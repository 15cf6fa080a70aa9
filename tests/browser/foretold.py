"""Expected results from Python for hands and games, in the format of the page's script."""

import itertools
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from browser.phone import Thumb
from scorepad.errors import RuleError
from scorepad.game.decide import hands, players
from scorepad.game.decide.setup import open_game
from scorepad.game.report.plan import plan, points_plan
from scorepad.game.state.events import BidsRecorded, Contract, Marks, TricksRecorded, replace_doublers
from scorepad.game.state.game import Game
from scorepad.game.state.history import merge_corrections
from scorepad.game.state.rows import OpenHand
from scorepad.game.state.scoring import HandContext, PlayedHand, Run, Scored, score
from scorepad.game.state.turns import first_leader, trump_entry_stage
from scorepad.rules import rulebook as rulebooks
from scorepad.rules import scheme as schemes
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.scheme import Scheme

Json = dict[str, Any]

OWN = Path(__file__).parent.parent / "schemes"
TABLE = ("p1", "p2", "p3", "p4")


def as_text(values: Mapping[str, Any]) -> dict[str, str]:
    """Return numbers as exact fractions, as the script writes them: 12/1, -53/2."""
    exact = {name: Fraction(value) for name, value in values.items()}
    return {name: f"{value.numerator}/{value.denominator}" for name, value in exact.items()}


# --- single hands -------------------------------------------------------------------------------------


def every_scheme() -> list[Scheme]:
    files = sorted([*OWN.glob("*.toml"), *OWN.glob("names/*.toml")])
    own = [Scheme.from_toml(path.read_text("utf-8"), path.stem) for path in files]
    return [*schemes.built_in().values(), *own]


def choices(scheme: Scheme) -> list[dict[str, Any]]:
    """Return the option sets with one option changed, for each choice of each option."""
    option_sets: list[dict[str, Any]] = [{}]
    for name, option in scheme.options.items():
        other = [not option.default] if isinstance(option.default, bool) else option.choices or (-7, 0, 3, 50)
        option_sets += [{name: choice} for choice in other]
    return option_sets


@dataclass(frozen=True)
class Asked:
    """Hands under one scheme with given options, and Python's results for each."""

    plan: Json
    hands: list[Json] = field(default_factory=list)
    answers: list[Json] = field(default_factory=list)


def single_hands(each: int) -> Iterator[Asked]:
    """Yield `each` hands of four players for each scheme and each choice of its options."""
    for scheme in every_scheme():
        for chosen in choices(scheme):
            luck = Random(f"{scheme.key} {chosen}")
            around = HandContext(luck.randint(1, 26), luck.choice([32, 52, 60]), luck.randint(0, 4), luck.randint(0, 3))
            points = points_plan(scheme, scheme.option_values(chosen), 10, around)
            hands_asked = Asked({"points": points, "before": around.makers_before, "washouts": around.washouts})
            for _hand in range(each):
                _ask(hands_asked, scheme, chosen, luck, around)
            yield hands_asked


def _ask(asked: Asked, scheme: Scheme, chosen: Mapping[str, Any], luck: Random, around: HandContext) -> None:
    cards, first = luck.randint(1, 10), luck.choice(["p1", None])
    number, bidders = luck.randint(1, 30), TABLE[: luck.randint(2, 4)]
    hand = OpenHand(number, cards, "p4", first, TABLE, bidders, None, False, luck.random() < 0.2, False)
    played = _any_play(scheme, cards, luck)
    totals = {player: _any_total(scheme, luck) for player in TABLE}
    runs = {seat: luck.choice([Run(), Run(made=luck.randint(1, 9)), Run(missed=luck.randint(1, 9))]) for seat in TABLE}
    scored = score(scheme, scheme.option_values(chosen), hand, played, totals, runs, 10, around)
    told = {name: getattr(hand, name) for name in ("number", "cards", "order", "last", "bidders")}
    told["turns"] = first is not None
    exact = {player: _pair(total) for player, total in totals.items()}
    asked.hands.append({"hand": told, "played": _played(played), "totals": exact, "runs": runs})
    asked.answers.append(_answer(scored))


def _any_total(scheme: Scheme, luck: Random) -> Fraction:
    whole = luck.choice([luck.randint(-30, 130), luck.randint(-9999, 9999), 0, 79, 80, 99, 100])
    return whole + luck.choice([Fraction(0), Fraction(1, 2)]) if scheme.halves else Fraction(whole)


def _any_play(scheme: Scheme, cards: int, luck: Random) -> PlayedHand:
    """Return random bids and tricks, valid or not, since the formulas accept all of them."""
    bids = {player: luck.randint(0, cards) for player in TABLE if luck.random() < 0.95}
    taken = {player: luck.choice([bids.get(player, 0), luck.randint(0, cards)]) for player in TABLE}
    contract = None
    if luck.random() < (0.8 if scheme.reads("declarer") else 0.1):
        others = luck.sample(TABLE, 4)
        contract = Contract(others.pop(), luck.randint(0, cards))
        contract = replace_doublers(contract, others[: luck.choice([0, 0, 1, 1, 2])])
        contract = Contract(
            contract.declarer, contract.level, contract.doubler, luck.random() < 0.4, contract.also_doubled
        )
        bids[contract.declarer] = luck.choice([contract.level, bids.get(contract.declarer, 0)])
    marks = {
        player: {mark: _any_mark(scheme, mark, player, luck) for mark in scheme.marks if luck.random() < 0.7}
        for player in TABLE
    }
    changes = {player: luck.choice([-1, 1]) for player in TABLE if luck.random() < 0.3}
    if not scheme.needs_tricks_with(None) and luck.random() < 0.5:
        made = {seat: luck.random() < 0.6 for seat in TABLE}
        return PlayedHand(bids, None, made, None, contract, marks, bid_changes=changes)
    return PlayedHand(bids, taken, None, luck.choice([None, *"CDHSN"]), contract, marks, bid_changes=changes)


def _any_mark(scheme: Scheme, mark: str, player: str, luck: Random) -> int | str:
    if scheme.marks[mark] == "player":
        return luck.choice(["", *(other for other in TABLE if other != player)]) or 0
    choices = range(2) if scheme.marks[mark] == "yes or no" else scheme.mark_number(mark).choices or range(4)
    return luck.choice([int(choice) for choice in choices])


def _pair(value: Any) -> Any:
    exact = Fraction(value)
    return exact.numerator if exact.denominator == 1 else [exact.numerator, exact.denominator]


def _played(played: PlayedHand) -> Json:
    contract = played.contract
    told = {name: getattr(played, name) for name in ("bids", "taken", "made", "trump", "marks")}
    told["contract"] = contract and {**contract.to_dict(), "doublers": contract.doublers}
    return told | {"changes": played.bid_changes}


def _answer(scored: Scored) -> Json:
    if scored.unknown:
        return {"unknown": True}
    return {
        "points": as_text(scored.points),
        "made": scored.made,
        "runs": {player: [*run] for player, run in scored.runs.items()},
    }


# --- whole games --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Course:
    """Consecutive hands without other events: the plan before the first, and the sheet's state after each.

    None marks a value that the phone cannot know and requests.
    """

    of: str
    plan: Json
    hands: list[Json] = field(default_factory=list)
    then: list[Json] = field(default_factory=list)


def courses_of(name: str, game: Game) -> list[Course]:
    """Return the hands of a recorded game, with one course for each run of consecutive hands."""
    courses: list[Course] = []
    so_far: Game | None = None
    running: Course | None = None
    for event, _mended in merge_corrections(game.history.standing):
        if not isinstance(event, BidsRecorded | TricksRecorded):
            running = None
        elif so_far is not None and so_far.sheet.open_hand is not None:
            running = running or _begun(courses, name, so_far)
        before, so_far = so_far, Game.replay([event]) if so_far is None else so_far.then(event)
        if isinstance(event, TricksRecorded) and running is not None and before is not None:
            running.hands.append(_as_played(so_far))
            leads = first_leader(before.sheet, before.sheet.open_hand)
            running.then.append(_what_follows(so_far, running, leads))
            if running.then[-1]["next"] is None:
                running = None
    return courses


def _begun(result: list[Course], name: str, game: Game) -> Course:
    result.append(Course(name, plan(game.sheet)))
    return result[-1]


def _as_played(game: Game) -> Json:
    row = game.hand_row(game.sheet.hands_played)
    assert row is not None
    made = None if row.taken else {player: row.made.get(player, False) for player in row.points}
    return _played(
        PlayedHand(row.bids, row.taken, made, row.trump, row.contract, row.marks, bid_changes=row.bid_changes)
    )


def _what_follows(game: Game, course: Course, leads: str | None) -> Json:
    row, hand = game.hand_row(game.sheet.hands_played), game.sheet.open_hand
    assert row is not None
    if row.problems:  # the points are unknown, so the phone waits
        return {"points": None, "next": None}
    known = hand is not None and not hand.extra and len(course.hands) < len(course.plan["hands"])
    return {
        "leads": leads,
        "points": as_text(row.points),
        "totals": as_text({player: game.sheet.totals[player] for player in row.points}),
        "next": _told(hand) if hand is not None and known else None,
    }


def _told(hand: OpenHand) -> Json:
    """Return a hand as the script reports it."""
    told = {name: getattr(hand, name) for name in ("number", "cards", "dealer", "order", "bidders", "trump", "last")}
    forbidden = hand.forbidden(dict.fromkeys(hand.bidders[:-1], 0))
    return told | {"first": hand.first_bidder, "forbidden": forbidden, "note": hand.note or None}


def random_games(each: int) -> Iterator[Course]:
    """Yield courses of random games under every built-in rulebook.

    For each rulebook there are `each` games with its own schemes. One more game uses a scheme that reads all newer
    names. One more uses a scheme that ends the game at exactly 100. With one of its own, each rulebook has one of these
    three, in turn.
    """
    newer = Scheme.from_toml((OWN / "names/newer_names.toml").read_text("utf-8"))
    points = [*[None] * each, newer, schemes.find("boerenbridge")]
    for (at, key), (number, scheme) in itertools.product(enumerate(rulebooks.built_in()), enumerate(points)):
        if each > 1 or at % len(points) == number:
            yield from courses_of(key, _random_game(key, Random(f"{key} {number}"), scheme))


HANDS = 12


def _random_game(key: str, luck: Random, scheme: Scheme | None) -> Game:
    rules = rulebooks.find(key)
    names = [f"N{seat}" for seat in range(luck.randint(rules.min_players, min(rules.max_players, 7)))]
    scheme = scheme or schemes.find(rules.scheme or luck.choice(["standard", "golf", "boerenbridge"]))
    game = Game.replay([open_game(rules, scheme, names, house=_random_house(rules, luck))])
    while game.sheet.open_hand is not None and game.sheet.hands_played < HANDS:
        if luck.random() < 0.08:
            game = game.then(players.adjust(game, luck.choice([*game.names]), luck.choice([-20, 5, 40, 70]), "luck"))
        elif game.sheet.bids is None and hands.open_hand(game).bidders:
            game = game.then(_random_bids(game, luck))
        else:
            game = game.then(_random_tricks(game, luck))
    return game


def _random_house(rules: Rulebook, luck: Random) -> Json:
    """Return the rulebook's own rules, or hidden bids instead of those in turn; the highest bidder may lead."""
    if not rules.bidding.startswith("in turn") or luck.random() < 0.6:
        return {}
    covered = {"bidding": luck.choice(["hidden", "secret", "together"]), "dealer_changes": luck.random() < 0.5}
    return covered | ({"leads": "highest bidder"} if luck.random() < 0.5 else {})


def _random_bids(game: Game, luck: Random) -> BidsRecorded:
    sheet, hand = game.sheet, hands.open_hand(game)
    bids = {player: luck.randint(0, min(hand.cards, 3)) for player in hand.bidders}
    tapped = sheet.scheme.marks_with_bids
    marks: Marks = {player: {mark: 1 for mark in tapped if luck.random() < 0.4} for player in hand.bidders}
    contract, trump = None, None
    if hand.call_first:
        caller, early = luck.sample(hand.bidders, 2)
        bids |= {caller: luck.randint(4, 8), early: 0}
        marks = {early: {"dash_call": 1}} if "dash_call" in sheet.scheme.marks and luck.random() < 0.5 else {}
        contract, trump = Contract(caller, bids[caller]), luck.choice("CDHSN")
    elif sheet.rulebook.bidding == "auction":
        declarer = max(bids, key=lambda player: bids[player])
        doubler = luck.choice([None, *(seat for seat in hand.order if seat != declarer)])
        contract = Contract(declarer, bids[declarer], doubler, bool(doubler) and luck.random() < 0.5)
        trump = luck.choice("CDHSN")
    elif trump_entry_stage(sheet.rulebook, hand) == "bids":
        trump = luck.choice(sheet.rulebook.trump_choices())
    return hands.record_bids(game, bids, contract=contract, trump=trump, marks=marks, hook_waived=True)


def _random_tricks(game: Game, luck: Random) -> TricksRecorded:
    hand = hands.open_hand(game)
    if game.sheet.writes == "made":
        while True:
            try:
                return hands.record_tricks(game, made={player: luck.random() < 0.5 for player in hand.order})
            except RuleError:  # the tricks cannot be shared in this way
                continue
    taken = dict.fromkeys(hand.order, 0)
    for _trick in range(hand.cards):
        taken[luck.choice(hand.order)] += 1
    return hands.record_tricks(game, taken, marks=_random_late_marks(game, luck))


def _random_late_marks(game: Game, luck: Random) -> Marks:
    """Return each mark that is entered after play for one player at most, since the whole table may have it once."""
    scheme, order = game.sheet.scheme, hands.open_hand(game).order
    marks: Marks = {}
    for mark in (mark for mark in scheme.marks if mark not in scheme.marks_with_bids):
        player, ally = luck.sample(order, 2)
        numbers = scheme.mark_number(mark).choices or (0, 1)
        marks.setdefault(player, {})[mark] = ally if scheme.marks[mark] == "player" else luck.choice(numbers)
    return marks


# Returns one answer per query. A number out of range, too large or too fine, stops the prediction. The data are
# strings, which the driver passes unchanged.
ASK = """
const [asked, done] = [JSON.parse(arguments[0]), arguments[1]];
const text = (numbers) => Object.fromEntries(Object.entries(numbers).map(([name, [n, d]]) => [name, `${n}/${d}`]));
const careful = (ask, unknown) => {
  try { return ask(); } catch (error) { if (error instanceof RangeError) return unknown; throw error; }
};
import("/static/plan.js").then((own) => %s)
  .then((found) => done(JSON.stringify(found)), (error) => done(String(error.stack)));
"""


def ask(thumb: Thumb, script: str, asked: Any) -> Any:
    """Return the script's answer, run on a page of Scorepad."""
    if not thumb.driver.current_url.startswith(thumb.address):
        thumb.open("/")
    thumb.driver.set_script_timeout(120)
    answer = thumb.ask(script, json.dumps(asked))
    assert answer.startswith(("[", "{")), answer
    return json.loads(answer)
