"""The scheme builder: questions with chips, and a preview of the points.

It writes the same text files as the editor. Schemes that it cannot represent need the editor.
"""

from dataclasses import dataclass

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorepad.errors import RuleFileError
from scorepad.library import custom_name, fingerprint, is_custom_key
from scorepad.rules.formula.tree import Number
from scorepad.rules.scheme import Scheme
from scorepad.rules.scheme.builder import Answers, data_of, game, is_expressible, read, text_of, worth
from scorepad.web.fields import parse_int
from scorepad.web.rules import rule_pages
from scorepad.web.rules.builder_form import BuilderForm, fields_of
from scorepad.web.rules.builder_questions import Questions
from scorepad.web.submit import rule_library
from scorepad.words import _

blueprint = Blueprint("builder", __name__)

Page = str | tuple[str, int] | AnyResponse

BEGIN, NOTHING = "standard", "nothing"
USUAL_CARDS, MOST_CARDS = 5, 13


@blueprint.get("/schemes/build")
def begin() -> Page:
    """Return the questions with the answers of the scheme in `?from=`."""
    key = request.args.get("from", BEGIN)
    answers = Answers()
    if key != NOTHING:
        try:
            scheme = rule_library().find_scheme(key)
        except RuleFileError:
            abort(404)
        answers_of_scheme = read(scheme)
        if answers_of_scheme is None:
            return rule_pages.begin_from(key, "rule_pages.write_scheme")
        answers = answers_of_scheme
    name = rule_library().free_name(
        "scheme", _("Custom scoring") if key in (BEGIN, NOTHING) else custom_name(answers.name)
    )
    return _page(BuilderForm({**fields_of(answers), "name": name, "about": ""}), begun_from=key)


@blueprint.get("/schemes/<key>/build")
def change(key: str) -> Page:
    """Return the questions with the answers of a custom scheme; open others as text."""
    if not is_custom_key(key):
        return rule_pages.begin_from(key, "builder.begin")
    text = _own_text(key)
    if not is_expressible(text):
        return redirect(url_for("rule_pages.edit_scheme", key=key), code=303)
    answers = read(Scheme.from_toml(text))
    assert answers is not None
    return _page(BuilderForm(fields_of(answers)), key=key, seen=fingerprint(text))


def _own_text(key: str) -> str:
    text = rule_library().text_of("scheme", key) if is_custom_key(key) else None
    if text is None:
        abort(404)
    return text


@blueprint.post("/schemes/build", endpoint="build")
@blueprint.post("/schemes/<key>/build", endpoint="change_sent")
def handle_form(key: str = "") -> Page:
    """Save the scheme, show it as text or show its points; without a key it is new."""
    before = _own_text(key) if key else ""
    form = BuilderForm(request.form.to_dict())
    begun_from, seen = request.form.get("from", BEGIN), request.form.get("seen", "")
    do = request.form.get("do")
    text = ""
    try:
        if do in ("save", "text") and not form.errors:
            text = text_of(form.answers, before)
    except RuleFileError as problem:  # such as an invisible character
        _add_error(form, problem)
    if do == "text" and not form.errors:
        return rule_pages.editor_with(text, key, seen)
    if do != "save" or form.errors:
        page = _page(form, begun_from=begun_from, key=key, seen=seen)
        return (page, 422) if form.errors and do in ("save", "text") else page
    try:
        saved = rule_library().save("scheme", text, replaced=key, seen=seen)
    except RuleFileError as problem:
        _add_error(form, problem)
        return _page(form, begun_from=begun_from, key=key, seen=seen), 422
    if saved is None:
        words = _("This was changed on another device in the meantime. “Save scoring” now replaces that version.")
        form.errors["all"] = words
        return _page(form, key=key, seen=fingerprint(_own_text(key))), 409
    return rule_pages.redirect_to_saved("scheme", saved)


def _add_error(form: BuilderForm, problem: RuleFileError) -> None:
    form.errors["name" if problem.where == "name" else "all"] = problem.reason


# --- the page ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """The points of every bid in one case, made or missed; None if the case is impossible."""

    head: str
    made: bool
    cells: tuple[Number | None, ...]


def points_rows(scheme: Scheme, cards: int, total: int = 0) -> list[Row]:
    """Return the points of every bid from 0 to `cards`, made, and missed by 1 and 2 tricks if that differs.

    `total` is the player's total before the hand, which some players made and some missed; it is no largest hand.
    """
    worth = [points for _bid, points in scheme.points_table(cards, total=total, makers=2, top=cards + 1)]
    made = tuple(worth[bid][bid] for bid in range(cards + 1))
    off_one, off_two = (_missed(worth, off) for off in (1, 2))
    if [cells for _head, cells in off_one] == [cells for _head, cells in off_two] or cards == 1:
        off_two = []
    if not off_two and len(off_one) == 1:
        off_one = [(_("Missed"), off_one[0][1])]
    return [Row(_("Made"), True, made), *(Row(head, False, cells) for head, cells in (*off_one, *off_two))]


def _missed(worth: list[list[Number]], off: int) -> list[tuple[str, tuple[Number | None, ...]]]:
    under = tuple(points[bid - off] if bid >= off else None for bid, points in enumerate(worth))
    over = tuple(points[bid + off] if bid + off < len(points) else None for bid, points in enumerate(worth))
    if all(a == b for a, b in zip(under, over, strict=True) if a is not None and b is not None):
        both = tuple(b if a is None else a for a, b in zip(under, over, strict=True))
        return [(_("{n} off").format(n=off), both)]
    return [(_("{n} too few").format(n=off), under), (_("{n} too many").format(n=off), over)]


def _page(form: BuilderForm, begun_from: str = "", key: str = "", seen: str = "") -> str:
    cards = parse_int(request.form.get("cards") or request.form.get("shown"), 1, MOST_CARDS) or USUAL_CARDS
    rows = list[Row]()
    if not set(form.errors) - {"name", "all"}:
        try:
            stop = form.answers.no_bid_from
            unnamed = Scheme.from_dict({**data_of(form.answers), "name": "…"})
            rows = points_rows(unnamed, cards, 0 if stop is None else min(0, stop - 1))
        except RuleFileError as error:
            form.errors.setdefault("all", error.reason)
    schemes = rule_library().schemes()
    return render_template(
        "rules/build.html",
        form=form,
        questions=Questions(form),
        key=key,
        seen=seen,
        begun_from=begun_from,
        begun=schemes.get(begun_from),
        schemes=[scheme for scheme in schemes.values() if read(scheme) is not None] if begun_from else [],
        nothing=NOTHING,
        cards=cards,
        most_cards=MOST_CARDS,
        rows=rows,
        said=worth(form.answers),
        said_besides=game(form.answers),
    )
