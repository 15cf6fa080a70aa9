"""Paper and files: sheets of a game as JSON, CSV, PDF or a game file; blank sheets, rules and cards with points."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, abort, render_template, request, session

from scorepad import json_text
from scorepad.errors import RuleError, RuleFileError, SchemeError, UnknownLanguage, not_whole, scheme_missing
from scorepad.formats import slug
from scorepad.game.decide.setup import rematch
from scorepad.game.report.blank import MOST_HANDS_ASKED, OPEN, Blank, blank, blank_of
from scorepad.game.report.sheet_files import sheet_csv, sheet_json
from scorepad.game.state.event_json import to_json
from scorepad.game.state.record import Game
from scorepad.repository import StoredGame
from scorepad.rules.combined import largest_hand
from scorepad.rules.field_readers import FEWEST_PLAYERS, MOST_PLAYERS
from scorepad.rules.rulebook import Rulebook
from scorepad.rules.scheme import Scheme
from scorepad.web.fields import MOST, Typed, whole
from scorepad.web.reports.drawn import drawn
from scorepad.web.submit import FormState, field_of, game_or_404, look_or_404, refusal_of, rule_library
from scorepad.words import _, codes, language, languages, later, ours, speaking

blueprint = Blueprint("printing", __name__)

if TYPE_CHECKING:
    from printables.page import PaperOptions

USED_TO, KEEP = "print", "keep"
PAPERS: dict[str, str | later] = {"a4": "A4", "a5": "A5", "letter": "Letter", "half-letter": later("Half Letter")}
INKS = {"": later("In colours"), "y": later("Black"), "grey": later("Black and grey")}
PRINTS = {"": later("Usual"), "y": later("Large")}
LYING = {"": None, "upright": False, "lying": True}
_TASTES: Mapping[str, Mapping[str, str | later]] = {"paper": PAPERS, "one_ink": INKS, "large": PRINTS}
_NAMES = {"half-letter": "Half Letter"}  # of papers, whose words are in the language of who reads


def used_to() -> dict[str, str]:
    """The paper, the ink and the size of the print that this device was told to keep, where there still are such."""
    kept: dict[str, str] = session.get(USED_TO) or {}
    return {name: kept[name] for name, known in _TASTES.items() if kept.get(name, "") in known and kept.get(name)}


def paper_choices() -> dict[str, Any]:
    """What a form offers: pairs of a value and its words, and which of them this device is used to."""
    there: Mapping[str, Mapping[str, str | later]] = {"papers": PAPERS, "inks": INKS, "prints": PRINTS}
    spoken = {"languages": list(languages().items()), "language": language()}
    return {name: list(known.items()) for name, known in there.items()} | {"used_to": used_to(), **spoken}


@contextmanager
def printed_in() -> Iterator[None]:
    """For as long as something is printed, the language that the address says, `?language=nl`, else that of the page.
    UnknownLanguage."""
    code = request.args.get("language") or language()
    if code not in codes():
        raise UnknownLanguage(code, languages().values())
    with speaking(code):
        yield


def paper_options(typed: Typed, *, sheet: bool = False) -> PaperOptions:
    """`paper=half-letter&lying=upright&two_up=y&one_ink=grey`, of a `sheet` also `large=y`; what is not said as this
    device is used to, which is kept where a form asks for it (`keep=y`). 404 for a paper, an ink, a size or a way to
    lie that there is not."""
    from printables.page import PaperOptions  # late: the printer's library is heavy

    said = {"paper": "a4", **used_to(), **typed}
    paper, ink, lying = said["paper"].lower(), said.get("one_ink", ""), said.get("lying", "")
    if paper not in PAPERS or ink not in INKS or said.get("large", "") not in PRINTS or lying not in LYING:
        abort(404)
    if request.args.get(KEEP) == "y":
        _keep({"paper": paper, "one_ink": ink, "large": said.get("large", "")})
    return PaperOptions(
        _NAMES.get(paper) or str(PAPERS[paper]), LYING[lying], said.get("two_up") == "y", ink in ("y", "grey"),
        ink == "grey", sheet and said.get("large") == "y",
    )  # fmt: skip


def _keep(tastes: dict[str, str]) -> None:
    """In the cookie of this device, which says only what is not as usual."""
    kept = {name: value for name, value in tastes.items() if value in _TASTES[name] and value not in ("", "a4")}
    if kept == (session.get(USED_TO) or {}):
        return
    session[USED_TO] = kept


USUAL_GAME = "pagat"
LARGEST_HAND_PRINTED = 20  # in the hands of a table of points: more columns have no room
RULES, BOOKLET = BACKS = "y", "booklet"  # what may be on the other side of a blank sheet


# --- sheets of a game -----------------------------------------------------------------------------------


def _download(game: Game, body: str | bytes, kind: str, ending: str, *, inline: bool = False) -> Response:
    """Return a file that is called by the game's title and date."""
    how = "inline" if inline else "attachment"
    name = slug(f"{game.sheet.location or ours(game.sheet.rulebook.name)} {game.sheet.date}", "game")
    return Response(body, content_type=kind, headers={"Content-Disposition": f'{how}; filename="{name}.{ending}"'})


@blueprint.get("/games/<game_id>/game.json")
def game_file(game_id: str) -> Response:
    """The game file; `?log=1` with every event there ever was, `?rescue=1` also of a damaged game, and says so."""
    from scorepad.game.files.game_file import write_game  # late: no start needs what reads and writes files

    with_log = request.args.get("log") == "1"
    if request.args.get("rescue") == "1":
        game = look_or_404(game_id).rescued
        text = json_text.serialize(write_game(game, with_log=True))
        return _download(game, text, "application/json; charset=utf-8", "json")
    stored = game_or_404(game_id)

    def write() -> bytes:
        return json_text.serialize(write_game(stored.game, with_log=with_log)).encode()

    data = drawn(write, "game file", game_id, stored.hash, with_log)
    return _download(stored.game, data, "application/json; charset=utf-8", "json")


@blueprint.get("/games/<game_id>/sheet.json")
def sheet_as_json(game_id: str) -> Response:
    """Rows, totals and standings, as `openapi.json` describes them."""
    text = json.dumps(sheet_json(game_or_404(game_id).game), ensure_ascii=False)
    return Response(text, content_type="application/json; charset=utf-8")


@blueprint.get("/games/<game_id>/sheet.csv")
def sheet_as_csv(game_id: str) -> Response:
    """The sheet as a spreadsheet reads it: a row a hand."""
    game = game_or_404(game_id).game
    return _download(game, sheet_csv(game), "text/csv; charset=utf-8", "csv")


@blueprint.get("/games/<game_id>/sheet.pdf")
@printed_in()
def sheet_as_pdf(game_id: str) -> Response:
    """The sheet on paper; `?paper=letter` for American paper, and whatever else `paper_options` reads."""
    from printables.score_sheet import score_sheet  # late: the printer's library is heavy

    stored, blob = game_or_404(game_id), request.args.get("blob") == "y"
    paper = paper_options(request.args, sheet=True)
    pdf = drawn(lambda: score_sheet(stored.game, paper, blob=blob), "sheet", game_id, stored.hash, paper, blob)
    return _download(stored.game, pdf, "application/pdf", "pdf", inline=True)


def _pdf(data: bytes, name: str) -> Response:
    headers = {"Content-Disposition": f'inline; filename="{slug(name, "sheet")}.pdf"'}
    return Response(data, content_type="application/pdf", headers=headers)


# --- a blank sheet --------------------------------------------------------------------------------------


@blueprint.get("/print/sheet")
def blank_form() -> str:
    """What sheet it shall be; every field has an answer already."""
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
    """The blank sheet that is asked for; 422 with the form where a field does not fit."""
    back = request.args.get("rules", "")
    try:
        made = _blank(request.args, rules=back in BACKS)
        with printed_in():
            return _blank_sheet(made, back)
    except (RuleError, RuleFileError) as error:
        return _form_page(FormState({_field(error): refusal_of(error)}, request.args)), 422


def _blank_sheet(made: Blank, back: str) -> Response:
    """`back`: what is on the other side, one of BACKS or nothing."""
    from printables.blank_layout import BlankOptions
    from printables.blank_sheet import blank_sheet
    from printables.booklet import booklet

    paper, said = paper_options(request.args, sheet=True), request.args
    options = BlankOptions(*(said.get(one) == "y" for one in ("ghosts", "grid", "slips")))

    def draw() -> bytes:
        if back == BOOKLET:
            return booklet(made, paper, options)
        return blank_sheet(made, paper, rules=back == RULES, options=options)

    name = _("{game}: booklet") if back == BOOKLET else _("{game}: score sheet")
    data = drawn(draw, "blank", _said(made), paper, back, options)
    return _pdf(data, name.format(game=ours(made.game.sheet.rulebook.name)))


def _said(made: Blank) -> str:
    """All that a blank sheet is made from."""
    opened = to_json(made.game.opened)
    hands = None if made.filled else len(made.hands)
    said = [list(made.names.values()), made.dealer_known, made.first_known, made.scored, hands, list(made.counts)]
    return json.dumps([opened, said])


def _field(error: RuleError | RuleFileError) -> str:
    """The field of this form: all names are typed into one."""
    field = field_of(error)
    return "names" if field.startswith("players.") else field


def _blank(typed: Typed, *, rules: bool) -> Blank:
    """The sheet that is asked for, or whose `rules` are; RuleError or RuleFileError names the field that does not
    fit."""
    rulebook = rule_library().find_rulebook(typed.get("rulebook") or USUAL_GAME)
    ladder = typed.get("ladder", "").strip()
    if ladder:
        rulebook = rulebook.with_house({"ladder": ladder})
    names = [name for name in re.split(r"[,;\n]", typed.get("names", "")) if name.strip()]
    dealer = OPEN if typed.get("open_dealer") else typed.get("first_dealer", "")
    return blank(
        rulebook, _scheme(rulebook, typed.get("scheme", ""), needed=rules), names=names,
        players=_whole(typed, "players"), fewest=_whole(typed, "fewest"), hands=_whole(typed, "hands"),
        first_dealer=dealer, scorer=typed.get("scorer", ""),
    )  # fmt: skip


def _whole(typed: Typed, field: str) -> int | None:
    """A number of players or hands; None where the field is empty."""
    text = typed.get(field, "").strip()
    number = whole(text, 0, MOST)
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
@printed_in()
def rules_pdf(key: str) -> Response:
    """`?players=5`: the rules on one page."""
    try:
        made = _blank({**request.args, "rulebook": key}, rules=True)
    except (RuleError, RuleFileError):
        abort(404)
    from printables.rule_page import RulePage, rule_page

    paper = paper_options(request.args)
    data = drawn(lambda: rule_page(RulePage.of(made), paper), "rules", _said(made), paper)
    return _pdf(data, _("{game}: rules").format(game=ours(made.game.sheet.rulebook.name)))


@blueprint.get("/schemes/<key>/points.pdf")
@printed_in()
def points_pdf(key: str) -> Response:
    """`?form=pocket&cards=7`: the points as a page, as halves or as pocket cards; as far as the game goes unless
    said."""
    from printables.points_card import FORMATS, points_card
    from scorepad.rules.scheme.scheme import SchemeAsPlayed
    from scorepad.web.rules import tables

    form, cards = request.args.get("form", FORMATS[0]), request.args.get("cards", "")
    try:
        scheme = rule_library().find_scheme(key)
    except SchemeError:
        abort(404)
    usual = min(largest_hand(rule_library().rulebooks().values(), key), LARGEST_HAND_PRINTED)
    top = whole(cards, 1, LARGEST_HAND_PRINTED) if cards else usual
    if form not in FORMATS or top is None:
        abort(404)
    chosen = tables.choices(scheme, request.args)
    points = SchemeAsPlayed(scheme, top, options=tables.hand(chosen)["options"])
    paper, said = paper_options(request.args), json.dumps([scheme.to_dict(), dict(points.options or {})])
    data = drawn(lambda: points_card(points, form, paper), "points", said, top, form, paper)
    return _pdf(data, _("{scheme}: points").format(scheme=ours(scheme.name)))


@blueprint.get("/rules/one-card.pdf")
@printed_in()
def one_card_pdf() -> Response:
    """The chances of a hand of one card, as pocket cards; `?paper=letter`."""
    from printables.chances_card import chances_card

    paper = paper_options(request.args)
    return _pdf(drawn(lambda: chances_card(paper), "one card", paper), _("Hands of one card"))


# --- what a game may want on paper ----------------------------------------------------------------------


@blueprint.get("/games/<game_id>/print")
def game_form(game_id: str) -> str:
    """How its sheet is printed, and what else there is of this very table."""
    return _game_page(game_or_404(game_id), FormState())


def _game_page(stored: StoredGame, form_state: FormState) -> str:
    sheet = stored.game.sheet
    title = sheet.location or ours(sheet.rulebook.name)
    return render_template(
        "reports/print_game.html", game_id=stored.game_id, title=title, form_state=form_state,
        paper_choices=paper_choices(),
    )  # fmt: skip


@blueprint.get("/games/<game_id>/rules.pdf")
@printed_in()
def game_rules_pdf(game_id: str) -> Response:
    """The rules as this table plays them, on one page; `?paper=letter` and whatever else `paper_options` reads."""
    from printables.rule_page import RulePage, rule_page

    stored, paper = game_or_404(game_id), paper_options(request.args)
    sheet = stored.game.sheet

    def draw() -> bytes:
        return rule_page(RulePage.told(sheet.rulebook, sheet.scheme, len(sheet.seats.present), sheet.options), paper)

    data = drawn(draw, "game rules", game_id, stored.hash, paper)
    return _pdf(data, _("{game}: rules").format(game=ours(sheet.rulebook.name)))


@blueprint.get("/games/<game_id>/points.pdf")
@printed_in()
def game_points_pdf(game_id: str) -> Response:
    """`?form=pocket`."""
    from printables.points_card import FORMATS, points_card
    from scorepad.rules.scheme.scheme import SchemeAsPlayed

    stored, form, paper = game_or_404(game_id), request.args.get("form", FORMATS[0]), paper_options(request.args)
    if form not in FORMATS:
        abort(404)
    sheet = stored.game.sheet
    players = len(sheet.seats.present)
    top, sizes = min(sheet.top, LARGEST_HAND_PRINTED), sheet.rulebook.sizes(players)
    points = SchemeAsPlayed(sheet.scheme, top, players, sheet.options, sizes)
    data = drawn(lambda: points_card(points, form, paper), "game points", game_id, stored.hash, form, paper)
    return _pdf(data, _("{scheme}: points").format(scheme=ours(sheet.scheme.name)))


@blueprint.get("/games/<game_id>/blank.pdf")
def game_blank_pdf(game_id: str) -> Response | tuple[str, int]:
    """For the same table to play again, the rules on the back; `?rules=booklet`."""
    stored = game_or_404(game_id)
    try:
        made = blank_of(rematch(stored.game))
    except (RuleError, RuleFileError) as error:  # such as too few who are still there, or a ladder that fitted fewer
        return _game_page(stored, FormState({"blank": refusal_of(error)})), 422
    with printed_in():
        return _blank_sheet(made, request.args.get("rules", RULES))
