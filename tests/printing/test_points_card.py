"""Cards with points: they show the points of the scheme, and each fits its box."""

from itertools import product

import pytest
from reading_pdf import assert_no_overlaps, read
from soak import sampled

from printables.cards.points_card import CARD, FORMATS, points_card
from printables.page.page import PaperOptions, mm
from printables.rules.rule_page import RulePage, rule_page
from scorepad.formats import format_points
from scorepad.game.report.blank_sheet import blank
from scorepad.game.report.card_lines import PointsCard, points_cards
from scorepad.game.report.points_lines import PointsTable, full_table
from scorepad.rules import rulebook, scheme
from scorepad.rules.scheme.scheme import SchemeAsPlayed

MURDER = {card.title.rpartition(": ")[2]: card for card in points_cards(SchemeAsPlayed(scheme.find("murder"), 13))}


def table(card: PointsCard, title: str) -> PointsTable:
    return next(table for table in card.tables if table.title == title)


def cell(table: PointsTable, row: int, head: str) -> str:
    return dict(table.rows)[str(row)][table.heads.index(head)]


# --- Murder: the rates of rules.md A1.2 -----------------------------------------------------------------

STATES = {"plain": 0, "over half": 1, "doubled": 1, "doubled, over half": 2, "redoubled": 2, "redoubled, over half": 3}


@pytest.mark.parametrize(("state", "more"), STATES.items())
def test_a_declarer_has_the_rate_of_the_state_of_the_contract(state: str, more: int) -> None:
    made, missed = table(MURDER["declarer"], "Made"), table(MURDER["declarer"], "Missed")
    for bid in range(14):
        possible = bid <= 6 if "over" not in state else bid > 0
        assert cell(made, bid, state) == (str(10 + bid * 2 * (1 + more)) if possible else "–")
    for more_of_both in range(1, 14):
        assert cell(missed, more_of_both, state) == format_points(-more_of_both * (1 + more))


def test_the_others_have_two_rates() -> None:
    made, missed = table(MURDER["others"], "Made"), table(MURDER["others"], "Missed")
    assert made.heads == missed.heads == ["plain", "over half"]
    assert [cell(made, bid, "plain") for bid in (0, 1, 6)] == ["6", "8", "18"]
    assert [cell(made, bid, "over half") for bid in (1, 7)] == ["10", "34"]
    assert [cell(missed, off, "over half") for off in (1, 3)] == ["−2", "−6"]


def test_the_doubler_stands_one_step_below_the_declarer() -> None:
    doubler = MURDER["doubler"]
    made, was_set = table(doubler, "The contract was made"), table(doubler, "The contract was set")
    assert [cell(was_set, 3, state) for state in list(STATES)[2:]] == ["16", "22", "22", "28"]
    assert [cell(made, 3, state) for state in list(STATES)[2:]] == ["−3", "−6", "−6", "−9"]
    assert cell(made, 0, "doubled") == "−1"  # a made zero contract costs one (MU-14)


def test_an_option_of_the_table_changes_the_card() -> None:
    options = {"over_half_bonus_for": "declarer", "free_zero_double": True}
    points = SchemeAsPlayed(scheme.find("murder"), 7, options=options)
    parts = {card.title.rpartition(": ")[2]: card for card in points_cards(points)}
    assert cell(table(parts["others"], "Made"), 5, parts["others"].tables[0].heads[-1]) in ("16", "–")
    assert cell(table(parts["doubler"], "The contract was made"), 0, "doubled") == "0"


def test_what_the_tables_do_not_say_is_told_by_the_schemes_own_examples() -> None:
    assert "last hand, two off: the whole total is wiped out: 96 → 0" in MURDER["declarer"].notes


def test_an_example_for_other_options_than_those_of_the_game_is_not_printed() -> None:
    (nullern,) = points_cards(SchemeAsPlayed(scheme.find("stiche_raten"), 10, options={"made_zero": 20}))
    assert nullern.notes == []
    (fundex,) = points_cards(SchemeAsPlayed(scheme.find("rage"), 10, options={"zero": 5, "miss_costs": 0}))
    assert "zero missed, with a −5 card: −4" in fundex.notes
    assert not any("one short" in note or "−9" in note for note in fundex.notes)


# --- any scheme -----------------------------------------------------------------------------------------


def _on_card(made: PointsTable, missed: PointsTable, bid: int, taken: int, cards: int) -> str:
    if made.title.startswith("Hands of"):
        return cell(made, bid, str(taken))
    if bid == taken:
        return cell(made, bid, str(cards) if str(cards) in made.heads else made.heads[0])
    if missed is made:
        return cell(made, bid, "missed")
    return cell(missed, {"off by": abs(bid - taken), "tricks": taken}[missed.corner], "points")


@pytest.mark.parametrize("key", sampled(sorted(set(scheme.built_in()) - {"murder"})))
def test_every_hand_is_worth_what_the_card_says(key: str) -> None:
    points = SchemeAsPlayed(scheme.find(key), 8)
    (card,) = points_cards(points)
    made, missed = card.tables[0], card.tables[-1]
    every = [points.top] if made.title.startswith("Hands of") else range(1, points.top + 1)
    for cards in every:
        for bid, taken in product(range(cards + 1), repeat=2):
            message = _on_card(made, missed, bid, taken, cards)
            assert message == format_points(points(bid, taken, cards)), (bid, taken, cards)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(
    "key", sampled(["murder", "norwegian", "squares", "ninety_nine", "pike", "op_en_neer_double"], 3)
)
def test_every_scheme_fits_its_paper(key: str, form: str) -> None:
    for page in read(points_card(SchemeAsPlayed(scheme.find(key), 13), form, PaperOptions("Letter"))):
        wide, high = page.size
        assert all(char["x0"] > 5 * mm and char["x1"] < wide - 5 * mm for char in page.chars)
        assert all(char["top"] > 5 * mm and char["bottom"] < high - 5 * mm for char in page.chars)
        assert min(char["size"] for char in page.chars) >= (5.3 if form == "pocket" else 6.2)
        assert_no_overlaps(page.words)


# Games whose largest hands were cut off: rulebook, players, form.
FAR = [("boerenbridge", 4, "pocket"), ("wizard", 3, "page"), ("german_bridge", 3, "pocket"), ("ohell", 3, "half"),
       ("murder", 3, "half"), ("oh_hell_500", 3, "half")]  # fmt: skip


@pytest.mark.parametrize(("key", "players", "form"), FAR)
def test_a_card_goes_as_far_as_its_game(key: str, players: int, form: str) -> None:
    rules = rulebook.find(key)
    points = SchemeAsPlayed(scheme.find(rules.scheme), rules.largest_for(players), players)
    parts = [word["text"] for page in read(points_card(points, form)) for word in page.words]
    assert str(points.top) in parts
    assert format_points(points(points.top, points.top, points.top, role="other", level=0)) in parts


def test_the_back_of_a_sheet_goes_as_far_as_its_game() -> None:
    what = RulePage.of(blank(rulebook.find("ohell"), scheme.find("ohell_cubed"), players=3))
    (page,) = read(rule_page(what))
    points = what.points[""]
    assert points.top == 17
    assert format_points(points(17, 17, 17)) in page.text.split()
    assert format_points(points(17, 0, 17)) in page.text.split()


def test_points_that_hang_on_more_than_the_bid_and_the_tricks_say_on_what() -> None:
    (card,) = points_cards(SchemeAsPlayed(scheme.find("ninety_nine"), 9, 3))
    assert card.tables[0].title == "Made by you alone"
    assert "A made bid adds 10 if all three made theirs, 20 if two did, and 30 if only you did." in card.notes
    assert card.needed >= 4
    data = {"name": "Own", "points": [{"when": "made and makers == 1", "give": "5"}, {"give": "bid"}]}
    (own,) = points_cards(SchemeAsPlayed(scheme.Scheme.from_dict(data)))
    assert own.notes[0].startswith("The tables show bid and tricks only")
    for name in ("hand", "hands", "pack", "last"):
        data = {"name": "Own", "points": [{"give": f"bid * {name}"}]}
        (own,) = points_cards(SchemeAsPlayed(scheme.Scheme.from_dict(data)))
        assert own.notes[0].startswith("The tables show bid and tricks only"), name
    (plain,) = points_cards(SchemeAsPlayed(scheme.find("pike")))
    assert plain.tables[0].title == "Made"
    assert not plain.notes


@pytest.mark.parametrize("key", sampled(scheme.built_in(), 2))
def test_pocket_cards_stay_within_their_cuts(key: str) -> None:
    for page in read(points_card(SchemeAsPlayed(scheme.find(key), 13), "pocket")):
        marks = [line for line in page.rules if line["x1"] - line["x0"] + line["bottom"] - line["top"] < 15]
        upright = sorted({round(mark["x0"], 1) for mark in marks if mark["x1"] - mark["x0"] < 0.1 and mark["top"] < 80})
        across = sorted(
            {round(mark["top"], 1) for mark in marks if mark["bottom"] - mark["top"] < 0.1 and mark["x0"] < 40}
        )
        assert len(upright) == len(across) == 4
        assert upright[1] - upright[0] == pytest.approx(CARD[0], abs=0.2)
        assert across[1] - across[0] == pytest.approx(CARD[1], abs=0.2)
        for word in page.words:
            assert not any(word["x0"] - 3 < cut < word["x1"] + 3 for cut in upright), word["text"]
            assert not any(word["top"] < cut < word["bottom"] for cut in across), word["text"]


def test_a_hand_of_one_card_has_one_card() -> None:
    item, more = (full_table(SchemeAsPlayed(scheme.find("pike"), 7), cards).title for cards in (1, 2))
    assert (item, more) == ("Hands of 1 card: tricks taken", "Hands of 2 cards: tricks taken")


def test_pocket_cards_come_in_whole_sets() -> None:
    pages = read(points_card(SchemeAsPlayed(scheme.find("murder"), 13), "pocket"))
    text = " ".join(word["text"] for page in pages for word in page.words)
    kinds = ("Murder: others", "The contract was set", "The contract was made")
    assert [text.count(kind) for kind in kinds] == [3, 3, 3]
    assert text.count("Murder: declarer") == 2 * 3
    assert len(pages) == 2


def test_a_zero_that_goes_by_the_cards_is_a_table_of_its_own_on_a_pocket_card() -> None:
    (page,) = read(points_card(SchemeAsPlayed(scheme.find("ohell_cubed"), 17, 3), "pocket"))
    assert page.text.count("A bid of 0") == page.text.count("Missed") > 0
    assert min(char["size"] for char in page.chars) >= 7


def test_a_long_table_stands_on_a_card_in_halves_that_are_alike() -> None:
    points = SchemeAsPlayed(scheme.find("wizard"), 20, 3)
    (page,) = read(points_card(points, "pocket"))
    heads = sorted(word["x0"] for word in page.words if word["text"] == "bid" and word["top"] < 150)
    assert len(heads) == 4, "two halves of made bids on the first and the third card"
    assert min(char["size"] for char in page.chars) >= 8


def test_half_pages_hold_the_same_twice() -> None:
    (page,) = read(points_card(SchemeAsPlayed(scheme.find("pike")), "half"))
    wide, high = page.size
    assert wide > high
    assert page.text.count("Mr Pike's Oh Hell!") == 2
