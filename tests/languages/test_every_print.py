"""Every print and every command in the reader's language: nothing is left in English, and longer words have room.

The artificial words are two fifths longer.
"""

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pypdfium2
import pytest
from languages.spoken import FIGURES, SPOKEN, commands, pressed, signs
from printing.blank_pages import a_blank, assert_in_margins
from printing.evenings import evenings
from printing.printed_games import a_game, murder
from program import run, with_a_game
from reading_pdf import assert_all_in_its_box, assert_no_overlaps, read
from soak import sampled
from tools.translating import pseudo

from printables.blank.blank_layout import BlankOptions
from printables.blank.blank_sheet import blank_sheet
from printables.blank.booklet import booklet
from printables.cards.chances_card import chances_card
from printables.cards.points_card import points_card
from printables.filled.archive import as_one_pdf
from printables.filled.score_sheet import score_sheet
from printables.page.page import PaperOptions
from printables.rules.rule_page import RulePage, rule_page
from printables.statistics.league_page import league_page
from printables.statistics.year_page import year_page
from scorepad.cli import parser
from scorepad.commands.examples import EXAMPLES
from scorepad.game.state.game import Game
from scorepad.game.statistics.group_statistics import Choice, GroupStatistics
from scorepad.game.statistics.league import League, league_evenings, league_table
from scorepad.game.statistics.year import group_year
from scorepad.rules import rulebook, scheme
from scorepad.rules.scheme.scheme import SchemeAsPlayed
from scorepad.words import use_language

pytestmark = pytest.mark.usefixtures("spoken")

LEAGUE = League(first="2026-01-01", best=5)
UPRIGHT, SMALL = PaperOptions(landscape=False), PaperOptions("A5")
MURDER = SchemeAsPlayed(scheme.find("murder"))


def eventful() -> Game:
    """Return a game of Murder with every event that a sheet has words for."""
    happened = (
        {"join": {"player": "Eve"}}, {"adjust": {"player": "Bob", "points": -5, "why": "Tea"}},
        {"leave": {"player": "Cat"}}, {"comment": {"text": "Tea", "hand": 2}},
    )  # fmt: skip
    return murder(*happened, stake=10, location="Mill", date="2026-11-20", scorer="Di", until="23:00")


@cache
def years() -> GroupStatistics:
    return evenings(9, 30)


def over() -> Game:
    return a_game(hands=19, location="Mill", date="2026-09-30", scorer="Di", stake=5)


SHEETS: dict[str, Callable[[], bytes]] = {
    "filled, with everything": lambda: score_sheet(eventful()),
    "filled, over": lambda: score_sheet(over()),
    "filled, large": lambda: score_sheet(over(), PaperOptions(large=True)),
    "blank, of Murder, with a back": lambda: blank_sheet(a_blank("murder", players=5), rules=True),
    "blank, small": lambda: blank_sheet(a_blank("pike", players=7), SMALL),
    "blank, for several, with slips": lambda: blank_sheet(
        a_blank("wizard", players=6, fewest=3), UPRIGHT, options=BlankOptions(ghosts=True, grid=True, slips=True)
    ),
    "booklet": lambda: booklet(a_blank("boerenbridge", players=5), PaperOptions()),
    "points": lambda: points_card(MURDER, "page"),
    "year": lambda: year_page(group_year(years(), Choice("2026"))),
    "league": lambda: league_page(LEAGUE, league_table(years(), LEAGUE)[0], league_evenings(years(), LEAGUE)),
}

CUT_APART: dict[str, Callable[[], bytes]] = {
    "pocket cards": lambda: points_card(MURDER, "pocket"),
    "points, halves": lambda: points_card(SchemeAsPlayed(scheme.find("pike")), "half"),
    "chances": lambda: chances_card(PaperOptions()),
    "rules, two to a page": lambda: rule_page(RulePage.of(a_blank("murder", players=4)), PaperOptions(two_up=True)),
    "all sheets": lambda: b"".join(as_one_pdf([eventful(), over()], chosen="Mill", left_out=["Mill"])),
}
"""Prints with text outside a sheet's box: cut marks, letters on a pocket card, page numbers."""

NAMES = {
    "Ann", "Ben", "Bob", "Cat", "Di", "Eve", "Tea", "Mill", "Scorepad", "Eli", "washed", "up",
    "Dimitri", "Fay", "Gus", "Hieronymus", "Ida",
}  # fmt: skip
LEAST = 70.0  # per cent of its width to which a word may be compressed


def left_in_english(text: str) -> set[str]:
    """Return the English left in a text, including cut text that has lost its first bracket."""
    # a sentence continues after the foot of a column, with words in it
    left = re.sub(rf"{pseudo.OPEN}\w{{1,2}}\.", " ", pseudo.english_in(pseudo.english_in(text)))  # heads cut short
    return set(SPOKEN.findall(left)) - NAMES | set(FIGURES.findall(left)) | signs([text])


def pdf_texts(pdf: bytes) -> str:
    document = pypdfium2.PdfDocument(pdf)
    kept = [document.get_metadata_value(name) for name in ("Title", "Subject")]
    marks = [mark.get_title() for mark in document.get_toc()]
    return "\n".join([*kept, *marks, *(page.get_textpage().get_text_range() for page in document)])


@pytest.mark.parametrize("what", sampled([*SHEETS, *CUT_APART], 5))
def test_a_print_is_all_in_its_language_and_longer_words_have_room(what: str) -> None:
    with use_language(pseudo.LONGER):
        pdf = (SHEETS | CUT_APART)[what]()
    assert left_in_english(pdf_texts(pdf)) == set()
    assert b"/Lang (en-XA)" in pdf
    assert [size for size in pressed(pdf) if size < LEAST] == []
    if what in SHEETS:
        check = assert_in_margins if what.startswith(("blank", "booklet")) else assert_all_in_its_box
        check(read(pdf))
    else:
        for page in read(pdf):
            assert_no_overlaps(page.words)


def test_from_right_to_left_sheets_are_printed_too() -> None:
    with use_language(pseudo.LEFTWARDS):
        for what in ("filled, with everything", "blank, of Murder, with a back", "points"):
            pdf = SHEETS[what]()
            assert "\ufffd" not in pdf_texts(pdf)
            assert "Múrdér" in pdf_texts(pdf)


# --- the terminal -----------------------------------------------------------------------------------------

GAMES = [path for path in (Path(__file__).parent.parent / "games").glob("*.json") if "sheet" not in path.name]

OWN = {*rulebook.built_in(), *scheme.built_in(), "ID", "all", "bid", "over", "or", "own", "under"}
"""Keys of rule files, and options of Murder's scheme as they are typed."""


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """Return a folder with saved games; its players and places are names."""
    for game in GAMES:
        run(tmp_path, "import", game)
    return tmp_path


def people() -> set[str]:
    result = (json.loads(game.read_text("utf-8")) for game in GAMES)
    return {word for item in result for word in [*item["players"], *item.get("location", "").split()]}


def test_no_command_answers_in_english_and_a_sheet_keeps_its_width(kept: Path) -> None:
    commands = [
        ["schemes"], ["schemes", "show", "murder"], ["rulebooks"], ["rulebooks", "show", "murder"],
        ["rulebooks", "show", "wizard"], ["late-entry", "12", "38", "44", "50"], ["people"], ["people", "show", "Ann"],
        ["people", "records"], ["people", "league"], ["people", "names"], ["people", "alike"], ["check"],
        ["print", "year", "1999"], ["score", "nothing.json"],
    ]  # fmt: skip
    names = people() | {part for key in OWN for part in re.split(r"[_\d]+", key)} | {"nothing", "json"}
    left = dict[str, set[str]]()
    with use_language(pseudo.LONGER):
        for command in [*commands, *(["score", str(game), "--explain"] for game in GAMES)]:
            answer = run(kept, *command)
            text = answer.text + answer.error
            assert pseudo.OPEN in text
            left |= {" ".join(command): result} if (result := left_in_english(text) - names) else {}
            if "--explain" in command:
                assert max(map(len, text.splitlines())) <= 80, text
    assert left == {}


RANDOM = re.compile(r"[\w.:]*/[\w./?=~-]*|(?m:^[\w-]{11}(?= |$))|\b[a-z0-9]{16}\b")
"""Addresses and paths, ids of games at the start of a line, and keys of groups."""

TOLD = """
games
games nowhere
export nothing
import game.json
import nothing.csv
points pike --bid 2 --taken 2 --cards 5 --format text
points pike --taken 9
points murder --bid 2 --taken 2 --cards 5 --mark x
schemes check murder
schemes show nothing
rulebooks show nothing
print
print year
print sheet
print sheet nothing -o out.pdf
print sheet pike --players 77 -o out.pdf
people join Ann Bob
people hide Bob
people show Nobody
people part Ann
years nothing.txt
backup out.db
restore
restore out.db
begin
late-entry x
nothing
groups new Thursday --data host
groups --data host
groups check --data host
groups backup copies --data host
groups restore copies --data host
groups owner nothing --data host
groups remove Thursday --data host
groups give Thursday out --data host
groups take data --data host
groups take nothing --data host
host
host --data host --address nothing
"""


def test_nor_does_any_that_keeps_copies_or_moves_them_or_that_refuses_to(tmp_path: Path) -> None:
    """Except its own names and the user's input, which are typed."""
    actions = [action for command in commands(parser()) for action in command._actions]
    options = (str(name) for action in actions for name in (*action.option_strings, *(action.choices or ())))
    typed = [TOLD, *OWN, *options]
    known = {part for name in typed for part in re.split(r"[\W_]", name)} | {"Crown", "The", "Zoë", "scorepad"}
    run(with_a_game(tmp_path), "import", "game.json")
    with use_language(pseudo.LONGER):
        for command in TOLD.strip().splitlines():
            answer = run(tmp_path, *command.split())
            text = RANDOM.sub("", answer.text + answer.error)
            assert pseudo.OPEN in text, command
            assert left_in_english(text) - known == set(), command


@pytest.mark.parametrize("kind", EXAMPLES)
def test_the_comments_of_settings_are_in_the_language_of_who_reads_and_all_else_stays(
    kind: str, tmp_path: Path
) -> None:
    """Except the name of the wheel."""
    english = run(tmp_path, "host", "--example", kind).text
    with use_language(pseudo.LONGER):
        text = run(tmp_path, "host", "--example", kind).text
    comment = re.compile(r"^\s*# (?! )(.*)\n", re.MULTILINE)
    notes = " ".join(comment.findall(text))
    assert notes.count(pseudo.OPEN) > 1
    assert left_in_english(notes) - {"scorepad", "none", "any", "whl"} == set()
    assert comment.sub("", text) == comment.sub("", english)
