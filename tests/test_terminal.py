"""The sheet as text: its layout, and no line longer than the terminal is wide."""

import re
from fractions import Fraction
from typing import Any

import pytest
from builders import Entry, hand, play

from scorepad.game.state.game import Game
from scorepad.terminal.sheet import ASCII, UNICODE, sheet_text, signs_for
from scorepad.terminal.text import clean, width_of, wrapped

TABLE = "Ann Bob Cat"
TEN = "Ann Bob Cat Di Ed Fay Gus Hal Ivy Jo"


def a_game(*record: Entry, players: str = TABLE, rulebook: str = "oh_hell_500", **head: Any) -> Game:
    usual = {"scheme": "tens", "house": {"ladder": "2-4", "hook": False, "players": "2-10"}}
    return play(rulebook, players, *record, **{**usual, **head})


FIRST = hand(TABLE, [1, 0, 0], [1, 0, 1], trump="H")
ALL_TEN = hand(TEN, [1] * 10, [2, *[0] * 9])


def lines(*record: Entry, **more: Any) -> list[str]:
    return sheet_text(a_game(*record, **more)).splitlines()


def bars_of(text: list[str]) -> set[tuple[int, ...]]:
    """Return in which cells of the terminal a line has bars, for all lines that have some."""
    return {tuple(width_of(line[:at]) for at, sign in enumerate(line) if sign == "│") for line in text if "│" in line}


def line_with(words: str, text: list[str]) -> str:
    result = [line for line in text if words in line]
    assert len(result) == 1, (words, text)
    return result[0]


def cells_with(words: str, text: list[str]) -> list[list[str]]:
    """Return the cells of the players in the line with these words."""
    return [cell.split() for cell in line_with(words, text).split("│")[1:]]


def test_a_hand_shows_bids_made_or_missed_points_and_totals() -> None:
    assert line_with("♥", lines(FIRST)).split()[:4] == ["1", "2", "♥", "Ann"]
    marked = zip(("1✓", "0✓", "0✗1"), map(str, a_game(FIRST).sheet.totals.values()), strict=True)
    assert cells_with("♥", lines(FIRST)) == [[mark, total, total] for mark, total in marked]


@pytest.mark.parametrize(
    ("words", "record"),
    [
        ("“Tea”", [ALL_TEN, {"comment": {"text": "Tea", "hand": 1}}]),  # once, though the table is in pieces
        ("Di: starts with 14", [FIRST, {"join": {"player": "Di", "points": 14}}]),
        ("misplay, dealt again with", [{"misplay": {"player": "Bob"}}]),
        ("Ann (left)", [FIRST, {"leave": {"player": "Ann"}}]),
        ("Bid: Ann 1, Bob 1, Cat 0; 2 of 2.", [{"hand": {"bids": {"Ann": 1, "Bob": 1, "Cat": 0}}}]),
        ("The game is over. Ann wins.", [hand(TABLE, [2, 0, 0], [2, 0, 0]), {"end": {}}]),
        ("Result", [hand(TABLE, [2, 0, 0], [2, 0, 0]), {"end": {}}]),
        ("Ann, Bob tie for first place", [hand(TABLE, [1, 1, 1], [1, 1, 0]), {"end": {}}]),
    ],
)
def test_a_line_says_what_happened(words: str, record: list[Entry]) -> None:
    line_with(words, lines(*record, players=TEN if record[0] == ALL_TEN else TABLE))


def test_all_bars_stand_under_each_other() -> None:
    text = lines(FIRST, hand(TABLE, [3, 0, 0], [0, 3, 0], trump="S"))
    assert len(bars_of(text)) == 1


@pytest.mark.parametrize("players", range(2, 11))
def test_no_line_is_wider_than_asked_for(players: int) -> None:
    names = TEN.split()[:players]
    record = [
        hand(" ".join(names), [1] * players, [2, *[0] * (players - 1)], trump="H"),
        {"comment": {"text": "a long word about this hand " * 8, "hand": 1}},
        {"adjust": {"player": "Ann", "points": -500, "why": "because " * 30}},
    ]
    for width in (80, 60):
        for line in sheet_text(a_game(*record, players=" ".join(names)), width=width).splitlines():
            assert width_of(line) <= width


def test_four_players_stand_side_by_side_in_eighty_columns_with_their_dealer() -> None:
    heading = line_with("dealer", lines(hand("Ann Bob Cat Di", [1, 1, 0, 0], [2, 0, 0, 0]), players="Ann Bob Cat Di"))
    assert all(name in heading for name in ("Ann", "Bob", "Cat", "Di"))


def test_ten_players_are_told_in_several_tables_and_everybody_once() -> None:
    text = lines(ALL_TEN, players=TEN)
    headings = [line for line in text if line.startswith("hand ")]
    assert len(headings) > 1
    assert [name for line in headings for name in line.split("│")[1:] for name in name.split()] == TEN.split()


def test_a_late_entry_shows_how_it_came_about() -> None:
    text = lines(FIRST, {"join": {"player": "Di"}})
    assert cells_with("Di joins", text) == [[], [], [], ["0", "0"]]
    assert line_with("Di: lowest", text).endswith("lowest -10, median 10 → 0")


def test_a_void_hand_says_so_and_shows_penalties_only() -> None:
    house = {"misdeal": {"dealer": -10}, "ladder": "2-4", "hook": False}
    text = lines({"misdeal": {}}, house=house)
    assert sorted(cells_with("void", text)) == [[], [], ["-10", "-10"]]
    line_with("misdeal, dealt again with", text)


def test_an_adjustment_says_why() -> None:
    text = lines(FIRST, {"adjust": {"player": "Bob", "points": -5, "why": "late"}})
    assert [cell[:1] for cell in cells_with("adjusted", text)] == [[], ["-5"], []]
    line_with("Bob: late", text)


def test_a_corrected_hand_bears_a_star() -> None:
    text = lines(FIRST, {"correct": {"hand": 1, "bids": {"Ann": 0}}})
    assert line_with("♥", text).split()[0] == "1*"
    line_with("- corrected", text)


def test_comments_stand_at_their_hand_or_at_the_end() -> None:
    text = lines(FIRST, {"comment": {"text": "Tea", "hand": 1}}, {"comment": {"text": "Good evening"}})
    assert text.index(line_with("“Tea”", text)) == text.index(line_with("♥", text)) + 1
    assert text.index(line_with("“Good evening”", text)) > text.index(line_with("Standings", text))


def test_a_contract_is_told_with_who_doubled() -> None:
    names = "Ann Bob Cat Di"
    contract = {"declarer": "Ann", "level": 1, "doubler": "Bob", "redoubled": True}
    record = [hand(names, [1, 1, 0, 0], [1, 1, 1, 0], trump="N", contract=contract)]
    text = lines(*record, players=names, rulebook="murder", scheme="murder", house={"ladder": "3-7"})
    line_with("1N Ann", text)
    line_with("Bob doubled, Ann redoubled", text)


def test_a_stake_shows_money_beside_each_total() -> None:
    game = a_game(FIRST, stake=10)
    paid = game.sheet.settlement()
    assert paid is not None
    text = sheet_text(game).splitlines()
    line_with("last column in cents: Settlement at 10 per point", text)
    standings = {line.split()[1]: line.split()[-1] for line in text if re.match(r"  \d\.", line)}
    assert standings == {game.names[player]: f"{amount:+d}" for player, amount in paid.items()}


def test_a_pot_is_told_below_the_result_once_the_game_is_over() -> None:
    house = {"ladder": "2 1", "pot": {"last": 200, "miss": 10}}
    taken = {"Ann": 1, "Bob": 1, "Cat": 0}
    record = [{"hand": {"cards": 2, "trump": "H", "bids": {"Ann": 1, "Bob": 1, "Cat": 1}, "taken": taken}}]
    game = a_game(*record, players="Ann Bob Cat", house=house)
    assert "pot" not in sheet_text(game)
    text = sheet_text(a_game(*record, {"end": {}}, players="Ann Bob Cat", house=house)).splitlines()
    line_with("Result (last column in cents: Settlement of the pot)", text)
    line_with("The pot is 210 cents, paid by: Cat 210.", text)


def test_the_next_hand_says_who_deals_and_who_bids_first() -> None:
    game = a_game(FIRST)
    coming = game.sheet.open_hand
    assert coming is not None
    text = sheet_text(game).splitlines()
    assert f"{game.names[coming.dealer]} deals" in line_with("Next: hand 2, 3 cards", text)
    assert text[-1] == "Hands still to play (cards each): 4"


def test_a_game_not_begun_has_no_table() -> None:
    text = lines()
    assert not any("│" in line for line in text)
    line_with("Next: hand 1, 2 cards", text)


def test_wide_letters_keep_the_columns_straight() -> None:
    names = "山田太郎 Zoë e\u0301a"
    game = a_game(hand(names, [1, 0, 0], [1, 1, 0], trump="H"), players=names)
    assert len(bars_of(sheet_text(game).splitlines())) == 1


def test_what_would_move_the_cursor_is_left_out() -> None:
    record = [FIRST, {"comment": {"text": "a\x1b[2Jb\u202ec\nd", "hand": 1}}]
    text = sheet_text(a_game(*record, location="Pub\x1b]0;x\x07"))
    assert not set("\x1b\x07\u202e") & set(text)
    assert "“a[2Jb c d”" in text


def test_a_terminal_without_the_signs_gets_plain_ones() -> None:
    assert signs_for("utf-8") is UNICODE
    assert all(signs_for(encoding) is ASCII for encoding in ("ascii", "latin-1", None))
    record = [FIRST, {"comment": {"text": "Tea", "hand": 1}}, {"comment": {"text": "Bye"}}, {"join": {"player": "Di"}}]
    assert sheet_text(a_game(*record, location="Pub", scorer="Cat", stake=5), signs=ASCII).isascii()


@pytest.mark.parametrize(
    ("value", "fine", "plain"),
    [
        (0, "0", "0"),
        (-7, "-7", "-7"),
        (Fraction(53, 2), "26½", "26.5"),
        (Fraction(-9, 2), "-4½", "-4.5"),
        (Fraction(-1, 2), "-½", "-0.5"),
        (Fraction(107, 4), "26¾", "26.75"),
        (Fraction(-57, 8), "-7⅛", "-7.125"),
        (Fraction(55, 3), "18.33", "18.33"),
    ],
)
def test_numbers_are_written_as_people_write_them(value: int | Fraction, fine: str, plain: str) -> None:
    assert UNICODE.number(value) == fine
    assert ASCII.number(value) == plain


def test_no_line_begins_with_the_semicolon_or_colon_of_a_french_sentence() -> None:
    french = "On annonce un nombre de plis\u00a0; le donneur parle en dernier\u202f: son annonce."
    lines = ["On annonce un", "nombre de", "plis\u00a0; le", "donneur parle", "en dernier\u202f:", "son annonce."]
    assert wrapped(clean(french), 15) == lines


def test_blanks_and_signs_without_a_shape_become_one_blank() -> None:
    assert clean(" a \t\n b\x00c ") == "a b c"
