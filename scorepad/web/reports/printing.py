"""Prints and files: a game as JSON, CSV, PDF or game file; blank sheets, rules, and cards with points."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, abort, render_template, request, session

from scorepad import json_text, print_request
from scorepad.errors import RuleError, RuleFileError, UnknownLanguage
from scorepad.formats import slug
from scorepad.formula_names import FEWEST_PLAYERS, MOST_PLAYERS
from scorepad.game.decide.setup import rematch
from scorepad.game.report.blank_sheet import MOST_HANDS_ASKED, Blank, blank_of
from scorepad.game.report.sheet_files import sheet_csv, sheet_json
from scorepad.game.state.event_json import to_json
from scorepad.print_options import OPTIONS
from scorepad.repository import StoredGame
from scorepad.web.fields import Typed
from scorepad.web.form_state import FormState
from scorepad.web.reports.downloads import download
from scorepad.web.reports.render_cache import cached_drawing
from scorepad.web.submit import field_of, game_or_404, look_or_404, refusal_of, rule_library
from scorepad.words import _, codes, language, languages, ours, use_language

blueprint = Blueprint("printing", __name__)

if TYPE_CHECKING:
    from printables.page.page import PaperOptions
    from scorepad.rules.scheme.scheme import SchemeAsPlayed

USED_TO, KEEP = "print", "keep"
SAVED = ("paper", "one_ink", "large")  # the options that this device remembers


def saved_print_options() -> dict[str, str]:
    """Return the paper, ink and print size saved for this device, as far as they are still valid."""
    saved: dict[str, str] = session.get(USED_TO) or {}
    return {name: saved[name] for name in SAVED if saved.get(name) and saved[name] in dict(OPTIONS[name].choices)}


def paper_choices() -> dict[str, Any]:
    """Return what a form needs: the options of prints, the values saved for this device, and the languages."""
    known = {"languages": list(languages().items()), "language": language()}
    return {"options": OPTIONS, "used_to": saved_print_options(), **known}


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
    """Parse `paper=half-letter&lying=upright&two_up=y&one_ink=grey`, and for a `sheet` or rules also `large=y`.

    Missing values are those saved for this device. With `keep=y`, save the values. Answer 404 for an unknown paper,
    ink, print size or orientation.
    """
    values = {**saved_print_options(), **typed}
    values["paper"] = values.get("paper", "").lower()
    try:
        paper = print_request.paper_options(values)
    except KeyError:
        abort(404)
    if request.args.get(KEEP) == "y":
        saved = {name: value for name in SAVED if (value := values.get(name)) and value != "a4"}
        if saved != (session.get(USED_TO) or {}):
            session[USED_TO] = saved
    return paper if sheet else replace(paper, large=False)


USUAL_GAME = "pagat"


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
    from printables.filled.score_sheet import score_sheet  # imported late: the PDF library is large

    stored, blob = game_or_404(game_id), request.args.get("blob") == "y"
    paper = paper_options(request.args, sheet=True)
    pdf = cached_drawing(lambda: score_sheet(stored.game, paper, blob=blob), "sheet", game_id, stored.hash, paper, blob)
    if _wants_picture():
        return _picture(pdf)
    return download(stored.game, pdf, "application/pdf", "pdf", inline=True)


def _wants_picture() -> bool:
    """Return whether the query asks for the first page as a picture, by `picture=y`."""
    return request.args.get("picture") == "y"


def _picture(pdf: bytes) -> Response:
    """Return the first page of a PDF as an SVG. Its title says how many pages there are, and on which paper."""
    from printables.page.first_page import first_page

    def draw() -> bytes:
        page = first_page(pdf)
        paper = dict(OPTIONS["paper"].choices).get(page.paper.lower().replace(" ", "-"), "")
        lying = dict(OPTIONS["lying"].choices)["lying" if page.size[0] > page.size[1] else "upright"]
        words = _("Page 1 of {pages}").format(pages=page.pages), str(paper), str(lying)
        return page.svg(" · ".join(filter(None, words))).encode()

    return Response(cached_drawing(draw, "picture", sha256(pdf).digest()), content_type="image/svg+xml")


def pdf_response(name: str, draw: Callable[[], bytes], *what: Hashable) -> Response:
    """Return a PDF with this name, drawn now or taken from the cache by the key `what`."""
    data = cached_drawing(draw, *what)
    if _wants_picture():
        return _picture(data)
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
    scored = request.args.get("rules") in ("y", "booklet")
    try:
        _blank(request.args, scored=scored)  # errors are in the language of the page
        with print_language():
            return _blank_sheet(_blank(request.args, scored=scored), request.args)
    except (RuleError, RuleFileError) as error:
        if _wants_picture():
            return Response(refusal_of(error), 422, content_type="text/plain; charset=utf-8")
        field = field_of(error)  # one field holds all names
        refused = {"names" if field.startswith("players.") else field: refusal_of(error)}
        return _form_page(FormState(refused, request.args)), 422


def _blank_sheet(made: Blank, values: Typed) -> Response:
    """Return the PDF of a blank sheet with the options in `values`."""
    paper = paper_options(request.args, sheet=True)
    shown = tuple(values.get(name) for name in ("rules", "ghosts", "grid", "slips"))
    name = _("{game}: booklet") if values.get("rules") == "booklet" else _("{game}: score sheet")
    draw = partial(print_request.blank_pdf, made, values, paper)
    name = name.format(game=ours(made.game.sheet.rulebook.name))
    return pdf_response(name, draw, "blank", _blank_key(made), paper, shown)


def _blank_key(made: Blank) -> str:
    """Return a cache key of everything on which a blank sheet depends."""
    opened = to_json(made.game.opened)
    hands = None if made.filled else len(made.hands)
    values = [list(made.names.values()), made.dealer_known, made.first_known, made.scored, hands, list(made.counts)]
    return json.dumps([opened, values])


def _blank(typed: Typed, *, scored: bool, every_count: bool = False) -> Blank:
    """Return the blank sheet of the query, as `print_request.blank_for` does."""
    library = rule_library()
    rulebook = library.find_rulebook(typed.get("rulebook") or USUAL_GAME)
    return print_request.blank_for(rulebook, library.find_scheme, typed, scored=scored, every_count=every_count)


# --- rules and points -----------------------------------------------------------------------------------


@blueprint.get("/rulebooks/<key>/rules.pdf")
@print_language()
def rules_pdf(key: str) -> Response:
    """Return the rules of a rulebook for all numbers of players, or `?players=5`."""
    try:
        made = _blank({**request.args, "rulebook": key}, scored=True, every_count=True)
    except (RuleError, RuleFileError):
        abort(404)
    from printables.rules.rule_page import RulePage, rule_page

    paper, name = (
        paper_options(request.args, sheet=True),
        _("{game}: rules").format(game=ours(made.game.sheet.rulebook.name)),
    )
    return pdf_response(name, lambda: rule_page(RulePage.of(made), paper), "rules", _blank_key(made), paper)


@blueprint.get("/schemes/<key>/points.pdf")
@print_language()
def points_pdf(key: str) -> Response:
    """Return the points of a scheme as a page, half pages or pocket cards: `?form=pocket&cards=7`.

    By default `cards` is the largest hand of the rulebooks that use the scheme.
    """
    from scorepad.rules.scheme.scheme import SchemeAsPlayed
    from scorepad.web.rules import points_tables

    try:
        scheme = rule_library().find_scheme(key)
        sizes = print_request.hand_sizes_for(scheme, rule_library().rulebooks().values(), request.args)
    except (RuleFileError, RuleError):
        abort(404)
    chosen = points_tables.choices(scheme, request.args)
    points = SchemeAsPlayed(scheme, sizes[-1], options=points_tables.hand(chosen)["options"], sizes=sizes)
    return _points_card(points, "points", json.dumps([scheme.to_dict(), dict(points.options or {})]), *sizes)


def _points_card(points: SchemeAsPlayed, *what: Hashable) -> Response:
    """Return points in the form and on the paper of the query; `what` is the cache key of their content."""
    from printables.cards.points_card import points_card

    try:
        form, paper = OPTIONS["form"].chosen(request.args), paper_options(request.args)
    except KeyError:
        abort(404)
    name = _("{scheme}: points").format(scheme=ours(points.scheme.name))
    return pdf_response(name, lambda: points_card(points, form, paper), *what, form, paper)


@blueprint.get("/rules/one-card.pdf")
@print_language()
def one_card_pdf() -> Response:
    """Return the chances of a hand of one card, as pocket cards; `?paper=letter`."""
    from printables.cards.chances_card import chances_card

    paper = paper_options(request.args)
    return pdf_response(_("Hands of one card"), lambda: chances_card(paper), "one card", paper)


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
    from printables.rules.rule_page import RulePage, rule_page

    stored, paper = game_or_404(game_id), paper_options(request.args, sheet=True)
    sheet = stored.game.sheet

    def draw() -> bytes:
        return rule_page(
            RulePage.of_rules(sheet.rulebook, sheet.scheme, [len(sheet.seats.present)], sheet.options), paper
        )

    name = _("{game}: rules").format(game=ours(sheet.rulebook.name))
    return pdf_response(name, draw, "game rules", game_id, stored.hash, paper)


@blueprint.get("/games/<game_id>/points.pdf")
@print_language()
def game_points_pdf(game_id: str) -> Response:
    """Return the points of this table as a PDF; `?form=pocket`."""
    from scorepad.rules.scheme.scheme import SchemeAsPlayed

    stored = game_or_404(game_id)
    sheet = stored.game.sheet
    players = len(sheet.seats.present)
    top, sizes = min(sheet.top, print_request.LARGEST_HAND_PRINTED), sheet.rulebook.sizes(players)
    points = SchemeAsPlayed(sheet.scheme, top, players, sheet.options, sizes)
    return _points_card(points, "game points", game_id, stored.hash)


@blueprint.get("/games/<game_id>/blank.pdf")
def game_blank_pdf(game_id: str) -> Response | tuple[str, int]:
    """Return a blank sheet for a rematch of this table, with the rules on the back; `?rules=booklet`."""
    stored = game_or_404(game_id)
    try:
        made = blank_of(rematch(stored.game))
    except (RuleError, RuleFileError) as error:  # such as too few players, or a ladder for fewer players
        return _game_page(stored, FormState({"blank": refusal_of(error)})), 422
    with print_language():
        return _blank_sheet(made, {"rules": "y", **request.args})
