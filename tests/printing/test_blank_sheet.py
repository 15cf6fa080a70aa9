"""Blank sheets, read back from the PDF: printed content, and space for a pen."""

import io
import re
from collections.abc import Sequence
from random import Random
from typing import Any

import pdfplumber
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from pdfminer.pdftypes import resolve1
from printing.blank_pages import (
    CARDS,
    a_blank,
    assert_in_margins,
    beside,
    columns,
    dealers,
    edges,
    first_bidders,
    head_line,
    pages_of,
    rows,
)
from reading_pdf import Page, read
from soak import SOAK, often, sampled

from printables.blank.blank_layout import BlankOptions
from printables.blank.blank_plan import NORMAL
from printables.blank.blank_sheet import BAR, TURN, blank_sheet
from printables.page.page import RULE, PaperOptions, width
from scorepad.errors import RuleError
from scorepad.game.report.blank_fields import prints_one
from scorepad.game.report.blank_sheet import blank
from scorepad.rules import rulebook, scheme
from scorepad.words import use_language

# --- printed content ------------------------------------------------------------------------------------


def test_cards_of_every_hand_stand_there_for_the_players_who_sit_down() -> None:
    (page,) = pages_of("pike", players=6)
    assert columns(page)["Cards"] == ["8", "7", "6", "5", "4", "3", "2", "1", "2", "3", "4", "5", "6", "7", "8"]
    assert columns(page)["Hand"] == [str(at) for at in range(1, 16)]


def test_who_deals_goes_round_by_a_dot_from_the_first_dealer_who_may_be_open() -> None:
    names = ["Ann", "Bob", "Cat"]
    (page,) = pages_of("pike", ladder="5-1", names=names)
    assert dealers(page) == [0, 1, 2, 0, 1, 2, 0], "with those of two hands for a tie"
    assert "▒ deals" in page.text
    assert "bids first" not in page.text, "all bid together"
    (page,) = pages_of("pike", ladder="5-1", names=names, first_dealer="Bob")
    assert dealers(page)[:5] == [1, 2, 0, 1, 2]
    (page,) = pages_of("pike", ladder="5-1", names=names, first_dealer="open")
    assert dealers(page)[:5] == [None] * 5
    assert "Mark the dealer with a dot." in page.text
    (page,) = pages_of("pagat", ladder="5-1", names=names)
    assert first_bidders(page)[:5] == [1, 2, 0, 1, 2], "a sign of their own where that is not the dealer"


def test_without_names_there_is_room_for_them_and_whoever_deals_first_takes_the_first_column() -> None:
    (page,) = pages_of("pike", players=5)
    assert dealers(page)[:6] == [0, 1, 2, 3, 4, 0]
    assert page.text.count("deals first") == 1
    assert "Most cards with 6 players: 8, with 7: 7." in page.text
    assert "…" not in page.text
    (page,) = pages_of("pike", ladder="5-1", players=4, names=["Ann", "Bob"])
    assert dealers(page)[:5] == [0, 1, 2, 3, 0], "some names may be known and others written"
    assert page.text.count("bid ") >= 4


def test_each_player_has_a_bid_a_box_and_a_running_total_and_two_more_can_join() -> None:
    (page,) = pages_of("pagat", players=3)
    heads = [word["text"] for word in page.words if abs(word["top"] - head_line(page)) < 1]
    assert heads.count("bid") == heads.count("tricks") == heads.count("total") == 5
    assert page.text.count("joins later") == 2
    assert "total: the running total" in page.text


def test_no_column_waits_for_somebody_whom_a_full_table_has_no_room_for() -> None:
    for key, players, more in (("ninety_nine", 3, 0), ("pike", 7, 0), ("pike", 6, 1)):
        (page,) = pages_of(key, players=players, ladder="3-1" if key == "pike" else "")
        ends_at = "The end: The game is over after the hand in which a player reaches 100." in page.text
        assert (page.text.count("joins later"), ends_at) == (more, key == "ninety_nine"), (key, players)


def test_special_hands_are_told_together_and_one_in_which_nobody_bids_has_no_sum_of_bids() -> None:
    """Nominations' misère is its ninth hand: all count as having bid zero."""
    (page,) = pages_of("nominations", players=4)
    sevens = [hand for hand in a_blank("nominations", players=4).hands if hand.cards == 7]
    assert page.text.count("≠ 7") == len(sevens) - 1
    assert "* Hand 12: Twos are wild." in page.text
    assert "* Hands 13, 14, 15: A special deal" in page.text


def test_a_half_sheet_numbers_its_hands_only_where_a_remark_names_them() -> None:
    (whist,) = read(blank_sheet(a_blank("romanian_whist", players=4), PaperOptions(two_up=True)))
    assert "* Hands 11, 12, 13, 14: All cards are dealt" in whist.text
    assert whist.text.count("11*") == 2
    (pike,) = read(blank_sheet(a_blank("pike", players=4), PaperOptions(two_up=True)))
    assert "Hand" not in pike.text


def test_the_hook_is_on_the_front_where_it_binds() -> None:
    (page,) = pages_of("pagat", ladder="3-1", players=4)
    assert [sign for sign in ("≠ 3", "≠ 2", "≠ 1") if sign in page.text] == ["≠ 3", "≠ 2", "≠ 1"]
    assert "≠ There is a hook: the last bidder may not make the bids add up to the cards of the hand." in page.text
    (free,) = pages_of("pike", ladder="3-1", players=4)
    assert "/ 3" in free.text
    assert "≠" not in free.text


def test_the_houses_own_points_stand_beside_the_table() -> None:
    (page,) = pages_of("pike", players=5, paper=PaperOptions(landscape=True))
    assert " ".join(beside(page)).startswith("Made bid points 0 10 1 11")
    assert "Missed off by points 1 −11 2 −12" in " ".join(beside(page))
    (rates,) = pages_of("murder", players=5)
    assert "Declarer 10 + 2 −1" in " ".join(beside(rates))


def test_there_is_room_for_everything_that_a_sheet_holds() -> None:
    (page,) = pages_of("pike")
    for label in ("Date", "Location", "Scorer", "Stake", "Comments", "total"):
        assert label in page.text


def test_murder_has_columns_for_contract_declarer_and_double_and_signs_for_who_deals_and_bids_first() -> None:
    (page,) = pages_of("murder", names=["Ann", "Bob", "Cat", "Di"], scorer="Cat")
    heads = [word["text"] for word in page.words if abs(word["top"] - head_line(page)) < 1]
    for title in ("Declarer", "Contract", "Double"):
        assert title in heads
    assert dealers(page)[:5] == [0, 1, 3, 0, 1]  # the scorer is left out (MU-26)
    assert first_bidders(page)[:5] == [0, 1, 2, 3, 0]
    assert columns(page)["Cards"][:4] == ["3", "4", "5", "6"]
    (page,) = pages_of("murder", names=["Ann", "Bob", "Cat", "Di"])
    assert set(dealers(page)) == {None}, "nobody knows the dealers before the scorer is named"
    assert first_bidders(page)[:2] == [0, 1]


def test_murder_for_three_to_seven_marks_who_bids_first_with_each_number_of_players() -> None:
    (page,) = pages_of("murder", players=7, fewest=3)
    marked = [first_by_players(page, line) for line in rows(page)[:5]]
    assert marked == [{"": 0}, {"": 1}, {"": 2}, {"3": 0, "4–7": 3}, {"4": 0, "3": 1, "5–7": 4}]
    assert "▌ bids first; the number after it is the number of players" in page.text


def first_by_players(page: Page, line: tuple[float, float]) -> dict[str, int]:
    """Return the columns, from 0, marked as bidding first in a line, by the numbers of players after the sign."""
    inside = [word for word in page.words if line[0] < (word["top"] + word["bottom"]) / 2 < line[1]]
    inks = [box for box in page.shades if line[0] < (box["top"] + box["bottom"]) / 2 < line[1]]
    result = {}
    for bar in (box for box in inks if abs(box["width"] - BAR) < 0.1):
        after = [word["text"] for word in inside if 0 < word["x0"] - bar["x1"] < 4]
        result[after[0] if after else ""] = sum(edge < bar["x1"] for edge in edges(page)) - 1
    return result


@pytest.mark.parametrize("table", [{"players": 4}, {"players": 7, "fewest": 3}])
def test_murders_front_says_what_the_last_hands_are_and_how_a_sleeping_bid_is_written(table: dict[str, Any]) -> None:
    (page,) = pages_of("murder", **table)
    assert "The last hand is the largest possible, and the one before it has one card fewer." in page.text
    assert "(2) the doubler’s own bid: does not count, may stay empty" in page.text
    (plain,) = pages_of("pike", **table)
    assert "does not count now" not in plain.text


@pytest.mark.parametrize("key", ["blackout", "bust"])
def test_blackout_has_the_one_printed_before_every_bid(key: str) -> None:
    (page,) = pages_of(key, players=4)
    hands = len(a_blank(key, players=4).hands)
    ones = [char for char in page.chars if char["text"] == "1" and 10.5 < char["size"] < 11.5]
    assert len(ones) == (len(edges(page)) - 2) * hands
    assert "Black out both" in page.text


def test_no_scheme_has_the_one_but_those_that_count_ten_and_the_bid_or_nothing() -> None:
    with_it = {key for key, rules in scheme.built_in().items() if prints_one(a_blank("pike", key))}
    assert with_it == {"blackout", "kachuful"}


def test_trumps_that_the_rules_settle_are_printed() -> None:
    (page,) = pages_of("kachuful", players=4)
    assert columns(page)["Trump"][:4] == ["♠", "♦", "♣", "♥"]


def test_what_is_special_about_a_hand_stands_at_the_foot() -> None:
    (page,) = pages_of("clag", players=4)
    assert "Guess trumps: the trump card is shown only after all have bid." in page.text


@pytest.mark.parametrize("key", ["pike", "murder"])
def test_the_heads_of_the_first_columns_are_not_pressed(key: str) -> None:
    (page,) = pages_of(key, players=4)
    heads = [word for word in page.words if abs(word["top"] - head_line(page)) < 1 and word["x1"] < edges(page)[0]]
    assert len(heads) > 2
    assert all(word["x1"] - word["x0"] == pytest.approx(width(word["text"], NORMAL.small), abs=0.3) for word in heads)


@pytest.mark.parametrize(
    ("language", "heads"),
    [
        ("en", ["Hand", "Cards", "Contract", "Declarer", "Double"]),
        ("de", ["Runde", "Karten", "Kontrakt", "Alleinspieler", "Kontra"]),
    ],
)
def test_a_head_that_is_too_wide_for_its_column_is_turned_upwards_and_not_cut(language: str, heads: list[str]) -> None:
    with use_language(language):
        (page,) = pages_of("murder", players=6)
    printed = [word["text"] if word["upright"] else word["text"][::-1] for word in page.words]
    assert all(head in printed for head in heads)
    assert not any("…" in word for word in printed)


@pytest.mark.parametrize(("language", "players", "label"), [("fr", 6, "avant dern."), ("nl", 7, "laatste")])
def test_a_label_in_a_narrow_column_is_broken_between_words_alone(language: str, players: int, label: str) -> None:
    with use_language(language):
        page, *_others = pages_of("murder", players=players, paper=PaperOptions("A5"))
    assert all(word in [printed["text"] for printed in page.words] for word in label.split())


def test_a_head_in_its_short_form_is_explained_so_and_the_hook_has_its_sign_only_where_the_column_has_it() -> None:
    with use_language("de"):
        (page,) = pages_of("ninety_nine", players=3, paper=PaperOptions("A5"))
    assert ["Zeichen:" in page.text, "Z.: was" in page.text, "Gesamt: der" in page.text] == [False, True, True]
    (half,) = pages_of("pagat", players=5, paper=PaperOptions("A5"))
    assert ["There is a hook" in half.text, "≠" in half.text] == [True, False]


def test_who_wins_by_golf_is_said_once() -> None:
    (page,) = pages_of("oh_hell_500", "golf", players=4)
    assert page.text.casefold().count("lowest total wins") == 1


def test_points_that_go_by_the_cards_for_zero_alone_are_told_so_and_by_every_bid_left_to_the_back() -> None:
    (page,) = pages_of("ohell", players=5)
    assert "points 10 + cards 11 14" in page.text
    (page,) = pages_of("seven_truf")
    assert "points 5 × cards 10 20" in page.text
    (page,) = pages_of("pike", "norwegian", players=5)
    assert "Made bid points" not in page.text


def test_points_lie_under_the_table_where_they_would_take_room_from_the_totals() -> None:
    (page,) = pages_of("pagat", players=3)
    assert not beside(page)
    assert "Made: bid 0 1 2 3 4 5 6 7 8 9 10 Missed: tricks 0 1" in page.text
    (murder,) = pages_of("murder", players=7, paper=PaperOptions(landscape=False))
    assert not beside(murder)
    assert "Declarer 10 + 2 −1" in murder.text


# --- any game, any table --------------------------------------------------------------------------------


@pytest.mark.parametrize("key", sampled(rulebook.built_in_keys()))
def test_every_rulebook_has_a_sheet_for_every_number_of_players(key: str) -> None:
    result = rulebook.find(key)
    for players in {result.min_players, result.max_players}:
        made = a_blank(key, players=players)
        pages = read(blank_sheet(made))
        assert_in_margins(pages)
        printed = [hand for page in pages for hand in columns(page)["Cards"]]
        expected = [str(hand.cards) for hand in made.hands]
        assert printed == (expected[: len(printed)] if result.ladder.endless else expected)
        assert len(printed) >= min(12, len(expected))


names = st.lists(
    st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc", "Zl", "Zp")), min_size=1, max_size=40),
    min_size=2, max_size=10, unique_by=lambda name: " ".join(name.split()).casefold(),
)  # fmt: skip


@settings(max_examples=often(12, 100), deadline=None)
@given(names, st.sampled_from(["5x60", "1-9", "1-5-1"]), st.booleans(), st.booleans())
def test_whatever_the_names_nothing_leaves_its_box(names: list[str], ladder: str, two_up: bool, letter: bool) -> None:
    house = rulebook.find("pike").with_house({"players": "2-10", "pack": 104, "top": 9, "ladder": ladder})
    try:
        made = blank(house, scheme.find("pike"), names=names)
    except RuleError:  # an invisible name, or one like another
        reject()
    paper = PaperOptions("Letter" if letter else "A4", two_up=two_up and len(names) < 6)
    for page in read(blank_sheet(made, paper)):
        wide, high = page.size
        assert all(
            char["x0"] > 0 and char["x1"] < wide and char["top"] > 0 and char["bottom"] < high for char in page.chars
        )


def test_long_names_are_cut_over_their_columns_and_written_out_below() -> None:
    names = [f"Maximiliana Theresia {letter}{letter}l" for letter in "ABCDEFG"]
    (page,) = pages_of("pike", names=names)
    text = page.text.partition("Names: ")[2]
    assert all(name in text for name in names)


@pytest.mark.parametrize(
    "paper",
    [PaperOptions(), PaperOptions("Letter"), PaperOptions(landscape=True), PaperOptions("Letter", landscape=True)],
)
def test_sixty_hands_go_on_over_the_pages_with_room_to_carry_over(paper: PaperOptions) -> None:
    pages = pages_of("pike", ladder="5x60", players=3, paper=paper)
    assert [hand for page in pages for hand in columns(page)["Hand"]] == [str(at) for at in range(1, 61)]
    assert all(f"Sheet {at} of {len(pages)}" in page.text for at, page in enumerate(pages, 1))
    assert ["carried forward" in page.text for page in pages] == [at > 0 for at in range(len(pages))]
    numbers = columns(pages[1])["Hand"]
    assert f"Sheet 2 of {len(pages)}: hands {numbers[0]} to {numbers[-1]}" in pages[1].text


# --- evenings of any length, tables of any size ---------------------------------------------------------


def test_murder_is_as_long_as_the_evening_is_to_be() -> None:
    pages = pages_of("murder", players=5, hands=40)
    assert [hand for page in pages for hand in columns(page)["Hand"]] == [str(at) for at in range(1, 41)]
    assert "Sheet 2 of 2: hands 22 to 40" in pages[1].text
    assert "carried forward" in pages[1].text
    only, points = pages_of("murder", players=5, paper=PaperOptions("A5"))
    assert ["Sheet 1 of 2: hands" in only.text, "Sheet 1 of 2" in only.text] == [False, True], "other lines follow"
    assert "Sheet 2 of 2" in points.text
    (short,) = pages_of("murder", players=5, hands=12)
    assert columns(short)["Hand"] == [str(at) for at in range(1, 13)]


def test_one_sheet_serves_several_numbers_of_players_and_says_which_hands_fewer_play() -> None:
    (page,) = pages_of("pike", players=6, fewest=4)
    assert "4 to 6 players" in page.text
    assert len(edges(page)) - 2 == 6
    assert columns(page)["Players"] == ["4–5"] * 4
    assert columns(page)["Cards"] == [str(cards) for cards in [*range(10, 0, -1), *range(2, 11)]]
    assert "joins later" not in page.text
    assert "Mark the dealer with a dot." in page.text
    assert set(dealers(page)) == {None}
    turns = {round(rule["top"], 1) for rule in page.rules if rule["linewidth"] == TURN and rule["x1"] > edges(page)[-2]}
    assert [row for row, (_upper, lower) in enumerate(rows(page)) if lower in turns] == [1, 9, 16, 18, 20]


@pytest.mark.parametrize("key", sampled(rulebook.built_in_keys()))
def test_every_number_of_players_finds_its_own_hands_in_order_on_the_sheet_for_all(key: str) -> None:
    result = rulebook.find(key)
    every = range(result.min_players, result.max_players + 1)
    together = a_blank(key, "squares", players=every[-1], fewest=every[0])
    for count in every:
        theirs = [hand for hand in together.hands if count in together.played_by.get(hand.number, every)]
        cards = together.cards.get(count) or [hand.cards for hand in theirs]
        alone = a_blank(key, "squares", players=count).hands
        played = [(of, hand.hook, hand.note) for of, hand in zip(cards, theirs, strict=True)]
        assert played == [(hand.cards, hand.hook, hand.note) for hand in alone]
        assert all(their.trump in (None, other.trump) for their, other in zip(theirs, alone, strict=True))


SEVERAL = [
    (key, fewest, most, paper)
    for key, result in rulebook.built_in().items()
    for fewest in range(result.min_players, result.max_players)
    for most in range(fewest + 1, result.max_players + 1)
    for paper in ("A4", "A5", "Letter", "Half Letter")
]
FOUND_WRONG = [("boerenbridge", 3, 6, "A4"), ("atkinson_blackout", 5, 6, "A5"), ("murder", 3, 7, "A4")]


def cards_printed_for(count: int, pages: Sequence[Page]) -> list[str]:
    """Return the cards of each hand, as a table with this number of players reads them from its sheet."""
    result = list[str]()
    for page in pages:
        numbers = [
            word for word in page.words if includes(word["text"], count) and -14 < word["top"] - head_line(page) < -8
        ]
        if numbers:  # a column for each number of players
            (middle,) = [(word["x0"] + word["x1"]) / 2 for word in numbers]
        else:
            middle = next((word["x0"] + word["x1"]) / 2 for word in page.words if word["text"] in CARDS)
        for upper, lower in rows(page):
            row = [word for word in page.words if upper < (word["top"] + word["bottom"]) / 2 < lower]
            cards = [word["text"] for word in row if word["x0"] < middle < word["x1"]]
            message = " ".join(
                word["text"] for word in row if word["x1"] < middle and re.search("Players|sreyalP", page.text)
            )
            if numbers or not message.strip("*") or includes(message.strip("*"), count):
                result += [text for text in cards if text.isdigit()]
    return result


def includes(text: str, count: int) -> bool:
    """Return whether a text like `3–4, 6` includes this number."""
    if not re.fullmatch(r"\d+(–\d+)?(, \d+(–\d+)?)*", text):
        return False
    runs = [part.split("–") for part in text.split(", ")]
    return any(int(run[0]) <= count <= int(run[-1]) for run in runs)


@pytest.mark.parametrize(
    ("key", "fewest", "most", "paper"), SEVERAL if SOAK else [*FOUND_WRONG, *Random(31).sample(SEVERAL, 6)]
)
def test_a_sheet_for_several_numbers_of_players_prints_the_cards_of_each(
    key: str, fewest: int, most: int, paper: str
) -> None:
    pages = read(blank_sheet(a_blank(key, "squares", players=most, fewest=fewest), PaperOptions(paper)))
    assert_in_margins(pages)
    for count in range(fewest, most + 1):
        printed = cards_printed_for(count, pages)
        expected = [str(hand.cards) for hand in a_blank(key, "squares", players=count).hands]
        if rulebook.find(key).ladder.endless:
            assert len(printed) >= 8
            assert printed == expected[: len(printed)], count
        else:
            assert printed == expected, count


# --- options --------------------------------------------------------------------------------------------


def ghosts(*words: str, **table: Any) -> str:
    """Return the pre-printed light digits of the only page as one string."""
    (page,) = read(blank_sheet(a_blank(*words, **table), options=BlankOptions(ghosts=True)))
    assert_in_margins([page])
    return "".join(char["text"] for char in page.chars if char["non_stroking_color"] == pytest.approx(RULE))


def test_what_the_points_of_a_made_bid_begin_with_stands_lightly_before_every_bid() -> None:
    hands, printed = len(a_blank("pagat", players=4).hands), ghosts("pagat", players=4)
    assert set(printed) == {"1"}
    assert len(printed) in (hands * 4, hands * 5, hands * 6), "for the players, and those who may join"


def test_a_number_stands_there_only_where_points_begin_with_it_and_only_where_there_is_room() -> None:
    assert not ghosts("wizard", players=4)  # ten for every trick
    assert not ghosts("murder", players=4)
    assert not ghosts("ninety_nine", players=3)  # it counts the others who made theirs
    assert not ghosts("blackout", players=4)  # printed in full ink
    table = a_blank("ohell", "pike", players=10)
    (crowded,) = read(blank_sheet(table, PaperOptions("Letter"), options=BlankOptions(ghosts=True)))
    assert "Light" not in crowded.text


def test_points_that_are_one_number_for_every_made_bid_stand_there_whole() -> None:
    flat = {"name": "Flat", "points": [{"when": "made", "give": "25"}, {"give": "-off"}]}
    made = blank(rulebook.find("pike"), scheme.Scheme.from_dict(flat), players=4)
    pages = read(blank_sheet(made, options=BlankOptions(ghosts=True)))
    assert "Light 25: circle the points if the bid is made" in pages[0].text


def test_a_grid_to_plot_the_totals_takes_the_place_of_the_comments() -> None:
    pages = read(blank_sheet(a_blank("murder", players=5, hands=60), options=BlankOptions(grid=True)))
    assert_in_margins(pages)
    assert not any("Comments" in page.text for page in pages)
    lowest = max(word["top"] for word in pages[-1].words)
    numbers = [word["text"] for word in pages[-1].words if abs(word["top"] - lowest) < 1]
    assert numbers[:30] == [str(at) for at in range(2, 61, 2)]


def test_everybody_has_a_slip_to_tear_off_on_the_last_sheet() -> None:
    table = a_blank("pike", ladder="5x60", players=5, names=["Ann", "Bob", "Cat"])
    *others, last = read(blank_sheet(table, options=BlankOptions(slips=True)))
    assert_in_margins([*others, last])
    assert others
    assert not any("Money" in page.text for page in others)
    slips = others[0].text.count("joins later") + 5
    assert [last.text.count(word) for word in ("Money", "Name", "Place")] == [slips] * 3
    assert all(last.text.count(name) == 1 for name in ("Ann", "Bob", "Cat"))


# --- paper ----------------------------------------------------------------------------------------------


def test_many_columns_lie_down_unless_they_are_told_to_stand() -> None:
    assert _is_landscape(pages_of("murder", players=7)[0])
    assert not _is_landscape(pages_of("ohell", players=3)[0])
    assert not _is_landscape(pages_of("murder", players=7, paper=PaperOptions(landscape=False))[0])


def _is_landscape(page: Page) -> bool:
    return page.size[0] > page.size[1]


def test_two_sheets_share_a_page_alike() -> None:
    (page,) = read(blank_sheet(a_blank("pike", players=4), PaperOptions(two_up=True)))
    assert _is_landscape(page)
    wide = page.size[0] / 2
    left, right = ([word for word in page.words if (word["x0"] < wide) is first] for first in (True, False))
    assert [word["text"] for word in left] == [word["text"] for word in right]
    assert [word["x0"] + wide for word in left] == pytest.approx([word["x0"] for word in right], abs=0.1)
    assert len(left) > 20


def test_the_rules_are_on_the_back_within_about_the_same_margins() -> None:
    front, back = pages_of("murder", players=5, rules=True)
    assert front.size == back.size
    assert "Declarer redoubled, over half" in back.text
    for page in (front, back):
        assert min(char["x0"] for char in page.chars) == pytest.approx(36, abs=3)


@pytest.mark.parametrize(("players", "edge"), [(6, "DuplexFlipShortEdge"), (3, "DuplexFlipLongEdge")])
def test_the_printer_is_told_to_turn_a_lying_sheet_by_its_short_edge(players: int, edge: str) -> None:
    for rules in (True, False):
        with pdfplumber.open(io.BytesIO(blank_sheet(a_blank("wizard", players=players), rules=rules))) as document:
            notes = resolve1(document.doc.catalog.get("ViewerPreferences"))
        assert getattr(notes.get("Duplex"), "name", None) == (edge if rules else None)


def test_one_ink_has_no_colour() -> None:
    (page,) = pages_of("kachuful", players=4, paper=PaperOptions(one_ink=True))
    assert all(len({*char["non_stroking_color"]}) == 1 for char in page.chars)
    (coloured,) = pages_of("kachuful", players=4)
    assert any(len({*char["non_stroking_color"]}) > 1 for char in coloured.chars if char["text"] == "♥")


def test_the_same_sheet_gives_the_same_bytes() -> None:
    assert blank_sheet(a_blank("murder"), rules=True) == blank_sheet(a_blank("murder"), rules=True)


def test_further_pages_repeat_only_the_notes_for_their_hands_and_at_most_a_third_of_a_page() -> None:
    first, second = (page.text for page in pages_of("clag", players=6, paper=PaperOptions("A5")))
    assert "Hand 9: Misère" in first
    assert "Hands 13, 14, 15:" not in first
    assert "Hand 9: Misère" not in second
    assert "Hands 13, 14, 15:" in second
    *tables, notes = (page.text for page in pages_of("murder", players=7, paper=PaperOptions("Half Letter")))
    assert not [page for page in tables if "Misplay:" in page]
    assert "Misplay:" in notes
