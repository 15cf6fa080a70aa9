"""The rules of a game in progress: the points of every bid in a hand, and the rules of this table."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from flask import Blueprint, render_template, request

from scorepad.errors import RuleFileError
from scorepad.formula_names import OF_HAND, TRUTHS
from scorepad.game.state.game import Game, options_for, played_rows
from scorepad.game.state.position import rulebook_with
from scorepad.game.state.sheet import Sheet
from scorepad.rules.game_properties import short_data
from scorepad.rules.rulebook.key_questions import form_value
from scorepad.rules.scheme.variables import shared_variables
from scorepad.web.submit import game_or_404, rule_library

if TYPE_CHECKING:
    from scorepad.rules.telling import Section

blueprint = Blueprint("game_rules", __name__)

UNMARKED = ("sources", "worked", "worked bids", "worked trick", "worth")
"""Sections in which changes are not marked, since the section with the rule marks them."""


@blueprint.get("/games/<game_id>/rules")
def show(game_id: str) -> str:
    """Return the rules section by section, with the house rules and the current scoring; 404 if there is no such game.

    The query may set `cards` and all other variables of the scheme.
    """
    from scorepad.game.report.example_hand import rules_told
    from scorepad.rules.telling import ExplainedGame  # imported late: startup does not need it

    game = game_or_404(game_id).game
    sheet = game.sheet
    sections = rules_told(ExplainedGame(sheet.rulebook, sheet.scheme, len(sheet.seats.present) or None, sheet.options))
    return render_template(
        "rules/game.html", game_id=game_id, sheet=sheet, hand=sheet.open_hand, sections=sections,
        changed=_sentences(sections) - _standard_sentences(game), **_points(sheet),
        only_named=short_data(game.opened.rulebook, game.opened.scheme) is not None,
    )  # fmt: skip


def _standard_sentences(game: Game) -> set[str]:
    """Return the sentences for this game without its changes to the rulebook.

    Examples of points use the hand sizes of this table, so that they do not count as changes.
    """
    from scorepad.rules.telling import ExplainedGame, explain_game  # imported late: startup does not need it

    sheet, rulebook = game.sheet, rulebook_with(game.opened.rulebook, {})
    present, scheme = len(sheet.seats.present), sheet.scheme
    with suppress(RuleFileError):  # without a default
        usual = rule_library().find_scheme(rulebook.scheme or "")
        scheme = scheme if usual.name == scheme.name else usual  # the table’s own, if both have the same name
    options = options_for(scheme, rulebook)
    players = present if rulebook.min_players <= present <= rulebook.max_players else None
    with_house_rules = explain_game(ExplainedGame(sheet.rulebook, scheme, present or None, options))
    points = [section for section in with_house_rules if section.place == "points"]
    return _sentences([*explain_game(ExplainedGame(rulebook, scheme, players, options)), *points])


def _sentences(sections: list[Section]) -> set[str]:
    return {sentence for section in sections if section.place not in UNMARKED for sentence in section.sentences}


def _points(sheet: Sheet) -> dict[str, Any]:
    """Return the table of points for the current hand, or for a hand with the cards in the query."""
    from scorepad.web.rules import points_tables

    sizes = sorted({hand.cards for hand in sheet.coming()} | {row.cards for row in played_rows(sheet)}) or [sheet.top]
    typed = _of_this_hand(sheet, sizes) | request.args.to_dict()
    chosen = points_tables.choices(sheet.scheme, typed, most=max(*sizes, sheet.top), suits=sheet.rulebook.suits)
    variables = points_tables.hand(chosen)
    return {
        "sizes": sizes,
        "cards": variables["cards"],
        "rows": points_tables.rows(sheet.scheme, variables),
        # the hand determines the others; the user chooses only the cards
        "choices": [choice for choice in chosen if not choice.of_table and choice.name not in OF_HAND],
    }


def _of_this_hand(sheet: Sheet, sizes: list[int]) -> dict[str, str]:
    """Return the known values of the current hand as form fields; after the end, those of a hand of the most cards."""
    hand, present = sheet.open_hand, len(sheet.seats.present)
    values = shared_variables(
        cards=hand.cards if hand else max(sizes), players=present, top=sheet.top, last=bool(hand and hand.last),
        trump=(sheet.bids.trump if sheet.bids else None) or (hand.trump if hand else None), options=None,
        makers=0, bids_total=0, highest_bid=0, hand=hand.number if hand else max(sheet.hands_played, 1),
        **sheet.around._asdict(),
    )  # fmt: skip
    options = {**sheet.options, **(hand.options if hand else {})}
    known = {name: bool(values[name]) if name in TRUTHS else values[name] for name in OF_HAND}
    known |= {f"option_{name}": value for name, value in options.items()}
    return {name: form_value(value) for name, value in known.items()}
