"""Games for tests of printed sheets, and prints of all kinds."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from printing.blank_pages import a_blank
from reading_pdf import read

from printables.blank.blank_sheet import blank_sheet
from printables.cards.points_card import points_card
from printables.filled.score_sheet import score_sheet
from printables.page.page import PaperOptions
from printables.rules.rule_page import RulePage, rule_page
from scorepad.game.files.game_file import read_game
from scorepad.game.state.game import Game
from scorepad.rules import scheme
from scorepad.rules.scheme.scheme import SchemeAsPlayed

PLAYERS = ("Ann", "Bob", "Cat", "Di")
WIDE_HOUSE = {"players": "2-10", "pack": 104, "top": 10, "ladder": "5x60"}


def a_game(players: Sequence[str] = PLAYERS, hands: int = 5, rulebook: str = "pike", **head: Any) -> Game:
    """Return a game of this number of hands; one player in turn takes all tricks, some bids are made, some missed."""
    record: list[Any] = []
    for at in range(hands):
        hand = with_record(players, record, rulebook, **head).sheet.open_hand
        assert hand is not None
        lucky = players[at % len(players)]
        taken = {name: hand.cards if name == lucky else 0 for name in players}
        bids = {**taken, lucky: hand.cards - (at % 3 == 1), players[at % 2 - 1]: at % 2}
        record.append({"hand": {"cards": hand.cards, "trump": "HSDC"[at % 4], "bids": bids, "taken": taken}})
    return with_record(players, record, rulebook, **head)


def with_record(players: Sequence[str], record: Sequence[Any], rulebook: str = "pike", **head: Any) -> Game:
    data = {"format": "scorepad-game/1", "rulebook": rulebook, "players": list(players), "record": list(record)}
    return read_game({**data, **head})


def murder(*more: Mapping[str, Any], **head: Any) -> Game:
    """Return two hands of Murder: a redoubled contract after a misdeal, and what the test adds."""
    taken = {"Ann": 1, "Bob": 2, "Cat": 0, "Di": 1}
    record = [
        {"hand": {"cards": 3, "trump": "H", "bids": {"Ann": 1, "Bob": 1, "Cat": 0, "Di": 0},
                  "taken": {"Ann": 1, "Bob": 1, "Cat": 1, "Di": 0}, "contract": {"declarer": "Ann", "level": 1}}},
        {"misdeal": {"wrong_count": ["Cat"]}},
        {"hand": {"cards": 4, "trump": "S", "bids": {"Ann": 1, "Bob": 3, "Cat": 0, "Di": 1}, "taken": taken,
                  "contract": {"declarer": "Bob", "level": 3, "doubler": "Ann", "redoubled": True}}},
        *more,
    ]  # fmt: skip
    return with_record(PLAYERS, record, "murder", **head)


def text_of(game: Game, **how: Any) -> str:
    """Return the words of the sheet of a game."""
    return " ".join(page.text for page in read(score_sheet(game, **how)))


PRINTS: dict[str, Callable[[PaperOptions], bytes]] = {
    "filled": lambda paper: score_sheet(a_game(hands=4), paper),
    "filled, of Murder": lambda paper: score_sheet(murder(stake=10), paper),
    "blank": lambda paper: blank_sheet(a_blank("pike", players=3, ladder="3-1"), paper, rules=True),
    "blank, of Murder": lambda paper: blank_sheet(a_blank("murder", players=5), paper, rules=True),
    "rules": lambda paper: rule_page(RulePage.of(a_blank("murder", players=4)), paper),
    "points": lambda paper: points_card(SchemeAsPlayed(scheme.find("pike")), "page", paper),
    "pocket cards": lambda paper: points_card(SchemeAsPlayed(scheme.find("murder")), "pocket", paper),
}
