"""The points read from the front of a sheet alone are those of the engine, for every hand."""

from collections.abc import Iterator
from itertools import cycle, product
from random import Random
from typing import Any

import pytest
from printing.blank_pages import a_blank, assert_in_margins
from printing.points_reader import Front, Hand
from reading_pdf import read
from soak import SOAK

from printables.blank.blank_sheet import blank_sheet
from printables.page.page import HALF_OF, PaperOptions
from scorepad.errors import RuleError
from scorepad.game.report.blank_sheet import Blank, blank
from scorepad.rules import rulebook, scheme
from scorepad.rules.scheme.scheme import SchemeAsPlayed

NOT_BY_NUMBERS = {"estimation_federation", "estimation_bola", "estimation_calculator"}
"""Their fronts say in sentences how the points depend on the highest bid and the sum of bids."""
KEYS = [key for key in rulebook.built_in_keys() if rulebook.find(key).scheme and key not in NOT_BY_NUMBERS]
PAPERS = [
    PaperOptions(paper, landscape, two_up=two_up)
    for paper in ("A4", "A5", "Letter", "Half Letter")
    for landscape in (None, True, False)
    for two_up in (False, True)
]
SHEETS = [
    (key, players, paper)
    for key in KEYS
    for players in range(rulebook.find(key).min_players, rulebook.find(key).max_players + 1)
    for paper in PAPERS
]
FOUND_WRONG = [
    (key, players, PaperOptions(paper))
    for key, players in (("murder", 4), ("boerenbridge", 4))
    for paper in ("A4", "A5")
]
USUAL = [
    (key, min(max(4, *rulebook.find(key).players[:1]), rulebook.find(key).max_players), PaperOptions(paper))
    for key, paper in zip(KEYS, cycle(["A4", "A5"]))
]


def fronts(made: Blank, paper: PaperOptions) -> list[Front]:
    """Return each page's front; if two sheets share a page, its left or upper half."""
    pages = read(blank_sheet(made, paper))
    small = paper.large or paper.paper in HALF_OF
    if paper.landscape is None and not paper.two_up and (len(made.names) <= 5 or not small):
        assert_in_margins(pages)
    result = []
    for page in pages:
        if paper.two_up:
            edge, middle = ("x1", page.size[0] / 2) if page.size[0] > page.size[1] else ("bottom", page.size[1] / 2)
            page.words = [word for word in page.words if word[edge] < middle]
            page.boxes = [box for box in page.boxes if box[edge] < middle]
        result.append(Front.read(page))
    return result


def hands_of(made: Blank) -> Iterator[Hand]:
    """Yield every bid with every number of tricks, for all hand sizes, contracts, totals and marks."""
    sizes = sorted(made.sizes)
    plain = [(bid, taken, cards) for cards in sizes for bid in range(cards + 1) for taken in range(cards + 1)]
    rules = made.game.sheet.scheme
    if SchemeAsPlayed(rules).by_contract:
        states = [("other", False, False), ("declarer", False, False), ("declarer", True, False)]
        states += [("declarer", True, True), ("doubler", True, False), ("doubler", True, True)]
        for (bid, taken, cards), (role, doubled, redoubled), last in product(plain, states, (False, True)):
            total = (bid * 7 - taken) * 2
            yield Hand(bid, taken, cards, total, role=role, doubled=doubled, redoubled=redoubled, last=last)
    elif rules.reads("makers"):
        for (bid, taken, cards), total, makers in product(plain, (0, 66, 99, 100), (1, 2, 3)):
            if bid == taken or makers < 3:
                for premium, others in ((0, 0), (30, 0), (60, 0), (0, 30), (0, 60)):
                    yield Hand(bid, taken, cards, total, makers=makers, premium=premium, premiums_of_others=others)
    else:
        totals = (0, 79, 80, 88, 95, 99) if rules.reads("total") else (0,)
        for (bid, taken, cards), total in product(plain, totals):
            yield Hand(bid, taken, cards, total)
            if "misere" in rules.options and not bid:
                yield Hand(bid, taken, cards, total, misere=True)


def by_engine(made: Blank, hand: Hand) -> int:
    """Return what the hand adds to the total in a game."""
    sheet = made.game.sheet
    given: dict[str, Any] = {"bid": hand.bid, "taken": hand.taken, "options": {**sheet.options}}
    if hand.misere:
        given["options"]["misere"] = True
    if hand.role:
        given |= {"role": hand.role, "doubled": hand.doubled, "redoubled": hand.redoubled}
    if hand.role == "doubler":  # the doubler's own bid and tricks do not count
        given |= {"level": hand.bid, "contract_taken": hand.taken, "bid": (hand.bid + 1) % 3, "taken": hand.cards}
    if sheet.scheme.reads("makers"):
        given |= {"marks": premiums(hand.premium, bool), "others_missed": premiums(hand.premiums_of_others, int)}
        given |= {"makers": hand.makers}
    values = sheet.scheme.hand_variables(
        **given, cards=hand.cards, total=hand.total, last=hand.last, top=sheet.top, players=len(made.names)
    )
    return int(sheet.scheme.entry(values))


def premiums(points: int, kind: type) -> dict[str, Any]:
    return {"declared": kind(points == 30), "revealed": kind(points == 60)}


def test_a_front_without_points_says_that_they_are_to_be_agreed_on() -> None:
    (front,) = read(blank_sheet(blank(rulebook.find("okenuff"), None)))
    assert "The scoring is not known. Agree on it before you start." in front.text


def test_what_a_front_says_of_a_scheme_goes_by_its_options() -> None:
    chosen = rulebook.find("pagat").with_house({"options": {"base": "blackout"}})
    text = read(blank_sheet(blank(chosen, scheme.find("zero_five")), PaperOptions("A5"), rules=True))[0].text
    assert "(or 0)" not in text
    assert "1 per trick taken" not in text


@pytest.mark.parametrize(
    ("key", "players", "paper"),
    SHEETS if SOAK else [*FOUND_WRONG, *Random(31).sample(USUAL, 9), *Random(31).sample(SHEETS, 3)],
)
def test_the_points_on_every_front_are_those_of_the_engine(key: str, players: int, paper: PaperOptions) -> None:
    made = a_blank(key, players=players)
    hands = [*hands_of(made)]
    if len(hands) > 2000:
        hands = Random(players).sample(hands, 2000)
    expected = [(hand, by_engine(made, hand)) for hand in hands]
    try:
        printed = fronts(made, paper)
    except RuleError:
        assert players > 5 or paper.two_up, "only many players have no room"
        return
    said = [front for front in printed if "Points:" in front.text]
    assert said
    for front in said:
        for hand, points in expected:
            assert front.points(hand) == points, hand
