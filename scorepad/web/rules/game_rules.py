"""The rules of a running game: what a bid is worth in this hand, or in any other, and how this table plays it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, render_template, request

from scorepad.errors import SchemeError
from scorepad.game.state.position import rulebook_with
from scorepad.game.state.record import Game, options_for, played_rows
from scorepad.game.state.sheet import Sheet
from scorepad.rules.combined import as_named
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.rulebook.key_questions import as_sent
from scorepad.rules.scheme import Scheme
from scorepad.web.submit import game_or_404, rule_library

if TYPE_CHECKING:
    from scorepad.rules.telling import Section

blueprint = Blueprint("game_rules", __name__)

SETTLED = frozenset({"cards", "players", "top", "last", "trump", "hand", "hands", "pack", "makers_before"})
"""What the hand itself says of a table of points; the cards are chosen with one tap."""

UNMARKED = ("sources", "worked", "worked bids", "worked trick", "worth")
"""Sections in which a change is not marked: it is told where the rule stands."""


@blueprint.get("/games/<game_id>/rules")
def show(game_id: str) -> str:
    """Section by section, with the house rules and the points as they are now; `cards`, and whatever else the points
    read, may be chosen in the address. 404 for no game."""
    from scorepad.game.report.worked_hand import rules_told
    from scorepad.rules.telling import GameTold  # late: no start needs it

    game = game_or_404(game_id).game
    sheet = game.sheet
    sections = rules_told(GameTold(sheet.rulebook, sheet.scheme, len(sheet.seats.present) or None, sheet.options))
    return render_template(
        "rules/game.html", game_id=game_id, sheet=sheet, hand=sheet.open_hand, sections=sections,
        changed=_sentences(sections) - _usual(game), **_points(sheet),
        only_named=as_named(game.opened.rulebook, game.opened.scheme) is not None,
    )  # fmt: skip


def _usual(game: Game) -> set[str]:
    """What would be told if this table had changed nothing of its rulebook; points by examples from its own hands."""
    from scorepad.rules.telling import GameTold, told  # late: no start needs it

    sheet, rulebook = game.sheet, rulebook_with(game.opened.rulebook, {})
    here, scheme = len(sheet.seats.present), _usual_scheme(rulebook, sheet.scheme)
    options = options_for(scheme, rulebook)
    players = here if rulebook.min_players <= here <= rulebook.max_players else None
    counted = told(GameTold(sheet.rulebook, scheme, here or None, options))
    points = [section for section in counted if section.place == "points"]
    return _sentences([*told(GameTold(rulebook, scheme, players, options)), *points])


def _usual_scheme(rulebook: Rulebook, scheme: Scheme) -> Scheme:
    """The scheme that the rulebook names; that of the table where it names none, and where it is called the same."""
    try:
        usual = rule_library().find_scheme(rulebook.scheme or "")
    except SchemeError:
        return scheme
    return scheme if usual.name == scheme.name else usual


def _sentences(sections: list[Section]) -> set[str]:
    return {one for section in sections if section.place not in UNMARKED for one in section.sentences}


def _points(sheet: Sheet) -> dict[str, Any]:
    """The table of points of the hand that is open, or of one with the cards that were asked for."""
    from scorepad.web.rules import tables

    sizes = sorted({one.cards for one in sheet.coming()} | {row.cards for row in played_rows(sheet)}) or [sheet.top]
    typed = _of_this_hand(sheet, sizes) | request.args.to_dict()
    chosen = tables.choices(sheet.scheme, typed, most=max(*sizes, sheet.top))
    said = tables.hand(chosen)
    return {
        "sizes": sizes,
        "cards": said["cards"],
        "rows": tables.rows(sheet.scheme, said),
        "choices": [one for one in chosen if not one.of_table and one.name not in SETTLED],
    }


def _of_this_hand(sheet: Sheet, sizes: list[int]) -> dict[str, str]:
    """What is known of the open hand, as it would be typed; of a game that is over, of a hand of the most cards."""
    hand = sheet.open_hand
    known = {f"option_{name}": as_sent(value) for name, value in sheet.options.items()}
    known |= {"top": str(sheet.top), "players": str(len(sheet.seats.present)), "cards": str(max(sizes))}
    known |= {name: str(value) for name, value in sheet.around._asdict().items()}
    known["hand"] = str(max(sheet.hands_played, 1))
    if hand is None:
        return known
    trump = (sheet.bids.trump if sheet.bids else None) or hand.trump or ""
    own = {f"option_{name}": as_sent(value) for name, value in hand.options.items()}
    said = {"cards": str(hand.cards), "hand": str(hand.number), "last": as_sent(hand.last), "trump": trump}
    return known | own | said
