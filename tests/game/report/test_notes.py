"""The notes on a row: the same on screen, paper, terminal and in a spreadsheet."""

from typing import Any

import pytest
from builders import FOUR, hand, on, play

from printables.filled.sheet_lines import sheet_lines
from scorepad.game.files.game_file import write_game
from scorepad.game.report.notes import Notation, bid_sign, marks, notes
from scorepad.game.report.sheet_files import sheet_csv
from scorepad.game.state.game import Game
from scorepad.game.state.rows import HandRow
from scorepad.rules.suits import FRENCH
from scorepad.terminal.sheet import sheet_text
from scorepad.web.reports.sheet_rows import shown_rows

THREE = "Ann Bob Cat"


def note_texts(game: Game, row: int = -1, notation: Notation | None = None) -> list[tuple[str, str]]:
    return [(note.about, note.text) for note in notes(game, game.sheet.rows[row], notation or Notation())]


def ohell(*record: dict[str, Any], **house: Any) -> Game:
    return play("ohell", THREE, *record, house={"ladder": "3-1", **house})


FIRST = hand(THREE, [1, 0, 0], [1, 2, 0], trump="S")


def test_an_ordinary_hand_needs_no_words() -> None:
    assert note_texts(ohell(FIRST)) == []


def before(players: str, *totals: int) -> list[dict[str, Any]]:
    return [{"adjust": {"player": name, "points": total}} for name, total in zip(players.split(), totals, strict=True)]


def test_a_late_entry_tells_its_sum() -> None:
    house, comes = {"hook": False, "ladder": "3-7"}, {"join": {"player": "Eve"}}
    made = hand(FOUR, [3, 0, 0, 0], [3, 0, 0, 0], trump="N", contract={"declarer": "Ann", "level": 3})
    # three tricks over half bring the first player 22, a zero the others 6
    game = play("murder", FOUR, *before(FOUR, -10, 32, 38, 44), made, comes, house=house)
    assert note_texts(game)[-1] == ("sum", "lowest 12, median 41 → 26½, rounded to 26")
    # golf gives nothing for a made bid: 3, 7, 14 of rules.md D1
    made = hand(THREE, [3, 0, 0], [3, 0, 0])
    game = play("ohell", THREE, *before(THREE, 3, 7, 14), made, comes, scheme="golf", house=house)
    assert note_texts(game)[-1] == ("sum", "highest 14, median 7 → 10½, rounded to 11")


def test_by_another_rule_or_with_points_said_there_is_no_sum_half_way() -> None:
    game = on(ohell(FIRST, late_entry="mean"), {"join": {"player": "Di"}})
    assert note_texts(game)[-1] == ("begins", "starts with 5")  # the mean of −8, 11 and 11 is 4⅔
    game = on(ohell(FIRST), {"join": {"player": "Di", "points": -14}})
    assert note_texts(game) == [("joins", "Di joins"), ("begins", "starts with −14")]


def test_who_comes_back_as_a_newcomer_is_back_and_the_way_writes_the_numbers() -> None:
    gone = [{"leave": {"player": "Cat"}}, {"return": {"player": "Cat"}}]
    game = play("ohell", THREE + " Di", hand(THREE + " Di", [1, 0, 0, 0], [1, 2, 0, 0]), *gone,
                house={"ladder": "3-1", "returning": "as a newcomer"})  # fmt: skip
    notation = Notation(number=lambda points: f"<{points}>", arrow="=")
    assert note_texts(game, notation=notation) == [
        ("joins", "Cat is back"),
        ("sum", "lowest <-8>, median <11> = <3/2>, rounded to <1>"),
    ]


def test_an_adjustment_says_whose_it_is_and_why() -> None:
    assert note_texts(ohell({"adjust": {"player": "Bob", "points": 5, "why": "late"}})) == [("adjusted", "Bob: late")]
    assert note_texts(ohell({"adjust": {"player": "Bob", "points": 5}})) == [("adjusted", "Bob: adjustment")]


def test_a_void_hand_says_whose_penalties_it_brings() -> None:
    misdealt = play("murder", FOUR, {"misdeal": {"wrong_count": ["Di", "Bob"]}}, scorer="Ann")
    assert note_texts(misdealt) == [("void", "misdeal, dealt again with 3 cards"), ("penalties", "Bob −10, Di −5")]
    free = play("murder", FOUR, {"misdeal": {"free": True}})
    assert note_texts(free) == [("void", "misdeal, dealt again with 3 cards")]
    assert write_game(free)["record"] == [{"misdeal": {"free": True}}]
    misplayed = play("murder", FOUR, {"misplay": {"player": "Cat"}})
    assert note_texts(misplayed) == [("void", "misplay, dealt again with 3 cards"), ("penalties", "Cat −10")]


def test_an_extra_hand_is_called_one() -> None:
    house = {"ladder": "1", "ties": "more hands of the last size"}
    first = hand(THREE, [0, 0, 0], [1, 0, 0])
    game = play("pike", THREE, first, hand(THREE, [0, 0, 0], [0, 0, 1]), house=house)
    assert note_texts(game) == [("extra", "extra hand")]


def test_who_doubled_is_told_and_that_it_was_redoubled() -> None:
    four = "A B C D"
    contract = {"declarer": "A", "level": 3, "doubler": "B"}
    m10 = hand(four, [3, 2, 2, 2], [1, 3, 2, 2], trump="S", contract=contract)
    assert note_texts(play("murder", four, m10, house={"ladder": "8 9"})) == [("doubled", "B doubled")]
    m10["hand"]["contract"] = {**contract, "redoubled": True}
    assert note_texts(play("murder", four, m10, house={"ladder": "8 9"})) == [("doubled", "B doubled, A redoubled")]
    last = play("murder", four, m10, house={"ladder": "8", "ends": "after the ladder"})
    assert note_texts(last) == [("last", "last hand"), ("doubled", "B doubled, A redoubled")]


def test_the_last_hand_is_no_news_where_no_points_hang_on_it_but_what_is_special_is() -> None:
    forehead = play("devils_bridge", THREE, hand(THREE, [0, 0, 0], [1, 0, 0]), house={"ladder": "1", "ties": "shared"})
    assert note_texts(forehead) == [("note", "Hold your card on your forehead without looking at it.")]


def test_who_loses_the_pants_is_told_in_that_hand_only() -> None:
    lost = hand(THREE, [5, 0, 0], [4, 1, 0])
    game = play("pike", THREE, lost, lost, house={"ladder": "5 5"})
    assert note_texts(game, 0) == [("forfeit", "Ann loses the pants")]
    assert note_texts(game, 1) == []


def test_what_must_be_mended_is_told_with_the_reason() -> None:
    game = ohell(hand(THREE, [1, 0, 0], [1, 2, 0]), hand(THREE, [1, 0, 0], [1, 1, 0]))
    game = on(game, {"scheme": {"scheme": {"name": "Few", "bids_when": "cards < 3", "points": [{"give": "made"}]}}})
    assert note_texts(game, 0)[0] == ("mend", "has to be corrected: Ann does not bid in this hand.")


def test_a_bid_stands_in_brackets_while_it_sleeps_and_none_is_a_dash() -> None:
    assert [bid_sign(2, asleep=False), bid_sign(2, asleep=True), bid_sign(None, asleep=False)] == ["2", "(2)", "–"]


@pytest.mark.parametrize(("cancelled", "words"), [(1, "1 trick cancelled"), (2, "2 tricks cancelled")])
def test_cancelled_tricks_are_counted(cancelled: int, words: str) -> None:
    tricks = [1, 2 - cancelled, 0]
    game = ohell(hand(THREE, [1, 0, 0], tricks, cancelled=cancelled), cancelled=True)
    assert note_texts(game) == [("cancelled", words)]


def test_a_waived_hook_the_turned_card_and_who_chose_are_told() -> None:
    notation = Notation(symbols=True)
    game = ohell(hand(THREE, [1, 1, 1], [1, 1, 1], hook_waived=True, trump="S", turned="qs"))
    assert note_texts(game, notation=notation) == [("turned", "turned up: Q♠"), ("hook", "the hook was waived")]
    chooses = {"trump": "dealer chooses", "hook": False}
    game = ohell(hand(THREE, [1, 1, 1], [1, 1, 1], trump="S"), **chooses)
    dealer = game.names[game.sheet.rows[0].dealer]  # type: ignore[union-attr]
    assert note_texts(game) == [("chosen", f"trump chosen by {dealer}")]


@pytest.mark.parametrize(
    ("turned", "words"), [("5H", "5♥"), ("10h", "10♥"), ("wizard", "wizard"), ("*", "*"), ("QX", "QX"), ("", "")]
)
def test_a_card_gets_the_sign_of_its_suit_where_there_is_one(turned: str, words: str) -> None:
    assert FRENCH.card(turned, symbols=True) == words


@pytest.mark.parametrize(("value", "words"), [(20, "bonus 20"), (1, "bonus 1"), (-3, "bonus −3")])
def test_a_mark_that_is_a_number_tells_it_and_a_yes_is_only_named(value: int, words: str) -> None:
    known = {"very_blind": "yes or no", "bonus": "number"}
    scheme = {"name": "Marked", "marks": known, "points": [{"give": "very_blind + bonus"}]}
    own = {"Bob": {"very_blind": 1, "bonus": value}}
    game = play("pike", THREE, hand(THREE, [1, 0, 0], [1, 2, 0], marks=own), house={"ladder": "3"}, scheme=scheme)
    row = game.sheet.rows[0]
    assert isinstance(row, HandRow)
    assert marks(game, row, "p2") == ["very blind", words]
    assert marks(game, row, "p1") == []
    assert note_texts(game) == [("marks", f"Bob: very blind, {words}")]
    assert note_texts(game, notation=Notation(number=str)) == [("marks", f"Bob: very blind, bonus {value}")]


def test_what_was_said_and_mended_afterwards_comes_last() -> None:
    game = on(ohell(FIRST), {"comment": {"text": "Tea", "hand": 1}}, {"correct": {"hand": 1, "bids": {"Bob": 1}}})
    assert note_texts(game) == [("comment", "“Tea”"), ("corrected", "corrected")]


def test_a_void_hand_has_no_comments_of_the_hand_that_is_played_in_its_place() -> None:
    game = ohell({"misdeal": {}}, FIRST, {"comment": {"text": "Tea", "hand": 1}})
    assert [about for about, _text in note_texts(game, 0)] == ["void"]
    assert [about for about, _text in note_texts(game, 1)] == ["comment"]


def test_screen_paper_terminal_and_spreadsheet_use_the_same_words() -> None:
    game = ohell(
        {"misplay": {"player": "Bob"}},
        hand(THREE, [1, 1, 1], [1, 1, 1], hook_waived=True),
        {"adjust": {"player": "Cat", "points": -5, "why": "spilled the wine"}},
        {"join": {"player": "Di"}},
    )
    words = [note.text for row in game.sheet.rows for note in notes(game, row)]
    assert len(words) == 5
    page = " ".join(line.notes for line in shown_rows(game))
    paper = " ".join(line.label + line.remark for line in sheet_lines(game))
    terminal = sheet_text(game, width=200)
    for text in (page, paper.replace("Misplay", "misplay"), terminal, sheet_csv(game)):
        assert [message for message in words if message not in text] == []
