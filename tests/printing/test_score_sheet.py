"""The printed score sheet, read back from the PDF: its layout, and no content outside its box."""

import io
import re
import unicodedata
from itertools import pairwise
from typing import Any

import pdfplumber
import pypdfium2
import pytest
from builders import THREE, hand, play
from printing.printed_games import PLAYERS, WIDE_HOUSE, a_game, murder, text_of, with_record
from reading_pdf import assert_all_in_its_box, read
from soak import only_in_soak

from printables.filled.score_sheet import score_sheet
from printables.page.page import PAPERS, SIDE, PaperOptions
from scorepad.formats import format_points
from scorepad.game.report.sheet_files import sheet_json
from scorepad.game.state.events import Described
from scorepad.game.state.game import Game

BEHIND = "Points behind the leader, hand by hand"
FOUR_CARDS = {"ladder": "4x26", "ties": "shared"}


def test_every_cell_of_a_recorded_game_stands_where_it_belongs() -> None:
    game = a_game(hands=9, date="20 Nov 2026", location="The Old Mill", scorer="Cat")
    (page,) = read(score_sheet(game))
    heads, *rows = page.rows()
    assert heads == [["Hand", "Cards", "Trump"], ["Ann"], ["Bob"], ["Cat"], ["Di"]]
    recorded = sheet_json(game)["rows"]
    for printed, row in zip(rows[:9], recorded, strict=True):
        sign = {"H": "♥", "S": "♠", "D": "♦", "C": "♣"}[row["trump"]]
        assert printed[0] == [str(row["hand"]), str(row["cards"]), sign]
        for cell, name in zip(printed[1:], PLAYERS, strict=True):
            bid, taken, points = (row[key][name] for key in ("bids", "taken", "points"))
            assert cell == [
                *(["●"] if name == row["dealer"] else []),
                *([str(bid), "✓"] if bid == taken else [str(bid), "✗", str(taken)]),
                ("+" if points > 0 else "") + format_points(points),
                format_points(row["totals"][name]),
            ]


def test_the_head_names_rulebook_scheme_date_place_and_scorer_and_only_a_long_place_is_shortened() -> None:
    text = text_of(a_game(scheme="squares", date="20 Nov 2026", location="The Old Mill", scorer="Cat"))
    assert text.startswith("Mr Pike's Oh Hell! Scoring: Squares 20 Nov 2026 · The Old Mill · Scorer: Cat")
    text = text_of(a_game(date="20 Nov 2026", location="The Old Mill " * 30, scorer="Cat"))
    assert re.search(r"(The Old Mill )+[A-Za-z ]*…", text)
    assert "Scorer: Cat" in text


def test_over_a_finished_game_who_has_won_stands_largest() -> None:
    (page,) = read(score_sheet(a_game(hands=5, house={"ladder": "5-1"})))
    largest = max(char["size"] for char in page.chars)
    assert "".join(char["text"] for char in page.chars if char["size"] == largest) == "Catwinswith53"
    assert "Mr Pike's Oh Hell!" in page.text


def test_a_bid_that_was_made_is_bold_and_one_that_was_missed_is_not() -> None:
    (page,) = read(score_sheet(a_game(hands=2)))
    for sign, bold in (("✓", True), ("✗", False)):
        upper = [pair for pair in pairwise(page.chars) if pair[1]["top"] < page.across[2]]
        before = [char for char, other in upper if other["text"] == sign]
        assert len(before) == (6 if bold else 2)
        assert all(item["fontname"].endswith("Bold") == bold for item in before)


def test_bids_points_and_totals_can_be_read_across_the_table() -> None:
    seven = tuple("ABCDEFG")
    for pdf in (score_sheet(murder()), score_sheet(a_game(seven, 26, house=FOUR_CARDS, stake=5))):
        for page in read(pdf):
            digits = {round(char["size"], 2) for char in page.chars if char["text"].isdigit()}
            assert min(digits) >= 8.5, "points, labels and what was taken"
            assert max(char["size"] for char in page.chars if char["text"] in "✓✗") < 12
            bold = [char for char in page.chars if char["fontname"].endswith("Bold") and char["text"].isdigit()]
            assert max(char["size"] for char in bold) >= 16, "the final totals"
            inks = {tuple(char["non_stroking_color"]) for char in page.chars if char["text"].isdigit()}
            assert len(inks) == 1, "all in black"


def test_each_player_has_the_sign_of_their_line_in_the_chart_over_their_column_too() -> None:
    with pdfplumber.open(io.BytesIO(score_sheet(a_game(hands=6, house={"ladder": "6-1"})))) as document:
        (page,) = document.pages
        result = [rect for rect in [*page.curves, *page.rects] if rect["fill"]]
        names = {word["text"]: word["top"] for word in page.extract_words() if word["x0"] > page.width - 125}
    head = sorted((item for item in result if item["top"] < 120), key=lambda item: float(item["x0"]))
    beside = [item for item in result if item["x0"] > page.width - 120]
    signs = [(item["non_stroking_color"], len(item["pts"])) for item in head]
    assert len(set(signs)) == 4
    for name, sign in zip(PLAYERS, signs, strict=True):
        (mine,) = (item for item in beside if names[name] < (item["top"] + item["bottom"]) / 2 < names[name] + 9)
        assert (mine["non_stroking_color"], len(mine["pts"])) == sign


def test_totals_and_places_close_the_table_and_the_winner_has_a_star() -> None:
    game = a_game(hands=1, house={"ladder": "2x1"})
    rows = read(score_sheet(game))[0].rows()
    answer = sheet_json(game)
    totals, places = rows[-2], rows[-1]
    assert totals[0] == ["Total"]
    assert totals[1:] == [[format_points(answer["totals"][name])] for name in PLAYERS]
    place = {standing["player"]: standing["place"] for standing in answer["standings"]}
    assert places[1:] == [["★", "1"] if place[name] == 1 else [str(place[name])] for name in PLAYERS]


def test_a_contract_says_who_plays_what_and_who_doubled_and_a_void_hand_has_the_penalties() -> None:
    rows = read(score_sheet(murder()))[0].rows()
    assert rows[0][0] == ["Hand", "Cards", "Contract"]
    assert rows[1][0][-2:] == ["1♥", "Ann"]
    assert rows[2][0] == ["2", "4", "Misdeal,", "dealt", "again", "with", "4", "cards"]
    assert rows[2][1:] == [[], ["●", "−10", "−2"], ["−5", "−6"], []]
    assert rows[3][0] == ["2", "4", "3♠", "Bob", "×", "Ann", "××"]  # the contract takes two lines


def test_a_late_entry_shows_its_sum_an_adjustment_its_reason_and_a_comment_its_hand() -> None:
    page = read(score_sheet(murder(
        {"join": {"player": "Eve", "before": "Cat"}},
        {"adjust": {"player": "Bob", "points": -5, "why": "spilled the wine"}},
        {"comment": {"text": "Bob miscounted.", "hand": 2}}, {"comment": {"text": "A fine evening."}},
    )))[0]  # fmt: skip
    rows = page.rows()
    assert [column[0] for column in rows[0][1:]] == ["Ann", "Bob", "Eve", "Cat", "Di"]
    assert " ".join(rows[4][0]) == "Eve joins: lowest −14, median 7 → −3½, rounded to −4"
    assert rows[4][1:] == [[], [], ["−4", "−4"], [], []]
    assert " ".join(rows[5][0]) == "Bob: spilled the wine"
    assert rows[5][1:] == [[], ["−5", "−19"], [], [], []]
    assert page.text.index("Hand 2: Bob miscounted.") < page.text.index("A fine evening.")


def test_forfeits_stand_at_the_foot() -> None:
    game = with_record(
        ("Ann", "Bob", "Cat"),
        [{"hand": {"cards": 10, "trump": "H", "bids": {"Ann": 6, "Bob": 1, "Cat": 2},
                   "taken": {"Ann": 5, "Bob": 3, "Cat": 2}}}],
    )  # fmt: skip
    assert "Lost their pants: Ann (hand 1)" in text_of(game)


def test_a_corrected_hand_is_marked() -> None:
    mended = {"correct": {"hand": 1, "taken": {"Ann": 0, "Bob": 1, "Cat": 1, "Di": 1}}}
    page = read(score_sheet(murder(mended)))[0]
    assert page.rows()[1][0][0] == "1*"
    assert "* corrected afterwards" in page.text


def test_a_row_with_a_problem_is_marked_and_says_what_is_wrong() -> None:
    taken = [dict.fromkeys(PLAYERS, 0) | {name: 1} for name in ("Bob", "Ann")]
    hand = {"cards": 1, "trump": "H", "bids": taken[1], "taken": taken[0]}
    record = [{"hand": hand}, {"hand": hand}, {"correct": {"hand": 1, "taken": taken[1]}}]
    game = with_record(PLAYERS, record, house={"ends": {"reaching": 11}, "ladder": "1x4"})
    (problem,) = sheet_json(game)["rows"][1]["problems"]
    page = read(score_sheet(game))[0]
    assert page.rows()[2][0][0] == "2!"
    assert f"has to be corrected: {problem}" in page.text


def test_money_is_settled_where_a_stake_was_agreed() -> None:
    game = murder(stake=10)
    last = read(score_sheet(game))[0].rows()[-1]
    assert last[0] == ["Settlement", "at", "10", "per", "point"]
    paid = sheet_json(game)["settlement"]
    assert last[1:] == [[("+" if paid[name] > 0 else "") + format_points(paid[name])] for name in PLAYERS]


def test_a_pot_is_settled_with_the_stake_when_the_game_is_over() -> None:
    hands = [{"hand": {"cards": 1, "trump": "H", "bids": dict(zip(PLAYERS, [1, 0, 0, 1], strict=True)),
                       "taken": dict(zip(PLAYERS, [1, 0, 0, 0], strict=True))}}]  # fmt: skip
    house = {"pot": {"last": 101, "miss": 20}, "ladder": "1 2"}
    running = with_record(PLAYERS, hands, house=house, stake=10)
    over = with_record(PLAYERS, [*hands, {"end": {}}], house=house, stake=10)
    assert "Settlement at 10 per point," not in read(score_sheet(running))[0].text
    last = read(score_sheet(over))[0].rows()[-1]
    assert f"The pot is 121 cents, paid by: {PLAYERS[3]} 121." in read(score_sheet(over))[0].text
    assert " ".join(last[0]) == "Settlement at 10 per point, with the pot"
    sheet, without = sheet_json(over), sheet_json(running)["settlement"]
    assert sheet["pot"][PLAYERS[0]] == {"paid": 0, "received": 121}
    assert sheet["pot"][PLAYERS[3]] == {"paid": 121, "received": 0}
    assert sheet["settlement"] == {
        name: without[name] + more for name, more in zip(PLAYERS, (121, 0, 0, -121), strict=True)
    }


def test_hands_to_come_are_ruled_with_their_cards_and_dealer() -> None:
    game = a_game(hands=2, house={"ladder": "5-1"})
    rows = read(score_sheet(game))[0].rows()
    assert [row[0] for row in rows[3:6]] == [["3", "3"], ["4", "2"], ["5", "1"]]
    assert [row[1:] for row in rows[3:6]] == [[[], [], ["●"], []], [[], [], [], ["●"]], [["●"], [], [], []]]


def test_what_is_special_about_a_hand_runs_beneath_it_and_crosses_no_rule() -> None:
    pages = read(score_sheet(a_game(hands=0, rulebook="clag")))
    assert_all_in_its_box(pages)
    assert "Guess trumps: the trump card is shown only after all have bid." in pages[0].text


def test_the_card_turned_up_and_who_chose_trumps_are_told_beneath_the_hand() -> None:
    hand = {"cards": 1, "turned": "wizard", "trump": "S", "chosen_by": "Ann", "bids": dict.fromkeys(PLAYERS, 0)}
    taken = {"hand": {"taken": {"Ann": 1, "Bob": 0, "Cat": 0, "Di": 0}}}
    text = text_of(with_record(PLAYERS, [{"hand": hand}, taken], "wizard"))
    assert "turned up: wizard · trump chosen by Ann" in text


def test_marks_are_told_beneath_the_hand_with_their_player() -> None:
    players = ("Ann", "Bob", "Cat")
    hand = {"cards": 9, "trump": "S", "bids": {"Ann": 3, "Bob": 3, "Cat": 3}, "taken": {"Ann": 3, "Bob": 3, "Cat": 3}}
    game = with_record(players, [{"hand": {**hand, "marks": {"Bob": {"declared": True}}}}], "ninety_nine")
    page = read(score_sheet(game))[0]
    assert "Bob: declared" in page.text


def test_an_open_hand_shows_the_bids_made_so_far() -> None:
    bids = {"hand": {"cards": 10, "trump": "H", "bids": {"Ann": 3, "Bob": 2, "Cat": 1, "Di": 0}}}
    rows = read(score_sheet(with_record(PLAYERS, [bids])))[0].rows()
    assert rows[1] == [["1", "10", "♥"], ["●", "3"], ["2"], ["1"], ["0"]]


def test_leaving_shows_in_the_column_beside_the_place_and_in_words() -> None:
    three = "Ann Cat Di"
    record = [hand(THREE + " Di", [1, 1, 0, 1], [1, 1, 0, 1]), {"leave": {"player": "Bob"}},
              hand(three, [1, 1, 0], [1, 1, 1]), hand(three, [1, 1, 0], [1, 1, 1])]  # fmt: skip
    game = play("pike", THREE + " Di", *record, {"end": {"moved": True}}, house={"ladder": "3x5"})
    (page,) = read(score_sheet(game))
    rows = page.rows()
    assert [row[2] for row in rows[2:4]] == [["left"], []]
    assert [row[2] for row in rows if row[0] == ["Place"]] == [["3,", "left"]]
    assert "Bob left after hand 1 with 11." in page.text
    struck = [line for line in page.rules if abs(line["top"] - line["bottom"]) < 0.1 and line["linewidth"] == 0.8]
    assert len(struck) == 2, "a line through each hand that they were not there for"
    assert all(page.down[1] < char["x0"] < char["x1"] < page.down[2] for char in struck)


def test_who_left_keeps_the_total_and_is_struck_in_the_hands_to_come_too_and_nobody_else_is() -> None:
    page = read(score_sheet(murder({"leave": {"player": "Bob"}})))[0]
    assert next(row for row in page.rows() if row[0][:1] == ["Total"])[2] == ["−14"]
    assert page.text.split().count("left") == 3  # in the column, next to the place, in words
    assert "left" not in text_of(murder())
    back = murder({"leave": {"player": "Bob"}}, {"return": {"player": "Bob"}})
    assert "left" not in text_of(back)


def test_halves_are_printed_as_halves_and_the_half_way_point_among_them_in_eighths() -> None:
    scheme = {"name": "Half", "halves": True, "points": [{"give": "0.5 * taken"}]}
    hand = {"cards": 5, "bids": dict.fromkeys(PLAYERS, 0), "taken": {"Ann": 0, "Bob": 1, "Cat": 4, "Di": 0}}
    record = [{"hand": hand}, {"adjust": {"player": "Di", "points": 9}}, {"join": {"player": "Eve"}}]
    page = read(score_sheet(with_record(PLAYERS, record, scheme=scheme, house={"ladder": "5x4"})))[0]
    assert page.rows()[1][2] == ["0", "✗", "1", "+½", "½"]
    assert " ".join(page.rows()[3][0]) == "Eve joins: lowest 0, median 1¼ → ⅝, rounded to 1"


# --- extremes ---------------------------------------------------------------------------------------------


def long_names(count: int) -> list[str]:
    return [f"Maximiliana Theresia von Hohenstein-{chr(65 + at)}{chr(65 + at)}l" for at in range(count)]


@pytest.mark.parametrize(("paper", "landscape"), [("A4", None), ("A4", False), ("Letter", True)])
def test_ten_players_with_forty_letter_names_and_sixty_hands_stay_in_their_boxes(
    paper: str, landscape: bool | None, sixty_hands: Game
) -> None:
    pages = read(score_sheet(sixty_hands, PaperOptions(paper, landscape)))
    assert len(pages) > 1
    assert_all_in_its_box(pages)
    assert all(page.rows()[0][0] == ["Hand", "Cards", "Trump"] for page in pages)
    assert all(f"Page {at} of {len(pages)}" in page.text for at, page in enumerate(pages, 1))
    text = " ".join(page.text for page in pages)
    assert all(name in text for name in long_names(10))
    numbers = [row[0][0] for page in pages for row in page.rows() if row[0][:1] and row[0][0].isdigit()]
    assert numbers == [str(at) for at in range(1, 61)]


@pytest.fixture(scope="module")
def sixty_hands() -> Game:
    names = long_names(10)
    assert {len(name) for name in names} == {39}
    hands = []
    for at in range(60):
        taken = {name: 5 if place == at % 10 else 0 for place, name in enumerate(names)}
        bids = {name: (place + at) % 3 for place, name in enumerate(names)}
        hands.append({"hand": {"cards": 5, "trump": "HSDC"[at % 4], "bids": bids, "taken": taken}})
    return with_record(names, [*hands, {"end": {}}], house=WIDE_HOUSE, date="20 Nov 2026")


def test_totals_are_carried_over_to_the_next_page(sixty_hands: Game) -> None:
    pages = [page.rows() for page in read(score_sheet(sixty_hands))]
    for page, following in pairwise(pages):
        last = int(page[-2][0][0])
        row = sixty_hands.hand_row(last)
        assert row is not None
        totals = [[format_points(row.totals[player])] for player in sixty_hands.sheet.seats.everyone]
        assert page[-1] == [["Carried", "over"], *totals]
        assert following[1] == [["Carried", "forward"], *totals]


@pytest.mark.parametrize("landscape", [None, False])
def test_four_digit_negative_totals_of_ten_players_stay_in_their_boxes(landscape: bool | None) -> None:
    names = [f"Player {at}" for at in range(10)]
    fines = [{"adjust": {"player": name, "points": -4321, "why": "w" * 200}} for name in names]
    game = with_record(names, fines, house=WIDE_HOUSE)
    pages = read(score_sheet(game, PaperOptions(landscape=landscape)))
    assert_all_in_its_box(pages)
    assert sum(page.text.count("−4321") for page in pages) >= 20


def test_names_in_any_script_are_printed_and_signs_that_no_font_has_are_spelled() -> None:
    names = ["Zoë 😀", "Đặng Thị Ánh", "Ελένη", "Жанна", "王小明", "李小明", "שרה"]
    game = with_record(names, [], house={"players": "2-10"})
    pages = read(score_sheet(game))
    assert_all_in_its_box(pages)
    heads = [" ".join(column) for column in pages[0].rows()[0][1:]]
    assert heads[0] == "Zoë"
    assert heads[2:] == ["Ελένη", "Жанна", "WangXiaoMing", "LiXiaoMing", "הרש"]  # Hebrew in visual order
    assert unicodedata.normalize("NFC", heads[1]).startswith("Đặng")


def test_an_empty_game_is_a_sheet_to_be_filled_in() -> None:
    for rulebook in ("pike", "murder", "wizard"):
        pages = read(score_sheet(a_game(hands=0, rulebook=rulebook)))
        assert_all_in_its_box(pages)
        assert len(pages) == 1
        assert len([row for row in pages[0].rows() if any(map(str.isdigit, row[0]))]) >= 15
        assert "Total" in pages[0].text


def test_two_players_and_three_hands_fit_too() -> None:
    pages = read(score_sheet(a_game(("Ann", "Bob"), 3, house={"players": "2-10"}), PaperOptions("Letter", True)))
    assert_all_in_its_box(pages)
    assert pages[0].size == pytest.approx(PAPERS["Letter"][::-1])


def test_many_long_comments_go_on_over_the_pages_and_a_word_without_end_over_the_lines() -> None:
    words = [{"comment": {"text": f"No. {at} " + "blah " * 90}} for at in range(60)]
    pages = read(score_sheet(murder(*words, {"comment": {"text": "x" * 500}})))
    assert_all_in_its_box(pages)
    assert len(pages) >= 2
    result = re.findall(r"No\. (\d+)", " ".join(page.text for page in pages))
    assert result == [str(at) for at in range(60)]


def test_a_name_in_two_directions_stands_so_on_the_sheet() -> None:
    text = text_of(with_record(["שרה (Bar) 12", "Ann", "Cat"], []))
    assert "12 (Bar) הרש" in text


def test_names_from_right_to_left_are_copied_as_they_are_spelt() -> None:
    page = pypdfium2.PdfDocument(score_sheet(with_record(["Zoë", "שרה", "مريم"], [])))[0]
    text = page.get_textpage().get_text_range()
    assert all(name in text for name in ("Zoë", "שרה", "مريم"))


# --- the file ---------------------------------------------------------------------------------------------


def test_the_same_game_gives_the_same_bytes_and_one_page_stays_below_thirty_kilobytes() -> None:
    assert score_sheet(murder()) == score_sheet(murder())
    assert len(score_sheet(a_game(long_names(7), 5, date="20 Nov 2026"))) < 30_000


def test_title_author_and_language_are_told_and_every_font_comes_along() -> None:
    with pdfplumber.open(io.BytesIO(score_sheet(a_game(date="20 Nov 2026", scorer="Cat")))) as document:
        assert document.metadata["Title"] == "Mr Pike's Oh Hell! · 20 Nov 2026"
        assert document.metadata["Author"] == "Cat"
        assert document.doc.catalog["Lang"] == b"en"
        fonts = {char["fontname"] for char in document.pages[0].chars}
    assert {name.partition("+")[2] for name in fonts} == {"ScorepadCondensed", "ScorepadCondensed-Bold"}


def test_the_file_is_of_the_day_of_the_game_and_of_no_day_where_that_is_not_known() -> None:
    known = {"2026-11-20": "D:20261120", "last Friday": None, "2026-02-31": None, "٢٠٢٦-١١-٢٠": None}
    for date, notes in known.items():
        with pdfplumber.open(io.BytesIO(score_sheet(a_game().then(Described({"date": date}))))) as document:
            assert document.metadata.get("CreationDate") == document.metadata.get("ModDate") == notes


# --- the chart, and options for a wall --------------------------------------------------------------------


def curves(page: Any, least: int = 4) -> list[list[tuple[float, float]]]:
    """Return the polylines of a page with at least this number of corners: the lines of a chart."""
    return [curve["pts"] for curve in page.curves if len(curve["pts"]) >= least and not curve["fill"]]


def test_a_finished_game_has_a_chart_with_a_line_and_a_name_for_each_player() -> None:
    game = a_game(hands=6, house={"ladder": "6-1"})
    with pdfplumber.open(io.BytesIO(score_sheet(game))) as document:
        (page,) = document.pages
        lines = curves(page)
        text = page.extract_text()
        high = float(page.height)
    assert len(lines) == 4
    assert BEHIND in text
    assert all(text.count(name) >= 2 for name in PLAYERS)
    rows = [[float(row["totals"][name]) for name in PLAYERS] for row in sheet_json(game)["rows"]]
    apart = [[total - max(totals) for total in totals] for totals in [[0.0] * 4, *rows]]
    figures = [row[at] for at in range(4) for row in apart]
    heights = [high - y for line in lines for _x, y in line]
    assert len(heights) == 4 * 7, "from before the first hand on"
    scale = (max(heights) - min(heights)) / (max(figures) - min(figures))
    foot = min(heights) - scale * min(figures)
    assert [foot + scale * figure for figure in figures] == pytest.approx(heights, abs=0.2)


def charted(game: Game) -> dict[str, list[tuple[int, float]]]:
    """Return the printed chart by player in seat order; a corner is (hand, points behind the leader)."""
    with pdfplumber.open(io.BytesIO(score_sheet(game))) as document:
        (page,) = document.pages
        words, lines = page.extract_words(), curves(page, least=3)
        level = [line for line in page.lines if abs(line["top"] - line["bottom"]) < 0.1 and line["x0"] > SIDE + 1]
        across = [line for line in level if line["x1"] - line["x0"] > 250]  # others strike cells of who left
    totals = {
        float(word["text"].replace("−", "-")): rule["top"]
        for rule in across
        for word in words
        if word["x1"] < rule["x0"] < word["x1"] + 7 and word["top"] < rule["top"] < word["bottom"]
    }
    (low, foot), (high, head) = min(totals.items()), max(totals.items())
    left, right = across[0]["x0"], across[0]["x1"]
    hands = game.sheet.hands_played

    def read_off(x: float, y: float) -> tuple[int, float]:
        return round(hands * (x - left) / (right - left)), low + (high - low) * (foot - y) / (foot - head)

    names = [game.names[player] for player in game.sheet.seats.everyone]
    return {name: [read_off(*point) for point in line] for name, line in zip(names, lines, strict=True)}


def approx(*points: tuple[int, float]) -> list[Any]:
    """Return the corners of a line, with the tolerance of a printed line."""
    return [(hand, pytest.approx(total, abs=0.5)) for hand, total in points]


FIRST, SECOND, THIRD = (hand(THREE, bids, [1, 1, 1]) for bids in ([1, 1, 1], [1, 1, 0], [1, 1, 1]))  # +11, or -11


def test_the_chart_ends_at_the_printed_totals_where_points_were_adjusted_after_the_last_hand() -> None:
    game = play("pike", THREE, FIRST, SECOND, THIRD, {"adjust": {"player": "Bob", "points": -20}},
                house={"ladder": "3x3"})  # fmt: skip
    (total,) = [row for row in read(score_sheet(game))[0].rows() if row[0] == ["Total"]]
    assert total[1:] == [["33"], ["13"], ["11"]]
    assert charted(game) == {
        "Ann": approx((0, 0), (1, 0), (2, 0), (3, 0)),
        "Bob": approx((0, 0), (1, 0), (2, 0), (3, -20)),
        "Cat": approx((0, 0), (1, 0), (2, -22), (3, -22)),
    }


def test_points_given_before_the_first_hand_and_by_a_void_one_are_in_the_chart() -> None:
    game = play(
        "pike", THREE, {"adjust": {"player": "Ann", "points": -5}}, FIRST, {"misdeal": {}}, SECOND, THIRD,
        house={"ladder": "3x3", "misdeal": {"dealer": -7}},
    )  # fmt: skip
    (total,) = [row for row in read(score_sheet(game))[0].rows() if row[0] == ["Total"]]
    assert total[1:] == [["28"], ["26"], ["11"]]
    assert charted(game) == {
        "Ann": approx((0, -5), (1, -5), (2, 0), (3, 0)),
        "Bob": approx((0, 0), (1, -7), (2, -2), (3, -2)),
        "Cat": approx((0, 0), (1, 0), (2, -17), (3, -17)),
    }


def test_a_newcomers_line_begins_where_they_sat_down_and_that_of_somebody_who_left_ends_with_their_last_hand() -> None:
    before, after = "Ann Bob Cat Di", "Ann Cat Di Eve"
    made, later = hand(before, [1, 1, 0, 1], [1, 1, 0, 1]), hand(after, [1, 1, 1, 0], [1, 1, 1, 0])
    game = play("pike", before, made, made, {"leave": {"player": "Bob"}}, {"join": {"player": "Eve", "points": 4}},
                later, later, {"end": {"moved": True}}, house={"ladder": "3x5"})  # fmt: skip
    assert charted(game) == {
        "Ann": approx((0, 0), (1, 0), (2, 0), (3, 0), (4, 0)),
        "Bob": approx((0, 0), (1, 0), (2, 0), (3, -11), (4, -22)),
        "Cat": approx((0, 0), (1, -1), (2, -2), (3, -2), (4, -2)),
        "Di": approx((0, 0), (1, 0), (2, 0), (3, 0), (4, 0)),
        "Eve": approx((2, -18), (3, -19), (4, -20)),
    }


def test_somebody_who_came_back_as_a_newcomer_keeps_the_line_from_the_start() -> None:
    game = play(
        "pike", THREE, FIRST, {"leave": {"player": "Bob"}}, hand("Ann Cat", [3, 0], [3, 0]),
        {"return": {"player": "Bob"}}, THIRD, house={"ladder": "3x3", "players": "2-7", "returning": "as a newcomer"},
    )  # fmt: skip
    assert charted(game)["Bob"] == approx((0, 0), (1, 0), (2, -2), (3, -2))
    two = play("pike", THREE, FIRST, SECOND, {"end": {}}, house={"ladder": "3x3"})
    assert BEHIND not in text_of(two), "a game of two hands has no chart yet"


def test_twenty_six_hands_of_seven_players_their_stake_and_their_chart_fit_one_page() -> None:
    names = ("Ann", "Bob", "Cat", "Di", "Eve", "Fay", "Gus")
    game = a_game(names, 26, house=FOUR_CARDS, date="20 Nov 2026", stake=5)
    for paper in ("A4", "Letter"):
        pages = read(score_sheet(game, PaperOptions(paper)))
        assert len(pages) == 1
        assert_all_in_its_box(pages)
        assert "Settlement" in pages[0].text
        assert BEHIND in pages[0].text


def test_an_evening_of_murder_with_its_contracts_stake_and_chart_fits_one_page_too() -> None:
    names = ("Ann", "Truus", "Ben", "Maximiliane", "Gus", "Zoë", "Dimitri")
    record: list[Any] = []
    for at, cards in zip(range(26), [3, 4, 5, 6, 7, 6, 5, 4] * 4, strict=False):
        declarer, doubler = names[at % 7], names[(at + 2) % 7]
        bids = dict.fromkeys(names, 0) | {names[at % 5]: 1} | {declarer: 2}
        contract = {"declarer": declarer, "level": 2, **({"doubler": doubler} if at % 4 == 0 else {})}
        taken = dict.fromkeys(names, 0) | {declarer: 2, names[(at + 3) % 7]: cards - 2}
        record.append({"hand": {"cards": cards, "trump": "S", "bids": bids, "taken": taken, "contract": contract}})
    pages = read(score_sheet(with_record(names, [*record, {"end": {}}], "murder", stake=5)))
    assert len(pages) == 1
    assert_all_in_its_box(pages)
    assert BEHIND in pages[0].text


def test_a_chart_on_a_page_of_its_own_is_no_higher_than_that_page() -> None:
    game = a_game(hands=20, house={"ladder": "7x20"})
    pages = read(score_sheet(game, PaperOptions("Half Letter", landscape=True, large=True)))
    assert_all_in_its_box(pages)
    assert pages[-1].text.startswith(f"Mr Pike's Oh Hell! {BEHIND}")


def test_the_hands_to_come_of_a_ladder_go_before_the_chart() -> None:
    pages = read(score_sheet(a_game(hands=4, house={"ladder": "5x26"})))
    assert len(pages) == 1
    assert len([row for row in pages[0].rows() if row[0][:1] and row[0][0].isdigit()]) == 26
    assert BEHIND not in pages[0].text


def test_several_pages_have_a_bookmark_each(sixty_hands: Game) -> None:
    with pdfplumber.open(io.BytesIO(score_sheet(sixty_hands))) as document:
        titles = [title for _level, title, *_where in document.doc.get_outlines()]
        assert len(titles) == len(document.pages)
    assert titles[0].startswith("Page 1: hands 1–")
    assert titles[-1].endswith("–60")


def test_a_missed_bid_is_blotted_out_where_that_is_wanted() -> None:
    game = a_game(hands=3)
    (page,) = read(score_sheet(game, blob=True))
    missed = [row["bids"][p] for row in sheet_json(game)["rows"] for p in PLAYERS if row["bids"][p] != row["taken"][p]]
    white = [char["text"] for char in page.chars if set(char["non_stroking_color"]) == {1.0}]
    assert "".join(white) == "".join(map(str, missed))
    assert "blacked out: bid missed" in page.text
    assert "✗" not in page.text


def test_a_dealer_who_bids_first_has_the_sign_too_where_that_is_not_so_in_every_hand() -> None:
    (page, *_more) = read(score_sheet(a_game(hands=0, rulebook="murder", players=(*PLAYERS, "Eve"), scorer="Cat")))
    for row in page.rows()[1:8]:
        assert sorted(sign for cell in row[1:] for sign in cell) == ["▸", "●"]
    assert [cell for cell in page.rows()[1][1:] if cell] == [["●", "▸"]]
    assert "▸" not in text_of(a_game(hands=0, rulebook="oh_hell_500", players=PLAYERS))


def test_the_legend_says_what_the_paper_carries_and_no_more() -> None:
    assert "▸ bids first" in text_of(a_game(hands=0, rulebook="murder", players=(*PLAYERS, "Eve"), scorer="Eve"))
    text = text_of(a_game(hands=3))
    assert "✗ bid missed, with the tricks taken" in text
    one = dict.fromkeys(THREE.split(), 0) | {"Ann": 1}
    for trump in ({"trump": "H"}, {}):
        played = with_record(THREE.split(), [{"hand": {"cards": 1, "bids": one, "taken": one, **trump}}], "wizard")
        assert ("E elves" in text_of(played)) == bool(trump)
    assert {"winner", "doubled"}.isdisjoint(text.split())
    assert "★ winner" in text_of(murder(house={"ladder": "3-4"}))
    marked = {"cards": 3, "bids": {"Ann": 1, "Bob": 1, "Cat": 0}, "made": {"Ann": True, "Bob": False, "Cat": False}}
    text = text_of(with_record(THREE.split(), [{"hand": marked}], "blackout", house={"ladder": "3x3"}))
    assert "✗ bid missed" in text
    assert "with the tricks taken" not in text


def test_the_lines_of_ten_players_have_ten_signs(sixty_hands: Game) -> None:
    pages = pdfplumber.open(io.BytesIO(score_sheet(sixty_hands))).pages
    signs = {
        (str(curve["non_stroking_color"]), str(curve["stroking_color"]))
        for curve in [*pages[-1].curves, *pages[-1].rects]
        if curve["fill"]
    }
    assert len(signs) == 10, "seven inks, filled and hollow"


def test_one_ink_prints_no_colour_and_tells_the_lines_apart_by_their_strokes() -> None:
    pdf = score_sheet(a_game(hands=6, house={"ladder": "6-1"}), PaperOptions(one_ink=True))
    with pdfplumber.open(io.BytesIO(pdf)) as document:
        (page,) = document.pages
        inks = [*(char["non_stroking_color"] for char in page.chars), *(line["stroking_color"] for line in page.lines)]
        assert all(len({*ink}) == 1 for ink in inks)
        strokes = {(str(curve.get("dash")), curve["linewidth"]) for curve in page.curves if not curve["fill"]}
        assert len(strokes) == 4


SMALL = PaperOptions("Letter", two_up=True, landscape=True, one_ink=True)


@pytest.mark.parametrize("paper", [PaperOptions(two_up=True), *only_in_soak(SMALL)])
def test_ten_players_and_sixty_hands_go_two_to_a_page_too(sixty_hands: Game, paper: PaperOptions) -> None:
    for page in read(score_sheet(sixty_hands, paper, blob=True)):
        wide, high = page.size
        assert all(char["x0"] > 0 and char["x1"] < wide for char in page.chars)
        assert all(char["top"] > 0 and char["bottom"] < high for char in page.chars)
        assert all(char["size"] >= 7.0 for char in page.chars)
