"""Prints and files: a game as JSON, CSV, PDF or game file; blank sheets, rules, and cards with points."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, abort, render_template, request, session

from scorepad import json_text
from scorepad.errors import RuleError, RuleFileError, UnknownLanguage, not_whole, scheme_missing
from scorepad.formats import slug
from scorepad.formula_names import FEWEST_PLAYERS, MOST_PLAYERS
from scorepad.game.decide.setup import rematch
from scorepad.game.report.blank_sheet import MOST_HANDS_ASKED, OPEN_DEALER, Blank, blank, blank_of, playable_counts
from scorepad.game.report.sheet_files import sheet_csv, sheet_json
from scorepad.game.state.event_json import to_json
from scorepad.repository import StoredGame
from scorepad.rules.game_properties import largest_hand
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.scheme import Scheme
from scorepad.web.fields import MOST, Typed, parse_int
from scorepad.web.form_state import FormState
from scorepad.web.reports.downloads import download
from scorepad.web.reports.render_cache import cached_drawing
from scorepad.web.submit import field_of, game_or_404, look_or_404, refusal_of, rule_library
from scorepad.words import _, codes, language, languages, later, ours, use_language

blueprint = Blueprint("printing", __name__)

if TYPE_CHECKING:
    from printables.page import PaperOptions

USED_TO, KEEP = "print", "keep"
PAPERS: dict[str, str | later] = {"a4": "A4", "a5": "A5", "letter": "Letter", "half-letter": later("Half Letter")}
INKS = {"": later("In colours"), "y": later("Black"), "grey": later("Black and grey")}
PRINTS = {"": later("Normal"), "y": later("Large")}
ORIENTATIONS = {"": None, "upright": False, "lying": True}
_PRINT_CHOICES: Mapping[str, Mapping[str, str | later]] = {"paper": PAPERS, "one_ink": INKS, "large": PRINTS}
_NAMES = {"half-letter": "Half Letter"}  # paper names for the printer; the labels in PAPERS are translated


def saved_print_options() -> dict[str, str]:
    """Return the paper, ink and print size saved for this device, as far as they are still valid."""
    saved: dict[str, str] = session.get(USED_TO) or {}
    return {
        name: saved[name] for name, known in _PRINT_CHOICES.items() if saved.get(name, "") in known and saved.get(name)
    }


def paper_choices() -> dict[str, Any]:
    """Return the choices of a form: pairs of a value and its label, and the values saved for this device."""
    offered: Mapping[str, Mapping[str, str | later]] = {"papers": PAPERS, "inks": INKS, "prints": PRINTS}
    of_language = {"languages": list(languages().items()), "language": language()}
    return {name: list(known.items()) for name, known in offered.items()} | {
        "used_to": saved_print_options(),
        **of_language,
    }


@contextmanager
def print_language() -> Iterator[None]:
    """Use the language in the query, `?language=nl`, while something is printed; by default that of the page.

    Raise UnknownLanguage if there is no such language.
    """
    code = request.args.get("language") or language()
    if code not in codes():
        raise UnknownLanguage(code, languages().values())
    with use_language(code):
        yield


def paper_options(typed: Typed, *, sheet: bool = False) -> PaperOptions:
    """Parse `paper=half-letter&lying=upright&two_up=y&one_ink=grey`, and for a `sheet` also `large=y`.

    Missing values are those saved for this device. With `keep=y`, save the values. Answer 404 for an unknown paper,
    ink, print size or orientation.
    """
    from printables.page import PaperOptions  # imported late: the PDF library is large

    values = {"paper": "a4", **saved_print_options(), **typed}
    paper, ink, lying = values["paper"].lower(), values.get("one_ink", ""), values.get("lying", "")
    if paper not in PAPERS or ink not in INKS or values.get("large", "") not in PRINTS or lying not in ORIENTATIONS:
        abort(404)
    if request.args.get(KEEP) == "y":
        _save_print_options({"paper": paper, "one_ink": ink, "large": values.get("large", "")})
    return PaperOptions(
        _NAMES.get(paper) or str(PAPERS[paper]), ORIENTATIONS[lying], values.get("two_up") == "y", ink in ("y", "grey"),
        ink == "grey", sheet and values.get("large") == "y",
    )  # fmt: skip


def _save_print_options(tastes: dict[str, str]) -> None:
    """Save the values that are not the default in the session cookie of this device."""
    saved = {name: value for name, value in tastes.items() if value in _PRINT_CHOICES[name] and value not in ("", "a4")}
    if saved == (session.get(USED_TO) or {}):
        return
    session[USED_TO] = saved


USUAL_GAME = "pagat"
LARGEST_HAND_PRINTED = 20  # cards; a table of points has no room for more columns
RULES, BOOKLET = BACKS = "y", "booklet"  # the possible backs of a blank sheet


# --- sheets of a game -----------------------------------------------------------------------------------


@blueprint.get("/games/<game_id>/game.json")
def game_file(game_id: str) -> Response:
    """Return the game file; `?log=1` adds every event, `?rescue=1` also exports a damaged game and marks it."""
    from scorepad.game.files.game_file import write_game  # imported late: startup needs no code for files

    with_log = request.args.get("log") == "1"
    if request.args.get("rescue") == "1":
        game = look_or_404(game_id).exportable_game
        text = json_text.serialize(write_game(game, with_log=True))
        return download(game, text, "application/json; charset=utf-8", "json")
    stored = game_or_404(game_id)

    def write() -> bytes:
        return json_text.serialize(write_game(stored.game, with_log=with_log)).encode()

    data = cached_drawing(write, "game file", game_id, stored.hash, with_log)
    return download(stored.game, data, "application/json; charset=utf-8", "json")


@blueprint.get("/games/<game_id>/sheet.json")
def sheet_as_json(game_id: str) -> Response:
    """Return rows, totals and standings, as `openapi.json` describes them."""
    text = json.dumps(sheet_json(game_or_404(game_id).game), ensure_ascii=False)
    return Response(text, content_type="application/json; charset=utf-8")


@blueprint.get("/games/<game_id>/sheet.csv")
def sheet_as_csv(game_id: str) -> Response:
    """Return the sheet as CSV, one row per hand."""
    game = game_or_404(game_id).game
    return download(game, sheet_csv(game), "text/csv; charset=utf-8", "csv")


@blueprint.get("/games/<game_id>/sheet.pdf")
@print_language()
def sheet_as_pdf(game_id: str) -> Response:
    """Return the sheet as a PDF; `?paper=letter` and the other options of `paper_options`."""
    from printables.score_sheet import score_sheet  # imported late: the PDF library is large

    stored, blob = game_or_404(game_id), request.args.get("blob") == "y"
    paper = paper_options(request.args, sheet=True)
    pdf = cached_drawing(lambda: score_sheet(stored.game, paper, blob=blob), "sheet", game_id, stored.hash, paper, blob)
    return download(stored.game, pdf, "application/pdf", "pdf", inline=True)


def _pdf(data: bytes, name: str) -> Response:
    headers = {"Content-Disposition": f'inline; filename="{slug(name, "sheet")}.pdf"'}
    return Response(data, content_type="application/pdf", headers=headers)


# --- a blank sheet --------------------------------------------------------------------------------------


@blueprint.get("/print/sheet")
def blank_form() -> str:
    """Return the form for a blank sheet; every field has a default."""
    return _form_page(FormState())


def _form_page(form_state: FormState) -> str:
    key = str(form_state.value("rulebook") or request.args.get("rulebook", "")) or USUAL_GAME
    library = rule_library()
    rulebook = library.rulebooks().get(key) or library.find_rulebook(USUAL_GAME)
    return render_template(
        "reports/print_sheet.html", form_state=form_state, rulebook=rulebook, rulebooks=library.rulebooks(),
        schemes=library.schemes(),
        fewest=FEWEST_PLAYERS, most=MOST_PLAYERS, most_hands=MOST_HANDS_ASKED,
        paper_choices=paper_choices(),
    )  # fmt: skip


@blueprint.get("/print/sheet.pdf")
def blank_pdf() -> Response | tuple[str, int]:
    """Return the requested blank sheet; answer 422 with the form for an invalid field."""
    back = request.args.get("rules", "")
    try:
        _blank(request.args, rules=back in BACKS)  # errors are in the language of the page
        with print_language():
            return _blank_sheet(_blank(request.args, rules=back in BACKS), back)
    except (RuleError, RuleFileError) as error:
        return _form_page(FormState({_field(error): refusal_of(error)}, request.args)), 422


def _blank_sheet(made: Blank, back: str) -> Response:
    """Return the PDF of a blank sheet; `back` is the content of its back, one of BACKS or ""."""
    from printables.blank_layout import BlankOptions
    from printables.blank_sheet import blank_sheet
    from printables.booklet import booklet

    paper, query = paper_options(request.args, sheet=True), request.args
    options = BlankOptions(*(query.get(option) == "y" for option in ("ghosts", "grid", "slips")))

    def draw() -> bytes:
        if back == BOOKLET:
            return booklet(made, paper, options)
        return blank_sheet(made, paper, rules=back == RULES, options=options)

    name = _("{game}: booklet") if back == BOOKLET else _("{game}: score sheet")
    data = cached_drawing(draw, "blank", _blank_key(made), paper, back, options)
    return _pdf(data, name.format(game=ours(made.game.sheet.rulebook.name)))


def _blank_key(made: Blank) -> str:
    """Return a cache key of everything on which a blank sheet depends."""
    opened = to_json(made.game.opened)
    hands = None if made.filled else len(made.hands)
    values = [list(made.names.values()), made.dealer_known, made.first_known, made.scored, hands, list(made.counts)]
    return json.dumps([opened, values])


def _field(error: RuleError | RuleFileError) -> str:
    """Return the field of this form for an error; one field holds all names."""
    field = field_of(error)
    return "names" if field.startswith("players.") else field


def _blank(typed: Typed, *, rules: bool) -> Blank:
    """Return the blank sheet of the query, for the sheet or its `rules`.

    Raise RuleError or RuleFileError with the invalid field.
    """
    rulebook = rule_library().find_rulebook(typed.get("rulebook") or USUAL_GAME)
    ladder = typed.get("ladder", "").strip()
    if ladder:
        rulebook = rulebook.with_house({"ladder": ladder})
    names = [name for name in re.split(r"[,;\n]", typed.get("names", "")) if name.strip()]
    dealer = OPEN_DEALER if typed.get("open_dealer") else typed.get("first_dealer", "")
    return blank(
        rulebook, _scheme(rulebook, typed.get("scheme", ""), needed=rules), names=names,
        players=_whole(typed, "players"), fewest=_whole(typed, "fewest"), hands=_whole(typed, "hands"),
        first_dealer=dealer, scorer=typed.get("scorer", ""),
    )  # fmt: skip


def _whole(typed: Typed, field: str) -> int | None:
    """Return a number of players or hands; None if the field is empty."""
    text = typed.get(field, "").strip()
    number = parse_int(text, 0, MOST)
    if text and number is None:
        raise not_whole(field, *((1, MOST_HANDS_ASKED) if field == "hands" else (FEWEST_PLAYERS, MOST_PLAYERS)))
    return number


def _scheme(rulebook: Rulebook, key: str, *, needed: bool) -> Scheme | None:
    if key or rulebook.scheme:
        return rule_library().find_scheme(key or rulebook.scheme)
    if needed:
        raise scheme_missing(rulebook.name)
    return None


# --- rules and points -----------------------------------------------------------------------------------


@blueprint.get("/rulebooks/<key>/rules.pdf")
@print_language()
def rules_pdf(key: str) -> Response:
    """Return the rules of a rulebook for all numbers of players, or `?players=5`."""
    try:
        typed = {**request.args, "rulebook": key}
        if not (typed.get("players") or typed.get("names")):
            fewest, most = playable_counts(rule_library().find_rulebook(key))
            typed |= {"fewest": str(fewest), "players": str(most)}
        made = _blank(typed, rules=True)
    except (RuleError, RuleFileError):
        abort(404)
    from printables.rule_page import RulePage, rule_page

    paper = paper_options(request.args)
    data = cached_drawing(lambda: rule_page(RulePage.of(made), paper), "rules", _blank_key(made), paper)
    return _pdf(data, _("{game}: rules").format(game=ours(made.game.sheet.rulebook.name)))


@blueprint.get("/schemes/<key>/points.pdf")
@print_language()
def points_pdf(key: str) -> Response:
    """Return the points of a scheme as a page, half pages or pocket cards: `?form=pocket&cards=7`.

    By default `cards` is the largest hand of the rulebooks that use the scheme.
    """
    from printables.points_card import FORMATS, points_card
    from scorepad.rules.scheme.scheme import SchemeAsPlayed
    from scorepad.web.rules import points_tables

    form, cards = request.args.get("form", FORMATS[0]), request.args.get("cards", "")
    try:
        scheme = rule_library().find_scheme(key)
    except RuleFileError:
        abort(404)
    usual = min(largest_hand(rule_library().rulebooks().values(), key), LARGEST_HAND_PRINTED)
    top = parse_int(cards, 1, LARGEST_HAND_PRINTED) if cards else usual
    if form not in FORMATS or top is None:
        abort(404)
    chosen = points_tables.choices(scheme, request.args)
    points = SchemeAsPlayed(scheme, top, options=points_tables.hand(chosen)["options"])
    paper, content = paper_options(request.args), json.dumps([scheme.to_dict(), dict(points.options or {})])
    data = cached_drawing(lambda: points_card(points, form, paper), "points", content, top, form, paper)
    return _pdf(data, _("{scheme}: points").format(scheme=ours(scheme.name)))


@blueprint.get("/rules/one-card.pdf")
@print_language()
def one_card_pdf() -> Response:
    """Return the chances of a hand of one card, as pocket cards; `?paper=letter`."""
    from printables.chances_card import chances_card

    paper = paper_options(request.args)
    return _pdf(cached_drawing(lambda: chances_card(paper), "one card", paper), _("Hands of one card"))


# --- prints for a game ----------------------------------------------------------------------------------


@blueprint.get("/games/<game_id>/print")
def game_form(game_id: str) -> str:
    """Return the page with the prints of a game and their options."""
    return _game_page(game_or_404(game_id), FormState())


def _game_page(stored: StoredGame, form_state: FormState) -> str:
    sheet = stored.game.sheet
    title = sheet.location or ours(sheet.rulebook.name)
    return render_template(
        "reports/print_game.html", game_id=stored.game_id, sheet=sheet, title=title, form_state=form_state,
        paper_choices=paper_choices(),
    )  # fmt: skip


@blueprint.get("/games/<game_id>/rules.pdf")
@print_language()
def game_rules_pdf(game_id: str) -> Response:
    """Return the rules of this table; `?paper=letter` and the other options of `paper_options`."""
    from printables.rule_page import RulePage, rule_page

    stored, paper = game_or_404(game_id), paper_options(request.args)
    sheet = stored.game.sheet

    def draw() -> bytes:
        return rule_page(
            RulePage.of_rules(sheet.rulebook, sheet.scheme, [len(sheet.seats.present)], sheet.options), paper
        )

    data = cached_drawing(draw, "game rules", game_id, stored.hash, paper)
    return _pdf(data, _("{game}: rules").format(game=ours(sheet.rulebook.name)))


@blueprint.get("/games/<game_id>/points.pdf")
@print_language()
def game_points_pdf(game_id: str) -> Response:
    """Return the points of this table as a PDF; `?form=pocket`."""
    from printables.points_card import FORMATS, points_card
    from scorepad.rules.scheme.scheme import SchemeAsPlayed

    stored, form, paper = game_or_404(game_id), request.args.get("form", FORMATS[0]), paper_options(request.args)
    if form not in FORMATS:
        abort(404)
    sheet = stored.game.sheet
    players = len(sheet.seats.present)
    top, sizes = min(sheet.top, LARGEST_HAND_PRINTED), sheet.rulebook.sizes(players)
    points = SchemeAsPlayed(sheet.scheme, top, players, sheet.options, sizes)
    data = cached_drawing(lambda: points_card(points, form, paper), "game points", game_id, stored.hash, form, paper)
    return _pdf(data, _("{scheme}: points").format(scheme=ours(sheet.scheme.name)))


@blueprint.get("/games/<game_id>/blank.pdf")
def game_blank_pdf(game_id: str) -> Response | tuple[str, int]:
    """Return a blank sheet for a rematch of this table, with the rules on the back; `?rules=booklet`."""
    stored = game_or_404(game_id)
    try:
        made = blank_of(rematch(stored.game))
    except (RuleError, RuleFileError) as error:  # such as too few players, or a ladder for fewer players
        return _game_page(stored, FormState({"blank": refusal_of(error)})), 422
    with print_language():
        return _blank_sheet(made, request.args.get("rules", RULES))
