"""Cards with points: they show the points of the scheme, and each fits its box."""

import re
from itertools import product

import pytest
from printing.points_reader import whole, worth
from reading_pdf import Page, assert_no_overlaps, read
from soak import sampled

from printables.cards.points_card import FORMATS, pocket_sides, points_card
from printables.page.page import PaperOptions, mm
from printables.rules.rule_page import RulePage, rule_page
from scorepad.formats import format_points
from scorepad.game.report.blank_sheet import blank
from scorepad.game.report.card_lines import points_lines
from scorepad.game.report.contract_lines import contract_tables
from scorepad.game.report.points_lines import PointsTable, full_table
from scorepad.rules import rulebook, scheme
from scorepad.rules.scheme.scheme import SchemeAsPlayed
from scorepad.words import use_language

MURDER = {table.title: table for table in contract_tables(SchemeAsPlayed(scheme.find("murder"), 13))}


def cell(table: PointsTable, row: int, head: str) -> str:
    return dict(table.rows)[str(row)][table.heads.index(head)]


# --- Murder: the rates of rules.md A1.2 -----------------------------------------------------------------

STATES = {"plain": 0, "over half": 1, "doubled": 1, "doubled, over half": 2, "redoubled": 2, "redoubled, over half": 3}


@pytest.mark.parametrize(("state", "more"), STATES.items())
def test_a_declarer_has_the_rate_of_the_state_of_the_contract(state: str, more: int) -> None:
    made, missed = MURDER["Declarer: Made"], MURDER["Declarer: Missed"]
    for bid in range(14):
        possible = bid <= 6 if "over" not in state else bid > 0
        assert cell(made, bid, state) == (str(10 + bid * 2 * (1 + more)) if possible else "–")
    for more_of_both in range(1, 14):
        assert cell(missed, more_of_both, state) == format_points(-more_of_both * (1 + more))


def test_the_others_have_two_rates() -> None:
    made, missed = MURDER["Others: Made"], MURDER["Others: Missed"]
    assert made.heads == missed.heads == ["plain", "over half"]
    assert [cell(made, bid, "plain") for bid in (0, 1, 6)] == ["6", "8", "18"]
    assert [cell(made, bid, "over half") for bid in (1, 7)] == ["10", "34"]
    assert [cell(missed, off, "over half") for off in (1, 3)] == ["−2", "−6"]


def test_the_doubler_stands_one_step_below_the_declarer() -> None:
    made, was_set = MURDER["Doubler: The contract was made"], MURDER["Doubler: The contract was set"]
    assert [cell(was_set, 3, state) for state in list(STATES)[2:]] == ["16", "22", "22", "28"]
    assert [cell(made, 3, state) for state in list(STATES)[2:]] == ["−3", "−6", "−6", "−9"]
    assert cell(made, 0, "doubled") == "−1"  # a made zero contract costs one (MU-14)


def test_an_option_of_the_table_changes_the_tables() -> None:
    options = {"over_half_bonus_for": "declarer", "free_zero_double": True}
    tables = {
        table.title: table for table in contract_tables(SchemeAsPlayed(scheme.find("murder"), 7, options=options))
    }
    others = tables["Others: Made"]
    assert cell(others, 5, others.heads[-1]) in ("16", "–")
    assert cell(tables["Doubler: The contract was made"], 0, "doubled") == "0"


def test_murders_card_counts_its_rates_out() -> None:
    """A player looks up the rate of a role on one side, and the number of tricks on the other."""
    rates, counted = points_lines(SchemeAsPlayed(scheme.find("murder"), 13)).tables
    assert dict(rates.rows)["Declarer redoubled"] == ["10 + 6", "−3", "10 + 8", "−4"]
    for declarer in ("Declarer", "Declarer doubled", "Declarer redoubled"):
        state = declarer.lower().removeprefix("declarer").strip() or "plain"
        made, missed, over, missed_over = (rate.replace("+ ", "+") for rate in dict(rates.rows)[declarer])
        assert cell(counted, 6, made) == cell(MURDER["Declarer: Made"], 6, state)
        name = "over half" if state == "plain" else f"{state}, over half"
        for bid in (1, 7, 13):
            assert cell(counted, bid, over) == cell(MURDER["Declarer: Made"], bid, name)
            assert cell(counted, bid, missed) == cell(MURDER["Declarer: Missed"], bid, state)
            assert cell(counted, bid, missed_over) == cell(MURDER["Declarer: Missed"], bid, name)
        assert (cell(counted, 7, "6 +2"), cell(counted, 0, "−1"), cell(counted, 0, "−3")) == ("–", "−1", "–")


@pytest.mark.parametrize("language", ["en", "nl", "de", "fr", "es"])
def test_murders_card_has_two_sides_and_explains_every_sign(language: str) -> None:
    with use_language(language):
        card = points_lines(SchemeAsPlayed(scheme.find("murder"), 13))
        sides = pocket_sides(card)
    assert [len(side.tables) for side in sides] == [1, 1]
    assert min(side.size for side in sides) >= 7.5
    printed = [re.fullmatch(r"(>½|–)\s?: [^·.]+\. ?(.*)", " ".join(side.notes)) for side in sides]
    assert [side and side[1] for side in printed] == [">½", "–"]
    assert " ".join(side[2] for side in printed if side).strip() == " ".join(card.notes)


def test_no_card_has_an_example_that_needs_an_explanation() -> None:
    assert not any("→" in note for note in points_lines(SchemeAsPlayed(scheme.find("boerenbridge"), 13)).notes)


# --- any scheme -----------------------------------------------------------------------------------------


def _on_card(table: PointsTable, bid: int, taken: int, cards: int) -> int:
    """Return what a player reads on a card: made by the bid, missed by what its column says."""
    rows = [(head, *cells) for head, cells in table.rows]
    if table.heads[0] == "0":
        return whole(rows[bid][1 + taken])
    if bid == taken:
        return worth(next(row[1] for row in rows if row[0] == str(bid)), cards)
    if len(table.heads) == 2:
        return worth(next(row[2] for row in rows if row[0] == str(bid)), cards)
    key = str({"off by": abs(bid - taken), "tricks": taken}[table.heads[1].removeprefix("bid, or ")])
    lost = {row[2]: row[3] for row in rows}
    return worth(lost.get(f"bid {bid}", lost.get(key, "")), cards)


@pytest.mark.parametrize("key", sampled(sorted(set(scheme.built_in()) - {"murder"})))
def test_every_hand_is_worth_what_the_card_says(key: str) -> None:
    points = SchemeAsPlayed(scheme.find(key), 8)
    (table,) = points_lines(points).tables
    for cards in [points.top] if table.heads[0] == "0" else range(1, points.top + 1):
        for bid, taken in product(range(cards + 1), repeat=2):
            assert _on_card(table, bid, taken, cards) == points(bid, taken, cards), (bid, taken, cards)


FITTING = [
    *product(["murder", "norwegian", "squares", "ninety_nine", "estimation_bola", "skull_king"], FORMATS[:2]),
    ("pike", "pocket"),
]


@pytest.mark.parametrize(("key", "form"), sampled(FITTING))
def test_every_scheme_fits_its_paper(key: str, form: str) -> None:
    for page in read(points_card(SchemeAsPlayed(scheme.find(key), 13), form, PaperOptions("Letter"))):
        wide, high = page.size
        assert all(char["x0"] > 5 * mm and char["x1"] < wide - 5 * mm for char in page.chars)
        assert all(char["top"] > 5 * mm and char["bottom"] < high - 5 * mm for char in page.chars)
        assert min(char["size"] for char in page.chars) >= 7.49
        assert_no_overlaps(page.words)


# Games whose largest hands were cut off: rulebook, players, form.
FAR = [("boerenbridge", 4, "pocket"), ("wizard", 3, "page"), ("german_bridge", 3, "pocket"), ("murder", 3, "half")]


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
    card = points_lines(SchemeAsPlayed(scheme.find("ninety_nine"), 9, 3))
    assert card.tables[0].title == "Made by you alone"
    assert "A made bid adds 10 if all three made theirs, 20 if two did, and 30 if only you did." in card.notes
    data = {"name": "Own", "points": [{"when": "made and makers == 1", "give": "5"}, {"give": "bid"}]}
    own = points_lines(SchemeAsPlayed(scheme.Scheme.from_dict(data)))
    assert own.about.startswith("The tables show bid and tricks only")
    for name in ("hand", "hands", "pack", "last"):
        data = {"name": "Own", "points": [{"give": f"bid * {name}"}]}
        own = points_lines(SchemeAsPlayed(scheme.Scheme.from_dict(data)))
        assert own.about.startswith("The tables show bid and tricks only"), name
    plain = points_lines(SchemeAsPlayed(scheme.find("pike")))
    assert plain.tables[0].heads == ["made", "off by", "missed"]
    assert not plain.notes


def _cards(page: Page) -> list[tuple[float, float]]:
    """Return the left and right cuts of a card and its upper and lower cuts, from the marks at the edges."""
    marks = [line for line in page.rules if line["x1"] - line["x0"] + line["bottom"] - line["top"] < 15]
    upright = sorted({round(mark["x0"], 1) for mark in marks if mark["x1"] - mark["x0"] < 0.1 and mark["top"] < 80})
    across = sorted({round(mark["top"], 1) for mark in marks if mark["x0"] < 40 and mark["x1"] - mark["x0"] > 1})
    return [(upright[0], upright[1]), (across[0], across[1])]


@pytest.mark.parametrize("key", sampled(scheme.built_in(), 3))
def test_pocket_cards_are_alike_within_their_cuts_and_have_one_side_or_two(key: str) -> None:
    pages = read(points_card(SchemeAsPlayed(scheme.find(key), 13), "pocket"))
    assert len(pages) <= 2
    title = points_lines(SchemeAsPlayed(scheme.find(key))).title.split()[0]
    for page in pages:
        (left, right), (upper, lower) = _cards(page)
        assert (right - left, lower - upper) == pytest.approx((63 * mm, 88 * mm), abs=0.2)
        assert min(char["size"] for char in page.chars) >= 7.49
        assert page.text.split().count(title) >= 9
        for word in page.words:
            place = (word["x0"] - left) % (right - left), (word["x1"] - left) % (right - left)
            assert 3 < place[0] < place[1] < right - left - 3, word["text"]


def test_made_and_missed_are_on_the_same_side_and_fill_it() -> None:
    pages = read(points_card(SchemeAsPlayed(scheme.find("wizard"), 20, 3), "pocket"))
    for page, last in zip(pages, ("10", "20"), strict=True):
        (left, right), (_upper, lower) = _cards(page)
        words = [word for word in page.words if word["x1"] < right and word["top"] < lower]
        assert {"made", "missed", last} <= {word["text"] for word in words}
        assert max(word["bottom"] for word in words) > lower - 5 * mm
        table = next(box for box in page.boxes if box["x0"] < right and box["top"] < lower)
        assert table["width"] == pytest.approx(right - left - 5 * mm, abs=1)
        assert min(char["size"] for char in page.chars) >= 9


def test_a_hand_of_one_card_has_one_card() -> None:
    item, more = (full_table(SchemeAsPlayed(scheme.find("pike"), 7), cards).title for cards in (1, 2))
    assert (item, more) == ("Hands of 1 card: tricks taken", "Hands of 2 cards: tricks taken")


def test_half_pages_hold_the_same_twice() -> None:
    (page,) = read(points_card(SchemeAsPlayed(scheme.find("pike")), "half"))
    wide, high = page.size
    assert wide > high
    assert page.text.count("Mr Pike's Oh Hell!") == 2
