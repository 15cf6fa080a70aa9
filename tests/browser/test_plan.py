"""Tests that the page's script predicts the same as Python, for single hands and for whole games."""

import itertools
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from builders import hand, play
from soak import often

from browser import foretold
from browser.foretold import ASK, Asked, Course, ask
from browser.phone import Phone, Thumb
from scorepad.game.files.game_file import read_game

GAMES = Path(__file__).parent.parent / "games"
EACH = often(8, 300)  # hands of four players for each scheme and each choice of its options


SINGLE = (
    ASK
    % """asked.map(([plan, hands]) => hands.map(({ hand, played, totals, runs }) => careful(() => {
  const gave = own.score({ ...plan, totals, runs }, hand, played);
  return { points: text(gave.points), made: gave.made, runs: gave.runs };
}, { unknown: true })))"""
)

COURSES = (
    ASK
    % """asked.map(([plan, hands]) => hands.map((played) => careful(() => {
  const leads = own.leader({ ...plan, recorded: played }) ?? null;
  plan = own.after(plan, played);
  const [next] = plan.hands;
  const low = Object.fromEntries((next?.bidders ?? []).slice(0, -1).map((player) => [player, 0]));
  return {
    leads, points: text(plan.gave.points), totals: text(plan.gave.totals), next: next ? {
      number: next.number, cards: next.cards, dealer: next.dealer, order: next.order, bidders: next.bidders,
      first: own.firstBidder(next) ?? null, trump: next.trump ?? null, forbidden: own.forbidden(next, low),
      note: next.note ?? null, last: Boolean(next.last) } : null };
}, { points: null, next: null })))"""
)

WRITTEN = ASK % "asked.map((number) => own.written(number))"


def as_json(data: Any) -> Any:
    return json.loads(json.dumps(data))


@cache
def single_hands(each: int) -> tuple[Asked, ...]:
    return tuple(foretold.single_hands(each))


def batches(asked: tuple[Asked, ...]) -> Iterator[tuple[Asked, ...]]:
    return (asked[at : at + 20] for at in range(0, len(asked), 20))


def test_every_engine_works_out_the_points_of_every_scheme_as_python_does(thumb: Thumb) -> None:
    """`make soak` has more than 100,000 hands: each scheme and option, contracts, runs, marks, halves."""
    asked_for = single_hands(EACH)
    players = sum(len(hand["points"]) for batch in asked_for for hand in batch.answers if "points" in hand)
    assert players > often(2_000, 100_000)
    for some in batches(asked_for):
        answers = ask(thumb, SINGLE, [[batch.plan, batch.hands] for batch in some])
        for batch, answer in zip(some, answers, strict=True):
            assert answer == as_json(batch.answers)


def agree(thumb: Thumb, courses: list[Course]) -> None:
    answers = ask(thumb, COURSES, [[course.plan, course.hands] for course in courses])
    for course, answer in zip(courses, answers, strict=True):
        assert answer == as_json(course.then), course.of


def test_every_recorded_game_goes_on_as_the_script_foretells(thumb: Thumb) -> None:
    files = [path for path in GAMES.glob("*.json") if not path.name.endswith(".sheet.json")]
    courses = [
        played_course
        for path in files
        for played_course in foretold.courses_of(path.name, read_game(json.loads(path.read_text("utf-8"))))
    ]
    assert sum(len(course.hands) for course in courses) > 50
    agree(thumb, courses)


def test_where_a_total_may_end_the_game_by_its_points_alone_the_script_waits(thumb: Thumb) -> None:
    """At 95 and 5 the game is over; at 98 and 5 the total bounces and the game goes on, even after the ladder's end."""
    four, courses = "Ann Bob Cat Di", []
    for key, before in itertools.product(("op_en_neer", "wizard", "ohell"), (95, 98)):
        hands = [hand(four, [None, 0, 0, 0], [5, 0, 0, 0], hook_waived=True, trump="S")]
        hands += [hand(four, [None, 1, 0, 0], [0, 2, 0, 0], hook_waived=True, trump="S")] * 3 if before > 95 else []
        adjusted = {"adjust": {"player": "Ann", "points": before}}
        game = play(key, four, adjusted, *hands, scheme="boerenbridge", house={"ladder": "5 2"})
        courses += foretold.courses_of(f"{key} {before}", game)
    ends = [course.then[-1]["next"] is None for course in courses]
    assert ends == [True, False] * 3
    agree(thumb, courses)


def test_random_games_by_every_rulebook_go_on_as_the_script_foretells(pad: Phone) -> None:
    courses = list(foretold.random_games(often(1, 8)))
    foretold_hands = sum(state["next"] is not None for course in courses for state in course.then)
    assert foretold_hands > often(300, 2_000)
    agree(pad, courses)


def test_numbers_are_written_as_on_every_page(pad: Phone) -> None:
    numbers = [0, -12, [53, 2], [-1, 2], [-19, 4], [57, 8], [55, 3]]
    assert ask(pad, WRITTEN, numbers) == ["0", "−12", "26½", "−½", "−4¾", "7⅛", "18.33"]
