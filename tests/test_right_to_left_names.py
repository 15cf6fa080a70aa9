"""Right-to-left names in sentences: isolated on pages, in order on paper, plain in files."""

import json
from typing import Any

import pytest
from builders import play
from reading_pdf import read
from scorekeeper import Scorekeeper, new_game

from printables.filled.score_sheet import score_sheet
from printables.page.page import clean, width
from printables.page.text_fitting import to_visual_order
from scorepad.game.files.game_file import write_game
from scorepad.game.report.log_text import log_lines
from scorepad.game.report.outcome import result_text
from scorepad.game.report.sheet_files import sheet_csv, sheet_json
from scorepad.game.report.statistics import award_texts
from scorepad.game.state.game import Game
from scorepad.terminal.text import clean as typed
from scorepad.words import _, isolated, join_names

SARA, DAN = "שרה", "דן 2"
NAMES = f"{SARA} דן Ann"
IN_SARA = f"\u2068{SARA}\u2069"


def a_game(**head: Any) -> Game:
    hands = [{"hand": {"cards": 2, "bids": {SARA: 1, "דן": 0, "Ann": 0}, "taken": {SARA: 1, "דן": 0, "Ann": 1}}}] * 3
    return play("pike", NAMES, *hands, house={"ladder": "2x3"}, **head)


def test_a_name_is_isolated_only_if_it_has_right_to_left_letters() -> None:
    assert _("{name} leaves.").format(name=DAN) == f"\u2068{DAN}\u2069 leaves."
    assert _("{name} leaves.").format(name="Zoë 2") == "Zoë 2 leaves."
    assert isolated(isolated(DAN)) == f"\u2068{DAN}\u2069"
    assert join_names([SARA, "Ann", "דן"]) == f"{IN_SARA}, Ann and \u2068דן\u2069"


def test_log_result_and_highlights_isolate_each_name() -> None:
    game = a_game(location="הבית", date="2026-11-20")
    texts = [*log_lines(game.events), result_text(game), *(award.who for award in award_texts(game))]
    assert f"Bids for 2 cards: {IN_SARA} 1, \u2068דן\u2069 0, Ann 0." in texts
    assert f"{IN_SARA} 33, \u2068דן\u2069 30" in result_text(game)
    for text in texts:
        assert text.count(SARA) == text.count(IN_SARA), ascii(text)


def test_paper_has_the_names_in_the_order_of_the_sentence_and_no_sign_of_isolation() -> None:
    sentence = _("Tricks: {tricks}.").format(tricks=f"{isolated(SARA)} 0, {isolated('דן')} 3")
    assert to_visual_order(clean(sentence)) == f"Tricks: {SARA[::-1]} 0, {'דן'[::-1]} 3."
    assert to_visual_order(_("{name} wins").format(name=SARA)) == f"{SARA[::-1]} wins"
    assert width(isolated(SARA), 10) == width(SARA, 10)
    text = " ".join(page.text for page in read(score_sheet(a_game(date="2026-11-20", location="הבית", scorer=SARA))))
    assert f"{SARA[::-1]} wins with" in text
    assert f"20 November 2026 · {'הבית'[::-1]} · Scorer: {SARA[::-1]}" in text
    assert not {"\u2068", "\u2069", "□"} & {*text}


def test_files_and_the_terminal_have_the_plain_names() -> None:
    game = a_game()
    files = [write_game(game), sheet_json(game)["players"]]
    for text in (sheet_csv(game), *(json.dumps(file, ensure_ascii=False) for file in files)):
        assert SARA in text
        assert "\u2068" not in text
    assert typed(f"{IN_SARA} wins") == f"{SARA} wins"


@pytest.mark.parametrize("way", ["log", "result", "standings"])
def test_pages_isolate_the_names_in_their_sentences(keeper: Scorekeeper, way: str) -> None:
    game = new_game(keeper, "pike", SARA, "דן", "Ann", ladder="2-1").path
    keeper.bid(**{SARA: 1, "דן": 0, "Ann": 0})
    keeper.take(**{SARA: 1, "דן": 0, "Ann": 1})
    text = keeper.visit(f"{game}/{way}").body.decode()
    assert IN_SARA in text
